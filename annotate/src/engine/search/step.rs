//! A move in sixteen bits, as the tree keeps it by the thousand.

use shakmaty::{Chess, Move, Position, Role, Square};

/// What is special about a move beside its two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing: a plain move or capture.
    Plain,
    /// A pawn's first step of two squares.
    Double,
    /// Castling; the second square is the rook's.
    Castle,
    /// A capture en passant.
    EnPassant,
    /// A promotion to the role in this slot.
    Promotion(usize),
}

/// A move; [`Step::NONE`] is no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step(u16);

impl Step {
    /// No move: a1 to a1.
    pub(crate) const NONE: Step = Step(0);

    #[inline]
    pub(crate) fn new(from: Square, to: Square, kind: Kind) -> Step {
        let kind = match kind {
            Kind::Plain => 0,
            Kind::Double => 1,
            Kind::Castle => 2,
            Kind::EnPassant => 3,
            Kind::Promotion(slot) => 3 + slot as u16,
        };
        Step(from as u16 | (to as u16) << 6 | kind << 12)
    }

    #[inline]
    pub(crate) fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    #[inline]
    pub(crate) fn to(self) -> Square {
        Square::new(u32::from(self.0 >> 6 & 63))
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        match self.0 >> 12 {
            0 => Kind::Plain,
            1 => Kind::Double,
            2 => Kind::Castle,
            3 => Kind::EnPassant,
            slot => Kind::Promotion(usize::from(slot) - 3),
        }
    }

    /// From and to in twelve bits: an index for the tables that remember moves.
    #[inline]
    pub(crate) fn squares(self) -> usize {
        usize::from(self.0 & 0xfff)
    }

    /// The move of `position` that this is, if it is one.
    pub(crate) fn resolve(self, position: &Chess) -> Option<Move> {
        let moves = position.legal_moves();
        moves
            .into_iter()
            .find(|&candidate| Step::of(candidate) == Some(self))
    }

    /// A library move as a step; drops are none.
    pub(crate) fn of(library: Move) -> Option<Step> {
        Some(match library {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => {
                let kind = match promotion {
                    Some(promotion) => Kind::Promotion(promotion as usize - 1),
                    None if role == Role::Pawn && (from as i32 - to as i32).abs() == 16 => {
                        Kind::Double
                    }
                    None => Kind::Plain,
                };
                Step::new(from, to, kind)
            }
            Move::EnPassant { from, to } => Step::new(from, to, Kind::EnPassant),
            Move::Castle { king, rook } => Step::new(king, rook, Kind::Castle),
            Move::Put { .. } => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_gives_back_what_it_was_made_of() {
        let kinds = [
            Kind::Plain,
            Kind::Double,
            Kind::Castle,
            Kind::EnPassant,
            Kind::Promotion(1),
            Kind::Promotion(4),
        ];
        for kind in kinds {
            let step = Step::new(Square::H7, Square::A8, kind);
            assert_eq!(
                (step.from(), step.to(), step.kind()),
                (Square::H7, Square::A8, kind)
            );
        }
    }
}
