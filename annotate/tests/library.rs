//! The library as another program would use it: options in, a tally and what was told out.

mod common;

use std::fs;

use annotate::batch::{Args, Collecting, Options, annotate, dry_run};
use clap::Parser;

fn options(line: &[&str]) -> Options {
    // No test may touch the cache of whoever runs it.
    let args =
        Args::try_parse_from([&["annotate", "--no-cache"], line].concat()).expect("a command line");
    Options::new(args.annotate).expect("options")
}

#[test]
fn a_monitor_hears_of_every_game_position_byte_and_refusal_in_input_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let good = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n";
    let bad = "[White \"C\"]\n[Black \"D\"]\n\n1. e4 Qh4 *\n\n";
    let text = [good, bad, good, bad].concat();
    fs::write(path("g.pgn"), &text).expect("written");
    let monitor = Collecting::default();
    let tally = annotate(
        &options(&[
            "--depth",
            "1",
            "-j",
            "3",
            "-o",
            &path("out.pgn"),
            &path("g.pgn"),
        ]),
        &monitor,
    )
    .expect("a run");
    let heard = monitor.collected();
    assert_eq!((tally.games, tally.moves, tally.refused), (4, 6, 2));
    assert_eq!((heard.games, heard.positions), (4, 10));
    assert_eq!(heard.bytes, text.len() as u64);
    let refused: Vec<(u64, u64)> = heard
        .refusals
        .iter()
        .map(|refusal| (refusal.game, refusal.line))
        .collect();
    assert_eq!(refused, [(1, 9), (3, 19)]);
    assert_eq!(tally.reasons.values().sum::<u64>(), 2);
}

#[test]
fn a_dry_run_knows_what_is_annotated_already() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(path("g.pgn"), common::some_games("club.pgn", 2)).expect("written");
    let monitor = Collecting::default();
    let (bare, once) = (path("g.pgn"), path("once.pgn"));
    annotate(&options(&["--depth", "1", &bare, "-o", &once]), &monitor).expect("a run");
    let again = ["--depth", "1", "--dry-run", &once, &bare];
    let forecast = dry_run(&options(&again), &monitor).expect("a forecast");
    assert!(forecast.text.contains("4 games"), "{}", forecast.text);
    assert!(
        forecast.text.contains("2 games annotated already"),
        "{}",
        forecast.text
    );
}
