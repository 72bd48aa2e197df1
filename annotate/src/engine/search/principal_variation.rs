//! The full-width part of the tree: one move is searched with an open window, the others only have to
//! show that they are no better.

use super::board::Board;
use super::order::Order;
use super::step::Step;
use super::tree::{INFINITE, Tree};
use crate::engine::score::Score;

impl Tree {
    /// `V` of ENGINE.md, fail-soft, mates counted from the root; the node has been entered.
    ///
    /// `before` is the move that led here.
    pub(crate) fn visit(
        &mut self,
        board: &Board,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        before: Step,
    ) -> i32 {
        let principal = beta - alpha > 1;
        if principal {
            self.cut_line(ply);
        }
        self.span = 0;
        let stood = self.standing.take();
        let mated = ply as i32 - Score::MATE;
        if board.clock >= 100 || board.is_bare() || self.is_repeated(board) {
            let mate = board.checkers.any() && !board.has_legal_move();
            return if mate { mated } else { 0 };
        }
        let depth = depth + i32::from(board.checkers.any());
        if depth <= 0 {
            if !board.has_legal_move() {
                return 0;
            }
            return self.quiesce_from(board, stood, alpha, beta, ply);
        }
        if !principal {
            // No value here lies below being mated now or above mating with the next move: a window
            // wholly outside is answered without looking.
            alpha = alpha.max(mated);
            beta = beta.min(-mated - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        if !principal
            && self.keeps
            && let Some(bounds) = self.proved.full(board.key, depth, board.clock)
            && let Some(value) = bounds.beyond(alpha, beta)
        {
            self.span = bounds.span;
            return value;
        }
        let value = self.choose(board, depth, alpha, beta, ply, before);
        if self.keeps && !self.stopped {
            let reach = (board.clock, self.span);
            self.proved
                .note_full(board.key, depth, reach, value, (alpha, beta));
        }
        value
    }

    /// The maximum of `R` over the moves, the check extension already added; fail-soft.
    ///
    /// Leaves in `span` the most reversible moves in a row that a branch looked at began with.
    pub(crate) fn choose(
        &mut self,
        board: &Board,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        before: Step,
    ) -> i32 {
        let principal = beta - alpha > 1;
        let first = self.candidates.len();
        let remembered = if depth > 1 {
            self.memory.best(board.key)
        } else {
            Step::NONE
        };
        let mut order = Order::new(self, board, ply, before, remembered);
        let mut best = -INFINITE;
        let mut best_step = Step::NONE;
        let mut opened = false;
        let mut span = 0;
        self.past.push(board.key);
        while let Some(step) = order.next(self, board) {
            if ply == 0 && step == self.barred {
                continue;
            }
            if !self.enter() {
                break;
            }
            let child = board.after(step, &self.ground);
            let mut value;
            if opened {
                value = -self.visit(&child, depth - 1, -alpha - 1, -alpha, ply + 1, step);
                if value > alpha && value < beta && !self.stopped {
                    span = span.max(self.span.saturating_add(1));
                    self.standing = None;
                    value = -self.visit(&child, depth - 1, -beta, -alpha, ply + 1, step);
                }
            } else {
                value = -self.visit(&child, depth - 1, -beta, -alpha, ply + 1, step);
            }
            if self.stopped {
                break;
            }
            if child.clock > 0 {
                span = span.max(self.span.saturating_add(1));
            }
            if !opened && depth == 1 && !principal && value <= alpha {
                // The first move did not refute: now it pays to look at what the others can hope for.
                if let Some(frontier) = self.frontier(board) {
                    order.leave_out(frontier, alpha);
                    // What is left out was compared with the past too.
                    span = span.max(1);
                }
            }
            opened = true;
            if value > best {
                best = value;
                best_step = step;
                if value > alpha {
                    alpha = value;
                    if principal && value < beta {
                        self.extend_line(ply, step);
                    }
                    if value >= beta {
                        if !board.is_forcing(step) {
                            self.praise(&order, board, ply, before, step, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.past.pop();
        self.candidates.truncate(first);
        self.span = span;
        if self.stopped {
            return 0;
        }
        if !order.has_moves {
            return if board.checkers.any() {
                ply as i32 - Score::MATE
            } else {
                0
            };
        }
        if best_step != Step::NONE && depth > 1 {
            self.memory.remember(board.key, best_step);
        }
        best.max(order.left_out)
    }

    /// Notes that the quiet `step` refuted what came before, and the quiet moves before it did not.
    fn praise(
        &mut self,
        order: &Order,
        board: &Board,
        ply: usize,
        before: Step,
        step: Step,
        depth: i32,
    ) {
        let mut failed = std::mem::take(&mut self.failed);
        failed.clear();
        failed.extend(
            order
                .quiet_before(self, board)
                .filter(|&other| other != step),
        );
        self.memory.praise(board, ply, before, step, depth, &failed);
        self.failed = failed;
    }
}
