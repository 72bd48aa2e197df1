//! Threats: what can be attacked with gain, and whose move it is.

use shakmaty::{Bitboard, Color};

use super::arguments;
use crate::engine::attacks::{Attacks, BISHOP, KNIGHT, PAWN, Pieces, QUEEN, ROOK, pawn_attacks};

arguments! {
    /// Rewards attacks on enemy pieces that cannot simply be ignored.
    ///
    /// A target is an enemy knight, bishop, rook or queen that is loose as the block `loose`
    /// has it.
    Threats {
        /// A target while its owner has the move and may still save it.
        later = 0,
        /// A target while we have the move.
        now = 0,
        /// Each target beyond the first while its owner has the move: he can save only one.
        second = 0,
        /// An enemy piece that one of our pawns attacks.
        pawn = 0,
        /// An enemy pawn that we attack and nothing defends.
        pawns = 0,
        /// An enemy piece that a pawn of ours would attack after a step to an empty square that
        /// no enemy pawn attacks.
        push = 0,
    }
}

impl Threats {
    /// The meter of one side.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, attacks: &Attacks, turn: Color, side: Color) -> i32 {
        let (own, enemy) = (attacks.by(side), attacks.by(!side));
        let of = |role| pieces.of(!side, role);
        let count = |squares: Bitboard| squares.count() as i32;
        let minors = of(KNIGHT) | of(BISHOP);
        let officers = minors | of(ROOK) | of(QUEEN);
        let hanging = own.all & !enemy.all;
        let under_rooks = own.pawns | own.minors;
        let loose = (minors & (hanging | own.pawns))
            | (of(ROOK) & (hanging | under_rooks))
            | (of(QUEEN) & (hanging | under_rooks | own.rooks));
        let targets = count(loose);
        let by_turn = if turn == side {
            self.now * targets
        } else {
            self.later * targets + self.second * (targets - 1).max(0)
        };
        let pawns = u64::from(pieces.of(side, PAWN));
        let steps = Bitboard(side.fold_wb(pawns << 8, pawns >> 8)) & !pieces.occupied();
        let pushed = pawn_attacks(side, steps & !enemy.pawns) & officers;
        by_turn
            + self.pawn * count(own.pawns & officers)
            + self.pawns * count(of(PAWN) & hanging)
            + self.push * count(pushed)
    }
}
