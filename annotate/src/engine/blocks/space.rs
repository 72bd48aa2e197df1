//! Space: the ground behind and between the pawns where the pieces can work.

use shakmaty::{Bitboard, Color};

use super::arguments;
use super::squares::{attacked_downward, count, facing};
use crate::engine::attacks::{PAWN, Pieces};

arguments! {
    /// Rewards room in the middle: squares of the c- to f-files on the second to fourth rank that
    /// hold no own pawn and that no enemy pawn guards.
    Space {
        /// Such a square.
        square = 1,
        /// In addition, where an own pawn stands one to three ranks ahead of it.
        behind = 1,
    }
}

/// The c- to f-files on the second to fourth rank.
const MIDDLE: u64 = 0x3c3c_3c00;

impl Space {
    /// The meter of one side.
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        self.of_pawns(pieces.of(side, PAWN), pieces.of(!side, PAWN), side)
    }

    /// The meter of the side whose pawns stand on `own` against pawns on `enemy`.
    pub(crate) fn of_pawns(self, own: Bitboard, enemy: Bitboard, side: Color) -> i32 {
        let (own, enemy) = (facing(side, own), facing(side, enemy));
        let free = MIDDLE & !own & !attacked_downward(enemy);
        let behind = own >> 8 | own >> 16 | own >> 24;
        self.square * count(free) + self.behind * count(free & behind)
    }
}
