//! Engines for many workers: one each, kept between games, started again when it
//! fails.

use std::sync::{Mutex, PoisonError};

use crate::{
    digest::sha256,
    judges::{
        answer::Answer,
        choice::Settings,
        engine::{Engine, Failure, Question},
    },
};

/// Engines of one kind.
#[derive(Debug)]
pub struct Pool {
    settings: Settings,
    name: String,
    set: Vec<String>,
    idle: Mutex<Vec<Engine>>,
}

impl Pool {
    /// Starts the first engine, to learn who it is.
    ///
    /// # Errors
    ///
    /// It cannot be started, does not speak UCI, or lacks an option.
    pub fn open(settings: Settings) -> Result<Pool, Failure> {
        let engine = Engine::start(&settings)?;
        Ok(Pool {
            settings,
            name: engine.name().to_owned(),
            set: engine.set().to_vec(),
            idle: Mutex::new(vec![engine]),
        })
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The hash of CLAIMS.md 1.1 for so many nodes.
    pub fn hash(&self, nodes: u64) -> String {
        let mut lines = vec!["uci", &self.name];
        lines.extend(self.set.iter().map(String::as_str));
        let nodes = format!("nodes={nodes}");
        lines.push(&nodes);
        sha256(lines.join("\n").as_bytes(), 8)
    }

    /// An engine of one's own.
    pub fn seat(&self) -> Seat<'_> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        Seat {
            pool: self,
            engine: idle.pop(),
        }
    }
}

/// A worker's engine; given back when the worker is done.
#[derive(Debug)]
pub struct Seat<'a> {
    pool: &'a Pool,
    engine: Option<Engine>,
}

impl Seat<'_> {
    /// Puts a position to the engine, twice if need be: a new process gives what
    /// the old one would have given.
    ///
    /// # Errors
    ///
    /// Both times there was no answer; the second failure.
    pub fn ask(&mut self, question: &Question) -> Result<Answer, Failure> {
        self.ask_once(question).or_else(|_| self.ask_once(question))
    }

    fn ask_once(&mut self, question: &Question) -> Result<Answer, Failure> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.pool.settings)?,
        };
        let answer = engine.ask(question)?;
        self.engine = Some(engine);
        Ok(answer)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut idle = self
            .pool
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        idle.extend(self.engine.take());
    }
}
