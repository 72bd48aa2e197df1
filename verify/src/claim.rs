//! Claims: what a sentence says, as data.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;
use shakmaty::Color;

/// The claim kinds of section 2 of CLAIMS.md, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // CLAIMS.md is their documentation.
pub enum Kind {
    Checkmate,
    HasMate,
    HadMate,
    AllowsMate,
    Promotes,
    TakesLoose,
    Class,
    ClassCost,
    Still,
    Stalemate,
    CaptureAllowed,
    ReplyAttacks,
    ReplyChecks,
    Wins,
    Fork,
    Pin,
    Skewer,
    Discovery,
    Trap,
    RemovesGuard,
    Unguards,
    Promotion,
    SoonWins,
    MissedWins,
    MissedFork,
    MissedPin,
    MissedSkewer,
    MissedDiscovery,
    MissedTrap,
    MissedGuard,
    MissedPromotion,
    MissedRecapture,
    MissedSoon,
    WorseRoom,
    WorseKing,
    WorsePawns,
    Better,
    ThreatensMate,
    Parries,
    Sacrifice,
    Attacks,
    Rescues,
    Guards,
    Castles,
    Centre,
    OpenFile,
    MoreRoom,
    SaferKing,
    BetterPawns,
    Standing,
}

/// The part a kind plays in a text (section 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Said on every move where it is so, whoever moved.
    Always,
    /// Class, price, or standing kept.
    Grade,
    /// Why a move was bad.
    Cause,
    /// The better move.
    Better,
    /// An ordinary fact that may stand alone.
    Fact,
    /// An ordinary fact that needs a reason after it.
    WeakFact,
    /// A reason.
    Reason,
    /// Who stands better.
    Standing,
}

impl Kind {
    /// Every kind, in the order of CLAIMS.md.
    pub const ALL: [Kind; 50] = [
        Kind::Checkmate,
        Kind::HasMate,
        Kind::HadMate,
        Kind::AllowsMate,
        Kind::Promotes,
        Kind::TakesLoose,
        Kind::Class,
        Kind::ClassCost,
        Kind::Still,
        Kind::Stalemate,
        Kind::CaptureAllowed,
        Kind::ReplyAttacks,
        Kind::ReplyChecks,
        Kind::Wins,
        Kind::Fork,
        Kind::Pin,
        Kind::Skewer,
        Kind::Discovery,
        Kind::Trap,
        Kind::RemovesGuard,
        Kind::Unguards,
        Kind::Promotion,
        Kind::SoonWins,
        Kind::MissedWins,
        Kind::MissedFork,
        Kind::MissedPin,
        Kind::MissedSkewer,
        Kind::MissedDiscovery,
        Kind::MissedTrap,
        Kind::MissedGuard,
        Kind::MissedPromotion,
        Kind::MissedRecapture,
        Kind::MissedSoon,
        Kind::WorseRoom,
        Kind::WorseKing,
        Kind::WorsePawns,
        Kind::Better,
        Kind::ThreatensMate,
        Kind::Parries,
        Kind::Sacrifice,
        Kind::Attacks,
        Kind::Rescues,
        Kind::Guards,
        Kind::Castles,
        Kind::Centre,
        Kind::OpenFile,
        Kind::MoreRoom,
        Kind::SaferKing,
        Kind::BetterPawns,
        Kind::Standing,
    ];

    /// The name CLAIMS.md heads its section with.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Checkmate => "checkmate",
            Kind::HasMate => "has-mate",
            Kind::HadMate => "had-mate",
            Kind::AllowsMate => "allows-mate",
            Kind::Promotes => "promotes",
            Kind::TakesLoose => "takes-loose",
            Kind::Class => "class",
            Kind::ClassCost => "class-cost",
            Kind::Still => "still",
            Kind::Stalemate => "stalemate",
            Kind::CaptureAllowed => "capture-allowed",
            Kind::ReplyAttacks => "reply-attacks",
            Kind::ReplyChecks => "reply-checks",
            Kind::Wins => "wins",
            Kind::Fork => "fork",
            Kind::Pin => "pin",
            Kind::Skewer => "skewer",
            Kind::Discovery => "discovery",
            Kind::Trap => "trap",
            Kind::RemovesGuard => "removes-guard",
            Kind::Unguards => "unguards",
            Kind::Promotion => "promotion",
            Kind::SoonWins => "soon-wins",
            Kind::MissedWins => "missed-wins",
            Kind::MissedFork => "missed-fork",
            Kind::MissedPin => "missed-pin",
            Kind::MissedSkewer => "missed-skewer",
            Kind::MissedDiscovery => "missed-discovery",
            Kind::MissedTrap => "missed-trap",
            Kind::MissedGuard => "missed-guard",
            Kind::MissedPromotion => "missed-promotion",
            Kind::MissedRecapture => "missed-recapture",
            Kind::MissedSoon => "missed-soon",
            Kind::WorseRoom => "worse-room",
            Kind::WorseKing => "worse-king",
            Kind::WorsePawns => "worse-pawns",
            Kind::Better => "better",
            Kind::ThreatensMate => "threatens-mate",
            Kind::Parries => "parries",
            Kind::Sacrifice => "sacrifice",
            Kind::Attacks => "attacks",
            Kind::Rescues => "rescues",
            Kind::Guards => "guards",
            Kind::Castles => "castles",
            Kind::Centre => "centre",
            Kind::OpenFile => "open-file",
            Kind::MoreRoom => "more-room",
            Kind::SaferKing => "safer-king",
            Kind::BetterPawns => "better-pawns",
            Kind::Standing => "standing",
        }
    }

    /// The kind of a section.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The part the kind plays.
    pub fn part(self) -> Part {
        match self {
            Kind::Checkmate | Kind::HasMate | Kind::HadMate | Kind::Promotes | Kind::TakesLoose => {
                Part::Always
            }
            Kind::Class | Kind::ClassCost | Kind::Still => Part::Grade,
            Kind::AllowsMate
            | Kind::Stalemate
            | Kind::CaptureAllowed
            | Kind::ReplyAttacks
            | Kind::ReplyChecks
            | Kind::Wins
            | Kind::Fork
            | Kind::Pin
            | Kind::Skewer
            | Kind::Discovery
            | Kind::Trap
            | Kind::RemovesGuard
            | Kind::Unguards
            | Kind::Promotion
            | Kind::SoonWins
            | Kind::MissedWins
            | Kind::MissedFork
            | Kind::MissedPin
            | Kind::MissedSkewer
            | Kind::MissedDiscovery
            | Kind::MissedTrap
            | Kind::MissedGuard
            | Kind::MissedPromotion
            | Kind::MissedRecapture
            | Kind::MissedSoon
            | Kind::WorseRoom
            | Kind::WorseKing
            | Kind::WorsePawns => Part::Cause,
            Kind::Better => Part::Better,
            Kind::ThreatensMate
            | Kind::Parries
            | Kind::Sacrifice
            | Kind::Attacks
            | Kind::Rescues
            | Kind::Guards => Part::Fact,
            Kind::Castles | Kind::Centre | Kind::OpenFile => Part::WeakFact,
            Kind::MoreRoom | Kind::SaferKing | Kind::BetterPawns => Part::Reason,
            Kind::Standing => Part::Standing,
        }
    }

    /// Whether a sentence of this kind waits for its side's turn.
    pub fn is_ordinary(self) -> bool {
        matches!(
            self.part(),
            Part::Fact | Part::WeakFact | Part::Reason | Part::Standing
        )
    }

    /// Whether the cause names the better move itself.
    pub fn names_better(self) -> bool {
        self.is_of_a_block() || self.is_missed()
    }

    /// Whether the cause says no more than that a block is worse than it could be.
    pub fn is_of_a_block(self) -> bool {
        matches!(self, Kind::WorseRoom | Kind::WorseKing | Kind::WorsePawns)
    }

    /// Whether it is a line cause: one that rests on a best line.
    pub fn rests_on_line(self) -> bool {
        (Kind::Wins..=Kind::MissedSoon).contains(&self)
    }

    /// Whether it is a line cause whose line begins before the move: a missed chance.
    pub fn is_missed(self) -> bool {
        (Kind::MissedWins..=Kind::MissedSoon).contains(&self)
    }

    /// Whether it is a line cause that names no more of its line than the first move.
    pub fn is_soon(self) -> bool {
        matches!(self, Kind::SoonWins | Kind::MissedSoon)
    }

    /// Whether the kind says something of the board, for the checker to judge.
    pub fn speaks_of_board(self) -> bool {
        !matches!(
            self,
            Kind::HasMate
                | Kind::AllowsMate
                | Kind::Class
                | Kind::ClassCost
                | Kind::Still
                | Kind::Standing
        )
    }

    /// Whether the kind says something of best, played or an equal move.
    pub fn speaks_of_values(self) -> bool {
        self.rests_on_line()
            || matches!(
                self,
                Kind::HasMate
                    | Kind::HadMate
                    | Kind::AllowsMate
                    | Kind::Class
                    | Kind::ClassCost
                    | Kind::Still
                    | Kind::CaptureAllowed
                    | Kind::ReplyAttacks
                    | Kind::ReplyChecks
                    | Kind::WorseRoom
                    | Kind::WorseKing
                    | Kind::WorsePawns
                    | Kind::Better
                    | Kind::Sacrifice
                    | Kind::Standing
            )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who speaks to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// Both sides are named.
    Neutral,
    /// The mover is spoken to.
    You,
    /// The mover is the opponent of the side spoken to.
    They,
    /// The mover is spoken to by the opponent.
    YouI,
    /// The mover speaks.
    IYou,
}

impl Person {
    /// Every person.
    pub const ALL: [Person; 5] = [
        Person::Neutral,
        Person::You,
        Person::They,
        Person::YouI,
        Person::IYou,
    ];

    /// The name the tables use.
    pub fn name(self) -> &'static str {
        match self {
            Person::Neutral => "neutral",
            Person::You => "you",
            Person::They => "they",
            Person::YouI => "you-i",
            Person::IYou => "i-you",
        }
    }

    /// The person of a table row.
    pub fn from_name(name: &str) -> Option<Person> {
        Person::ALL.into_iter().find(|person| person.name() == name)
    }

    /// Whether the mover is graded aloud.
    pub fn is_graded_aloud(self) -> bool {
        matches!(self, Person::Neutral | Person::You | Person::YouI)
    }
}

/// A piece that an `attacks` or a `fork` sentence names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Target {
    /// `queen` and so on.
    pub piece: String,
    /// `e7` and so on; empty for a king that is forked.
    pub square: String,
}

/// One sentence, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The kind.
    pub kind: Kind,
    /// The person of the form it was read by, `None` for a form of any person.
    pub person: Option<Person>,
    /// The index of its form in the grammar.
    pub form: usize,
    /// What stood in the slots, by slot name.
    pub slots: BTreeMap<String, String>,
    /// Two or more targets, where the form lists them.
    pub targets: Vec<Target>,
    /// The sentence as it stood in the text.
    pub sentence: String,
}

impl Claim {
    /// What stood in a slot.
    pub fn slot(&self, name: &str) -> Option<&str> {
        self.slots.get(name).map(String::as_str)
    }
}

/// The word for a colour.
pub fn colour_word(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}
