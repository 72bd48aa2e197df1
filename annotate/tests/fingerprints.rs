//! Fingerprints: what must change them, and what must not.
//!
//! No score and no node count stands here: those are in golden/, and are made anew when the engine
//! plays better.

mod common;

use std::{fs, path::Path};

use common::{program, some_games};
use serde_json::Value;

/// A fingerprint as the program writes it.
struct Fingerprint(Value);

impl Fingerprint {
    /// Makes one in the folder of the corpora.
    fn of(arguments: &[&str]) -> Self {
        let output = program()
            .args(["fingerprint", "-q"])
            .args(arguments)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora"))
            .output()
            .expect("the program runs");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {messages}");
        Self(serde_json::from_slice(&output.stdout).expect("JSON"))
    }

    fn key(&self, name: &str) -> &str {
        self.0[name].as_str().expect("a text")
    }

    /// The columns from the position to the line, row by row.
    fn searched(&self) -> Vec<&[Value]> {
        let rows = self.0["rows"].as_array().expect("a list");
        rows.iter()
            .map(|row| &row.as_array().expect("a row")[1..7])
            .collect()
    }

    /// How many rows another search fills otherwise.
    fn changed(&self, other: &Self) -> usize {
        let (one, other) = (self.searched(), other.searched());
        assert_eq!(one.len(), other.len());
        one.iter()
            .zip(&other)
            .filter(|(one, other)| one != other)
            .count()
    }
}

/// Positions of people's games, quickly.
const SAMPLE: [&str; 5] = ["famous.pgn", "--depth", "3", "--positions", "80"];

/// The default graph as data.
fn clean_graph() -> Value {
    let graph = concat!(env!("CARGO_MANIFEST_DIR"), "/graphs/clean.json");
    let text = fs::read_to_string(graph).expect("the graph is there");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn every_block_counts_and_material_and_mobility_count_nearly_everywhere() {
    let clean = Fingerprint::of(&SAMPLE);
    let graph = clean_graph();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("graph.json");
    let mut nearly_everywhere = 0;
    for (place, channel) in graph["blocks"]
        .as_array()
        .expect("a list")
        .iter()
        .enumerate()
    {
        let block = channel["block"].as_str().expect("a name");
        let mut without = graph.clone();
        without["blocks"][place]["gain"] = 0.into();
        fs::write(&path, without.to_string()).expect("written");
        let path = path.to_str().expect("a plain path");
        let other = Fingerprint::of(&[&SAMPLE[..], &["--graph", path]].concat());
        let changed = clean.changed(&other);
        assert!(changed > 0, "{block}: no row changed");
        if matches!(block, "material" | "mobility") {
            let rows = clean.searched().len();
            assert!(
                100 * changed >= 95 * rows,
                "{block}: {changed} of {rows} rows"
            );
            nearly_everywhere += 1;
        }
    }
    assert_eq!(nearly_everywhere, 2);
}

#[test]
fn the_gain_of_loose_pieces_counts_nearly_everywhere() {
    let clean = Fingerprint::of(&SAMPLE);
    let blunt = Fingerprint::of(&[&SAMPLE[..], &["--set", "sharp=0"]].concat());
    let (changed, rows) = (clean.changed(&blunt), clean.searched().len());
    assert!(100 * changed >= 95 * rows, "{changed} of {rows} rows");
    assert_ne!(clean.key("graph"), blunt.key("graph"));
}

#[test]
fn other_words_leave_the_search_hash_alone() {
    let game = ["case-study.pgn", "--depth", "3"];
    let neutral = Fingerprint::of(&game);
    for words in [
        &["--student", "White"][..],
        &["--student", "Black", "--voice", "partner"],
        &["--thresholds", "centipawns:20,40,60"],
    ] {
        let other = Fingerprint::of(&[&game[..], words].concat());
        assert_eq!(neutral.key("search"), other.key("search"), "{words:?}");
        assert_ne!(
            neutral.key("sentences"),
            other.key("sentences"),
            "{words:?}"
        );
        assert_ne!(neutral.key("all"), other.key("all"), "{words:?}");
    }
}

#[test]
fn a_fingerprint_is_that_of_the_report_and_states_how_to_make_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("g.pgn"), some_games("club.pgn", 2)).expect("written");
    let options = ["--depth", "3", "--set", "sharp=5"];
    let run = |line: &[&str]| {
        let mut command = program();
        command.args(line).arg("-q").current_dir(path);
        let output = command.output().expect("the program runs");
        assert!(output.status.success(), "{line:?}");
        output.stdout
    };
    let first = [&["fingerprint", "g.pgn"][..], &options].concat();
    let made = run(&first);
    let manifest: Value = serde_json::from_slice(&made).expect("JSON");
    let told: Vec<&str> = manifest["arguments"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|word| word.as_str().expect("a text"))
        .collect();
    assert!(run(&told) == made);

    let line = ["g.pgn", "--nodes", "0", "--report", "r.jsonl"];
    run(&[&line[..], &options].concat());
    let report = fs::read_to_string(path.join("r.jsonl")).expect("the report is there");
    let rows = manifest["rows"].as_array().expect("a list");
    assert_eq!(report.lines().count(), rows.len() + 1);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let joined = |value: &Value| -> String {
        let words = value.as_array().expect("a list").iter().map(text);
        words.collect::<Vec<_>>().join(" ")
    };
    for (row, line) in rows.iter().zip(report.lines()) {
        let reported: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(row[1], reported["fen"]);
        assert_eq!(row[2], reported["uci"]);
        assert_eq!(row[3], reported["depth"]);
        assert_eq!(row[5], reported["nodes"]);
        assert_eq!(text(&row[6]), joined(&reported["pv"]));
        assert_eq!(text(&row[7]), joined(&reported["said"]));
    }
}

#[test]
fn a_comparison_exits_with_4_where_anything_changed_and_proves_that_new_moves_are_best() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("g.pgn"), some_games("club.pgn", 1)).expect("written");
    let run = |line: &[&str]| {
        let mut command = program();
        command.args(["fingerprint", "g.pgn", "--depth", "2"]);
        let output = command.args(line).current_dir(path).output();
        let output = output.expect("the program runs");
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), messages)
    };
    assert_eq!(run(&["-o", "a.json"]).0, Some(0));
    let (code, told) = run(&["--against", "a.json"]);
    assert_eq!((code, told.trim()), (Some(0), "nothing changed"));
    let (code, told) = run(&["--against", "a.json", "--set", "sharp=0"]);
    assert_eq!(code, Some(4), "{told}");
    assert!(told.contains("first: row "), "{told}");

    // A line that was recorded with another first move: the one found is a best move, and is proved to be.
    let recorded = fs::read(path.join("a.json")).expect("read");
    let mut other: Value = serde_json::from_slice(&recorded).expect("JSON");
    other["rows"][0][6] = "a1a1".into();
    fs::write(path.join("b.json"), other.to_string()).expect("written");
    let (code, told) = run(&["--against", "b.json"]);
    assert_eq!(code, Some(4), "{told}");
    assert!(told.contains("proved to begin with a best move"), "{told}");

    for (line, code) in [
        (&["--against", "missing.json"][..], 1),
        (&["--against", "g.pgn"], 2),
        (&["missing.pgn"], 1),
        (&["-"], 2),
        (&["."], 2),
        (&["--positions", "0"], 2),
        (&["-o", "g.pgn"], 2),
        (&["--graph", "missing.json"], 1),
    ] {
        let (found, told) = run(line);
        assert_eq!(found, Some(code), "{line:?}: {told}");
    }
}
