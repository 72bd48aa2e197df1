//! The prover.

pub mod digest;
pub mod evaluation;
pub mod graph;
pub mod meters;
pub mod search;
