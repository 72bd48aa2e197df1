//! A second route to facts of the board, for mutants alone: the definitions of
//! CLAIMS.md section 2 over shakmaty's boards. The audit itself asks the checker.
//!
//! It exists to show that a mutant which the audit calls true *is* true; where it
//! cannot tell, the mutant counts as missed.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Role, Square};

use crate::{
    claim::Kind,
    graph::{Arguments, BlockKind},
    meters::Seen,
};

/// 1, 3, 3, 5, 9; a king is never cheaper.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => i32::MAX,
    }
}

fn attackers_of_king(board: &Board, side: Color) -> Bitboard {
    board.king_of(side).map_or(Bitboard::EMPTY, |king| {
        board.attacks_to(king, !side, board.occupied())
    })
}

/// The board after an allowed capture of `to` from `from`, if it is one.
fn after_capture(board: &Board, from: Square, to: Square) -> Option<Board> {
    let taker = board.piece_at(from)?;
    let target = board.piece_at(to)?;
    if taker.color == target.color || !board.attacks_from(from).contains(to) {
        return None;
    }
    let before = attackers_of_king(board, taker.color);
    let mut after = board.clone();
    after.discard_piece_at(from);
    let last = taker.role == Role::Pawn
        && to.rank()
            == taker
                .color
                .fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First);
    let role = if last { Role::Queen } else { taker.role };
    after.set_piece_at(
        to,
        Piece {
            color: taker.color,
            role,
        },
    );
    let now = attackers_of_king(&after, taker.color);
    let new = if taker.role == Role::King {
        now
    } else {
        now & !before
    };
    new.is_empty().then_some(after)
}

fn can_be_taken(board: &Board, square: Square, by: Color) -> bool {
    board
        .attacks_to(square, by, board.occupied())
        .into_iter()
        .any(|from| after_capture(board, from, square).is_some())
}

/// Whether the piece on `from` wins the one on `to`.
pub fn wins(board: &Board, from: Square, to: Square) -> bool {
    let (Some(taker), Some(target)) = (board.piece_at(from), board.piece_at(to)) else {
        return false;
    };
    if matches!(target.role, Role::Pawn | Role::King) {
        return false;
    }
    after_capture(board, from, to).is_some_and(|after| {
        worth(taker.role) < worth(target.role) || !can_be_taken(&after, to, target.color)
    })
}

/// Whether some enemy piece wins the one on the square.
pub fn is_loose(board: &Board, square: Square) -> bool {
    board.color_at(square).is_some_and(|color| {
        let enemies = board.attacks_to(square, !color, board.occupied());
        enemies.into_iter().any(|from| wins(board, from, square))
    })
}

/// Whether a move brings about an attack on the square by the moved piece.
pub fn newly_attacks(position: &Chess, m: Move, square: Square) -> bool {
    let (Some(from), Move::Normal { to, .. }) = (m.from(), m) else {
        return false;
    };
    let before = position.board();
    let mut after = position.clone();
    after.play_unchecked(m);
    let stood = after_capture(before, from, square).is_some() && is_loose(before, square);
    wins(after.board(), to, square) && !stood
}

/// Whether a legal capture wins material on its square, in either sense of
/// `capture-allowed`; `retake` picks the form.
pub fn wins_material(position: &Chess, m: Move, retake: bool) -> bool {
    let Some(captured) = m.capture() else {
        return false;
    };
    let mut after = position.clone();
    after.play_unchecked(m);
    if retake {
        worth(m.role()) < worth(captured) && !matches!(captured, Role::Pawn)
    } else {
        !can_be_taken(after.board(), m.to(), !position.turn())
    }
}

/// Whether the mover's own room, king or pawns are worse after one quiet move
/// than after another, by the threshold of ENGINE.md section 5.
pub fn meter_differs(position: &Chess, played: Move, better: Move, kind: Kind) -> Option<bool> {
    let (block, at_least, sign) = match kind {
        Kind::WorseRoom => (BlockKind::Mobility, 20, 1),
        Kind::WorseKing => (BlockKind::King, 25, -1),
        Kind::WorsePawns => (BlockKind::Pawns, 20, 1),
        _ => return None,
    };
    let after = |m: Move| {
        let mut after = position.clone();
        after.play_unchecked(m);
        let quiet = !m.is_capture() && !m.is_promotion() && !after.is_check();
        let seen = Seen::new(after.board(), after.turn());
        quiet.then(|| sign * seen.meter(position.turn(), block, &Arguments::default()))
    };
    Some(match (after(played), after(better)) {
        (Some(played), Some(better)) => better - played >= at_least,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::position;

    #[test]
    fn a_pawn_forks_queen_and_knight() {
        let fen = b"r3kb1r/p1npqp2/1p5p/2pPN3/5p2/P6P/1PP1Q1P1/R1B2RK1 w kq - 1 15";
        let position = position(fen).unwrap();
        let m = position
            .legal_moves()
            .into_iter()
            .find(|m| m.from() == Some(Square::D5) && m.to() == Square::D6)
            .unwrap();
        assert!(newly_attacks(&position, m, Square::E7));
        assert!(newly_attacks(&position, m, Square::C7));
        assert!(!newly_attacks(&position, m, Square::F8));
    }
}
