//! What one side has and attacks, seen by somebody who plays up the board.
//!
//! Squares are bits, a1 the lowest; a side's own first rank is always the lowest
//! eight bits, so Black's men are seen with the ranks turned over.

use shakmaty::{Bitboard, Board, Color, Role, attacks};

/// Bits of the a-file.
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Bits of the h-file.
pub(super) const FILE_H: u64 = 0x8080_8080_8080_8080;

/// A side's men, what they attack, and sums over them that need the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sight {
    pub(super) pawns: u64,
    pub(super) knights: u64,
    pub(super) bishops: u64,
    pub(super) rooks: u64,
    pub(super) queens: u64,
    pub(super) king: u64,
    /// Squares that pawns attack, and so on.
    pub(super) by_pawns: u64,
    pub(super) by_knights: u64,
    pub(super) by_bishops: u64,
    pub(super) by_rooks: u64,
    pub(super) by_queens: u64,
    pub(super) by_king: u64,
    /// Squares that hold no piece of the side and no enemy pawn attacks, attacked
    /// by its knights, bishops, rooks, queens: each attacker apart.
    pub(super) room: [i32; 4],
    /// Knights and bishops, rooks, queens that bear on the enemy king's ring.
    pub(super) ring_pieces: [i32; 3],
    /// Attacks of officers on squares of that ring, each apart.
    pub(super) ring_attacks: i32,
    /// What a rook or a bishop on the king's square would attack.
    pub(super) king_rook_lines: u64,
    pub(super) king_bishop_lines: u64,
    /// What a knight there would.
    pub(super) king_leaps: u64,
}

impl Sight {
    /// A side of a board, as White sees the board.
    pub(super) fn of(board: &Board, color: Color) -> Sight {
        let own = board.by_color(color);
        let occupied = board.occupied();
        let of_role = |role: Role| own & board.by_role(role);
        let enemy_pawns = board.by_piece((!color).pawn()).0;
        let free = !own.0 & !pawn_attacks(enemy_pawns, !color);
        let enemy_ring = board
            .king_of(!color)
            .map_or(0, |king| attacks::king_attacks(king).0 | bit(king));
        let mut sight = Sight {
            pawns: of_role(Role::Pawn).0,
            knights: of_role(Role::Knight).0,
            bishops: of_role(Role::Bishop).0,
            rooks: of_role(Role::Rook).0,
            queens: of_role(Role::Queen).0,
            by_pawns: pawn_attacks(of_role(Role::Pawn).0, color),
            ..Sight::default()
        };
        if let Some(king) = board.king_of(color) {
            sight.king = bit(king);
            sight.by_king = attacks::king_attacks(king).0;
            sight.king_rook_lines = attacks::rook_attacks(king, occupied).0;
            sight.king_bishop_lines = attacks::bishop_attacks(king, occupied).0;
            sight.king_leaps = attacks::knight_attacks(king).0;
        }
        let mut look = |attacked: Bitboard, kind: usize, class: usize| {
            let on_ring = count(attacked.0 & enemy_ring);
            sight.room[kind] += count(attacked.0 & free);
            sight.ring_pieces[class] += i32::from(on_ring > 0);
            sight.ring_attacks += on_ring;
            attacked.0
        };
        let mut by_kind = [0; 4];
        for square in of_role(Role::Knight) {
            by_kind[0] |= look(attacks::knight_attacks(square), 0, 0);
        }
        for square in of_role(Role::Bishop) {
            by_kind[1] |= look(attacks::bishop_attacks(square, occupied), 1, 0);
        }
        for square in of_role(Role::Rook) {
            by_kind[2] |= look(attacks::rook_attacks(square, occupied), 2, 1);
        }
        for square in of_role(Role::Queen) {
            by_kind[3] |= look(attacks::queen_attacks(square, occupied), 3, 2);
        }
        [
            sight.by_knights,
            sight.by_bishops,
            sight.by_rooks,
            sight.by_queens,
        ] = by_kind;
        sight
    }

    /// The same with the ranks turned over.
    pub(super) fn turned(&self) -> Sight {
        Sight {
            pawns: self.pawns.swap_bytes(),
            knights: self.knights.swap_bytes(),
            bishops: self.bishops.swap_bytes(),
            rooks: self.rooks.swap_bytes(),
            queens: self.queens.swap_bytes(),
            king: self.king.swap_bytes(),
            by_pawns: self.by_pawns.swap_bytes(),
            by_knights: self.by_knights.swap_bytes(),
            by_bishops: self.by_bishops.swap_bytes(),
            by_rooks: self.by_rooks.swap_bytes(),
            by_queens: self.by_queens.swap_bytes(),
            by_king: self.by_king.swap_bytes(),
            king_rook_lines: self.king_rook_lines.swap_bytes(),
            king_bishop_lines: self.king_bishop_lines.swap_bytes(),
            king_leaps: self.king_leaps.swap_bytes(),
            ..*self
        }
    }

    /// Everything the side has.
    pub(super) fn men(&self) -> u64 {
        self.pawns | self.officers() | self.king
    }

    /// Its knights, bishops, rooks and queens.
    pub(super) fn officers(&self) -> u64 {
        self.knights | self.bishops | self.rooks | self.queens
    }

    /// Squares that its officers attack.
    pub(super) fn by_officers(&self) -> u64 {
        self.by_knights | self.by_bishops | self.by_rooks | self.by_queens
    }

    /// Squares that anything of it attacks, the king too.
    pub(super) fn by_all(&self) -> u64 {
        self.by_pawns | self.by_officers() | self.by_king
    }

    /// The squares its king attacks, and its king's own.
    pub(super) fn ring(&self) -> u64 {
        self.by_king | self.king
    }

    /// Its exposed knights and bishops, rooks, queens: attacked by something worth
    /// less, or attacked at all and not defended.
    pub(super) fn exposed(&self, enemy: &Sight) -> [u64; 3] {
        let undefended = enemy.by_all() & !self.by_all();
        let below_rook = enemy.by_pawns | enemy.by_knights | enemy.by_bishops;
        [
            (self.knights | self.bishops) & (enemy.by_pawns | undefended),
            self.rooks & (below_rook | undefended),
            self.queens & (below_rook | enemy.by_rooks | undefended),
        ]
    }
}

/// One side's view of a position: its own men first, both seen by a player who
/// plays up the board.
pub(super) struct View<'a> {
    pub(super) own: &'a Sight,
    pub(super) enemy: &'a Sight,
    pub(super) to_move: bool,
}

fn bit(square: shakmaty::Square) -> u64 {
    1 << square.to_u32()
}

/// How many squares a set has.
pub(super) fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// The squares of a set, one after the other.
pub(super) fn each(mut squares: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = squares.trailing_zeros();
        (squares != 0).then(|| {
            squares &= squares - 1;
            square
        })
    })
}

/// What pawns of a colour attack, on White's board.
fn pawn_attacks(pawns: u64, color: Color) -> u64 {
    match color {
        Color::White => up_beside(pawns),
        Color::Black => up_beside(pawns.swap_bytes()).swap_bytes(),
    }
}

/// The squares diagonally ahead.
pub(super) fn up_beside(squares: u64) -> u64 {
    (squares & !FILE_H) << 9 | (squares & !FILE_A) << 7
}

/// The squares on the files beside, on the same rank.
pub(super) fn beside(squares: u64) -> u64 {
    (squares & !FILE_H) << 1 | (squares & !FILE_A) >> 1
}

/// Every square anywhere ahead of one of the set.
pub(super) fn ahead(squares: u64) -> u64 {
    let squares = squares << 8;
    let squares = squares | squares << 8;
    let squares = squares | squares << 16;
    squares | squares << 32
}

/// Every square anywhere behind one of the set: the one ahead of which it stands.
pub(super) fn behind(squares: u64) -> u64 {
    ahead(squares.swap_bytes()).swap_bytes()
}

/// The files of a set, whole.
pub(super) fn files(squares: u64) -> u64 {
    squares | ahead(squares) | behind(squares)
}
