//! What a search remembers of moves: the best one of a position, killers, answers, and history.
//!
//! All of it orders moves; none of it answers for a search.

use shakmaty::Color;

use super::board::Board;
use super::step::Step;

/// Slots of the table of best moves; a power of two.
const SLOTS: usize = 1 << 16;

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

    /// Quiet moves that refuted at this ply, and the one that refuted the move before.
    #[inline]
    pub(crate) fn favourites(&self, board: &Board, ply: usize, before: Step) -> [Step; 3] {
        let [one, two] = self.killers.get(ply).copied().unwrap_or_default();
        let answer = if before == Step::NONE {
            Step::NONE
        } else {
            self.answers[answer_index(board, before)]
        };
        [one, two, answer]
    }

    /// How often a side's moves helped, by [`Step::squares`].
    #[inline]
    pub(crate) fn history(&self, side: Color) -> &[i32; 4096] {
        &self.history[side as usize]
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
