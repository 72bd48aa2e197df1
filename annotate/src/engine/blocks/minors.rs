//! Minor pieces and pawns: outposts and bad bishops.

use shakmaty::{Bitboard, Color};

use super::arguments;
use super::squares::{attacked_upward, beside, facing, fill_down};
use crate::engine::attacks::{BISHOP, KNIGHT, PAWN, Pieces};

arguments! {
    /// Rewards knights and bishops on squares that a pawn supports and no enemy pawn can ever
    /// attack, and charges bishops for own pawns on squares of their colour.
    Minors {
        /// A knight on an outpost: its fourth to sixth rank, attacked by an own pawn, no enemy
        /// pawn ahead of it on the files beside.
        knight = 2,
        /// A bishop on an outpost.
        bishop = 1,
        /// A bishop, for each own pawn on squares of its colour.
        bad = 0,
    }
}

impl Minors {
    /// The meter of one side.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        let pawns = facing(side, pieces.of(side, PAWN));
        let enemy = facing(side, pieces.of(!side, PAWN));
        let outposts = Bitboard(
            0x0000_ffff_ff00_0000 & attacked_upward(pawns) & !beside(fill_down(enemy >> 8)),
        );
        let knights = Bitboard(facing(side, pieces.of(side, KNIGHT)));
        let bishops = Bitboard(facing(side, pieces.of(side, BISHOP)));
        let count = |squares: Bitboard| squares.count() as i32;
        let on = |colour: Bitboard| count(bishops & colour) * count(Bitboard(pawns) & colour);
        self.knight * count(knights & outposts)
            + self.bishop * count(bishops & outposts)
            + self.bad * (on(Bitboard::DARK_SQUARES) + on(Bitboard::LIGHT_SQUARES))
    }
}
