//! The prover of Quiet Voice: reads what an annotated archive says and derives
//! it again, from the two specifications alone.

pub mod audit;
pub mod best_line;
pub mod carrier;
pub mod checker;
pub mod claim;
pub mod cli;
pub mod digest;
pub mod evaluation;
pub mod exchange;
pub mod facts;
pub mod finding;
pub mod golden;
pub mod grades;
pub mod grammar;
pub mod graph;
pub mod judge;
pub mod judges;
pub mod line_cause;
pub mod meters;
pub mod mutate;
pub mod proofs;
#[cfg(feature = "python")]
pub mod python;
pub mod reading;
pub mod record;
pub mod replay;
pub mod report;
pub mod rules;
pub mod scanner;
pub mod search;
pub mod strip;
pub mod told;
pub mod whole;
pub mod workers;
