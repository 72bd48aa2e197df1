//! The number of threads never changes a byte.

mod common;

use std::fs;

use common::{program, some_games};

fn run(text: &[u8], threads: &str, options: &[&str]) -> (Vec<u8>, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = folder.path().join("report.jsonl");
    let output = program()
        .args(["-q", "-j", threads, "--report"])
        .arg(&report)
        .args(options)
        .arg("-")
        .write_stdin(text)
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let report = fs::read(report).expect("the report is there");
    (output.stdout, report)
}

#[test]
fn output_and_report_are_the_same_for_one_two_and_four_threads() {
    let many = some_games("club.pgn", 6);
    let one_long = some_games("case-study.pgn", 1);
    for (text, options) in [
        (&many, &["--depth", "2"][..]),
        (&many, &["--depth", "5", "--nodes", "2000"]),
        (&one_long, &["--depth", "4", "--nodes", "20000"]),
    ] {
        let single = run(text, "1", options);
        for threads in ["2", "4"] {
            let several = run(text, threads, options);
            assert!(single == several, "{threads} threads, {options:?}");
        }
    }
}
