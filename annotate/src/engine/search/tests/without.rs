//! The value without one root move is the best of the others, and looking for it changes nothing.

use shakmaty::{Move, Position};

use crate::engine::testing::{corpus, history, random_histories};
use crate::engine::{Graph, History, Limits, Score, Searcher};

/// The value of a move by the search of the position after it, and the rules of drawing on top.
fn value_of(searcher: &mut Searcher, history: &History, played: Move, depth: u8) -> Score {
    let next = history.with(played);
    let depth = depth + u8::from(history.is_check()) - 1;
    let limits = Limits { depth, nodes: None };
    let value = match next.rule_draw() {
        Some(_) if !next.position().is_checkmate() => Score::cp(0),
        _ => searcher.search(&next, limits).depths[usize::from(depth)].score,
    };
    -value.up()
}

#[test]
fn it_is_the_greatest_value_of_the_other_moves() {
    let mut searcher = Searcher::new(&Graph::clean());
    let mut histories = corpus(53);
    histories.extend(random_histories(40, 91));
    histories.push(history("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"));
    histories.push(history("7k/8/R7/1R6/8/8/8/6K1 b - - 0 1"));
    let mut compared = 0;
    for history in histories {
        let moves = history.position().legal_moves();
        for depth in 1..=3 {
            let limits = Limits { depth, nodes: None };
            let values: Vec<Score> = moves
                .iter()
                .map(|&played| value_of(&mut searcher, &history, played, depth))
                .collect();
            let ordinary = searcher.search(&history, limits);
            // The best move, the first and the last.
            let best = ordinary.depths[usize::from(depth)].line.first().copied();
            for barred in best.into_iter().chain([moves[0], moves[moves.len() - 1]]) {
                let others = moves.iter().zip(&values);
                let expected = others
                    .filter(|&(&other, _)| other != barred)
                    .map(|(_, &value)| value)
                    .max();
                let found = searcher.value_without(&history, barred, limits);
                assert_eq!(found, expected, "{barred:?} {:?}", history.position());
                compared += 1;
            }
            assert_eq!(searcher.search(&history, limits), ordinary);
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn there_is_none_without_another_move_a_depth_or_the_nodes() {
    let mut searcher = Searcher::new(&Graph::clean());
    let mut value = |fen: &str, depth, nodes| {
        let history = history(fen);
        let barred = history.position().legal_moves()[0];
        searcher.value_without(&history, barred, Limits { depth, nodes })
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(value(start, 0, None), None);
    assert!(
        value(start, 1, Some(0)).is_some(),
        "depth 1 always completes"
    );
    assert_eq!(value(start, 4, Some(100)), None);
    let only_move = "6rk/8/8/8/8/5q2/8/7K w - - 0 1";
    assert_eq!(value(only_move, 2, None), None);
}
