//! The games of a PGN stream, one at a time and byte for byte.
//!
//! The bytes of all games, one after the other, are the input. Memory is bounded by the largest
//! game. Where a game ends is said in the documentation of [`crate::pgn`].

use std::io::{self, BufRead};

use super::bytes::{count_breaks, is_break};
use super::outline::{LineRole, Outline};

/// One game as it stands in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGame {
    /// Its bytes: from the first byte after the game before it to the last before the next.
    pub bytes: Vec<u8>,
    /// The line of the input on which it begins, counted from 1.
    pub line: u64,
    /// Its number in the input, counted from 0.
    pub index: u64,
    /// Whether this is no game but a stretch of white space and `%` or `;` lines with nothing
    /// after it: the end of the input. It takes no number; `index` is the number of games.
    pub blank: bool,
}

/// Splits a stream into games. An iterator over [`RawGame`]s.
///
/// # Examples
///
/// ```
/// use annotate::pgn::GameReader;
///
/// let archive = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let games: Vec<_> = GameReader::new(archive.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[1].line, 5);
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    /// The first line of the game to come, where it has been read already.
    pending: Vec<u8>,
    line: u64,
    index: u64,
    failed: bool,
}

impl<R: BufRead> GameReader<R> {
    /// Reads games from `input`.
    pub fn new(input: R) -> GameReader<R> {
        GameReader {
            input,
            pending: Vec::new(),
            line: 1,
            index: 0,
            failed: false,
        }
    }

    /// Reads the next game, `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// What the input reports; the reader gives nothing after that.
    pub fn read_game(&mut self) -> io::Result<Option<RawGame>> {
        let mut bytes = Vec::new();
        let mut outline = Outline::new();
        let mut tags = Vec::new();
        loop {
            if self.pending.is_empty() {
                read_line(&mut self.input, &mut self.pending)?;
            }
            if self.pending.is_empty()
                || outline.read(&self.pending, bytes.len(), &mut tags) == LineRole::NextGame
            {
                break;
            }
            tags.clear();
            bytes.append(&mut self.pending);
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let game = RawGame {
            line: self.line,
            index: self.index,
            blank: outline.is_empty(),
            bytes,
        };
        self.line += count_breaks(&game.bytes);
        self.index += u64::from(!game.blank);
        Ok(Some(game))
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = io::Result<RawGame>;

    fn next(&mut self) -> Option<io::Result<RawGame>> {
        if self.failed {
            return None;
        }
        let game = self.read_game().transpose();
        self.failed = matches!(game, Some(Err(_)));
        game
    }
}

/// Appends the next line with its break (LF, CRLF or a lone CR) to `line`.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(());
        }
        if line.last() == Some(&b'\r') {
            if chunk[0] == b'\n' {
                line.push(b'\n');
                input.consume(1);
            }
            return Ok(());
        }
        if let Some(end) = chunk.iter().position(|byte| is_break(*byte)) {
            line.extend_from_slice(&chunk[..=end]);
            input.consume(end + 1);
            if line.last() == Some(&b'\n') {
                return Ok(());
            }
        } else {
            let length = chunk.len();
            line.extend_from_slice(chunk);
            input.consume(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(input: &str) -> Vec<String> {
        // A buffer of three bytes, so that every boundary falls on a chunk's end somewhere.
        let input = io::BufReader::with_capacity(3, input.as_bytes());
        GameReader::new(input)
            .map(|game| game.expect("memory does not fail"))
            .inspect(|game| assert!(!game.bytes.is_empty()))
            .map(|game| String::from_utf8(game.bytes).expect("the tests are UTF-8"))
            .collect()
    }

    #[test]
    fn a_blank_line_in_the_movetext_ends_the_game() {
        assert_eq!(
            split("[A \"x\"]\n\n1. e4\ne5 *\n \n\n1. d4 *\n"),
            ["[A \"x\"]\n\n1. e4\ne5 *\n \n\n", "1. d4 *\n"]
        );
    }

    #[test]
    fn tags_start_the_next_game_without_a_blank_line() {
        assert_eq!(
            split("1. e4 *\n [A \"x\"]\n1. d4 *"),
            ["1. e4 *\n", " [A \"x\"]\n1. d4 *"]
        );
    }

    #[test]
    fn nothing_inside_braces_ends_a_game() {
        let game = "1. e4 {a\n\n1-0\n[Event \"x\"]\n% }\n\n";
        assert_eq!(split(&format!("{game}1. d4 *")), [game, "1. d4 *"]);
        assert_eq!(split("1. e4 {never closed\n\n1. d4 *\n\n").len(), 1);
    }

    #[test]
    fn a_brace_in_a_rest_of_line_comment_or_an_escape_line_opens_nothing() {
        assert_eq!(split("1. e4 ; {\n\n1. d4 *").len(), 2);
        assert_eq!(split("1. e4\n% {\ne5\n\n1. d4 *").len(), 2);
        assert_eq!(split("1. e4\n; {\ne5\n\n1. d4 *").len(), 2);
    }

    #[test]
    fn one_blank_line_parts_tags_from_tags_and_two_part_games() {
        assert_eq!(split("[A \"x\"]\n\n[B \"y\"]\n\n1. e4 *").len(), 1);
        assert_eq!(split("[A \"x\"]\n\n\n[B \"y\"]\n\n1. e4 *").len(), 2);
        assert_eq!(split("[A \"x\"]\n\n\n\n1. e4 *").len(), 1);
    }

    #[test]
    fn carriage_returns_alone_or_in_pairs_end_lines() {
        assert_eq!(split("[A \"x\"]\r\r1. e4 *\r\r1. d4 *\r").len(), 2);
        assert_eq!(
            split("[A \"x\"]\r\n\r\n1. e4 *\r\n\r\n1. d4 *\r\n"),
            ["[A \"x\"]\r\n\r\n1. e4 *\r\n\r\n", "1. d4 *\r\n"]
        );
    }

    #[test]
    fn what_holds_no_game_is_given_back_without_a_number() {
        let tail = |input: &str| {
            GameReader::new(input.as_bytes())
                .last()
                .map(|game| game.expect("memory does not fail"))
        };
        assert_eq!(tail(""), None);
        assert!(tail("\u{feff}\n \n% x\n").is_some_and(|game| game.blank && game.index == 0));
        let last = tail("1. e4 *\n\n% the end\n").expect("two stretches");
        assert!(last.blank);
        assert_eq!((last.index, last.line), (1, 3));
    }

    #[test]
    fn a_byte_order_mark_before_the_first_tag_hides_nothing() {
        let mut tags = Vec::new();
        let mut outline = Outline::new();
        outline.read(b"\xef\xbb\xbf[Event \"x\"]\n", 0, &mut tags);
        assert_eq!(tags.len(), 1);
        assert_eq!(tags[0].span, 3..14);
    }
}
