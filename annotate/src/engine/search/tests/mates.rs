//! Mates are found, counted and kept.

use crate::engine::testing::history;
use crate::engine::{Graph, Limits, Score, Searcher, Terminal};

fn search(fen: &str, depth: u8) -> crate::engine::Analysis {
    let limits = Limits { depth, nodes: None };
    Searcher::new(&Graph::clean()).search(&history(fen), limits)
}

#[test]
fn mates_in_one_two_and_three_are_found_at_their_depth() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            1,
        ),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("8/8/8/8/8/1k6/7q/K7 b - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        let analysis = search(fen, 6);
        let depth = (2 * moves - 1) as usize;
        let found = &analysis.depths[depth];
        assert_eq!(found.score.mate_in(), Some(moves), "{fen}: {analysis:?}");
        assert_eq!(found.line.len(), depth, "{fen}");
        for result in &analysis.depths[depth..] {
            assert_eq!(result.score, found.score, "{fen}");
        }
        for result in &analysis.depths[..depth.saturating_sub(2)] {
            assert!(result.score <= found.score, "{fen}");
        }
        assert_eq!(analysis.depths.len(), 7);
    }
}

#[test]
fn being_mated_is_counted_in_the_winners_moves() {
    let analysis = search("7k/8/R7/1R6/8/8/8/6K1 b - - 0 1", 6);
    let last = analysis.depths.last().expect("never empty");
    assert_eq!(last.score.to_string(), "#-2");
    assert_eq!(last.score, Score::new(-(Score::MATE - 4)));
}

#[test]
fn the_game_over_is_complete_at_every_depth() {
    let mate = search("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 4);
    assert_eq!(mate.terminal, Some(Terminal::Checkmate));
    assert_eq!(mate.depths.len(), 5);
    assert!(
        mate.depths
            .iter()
            .all(|d| d.score == Score::new(-Score::MATE) && d.line.is_empty())
    );
    let stalemate = search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2);
    assert_eq!(stalemate.terminal, Some(Terminal::Stalemate));
    assert_eq!(stalemate.depths[2].score, Score::cp(0));
}

#[test]
fn stalemate_in_the_tree_is_worth_nothing() {
    // Every move of the king gives up the queen's guard or stalemates; taking leaves bare kings.
    let analysis = search("7k/5K2/8/6Q1/8/8/8/8 b - - 0 1", 1);
    assert!(analysis.depths[1].score < Score::cp(-500));
    let stalemating = search("k7/2Q5/8/8/8/8/8/7K b - - 0 1", 3);
    assert_eq!(stalemating.terminal, Some(Terminal::Stalemate));
    // A lone pawn one step from stalemate cannot make progress with the king in front.
    let analysis = search("8/8/8/8/8/k7/p7/K7 b - - 0 1", 4);
    assert_eq!(analysis.depths[4].score, Score::cp(0));
}
