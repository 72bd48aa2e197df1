//! Games graded by their own evaluations.

use crate::annotated::{Run, Said, annotate, code, said};

/// Fool's play from the standard position: a mate allowed, and given.
const SCHOLAR: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 { [%eval 0.2] } e5 { [%eval 0.2] } \
    2. Bc4 { [%eval 0.2] } Nc6 { [%eval 0.2] } 3. Qh5 { [%eval 0.0] } Nf6 { [%eval #1] } \
    4. Qxf7# 1-0\n";

fn scholar() -> Vec<Said> {
    let allows = "Blunder. Black allows mate in one.";
    vec![
        Said::new(5, (0, "0", "#-1", "blunder"), 4, allows),
        Said::new(6, (0, "#1", "#1", "best"), 0, "Checkmate."),
    ]
}

/// From a set-up position, so that the first move is not graded; one move more has
/// no evaluation.
const ENDING: &str = "[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 20\"]\n\n\
    20. e4 { [%eval 3.0] } Kd7 { [%eval 3.1] } 21. e5 { [%eval 0.5] } Ke6 { [%eval 0.5] } \
    22. Ke2 Kxe5 { [%eval 0.0] } 1/2-1/2\n";

fn ending() -> Vec<Said> {
    let words = "Blunder, about two and a half pawns.";
    vec![Said::new(2, (0, "310", "50", "blunder"), 4, words)]
}

/// A mate in one that is missed, with the king back on g8.
const MISSED: &str = "[White \"A\"]\n[Black \"B\"]\n[FEN \"6k1/5ppp/8/8/8/8/P7/4R1K1 w - - 0 35\"]\n\n\
    35. a3 { [%eval 5.0] } Kf8 { [%eval 5.0] } 36. a4 { [%eval 5.0] } Kg8 { [%eval #1] } \
    37. a5 { [%eval 5.0] } *\n";

/// The last move, with these words; a mate for five pawns is a mistake.
fn missed(words: &str) -> Vec<Said> {
    vec![Said::new(4, (0, "#1", "500", "mistake"), 2, words)]
}

fn check(original: &str, said: &[Said]) -> Run {
    let run = Run::new(&annotate(original, "judge=evals", 3, said));
    run.verify(&[]);
    run
}

/// Nothing may be false.
fn assert_true(run: &Run) {
    let wrong = run.found("false");
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The kinds found false.
fn wrong(run: &Run) -> Vec<String> {
    run.found("false")
        .into_iter()
        .map(|(kind, _)| kind)
        .collect()
}

fn assert_caught(kind: &str, original: &str, said: &[Said]) {
    let run = check(original, said);
    assert!(
        wrong(&run).iter().any(|found| found == kind),
        "{kind}: {:?}",
        run.found("false")
    );
}

#[test]
fn evaluations_know_no_line() {
    let mut told = ending();
    told[0]
        .words
        .push_str(" Black wins the pawn on e5: 21... Ke6 22. Ke2 Kxe5.");
    let run = check(ENDING, &told);
    let wrong = run.found("false");
    let never = (
        "wins".to_owned(),
        "evaluations name no best move".to_owned(),
    );
    assert!(
        wrong
            .iter()
            .any(|(kind, found)| *kind == never.0 && found.contains(&never.1)),
        "{wrong:?}"
    );
}

#[test]
fn true_games_are_proved_without_being_asked() {
    for (original, told) in [(SCHOLAR, scholar()), (ENDING, ending())] {
        let run = Run::new(&annotate(original, "judge=evals", 3, &told));
        for arguments in [&[][..], &["--judge", "evals", "--grades", "all"]] {
            let output = run.verify(arguments);
            assert_eq!(code(&output), 0, "{}", said(&output));
            assert_true(&run);
            // What is open is the board's, which was not asked.
            let open = run.found("unproved");
            let board = |(kind, _): &&(String, String)| kind != "required" && kind != "checkmate";
            assert_eq!(open.iter().find(board), None);
            assert!(said(&output).contains("1 games graded by evals"));
        }
    }
}

#[cfg(feature = "python")]
#[test]
fn with_the_board_nothing_is_left_open() {
    for (original, told) in [(SCHOLAR, scholar()), (ENDING, ending())] {
        let run = Run::new(&annotate(original, "judge=evals", 3, &told));
        if let Some(output) = run.verify_with_board(&["--strict"]) {
            assert_eq!(code(&output), 0, "{}", said(&output));
        }
    }
}

#[test]
fn without_grades_claims_are_open() {
    let run = Run::new(&annotate(ENDING, "judge=evals", 3, &ending()));
    let output = run.verify(&["--grades", "none"]);
    assert_eq!(code(&output), 0);
    let open = run.found("unproved");
    assert!(
        open.iter().any(|(kind, _)| kind == "class-cost"),
        "{open:?}"
    );
}

#[test]
fn an_evaluation_that_is_another_is_noticed() {
    let other = ENDING.replace("[%eval 0.5] } Ke6", "[%eval 0.4] } Ke6");
    assert_caught("grade", &other, &ending());
    let other = SCHOLAR.replace("#1", "-0.1");
    assert_caught("grade", &other, &scholar());
}

#[test]
fn a_class_that_is_another_is_noticed() {
    let mut word = ending();
    word[0].words = "Mistake, about two and a half pawns.".to_owned();
    assert_caught("class-cost", ENDING, &word);
    let mut tag = ending();
    tag[0].tag.3 = "mistake";
    assert_caught("class", ENDING, &tag);
    let mut nag = ending();
    nag[0].nag = 2;
    assert_caught("nag", ENDING, &nag);
    let mut cost = ending();
    cost[0].words = "Blunder, about three pawns.".to_owned();
    assert_caught("class-cost", ENDING, &cost);
}

#[test]
fn values_that_are_others_are_noticed() {
    for tag in [(0, "311", "50", "blunder"), (0, "310", "51", "blunder")] {
        let mut told = ending();
        told[0].tag = tag;
        assert_caught("grade", ENDING, &told);
    }
    let mut deep = ending();
    deep[0].tag.0 = 6;
    assert_caught("depth", ENDING, &deep);
}

#[test]
fn what_must_be_said_and_is_not_is_noticed() {
    assert_caught("silence", ENDING, &[]);
    assert_caught("allows-mate", SCHOLAR, &scholar()[1..]);
    let mut told = scholar();
    told[0].words = "Blunder.".to_owned();
    assert_caught("allows-mate", SCHOLAR, &told);
}

#[test]
fn a_move_without_evaluations_has_nothing_of_ours() {
    for ply in [0, 4, 5] {
        let mut told = ending();
        told.push(Said::new(ply, (0, "50", "50", "best"), 0, ""));
        told.sort_by_key(|said| said.ply);
        assert_caught("grade", ENDING, &told);
    }
}

#[test]
fn evaluations_name_no_best_move_and_no_reply() {
    for (kind, words) in [
        ("better", "Better was 21. Kd2."),
        ("reply-checks", "Black has the check 21... Ke6."),
        ("worse-king", "21. Kd2 keeps White's king safer."),
        (
            "capture-allowed",
            "Black can take the pawn on e5 with the king.",
        ),
    ] {
        let mut told = ending();
        told[0].words = format!("{} {words}", told[0].words);
        assert_caught(kind, ENDING, &told);
    }
}

#[test]
fn a_mate_is_spoken_of_only_where_it_is_one() {
    // The evaluation says so, and is wrong.
    let calm = SCHOLAR.replace("Nf6 { [%eval #1] } 4. Qxf7# 1-0", "Qe7 { [%eval #1] } *");
    let told = scholar()[..1].to_vec();
    let run = check(&calm, &told);
    let wrong = run.found("false");
    let unproved = (
        "allows-mate".to_owned(),
        "no search proves the mate".to_owned(),
    );
    assert!(wrong.contains(&unproved), "{wrong:?}");
    // Without the words it is a blunder like another; it is then let pass as one of
    // the first eight moves.
    assert_true(&check(&calm, &[]));
    // Two moves are not one.
    let mut two = scholar();
    two[0].words = "Blunder. Black allows mate in two.".to_owned();
    assert_caught("allows-mate", SCHOLAR, &two);
}

#[test]
fn longer_mates_are_not_spoken_of() {
    let four = SCHOLAR
        .replace("[%eval 0.0] } Nf6", "[%eval #4] } d6")
        .replace("[%eval #1] } 4. Qxf7# 1-0", "[%eval #4] } *");
    let told = vec![Said::new(
        4,
        (0, "#5", "#5", "best"),
        0,
        "White has mate in five.",
    )];
    assert_caught("has-mate", &four, &told);
    assert_true(&check(&four, &[]));
}

#[test]
fn a_missed_mate_is_named_by_a_move_that_mates() {
    // That Black goes back into it is a mistake: another move would have helped.
    let allows = "White is still winning. Black allows mate in one.";
    let back = Said::new(3, (0, "-500", "#-1", "mistake"), 2, allows);
    let with = |words: &str| {
        let mut told = missed(words);
        told.insert(0, back.clone());
        told
    };
    let run = check(MISSED, &with("White had mate in one: 37. Re8#."));
    assert_true(&run);
    for words in [
        "White had mate in one: 37. Rd1.",
        "White had mate in two: 37. Re8#.",
        "Mistake.",
    ] {
        assert_caught("had-mate", MISSED, &with(words));
    }
    assert_caught("had-mate", MISSED, &with("")[..1]);
}

#[test]
fn a_mate_by_another_move_is_missed_though_the_move_played_mates_too() {
    // Be3, Rd2 and Rb2 mate in three as Rf2+ does; the evaluation after it knows none.
    const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\
        [FEN \"8/p3pp2/1p5k/2b1n3/4b3/8/PP4r1/5K2 w - - 0 39\"]\n\n\
        39. b4 { [%eval #-3] } Rf2+ { [%eval -0.1] } *\n";
    let told = |words: &str| vec![Said::new(1, (0, "#3", "10", "blunder"), 4, words)];
    let right = told("Black had mate in three: 39... Be3.");
    assert_true(&check(GAME, &right));
    assert_caught("had-mate", GAME, &told("Blunder."));
    for words in ["39... Rf2+.", "39... Nd3.", "39... Kg5."] {
        let words = format!("Black had mate in three: {words}");
        assert_caught("had-mate", GAME, &told(&words));
    }
}

#[test]
fn a_game_without_evaluations_needs_no_record_where_others_have_theirs() {
    let mut text = annotate(ENDING, "judge=evals", 3, &ending());
    text.push_str("\n[White \"C\"]\n\n1. e4 e5 *\n");
    let run = Run::new(&text);
    assert_eq!(code(&run.verify(&[])), 0);
    assert_true(&run);
    let with = text.replace("1. e4 e5", "1. e4 { [%eval 0.3] } e5");
    let run = Run::new(&with);
    run.verify(&[]);
    assert_eq!(wrong(&run), ["record"]);
}

#[test]
fn a_record_where_no_move_could_be_graded_is_wrong() {
    let bare = ENDING.replace("%eval", "%evil");
    assert_caught("record", &bare, &[]);
}
