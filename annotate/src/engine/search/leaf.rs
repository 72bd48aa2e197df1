//! Leaf scores inside the tree: whole numbers where the graph allows it, and no more than is asked.
//!
//! Material and placement are known almost for free, kept up to date by the board; what pawns and
//! kings decide is found in a table of structures. What the blocks that need attacks can add is
//! bounded ([`Spread`](crate::engine::compile::Spread)); where the bound decides against the
//! window, they are not looked at. A value at or below alpha, or at or above beta, may then be a bound instead of
//! the score, which is all that a window asks for: no value of the search changes.

use shakmaty::{Color, Square};

use super::board::{Board, Ground};
use super::step::{Kind, Step};
use crate::engine::attacks::{Attacks, BISHOP, KING, PAWN, QUEEN};
use crate::engine::compile::{
    Evaluation, PHASE_COUNTS, Setting, Taper, Whole, in_centipawns, phase_of,
};

/// Slots of the pawn table; a power of two.
const PAWN_SLOTS: usize = 1 << 11;

/// What the pawns of both sides are worth from White's side, found by where they stand.
#[derive(Clone, Copy, Default)]
struct PawnMeters {
    white: u64,
    black: u64,
    /// By themselves.
    structure: Taper,
    /// With the kings, and where those last stood.
    court: Taper,
    kings: [Option<Square>; 2],
}

/// The evaluation with its memory of pawn structures.
pub(crate) struct Leaves {
    evaluation: Evaluation,
    pawns: PawnTable,
}

/// Meters by structure. It holds whole structures, not keys: an entry is right in every position.
struct PawnTable(Vec<PawnMeters>);

impl PawnTable {
    /// What a structure is worth to White with kings on `kings`, by colour.
    #[inline]
    fn worth(
        &mut self,
        whole: &Whole,
        white: u64,
        black: u64,
        kings: [Option<Square>; 2],
    ) -> Taper {
        let mixed =
            white.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ black.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let entry = &mut self.0[(mixed >> 48) as usize % PAWN_SLOTS];
        let other = entry.white != white || entry.black != black;
        if other {
            entry.white = white;
            entry.black = black;
            entry.structure = whole.structure(white.into(), black.into());
        }
        if other || entry.kings != kings {
            entry.court = whole.court(white.into(), black.into(), kings);
            entry.kings = kings;
        }
        entry.structure.plus(entry.court)
    }
}

/// What is known of a position without attacks and the bounds of the rest, in 64ths seen by the
/// mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    /// All that needs no attacks, but for the move.
    settled: i32,
    low: i32,
    high: i32,
}

impl Leaves {
    pub(crate) fn new(evaluation: Evaluation) -> Leaves {
        Leaves {
            evaluation,
            pawns: PawnTable(vec![PawnMeters::default(); PAWN_SLOTS]),
        }
    }

    pub(crate) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// The leaf score seen by the mover: exact inside the window, else a bound beyond its edge.
    #[inline]
    pub(crate) fn stand(&mut self, board: &Board, alpha: i32, beta: i32) -> i32 {
        let phase = phase_of(board.phase);
        let Some(whole) = self.evaluation.whole() else {
            let setting = Setting {
                phase,
                ply: board.ply,
                turn: board.turn,
                key: board.key,
            };
            let attacks = Attacks::of(&board.pieces);
            let white = self.evaluation.general(&board.pieces, &attacks, setting);
            return board.turn.fold_wb(white, -white);
        };
        let outline = outline(whole, &mut self.pawns, board);
        let settled = outline.settled + whole.tempo_of(phase, board.turn);
        let least = in_centipawns(settled + outline.low);
        if least >= beta {
            return least;
        }
        let most = in_centipawns(settled + outline.high);
        if most <= alpha {
            return most;
        }
        let attacks = Attacks::of(&board.pieces);
        let rest = whole.rest(&board.pieces, &attacks, phase);
        in_centipawns(settled + board.turn.fold_wb(rest, -rest))
    }

    /// The most a quiet move of a piece can be worth to the mover, in 64ths and but for what the
    /// piece itself can gain by its new square, if that is known. No piece here is a king or a pawn.
    ///
    /// As [`Leaves::hope`]: such a move leaves material, pawns and kings alone. The opponent's
    /// standing score after it has the other sign and the same bounds, and the move is his.
    #[inline]
    pub(crate) fn quiet_hope(&mut self, board: &Board) -> Option<i32> {
        let whole = self.evaluation.whole()?;
        let outline = outline(whole, &mut self.pawns, board);
        let tempo = whole.tempo_of(phase_of(board.phase), !board.turn);
        Some(outline.settled - tempo + outline.high)
    }

    /// The most a piece can gain by its new square alone, in 64ths, but for what
    /// [`Leaves::quiet_hope`] has counted.
    #[inline]
    pub(crate) fn by_moving(board: &Board, step: Step, ground: &Ground) -> i32 {
        let mover = board.mover(step);
        let change = ground.sums(board.turn, mover, step.to()).less(ground.sums(
            board.turn,
            mover,
            step.from(),
        ));
        change.steady.at(phase_of(board.phase)) + change.high
    }

    /// The most a move can be worth to the mover if the opponent may stand still after it, in
    /// centipawns, if that is known.
    ///
    /// After it the opponent may stand still, so its value is at most the negative of the leaf
    /// score there; what of that score needs no attacks is computed, the rest bounded. Where bare
    /// material could make the next position a draw, nothing is claimed.
    #[inline]
    pub(crate) fn hope(&mut self, board: &Board, step: Step, ground: &Ground) -> Option<i32> {
        let whole = self.evaluation.whole()?;
        let [pawns, _, _, rooks, queens, _] = board.pieces.by_role;
        if (pawns | rooks | queens).count() < 3 {
            return None;
        }
        let (us, them) = (board.turn, !board.turn);
        let mut sums = board.sums;
        let mut phase = board.phase;
        let mut own_pawns = u64::from(board.pieces.of(us, PAWN));
        let mut enemy_pawns = u64::from(board.pieces.of(them, PAWN));
        let mut enemy_bishops = board.pieces.of(them, BISHOP).count();
        if let Some(victim) = board.victim(step) {
            let victim_square = match step.kind() {
                Kind::EnPassant => step.to().xor(Square::A2),
                _ => step.to(),
            };
            sums[them as usize] =
                sums[them as usize].less(ground.sums(them, victim, victim_square));
            phase -= PHASE_COUNTS[victim];
            enemy_bishops -= usize::from(victim == BISHOP);
            if victim == PAWN {
                enemy_pawns &= !(1 << victim_square as u32);
            }
        }
        let mover = board.mover(step);
        let promoted = match step.kind() {
            Kind::Promotion(role) => role.min(QUEEN),
            _ => mover,
        };
        let own_bishops =
            board.pieces.of(us, BISHOP).count() + usize::from(promoted == BISHOP && mover == PAWN);
        let own = sums[us as usize].less(ground.sums(us, mover, step.from()));
        sums[us as usize] = own.more(ground.sums(us, promoted, step.to()));
        phase = phase + PHASE_COUNTS[promoted] - PHASE_COUNTS[mover];
        let mut kings = kings(board);
        if mover == PAWN {
            own_pawns &= !(1 << step.from() as u32);
            if promoted == PAWN {
                own_pawns |= 1 << step.to() as u32;
            }
        } else if mover == KING {
            kings[us as usize] = Some(step.to());
        }
        let phase = phase_of(phase);
        let (white, black) = us.fold_wb((own_pawns, enemy_pawns), (enemy_pawns, own_pawns));
        let pawns = self.pawns.worth(whole, white, black, kings).at(phase);
        let (_, lines_high) = whole.lines(phase, us);
        let (own, enemy) = (sums[us as usize], sums[them as usize]);
        let most = own.steady.minus(enemy.steady).at(phase)
            + us.fold_wb(pawns, -pawns)
            + whole.pair_of(phase, us, own_bishops, enemy_bishops)
            - whole.tempo_of(phase, them)
            + own.high
            - enemy.low
            + lines_high;
        Some(in_centipawns(most))
    }
}

#[inline]
fn kings(board: &Board) -> [Option<Square>; 2] {
    let mut kings = [None; 2];
    for side in Color::ALL {
        kings[side as usize] = board.pieces.king(side);
    }
    kings
}

#[inline]
fn outline(whole: &Whole, pawns: &mut PawnTable, board: &Board) -> Outline {
    let phase = phase_of(board.phase);
    let (us, them) = (board.turn, !board.turn);
    let pawns = pawns
        .worth(
            whole,
            board.pieces.of(Color::White, PAWN).into(),
            board.pieces.of(Color::Black, PAWN).into(),
            kings(board),
        )
        .at(phase);
    let bishops = |side| board.pieces.of(side, BISHOP).count();
    let (own, enemy) = (board.sums[us as usize], board.sums[them as usize]);
    let (lines_low, lines_high) = whole.lines(phase, us);
    Outline {
        settled: own.steady.minus(enemy.steady).at(phase)
            + us.fold_wb(pawns, -pawns)
            + whole.pair_of(phase, us, bishops(us), bishops(them)),
        low: own.low - enemy.high + lines_low,
        high: own.high - enemy.low + lines_high,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::engine::Graph;
    use crate::engine::testing::{self, corpus, random_histories};

    const OUTSIDE: i32 = 40_000;

    fn graphs() -> Vec<Graph> {
        let crooked = r#"{"name":"crooked","version":1,"blocks":[
            {"block":"material","gain":1},
            {"block":"loose","gain":"-3 + 5 * phase","args":{"queen":-9}},
            {"block":"king","gain":"0.5 + -2 * phase","args":{"line":-3,"shield":-9}},
            {"block":"mobility","gain":"-1 + phase","args":{"rook":-2}},
            {"block":"pawns","gain":3}]}"#;
        let crooked = Graph::from_json(crooked.as_bytes()).expect("sound");
        vec![
            Graph::clean(),
            Graph::five(),
            crooked,
            testing::crooked(1),
            testing::crooked(2),
        ]
    }

    #[test]
    fn a_window_gets_the_score_or_a_bound_on_the_right_side_of_it() {
        for graph in graphs() {
            let mut leaves = Leaves::new(Evaluation::new(&graph));
            for history in corpus(5).iter().chain(&random_histories(400, 17)) {
                let position = history.position();
                let ground = Ground::new(position, leaves.evaluation().whole());
                let board = Board::new(position, &ground);
                let exact = leaves.evaluation().score(position).value();
                assert_eq!(leaves.stand(&board, -OUTSIDE, OUTSIDE), exact);
                for alpha in [-900, -400, -150, -20, 0, 30, 200, 600] {
                    let beta = alpha + 1;
                    let bound = leaves.stand(&board, alpha, beta);
                    assert_eq!(bound >= beta, exact >= beta, "{position:?}");
                    if bound >= beta {
                        assert!(bound <= exact, "{position:?}");
                    } else {
                        assert!(bound >= exact, "{position:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_move_brings_more_than_was_hoped_for() {
        for graph in graphs() {
            let mut leaves = Leaves::new(Evaluation::new(&graph));
            for history in corpus(11).iter().chain(&random_histories(200, 19)) {
                let position = history.position();
                let ground = Ground::new(position, leaves.evaluation().whole());
                let board = Board::new(position, &ground);
                for candidate in position.legal_moves() {
                    let step = Step::of(candidate).expect("no drops");
                    if step.kind() == Kind::Castle {
                        continue;
                    }
                    let mut next = position.clone();
                    next.play_unchecked(candidate);
                    let brought = -leaves.evaluation().score(&next).value();
                    if let Some(hope) = leaves.hope(&board, step, &ground) {
                        assert!(brought <= hope, "{candidate:?} in {position:?}");
                    }
                    let piece = !matches!(board.mover(step), PAWN | KING);
                    if piece && board.victim(step).is_none() {
                        let quiet = leaves.quiet_hope(&board).expect("whole numbers");
                        let hope = quiet + Leaves::by_moving(&board, step, &ground);
                        assert!(brought <= in_centipawns(hope), "{candidate:?}");
                    }
                }
            }
        }
    }
}
