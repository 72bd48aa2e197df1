//! Mobility: the squares the pieces can use.

use shakmaty::Color;

use super::arguments;
use crate::engine::attacks::{Attacks, BISHOP, KNIGHT, QUEEN, ROOK};

arguments! {
    /// Rewards room: every square a piece attacks that its own side does not fill and no enemy
    /// pawn guards.
    ///
    /// A queen sees much anyway and is easily chased, so her squares count least.
    Mobility {
        /// Room a square of a knight.
        knight = 4,
        /// Room a square of a bishop.
        bishop = 4,
        /// Room a square of a rook.
        rook = 2,
        /// Room a square of a queen.
        queen = 1,
    }
}

impl Mobility {
    /// The meter of one side, in room.
    #[inline]
    pub fn meter(&self, attacks: &Attacks, side: Color) -> i32 {
        let reach = &attacks.by(side).reach;
        self.knight * reach[KNIGHT]
            + self.bishop * reach[BISHOP]
            + self.rook * reach[ROOK]
            + self.queen * reach[QUEEN]
    }
}
