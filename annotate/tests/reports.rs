//! The report for programs.

mod common;

use std::fs;

use annotate::pgn::strip_game;
use common::{program, some_games};
use serde_json::Value;

const KEYS: [&str; 22] = [
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
    "best",
    "played",
    "cost_cp",
    "class",
    "best_uci",
    "pv",
    "said",
    "causes",
    "eco",
];

fn report(text: &[u8], options: &[&str]) -> (Vec<u8>, Vec<Value>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.jsonl");
    let output = program()
        .args(["-q", "--report"])
        .arg(&path)
        .args(options)
        .arg("-")
        .write_stdin(text)
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let rows = fs::read_to_string(path)
        .expect("the report is there")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    (output.stdout, rows)
}

#[test]
fn there_is_a_row_a_ply_with_fixed_keys_and_one_summary() {
    let text = b"[White \"P\xe9rez\"]\n[Black \"B\"]\n[Date \"2024.01.02\"]\n[Site \"X\"]\n\n\
        1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"C\"]\n\n*\n\n[White \"D\"]\n\n1. e4 Qxx9 *\n";
    let (_, rows) = report(text, &["--depth", "3"]);
    let (summary, plies) = rows.split_last().expect("rows");
    assert_eq!(plies.len(), 5);
    for row in plies {
        let keys: Vec<&str> = row
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(keys, KEYS);
    }
    let g4 = &plies[2];
    assert_eq!(g4["game"], 0);
    assert_eq!(g4["ply"], 2);
    assert_eq!(g4["move_number"], 2);
    assert_eq!(g4["white"], "Pérez");
    assert_eq!(g4["date"], "2024.01.02");
    assert_eq!(g4["site"], "X");
    assert_eq!(
        g4["fen"],
        "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
    );
    assert_eq!(g4["san"], "g4");
    assert_eq!(g4["uci"], "g2g4");
    assert_eq!(g4["side"], "white");
    assert_eq!(g4["depth"], 3);
    assert_eq!(g4["played"], serde_json::json!({"mate": -1}));
    assert!(g4["best"]["cp"].is_i64());
    assert_eq!(g4["class"], "blunder");
    assert_eq!(g4["pv"][0], g4["best_uci"]);
    assert_eq!(g4["causes"][0], "allows-mate");
    let said: Vec<&str> = g4["said"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(said[..2], ["Blunder.", "White allows mate in one."]);
    assert!(said[2].starts_with("Better was 2. "), "{said:?}");
    assert_eq!(plies[3]["san"], "Qh4#");
    assert_eq!(plies[4]["game"], 2);

    let summary = &summary["summary"];
    assert_eq!(summary["games"], 3);
    assert_eq!(summary["moves"], 5);
    assert_eq!(
        summary["limits"],
        serde_json::json!({"depth": 3, "nodes": 1_000_000})
    );
    assert_eq!(summary["engine"].as_str().map(str::len), Some(8));
    assert_eq!(summary["graph"].as_str().map(str::len), Some(8));
    assert_eq!(summary["refused"][0]["game"], 2);
    assert_eq!(summary["refused"][0]["at"], "1... Qxx9");
    assert_eq!(summary["refused"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_report_of_an_annotated_archive_is_that_of_the_bare_one() {
    let bare = some_games("club.pgn", 2);
    let (annotated, first) = report(&bare, &["--depth", "2"]);
    assert_ne!(annotated, bare);
    let (again, second) = report(&annotated, &["--depth", "2"]);
    assert_eq!(first, second);
    assert_eq!(again, annotated);
    assert_eq!(strip_game(&annotated[..0]), b"");
}

#[test]
fn a_cost_is_never_negative_and_a_standing_never_contradicts_best() {
    let (_, rows) = report(&some_games("famous.pgn", 4), &["--depth", "2"]);
    for row in &rows[..rows.len() - 1] {
        assert!(
            row["cost_cp"].as_i64().is_some_and(|cost| cost >= 0),
            "{row}"
        );
        if row["best"] == row["played"] {
            assert_eq!(row["best_uci"], row["uci"], "{row}");
        }
    }
}
