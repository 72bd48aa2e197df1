//! One running engine: lines to it, lines from it, each within a time, and its end.
//!
//! Two threads stand between us and the engine's pipes, so that an engine that stops reading
//! or writing can never stop us. What it writes is read in pieces of bounded length and kept in
//! a bounded queue: a flood of garbage costs time, no memory.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    thread,
    time::{Duration, Instant},
};

/// Bytes of a line that are kept; what a line holds beyond them is dropped.
const LONGEST: usize = 1 << 16;

/// Lines that may wait to be looked at.
const WAITING: usize = 256;

/// How long an engine that was told to quit is waited for before it is killed.
const FAREWELL: Duration = Duration::from_secs(2);

/// Why an engine has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Silence {
    /// Nothing came within the time.
    #[error("gave no answer in time")]
    TooSlow,
    /// Its output ended.
    #[error("ended")]
    Ended,
}

/// A running engine. It ends with this value.
pub(super) struct Process {
    child: Child,
    /// Empty once nothing more is to be written.
    to_engine: Option<Sender<String>>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts the program; what it writes to standard error is dropped.
    pub(super) fn start(path: &Path) -> io::Result<Process> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (line_sender, lines) = sync_channel(WAITING);
        let (to_engine, commands) = channel();
        let threads =
            pipes
                .ok_or_else(|| io::Error::other("no pipes"))
                .and_then(|(stdin, stdout)| {
                    thread::Builder::new()
                        .name("to-engine".into())
                        .spawn(move || write_all(stdin, &commands))?;
                    thread::Builder::new()
                        .name("from-engine".into())
                        .spawn(move || read_all(stdout, &line_sender))
                });
        // From here on dropping it kills the program.
        let process = Process {
            child,
            to_engine: Some(to_engine),
            lines,
        };
        threads.map(|_| process)
    }

    /// Hands lines over to be written. Whether they could be shows in what is read.
    pub(super) fn send(&self, text: String) {
        if let Some(to_engine) = &self.to_engine {
            // The thread is gone if the engine is: then reading will tell.
            let _ = to_engine.send(text);
        }
    }

    /// The next line, waited for until `deadline`.
    pub(super) fn line(&self, deadline: Instant) -> Result<String, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // An engine that never stops writing is none that answers.
            return Err(Silence::TooSlow);
        }
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::TooSlow,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// Tells the engine to quit and gives it a moment; dropping it then kills what is left.
    pub(super) fn quit(mut self) {
        self.send("quit\n".into());
        // The engine's input ends once this is written.
        self.to_engine = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            // What it still says must not keep it from ending.
            while self.lines.try_recv().is_ok() {}
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only where it has ended already; waiting leaves no zombie.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_all(mut stdin: ChildStdin, commands: &Receiver<String>) {
    while let Ok(text) = commands.recv() {
        let written = stdin.write_all(text.as_bytes());
        if written.and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(line) = read_line(&mut stdout) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// The next line without its end, its first bytes if it is longer than any should be.
fn read_line(from: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = from
        .by_ref()
        .take(LONGEST as u64)
        .read_until(b'\n', &mut line)
        .ok()?;
    if read == 0 {
        return None;
    }
    if line.len() == LONGEST && !line.ends_with(b"\n") {
        skip_line(from).ok()?;
    }
    Some(String::from_utf8_lossy(&line).trim_end().to_owned())
}

/// Passes over the rest of a line.
fn skip_line(from: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = from.fill_buf()?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let (passed, done) = match end {
            Some(end) => (end + 1, true),
            None => (bytes.len(), bytes.is_empty()),
        };
        from.consume(passed);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut from = BufReader::with_capacity(100, bytes);
        std::iter::from_fn(|| read_line(&mut from)).collect()
    }

    #[test]
    fn lines_end_with_any_break_or_the_output() {
        assert_eq!(
            lines(b"uciok\r\nreadyok\n\nlast"),
            ["uciok", "readyok", "", "last"]
        );
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\xff\xfe\n").len(), 1);
    }

    #[test]
    fn an_enormous_line_is_cut_and_the_next_is_whole() {
        let mut bytes = vec![b'x'; 5 * LONGEST];
        bytes.extend(b"\nuciok\n");
        bytes.extend(vec![b'y'; LONGEST]);
        let read = lines(&bytes);
        assert_eq!(read[0].len(), LONGEST);
        assert_eq!(read[1], "uciok");
        assert_eq!(read[2].len(), LONGEST);
        assert_eq!(read.len(), 3);
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        assert!(Process::start(Path::new("/nonesuch/engine")).is_err());
    }
}
