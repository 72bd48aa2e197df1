//! Inputs, outputs, exit codes.

mod common;

use std::{
    fs,
    io::Read,
    path::Path,
    process::{Command, Stdio},
};

use common::{QUICK, games, listing, some_games};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// Runs with these arguments in a folder; the exit code, standard output, and messages.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = common::run(folder, arguments);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn what_can_be_written_exits_with_0_even_where_a_game_is_refused_and_strict_makes_it_3() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = format!("{GAME}\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 2. Qxx9 Nf6 *\n");
    fs::write(folder.path().join("bad.pgn"), bad).expect("written");
    let (code, text, messages) = run(folder.path(), &["--depth", "2", "bad.pgn"]);
    assert_eq!(code, Some(0));
    assert_eq!(games(text.as_bytes()).len(), 2);
    assert!(text.contains("2. Qxx9 Nf6 *"), "{text}");
    assert!(
        messages.contains("bad.pgn:9: game 2 (C – D), move 2. Qxx9: "),
        "{messages}"
    );
    assert!(messages.contains("left as it was from there"), "{messages}");
    let (code, _, _) = run(
        folder.path(),
        &["--depth", "2", "--strict", "-q", "bad.pgn"],
    );
    assert_eq!(code, Some(3));
    fs::write(folder.path().join("good.pgn"), GAME).expect("written");
    let (code, _, _) = run(
        folder.path(),
        &["--depth", "2", "--strict", "-q", "good.pgn"],
    );
    assert_eq!(code, Some(0));
}

#[test]
fn a_game_that_cannot_be_graded_at_all_passes_through_untouched() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, text) in [
        "[White \"A\"]\n[Black \"B\"]\n\n1. Zz9 e5 *\n",
        "[FEN \"nonsense\"]\n[SetUp \"1\"]\n\n1. e4 *\n",
        "[Variant \"Crazyhouse\"]\n\n1. e4 e5 *\n",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n",
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("{number}.pgn");
        fs::write(folder.path().join(&name), text).expect("written");
        let (code, out, messages) = run(folder.path(), &["-q", &name]);
        assert_eq!((code, out.as_str()), (Some(0), text));
        assert!(messages.contains("; left as it was"), "{messages}");
    }
}

#[test]
fn what_cannot_be_read_exits_with_1_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("games")).expect("a folder");
    for (input, message) in [
        ("missing.pgn", "cannot read missing.pgn: No such file"),
        ("games", "it holds no games"),
    ] {
        let (code, text, messages) = run(folder.path(), &[input]);
        assert_eq!((code, text.as_str()), (Some(1), ""));
        assert!(messages.contains(message), "{messages}");
    }
}

#[test]
fn what_cannot_be_written_exits_with_1_and_leaves_no_half_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("g.pgn"), GAME).expect("written");
    fs::write(path.join("file"), "x").expect("written");
    for arguments in [
        &["g.pgn", "-o", "missing/out.pgn"][..],
        &["g.pgn", "-o", "file/out.pgn"],
        &["g.pgn", "-o", "."],
        &["g.pgn", "--output-dir", "file"],
        &["g.pgn", "--report", "missing/report.jsonl"],
        &["g.pgn", "-o", "out.pgn", "--report", "missing/report.jsonl"],
        &["strip", "g.pgn", "-o", "missing/out.pgn"],
    ] {
        let (code, text, messages) = run(path, arguments);
        assert_eq!(
            (code, text.as_str()),
            (Some(1), ""),
            "{arguments:?}: {messages}"
        );
        assert!(messages.contains("cannot write"), "{messages}");
        assert_eq!(listing(path), ["file", "g.pgn"], "{arguments:?}");
    }
}

#[test]
fn contradictions_exit_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("g.pgn"), GAME).expect("written");
    for arguments in [
        &[][..],
        &["--nonesuch", "g.pgn"],
        &["g.pgn", "g.pgn"],
        &["g.pgn", "./g.pgn"],
        &["g.pgn", "-o", "g.pgn"],
        &["g.pgn", "--output-dir", "."],
        &["g.pgn", "--report", "g.pgn"],
        &["g.pgn", "-o", "x", "--report", "x"],
        &["-", "--in-place"],
        &["-", "--output-dir", "out"],
        &["-", "-"],
        &["--thresholds", "chances:3", "g.pgn"],
        &["--depth", "0", "g.pgn"],
        &["strip"],
        &["-q", "strip", "g.pgn"],
        &["strip", "g.pgn", "-o", "g.pgn"],
    ] {
        let (code, text, messages) = run(path, arguments);
        assert_eq!(
            (code, text.as_str()),
            (Some(2), ""),
            "{arguments:?}: {messages}"
        );
        assert!(
            messages.contains("error:") || arguments.is_empty(),
            "{messages}"
        );
    }
    assert_eq!(fs::read_to_string(path.join("g.pgn")).expect("read"), GAME);
}

#[test]
fn a_bad_graph_is_refused_with_the_path_of_the_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("g.pgn"), GAME).expect("written");
    let graph =
        r#"{"name":"x","version":1,"blocks":[{"block":"material","gain":1,"args":{"prawn":1}}]}"#;
    fs::write(path.join("graph.json"), graph).expect("written");
    let (code, _, messages) = run(path, &["--graph", "graph.json", "g.pgn"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("graph.json: "), "{messages}");
    assert!(messages.contains("blocks[0].args"), "{messages}");
}

#[test]
fn an_output_file_is_whole_and_an_older_one_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("g.pgn"), GAME).expect("written");
    fs::write(path.join("out.pgn"), "older").expect("written");
    let (_, text, _) = run(path, &["-q", "--depth", "2", "g.pgn"]);
    let (code, nothing, _) = run(path, &["-q", "--depth", "2", "g.pgn", "-o", "out.pgn"]);
    assert_eq!((code, nothing.as_str()), (Some(0), ""));
    assert_eq!(
        fs::read_to_string(path.join("out.pgn")).expect("read"),
        text
    );
    assert_eq!(listing(path), ["g.pgn", "out.pgn"]);
}

#[test]
fn each_file_goes_under_its_own_name_into_the_output_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).expect("written");
    fs::write(path.join("empty.pgn"), "").expect("written");
    let arguments = [
        "-q",
        "--depth",
        "2",
        "a.pgn",
        "empty.pgn",
        "--output-dir",
        "new/out",
    ];
    assert_eq!(run(path, &arguments).0, Some(0));
    assert_eq!(listing(&path.join("new/out")), ["a.pgn", "empty.pgn"]);
    assert_eq!(fs::read(path.join("new/out/empty.pgn")).expect("read"), b"");
    let (_, text, _) = run(path, &["-q", "--depth", "2", "a.pgn"]);
    assert_eq!(
        fs::read_to_string(path.join("new/out/a.pgn")).expect("read"),
        text
    );
}

#[test]
fn in_place_keeps_what_was_there_and_never_loses_an_older_backup() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let read = |name: &str| fs::read_to_string(path.join(name)).expect("read");
    fs::write(path.join("g.pgn"), GAME).expect("written");
    fs::write(path.join("g.pgn.bak"), "precious").expect("written");
    let (code, text, messages) = run(path, &["--depth", "2", "--in-place", "g.pgn"]);
    assert_eq!((code, text.as_str()), (Some(0), ""));
    assert!(messages.contains("g.pgn.bak.1"), "{messages}");
    assert_eq!(read("g.pgn.bak"), "precious");
    assert_eq!(read("g.pgn.bak.1"), GAME);
    let once = read("g.pgn");
    assert!(once.contains("[QuietVoice "));
    // Nothing changes the second time, and nothing needs to be kept.
    assert_eq!(
        run(path, &["--depth", "2", "--in-place", "g.pgn"]).0,
        Some(0)
    );
    assert_eq!(read("g.pgn"), once);
    assert_eq!(listing(path), ["g.pgn", "g.pgn.bak", "g.pgn.bak.1"]);
    assert_eq!(run(path, &["strip", "--in-place", "g.pgn"]).0, Some(0));
    assert_eq!(read("g.pgn"), GAME);
    assert_eq!(read("g.pgn.bak.2"), once);
}

#[test]
fn several_files_in_one_output_stay_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME.trim_end()).expect("written");
    fs::write(path.join("b.pgn"), format!("\u{feff}{GAME}")).expect("written");
    let (_, text, _) = run(path, &["-q", "--depth", "2", "a.pgn", "b.pgn"]);
    assert_eq!(games(text.as_bytes()).len(), 2, "{text}");
    assert_eq!(text.matches("[QuietVoice ").count(), 2);
}

#[test]
fn an_annotated_archive_passes_through_without_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("g.pgn"), some_games("club.pgn", 3)).expect("written");
    let annotate = |input: &str, output: &str| {
        let arguments = [input, "-o", output, "--depth", "2", "--color", "never"];
        run(path, &arguments).2
    };
    annotate("g.pgn", "once.pgn");
    let summary = annotate("once.pgn", "twice.pgn");
    assert!(summary.contains("3 games annotated already"), "{summary}");
    assert!(summary.contains("0 moves graded"), "{summary}");
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("annotate"))
        .args(QUICK)
        .arg("-q")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpora/club.pgn"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut byte = [0];
    let mut pipe = child.stdout.take().expect("a pipe");
    pipe.read_exact(&mut byte).expect("a byte");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_dry_run_counts_and_writes_no_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("g.pgn"), some_games("club.pgn", 40)).expect("written");
    let arguments = ["--dry-run", "--depth", "2", "g.pgn", "-o", "out.pgn"];
    let (code, text, _) = run(path, &arguments);
    assert_eq!(code, Some(0));
    assert!(text.contains("40 games"), "{text}");
    assert!(text.contains("Nora Quill"), "{text}");
    assert!(text.contains("about "), "{text}");
    assert!(!text.contains("[Event"), "{text}");
    assert_eq!(listing(path), ["g.pgn"]);
}

#[test]
fn help_and_version_and_completions_go_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, part) in [
        (&["--help"][..], "Examples:"),
        (&["--version"], "annotate "),
        (&["completions", "bash"], "complete"),
        (&["strip", "--help"], "Take out"),
    ] {
        let (code, text, messages) = run(folder.path(), arguments);
        assert_eq!((code, messages.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn quiet_says_nothing_where_nothing_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("g.pgn"), GAME).expect("written");
    let (_, _, messages) = run(folder.path(), &["-q", "--depth", "2", "g.pgn"]);
    assert_eq!(messages, "");
    let (_, _, messages) = run(folder.path(), &["--depth", "2", "g.pgn"]);
    assert!(messages.contains("1 game, 4 moves graded"), "{messages}");
}
