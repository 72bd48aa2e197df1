//! The other judges of `annotate/ENGINE.md` 6.1: a UCI engine, and the evaluations
//! that a game has. What they say of a move is a [`verdict::Verdict`]; a game
//! graded by one of them is proved move by move against it ([`proof`]).

pub mod answer;
pub mod choice;
pub mod consulted;
pub mod engine;
pub mod evals;
pub mod mates;
pub mod pool;
pub mod proof;
pub mod referee;
pub mod verdict;
