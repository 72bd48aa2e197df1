//! Formation: how the pawns stand to each other and to the enemy's.

use shakmaty::{Bitboard, Color};

use super::arguments;
use super::squares::{attacked_downward, beside, count, facing, fill_down, fill_up};
use crate::engine::attacks::{PAWN, Pieces};

arguments! {
    /// Rewards pawns side by side, and charges for pawns that have stayed behind, are stopped, or
    /// stand weak on a file the enemy rooks can use.
    Formation {
        /// A pawn with another of its side directly beside it.
        phalanx = 0,
        /// A pawn whose neighbours are all ahead and whose next square an enemy pawn guards.
        backward = 0,
        /// A backward or isolated pawn with no enemy pawn ahead on its file.
        exposed = 0,
        /// A pawn with an enemy pawn directly ahead.
        stopped = 0,
        /// A group of files with pawns, next to files without.
        island = 0,
    }
}

impl Formation {
    /// The meter of one side.
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        self.of_pawns(pieces.of(side, PAWN), pieces.of(!side, PAWN), side)
    }

    /// The meter of the side whose pawns stand on `own` against pawns on `enemy`.
    pub(crate) fn of_pawns(&self, own: Bitboard, enemy: Bitboard, side: Color) -> i32 {
        let (own, enemy) = (facing(side, own), facing(side, enemy));
        let files = fill_down(fill_up(own));
        let isolated = own & !beside(files);
        let guarded = attacked_downward(enemy) >> 8;
        let backward = own & !isolated & !fill_up(beside(own)) & guarded;
        let exposed = (isolated | backward) & !fill_down(enemy >> 8);
        let first_rank = files & 0xff;
        self.phalanx * count(own & beside(own))
            + self.backward * count(backward)
            + self.exposed * count(exposed)
            + self.stopped * count(own & (enemy >> 8))
            + self.island * count(first_rank & !(first_rank << 1))
    }
}
