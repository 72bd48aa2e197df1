//! Puzzles as PGN: set-up positions with their solution, one a game, to be imported elsewhere.
//!
//! Movetext and our own tags are ASCII; names of players and places stand in UTF-8. Nothing in it
//! depends on threads, time or place.

use std::{fmt::Write as _, path::Path};

use shakmaty::{Color, Position};

use super::{failure::Failure, game::FinishedGame, output::Output};
use crate::{
    pgn::start_fen,
    tutor::{Claim, Puzzle, san},
};

/// Columns of a line of movetext, at most.
const COLUMNS: usize = 80;

/// Characters of a tag's value, at most: readers may end a line at 255.
const LONGEST_VALUE: usize = 200;

/// What a puzzle says of the game it is from.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) site: &'a str,
    pub(super) date: &'a str,
    pub(super) white: &'a str,
    pub(super) black: &'a str,
    /// Its place in the whole input, from 0.
    pub(super) game: u64,
    /// The move that was played, numbered.
    pub(super) played: &'a str,
}

/// A puzzle as a game of PGN, with a blank line behind it; the sentence is what is said of the
/// move that was played.
pub(super) fn game(puzzle: &Puzzle, source: &Source<'_>, sentence: &str) -> String {
    let mut text = String::new();
    let tags = [
        ("Event", "Quiet Voice puzzle"),
        ("Site", source.site),
        ("Date", source.date),
        ("Round", "-"),
        ("White", source.white),
        ("Black", source.black),
        ("Result", result(puzzle)),
        ("SetUp", "1"),
        ("FEN", &start_fen(&puzzle.start)),
        ("SourceGame", &(source.game + 1).to_string()),
        ("SourceMove", source.played),
        ("Theme", puzzle.theme()),
    ];
    for (name, value) in tags {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    }
    let line = san::line(&puzzle.start, &puzzle.solution, puzzle.solution.len());
    text.push('\n');
    text.push_str(&wrapped(&format!(
        "{line} {{ {sentence} }} {}",
        result(puzzle)
    )));
    text.push_str("\n\n");
    text
}

/// How the game of a puzzle ends: readers complain of a mate without its result.
fn result(puzzle: &Puzzle) -> &'static str {
    let mates = matches!(
        puzzle.cause,
        Claim::HadMate { .. } | Claim::AllowsMate { .. }
    );
    match puzzle.start.turn() {
        Color::White if mates => "1-0",
        Color::Black if mates => "0-1",
        Color::White | Color::Black => "*",
    }
}

/// A tag's value on one line, its quotes and backslashes escaped.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for letter in value.chars().take(LONGEST_VALUE) {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            _ if letter.is_control() => text.push(' '),
            _ => text.push(letter),
        }
    }
    text
}

/// Words in lines of at most [`COLUMNS`].
fn wrapped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    let mut column = 0;
    for word in words.split_ascii_whitespace() {
        if column > 0 && column + 1 + word.len() > COLUMNS {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

/// A file of puzzles being written.
#[derive(Debug)]
pub(super) struct PuzzleFile {
    output: Output,
}

impl PuzzleFile {
    /// Opens a file, to be written whole or not at all.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            output: Output::create(path)?,
        })
    }

    /// Writes the puzzles of a game.
    pub(super) fn write(&mut self, game: &FinishedGame) -> Result<(), Failure> {
        self.output.write(&game.puzzles)
    }

    /// Ends the file: from now on its target holds the whole of it.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.output.finish().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};

    use super::*;
    use crate::{
        pgn::{GameText, resolve},
        tutor::{
            claim::{Chance, Target},
            motif::Targets,
        },
    };

    /// A fork missed by White.
    fn fork() -> Puzzle {
        let fen: Fen = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 23".parse().expect("a FEN");
        let start: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let mut position = start.clone();
        let solution = ["d5c7", "e8d7", "c7a8"].map(|text| {
            let uci: UciMove = text.parse().expect("a move");
            let mv = uci.to_move(&position).expect("legal");
            position.play_unchecked(mv);
            mv
        });
        let target = |piece, square| Target { piece, square };
        Puzzle {
            chance: Chance::Missed,
            start,
            solution: solution.to_vec(),
            cause: Claim::MissedFork(Targets {
                targets: vec![
                    target(shakmaty::Role::King, shakmaty::Square::E8),
                    target(shakmaty::Role::Rook, shakmaty::Square::A8),
                ],
                line: "23. Nc7+ Kd7 24. Nxa8".to_owned(),
            }),
        }
    }

    #[test]
    fn a_puzzle_is_a_game_that_is_read_back_whatever_the_players_are_called() {
        let long = "x".repeat(1000);
        for white in ["Nora \"Q\" Quill\\", "P\u{e9}rez", "two\nlines", "", &long] {
            let source = Source {
                site: "?",
                date: "2024.01.02",
                white,
                black: "B",
                game: 11,
                played: "23. Ke2",
            };
            let sentence = "You had a fork of king and rook: 23. Nc7+ Kd7 24. Nxa8.";
            let text = game(&fork(), &source, sentence);
            assert!(text.lines().all(|line| line.len() <= 255), "{text}");
            let read = GameText::scan(text.as_bytes());
            let tag = |name: &str| read.tag_text(name).unwrap_or_default();
            let kept: String = white.replace('\n', " ").chars().take(200).collect();
            assert_eq!(tag("White"), kept);
            assert_eq!(tag("SourceGame"), "12");
            assert_eq!(tag("SourceMove"), "23. Ke2");
            assert_eq!(tag("Theme"), "fork");
            let line = resolve(&read).expect("a position");
            assert!(line.stop.is_none(), "{text}");
            assert_eq!(line.moves, fork().solution);
            assert_eq!(line.start.position, fork().start);
        }
    }

    #[test]
    fn lines_of_movetext_end_before_column_81() {
        let words = "word ".repeat(60);
        let text = wrapped(&words);
        assert!(text.lines().all(|line| line.len() <= COLUMNS));
        assert!(text.lines().next().is_some_and(|line| line.len() > 74));
        assert_eq!(text.split_ascii_whitespace().count(), 60);
    }
}
