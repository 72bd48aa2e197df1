//! Games graded by a UCI engine, here a script whose answers are known.

use std::{fs, process::Output};

use crate::{
    annotated::{Run, Said, annotate, code, said},
    scripted::{engine, judge},
};

/// A rook could have taken a pawn that now takes the queen.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\
    [FEN \"r2k4/8/8/8/8/5p2/4Q1P1/4KR2 w - - 0 16\"]\n\n16. g3 fxe2 17. Kxe2 *\n";

/// What the engine says before each move and after the last.
const ROWS: [(&str, &str); 4] = [
    (
        "0 16",
        "echo 'info depth 9 score cp 500 nodes 70 pv f1f3 a8a1 e1f2'",
    ),
    ("g2g3", "echo 'info depth 8 score cp 300 pv f3e2 e1e2'"),
    ("f3e2", "echo 'info depth 7 score cp -290 pv e1e2'"),
    ("e1e2", "echo 'info depth 6 score cp 280 pv a8a2'"),
];

/// What is to be said with that: played is -300, less the 500 of the best move.
fn told() -> Vec<Said> {
    let words = "Blunder. Black can take the queen on e2 with the pawn. \
                 Better was 16. Rxf3, rook takes pawn.";
    let blunder = Said {
        variation: " (16. Rxf3 Ra1+ 17. Kf2)".to_owned(),
        ..Said::new(0, (9, "500", "-300", "blunder"), 4, words)
    };
    let takes = "Black takes the loose queen on e2.";
    vec![blunder, Said::new(1, (8, "290", "290", "best"), 0, takes)]
}

fn text(told: &[Said]) -> String {
    annotate(GAME, &judge(&["Hash=16"], 77), 3, told)
}

/// What is found false with an engine that answers by these rows.
fn wrong(told: &[Said], rows: &[(&str, &str)]) -> Vec<(String, String)> {
    let run = Run::new(&text(told));
    let named = engine(&run, "engine", rows);
    run.verify(&["--judge", &named]);
    run.found("false")
}

fn assert_caught(kind: &str, told: &[Said], rows: &[(&str, &str)]) {
    let wrong = wrong(told, rows);
    assert!(
        wrong.iter().any(|(found, _)| found == kind),
        "{kind}: {wrong:?}"
    );
}

fn with(row: usize, commands: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut rows = ROWS.to_vec();
    rows[row].1 = commands;
    rows
}

#[cfg(feature = "python")]
#[test]
fn a_true_game_is_proved_with_nothing_left_open() {
    let run = Run::new(&text(&told()));
    let named = engine(&run, "engine", &ROWS);
    if let Some(output) = run.verify_with_board(&["--judge", &named, "--strict"]) {
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert!(
            said(&output).contains("3 grades derived again"),
            "{}",
            said(&output)
        );
    }
}

#[cfg(feature = "python")]
#[test]
fn a_reply_that_is_not_the_engines_is_noticed() {
    let run = Run::new(&text(&told()));
    let named = engine(
        &run,
        "engine",
        &with(1, "echo 'info depth 8 score cp 300 pv a8a1'"),
    );
    if run.verify_with_board(&["--judge", &named]).is_some() {
        let wrong = run.found("false");
        assert!(
            wrong.iter().any(|(kind, _)| kind == "capture-allowed"),
            "{wrong:?}"
        );
    }
}

#[test]
fn what_the_engine_does_not_say_is_noticed() {
    assert!(
        wrong(&told(), &ROWS).is_empty(),
        "{:?}",
        wrong(&told(), &ROWS)
    );
    for (row, commands) in [
        (0, "echo 'info depth 9 score cp 501 pv f1f3 a8a1 e1f2'"),
        (0, "echo 'info depth 8 score cp 500 pv f1f3 a8a1 e1f2'"),
        (1, "echo 'info depth 8 score cp 301 pv f3e2 e1e2'"),
        (1, "echo 'info depth 8 score mate 3 pv f3e2 e1e2'"),
    ] {
        assert_caught("grade", &told(), &with(row, commands));
    }
    let other = "echo 'info depth 9 score cp 500 pv e2f3 a8a1'";
    assert_caught("better", &told(), &with(0, other));
    assert_caught("variation", &told(), &with(0, other));
    let longer = "echo 'info depth 9 score cp 500 pv f1f3 d8e7 e1f2'";
    assert_caught("variation", &told(), &with(0, longer));
    // A move the engine would have played costs nothing.
    let own = "echo 'info depth 9 score cp 500 pv g2g3'";
    assert_caught("grade", &told(), &with(0, own));
}

#[test]
fn a_line_cause_has_the_engines_line() {
    const SOON: (usize, &str) = (
        1,
        "echo 'info depth 8 score cp 300 pv f3e2 e1e2 a8a2 e2e3 a2h2'",
    );
    let said = |cause: &str, is_missed: bool| {
        let mut told = told();
        let better = if is_missed {
            ""
        } else {
            " Better was 16. Rxf3, rook takes pawn."
        };
        told[0].words = format!("Blunder. {cause}{better}");
        told
    };
    let wins = said("Black wins the queen on e2: 16... fxe2.", false);
    let longer = said("Black wins material: 16... fxe2 17. Kxe2 Ra2+.", false);
    let soon = said("Black has 16... fxe2, and soon wins material.", false);
    let missed = said("White could have won the pawn on f3: 16. Rxf3.", true);
    for (kind, told, rows) in [
        ("wins", &wins, ROWS.to_vec()),
        ("wins", &longer, with(SOON.0, SOON.1)),
        ("soon-wins", &soon, with(SOON.0, SOON.1)),
        ("missed-wins", &missed, ROWS.to_vec()),
    ] {
        let wrong = wrong(told, &rows);
        assert!(wrong.is_empty(), "{kind}: {wrong:?}");
    }
    let other = with(1, "echo 'info depth 8 score cp 300 pv a8a1 e1f2 a1f1'");
    assert_caught("wins", &wins, &other);
    assert_caught("soon-wins", &soon, &other);
    // The engine's line is too short to win soon, or goes on otherwise.
    assert_caught("soon-wins", &soon, &ROWS);
    assert_caught("wins", &longer, &ROWS);
    let better = with(0, "echo 'info depth 9 score cp 500 pv e2f3 a8a1'");
    assert_caught("missed-wins", &missed, &better);
}

#[test]
fn what_the_game_says_otherwise_is_noticed() {
    let changed = |change: fn(&mut Said)| {
        let mut told = told();
        change(&mut told[0]);
        told
    };
    let word = changed(|said| said.words = said.words.replace("Blunder", "Mistake"));
    assert_caught("class", &word, &ROWS);
    let class = changed(|said| said.tag.3 = "mistake");
    assert_caught("class", &class, &ROWS);
    let best = changed(|said| said.tag.1 = "510");
    assert_caught("grade", &best, &ROWS);
    let move_named = changed(|said| {
        said.words = said.words.replace("16. Rxf3, rook", "16. Qxf3, queen");
        said.variation = " (16. Qxf3)".to_owned();
    });
    assert_caught("better", &move_named, &ROWS);
    let unsaid = changed(|said| {
        let end = said.words.find(" Better").unwrap();
        said.words.truncate(end);
        said.variation.clear();
    });
    assert_caught("better", &unsaid, &ROWS);
    assert_caught("silence", &told()[1..], &ROWS);
    let mates = changed(|said| said.words = "White had mate in one: 16. Rxf3.".to_owned());
    assert_caught("had-mate", &mates, &ROWS);
}

#[test]
fn a_mate_that_a_search_proves_must_be_said_and_no_other() {
    const MATE: &str = "[White \"A\"]\n[Black \"B\"]\n[FEN \"7k/R7/8/8/8/8/8/1R5K w - - 0 1\"]\n\n\
        1. Rb6 Kg8 2. Rb8# *\n";
    let rows = [
        ("0 1", "echo 'info depth 5 score mate 1 pv b1b8'"),
        ("b1b6", "echo 'info depth 5 score mate -1 pv h8g8 b6b8'"),
        ("h8g8", "echo 'info depth 5 score mate 1 pv b6b8'"),
    ];
    let right = vec![
        Said::new(
            0,
            (5, "#1", "#2", "good"),
            0,
            "White had mate in one: 1. Rb8#. White has mate in two.",
        ),
        Said::new(2, (5, "#1", "#1", "best"), 0, "Checkmate."),
    ];
    let wrong = |told: &[Said], rows: &[(&str, &str)]| {
        let run = Run::new(&annotate(MATE, &judge(&["Hash=16"], 77), 0, told));
        let named = engine(&run, "engine", rows);
        run.verify(&["--judge", &named]);
        run.found("false")
    };
    assert!(
        wrong(&right, &rows).is_empty(),
        "{:?}",
        wrong(&right, &rows)
    );
    let kinds = |told: &[Said], rows: &[(&str, &str)]| {
        let kinds = wrong(told, rows).into_iter().map(|(kind, _)| kind);
        kinds.collect::<Vec<_>>()
    };
    assert!(kinds(&right[1..], &rows).contains(&"had-mate".to_owned()));
    let mut half = right.clone();
    half[0].words = "White had mate in one: 1. Rb8#.".to_owned();
    assert!(kinds(&half, &rows).contains(&"has-mate".to_owned()));
    // Said again a move later, it is not new.
    let mut again = right.clone();
    again[1].words = "White has mate in one. Checkmate.".to_owned();
    assert!(kinds(&again, &rows).contains(&"has-mate".to_owned()));
    // The engine calls a mate what is none.
    let mut boast = rows;
    boast[1].1 = "echo 'info depth 5 score mate -3 pv h8g8 b6b8'";
    boast[0].1 = "echo 'info depth 5 score mate 1 pv a7a1'";
    let mut three = right.clone();
    three[0].tag.2 = "#4";
    three[0].words = "White had mate in one: 1. Raa1.".to_owned();
    assert!(kinds(&three, &boast).contains(&"had-mate".to_owned()));
    three[0].words = "White has mate in four.".to_owned();
    assert!(kinds(&three, &boast).contains(&"has-mate".to_owned()));
}

fn open_judge(run: &Run) -> Vec<String> {
    let open = run.found("unproved").into_iter();
    open.filter_map(|(kind, found)| (kind == "judge").then_some(found))
        .collect()
}

#[test]
fn without_the_engine_grades_are_open_and_rules_are_not() {
    let run = Run::new(&text(&told()));
    let output = run.verify(&[]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).contains("grades of 1 games left unproved: graded by a UCI engine"));
    assert_eq!(open_judge(&run).len(), 1);
    assert!(open_judge(&run)[0].contains("--judge uci:PATH"));
    assert_eq!(code(&run.verify(&["--strict"])), 1);
    // A class by plain.json needs no engine, nor has a mate that is none.
    let mut class = told();
    class[0].tag.3 = "mistake";
    let run = Run::new(&text(&class));
    assert_eq!(code(&run.verify(&[])), 1);
    let mut mate = told();
    mate[0] = Said::new(
        0,
        (9, "500", "#-2", "blunder"),
        4,
        "Blunder. White allows mate in two. Better was 16. Rxf3, rook takes pawn.",
    );
    let run = Run::new(&text(&mate));
    assert_eq!(code(&run.verify(&[])), 1);
    let wrong = run.found("false");
    assert!(
        wrong.iter().any(|(kind, _)| kind == "allows-mate"),
        "{wrong:?}"
    );
}

#[test]
fn another_engine_or_other_options_prove_nothing_and_say_so() {
    let run = Run::new(&text(&told()));
    let named = engine(&run, "engine", &ROWS);
    let options = ["--judge", &named, "--uci-option", "Style=bold"];
    let output = run.verify(&options);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(
        open_judge(&run)[0].contains("with other options"),
        "{:?}",
        open_judge(&run)
    );
    // And with the options the record was made with, all is well.
    let styled = judge(&["hash=32", "Style=bold"], 77);
    let run = Run::new(&annotate(GAME, &styled, 3, &told()));
    let named = engine(&run, "engine", &ROWS);
    let options = [
        "--judge",
        &named,
        "--uci-option",
        "Style=bold",
        "--uci-option",
        "hash=32",
    ];
    run.verify(&options);
    assert!(open_judge(&run).is_empty(), "{:?}", open_judge(&run));
}

#[test]
fn an_engine_that_cannot_be_used_ends_the_run() {
    let run = Run::new(&text(&told()));
    let named = engine(&run, "engine", &ROWS);
    let code = |arguments: &[&str]| run.verify(arguments).status.code();
    assert_eq!(code(&["--judge", "uci:/no/such/engine"]), Some(2));
    assert_eq!(code(&["--referee", "uci:/no/such/engine"]), Some(2));
    assert_eq!(code(&["--judge", "uci:/bin/true"]), Some(2));
    assert_eq!(
        code(&["--judge", &named, "--uci-option", "Contempt=3"]),
        Some(2)
    );
    assert_eq!(
        code(&["--judge", &named, "--uci-option", "Threads=3"]),
        Some(2)
    );
    assert_eq!(code(&["--uci-option", "Style=bold"]), Some(2));
    assert_eq!(code(&["--judge", "somebody"]), Some(2));
}

/// Whether a process runs that was started with this word.
fn is_running(word: &str) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else {
        return false;
    };
    processes.flatten().any(|process| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let mut words = line.split(|byte| *byte == 0);
        words.any(|found| found == word.as_bytes())
    })
}

#[test]
fn an_engine_that_fails_leaves_grades_open_and_no_process() {
    let waits = "98765";
    for (commands, why) in [
        ("sleep 98765", "not done in time"),
        ("exit 3", "ended"),
        ("kill -9 $$", "ended"),
        (
            "while :; do echo 'info string on and on'; done",
            "not done in time",
        ),
        ("echo 'info depth 3 score cp 3 pv e1e8'", "cannot be read"),
        ("echo 'info depth 3 score cp 3'", "cannot be read"),
        (
            "echo 'info depth 3 score cp 3 upperbound pv f3e2'",
            "cannot be read",
        ),
        (
            "echo 'info depth 3 multipv 2 score cp 3 pv f3e2'",
            "cannot be read",
        ),
        ("head -c 100000 /dev/zero", "ended"),
        (":", "cannot be read"),
    ] {
        let why = why.replace("cannot be read", "without a line that can be read");
        let run = Run::new(&text(&told()));
        let named = engine(&run, "engine", &with(1, commands));
        let output: Output = run.verify(&["--judge", &named, "--uci-timeout", "1"]);
        assert_eq!(code(&output), 0, "{commands}: {}", said(&output));
        let open = open_judge(&run);
        assert!(
            open.len() == 1 && open[0].contains(&why),
            "{commands}: {open:?}"
        );
        assert!(!is_running(waits), "{commands}");
    }
}

#[test]
fn an_engine_that_fails_once_is_started_again() {
    let run = Run::new(&text(&told()));
    let once = "if [ -e failed ]; then echo 'info depth 8 score cp 300 pv f3e2 e1e2'; \
                else : > failed; exit 1; fi";
    let named = engine(&run, "engine", &with(1, once));
    let output = run.verify(&["--judge", &named]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(open_judge(&run).is_empty(), "{:?}", open_judge(&run));
    assert!(run.path("failed").exists());
}

#[test]
fn the_last_line_that_can_be_read_is_the_answer() {
    let noisy = "echo 'info depth 1 score cp 9 pv a8a1'; \
                 echo 'info depth 8 multipv 1 score cp 300 pv f3e2 e1e2'; \
                 echo 'info depth 9 score cp 400 lowerbound pv a8a1'; \
                 echo 'info depth 9 multipv 2 score cp 10 pv a8a1'; \
                 echo 'info depth 9 score cp 7 pv e1e2'; \
                 echo 'info string score cp 7 pv a8a1'";
    assert!(wrong(&told(), &with(1, noisy)).is_empty());
}

#[test]
fn a_referee_disputes_and_fails_nothing() {
    let run = Run::new(&text(&told()));
    let named = engine(&run, "engine", &ROWS);
    let calm = engine(
        &run,
        "calm",
        &[
            ("0 16", "echo 'info depth 9 score cp 30 pv f1f3'"),
            ("g2g3", "echo 'info depth 8 score cp 10 pv f3e2'"),
            ("f3e2", "exit 1"),
        ],
    );
    let output = run.verify(&[
        "--judge",
        &named,
        "--referee",
        &calm,
        "--referee-nodes",
        "5",
    ]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let text = said(&output);
    let dispute = "a.pgn:6: game 1, 16. g3: written blunder, cost 800; Scripted 1: good, cost 40";
    assert!(text.contains(dispute), "{text}");
    assert!(
        text.contains("1 moves without an answer of the referee"),
        "{text}"
    );
    assert!(
        text.contains("referee: Scripted 1, 5 nodes a position"),
        "{text}"
    );
    // The same engine as the judge agrees with itself.
    let output = run.verify(&["--referee", &named]);
    assert!(!said(&output).contains("a.pgn:"), "{}", said(&output));
}
