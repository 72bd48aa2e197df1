//! A UCI engine as a process: started, asked, and ended with all it started.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use shakmaty::Chess;
use thiserror::Error;

use crate::judges::{
    answer::{self, Answer},
    choice::Settings,
};

/// A longer line ends the engine, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that may wait to be read.
const WAITING: usize = 256;

/// Why there is no answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Failure {
    /// The program could not be started.
    #[error("the engine cannot be started: {0}")]
    Start(String),
    /// It ended, or closed its output.
    #[error("the engine ended")]
    Ended,
    /// It was not done in time.
    #[error("the engine was not done in time")]
    Late,
    /// No line of its answer could be read.
    #[error("the engine answered without a line that can be read")]
    Unreadable,
    /// It has no option of this name.
    #[error("the engine has no option `{0}`")]
    NoOption(String),
}

/// A position as it is put to an engine.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The FEN of the start position of its game.
    pub start: &'a str,
    /// The moves since, in UCI.
    pub moves: &'a [String],
    /// The position.
    pub position: &'a Chess,
    /// The nodes to be searched.
    pub nodes: u64,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    /// What it says after `id name`.
    name: String,
    /// What was set, as `NAME=VALUE`.
    set: Vec<String>,
    /// Its button that empties its tables, as it names it.
    clear_hash: Option<String>,
    timeout: Duration,
}

impl Engine {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    ///
    /// It cannot be started, does not speak UCI, or lacks an option.
    pub fn start(settings: &Settings) -> Result<Engine, Failure> {
        let mut process = Process::start(settings)?;
        let deadline = Instant::now() + settings.timeout;
        process.send("uci")?;
        let mut name = String::new();
        let mut offered: Vec<(String, bool)> = Vec::new();
        loop {
            let line = process.line(deadline)?;
            let line = line.trim();
            if line == "uciok" {
                break;
            } else if let Some(said) = line.strip_prefix("id name") {
                said.trim().clone_into(&mut name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                offered.push(offer(option));
            }
        }
        let named = |key: &str| {
            let mut names = offered.iter().map(|(name, _)| name);
            names.find(|name| name.to_lowercase() == key).cloned()
        };
        let mut set = Vec::new();
        let asked = |key: &str| settings.options.iter().any(|option| option.key() == key);
        for (key, value) in [("threads", "1"), ("hash", "16")] {
            if let Some(name) = named(key)
                && !asked(key)
            {
                process.set(&name, value)?;
                set.push(format!("{name}={value}"));
            }
        }
        for option in &settings.options {
            if named(&option.key()).is_none() {
                return Err(Failure::NoOption(option.name.clone()));
            }
            process.set(&option.name, &option.value)?;
            set.push(option.to_string());
        }
        process.ready(deadline)?;
        let button = offered
            .iter()
            .find(|(name, is_button)| *is_button && name.to_lowercase() == "clear hash");
        Ok(Engine {
            process,
            name,
            set,
            clear_hash: button.map(|(name, _)| name.clone()),
            timeout: settings.timeout,
        })
    }

    /// What it says after `id name`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What was set, as `NAME=VALUE`.
    pub fn set(&self) -> &[String] {
        &self.set
    }

    /// Puts a position to the engine.
    ///
    /// # Errors
    ///
    /// There is no answer; the engine is then of no further use.
    pub fn ask(&mut self, question: &Question) -> Result<Answer, Failure> {
        let deadline = Instant::now() + self.timeout;
        self.process.send("ucinewgame")?;
        if let Some(button) = &self.clear_hash {
            self.process.send(&format!("setoption name {button}"))?;
        }
        self.process.ready(deadline)?;
        let mut position = format!("position fen {}", question.start);
        if !question.moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&question.moves.join(" "));
        }
        self.process.send(&position)?;
        self.process.send(&format!("go nodes {}", question.nodes))?;
        let mut last = None;
        loop {
            let line = self.process.line(deadline)?;
            if line.split_ascii_whitespace().next() == Some("bestmove") {
                return last.ok_or(Failure::Unreadable);
            }
            last = answer::read(&line, question.position).or(last);
        }
    }
}

/// The name of an option and whether it is a button, from what follows `option name`.
fn offer(option: &str) -> (String, bool) {
    let (name, kind) = option.split_once(" type ").unwrap_or((option, ""));
    let is_button = kind.split_ascii_whitespace().next() == Some("button");
    (name.trim().to_owned(), is_button)
}

/// The process, its lines coming in by a thread so that waiting for one can end.
#[derive(Debug)]
struct Process {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    fn start(settings: &Settings) -> Result<Process, Failure> {
        let failed =
            |error: io::Error| Failure::Start(format!("{}: {error}", settings.path.display()));
        let mut command = Command::new(&settings.path);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        lead_a_group(&mut command);
        let mut child = command.spawn().map_err(failed)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            end(&mut child);
            return Err(Failure::Ended);
        };
        let (sender, lines) = sync_channel(WAITING);
        let reading = thread::Builder::new().spawn(move || pass_on(stdout, &sender));
        if let Err(error) = reading {
            end(&mut child);
            return Err(failed(error));
        }
        Ok(Process {
            child,
            stdin,
            lines,
        })
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        let line = format!("{line}\n");
        let sent = self.stdin.write_all(line.as_bytes());
        sent.and_then(|()| self.stdin.flush())
            .map_err(|_| Failure::Ended)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.send(&format!("setoption name {name} value {value}"))
    }

    fn ready(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.send("isready")?;
        while self.line(deadline)?.trim() != "readyok" {}
        Ok(())
    }

    /// The next line; an engine that never stops talking is late too.
    fn line(&self, deadline: Instant) -> Result<String, Failure> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Failure::Late);
        }
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Failure::Late,
            RecvTimeoutError::Disconnected => Failure::Ended,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// Passes an engine's lines on until it ends or nobody listens.
fn pass_on(stdout: ChildStdout, sender: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let is_whole = line.len() < LONGEST_LINE as usize || line.ends_with(b"\n");
        let goes_on = read.is_ok_and(|bytes| bytes > 0) && is_whole;
        if !goes_on
            || sender
                .send(String::from_utf8_lossy(&line).into_owned())
                .is_err()
        {
            return;
        }
    }
}

/// An engine may be a script that starts another program: both end together.
#[cfg(unix)]
fn lead_a_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_a_group(_: &mut Command) {}

/// Ends a process with its group. That it has ended already is no fault.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
