//! Material: what the pieces are worth, in centipawns.

use shakmaty::Color;

use super::arguments;
use crate::engine::attacks::{BISHOP, KNIGHT, PAWN, Pieces, QUEEN, ROOK};

arguments! {
    /// Rewards having pieces: the sum of their values.
    ///
    /// Everything else is counted in the same unit, so the default of a pawn, 100, is what makes
    /// a score a number of centipawns.
    Material {
        /// A pawn, in centipawns.
        pawn = 100,
        /// A knight.
        knight = 320,
        /// A bishop.
        bishop = 330,
        /// A rook.
        rook = 500,
        /// A queen.
        queen = 950,
    }
}

impl Material {
    /// The value of each role, pawn to king.
    pub(crate) fn values(&self) -> [i32; 6] {
        [
            self.pawn,
            self.knight,
            self.bishop,
            self.rook,
            self.queen,
            0,
        ]
    }

    /// The meter of one side.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        let count = |role| pieces.of(side, role).count() as i32;
        self.pawn * count(PAWN)
            + self.knight * count(KNIGHT)
            + self.bishop * count(BISHOP)
            + self.rook * count(ROOK)
            + self.queen * count(QUEEN)
    }
}
