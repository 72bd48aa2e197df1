//! King exposure: open lines to the king, enemy pieces at its ring, and missing pawns before it.

use shakmaty::{Bitboard, Color, Square, attacks};

use super::arguments;
use crate::engine::attacks::{Attacks, BISHOP, KNIGHT, PAWN, Pieces, QUEEN, ROOK};

arguments! {
    /// Counts how exposed the king stands, in exposure points: more is worse.
    ///
    /// Three things expose a king: lines that run to it (`line` for each square beyond four that
    /// a queen would attack from there), enemy pieces that look at the squares around it (an
    /// argument a piece), and the lack of pawns before it (`shield` for a file whose pawn has left
    /// the two ranks in front, `file` in addition where none is left on it).
    King {
        /// Points a square of open line.
        line = 3,
        /// Points for an enemy knight or bishop at the ring.
        minor = 10,
        /// Points for an enemy rook at the ring.
        rook = 14,
        /// Points for an enemy queen at the ring.
        queen = 22,
        /// Points for a file without a pawn close before the king.
        shield = 9,
        /// Further points for a file without a pawn of the side.
        file = 7,
    }
}

/// Squares a queen may attack from the king's square before its lines count as open.
pub(crate) const FREE_LINES: i32 = 4;

impl King {
    /// The meter of one side, in exposure points; 0 for a side without a king.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, attacks: &Attacks, side: Color) -> i32 {
        match pieces.king(side) {
            Some(king) => {
                let cover = self.cover(pieces.of(side, PAWN), side, king);
                self.near_and_lines(pieces, attacks, side, king) + cover
            }
            None => 0,
        }
    }

    /// The meter without the cover: enemy pieces at the ring and open lines.
    #[inline]
    pub(crate) fn near_and_lines(
        &self,
        pieces: &Pieces,
        attacks: &Attacks,
        side: Color,
        king: Square,
    ) -> i32 {
        let near = &attacks.by(!side).near_king;
        let lines = attacks::queen_attacks(king, pieces.occupied()) & !pieces.side(side);
        let open = (lines.count() as i32 - FREE_LINES).max(0);
        self.minor * (near[KNIGHT] + near[BISHOP])
            + self.rook * near[ROOK]
            + self.queen * near[QUEEN]
            + self.line * open
    }

    /// The part that king and own pawns alone decide.
    #[inline]
    pub(crate) fn cover(&self, pawns: Bitboard, side: Color, king: Square) -> i32 {
        let near = two_ranks_before(side, king);
        let middle = king.file() as i32;
        let mut points = 0;
        for file in (middle - 1).max(0)..=(middle + 1).min(7) {
            let on_file = pawns & Bitboard(0x0101_0101_0101_0101 << file);
            points += self.shield * i32::from(on_file.is_disjoint(near))
                + self.file * i32::from(on_file.is_empty());
        }
        points
    }
}

/// The two ranks in front of a king, as far as the board goes.
#[inline]
fn two_ranks_before(side: Color, king: Square) -> Bitboard {
    let rank = king.rank() as u32;
    Bitboard(match side {
        Color::White => 0x00ff_ff00_u64.checked_shl(8 * rank).unwrap_or(0),
        // From a8 down: the same two ranks, counted from the eighth.
        Color::Black => 0x00ff_ff00_u64
            .checked_shl(8 * (7 - rank))
            .unwrap_or(0)
            .swap_bytes(),
    })
}
