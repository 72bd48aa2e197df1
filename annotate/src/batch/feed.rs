//! The games of all inputs, one after the other.
//!
//! Where inputs are joined into one output, their games must stay apart in it: the last game of
//! an input gets the line breaks it lacks, and a byte-order mark stands only at the very start.
//! What an input holds after its last game then belongs to the game that follows.

use std::io::BufRead;

use super::{failure::Failure, input::Input};
use crate::pgn::{GameReader, RawGame};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The line breaks at the end of an input that keep its last game apart from the next: most games
/// need one blank line, one that consists of tags alone needs two.
const BREAKS_TRIED: [usize; 2] = [2, 3];

/// What comes next.
#[derive(Debug)]
pub(super) enum Next {
    /// A game.
    Game {
        /// The place of its input among the inputs.
        input: usize,
        /// The game as read.
        raw: RawGame,
        /// Whether it cannot be kept apart from the game after it, as it never ends.
        runs_on: bool,
    },
    /// What an input holds beside games: white space and the like.
    Rest {
        /// The place of the input among the inputs.
        input: usize,
        /// The bytes as read.
        bytes: Vec<u8>,
    },
    /// The input with this place has no more games. Not told where inputs are joined.
    EndOfInput(usize),
}

/// Reads the inputs in turn.
pub(super) struct Feed<'a> {
    inputs: &'a [Input],
    /// Whether the output holds all inputs.
    joined: bool,
    /// The place of the input being read.
    place: usize,
    reader: Option<GameReader<Box<dyn BufRead + 'a>>>,
    /// A game read ahead, with the place of its input, where inputs are joined.
    ahead: Option<(usize, RawGame)>,
    /// What inputs before held after their last game, where inputs are joined.
    left_over: Vec<u8>,
}

impl<'a> Feed<'a> {
    /// Reads `inputs`; `joined` says whether their games go into one output.
    pub(super) fn new(inputs: &'a [Input], joined: bool) -> Self {
        Self {
            inputs,
            joined,
            place: 0,
            reader: None,
            ahead: None,
            left_over: Vec::new(),
        }
    }

    /// The next game or end of an input; nothing after the last.
    pub(super) fn next(&mut self) -> Result<Option<Next>, Failure> {
        if self.joined {
            self.next_joined()
        } else {
            self.read()
        }
    }

    /// Reads on, just as the inputs are.
    fn read(&mut self) -> Result<Option<Next>, Failure> {
        let Some(input) = self.inputs.get(self.place) else {
            return Ok(None);
        };
        let reader = match &mut self.reader {
            Some(reader) => reader,
            closed @ None => closed.insert(GameReader::new(input.open()?)),
        };
        let game = reader
            .next()
            .transpose()
            .map_err(|error| Failure::read(input.name(), error))?;
        let input = self.place;
        Ok(Some(match game {
            None => {
                self.place += 1;
                self.reader = None;
                Next::EndOfInput(input)
            }
            Some(RawGame {
                bytes, blank: true, ..
            }) => Next::Rest { input, bytes },
            Some(raw) => Next::Game {
                input,
                raw,
                runs_on: false,
            },
        }))
    }

    /// Reads on and keeps apart what comes from different inputs.
    fn next_joined(&mut self) -> Result<Option<Next>, Failure> {
        let current = match self.ahead.take() {
            Some(ahead) => Some(ahead),
            None => self.read_joined()?,
        };
        let Some((input, mut raw)) = current else {
            let rest = std::mem::take(&mut self.left_over);
            let input = self.inputs.len().saturating_sub(1);
            return Ok((!rest.is_empty()).then_some(Next::Rest { input, bytes: rest }));
        };
        self.ahead = self.read_joined()?;
        let runs_on = match &self.ahead {
            Some((next, following)) if *next != input => {
                !keep_apart(&mut raw.bytes, &following.bytes)
            }
            _ => false,
        };
        Ok(Some(Next::Game {
            input,
            raw,
            runs_on,
        }))
    }

    /// The next game of any input, beginning with what the inputs before left over.
    fn read_joined(&mut self) -> Result<Option<(usize, RawGame)>, Failure> {
        while let Some(next) = self.read()? {
            match next {
                Next::EndOfInput(_) => {}
                Next::Rest { bytes, .. } => {
                    self.left_over.extend(bytes);
                    if self.place + 1 < self.inputs.len() && !self.left_over.ends_with(b"\n") {
                        self.left_over.push(b'\n');
                    }
                }
                Next::Game { input, mut raw, .. } => {
                    if input > 0 && raw.index == 0 && raw.bytes.starts_with(BYTE_ORDER_MARK) {
                        raw.bytes.drain(..BYTE_ORDER_MARK.len());
                    }
                    raw.bytes.splice(0..0, self.left_over.drain(..));
                    return Ok(Some((input, raw)));
                }
            }
        }
        Ok(None)
    }
}

/// Adds the line breaks that `game` needs at its end so that `next` is another game, if any do.
fn keep_apart(game: &mut Vec<u8>, next: &[u8]) -> bool {
    let length = game.len();
    let breaks = game
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'\n' | b'\r'))
        .filter(|&&byte| byte == b'\n')
        .count();
    let line_break: &[u8] = if game.windows(2).any(|pair| pair == b"\r\n") {
        b"\r\n"
    } else {
        b"\n"
    };
    for wanted in BREAKS_TRIED {
        game.truncate(length);
        for _ in breaks..wanted {
            game.extend_from_slice(line_break);
        }
        let both = [game.as_slice(), next].concat();
        let first = GameReader::new(both.as_slice()).next();
        if first.is_some_and(|first| first.is_ok_and(|first| first.bytes.len() == game.len())) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::batch::input::check_inputs;

    fn joined(texts: &[&str]) -> String {
        let directory = tempfile::tempdir().unwrap();
        let mut paths = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let path = directory.path().join(format!("{number}.pgn"));
            fs::write(&path, text).unwrap();
            paths.push(path);
        }
        let inputs = check_inputs(&paths).unwrap();
        let mut feed = Feed::new(&inputs, true);
        let mut bytes = Vec::new();
        while let Some(next) = feed.next().unwrap() {
            match next {
                Next::Game { raw, .. } => bytes.extend(raw.bytes),
                Next::Rest { bytes: rest, .. } => bytes.extend(rest),
                Next::EndOfInput(input) => panic!("the end of {input} was told"),
            }
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn joined_inputs_stay_apart_and_the_last_is_left_as_it_is() {
        let games = [
            "[White \"A\"]\n\n1. e4 *",
            "\u{feff}[White \"B\"]\r\n\r\n1. d4 *\r\n",
            "1. c4 *",
        ];
        assert_eq!(
            joined(&games),
            "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\r\n\r\n1. d4 *\r\n\r\n1. c4 *"
        );
    }

    #[test]
    fn a_game_of_tags_alone_stays_apart_from_the_next_and_one_that_never_ends_is_told() {
        let tags = "[White \"A\"]\n";
        assert_eq!(joined(&[tags, tags]), format!("{tags}\n\n{tags}"));
        let mut open = b"1. e4 { so".to_vec();
        assert!(!keep_apart(&mut open, tags.as_bytes()));
    }

    #[test]
    fn empty_inputs_add_nothing() {
        assert_eq!(joined(&["", "1. e4 *\n\n", ""]), "1. e4 *\n\n");
    }
}
