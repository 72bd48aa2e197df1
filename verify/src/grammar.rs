//! The grammar, built from the tables of CLAIMS.md.
//!
//! A form is a row of a table of section 2: words with typed slots. A text is
//! read by trying every form of its person at every sentence; reading succeeds
//! if exactly the whole text is used up. Nothing here knows what is true.

use std::{collections::BTreeMap, fmt::Write, sync::LazyLock};

use thiserror::Error;

use crate::claim::{Claim, Kind, Person, Target};

/// The contract, as shipped.
pub const CLAIMS: &str = include_str!("../CLAIMS.md");

/// The grammar of the shipped contract.
///
/// # Panics
///
/// If the shipped file has no readable tables, which the tests of this crate
/// rule out.
pub fn shipped() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| match Grammar::parse(CLAIMS) {
        Ok(grammar) => grammar,
        Err(error) => panic!("the shipped CLAIMS.md is readable: {error}"),
    });
    &GRAMMAR
}

/// Why CLAIMS.md could not be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("CLAIMS.md, line {line}: {fault}")]
pub struct GrammarError {
    /// One-based.
    pub line: usize,
    /// In words.
    pub fault: String,
}

/// What may stand in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Slot {
    /// One of the words listed.
    Words(Vec<String>),
    Square,
    File,
    Count,
    Move,
    /// `rook takes pawn`.
    InWords,
    /// One move, or three.
    Line,
    /// `the queen on e7 and the knight on c7`, with the article given.
    Targets(&'static str),
    /// The same, with a king named without its square.
    Forked(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Literal(String),
    Slot(String, Slot),
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The kind of its section.
    pub kind: Kind,
    /// The person of its row; `None` for any.
    pub person: Option<Person>,
    /// The row as written, as `{side} castles.`.
    pub pattern: String,
    pieces: Vec<Piece>,
}

impl Form {
    /// Whether a person may use the form.
    pub fn suits(&self, person: Person) -> bool {
        self.person.is_none_or(|own| own == person)
    }

    /// Whether the form must be followed by a sentence that goes on in it.
    pub fn goes_on(&self) -> bool {
        self.pattern.ends_with(", but")
    }

    /// The names of the slots, in order.
    pub fn slots(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Slot(name, _) => Some(name.as_str()),
            Piece::Literal(_) => None,
        })
    }
}

/// A line of an `example` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The section it stands in.
    pub kind: Kind,
    /// Whether the sentence is true.
    pub holds: bool,
    /// The position before the move.
    pub fen: String,
    /// The move, in UCI.
    pub uci: String,
    /// The person.
    pub person: Person,
    /// The sentence.
    pub sentence: String,
    /// Best and played, where given.
    pub values: Option<(String, String)>,
}

/// All forms, and what the file says beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// The forms, in the order of the file.
    pub forms: Vec<Form>,
    /// The examples, in the order of the file.
    pub examples: Vec<Example>,
    /// Kinds whose section says **always**.
    pub always: Vec<Kind>,
}

/// What a text holds: claims in order, or words that no form explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// Read.
    Claim(Claim),
    /// Read, but only as said to or by somebody else.
    WrongPerson(Claim),
    /// Not read.
    Unread(String),
}

impl Sentence {
    /// The words as they stood.
    pub fn words(&self) -> &str {
        match self {
            Sentence::Claim(claim) | Sentence::WrongPerson(claim) => &claim.sentence,
            Sentence::Unread(text) => text,
        }
    }
}

/// Words for one to twenty.
pub const COUNTS: [&str; 20] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The number a count word stands for; above twenty digits are the word.
pub fn count(word: &str) -> Option<u32> {
    if let Some(index) = COUNTS.iter().position(|known| *known == word) {
        return u32::try_from(index + 1).ok();
    }
    let number: u32 = word.parse().ok()?;
    (number > 20 && number.to_string() == word).then_some(number)
}

/// The word for a count.
pub fn count_word(number: u32) -> String {
    number
        .checked_sub(1)
        .and_then(|index| COUNTS.get(index as usize))
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

impl Grammar {
    /// Reads the tables and examples of a CLAIMS.md.
    ///
    /// # Errors
    ///
    /// A row, slot, section or example that is not in the shape the file states.
    pub fn parse(text: &str) -> Result<Grammar, GrammarError> {
        let mut grammar = Grammar {
            forms: Vec::new(),
            examples: Vec::new(),
            always: Vec::new(),
        };
        let mut words: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut in_forms = false;
        let mut section = None;
        let mut in_example = false;
        for (index, line) in text.lines().enumerate() {
            let fault = |fault: String| GrammarError {
                line: index + 1,
                fault,
            };
            if let Some(title) = line.strip_prefix("# ") {
                in_forms = title == "2 The forms";
                section = None;
            } else if !in_forms {
                // Section 1 is for people.
            } else if let Some(title) = line.strip_prefix("## ") {
                let kind = Kind::from_name(title.trim());
                section = Some(kind.ok_or_else(|| fault(format!("unknown kind `{title}`")))?);
            } else if line.starts_with("```") {
                in_example = line == "```example";
            } else if in_example {
                let kind = section.ok_or_else(|| fault("example outside a section".into()))?;
                grammar
                    .examples
                    .push(read_example(line, kind).map_err(fault)?);
            } else if line == "Said **always**." {
                grammar.always.extend(section);
            } else if let Some(row) = line.strip_prefix("| ") {
                let row = row.trim_end_matches('|').trim_end();
                let Some((left, right)) = row.split_once(" | ") else {
                    return Err(fault("a row without two cells".into()));
                };
                match section {
                    None => read_slot_row(left, right, &mut words),
                    Some(_) if left == "person" => {}
                    Some(kind) => grammar
                        .forms
                        .push(read_form(kind, left, right, &words).map_err(fault)?),
                }
            }
        }
        Ok(grammar)
    }

    /// Reads a text of our own, as said to or by the person given.
    pub fn read(&self, text: &str, person: Person) -> Vec<Sentence> {
        if let Some(claims) = self.parses(text, Some(person)).into_iter().next() {
            return claims.into_iter().map(Sentence::Claim).collect();
        }
        self.read_in_pieces(text, person)
    }

    /// Every way to read the whole text; `None` stands for any person.
    pub fn parses(&self, text: &str, person: Option<Person>) -> Vec<Vec<Claim>> {
        let mut found = Vec::new();
        self.parse_from(text, 0, false, person, &mut Vec::new(), &mut found);
        found
    }

    fn parse_from(
        &self,
        text: &str,
        at: usize,
        goes_on: bool,
        person: Option<Person>,
        so_far: &mut Vec<Claim>,
        found: &mut Vec<Vec<Claim>>,
    ) {
        if at == text.len() {
            if !goes_on && !so_far.is_empty() {
                found.push(so_far.clone());
            }
            return;
        }
        for (claim, end) in self.sentences(&text[at..], goes_on, person) {
            let end = at + end;
            let next_goes_on = self.forms[claim.form].goes_on();
            let rest = &text[end..];
            let next = if rest.is_empty() {
                end
            } else if rest.starts_with(' ') && rest.len() > 1 {
                end + 1
            } else {
                continue;
            };
            so_far.push(claim);
            self.parse_from(text, next, next_goes_on, person, so_far, found);
            so_far.pop();
        }
    }

    /// The claims that a text may begin with, and where each ends.
    fn sentences(&self, text: &str, goes_on: bool, person: Option<Person>) -> Vec<(Claim, usize)> {
        let Some(restored) = restore_capital(text, goes_on) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (index, form) in self.forms.iter().enumerate() {
            if person.is_some_and(|person| !form.suits(person)) {
                continue;
            }
            let mut slots = Vec::new();
            let mut ends = Vec::new();
            match_pieces(&form.pieces, &restored, 0, &mut slots, &mut ends);
            for (slots, end) in ends {
                found.push((claim(form, index, slots, &text[..end]), end));
            }
        }
        found
    }

    /// Reads sentence by sentence, so that one that is not read hides no other.
    fn read_in_pieces(&self, text: &str, person: Person) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        let mut at = 0;
        let mut goes_on = false;
        while at < text.len() {
            let rest = &text[at..];
            let longest = |person: Option<Person>| {
                self.sentences(rest, goes_on, person)
                    .into_iter()
                    .filter(|(_, end)| rest[*end..].is_empty() || rest[*end..].starts_with(' '))
                    .max_by_key(|(_, end)| *end)
            };
            if let Some((claim, end)) = longest(Some(person)) {
                goes_on = self.forms[claim.form].goes_on();
                sentences.push(Sentence::Claim(claim));
                at += end + 1;
            } else if let Some((claim, end)) = longest(None) {
                goes_on = self.forms[claim.form].goes_on();
                sentences.push(Sentence::WrongPerson(claim));
                at += end + 1;
            } else {
                let end = sentence_end(rest);
                sentences.push(Sentence::Unread(rest[..end].to_owned()));
                goes_on = false;
                at += end + 1;
            }
        }
        if goes_on {
            sentences.push(Sentence::Unread("(nothing after `but`)".to_owned()));
        }
        if text.ends_with(' ') {
            sentences.push(Sentence::Unread("(a blank too much)".to_owned()));
        }
        sentences
    }

    /// Writes a claim by a form, for tests and for mutants.
    pub fn render(
        &self,
        form: usize,
        slots: &BTreeMap<String, String>,
        targets: &[Target],
    ) -> Option<String> {
        let mut text = String::new();
        for piece in &self.forms.get(form)?.pieces {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Slot(_, Slot::Targets(article) | Slot::Forked(article)) => {
                    text.push_str(&render_targets(targets, article));
                }
                Piece::Slot(name, _) => text.push_str(slots.get(name)?),
            }
        }
        Some(text)
    }

    /// The values a slot of a form lists, if it lists them.
    pub fn choices(&self, form: usize, slot: &str) -> Option<&[String]> {
        self.forms
            .get(form)?
            .pieces
            .iter()
            .find_map(|piece| match piece {
                Piece::Slot(name, Slot::Words(words)) if name == slot => Some(words.as_slice()),
                _ => None,
            })
    }
}

/// Joins sentences by one space, the first letter after `but` made small.
pub fn join_sentences(sentences: &[String]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        let goes_on = text.ends_with(", but");
        if !text.is_empty() {
            text.push(' ');
        }
        if goes_on && !keeps_capital(sentence) {
            let mut letters = sentence.chars();
            if let Some(first) = letters.next() {
                text.push(first.to_ascii_lowercase());
                text.push_str(letters.as_str());
            }
        } else {
            text.push_str(sentence);
        }
    }
    text
}

fn keeps_capital(sentence: &str) -> bool {
    let word = sentence.split(' ').next().unwrap_or_default();
    let word = word.trim_end_matches("'s");
    matches!(word, "White" | "Black" | "I") || word.starts_with(|c: char| c.is_ascii_digit())
}

/// The text with the first letter as the forms have it.
fn restore_capital(text: &str, goes_on: bool) -> Option<String> {
    if !goes_on || keeps_capital(text) {
        return Some(text.to_owned());
    }
    let mut letters = text.chars();
    let first = letters.next()?;
    if !first.is_ascii_lowercase() {
        return None;
    }
    let restored = format!("{}{}", first.to_ascii_uppercase(), letters.as_str());
    (!keeps_capital(&restored)).then_some(restored)
}

/// Where an unread sentence ends: after a stop that ends the text or stands
/// before a blank and a capital.
fn sentence_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    (0..bytes.len())
        .find(|&at| {
            bytes[at] == b'.'
                && (at == 0
                    || bytes[at - 1] != b'.' && !bytes[at - 1].is_ascii_digit()
                    || bytes.get(at + 2).is_some_and(|next| {
                        next.is_ascii_uppercase()
                            && text[at + 2..].contains(' ')
                            && !looks_like_move(&text[at + 2..])
                    }))
                && bytes.get(at + 1).is_none_or(|next| *next == b' ')
        })
        .map_or(bytes.len(), |at| at + 1)
}

fn looks_like_move(text: &str) -> bool {
    let token = text.split(' ').next().unwrap_or_default();
    move_text_end(&format!("1. {token}")).is_some() && token.chars().any(|c| c.is_ascii_digit())
}

fn claim(form: &Form, index: usize, found: Vec<(String, String)>, sentence: &str) -> Claim {
    let mut targets = Vec::new();
    let mut slots = BTreeMap::new();
    for (name, value) in found {
        if names_targets(&name) {
            targets = read_targets(&value);
        }
        slots.insert(name, value);
    }
    Claim {
        kind: form.kind,
        person: form.person,
        form: index,
        slots,
        targets,
        sentence: sentence.to_owned(),
    }
}

/// Whether a slot holds a list of pieces.
pub fn names_targets(slot: &str) -> bool {
    slot.ends_with(" targets") || slot.ends_with(" forked")
}

type Matches = Vec<(Vec<(String, String)>, usize)>;

fn match_pieces(
    pieces: &[Piece],
    text: &str,
    at: usize,
    slots: &mut Vec<(String, String)>,
    found: &mut Matches,
) {
    let Some((piece, rest)) = pieces.split_first() else {
        found.push((slots.clone(), at));
        return;
    };
    match piece {
        Piece::Literal(literal) => {
            if text[at..].starts_with(literal.as_str()) {
                match_pieces(rest, text, at + literal.len(), slots, found);
            }
        }
        Piece::Slot(name, slot) => {
            for end in slot_ends(slot, &text[at..]) {
                slots.push((name.clone(), text[at..at + end].to_owned()));
                match_pieces(rest, text, at + end, slots, found);
                slots.pop();
            }
        }
    }
}

/// Every length at which a slot may end.
fn slot_ends(slot: &Slot, text: &str) -> Vec<usize> {
    match slot {
        Slot::Words(words) => words
            .iter()
            .filter(|word| text.starts_with(word.as_str()))
            .map(String::len)
            .collect(),
        Slot::Square => square_end(text).into_iter().collect(),
        Slot::File => match text.as_bytes().first() {
            Some(b'a'..=b'h') => vec![1],
            _ => Vec::new(),
        },
        Slot::Count => {
            let end = text
                .bytes()
                .position(|byte| !byte.is_ascii_lowercase() && !byte.is_ascii_digit())
                .unwrap_or(text.len());
            count(&text[..end]).map(|_| end).into_iter().collect()
        }
        Slot::Move => move_text_end(text).into_iter().collect(),
        Slot::InWords => in_words_end(text).into_iter().collect(),
        Slot::Line => line_ends(text),
        Slot::Targets(article) => targets_ends(text, article, false),
        Slot::Forked(article) => targets_ends(text, article, true),
    }
}

fn square_end(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8', ..] => Some(2),
        _ => None,
    }
}

/// `15... Qxd6` or `16. Rxf3`.
fn move_text_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if digits == 0 || bytes[0] == b'0' {
        return None;
    }
    let rest = &text[digits..];
    let dots = if rest.starts_with("... ") {
        4
    } else if rest.starts_with(". ") {
        2
    } else {
        return None;
    };
    let start = digits + dots;
    Some(start + notation_end(&text[start..])?)
}

/// `Qxd6`, as far as letters tell.
fn notation_end(text: &str) -> Option<usize> {
    let length = text
        .bytes()
        .take_while(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'#' | b'=')
        })
        .count();
    (length >= 2).then_some(length)
}

/// `15... Nc2+ 16. Kd1 Nxa1` or `16. Nc7+ Kd8 17. Nxa8`: ends after the first move
/// and after the third.
fn line_ends(text: &str) -> Vec<usize> {
    let Some(first) = move_text_end(text) else {
        return Vec::new();
    };
    let mut ends = vec![first];
    let white_begins = !text[..first].contains("... ");
    let next = |at: usize, numbered: bool| {
        let rest = text[at..].strip_prefix(' ')?;
        let end = if numbered {
            move_text_end(rest)?
        } else {
            notation_end(rest)?
        };
        Some(at + 1 + end)
    };
    let second = next(first, !white_begins);
    ends.extend(second.and_then(|second| next(second, white_begins)));
    ends
}

const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

fn piece_end(text: &str) -> Option<usize> {
    PIECES
        .iter()
        .find(|piece| text.starts_with(**piece))
        .map(|piece| piece.len())
}

fn in_words_end(text: &str) -> Option<usize> {
    let taker = piece_end(text)?;
    let rest = text[taker..].strip_prefix(" takes ")?;
    Some(taker + " takes ".len() + piece_end(rest)?)
}

/// `the queen on e7, the rook on a8 and the knight on c7`: ends after the second
/// target or a later one.
fn targets_ends(text: &str, article: &str, kings: bool) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    let mut last = false;
    loop {
        let Some(end) = target_end(&text[at..], article, kings) else {
            return ends;
        };
        at += end;
        if last {
            ends.push(at);
            return ends;
        }
        if text[at..].starts_with(" and ") {
            at += " and ".len();
            last = true;
        } else if text[at..].starts_with(", ") {
            at += ", ".len();
        } else {
            return ends;
        }
    }
}

fn target_end(text: &str, article: &str, kings: bool) -> Option<usize> {
    let rest = text.strip_prefix(article)?.strip_prefix(' ')?;
    if kings && rest.starts_with("king") {
        return Some(article.len() + " king".len());
    }
    let piece = piece_end(rest)?;
    let rest = rest[piece..].strip_prefix(" on ")?;
    let square = square_end(rest)?;
    Some(article.len() + 1 + piece + " on ".len() + square)
}

fn read_targets(text: &str) -> Vec<Target> {
    text.split(", ")
        .flat_map(|part| part.split(" and "))
        .filter_map(|part| {
            let mut words = part.split(' ');
            let piece = words.nth(1)?;
            // A king that is forked stands where it stands.
            let square = words.nth(1).unwrap_or_default();
            Some(Target {
                piece: piece.to_owned(),
                square: square.to_owned(),
            })
        })
        .collect()
}

fn render_targets(targets: &[Target], article: &str) -> String {
    let mut text = String::new();
    for (index, target) in targets.iter().enumerate() {
        if index > 0 {
            text.push_str(if index + 1 == targets.len() {
                " and "
            } else {
                ", "
            });
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "{article} {}", target.piece);
        if !target.square.is_empty() {
            let _ = write!(text, " on {}", target.square);
        }
    }
    text
}

fn backticked(text: &str) -> Vec<String> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// A row of the table of slots: the words it lists, if it lists words.
fn read_slot_row(left: &str, right: &str, words: &mut BTreeMap<String, Vec<String>>) {
    for slot in backticked(left) {
        if let Some(name) = slot
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'))
        {
            words.insert(name.to_owned(), backticked(right));
        }
    }
}

fn read_form(
    kind: Kind,
    person: &str,
    pattern: &str,
    words: &BTreeMap<String, Vec<String>>,
) -> Result<Form, String> {
    let person = match person.trim() {
        "any" => None,
        name => Some(Person::from_name(name).ok_or_else(|| format!("unknown person `{name}`"))?),
    };
    let mut pieces = Vec::new();
    let mut rest = pattern.trim();
    while let Some(open) = rest.find('{') {
        if open > 0 {
            pieces.push(Piece::Literal(rest[..open].to_owned()));
        }
        let close = rest
            .find('}')
            .ok_or_else(|| format!("a slot without an end in `{pattern}`"))?;
        let name = &rest[open + 1..close];
        let slot = slot_type(name, words).ok_or_else(|| format!("unknown slot `{name}`"))?;
        pieces.push(Piece::Slot(name.to_owned(), slot));
        rest = &rest[close + 1..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Literal(rest.to_owned()));
    }
    Ok(Form {
        kind,
        person,
        pattern: pattern.trim().to_owned(),
        pieces,
    })
}

fn slot_type(name: &str, words: &BTreeMap<String, Vec<String>>) -> Option<Slot> {
    Some(match name {
        "square" | "from" => Slot::Square,
        "file" => Slot::File,
        "n" => Slot::Count,
        "move" => Slot::Move,
        "words" => Slot::InWords,
        "line" => Slot::Line,
        "the forked" => Slot::Forked("the"),
        "your forked" => Slot::Forked("your"),
        "my forked" => Slot::Forked("my"),
        "the targets" => Slot::Targets("the"),
        "your targets" => Slot::Targets("your"),
        "my targets" => Slot::Targets("my"),
        // Defined beside the forms that use it: the words of a side.
        "holder" => Slot::Words(words.get("side")?.clone()),
        _ => {
            let listed = words.get(name).filter(|listed| !listed.is_empty())?;
            Slot::Words(listed.clone())
        }
    })
}

fn read_example(line: &str, kind: Kind) -> Result<Example, String> {
    let cells: Vec<&str> = line.split(" | ").collect();
    let [holds, fen, uci, person, sentence, values @ ..] = cells.as_slice() else {
        return Err("an example without its five parts".to_owned());
    };
    let values = match values {
        [] => None,
        [values] => Some(
            values
                .split_once(' ')
                .map(|(best, played)| (best.to_owned(), played.to_owned()))
                .ok_or("an example without best and played")?,
        ),
        _ => return Err("an example with too many parts".to_owned()),
    };
    Ok(Example {
        kind,
        holds: match *holds {
            "true" => true,
            "false" => false,
            _ => return Err("an example neither true nor false".to_owned()),
        },
        fen: (*fen).to_owned(),
        uci: (*uci).to_owned(),
        person: Person::from_name(person).ok_or("an example of an unknown person")?,
        sentence: (*sentence).to_owned(),
        values,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{claim::Part, evaluation::split_mix};

    const GOLDEN: &str = include_str!("../../golden/moves.json");

    #[test]
    fn every_kind_has_forms_and_two_examples() {
        let grammar = shipped();
        for kind in Kind::ALL {
            assert!(grammar.forms.iter().any(|form| form.kind == kind), "{kind}");
            for holds in [true, false] {
                assert!(
                    grammar
                        .examples
                        .iter()
                        .any(|example| example.kind == kind && example.holds == holds),
                    "{kind} {holds}"
                );
            }
        }
    }

    #[test]
    fn the_kinds_said_always_are_the_ones_the_file_marks() {
        let marked = &shipped().always;
        for kind in Kind::ALL {
            assert_eq!(
                kind.part() == Part::Always,
                marked.contains(&kind),
                "{kind}"
            );
        }
    }

    #[test]
    fn every_golden_text_is_read_back_to_its_claims() {
        let golden: serde_json::Value = serde_json::from_str(GOLDEN).unwrap();
        for entry in golden.as_array().unwrap() {
            let claims = entry["claims"].as_array().unwrap();
            for (person, text) in entry["text"].as_object().unwrap() {
                let text = text.as_str().unwrap();
                if text.is_empty() {
                    assert!(claims.is_empty());
                    continue;
                }
                let person = Person::from_name(person).unwrap();
                let parses = shipped().parses(text, Some(person));
                assert_eq!(parses.len(), 1, "{text}");
                assert_eq!(parses[0].len(), claims.len(), "{text}");
                for (read, claim) in parses[0].iter().zip(claims) {
                    assert_same(read, claim, text);
                }
            }
        }
    }

    fn assert_same(read: &Claim, claim: &serde_json::Value, text: &str) {
        for (key, value) in claim.as_object().unwrap() {
            match (key.as_str(), value) {
                ("kind", value) => assert_eq!(value, read.kind.name(), "{text}"),
                ("targets", value) => {
                    assert_eq!(
                        *value,
                        serde_json::to_value(&read.targets).unwrap(),
                        "{text}"
                    );
                }
                ("retake", value) => {
                    assert_eq!(value.as_bool(), Some(read.sentence.contains(" can take ")));
                }
                ("but", value) => {
                    assert_eq!(value.as_bool(), Some(read.sentence.ends_with(", but")));
                }
                ("holder", value) => {
                    assert_eq!(value, "mover");
                    assert!(!read.slots.contains_key("other"), "{text}");
                }
                ("n", value) => {
                    let count = read.slot("n").and_then(count);
                    assert_eq!(value.as_u64(), count.map(u64::from), "{text}");
                }
                (key, value) => assert_eq!(value.as_str(), read.slot(key), "{text} {key}"),
            }
        }
    }

    /// Fills a form's slots by lot.
    fn fill(
        grammar: &Grammar,
        form: usize,
        seed: &mut u64,
    ) -> (BTreeMap<String, String>, Vec<Target>) {
        let mut lot = |n: usize| {
            *seed = split_mix(*seed);
            (*seed >> 20) as usize % n
        };
        let mut slots = BTreeMap::new();
        let mut targets = Vec::new();
        let names: Vec<String> = grammar.forms[form].slots().map(str::to_owned).collect();
        for name in names {
            let square = |n: usize| format!("{}{}", (b'a' + (n % 8) as u8) as char, n / 8 + 1);
            let value = match name.as_str() {
                "square" | "from" => square(lot(64)),
                "file" => ["a", "d", "h"][lot(3)].to_owned(),
                "n" => count_word(1 + lot(24) as u32),
                "move" => {
                    ["15... Qxd6", "16. Rxf3+", "7. O-O-O", "40... exd1=N#"][lot(4)].to_owned()
                }
                "words" => ["rook takes pawn", "king takes queen"][lot(2)].to_owned(),
                "line" => [
                    "15... Qxd6",
                    "16. Rxf3+",
                    "15... Nc2+ 16. Kd1 Nxa1",
                    "16. Nc7+ Kd8 17. exd8=Q#",
                ][lot(4)]
                .to_owned(),
                "the forked" | "your forked" | "my forked" => {
                    if lot(2) == 0 {
                        targets.push(Target {
                            piece: "king".to_owned(),
                            square: String::new(),
                        });
                    }
                    for _ in targets.len()..2 + lot(3) {
                        targets.push(Target {
                            piece: PIECES[lot(5)].to_owned(),
                            square: square(lot(64)),
                        });
                    }
                    continue;
                }
                "the targets" | "your targets" | "my targets" => {
                    for _ in 0..2 + lot(3) {
                        targets.push(Target {
                            piece: PIECES[lot(5)].to_owned(),
                            square: square(lot(64)),
                        });
                    }
                    continue;
                }
                _ => {
                    let choices = grammar.choices(form, &name).unwrap();
                    choices[lot(choices.len())].clone()
                }
            };
            slots.insert(name, value);
        }
        (slots, targets)
    }

    #[test]
    fn every_form_round_trips_and_no_two_are_ambiguous() {
        let grammar = shipped();
        let mut seed = 1;
        for (index, form) in grammar.forms.iter().enumerate() {
            for _ in 0..40 {
                let (slots, targets) = fill(grammar, index, &mut seed);
                let mut text = grammar.render(index, &slots, &targets).unwrap();
                if form.goes_on() {
                    text = join_sentences(&[text, "You allow mate in one.".into()]);
                }
                for person in Person::ALL {
                    if !form.suits(person) {
                        continue;
                    }
                    let parses: Vec<_> = grammar.parses(
                        &text.replace(
                            "you allow",
                            if matches!(person, Person::Neutral | Person::They | Person::IYou) {
                                "Black allows"
                            } else {
                                "you allow"
                            },
                        ),
                        Some(person),
                    );
                    assert_eq!(parses.len(), 1, "{text} for {}", person.name());
                    let read = &parses[0][0];
                    assert_eq!(read.form, index, "{text}");
                    assert_eq!(read.targets, targets, "{text}");
                    for (name, value) in &slots {
                        assert_eq!(read.slot(name), Some(value.as_str()), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn one_unread_sentence_hides_no_other() {
        let read = shipped().read(
            "Blunder. The moon is full. Better was 3. Bc4.",
            Person::Neutral,
        );
        assert!(matches!(&read[0], Sentence::Claim(claim) if claim.kind == Kind::Class));
        assert_eq!(read[1], Sentence::Unread("The moon is full.".into()));
        assert!(matches!(&read[2], Sentence::Claim(claim) if claim.kind == Kind::Better));
        assert_eq!(read.len(), 3);
    }

    #[test]
    fn a_sentence_to_somebody_else_is_noticed() {
        let read = shipped().read("Your king is safer.", Person::Neutral);
        assert!(matches!(&read[0], Sentence::WrongPerson(claim) if claim.kind == Kind::SaferKing));
    }

    #[test]
    fn after_but_the_letter_must_be_small() {
        let parses = |text| shipped().parses(text, Some(Person::You)).len();
        assert_eq!(parses("You are still winning, but this is stalemate."), 1);
        assert_eq!(parses("You are still winning, but This is stalemate."), 0);
        assert_eq!(
            parses("You are still winning, but Black has the check 1... Qh4+."),
            1
        );
        assert_eq!(parses("You are still winning, but"), 0);
    }
}
