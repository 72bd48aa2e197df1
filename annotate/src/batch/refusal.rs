//! Games that could not be graded to their end: a finding, told with its place and reason.

use std::{fmt, path::PathBuf};

/// How much of a game was left as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it: nothing was graded.
    Whole,
    /// Everything from the place named on.
    Rest,
}

/// A game that could not be graded to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The input, as it was named.
    pub input: PathBuf,
    /// The line of the input where grading ends, from 1.
    pub line: u64,
    /// The game's place in the whole input, from 0.
    pub game: u64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The move with its number where grading ends, as `12... Qxx9`, if it was reached.
    pub at: Option<String>,
    /// Why grading ends there.
    pub reason: String,
    /// How much was left as it was.
    pub extent: Extent,
}

impl Refusal {
    /// Whether the game was graded as far as it went.
    pub fn is_partial(&self) -> bool {
        self.extent == Extent::Rest
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            input,
            line,
            game,
            white,
            black,
            at,
            reason,
            extent,
        } = self;
        let number = game + 1;
        let input = input.display();
        write!(f, "{input}:{line}: game {number} ({white} – {black})")?;
        if let Some(at) = at {
            write!(f, ", move {at}")?;
        }
        write!(f, ": {reason}; left as it was")?;
        match extent {
            Extent::Whole => Ok(()),
            Extent::Rest => f.write_str(" from there"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_file_line_game_players_move_and_reason() {
        let refusal = Refusal {
            input: PathBuf::from("club.pgn"),
            line: 12,
            game: 2,
            white: "Quill".into(),
            black: "Loft".into(),
            at: Some("12... Qxx9".into()),
            reason: "not a move".into(),
            extent: Extent::Rest,
        };
        assert_eq!(
            refusal.to_string(),
            "club.pgn:12: game 3 (Quill – Loft), move 12... Qxx9: not a move; \
             left as it was from there"
        );
        let whole = Refusal {
            at: None,
            extent: Extent::Whole,
            ..refusal
        };
        assert_eq!(
            whole.to_string(),
            "club.pgn:12: game 3 (Quill – Loft): not a move; left as it was"
        );
    }
}
