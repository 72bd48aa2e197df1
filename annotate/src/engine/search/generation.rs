//! Legal moves: pins and checks are looked at first, so that no move has to be taken back.

use shakmaty::{Bitboard, CastlingSide, Color, Square, attacks};

use super::board::{Board, Ground};
use super::step::{Kind, Step};
use crate::engine::attacks::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};

/// Which part of the legal moves is wanted; `None` in [`Board::generate`] is all but castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Captures and promotions, en passant and under-promotions included: what `Q` looks at.
    Forcing,
    /// All others.
    Quiet,
}

impl Board {
    /// Calls `emit` with each legal move of a part, castling apart.
    #[inline]
    pub(crate) fn generate(&self, part: Option<Part>, emit: &mut impl FnMut(Step)) {
        let us = self.turn;
        let own = self.pieces.side(us);
        let enemy = self.pieces.side(!us);
        let occupied = own | enemy;
        let Some(king) = self.pieces.king(us) else {
            return;
        };
        let wanted = match part {
            Some(Part::Forcing) => enemy,
            Some(Part::Quiet) => !occupied,
            None => !own,
        };
        self.king_steps(king, wanted, emit);
        let allowed = match self.checkers.single_square() {
            Some(checker) => attacks::between(king, checker).with(checker),
            None if self.checkers.is_empty() => Bitboard::FULL,
            None => return,
        };
        let pinned = self.pinned(king);
        let targets = wanted & allowed;
        let mut piece = |from: Square, reached: Bitboard| {
            let mut reached = reached & targets;
            if pinned.contains(from) {
                reached &= attacks::ray(king, from);
            }
            for to in reached {
                emit(Step::new(from, to, Kind::Plain));
            }
        };
        for from in self.pieces.of(us, KNIGHT) & !pinned {
            piece(from, attacks::knight_attacks(from));
        }
        for from in self.pieces.of(us, BISHOP) {
            piece(from, attacks::bishop_attacks(from, occupied));
        }
        for from in self.pieces.of(us, ROOK) {
            piece(from, attacks::rook_attacks(from, occupied));
        }
        for from in self.pieces.of(us, QUEEN) {
            piece(from, attacks::queen_attacks(from, occupied));
        }
        self.pawn_steps(part, king, pinned, allowed, emit);
    }

    #[inline]
    fn king_steps(&self, king: Square, wanted: Bitboard, emit: &mut impl FnMut(Step)) {
        let occupied = self.pieces.occupied().without(king);
        let enemy = self.pieces.side(!self.turn);
        for to in attacks::king_attacks(king) & wanted {
            if (self.pieces.attackers(to, occupied) & enemy).is_empty() {
                emit(Step::new(king, to, Kind::Plain));
            }
        }
    }

    #[inline]
    fn pawn_steps(
        &self,
        part: Option<Part>,
        king: Square,
        pinned: Bitboard,
        allowed: Bitboard,
        emit: &mut impl FnMut(Step),
    ) {
        let us = self.turn;
        let enemy = self.pieces.side(!us);
        let pawns = self.pieces.of(us, PAWN);
        let empty = u64::from(!self.pieces.occupied());
        let last = Bitboard(us.fold_wb(0xff << 56, 0xff));
        let free_to_go = |from: Square, to: Square| {
            !pinned.contains(from) || attacks::ray(king, from).contains(to)
        };
        if part != Some(Part::Quiet) {
            for from in pawns {
                for to in attacks::pawn_attacks(us, from) & enemy & allowed {
                    if free_to_go(from, to) {
                        pawn_step(from, to, last, emit);
                    }
                }
            }
            if let Some(square) = self.en_passant() {
                for from in attacks::pawn_attacks(!us, square) & pawns {
                    if self.may_take_en_passant(from, square, square.xor(Square::A2)) {
                        emit(Step::new(from, square, Kind::EnPassant));
                    }
                }
            }
        }
        let moved = u64::from(pawns);
        let (one, back) = match us {
            Color::White => ((moved << 8) & empty, -8),
            Color::Black => ((moved >> 8) & empty, 8),
        };
        let mut steps = Bitboard(one) & allowed;
        match part {
            Some(Part::Forcing) => steps &= last,
            Some(Part::Quiet) => steps &= !last,
            None => {}
        }
        for to in steps {
            let from = Square::new((to as i32 + back) as u32 & 63);
            if free_to_go(from, to) {
                pawn_step(from, to, last, emit);
            }
        }
        if part != Some(Part::Forcing) {
            let two = match us {
                Color::White => ((one & 0x00ff_0000) << 8) & empty,
                Color::Black => ((one & 0x0000_ff00_0000_0000) >> 8) & empty,
            };
            for to in Bitboard(two) & allowed {
                let from = Square::new((to as i32 + 2 * back) as u32 & 63);
                if free_to_go(from, to) {
                    emit(Step::new(from, to, Kind::Double));
                }
            }
        }
    }

    /// Whether any step, of this position or of another, is a legal move here.
    pub(crate) fn allows(&self, step: Step, ground: &Ground) -> bool {
        let us = self.turn;
        let (from, to) = (step.from(), step.to());
        let own = self.pieces.side(us);
        let enemy = self.pieces.side(!us);
        let occupied = own | enemy;
        let (Some(role), Some(king)) = (self.role_at(from), self.pieces.king(us)) else {
            return false;
        };
        if step == Step::NONE || !own.contains(from) {
            return false;
        }
        let (start, last, ahead) = us.fold_wb((1, 7, 8), (6, 0, -8));
        let rises = |by: i32| to as i32 == from as i32 + by;
        let pawn = || {
            let takes = attacks::pawn_attacks(us, from).contains(to) && enemy.contains(to);
            takes || (rises(ahead) && !occupied.contains(to))
        };
        let moves = match step.kind() {
            Kind::Castle => {
                let mut found = false;
                self.castling(ground, &mut |castling| found |= castling == step);
                return found;
            }
            Kind::EnPassant => {
                return role == PAWN
                    && self.en_passant() == Some(to)
                    && attacks::pawn_attacks(us, from).contains(to)
                    && self.may_take_en_passant(from, to, to.xor(Square::A2));
            }
            Kind::Promotion(_) => role == PAWN && to as i32 / 8 == last && pawn(),
            Kind::Double => {
                role == PAWN
                    && from as i32 / 8 == start
                    && rises(2 * ahead)
                    && (attacks::between(from, to).with(to) & occupied).is_empty()
            }
            Kind::Plain => {
                !own.contains(to)
                    && match role {
                        PAWN => to as i32 / 8 != last && pawn(),
                        KNIGHT => attacks::knight_attacks(from).contains(to),
                        BISHOP => attacks::bishop_attacks(from, occupied).contains(to),
                        ROOK => attacks::rook_attacks(from, occupied).contains(to),
                        QUEEN => attacks::queen_attacks(from, occupied).contains(to),
                        _ => attacks::king_attacks(from).contains(to),
                    }
            }
        };
        let king = if from == king { to } else { king };
        let after = occupied.without(from).with(to);
        moves && (self.pieces.attackers(king, after) & enemy.without(to)).is_empty()
    }

    /// Calls `emit` with each legal castling move.
    #[inline]
    pub(crate) fn castling(&self, ground: &Ground, emit: &mut impl FnMut(Step)) {
        if self.checkers.any() {
            return;
        }
        let us = self.turn;
        let Some(king) = self.pieces.king(us) else {
            return;
        };
        for side in CastlingSide::ALL {
            let Some(castle) = self.castle(ground, side) else {
                continue;
            };
            let occupied = self.pieces.occupied();
            if !(castle.path & occupied).is_empty() {
                continue;
            }
            let enemy = self.pieces.side(!us);
            let attacked = |square: Square, occupied: Bitboard| {
                !(self.pieces.attackers(square, occupied) & enemy).is_empty()
            };
            let without_king = occupied.without(king);
            if castle
                .walk
                .into_iter()
                .any(|square| attacked(square, without_king))
            {
                continue;
            }
            // The rook's leaving may open a line to the king (it cannot in standard chess).
            let after = without_king.without(castle.rook).with(castle.rook_to);
            if !attacked(castle.king_to, after) {
                emit(Step::new(king, castle.rook, Kind::Castle));
            }
        }
    }
}

#[inline]
fn pawn_step(from: Square, to: Square, last: Bitboard, emit: &mut impl FnMut(Step)) {
    if last.contains(to) {
        for role in [QUEEN, KNIGHT, ROOK, BISHOP] {
            emit(Step::new(from, to, Kind::Promotion(role)));
        }
    } else {
        emit(Step::new(from, to, Kind::Plain));
    }
}
