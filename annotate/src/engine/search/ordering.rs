//! Which move to try first: what was best here before, good captures, killers, and what often helped.
//!
//! Nothing in this file changes a value. An exact search finds the same number in any order; it
//! finds it sooner when the refutation comes first.

use super::board::Board;
use super::exchange::WORTH;
use super::step::{Kind, Step};
use super::tree::{Candidate, Tree};
use crate::engine::attacks::QUEEN;

/// Slots of the table of best moves; a power of two.
const SLOTS: usize = 1 << 17;

/// Promise of the remembered best move, and the base of each class of moves below it.
const REMEMBERED: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const BAD_CAPTURE: i32 = -(1 << 28);
/// History counts are kept below this.
const MOST_HISTORY: i32 = 1 << 14;

#[derive(Clone, Copy, Default)]
struct Remembered {
    check: u32,
    epoch: u16,
    step: Step,
}

/// What one search has learned about moves.
pub(crate) struct Memory {
    best: Vec<Remembered>,
    epoch: u16,
    /// By ply.
    killers: Vec<[Step; 2]>,
    /// By piece and square of the move before.
    answers: Box<[Step; 1024]>,
    /// By side, from and to.
    history: Box<[[i32; 4096]; 2]>,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory {
            best: vec![Remembered::default(); SLOTS],
            epoch: 0,
            killers: Vec::new(),
            answers: Box::new([Step::NONE; 1024]),
            history: Box::new([[0; 4096]; 2]),
        }
    }

    /// Forgets everything; the large table is only told that a new time has begun.
    pub(crate) fn forget(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.best.fill(Remembered::default());
            self.epoch = 1;
        }
        self.killers.clear();
        self.answers.fill(Step::NONE);
        self.history.iter_mut().for_each(|side| side.fill(0));
    }

    /// The best move last found at this key, if it is remembered.
    #[inline]
    pub(crate) fn best(&self, key: u64) -> Step {
        let entry = self.best[key as usize % SLOTS];
        if entry.epoch == self.epoch && entry.check == (key >> 32) as u32 {
            entry.step
        } else {
            Step::NONE
        }
    }

    #[inline]
    pub(crate) fn remember(&mut self, key: u64, step: Step) {
        self.best[key as usize % SLOTS] = Remembered {
            check: (key >> 32) as u32,
            epoch: self.epoch,
            step,
        };
    }

    #[inline]
    fn killers(&self, ply: usize) -> [Step; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// Notes that the quiet `step` refuted the move before it, and the earlier ones did not.
    pub(crate) fn praise(
        &mut self,
        board: &Board,
        ply: usize,
        before: Step,
        step: Step,
        depth: i32,
        earlier: &[Step],
    ) {
        while self.killers.len() <= ply {
            self.killers.push([Step::NONE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != step {
            *killers = [step, killers[0]];
        }
        if before != Step::NONE {
            self.answers[answer_index(board, before)] = step;
        }
        let history = &mut self.history[board.turn as usize];
        let weight = (depth * depth).min(400);
        let mut nudge = |step: Step, weight: i32| {
            let entry = &mut history[step.squares()];
            *entry += weight - *entry * weight.abs() / MOST_HISTORY;
        };
        nudge(step, weight);
        for &other in earlier {
            nudge(other, -weight);
        }
    }
}

/// By the piece now standing on the square the last move went to.
#[inline]
fn answer_index(board: &Board, before: Step) -> usize {
    let square = before.to();
    let role = board.role_at(square).unwrap_or(7);
    role * 64 + square as usize
}

impl Tree {
    /// Gives each forcing candidate from `first` on its promise.
    pub(crate) fn weigh_forcing(&mut self, board: &Board, first: usize, best: Step) {
        for candidate in &mut self.candidates[first..] {
            candidate.promise = forcing_promise(board, candidate.step, best);
        }
    }

    /// Gives each quiet candidate from `first` on its promise.
    pub(crate) fn weigh_quiet(
        &mut self,
        board: &Board,
        first: usize,
        ply: usize,
        before: Step,
        best: Step,
    ) {
        let killers = self.memory.killers(ply);
        let answer = if before == Step::NONE {
            Step::NONE
        } else {
            self.memory.answers[answer_index(board, before)]
        };
        let history = &self.memory.history[board.turn as usize];
        for candidate in &mut self.candidates[first..] {
            let step = candidate.step;
            candidate.promise = if step == best {
                REMEMBERED
            } else if step == killers[0] {
                KILLER + 2
            } else if step == killers[1] {
                KILLER + 1
            } else if step == answer {
                KILLER
            } else {
                history[step.squares()]
            };
        }
    }
}

fn forcing_promise(board: &Board, step: Step, best: Step) -> i32 {
    if step == best {
        return REMEMBERED;
    }
    let gain = exchange_order(board, step);
    match step.kind() {
        Kind::Promotion(QUEEN) => GOOD_CAPTURE + gain,
        Kind::Promotion(_) => BAD_CAPTURE + gain,
        _ if board.holds(step) => GOOD_CAPTURE + gain,
        _ => BAD_CAPTURE + gain,
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

/// Candidates below this promise wait until the quiet moves were tried.
pub(crate) const WAITS: i32 = BAD_CAPTURE / 2;

impl Candidate {
    pub(crate) fn new(step: Step) -> Candidate {
        Candidate { step, promise: 0 }
    }
}
