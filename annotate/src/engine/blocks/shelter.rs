//! Shelter: the pawns before the king, and the enemy pawns coming at it.

use shakmaty::{Bitboard, Color, Square};

use super::arguments;
use super::squares::{FILE_A, beside, count, facing, fill_up, seen_by};
use crate::engine::attacks::{PAWN, Pieces};

arguments! {
    /// Rewards pawns that still stand close before the king, and charges for open files and for
    /// enemy pawns that storm it.
    ///
    /// The king's files are its own and those beside it.
    Shelter {
        /// An own pawn on the king's files one rank ahead of it.
        first = 0,
        /// An own pawn there two ranks ahead of it.
        second = 0,
        /// An enemy pawn on the king's files one to three ranks ahead of it.
        storm = 0,
        /// A king's file without pawns of either side.
        open = 0,
    }
}

impl Shelter {
    /// The meter of one side; 0 for a side without a king.
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        pieces.king(side).map_or(0, |king| {
            self.of_pawns(pieces.of(side, PAWN), pieces.of(!side, PAWN), side, king)
        })
    }

    /// The meter of the side whose pawns stand on `own` against pawns on `enemy`, the king on
    /// `king`.
    pub(crate) fn of_pawns(
        &self,
        own: Bitboard,
        enemy: Bitboard,
        side: Color,
        king: Square,
    ) -> i32 {
        let (own, enemy) = (facing(side, own), facing(side, enemy));
        let king = 1_u64 << seen_by(side, king) as u32;
        let line = king | beside(king);
        let ahead = |ranks: u32| line << (8 * ranks);
        let files = fill_up(line) | super::squares::fill_down(line);
        let open = (0..8).filter(|file| {
            let file = FILE_A << file;
            files & file != 0 && (own | enemy) & file == 0
        });
        self.first * count(own & ahead(1))
            + self.second * count(own & ahead(2))
            + self.storm * count(enemy & (ahead(1) | ahead(2) | ahead(3)))
            + self.open * open.count() as i32
    }
}
