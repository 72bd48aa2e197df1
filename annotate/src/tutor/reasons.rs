//! Room, king and pawns: what a quiet move changed, measured in whole points.
//!
//! The meters are the engine's, unweighed, of the mover's own side. They count
//! only where nothing louder happened: a move that captures, promotes or checks
//! has none.

use shakmaty::{Board, Color, Position};

use super::{claim::Claim, facts::Step, san};
use crate::engine::meters;

/// By how much own room must grow to be a reason, in points.
pub const ROOM: i32 = 20;
/// By how much own king exposure must fall to be a reason, in points.
pub const KING: i32 = 25;
/// By how much own pawn structure must grow to be a reason, in points.
pub const PAWNS: i32 = 20;

/// The three gains of a side between two boards; more is better in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Gains {
    room: i32,
    king: i32,
    pawns: i32,
}

impl Gains {
    fn between(one: &Board, other: &Board, side: Color) -> Gains {
        let meter = |measure: fn(&Board, Color) -> i32| measure(other, side) - measure(one, side);
        Gains {
            room: meter(meters::room),
            king: -meter(meters::king_exposure),
            pawns: meter(meters::pawn_structure),
        }
    }

    /// The gains past their thresholds with their excess in hundredths of the
    /// threshold, the greatest first.
    fn past_thresholds(self) -> Vec<(Kind, i32)> {
        let mut past: Vec<(Kind, i32)> = [
            (Kind::Room, self.room, ROOM),
            (Kind::King, self.king, KING),
            (Kind::Pawns, self.pawns, PAWNS),
        ]
        .into_iter()
        .filter(|&(_, gain, threshold)| gain >= threshold)
        .map(|(kind, gain, threshold)| (kind, gain * 100 / threshold))
        .collect();
        past.sort_by_key(|&(_, excess)| -excess);
        past
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Room,
    King,
    Pawns,
}

/// The reasons a move gives for itself, each with its gain in hundredths of the
/// threshold (100 or more), the greatest first.
pub fn of_move(step: &Step) -> Vec<(Claim, i32)> {
    if !step.is_quiet() {
        return Vec::new();
    }
    Gains::between(step.before.board(), step.after.board(), step.mover())
        .past_thresholds()
        .into_iter()
        .map(|(kind, excess)| {
            let claim = match kind {
                Kind::Room => Claim::MoreRoom,
                Kind::King => Claim::SaferKing,
                Kind::Pawns => Claim::BetterPawns,
            };
            (claim, excess)
        })
        .collect()
}

/// What a best move would have kept or gained over the move played, the greatest
/// difference first.
pub fn of_better_move(played: &Step, best: &Step) -> Vec<Claim> {
    if played.mv == best.mv || !played.is_quiet() || !best.is_quiet() {
        return Vec::new();
    }
    Gains::between(played.after.board(), best.after.board(), played.mover())
        .past_thresholds()
        .into_iter()
        .map(|(kind, _)| {
            let mv = san::numbered(&best.before, best.mv);
            match kind {
                Kind::Room => Claim::WorseRoom { mv },
                Kind::King => Claim::WorseKing { mv },
                Kind::Pawns => Claim::WorsePawns { mv },
            }
        })
        .collect()
}
