//! A referee: an engine that is asked, apart from the proof, what it would make of
//! the moves a game speaks of, and where it disputes the class that is written.
//!
//! Classes are those of ENGINE.md 6.1 at its default thresholds. Best and good are
//! one here: neither is marked.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};
use rayon::prelude::*;

use crate::{
    judge::{Class, Scale, cost},
    judges::{consulted::Consulted, pool::Pool},
    reading::Reading,
    record::Thresholds,
    replay::numbered,
};

/// The thresholds of other judges, unless they are given.
const THRESHOLDS: Thresholds = Thresholds::Chances([1000, 2000, 3000]);

/// The marks a move can have, and the rows of the table.
const MARKS: [&str; 4] = ["best or good", "inaccuracy", "mistake", "blunder"];

/// An engine and how much it may think.
pub struct Referee {
    /// The engine.
    pub pool: Pool,
    /// Nodes for a position.
    pub nodes: u64,
}

/// What a referee makes of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hearing {
    /// By the mark written: moves with the same mark, with the one beside it, and
    /// with a further one.
    pub counts: [[usize; 3]; 4],
    /// Moves of which the engine gave no answer.
    pub unanswered: usize,
    /// Moves that are disputed.
    pub disputes: Vec<Dispute>,
}

/// A move whose class the referee disputes: further than the one beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The game, 0-based.
    pub game: usize,
    /// The line of the move, 1-based.
    pub line: usize,
    /// The move, with its number.
    pub san: String,
    /// The class written and its cost, in centipawns.
    pub written: (Class, i32),
    /// The referee's.
    pub found: (Class, i32),
}

impl Referee {
    /// Hears some games, in input order.
    pub fn hear(&self, games: &[Reading], scale: &Scale) -> Hearing {
        let heard: Vec<Hearing> = games
            .par_iter()
            .map(|reading| self.hear_game(reading, scale))
            .collect();
        let mut all = Hearing::default();
        for hearing in heard {
            all.add(hearing);
        }
        all
    }

    fn hear_game(&self, reading: &Reading, scale: &Scale) -> Hearing {
        let mut hearing = Hearing::default();
        let mut consulted = Consulted::new(self.pool.seat(), &reading.told, self.nodes);
        for (ply, told) in reading.told.iter().enumerate() {
            let Some(tag) = &told.tag else {
                continue;
            };
            let Ok(verdict) = consulted.verdict(ply) else {
                hearing.unanswered += 1;
                continue;
            };
            let class = verdict.class(scale, THRESHOLDS, told);
            let apart = mark(class).abs_diff(mark(tag.class)).min(2);
            hearing.counts[mark(tag.class)][apart] += 1;
            if apart == 2 {
                hearing.disputes.push(Dispute {
                    game: reading.index,
                    line: reading.line_of(ply),
                    san: numbered(told.ply.line.position(), told.ply.played),
                    written: (tag.class, cost(tag.best, tag.played)),
                    found: (class, cost(verdict.best, verdict.played)),
                });
            }
        }
        hearing
    }
}

fn mark(class: Class) -> usize {
    match class {
        Class::Best | Class::Good => 0,
        Class::Inaccuracy => 1,
        Class::Mistake => 2,
        Class::Blunder => 3,
    }
}

impl Hearing {
    /// Adds what came of later games.
    pub fn add(&mut self, other: Hearing) {
        for (sums, counts) in self.counts.iter_mut().zip(other.counts) {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        self.unanswered += other.unanswered;
        self.disputes.extend(other.disputes);
    }

    /// Disputes and the table, for people.
    pub fn report(&self, file: &str, referee: &Referee) -> String {
        let name = referee.pool.name();
        let mut text = String::new();
        for dispute in &self.disputes {
            let _ = writeln!(
                text,
                "{file}:{}: game {}, {}: written {}, cost {}; {name}: {}, cost {}",
                dispute.line,
                dispute.game + 1,
                dispute.san,
                dispute.written.0,
                dispute.written.1,
                dispute.found.0,
                dispute.found.1,
            );
        }
        let mut table = Table::new();
        table.load_style(presets::UTF8_BORDERS_ONLY);
        table.set_header(vec!["written", "agreed", "within one class", "disputed"]);
        let mut total = [0; 3];
        for (mark, counts) in MARKS.iter().zip(self.counts) {
            let mut cells = vec![(*mark).to_owned()];
            cells.extend(counts.iter().map(ToString::to_string));
            table.add_row(cells);
            for (sum, count) in total.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        let mut cells = vec!["all".to_owned()];
        cells.extend(total.iter().map(ToString::to_string));
        table.add_row(cells);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let _ = writeln!(
            text,
            "{table}\nreferee: {name}, {} nodes a position; moves spoken of, and no part of the proof",
            referee.nodes
        );
        if self.unanswered > 0 {
            let _ = writeln!(
                text,
                "{} moves without an answer of the referee",
                self.unanswered
            );
        }
        text
    }
}
