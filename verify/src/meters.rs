//! The sixteen meters of section 5 of `annotate/ENGINE.md`.
//!
//! Both sides are looked at from where they sit (`sight`), so that every block
//! is written once, for a side that plays up the board, and is mirror symmetric
//! by construction. Attacks are pseudo-attacks, over the pieces on the board,
//! whatever pins the attacker. Units: centipawns (material), points, and for
//! mobility room.

use shakmaty::{Board, Color};

use crate::graph::{Arguments, BlockKind};

mod kings;
mod pawns;
mod pieces;
mod places;
mod sight;

pub use places::Places;
use sight::{Sight, View};

/// A board looked at from both sides.
pub struct Seen {
    /// White's men, then Black's, seen by White.
    by_white: [Sight; 2],
    /// Black's men, then White's, seen by Black.
    by_black: [Sight; 2],
    turn: Color,
}

impl Seen {
    /// Looks at a board, with `turn` to move.
    pub fn new(board: &Board, turn: Color) -> Seen {
        let white = Sight::of(board, Color::White);
        let black = Sight::of(board, Color::Black);
        Seen {
            by_white: [white, black],
            by_black: [black.turned(), white.turned()],
            turn,
        }
    }

    /// One side's meter.
    pub fn meter(&self, color: Color, block: BlockKind, arguments: &Arguments) -> i32 {
        let [own, enemy] = color.fold_wb(&self.by_white, &self.by_black);
        let view = View {
            own,
            enemy,
            to_move: color == self.turn,
        };
        meter(&view, block, arguments)
    }

    /// One side's meter of a block of places, by its table.
    pub fn places(&self, color: Color, places: &Places) -> i32 {
        let [own, _] = color.fold_wb(&self.by_white, &self.by_black);
        places.of(own)
    }
}

/// The table of a block that is one of places alone.
pub fn places_of(block: BlockKind, arguments: &Arguments) -> Option<Places> {
    matches!(block, BlockKind::Placement | BlockKind::Endgame)
        .then(|| Places::new(arguments.of(block)))
}

/// One block's meter of the side that a view is that of.
fn meter(view: &View, block: BlockKind, arguments: &Arguments) -> i32 {
    let points = arguments.of(block);
    match block {
        BlockKind::Material => pieces::material(view, points),
        BlockKind::Loose => pieces::loose(view, points),
        BlockKind::King => kings::exposure(view, points),
        BlockKind::Mobility => pieces::mobility(view, points),
        BlockKind::Pawns => pawns::structure(view, points),
        BlockKind::Placement | BlockKind::Endgame => Places::new(points).of(view.own),
        BlockKind::Pair => pieces::pair(view, points),
        BlockKind::Tempo => pieces::tempo(view, points),
        BlockKind::Formation => pawns::formation(view, points),
        BlockKind::Space => pawns::space(view, points),
        BlockKind::Passed => pawns::passed(view, points),
        BlockKind::Files => pieces::files(view, points),
        BlockKind::Minors => pieces::minors(view, points),
        BlockKind::Threats => pieces::threats(view, points),
        BlockKind::Attack => kings::attack(view, points),
    }
}

/// The phase in 64ths, 0 to 64.
pub fn phase(board: &Board) -> u8 {
    let weight = 2 * (board.knights() | board.bishops()).count()
        + 4 * board.rooks().count()
        + 16 * board.queens().count();
    weight.min(64) as u8
}

#[cfg(test)]
mod tests;
