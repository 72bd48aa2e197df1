//! The wordings: one table for all kinds and persons, and how its slots are filled.
//!
//! [`form`] is the table. Its entries are those of the project's book of claims,
//! and a test compares them form by form, so that a changed word here or there is
//! noticed.

use shakmaty::Color;

use super::{
    claim::{Claim, Holder, Target},
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
            | Claim::Guards { piece, .. },
            "piece",
        ) => Some(names::role(*piece).to_owned()),
        (
            Claim::TakesLoose { square, .. }
            | Claim::CaptureAllowed { square, .. }
            | Claim::ReplyAttacks { square, .. }
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
        "the targets" => "the",
        "your targets" => "your",
        "my targets" => "my",
        _ => return None,
    };
    let named: Vec<String> = targets
        .iter()
        .map(|target| format!("{owner} {} on {}", names::role(target.piece), target.square))
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
            ("{words}", "queen takes pawn"),
            ("{standing}", "clearly better"),
        ];
        let lists = [
            ("{the targets}", "the rook on d5 and the bishop on c7"),
            ("{your targets}", "your rook on d5 and your bishop on c7"),
            ("{my targets}", "my rook on d5 and my bishop on c7"),
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
