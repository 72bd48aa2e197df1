//! How the batch room tells what goes on: a small trait with silent and collecting versions.
//!
//! The version for people at a terminal is [`Console`](super::Console).

use std::sync::{Mutex, PoisonError};

use super::refusal::Refusal;

/// What a run is about to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Bytes of all inputs, where that is known before they are read.
    pub bytes: Option<u64>,
    /// Whether games go to standard output, where a terminal would mix them with progress.
    pub to_standard_output: bool,
}

/// Listens to a run. Calls may come from any thread; those about games come in input order.
pub trait Monitor: Sync {
    /// Work begins.
    fn started(&self, work: Work) {
        let _ = work;
    }

    /// Positions were analysed, or known already; with them so many bytes of the input are done.
    fn searched(&self, positions: u64, bytes: u64) {
        let _ = (positions, bytes);
    }

    /// A game was written. `told` says what was done with it.
    fn game(&self, told: &dyn Fn() -> String) {
        let _ = told;
    }

    /// A game could not be graded to its end.
    fn refused(&self, refusal: &Refusal) {
        let _ = refusal;
    }

    /// Something the user may want to know.
    fn note(&self, message: &str) {
        let _ = message;
    }

    /// Something the user should know.
    fn warning(&self, message: &str) {
        let _ = message;
    }

    /// Work ended, well or not.
    fn ended(&self) {}
}

/// Says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Monitor for Silent {}

/// Keeps what was said, for tests and for programs that use the library.
#[derive(Debug, Default)]
pub struct Collecting {
    collected: Mutex<Collected>,
}

/// What a [`Collecting`] monitor heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Games written.
    pub games: u64,
    /// Positions searched.
    pub positions: u64,
    /// Bytes of the input done.
    pub bytes: u64,
    /// Games that could not be graded to their end.
    pub refusals: Vec<Refusal>,
    /// Notes and warnings, in order.
    pub messages: Vec<String>,
}

impl Collecting {
    /// What was heard so far.
    pub fn collected(&self) -> Collected {
        self.with(|collected| collected.clone())
    }

    fn with<T>(&self, change: impl FnOnce(&mut Collected) -> T) -> T {
        change(
            &mut self
                .collected
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }
}

impl Monitor for Collecting {
    fn searched(&self, positions: u64, bytes: u64) {
        self.with(|collected| {
            collected.positions += positions;
            collected.bytes += bytes;
        });
    }

    fn game(&self, _told: &dyn Fn() -> String) {
        self.with(|collected| collected.games += 1);
    }

    fn refused(&self, refusal: &Refusal) {
        self.with(|collected| collected.refusals.push(refusal.clone()));
    }

    fn note(&self, message: &str) {
        self.with(|collected| collected.messages.push(message.to_owned()));
    }

    fn warning(&self, message: &str) {
        self.note(message);
    }
}
