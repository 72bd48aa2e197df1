//! The last full-width ply: moves that provably cannot reach the window are not entered.
//!
//! After a move that gives no check at the last ply, the opponent may stand still. So the move is
//! worth at most the negative of the leaf score after it, unless the rules make the position a draw.
//! Where the most that leaf score can be worth to the mover
//! ([`Leaves::hope`](super::leaf::Leaves::hope)) does not exceed alpha, and a draw would not either
//! or is ruled out, the move cannot raise alpha: leaving it out changes no value. Nothing is
//! guessed here, unlike in what is called futility pruning.

use shakmaty::{Bitboard, Square, attacks};

use super::board::Board;
use super::leaf::Leaves;
use super::step::{Kind, Step};
use super::tree::Tree;
use crate::engine::attacks::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::engine::compile::in_centipawns;

/// What is known of a node at the last ply before its moves are looked at one by one.
#[derive(Clone, Copy)]
pub(crate) struct Frontier {
    /// Where a piece of each role attacks the enemy king.
    checking: [Bitboard; 6],
    /// Own pieces that may give check by stepping aside.
    screens: Bitboard,
    /// Whether the opponent can move whatever single move is made now.
    never_stalemate: bool,
    /// What any quiet move but a king's or a pawn's can hope for, see [`Leaves::quiet_hope`].
    ///
    /// [`Leaves::quiet_hope`]: super::leaf::Leaves::quiet_hope
    quiet: i32,
}

impl Tree {
    /// Looks at a node whose moves lead to leaves; `None` where nothing can be bounded.
    pub(crate) fn frontier(&mut self, board: &Board) -> Option<Frontier> {
        let quiet = self.leaves.quiet_hope(board)?;
        let king = board.pieces.king(!board.turn)?;
        let occupied = board.pieces.occupied();
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        let mut checking = [Bitboard::EMPTY; 6];
        checking[PAWN] = attacks::pawn_attacks(!board.turn, king);
        checking[KNIGHT] = attacks::knight_attacks(king);
        checking[BISHOP] = diagonal;
        checking[ROOK] = straight;
        checking[QUEEN] = diagonal | straight;
        checking[KING] = Bitboard::EMPTY;
        Some(Frontier {
            checking,
            screens: board.blockers(king, board.turn),
            never_stalemate: board.has_sure_moves(!board.turn),
            quiet,
        })
    }

    /// A bound on the value of a move at the last ply that does not exceed `alpha`, if one is proved.
    ///
    /// With `weigh` the leaf score after the move is worked out where bounds on it do not tell, and
    /// left in `standing`, as a search of the move with a window that only asks about `alpha` needs it.
    #[inline]
    pub(crate) fn hopeless(
        &mut self,
        board: &Board,
        step: Step,
        frontier: &Frontier,
        alpha: i32,
        weigh: bool,
    ) -> Option<i32> {
        self.standing = None;
        let kind = step.kind();
        let mover = board.mover(step);
        if !matches!(kind, Kind::Plain | Kind::Double)
            || frontier.checking[mover].contains(step.to())
            || frontier.screens.contains(step.from())
        {
            return None;
        }
        let quiet = board.role_at(step.to()).is_none();
        let mut hope = if quiet && !matches!(mover, PAWN | KING) {
            in_centipawns(frontier.quiet + Leaves::by_moving(board, step, &self.ground))
        } else {
            self.leaves.hope(board, step, &self.ground)?
        };
        if hope > alpha {
            if !weigh {
                return None;
            }
            let next = board.weighed_after(step, &self.ground);
            let standing = self.leaves.stand(&next, -alpha - 1, -alpha);
            self.standing = Some(standing);
            hope = -standing;
            if hope > alpha {
                return None;
            }
        }
        if hope < 0 {
            let undrawn = frontier.never_stalemate
                && (!quiet
                    || mover == PAWN
                    || (board.clock < 99 && !self.would_repeat(board, step)));
            if !undrawn {
                hope = 0;
            }
        }
        (hope <= alpha).then_some(hope)
    }

    /// Whether a quiet move of a piece leads to a position that stood before.
    #[inline]
    fn would_repeat(&self, board: &Board, step: Step) -> bool {
        board.clock >= 3 && self.stood(board.key_after_quiet(step, &self.ground), board.clock + 1)
    }
}

impl Board {
    /// Pieces of `side` that stand alone between `king` and a slider of that side.
    #[inline]
    pub(crate) fn blockers(&self, king: Square, side: shakmaty::Color) -> Bitboard {
        let [_, _, bishops, rooks, queens, _] = self.pieces.by_role;
        let snipers = ((attacks::bishop_attacks(king, Bitboard::EMPTY) & (bishops | queens))
            | (attacks::rook_attacks(king, Bitboard::EMPTY) & (rooks | queens)))
            & self.pieces.side(side);
        let occupied = self.pieces.occupied();
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers & self.pieces.side(side)
    }

    /// Whether `side` has two pieces off its king's lines, where nothing can be pinned, each with a
    /// move that one quiet move or capture by the other side cannot take away from both.
    ///
    /// A knight's move stands whatever moves there; a pawn's step may be blocked, a piece may be
    /// taken, but not two by one move (en passant, which could, is never asked about).
    #[inline]
    fn has_sure_moves(&self, side: shakmaty::Color) -> bool {
        let Some(king) = self.pieces.king(side) else {
            return false;
        };
        let own = self.pieces.side(side);
        let free = !attacks::queen_attacks(king, Bitboard::EMPTY) & own;
        let pawns = u64::from(self.pieces.by_role[PAWN] & free);
        let ahead = Bitboard(side.fold_wb(pawns << 8, pawns >> 8)) & !self.pieces.occupied();
        let mut sure = ahead.count();
        for knight in self.pieces.by_role[KNIGHT] & free {
            sure += usize::from(!(attacks::knight_attacks(knight) & !own).is_empty());
        }
        sure >= 2
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position};

    use super::*;
    use crate::engine::search::plain;
    use crate::engine::testing::{Random, corpus, history, random_histories};
    use crate::engine::{Evaluation, Graph, History};

    /// Asks of every move, with several windows, whether it is left out, and checks the reason.
    /// Gives how many were.
    fn left_out(tree: &mut Tree, evaluation: &Evaluation, history: &History) -> usize {
        let board = tree.plant(history);
        tree.past.push(board.key);
        let Some(frontier) = tree.frontier(&board) else {
            return 0;
        };
        let mut count = 0;
        // The last full-width ply: depth 1, or 0 with the extension of a check.
        let depth = u32::from(!history.is_check());
        for candidate in history.position().legal_moves() {
            let step = Step::of(candidate).expect("no drops");
            let mut value = None;
            let alphas = [-2000, -1000, -500, -250, -100, -1, 0, 100, 400, 1000];
            for (alpha, weigh) in alphas.into_iter().flat_map(|a| [(a, false), (a, true)]) {
                let Some(hope) = tree.hopeless(&board, step, &frontier, alpha, weigh) else {
                    continue;
                };
                count += 1;
                assert!(hope <= alpha);
                let value = *value.get_or_insert_with(|| {
                    let value = plain::played(evaluation, history, candidate, depth);
                    value.expect("full width").value()
                });
                assert!(
                    value <= hope,
                    "{candidate:?} {:?}: {value} > {hope}",
                    history.position()
                );
            }
        }
        count
    }

    fn check(histories: &[History]) -> usize {
        let evaluation = Evaluation::new(&Graph::clean());
        let mut tree = Tree::new(evaluation.clone());
        let counts = histories
            .iter()
            .map(|history| left_out(&mut tree, &evaluation, history));
        counts.sum()
    }

    fn with_clock(position: &Chess, clock: u32) -> History {
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.halfmoves = clock;
        History::new(Chess::from_setup(setup, CastlingMode::Standard).expect("legal"))
    }

    #[test]
    fn a_move_left_out_is_worth_no_more_than_claimed() {
        let mut histories = corpus(7);
        histories.extend(random_histories(300, 29));
        assert!(check(&histories) > 1000);
    }

    #[test]
    fn a_move_into_the_fifty_move_draw_is_not_left_out_by_a_worse_claim() {
        let mut histories = Vec::new();
        for history in corpus(23) {
            for clock in [97, 98, 99] {
                histories.push(with_clock(history.position(), clock));
            }
        }
        assert!(check(&histories) > 1000);
    }

    #[test]
    fn a_move_that_repeats_is_not_left_out_by_a_worse_claim() {
        let mut random = Random::new(3);
        let mut histories = Vec::new();
        for start in corpus(3) {
            let mut history = start.clone();
            let mut gone = Vec::new();
            for ply in 0..3 {
                let moves = history.position().legal_moves();
                let next = match ply {
                    // Out, out, and the first one back: now the second can repeat.
                    0 | 1 => {
                        let quiet = |m: &&Move| !m.is_zeroing() && !m.is_castle();
                        let quiet: Vec<&Move> = moves.iter().filter(quiet).collect();
                        quiet.get(random.below(quiet.len())).copied().copied()
                    }
                    _ => {
                        let out: Move = gone[0];
                        let back = moves
                            .iter()
                            .find(|m| Some(m.to()) == out.from() && m.from() == Some(out.to()));
                        back.copied()
                    }
                };
                let Some(next) = next else { break };
                gone.push(next);
                history.push(next);
            }
            if gone.len() == 3 {
                histories.push(history);
            }
        }
        assert!(histories.len() > 200);
        assert!(check(&histories) > 1000);
    }

    #[test]
    fn a_stalemating_move_is_not_left_out_by_a_worse_claim() {
        check(&[
            history("8/8/8/8/5p2/5P1p/p6P/k2K4 w - - 0 1"),
            history("8/8/8/6p1/5pP1/5P1p/p2B3P/k2K4 w - - 0 1"),
            history("8/8/8/8/6pp/6Pp/p1B4P/k2K4 w - - 0 1"),
        ]);
    }
}
