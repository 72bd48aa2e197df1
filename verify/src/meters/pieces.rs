//! Blocks about officers: material, loose, mobility, pair, tempo, files, minors,
//! threats.

use super::sight::{View, behind, beside, count, files as files_of, up_beside};

/// a1, c1 … and b2, d2 …: the dark squares, seen from either side the same ones up
/// to a swap of the colours.
const ONE_COLOUR: u64 = 0xAA55_AA55_AA55_AA55;

/// Ranks four, five and six.
const OUTPOSTS: u64 = 0x0000_FFFF_FF00_0000;

/// The worth of the side's men. `[pawn, knight, bishop, rook, queen]`.
pub(super) fn material(view: &View, points: &[i32]) -> i32 {
    let own = view.own;
    points[0] * count(own.pawns)
        + points[1] * count(own.knights)
        + points[2] * count(own.bishops)
        + points[3] * count(own.rooks)
        + points[4] * count(own.queens)
}

/// Exposed officers. `[minor, rook, queen]`.
pub(super) fn loose(view: &View, points: &[i32]) -> i32 {
    let exposed = view.own.exposed(view.enemy);
    (0..3).map(|kind| points[kind] * count(exposed[kind])).sum()
}

/// Free squares that officers attack. `[knight, bishop, rook, queen]`.
pub(super) fn mobility(view: &View, points: &[i32]) -> i32 {
    (0..4).map(|kind| points[kind] * view.own.room[kind]).sum()
}

/// `[bishops]` for two bishops or more.
pub(super) fn pair(view: &View, points: &[i32]) -> i32 {
    points[0] * i32::from(count(view.own.bishops) >= 2)
}

/// `[to_move]` for having the move.
pub(super) fn tempo(view: &View, points: &[i32]) -> i32 {
    points[0] * i32::from(view.to_move)
}

/// Rooks on files without any pawn, or without an own one. `[open, half]`.
pub(super) fn files(view: &View, points: &[i32]) -> i32 {
    let free = view.own.rooks & !files_of(view.own.pawns);
    let half = free & files_of(view.enemy.pawns);
    points[0] * count(free & !half) + points[1] * count(half)
}

/// Outposts, and bishops behind pawns on their colour. `[knight, bishop, bad]`.
pub(super) fn minors(view: &View, points: &[i32]) -> i32 {
    let own = view.own;
    // Where an enemy pawn stands ahead on a file beside, it may come and attack.
    let assailable = beside(behind(view.enemy.pawns));
    let posts = OUTPOSTS & own.by_pawns & !assailable;
    let mut meter = points[0] * count(own.knights & posts) + points[1] * count(own.bishops & posts);
    for colour in [ONE_COLOUR, !ONE_COLOUR] {
        meter += points[2] * count(own.bishops & colour) * count(own.pawns & colour);
    }
    meter
}

/// Enemy officers that are exposed, or that a pawn could step up to.
/// `[target, push]`.
pub(super) fn threats(view: &View, points: &[i32]) -> i32 {
    let (own, enemy) = (view.own, view.enemy);
    let targets: i32 = enemy.exposed(own).into_iter().map(count).sum();
    let steps = own.pawns << 8 & !(own.men() | enemy.men()) & !enemy.by_pawns;
    points[0] * targets + points[1] * count(enemy.officers() & up_beside(steps))
}
