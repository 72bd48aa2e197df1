//! Polyglot's random numbers in flat tables, so that a key follows a move with a few exclusive ors.

use std::sync::LazyLock;

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Color, File, Role, Square};

/// The numbers a position's key is made of.
pub(crate) struct Keys {
    /// By piece (slot, plus 8 for White) and square.
    pub(crate) piece: [[u64; 64]; 16],
    /// By castling right, see [`right`].
    pub(crate) castling: [u64; 16],
    /// By file of the en passant square.
    pub(crate) en_passant: [u64; 8],
    pub(crate) white: u64,
}

/// The bit of a castling right.
pub(crate) const fn right(color: Color, side: CastlingSide) -> u8 {
    1 << (color as u8 * 2 + side as u8)
}

pub(crate) static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let mut keys = Keys {
        piece: [[0; 64]; 16],
        castling: [0; 16],
        en_passant: [0; 8],
        white: Zobrist64::zobrist_for_white_turn().into(),
    };
    for color in Color::ALL {
        for role in Role::ALL {
            for square in Square::ALL {
                keys.piece[role as usize - 1 + 8 * color as usize][square as usize] =
                    Zobrist64::zobrist_for_piece(square, role.of(color)).into();
            }
        }
        for side in CastlingSide::ALL {
            let number: u64 = Zobrist64::zobrist_for_castling_right(color, side).into();
            for (rights, entry) in (0_u8..).zip(&mut keys.castling) {
                if rights & right(color, side) != 0 {
                    *entry ^= number;
                }
            }
        }
    }
    for file in File::ALL {
        keys.en_passant[file as usize] = Zobrist64::zobrist_for_en_passant_file(file).into();
    }
    keys
});
