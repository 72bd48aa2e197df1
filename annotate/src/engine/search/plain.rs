//! The value as ENGINE.md section 2 writes it, with no more than a window: what the tree must equal.
//!
//! It knows no order, no tables and no bounds, keeps no sums, and plays on shakmaty's positions. It
//! is slow; tests compare it with [`super::Searcher`].

use shakmaty::{Chess, Move, Position};

use crate::engine::compile::Evaluation;
use crate::engine::history::History;
use crate::engine::score::Score;

const INFINITE: i32 = Score::MATE + 1;

/// `best`: the value `R` of the position reached, seen by the mover.
pub fn best(evaluation: &Evaluation, history: &History, depth: u32) -> Score {
    let mut history = history.clone();
    Score::new(r(evaluation, &mut history, depth, -INFINITE, INFINITE))
}

/// `played`: the value of one legal move, seen by the mover.
///
/// `None` at depth 0, where a move has no value unless the position is check.
pub fn played(
    evaluation: &Evaluation,
    history: &History,
    played: Move,
    depth: u32,
) -> Option<Score> {
    let depth = depth + u32::from(history.is_check());
    let depth = depth.checked_sub(1)?;
    let mut history = history.with(played);
    let value = v(evaluation, &mut history, depth, -INFINITE, INFINITE);
    Some(-Score::new(value).up())
}

fn r(evaluation: &Evaluation, history: &mut History, depth: u32, alpha: i32, beta: i32) -> i32 {
    let position = history.position();
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { -Score::MATE } else { 0 };
    }
    let depth = depth + u32::from(position.is_check());
    if depth == 0 {
        return q(evaluation, position, alpha, beta);
    }
    let mut best = -INFINITE;
    for candidate in moves {
        let (low, high) = (down(alpha.max(best)), down(beta));
        history.push(candidate);
        let value = v(evaluation, history, depth - 1, -high, -low);
        history.pop();
        best = best.max(-Score::new(value).up().value());
        if best >= beta {
            break;
        }
    }
    best
}

/// A bound as seen one ply deeper, where a mate is one ply nearer.
fn down(bound: i32) -> i32 {
    if bound >= Score::MATE_BOUND {
        bound + 1
    } else if bound <= -Score::MATE_BOUND {
        bound - 1
    } else {
        bound
    }
}

fn v(evaluation: &Evaluation, history: &mut History, depth: u32, alpha: i32, beta: i32) -> i32 {
    if history.rule_draw().is_some() {
        return 0;
    }
    r(evaluation, history, depth, alpha, beta)
}

fn q(evaluation: &Evaluation, position: &Chess, alpha: i32, beta: i32) -> i32 {
    if position.is_insufficient_material() {
        return 0;
    }
    let mut best = evaluation.score(position).value();
    for candidate in position.legal_moves() {
        if best >= beta {
            break;
        }
        if candidate.is_capture() || candidate.is_promotion() {
            let mut next = position.clone();
            next.play_unchecked(candidate);
            best = best.max(-q(evaluation, &next, -beta, -alpha.max(best)));
        }
    }
    best
}
