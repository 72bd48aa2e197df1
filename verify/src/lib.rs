//! The prover.

pub mod carrier;
pub mod claim;
pub mod digest;
pub mod evaluation;
pub mod grammar;
pub mod graph;
pub mod judge;
pub mod meters;
pub mod record;
pub mod scanner;
pub mod search;
pub mod strip;
