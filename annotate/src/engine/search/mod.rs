//! The search: best move, value and line of one position, depth after depth, by ENGINE.md alone.
//!
//! The value of a position is defined without any window or order (ENGINE.md section 2); [`plain`]
//! computes it almost as it is written there. What the tree does beyond that only saves work: it
//! looks at likely moves first, asks narrow questions and widens them where the answer demands it,
//! and leaves out what provably cannot matter. Tables remember which moves were good; no table ever
//! answers for a search, and each position starts with all of them empty.

mod board;
mod deepening;
mod exchange;
mod frontier;
mod generation;
mod keys;
mod leaf;
mod memory;
mod order;
pub mod plain;
mod principal_variation;
mod proved;
mod quiescence;
mod step;
mod tree;

#[cfg(test)]
mod tests;

use shakmaty::{Move, Position};

use super::compile::Evaluation;
use super::graph::Graph;
use super::history::History;
use super::score::Score;
use step::Step;
use tree::Tree;

/// How far to search one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The last depth to search, in plies.
    pub depth: u8,
    /// No new node once so many were entered; depths 0 and 1 complete in any case. `None`: no end.
    pub nodes: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 6,
            nodes: Some(1_000_000),
        }
    }
}

/// How a game can have ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terminal {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
}

/// What one completed depth found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepthResult {
    /// The value `R`, seen by the side to move.
    pub score: Score,
    /// What a class is made from: the same, unless that is 0 and [`Searcher::grade`] found another
    /// value once a first repetition of the game's past was no draw.
    pub graded: Score,
    /// A principal variation of this depth; its first move is a best move. Empty where the value
    /// comes from standing still (depth 0) or the game is over.
    pub line: Vec<Move>,
    /// Nodes entered for this position up to the end of this depth.
    pub nodes: u64,
}

/// What a search found out about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The completed depths; the index is the depth. Never empty.
    pub depths: Vec<DepthResult>,
    /// Whether the game is over on the board.
    pub terminal: Option<Terminal>,
    /// All nodes entered, those of a depth that was not completed included.
    pub nodes: u64,
}

/// Searches positions one at a time; what it keeps between two of them is memory, not knowledge.
///
/// ```
/// use annotate::engine::{Graph, History, Limits, Searcher};
/// use shakmaty::Chess;
///
/// let mut searcher = Searcher::new(&Graph::clean());
/// let limits = Limits { depth: 2, nodes: None };
/// let analysis = searcher.search(&History::new(Chess::default()), limits);
/// assert_eq!(analysis.depths.len(), 3);
/// assert_eq!(analysis.depths[2].line.len(), 2);
/// ```
pub struct Searcher {
    tree: Tree,
}

impl Searcher {
    /// A searcher that plays by `graph`.
    pub fn new(graph: &Graph) -> Searcher {
        Searcher::with_evaluation(Evaluation::new(graph))
    }

    /// A searcher with an evaluation compiled before.
    pub fn with_evaluation(evaluation: Evaluation) -> Searcher {
        Searcher {
            tree: Tree::new(evaluation),
        }
    }

    /// Searches the position `history` has reached.
    ///
    /// The result is a function of history, limits and graph alone.
    pub fn search(&mut self, history: &History, limits: Limits) -> Analysis {
        let position = history.position();
        let depths = usize::from(limits.depth) + 1;
        if position.legal_moves().is_empty() {
            let (terminal, score) = if position.is_check() {
                (Terminal::Checkmate, Score::new(-Score::MATE))
            } else {
                (Terminal::Stalemate, Score::cp(0))
            };
            let result = DepthResult {
                score,
                graded: score,
                line: Vec::new(),
                nodes: 1,
            };
            return Analysis {
                depths: vec![result; depths],
                terminal: Some(terminal),
                nodes: 1,
            };
        }
        self.tree.search(history, limits)
    }

    /// The value of the position `history` has reached if `barred` could not be played: the maximum
    /// over its other legal moves at the depth of `limits` (ENGINE.md section 2), seen by the side to
    /// move.
    ///
    /// `None` where there is no other move, where the depth looks at no move (0, out of check), and
    /// where the nodes did not suffice. A function of its arguments and the graph alone.
    pub fn value_without(
        &mut self,
        history: &History,
        barred: Move,
        limits: Limits,
    ) -> Option<Score> {
        let moves = history.position().legal_moves();
        if !moves.iter().any(|&other| other != barred) {
            return None;
        }
        let barred = Step::of(barred)?;
        let value = self.tree.search_without(history, barred, limits)?;
        Some(Score::new(value))
    }

    /// Looks again at the depths of `analysis` that have the value 0 because a position of the
    /// game could be reached again, and notes what they are worth if only a third occurrence is a
    /// draw (ENGINE.md section 6).
    ///
    /// A player who could have repeated once need not have; a class that took such a 0 for a draw
    /// would call winning moves blunders.
    pub fn grade(&mut self, history: &History, analysis: &mut Analysis) {
        let zero = |result: &DepthResult| result.score == Score::cp(0);
        if analysis.terminal.is_some() {
            return;
        }
        let Some(deepest) = analysis.depths.iter().rposition(zero) else {
            return;
        };
        let Some(past) = history.with_past_of_repetitions() else {
            return;
        };
        let limits = Limits {
            depth: deepest as u8,
            nodes: None,
        };
        let anew = self.tree.search(&past, limits);
        for (result, other) in analysis.depths.iter_mut().zip(anew.depths) {
            if zero(result) {
                result.graded = other.score;
            }
        }
    }
}
