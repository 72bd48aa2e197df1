//! The board of the tree against known counts and against shakmaty.

use shakmaty::{Position, Square};

use crate::engine::attacks::QUEEN;
use crate::engine::search::board::{Board, Ground};
use crate::engine::search::step::{Kind, Step};
use crate::engine::testing::{Random, corpus, position, random_histories};
use crate::engine::{Evaluation, Graph};

fn steps(board: &Board, ground: &Ground) -> Vec<Step> {
    use crate::engine::search::generation::Part;
    let mut steps = Vec::new();
    for part in [Part::Forcing, Part::Quiet] {
        board.generate(Some(part), &mut |step| steps.push(step));
    }
    board.castling(ground, &mut |step| steps.push(step));
    steps
}

fn perft(board: &Board, ground: &Ground, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let steps = steps(board, ground);
    if depth == 1 {
        return steps.len() as u64;
    }
    let below = |step| perft(&board.after(step, ground), ground, depth - 1);
    steps.into_iter().map(below).sum()
}

fn holds(fen: &str, shallow: (u32, u64), deep: (u32, u64)) {
    // Optimised builds look deeper.
    let (depth, count) = if cfg!(debug_assertions) {
        shallow
    } else {
        deep
    };
    let position = position(fen);
    let ground = Ground::new(&position, None);
    let board = Board::new(&position, &ground);
    assert_eq!(perft(&board, &ground, depth), count, "{fen} at {depth}");
}

#[test]
fn the_starting_position_has_the_known_number_of_lines() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    holds(fen, (5, 4_865_609), (6, 119_060_324));
}

#[test]
fn castling_and_pins_give_the_known_number_of_lines() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    holds(fen, (4, 4_085_603), (5, 193_690_690));
}

#[test]
fn en_passant_on_the_kings_rank_gives_the_known_number_of_lines() {
    holds(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        (5, 674_624),
        (6, 11_030_083),
    );
}

#[test]
fn promotions_under_check_give_the_known_number_of_lines() {
    let fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    holds(fen, (4, 422_333), (5, 15_833_292));
}

#[test]
fn a_pawn_about_to_promote_with_capture_gives_the_known_number_of_lines() {
    let fen = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
    holds(fen, (4, 2_103_487), (5, 89_941_194));
}

#[test]
fn a_quiet_middlegame_has_the_known_number_of_lines() {
    let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    holds(fen, (4, 3_894_594), (5, 164_075_551));
}

#[test]
fn every_move_leads_where_shakmaty_says() {
    let mut histories = corpus(9);
    histories.extend(random_histories(400, 5));
    let mut random = Random::new(1);
    for history in histories {
        let position = history.position();
        let ground = Ground::new(position, None);
        let board = Board::new(position, &ground);
        let mut own: Vec<_> = steps(&board, &ground);
        let library = position.legal_moves();
        assert_eq!(own.len(), library.len(), "{position:?}");
        assert_eq!(board.has_legal_move(), !own.is_empty());
        assert_eq!(board.is_bare(), position.is_insufficient_material());
        // Any two squares and any kind: allowed exactly if generated.
        for _ in 0..400 {
            let square = |random: &mut Random| Square::new(random.below(64) as u32);
            let kinds = [
                Kind::Plain,
                Kind::Double,
                Kind::Castle,
                Kind::EnPassant,
                Kind::Promotion(QUEEN),
            ];
            let some = own[random.below(own.len())];
            let from = if random.below(2) == 0 {
                some.from()
            } else {
                square(&mut random)
            };
            let to = if random.below(3) == 0 {
                some.to()
            } else {
                square(&mut random)
            };
            let step = Step::new(from, to, kinds[random.below(kinds.len())]);
            assert_eq!(board.allows(step, &ground), own.contains(&step), "{step:?}");
        }
        for candidate in library {
            let step = Step::of(candidate).expect("no drops");
            assert!(own.contains(&step), "{candidate:?}");
            assert!(board.allows(step, &ground), "{candidate:?}");
            assert_eq!(step.resolve(position), Some(candidate));
            assert_eq!(board.victim(step).is_some(), candidate.is_capture());
            let mut next = position.clone();
            next.play_unchecked(candidate);
            let expected = Board::new(&next, &ground);
            assert_eq!(board.after(step, &ground), expected, "{candidate:?}");
        }
        // One more ply, so that sums and rights are seen to survive being copied.
        let step = own.swap_remove(random.below(own.len()));
        let mut next = position.clone();
        next.play_unchecked(step.resolve(position).expect("legal"));
        let child = board.after(step, &ground);
        assert_eq!(
            steps(&child, &ground).len(),
            next.legal_moves().len(),
            "{next:?}"
        );
        assert_eq!(child.has_legal_move(), !next.legal_moves().is_empty());
    }
}

#[test]
fn the_pieces_weighed_after_a_step_are_those_that_stand_there_after_it() {
    let evaluation = Evaluation::new(&Graph::clean());
    let mut weighed = 0;
    for history in corpus(7).iter().chain(&random_histories(300, 53)) {
        let ground = Ground::new(history.position(), evaluation.whole());
        let board = Board::new(history.position(), &ground);
        for step in steps(&board, &ground) {
            if !matches!(step.kind(), Kind::Plain | Kind::Double) {
                continue;
            }
            let (quick, full) = (
                board.weighed_after(step, &ground),
                board.after(step, &ground),
            );
            assert_eq!(quick.pieces, full.pieces, "{step:?}");
            assert_eq!(
                (quick.sums, quick.phase, quick.turn),
                (full.sums, full.phase, full.turn),
                "{step:?}"
            );
            weighed += 1;
        }
    }
    assert!(weighed > 5000);
}
