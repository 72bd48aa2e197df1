//! Passed pawns and the kings that escort or chase them.

use shakmaty::{Bitboard, Color, Square};

use super::arguments;
use super::squares::{attacked_upward, beside, facing, passed, seen_by};
use crate::engine::attacks::{PAWN, Pieces};

arguments! {
    /// Rewards passed pawns that will get through: supported, side by side, with their own king
    /// near and the enemy's far. The further the pawn, the more it counts.
    ///
    /// A passed pawn on its fourth rank or beyond weighs its rank less three: 1 on the fourth, 4
    /// on the seventh. Distances are king's moves to the square ahead of the pawn, at most five.
    Passed {
        /// Weight times the distance of the own king.
        escort = 0,
        /// Weight times the distance of the enemy king.
        chase = 0,
        /// Weight of a passed pawn that a pawn supports.
        supported = 0,
        /// Weight of a passed pawn with another passed pawn beside it or on a file beside it one
        /// rank ahead or behind.
        linked = 0,
    }
}

impl Passed {
    /// The meter of one side; a side without a king counts as far away.
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        let kings = (pieces.king(side), pieces.king(!side));
        self.of_pawns(pieces.of(side, PAWN), pieces.of(!side, PAWN), side, kings)
    }

    /// The meter of the side whose pawns stand on `own` against pawns on `enemy`, with the own
    /// and the enemy king.
    pub(crate) fn of_pawns(
        &self,
        own: Bitboard,
        enemy: Bitboard,
        side: Color,
        (own_king, enemy_king): (Option<Square>, Option<Square>),
    ) -> i32 {
        let (own, enemy) = (facing(side, own), facing(side, enemy));
        let passed = passed(own, enemy);
        let supported = attacked_upward(own);
        let near = beside(passed);
        let linked = near | near << 8 | near >> 8;
        let mut points = 0;
        // From the fourth rank on.
        for pawn in Bitboard(passed & !0x00ff_ffff) {
            let weight = pawn.rank() as i32 - 2;
            let distance = |king: Option<Square>| {
                let ahead = pawn.offset(8);
                match (king, ahead) {
                    (Some(king), Some(ahead)) => {
                        (seen_by(side, king).distance(ahead) as i32).min(5)
                    }
                    _ => 5,
                }
            };
            let holds = |squares: u64| i32::from(Bitboard(squares).contains(pawn));
            points += weight
                * (self.escort * distance(own_king)
                    + self.chase * distance(enemy_king)
                    + self.supported * holds(supported)
                    + self.linked * holds(linked));
        }
        points
    }
}
