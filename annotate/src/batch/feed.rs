//! The games of all inputs, one after the other.
//!
//! Where inputs are joined into one output, their games must stay apart in it: the last game of
//! an input gets the line breaks it lacks, and a byte-order mark stands only at the very start.
//! What an input holds after its last game then belongs to the game that follows. Where games are
//! left out, those that come together are kept apart in the same way.

use std::io::BufRead;

use super::{
    failure::Failure,
    input::Input,
    selection::{Selection, Shard},
};
use crate::pgn::{GameReader, Part, RawGame};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The line breaks at the end of an input that keep its last game apart from the next: most games
/// need one blank line, one that consists of tags alone needs two.
const BREAKS_TRIED: [usize; 2] = [2, 3];

/// What comes next.
#[derive(Debug)]
pub(super) enum Next {
    /// A game, or the first part of one that is too large.
    Game {
        /// The place of its input among the inputs.
        input: usize,
        /// Its place among the games of all inputs, from 0.
        number: u64,
        /// The game as read.
        raw: RawGame,
        /// Whether it was selected.
        selected: bool,
        /// Whether it cannot be kept apart from the game after it, as it never ends.
        runs_on: bool,
    },
    /// A further part of the game before, which is too large.
    Part {
        /// The place of its input among the inputs.
        input: usize,
        /// The bytes as read.
        bytes: Vec<u8>,
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

/// How inputs are read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// Whether the output holds all inputs.
    pub(super) joined: bool,
    /// Bytes of the largest game that is read whole.
    pub(super) largest: usize,
    /// Which games are selected.
    pub(super) selection: Option<&'a Selection>,
    /// Which games are wanted at all, of so many.
    pub(super) shard: Option<(Shard, u64)>,
}

impl Reading<'_> {
    /// All games, each input for itself.
    pub(super) fn plain(largest: usize) -> Self {
        Self {
            joined: false,
            largest,
            selection: None,
            shard: None,
        }
    }

    fn is_in_shard(&self, number: u64) -> bool {
        self.shard
            .is_none_or(|(shard, games)| shard.has(number, games))
    }
}

/// Reads the inputs in turn.
pub(super) struct Feed<'a> {
    inputs: &'a [Input],
    reading: Reading<'a>,
    /// The place of the input being read.
    place: usize,
    reader: Option<GameReader<Box<dyn BufRead + 'a>>>,
    /// Games begun so far.
    games: u64,
    /// Whether the game being read is left out.
    leaves_out: bool,
    /// Whether games were left out since the last one that was not.
    gap: bool,
    /// What was read ahead.
    ahead: Option<Unit>,
    /// The number of the game given last, whose parts may follow.
    current: u64,
    /// What inputs before held after their last game, where inputs are joined.
    left_over: Vec<u8>,
}

/// What was read.
enum Unit {
    Game {
        input: usize,
        number: u64,
        raw: RawGame,
        selected: bool,
        /// Whether games were left out before it.
        gap: bool,
    },
    Rest {
        input: usize,
        bytes: Vec<u8>,
    },
    End(usize),
}

impl<'a> Feed<'a> {
    /// Reads `inputs` as told.
    pub(super) fn new(inputs: &'a [Input], reading: Reading<'a>) -> Self {
        Self {
            inputs,
            reading,
            place: 0,
            reader: None,
            games: 0,
            leaves_out: false,
            gap: false,
            ahead: None,
            current: 0,
            left_over: Vec::new(),
        }
    }

    /// The next game or end of an input; nothing after the last.
    ///
    /// # Errors
    ///
    /// Where an input cannot be read.
    pub(super) fn next(&mut self) -> Result<Option<Next>, Failure> {
        while let Some(next) = self.next_of_all()? {
            let wanted = match &next {
                Next::Game { number, .. } => {
                    self.current = *number;
                    self.reading.is_in_shard(*number)
                }
                Next::Part { .. } => self.reading.is_in_shard(self.current),
                Next::Rest { .. } => self.reading.shard.is_none_or(|(shard, _)| shard.is_last()),
                Next::EndOfInput(_) => true,
            };
            if wanted {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// The next of all shards, kept apart from what follows.
    fn next_of_all(&mut self) -> Result<Option<Next>, Failure> {
        let current = match self.ahead.take() {
            Some(ahead) => Some(ahead),
            None => self.pull()?,
        };
        Ok(match current {
            None => None,
            Some(Unit::End(input)) => Some(Next::EndOfInput(input)),
            Some(Unit::Rest { input, bytes }) => Some(Next::Rest { input, bytes }),
            Some(Unit::Game {
                input,
                number,
                mut raw,
                selected,
                ..
            }) => {
                let runs_on = self.keep_apart(input, &mut raw)?;
                Some(match raw.part {
                    Part::Whole | Part::First => Next::Game {
                        input,
                        number,
                        raw,
                        selected,
                        runs_on,
                    },
                    Part::Middle | Part::Last { .. } => Next::Part {
                        input,
                        bytes: raw.bytes,
                        runs_on,
                    },
                })
            }
        })
    }

    /// Reads ahead and gives `raw` what it lacks to be kept apart from that; whether nothing helps.
    fn keep_apart(&mut self, input: usize, raw: &mut RawGame) -> Result<bool, Failure> {
        if matches!(raw.part, Part::First | Part::Middle) {
            return Ok(false);
        }
        let ahead = self.pull()?;
        let runs_on = match &ahead {
            Some(Unit::Game {
                input: next,
                raw: following,
                gap,
                ..
            }) if *next != input || *gap => match raw.part {
                Part::Last { open: true } => true,
                Part::Last { open: false } => {
                    // What it holds is not known any more: as many breaks as any game needs.
                    add_breaks(&mut raw.bytes, BREAKS_TRIED[1]);
                    false
                }
                _ => !keep_apart(&mut raw.bytes, &following.bytes),
            },
            _ => false,
        };
        self.ahead = ahead;
        Ok(runs_on)
    }

    /// Reads on, without the games that are left out.
    fn pull(&mut self) -> Result<Option<Unit>, Failure> {
        while let Some(unit) = self.read_joined()? {
            let Unit::Game {
                input, number, raw, ..
            } = unit
            else {
                return Ok(Some(unit));
            };
            let begins = matches!(raw.part, Part::Whole | Part::First);
            let mut selected = true;
            if begins && let Some(selection) = self.reading.selection {
                let is_whole = raw.part == Part::Whole;
                selected = selection.selects(number, &raw.bytes, is_whole);
                self.leaves_out = selection.only && !selected;
            }
            if self.leaves_out {
                self.gap = true;
                continue;
            }
            let gap = begins && std::mem::take(&mut self.gap);
            return Ok(Some(Unit::Game {
                input,
                number,
                raw,
                selected,
                gap,
            }));
        }
        Ok(None)
    }

    /// Reads on; where inputs are joined, a game begins with what the inputs before left over.
    fn read_joined(&mut self) -> Result<Option<Unit>, Failure> {
        if !self.reading.joined {
            return self.read();
        }
        while let Some(unit) = self.read()? {
            match unit {
                Unit::End(_) => {}
                Unit::Rest { bytes, .. } => {
                    self.left_over.extend(bytes);
                    if self.place + 1 < self.inputs.len() && !self.left_over.ends_with(b"\n") {
                        self.left_over.push(b'\n');
                    }
                }
                Unit::Game {
                    input,
                    number,
                    mut raw,
                    selected,
                    gap,
                } => {
                    let begins = matches!(raw.part, Part::Whole | Part::First);
                    if begins
                        && input > 0
                        && raw.index == 0
                        && raw.bytes.starts_with(BYTE_ORDER_MARK)
                    {
                        raw.bytes.drain(..BYTE_ORDER_MARK.len());
                    }
                    if begins && !self.left_over.is_empty() {
                        raw.bytes.splice(0..0, self.left_over.drain(..));
                    }
                    return Ok(Some(Unit::Game {
                        input,
                        number,
                        raw,
                        selected,
                        gap,
                    }));
                }
            }
        }
        let bytes = std::mem::take(&mut self.left_over);
        let input = self.inputs.len().saturating_sub(1);
        Ok((!bytes.is_empty()).then_some(Unit::Rest { input, bytes }))
    }

    /// Reads on, just as the inputs are.
    fn read(&mut self) -> Result<Option<Unit>, Failure> {
        let Some(input) = self.inputs.get(self.place) else {
            return Ok(None);
        };
        let reader = match &mut self.reader {
            Some(reader) => reader,
            closed @ None => {
                closed.insert(GameReader::with_limit(input.open()?, self.reading.largest))
            }
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
                Unit::End(input)
            }
            Some(RawGame {
                bytes, blank: true, ..
            }) => Unit::Rest { input, bytes },
            Some(raw) => {
                if matches!(raw.part, Part::Whole | Part::First) {
                    self.games += 1;
                }
                Unit::Game {
                    input,
                    number: self.games - 1,
                    raw,
                    selected: true,
                    gap: false,
                }
            }
        }))
    }
}

/// How many games the inputs hold.
///
/// # Errors
///
/// Where an input cannot be read.
pub(super) fn count_games(inputs: &[Input], largest: usize) -> Result<u64, Failure> {
    let mut feed = Feed::new(inputs, Reading::plain(largest));
    while feed.read()?.is_some() {}
    Ok(feed.games)
}

/// Adds the line breaks that `game` lacks of so many at its end.
fn add_breaks(game: &mut Vec<u8>, wanted: usize) {
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
    for _ in breaks..wanted {
        game.extend_from_slice(line_break);
    }
}

/// Adds the line breaks that `game` needs at its end so that `next` is another game, if any do.
fn keep_apart(game: &mut Vec<u8>, next: &[u8]) -> bool {
    let length = game.len();
    for wanted in BREAKS_TRIED {
        game.truncate(length);
        add_breaks(game, wanted);
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
        let reading = Reading {
            joined: true,
            ..Reading::plain(usize::MAX)
        };
        read(texts, reading).0
    }

    /// What comes of some texts, and the numbers of the games.
    fn read(texts: &[&str], reading: Reading<'_>) -> (String, Vec<u64>) {
        let directory = tempfile::tempdir().unwrap();
        let mut paths = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let path = directory.path().join(format!("{number}.pgn"));
            fs::write(&path, text).unwrap();
            paths.push(path);
        }
        let inputs = check_inputs(&paths).unwrap();
        let mut feed = Feed::new(&inputs, reading);
        let mut bytes = Vec::new();
        let mut numbers = Vec::new();
        while let Some(next) = feed.next().unwrap() {
            match next {
                Next::Game { raw, number, .. } => {
                    bytes.extend(raw.bytes);
                    numbers.push(number);
                }
                Next::Part { bytes: rest, .. } | Next::Rest { bytes: rest, .. } => {
                    bytes.extend(rest);
                }
                Next::EndOfInput(input) => assert!(!reading.joined, "the end of {input} was told"),
            }
        }
        (String::from_utf8(bytes).unwrap(), numbers)
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

    #[test]
    fn a_large_game_is_kept_apart_as_well() {
        let long = format!("1. e4 {{ {} }} *", "x".repeat(100));
        let reading = Reading {
            joined: true,
            ..Reading::plain(20)
        };
        let (text, numbers) = read(&[&long, "1. d4 *"], reading);
        assert_eq!(text, format!("{long}\n\n\n1. d4 *"));
        assert_eq!(numbers, [0, 1]);
    }

    #[test]
    fn games_that_come_together_where_one_was_left_out_stay_apart() {
        // Without the second game the third would be the first one's movetext.
        let text = "1. e4 *\n[White \"B\"]\n\n1. d4 *\n\n1. c4 *\n";
        let mut selection = Selection {
            only: true,
            ..Selection::default()
        };
        selection.numbers("1,3").unwrap();
        let reading = Reading {
            selection: Some(&selection),
            ..Reading::plain(usize::MAX)
        };
        let (left, numbers) = read(&[text], reading);
        assert_eq!(left, "1. e4 *\n\n1. c4 *\n");
        assert_eq!(numbers, [0, 2]);
        selection.only = false;
        let reading = Reading {
            selection: Some(&selection),
            ..Reading::plain(usize::MAX)
        };
        assert_eq!(read(&[text], reading).0, text);
    }

    #[test]
    fn shards_one_after_the_other_are_the_whole() {
        let texts = [
            "\u{feff}1. e4 *\n[White \"B\"]\n\n1. d4 *\n\n1. c4 *",
            "% nothing\n",
            "\u{feff}[White \"C\"]\n",
            "[White \"D\"]\n\n1. b4 *\n\n1. a4 { a longer game than the others } *\n\n; the end",
        ];
        let mut selection = Selection {
            only: true,
            ..Selection::default()
        };
        selection.numbers("1,3-4,6").unwrap();
        for selection in [None, Some(&selection)] {
            let reading = Reading {
                joined: true,
                selection,
                ..Reading::plain(30)
            };
            let whole = read(&texts, reading);
            for of in 1..8 {
                let mut joined = (String::new(), Vec::new());
                for number in 1..=of {
                    let shard = Some((Shard { number, of }, 6));
                    let (text, numbers) = read(&texts, Reading { shard, ..reading });
                    joined.0 += &text;
                    joined.1.extend(numbers);
                }
                assert_eq!(joined, whole, "of {of}");
            }
        }
    }
}
