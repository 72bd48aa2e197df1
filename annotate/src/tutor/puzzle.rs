//! A bad move as a position to solve: the chance that was missed, or the reply that punishes.
//!
//! What is to be found is the line of a cause, so that the sentence about the move is the
//! answer. Whether a position makes a puzzle is the judge's word: its best move must be
//! the line's first, and every other move worse by a mistake.

use shakmaty::{Chess, Move, Position};

use super::{
    causes::causes,
    claim::{Chance, Claim},
    class::{Class, Look},
    facts::Step,
    judge::{Verdict, moves_to_mate},
    quiet::had_mate,
    san,
    thresholds::Thresholds,
};
use crate::engine::Score;

/// A mate is to be found in at most so many moves.
const LONGEST_MATE: u32 = 3;
/// Nobody likes to find what loses all the same: the least that the best move is worth, in
/// centipawns, where the other side begins to be better.
const WORST: i32 = -80;
/// Other lines have so many plies: they begin and end with a move of the solver.
const LENGTHS: [usize; 2] = [1, 3];

/// A position to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Whose chance it is: missed by the mover, before the move, or allowed to the other
    /// side, after it.
    pub chance: Chance,
    /// The position, the solver to move.
    pub start: Chess,
    /// The moves to find, with the answers between them.
    pub solution: Vec<Move>,
    /// The cause whose line that is.
    pub cause: Claim,
}

impl Puzzle {
    /// What is to be found, named as the kind of the cause, but as the solver sees it:
    /// `fork`, `wins`, `capture`, `mate`.
    pub fn theme(&self) -> &'static str {
        match self.cause.kind() {
            "had-mate" | "allows-mate" => "mate",
            "capture-allowed" => "capture",
            "missed-guard" => "removes-guard",
            kind => kind.strip_prefix("missed-").unwrap_or(kind),
        }
    }
}

/// The puzzles a bad move may make, what was missed first: one for each side's chance, by
/// the first of its causes with a line short enough to be found.
pub fn candidates(step: &Step, verdict: &Verdict) -> Vec<Puzzle> {
    let mut causes = causes(step, verdict);
    causes.extend(had_mate(step, verdict));
    [Chance::Missed, Chance::Allowed]
        .into_iter()
        .filter_map(|chance| {
            let (start, line) = match chance {
                Chance::Missed => (&step.before, &verdict.best_line),
                Chance::Allowed => (&step.after, &verdict.reply_line),
            };
            causes.iter().find_map(|cause| {
                Some(Puzzle {
                    chance,
                    start: start.clone(),
                    solution: solution(chance, start, line, cause)?,
                    cause: cause.clone(),
                })
            })
        })
        .collect()
}

/// Whether the best move of a position is the only one, by its value and by the value of
/// the position without it, both seen by the solver: he mates with it alone, or stands no
/// worse than a little with it and every other move is at least a mistake.
pub fn is_clear(best: Score, others: Score, thresholds: Thresholds) -> bool {
    match (moves_to_mate(best), moves_to_mate(others)) {
        (_, Some(_)) => false,
        _ if best.value() < WORST => false,
        (Some(_), None) => true,
        (None, None) => thresholds
            .class_of_drop(Look::new(best, others))
            .is_some_and(|class| class >= Class::Mistake),
    }
}

/// The moves to find where a cause is a chance of this kind: the beginning of the judge's
/// line that the cause tells.
fn solution(chance: Chance, start: &Chess, line: &[Move], cause: &Claim) -> Option<Vec<Move>> {
    use Chance::{Allowed, Missed};
    let text = match (chance, cause) {
        (Missed, Claim::HadMate { n, .. }) | (Allowed, Claim::AllowsMate { n }) => {
            return mating(start, line, *n);
        }
        (Allowed, Claim::CaptureAllowed { .. }) => return beginning(start, line, 1),
        (Allowed, Claim::Wins(slots)) | (Missed, Claim::MissedWins(slots)) => &slots.line,
        (Allowed, Claim::Fork(slots) | Claim::Skewer(slots))
        | (Missed, Claim::MissedFork(slots) | Claim::MissedSkewer(slots)) => &slots.line,
        (Allowed, Claim::Pin(slots)) | (Missed, Claim::MissedPin(slots)) => &slots.line,
        (Allowed, Claim::Discovery(slots)) | (Missed, Claim::MissedDiscovery(slots)) => &slots.line,
        (Allowed, Claim::Trap(slots) | Claim::RemovesGuard(slots))
        | (Missed, Claim::MissedTrap(slots) | Claim::MissedGuard(slots)) => &slots.line,
        (Allowed, Claim::Unguards(slots)) => &slots.line,
        (Allowed, Claim::Promotion(slots)) | (Missed, Claim::MissedPromotion(slots)) => &slots.line,
        _ => return None,
    };
    let told = |&plies: &usize| san::line(start, line, plies) == *text;
    beginning(start, line, LENGTHS.into_iter().find(told)?)
}

/// The first `plies` moves of a line, if it has so many legal ones.
fn beginning(start: &Chess, line: &[Move], plies: usize) -> Option<Vec<Move>> {
    let moves = line.get(..plies)?;
    end(start, moves)?;
    Some(moves.to_vec())
}

/// A line up to the mate it ends with after `n` moves of the solver.
fn mating(start: &Chess, line: &[Move], n: u32) -> Option<Vec<Move>> {
    if !(1..=LONGEST_MATE).contains(&n) {
        return None;
    }
    let moves = line.get(..2 * n as usize - 1)?;
    end(start, moves)?.is_checkmate().then(|| moves.to_vec())
}

/// The position after a line, if all of it is legal.
fn end(start: &Chess, moves: &[Move]) -> Option<Chess> {
    moves
        .iter()
        .try_fold(start.clone(), |position, &mv| position.play(mv).ok())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{mv, position, score, verdict};
    use super::*;

    fn found(
        (fen, played): (&str, &str),
        (best, value): (&str, &str),
        (line, replies): (&str, &str),
    ) -> Vec<(Chance, &'static str, String)> {
        let before = position(fen);
        let step = Step::new(&before, mv(&before, played), None);
        candidates(&step, &verdict(&step, best, value, line, replies))
            .iter()
            .map(|puzzle| {
                let Puzzle {
                    start, solution, ..
                } = puzzle;
                (
                    puzzle.chance,
                    puzzle.theme(),
                    san::line(start, solution, solution.len()),
                )
            })
            .collect()
    }

    #[test]
    fn a_capture_allowed_is_the_opponents_to_find() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
        let puzzles = found((fen, "h5e5"), ("35", "-880"), ("f1c4 g8f6", "c6e5 d2d4"));
        assert_eq!(
            puzzles,
            [(Chance::Allowed, "capture", "3... Nxe5".to_owned())]
        );
    }

    #[test]
    fn a_fork_missed_is_the_movers_to_find_with_its_answer() {
        let fen = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 23";
        let puzzles = found(
            (fen, "e1e2"),
            ("500", "0"),
            ("d5c7 e8d7 c7a8 d7c8", "a8a2 e2f3"),
        );
        assert_eq!(
            puzzles,
            [(Chance::Missed, "fork", "23. Nc7+ Kd7 24. Nxa8".to_owned())]
        );
    }

    #[test]
    fn a_mate_is_to_be_found_to_its_end() {
        let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        let allowed = found((fool, "g2g4"), ("0", "#-1"), ("e2e4 b8c6", "d8h4"));
        assert_eq!(allowed, [(Chance::Allowed, "mate", "2... Qh4#".to_owned())]);
        let rook = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
        let missed = found((rook, "a1a7"), ("#1", "300"), ("a1a8", "g8f8 a7a8"));
        assert_eq!(missed, [(Chance::Missed, "mate", "1. Ra8#".to_owned())]);
        // A line that stops short of the mate is no solution.
        let short = found((rook, "a1a7"), ("#2", "300"), ("a1a8", "g8f8 a7a8"));
        assert_eq!(short, []);
    }

    #[test]
    fn a_chance_that_comes_later_is_no_puzzle() {
        let fen = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 23";
        let slow = "e1d2 e8d7 d5b6 d7c6 b6a8";
        assert_eq!(found((fen, "e1e2"), ("500", "0"), (slow, "a8a2 e2f3")), []);
    }

    #[test]
    fn a_move_is_clear_where_every_other_is_a_mistake() {
        let clear = |best, others| is_clear(score(best), score(others), Thresholds::default());
        assert!(clear("300", "0"));
        assert!(!clear("300", "290"));
        assert!(!clear("900", "800"));
        assert!(clear("-80", "-900"));
        assert!(!clear("-81", "-900"));
        assert!(clear("#3", "900"));
        assert!(!clear("#1", "#2"));
        assert!(!clear("300", "#2"));
        assert!(clear("0", "#-2"));
    }
}
