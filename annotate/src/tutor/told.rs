//! Verdicts by values that somebody else gives: an engine's answers, or the evals a game has.
//!
//! ENGINE.md section 6.1. Best and played come from outside, so they may contradict each
//! other: a move may turn out better than what was thought best before it. Then it was
//! the best, and a cost is never negative. What the rules settle is not asked about.

use shakmaty::{Color, Move, Position};

use super::{
    class::{self, Class, Look},
    judge::{Proved, Verdict, moves_to_be_mated, moves_to_mate},
    proofs::Proofs,
    thresholds::Thresholds,
};
use crate::{
    engine::{History, Score},
    pgn::Eval,
};

/// What an engine says of one position. Scores are seen by the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The value.
    pub score: Score,
    /// The depth the engine states, in its own plies.
    pub depth: u8,
    /// The engine's line; only where the game is over it is empty.
    pub line: Vec<Move>,
    /// The nodes the engine states.
    pub nodes: u64,
}

impl Answer {
    /// The answer where the game is over: nobody is asked.
    pub fn of_the_rules(history: &History) -> Option<Answer> {
        let position = history.position();
        position.legal_moves().is_empty().then(|| Answer {
            score: if position.is_check() {
                Score::new(-Score::MATE)
            } else {
                Score::cp(0)
            },
            depth: 0,
            line: Vec::new(),
            nodes: 0,
        })
    }
}

/// The value of the move that led to the last position of a history, seen by who made
/// it, where the rules settle it: mate, stalemate, a third occurrence, a hundred
/// half-moves, or too little material.
pub fn settled(after: &History) -> Option<Score> {
    let position = after.position();
    if position.legal_moves().is_empty() {
        return Some(if position.is_check() {
            Score::new(Score::MATE - 1)
        } else {
            Score::cp(0)
        });
    }
    let drawn = position.halfmoves() >= 100
        || position.is_insufficient_material()
        || after.occurrences() >= 2;
    drawn.then_some(Score::cp(0))
}

/// The value a game's evals give the standard starting position, for White.
pub const FIRST_EVAL: Score = Score::cp(15);

/// A mate in so many moves of the mover, or in `-moves` against him; centipawns for 0.
pub fn mate_in(moves: i32) -> Option<Score> {
    // More moves than any game has would leave the range of mates.
    let moves = moves.clamp(-MOST_MOVES, MOST_MOVES);
    match moves {
        0 => None,
        1.. => Some(Score::new(Score::MATE - (2 * moves - 1))),
        _ => Some(Score::new(-(Score::MATE + 2 * moves))),
    }
}

/// The longest mate a score can hold.
const MOST_MOVES: i32 = (Score::MATE - Score::MATE_BOUND) / 2 - 1;

/// What the values of a move are made into.
#[derive(Debug, Clone, Copy)]
pub struct ToldRules {
    /// What a drop is called.
    pub thresholds: Thresholds,
}

impl ToldRules {
    /// Rules with these thresholds.
    pub fn of(thresholds: Thresholds) -> ToldRules {
        ToldRules { thresholds }
    }

    /// Judges a legal move by an engine's answers on the positions before and after it.
    pub fn of_answers(
        self,
        before: &History,
        played_move: Move,
        answer: &Answer,
        next: &Answer,
        proofs: &mut Proofs,
    ) -> Verdict {
        let after = before.with(played_move);
        let settled = settled(&after);
        let played = settled.unwrap_or(-next.score.up());
        let reply_line = match settled {
            Some(_) => Vec::new(),
            None => next.line.clone(),
        };
        let other = answer.line.first().filter(|&&first| first != played_move);
        let (best, best_move, best_line) = match other {
            Some(&first) if answer.score > played => (answer.score, first, answer.line.clone()),
            _ => {
                let mut line = vec![played_move];
                line.extend_from_slice(&reply_line);
                (played, played_move, line)
            }
        };
        let proved = Proved {
            best: moves_to_mate(best).is_some_and(|n| proofs.move_mates(before, best_move, n)),
            played: proves_played(before, played_move, best, played, proofs),
        };
        Verdict {
            depth: answer.depth,
            best_move,
            best_line,
            reply_line,
            nodes: answer.nodes,
            proved,
            ..self.of_values(&after, played_move, best, played)
        }
    }

    /// Judges a legal move by the values of the positions before and after it, each
    /// seen by the side to move there; none where a value is unknown.
    pub fn of_evals(
        self,
        before: &History,
        played_move: Move,
        value: Option<Score>,
        next: Option<Score>,
        proofs: &mut Proofs,
    ) -> Option<Verdict> {
        let after = before.with(played_move);
        let played = settled(&after).or_else(|| next.map(|next| -next.up()))?;
        let best = value?.max(played);
        let mating_line = moves_to_mate(best)
            .and_then(|n| proofs.mating_line(before, played_move, n))
            .unwrap_or_default();
        let proved = Proved {
            best: !mating_line.is_empty(),
            played: proves_played(before, played_move, best, played, proofs),
        };
        Some(Verdict {
            best_move: mating_line.first().copied().unwrap_or(played_move),
            best_line: mating_line,
            proved,
            ..self.of_values(&after, played_move, best, played)
        })
    }

    /// What follows from best and played alone.
    fn of_values(self, after: &History, played_move: Move, best: Score, played: Score) -> Verdict {
        let mates = after.position().is_checkmate();
        let look = Look::of_another(best, played);
        Verdict {
            depth: 0,
            requested: 0,
            best,
            played,
            cost: class::cost(best, played),
            class: Class::of_look(look, mates, self.thresholds),
            best_move: played_move,
            best_line: Vec::new(),
            reply_line: Vec::new(),
            nodes: 0,
            proved: Proved::NEITHER,
        }
    }
}

/// Whether the value of the move is a mate, for or against the mover, that is proved.
fn proves_played(
    before: &History,
    played_move: Move,
    best: Score,
    played: Score,
    proofs: &mut Proofs,
) -> bool {
    if let Some(n) = moves_to_mate(played) {
        return proofs.move_mates(before, played_move, n);
    }
    moves_to_be_mated(played).is_some_and(|n| {
        moves_to_be_mated(best).is_none() && proofs.move_allows_mate(before, played_move, n)
    })
}

/// An evaluation as the side to move in its position sees it.
pub fn seen_by_mover(eval: Eval, turn: Color) -> Option<Score> {
    let sign = if turn.is_white() { 1 } else { -1 };
    match eval {
        Eval::Centipawns(centipawns) => Some(Score::cp(sign * centipawns)),
        Eval::Mate(moves) => mate_in(sign * moves.clamp(-MOST_MOVES, MOST_MOVES)),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::tutor::testing::{game, moves, mv, position, score};

    fn rules() -> ToldRules {
        ToldRules {
            thresholds: Thresholds::of_another(),
        }
    }

    fn answer(position: &Chess, value: &str, line: &str) -> Answer {
        Answer {
            score: score(value),
            depth: 9,
            line: moves(position, line),
            nodes: 100,
        }
    }

    fn told(fen: &str, uci: &str, before: (&str, &str), after: (&str, &str)) -> Verdict {
        let history = History::new(position(fen));
        let played = mv(history.position(), uci);
        let next = history.with(played);
        rules().of_answers(
            &history,
            played,
            &answer(history.position(), before.0, before.1),
            &answer(next.position(), after.0, after.1),
            &mut Proofs::default(),
        )
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_move_that_turns_out_better_than_the_best_was_the_best() {
        let verdict = told(START, "d2d4", ("20", "e2e4"), ("-35", "d7d5"));
        assert_eq!((verdict.best, verdict.played), (score("35"), score("35")));
        assert_eq!((verdict.cost, verdict.class), (0, Class::Best));
        assert_eq!(verdict.best_line.len(), 2);
    }

    #[test]
    fn the_engines_own_move_costs_nothing_whatever_it_says_afterwards() {
        let verdict = told(START, "e2e4", ("20", "e2e4 e7e5"), ("400", "e7e5"));
        assert_eq!(
            (verdict.best, verdict.cost, verdict.class),
            (score("-400"), 0, Class::Best)
        );
    }

    #[test]
    fn another_move_costs_what_the_answers_differ_by() {
        let verdict = told(START, "g2g4", ("30", "e2e4 e7e5"), ("95", "d7d5"));
        assert_eq!(
            (verdict.cost, verdict.class, verdict.depth),
            (125, Class::Mistake, 9)
        );
        let history = History::new(position(START));
        assert_eq!(verdict.best_move, mv(history.position(), "e2e4"));
        assert_eq!(verdict.reply_line.len(), 1);
    }

    #[test]
    fn a_third_occurrence_is_drawn_and_a_second_is_not() {
        let twice = game(&Chess::default(), "1. Nf3 Nf6 2. Ng1 Ng8");
        assert_eq!(settled(&twice), None);
        let thrice = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
        assert_eq!(
            settled(&game(&Chess::default(), thrice)),
            Some(Score::cp(0))
        );
        let mated = game(&Chess::default(), "1. f3 e5 2. g4 Qh4");
        assert_eq!(settled(&mated), Some(score("#1")));
        let bare = History::new(position("7k/8/8/8/8/8/8/K7 w - - 0 1"));
        assert_eq!(settled(&bare), Some(Score::cp(0)));
    }

    #[test]
    fn a_mate_that_no_tree_proves_is_graded_but_not_spoken_of() {
        let fools = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        let mate = told(fools, "g2g4", ("-20", "e2e4"), ("#1", "d8h4"));
        assert_eq!(
            (mate.class, mate.allows_mate_in()),
            (Class::Blunder, Some(1))
        );
        let said = told(fools, "b1c3", ("-20", "e2e4"), ("#2", "d7d5"));
        assert_eq!((said.played, said.allows_mate_in()), (score("#-2"), None));
        assert_eq!(said.class, Class::Blunder);
        let rooks = "7k/R7/8/8/8/8/8/1R5K w - - 0 1";
        let had = told(rooks, "h1g1", ("#1", "b1b8"), ("-900", "h8g8"));
        assert_eq!(had.had_mate_in(), Some(1));
        let not_had = told(rooks, "h1g1", ("#1", "a7b7"), ("-900", "h8g8"));
        assert_eq!(not_had.had_mate_in(), None);
        assert!(not_had.loses_mate());
    }

    #[test]
    fn evals_grade_where_both_are_known_and_only_there() {
        let before = History::new(Chess::default());
        let played = mv(before.position(), "g2g4");
        let judge =
            |value, next| rules().of_evals(&before, played, value, next, &mut Proofs::default());
        let verdict = judge(Some(FIRST_EVAL), Some(Score::cp(110))).expect("graded");
        assert_eq!((verdict.cost, verdict.class), (125, Class::Mistake));
        assert!(verdict.best_line.is_empty());
        assert_eq!(verdict.best_move, played);
        let better = judge(Some(FIRST_EVAL), Some(Score::cp(-60))).expect("graded");
        assert_eq!((better.cost, better.best), (0, Score::cp(60)));
        assert_eq!(judge(None, Some(Score::cp(0))), None);
        assert_eq!(judge(Some(Score::cp(0)), None), None);
    }

    #[test]
    fn evals_name_a_mate_that_was_missed_if_the_tree_finds_it() {
        let before = History::new(position("7k/R7/8/8/8/8/8/1R5K w - - 0 1"));
        let played = mv(before.position(), "h1g1");
        let judge = |value| {
            let next = Some(Score::cp(-900));
            let value = Some(score(value));
            let verdict = rules().of_evals(&before, played, value, next, &mut Proofs::default());
            verdict.expect("graded")
        };
        assert_eq!(judge("#1").had_mate_in(), Some(1));
        assert_eq!(judge("#1").best_move, mv(before.position(), "b1b8"));
        assert_eq!(judge("#9").had_mate_in(), None);
    }

    #[test]
    fn white_mates_are_seen_from_both_sides() {
        let seen = |white, turn| seen_by_mover(white, turn).map(|score| score.to_string());
        assert_eq!(seen(Eval::Mate(3), Color::White).as_deref(), Some("#3"));
        assert_eq!(seen(Eval::Mate(3), Color::Black).as_deref(), Some("#-3"));
        assert_eq!(seen(Eval::Mate(-2), Color::Black).as_deref(), Some("#2"));
        assert_eq!(seen(Eval::Mate(0), Color::Black), None);
        assert_eq!(
            seen(Eval::Centipawns(-35), Color::Black).as_deref(),
            Some("35")
        );
        assert!(seen_by_mover(Eval::Mate(i32::MIN), Color::White).is_some_and(Score::is_mate));
    }
}
