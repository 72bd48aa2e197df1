//! The engine room: positions with their past, the evaluation graph, and the search that judges them.
//!
//! Every number is ruled by `ENGINE.md`: a second program that follows it gets the same ones. The
//! room knows nothing of PGN, sentences or files.
//!
//! - [`score`]: centipawns and mates, by mover and by White
//! - [`history`]: a game up to one ply, repetitions and the other draws by rule
//! - [`graph`], [`expression`], [`dice`]: the evaluation as written
//! - [`blocks`], [`attacks`], [`meters`]: what is counted on a board
//! - [`compile`]: the evaluation as computed
//! - [`scale`]: winning chances
//! - [`search`]: best move, value and line, depth after depth

pub mod attacks;
pub mod blocks;
pub mod compile;
pub mod dice;
pub mod expression;
pub mod graph;
pub mod history;
pub mod meters;
pub mod scale;
pub mod score;
pub mod search;

#[cfg(test)]
mod testing;

pub use compile::Evaluation;
pub use graph::{Graph, GraphError, engine_hash};
pub use history::{History, RuleDraw};
pub use score::{Score, WhiteScore};
pub use search::{Analysis, DepthResult, Limits, Searcher, Terminal};
