//! Tempo: the right to move.

use shakmaty::Color;

use super::arguments;

arguments! {
    /// Rewards having the move: whoever is to play can still improve something.
    Tempo {
        /// Points for the side to move.
        to_move = 1,
    }
}

impl Tempo {
    /// The meter of one side.
    #[inline]
    pub fn meter(&self, turn: Color, side: Color) -> i32 {
        self.to_move * i32::from(turn == side)
    }
}
