//! The games of a PGN stream, one at a time and byte for byte.
//!
//! The bytes of all games, one after the other, are the input. Memory is bounded by the largest
//! game, or by a limit: a larger game comes in parts. Where a game ends is said in the
//! documentation of [`crate::pgn`]; in a game that comes in parts, a line of blanks that is longer
//! than the limit does not end it.

use std::io::{self, BufRead};

use super::bytes::{count_breaks, is_break};
use super::outline::{LineRole, Outline};

/// The bytes of a part, at least, of a game that is too large to be read whole.
const PART: usize = 1 << 18;

/// How much of a game was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The beginning of a game that is larger than the limit; the rest follows.
    First,
    /// A further part of such a game.
    Middle,
    /// The last part of such a game, maybe without a byte.
    Last {
        /// Whether the game ends inside a comment.
        open: bool,
    },
}

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
    /// Whether this is the whole game. Where it is not, `bytes` are those of the part, `line` is
    /// that of its beginning, and `index` is the same for all parts.
    pub part: Part,
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
    /// Whether the line read last goes on behind what was read of it.
    goes_on: bool,
    /// Bytes a game may have to be read whole.
    limit: usize,
    /// The walk over the lines of a game that is too large, while parts of it are to come.
    large: Option<Outline>,
    line: u64,
    index: u64,
    failed: bool,
}

impl<R: BufRead> GameReader<R> {
    /// Reads games from `input`, however large they are.
    pub fn new(input: R) -> GameReader<R> {
        GameReader::with_limit(input, usize::MAX)
    }

    /// Reads games from `input`; those of more than `limit` bytes come in parts.
    ///
    /// # Examples
    ///
    /// ```
    /// use annotate::pgn::{GameReader, Part};
    ///
    /// let archive = "1. e4 *\n\n1. d4 {a long story} *\n";
    /// let games: Vec<_> = GameReader::with_limit(archive.as_bytes(), 10)
    ///     .collect::<Result<_, _>>()?;
    /// let parts: Vec<Part> = games.iter().map(|game| game.part).collect();
    /// assert_eq!(parts, [Part::Whole, Part::First, Part::Last { open: false }]);
    /// # Ok::<_, std::io::Error>(())
    /// ```
    pub fn with_limit(input: R, limit: usize) -> GameReader<R> {
        GameReader {
            input,
            pending: Vec::new(),
            goes_on: false,
            limit,
            large: None,
            line: 1,
            index: 0,
            failed: false,
        }
    }

    /// Reads the next game, or part of one; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// What the input reports; the reader gives nothing after that.
    pub fn read_game(&mut self) -> io::Result<Option<RawGame>> {
        if let Some(outline) = self.large.take() {
            return self.read_part(outline).map(Some);
        }
        let mut bytes = Vec::new();
        let mut outline = Outline::new();
        let mut tags = Vec::new();
        let mut part = Part::Whole;
        while part == Part::Whole {
            // Where the game before came in parts, only the beginning of the line may be here.
            if self.pending.is_empty() || self.goes_on {
                self.fill(self.limit.saturating_add(1))?;
            }
            if self.pending.is_empty()
                || outline.read(&self.pending, bytes.len(), &mut tags) == LineRole::NextGame
            {
                break;
            }
            tags.clear();
            bytes.append(&mut self.pending);
            if bytes.len() > self.limit {
                part = Part::First;
            }
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let blank = outline.is_empty() && part == Part::Whole;
        if part == Part::First {
            self.large = Some(outline);
        }
        Ok(Some(self.number(bytes, blank, part)))
    }

    /// Reads a further part of a game that is too large.
    fn read_part(&mut self, mut outline: Outline) -> io::Result<RawGame> {
        let mut bytes = Vec::new();
        let mut tags = Vec::new();
        while bytes.len() < PART {
            let goes_on = self.goes_on;
            if self.pending.is_empty() {
                self.fill(PART)?;
            }
            let is_over = self.pending.is_empty()
                || if goes_on {
                    outline.go_on(&self.pending);
                    false
                } else {
                    tags.clear();
                    outline.read(&self.pending, 0, &mut tags) == LineRole::NextGame
                };
            if is_over {
                let open = outline.is_open();
                return Ok(self.number(bytes, false, Part::Last { open }));
            }
            bytes.append(&mut self.pending);
        }
        self.large = Some(outline);
        Ok(self.number(bytes, false, Part::Middle))
    }

    /// Reads a line, or the rest of it, into `pending` as far as `cap` bytes of it allow.
    fn fill(&mut self, cap: usize) -> io::Result<()> {
        self.goes_on = read_line(&mut self.input, &mut self.pending, cap)?;
        Ok(())
    }

    /// A game or part with its place in the input.
    fn number(&mut self, bytes: Vec<u8>, blank: bool, part: Part) -> RawGame {
        let game = RawGame {
            line: self.line,
            index: self.index,
            blank,
            part,
            bytes,
        };
        self.line += count_breaks(&game.bytes);
        let is_over = matches!(part, Part::Whole | Part::Last { .. });
        self.index += u64::from(is_over && !blank);
        game
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

/// Appends the next line with its break (LF, CRLF or a lone CR) to `line`, which is empty or holds
/// its beginning; whether `cap` bytes did not reach to its end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, cap: usize) -> io::Result<bool> {
    loop {
        if line.len() >= cap && line.last() != Some(&b'\r') {
            return Ok(true);
        }
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(false);
        }
        if line.last() == Some(&b'\r') {
            if chunk[0] == b'\n' {
                line.push(b'\n');
                input.consume(1);
            }
            return Ok(false);
        }
        let chunk = &chunk[..chunk.len().min(cap - line.len())];
        if let Some(end) = chunk.iter().position(|byte| is_break(*byte)) {
            line.extend_from_slice(&chunk[..=end]);
            input.consume(end + 1);
            if line.last() == Some(&b'\n') {
                return Ok(false);
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
    fn a_game_beyond_the_limit_comes_in_parts_and_the_others_whole() {
        let long = "x".repeat(3 * PART);
        let cases = [
            format!("[A \"x\"]\n\n1. e4 {{{long}\n\n[B \"y\"] }} *\r\n\r\n"),
            format!("[A \"{long}\"]\n\n1. e4 *\n\n"),
            format!("1. e4 ; {{ {long} {{\ne5 *\n\n"),
            format!("% {long} {{\n1. e4 *\n\n"),
            format!("1. e4\n{}e5 *\n\n", "% {\r\n".repeat(PART)),
            format!("1. e4 {}*\n\n", "e5 ".repeat(PART)),
            format!("\u{feff}{}1. e4 *\n\n", "\n".repeat(PART)),
        ];
        for large in cases {
            for limit in [40, 1000, 2 * PART + 1] {
                let text = format!("1. d4 *\n\n{large}1. c4 *\n\n");
                let games: Vec<RawGame> = GameReader::with_limit(text.as_bytes(), limit)
                    .collect::<Result<_, _>>()
                    .expect("memory does not fail");
                let joined: Vec<u8> = games.iter().flat_map(|game| game.bytes.clone()).collect();
                assert!(joined == text.as_bytes());
                let starts = |game: &&RawGame| matches!(game.part, Part::Whole | Part::First);
                assert_eq!(games.iter().filter(starts).count(), 3);
                assert_eq!(games[1].part == Part::First, large.len() > limit);
                let last = games.last().expect("games");
                assert_eq!(
                    (last.index, last.bytes.as_slice()),
                    (2, &b"1. c4 *\n\n"[..])
                );
                let lines = 1 + count_breaks(&text.as_bytes()[..text.len() - 9]);
                assert_eq!(last.line, lines);
                assert!(
                    games
                        .iter()
                        .all(|game| game.bytes.len() <= limit.max(PART) + PART)
                );
            }
        }
    }

    #[test]
    fn a_first_line_longer_than_a_part_is_one_line_after_a_large_game() {
        let large = format!("1. e4 {{ {} }} *\n\n", "x".repeat(2 * PART));
        let value = "x".repeat(PART - 10);
        // The rest of the line would be a tag, movetext, and an end, were it a line of its own.
        let cases = [
            format!("[A \"{value}[B \"y\"]\n\n1. d4 *\n\n"),
            format!("[A \"{value}    1. e4 {{ \"]\n\n1. d4 *\n\n"),
            format!("; {value}{}\n1. d4 *\n\n", " ".repeat(PART)),
        ];
        for next in cases {
            for limit in [50, PART, 2 * PART] {
                let text = format!("{large}{next}1. c4 *\n\n");
                let games: Vec<RawGame> = GameReader::with_limit(text.as_bytes(), limit)
                    .collect::<Result<_, _>>()
                    .expect("memory does not fail");
                let of = |index| -> Vec<u8> {
                    let parts = games.iter().filter(|game| game.index == index);
                    parts.flat_map(|game| game.bytes.clone()).collect()
                };
                assert!(of(0) == large.as_bytes());
                assert!(of(1) == next.as_bytes(), "{limit}: {}", &next[..3]);
                assert_eq!(of(2), b"1. c4 *\n\n");
                assert_eq!(games.last().map(|game| game.index), Some(2));
                let is_whole = games
                    .iter()
                    .any(|game| game.index == 1 && game.part == Part::Whole);
                assert_eq!(is_whole, next.len() <= limit);
            }
        }
    }

    #[test]
    fn a_large_game_that_never_ends_says_so() {
        let text = format!("1. e4 {{ {}\n\n1. d4 *", "x".repeat(100));
        let last = GameReader::with_limit(text.as_bytes(), 50).last();
        let last = last.expect("parts").expect("memory does not fail");
        assert_eq!(last.part, Part::Last { open: true });
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
