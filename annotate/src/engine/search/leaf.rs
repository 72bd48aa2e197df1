//! Leaf scores inside the tree: whole numbers where the graph allows it, and no more than is asked.

use super::board::Board;
use crate::engine::attacks::Attacks;
use crate::engine::compile::{Evaluation, Setting, in_centipawns, phase_of};

/// Slots of the pawn table; a power of two.
const PAWN_SLOTS: usize = 1 << 12;

/// What the pawns of both sides are worth, found by where they stand.
#[derive(Clone, Copy, Default)]
struct PawnMeters {
    white: u64,
    black: u64,
    meters: [i32; 2],
}

/// The evaluation with its memory of pawn structures.
pub(crate) struct Leaves {
    evaluation: Evaluation,
    pawns: Vec<PawnMeters>,
}

/// The exact score, or as much of it as the window needs, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stand {
    /// At or below alpha: not more than this. At or above beta: not less. Else the score itself.
    pub(crate) value: i32,
}

impl Leaves {
    pub(crate) fn new(evaluation: Evaluation) -> Leaves {
        Leaves {
            evaluation,
            pawns: vec![PawnMeters::default(); PAWN_SLOTS],
        }
    }

    pub(crate) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// The pawn table needs no emptying: it holds whole structures, not keys, and so never errs.
    pub(crate) fn forget(&mut self) {}

    /// The leaf score, seen by the mover.
    #[inline]
    pub(crate) fn stand(&mut self, board: &Board, alpha: i32, beta: i32) -> Stand {
        let _ = (alpha, beta);
        let attacks = Attacks::of(&board.pieces);
        let phase = phase_of(board.phase);
        let white = match self.evaluation.whole() {
            Some(whole) => {
                let total = whole.settled(&board.pieces, phase)
                    + whole.rest(&board.pieces, &attacks, phase);
                in_centipawns(total)
            }
            None => {
                let setting = Setting {
                    phase,
                    ply: board.ply,
                    turn: board.turn,
                    key: board.key,
                };
                self.evaluation.general(&board.pieces, &attacks, setting)
            }
        };
        Stand {
            value: board.turn.fold_wb(white, -white),
        }
    }
}
