//! The scan of the movetext: one pass over its tokens, without recursion.

use std::ops::Range;

use super::bytes::{at_line_start, count_breaks, is_space, is_word, line_end, skip};
use super::decode::plain;
use super::notation::{self, NULL_MOVES, Notation};
use super::outline::next_line;
use super::text::{Item, ItemKind, MainMove, Mark, ResultToken, Stop, StopReason};

/// The main line of a game and what stands on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Scanned {
    pub(super) moves: Vec<MainMove>,
    /// What stands on the moves, in order; each move knows its part.
    pub(super) items: Vec<Item>,
    /// The items before the first move.
    pub(super) lead: Range<usize>,
    pub(super) result: Option<ResultToken>,
    pub(super) stop: Option<Stop>,
}

/// Scans the movetext of `game`, which begins at `from` and goes to its end.
pub(super) fn main_line(game: &[u8], from: usize) -> Scanned {
    let mut scanner = Scanner {
        bytes: game,
        at: from,
        line: 1,
        counted: 0,
        found: Scanned::default(),
    };
    scanner.run();
    scanner.found
}

struct Scanner<'g> {
    bytes: &'g [u8],
    at: usize,
    line: u64,
    /// How far the line breaks have been counted.
    counted: usize,
    found: Scanned,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while self.at < self.bytes.len() && self.found.stop.is_none() {
            self.step();
        }
        let end = self.found.items.len();
        match self.found.moves.last_mut() {
            Some(last) => last.items.end = end,
            None => self.found.lead.end = end,
        }
    }

    /// Reads one token of the main line, or one comment or variation whole.
    fn step(&mut self) {
        let from = self.at;
        match self.bytes[from] {
            // A closing brace that closes nothing is the rest of a comment that held one.
            byte if is_space(byte) || matches!(byte, b'.' | b'}') => self.at += 1,
            b'%' if at_line_start(self.bytes, from) => self.at = next_line(self.bytes, from),
            b'{' => match close_brace(self.bytes, from) {
                Some(end) => self.item(ItemKind::Brace, end),
                None => self.halt(from, StopReason::OpenComment),
            },
            b';' => self.item(ItemKind::RestOfLine, line_end(self.bytes, from)),
            b'(' => match close_variation(self.bytes, from) {
                Ok(end) => self.item(ItemKind::Variation, end),
                Err(reason) => self.halt(from, reason),
            },
            b'!' | b'?' => {
                let (nag, length) = suffix(&self.bytes[from..]);
                self.item(ItemKind::Mark(Mark { nag }), from + length);
            }
            b'$' => self.nag(from),
            // Some archives went through a shell that escaped the dollar sign.
            b'\\' if self.bytes.get(from + 1) == Some(&b'$') => self.nag(from + 1),
            b'*' => self.end_with(ResultToken::Unknown, from + 1),
            b')' => self.halt(from, StopReason::ClosesNothing),
            _ => self.word(),
        }
    }

    /// Reads the NAG whose `$` stands at `sign`.
    fn nag(&mut self, sign: usize) {
        let end = skip(self.bytes, sign + 1, |byte| byte.is_ascii_digit());
        if end == sign + 1 {
            let word = skip(self.bytes, end, is_word);
            let token = self.quote(self.at..word);
            self.halt(self.at, StopReason::UnknownToken(token));
        } else {
            let nag = number(&self.bytes[sign + 1..end]);
            self.item(ItemKind::Mark(Mark { nag }), end);
        }
    }

    /// Reads the word that begins here: a result, a null move, a move, a number or a glyph.
    fn word(&mut self) {
        let from = self.at;
        let end = skip(self.bytes, from, is_word);
        let word = &self.bytes[from..end];
        if let Some(token) = result(word) {
            self.end_with(token, end);
        } else if NULL_MOVES.contains(&word) {
            if self.found.result.is_some() {
                self.halt(from, StopReason::MoveAfterResult(self.quote(from..end)));
            } else {
                self.halt(from, StopReason::NullMove(self.quote(from..end)));
            }
        } else if let Some((notation, end)) = notation::read_move(self.bytes, from) {
            if self.found.result.is_some() {
                self.halt(from, StopReason::MoveAfterResult(self.quote(from..end)));
            } else {
                self.begin_move(notation, end);
            }
        } else {
            let digits = skip(word, 0, |byte| byte.is_ascii_digit());
            let glyph = notation::glyph_length(self.bytes, from);
            if digits > 0 {
                // A number; what is glued to it is read next.
                self.at += digits;
            } else if glyph > 0 {
                self.at += glyph;
            } else if self.found.result.is_some() {
                self.at = end;
            } else {
                self.halt(from, StopReason::UnknownToken(self.quote(from..end)));
            }
        }
    }

    fn begin_move(&mut self, notation: Notation, end: usize) {
        let first = self.found.items.len();
        match self.found.moves.last_mut() {
            Some(last) => last.items.end = first,
            None => self.found.lead.end = first,
        }
        let line = self.line_of(self.at);
        self.found.moves.push(MainMove {
            token: self.at..end,
            notation,
            line,
            items: first..first,
        });
        self.at = end;
    }

    fn item(&mut self, kind: ItemKind, end: usize) {
        if self.found.result.is_none() {
            self.found.items.push(Item {
                kind,
                span: self.at..end,
            });
        }
        self.at = end;
    }

    fn end_with(&mut self, token: ResultToken, end: usize) {
        if self.found.result.is_none() {
            self.found.result = Some(token);
        }
        self.at = end;
    }

    fn halt(&mut self, offset: usize, reason: StopReason) {
        if self.found.result.is_some() && !matches!(reason, StopReason::MoveAfterResult(_)) {
            // The main line is complete: what is broken after it is nobody's loss.
            self.at = self.bytes.len();
            return;
        }
        let line = self.line_of(offset);
        self.found.stop = Some(Stop {
            offset,
            line,
            reason,
        });
    }

    /// The line of `offset`, which is never before the one asked for last.
    fn line_of(&mut self, offset: usize) -> u64 {
        self.line += count_breaks(&self.bytes[self.counted..offset]);
        self.counted = offset;
        self.line
    }

    fn quote(&self, range: Range<usize>) -> String {
        const LONGEST: usize = 24;
        let word = &self.bytes[range];
        if word.len() > LONGEST {
            plain(&word[..LONGEST]) + "…"
        } else {
            plain(word)
        }
    }
}

/// The offset after the brace that closes the comment opened at `from`.
fn close_brace(bytes: &[u8], from: usize) -> Option<usize> {
    let end = skip(bytes, from, |byte| byte != b'}');
    (end < bytes.len()).then_some(end + 1)
}

/// The offset after the parenthesis that closes the variation opened at `from`.
fn close_variation(bytes: &[u8], from: usize) -> Result<usize, StopReason> {
    let mut depth = 0_usize;
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Ok(at + 1);
                }
            }
            b'{' => {
                at = close_brace(bytes, at).ok_or(StopReason::OpenComment)?;
                continue;
            }
            b';' => {
                at = line_end(bytes, at);
                continue;
            }
            b'%' if at_line_start(bytes, at) => {
                at = next_line(bytes, at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    Err(StopReason::OpenVariation)
}

fn suffix(bytes: &[u8]) -> (u32, usize) {
    match bytes {
        [b'!', b'!', ..] => (3, 2),
        [b'?', b'?', ..] => (4, 2),
        [b'!', b'?', ..] => (5, 2),
        [b'?', b'!', ..] => (6, 2),
        [b'!', ..] => (1, 1),
        _ => (2, 1),
    }
}

fn number(digits: &[u8]) -> u32 {
    digits.iter().fold(0_u32, |value, digit| {
        value
            .saturating_mul(10)
            .saturating_add(u32::from(digit - b'0'))
    })
}

/// The result that `word` says, with a hyphen or a longer dash.
fn result(word: &[u8]) -> Option<ResultToken> {
    let is = |left: &str, right: &str| {
        ["-", "–", "—"].iter().any(|dash| {
            word.strip_prefix(left.as_bytes())
                .and_then(|rest| rest.strip_prefix(dash.as_bytes()))
                == Some(right.as_bytes())
        })
    };
    if is("1", "0") {
        Some(ResultToken::WhiteWins)
    } else if is("0", "1") {
        Some(ResultToken::BlackWins)
    } else if is("1/2", "1/2") || is("½", "½") || word == b"1/2" || word == b"\xbd-\xbd" {
        Some(ResultToken::Draw)
    } else {
        None
    }
}
