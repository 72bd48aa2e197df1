//! Sets of squares as one number, looked at from one side: what the pawn blocks share.
//!
//! A block turns Black's board upside down first ([`facing`]), so that "ahead" is always up and one
//! direction is enough.

use shakmaty::{Bitboard, Color, Square};

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;

/// A set as its side sees it: Black's upside down.
#[inline]
pub(super) fn facing(side: Color, squares: Bitboard) -> u64 {
    match side {
        Color::White => u64::from(squares),
        Color::Black => u64::from(squares).swap_bytes(),
    }
}

/// A square as its side sees it.
#[inline]
pub(super) fn seen_by(side: Color, square: Square) -> Square {
    match side {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}

/// How many squares a set has.
#[inline]
pub(super) fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// Each square and all squares below it on its file.
pub(super) const fn fill_down(mut squares: u64) -> u64 {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

/// Each square and all squares above it on its file.
pub(super) const fn fill_up(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

/// The squares directly beside those given.
pub(super) const fn beside(squares: u64) -> u64 {
    ((squares & !FILE_H) << 1) | ((squares & !FILE_A) >> 1)
}

/// The squares that own pawns attack, ahead of them.
pub(super) const fn attacked_upward(pawns: u64) -> u64 {
    beside(pawns) << 8
}

/// The squares that enemy pawns attack, coming down.
pub(super) const fn attacked_downward(pawns: u64) -> u64 {
    beside(pawns) >> 8
}

/// Own pawns with no enemy pawn ahead on their file or beside it, and no own pawn ahead.
pub(super) const fn passed(own: u64, enemy: u64) -> u64 {
    let behind_enemy = fill_down(enemy >> 8);
    own & !fill_down(own >> 8) & !(behind_enemy | beside(behind_enemy))
}
