//! Whole games, spoken of: the worked example, and small inputs on which tools of
//! this kind went wrong.

use shakmaty::{Chess, Color, Position, Role, Square};

use super::{
    Claim, Class, Voice, VoiceSettings,
    captures::is_loose,
    claim::Target,
    facts::{self, Step},
    quiet::{JudgedGame, Remark, speak},
    testing::{corpus_game, game, judged, position, steps},
};

/// The step of a move of the game, by number and side.
fn at(steps: &[Step], number: u32, side: Color) -> &Step {
    steps
        .iter()
        .find(|step| step.before.fullmoves().get() == number && step.mover() == side)
        .expect("a move of the game")
}

fn neutral(game: &JudgedGame) -> Vec<Remark> {
    speak(game, &VoiceSettings::default())
}

fn to(game: &JudgedGame, side: Color) -> Vec<Remark> {
    let settings = VoiceSettings {
        voice: Voice::Student,
        spoken_to: Some(side),
        ..VoiceSettings::default()
    };
    speak(game, &settings)
}

#[test]
fn the_pawn_on_d6_forks_two_loose_pieces() {
    let steps = steps(&corpus_game("case-study.pgn", 0));
    let fork = at(&steps, 15, Color::White);
    let targets = vec![
        Target {
            piece: Role::Queen,
            square: Square::E7,
        },
        Target {
            piece: Role::Knight,
            square: Square::C7,
        },
    ];
    assert_eq!(
        facts::attacks(fork),
        [Claim::Attacks {
            by: Role::Pawn,
            from: None,
            targets
        }]
    );
    for square in [Square::E7, Square::C7] {
        assert!(is_loose(fork.after.board(), square));
    }
}

#[test]
fn the_queens_of_the_worked_example_stand_loose_and_are_taken() {
    let steps = steps(&corpus_game("case-study.pgn", 0));
    let attacked = |step: &Step| -> Vec<Target> {
        facts::attacks(step)
            .into_iter()
            .flat_map(|claim| match claim {
                Claim::Attacks { targets, .. } => targets,
                _ => Vec::new(),
            })
            .collect()
    };
    let f3 = at(&steps, 15, Color::Black);
    assert!(attacked(f3).contains(&Target {
        piece: Role::Queen,
        square: Square::E2
    }));
    let dxe7 = at(&steps, 16, Color::White);
    assert_eq!(
        facts::takes_loose(dxe7),
        Some(Claim::TakesLoose {
            piece: Role::Queen,
            square: Square::E7
        })
    );
    assert!(attacked(dxe7).contains(&Target {
        piece: Role::Bishop,
        square: Square::F8
    }));
    assert!(is_loose(dxe7.after.board(), Square::E2));
    let fxe2 = at(&steps, 16, Color::Black);
    assert_eq!(
        facts::takes_loose(fxe2),
        Some(Claim::TakesLoose {
            piece: Role::Queen,
            square: Square::E2
        })
    );
    assert!(is_loose(fxe2.after.board(), Square::F1));
}

#[test]
fn only_three_captures_of_the_worked_example_take_a_loose_piece() {
    let steps = steps(&corpus_game("case-study.pgn", 0));
    let taking: Vec<String> = steps
        .iter()
        .filter(|step| facts::takes_loose(step).is_some())
        .map(|step| super::san::numbered(&step.before, step.mv))
        .collect();
    assert_eq!(taking, ["16. dxe7", "16... fxe2", "17. exf8=Q+"]);
}

#[test]
fn the_second_game_ends_in_checkmate() {
    let steps = steps(&corpus_game("case-study.pgn", 1));
    let last = steps.last().expect("a game");
    assert_eq!(super::san::numbered(&last.before, last.mv), "31... Qxd1#");
    assert!(facts::mates(last));
}

#[test]
fn the_worked_example_is_told() {
    let game = judged(corpus_game("case-study.pgn", 0), 5);
    let words: Vec<String> = neutral(&game)
        .into_iter()
        .map(|remark| remark.words)
        .collect();
    let said = |ply: usize| words[ply].as_str();
    assert!(
        said(28).contains("White's pawn now attacks the queen on e7"),
        "{}",
        said(28)
    );
    assert!(
        said(30).starts_with("White takes the loose queen on e7."),
        "{}",
        said(30)
    );
    assert!(
        said(31).starts_with("Black takes the loose queen on e2."),
        "{}",
        said(31)
    );
    for (ply, silent) in [
        (7, "4... Nxa6"),
        (26, "14. exd5"),
        (33, "17... Rxf8"),
        (52, "27. Bxe1"),
    ] {
        assert!(
            !said(ply).contains("takes the loose"),
            "{silent}: {}",
            said(ply)
        );
    }
}

#[test]
fn a_side_mated_anyway_is_not_blamed() {
    let start = position("7k/8/8/8/8/8/R7/1R5K b - - 0 1");
    let game = judged(game(&start, "1... Kg8 2. Ra7 Kf8 3. Rb8#"), 6);
    let remarks = neutral(&game);
    assert_eq!(
        game.verdicts[0].as_ref().expect("graded").class,
        Class::Good
    );
    assert!(remarks[0].is_silent(), "{:?}", remarks[0]);
    assert_eq!(remarks[1].words, "White has mate in two.");
    assert!(remarks[2].is_silent());
    assert_eq!(remarks[3].words, "Checkmate.");
}

#[test]
fn a_slower_mate_is_no_lost_mate() {
    let start = position("7k/R7/8/8/8/8/8/1R5K w - - 0 1");
    let game = judged(game(&start, "1. Rb6 Kg8 2. Rb8#"), 5);
    let remarks = neutral(&game);
    assert_eq!(
        game.verdicts[0].as_ref().expect("graded").class,
        Class::Good
    );
    assert_eq!(remarks[0].nag, None);
    assert_eq!(
        remarks[0].words,
        "White had mate in one: 1. Rb8#. White has mate in two."
    );
    assert_eq!(remarks[0].variation.as_deref(), Some("1. Rb8#"));
    assert_eq!(remarks[2].words, "Checkmate.");
}

#[test]
fn the_mating_move_is_best_and_the_blunder_before_it_is_named() {
    let game = judged(
        game(&Chess::default(), "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"),
        3,
    );
    let remarks = neutral(&game);
    assert_eq!(remarks[5].nag, Some(4));
    assert!(
        remarks[5]
            .words
            .starts_with("Blunder. Black allows mate in one. Better was 3...")
    );
    assert_eq!(
        game.verdicts[6].as_ref().expect("graded").class,
        Class::Best
    );
    assert_eq!(remarks[6].words, "Checkmate.");
    assert_eq!(to(&game, Color::White)[6].words, "Checkmate.");
    assert!(to(&game, Color::White)[5].is_silent());
}

#[test]
fn a_stalemate_is_graded_and_named() {
    let start = position("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    let game = judged(game(&start, "1. Qf7"), 3);
    let remarks = to(&game, Color::White);
    assert_eq!(
        game.verdicts[0].as_ref().expect("graded").class,
        Class::Blunder
    );
    assert_eq!(remarks[0].nag, Some(4));
    // The mate that was there is the whole grade.
    assert_eq!(remarks[0].words, "You had mate in one: 1. Qf8#.");
    assert!(remarks[0].causes.contains(&"stalemate"));
}

#[test]
fn a_game_at_odds_begins_without_blame() {
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    let game = judged(game(&start, "1. e4 e5 2. Nf3 Nc6"), 3);
    for (remark, verdict) in neutral(&game).iter().zip(&game.verdicts) {
        let verdict = verdict.as_ref().expect("graded");
        assert!(!verdict.class.is_below_good(), "{verdict:?}");
        assert_eq!(remark.nag, None);
        assert!(!remark.words.contains("laces a pawn"), "{}", remark.words);
    }
}

#[test]
fn a_queen_left_to_be_taken_is_a_blunder_even_in_the_opening() {
    let game = judged(
        game(&Chess::default(), "1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5"),
        4,
    );
    let remarks = to(&game, Color::White);
    assert_eq!(remarks[4].nag, Some(4));
    let cause = "Black takes your queen on e5 with the knight, and you cannot take back.";
    assert!(remarks[4].words.contains(cause), "{}", remarks[4].words);
    assert!(remarks[4].words.contains("Better was 3."));
    assert_eq!(remarks[4].causes.first(), Some(&"capture-allowed"));
}

#[test]
fn nothing_is_praised() {
    let promotion = position("8/P7/8/8/8/6k1/8/6K1 w - - 0 1");
    let game_a = judged(game(&promotion, "1. a8=Q"), 3);
    assert_eq!(neutral(&game_a)[0].words, "White promotes to a queen.");
    let game_b = judged(game(&Chess::default(), "1. d4 e5 2. dxe5 Qg5 3. Nf3"), 3);
    // The knight attacks the queen, which is no news: the bishop could take her.
    assert_eq!(
        neutral(&game_b)[4].words,
        "Blunder. White could have taken the loose queen on g5: 3. Bxg5."
    );
}

#[test]
fn a_gambit_of_the_opening_gets_no_mark() {
    let moves = "1. e4 c5 2. d4 cxd4 3. c3 dxc3 4. Nxc3 Nc6 5. Nf3 d6";
    let game = judged(game(&Chess::default(), moves), 4);
    for remark in neutral(&game) {
        assert_eq!(remark.nag, None, "{remark:?}");
    }
}

#[test]
fn every_noun_stands_on_the_board() {
    let start = position("4k3/pp3ppp/8/8/8/8/PP3PPP/R3K2r w - - 0 20");
    let game = judged(game(&start, "20. Ke2 Rxa1 21. a3 Kd7"), 4);
    for remark in neutral(&game) {
        for noun in ["bishop", "knight", "queen", "castle"] {
            assert!(!remark.words.contains(noun), "{}", remark.words);
        }
    }
}

#[test]
fn a_mate_names_its_side_in_words() {
    let game = judged(game(&Chess::default(), "1. f3 e5 2. g4 Qh4#"), 3);
    let remarks = neutral(&game);
    assert!(
        remarks[2]
            .words
            .starts_with("Blunder. White allows mate in one.")
    );
    assert_eq!(
        game.verdicts[2]
            .as_ref()
            .expect("graded")
            .played
            .to_string(),
        "#-1"
    );
    assert_eq!(remarks[3].words, "Checkmate.");
}
