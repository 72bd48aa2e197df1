//! The meters that may be spoken of: room, king exposure and pawn structure, never weighed.
//!
//! They always use the default arguments of ENGINE.md section 5, whatever graph is played with, so
//! that a sentence about them is a fact of the board.

use shakmaty::{Board, Color};

use super::attacks::{Attacks, Pieces};
use super::blocks::{King, Mobility, Pawns};

/// Room of one side: the mobility meter.
pub fn room(board: &Board, side: Color) -> i32 {
    Mobility::default().meter(&Attacks::of(&Pieces::from(board)), side)
}

/// Exposure points of one side's king; more is worse.
pub fn king_exposure(board: &Board, side: Color) -> i32 {
    let pieces = Pieces::from(board);
    King::default().meter(&pieces, &Attacks::of(&pieces), side)
}

/// Structure points of one side's pawns.
pub fn pawn_structure(board: &Board, side: Color) -> i32 {
    Pawns::default().meter(&Pieces::from(board), side)
}
