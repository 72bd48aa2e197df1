//! Who can take what: allowed captures, winning captures, loose pieces.
//!
//! These are the definitions every spoken fact rests on. They look at a board
//! alone and do not ask whose turn it is, so that "attacks" can be said of a
//! side that is not to move. En passant never matters here: what it takes is a
//! pawn, and a pawn is never loose; and no capture can be answered by it on the
//! square it was made on.

use shakmaty::{Bitboard, Board, Color, Role, Square};

/// The worth of a piece, in pawns; a king is never cheaper than anything.
pub fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Whether a piece of this kind can be loose at all: not a pawn, not a king.
pub fn is_loosable(role: Role) -> bool {
    !matches!(role, Role::Pawn | Role::King)
}

/// The knights, bishops, rooks and queens of one side.
pub fn loosable(board: &Board, color: Color) -> Bitboard {
    board.by_color(color) & !board.pawns() & !board.kings()
}

/// The board after the piece on `from` has taken on `target`, whoever's turn it
/// is. A pawn that arrives on its last rank becomes a queen.
fn after_capture(board: &Board, from: Square, target: Square) -> Board {
    let mut after = board.clone();
    if let Some(mut taker) = after.remove_piece_at(from) {
        if taker.role == Role::Pawn
            && target.rank() == taker.color.relative_rank(shakmaty::Rank::Eighth)
        {
            taker.role = Role::Queen;
        }
        after.set_piece_at(target, taker);
    }
    after
}

/// Whether the piece on `from` can take the enemy piece on `target`, whoever is
/// to move: it attacks it, and by taking it does not lay its own king open to a
/// piece that was not attacking the king already. A standing check therefore
/// forbids nothing; a king itself may take only where nothing attacks it after.
pub fn can_take(board: &Board, from: Square, target: Square) -> bool {
    let (Some(taker), Some(victim)) = (board.piece_at(from), board.piece_at(target)) else {
        return false;
    };
    if taker.color == victim.color || !board.attacks_from(from).contains(target) {
        return false;
    }
    let after = after_capture(board, from, target);
    let Some(king) = after.king_of(taker.color) else {
        return true;
    };
    let attackers = after.attacks_to(king, victim.color, after.occupied());
    if taker.role == Role::King {
        return attackers.is_empty();
    }
    let standing = board.attacks_to(king, victim.color, board.occupied());
    (attackers & !standing).is_empty()
}

/// The enemy pieces that can take the piece on `target`.
pub fn takers(board: &Board, target: Square) -> Bitboard {
    let Some(victim) = board.color_at(target) else {
        return Bitboard(0);
    };
    board
        .attacks_to(target, victim.other(), board.occupied())
        .into_iter()
        .filter(|&from| can_take(board, from, target))
        .collect()
}

/// Whether the piece on `from` wins the knight, bishop, rook or queen on
/// `target`: it can take it, and is worth less or cannot be taken there.
pub fn wins(board: &Board, from: Square, target: Square) -> bool {
    let (Some(taker), Some(victim)) = (board.role_at(from), board.role_at(target)) else {
        return false;
    };
    is_loosable(victim)
        && can_take(board, from, target)
        && (worth(taker) < worth(victim)
            || takers(&after_capture(board, from, target), target).is_empty())
}

/// Whether some enemy piece wins the piece on `square`.
pub fn is_loose(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    is_loosable(piece.role)
        && board
            .attacks_to(square, piece.color.other(), board.occupied())
            .into_iter()
            .any(|from| wins(board, from, square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_ascii_board_fen(fen.as_bytes()).expect("a board")
    }

    #[test]
    fn a_pinned_guard_does_not_guard() {
        // The knight on d7 would guard e5, but the rook on d1 pins it to d8.
        let pinned = board("3k4/3n4/8/4n3/8/8/1B6/3RK3");
        assert!(is_loose(&pinned, Square::E5));
        let free = board("4k3/3n4/8/4n3/8/8/1B6/3RK3");
        assert!(!is_loose(&free, Square::E5));
    }

    #[test]
    fn a_pinned_attacker_takes_nothing() {
        let pinned = board("4r1k1/8/8/5q2/8/6N1/8/4K3");
        assert!(can_take(&pinned, Square::G3, Square::F5));
        let pinned = board("4r1k1/8/8/5q2/8/4N3/8/4K3");
        assert!(!can_take(&pinned, Square::E3, Square::F5));
        assert!(!is_loose(&pinned, Square::F5));
    }

    #[test]
    fn a_pinned_piece_may_take_the_pinner() {
        let pinned = board("4r1k1/8/8/8/8/4R3/8/4K3");
        assert!(can_take(&pinned, Square::E3, Square::E8));
    }

    #[test]
    fn a_standing_check_does_not_make_a_guarded_piece_loose() {
        // The queen checks along the e-file; the bishop on g7 guards d4 all the same.
        let checked = board("4k3/6b1/8/8/3n4/8/8/3RQ1K1");
        assert!(!is_loose(&checked, Square::D4));
        let taken = after_capture(&checked, Square::D1, Square::D4);
        assert!(takers(&taken, Square::D4).contains(Square::G7));
    }

    #[test]
    fn a_king_never_takes_a_guarded_piece_and_wins_an_unguarded_one() {
        let guarded = board("4k3/3rr3/8/8/8/8/4R3/4K3");
        assert!(!wins(&guarded, Square::E2, Square::E7));
        let beside = board("8/8/8/8/8/2k5/3n4/4K3");
        assert!(!can_take(&beside, Square::E1, Square::D2));
        let alone = board("8/8/8/8/8/1k6/3n4/4K3");
        assert!(wins(&alone, Square::E1, Square::D2));
    }

    #[test]
    fn a_king_in_check_may_not_take_onto_a_square_the_checker_attacks() {
        // The rook on a2 gives check along the second rank and guards b2.
        let checked = board("7k/8/8/8/8/8/rn1K4/8");
        assert!(!can_take(&checked, Square::D2, Square::B2));
        let near = board("7k/8/8/8/8/8/rnK5/8");
        assert!(!can_take(&near, Square::C2, Square::B2));
    }

    #[test]
    fn a_cheaper_piece_wins_even_what_is_guarded() {
        let pawn = board("r3k3/2n1q3/3P4/8/8/8/8/4K3");
        assert!(wins(&pawn, Square::D6, Square::E7));
        assert!(wins(&pawn, Square::D6, Square::C7));
        let equals = board("4k3/4r3/8/8/8/8/4R3/4K3");
        assert!(!wins(&equals, Square::E2, Square::E7));
    }

    #[test]
    fn a_pawn_that_takes_on_the_last_rank_counts_as_a_pawn() {
        // The rook on h8 would take the new queen back; the bishop is lost all the same.
        let last = board("r3kb1r/p1npPp2/8/8/8/8/8/4K3");
        assert!(wins(&last, Square::E7, Square::F8));
    }

    #[test]
    fn pawns_and_kings_are_never_loose() {
        let hanging = board("4k3/8/8/3p4/4P3/8/8/4K3");
        assert!(!is_loose(&hanging, Square::D5));
        assert!(!is_loose(&hanging, Square::E8));
        assert!(!is_loose(&hanging, Square::A1));
    }
}
