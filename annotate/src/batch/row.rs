//! One ply as the report tells it, as a line of JSON or a row of a table.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::csv;
use crate::engine::Score;

/// One ply. Keys and their order are fixed.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row<'a> {
    pub(super) game: u64,
    pub(super) ply: usize,
    pub(super) move_number: u32,
    pub(super) white: Cow<'a, str>,
    pub(super) black: Cow<'a, str>,
    pub(super) date: Cow<'a, str>,
    pub(super) site: Cow<'a, str>,
    /// The position before the move.
    pub(super) fen: String,
    pub(super) san: String,
    pub(super) uci: String,
    pub(super) side: Cow<'a, str>,
    pub(super) depth: u8,
    pub(super) nodes: u64,
    pub(super) best: Value,
    pub(super) played: Value,
    pub(super) cost_cp: i32,
    pub(super) class: Cow<'a, str>,
    /// Nothing where the judge knows of no move.
    pub(super) best_uci: Option<String>,
    pub(super) pv: Vec<String>,
    /// The sentences said of it.
    pub(super) said: Vec<Cow<'a, str>>,
    /// The kinds of causes that hold of it, said or not.
    pub(super) causes: Vec<Cow<'a, str>>,
    /// The opening's code, `?` where the game has none.
    pub(super) eco: Cow<'a, str>,
}

/// `{"cp":n}` or `{"mate":n}`, from the mover's side.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Value {
    Cp(i32),
    Mate(i32),
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        match score.mate_in() {
            Some(moves) => Self::Mate(moves),
            None => Self::Cp(score.value()),
        }
    }
}

impl Value {
    /// The value in centipawns, a mate as the bound within which moves are judged.
    pub(super) fn held(self) -> i32 {
        match self {
            Self::Cp(centipawns) => centipawns,
            Self::Mate(moves) if moves > 0 => Score::CLAMP,
            Self::Mate(_) => -Score::CLAMP,
        }
    }

    /// Centipawns and moves to mate, one of them empty.
    fn cells(self) -> [String; 2] {
        match self {
            Self::Cp(centipawns) => [centipawns.to_string(), String::new()],
            Self::Mate(moves) => [String::new(), moves.to_string()],
        }
    }
}

impl Row<'_> {
    /// The names of the columns of the table.
    const COLUMNS: [&'static str; 24] = [
        "game",
        "ply",
        "move_number",
        "white",
        "black",
        "date",
        "site",
        "fen",
        "san",
        "uci",
        "side",
        "depth",
        "nodes",
        "best_cp",
        "best_mate",
        "played_cp",
        "played_mate",
        "cost_cp",
        "class",
        "best_uci",
        "pv",
        "said",
        "causes",
        "eco",
    ];

    /// Appends the row as one line of JSON.
    pub(super) fn append_to(&self, lines: &mut Vec<u8>) {
        // Neither a map with odd keys nor a failing writer is involved.
        if serde_json::to_writer(&mut *lines, self).is_ok() {
            lines.push(b'\n');
        }
    }

    /// The first line of a table of rows, with what stands before it.
    pub(super) fn table_head() -> Vec<u8> {
        let mut head = csv::BYTE_ORDER_MARK.to_vec();
        // Memory can be written.
        let _ = csv::append(Self::COLUMNS, &mut head);
        head
    }

    /// The row as a line of a table.
    pub(super) fn table_row(&self) -> Vec<u8> {
        let mut line = Vec::new();
        // Memory can be written.
        let _ = csv::append(self.cells(), &mut line);
        line
    }

    /// The row's cells, a list's entries joined by spaces.
    fn cells(&self) -> [String; 24] {
        let [best_cp, best_mate] = self.best.cells();
        let [played_cp, played_mate] = self.played.cells();
        let text = |text: &str| text.to_owned();
        [
            self.game.to_string(),
            self.ply.to_string(),
            self.move_number.to_string(),
            text(&self.white),
            text(&self.black),
            text(&self.date),
            text(&self.site),
            text(&self.fen),
            text(&self.san),
            text(&self.uci),
            text(&self.side),
            self.depth.to_string(),
            self.nodes.to_string(),
            best_cp,
            best_mate,
            played_cp,
            played_mate,
            self.cost_cp.to_string(),
            text(&self.class),
            self.best_uci.clone().unwrap_or_default(),
            self.pv.join(" "),
            self.said.join(" "),
            self.causes.join(" "),
            text(&self.eco),
        ]
    }
}
