//! A build without the feature `cache`: everything but the cache works, and that is said.
#![cfg(not(feature = "cache"))]

mod common;

use common::{program, some_games};

#[test]
fn a_cache_that_is_asked_for_is_refused_and_one_that_is_not_is_not_missed() {
    let text = some_games("case-study.pgn", 1);
    let run = |options: &[&str]| {
        let output = program()
            .env_remove("QV_CACHE")
            .args(["--depth", "2"])
            .args(options)
            .arg("-")
            .write_stdin(&text[..])
            .output()
            .expect("the program runs");
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), output.stdout, messages)
    };
    let (code, output, messages) = run(&["--cache", "analyses"]);
    assert_eq!(code, Some(1));
    assert!(output.is_empty());
    assert!(messages.contains("without the feature"), "{messages}");
    let usual = run(&[]);
    assert_eq!(usual.0, Some(0));
    assert!(!usual.2.contains("warning"), "{}", usual.2);
    assert_eq!(run(&["--no-cache"]).1, usual.1);
}
