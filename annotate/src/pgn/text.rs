//! A game as spans of its bytes: tags, main-line moves and what stands on them, result, stop.
//!
//! The scan never copies or changes a byte and knows no rules of chess; [`super::resolve()`] makes
//! legal moves of it. It is linear in the length of the game and does not recurse, however deep
//! the variations are nested.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::bytes::{after_break, all_space, is_space, line_end, skip, skip_marks};
use super::comment;
use super::decode::Encoding;
use super::notation::Notation;
use super::outline::{LineRole, Outline, next_line};
use super::scan::{self, Scanned};
use super::tags::{TagSpan, unescape};

/// A suffix sign or NAG on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number: 1 to 6 for `!`, `?`, `!!`, `??`, `!?`, `?!`, else what follows `$`.
    pub nag: u32,
}

impl Mark {
    /// Whether this judges the move: NAG 1 to 6 or the sign that means the same.
    pub fn is_assessment(self) -> bool {
        (1..=6).contains(&self.nag)
    }
}

/// What can stand on a move, beside move numbers, glyphs and `%` lines, which say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A suffix sign or a NAG.
    Mark(Mark),
    /// A comment in braces; the span holds the braces.
    Brace,
    /// A rest-of-line comment; the span begins with `;` and ends before the line break.
    RestOfLine,
    /// A variation; the span holds the parentheses.
    Variation,
}

/// Something that stands on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where it is.
    pub span: Range<usize>,
}

impl Item {
    /// Whether this is a comment of either kind.
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, ItemKind::Brace | ItemKind::RestOfLine)
    }

    /// The bytes of a comment without its delimiters; the whole item for anything else.
    pub(super) fn inner(&self) -> Range<usize> {
        match self.kind {
            ItemKind::Brace => self.span.start + 1..self.span.end - 1,
            ItemKind::RestOfLine => self.span.start + 1..self.span.end,
            ItemKind::Mark(_) | ItemKind::Variation => self.span.clone(),
        }
    }
}

/// A move of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainMove {
    /// The move as written, check signs and glued glyphs included, suffix signs not.
    pub token: Range<usize>,
    /// What it says.
    pub notation: Notation,
    /// The line of the game it stands on, counted from 1.
    pub line: u64,
    pub(super) items: Range<usize>,
}

/// How a game ended, as its result token says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultToken {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2` (or `1/2`)
    Draw,
    /// `*`
    Unknown,
}

/// Why the main line could not be followed to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// A token that is no move, NAG, suffix sign, number or result.
    UnknownToken(String),
    /// A null move in the main line.
    NullMove(String),
    /// A closing parenthesis that closes nothing.
    ClosesNothing,
    /// A comment that is never closed.
    OpenComment,
    /// A variation that is never closed.
    OpenVariation,
    /// A move after the result.
    MoveAfterResult(String),
    /// A move that is not legal in its position.
    IllegalMove(String),
    /// A move that more than one piece could make.
    AmbiguousMove(String),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::UnknownToken(token) => write!(f, "\"{token}\" is no move"),
            StopReason::NullMove(token) => write!(f, "null move \"{token}\" in the main line"),
            StopReason::ClosesNothing => f.write_str("\")\" closes nothing"),
            StopReason::OpenComment => f.write_str("a comment is never closed"),
            StopReason::OpenVariation => f.write_str("a variation is never closed"),
            StopReason::MoveAfterResult(token) => write!(f, "\"{token}\" stands after the result"),
            StopReason::IllegalMove(token) => write!(f, "\"{token}\" is not legal here"),
            StopReason::AmbiguousMove(token) => write!(f, "\"{token}\" is ambiguous"),
        }
    }
}

/// Where and why the main line ends before the game does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The offset of the token in the game, in bytes.
    pub offset: usize,
    /// The line of the game it stands on, counted from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: StopReason,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

/// A game, scanned.
#[derive(Clone, Debug)]
pub struct GameText<'g> {
    bytes: &'g [u8],
    encoding: Encoding,
    tags: Vec<TagSpan>,
    main_line: Scanned,
    start: Option<usize>,
}

impl<'g> GameText<'g> {
    /// Scans the game at the start of `bytes`, which is to be one game as
    /// [`GameReader`](super::GameReader) gives it; what follows a first game is not looked at.
    pub fn scan(bytes: &'g [u8]) -> GameText<'g> {
        let mut tags = Vec::new();
        let mut outline = Outline::new();
        let mut start = None;
        let mut movetext = None;
        let mut at = 0;
        while at < bytes.len() {
            let end = next_line(bytes, at);
            if outline.is_empty() {
                let first = skip_marks(bytes, at);
                start = start
                    .or(Some(first))
                    .filter(|_| !all_space(&bytes[first..end]));
            }
            match outline.read(&bytes[at..end], at, &mut tags) {
                LineRole::Passed => {}
                LineRole::Movetext(from) => movetext = movetext.or(Some(at + from)),
                LineRole::NextGame => break,
            }
            at = end;
        }
        let main_line = scan::main_line(&bytes[..at], movetext.unwrap_or(at));
        GameText {
            bytes,
            encoding: Encoding::of(bytes),
            tags,
            main_line,
            start: start.filter(|_| !outline.is_empty()),
        }
    }

    /// The bytes that were scanned.
    pub fn bytes(&self) -> &'g [u8] {
        self.bytes
    }

    /// The encoding the game is read with, where text is wanted.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whether there is no game here: only white space and `%` or `;` lines.
    pub fn is_blank(&self) -> bool {
        self.start.is_none()
    }

    /// The start of the game without white space, byte-order marks and `%` or `;` lines set off
    /// by blank lines before it; `None` where there is no game.
    pub(super) fn start(&self) -> Option<usize> {
        self.start
    }

    /// The tag pairs in order.
    pub fn tags(&self) -> &[TagSpan] {
        &self.tags
    }

    /// The raw bytes of the value of the last tag of this name, escapes as they stand.
    pub fn tag(&self, name: &str) -> Option<&'g [u8]> {
        self.tags
            .iter()
            .rev()
            .find(|tag| self.bytes[tag.name.clone()] == *name.as_bytes())
            .map(|tag| &self.bytes[tag.value.clone()])
    }

    /// The value of the last tag of this name as text: escapes resolved, blanks trimmed, read as
    /// UTF-8 or else as Windows-1252, as the whole game is.
    pub fn tag_text(&self, name: &str) -> Option<String> {
        let value = unescape(self.tag(name)?);
        Some(self.encoding.decode(&value).into_owned())
    }

    /// The main line's moves, up to the stop if there is one.
    pub fn moves(&self) -> &[MainMove] {
        &self.main_line.moves
    }

    /// What stands on the move of this ply (0-based), in order; nothing beyond the last move.
    pub fn items(&self, ply: usize) -> &[Item] {
        self.main_line
            .moves
            .get(ply)
            .map_or(&[], |main| &self.main_line.items[main.items.clone()])
    }

    /// What stands before the first move, in order.
    pub fn lead(&self) -> &[Item] {
        &self.main_line.items[self.main_line.lead.clone()]
    }

    /// The move of this ply as written, `None` beyond the last move.
    pub fn written(&self, ply: usize) -> Option<Cow<'g, str>> {
        let main = self.main_line.moves.get(ply)?;
        Some(self.encoding.decode(&self.bytes[main.token.clone()]))
    }

    /// The result token, if the scan came to one.
    pub fn result(&self) -> Option<ResultToken> {
        self.main_line.result
    }

    /// Why the scan ended early, if it did.
    pub fn stop(&self) -> Option<&Stop> {
        self.main_line.stop.as_ref()
    }

    /// The end of the signs and NAGs that follow the move with only white space between, and the
    /// number of them; [`ItemKind::Mark`]s after a comment are not counted.
    pub(super) fn head(&self, ply: usize) -> Head {
        let main = &self.main_line.moves[ply];
        let mut end = main.token.end;
        let mut marks = 0;
        for item in self.items(ply) {
            if !matches!(item.kind, ItemKind::Mark(_))
                || !all_space(&self.bytes[end..item.span.start])
            {
                break;
            }
            end = item.span.end;
            marks += 1;
        }
        Head { end, marks }
    }

    /// The words of a comment: commands taken out, white space folded.
    pub(super) fn words(&self, item: &Item) -> String {
        comment::words(&self.encoding.decode(&self.bytes[item.inner()]))
    }
}

/// The move with its signs and NAGs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// Offset of its end.
    pub(super) end: usize,
    /// How many of the move's items it holds.
    pub(super) marks: usize,
}

impl GameText<'_> {
    /// Where a variation can be inserted after the comments of the move of this ply: `None`
    /// where a variation follows the move already, or where inserting one would change what
    /// other lines are.
    pub(super) fn room_for_variation(&self, ply: usize) -> Option<usize> {
        let items = self.items(ply);
        if items.iter().any(|item| item.kind == ItemKind::Variation) || !self.is_closed(ply) {
            return None;
        }
        match items.iter().rev().find(|item| item.is_comment()) {
            Some(item) => self.after_comment(item),
            None => Some(self.head(ply).end),
        }
    }

    /// Directly after a comment: after its brace, or after the line break that ends it.
    ///
    /// A rest-of-line comment has such a place only where the next line is one of the movetext
    /// and stays what it is with something before it: not blank, no `%` line, no tag.
    pub(super) fn after_comment(&self, item: &Item) -> Option<usize> {
        if item.kind == ItemKind::Brace {
            return Some(item.span.end);
        }
        let next = after_break(self.bytes, item.span.end);
        (next > item.span.end && self.continues_movetext(next)).then_some(next)
    }

    /// Whether what stands on the line from `from` on would be movetext at the start of a line.
    pub(super) fn continues_movetext(&self, from: usize) -> bool {
        let line = &self.bytes[from..line_end(self.bytes, from)];
        let first = line.get(skip(line, 0, is_space));
        first.is_some_and(|first| *first != b'[') && line[0] != b'%'
    }

    /// Whether all that follows the move is closed: nothing can be put after a comment or
    /// variation that is not.
    fn is_closed(&self, ply: usize) -> bool {
        let is_last = ply + 1 == self.main_line.moves.len();
        let is_open = self.stop().is_some_and(|stop| {
            matches!(
                stop.reason,
                StopReason::OpenComment | StopReason::OpenVariation
            )
        });
        !(is_last && is_open && self.main_line.result.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &str) -> Vec<String> {
        GameText::scan(game.as_bytes())
            .moves()
            .iter()
            .map(|main| main.notation.to_string())
            .collect()
    }

    fn reason(game: &str) -> Option<String> {
        GameText::scan(game.as_bytes())
            .stop()
            .map(ToString::to_string)
    }

    fn kinds(game: &str, ply: usize) -> String {
        GameText::scan(game.as_bytes())
            .items(ply)
            .iter()
            .map(|item| match item.kind {
                ItemKind::Mark(mark) => mark.nag.to_string(),
                ItemKind::Brace => "{".into(),
                ItemKind::RestOfLine => ";".into(),
                ItemKind::Variation => "(".into(),
            })
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn move_numbers_of_every_shape_are_passed_over() {
        let game = "1. e4 1. ... e5 2.Nf3 2....Nc6 3 . Bb5 3. .. a6 4.Ba4 Nf6 5 O-O 5... Be7 *";
        assert_eq!(moves(game).len(), 10);
        assert_eq!(reason(game), None);
        assert_eq!(moves("1e4 e5 2Nf3"), ["e4", "e5", "Nf3"]);
    }

    #[test]
    fn marks_glued_or_apart_stand_on_their_move() {
        let game = "1. c4! e5 $13 2. Nf3$1 {calm} Nc6 $6 $146 $1";
        assert_eq!(kinds(game, 0), "1");
        assert_eq!(kinds(game, 1), "13");
        assert_eq!(kinds(game, 2), "1 {");
        assert_eq!(kinds(game, 3), "6 146 1");
        assert_eq!(kinds("e4!? $4 {x} $2", 0), "5 4 { 2");
        assert_eq!(kinds("e4 \\$14 {x}", 0), "14 {");
        assert_eq!(kinds("e4$99999999999999999999", 0), "4294967295");
    }

    #[test]
    fn variations_are_one_item_however_deep() {
        let depth = 200_000;
        let game = format!("1. e4 {}e5{} e5 *", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(moves(&game), ["e4", "e5"]);
        assert_eq!(kinds(&game, 0), "(");
        assert_eq!(
            kinds("1. d4 Nf6 (1... d5 2. c4 (2. Bf4) 2... e6) {x} (z) c4", 1),
            "( { ("
        );
    }

    #[test]
    fn parentheses_in_comments_of_a_variation_close_nothing() {
        let game = "1. e4 (1. d4 {)} ; )\n% )\nd5) e5 *";
        assert_eq!(moves(game), ["e4", "e5"]);
    }

    #[test]
    fn comments_before_the_first_move_are_no_moves_comments() {
        let game = "{ one } ; two\n1. e4 {three} 1... {four} e5";
        let text = GameText::scan(game.as_bytes());
        assert_eq!(text.lead().len(), 2);
        assert_eq!(kinds(game, 0), "{ {");
        assert_eq!(kinds(game, 1), "");
    }

    #[test]
    fn percent_lines_are_passed_over_and_percent_signs_elsewhere_are_not() {
        assert_eq!(
            moves("1. e4 e5\n% 2. a4 no move\n2. Nf3"),
            ["e4", "e5", "Nf3"]
        );
        assert_eq!(
            reason("1. e4 % e5").as_deref(),
            Some("line 1: \"%\" is no move")
        );
    }

    #[test]
    fn a_brace_that_closes_nothing_is_passed_over() {
        assert_eq!(moves("1. e4 {x}}\n}\ne5 2. Nf3"), ["e4", "e5", "Nf3"]);
        assert_eq!(reason("1. e4 {x}} e5"), None);
        assert_eq!(
            reason("1. e4 {a {b} c} e5").as_deref(),
            Some("line 1: \"c\" is no move")
        );
    }

    #[test]
    fn what_is_no_move_stops_the_main_line_with_its_line() {
        for (game, expected) in [
            ("1. e4\ne5 Sf3 d6", "line 2: \"Sf3\" is no move"),
            (
                "1. e4 -- 2. d4",
                "line 1: null move \"--\" in the main line",
            ),
            ("1. e4 Z0", "line 1: null move \"Z0\" in the main line"),
            ("1. e4 <> ", "line 1: null move \"<>\" in the main line"),
            ("1. e4 0000", "line 1: null move \"0000\" in the main line"),
            ("1. e4 ) e5", "line 1: \")\" closes nothing"),
            ("1. e4 {x", "line 1: a comment is never closed"),
            ("1. e4 (1. d4 {", "line 1: a comment is never closed"),
            ("1. e4 (1. d4", "line 1: a variation is never closed"),
            ("1. e4 * 1. d4", "line 1: \"d4\" stands after the result"),
            ("1. e4 $ e5", "line 1: \"$\" is no move"),
            ("1. e4 [x] e5", "line 1: \"[x]\" is no move"),
            ("1. e4 \u{feff} e5", "line 1: \"\u{feff}\" is no move"),
        ] {
            assert_eq!(reason(game).as_deref(), Some(expected), "{game}");
            assert_eq!(moves(game)[0], "e4", "{game}");
        }
    }

    #[test]
    fn glyphs_and_words_after_the_result_do_not_stop_it() {
        let game = "1. e4 N e5 ± 2. Nf3 D exd4 e.p. 1-0 {resigned} Black resigned 1-0";
        assert_eq!(moves(game), ["e4", "e5", "Nf3", "ed4"]);
        assert_eq!(reason(game), None);
        assert_eq!(kinds(game, 3), "");
    }

    #[test]
    fn results_are_read_in_all_their_forms() {
        for (token, expected) in [
            ("1-0", ResultToken::WhiteWins),
            ("0-1", ResultToken::BlackWins),
            ("0–1", ResultToken::BlackWins),
            ("1/2-1/2", ResultToken::Draw),
            ("1/2", ResultToken::Draw),
            ("½-½", ResultToken::Draw),
            ("*", ResultToken::Unknown),
        ] {
            assert_eq!(GameText::scan(token.as_bytes()).result(), Some(expected));
            let game = format!("1. e4{{x}} 0-0 {token}");
            assert_eq!(moves(&game), ["e4", "O-O"]);
        }
    }

    #[test]
    fn tags_are_found_by_name_and_the_last_one_counts() {
        let text = GameText::scan(
            b"\xef\xbb\xbf[White \"P\xe9rez\"]\r\n[Black \"a \\\"b\\\"\"]\r\n[White \"M\xfcller\"]\r\n\r\n*",
        );
        assert_eq!(text.tags().len(), 3);
        assert_eq!(text.tag("White"), Some(b"M\xfcller".as_slice()));
        assert_eq!(text.tag_text("White").as_deref(), Some("Müller"));
        assert_eq!(text.tag_text("Black").as_deref(), Some("a \"b\""));
        assert_eq!(text.tag("Event"), None);
    }

    #[test]
    fn only_the_first_game_is_scanned() {
        assert_eq!(moves("1. e4\n\n1. d4 d5"), ["e4"]);
        assert_eq!(moves("1. e4\n[White \"x\"]\n1. d4 d5"), ["e4"]);
        assert!(GameText::scan(b" \n% x\n").is_blank());
        assert!(!GameText::scan(b"*").is_blank());
    }

    #[test]
    fn a_variation_has_no_room_where_it_would_change_the_next_line() {
        let room = |game: &str| GameText::scan(game.as_bytes()).room_for_variation(0);
        assert_eq!(room("e4 {x} $1 e5"), Some(6));
        assert_eq!(room("e4 1... {x} e5"), Some(11));
        assert_eq!(room("e4! e5"), Some(3));
        assert_eq!(room("e4 ; x\n e5"), Some(7));
        assert_eq!(room("e4 ; x\r\n e5"), Some(8));
        assert_eq!(room("e4 ; x\n\n"), None);
        assert_eq!(room("e4 ; x"), None);
        assert_eq!(room("e4 ; x\n% y\ne5"), None);
        assert_eq!(room("e4 (1. d4) e5"), None);
        assert_eq!(room("e4 {x"), None);
        assert_eq!(room("e4 ; x\n[% y\ne5"), None);
    }
}
