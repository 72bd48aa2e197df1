//! Best lines (CLAIMS.md section 2): moves each of which is a best one at the depth
//! that those before it leave.
//!
//! The value of the first position is known, and a best move hands it on: so each
//! move of a line is proved by one search with a window about a number, and most of
//! that was searched already when the grade was proved.

use shakmaty::{Move, Position};

use crate::{
    grades::{Proof, reply_value},
    search::{Line, OutOfNodes, Searcher, Window},
};

/// Moves tried in looking for lines, before it is given up.
const TRIED: usize = 4_000;

/// A position that a best line has reached, and what is known of it.
#[derive(Clone, Debug)]
pub struct Stage {
    line: Line,
    /// The value, from the side to move.
    value: i32,
    /// The depth left, in plies; none once quiescence decides.
    depth: Option<i32>,
    /// Whether a rule that gives the position its value ends the line here.
    heeds_rules: bool,
}

impl Stage {
    /// The position before a move of the game, its best value known.
    pub fn before(line: Line, best: i32, depth: i32) -> Stage {
        Stage {
            line,
            value: best,
            depth: Some(depth),
            heeds_rules: false,
        }
    }

    /// The position after a move of the game, its played value known; none where
    /// there is no best reply.
    pub fn after(line: Line, played: i32, depth: i32) -> Option<Stage> {
        let looks = depth > 0 || line.position().is_check();
        let stage = Stage {
            line,
            value: reply_value(played),
            depth: Some(depth),
            heeds_rules: true,
        };
        (looks && !stage.is_over()).then_some(stage)
    }

    /// The position.
    pub fn line(&self) -> &Line {
        &self.line
    }

    fn is_over(&self) -> bool {
        self.heeds_rules && self.line.ends_by_rule()
    }

    /// The depth with the ply a check adds; none where quiescence decides.
    fn looks(&self) -> Option<i32> {
        let check = i32::from(self.line.position().is_check());
        self.depth.map(|depth| depth + check).filter(|d| *d > 0)
    }

    /// Whether a legal move is a best one here.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn has_best(&self, searcher: &mut Searcher, m: Move) -> Result<bool, OutOfNodes> {
        if self.is_over() {
            return Ok(false);
        }
        match (self.looks(), self.depth) {
            (Some(_), Some(depth)) => searcher.is_played(&self.line, m, depth, self.value),
            _ if m.is_capture() || m.is_promotion() => {
                let after = self.line.after(m);
                Ok(-searcher.quiet(&after, Window::around(-self.value))? == self.value)
            }
            _ => Ok(false),
        }
    }

    /// The position one best move further.
    #[must_use]
    pub fn further(&self, m: Move) -> Stage {
        let looks = self.looks();
        Stage {
            line: self.line.after(m),
            value: match looks {
                Some(_) => reply_value(self.value),
                None => -self.value,
            },
            depth: looks.map(|depth| depth - 1),
            heeds_rules: true,
        }
    }

    /// Whether moves are a best line from here.
    pub fn prove(&self, searcher: &mut Searcher, moves: &[Move]) -> Proof {
        let mut stage = self.clone();
        for m in moves {
            match stage.has_best(searcher, *m) {
                Ok(true) => stage = stage.further(*m),
                Ok(false) => {
                    let named = crate::replay::numbered(stage.line.position(), *m);
                    return Proof::False(format!("{named} is no best move of the line"));
                }
                Err(OutOfNodes) => return Proof::Unproved("the node limit was reached".into()),
            }
        }
        Proof::True
    }
}

/// What a line must be, for those that are looked for.
pub trait Wanted {
    /// Whether a line may begin so.
    fn may_begin(&self, moves: &[Move], reached: &Line) -> bool;
    /// Whether it is such a line.
    fn fits(&self, moves: &[Move]) -> bool;
}

/// Lines that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Best lines that fit.
    pub lines: Vec<Vec<Move>>,
    /// Why there may be others; none where all were seen.
    pub open: Option<&'static str>,
}

/// Looks for best lines that fit, of five or seven moves, beginning with one move;
/// gives up after `most` of them. Nothing where that move is no best one.
///
/// # Errors
///
/// The node limit was reached before that was known.
pub fn look_for(
    searcher: &mut Searcher,
    from: &Stage,
    first: Move,
    wanted: &dyn Wanted,
    most: usize,
) -> Result<Option<Found>, OutOfNodes> {
    if !from.has_best(searcher, first)? {
        return Ok(None);
    }
    let mut looking = Looking {
        wanted,
        most,
        tried: 0,
        moves: vec![first],
        found: Found::default(),
    };
    looking.go_on(searcher, &from.further(first));
    Ok(Some(looking.found))
}

/// A search for lines on its way.
struct Looking<'a> {
    wanted: &'a dyn Wanted,
    most: usize,
    tried: usize,
    moves: Vec<Move>,
    found: Found,
}

impl Looking<'_> {
    fn go_on(&mut self, searcher: &mut Searcher, stage: &Stage) {
        let length = self.moves.len();
        if !self.wanted.may_begin(&self.moves, &stage.line) {
            return;
        }
        if matches!(length, 5 | 7) && self.wanted.fits(&self.moves) {
            self.found.lines.push(self.moves.clone());
            if self.found.lines.len() >= self.most {
                self.found.open = Some("not all best lines were looked at");
            }
        }
        if length == 7 || stage.is_over() {
            return;
        }
        for m in searcher.likely_first(&stage.line) {
            if self.found.open.is_some() {
                return;
            }
            self.tried += 1;
            if self.tried > TRIED {
                self.found.open = Some("too many best lines to look at");
                return;
            }
            match stage.has_best(searcher, m) {
                Ok(false) => {}
                Ok(true) => {
                    self.moves.push(m);
                    self.go_on(searcher, &stage.further(m));
                    self.moves.pop();
                }
                Err(OutOfNodes) => {
                    self.found.open = Some("the node limit was reached");
                    return;
                }
            }
        }
    }
}
