//! Quiescence: captures and promotions until the board is quiet, standing still always allowed.

use super::board::Board;
use super::generation::Part;
use super::order::exchange_order;
use super::step::Kind;
use super::tree::{Candidate, Tree};

impl Tree {
    /// `Q` of ENGINE.md, fail-soft; the node has been entered.
    pub(crate) fn quiesce(&mut self, board: &Board, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.quiesce_from(board, None, alpha, beta, ply)
    }

    /// The same where the leaf score may be known already, as this window needs it.
    pub(crate) fn quiesce_from(
        &mut self,
        board: &Board,
        stood: Option<i32>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let principal = beta - alpha > 1;
        if principal {
            self.cut_line(ply);
        }
        if board.is_bare() {
            return 0;
        }
        if !principal
            && self.keeps
            && let Some(bounds) = self.proved.quiet(board.key)
            && let Some(value) = bounds.beyond(alpha, beta)
        {
            return value;
        }
        let mut best = stood.unwrap_or_else(|| self.leaves.stand(board, alpha, beta));
        if best >= beta {
            return best;
        }
        let window = (alpha, beta);
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
            let mut stood = None;
            if let Some(mut hope) = self.leaves.hope(board, step, &self.ground) {
                if hope > alpha && step.kind() == Kind::Plain {
                    // The opponent may stand still: what that is worth may already decide.
                    let next = board.weighed_after(step, &self.ground);
                    let standing = self.leaves.stand(&next, -beta, -alpha);
                    hope = -standing;
                    stood = Some(standing);
                }
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            if !self.enter() {
                break;
            }
            let child = board.after(step, &self.ground);
            let value = -self.quiesce_from(&child, stood, -beta, -alpha, ply + 1);
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
        if self.keeps && !self.stopped {
            self.proved.note_quiet(board.key, best, window);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::plain;
    use crate::engine::testing::{corpus, history, random_histories};
    use crate::engine::{Evaluation, Graph, History};

    fn holds(tree: &mut Tree, evaluation: &Evaluation, history: &History) {
        if history.is_check() {
            return;
        }
        let exact = plain::best(evaluation, history, 0).value();
        let board = tree.plant(history);
        tree.budget = u64::MAX;
        for alpha in [-1500, -600, -300, -101, -30, 0, 50, 200, 500] {
            let value = tree.quiesce(&board, alpha, alpha + 1, 0);
            assert_eq!(value > alpha, exact > alpha, "{:?}", history.position());
            let sound = if value > alpha {
                value <= exact
            } else {
                value >= exact
            };
            assert!(sound, "{value} for {exact} in {:?}", history.position());
        }
    }

    #[test]
    fn narrow_windows_get_bounds_on_the_right_side() {
        let evaluation = Evaluation::new(&Graph::clean());
        let mut tree = Tree::new(evaluation.clone());
        for history in corpus(5).iter().chain(&random_histories(400, 37)) {
            holds(&mut tree, &evaluation, history);
        }
    }

    #[test]
    fn taking_the_last_pawn_is_a_draw_in_every_window() {
        let evaluation = Evaluation::new(&Graph::clean());
        let mut tree = Tree::new(evaluation.clone());
        for fen in [
            "8/8/8/3k4/8/5n2/1p6/K7 w - - 0 1",
            "8/8/8/3k4/8/5b2/1r6/K7 w - - 0 1",
            "8/8/8/3k4/8/5b2/1p6/K7 w - - 0 1",
        ] {
            holds(&mut tree, &evaluation, &history(fen));
        }
    }
}
