//! Games that other judges graded: proved as they are, and each fault put into them
//! caught by the check that is there for it.

mod annotated;
mod evals;
#[cfg(unix)]
mod scripted;
#[cfg(unix)]
mod stockfish;
#[cfg(unix)]
mod uci;
