//! The record of a game: the `[QuietVoice "…"]` tag pair of CLAIMS.md 1.1.

use std::{iter::Peekable, ops::Range};

use shakmaty::Color;
use thiserror::Error;

use crate::{
    digest::sha256,
    scanner::{Game, TagPair},
};

/// The name of the tag.
pub const NAME: &str = "QuietVoice";

/// Why a value is no record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the field `{field}` {fault}")]
pub struct RecordError {
    /// The field at fault.
    pub field: &'static str,
    /// In words.
    pub fault: String,
}

/// The voice asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// White and Black.
    Neutral,
    /// You.
    Student,
    /// You and I.
    Partner,
}

/// What was asked of other people's assessments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// They stand.
    Keep,
    /// Written as if they were not there.
    Ours,
}

/// How the class of a move is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thresholds {
    /// Drops of winning chances, in ten-thousandths.
    Chances([i32; 3]),
    /// Differences of scores held within ±1000, in centipawns.
    Centipawns([i32; 3]),
}

impl Thresholds {
    /// The thresholds of inaccuracy, mistake and blunder, in units of their scale.
    pub fn limits(self) -> [i32; 3] {
        match self {
            Thresholds::Chances(limits) | Thresholds::Centipawns(limits) => limits,
        }
    }
}

/// Plies whose depth fell short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Short {
    /// `ply.depth` pairs.
    Listed(Vec<(usize, i32)>),
    /// Too many to list.
    Many,
}

/// Whose grades a game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judge {
    /// Those of section 6 of ENGINE.md.
    Own {
        /// The graph hash.
        graph: String,
        /// The depth asked for, in plies.
        depth: i32,
        /// The nodes allowed a position; 0 for no budget.
        nodes: u64,
    },
    /// Those of a UCI engine.
    Uci {
        /// The hash of the engine's name, its options and the nodes.
        hash: String,
        /// The nodes it was given for a position.
        nodes: u64,
    },
    /// Those of the `[%eval …]`s that the game has.
    Evals,
}

impl Judge {
    /// The word a judge is named by.
    pub fn name(&self) -> &'static str {
        match self {
            Judge::Own { .. } => "own",
            Judge::Uci { .. } => "uci",
            Judge::Evals => "evals",
        }
    }
}

/// A record, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The engine hash.
    pub engine: String,
    /// Whose grades these are.
    pub judge: Judge,
    /// How classes are drawn.
    pub thresholds: Thresholds,
    /// What happens to assessments.
    pub existing: Existing,
    /// The longest variation, in plies.
    pub lines: usize,
    /// Whether `[%eval]` was asked for.
    pub evals: bool,
    /// Whether arrows were asked for.
    pub arrows: bool,
    /// The voice asked for.
    pub voice: Voice,
    /// The side spoken to.
    pub you: Option<Color>,
    /// The names asked for, as the field has them.
    pub students: String,
    /// Plies graded.
    pub graded: usize,
    /// Plies short of the depth.
    pub short: Short,
    /// The hash of the moves.
    pub moves: String,
    /// The hash of the stripped game after its tags.
    pub text: String,
}

impl Record {
    /// Whether our own judge graded the game.
    pub fn is_own(&self) -> bool {
        matches!(self.judge, Judge::Own { .. })
    }

    /// The depth asked for, in plies; none with another judge.
    pub fn depth(&self) -> Option<i32> {
        match self.judge {
            Judge::Own { depth, .. } => Some(depth),
            Judge::Uci { .. } | Judge::Evals => None,
        }
    }

    /// The depth the record gives a ply, if it gives one.
    pub fn depth_of(&self, ply: usize) -> Option<i32> {
        let asked = self.depth()?;
        match &self.short {
            Short::Many => None,
            Short::Listed(plies) => Some(
                plies
                    .iter()
                    .find(|(short, _)| *short == ply)
                    .map_or(asked, |(_, depth)| *depth),
            ),
        }
    }

    /// Reads the value of the tag.
    ///
    /// # Errors
    ///
    /// The first field that is missing, out of order or not of its shape.
    pub fn parse(value: &str) -> Result<Record, RecordError> {
        let mut fields = value.split(' ').peekable();
        if fields.next() != Some("1") {
            return Err(RecordError {
                field: "1",
                fault: "is no version this prover reads".to_owned(),
            });
        }
        let engine = digits("engine", field(&mut fields, "engine")?, 8)?;
        let judge = judge(&mut fields)?;
        let mut next = |name: &'static str| field(&mut fields, name);
        let thresholds = thresholds(next("thresholds")?)?;
        let existing = word(
            "existing",
            next("existing")?,
            &[("keep", Existing::Keep), ("ours", Existing::Ours)],
        )?;
        let lines = number("lines", next("lines")?)?;
        let evals = word("evals", next("evals")?, &[("0", false), ("1", true)])?;
        let arrows = arrows(&mut fields)?;
        let mut next = |name: &'static str| field(&mut fields, name);
        let record = Record {
            engine,
            judge,
            thresholds,
            existing,
            lines,
            evals,
            arrows,
            voice: word(
                "voice",
                next("voice")?,
                &[
                    ("neutral", Voice::Neutral),
                    ("student", Voice::Student),
                    ("partner", Voice::Partner),
                ],
            )?,
            you: word(
                "you",
                next("you")?,
                &[
                    ("white", Some(Color::White)),
                    ("black", Some(Color::Black)),
                    ("none", None),
                ],
            )?,
            students: students(next("students")?)?,
            graded: number("graded", next("graded")?)?,
            short: short(next("short")?)?,
            moves: digits("moves", next("moves")?, 12)?,
            text: digits("text", next("text")?, 8)?,
        };
        digits("check", next("check")?, 6)?;
        if fields.next().is_some() {
            return Err(RecordError {
                field: "check",
                fault: "is not the last".to_owned(),
            });
        }
        record.agree()?;
        Ok(record)
    }

    /// What fields say of each other.
    fn agree(&self) -> Result<(), RecordError> {
        let fault = |field, fault: &str| {
            Err(RecordError {
                field,
                fault: fault.to_owned(),
            })
        };
        if self.voice == Voice::Neutral && self.you.is_some() {
            return fault("you", "names a side in the neutral voice");
        }
        let Some(asked) = self.depth() else {
            return match &self.short {
                Short::Listed(plies) if plies.is_empty() => Ok(()),
                _ => fault("short", "names depths where another judge graded"),
            };
        };
        if let Short::Listed(plies) = &self.short {
            if plies.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
                return fault("short", "is not in order");
            }
            if plies
                .iter()
                .any(|(ply, depth)| *ply >= self.graded || *depth >= asked)
            {
                return fault("short", "names a ply that is not graded or not short");
            }
        }
        Ok(())
    }
}

/// The value of the next field, which must have this name.
fn field<'a>(
    fields: &mut impl Iterator<Item = &'a str>,
    field: &'static str,
) -> Result<&'a str, RecordError> {
    match fields.next().and_then(|text| text.split_once('=')) {
        Some((name, value)) if name == field => Ok(value),
        _ => Err(RecordError {
            field,
            fault: "is missing".to_owned(),
        }),
    }
}

/// The fields that name the judge.
fn judge<'a>(fields: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<Judge, RecordError> {
    if !fields.peek().is_some_and(|text| text.starts_with("judge=")) {
        return Ok(Judge::Own {
            graph: digits("graph", field(fields, "graph")?, 8)?,
            depth: number("depth", field(fields, "depth")?)?,
            nodes: number("nodes", field(fields, "nodes")?)?,
        });
    }
    let named = field(fields, "judge")?;
    if named == "evals" {
        return Ok(Judge::Evals);
    }
    let Some(hash) = named.strip_prefix("uci:") else {
        return Err(RecordError {
            field: "judge",
            fault: format!("cannot be `{named}`"),
        });
    };
    Ok(Judge::Uci {
        hash: digits("judge", hash, 8)?,
        nodes: number("nodes", field(fields, "nodes")?)?,
    })
}

/// Whether arrows were asked for: the field is left out where they were not.
fn arrows<'a>(fields: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<bool, RecordError> {
    if !fields
        .peek()
        .is_some_and(|text| text.starts_with("arrows="))
    {
        return Ok(false);
    }
    word("arrows", field(fields, "arrows")?, &[("1", true)])
}

fn digits(field: &'static str, value: &str, length: usize) -> Result<String, RecordError> {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if value.len() == length && value.bytes().all(hex) {
        Ok(value.to_owned())
    } else {
        Err(RecordError {
            field,
            fault: format!("is not {length} hex digits"),
        })
    }
}

fn number<T: std::str::FromStr>(field: &'static str, value: &str) -> Result<T, RecordError> {
    if !value.is_empty()
        && value.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(number) = value.parse()
    {
        return Ok(number);
    }
    Err(RecordError {
        field,
        fault: "is not a number".to_owned(),
    })
}

fn word<T: Copy>(field: &'static str, value: &str, words: &[(&str, T)]) -> Result<T, RecordError> {
    match words.iter().find(|(word, _)| *word == value) {
        Some((_, meaning)) => Ok(*meaning),
        None => Err(RecordError {
            field,
            fault: format!("cannot be `{value}`"),
        }),
    }
}

/// Reads thresholds, as `chances:0.1,0.2,0.3`.
///
/// # Errors
///
/// They are not three numbers after a known scale.
pub fn thresholds(value: &str) -> Result<Thresholds, RecordError> {
    let wrong = || RecordError {
        field: "thresholds",
        fault: format!("cannot be `{value}`"),
    };
    let (scale, list) = value.split_once(':').ok_or_else(wrong)?;
    let parts: Vec<&str> = list.split(',').collect();
    let three = |read: fn(&str) -> Option<i32>| {
        let numbers: Option<Vec<i32>> = parts.iter().map(|part| read(part)).collect();
        let numbers: Option<[i32; 3]> = numbers.and_then(|numbers| numbers.try_into().ok());
        numbers.ok_or_else(wrong)
    };
    match scale {
        "chances" => Ok(Thresholds::Chances(three(ten_thousandths)?)),
        "centipawns" => Ok(Thresholds::Centipawns(three(|part| part.parse().ok())?)),
        _ => Err(wrong()),
    }
}

/// A number with at most four decimals, in ten-thousandths.
fn ten_thousandths(text: &str) -> Option<i32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if decimals.len() > 4
        || whole.len() > 3
        || whole.is_empty()
        || !all_digits(whole)
        || !all_digits(decimals)
    {
        return None;
    }
    format!("{whole}{decimals:0<4}").parse().ok()
}

fn students(value: &str) -> Result<String, RecordError> {
    let wrong = || {
        Err(RecordError {
            field: "students",
            fault: format!("cannot be `{value}`"),
        })
    };
    if value == "-" {
        return Ok(value.to_owned());
    }
    if let Some(hash) = value.strip_prefix('#') {
        digits("students", hash, 8)?;
        return Ok(value.to_owned());
    }
    let allowed =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".,_-'+|".contains(&byte);
    if value.is_empty() || value.len() > 40 || !value.bytes().all(allowed) {
        return wrong();
    }
    let names: Vec<String> = value
        .split('|')
        .map(|name| name.replace('+', " "))
        .collect();
    let trimmed = names
        .iter()
        .all(|name| name.trim() == name && !name.is_empty());
    if !trimmed || names.windows(2).any(|pair| pair[0] > pair[1]) {
        return wrong();
    }
    Ok(value.to_owned())
}

fn short(value: &str) -> Result<Short, RecordError> {
    match value {
        "-" => Ok(Short::Listed(Vec::new())),
        "many" => Ok(Short::Many),
        list => {
            let mut plies = Vec::new();
            for item in list.split(',') {
                let (ply, depth) = item.split_once('.').unwrap_or((item, ""));
                plies.push((number("short", ply)?, number("short", depth)?));
            }
            Ok(Short::Listed(plies))
        }
    }
}

/// A record's place in a game: its piece, from the line break or blank before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The bytes that annotating inserted.
    pub piece: Range<usize>,
    /// The value of the tag.
    pub value: Range<usize>,
}

/// The record of a game, where it stands in its place and its check digits agree.
pub fn place(text: &[u8], game: &Game) -> Option<Placed> {
    let (last, before) = game.tags.split_last()?;
    if &text[last.name.clone()] != NAME.as_bytes() {
        return None;
    }
    if last.value.len() >= 255 {
        return None;
    }
    let piece = match before.last() {
        Some(previous) => after_tag(text, previous, last)?,
        None => alone(text, last)?,
    };
    let placed = Placed {
        value: last.value.clone(),
        piece,
    };
    checks(text, &placed).then_some(placed)
}

/// After a tag pair: its line break where nothing but blanks follows on the line,
/// else one space.
fn after_tag(text: &[u8], previous: &TagPair, last: &TagPair) -> Option<Range<usize>> {
    let gap = &text[previous.span.end..last.span.start];
    let follows = &text[last.span.end..];
    let blanks = follows
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    let rest = &follows[blanks..];
    let fits = match gap {
        b" " => !rest.is_empty() && line_break(rest).is_none(),
        // Where the text ends with the tag pair there is no line break to take after.
        _ => line_break(gap) == Some(gap) && (rest.is_empty() || line_break(rest) == Some(gap)),
    };
    fits.then_some(previous.span.end..last.span.end)
}

/// The line break that bytes begin with.
fn line_break(bytes: &[u8]) -> Option<&[u8]> {
    match bytes {
        [b'\r', b'\n', ..] => Some(&bytes[..2]),
        [b'\r' | b'\n', ..] => Some(&bytes[..1]),
        _ => None,
    }
}

/// In a game without other tag pairs: the tag and two line breaks, at the start of
/// the lines in which the game begins.
fn alone(text: &[u8], tag: &TagPair) -> Option<Range<usize>> {
    let before = &text[..tag.span.start];
    let before = before.strip_prefix("\u{feff}".as_bytes()).unwrap_or(before);
    if !before.is_empty() && !ends_in_blank_line(before) {
        return None;
    }
    let follows = &text[tag.span.end..];
    let first = line_break(follows)?.len();
    let second = line_break(&follows[first..])?.len();
    (first == second).then_some(tag.span.start..tag.span.end + first + second)
}

fn ends_in_blank_line(text: &[u8]) -> bool {
    let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let Some(without) = text
        .strip_suffix(b"\n")
        .or_else(|| text.strip_suffix(b"\r"))
    else {
        return false;
    };
    let without = without.strip_suffix(b"\r").unwrap_or(without);
    let blanks = without
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b' ' | b'\t'));
    let line = &without[..without.len() - blanks.count()];
    line.last().is_none_or(is_break)
}

fn checks(text: &[u8], placed: &Placed) -> bool {
    let mut piece = text[placed.piece.clone()].to_vec();
    let value_end = placed.value.end - placed.piece.start;
    let Some(start) = value_end.checked_sub(6) else {
        return false;
    };
    if start < 6 || &piece[start - 6..start] != b"check=" {
        return false;
    }
    let stated = piece[start..value_end].to_vec();
    piece[start..value_end].fill(b'0');
    sha256(&piece, 6).as_bytes() == stated
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUE: &str = "1 engine=01234567 graph=89abcdef depth=6 nodes=1000000 \
        thresholds=chances:0.1,0.2,0.3 existing=keep lines=6 evals=0 voice=student you=white \
        students=nora+quill graded=40 short=3.5,7.4 moves=0123456789ab text=01234567 check=012345";

    #[test]
    fn a_record_is_read_field_by_field() {
        let record = Record::parse(VALUE).unwrap();
        assert_eq!(record.thresholds, Thresholds::Chances([1000, 2000, 3000]));
        assert_eq!(record.you, Some(Color::White));
        assert_eq!(record.depth_of(3), Some(5));
        assert_eq!(record.depth_of(4), Some(6));
    }

    #[test]
    fn arrows_have_a_field_only_where_they_were_asked_for() {
        assert!(!Record::parse(VALUE).unwrap().arrows);
        let with = |field: &str| Record::parse(&VALUE.replace("evals=0 ", field));
        assert!(with("evals=0 arrows=1 ").unwrap().arrows);
        for field in [
            "evals=0 arrows=0 ",
            "arrows=1 evals=0 ",
            "evals=0 arrows=1 arrows=1 ",
            "evals=0 arrows= ",
        ] {
            assert!(with(field).is_err(), "{field}");
        }
    }

    #[test]
    fn another_judge_stands_in_the_place_of_graph_and_limits() {
        let own = "graph=89abcdef depth=6 nodes=1000000";
        let with = |judge: &str, short: &str| {
            let value = VALUE.replace(own, judge);
            Record::parse(&value.replace("short=3.5,7.4", short))
        };
        let uci = with("judge=uci:0123abcd nodes=2000", "short=-").unwrap();
        let hash = "0123abcd".to_owned();
        assert_eq!(uci.judge, Judge::Uci { hash, nodes: 2000 });
        assert_eq!(with("judge=evals", "short=-").unwrap().judge, Judge::Evals);
        for judge in [
            "judge=own",
            "judge=uci",
            "judge=uci:0123abcd",
            "judge=uci:0123abc nodes=2000",
            "judge=evals nodes=2000",
            "judge=evals graph=89abcdef",
            "nodes=2000",
        ] {
            assert!(with(judge, "short=-").is_err(), "{judge}");
        }
        assert!(with("judge=evals", "short=3.5,7.4").is_err());
        assert!(with("judge=evals", "short=many").is_err());
    }

    #[test]
    fn fields_out_of_shape_are_refused() {
        for (from, to) in [
            ("depth=6", "depth=+6"),
            ("1 engine", "2 engine"),
            ("evals=0", "evals=2"),
            ("short=3.5,7.4", "short=7.4,3.5"),
            ("short=3.5,7.4", "short=3.6"),
            ("short=3.5,7.4", "short=3"),
            ("voice=student", "voice=neutral"),
            ("nora+quill", "Nora"),
            ("0.1,0.2,0.3", "0.1,0.2"),
            ("0.1,0.2,0.3", "0.12345,0.2,0.3"),
            (" check", "  check"),
            ("check=012345", "check=012345 more=1"),
        ] {
            let value = VALUE.replace(from, to);
            assert_ne!(value, VALUE);
            assert!(Record::parse(&value).is_err(), "{value}");
        }
    }
}
