//! The games of all inputs, one after the other.
//!
//! Where inputs are joined into one output, their games must stay apart in it: the last game of
//! an input gets the line breaks it lacks, and a byte-order mark stands only at the very start.
//! What an input holds after its last game then belongs to the game that follows.

use std::io::BufRead;

use super::{failure::Failure, input::Input};
use crate::pgn::{GameReader, RawGame};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What comes next.
#[derive(Debug)]
pub(super) enum Next {
    /// A game of the input with this place.
    Game {
        /// The place of its input among the inputs.
        input: usize,
        /// The game as read.
        raw: RawGame,
    },
    /// What the input with this place holds beside games: white space and the like.
    Rest {
        /// The place of the input among the inputs.
        input: usize,
        /// The bytes as read.
        bytes: Vec<u8>,
    },
    /// The input with this place has no more games.
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
    /// One game read ahead, to know the last one of an input.
    ahead: Option<RawGame>,
    /// What stood after the last game of the input before.
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

    fn read(&mut self, input: &Input) -> Result<Option<RawGame>, Failure> {
        let game = self.reader.as_mut().and_then(Iterator::next).transpose();
        game.map_err(|error| Failure::read(input.name(), error))
    }

    /// The next game or end of an input; nothing after the last.
    pub(super) fn next(&mut self) -> Result<Option<Next>, Failure> {
        let Some(input) = self.inputs.get(self.place) else {
            return Ok(None);
        };
        if self.reader.is_none() {
            self.reader = Some(GameReader::new(input.open()?));
            self.ahead = self.read(input)?;
            if self.joined && self.place > 0 {
                self.ahead = self.ahead.take().map(without_byte_order_mark);
            }
        }
        let Some(mut raw) = self.ahead.take() else {
            let ended = self.place;
            self.place += 1;
            self.reader = None;
            return Ok(Some(Next::EndOfInput(ended)));
        };
        self.ahead = self.read(input)?;
        if !self.left_over.is_empty() {
            let mut bytes = std::mem::take(&mut self.left_over);
            bytes.append(&mut raw.bytes);
            raw.bytes = bytes;
        }
        let more_inputs = self.place + 1 < self.inputs.len();
        if self.joined && more_inputs && self.ahead.is_none() {
            close_with_blank_line(&mut raw.bytes);
        }
        let place = self.place;
        if !raw.blank {
            return Ok(Some(Next::Game { input: place, raw }));
        }
        if self.joined && more_inputs {
            self.left_over = raw.bytes;
            return self.next();
        }
        Ok(Some(Next::Rest {
            input: place,
            bytes: raw.bytes,
        }))
    }
}

fn without_byte_order_mark(mut raw: RawGame) -> RawGame {
    if raw.bytes.starts_with(BYTE_ORDER_MARK) {
        raw.bytes.drain(..BYTE_ORDER_MARK.len());
    }
    raw
}

/// Adds the line breaks that are missing at the end of a game before the next one.
fn close_with_blank_line(bytes: &mut Vec<u8>) {
    let breaks = bytes
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'\n' | b'\r'))
        .filter(|&&byte| byte == b'\n')
        .count();
    let line_break: &[u8] = if bytes.windows(2).any(|pair| pair == b"\r\n") {
        b"\r\n"
    } else {
        b"\n"
    };
    for _ in breaks..2 {
        bytes.extend_from_slice(line_break);
    }
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
        let mut ends = 0;
        while let Some(next) = feed.next().unwrap() {
            match next {
                Next::Game { raw, .. } => bytes.extend(raw.bytes),
                Next::Rest { bytes: rest, .. } => bytes.extend(rest),
                Next::EndOfInput(_) => ends += 1,
            }
        }
        assert_eq!(ends, texts.len());
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
    fn empty_inputs_add_nothing() {
        assert_eq!(joined(&["", "1. e4 *\n\n", ""]), "1. e4 *\n\n");
    }
}
