//! Files: rooks on files without pawns.

use shakmaty::{Bitboard, Color};

use super::arguments;
use super::squares::{fill_down, fill_up};
use crate::engine::attacks::{PAWN, Pieces, ROOK};

arguments! {
    /// Rewards rooks on open files, and on files that only enemy pawns close.
    Files {
        /// A rook on a file without pawns.
        open = 2,
        /// A rook on a file with enemy pawns only.
        half = 1,
    }
}

impl Files {
    /// The meter of one side.
    #[inline]
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        let rooks = pieces.of(side, ROOK);
        let on_files = |pawns: Bitboard| Bitboard(fill_up(fill_down(u64::from(pawns))));
        let own = on_files(pieces.of(side, PAWN));
        let enemy = on_files(pieces.of(!side, PAWN));
        self.open * (rooks & !own & !enemy).count() as i32
            + self.half * (rooks & !own & enemy).count() as i32
    }
}
