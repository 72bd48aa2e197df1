//! Pawn structure: weak pawns, chains, the centre, and pawns on their way.

use shakmaty::{Bitboard, Color};

use super::arguments;
use super::squares::{attacked_upward, beside, count, facing, fill_down, fill_up, passed};
use crate::engine::attacks::{PAWN, Pieces};

arguments! {
    /// Rewards pawns that support each other, hold the centre or have no enemy pawn to pass, and
    /// charges for doubled and isolated ones, in structure points.
    Pawns {
        /// A pawn with another of its side ahead on its file.
        doubled = -8,
        /// A pawn without a neighbour on the files beside it.
        isolated = -8,
        /// A pawn defended by a pawn.
        supported = 3,
        /// A pawn on d4, e4, d5 or e5.
        centre = 10,
        /// A passed pawn on its second rank.
        passed2 = 2,
        /// A passed pawn on its third rank.
        passed3 = 4,
        /// A passed pawn on its fourth rank.
        passed4 = 9,
        /// A passed pawn on its fifth rank.
        passed5 = 18,
        /// A passed pawn on its sixth rank.
        passed6 = 34,
        /// A passed pawn on its seventh rank.
        passed7 = 58,
    }
}

const CENTRE: u64 = 0x0000_0018_1800_0000;

impl Pawns {
    /// The meter of one side, in structure points.
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        self.of_pawns(pieces.of(side, PAWN), pieces.of(!side, PAWN), side)
    }

    /// The meter of the side whose pawns stand on `own` against pawns on `enemy`.
    pub(crate) fn of_pawns(&self, own: Bitboard, enemy: Bitboard, side: Color) -> i32 {
        let (own, enemy) = (facing(side, own), facing(side, enemy));
        let behind_own = fill_down(own >> 8);
        let files = fill_down(fill_up(own));
        let supported = attacked_upward(own);
        let passed = passed(own, enemy);
        let ranks = [
            self.passed2,
            self.passed3,
            self.passed4,
            self.passed5,
            self.passed6,
            self.passed7,
        ];
        let mut points = self.doubled * count(own & behind_own)
            + self.isolated * count(own & !beside(files))
            + self.supported * count(own & supported)
            + self.centre * count(own & CENTRE);
        if passed != 0 {
            for (index, worth) in ranks.into_iter().enumerate() {
                points += worth * count(passed & (0xff << (8 * (index + 1))));
            }
        }
        points
    }
}
