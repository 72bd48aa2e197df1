//! The bishop pair.

use shakmaty::Color;

use super::arguments;
use crate::engine::attacks::{BISHOP, Pieces};

arguments! {
    /// Rewards two bishops, which together reach every square.
    Pair {
        /// Points for having two bishops or more.
        bishops = 1,
    }
}

impl Pair {
    /// The meter of one side.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        self.of_count(pieces.of(side, BISHOP).count() as i32)
    }

    /// The meter of a side with so many bishops.
    #[inline]
    pub(crate) fn of_count(self, bishops: i32) -> i32 {
        self.bishops * i32::from(bishops >= 2)
    }
}
