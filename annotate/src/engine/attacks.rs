//! Who attacks what: the attack maps of one position, worked out once and read by every block.
//!
//! Attacks are pseudo-attacks: what a piece attacks by its way of moving over the pieces on the
//! board, whatever pins it and whoever is to move. Several blocks ask about the same
//! squares, so one walk over the pieces collects all they need.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// Place of a role in the arrays of this room: pawn 0 to king 5.
pub(crate) const fn slot(role: Role) -> usize {
    role as usize - 1
}

pub(crate) const PAWN: usize = slot(Role::Pawn);
pub(crate) const KNIGHT: usize = slot(Role::Knight);
pub(crate) const BISHOP: usize = slot(Role::Bishop);
pub(crate) const ROOK: usize = slot(Role::Rook);
pub(crate) const QUEEN: usize = slot(Role::Queen);
pub(crate) const KING: usize = slot(Role::King);

/// The pieces on the board and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    pub(crate) by_role: [Bitboard; 6],
    pub(crate) by_color: [Bitboard; 2],
}

impl Pieces {
    /// The squares of the pieces of one role and colour.
    #[inline]
    pub(crate) fn of(&self, color: Color, role: usize) -> Bitboard {
        self.by_role[role] & self.by_color[color as usize]
    }

    /// The squares of one side.
    #[inline]
    pub(crate) fn side(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// All squares that hold a piece.
    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The king of a side; legal positions have one.
    #[inline]
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        self.of(color, KING).first()
    }

    /// Pieces of either side that attack `square` over `occupied`.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.by_role;
        (attacks::pawn_attacks(Color::White, square) & pawns & self.side(Color::Black))
            | (attacks::pawn_attacks(Color::Black, square) & pawns & self.side(Color::White))
            | (attacks::knight_attacks(square) & knights)
            | (attacks::king_attacks(square) & kings)
            | (attacks::bishop_attacks(square, occupied) & (bishops | queens))
            | (attacks::rook_attacks(square, occupied) & (rooks | queens))
    }
}

impl From<&Board> for Pieces {
    fn from(board: &Board) -> Pieces {
        let mut by_color = [Bitboard::EMPTY; 2];
        for color in Color::ALL {
            by_color[color as usize] = board.by_color(color);
        }
        Pieces {
            by_role: Role::ALL.map(|role| board.by_role(role)),
            by_color,
        }
    }
}

/// What one side attacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Side {
    /// By pawns.
    pub(crate) pawns: Bitboard,
    /// By knights and bishops.
    pub(crate) minors: Bitboard,
    /// By rooks.
    pub(crate) rooks: Bitboard,
    /// By anything.
    pub(crate) all: Bitboard,
    /// By anything but the king.
    pub(crate) but_king: Bitboard,
    /// By knights, bishops, rooks and queens, each apart.
    pub(crate) officers: [Bitboard; 4],
    /// By role: squares attacked, each piece apart, that hold no piece of the side and are not
    /// attacked by an enemy pawn.
    pub(crate) reach: [i32; 6],
    /// By role: how many pieces attack a square of the enemy king's ring.
    pub(crate) near_king: [i32; 6],
    /// How often a square of the enemy king's ring is attacked by such pieces.
    pub(crate) ring: i32,
}

/// The attack maps of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Attacks {
    sides: [Side; 2],
}

impl Attacks {
    /// Works out the maps.
    #[inline]
    pub fn of(pieces: &Pieces) -> Attacks {
        let white_pawns = pieces.of(Color::White, PAWN);
        let black_pawns = pieces.of(Color::Black, PAWN);
        let by_white = pawn_attacks(Color::White, white_pawns);
        let by_black = pawn_attacks(Color::Black, black_pawns);
        let mut sides = [Side::default(); 2];
        sides[Color::White as usize] = walk(pieces, Color::White, by_white, by_black);
        sides[Color::Black as usize] = walk(pieces, Color::Black, by_black, by_white);
        Attacks { sides }
    }

    /// What `color` attacks.
    #[inline]
    pub(crate) fn by(&self, color: Color) -> &Side {
        &self.sides[color as usize]
    }
}

/// All squares that pawns of `color` on `pawns` attack.
#[inline]
pub(crate) fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let pawns = u64::from(pawns);
    Bitboard(match color {
        Color::White => ((pawns & NOT_H) << 9) | ((pawns & NOT_A) << 7),
        Color::Black => ((pawns & NOT_H) >> 7) | ((pawns & NOT_A) >> 9),
    })
}

#[inline]
fn walk(pieces: &Pieces, color: Color, own_pawns: Bitboard, enemy_pawns: Bitboard) -> Side {
    let occupied = pieces.occupied();
    let room = !(pieces.side(color) | enemy_pawns);
    let ring = match pieces.king(!color) {
        Some(king) => attacks::king_attacks(king).with(king),
        None => Bitboard::EMPTY,
    };
    let own_king = match pieces.king(color) {
        Some(king) => attacks::king_attacks(king),
        None => Bitboard::EMPTY,
    };
    let mut side = Side {
        pawns: own_pawns,
        ..Side::default()
    };
    for (officer, role) in [KNIGHT, BISHOP, ROOK, QUEEN].into_iter().enumerate() {
        for square in pieces.of(color, role) {
            let reached = match role {
                KNIGHT => attacks::knight_attacks(square),
                BISHOP => attacks::bishop_attacks(square, occupied),
                ROOK => attacks::rook_attacks(square, occupied),
                _ => attacks::queen_attacks(square, occupied),
            };
            let hits = (reached & ring).count() as i32;
            side.officers[officer] |= reached;
            side.reach[role] += (reached & room).count() as i32;
            side.near_king[role] += i32::from(hits > 0);
            side.ring += hits;
        }
    }
    let [knights, bishops, rooks, queens] = side.officers;
    side.minors = knights | bishops;
    side.rooks = rooks;
    side.but_king = own_pawns | side.minors | rooks | queens;
    side.all = side.but_king | own_king;
    side
}
