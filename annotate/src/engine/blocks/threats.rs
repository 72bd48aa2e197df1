//! Threats: enemy pieces that stand where they can be taken, or will after a pawn's step.

use shakmaty::{Bitboard, Color};

use super::arguments;
use crate::engine::attacks::{Attacks, BISHOP, KNIGHT, PAWN, Pieces, QUEEN, ROOK, pawn_attacks};

arguments! {
    /// Rewards attacks on enemy pieces that cannot simply be ignored.
    ///
    /// The block `loose` charges for such pieces by their worth; here each counts alike, and
    /// pieces that a quiet pawn move would attack count beside them.
    Threats {
        /// An enemy knight, bishop, rook or queen that is exposed as `loose` has it.
        target = 1,
        /// An enemy piece of these kinds that a pawn of ours would attack after a step of one
        /// square to an empty square that no enemy pawn attacks.
        push = 1,
    }
}

impl Threats {
    /// The meter of one side.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, attacks: &Attacks, side: Color) -> i32 {
        let (own, enemy) = (attacks.by(side), attacks.by(!side));
        let of = |role| pieces.of(!side, role);
        let count = |squares: Bitboard| squares.count() as i32;
        let minors = of(KNIGHT) | of(BISHOP);
        let officers = minors | of(ROOK) | of(QUEEN);
        let hanging = own.all & !enemy.all;
        let under_rooks = own.pawns | own.minors;
        let exposed = (minors & (hanging | own.pawns))
            | (of(ROOK) & (hanging | under_rooks))
            | (of(QUEEN) & (hanging | under_rooks | own.rooks));
        let pawns = u64::from(pieces.of(side, PAWN));
        let steps = Bitboard(side.fold_wb(pawns << 8, pawns >> 8)) & !pieces.occupied();
        let pushed = pawn_attacks(side, steps & !enemy.pawns) & officers;
        self.target * count(exposed) + self.push * count(pushed)
    }
}
