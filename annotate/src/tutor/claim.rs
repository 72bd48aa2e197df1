//! The claims: what can be said, as plain data.
//!
//! A [`Claim`] holds the kind and what fills its slots, and nothing about who is
//! spoken to: the same claim is worded for every [`Person`](super::Person) by
//! [`wording`](super::wording). Its stored form is the one of
//! `golden/moves.json`: an object with `kind` and one key a slot.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Role, Square};

use super::{
    class::Class,
    motif::{Course, Discovered, Motif, Pinned, Prey, Retake, Soon, Targets, Unguarded, Winning},
    names,
    standing::Band,
};

/// The side a claim about the score speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// The side that made the move.
    Mover,
    /// The other side.
    Other,
}

impl Holder {
    /// The side meant, of a move by `mover`.
    pub fn color(self, mover: Color) -> Color {
        match self {
            Holder::Mover => mover,
            Holder::Other => mover.other(),
        }
    }
}

/// A piece and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    /// What it is.
    #[serde(with = "names::piece")]
    pub piece: Role,
    /// Where it stands.
    #[serde(with = "names::text")]
    pub square: Square,
}

/// A cost in half pawns, one to ten; its text form is `one and a half pawns`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPawns(u8);

/// Text that is no cost in half pawns.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no cost is written {0:?}")]
pub struct ParseHalfPawnsError(String);

impl HalfPawns {
    const WORDS: [&str; 10] = [
        "half a pawn",
        "a pawn",
        "one and a half pawns",
        "two pawns",
        "two and a half pawns",
        "three pawns",
        "three and a half pawns",
        "four pawns",
        "four and a half pawns",
        "five pawns",
    ];

    /// The half pawns nearest to a cost in centipawns, the larger of two; none
    /// for a cost nearer to nothing, or above five pawns.
    pub fn nearest(cost: i32) -> Option<HalfPawns> {
        if !(25..=500).contains(&cost) {
            return None;
        }
        u8::try_from((cost + 25) / 50).ok().map(HalfPawns)
    }

    /// The words.
    pub fn as_str(self) -> &'static str {
        Self::WORDS[usize::from(self.0.clamp(1, 10)) - 1]
    }
}

impl fmt::Display for HalfPawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for HalfPawns {
    type Err = ParseHalfPawnsError;

    fn from_str(text: &str) -> Result<HalfPawns, ParseHalfPawnsError> {
        (1..=10)
            .map(HalfPawns)
            .find(|half_pawns| half_pawns.as_str() == text)
            .ok_or_else(|| ParseHalfPawnsError(text.to_owned()))
    }
}

/// One thing said of one move.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Claim {
    /// The move mates.
    Checkmate,
    /// The move was played into a mate for the mover.
    HasMate {
        /// In how many moves, this one counted.
        n: u32,
    },
    /// A mate for the mover was missed.
    HadMate {
        /// In how many moves.
        n: u32,
        /// The first of them, numbered.
        #[serde(rename = "move")]
        mv: String,
    },
    /// The move lets the other side mate.
    AllowsMate {
        /// In how many of the other side's moves.
        n: u32,
    },
    /// A pawn became something.
    Promotes {
        /// What.
        #[serde(with = "names::piece")]
        new: Role,
    },
    /// The move takes a piece that was loose to it.
    TakesLoose {
        /// What was taken.
        #[serde(with = "names::piece")]
        piece: Role,
        /// Where.
        #[serde(with = "names::text")]
        square: Square,
    },
    /// The grade alone.
    Class {
        /// Which.
        #[serde(with = "names::text")]
        class: Class,
    },
    /// The grade and what the move cost.
    ClassCost {
        /// Which.
        #[serde(with = "names::text")]
        class: Class,
        /// How much.
        #[serde(with = "names::text")]
        pawns: HalfPawns,
    },
    /// The move changed nothing about who wins.
    Still {
        /// Who is winning.
        holder: Holder,
        /// Whether the sentence runs on into a cause.
        but: bool,
    },
    /// The move stalemates.
    Stalemate,
    /// The best reply takes a piece.
    CaptureAllowed {
        /// What it takes.
        #[serde(with = "names::piece")]
        piece: Role,
        /// Where that stands.
        #[serde(with = "names::text")]
        square: Square,
        /// What takes it.
        #[serde(with = "names::piece")]
        by: Role,
        /// Whether the mover could take back.
        retake: bool,
    },
    /// The best reply attacks a loose piece.
    ReplyAttacks {
        /// The reply, numbered.
        #[serde(rename = "move")]
        mv: String,
        /// What it attacks.
        #[serde(with = "names::piece")]
        piece: Role,
        /// Where that stands.
        #[serde(with = "names::text")]
        square: Square,
    },
    /// The best reply is a check.
    ReplyChecks {
        /// The reply, numbered.
        #[serde(rename = "move")]
        mv: String,
    },
    /// A best line after the move wins something.
    Wins(Winning),
    /// Such a line begins with a fork.
    Fork(Targets),
    /// It begins with a pin, or an attack on a pinned piece.
    Pin(Pinned),
    /// It begins with a skewer.
    Skewer(Targets),
    /// It begins with a discovered attack or check.
    Discovery(Discovered),
    /// It begins by trapping a piece.
    Trap(Prey),
    /// It begins by taking a guard.
    RemovesGuard(Prey),
    /// It takes what the move played no longer guards.
    Unguards(Unguarded),
    /// It ends in a promotion.
    Promotion(Course),
    /// It wins something after five moves or seven.
    SoonWins(Soon),
    /// A best line, which was not played, wins something.
    MissedWins(Winning),
    /// Such a line begins with a fork.
    MissedFork(Targets),
    /// It begins with a pin, or an attack on a pinned piece.
    MissedPin(Pinned),
    /// It begins with a skewer.
    MissedSkewer(Targets),
    /// It begins with a discovered attack or check.
    MissedDiscovery(Discovered),
    /// It begins by trapping a piece.
    MissedTrap(Prey),
    /// It begins by taking a guard.
    MissedGuard(Prey),
    /// It ends in a promotion.
    MissedPromotion(Course),
    /// It takes back.
    MissedRecapture(Retake),
    /// It wins something after five moves or seven.
    MissedSoon(Soon),
    /// A best move leaves the mover's pieces more room.
    WorseRoom {
        /// The best move, numbered.
        #[serde(rename = "move")]
        mv: String,
    },
    /// A best move keeps the mover's king safer.
    WorseKing {
        /// The best move, numbered.
        #[serde(rename = "move")]
        mv: String,
    },
    /// A best move keeps the mover's pawns in better shape.
    WorsePawns {
        /// The best move, numbered.
        #[serde(rename = "move")]
        mv: String,
    },
    /// A best move.
    Better {
        /// The best move, numbered.
        #[serde(rename = "move")]
        mv: String,
        /// A capture in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
    },
    /// The move threatens mate.
    ThreatensMate {
        /// The mating move, numbered.
        #[serde(rename = "move")]
        mv: String,
    },
    /// The move ends a threat of mate that was spoken of.
    Parries,
    /// The move offers a piece, soundly.
    Sacrifice {
        /// What.
        #[serde(with = "names::piece")]
        piece: Role,
        /// Where.
        #[serde(with = "names::text")]
        square: Square,
    },
    /// The move attacks one loose piece or more.
    Attacks {
        /// The attacking piece.
        #[serde(with = "names::piece")]
        by: Role,
        /// Where it stands, if it is not the piece that moved.
        #[serde(
            default,
            with = "names::maybe_square",
            skip_serializing_if = "Option::is_none"
        )]
        from: Option<Square>,
        /// What it attacks, from the most valuable down, then by square.
        targets: Vec<Target>,
    },
    /// The move brings a loose piece to safety.
    Rescues {
        /// What moved.
        #[serde(with = "names::piece")]
        piece: Role,
        /// From where.
        #[serde(with = "names::text")]
        from: Square,
    },
    /// The move guards a loose piece.
    Guards {
        /// What was loose.
        #[serde(with = "names::piece")]
        piece: Role,
        /// Where it stands.
        #[serde(with = "names::text")]
        square: Square,
    },
    /// The move castles.
    Castles,
    /// The move puts a pawn on d4, e4, d5 or e5.
    Centre,
    /// The move brings a rook to a file without pawns.
    OpenFile {
        /// Which, `a` to `h`.
        file: char,
    },
    /// The mover's pieces gain room.
    MoreRoom,
    /// The mover's king is safer.
    SaferKing,
    /// The mover's pawns stand better.
    BetterPawns,
    /// Who stands better now.
    Standing {
        /// Who; nobody when about equal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holder: Option<Holder>,
        /// How much.
        standing: Band,
    },
}

/// Whose chance a line of play is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// The other side's, after the move played.
    Allowed,
    /// The mover's, who played something else.
    Missed,
}

impl Claim {
    /// What is said of a motif; none where that is never said.
    pub fn of_motif(chance: Chance, motif: Motif) -> Option<Claim> {
        use Chance::{Allowed, Missed};
        Some(match (chance, motif) {
            (Allowed, Motif::Wins(slots)) => Claim::Wins(slots),
            (Allowed, Motif::Fork(slots)) => Claim::Fork(slots),
            (Allowed, Motif::Pin(slots)) => Claim::Pin(slots),
            (Allowed, Motif::Skewer(slots)) => Claim::Skewer(slots),
            (Allowed, Motif::Discovery(slots)) => Claim::Discovery(slots),
            (Allowed, Motif::Trap(slots)) => Claim::Trap(slots),
            (Allowed, Motif::RemovesGuard(slots)) => Claim::RemovesGuard(slots),
            (Allowed, Motif::Unguards(slots)) => Claim::Unguards(slots),
            (Allowed, Motif::Promotion(slots)) => Claim::Promotion(slots),
            (Allowed, Motif::Soon(slots)) => Claim::SoonWins(slots),
            (Missed, Motif::Wins(slots)) => Claim::MissedWins(slots),
            (Missed, Motif::Fork(slots)) => Claim::MissedFork(slots),
            (Missed, Motif::Pin(slots)) => Claim::MissedPin(slots),
            (Missed, Motif::Skewer(slots)) => Claim::MissedSkewer(slots),
            (Missed, Motif::Discovery(slots)) => Claim::MissedDiscovery(slots),
            (Missed, Motif::Trap(slots)) => Claim::MissedTrap(slots),
            (Missed, Motif::RemovesGuard(slots)) => Claim::MissedGuard(slots),
            (Missed, Motif::Promotion(slots)) => Claim::MissedPromotion(slots),
            (Missed, Motif::Recapture(slots)) => Claim::MissedRecapture(slots),
            (Missed, Motif::Soon(slots)) => Claim::MissedSoon(slots),
            (Allowed, Motif::Recapture(_)) | (Missed, Motif::Unguards(_)) => return None,
        })
    }

    /// The name of the kind, as `capture-allowed`.
    pub fn kind(&self) -> &'static str {
        match self {
            Claim::Checkmate => "checkmate",
            Claim::HasMate { .. } => "has-mate",
            Claim::HadMate { .. } => "had-mate",
            Claim::AllowsMate { .. } => "allows-mate",
            Claim::Promotes { .. } => "promotes",
            Claim::TakesLoose { .. } => "takes-loose",
            Claim::Class { .. } => "class",
            Claim::ClassCost { .. } => "class-cost",
            Claim::Still { .. } => "still",
            Claim::Stalemate => "stalemate",
            Claim::CaptureAllowed { .. } => "capture-allowed",
            Claim::ReplyAttacks { .. } => "reply-attacks",
            Claim::ReplyChecks { .. } => "reply-checks",
            Claim::Wins(_) => "wins",
            Claim::Fork(_) => "fork",
            Claim::Pin(_) => "pin",
            Claim::Skewer(_) => "skewer",
            Claim::Discovery(_) => "discovery",
            Claim::Trap(_) => "trap",
            Claim::RemovesGuard(_) => "removes-guard",
            Claim::Unguards(_) => "unguards",
            Claim::Promotion(_) => "promotion",
            Claim::SoonWins(_) => "soon-wins",
            Claim::MissedWins(_) => "missed-wins",
            Claim::MissedFork(_) => "missed-fork",
            Claim::MissedPin(_) => "missed-pin",
            Claim::MissedSkewer(_) => "missed-skewer",
            Claim::MissedDiscovery(_) => "missed-discovery",
            Claim::MissedTrap(_) => "missed-trap",
            Claim::MissedGuard(_) => "missed-guard",
            Claim::MissedPromotion(_) => "missed-promotion",
            Claim::MissedRecapture(_) => "missed-recapture",
            Claim::MissedSoon(_) => "missed-soon",
            Claim::WorseRoom { .. } => "worse-room",
            Claim::WorseKing { .. } => "worse-king",
            Claim::WorsePawns { .. } => "worse-pawns",
            Claim::Better { .. } => "better",
            Claim::ThreatensMate { .. } => "threatens-mate",
            Claim::Parries => "parries",
            Claim::Sacrifice { .. } => "sacrifice",
            Claim::Attacks { .. } => "attacks",
            Claim::Rescues { .. } => "rescues",
            Claim::Guards { .. } => "guards",
            Claim::Castles => "castles",
            Claim::Centre => "centre",
            Claim::OpenFile { .. } => "open-file",
            Claim::MoreRoom => "more-room",
            Claim::SaferKing => "safer-king",
            Claim::BetterPawns => "better-pawns",
            Claim::Standing { .. } => "standing",
        }
    }

    /// Whether it is a grade: `class`, `class-cost` or `still`.
    pub fn is_grade(&self) -> bool {
        matches!(
            self,
            Claim::Class { .. } | Claim::ClassCost { .. } | Claim::Still { .. }
        )
    }

    /// Whether it is a cause that rests on a line of play after the move.
    pub fn is_allowed_line(&self) -> bool {
        matches!(
            self,
            Claim::Wins(_)
                | Claim::Fork(_)
                | Claim::Pin(_)
                | Claim::Skewer(_)
                | Claim::Discovery(_)
                | Claim::Trap(_)
                | Claim::RemovesGuard(_)
                | Claim::Unguards(_)
                | Claim::Promotion(_)
                | Claim::SoonWins(_)
        )
    }

    /// Whether it is a cause that rests on a better line, which was missed.
    pub fn is_missed_line(&self) -> bool {
        matches!(
            self,
            Claim::MissedWins(_)
                | Claim::MissedFork(_)
                | Claim::MissedPin(_)
                | Claim::MissedSkewer(_)
                | Claim::MissedDiscovery(_)
                | Claim::MissedTrap(_)
                | Claim::MissedGuard(_)
                | Claim::MissedPromotion(_)
                | Claim::MissedRecapture(_)
                | Claim::MissedSoon(_)
        )
    }

    /// Whether it is a cause that lies on the board, not in a meter.
    pub fn is_board_cause(&self) -> bool {
        self.is_allowed_line()
            || self.is_missed_line()
            || matches!(
                self,
                Claim::Stalemate
                    | Claim::AllowsMate { .. }
                    | Claim::CaptureAllowed { .. }
                    | Claim::ReplyAttacks { .. }
                    | Claim::ReplyChecks { .. }
            )
    }

    /// Whether it is an ordinary sentence, one that waits its turn.
    pub fn is_ordinary(&self) -> bool {
        matches!(
            self,
            Claim::ThreatensMate { .. }
                | Claim::Parries
                | Claim::Sacrifice { .. }
                | Claim::Attacks { .. }
                | Claim::Rescues { .. }
                | Claim::Guards { .. }
                | Claim::Castles
                | Claim::Centre
                | Claim::OpenFile { .. }
                | Claim::MoreRoom
                | Claim::SaferKing
                | Claim::BetterPawns
                | Claim::Standing { .. }
        )
    }

    /// Whether it names a move that was better than the one played.
    pub fn names_better_move(&self) -> bool {
        self.is_missed_line()
            || matches!(
                self,
                Claim::HadMate { .. }
                    | Claim::Better { .. }
                    | Claim::WorseRoom { .. }
                    | Claim::WorseKing { .. }
                    | Claim::WorsePawns { .. }
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_kind_is_the_kind() {
        for claim in super::super::testing::every_claim() {
            let stored = serde_json::to_value(&claim).expect("a claim is plain data");
            assert_eq!(stored["kind"], claim.kind());
            let read: Claim = serde_json::from_value(stored).expect("a stored claim");
            assert_eq!(read, claim);
        }
    }

    #[test]
    fn a_cost_is_the_nearest_half_pawn_and_the_larger_of_two() {
        let words = |cost| HalfPawns::nearest(cost).map(HalfPawns::as_str);
        assert_eq!(words(24), None);
        assert_eq!(words(25), Some("half a pawn"));
        assert_eq!(words(74), Some("half a pawn"));
        assert_eq!(words(75), Some("a pawn"));
        assert_eq!(words(160), Some("one and a half pawns"));
        assert_eq!(words(500), Some("five pawns"));
        assert_eq!(words(501), None);
    }
}
