//! Iterative deepening: depth after depth, each beginning where the one before left its hopes.

use shakmaty::{Chess, Move, Position};

use super::step::Step;
use super::tree::{INFINITE, Tree};
use super::{Analysis, DepthResult, Limits};
use crate::engine::history::History;
use crate::engine::score::Score;

/// Depths that complete whatever they cost.
const SURE_DEPTHS: u8 = 1;

/// Half the first window around the score of the depth before, in centipawns.
const ASPIRATION: i32 = 100;

impl Tree {
    /// Searches a position that has legal moves.
    pub(crate) fn search(&mut self, history: &History, limits: Limits) -> Analysis {
        let root = self.plant(history);
        let budget = limits.nodes.unwrap_or(u64::MAX);
        let mut depths: Vec<DepthResult> = Vec::new();
        for depth in 0..=limits.depth {
            self.budget = if depth <= SURE_DEPTHS {
                u64::MAX
            } else {
                budget
            };
            if self.nodes >= self.budget {
                break;
            }
            let before = depths.last().map(|result| result.score.value());
            let Some(value) = self.aspire(&root, i32::from(depth), before) else {
                break;
            };
            let result = DepthResult {
                score: Score::new(value),
                graded: Score::new(value),
                line: resolve(history.position(), &self.lines[0]),
                nodes: self.nodes,
            };
            depths.push(result.clone());
            if is_settled(value, depth) {
                depths.resize(usize::from(limits.depth) + 1, result);
                break;
            }
        }
        Analysis {
            depths,
            terminal: None,
            nodes: self.nodes,
        }
    }

    /// The value `R` at the last depth of `limits` over the moves other than `barred`, of which there
    /// must be one; `None` when the budget ran out or that depth looks at no move.
    pub(crate) fn search_without(
        &mut self,
        history: &History,
        barred: Step,
        limits: Limits,
    ) -> Option<i32> {
        let root = self.plant(history);
        self.barred = barred;
        // Depth 0 stands still, unless a check makes it one ply deeper.
        let first = u8::from(!root.checkers.any());
        let mut value = None;
        for depth in first..=limits.depth {
            self.budget = match limits.nodes {
                Some(nodes) if depth > SURE_DEPTHS => nodes,
                _ => u64::MAX,
            };
            let found = self.aspire(&root, i32::from(depth), value)?;
            value = Some(found);
            if is_settled(found, depth) {
                break;
            }
        }
        value
    }

    /// The value `R` at one depth; `None` when the budget ran out.
    fn aspire(
        &mut self,
        root: &super::board::Board,
        depth: i32,
        before: Option<i32>,
    ) -> Option<i32> {
        let mut margin = ASPIRATION;
        let (mut alpha, mut beta) = match before {
            Some(value) if depth > 1 => (value - margin, value + margin),
            _ => (-INFINITE, INFINITE),
        };
        loop {
            alpha = alpha.max(-INFINITE);
            beta = beta.min(INFINITE);
            self.cut_line(0);
            if !self.enter() {
                return None;
            }
            let extended = depth + i32::from(root.checkers.any());
            let value = if extended == 0 {
                self.quiesce(root, alpha, beta, 0)
            } else {
                self.choose(root, extended, alpha, beta, 0, Step::NONE)
            };
            if self.stopped {
                return None;
            }
            margin *= 4;
            if value <= alpha && alpha > -INFINITE {
                alpha = if margin > 1000 {
                    -INFINITE
                } else {
                    value - margin
                };
            } else if value >= beta && beta < INFINITE {
                beta = if margin > 1000 {
                    INFINITE
                } else {
                    value + margin
                };
            } else {
                return Some(value);
            }
        }
    }
}

/// Whether all greater depths have the value found at this one.
///
/// A mate within the depth is settled: every line that short has been looked at to its end, no leaf
/// score is as large as a mate, and rules of drawing do not know the depth.
fn is_settled(value: i32, depth: u8) -> bool {
    Score::new(value).is_mate() && Score::MATE - value.abs() <= i32::from(depth)
}

/// A line of steps as library moves.
fn resolve(position: &Chess, line: &[Step]) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::with_capacity(line.len());
    for step in line {
        let Some(played) = step.resolve(&position) else {
            break;
        };
        position.play_unchecked(played);
        moves.push(played);
    }
    moves
}
