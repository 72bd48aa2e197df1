//! The exit codes of `annotate`, all of them.

use std::process;

/// How a run ended, as the shell sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Everything was written. Games that could not be graded are in the summary.
    Written = 0,
    /// Something could not be read or written.
    Failed = 1,
    /// The command line asks for something that cannot be done.
    Usage = 2,
    /// Everything was written, `--strict` was given, and at least one game was refused or cut short.
    Refused = 3,
    /// A fingerprint is not the one it was compared with.
    Changed = 4,
    /// And in a row whose score is the same, the new line does not begin with a best move.
    Unsound = 5,
    /// The terminal has gone (SIGHUP), and the run was stopped.
    HungUp = 129,
    /// The run was stopped with Ctrl-C (SIGINT).
    Interrupted = 130,
    /// The run was stopped by request (SIGTERM).
    Terminated = 143,
}

impl From<ExitCode> for process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
