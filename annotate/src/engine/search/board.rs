//! The board of the tree: copied for every move, with key, checkers and sums kept up to date.
//!
//! Positions at the boundary of the room are shakmaty's; this one carries what a search asks at
//! every node. Its moves are tested against shakmaty's and against the known perft counts.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Square, attacks};

use super::keys::{KEYS, Keys, right};
use super::step::{Kind, Step};
use crate::engine::attacks::{KING, KNIGHT, PAWN, Pieces, QUEEN, ROOK};
use crate::engine::compile::{PHASE_COUNTS, PieceBounds, Steady, Taper, Whole};

/// A square without a piece in the mailbox; pieces are a slot, plus 8 for White.
pub(crate) const EMPTY: u8 = 7;

/// What does not change below one root: castling geometry and the sums each piece brings.
pub(crate) struct Ground {
    /// By square: the castling rights a move from or to it ends.
    ended: [u8; 64],
    castles: [[Option<Castle>; 2]; 2],
    steady: Box<Steady>,
    spread: Box<PieceBounds>,
    keys: &'static Keys,
}

/// One castling move.
#[derive(Clone, Copy)]
pub(crate) struct Castle {
    pub(crate) rook: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
    /// Must be empty but for king and rook.
    pub(crate) path: Bitboard,
    /// Must not be attacked.
    pub(crate) walk: Bitboard,
}

/// What the pieces of a side add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Material and placement.
    pub(crate) steady: Taper,
    /// Bounds of the other blocks, see [`crate::engine::compile::Spread`].
    pub(crate) high: i32,
    pub(crate) low: i32,
}

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) pieces: Pieces,
    pub(crate) checkers: Bitboard,
    pub(crate) key: u64,
    /// Half-moves since the standard starting position.
    pub(crate) ply: u64,
    pub(crate) sums: [Sums; 2],
    /// Half-moves since a capture or pawn move, held at 255.
    pub(crate) clock: u8,
    rights: u8,
    /// Only where an en passant capture is legal.
    en_passant: Option<Square>,
    pub(crate) turn: Color,
    pub(crate) phase: u16,
    mailbox: [u8; 64],
}

impl Sums {
    #[inline]
    pub(crate) fn more(self, other: Sums) -> Sums {
        Sums {
            steady: self.steady.plus(other.steady),
            high: self.high + other.high,
            low: self.low + other.low,
        }
    }

    #[inline]
    pub(crate) fn less(self, other: Sums) -> Sums {
        Sums {
            steady: self.steady.minus(other.steady),
            high: self.high - other.high,
            low: self.low - other.low,
        }
    }
}

impl Ground {
    /// What a piece brings to its side.
    #[inline]
    pub(crate) fn sums(&self, color: Color, role: usize, square: Square) -> Sums {
        let role = role.min(KING);
        let (low, high) = self.spread[color as usize][role][square as usize];
        Sums {
            steady: self.steady[color as usize][role][square as usize],
            high,
            low,
        }
    }

    pub(crate) fn new(root: &Chess, whole: Option<&Whole>) -> Ground {
        let mut ground = Ground {
            ended: [0; 64],
            castles: [[None; 2]; 2],
            steady: Box::new([[[Taper::default(); 64]; 6]; 2]),
            spread: Box::new([[[(0, 0); 64]; 6]; 2]),
            keys: &KEYS,
        };
        if let Some(whole) = whole {
            ground.steady.clone_from(&whole.steady);
            ground.spread.clone_from(&whole.spread.pieces);
        }
        for color in Color::ALL {
            let Some(king) = root.board().king_of(color) else {
                continue;
            };
            for side in CastlingSide::ALL {
                let Some(corner) = root.castles().rook(color, side) else {
                    continue;
                };
                let king_to = side.king_to(color);
                ground.ended[king as usize] |= right(color, side);
                ground.ended[corner as usize] |= right(color, side);
                ground.castles[color as usize][side as usize] = Some(Castle {
                    rook: corner,
                    king_to,
                    rook_to: side.rook_to(color),
                    path: root.castles().path(color, side),
                    walk: attacks::between(king, king_to).with(king_to),
                });
            }
        }
        ground
    }
}

impl Board {
    /// The position at the root.
    pub(crate) fn new(position: &Chess, ground: &Ground) -> Board {
        let pieces = Pieces::from(position.board());
        let turn = position.turn();
        let mut rights = 0;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if position.castles().has(color, side) {
                    rights |= right(color, side);
                }
            }
        }
        let mut board = Board {
            pieces,
            checkers: position.checkers(),
            key: crate::engine::history::key(position),
            ply: 2 * (u64::from(position.fullmoves().get()) - 1) + u64::from(turn.is_black()),
            sums: [Sums::default(); 2],
            clock: position.halfmoves().min(255) as u8,
            rights,
            en_passant: position.legal_ep_square(),
            turn,
            phase: 0,
            mailbox: [EMPTY; 64],
        };
        for (square, piece) in position.board() {
            let role = piece.role as usize - 1;
            board.mailbox[square as usize] = (role + 8 * piece.color as usize) as u8;
            board.add(piece.color, role, square, ground);
        }
        board
    }

    #[inline]
    fn add(&mut self, color: Color, role: usize, square: Square, ground: &Ground) {
        let own = &mut self.sums[color as usize];
        *own = own.more(ground.sums(color, role, square));
        self.phase += PHASE_COUNTS[role];
    }

    #[inline]
    fn remove(&mut self, color: Color, role: usize, square: Square, ground: &Ground) {
        let own = &mut self.sums[color as usize];
        *own = own.less(ground.sums(color, role, square));
        self.phase -= PHASE_COUNTS[role];
    }

    #[inline]
    fn shift(&mut self, color: Color, role: usize, from: Square, to: Square, ground: &Ground) {
        let own = &mut self.sums[color as usize];
        *own = own.less(ground.sums(color, role, from));
        *own = own.more(ground.sums(color, role, to));
    }

    /// The slot of the piece on `square`, or `None`.
    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Option<usize> {
        let piece = self.mailbox[square as usize];
        (piece != EMPTY).then_some(usize::from(piece & 7).min(KING))
    }

    /// The slot of the piece a step moves.
    #[inline]
    pub(crate) fn mover(&self, step: Step) -> usize {
        self.role_at(step.from()).unwrap_or(PAWN)
    }

    /// The slot of the piece a step captures, or `None`.
    #[inline]
    pub(crate) fn victim(&self, step: Step) -> Option<usize> {
        match step.kind() {
            Kind::EnPassant => Some(PAWN),
            Kind::Castle => None,
            _ => self.role_at(step.to()),
        }
    }

    /// Whether a step is a capture or promotion.
    #[inline]
    pub(crate) fn is_forcing(&self, step: Step) -> bool {
        self.victim(step).is_some() || matches!(step.kind(), Kind::Promotion(_))
    }

    #[inline]
    fn put(&mut self, color: Color, role: usize, square: Square, keys: &Keys) {
        let bit = Bitboard::from_square(square);
        self.pieces.by_role[role] |= bit;
        self.pieces.by_color[color as usize] |= bit;
        let piece = role + 8 * color as usize;
        self.mailbox[square as usize] = piece as u8;
        self.key ^= keys.piece[piece & 15][square as usize];
    }

    #[inline]
    fn lift(&mut self, color: Color, role: usize, square: Square, keys: &Keys) {
        let bit = Bitboard::from_square(square);
        self.pieces.by_role[role] &= !bit;
        self.pieces.by_color[color as usize] &= !bit;
        self.mailbox[square as usize] = EMPTY;
        self.key ^= keys.piece[(role + 8 * color as usize) & 15][square as usize];
    }

    /// The position after a legal step.
    #[inline]
    pub(crate) fn after(&self, step: Step, ground: &Ground) -> Board {
        let mut next = self.clone();
        next.play(step, ground);
        next
    }

    /// The pieces after a plain step, a pawn's double step included, with the other side to move:
    /// all that a leaf score looks at, and nothing else is kept up to date.
    #[inline]
    pub(crate) fn weighed_after(&self, step: Step, ground: &Ground) -> Board {
        let mut next = self.clone();
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (step.from(), step.to());
        if let Some(victim) = self.role_at(to) {
            next.pieces.by_role[victim] = next.pieces.by_role[victim].without(to);
            next.pieces.by_color[them as usize] = next.pieces.by_color[them as usize].without(to);
            next.remove(them, victim, to, ground);
        }
        let role = self.mover(step);
        for squares in [
            &mut next.pieces.by_role[role],
            &mut next.pieces.by_color[us as usize],
        ] {
            *squares = squares.without(from).with(to);
        }
        next.shift(us, role, from, to, ground);
        next.turn = them;
        next
    }

    fn play(&mut self, step: Step, ground: &Ground) {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (step.from(), step.to());
        let keys = ground.keys;
        let role = self.mover(step);
        if let Some(square) = self.en_passant.take() {
            self.key ^= keys.en_passant[square.file() as usize];
        }
        self.clock = self.clock.saturating_add(1);
        let kind = step.kind();
        if let Kind::Castle = kind {
            let castle = if to > from {
                ground.castles[us as usize][CastlingSide::KingSide as usize]
            } else {
                ground.castles[us as usize][CastlingSide::QueenSide as usize]
            };
            if let Some(castle) = castle {
                self.lift(us, KING, from, keys);
                self.lift(us, ROOK, castle.rook, keys);
                self.put(us, KING, castle.king_to, keys);
                self.put(us, ROOK, castle.rook_to, keys);
                self.shift(us, KING, from, castle.king_to, ground);
                self.shift(us, ROOK, castle.rook, castle.rook_to, ground);
            }
        } else {
            if let Some(victim) = self.role_at(to) {
                self.lift(them, victim, to, keys);
                self.remove(them, victim, to, ground);
                self.clock = 0;
            }
            self.lift(us, role, from, keys);
            self.put(us, role, to, keys);
            self.shift(us, role, from, to, ground);
            if role == PAWN {
                self.clock = 0;
                match kind {
                    Kind::EnPassant => {
                        let victim = behind(to);
                        self.lift(them, PAWN, victim, keys);
                        self.remove(them, PAWN, victim, ground);
                    }
                    Kind::Promotion(promotion) => {
                        let promotion = promotion.min(QUEEN);
                        self.lift(us, PAWN, to, keys);
                        self.remove(us, PAWN, to, ground);
                        self.put(us, promotion, to, keys);
                        self.add(us, promotion, to, ground);
                    }
                    _ => {}
                }
            }
        }
        let ended = ground.ended[from as usize] | ground.ended[to as usize];
        if self.rights & ended != 0 {
            self.key ^= keys.castling[usize::from(self.rights & 15)];
            self.rights &= !ended;
            self.key ^= keys.castling[usize::from(self.rights & 15)];
        }
        self.key ^= keys.white;
        self.ply += 1;
        self.turn = them;
        self.checkers = match self.pieces.king(them) {
            Some(square) => {
                self.pieces.attackers(square, self.pieces.occupied()) & self.pieces.side(us)
            }
            None => Bitboard::EMPTY,
        };
        if let Kind::Double = kind {
            let square = behind(to);
            let takers = attacks::pawn_attacks(us, square) & self.pieces.of(them, PAWN);
            if takers
                .into_iter()
                .any(|taker| self.may_take_en_passant(taker, square, to))
            {
                self.en_passant = Some(square);
                self.key ^= keys.en_passant[square.file() as usize];
            }
        }
    }

    /// Whether the side to move keeps its king safe when `taker` takes the pawn on `victim`.
    pub(crate) fn may_take_en_passant(&self, taker: Square, to: Square, victim: Square) -> bool {
        let Some(king) = self.pieces.king(self.turn) else {
            return true;
        };
        let occupied = self
            .pieces
            .occupied()
            .without(taker)
            .without(victim)
            .with(to);
        let enemy = self.pieces.side(!self.turn).without(victim);
        (self.pieces.attackers(king, occupied) & enemy).is_empty()
    }

    /// The castling move to a side, if the right to it is left.
    #[inline]
    pub(crate) fn castle(&self, ground: &Ground, side: CastlingSide) -> Option<Castle> {
        if self.rights & right(self.turn, side) == 0 {
            return None;
        }
        ground.castles[self.turn as usize][side as usize]
    }

    /// The en passant square, only where such a capture is legal.
    #[inline]
    pub(crate) fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The key after a plain quiet step of a piece that is no pawn.
    #[inline]
    pub(crate) fn key_after_quiet(&self, step: Step, ground: &Ground) -> u64 {
        let keys = ground.keys;
        let (from, to) = (step.from(), step.to());
        let piece = usize::from(self.mailbox[from as usize] & 15);
        let mut key = self.key
            ^ keys.white
            ^ keys.piece[piece][from as usize]
            ^ keys.piece[piece][to as usize];
        if let Some(square) = self.en_passant {
            key ^= keys.en_passant[square.file() as usize];
        }
        let ended = ground.ended[from as usize];
        if self.rights & ended != 0 {
            key ^= keys.castling[usize::from(self.rights & 15)]
                ^ keys.castling[usize::from(self.rights & !ended & 15)];
        }
        key
    }

    /// Whether neither side can mate, as judged from the pieces alone.
    #[inline]
    pub(crate) fn is_bare(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = self.pieces.by_role;
        if (pawns | rooks | queens).any() {
            return false;
        }
        if knights.any() {
            return self.pieces.occupied().count() == 3;
        }
        (bishops & Bitboard::DARK_SQUARES).is_empty()
            || (bishops & Bitboard::LIGHT_SQUARES).is_empty()
    }

    /// Own pieces that stand alone between their king and an enemy slider.
    #[inline]
    pub(crate) fn pinned(&self, king: Square) -> Bitboard {
        let [_, _, bishops, rooks, queens, _] = self.pieces.by_role;
        let snipers = ((attacks::bishop_attacks(king, Bitboard::EMPTY) & (bishops | queens))
            | (attacks::rook_attacks(king, Bitboard::EMPTY) & (rooks | queens)))
            & self.pieces.side(!self.turn);
        let occupied = self.pieces.occupied();
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.more_than_one() {
                pinned |= blockers & self.pieces.side(self.turn);
            }
        }
        pinned
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn has_legal_move(&self) -> bool {
        if self.checkers.is_empty() && self.has_easy_move() {
            return true;
        }
        let mut found = false;
        self.generate(None, &mut |_| found = true);
        found
    }

    /// Whether an unhindered piece can move: most positions answer here.
    #[inline]
    fn has_easy_move(&self) -> bool {
        let us = self.turn;
        let Some(king) = self.pieces.king(us) else {
            return false;
        };
        // Off the king's lines nothing is pinned.
        let free = !attacks::queen_attacks(king, Bitboard::EMPTY) & self.pieces.side(us);
        let pawns = u64::from(self.pieces.by_role[PAWN] & free);
        let ahead = Bitboard(us.fold_wb(pawns << 8, pawns >> 8));
        if !(ahead & !self.pieces.occupied()).is_empty() {
            return true;
        }
        let knights = self.pieces.by_role[KNIGHT] & free;
        knights
            .into_iter()
            .any(|knight| !(attacks::knight_attacks(knight) & !self.pieces.side(us)).is_empty())
    }
}

/// The square behind a pawn that has just moved two squares to, or taken en passant on,
/// `square`: fourth rank and third, fifth and sixth change places.
#[inline]
fn behind(square: Square) -> Square {
    square.xor(Square::A2)
}
