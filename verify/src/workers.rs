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
        process::{Child, Command, Stdio},
        sync::atomic::{AtomicUsize, Ordering},
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

    /// Judges the board with worker processes.
    pub struct Workers {
        /// The virtual environment, if it was named.
        pub venv: Option<PathBuf>,
        /// How many processes at most.
        pub processes: usize,
    }

    impl Checker for Workers {
        fn check(&self, requests: &[Request]) -> Result<Vec<Answer>> {
            let batches: Vec<&[Request]> = requests.chunks(BATCH).collect();
            if batches.len() <= 1 {
                let bridge = Bridge::open(self.venv.as_deref())?;
                let answers = bridge.check(&serde_json::to_string(requests)?)?;
                return Ok(serde_json::from_str(&answers)?);
            }
            let next = AtomicUsize::new(0);
            let processes = self.processes.clamp(1, batches.len());
            let answers: Vec<Result<Vec<Answer>>> = thread::scope(|scope| {
                let serve = || self.serve(&batches, &next);
                let threads: Vec<_> = (0..processes).map(|_| scope.spawn(serve)).collect();
                threads
                    .into_iter()
                    .map(|thread| {
                        thread
                            .join()
                            .unwrap_or_else(|_| Err(anyhow!("a worker's thread stopped")))
                    })
                    .collect()
            });
            let mut all = Vec::with_capacity(requests.len());
            for answers in answers {
                all.extend(answers?);
            }
            Ok(all)
        }
    }

    impl Workers {
        /// One process and the batches it takes.
        fn serve(&self, batches: &[&[Request]], next: &AtomicUsize) -> Result<Vec<Answer>> {
            let mut child = self.start()?;
            let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
                bail!("a worker has no pipes");
            };
            let served = converse(stdin, BufReader::new(stdout), batches, next);
            // Its stdin is closed by now: it ends by itself.
            let _ = child.wait();
            served
        }

        fn start(&self) -> Result<Child> {
            let program = std::env::current_exe().context("finding this program")?;
            let mut command = Command::new(program);
            command.arg("--worker");
            if let Some(venv) = &self.venv {
                command.arg("--venv").arg(venv);
            }
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .context("starting a worker")
        }
    }

    fn converse(
        mut stdin: impl Write,
        mut stdout: impl BufRead,
        batches: &[&[Request]],
        next: &AtomicUsize,
    ) -> Result<Vec<Answer>> {
        let mut all = Vec::new();
        let mut line = String::new();
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut text = serde_json::to_string(batch)?;
            text.push('\n');
            let sent = stdin
                .write_all(text.as_bytes())
                .and_then(|()| stdin.flush());
            line.clear();
            stdout
                .read_line(&mut line)
                .context("reading from a worker")?;
            let value: Value = serde_json::from_str(&line)
                .map_err(|_| anyhow!("a worker stopped: {}", line.trim()))?;
            if let Some(error) = value.get("error") {
                bail!("{}", error.as_str().unwrap_or("a worker failed"));
            }
            sent.context("writing to a worker")?;
            all.extend(serde_json::from_value::<Vec<Answer>>(value)?);
        }
        Ok(all)
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
