//! The tree against the plain search: the same numbers, whatever is left out on the way.

use shakmaty::Position;

use crate::engine::search::plain;
use crate::engine::testing::{Random, corpus, crooked, history, random_histories};
use crate::engine::{Evaluation, Graph, History, Limits, Searcher};

fn agree(searcher: &mut Searcher, evaluation: &Evaluation, history: &History, depth: u8) {
    let analysis = searcher.search(history, Limits { depth, nodes: None });
    for (depth, result) in (0_u32..).zip(&analysis.depths) {
        let expected = plain::best(evaluation, history, depth);
        assert_eq!(
            result.score,
            expected,
            "{:?} at {depth}: {:?}",
            history.position().board(),
            result.line
        );
        if depth > 0 || history.is_check() {
            let first = *result
                .line
                .first()
                .expect("a full-width depth names a move");
            let named = plain::played(evaluation, history, first, depth).expect("not depth 0");
            assert_eq!(named, expected, "{first:?} is named best");
        }
    }
}

#[test]
fn the_tree_finds_the_plain_values_in_games() {
    let graph = Graph::clean();
    let (mut searcher, evaluation) = (Searcher::new(&graph), Evaluation::new(&graph));
    for (step, depth) in [(5, 2), (17, 3), (307, 4)] {
        for history in corpus(step) {
            agree(&mut searcher, &evaluation, &history, depth);
        }
    }
}

#[test]
fn the_tree_finds_the_plain_values_by_every_block_and_by_the_five() {
    for graph in [crooked(3), crooked(4), Graph::five()] {
        let (mut searcher, evaluation) = (Searcher::new(&graph), Evaluation::new(&graph));
        for history in corpus(29).iter().chain(&random_histories(60, 5)) {
            agree(&mut searcher, &evaluation, history, 2);
        }
    }
}

#[test]
fn the_tree_finds_the_plain_values_in_random_play() {
    let graph = Graph::clean();
    let (mut searcher, evaluation) = (Searcher::new(&graph), Evaluation::new(&graph));
    for history in random_histories(240, 11) {
        let pieces = history.position().board().occupied().count();
        agree(
            &mut searcher,
            &evaluation,
            &history,
            if pieces < 8 { 4 } else { 3 },
        );
    }
}

#[test]
fn best_is_the_most_that_any_move_is_worth() {
    let graph = Graph::clean();
    let (mut searcher, evaluation) = (Searcher::new(&graph), Evaluation::new(&graph));
    for history in random_histories(400, 23) {
        let position = history.position();
        let pieces = position.board().occupied().count();
        let depth = if pieces < 8 { 3 } else { 2 };
        let limits = Limits { depth, nodes: None };
        let best = searcher.search(&history, limits).depths[usize::from(depth)].score;
        let extension = u8::from(history.is_check());
        let by_search = position.legal_moves().into_iter().map(|candidate| {
            // As the judge does it: the next position's own search, and V's rules on top.
            let next = history.with(candidate);
            let depth = depth + extension - 1;
            let limits = Limits { depth, nodes: None };
            let value = match next.rule_draw() {
                Some(_) => crate::engine::Score::cp(0),
                None => searcher.search(&next, limits).depths[usize::from(depth)].score,
            };
            -value.up()
        });
        assert_eq!(by_search.max(), Some(best), "{:?}", position.board());
        let plainly = position
            .legal_moves()
            .into_iter()
            .filter_map(|candidate| plain::played(&evaluation, &history, candidate, depth.into()));
        assert_eq!(plainly.max(), Some(best));
    }
}

#[test]
fn graphs_with_other_gains_are_searched_as_exactly() {
    let texts = [
        // Every block upside down: bounds of either sign.
        r#"{"name":"wrong","version":1,"blocks":[
            {"block":"pawns","gain":-3,"args":{"passed7":-90}},
            {"block":"mobility","gain":"-2 + 3 * phase","args":{"rook":-7}},
            {"block":"king","gain":"2 * phase"},
            {"block":"loose","gain":"max(3, 9 * phase)"},
            {"block":"material","gain":"0.5 + 0.25 * phase"}]}"#,
        // Not in whole numbers, and with every variable.
        r#"{"name":"odd","version":1,"seed":5,"own":"white","parameters":{"care":0.3},"blocks":[
            {"block":"material","gain":"1 + 0.01 * dice"},
            {"block":"mobility","gain":"0.1 * move_number","own_gain":"0.3 * white_to_move + ply * 0.01"},
            {"block":"loose","gain":"-4 * (care + 0.2 * dice)"}]}"#,
    ];
    let mut graphs: Vec<Graph> = texts
        .iter()
        .map(|text| Graph::from_json(text.as_bytes()).expect("sound"))
        .collect();
    graphs.push(Graph::careless());
    graphs.push(Graph::careless().with(&[("own", "black")]).expect("sound"));
    for graph in graphs {
        let (mut searcher, evaluation) = (Searcher::new(&graph), Evaluation::new(&graph));
        for history in random_histories(160, 31).iter().chain(&corpus(37)) {
            agree(&mut searcher, &evaluation, history, 2);
        }
    }
}

#[test]
fn what_was_proved_behind_one_past_is_not_believed_behind_another() {
    // Locked pawns and a few pieces: everything comes back, by many orders of moves.
    let locked = [
        "k7/8/p1p5/P1P5/8/8/8/K7 w - - 0 1",
        "8/1k6/p5p1/P5P1/8/8/6K1/8 b - - 3 40",
        "1n5k/8/7p/7P/8/8/8/K5N1 w - - 1 30",
        "7k/8/p7/P7/8/1b6/8/K1B5 w - - 2 50",
    ];
    let graph = Graph::clean();
    let (mut searcher, evaluation) = (Searcher::new(&graph), Evaluation::new(&graph));
    let mut random = Random::new(41);
    for fen in locked {
        for _ in 0..60 {
            let mut history = history(fen);
            for _ in 0..random.below(9) {
                let moves = history.position().legal_moves();
                history.push(moves[random.below(moves.len())]);
            }
            if history.position().legal_moves().is_empty() {
                continue;
            }
            let kings_only = !fen.contains(['n', 'b']);
            agree(
                &mut searcher,
                &evaluation,
                &history,
                if kings_only { 7 } else { 5 },
            );
        }
    }
}
