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

#[cfg(test)]
mod tests {
    use super::super::testing::{mv, position};
    use super::*;

    fn step(fen: &str, uci: &str) -> Step {
        let before = position(fen);
        Step::new(&before, mv(&before, uci), None)
    }

    const OPEN_CENTRE: &str = "r1bqk2r/ppp2ppp/2n5/3n4/1bBP4/2N2N2/PP3PPP/R1BQK2R w KQkq - 0 9";

    #[test]
    fn castling_out_of_an_open_centre_makes_the_king_safer() {
        let reasons = of_move(&step(OPEN_CENTRE, "e1g1"));
        assert_eq!(
            reasons.first().map(|(claim, _)| claim),
            Some(&Claim::SaferKing)
        );
        assert!(reasons.iter().all(|&(_, excess)| excess >= 100));
    }

    #[test]
    fn a_loud_move_has_no_reason() {
        assert!(of_move(&step(OPEN_CENTRE, "c4d5")).is_empty());
        let check = step("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8");
        assert!(of_move(&check).is_empty());
        let promotion = step("8/4P3/8/k7/8/8/8/4K3 w - - 0 1", "e7e8n");
        assert!(of_move(&promotion).is_empty());
    }

    #[test]
    fn a_better_move_is_compared_with_the_move_played() {
        let played = step(OPEN_CENTRE, "h2h3");
        let best = step(OPEN_CENTRE, "e1g1");
        let causes = of_better_move(&played, &best);
        assert_eq!(
            causes.first(),
            Some(&Claim::WorseKing {
                mv: "9. O-O".to_owned()
            })
        );
        assert!(of_better_move(&best, &played).is_empty());
        assert!(of_better_move(&best, &best).is_empty());
        let loud = step(OPEN_CENTRE, "c4d5");
        assert!(of_better_move(&loud, &best).is_empty());
        assert!(of_better_move(&played, &loud).is_empty());
    }

    #[test]
    fn a_passed_pawn_that_runs_betters_the_pawns() {
        let runs = step("7k/8/4P3/8/8/8/8/K7 w - - 0 1", "e6e7");
        assert_eq!(
            of_move(&runs).first().map(|(claim, _)| claim),
            Some(&Claim::BetterPawns)
        );
    }
}
