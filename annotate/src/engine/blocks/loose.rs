//! Loose pieces: those that can be taken for less than they are worth, or for nothing.

use shakmaty::{Bitboard, Color};

use super::arguments;
use crate::engine::attacks::{Attacks, BISHOP, KNIGHT, Pieces, QUEEN, ROOK};

arguments! {
    /// Counts what hangs: a knight, bishop, rook or queen attacked by an enemy piece worth less,
    /// or attacked at all and not defended.
    ///
    /// More is worse, so graphs give it a negative gain. A quiet search ends among hanging pieces
    /// that no capture resolves in time; this is the price put on leaving them there.
    Loose {
        /// Points for a knight or a bishop.
        minor = 3,
        /// Points for a rook.
        rook = 5,
        /// Points for a queen.
        queen = 9,
    }
}

impl Loose {
    /// The meter of one side, in points.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, attacks: &Attacks, side: Color) -> i32 {
        let (own, enemy) = (attacks.by(side), attacks.by(!side));
        let hanging = enemy.all & !own.all;
        let under_rooks = enemy.pawns | enemy.minors;
        let exposed =
            |pieces: Bitboard, cheaper: Bitboard| (pieces & (hanging | cheaper)).count() as i32;
        let minors = pieces.of(side, KNIGHT) | pieces.of(side, BISHOP);
        self.minor * exposed(minors, enemy.pawns)
            + self.rook * exposed(pieces.of(side, ROOK), under_rooks)
            + self.queen * exposed(pieces.of(side, QUEEN), under_rooks | enemy.rooks)
    }
}
