//! What an annotated game says, ply by ply, before anything is judged.

use shakmaty::{Color, Position};

use crate::{
    arrows,
    carrier::{self, Found, Tag},
    claim::{Claim, Kind, Person, colour_word},
    grammar::{Grammar, Sentence},
    judge::Standing,
    record::{Existing, Record, Voice},
    replay::{Ply, Replay},
    scanner::{Game, MoveText},
};

/// One graded ply with what is said of it.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own about the ply.
pub struct Told {
    /// The move and the position before it.
    pub ply: Ply,
    /// Who moved.
    pub mover: Color,
    /// Who speaks to whom here.
    pub person: Person,
    /// The tag, where a piece of ours stands here.
    pub tag: Option<Tag>,
    /// Our words, commands taken off.
    pub text: String,
    /// Our arrows, command by command as they stand.
    pub drawn: Vec<String>,
    /// Our `[%eval …]`, what stands in it.
    pub eval: Option<String>,
    /// Whether a person's comment holds an `[%eval …]`.
    pub has_their_eval: bool,
    /// Our variation, brackets and leading blank included.
    pub variation: String,
    /// Whether another variation follows ours.
    pub has_their_variation: bool,
    /// What the text says.
    pub sentences: Vec<Sentence>,
    /// Whether an assessment of a person stands here.
    pub is_assessed: bool,
    /// Why nothing of ours need stand here, although there was something to say.
    pub excuse: Option<&'static str>,
    /// Whether a `[%qv` stands here that does not agree.
    pub is_edited: bool,
    /// Bytes of ours that are not the ASCII 1.1 allows.
    pub has_odd_bytes: bool,
    /// Whether our text belongs into a comment of machine commands and is not.
    pub is_misplaced: bool,
}

impl Told {
    /// A ply of which nothing is said.
    pub fn silent(ply: Ply, person: Person) -> Told {
        Told {
            mover: ply.line.position().turn(),
            ply,
            person,
            tag: None,
            text: String::new(),
            drawn: Vec::new(),
            eval: None,
            has_their_eval: false,
            variation: String::new(),
            has_their_variation: false,
            sentences: Vec::new(),
            is_assessed: false,
            excuse: None,
            is_edited: false,
            has_odd_bytes: false,
            is_misplaced: false,
        }
    }

    /// The claims that were read, in order.
    pub fn claims(&self) -> impl DoubleEndedIterator<Item = &Claim> {
        self.sentences.iter().filter_map(|sentence| match sentence {
            Sentence::Claim(claim) => Some(claim),
            _ => None,
        })
    }

    /// Whether a claim of the kind was read.
    pub fn says(&self, kind: Kind) -> bool {
        self.claims().any(|claim| claim.kind == kind)
    }

    /// Whether class and cost are left to a person's assessment.
    pub fn defers(&self, record: &Record) -> bool {
        record.existing == Existing::Keep && self.is_assessed
    }

    /// The number of the move.
    pub fn move_number(&self) -> u32 {
        self.ply.line.position().fullmoves().get()
    }
}

/// The person for a side in a voice.
pub fn person(record: &Record, mover: Color) -> Person {
    match (record.voice, record.you) {
        (Voice::Neutral, _) | (_, None) => Person::Neutral,
        (Voice::Student, Some(you)) if you == mover => Person::You,
        (Voice::Student, Some(_)) => Person::They,
        (Voice::Partner, Some(you)) if you == mover => Person::YouI,
        (Voice::Partner, Some(_)) => Person::IYou,
    }
}

/// Reads what is said of the graded plies of a game.
pub fn tell(
    text: &[u8],
    game: &Game,
    record: &Record,
    replay: &Replay,
    grammar: &Grammar,
) -> Vec<Told> {
    let graded = replay.plies.iter().zip(&game.moves).take(record.graded);
    graded
        .map(|(ply, moved)| tell_ply(text, moved, ply, record, grammar))
        .collect()
}

fn tell_ply(text: &[u8], moved: &MoveText, ply: &Ply, record: &Record, grammar: &Grammar) -> Told {
    use shakmaty::Position;
    let person = person(record, ply.line.position().turn());
    let found = carrier::find(text, moved);
    let mut told = Told::silent(ply.clone(), person);
    told.is_edited = found == Found::Edited;
    let mut nags: Vec<u16> = moved
        .nags
        .iter()
        .chain(&moved.late_nags)
        .map(|nag| nag.number)
        .collect();
    let mut ours = None;
    if let Found::Ours(pieces) = found {
        if !pieces.nag.is_empty() {
            nags.remove(moved.nags.len() - 1);
        }
        let words = String::from_utf8_lossy(&text[pieces.words.clone()]).into_owned();
        let (words, eval) = split_eval(&words);
        (told.text, told.drawn) = arrows::split(&words);
        told.eval = eval;
        told.variation = String::from_utf8_lossy(&text[pieces.variation.clone()]).into_owned();
        told.has_their_variation = !pieces.variation.is_empty() && moved.variations.len() > 1;
        let bytes = [&pieces.nag, &pieces.words, &pieces.variation];
        told.has_odd_bytes = bytes.iter().any(|range| {
            text[(*range).clone()]
                .iter()
                .any(|byte| !(b' '..=b'~').contains(byte) || b"{};".contains(byte))
        });
        told.is_misplaced = carrier::is_misplaced(text, moved, &pieces);
        told.is_edited = carrier::holds_foreign_tag(text, moved, &pieces);
        told.tag = Some(pieces.tag.clone());
        ours = Some(pieces.text.clone());
    }
    told.is_assessed = nags.iter().any(|nag| (1..=6).contains(nag));
    if !told.text.is_empty() {
        told.sentences = grammar.read(&told.text, person);
    }
    for comment in moved.comments.iter().chain(&moved.late_comments) {
        let mut inside = text[comment.inside()].to_vec();
        if let Some(ours) = &ours {
            if *ours == (comment.span.start - 1..comment.span.end) {
                continue;
            }
            let start = comment.inside().start;
            if ours.start >= start && ours.end <= comment.inside().end {
                inside.drain(ours.start - start..ours.end - start);
            }
        }
        told.has_their_eval |= carrier::has_command(&inside, "eval");
        let words = carrier::words_of(&inside);
        if !words.is_empty() && !grammar.parses(&words, Some(person)).is_empty() {
            told.excuse = Some("a comment says it already");
        }
    }
    if told.is_edited {
        told.excuse = Some("a tag that was edited makes the move a person's");
    }
    told
}

/// Takes the `[%eval …]` off the end of our words.
fn split_eval(words: &str) -> (String, Option<String>) {
    let Some(rest) = words.strip_suffix(']') else {
        return (words.to_owned(), None);
    };
    let Some(at) = rest.rfind("[%eval ") else {
        return (words.to_owned(), None);
    };
    let Some(before) = arrows::before_command(words, at) else {
        return (words.to_owned(), None);
    };
    (
        before.to_owned(),
        Some(rest[at + "[%eval ".len()..].to_owned()),
    )
}

/// Who is said to stand better: `None` is about equal.
pub type Said = Option<(Color, Standing)>;

/// The colour that a claim names as winning or better.
pub fn holder(claim: &Claim, mover: Color) -> Color {
    if let Some(word) = claim.slot("holder").or(claim.slot("other")) {
        return if word == colour_word(Color::White) {
            Color::White
        } else {
            Color::Black
        };
    }
    if claim.sentence.to_ascii_lowercase().starts_with("you ") {
        mover
    } else {
        !mover
    }
}

/// What a standing sentence says; nothing if its word is unknown.
pub fn said_standing(claim: &Claim, mover: Color) -> Option<Said> {
    match claim.slot("standing") {
        None => Some(None),
        Some(words) => Standing::from_words(words).map(|word| Some((holder(claim, mover), word))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eval_is_taken_off_the_words() {
        assert_eq!(
            split_eval("A. [%eval 0.10,6]"),
            ("A.".into(), Some("0.10,6".into()))
        );
        assert_eq!(
            split_eval("[%eval #-2,6]"),
            (String::new(), Some("#-2,6".into()))
        );
        assert_eq!(split_eval("A."), ("A.".into(), None));
        let close = "A.[%eval 0.10,6]";
        assert_eq!(split_eval(close), (close.into(), None));
    }
}
