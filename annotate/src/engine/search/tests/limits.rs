//! Budgets end a search at the same node in every run, and no search knows of another.

use crate::engine::testing::{corpus, history, random_histories};
use crate::engine::{Graph, History, Limits, Searcher};

fn histories() -> Vec<History> {
    let mut histories = corpus(211);
    histories.extend(random_histories(16, 77));
    histories
}

#[test]
fn a_budget_gives_a_prefix_of_the_search_without_one() {
    let mut searcher = Searcher::new(&Graph::clean());
    for history in histories() {
        let full = searcher.search(
            &history,
            Limits {
                depth: 4,
                nodes: None,
            },
        );
        let mut shortest = 0;
        for nodes in [0, 1, 50, 500, 2_000, 10_000, 100_000] {
            let limits = Limits {
                depth: 4,
                nodes: Some(nodes),
            };
            let short = searcher.search(&history, limits);
            assert!(short.depths.len() >= 2, "depths 0 and 1 always complete");
            assert!(short.depths.len() >= shortest, "more nodes, fewer depths");
            shortest = short.depths.len();
            assert_eq!(short.depths[..], full.depths[..shortest]);
            let sure = short.depths[1].nodes;
            assert!(short.nodes <= nodes.max(sure), "{} of {nodes}", short.nodes);
        }
    }
}

#[test]
fn results_do_not_depend_on_what_was_searched_before() {
    let limits = Limits {
        depth: 3,
        nodes: Some(20_000),
    };
    let histories = histories();
    let fresh: Vec<_> = histories
        .iter()
        .map(|history| Searcher::new(&Graph::clean()).search(history, limits))
        .collect();
    let mut searcher = Searcher::new(&Graph::clean());
    for (history, fresh) in histories.iter().zip(&fresh).rev() {
        assert_eq!(&searcher.search(history, limits), fresh);
        assert_eq!(&searcher.search(history, limits), fresh);
    }
}

#[test]
fn more_searches_than_the_tables_have_times_change_nothing() {
    let mut searcher = Searcher::new(&Graph::clean());
    let mut histories = histories().into_iter();
    let (one, other) = (
        histories.next().expect("some"),
        histories.next().expect("some"),
    );
    let limits = Limits {
        depth: 3,
        nodes: None,
    };
    let first = searcher.search(&one, limits);
    let shallow = Limits {
        depth: 0,
        nodes: None,
    };
    for _ in 0..=usize::from(u16::MAX) {
        searcher.search(&other, shallow);
    }
    assert_eq!(searcher.search(&one, limits), first);
}

#[test]
fn the_greatest_depth_is_reached_where_little_can_move() {
    let mut searcher = Searcher::new(&Graph::clean());
    let limits = Limits {
        depth: u8::MAX,
        nodes: Some(100_000),
    };
    for fen in [
        "8/8/8/p1p1p1p1/P1P1P1P1/8/8/k1K5 w - - 0 1",
        "k7/P7/K7/8/8/8/8/8 b - - 0 1",
        "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    ] {
        let analysis = searcher.search(&history(fen), limits);
        assert!(analysis.depths.len() > 8, "{fen}");
    }
}
