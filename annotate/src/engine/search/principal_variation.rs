//! The full-width part of the tree: one move is searched with an open window, the others only have to
//! show that they are no better.

use super::board::Board;
use super::generation::Part;
use super::ordering::WAITS;
use super::step::Step;
use super::tree::{Candidate, Tree};
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
            return self.quiesce(board, alpha, beta, ply);
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
        self.choose(board, depth, alpha, beta, ply, before)
    }

    /// The maximum of `R` over the moves, the check extension already added; fail-soft.
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
        let remembered = self.memory.best(board.key);
        let mut best = -INFINITE;
        let mut best_step = Step::NONE;
        let mut tried = 0;
        self.generate_forcing(board, first, remembered);
        let mut quiets_in = false;
        let mut quiet_from = usize::MAX;
        let remembered_quiet = remembered != Step::NONE && board.victim(remembered).is_none();
        if remembered_quiet {
            self.generate_quiet(board, ply, before, remembered);
            quiets_in = true;
        }
        let mut next = first;
        self.past.push(board.key);
        loop {
            if next == self.candidates.len() {
                if quiets_in {
                    break;
                }
                quiet_from = next;
                self.generate_quiet(board, ply, before, remembered);
                quiets_in = true;
                continue;
            }
            let candidate = self.pick(next);
            if !quiets_in && candidate.promise < WAITS {
                self.generate_quiet(board, ply, before, remembered);
                quiets_in = true;
                continue;
            }
            next += 1;
            let step = candidate.step;
            if !self.enter() {
                break;
            }
            let child = board.after(step, &self.ground);
            let mut value;
            if tried == 0 {
                value = -self.visit(&child, depth - 1, -beta, -alpha, ply + 1, step);
            } else {
                value = -self.visit(&child, depth - 1, -alpha - 1, -alpha, ply + 1, step);
                if value > alpha && value < beta && !self.stopped {
                    value = -self.visit(&child, depth - 1, -beta, -alpha, ply + 1, step);
                }
            }
            if self.stopped {
                break;
            }
            tried += 1;
            if value > best {
                best = value;
                best_step = step;
                if value > alpha {
                    alpha = value;
                    if principal && value < beta {
                        self.extend_line(ply, step);
                    }
                    if value >= beta {
                        self.cut(board, depth, ply, before, step, first, next);
                        break;
                    }
                }
            }
        }
        let _ = quiet_from;
        self.past.pop();
        self.candidates.truncate(first);
        if self.stopped {
            return 0;
        }
        if tried == 0 {
            return if board.checkers.any() {
                ply as i32 - Score::MATE
            } else {
                0
            };
        }
        self.memory.remember(board.key, best_step);
        best
    }

    #[allow(clippy::too_many_arguments, reason = "one call, in the innermost loop")]
    fn cut(
        &mut self,
        board: &Board,
        depth: i32,
        ply: usize,
        before: Step,
        step: Step,
        first: usize,
        next: usize,
    ) {
        if board.victim(step).is_some() || matches!(step.kind(), super::step::Kind::Promotion(_)) {
            return;
        }
        let earlier: Vec<Step> = self.candidates[first..next - 1]
            .iter()
            .map(|candidate| candidate.step)
            .filter(|&step| board.victim(step).is_none())
            .collect();
        self.memory
            .praise(board, ply, before, step, depth, &earlier);
    }

    fn generate_forcing(&mut self, board: &Board, first: usize, remembered: Step) {
        let candidates = &mut self.candidates;
        board.generate(Some(Part::Forcing), &mut |step| {
            candidates.push(Candidate::new(step));
        });
        self.weigh_forcing(board, first, remembered);
    }

    fn generate_quiet(&mut self, board: &Board, ply: usize, before: Step, remembered: Step) {
        let first = self.candidates.len();
        let candidates = &mut self.candidates;
        board.generate(Some(Part::Quiet), &mut |step| {
            candidates.push(Candidate::new(step));
        });
        board.castling(&self.ground, &mut |step| {
            candidates.push(Candidate::new(step));
        });
        self.weigh_quiet(board, first, ply, before, remembered);
    }
}

use super::tree::INFINITE;
