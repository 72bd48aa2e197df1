//! Positions to solve, made of the games.

mod common;

use std::{collections::BTreeSet, fs, path::Path};

use annotate::pgn::{GameText, resolve};
use common::{games, program, some_games};
use serde_json::Value;
use shakmaty::Position;

/// The puzzles of a text, and what the program says of them.
fn puzzles_with(cache: &Path, text: &[u8], options: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzles.pgn");
    let output = program()
        .env("QV_CACHE", cache)
        .arg("--puzzles")
        .arg(&path)
        .args(options)
        .arg("-")
        .write_stdin(text)
        .output()
        .expect("the program runs");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{messages}");
    let puzzles = fs::read_to_string(path).expect("the puzzles are there");
    (puzzles, messages)
}

fn puzzles(text: &[u8], options: &[&str]) -> (String, String) {
    puzzles_with(Path::new("off"), text, options)
}

const DEPTH: [&str; 2] = ["--depth", "3"];

/// White gives the queen away, and only one move takes it.
const QUEEN: &str = "[Site \"Here\"]\n[Date \"2024.01.02\"]\n[White \"Nora \\\"Q\\\" Quill\"]\n\
    [Black \"P\u{e9}rez\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxe5+ *\n";

#[test]
fn a_mistake_to_punish_is_written_whole() {
    let (puzzles, messages) = puzzles(QUEEN.as_bytes(), &DEPTH);
    assert_eq!(
        puzzles,
        "[Event \"Quiet Voice puzzle\"]\n\
         [Site \"Here\"]\n\
         [Date \"2024.01.02\"]\n\
         [Round \"-\"]\n\
         [White \"Nora \\\"Q\\\" Quill\"]\n\
         [Black \"P\u{e9}rez\"]\n\
         [Result \"*\"]\n\
         [SetUp \"1\"]\n\
         [FEN \"r1bqkbnr/pppp1ppp/2n5/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3\"]\n\
         [SourceGame \"1\"]\n\
         [SourceMove \"3. Qxe5+\"]\n\
         [Theme \"capture\"]\n\
         \n\
         3... Nxe5 { Black takes the queen on e5 with the knight, and White cannot take\n\
         back. } *\n\n"
    );
    assert!(messages.contains("wrote 1 puzzle"), "{messages}");
}

#[test]
fn a_solution_that_mates_has_its_result() {
    let fool = b"1. f3 e5 2. g4 Nc6 *\n";
    let (found, _) = puzzles(fool, &DEPTH);
    assert!(found.contains("[Result \"0-1\"]"), "{found}");
    assert!(found.contains("2... Qh4# {"), "{found}");
    assert!(found.ends_with(" } 0-1\n\n"), "{found}");
}

#[test]
fn only_the_students_moves_make_puzzles() {
    let of = |name: &str| {
        let told = [&DEPTH[..], &["--student", name]].concat();
        puzzles(QUEEN.as_bytes(), &told).0
    };
    assert!(of("Nora \"Q\" Quill").contains("Black takes your queen on e5"));
    assert_eq!(of("P\u{e9}rez"), "");
}

#[test]
fn a_position_with_two_good_moves_is_no_puzzle() {
    // Two knights can take the queen.
    // White's own fork is one of its own in both.
    let two = "[SetUp \"1\"]\n[FEN \"r4k2/p6p/2n3n1/8/8/8/P3Q2P/4K3 w - - 0 20\"]\n\n20. Qe5 *\n";
    let one = two.replace("2n3n1", "2n5");
    let of = |text: &str| puzzles(text.as_bytes(), &DEPTH);
    let (found, messages) = of(two);
    assert!(!found.contains("20... Nxe5"), "{found}");
    assert!(messages.contains("wrote 1 puzzle\n"), "{messages}");
    let (found, messages) = of(&one);
    assert!(found.contains("20... Nxe5"), "{found}");
    assert!(messages.contains("wrote 2 puzzles\n"), "{messages}");
}

#[test]
fn every_puzzle_is_a_game_of_its_source_with_a_cause_of_its_theme() {
    let text = some_games("club.pgn", 12);
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.jsonl");
    let report_path = report.to_str().expect("a path in UTF-8");
    let (found, _) = puzzles(&text, &[&DEPTH[..], &["--report", report_path]].concat());
    let rows: Vec<Value> = fs::read_to_string(&report)
        .expect("the report is there")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    let found = games(found.as_bytes());
    let mut seen = BTreeSet::new();
    for puzzle in &found {
        let read = GameText::scan(&puzzle.bytes);
        let tag = |name: &str| read.tag_text(name).expect("the tag is there");
        let line = resolve(&read).expect("a position");
        let shown = String::from_utf8_lossy(&puzzle.bytes);
        assert!(line.stop.is_none(), "{shown}");
        assert!(matches!(line.moves.len(), 1 | 3 | 5), "{shown}");
        let (game, played) = (tag("SourceGame"), tag("SourceMove"));
        let of_move = |row: &&Value| {
            let side = if row["side"] == "white" { "." } else { "..." };
            let (number, san) = (&row["move_number"], row["san"].as_str().unwrap_or_default());
            row["game"].as_u64().map(|game| (game + 1).to_string()) == Some(game.clone())
                && format!("{number}{side} {san}") == played
        };
        let row = rows.iter().find(of_move).expect("a row of the move");
        assert!(row["class"] == "mistake" || row["class"] == "blunder");
        assert_eq!(row["white"], tag("White"));
        let missed = row["fen"] == tag("FEN");
        let causes = row["causes"].to_string();
        let mut end = line.start.position.clone();
        line.moves
            .iter()
            .for_each(|&played| end.play_unchecked(played));
        match tag("Theme").as_str() {
            "mate" => assert!(end.is_checkmate(), "{shown}"),
            "capture" => assert!(causes.contains("\"capture-allowed\""), "{shown}"),
            "removes-guard" if missed => assert!(causes.contains("\"missed-guard\""), "{shown}"),
            theme if missed => assert!(causes.contains(&format!("\"missed-{theme}\"")), "{shown}"),
            theme => assert!(causes.contains(&format!("\"{theme}\"")), "{shown}"),
        }
        let movetext = shown.split("\n\n").nth(1).expect("movetext");
        assert!(
            movetext
                .lines()
                .all(|line| line.len() <= 80 && line.is_ascii())
        );
        seen.insert((game, tag("FEN")));
    }
    assert_eq!(seen.len(), found.len(), "a position stands once in a game");
    assert!(found.len() > 5, "{}", found.len());
}

#[test]
fn threads_and_an_annotated_source_change_no_byte() {
    let text = some_games("club.pgn", 5);
    let limits = ["--depth", "4", "--nodes", "3000"];
    let straight = puzzles(&text, &[&limits[..], &["-j", "1"]].concat()).0;
    assert!(!straight.is_empty());
    for threads in ["2", "4"] {
        let way = [&limits[..], &["-j", threads]].concat();
        assert_eq!(puzzles(&text, &way).0, straight, "{threads}");
    }
    let annotated = program().args(limits).arg("-").write_stdin(text).output();
    let annotated = annotated.expect("the program runs").stdout;
    assert_eq!(puzzles(&annotated, &limits).0, straight);
}

#[cfg(feature = "cache")]
#[test]
fn a_cold_cache_and_a_warm_one_change_no_byte() {
    let text = some_games("club.pgn", 4);
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    let searched = puzzles(&text, &DEPTH).0;
    for way in ["cold", "warm"] {
        assert_eq!(puzzles_with(&cache, &text, &DEPTH).0, searched, "{way}");
    }
    assert!(cache.exists());
}

#[test]
fn what_is_written_beside_puzzles_is_what_is_written_without() {
    let text = some_games("club.pgn", 3);
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = program();
    command.args(DEPTH).arg("-").write_stdin(text);
    let without = command.output().expect("the program runs").stdout;
    command.arg("--puzzles").arg(folder.path().join("p.pgn"));
    assert!(command.output().expect("the program runs").stdout == without);
}

#[test]
fn where_puzzles_cannot_be_made_it_is_said_before_any_work() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("g.pgn"), QUEEN).expect("written");
    for (options, said) in [
        (
            &["--puzzles", "p.pgn", "--judge", "evals"][..],
            "--judge own",
        ),
        (
            &["--puzzles", "p.pgn", "--judge", "uci:none"],
            "--judge own",
        ),
        (&["--puzzles", "-"], "name of a file"),
        (&["--puzzles", "g.pgn"], "is an input too"),
        (&["--puzzles", "x", "--report", "x"], "report and puzzles"),
        (&["--puzzles", "x", "-o", "x"], "output and puzzles"),
    ] {
        let output = program()
            .arg("g.pgn")
            .args(options)
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {messages}");
        assert!(messages.contains(said), "{options:?}: {messages}");
    }
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1, "nothing is left behind");
}
