//! Which move to try next: remembered, good captures, favourites, quiet moves, losing captures.
//!
//! Nothing in this file changes a value. An exact search finds the same number in any order; it
//! finds it sooner when the refutation comes first, and cheaper when the moves behind it were never
//! generated.

use super::board::Board;
use super::exchange::WORTH;
use super::frontier::Frontier;
use super::generation::Part;
use super::step::{Kind, Step};
use super::tree::{Candidate, INFINITE, Tree};
use crate::engine::attacks::QUEEN;

/// Promises below zero wait behind the quiet moves.
const LOSING: i32 = -(1 << 20);

/// How many quiet moves are handed out best first; behind them the order tells little.
const SORTED: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Remembered,
    Forcing,
    Captures,
    Favourites,
    Quiet,
    Rest,
    Losing,
}

/// Hands out the legal moves of one node.
///
/// Its candidates lie at the end of the tree's: forcing ones first, quiet ones behind them.
pub(crate) struct Order {
    stage: Stage,
    /// The next forcing candidate.
    forcing: usize,
    /// Where the forcing candidates end.
    forcing_end: usize,
    /// The next quiet candidate.
    quiet: usize,
    /// Quiet candidates still to be sorted.
    to_sort: usize,
    /// Moves handed out before they were generated: the remembered one, then favourites.
    early: [Step; 4],
    favourite: usize,
    /// Whether the node is known to have a legal move.
    pub(crate) has_moves: bool,
    /// What is known of the last ply, once moves may be left out.
    frontier: Option<(Frontier, i32)>,
    /// The most that any move left out can be worth.
    pub(crate) left_out: i32,
}

impl Order {
    pub(crate) fn new(
        tree: &Tree,
        board: &Board,
        ply: usize,
        before: Step,
        remembered: Step,
    ) -> Order {
        let [one, two, answer] = tree.memory.favourites(board, ply, before);
        let first = tree.candidates.len();
        Order {
            stage: Stage::Remembered,
            forcing: first,
            forcing_end: first,
            quiet: first,
            to_sort: SORTED,
            early: [remembered, one, two, answer],
            favourite: 1,
            has_moves: false,
            frontier: None,
            left_out: -INFINITE,
        }
    }

    /// From now on leaves out what provably cannot exceed `alpha`.
    pub(crate) fn leave_out(&mut self, frontier: Frontier, alpha: i32) {
        self.frontier = Some((frontier, alpha));
    }

    /// Quiet moves handed out so far, the last of them apart: what did not refute.
    pub(crate) fn quiet_before<'a>(
        &'a self,
        tree: &'a Tree,
        board: &'a Board,
    ) -> impl Iterator<Item = Step> + 'a {
        let early = self.early[..self.favourite].iter().copied();
        let rest = match self.stage {
            Stage::Rest => &tree.candidates[self.forcing_end..self.quiet],
            _ => &[],
        };
        early
            .filter(|&step| step != Step::NONE && !board.is_forcing(step))
            .chain(rest.iter().map(|candidate| candidate.step))
    }

    /// The next move to try.
    #[inline]
    pub(crate) fn next(&mut self, tree: &mut Tree, board: &Board) -> Option<Step> {
        tree.standing = None;
        loop {
            match self.stage {
                Stage::Remembered => {
                    self.stage = Stage::Forcing;
                    if board.allows(self.early[0], &tree.ground) {
                        self.has_moves = true;
                        return Some(self.early[0]);
                    }
                    self.early[0] = Step::NONE;
                }
                Stage::Forcing => {
                    self.stage = Stage::Captures;
                    let candidates = &mut tree.candidates;
                    board.generate(Some(Part::Forcing), &mut |step| {
                        candidates.push(Candidate {
                            step,
                            promise: forcing_promise(board, step),
                        });
                    });
                    self.forcing_end = candidates.len();
                    self.has_moves |= self.forcing < self.forcing_end;
                }
                Stage::Captures => {
                    if self.forcing == self.forcing_end {
                        self.stage = Stage::Favourites;
                        continue;
                    }
                    let Candidate { step, promise } = tree.pick(self.forcing);
                    if promise < 0 {
                        self.stage = Stage::Favourites;
                    } else if !self.is_wanted(tree, board, step) {
                        self.forcing += 1;
                    } else if !board.holds(step) {
                        tree.candidates[self.forcing].promise += LOSING;
                    } else {
                        self.forcing += 1;
                        return Some(step);
                    }
                }
                Stage::Favourites => {
                    let Some(&step) = self.early.get(self.favourite) else {
                        self.stage = Stage::Quiet;
                        continue;
                    };
                    let known = self.early[..self.favourite].contains(&step);
                    self.favourite += 1;
                    if known || board.is_forcing(step) || !board.allows(step, &tree.ground) {
                        self.early[self.favourite - 1] = Step::NONE;
                        continue;
                    }
                    self.has_moves = true;
                    if !self.is_left_out(tree, board, step, true) {
                        return Some(step);
                    }
                }
                Stage::Quiet => {
                    self.stage = Stage::Rest;
                    self.generate_quiet(tree, board);
                }
                Stage::Rest => {
                    if self.quiet == tree.candidates.len() {
                        self.stage = Stage::Losing;
                        continue;
                    }
                    if self.to_sort > 0 {
                        self.to_sort -= 1;
                        tree.pick(self.quiet);
                    }
                    let step = tree.candidates[self.quiet].step;
                    self.quiet += 1;
                    if !self.is_left_out(tree, board, step, true) {
                        return Some(step);
                    }
                }
                Stage::Losing => {
                    if self.forcing == self.forcing_end {
                        return None;
                    }
                    let step = tree.candidates[self.forcing].step;
                    self.forcing += 1;
                    if self.is_wanted(tree, board, step) {
                        return Some(step);
                    }
                }
            }
        }
    }

    #[inline]
    fn is_wanted(&mut self, tree: &mut Tree, board: &Board, step: Step) -> bool {
        step != self.early[0] && !self.is_left_out(tree, board, step, true)
    }

    #[inline]
    fn is_left_out(&mut self, tree: &mut Tree, board: &Board, step: Step, weigh: bool) -> bool {
        if let Some((frontier, alpha)) = &self.frontier
            && let Some(hope) = tree.hopeless(board, step, frontier, *alpha, weigh)
        {
            self.left_out = self.left_out.max(hope);
            return true;
        }
        false
    }

    /// Generates the quiet moves not yet handed out, each with its promise.
    fn generate_quiet(&mut self, tree: &mut Tree, board: &Board) {
        let from = tree.candidates.len();
        self.quiet = from;
        let candidates = &mut tree.candidates;
        let history = tree.memory.history(board.turn);
        let early = self.early;
        let mut has_moves = self.has_moves;
        let mut push = |step: Step| {
            has_moves = true;
            if !early.contains(&step) {
                candidates.push(Candidate {
                    step,
                    promise: history[step.squares()],
                });
            }
        };
        board.generate(Some(Part::Quiet), &mut push);
        board.castling(&tree.ground, &mut push);
        self.has_moves = has_moves;
        if self.frontier.is_some() {
            let mut kept = from;
            for index in from..tree.candidates.len() {
                let candidate = tree.candidates[index];
                if !self.is_left_out(tree, board, candidate.step, false) {
                    tree.candidates[kept] = candidate;
                    kept += 1;
                }
            }
            tree.candidates.truncate(kept);
        }
    }
}

#[inline]
fn forcing_promise(board: &Board, step: Step) -> i32 {
    match step.kind() {
        Kind::Promotion(role) if role != QUEEN => LOSING,
        _ => exchange_order(board, step),
    }
}

/// Most valuable victim first, cheapest attacker among equals.
#[inline]
pub(crate) fn exchange_order(board: &Board, step: Step) -> i32 {
    let victim = board.victim(step).map_or(0, |victim| WORTH[victim]);
    let promoted = match step.kind() {
        Kind::Promotion(role) => WORTH[role.min(QUEEN)],
        _ => 0,
    };
    (victim + promoted) * 8 - board.mover(step) as i32
}
