//! Ctrl-C and its like: the run is told to stop, and if it cannot in time, it is ended.
//!
//! A run that is told stops at its next game and takes its unfinished files away. One that is in
//! the middle of a long search, or waits for its input, is ended after [`GRACE`], or by a second
//! signal; the unfinished files are taken away then, too. Between the two moments at which a file
//! is renamed to its target nothing is ended.

#[cfg(unix)]
use std::fs;
use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use super::exit::ExitCode;

/// How long a run that was told to stop may take.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(2);

/// How often a run that waits looks whether it is to stop.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// What told a run to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// A request to end, as of `kill` or a shutdown.
    Terminate,
    /// The terminal has gone.
    HangUp,
}

impl Signal {
    /// The exit code that follows.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Self::Interrupt => ExitCode::Interrupted,
            Self::Terminate => ExitCode::Terminated,
            Self::HangUp => ExitCode::HungUp,
        }
    }

    /// The signal in words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Interrupt => "interrupted",
            Self::Terminate => "told to terminate",
            Self::HangUp => "the terminal has gone",
        }
    }
}

/// The signal that came, as its exit code; 0 if none did.
static CAME: AtomicU8 = AtomicU8::new(0);

/// The unfinished files of this process.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The signal that told this process to stop, if one came.
pub(super) fn came() -> Option<Signal> {
    let code = CAME.load(Ordering::Relaxed);
    [Signal::Interrupt, Signal::Terminate, Signal::HangUp]
        .into_iter()
        .find(|signal| signal.exit_code() as u8 == code)
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An unfinished file, known as long as this lives.
#[derive(Debug)]
pub(super) struct Registered(PathBuf);

/// Makes an unfinished file known.
pub(super) fn register(path: &Path) -> Registered {
    unfinished().push(path.to_owned());
    Registered(path.to_owned())
}

impl Drop for Registered {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// As long as this is held, the process is not ended by a signal that can be waited for.
#[must_use]
pub(super) struct Held(#[allow(dead_code, reason = "held")] MutexGuard<'static, ()>);

static ENDING: Mutex<()> = Mutex::new(());

/// Holds back the end of the process while files are put in their places.
pub(super) fn hold() -> Held {
    Held(ENDING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Takes the unfinished files away and ends the process.
#[cfg(unix)]
fn end(signal: Signal, tell: &dyn Fn(Signal)) -> ! {
    let _held = hold();
    for path in unfinished().iter() {
        // What is gone already need not go.
        let _ = fs::remove_file(path);
    }
    tell(signal);
    std::process::exit(i32::from(signal.exit_code() as u8));
}

/// Begins to listen for signals. `tell` is called where the process has to be ended in the middle
/// of something. A file that outgrows what the system allows is an error from now on, no signal.
///
/// To be called once, by a program: a library leaves signals alone.
#[cfg(unix)]
pub fn listen(tell: impl Fn(Signal) + Send + Sync + 'static) {
    use std::sync::{Arc, atomic::AtomicBool};

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        iterator::Signals,
    };

    // A handler, whatever it does, makes the write fail with an error that can be told.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    // Without a listener signals do what they always did.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
        return;
    };
    let tell = Arc::new(tell);
    let listener = move || {
        for number in signals.forever() {
            let signal = match number {
                SIGTERM => Signal::Terminate,
                SIGHUP => Signal::HangUp,
                _ => Signal::Interrupt,
            };
            let before = CAME.swap(signal.exit_code() as u8, Ordering::Relaxed);
            if before != 0 {
                end(signal, &*tell);
            }
            let tell = Arc::clone(&tell);
            let watch = move || {
                std::thread::sleep(GRACE);
                end(signal, &*tell);
            };
            let _ = std::thread::Builder::new().spawn(watch);
        }
    };
    let _ = std::thread::Builder::new()
        .name("signals".into())
        .spawn(listener);
}

/// Elsewhere a signal ends the process at once; the next run takes away what it leaves.
#[cfg(not(unix))]
pub fn listen(_tell: impl Fn(Signal) + Send + Sync + 'static) {}
