//! What ends a run before its time, and the exit code that follows.
//!
//! A bad game is a finding ([`Refusal`](super::Refusal)), never a failure: the run goes on.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{exit::ExitCode, interruption::Signal};
use crate::tutor::uci::EngineError;

/// Why a run could not go on.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line asks for something that cannot be done.
    #[error("{0}")]
    Usage(String),
    /// An input could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The input, or `standard input`.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// An output could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The output, or `standard output`.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file named as the cache cannot be it.
    #[error("cannot use {} as the cache: {reason}", path.display())]
    Cache {
        /// The file.
        path: PathBuf,
        /// Why not, and what to do.
        reason: String,
    },
    /// The engine named as the judge cannot be asked.
    #[error("{} {reason}", path.display())]
    Engine {
        /// The program.
        path: PathBuf,
        /// Why not.
        reason: EngineError,
    },
    /// The threads for the work could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// Whoever read standard output has gone: a quiet end, as of `head`.
    #[error("standard output was closed")]
    ClosedPipe,
    /// A signal told the run to stop.
    #[error("{}", .0.as_str())]
    Interrupted(Signal),
    /// A run that had begun could not go on.
    #[error("{source}; {left}")]
    Stopped {
        /// Why.
        source: Box<Failure>,
        /// What is written, and what is as it was.
        left: String,
    },
}

impl Failure {
    /// A failure to read `path`.
    pub fn read(path: impl AsRef<Path>, source: io::Error) -> Self {
        Self::Read {
            path: path.as_ref().to_owned(),
            source,
        }
    }

    /// A failure to write `path`.
    pub fn write(path: impl AsRef<Path>, source: io::Error) -> Self {
        Self::Write {
            path: path.as_ref().to_owned(),
            source,
        }
    }

    /// The exit code that follows.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::Usage,
            Self::ClosedPipe => ExitCode::Written,
            Self::Interrupted(signal) => signal.exit_code(),
            Self::Stopped { source, .. } => match **source {
                // A quiet end is one after which nothing is missing.
                Self::ClosedPipe => ExitCode::Failed,
                _ => source.exit_code(),
            },
            Self::Read { .. }
            | Self::Write { .. }
            | Self::Cache { .. }
            | Self::Engine { .. }
            | Self::Threads { .. } => ExitCode::Failed,
        }
    }
}
