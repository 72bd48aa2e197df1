//! The state of one search: where it stands, what it may still spend, and what it has learned.

use super::board::{Board, Ground};
use super::leaf::Leaves;
use super::memory::Memory;
use super::proved::Proved;
use super::step::Step;
use crate::engine::compile::Evaluation;
use crate::engine::history::History;

/// Beyond every score: a window that excludes nothing.
pub(crate) const INFINITE: i32 = 31_000;

/// A move waiting to be tried.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) step: Step,
    /// Larger first.
    pub(crate) promise: i32,
}

/// Everything a search works with.
pub(crate) struct Tree {
    pub(crate) leaves: Leaves,
    pub(crate) memory: Memory,
    pub(crate) proved: Proved,
    /// Whether scores depend on the position alone, so that what was proved can be kept.
    pub(crate) keeps: bool,
    /// What [`Tree::visit`] and [`Tree::choose`] returned last: how many reversible moves in a row
    /// a branch below it began with, at most.
    pub(crate) span: u8,
    /// The leaf score behind the move handed out last, where it was weighed and did not decide.
    pub(crate) standing: Option<i32>,
    /// The move that is not tried at the root; [`Step::NONE`] where all are.
    pub(crate) barred: Step,
    pub(crate) ground: Ground,
    /// Keys of the positions before the current one, oldest first: the history, then the branch.
    pub(crate) past: Vec<u64>,
    /// Moves generated along the current branch, each node's behind those of the node above.
    pub(crate) candidates: Vec<Candidate>,
    /// By ply: the best line found from there.
    pub(crate) lines: Vec<Vec<Step>>,
    /// Scratch: quiet moves that did not refute.
    pub(crate) failed: Vec<Step>,
    pub(crate) nodes: u64,
    /// No node is entered once so many were.
    pub(crate) budget: u64,
    /// The budget ran out: unwind, nothing returned now means anything.
    pub(crate) stopped: bool,
}

impl Tree {
    pub(crate) fn new(evaluation: Evaluation) -> Tree {
        let start = shakmaty::Chess::default();
        Tree {
            ground: Ground::new(&start, evaluation.whole()),
            memory: Memory::new(),
            proved: Proved::new(),
            keeps: evaluation.is_of_position(),
            span: 0,
            standing: None,
            barred: Step::NONE,
            past: Vec::new(),
            candidates: Vec::new(),
            lines: Vec::new(),
            failed: Vec::new(),
            nodes: 0,
            budget: 0,
            stopped: false,
            leaves: Leaves::new(evaluation),
        }
    }

    /// Empties everything and puts `history`'s position at the root.
    pub(crate) fn plant(&mut self, history: &History) -> Board {
        self.ground = Ground::new(history.position(), self.leaves.evaluation().whole());
        self.memory.forget();
        self.proved.forget();
        self.past.clear();
        self.past.extend_from_slice(history.keys());
        self.candidates.clear();
        self.barred = Step::NONE;
        self.nodes = 0;
        self.stopped = false;
        Board::new(history.position(), &self.ground)
    }

    /// Counts a node, unless the budget is spent.
    #[inline]
    pub(crate) fn enter(&mut self) -> bool {
        if self.nodes >= self.budget {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Whether `board` stood before, since the last capture or pawn move.
    #[inline]
    pub(crate) fn is_repeated(&self, board: &Board) -> bool {
        self.stood(board.key, board.clock)
    }

    /// Whether the position with this key and clock stood before.
    #[inline]
    pub(crate) fn stood(&self, key: u64, clock: u8) -> bool {
        let reach = usize::from(clock).min(self.past.len());
        // The same side is to move every second ply, and two plies cannot restore a position.
        let mut back = 4;
        while back <= reach {
            if self.past[self.past.len() - back] == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Takes the most promising of the candidates from `next` on.
    #[inline]
    pub(crate) fn pick(&mut self, next: usize) -> Candidate {
        let rest = &mut self.candidates[next..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].promise > rest[best].promise {
                best = index;
            }
        }
        rest.swap(0, best);
        rest[0]
    }

    /// Empties the line at `ply`.
    #[inline]
    pub(crate) fn cut_line(&mut self, ply: usize) {
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
    }

    /// Makes the line at `ply` the step and the line behind it.
    pub(crate) fn extend_line(&mut self, ply: usize, step: Step) {
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        let (near, far) = self.lines.split_at_mut(ply + 1);
        near[ply].clear();
        near[ply].push(step);
        near[ply].extend_from_slice(&far[0]);
    }
}
