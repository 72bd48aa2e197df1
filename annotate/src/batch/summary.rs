//! The final table for people.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets::NOTHING};

use super::tally::{ClassCounts, Positions, Tally};
use crate::tutor::Class;

/// The tally as text for a terminal or a log: what was done, classes, costliest moves, refusals.
pub fn summary(tally: &Tally) -> String {
    let mut text = format!(
        "{}, {} graded, {} commented",
        count(tally.games, "game"),
        count(tally.moves, "move"),
        tally.spoken
    );
    // Writing to a String cannot fail, here and below.
    if let Some(puzzles) = tally.puzzles {
        let _ = write!(text, ", wrote {}", count(puzzles, "puzzle"));
    }
    if tally.unchanged > 0 {
        let _ = write!(
            text,
            ", {} annotated already",
            count(tally.unchanged, "game")
        );
    }
    if tally.unselected > 0 {
        let _ = write!(text, ", {} not selected", count(tally.unselected, "game"));
    }
    if tally.refused > 0 {
        let _ = write!(
            text,
            ", {} not graded to the end",
            count(tally.refused, "game")
        );
    }
    if tally.positions != Positions::default() {
        let _ = write!(text, "\n{}", positions(&tally.positions));
    }
    if tally.moves > 0 {
        let _ = write!(text, "\n\n{}", classes(tally));
    }
    if !tally.costliest.is_empty() {
        let _ = write!(text, "\n\n{}", costliest(tally));
    }
    if !tally.reasons.is_empty() {
        let _ = write!(text, "\n\n{}", reasons(tally));
    }
    text
}

/// `812 positions analysed, 3120 from the cache, 95 shared by games`.
fn positions(positions: &Positions) -> String {
    let mut text = format!("{} analysed", count(positions.searched, "position"));
    for (number, what) in [
        (positions.recalled, "from the cache"),
        (positions.shared, "shared by games"),
    ] {
        if number > 0 {
            let _ = write!(text, ", {number} {what}");
        }
    }
    text
}

/// `1 game`, `2 games`.
pub(super) fn count(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// A table without borders whose columns from `numbers` on hold numbers.
pub(super) fn table<S: ToString>(header: &[&str], numbers: usize, rows: Vec<Vec<S>>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header(header.iter().map(ToString::to_string));
    for row in rows {
        table.add_row(row.iter().map(ToString::to_string));
    }
    for column in table.column_iter_mut().skip(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

fn classes(tally: &Tally) -> String {
    let mut header = vec![""];
    header.extend(Class::ALL.map(Class::as_str));
    let row = |name: &str, counts: &ClassCounts| {
        let mut row = vec![name.to_owned()];
        row.extend(Class::ALL.map(|class| counts.of(class).to_string()));
        row
    };
    let rows = if tally.student_games > 0 {
        vec![row("Student", &tally.student_classes)]
    } else {
        vec![
            row("White", &tally.classes[0]),
            row("Black", &tally.classes[1]),
        ]
    };
    table(&header, 1, rows)
}

fn costliest(tally: &Tally) -> String {
    let rows = tally
        .costliest
        .iter()
        .map(|costly| {
            vec![
                (costly.game + 1).to_string(),
                costly.players.clone(),
                costly.played.clone(),
                costly.class.as_str().to_owned(),
                costly.better.clone(),
                format!("{:.2}", f64::from(costly.cost) / 100.0),
            ]
        })
        .collect();
    let header = ["Game", "Players", "Costliest moves", "", "Better", "Pawns"];
    table(&header, 5, rows)
}

fn reasons(tally: &Tally) -> String {
    let rows = tally
        .reasons
        .iter()
        .map(|(reason, games)| vec![reason.clone(), games.to_string()])
        .collect();
    table(&["Not graded to the end", "Games"], 1, rows)
}
