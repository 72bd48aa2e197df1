//! Static exchange: whether a capture holds its own on its square. It orders moves, never cuts them.

use shakmaty::attacks;

use super::board::Board;
use super::step::{Kind, Step};
use crate::engine::attacks::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// Worth of each role for exchanging, pawn to king.
pub(crate) const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 10_000];

impl Board {
    /// Whether taking and retaking on the target square, cheapest piece first, loses nothing.
    pub(crate) fn holds(&self, step: Step) -> bool {
        let (from, to) = (step.from(), step.to());
        if matches!(step.kind(), Kind::Castle | Kind::Promotion(_)) {
            return true;
        }
        let mut balance = self.victim(step).map_or(0, |victim| WORTH[victim]);
        let mut attacker = self.mover(step);
        balance -= WORTH[attacker];
        if balance >= 0 {
            return true;
        }
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces.by_role;
        let mut occupied = self.pieces.occupied().without(from).with(to);
        if step.kind() == Kind::EnPassant {
            occupied = occupied.without(to.xor(shakmaty::Square::A2));
        }
        let diagonal = bishops | queens;
        let straight = rooks | queens;
        let mut attackers = self.pieces.attackers(to, occupied) & occupied;
        let mut side = !self.turn;
        loop {
            let own = attackers & self.pieces.side(side);
            if own.is_empty() {
                break;
            }
            let by_worth = [
                (PAWN, pawns),
                (KNIGHT, knights),
                (BISHOP, bishops),
                (ROOK, rooks),
                (QUEEN, queens),
                (KING, kings),
            ];
            let mut square = to;
            for (role, pieces) in by_worth {
                if let Some(first) = (own & pieces).first() {
                    attacker = role;
                    square = first;
                    break;
                }
            }
            occupied = occupied.without(square);
            if matches!(attacker, PAWN | BISHOP | QUEEN) {
                attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(attacker, ROOK | QUEEN) {
                attackers |= attacks::rook_attacks(to, occupied) & straight;
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - WORTH[attacker];
            if balance >= 0 {
                // A king may not take what is still guarded.
                let guarded = !(attackers & self.pieces.side(side)).is_empty();
                if attacker == KING && guarded {
                    side = !side;
                }
                break;
            }
        }
        side != self.turn
    }
}
