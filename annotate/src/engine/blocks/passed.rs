//! Passed pawns and the kings that escort or chase them.

use shakmaty::{Bitboard, Color, Square};

use super::arguments;
use super::squares::{attacked_upward, facing, passed, seen_by};
use crate::engine::attacks::{PAWN, Pieces};

arguments! {
    /// Rewards passed pawns that will get through: supported, with their own king near
    /// and the enemy's far. The further the pawn, the more it counts.
    ///
    /// A passed pawn on its fourth rank or beyond weighs its rank less three: 1 on the fourth, 4
    /// on the seventh. Distances are king's moves to the square ahead of the pawn, at most five.
    Passed {
        /// Weight times the distance of the own king.
        escort = -2,
        /// Weight times the distance of the enemy king.
        chase = 3,
        /// Weight of a passed pawn that a pawn supports.
        supported = 8,
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
        let guarded = Bitboard(attacked_upward(own));
        let supported = |pawn| i32::from(guarded.contains(pawn));
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
            points += weight
                * (self.escort * distance(own_king)
                    + self.chase * distance(enemy_king)
                    + self.supported * supported(pawn));
        }
        points
    }
}
