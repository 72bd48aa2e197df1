//! What is said, in whole games.

mod common;

use common::{annotated_text, games, stripped};

/// A text without machine text, as a reader sees it.
fn read(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, command)) = rest.split_once("[%") {
        words.push_str(before.trim_end());
        rest = command.split_once(']').map_or("", |(_, after)| after);
    }
    words.push_str(rest);
    words
}

#[test]
fn a_hung_queen_is_a_blunder_with_cause_and_better_move() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 0-1\n";
    let said = read(&annotated_text(game, &["--depth", "3", "--no-variations"]));
    assert!(
        said.contains(
            "3. Qxe5+ $4 { Blunder. Black takes the queen on e5 with the knight, \
             and White cannot take back. Better was 3. "
        ),
        "{said}"
    );
    let to_white = annotated_text(game, &["--depth", "3", "--student", "A"]);
    assert!(
        to_white
            .contains("Black takes your queen on e5 with the knight, and you cannot take back."),
        "{to_white}"
    );
}

#[test]
fn a_mate_is_announced_allowed_and_given() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let said = read(&annotated_text(game, &["--depth", "3", "--no-variations"]));
    assert!(
        said.contains("2. g4 $4 { Blunder. White allows mate in one. Better was 2. "),
        "{said}"
    );
    assert!(said.contains("Qh4# { Checkmate. } 0-1"), "{said}");
}

#[test]
fn a_game_with_nothing_to_say_has_a_record_and_nothing_else() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    let said = annotated_text(game, &["--depth", "3"]);
    assert!(said.contains("[QuietVoice \"1 engine="), "{said}");
    assert!(said.ends_with("\n\n1. e4 e5 2. Nf3 Nc6 *\n"), "{said}");
}

#[test]
fn plain_has_no_machine_text() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let said = annotated_text(game, &["--plain", "--depth", "3"]);
    assert!(
        said.contains("$4 { Blunder. White allows mate in one."),
        "{said}"
    );
    assert!(!said.contains("[%"), "{said}");
    assert!(!said.contains("QuietVoice"), "{said}");
    let again = annotated_text(&said, &["--plain", "--depth", "3"]);
    assert_eq!(again, said, "what was said is not said twice");
}

#[test]
fn evals_stand_on_every_graded_move_and_theirs_are_kept() {
    let game =
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 { [%eval 0.3] } e5 { [%clk 0:01:00] } 2. Nf3 *\n";
    let said = annotated_text(game, &["--evals"]);
    assert_eq!(said.matches("[%eval ").count(), 3, "{said}");
    assert!(said.contains("{ [%eval 0.3] "), "{said}");
    assert!(said.contains("e5 { [%clk 0:01:00] [%eval "), "{said}");
    assert_eq!(stripped(said.as_bytes()), game.as_bytes());
}

#[test]
fn sides_come_from_the_position_in_a_game_that_black_begins() {
    let game = "[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n\
        [FEN \"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2\"]\n\n\
        2... Qh4# 0-1\n";
    let said = annotated_text(game, &[]);
    assert!(
        said.contains("2... Qh4# { Checkmate. [%qv 2,#1,#1,best,0,"),
        "{said}"
    );
}

#[test]
fn the_analysis_of_others_stands() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 $1 Nc6 3. Qxe5+ $1 { Bold! } ( 3. Bc4 ) 3... Nxe5 0-1\n";
    let keep = annotated_text(game, &["--depth", "3"]);
    assert!(!keep.contains("$4"), "{keep}");
    assert!(!keep.contains("Blunder"), "{keep}");
    assert!(keep.contains("Black takes the queen on e5"), "{keep}");
    assert_eq!(
        keep.matches('(').count(),
        1,
        "no variation beside theirs: {keep}"
    );
    let ours = annotated_text(game, &["--depth", "3", "--existing", "ours"]);
    assert!(ours.contains("3. Qxe5+ $1 $4 { Blunder."), "{ours}");
    for said in [keep, ours] {
        assert_eq!(stripped(said.as_bytes()), game.as_bytes());
    }
}

#[test]
fn an_edited_text_is_a_persons_and_is_never_doubled() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let once = annotated_text(game, &["--depth", "3"]);
    let edited = once.replace("White allows mate in one.", "Never play this.");
    assert_ne!(edited, once);
    let again = annotated_text(&edited, &["--depth", "3"]);
    assert!(again.contains("Never play this."), "{again}");
    assert_eq!(again.matches("Blunder").count(), 1, "{again}");
    assert_eq!(games(again.as_bytes()).len(), 1);
    assert_eq!(annotated_text(&again, &["--depth", "3"]), again);
}
