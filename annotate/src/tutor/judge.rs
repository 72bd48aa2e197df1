//! The judge: best, played and line of a move, and the class that follows.
//!
//! A move is judged by two studies, of the position before it and of the one
//! after it, at one depth that both have completed (see [`matched_depth`]). A
//! study depends on its position, history and limits alone, so the studies of a
//! game may be made in any order, and each serves twice: as the best of its own
//! move and as the played of the move before.

use std::convert::Infallible;

use shakmaty::{Move, Position};

use super::{
    class::{self, Chances, Class, Look},
    puzzle,
    thresholds::Thresholds,
};
use crate::engine::{Analysis, DepthResult, Graph, History, Limits, RuleDraw, Score, Searcher};

/// What a judge says of one move. Scores are seen by the mover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The depth both studies were compared at, in plies.
    pub depth: u8,
    /// The depth asked for.
    pub requested: u8,
    /// The value of the position before the move.
    pub best: Score,
    /// The value of the move.
    pub played: Score,
    /// What the move cost, in centipawns inside ±1000; not negative.
    pub cost: i32,
    /// What that is called.
    pub class: Class,
    /// A move whose value is best: the move played, if its value is, or if the
    /// judge knows of no other.
    pub best_move: Move,
    /// The judge's line from there, `best_move` first; empty if it knows of none.
    pub best_line: Vec<Move>,
    /// The judge's line after the move played, a best reply first. Empty where the
    /// game is over, drawn by rule, or the depth reaches no reply.
    pub reply_line: Vec<Move>,
    /// Nodes spent on the position before the move.
    pub nodes: u64,
    /// Which of the mates among its values may be spoken of.
    pub proved: Proved,
}

/// Whether a value that is a mate is proved to be one by our own engine's tree. Of
/// other values it says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// The value of the position before the move.
    pub best: bool,
    /// The value of the move.
    pub played: bool,
}

impl Proved {
    /// As our own engine's values are.
    pub const BOTH: Proved = Proved {
        best: true,
        played: true,
    };
    /// As they are where nobody has looked.
    pub const NEITHER: Proved = Proved {
        best: false,
        played: false,
    };
}

impl Verdict {
    /// Whether the mover had a mate and kept none, proved or not.
    pub fn loses_mate(&self) -> bool {
        mates(self.best) && !mates(self.played)
    }

    /// The number of moves in which the mover could have mated, proved.
    pub fn had_mate_in(&self) -> Option<u32> {
        moves_to_mate(self.best).filter(|_| self.proved.best)
    }

    /// The number of moves in which the mover mates, by the value of the move, proved.
    pub fn mates_in(&self) -> Option<u32> {
        moves_to_mate(self.played).filter(|_| self.proved.played)
    }

    /// The number of moves in which the mover is mated, by the value of the move,
    /// proved; none where he was to be mated anyway, proved or not.
    pub fn allows_mate_in(&self) -> Option<u32> {
        moves_to_be_mated(self.played)
            .filter(|_| self.proved.played && moves_to_be_mated(self.best).is_none())
    }
}

fn mates(score: Score) -> bool {
    moves_to_mate(score).is_some()
}

/// The number of moves in which the side a score is seen by mates.
pub fn moves_to_mate(score: Score) -> Option<u32> {
    score
        .mate_in()
        .filter(|&n| n > 0)
        .and_then(|n| u32::try_from(n).ok())
}

/// The number of moves in which the side a score is seen by is mated.
pub fn moves_to_be_mated(score: Score) -> Option<u32> {
    score
        .mate_in()
        .filter(|&n| n < 0)
        .and_then(|n| u32::try_from(-n).ok())
}

/// Position and history in; best, played and line out.
pub trait Judge {
    /// What it finds out about one position.
    type Study;
    /// Why it could not.
    type Trouble;

    /// Studies the last position of a history. What is found depends on the history
    /// and the judge's settings alone.
    ///
    /// # Errors
    ///
    /// Where the judge has no answer; our own engine always has one.
    fn study(&mut self, history: &History) -> Result<Self::Study, Self::Trouble>;

    /// Judges a legal move by the studies of the position before and after it.
    /// Depends on its arguments and the judge's settings alone.
    fn verdict(
        &self,
        before: &History,
        played: Move,
        study_before: &Self::Study,
        study_after: &Self::Study,
    ) -> Verdict;

    /// Judges a legal move, studying both positions.
    ///
    /// # Errors
    ///
    /// As [`Judge::study`].
    fn judge(&mut self, before: &History, played: Move) -> Result<Verdict, Self::Trouble> {
        let study_before = self.study(before)?;
        let study_after = self.study(&before.with(played))?;
        Ok(self.verdict(before, played, &study_before, &study_after))
    }
}

/// The rules by which two studies become a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The depth asked for, in plies, at least 1.
    pub depth: u8,
    /// What a drop is called.
    pub thresholds: Thresholds,
}

impl Rules {
    /// Judges a legal move by the studies of the position before and after it.
    pub fn verdict(
        self,
        before: &History,
        played_move: Move,
        study_before: &Analysis,
        study_after: &Analysis,
    ) -> Verdict {
        let after = before.with(played_move);
        let over = study_after.terminal.is_some() || after.position().legal_moves().is_empty();
        let drawn = after.rule_draw();
        let in_check = before.is_check();
        let completed_after = if over || drawn.is_some() {
            None
        } else {
            Some(deepest(study_after))
        };
        let depth = matched_depth(self.depth, deepest(study_before), completed_after, in_check);
        let reply_depth = (depth + usize::from(in_check)).saturating_sub(1);

        let settled = over || drawn.is_some();
        let value_of = |value: fn(&DepthResult) -> Score, depth: usize| {
            let value_after = if after.position().is_checkmate() {
                Score::new(-Score::MATE)
            } else if settled {
                Score::cp(0)
            } else {
                at(study_after, depth).map_or(Score::cp(0), value)
            };
            -value_after.up()
        };
        let plain: fn(&DepthResult) -> Score = |result| result.score;
        let graded: fn(&DepthResult) -> Score = |result| result.graded;
        let before_move = at(study_before, depth);
        let best = before_move.map_or(Score::cp(0), plain);
        let played = value_of(plain, reply_depth);
        // One ply further is known by the depth alone: whoever proves a class need not count nodes.
        let further =
            settled || (reply_depth < usize::from(self.depth) && (depth > 1 || !in_check));
        let look = Look {
            best,
            played,
            graded_best: before_move.map_or(Score::cp(0), graded),
            graded_played: value_of(graded, reply_depth),
            further: further.then(|| value_of(graded, reply_depth + 1)),
            chances: Chances::Fitted,
        };

        let sees_reply = reply_depth > 0 || after.is_check();
        let reply_line = if over || drawn.is_some() || !sees_reply {
            Vec::new()
        } else {
            line_at(study_after, reply_depth)
        };
        let engine_line = line_at(study_before, depth);
        let (best_move, best_line) = match engine_line.first() {
            Some(&first) if played != best && first != played_move => (first, engine_line),
            _ => {
                let mut line = vec![played_move];
                line.extend_from_slice(&reply_line);
                (played_move, line)
            }
        };

        let mates = after.position().is_checkmate();
        let mut class = Class::of_look(look, mates, self.thresholds);
        if class.is_below_good() && is_second_occurrence(&after) {
            class = Class::Good;
        }
        Verdict {
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            requested: self.depth,
            best,
            played,
            cost: class::cost(best, played),
            class,
            best_move,
            best_line,
            reply_line,
            nodes: study_before.nodes,
            proved: Proved::BOTH,
        }
    }
}

/// The depth a move is judged at: the largest, at most the requested one, that is
/// complete for the position before it and for the position after it (`None`:
/// complete at every depth, as the game is over or drawn by rule there). A mover
/// in check searches one ply deeper, so that much more is asked of the position
/// after it, but never more than the requested depth. At least 1, which always
/// completes.
pub fn matched_depth(
    requested: u8,
    completed_before: usize,
    completed_after: Option<usize>,
    in_check: bool,
) -> usize {
    let reached = usize::from(requested).min(completed_before);
    let matched = match completed_after {
        Some(after) if after < usize::from(requested) => {
            reached.min(after.saturating_sub(usize::from(in_check)))
        }
        _ => reached,
    };
    matched.max(1)
}

fn deepest(study: &Analysis) -> usize {
    study.depths.len().saturating_sub(1)
}

fn at(study: &Analysis, depth: usize) -> Option<&DepthResult> {
    study.depths.get(depth).or(study.depths.last())
}

fn line_at(study: &Analysis, depth: usize) -> Vec<Move> {
    study
        .depths
        .get(depth)
        .map_or_else(Vec::new, |result| result.line.clone())
}

/// Whether the position reached is a draw by repetition and nothing else, and
/// stands for the second time only.
fn is_second_occurrence(after: &History) -> bool {
    after.rule_draw() == Some(RuleDraw::Repetition)
        && after.occurrences() == 1
        && after.position().halfmoves() < 100
        && !after.position().is_insufficient_material()
}

/// A look whether a move is the only good one may take so many times the nodes of a
/// study, which a ply more and a wider window need.
const FURTHER_LOOK: u64 = 8;

/// The judge that is the project's own engine.
pub struct EngineJudge {
    searcher: Searcher,
    limits: Limits,
    rules: Rules,
}

impl EngineJudge {
    /// A judge playing with `graph`, searching within `limits` (at least one ply
    /// deep) and naming drops by `thresholds`.
    pub fn new(graph: &Graph, limits: Limits, thresholds: Thresholds) -> EngineJudge {
        let limits = Limits {
            depth: limits.depth.max(1),
            ..limits
        };
        EngineJudge {
            searcher: Searcher::new(graph),
            limits,
            rules: Rules {
                depth: limits.depth,
                thresholds,
            },
        }
    }

    /// The rules alone, for judging studies made elsewhere.
    pub fn rules(&self) -> Rules {
        self.rules
    }
}

impl EngineJudge {
    /// Studies the last position of a history: as [`Judge::study`], which never fails.
    pub fn analyse(&mut self, history: &History) -> Analysis {
        let mut analysis = self.searcher.search(history, self.limits);
        self.searcher.grade(history, &mut analysis);
        analysis
    }

    /// Whether a move is the only good one in the last position of a history: best by
    /// `study`, the study of that position, and by a look one ply further, and clear by
    /// both ([`puzzle::is_clear`]). False where the look would take too many nodes.
    ///
    /// One ply further, the same threat is seen from the other side; what only one of
    /// the two sees is often not there.
    pub fn is_only_good_move(&mut self, history: &History, study: &Analysis, mv: Move) -> bool {
        let nodes = self
            .limits
            .nodes
            .map(|nodes| nodes.saturating_mul(FURTHER_LOOK));
        let depth = u8::try_from(deepest(study)).unwrap_or(u8::MAX);
        let further = Limits {
            depth: depth.saturating_add(1),
            nodes,
        };
        self.is_clear_by(history, study, mv, Limits { depth, nodes }) && {
            let deeper = self.searcher.search(history, further);
            self.is_clear_by(history, &deeper, mv, further)
        }
    }

    /// Whether a move is best by the depth of `limits` of a study, and every other one
    /// clearly worse.
    fn is_clear_by(
        &mut self,
        history: &History,
        study: &Analysis,
        mv: Move,
        limits: Limits,
    ) -> bool {
        let Some(found) = study.depths.get(usize::from(limits.depth)) else {
            return false;
        };
        found.line.first() == Some(&mv)
            && self
                .searcher
                .value_without(history, mv, limits)
                .is_some_and(|others| puzzle::is_clear(found.score, others, self.rules.thresholds))
    }
}

impl Judge for EngineJudge {
    type Study = Analysis;
    type Trouble = Infallible;

    fn study(&mut self, history: &History) -> Result<Analysis, Infallible> {
        Ok(self.analyse(history))
    }

    fn verdict(
        &self,
        before: &History,
        played: Move,
        study_before: &Analysis,
        study_after: &Analysis,
    ) -> Verdict {
        self.rules
            .verdict(before, played, study_before, study_after)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::super::testing::{game, mv, position, score};
    use super::*;

    /// A study with these scores at depths 0, 1 …, each with a line of one move.
    fn study(history: &History, scores: &[&str], best: &str) -> Analysis {
        let line: Vec<Move> = if best.is_empty() {
            Vec::new()
        } else {
            vec![mv(history.position(), best)]
        };
        Analysis {
            depths: scores
                .iter()
                .map(|text| DepthResult {
                    score: score(text),
                    graded: score(text),
                    line: line.clone(),
                    nodes: 1,
                })
                .collect(),
            terminal: None,
            nodes: 7,
        }
    }

    const RULES: fn(u8) -> Rules = |depth| Rules {
        depth,
        thresholds: "chances:0.1,0.2,0.3".parse().expect("thresholds"),
    };

    #[test]
    fn the_depth_is_what_both_positions_completed() {
        assert_eq!(matched_depth(6, 6, Some(6), false), 6);
        assert_eq!(matched_depth(6, 6, Some(4), false), 4);
        assert_eq!(matched_depth(6, 4, Some(6), false), 4);
        assert_eq!(matched_depth(6, 6, Some(4), true), 3);
        assert_eq!(matched_depth(6, 6, Some(5), false), 5);
        assert_eq!(matched_depth(6, 6, Some(6), true), 6);
        assert_eq!(matched_depth(6, 6, None, true), 6);
        assert_eq!(matched_depth(1, 1, Some(1), true), 1);
        assert_eq!(matched_depth(0, 0, Some(0), false), 1);
    }

    #[test]
    fn best_and_played_are_compared_at_the_same_depth() {
        let before = History::new(Chess::default());
        let played = mv(before.position(), "a2a3");
        let after = before.with(played);
        let first = study(&before, &["0", "30", "40", "50"], "e2e4");
        let second = study(&after, &["5", "-10", "-20", "-30"], "e7e5");
        let verdict = RULES(6).verdict(&before, played, &first, &second);
        assert_eq!((verdict.depth, verdict.requested), (3, 6));
        assert_eq!((verdict.best, verdict.played), (score("50"), score("20")));
        assert_eq!(verdict.cost, 30);
        assert_eq!(verdict.best_line, [mv(before.position(), "e2e4")]);
        assert_eq!(verdict.reply_line, [mv(after.position(), "e7e5")]);
        let shallow = study(&after, &["5", "-10", "-20"], "e7e5");
        let verdict = RULES(6).verdict(&before, played, &first, &shallow);
        assert_eq!(
            (verdict.depth, verdict.best, verdict.played),
            (2, score("40"), score("10"))
        );
    }

    #[test]
    fn the_move_played_is_the_best_move_where_its_value_is_best() {
        let before = History::new(Chess::default());
        let played = mv(before.position(), "d2d4");
        let after = before.with(played);
        let first = study(&before, &["0", "10", "20"], "e2e4");
        let second = study(&after, &["0", "-20", "-20"], "d7d5");
        let verdict = RULES(2).verdict(&before, played, &first, &second);
        assert_eq!(verdict.best_move, played);
        assert_eq!(verdict.best_line, [played, mv(after.position(), "d7d5")]);
        assert_eq!(verdict.class, Class::Best);
    }

    #[test]
    fn a_reply_is_named_only_where_the_depth_reaches_one() {
        let before = History::new(Chess::default());
        let played = mv(before.position(), "d2d4");
        let after = before.with(played);
        let first = study(&before, &["0", "10"], "e2e4");
        let second = study(&after, &["0", "-20"], "d7d5");
        let verdict = RULES(1).verdict(&before, played, &first, &second);
        assert!(verdict.reply_line.is_empty());
    }

    #[test]
    fn a_finished_game_counts_by_the_rules_at_every_depth() {
        let before = History::new(position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"));
        let played = mv(before.position(), "a1a8");
        let first = study(&before, &["500", "#1", "#1", "#1"], "a1a8");
        let empty = Analysis {
            depths: Vec::new(),
            terminal: None,
            nodes: 0,
        };
        let verdict = RULES(3).verdict(&before, played, &first, &empty);
        assert_eq!((verdict.depth, verdict.played), (3, score("#1")));
        assert_eq!(verdict.class, Class::Best);
        let stalemate = History::new(position("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"));
        let played = mv(stalemate.position(), "f1f7");
        let first = study(&stalemate, &["900", "#1", "#1", "#1"], "f1f8");
        let verdict = RULES(3).verdict(&stalemate, played, &first, &empty);
        assert_eq!(
            (verdict.played, verdict.class),
            (score("0"), Class::Blunder)
        );
        assert!(verdict.reply_line.is_empty());
    }

    #[test]
    fn a_second_repetition_is_no_worse_than_good_and_a_third_is() {
        let twice = "1. Nf3 Nf6 2. Ng1";
        let before = game(&Chess::default(), twice);
        let played = mv(before.position(), "f6g8");
        let first = study(&before, &["900", "900", "900"], "d7d5");
        let second = study(&before.with(played), &["-900", "-900", "-900"], "e2e4");
        let verdict = RULES(2).verdict(&before, played, &first, &second);
        assert_eq!((verdict.played, verdict.class), (score("0"), Class::Good));
        assert!(verdict.reply_line.is_empty());
        let before = game(&Chess::default(), "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1");
        let verdict = RULES(2).verdict(&before, played, &first, &second);
        assert_eq!(
            (verdict.played, verdict.class),
            (score("0"), Class::Blunder)
        );
    }

    #[test]
    fn empty_studies_give_a_verdict_all_the_same() {
        let before = History::new(Chess::default());
        let played = mv(before.position(), "d2d4");
        let empty = Analysis {
            depths: Vec::new(),
            terminal: None,
            nodes: 0,
        };
        let verdict = RULES(0).verdict(&before, played, &empty, &empty);
        assert_eq!(verdict.best_move, played);
    }

    #[test]
    fn a_draw_that_only_a_first_repetition_explains_is_no_blunder() {
        let before = History::new(Chess::default());
        let played = mv(before.position(), "a2a3");
        let after = before.with(played);
        let first = study(&before, &["900", "900", "900"], "e2e4");
        let mut second = study(&after, &["0", "0", "0"], "e7e5");
        let class = |second: &Analysis| RULES(2).verdict(&before, played, &first, second).class;
        assert_eq!(class(&second), Class::Blunder);
        for result in &mut second.depths {
            result.graded = score("-880");
        }
        assert_eq!(class(&second), Class::Good);
    }

    #[test]
    fn one_ply_further_shares_in_the_class_and_not_in_the_cost() {
        let before = History::new(Chess::default());
        let played = mv(before.position(), "a2a3");
        let after = before.with(played);
        let first = study(&before, &["60", "60", "60"], "e2e4");
        let verdict = |further: &str| {
            let second = study(&after, &["0", "10", further], "e7e5");
            RULES(2).verdict(&before, played, &first, &second)
        };
        assert_eq!(verdict("10").class, Class::Inaccuracy);
        assert_eq!(verdict("-100").class, Class::Good);
        assert_eq!(verdict("900").class, Class::Blunder);
        assert!(
            ["10", "-100", "900"]
                .iter()
                .all(|text| verdict(text).cost == 70)
        );
    }
}
