//! Blocks about pawns: structure, formation, space, passed pawns.

use super::sight::{Sight, View, ahead, behind, beside, count, each, files};

/// d4, e4, d5 and e5.
const CENTRE: u64 = 0x0000_0018_1800_0000;
/// c2 to f4.
const SPACE: u64 = 0x0000_0000_3C3C_3C00;

/// Pawns that no enemy pawn ahead on three files, and no own pawn ahead, stops.
fn passed_pawns(own: &Sight, enemy: &Sight) -> u64 {
    let stopped = behind(enemy.pawns);
    own.pawns & !(stopped | beside(stopped) | behind(own.pawns))
}

/// `[doubled, isolated, supported, centre, passed2 … passed7]`.
pub(super) fn structure(view: &View, points: &[i32]) -> i32 {
    let own = view.own.pawns;
    let mut meter = points[0] * count(own & behind(own))
        + points[1] * count(own & !beside(files(own)))
        + points[2] * count(own & view.own.by_pawns)
        + points[3] * count(own & CENTRE);
    for square in each(passed_pawns(view.own, view.enemy)) {
        // The second rank, of index 1, has the fifth argument.
        let rank = square as usize / 8;
        if (1..=6).contains(&rank) {
            meter += points[3 + rank];
        }
    }
    meter
}

/// Pawns side by side, and weak ones that no enemy pawn hides.
/// `[phalanx, exposed]`.
pub(super) fn formation(view: &View, points: &[i32]) -> i32 {
    let own = view.own.pawns;
    let lonely = own & !beside(files(own));
    // A neighbour that is not further ahead: on the rank or anywhere behind.
    let has_help = own & beside(own | ahead(own));
    let halted = own & view.enemy.by_pawns >> 8;
    let weak = lonely | (own & !lonely & !has_help & halted);
    let in_the_open = weak & !behind(view.enemy.pawns);
    points[0] * count(own & beside(own)) + points[1] * count(in_the_open)
}

/// Safe squares in the middle of the own half. `[square, behind]`.
pub(super) fn space(view: &View, points: &[i32]) -> i32 {
    let own = view.own.pawns;
    let safe = SPACE & !own & !view.enemy.by_pawns;
    let sheltered = own >> 8 | own >> 16 | own >> 24;
    points[0] * count(safe) + points[1] * count(safe & sheltered)
}

/// Passed pawns on the fourth rank or beyond, by rank and by how near the kings
/// are. `[escort, chase, supported]`.
pub(super) fn passed(view: &View, points: &[i32]) -> i32 {
    let (own, enemy) = (view.own, view.enemy);
    let mut meter = 0;
    for square in each(passed_pawns(own, enemy)) {
        let beyond = square as i32 / 8 + 1 - 3;
        if beyond < 1 {
            continue;
        }
        let next = square + 8;
        meter += beyond
            * (points[0] * distance(own.king, next)
                + points[1] * distance(enemy.king, next)
                + points[2] * i32::from(own.by_pawns & 1 << square != 0));
    }
    meter
}

/// Moves of a king from its square to another, at most 5; none without a king.
fn distance(king: u64, square: u32) -> i32 {
    if king == 0 {
        return 0;
    }
    let king = king.trailing_zeros();
    let files = (king % 8).abs_diff(square % 8);
    let ranks = (king / 8).abs_diff(square / 8);
    files.max(ranks).min(5) as i32
}
