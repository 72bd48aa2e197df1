//! Draws by rule, in the tree and at its root.

use crate::engine::testing::{history, play};
use crate::engine::{Graph, History, Limits, Score, Searcher};

fn score(history: &History, depth: u8) -> Score {
    let limits = Limits { depth, nodes: None };
    let analysis = Searcher::new(&Graph::clean()).search(history, limits);
    analysis.depths[usize::from(depth)].score
}

#[test]
fn the_root_is_judged_though_it_stood_before() {
    let mut history = history("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1");
    play(&mut history, "Kd1 Kd8 Ke1 Ke8");
    assert_eq!(history.occurrences(), 1);
    assert!(score(&history, 2) > Score::cp(1000));
}

#[test]
fn the_weaker_side_repeats_where_it_can() {
    // After the moves below Black, a queen down, can go back to a position that stood before.
    let mut history = history("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    play(&mut history, "Kd1 Ke7 Ke1");
    assert_eq!(score(&history, 1), Score::cp(0));
    assert!(score(&self::history("8/4k3/8/8/8/8/8/Q3K3 b - - 3 2"), 1) < Score::cp(-500));
}

#[test]
fn a_repetition_before_the_last_pawn_move_does_not_count() {
    let mut history = history("4k3/8/8/8/8/8/P7/Q3K3 w - - 0 1");
    play(&mut history, "a3 Kd8 a4 Ke7 Kd1 Kd8 Ke1");
    // Black's Ke7 here would repeat a position since a4; Ke8 none.
    assert_eq!(score(&history, 1), Score::cp(0));
}

#[test]
fn a_right_to_take_en_passant_counts_only_where_the_capture_is_legal() {
    // The d-pawn is pinned: e2-e4 makes no en passant capture, so the position is the old one
    // once the kings have gone and come back.
    let mut pinned = history("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
    play(&mut pinned, "e4 Ke8 Kd2 Kd8");
    assert_eq!(pinned.occurrences(), 0);
    play(&mut pinned, "Ke1");
    assert_eq!(pinned.occurrences(), 1);
}

#[test]
fn the_hundredth_quiet_half_move_is_a_draw_unless_it_mates() {
    let almost = history("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
    assert_eq!(score(&almost, 1), Score::new(Score::MATE - 1));
    let no_mate = history("7k/8/5K2/8/8/8/8/R7 w - - 99 80");
    assert_eq!(score(&no_mate, 3), Score::cp(0));
    let at_hundred = history("7k/8/6K1/8/8/8/8/R7 w - - 100 80");
    assert_eq!(score(&at_hundred, 1), Score::new(Score::MATE - 1));
}

#[test]
fn taking_the_last_piece_is_a_draw() {
    let bare = history("8/8/8/8/8/3k4/3Q4/3K4 b - - 0 1");
    assert!(score(&bare, 2) < Score::cp(0), "guarded by the king");
    let free = history("8/8/8/8/8/3k4/3Q4/5K2 b - - 0 1");
    assert_eq!(score(&free, 2), Score::cp(0));
}

#[test]
fn a_zero_by_a_first_repetition_is_graded_by_what_the_position_is_worth() {
    let mut history = history("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    play(&mut history, "Kd1 Ke7 Ke1");
    let mut searcher = Searcher::new(&Graph::clean());
    let limits = Limits {
        depth: 2,
        nodes: None,
    };
    let mut analysis = searcher.search(&history, limits);
    searcher.grade(&history, &mut analysis);
    let last = &analysis.depths[2];
    assert_eq!(last.score, Score::cp(0));
    assert!(last.graded < Score::cp(-500));
    // What has stood twice is a draw the third time.
    play(&mut history, "Ke8 Kd1 Ke7 Ke1");
    let mut analysis = searcher.search(&history, limits);
    searcher.grade(&history, &mut analysis);
    assert_eq!(analysis.depths[2].graded, Score::cp(0));
    // Where no past can be forgotten nothing is looked at again.
    let mut fresh = searcher.search(&History::new(history.position().clone()), limits);
    let before = fresh.clone();
    searcher.grade(&History::new(history.position().clone()), &mut fresh);
    assert_eq!(fresh, before);
}
