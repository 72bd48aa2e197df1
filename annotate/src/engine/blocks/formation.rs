//! Formation: how the pawns stand to each other and to the enemy's.

use shakmaty::{Bitboard, Color};

use super::arguments;
use super::squares::{attacked_downward, beside, count, facing, fill_down, fill_up};
use crate::engine::attacks::{PAWN, Pieces};

arguments! {
    /// Rewards pawns side by side, and charges for weak pawns on a file the enemy rooks can use.
    Formation {
        /// A pawn with another of its side directly beside it.
        phalanx = 1,
        /// A weak pawn with no enemy pawn ahead on its file. Weak is a pawn without neighbours on
        /// the files beside it, or one whose neighbours there are all ahead of it while an enemy
        /// pawn attacks the square before it.
        exposed = -4,
    }
}

impl Formation {
    /// The meter of one side.
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        self.of_pawns(pieces.of(side, PAWN), pieces.of(!side, PAWN), side)
    }

    /// The meter of the side whose pawns stand on `own` against pawns on `enemy`.
    pub(crate) fn of_pawns(self, own: Bitboard, enemy: Bitboard, side: Color) -> i32 {
        let (own, enemy) = (facing(side, own), facing(side, enemy));
        let files = fill_down(fill_up(own));
        let isolated = own & !beside(files);
        let guarded = attacked_downward(enemy) >> 8;
        let backward = own & !isolated & !fill_up(beside(own)) & guarded;
        let exposed = (isolated | backward) & !fill_down(enemy >> 8);
        self.phalanx * count(own & beside(own)) + self.exposed * count(exposed)
    }
}
