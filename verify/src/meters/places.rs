//! The formula of `placement` and `endgame`: where each piece stands.

use super::sight::{View, each};

/// Points for the places of a side's men; the order of the arguments is that of
/// `annotate/ENGINE.md`.
pub(super) fn placement(view: &View, points: &[i32]) -> i32 {
    let own = view.own;
    let mut meter = 0;
    for square in each(own.pawns) {
        meter += points[file(square) as usize] * (rank(square) - 2);
    }
    for square in each(own.knights) {
        meter += points[8] * ring(square) + points[9] * step(square);
        meter += points[10] * i32::from(rank(square) == 1);
    }
    for square in each(own.bishops) {
        meter += points[11] * step(square) + points[12] * i32::from(rank(square) == 1);
    }
    for square in each(own.rooks) {
        meter += points[13] * inward(file(square)) + points[14] * step(square);
        meter += points[15] * i32::from(rank(square) >= 7);
    }
    for square in each(own.queens) {
        meter += points[16] * step(square);
    }
    for square in each(own.king) {
        let castled = rank(square) == 1 && !(3..=5).contains(&file(square));
        meter += points[17] * ring(square) + points[18] * (rank(square) - 1).min(3);
        meter += points[19] * i32::from(castled);
    }
    meter
}

/// 1 to 8 from the own side.
fn rank(square: u32) -> i32 {
    square as i32 / 8 + 1
}

/// 0 for a to 7 for h.
fn file(square: u32) -> i32 {
    square as i32 % 8
}

/// How far a file or rank (0 to 7) is from the nearer edge, 0 to 3.
fn inward(index: i32) -> i32 {
    index.min(7 - index)
}

/// The distance of a square to the nearest edge.
fn ring(square: u32) -> i32 {
    inward(file(square)).min(inward(rank(square) - 1))
}

/// Ranks gone from the first, at most five.
fn step(square: u32) -> i32 {
    (rank(square) - 1).min(5)
}
