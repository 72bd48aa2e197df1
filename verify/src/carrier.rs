//! The pieces of a move: NAG, text with its `[%qv …]` tag, and variation, as
//! CLAIMS.md 1.2 places them.

use std::{fmt, ops::Range, str::FromStr};

use crate::{
    digest::sha256,
    judge::{Class, Score},
    scanner::{Comment, MoveText},
};

/// How the tag begins.
pub const OPEN: &[u8] = b"[%qv";

/// A tag, `[%qv D,B,P,C,N,a,b,c,K]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The depth, in plies.
    pub depth: i32,
    /// Best, from the mover's side.
    pub best: Score,
    /// Played, from the mover's side.
    pub played: Score,
    /// The class of the move.
    pub class: Class,
    /// The NAG written, or 0.
    pub nag: u16,
    /// The bytes of the NAG piece.
    pub nag_length: usize,
    /// The bytes of the text before the tag.
    pub text_length: usize,
    /// The bytes of the variation piece.
    pub variation_length: usize,
    /// The check digits.
    pub check: String,
}

impl FromStr for Tag {
    type Err = ();

    fn from_str(text: &str) -> Result<Tag, ()> {
        let inside = text
            .strip_prefix("[%qv ")
            .and_then(|rest| rest.strip_suffix(']'));
        let fields: Vec<&str> = inside.ok_or(())?.split(',').collect();
        let [depth, best, played, class, nag, a, b, c, check] = fields.as_slice() else {
            return Err(());
        };
        let tag = Tag {
            depth: depth.parse().map_err(drop)?,
            best: best.parse().map_err(drop)?,
            played: played.parse().map_err(drop)?,
            class: class.parse().map_err(drop)?,
            nag: nag.parse().map_err(drop)?,
            nag_length: a.parse().map_err(drop)?,
            text_length: b.parse().map_err(drop)?,
            variation_length: c.parse().map_err(drop)?,
            check: (*check).to_owned(),
        };
        // One way to write each number: no plus signs, no leading zeros.
        if tag.to_string() == text {
            Ok(tag)
        } else {
            Err(())
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "[%qv {},{},{},{},{},{},{},{},{}]",
            self.depth,
            self.best,
            self.played,
            self.class,
            self.nag,
            self.nag_length,
            self.text_length,
            self.variation_length,
            self.check
        )
    }
}

/// The pieces of a move, in their places and with agreeing check digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The tag.
    pub tag: Tag,
    /// The NAG piece; empty where there is none.
    pub nag: Range<usize>,
    /// The text piece, from its blank to its last byte.
    pub text: Range<usize>,
    /// The words and commands before the tag.
    pub words: Range<usize>,
    /// The variation piece; empty where there is none.
    pub variation: Range<usize>,
    /// Whether the text stands in a comment of machine commands.
    pub shared: bool,
}

/// What stands on a move as to our pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// No tag of ours.
    Nothing,
    /// A `[%qv` that does not agree: a person's.
    Edited,
    /// Pieces of ours.
    Ours(Box<Pieces>),
}

/// Looks for our pieces on a move.
pub fn find(text: &[u8], moved: &MoveText) -> Found {
    let has_tag = |comment: &Comment| find_last(&text[comment.span.clone()], OPEN).is_some();
    if !moved.comments.iter().any(has_tag) {
        return Found::Nothing;
    }
    match read(text, moved) {
        Some(pieces) => Found::Ours(Box::new(pieces)),
        None => Found::Edited,
    }
}

/// Whether a comment of the move besides ours holds a `[%qv`.
pub fn holds_foreign_tag(text: &[u8], moved: &MoveText, ours: &Pieces) -> bool {
    moved.comments.iter().any(|comment| {
        let inside = comment.inside();
        let mut rest = text[inside.clone()].to_vec();
        if ours.text.start < inside.end && inside.start < ours.text.end {
            let from = ours.text.start.max(inside.start) - inside.start;
            let to = ours.text.end.min(inside.end) - inside.start;
            rest.drain(from..to);
        }
        find_last(&rest, OPEN).is_some()
    })
}

fn find_last(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    (0..bytes.len().saturating_sub(needle.len() - 1))
        .rev()
        .find(|at| bytes[*at..].starts_with(needle))
}

fn read(text: &[u8], moved: &MoveText) -> Option<Pieces> {
    let comment = moved.comments.first()?;
    if !comment.braced {
        return None;
    }
    let inside = comment.inside();
    let tag_start = inside.start + find_last(&text[inside.clone()], OPEN)?;
    let tag_end = tag_start
        + text[tag_start..inside.end]
            .iter()
            .position(|b| *b == b']')?
        + 1;
    let tag: Tag = std::str::from_utf8(&text[tag_start..tag_end])
        .ok()?
        .parse()
        .ok()?;
    let text_start = tag_start.checked_sub(tag.text_length)?;
    let shared = text_start != moved.head;
    let (piece, words) = if shared {
        shared_text(text, &inside, text_start, tag_start, tag_end)?
    } else {
        own_text(text, comment, text_start, tag_start, tag_end)?
    };
    let nag = nag_piece(text, moved, &tag)?;
    let variation = variation_piece(text, moved, tag.variation_length)?;
    let pieces = Pieces {
        tag,
        nag,
        text: piece,
        words,
        variation,
        shared,
    };
    checks(text, &pieces, tag_end).then_some(pieces)
}

/// ` { words [%qv …] }`, directly after the move's head.
fn own_text(
    text: &[u8],
    comment: &Comment,
    start: usize,
    tag_start: usize,
    tag_end: usize,
) -> Option<(Range<usize>, Range<usize>)> {
    let opens = text[start..].starts_with(b" { ") && comment.span.start == start + 1;
    let closes = text[tag_end..].starts_with(b" }") && comment.span.end == tag_end + 2;
    let words = start + 3..words_end(text, start + 3, tag_start)?;
    (opens && closes).then_some((start..comment.span.end, words))
}

/// ` words [%qv …]` at the end of a comment of machine commands.
fn shared_text(
    text: &[u8],
    inside: &Range<usize>,
    start: usize,
    tag_start: usize,
    tag_end: usize,
) -> Option<(Range<usize>, Range<usize>)> {
    if start <= inside.start || text[start] != b' ' {
        return None;
    }
    let before = &text[inside.start..start];
    let after = &text[tag_end..inside.end];
    let fits = is_machine_only(before)
        && before
            .last()
            .is_some_and(|byte| !byte.is_ascii_whitespace())
        && after.iter().all(u8::is_ascii_whitespace);
    let words = start + 1..words_end(text, start + 1, tag_start)?;
    fits.then_some((start..tag_end, words))
}

/// Words are followed by one blank before the tag; without words there is none.
fn words_end(text: &[u8], start: usize, tag_start: usize) -> Option<usize> {
    if start == tag_start {
        return Some(start);
    }
    (start < tag_start && text[tag_start - 1] == b' ').then_some(tag_start - 1)
}

fn nag_piece(text: &[u8], moved: &MoveText, tag: &Tag) -> Option<Range<usize>> {
    if tag.nag_length == 0 {
        return (tag.nag == 0).then_some(moved.head..moved.head);
    }
    let start = moved.head.checked_sub(tag.nag_length)?;
    let written = format!(" ${}", tag.nag);
    let last = moved.nags.last()?;
    let fits =
        &text[start..moved.head] == written.as_bytes() && last.span == (start + 1..moved.head);
    (fits && tag.nag != 0).then_some(start..moved.head)
}

fn variation_piece(text: &[u8], moved: &MoveText, length: usize) -> Option<Range<usize>> {
    if length == 0 {
        return Some(moved.tail..moved.tail);
    }
    let first = moved.variations.first()?;
    let piece = moved.tail..moved.tail.checked_add(length)?;
    let fits = *first == (piece.start + 1..piece.end)
        && text[piece.start] == b' '
        && text[first.clone()].ends_with(b")");
    fits.then_some(piece)
}

/// Whether check digits agree: over NAG, text with its own digits as zeros, and
/// variation.
fn checks(text: &[u8], pieces: &Pieces, tag_end: usize) -> bool {
    let check = &pieces.tag.check;
    if check.len() != 6 {
        return false;
    }
    let mut bytes = text[pieces.nag.clone()].to_vec();
    let digits = bytes.len() + (tag_end - 7 - pieces.text.start);
    bytes.extend_from_slice(&text[pieces.text.clone()]);
    bytes.extend_from_slice(&text[pieces.variation.clone()]);
    bytes[digits..digits + 6].fill(b'0');
    sha256(&bytes, 6) == *check
}

/// Whether a comment holds only machine commands, at least one, and blanks.
fn is_machine_only(inside: &[u8]) -> bool {
    let mut at = 0;
    let mut commands = 0;
    while at < inside.len() {
        if inside[at].is_ascii_whitespace() {
            at += 1;
        } else if let Some(length) = command(&inside[at..]) {
            if inside[at..].starts_with(OPEN) {
                return false;
            }
            commands += 1;
            at += length;
        } else {
            return false;
        }
    }
    commands > 0
}

/// The length of the `[%name …]` that the bytes begin with.
fn command(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"[%")?;
    let letter = rest.first()?;
    if !letter.is_ascii_alphabetic() {
        return None;
    }
    rest.iter()
        .position(|byte| *byte == b']')
        .map(|end| end + 3)
}

/// Whether our text has a comment of its own although one of machine commands
/// stood first, where it belongs.
pub fn is_misplaced(text: &[u8], moved: &MoveText, ours: &Pieces) -> bool {
    !ours.shared
        && moved.comments.get(1).is_some_and(|comment| {
            let between = &text[ours.text.end..comment.span.start];
            comment.braced
                && between.iter().all(u8::is_ascii_whitespace)
                && is_machine_only(&text[comment.inside()])
        })
}

/// The words of a comment: commands taken out, white space folded.
pub fn words_of(comment: &[u8]) -> String {
    let mut kept = Vec::with_capacity(comment.len());
    let mut at = 0;
    while at < comment.len() {
        if let Some(length) = command(&comment[at..]) {
            kept.push(b' ');
            at += length;
        } else {
            kept.push(comment[at]);
            at += 1;
        }
    }
    let text = String::from_utf8_lossy(&kept);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a comment holds a command of a name, closed or not.
pub fn has_command(comment: &[u8], name: &str) -> bool {
    let open = format!("[%{name}");
    comment.windows(open.len() + 1).any(|window| {
        window.starts_with(open.as_bytes()) && window[open.len()].is_ascii_whitespace()
    })
}

/// Sets a tag's lengths and check digits for pieces about to be written; gives
/// the text piece. `before` is the text up to the tag, `after` what closes it.
pub fn seal(tag: &mut Tag, nag: &str, before: &str, after: &str, variation: &str) -> String {
    tag.nag_length = nag.len();
    tag.text_length = before.len();
    tag.variation_length = variation.len();
    "000000".clone_into(&mut tag.check);
    let text = format!("{before}{tag}{after}");
    tag.check = sha256(format!("{nag}{text}{variation}").as_bytes(), 6);
    format!("{before}{tag}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scanner::games;

    fn tag() -> Tag {
        Tag {
            depth: 6,
            best: Score::Centipawns(35),
            played: Score::Mate(-2),
            class: Class::Blunder,
            nag: 4,
            nag_length: 0,
            text_length: 0,
            variation_length: 0,
            check: String::new(),
        }
    }

    fn annotated(comment: &str, closing: &str, rest: &str) -> (String, Tag) {
        let mut tag = tag();
        let variation = " (1. d4)";
        let text = seal(&mut tag, " $4", comment, closing, variation);
        (format!("1. e4 $4{text}{rest}{variation} e5"), tag)
    }

    #[test]
    fn pieces_are_found_where_they_were_written() {
        let (text, tag) = annotated(" { Blunder. ", " }", " {person's}");
        let game = &games(text.as_bytes())[0];
        let Found::Ours(pieces) = find(text.as_bytes(), &game.moves[0]) else {
            panic!("{text}");
        };
        assert_eq!(pieces.tag, tag);
        assert_eq!(&text[pieces.words.clone()], "Blunder.");
        assert_eq!(&text[pieces.variation.clone()], " (1. d4)");
        assert!(!pieces.shared);
    }

    #[test]
    fn text_may_share_a_comment_of_commands() {
        let mut tag = tag();
        let text = seal(&mut tag, "", " Blunder. ", "", "");
        tag.nag = 0;
        let text_without_nag = seal(&mut tag, "", " Blunder. ", "", "");
        assert_ne!(text, text_without_nag);
        let text = format!("1. e4 {{[%clk 0:01:02]{text_without_nag} }} e5");
        let game = &games(text.as_bytes())[0];
        assert!(matches!(find(text.as_bytes(), &game.moves[0]), Found::Ours(p) if p.shared));
        let text = format!("1. e4 {{nice [%clk 0:01:02]{text_without_nag} }} e5");
        let game = &games(text.as_bytes())[0];
        assert_eq!(find(text.as_bytes(), &game.moves[0]), Found::Edited);
    }

    #[test]
    fn a_comment_of_its_own_before_commands_is_misplaced() {
        let (text, _) = annotated(" { Blunder. ", " }", " {[%clk 0:01:02]}");
        let game = &games(text.as_bytes())[0];
        let Found::Ours(pieces) = find(text.as_bytes(), &game.moves[0]) else {
            panic!("{text}");
        };
        assert!(is_misplaced(text.as_bytes(), &game.moves[0], &pieces));
    }

    #[test]
    fn any_changed_byte_makes_it_a_persons() {
        let (text, _) = annotated(" { Blunder. ", " }", "");
        let begin = "1. e4".len();
        for at in begin..text.len() - " e5".len() {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1;
            for game in &games(&changed) {
                for moved in &game.moves {
                    assert!(!matches!(find(&changed, moved), Found::Ours(_)), "{at}");
                }
            }
        }
    }

    #[test]
    fn numbers_have_one_way_to_be_written() {
        assert!("[%qv 6,35,-20,good,0,0,0,0,abcdef]".parse::<Tag>().is_ok());
        assert!(
            "[%qv 6,+35,-20,good,0,0,0,0,abcdef]"
                .parse::<Tag>()
                .is_err()
        );
        assert!(
            "[%qv 06,35,-20,good,0,0,0,0,abcdef]"
                .parse::<Tag>()
                .is_err()
        );
        assert!("[%qv 6,#0,-20,good,0,0,0,0,abcdef]".parse::<Tag>().is_err());
    }

    #[test]
    fn words_and_commands_are_told_apart() {
        assert_eq!(words_of(b" a [%clk 0:01]\n b [x] "), "a b [x]");
        assert!(has_command(b"a [%eval 0.1,6]", "eval"));
        assert!(has_command(b"[%eval 0.1", "eval"));
        assert!(!has_command(b"[%evalx 1]", "eval"));
        assert!(is_machine_only(b" [%clk 1] [%emt 2] "));
        assert!(!is_machine_only(b"  "));
        assert!(!is_machine_only(b"[%clk 1] x"));
        assert!(!is_machine_only(b"[%qv 1]"));
    }
}
