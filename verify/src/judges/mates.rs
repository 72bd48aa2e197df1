//! Mates that another judge calls: one is spoken of only where a search by section
//! 2 of ENGINE.md proves it, in three moves at most.
//!
//! Whether a value is a mate does not depend on what quiet positions are worth, so
//! the search here scores them all alike.

use shakmaty::{Move, Position};

use crate::{
    evaluation::Evaluator,
    search::{Line, MATE, MATE_LINE, OutOfNodes, Searcher, Window},
};

/// The longest mate that is proved, in moves.
pub const LONGEST: i32 = 3;

/// Proves mates.
pub struct Mates<'a> {
    searcher: Searcher<'a>,
    nodes: u64,
}

impl<'a> Mates<'a> {
    /// Proofs of at most so many nodes each.
    pub fn new(evaluator: &'a Evaluator, nodes: u64) -> Mates<'a> {
        Mates {
            searcher: Searcher::new(evaluator),
            nodes,
        }
    }

    /// Whether a move mates in at most so many moves, itself counted.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn mates(&mut self, line: &Line, m: Move, moves: i32) -> Result<bool, OutOfNodes> {
        if !(1..=LONGEST).contains(&moves) {
            return Ok(false);
        }
        self.searcher.allow(self.nodes);
        let least = MATE - (2 * moves - 1);
        let window = Window {
            alpha: least - 1,
            beta: least,
        };
        Ok(self.searcher.played(line, m, 2 * moves - 1, window)? >= least)
    }

    /// Whether a move other than this one mates in at most so many moves.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn another_mates(&mut self, line: &Line, m: Move, moves: i32) -> Result<bool, OutOfNodes> {
        for other in line.position().legal_moves() {
            if other != m && self.mates(line, other, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether after a move its mover is mated in at most so many moves of the other
    /// side, and with another move would not be mated as far as the same search sees.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn allows(&mut self, line: &Line, m: Move, moves: i32) -> Result<bool, OutOfNodes> {
        if !(1..=LONGEST).contains(&moves) {
            return Ok(false);
        }
        self.searcher.allow(self.nodes);
        let most = 2 * moves - MATE;
        let window = Window {
            alpha: most,
            beta: most + 1,
        };
        if self.searcher.played(line, m, 2 * moves, window)? > most {
            return Ok(false);
        }
        self.searcher.allow(self.nodes);
        let window = Window {
            alpha: -MATE_LINE - 1,
            beta: -MATE_LINE,
        };
        Ok(self.searcher.best(line, 2 * moves, window)? >= -MATE_LINE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::position;
    use shakmaty::uci::UciMove;

    fn ask<T>(
        fen: &str,
        uci: &str,
        question: impl Fn(&mut Mates, &Line, Move) -> Result<T, OutOfNodes>,
    ) -> T {
        let evaluator = Evaluator::indifferent();
        let mut mates = Mates::new(&evaluator, u64::MAX);
        let line = Line::new(position(fen.as_bytes()).unwrap());
        let m: UciMove = uci.parse().unwrap();
        let m = m.to_move(line.position()).unwrap();
        question(&mut mates, &line, m).unwrap()
    }

    #[test]
    fn a_mate_is_proved_at_its_length_and_no_shorter() {
        let two = "7k/R7/8/8/8/8/8/1R5K w - - 0 1";
        assert!(ask(two, "b1b6", |mates, line, m| mates.mates(line, m, 2)));
        assert!(ask(two, "b1b6", |mates, line, m| mates.mates(line, m, 3)));
        assert!(!ask(two, "b1b6", |mates, line, m| mates.mates(line, m, 1)));
        assert!(ask(two, "b1b8", |mates, line, m| mates.mates(line, m, 1)));
        // Longer mates are not proved, whatever is so.
        assert!(!ask(two, "b1b8", |mates, line, m| mates.mates(line, m, 4)));
    }

    #[test]
    fn another_move_must_mate() {
        let two = "7k/R7/8/8/8/8/8/1R5K w - - 0 1";
        let one = |uci| ask(two, uci, |mates, line, m| mates.another_mates(line, m, 1));
        assert!(one("b1b6"));
        assert!(!one("b1b8"));
    }

    #[test]
    fn a_mate_is_allowed_only_where_it_could_be_helped() {
        let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert!(ask(fool, "g2g4", |mates, line, m| mates.allows(line, m, 1)));
        assert!(!ask(fool, "e2e3", |mates, line, m| mates.allows(line, m, 1)));
        // The only move.
        let lost = "7k/R7/8/8/8/8/8/1R5K b - - 0 1";
        assert!(!ask(lost, "h8g8", |mates, line, m| mates.allows(line, m, 1)));
    }
}
