//! The same bytes and node counts, whatever stands around a game and however it is worked on.
//!
//! Two machines of different kinds are scripts/cross-arch; two builds of one are scripts/golden.

mod common;

use std::{fs, path::Path};

use common::{games, program, some_games};

/// Ways to run that may not change a byte.
const WAYS: [&[&str]; 4] = [&["-j", "1"], &["-j", "2"], &["-j", "3"], &["-j", "8"]];

/// How far positions are searched: to a depth, and until a budget is spent.
const LIMITS: [&[&str]; 2] = [
    &["--depth", "3", "--nodes", "0"],
    &["--depth", "6", "--nodes", "20000"],
];

/// Annotates a text, searching every position; the result and the lines of the report, the summary
/// apart.
fn annotated(text: &[u8], options: &[&[&str]]) -> (Vec<u8>, Vec<String>) {
    annotated_with(Path::new("off"), text, options)
}

/// The same with what was kept in a cache.
fn annotated_with(cache: &Path, text: &[u8], options: &[&[&str]]) -> (Vec<u8>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.jsonl");
    let output = program()
        .env("QV_CACHE", cache)
        .args(["-q", "-", "--report"])
        .arg(&report)
        .args(options.concat())
        .write_stdin(text)
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let report = fs::read_to_string(report).expect("the report is there");
    let mut lines: Vec<String> = report.lines().map(str::to_owned).collect();
    lines.pop();
    (output.stdout, lines)
}

/// The fingerprint of files in a folder, without what names them.
fn rows(folder: &Path, files: &[&str], options: &[&str]) -> Vec<serde_json::Value> {
    let output = program()
        .args(["fingerprint", "-q"])
        .args(files)
        .args(options)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let manifest: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    manifest["rows"].as_array().expect("a list").clone()
}

/// Three games, the last from a set-up position.
fn some() -> Vec<u8> {
    let club = games(&some_games("club.pgn", 40));
    [0, 11, 37]
        .iter()
        .flat_map(|&place| club[place].bytes.clone())
        .collect()
}

#[test]
fn threads_and_budget_change_no_byte_and_no_node() {
    let text = some();
    for limits in LIMITS {
        let first = annotated(&text, &[limits, WAYS[0]]);
        assert!(first.1.len() > 100);
        for way in &WAYS[1..] {
            assert!(first == annotated(&text, &[limits, way]), "{way:?}");
        }
    }
}

#[cfg(feature = "cache")]
#[test]
fn a_cold_cache_and_a_warm_one_change_no_byte_and_no_node() {
    let text = some();
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    for limits in LIMITS {
        let searched = annotated(&text, &[limits]);
        for way in ["cold", "warm"] {
            assert!(
                searched == annotated_with(&cache, &text, &[limits]),
                "{way}"
            );
        }
    }
    assert!(cache.exists());
}

#[test]
fn the_order_of_games_changes_none_of_them() {
    let text = some();
    let straight = games(&annotated(&text, &[LIMITS[1]]).0);
    let turned: Vec<u8> = games(&text)
        .into_iter()
        .rev()
        .flat_map(|game| game.bytes)
        .collect();
    let mut back = games(&annotated(&turned, &[LIMITS[1], &["-j", "1"]]).0);
    back.reverse();
    assert_eq!(straight.len(), 3);
    for (one, other) in straight.iter().zip(&back) {
        assert!(one.bytes == other.bytes);
    }
}

#[test]
fn files_split_and_joined_are_the_same_games() {
    let text = some();
    let whole = annotated(&text, &[LIMITS[1], &["-j", "1"]]);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("all.pgn"), &text).expect("written");
    let mut parts = Vec::new();
    let mut names = Vec::new();
    for (place, game) in games(&text).into_iter().enumerate() {
        parts.extend(annotated(&game.bytes, &[LIMITS[1]]).0);
        names.push(format!("{place}.pgn"));
        fs::write(folder.path().join(&names[place]), game.bytes).expect("written");
    }
    assert!(whole.0 == parts);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let options = ["--depth", "3"];
    let (joined, split) = (
        rows(folder.path(), &["all.pgn"], &options),
        rows(folder.path(), &names, &options),
    );
    assert_eq!(joined, split);
    assert!(joined.len() > 100);
}

#[test]
fn a_position_alone_is_what_it_is_in_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("g.pgn"), some()).expect("written");
    let depth = ["--depth", "3", "-j", "1"];
    let whole = rows(folder.path(), &["g.pgn"], &depth);
    let most = (whole.len() - 1).to_string();
    let sample = [&depth[..], &["--positions", &most]].concat();
    let alone = rows(folder.path(), &["g.pgn"], &sample);
    let columns = |row: &serde_json::Value| row.as_array().expect("a row")[..7].to_vec();
    let mut compared = 0;
    for row in &alone {
        // After a capture or a pawn move a position has no past that could count.
        let fen = row[1].as_str().expect("a FEN");
        if fen.split(' ').nth(4) == Some("0") {
            let place = row[0].as_u64().expect("an index") as usize;
            assert_eq!(columns(row), columns(&whole[place]));
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}
