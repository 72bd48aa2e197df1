//! Quiescence: captures and promotions until the board is quiet, standing still always allowed.

use super::board::Board;
use super::generation::Part;
use super::order::exchange_order;
use super::tree::{Candidate, Tree};

impl Tree {
    /// `Q` of ENGINE.md, fail-soft; the node has been entered.
    pub(crate) fn quiesce(&mut self, board: &Board, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let principal = beta - alpha > 1;
        if principal {
            self.cut_line(ply);
        }
        if board.is_bare() {
            return 0;
        }
        let mut best = self.leaves.stand(board, alpha, beta);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let first = self.candidates.len();
        let candidates = &mut self.candidates;
        board.generate(Some(Part::Forcing), &mut |step| {
            candidates.push(Candidate {
                step,
                promise: exchange_order(board, step),
            });
        });
        for next in first..self.candidates.len() {
            let step = self.pick(next).step;
            if let Some(hope) = self.leaves.hope(board, step, &self.ground)
                && hope <= alpha
            {
                best = best.max(hope);
                continue;
            }
            if !self.enter() {
                break;
            }
            let child = board.after(step, &self.ground);
            let value = -self.quiesce(&child, -beta, -alpha, ply + 1);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
                if value > alpha {
                    alpha = value;
                    if principal {
                        self.extend_line(ply, step);
                    }
                }
            }
        }
        self.candidates.truncate(first);
        best
    }
}
