//! Cramped pieces: those with hardly a square to go to.

use shakmaty::Color;

use super::arguments;
use crate::engine::attacks::{Attacks, BISHOP, KNIGHT, QUEEN, ROOK};

arguments! {
    /// Charges for pieces short of room: each square short of four, counted as mobility counts
    /// them. The first squares matter more than the tenth.
    Cramped {
        /// A knight, for each square short of four.
        knight = 1,
        /// A bishop.
        bishop = 1,
        /// A rook.
        rook = 1,
        /// A queen.
        queen = 1,
    }
}

/// Squares a piece needs to be free.
pub(crate) const FREE: i32 = 4;

impl Cramped {
    /// The meter of one side; more is worse.
    #[inline]
    pub fn meter(&self, attacks: &Attacks, side: Color) -> i32 {
        let short = &attacks.by(side).short;
        self.knight * short[KNIGHT]
            + self.bishop * short[BISHOP]
            + self.rook * short[ROOK]
            + self.queen * short[QUEEN]
    }
}
