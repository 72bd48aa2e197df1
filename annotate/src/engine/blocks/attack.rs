//! Attack: pieces gathered against the enemy king.

use shakmaty::{Bitboard, Color, attacks};

use super::arguments;
use crate::engine::attacks::{Attacks, Pieces};

arguments! {
    /// Rewards an attack on the enemy king: many squares of its ring under fire, several pieces
    /// taking part, and checks that cannot be answered by taking the piece that gives them.
    ///
    /// The ring is as in the block `king`: the squares a king there attacks, and its own.
    Attack {
        /// Each attack of a knight, bishop, rook or queen on a square of the ring.
        ring = 1,
        /// Each piece beyond the first that attacks the ring.
        pack = 0,
        /// Each square of the ring that such a piece attacks and nothing but the king guards.
        weak = 0,
        /// A square from which a knight of ours could check next, neither own nor guarded.
        knight_check = 0,
        /// The same for a bishop.
        bishop_check = 0,
        /// The same for a rook.
        rook_check = 0,
        /// The same for a queen.
        queen_check = 0,
    }
}

impl Attack {
    /// The meter of one side.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, attacks: &Attacks, side: Color) -> i32 {
        let Some(king) = pieces.king(!side) else {
            return 0;
        };
        let (own, enemy) = (attacks.by(side), attacks.by(!side));
        let occupied = pieces.occupied();
        let ring = attacks::king_attacks(king).with(king);
        let safe = !pieces.side(side) & !enemy.all;
        let straight = attacks::rook_attacks(king, occupied);
        let diagonal = attacks::bishop_attacks(king, occupied);
        let check = |from: Bitboard, by: Bitboard| i32::from((from & by & safe).any());
        let near: i32 = own.near_king.iter().sum();
        let [knights, bishops, rooks, queens] = own.officers;
        self.ring * own.ring
            + self.pack * (near - 1).max(0)
            + self.weak * (ring & (own.minors | rooks | queens) & !enemy.but_king).count() as i32
            + self.knight_check * check(attacks::knight_attacks(king), knights)
            + self.bishop_check * check(diagonal, bishops)
            + self.rook_check * check(straight, rooks)
            + self.queen_check * check(straight | diagonal, queens)
    }
}
