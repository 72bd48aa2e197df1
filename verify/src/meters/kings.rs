//! Blocks about kings: the exposure of the own one, the attack on the other.

use super::sight::{FILE_A, View, count};

/// `[line, minor, rook, queen, shield, file]`; more is worse.
pub(super) fn exposure(view: &View, points: &[i32]) -> i32 {
    let own = view.own;
    if own.king == 0 {
        return 0;
    }
    let lines = count((own.king_rook_lines | own.king_bishop_lines) & !own.men());
    let mut meter = points[0] * (lines - 4).max(0);
    for (kind, pieces) in view.enemy.ring_pieces.into_iter().enumerate() {
        meter += points[1 + kind] * pieces;
    }
    let king = own.king.trailing_zeros();
    let rank = 0xFF << (king / 8 * 8);
    let two_ahead = rank << 8 | rank << 16;
    let file = king % 8;
    for file in file.saturating_sub(1)..=(file + 1).min(7) {
        let pawns = own.pawns & FILE_A << file;
        if pawns & two_ahead == 0 {
            meter += points[4];
        }
        if pawns == 0 {
            meter += points[5];
        }
    }
    meter
}

/// `[ring, pack, weak, knight_check, bishop_check, rook_check, queen_check]`.
pub(super) fn attack(view: &View, points: &[i32]) -> i32 {
    let (own, enemy) = (view.own, view.enemy);
    let pieces: i32 = own.ring_pieces.into_iter().sum();
    let but_king = enemy.by_pawns | enemy.by_officers();
    let weak = enemy.ring() & own.by_officers() & !but_king;
    let mut meter =
        points[0] * own.ring_attacks + points[1] * (pieces - 1).max(0) + points[2] * count(weak);
    let safe = !own.men() & !enemy.by_all();
    let (rook_lines, bishop_lines) = (enemy.king_rook_lines, enemy.king_bishop_lines);
    let checks = [
        own.by_knights & enemy.king_leaps,
        own.by_bishops & bishop_lines,
        own.by_rooks & rook_lines,
        own.by_queens & (rook_lines | bishop_lines),
    ];
    for (kind, squares) in checks.into_iter().enumerate() {
        meter += points[3 + kind] * i32::from(squares & safe != 0);
    }
    meter
}
