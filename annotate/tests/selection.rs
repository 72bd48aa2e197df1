//! Which games are annotated, and which are written.

mod common;

use std::{fs, path::Path};

use common::{annotated, games, put, read, run, run_quick, some_games, told, written};
use serde_json::Value;

fn rows(path: &Path) -> Vec<Value> {
    fs::read_to_string(path)
        .expect("the report is there")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

#[test]
fn a_game_that_is_not_selected_passes_through_or_with_only_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 6);
    put(folder, "games.pgn", &text);
    let bare = games(&text);
    let whole = games(&annotated(&text, &[]));
    let expected = |chosen: &[usize], only: bool| -> Vec<u8> {
        (0..6)
            .filter(|game| !only || chosen.contains(game))
            .flat_map(|game| {
                let from = if chosen.contains(&game) {
                    &whole
                } else {
                    &bare
                };
                from[game].bytes.clone()
            })
            .collect()
    };
    for only in [false, true] {
        let mut arguments = vec!["games.pgn", "--games", "2-3,5", "--report", "report.jsonl"];
        if only {
            arguments.push("--only");
        }
        assert!(
            written(folder, &arguments) == expected(&[1, 2, 4], only),
            "{only}"
        );
        let rows = rows(&folder.join("report.jsonl"));
        let (summary, plies) = rows.split_last().expect("rows");
        let mut numbers: Vec<u64> = plies
            .iter()
            .filter_map(|row| row["game"].as_u64())
            .collect();
        numbers.dedup();
        assert_eq!(numbers, [1, 2, 4]);
        let summary = &summary["summary"];
        let (games, left) = if only {
            (3, Value::Null)
        } else {
            (6, 3.into())
        };
        assert_eq!(
            (&summary["games"], &summary["not_selected"]),
            (&games.into(), &left)
        );
    }
}

#[test]
fn players_dates_and_lengths_select_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let game = |white: &str, date: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Black \"X\"]\n[Date \"{date}\"]\n\n{moves} *\n\n")
    };
    let text = [
        game("Nora", "2024.01.01", "1. f3 e5 2. g4"),
        game("nora", "2024.02.01", "1. f3"),
        game("Lars", "2024.03.01", "1. f3 e5 2. g4"),
        game("Nora ", "2024.??.??", "1. f3 e5 2. g4"),
        game("Nora", "2023.12.31", "1. f3 e5 2. g4"),
    ];
    put(folder, "games.pgn", text.concat().as_bytes());
    let selected = |arguments: &[&str]| {
        let mut all = vec!["games.pgn", "--only"];
        all.extend(arguments);
        let text = String::from_utf8(written(folder, &all)).expect("text");
        text.lines()
            .filter(|line| line.starts_with("[Date"))
            .map(|line| line[7..17].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(selected(&["--player", "NORA"]).len(), 4);
    assert_eq!(selected(&["--player", "lars", "--player", "nora"]).len(), 5);
    assert_eq!(selected(&["--since", "2024"]).len(), 4);
    assert_eq!(
        selected(&["--until", "2024-01"]),
        ["2024.01.01", "2024.??.??", "2023.12.31"]
    );
    assert_eq!(
        selected(&[
            "--player",
            "nora",
            "--since",
            "2024-01-01",
            "--min-plies",
            "2"
        ]),
        ["2024.01.01", "2024.??.??"]
    );
    for arguments in [
        &["--only"][..],
        &["--since", "yesterday"],
        &["--games", "0"],
        &["--player", " "],
        &["--shard", "3/2"],
        &["--shard", "1/2", "--in-place"],
        &["--shard", "1/2", "--output-dir", "out"],
        &["--only", "--games", "1", "--in-place"],
    ] {
        let mut all = vec!["games.pgn"];
        all.extend(arguments);
        assert_eq!(
            run_quick(folder, &all).status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn shards_one_after_the_other_are_the_one_output_and_their_reports_the_one_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 7);
    let text = String::from_utf8_lossy(&text);
    let text = text.trim_end();
    put(folder, "a.pgn", text.as_bytes());
    let more = "\u{feff}1. Zz9 *\n\n1. f3 e5 2. g4 Qh4# *\n\n% end\n";
    put(folder, "b.pgn", more.as_bytes());
    for selection in [
        &[][..],
        &["--min-plies", "3"],
        &["--min-plies", "3", "--only"],
    ] {
        let mut arguments = vec![
            "a.pgn",
            "b.pgn",
            "-o",
            "whole.pgn",
            "--report",
            "whole.jsonl",
        ];
        arguments.extend(["--summary", "whole.json"]);
        arguments.extend(selection);
        written(folder, &arguments);
        let whole = read(folder, "whole.pgn");
        for of in [1, 3, 4, 12] {
            let mut joined = Vec::new();
            let mut reports = Vec::new();
            for shard in 1..=of {
                let (pgn, report) = (format!("{shard}.pgn"), format!("{shard}.jsonl"));
                let shard = format!("{shard}/{of}");
                let mut arguments = vec!["a.pgn", "b.pgn", "--shard", &shard];
                arguments.extend(["-o", &pgn, "--report", &report]);
                arguments.extend(selection);
                written(folder, &arguments);
                joined.extend(read(folder, &pgn));
                reports.push(report);
            }
            assert!(joined == whole, "{selection:?} of {of}");
            let merge = |reports: &[String], more: &[&str]| {
                let reports: Vec<&str> = reports.iter().map(String::as_str).collect();
                run(folder, &[&["merge-reports"], &reports[..], more].concat())
            };
            let outputs = ["-o", "merged.jsonl", "--summary", "merged.json"];
            let merged = merge(&reports, &outputs);
            assert!(merged.status.success(), "{}", told(&merged));
            for (one, other) in [
                ("merged.jsonl", "whole.jsonl"),
                ("merged.json", "whole.json"),
            ] {
                let one = fs::read_to_string(folder.join(one)).expect("written");
                let other = fs::read_to_string(folder.join(other)).expect("written");
                assert_eq!(one, other, "{selection:?} of {of}");
            }
            if of == 3 {
                for wrong in [
                    &reports[1..],
                    &reports[..2],
                    &[reports[1].clone(), reports[0].clone(), reports[2].clone()],
                ] {
                    let output = merge(wrong, &[]);
                    assert_eq!(output.status.code(), Some(2), "{wrong:?}");
                }
            }
        }
    }
}
