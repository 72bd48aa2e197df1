//! The full-width part of the tree: one move is searched with an open window, the others only have to
//! show that they are no better.

use super::board::Board;
use super::generation::Part;
use super::ordering::WAITS;
use super::step::Step;
use super::tree::{Candidate, INFINITE, Tree};
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
        // Both parts at once where a quiet move is to come first.
        let mut quiet_first = remembered != Step::NONE && !board.is_forcing(remembered);
        let mut frontier = None;
        let mut best = -INFINITE;
        let mut best_step = Step::NONE;
        let mut legal = 0;
        let mut opened = false;
        let mut parts = [Some(Part::Forcing), Some(Part::Quiet)].into_iter().flatten();
        let mut next = first;
        self.past.push(board.key);
        loop {
            // Quiet moves are made when forcing ones are used up, or only losing ones are left.
            let waits = match self.candidates.get(next) {
                None => true,
                Some(_) => quiet_first || self.pick(next).promise < WAITS,
            };
            if waits && let Some(part) = parts.next() {
                quiet_first &= part == Part::Forcing;
                let from = self.candidates.len();
                self.generate_part(board, part);
                legal += self.candidates.len() - from;
                if let Some(frontier) = &frontier {
                    let most = self.leave_out(board, from, frontier, alpha);
                    best = best.max(most);
                }
                match part {
                    Part::Forcing => self.weigh_forcing(board, from, remembered),
                    Part::Quiet => self.weigh_quiet(board, from, ply, before, remembered),
                }
                continue;
            }
            if next == self.candidates.len() {
                break;
            }
            let step = self.candidates[next].step;
            next += 1;
            if !self.enter() {
                break;
            }
            let child = board.after(step, &self.ground);
            let mut value;
            if opened {
                value = -self.visit(&child, depth - 1, -alpha - 1, -alpha, ply + 1, step);
                if value > alpha && value < beta && !self.stopped {
                    value = -self.visit(&child, depth - 1, -beta, -alpha, ply + 1, step);
                }
            } else {
                value = -self.visit(&child, depth - 1, -beta, -alpha, ply + 1, step);
                opened = true;
            }
            if self.stopped {
                break;
            }
            if depth == 1 && !principal && next == first + 1 && value <= alpha {
                // The first move did not refute: the others are looked at more closely.
                frontier = self.frontier(board);
                if let Some(frontier) = &frontier {
                    let most = self.leave_out(board, next, frontier, alpha);
                    best = best.max(most);
                }
            }
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
        self.past.pop();
        self.candidates.truncate(first);
        if self.stopped {
            return 0;
        }
        if legal == 0 {
            return if board.checkers.any() {
                ply as i32 - Score::MATE
            } else {
                0
            };
        }
        if best_step != Step::NONE {
            self.memory.remember(board.key, best_step);
        }
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

    fn generate_part(&mut self, board: &Board, part: Part) {
        let candidates = &mut self.candidates;
        board.generate(Some(part), &mut |step| {
            candidates.push(Candidate::new(step));
        });
        if part == Part::Quiet {
            board.castling(&self.ground, &mut |step| {
                candidates.push(Candidate::new(step));
            });
        }
    }
}
