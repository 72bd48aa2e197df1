//! Many interpreters at once: one interpreter runs on one core, so the program
//! starts itself once a core, as `verify --worker`, and deals batches out.
//!
//! A worker reads one JSON list of requests a line on stdin and writes one JSON
//! list of answers a line on stdout; what it cannot do is `{"error": "…"}`.

#[cfg(feature = "python")]
mod with_python {
    use std::{
        io::{self, BufRead, BufReader, Write},
        path::{Path, PathBuf},
        process::{Child, ChildStdin, ChildStdout, Command, Stdio},
        sync::{
            Mutex, PoisonError,
            atomic::{AtomicUsize, Ordering},
        },
        thread,
    };

    use anyhow::{Context, Result, anyhow, bail};
    use serde_json::{Value, json};

    use crate::{
        checker::{Answer, Checker, Request},
        python::Bridge,
    };

    /// Requests a batch: large enough to hide the crossing.
    const BATCH: usize = 400;

    /// Judges the board with worker processes, which it keeps between questions.
    pub struct Workers {
        venv: Option<PathBuf>,
        processes: usize,
        idle: Mutex<Vec<Worker>>,
    }

    impl Workers {
        /// Workers for so many cores, with the virtual environment if it was named.
        pub fn new(venv: Option<PathBuf>, processes: usize) -> Workers {
            Workers {
                venv,
                processes,
                idle: Mutex::new(Vec::new()),
            }
        }

        /// Takes batches until none is left.
        fn serve(&self, batches: &[&[Request]], next: &AtomicUsize) -> Result<Vec<Answer>> {
            let idle = self
                .idle
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop();
            let mut worker = match idle {
                Some(worker) => worker,
                None => Worker::start(self.venv.as_deref())?,
            };
            let mut all = Vec::new();
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                all.extend(worker.ask(batch)?);
            }
            self.idle
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(worker);
            Ok(all)
        }
    }

    impl Checker for Workers {
        fn check(&self, requests: &[Request]) -> Result<Vec<Answer>> {
            let batches: Vec<&[Request]> = requests.chunks(BATCH).collect();
            if let [batch] = batches.as_slice() {
                let bridge = Bridge::open(self.venv.as_deref())?;
                let answers = bridge.check(&serde_json::to_string(batch)?)?;
                return Ok(serde_json::from_str(&answers)?);
            }
            let next = AtomicUsize::new(0);
            let processes = self.processes.max(1).min(batches.len());
            let answers: Vec<Result<Vec<Answer>>> = thread::scope(|scope| {
                let serve = || self.serve(&batches, &next);
                let threads: Vec<_> = (0..processes).map(|_| scope.spawn(serve)).collect();
                let stopped = |_| Err(anyhow!("a worker's thread stopped"));
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or_else(stopped))
                    .collect()
            });
            let mut all = Vec::with_capacity(requests.len());
            for answers in answers {
                all.extend(answers?);
            }
            Ok(all)
        }
    }

    /// One process.
    struct Worker {
        child: Child,
        /// Closed to end the process.
        stdin: Option<ChildStdin>,
        stdout: BufReader<ChildStdout>,
    }

    impl Worker {
        fn start(venv: Option<&Path>) -> Result<Worker> {
            let program = std::env::current_exe().context("finding this program")?;
            let mut command = Command::new(program);
            command
                .arg("--worker")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped());
            if let Some(venv) = venv {
                command.arg("--venv").arg(venv);
            }
            let mut child = command.spawn().context("starting a worker")?;
            let stdout = child.stdout.take().context("a worker has no stdout")?;
            Ok(Worker {
                stdin: child.stdin.take(),
                stdout: BufReader::new(stdout),
                child,
            })
        }

        fn ask(&mut self, batch: &[Request]) -> Result<Vec<Answer>> {
            let mut line = serde_json::to_string(batch)?;
            line.push('\n');
            let stdin = self.stdin.as_mut().context("a worker has no stdin")?;
            let sent = stdin
                .write_all(line.as_bytes())
                .and_then(|()| stdin.flush());
            line.clear();
            self.stdout
                .read_line(&mut line)
                .context("reading from a worker")?;
            let value: Value = serde_json::from_str(&line)
                .map_err(|_| anyhow!("a worker stopped: {}", line.trim()))?;
            if let Some(error) = value.get("error") {
                bail!("{}", error.as_str().unwrap_or("a worker failed"));
            }
            sent.context("writing to a worker")?;
            Ok(serde_json::from_value(value)?)
        }
    }

    impl Drop for Worker {
        fn drop(&mut self) {
            self.stdin = None;
            // Its input is closed: it ends by itself, and how is of no interest.
            let _ = self.child.wait();
        }
    }

    /// Runs as a worker until stdin ends.
    ///
    /// # Errors
    ///
    /// stdin or stdout broke.
    pub fn work(venv: Option<&Path>) -> Result<()> {
        let mut stdout = io::stdout().lock();
        let bridge = Bridge::open(venv);
        for line in io::stdin().lock().lines() {
            let line = line.context("reading requests")?;
            let answers = match &bridge {
                Ok(bridge) => bridge.check(&line).map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            let answers = answers.unwrap_or_else(|error| json!({ "error": error }).to_string());
            writeln!(stdout, "{answers}")
                .and_then(|()| stdout.flush())
                .context("writing answers")?;
        }
        Ok(())
    }
}

#[cfg(feature = "python")]
pub use with_python::{Workers, work};
