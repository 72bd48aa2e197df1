//! The wordings: one table for all kinds and persons, and how its slots are filled.
//!
//! [`form`] is the table. Its entries are those of the project's book of claims,
//! and a test compares them form by form, so that a changed word here or there is
//! noticed.

use shakmaty::{Color, Role};

use super::{
    claim::{Claim, Holder, Target},
    motif::{Course, Discovered, Pinned, Prey, Retake, Soon, Targets, Unguarded, Winning, Won},
    names,
    voice::Person,
};

/// The form of a claim for a person, slots and all; none where the claim is never
/// said to that person.
#[expect(clippy::too_many_lines, reason = "one table, read as one")]
pub fn form(claim: &Claim, person: Person) -> Option<&'static str> {
    use Holder::{Mover, Other};
    use Person::{IYou, Neutral, They, You, YouI};
    Some(match claim {
        Claim::Checkmate => "Checkmate.",
        Claim::HasMate { .. } => match person {
            Neutral | They => "{side} has mate in {n}.",
            You | YouI => "You have mate in {n}.",
            IYou => "I have mate in {n}.",
        },
        Claim::HadMate { .. } => match person {
            Neutral | They => "{side} had mate in {n}: {move}.",
            You | YouI => "You had mate in {n}: {move}.",
            IYou => "I had mate in {n}: {move}.",
        },
        Claim::AllowsMate { .. } => match person {
            Neutral => "{side} allows mate in {n}.",
            You | YouI => "You allow mate in {n}.",
            They | IYou => return None,
        },
        Claim::Promotes { .. } => match person {
            Neutral | They => "{side} promotes to a {new}.",
            You | YouI => "You promote to a {new}.",
            IYou => "I promote to a {new}.",
        },
        Claim::TakesLoose { .. } => match person {
            Neutral => "{side} takes the loose {piece} on {square}.",
            You => "You take the loose {piece} on {square}.",
            They => "{side} takes your loose {piece} on {square}.",
            YouI => "You take my loose {piece} on {square}.",
            IYou => "I take your loose {piece} on {square}.",
        },
        Claim::Class { .. } => "{class}.",
        Claim::ClassCost { .. } => "{class}, about {pawns}.",
        Claim::Still { holder, but } => match (person, holder, but) {
            (Neutral, _, false) => "{holder} is still winning.",
            (Neutral, _, true) => "{holder} is still winning, but",
            (You | YouI, Mover, false) => "You are still winning.",
            (You | YouI, Mover, true) => "You are still winning, but",
            (You, Other, false) => "{other} is still winning.",
            (YouI, Other, false) => "I am still winning.",
            (You | YouI, Other, true) | (They | IYou, _, _) => return None,
        },
        Claim::Stalemate => "This is stalemate.",
        Claim::CaptureAllowed { retake: false, .. } => match person {
            Neutral => {
                "{other} takes the {piece} on {square} with the {by}, and {side} cannot take back."
            }
            You => {
                "{other} takes your {piece} on {square} with the {by}, and you cannot take back."
            }
            YouI => "I take your {piece} on {square} with the {by}, and you cannot take back.",
            They | IYou => return None,
        },
        Claim::CaptureAllowed { retake: true, .. } => match person {
            Neutral => "{other} can take the {piece} on {square} with the {by}.",
            You => "{other} can take your {piece} on {square} with the {by}.",
            YouI => "I can take your {piece} on {square} with the {by}.",
            They | IYou => return None,
        },
        Claim::ReplyAttacks { .. } => match person {
            Neutral => "{other} has {move}, attacking the loose {piece} on {square}.",
            You => "{other} has {move}, attacking your loose {piece} on {square}.",
            YouI => "I have {move}, attacking your loose {piece} on {square}.",
            They | IYou => return None,
        },
        Claim::ReplyChecks { .. } => match person {
            Neutral | You => "{other} has the check {move}.",
            YouI => "I have the check {move}.",
            They | IYou => return None,
        },
        Claim::Wins(Winning {
            won: Won::Piece(_) | Won::Loose(_),
            ..
        }) => match person {
            Neutral => "{other} wins the {piece} on {square}: {line}.",
            You => "{other} wins your {piece} on {square}: {line}.",
            YouI => "I win your {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::Wins(Winning {
            won: Won::Exchange, ..
        }) => match person {
            Neutral | You => "{other} wins the exchange: {line}.",
            YouI => "I win the exchange: {line}.",
            They | IYou => return None,
        },
        Claim::Wins(Winning { won: Won::Pawn, .. }) => match person {
            Neutral | You => "{other} wins a pawn: {line}.",
            YouI => "I win a pawn: {line}.",
            They | IYou => return None,
        },
        Claim::Wins(Winning {
            won: Won::Material, ..
        }) => match person {
            Neutral | You => "{other} wins material: {line}.",
            YouI => "I win material: {line}.",
            They | IYou => return None,
        },
        Claim::Fork(_) => match person {
            Neutral => "{other} forks {the forked}: {line}.",
            You => "{other} forks {your forked}: {line}.",
            YouI => "I fork {your forked}: {line}.",
            They | IYou => return None,
        },
        Claim::Pin(Pinned {
            behind: Some(_), ..
        }) => match person {
            Neutral => "{other} pins the {piece} on {square} to the {behind}: {line}.",
            You => "{other} pins your {piece} on {square} to your {behind}: {line}.",
            YouI => "I pin your {piece} on {square} to your {behind}: {line}.",
            They | IYou => return None,
        },
        Claim::Pin(Pinned { behind: None, .. }) => match person {
            Neutral => "{other} attacks the pinned {piece} on {square}: {line}.",
            You => "{other} attacks your pinned {piece} on {square}: {line}.",
            YouI => "I attack your pinned {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::Skewer(_) => match person {
            Neutral => "{other} skewers {the forked}: {line}.",
            You => "{other} skewers {your forked}: {line}.",
            YouI => "I skewer {your forked}: {line}.",
            They | IYou => return None,
        },
        Claim::Discovery(Discovered {
            target: Some(_), ..
        }) => match person {
            Neutral => "{other} uncovers an attack on the {piece} on {square}: {line}.",
            You => "{other} uncovers an attack on your {piece} on {square}: {line}.",
            YouI => "I uncover an attack on your {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::Discovery(Discovered { target: None, .. }) => match person {
            Neutral | You => "{other} has a discovered check: {line}.",
            YouI => "I have a discovered check: {line}.",
            They | IYou => return None,
        },
        Claim::Trap(_) => match person {
            Neutral => "{other} traps the {piece} on {square}: {line}.",
            You => "{other} traps your {piece} on {square}: {line}.",
            YouI => "I trap your {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::RemovesGuard(_) => match person {
            Neutral => "{other} takes the guard of the {piece} on {square}: {line}.",
            You => "{other} takes the guard of your {piece} on {square}: {line}.",
            YouI => "I take the guard of your {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::Unguards(_) => match person {
            Neutral => "{side}'s {by} was guarding the {piece} on {square}: {line}.",
            You | YouI => "Your {by} was guarding the {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::Promotion(_) => match person {
            Neutral | You => "{other}'s pawn promotes: {line}.",
            YouI => "My pawn promotes: {line}.",
            They | IYou => return None,
        },
        Claim::SoonWins(Soon {
            target: Some(_), ..
        }) => match person {
            Neutral => "{other} has {move}, and soon wins the {piece} on {square}.",
            You => "{other} has {move}, and soon wins your {piece} on {square}.",
            YouI => "I have {move}, and soon win your {piece} on {square}.",
            They | IYou => return None,
        },
        Claim::SoonWins(Soon { target: None, .. }) => match person {
            Neutral | You => "{other} has {move}, and soon wins material.",
            YouI => "I have {move}, and soon win material.",
            They | IYou => return None,
        },
        Claim::MissedWins(Winning {
            won: Won::Loose(_), ..
        }) => match person {
            Neutral => "{side} could have taken the loose {piece} on {square}: {line}.",
            You => "You could have taken the loose {piece} on {square}: {line}.",
            YouI => "You could have taken my loose {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedWins(Winning {
            won: Won::Piece(_), ..
        }) => match person {
            Neutral => "{side} could have won the {piece} on {square}: {line}.",
            You => "You could have won the {piece} on {square}: {line}.",
            YouI => "You could have won my {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedWins(Winning {
            won: Won::Exchange, ..
        }) => match person {
            Neutral => "{side} could have won the exchange: {line}.",
            You | YouI => "You could have won the exchange: {line}.",
            They | IYou => return None,
        },
        Claim::MissedWins(Winning { won: Won::Pawn, .. }) => match person {
            Neutral => "{side} could have won a pawn: {line}.",
            You | YouI => "You could have won a pawn: {line}.",
            They | IYou => return None,
        },
        Claim::MissedWins(Winning {
            won: Won::Material, ..
        }) => match person {
            Neutral => "{side} could have won material: {line}.",
            You | YouI => "You could have won material: {line}.",
            They | IYou => return None,
        },
        Claim::MissedFork(_) => match person {
            Neutral => "{side} had a fork of {the forked}: {line}.",
            You => "You had a fork of {the forked}: {line}.",
            YouI => "You had a fork of {my forked}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedPin(Pinned {
            behind: Some(_), ..
        }) => match person {
            Neutral => "{side} could have pinned the {piece} on {square} to the {behind}: {line}.",
            You => "You could have pinned the {piece} on {square} to the {behind}: {line}.",
            YouI => "You could have pinned my {piece} on {square} to my {behind}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedPin(Pinned { behind: None, .. }) => match person {
            Neutral => "{side} could have attacked the pinned {piece} on {square}: {line}.",
            You => "You could have attacked the pinned {piece} on {square}: {line}.",
            YouI => "You could have attacked my pinned {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedSkewer(_) => match person {
            Neutral => "{side} had a skewer of {the forked}: {line}.",
            You => "You had a skewer of {the forked}: {line}.",
            YouI => "You had a skewer of {my forked}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedDiscovery(Discovered {
            target: Some(_), ..
        }) => match person {
            Neutral => "{side} could have uncovered an attack on the {piece} on {square}: {line}.",
            You => "You could have uncovered an attack on the {piece} on {square}: {line}.",
            YouI => "You could have uncovered an attack on my {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedDiscovery(Discovered { target: None, .. }) => match person {
            Neutral => "{side} had a discovered check: {line}.",
            You | YouI => "You had a discovered check: {line}.",
            They | IYou => return None,
        },
        Claim::MissedTrap(_) => match person {
            Neutral => "{side} could have trapped the {piece} on {square}: {line}.",
            You => "You could have trapped the {piece} on {square}: {line}.",
            YouI => "You could have trapped my {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedGuard(_) => match person {
            Neutral => "{side} could have taken the guard of the {piece} on {square}: {line}.",
            You => "You could have taken the guard of the {piece} on {square}: {line}.",
            YouI => "You could have taken the guard of my {piece} on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedPromotion(_) => match person {
            Neutral => "{side} could have promoted: {line}.",
            You | YouI => "You could have promoted: {line}.",
            They | IYou => return None,
        },
        Claim::MissedRecapture(_) => match person {
            Neutral => "{side} could have taken back on {square}: {line}.",
            You | YouI => "You could have taken back on {square}: {line}.",
            They | IYou => return None,
        },
        Claim::MissedSoon(Soon {
            target: Some(_), ..
        }) => match person {
            Neutral => "{side} had {move}, soon winning the {piece} on {square}.",
            You => "You had {move}, soon winning the {piece} on {square}.",
            YouI => "You had {move}, soon winning my {piece} on {square}.",
            They | IYou => return None,
        },
        Claim::MissedSoon(Soon { target: None, .. }) => match person {
            Neutral => "{side} had {move}, soon winning material.",
            You | YouI => "You had {move}, soon winning material.",
            They | IYou => return None,
        },
        Claim::WorseRoom { .. } => match person {
            Neutral => "{move} leaves {side}'s pieces more room.",
            You | YouI => "{move} leaves your pieces more room.",
            They | IYou => return None,
        },
        Claim::WorseKing { .. } => match person {
            Neutral => "{move} keeps {side}'s king safer.",
            You | YouI => "{move} keeps your king safer.",
            They | IYou => return None,
        },
        Claim::WorsePawns { .. } => match person {
            Neutral => "{move} keeps {side}'s pawns in better shape.",
            You | YouI => "{move} keeps your pawns in better shape.",
            They | IYou => return None,
        },
        Claim::Better { words: None, .. } => "Better was {move}.",
        Claim::Better { words: Some(_), .. } => "Better was {move}, {words}.",
        Claim::ThreatensMate { .. } => match person {
            Neutral | They => "{side} threatens mate: {move}.",
            You | YouI => "You threaten mate: {move}.",
            IYou => "I threaten mate: {move}.",
        },
        Claim::Parries => match person {
            Neutral => "{side} parries the threat of mate.",
            You => "You parry the threat of mate.",
            YouI => "You parry my threat of mate.",
            They | IYou => return None,
        },
        Claim::Sacrifice { .. } => match person {
            Neutral => "{side} offers the {piece} on {square}, and it is sound.",
            You | YouI => "You offer the {piece} on {square}, and it is sound.",
            They | IYou => return None,
        },
        Claim::Attacks { from, targets, .. } => match (person, from.is_some(), targets.len() > 1) {
            (Neutral, false, false) => "{side}'s {by} now attacks the loose {piece} on {square}.",
            (Neutral, false, true) => "{side}'s {by} now attacks {the targets}. {all} are loose.",
            (Neutral, true, false) => {
                "{side}'s {by} on {from} now attacks the loose {piece} on {square}."
            }
            (Neutral, true, true) => {
                "{side}'s {by} on {from} now attacks {the targets}. {all} are loose."
            }
            (You, false, false) => "Your {by} now attacks the loose {piece} on {square}.",
            (You, false, true) => "Your {by} now attacks {the targets}. {all} are loose.",
            (You, true, false) => "Your {by} on {from} now attacks the loose {piece} on {square}.",
            (You, true, true) => "Your {by} on {from} now attacks {the targets}. {all} are loose.",
            (They, false, false) => "{side}'s {by} now attacks your loose {piece} on {square}.",
            (They, false, true) => "{side}'s {by} now attacks {your targets}. {all} are loose.",
            (They, true, false) => {
                "{side}'s {by} on {from} now attacks your loose {piece} on {square}."
            }
            (They, true, true) => {
                "{side}'s {by} on {from} now attacks {your targets}. {all} are loose."
            }
            (YouI, false, false) => "Your {by} now attacks my loose {piece} on {square}.",
            (YouI, false, true) => "Your {by} now attacks {my targets}. {all} are loose.",
            (YouI, true, false) => "Your {by} on {from} now attacks my loose {piece} on {square}.",
            (YouI, true, true) => "Your {by} on {from} now attacks {my targets}. {all} are loose.",
            (IYou, false, false) => "My {by} now attacks your loose {piece} on {square}.",
            (IYou, false, true) => "My {by} now attacks {your targets}. {all} are loose.",
            (IYou, true, false) => "My {by} on {from} now attacks your loose {piece} on {square}.",
            (IYou, true, true) => "My {by} on {from} now attacks {your targets}. {all} are loose.",
        },
        Claim::Rescues { .. } => match person {
            Neutral => "{side} brings the loose {piece} from {from} to safety.",
            You | YouI => "You bring the loose {piece} from {from} to safety.",
            They | IYou => return None,
        },
        Claim::Guards { .. } => match person {
            Neutral => "{side} guards the loose {piece} on {square}.",
            You | YouI => "You guard the loose {piece} on {square}.",
            They | IYou => return None,
        },
        Claim::Castles => match person {
            Neutral => "{side} castles.",
            You | YouI => "You castle.",
            They | IYou => return None,
        },
        Claim::Centre => match person {
            Neutral => "{side} puts a pawn in the centre.",
            You | YouI => "You put a pawn in the centre.",
            They | IYou => return None,
        },
        Claim::OpenFile { .. } => match person {
            Neutral => "{side}'s rook takes the open {file}-file.",
            You | YouI => "Your rook takes the open {file}-file.",
            They | IYou => return None,
        },
        Claim::MoreRoom => match person {
            Neutral => "{side}'s pieces gain room.",
            You | YouI => "Your pieces gain room.",
            They | IYou => return None,
        },
        Claim::SaferKing => match person {
            Neutral => "{side}'s king is safer.",
            You | YouI => "Your king is safer.",
            They | IYou => return None,
        },
        Claim::BetterPawns => match person {
            Neutral => "{side}'s pawns stand better.",
            You | YouI => "Your pawns stand better.",
            They | IYou => return None,
        },
        Claim::Standing { holder: None, .. } => "The game is about equal.",
        Claim::Standing {
            holder: Some(holder),
            ..
        } => match (person, holder) {
            (Neutral, _) => "{holder} is {standing}.",
            (You | YouI, Mover) => "You are {standing}.",
            (You, Other) => "{other} is {standing}.",
            (YouI, Other) => "I am {standing}.",
            (They | IYou, _) => return None,
        },
    })
}

/// The sentence of a claim about a move by `mover`, for a person; none where the
/// claim is never said to that person.
pub fn sentence(claim: &Claim, person: Person, mover: Color) -> Option<String> {
    let mut rest = form(claim, person)?;
    let mut sentence = String::with_capacity(rest.len() + 24);
    while let Some((before, slot_on)) = rest.split_once('{') {
        let (slot, after) = slot_on.split_once('}')?;
        sentence.push_str(before);
        sentence.push_str(&fill(claim, slot, mover)?);
        rest = after;
    }
    sentence.push_str(rest);
    Some(sentence)
}

/// The sentences of several claims as one text, none if one of them cannot be
/// said to that person.
///
/// After a sentence that runs on (`…, but`) the next one begins small, unless it
/// begins with a name, `I` or a move number.
pub fn text(claims: &[Claim], person: Person, mover: Color) -> Option<String> {
    let sentences: Option<Vec<String>> = claims
        .iter()
        .map(|claim| sentence(claim, person, mover))
        .collect();
    Some(join(&sentences?))
}

/// Sentences as one text, joined by one space.
pub fn join(sentences: &[String]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        if text.is_empty() {
            text.push_str(sentence);
            continue;
        }
        let runs_on = text.ends_with(", but");
        text.push(' ');
        if runs_on {
            text.push_str(&begun_small(sentence));
        } else {
            text.push_str(sentence);
        }
    }
    text
}

fn begun_small(sentence: &str) -> String {
    let first_word = sentence.split(' ').next().unwrap_or_default();
    if matches!(first_word, "White" | "Black" | "I") {
        return sentence.to_owned();
    }
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// What stands in a slot; none for a slot the claim does not have.
fn fill(claim: &Claim, slot: &str, mover: Color) -> Option<String> {
    match slot {
        "side" => return Some(names::side(mover).to_owned()),
        "other" => return Some(names::side(mover.other()).to_owned()),
        _ => {}
    }
    match (claim, slot) {
        (Claim::HasMate { n } | Claim::HadMate { n, .. } | Claim::AllowsMate { n }, "n") => {
            Some(names::count(*n))
        }
        (
            Claim::HadMate { mv, .. }
            | Claim::ReplyAttacks { mv, .. }
            | Claim::ReplyChecks { mv }
            | Claim::WorseRoom { mv }
            | Claim::WorseKing { mv }
            | Claim::WorsePawns { mv }
            | Claim::ThreatensMate { mv }
            | Claim::Better { mv, .. },
            "move",
        ) => Some(mv.clone()),
        (Claim::Better { words, .. }, "words") => words.clone(),
        (Claim::Promotes { new }, "new") => Some(names::role(*new).to_owned()),
        (
            Claim::TakesLoose { piece, .. }
            | Claim::CaptureAllowed { piece, .. }
            | Claim::ReplyAttacks { piece, .. }
            | Claim::Rescues { piece, .. }
            | Claim::Sacrifice { piece, .. }
            | Claim::Guards { piece, .. },
            "piece",
        ) => Some(names::role(*piece).to_owned()),
        (
            Claim::TakesLoose { square, .. }
            | Claim::CaptureAllowed { square, .. }
            | Claim::ReplyAttacks { square, .. }
            | Claim::Sacrifice { square, .. }
            | Claim::Guards { square, .. },
            "square",
        ) => Some(square.to_string()),
        (
            Claim::Rescues { from, .. }
            | Claim::Attacks {
                from: Some(from), ..
            },
            "from",
        ) => Some(from.to_string()),
        (Claim::CaptureAllowed { by, .. } | Claim::Attacks { by, .. }, "by") => {
            Some(names::role(*by).to_owned())
        }
        (Claim::Class { class } | Claim::ClassCost { class, .. }, "class") => {
            Some(class.to_string())
        }
        (Claim::ClassCost { pawns, .. }, "pawns") => Some(pawns.to_string()),
        (
            Claim::Still { holder, .. }
            | Claim::Standing {
                holder: Some(holder),
                ..
            },
            "holder",
        ) => Some(names::side(holder.color(mover)).to_owned()),
        (Claim::Standing { standing, .. }, "standing") => Some(standing.as_str().to_owned()),
        (Claim::OpenFile { file }, "file") => Some(file.to_string()),
        (Claim::Attacks { targets, .. }, slot) => fill_targets(targets, slot),
        (claim, slot) => fill_line(claim, slot),
    }
}

/// What stands in a slot of a cause that rests on a line.
fn fill_line(claim: &Claim, slot: &str) -> Option<String> {
    let target = |target: &Target, slot: &str| match slot {
        "piece" => Some(names::role(target.piece).to_owned()),
        "square" => Some(target.square.to_string()),
        _ => None,
    };
    let (line, piece, square) = match claim {
        Claim::Wins(Winning { won, line }) | Claim::MissedWins(Winning { won, line }) => {
            let (Won::Loose(won) | Won::Piece(won)) = won else {
                return (slot == "line").then(|| line.clone());
            };
            (line, Some(won.piece), Some(won.square))
        }
        Claim::Fork(Targets { targets, line })
        | Claim::MissedFork(Targets { targets, line })
        | Claim::Skewer(Targets { targets, line })
        | Claim::MissedSkewer(Targets { targets, line }) => {
            return if slot == "line" {
                Some(line.clone())
            } else {
                fill_targets(targets, slot)
            };
        }
        Claim::Pin(pinned) | Claim::MissedPin(pinned) => {
            let Pinned {
                piece,
                square,
                behind,
                line,
            } = pinned;
            if slot == "behind" {
                return behind.map(|role| names::role(role).to_owned());
            }
            (line, Some(*piece), Some(*square))
        }
        Claim::Discovery(Discovered { target, line })
        | Claim::MissedDiscovery(Discovered { target, line }) => (
            line,
            target.map(|target| target.piece),
            target.map(|target| target.square),
        ),
        Claim::Trap(prey)
        | Claim::MissedTrap(prey)
        | Claim::RemovesGuard(prey)
        | Claim::MissedGuard(prey) => {
            let Prey {
                piece,
                square,
                line,
            } = prey;
            (line, Some(*piece), Some(*square))
        }
        Claim::Unguards(unguarded) => {
            let Unguarded {
                by,
                piece,
                square,
                line,
            } = unguarded;
            if slot == "by" {
                return Some(names::role(*by).to_owned());
            }
            (line, Some(*piece), Some(*square))
        }
        Claim::Promotion(Course { line }) | Claim::MissedPromotion(Course { line }) => {
            (line, None, None)
        }
        Claim::MissedRecapture(Retake { square, line }) => (line, None, Some(*square)),
        Claim::SoonWins(soon) | Claim::MissedSoon(soon) => {
            let Soon { mv, target: won } = soon;
            return match (slot, won) {
                ("move", _) => Some(mv.clone()),
                (_, Some(won)) => target(won, slot),
                _ => None,
            };
        }
        _ => return None,
    };
    match slot {
        "line" => Some(line.clone()),
        "piece" => piece.map(|piece| names::role(piece).to_owned()),
        "square" => square.map(|square| square.to_string()),
        _ => None,
    }
}

fn fill_targets(targets: &[Target], slot: &str) -> Option<String> {
    let owner = match slot {
        "piece" => {
            return targets
                .first()
                .map(|target| names::role(target.piece).to_owned());
        }
        "square" => return targets.first().map(|target| target.square.to_string()),
        "all" => return Some(if targets.len() == 2 { "Both" } else { "All" }.to_owned()),
        "the targets" | "the forked" => "the",
        "your targets" | "your forked" => "your",
        "my targets" | "my forked" => "my",
        _ => return None,
    };
    let named: Vec<String> = targets
        .iter()
        .map(|target| match target.piece {
            Role::King => format!("{owner} king"),
            piece => format!("{owner} {} on {}", names::role(piece), target.square),
        })
        .collect();
    let (last, before) = named.split_last()?;
    Some(if before.is_empty() {
        last.clone()
    } else {
        format!("{} and {last}", before.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shakmaty::{Role, Square};

    use super::super::testing::{every_claim, project_file};
    use super::*;

    /// The rows of the tables `person | form` of the book of claims, by kind.
    fn book() -> Vec<(String, String, String)> {
        let book = project_file("verify/CLAIMS.md");
        let (_, forms) = book.split_once("\n# 2 The forms\n").expect("section 2");
        let mut rows = Vec::new();
        for section in forms.split("\n## ").skip(1) {
            let kind = section.lines().next().expect("a heading");
            for line in section.lines().filter(|line| line.starts_with("| ")) {
                let mut cells = line.trim_matches('|').split('|').map(str::trim);
                let (Some(person), Some(form)) = (cells.next(), cells.next()) else {
                    continue;
                };
                if person != "person" {
                    rows.push((kind.to_owned(), person.to_owned(), form.to_owned()));
                }
            }
        }
        assert!(rows.len() > 90, "the tables were not found");
        rows
    }

    #[test]
    fn every_form_is_the_book_s_and_every_form_of_the_book_is_said() {
        let mut written = BTreeSet::new();
        for (kind, person, form) in book() {
            for each in Person::ALL {
                if person == "any" || person == each.as_str() {
                    written.insert((kind.clone(), each.as_str(), form.clone()));
                }
            }
        }
        let mut said = BTreeSet::new();
        for claim in every_claim() {
            for person in Person::ALL {
                if let Some(form) = form(&claim, person) {
                    said.insert((claim.kind().to_owned(), person.as_str(), form.to_owned()));
                }
            }
        }
        // A kind graded aloud alone is never said of the opponent, though `any` allows it.
        let unsaid: Vec<_> = written.difference(&said).collect();
        assert!(unsaid.is_empty(), "in the book and not said: {unsaid:#?}");
        let unwritten: Vec<_> = said.difference(&written).collect();
        assert!(
            unwritten.is_empty(),
            "said and not in the book: {unwritten:#?}"
        );
    }

    #[test]
    fn every_sentence_is_a_form_of_the_book_with_its_slots_filled() {
        // The samples of `every_claim` fill each slot with the same text wherever it stands.
        let slots = [
            ("{side}", "Black"),
            ("{other}", "White"),
            ("{piece}", "rook"),
            ("{by}", "knight"),
            ("{square}", "d5"),
            ("{from}", "g2"),
            ("{file}", "d"),
            ("{new}", "queen"),
            ("{class}", "Mistake"),
            ("{pawns}", "one and a half pawns"),
            ("{n}", "three"),
            ("{move}", "15... Qxd6"),
            ("{line}", "15... Qxd6"),
            ("{behind}", "queen"),
            ("{words}", "queen takes pawn"),
            ("{standing}", "clearly better"),
        ];
        let lists = [
            ("{the targets}", "the rook on d5 and the bishop on c7"),
            ("{your targets}", "your rook on d5 and your bishop on c7"),
            ("{my targets}", "my rook on d5 and my bishop on c7"),
            ("{the forked}", "the rook on d5 and the bishop on c7"),
            ("{your forked}", "your rook on d5 and your bishop on c7"),
            ("{my forked}", "my rook on d5 and my bishop on c7"),
            ("{all}", "Both"),
        ];
        let lists_of_three = [
            (
                "{the targets}",
                "the rook on d5, the bishop on c7 and the knight on a8",
            ),
            (
                "{your targets}",
                "your rook on d5, your bishop on c7 and your knight on a8",
            ),
            (
                "{my targets}",
                "my rook on d5, my bishop on c7 and my knight on a8",
            ),
            ("{the forked}", ""),
            ("{your forked}", ""),
            ("{my forked}", ""),
            ("{all}", "All"),
        ];
        let book = book();
        let mut seen = 0;
        for claim in every_claim() {
            for person in Person::ALL {
                let Some(said) = sentence(&claim, person, Color::Black) else {
                    continue;
                };
                let found = book.iter().any(|(kind, who, form)| {
                    if kind != claim.kind() || (who != "any" && who != person.as_str()) {
                        return false;
                    }
                    ["Black", "White"].iter().any(|holder| {
                        [lists, lists_of_three].iter().any(|lists| {
                            let mut filled = form.replace("{holder}", holder);
                            for (slot, value) in slots.iter().chain(lists) {
                                filled = filled.replace(slot, value);
                            }
                            filled == said
                        })
                    })
                });
                assert!(found, "{} to {}: {said:?}", claim.kind(), person.as_str());
                assert!(
                    said.is_ascii() && !said.contains(['{', '}', ';', '\n']),
                    "{said:?}"
                );
                seen += 1;
            }
        }
        assert!(seen > 100);
    }

    #[test]
    fn the_holder_is_named_by_its_colour() {
        let still = Claim::Still {
            holder: Holder::Other,
            but: false,
        };
        let say = |person| sentence(&still, person, Color::Black);
        assert_eq!(
            say(Person::Neutral).as_deref(),
            Some("White is still winning.")
        );
        assert_eq!(say(Person::You).as_deref(), Some("White is still winning."));
        assert_eq!(say(Person::YouI).as_deref(), Some("I am still winning."));
        assert_eq!(say(Person::They), None);
    }

    #[test]
    fn a_cause_begins_small_after_but_unless_it_begins_with_a_name() {
        let but = "You are still winning, but".to_owned();
        let join_with = |next: &str| join(&[but.clone(), next.to_owned()]);
        assert_eq!(
            join_with("Better was 3. d4."),
            "You are still winning, but better was 3. d4."
        );
        for kept in [
            "Black can take.",
            "I can take.",
            "3. d4 keeps your king safer.",
        ] {
            assert_eq!(join_with(kept), format!("{but} {kept}"));
        }
    }

    #[test]
    fn one_claim_without_words_leaves_no_text() {
        let claims = [
            Claim::Promotes { new: Role::Queen },
            Claim::Rescues {
                piece: Role::Rook,
                from: Square::A1,
            },
        ];
        assert!(text(&claims, Person::You, Color::White).is_some());
        assert_eq!(text(&claims, Person::They, Color::White), None);
    }

    #[test]
    fn the_golden_moves_are_worded_as_they_stand_there() {
        let golden: serde_json::Value =
            serde_json::from_str(&project_file("golden/moves.json")).expect("JSON");
        for entry in golden.as_array().expect("a list") {
            let name = entry["name"].as_str().expect("a name");
            let claims: Vec<Claim> =
                serde_json::from_value(entry["claims"].clone()).expect("claims");
            assert_eq!(
                serde_json::to_value(&claims).expect("plain data"),
                entry["claims"],
                "{name}"
            );
            let position = super::super::testing::position(entry["fen"].as_str().expect("a FEN"));
            let mover = shakmaty::Position::turn(&position);
            for person in Person::ALL {
                let expected = entry["text"]
                    .get(person.as_str())
                    .map(|text| text.as_str().expect("text"));
                let said = text(&claims, person, mover);
                assert_eq!(said.as_deref(), expected, "{name} to {}", person.as_str());
            }
        }
    }
}
