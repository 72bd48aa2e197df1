//! Who is spoken to.

mod common;

use common::{QUICK, annotated_text, program, some_games};

fn text(name: &str, count: usize) -> String {
    String::from_utf8(some_games(name, count)).expect("ASCII")
}

#[test]
fn a_student_in_no_game_stops_before_any_analysis_and_names_the_commonest_players() {
    for input in ["file", "standard input"] {
        let mut command = program();
        command.args(["--student", "Nora Quil"]);
        if input == "file" {
            command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpora/club.pgn"));
        } else {
            command.arg("-").write_stdin(text("club.pgn", 40));
        }
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains("\"nora quil\""), "{message}");
        assert!(message.contains("Nora Quill (20)"), "{message}");
    }
}

#[test]
fn a_student_is_found_by_exact_name_in_any_case_and_in_latin_1() {
    let game = b"[White \"P\xe9rez\"]\n[Black \"X\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    for name in ["P\u{e9}rez", " p\u{c9}rez "] {
        let output = program()
            .args(["--depth", "3", "-q", "--student", name, "-"])
            .write_stdin(&game[..])
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("voice=student you=white"), "{said}");
        assert!(said.contains("You allow mate in one."), "{said}");
    }
}

#[test]
fn without_a_student_or_with_two_the_voice_is_neutral() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let depth = ["--depth", "3"];
    let both = annotated_text(
        game,
        &[&depth[..], &["--student", "A", "--student", "b"]].concat(),
    );
    assert!(both.contains("you=none"), "{both}");
    assert!(both.contains("White allows mate in one."), "{both}");
    let neither = format!("{game}\n[White \"C\"]\n[Black \"D\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let one = annotated_text(&neither, &[&depth[..], &["--student", "C"]].concat());
    assert!(one.contains("White allows mate in one."), "{one}");
    assert!(one.contains("You allow mate in one."), "{one}");
}

#[test]
fn the_partner_speaks_for_the_opponent() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let said = annotated_text(
        game,
        &["--depth", "3", "--student", "a", "--voice", "partner"],
    );
    assert!(said.contains("voice=partner you=white"), "{said}");
    assert!(said.contains("You allow mate in one."), "{said}");
}

#[test]
fn a_voice_that_speaks_to_someone_needs_a_student() {
    for voice in ["student", "partner"] {
        let output = program()
            .args(["--voice", voice, "-"])
            .write_stdin("")
            .output();
        assert_eq!(output.expect("the program runs").status.code(), Some(2));
    }
}

#[test]
fn a_student_who_plays_in_no_game_beside_one_who_does_is_told() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n";
    let output = program()
        .args(["--depth", "1", "--student", "A", "--student", "Nobody", "-"])
        .write_stdin(game)
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(messages.contains("nobody"), "{messages}");
}

#[test]
fn a_second_run_still_knows_whose_games_they_are() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let once = annotated_text(game, &["--student", "A"]);
    for (text, why) in [
        (&once[..], "passed through"),
        ("[White \"A\"]\n\n1. Zz9 *\n", "refused"),
    ] {
        let output = program()
            .args(QUICK)
            .args(["--student", "a", "-"])
            .write_stdin(text)
            .output()
            .expect("the program runs");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(
            !messages.contains("no game has a player"),
            "{why}: {messages}"
        );
    }
}
