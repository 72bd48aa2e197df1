//! A judge that asks a UCI engine: one question a position, at fixed nodes, with one thread and
//! empty tables, so that the answer is a function of the game, the position and the settings.
//!
//! ENGINE.md section 6.1 says what is asked and what counts as an answer. Engines hang, die and
//! talk nonsense: then the process is ended, another started, and the position asked once more.
//! `process` runs it, `reading` makes sense of its lines.

mod process;
mod reading;

use std::{
    fmt::Write as _,
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use sha2::{Digest, Sha256};
use shakmaty::Move;

use super::{
    judge::{Judge, Verdict},
    proofs::Proofs,
    thresholds::Thresholds,
    told::{Answer, ToldRules},
};
use crate::{
    engine::History,
    pgn::{start_fen, uci},
};
use process::{Process, Silence};
use reading::EngineOption;

/// How long `uci` may take to be answered, at most: loading comes later.
const GREETING: Duration = Duration::from_secs(10);

/// The nodes a position is searched with, unless others are asked for.
pub const DEFAULT_NODES: u64 = 20_000;

/// The hash, in megabytes, unless another is asked for.
const HASH: &str = "16";

/// Options that are ours to choose, in small letters: what is asked for would not be a function of
/// the position, or not what is read.
const OURS: [&str; 4] = ["threads", "multipv", "ponder", "uci_chess960"];

/// What an engine is started and asked with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UciSettings {
    path: PathBuf,
    nodes: u64,
    timeout: Duration,
    /// Sorted by their names in small letters, each name once.
    options: Vec<(String, String)>,
}

/// Why an engine cannot be asked for like that.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UciSettingsError {
    /// Not `NAME=VALUE` on one line.
    #[error("{0}: NAME=VALUE is needed")]
    Form(String),
    /// The judge sets that one.
    #[error("{0} is set by annotate: one thread, one line")]
    Ours(String),
    /// The same option a second time.
    #[error("{0} is given twice")]
    Twice(String),
}

impl UciSettings {
    /// An engine at `path`, asked with `nodes` a position and given at most `timeout` for each,
    /// with `options` as `NAME=VALUE`.
    ///
    /// # Errors
    ///
    /// Where an option is not of that form, is given twice, or is the judge's to set.
    pub fn new<S: AsRef<str>>(
        path: PathBuf,
        nodes: u64,
        timeout: Duration,
        options: &[S],
    ) -> Result<UciSettings, UciSettingsError> {
        let mut read = Vec::with_capacity(options.len());
        for option in options {
            let text = option.as_ref();
            let is_line = !text.contains(|sign: char| sign.is_control());
            let parts = text.split_once('=').filter(|_| is_line);
            let parts = parts.map(|(name, value)| (name.trim(), value.trim()));
            let Some((name, value)) = parts.filter(|(name, _)| !name.is_empty()) else {
                return Err(UciSettingsError::Form(text.to_owned()));
            };
            if OURS.contains(&name.to_lowercase().as_str()) {
                return Err(UciSettingsError::Ours(name.to_owned()));
            }
            read.push((name.to_owned(), value.to_owned()));
        }
        read.sort_by_key(|(name, _)| name.to_lowercase());
        let twice = read
            .windows(2)
            .find(|pair| pair[0].0.to_lowercase() == pair[1].0.to_lowercase());
        if let Some(pair) = twice {
            return Err(UciSettingsError::Twice(pair[1].0.clone()));
        }
        Ok(UciSettings {
            path,
            nodes,
            timeout,
            options: read,
        })
    }

    /// The nodes a position is searched with.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Where the engine is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Why an engine could not be made ready.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("cannot be started: {0}")]
    Start(#[from] io::Error),
    /// It does not speak UCI.
    #[error("is no UCI engine: no uciok within {0} s")]
    NoUci(u64),
    /// It ended instead.
    #[error("is no UCI engine: it ended without uciok")]
    NoUciAtAll,
    /// It has no such option.
    #[error("has no option {0:?}")]
    NoOption(String),
    /// It did not get ready.
    #[error("did not get ready: it {0}")]
    NotReady(String),
    /// Another engine stands there now.
    #[error("is another engine now: {0}")]
    Another(String),
}

/// Why a position has no answer, after two tries.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The engine could not be started again.
    #[error("the engine {0}")]
    Engine(#[from] EngineError),
    /// It ended, or was too slow.
    #[error("the engine {0}")]
    Silence(String),
    /// It named no move.
    #[error("the engine answered without a line that can be read")]
    Nonsense,
}

impl From<Silence> for NoAnswer {
    fn from(silence: Silence) -> Self {
        NoAnswer::Silence(silence.to_string())
    }
}

/// What is known of an engine once it has been greeted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineIdentity {
    /// What it says after `id name`.
    pub name: String,
    /// The first eight hexadecimal digits of SHA-256 over name, options and nodes, as the game
    /// record has them.
    pub hash: String,
}

/// An engine that is ready to be asked.
struct Engine {
    process: Process,
    identity: EngineIdentity,
    /// The name of the button that empties the hash, if there is one.
    clear_hash: Option<String>,
}

impl Engine {
    /// Starts an engine, greets it and sets its options.
    fn start(settings: &UciSettings) -> Result<Engine, EngineError> {
        let process = Process::start(&settings.path)?;
        let patience = GREETING.min(settings.timeout);
        let (name, known) = greet(&process, patience)?;
        let find = |name: &str| {
            let mut known = known.iter();
            known.find(|option| option.name.eq_ignore_ascii_case(name))
        };
        let mut set = Vec::new();
        if let Some(threads) = find("Threads") {
            set.push((threads.name.as_str(), "1"));
        }
        let asked = |(name, _): &(String, String)| name.eq_ignore_ascii_case("Hash");
        if let Some(hash) = find("Hash")
            && !settings.options.iter().any(asked)
        {
            set.push((hash.name.as_str(), HASH));
        }
        for (name, value) in &settings.options {
            if find(name).is_none() {
                return Err(EngineError::NoOption(name.clone()));
            }
            set.push((name, value));
        }
        let mut commands = String::new();
        let mut described = format!("uci\n{name}");
        for (name, value) in set {
            // Writing to a String cannot fail, here and below.
            let _ = writeln!(commands, "setoption name {name} value {value}");
            let _ = write!(described, "\n{name}={value}");
        }
        let _ = write!(described, "\nnodes={}", settings.nodes);
        let clear_hash = find("Clear Hash").filter(|option| option.kind == "button");
        let engine = Engine {
            clear_hash: clear_hash.map(|option| option.name.clone()),
            identity: EngineIdentity {
                name,
                hash: eight_digits(&described),
            },
            process,
        };
        commands.push_str("isready\n");
        engine.process.send(commands);
        engine
            .wait_for("readyok", Instant::now() + settings.timeout)
            .map_err(|silence| EngineError::NotReady(silence.to_string()))?;
        Ok(engine)
    }

    fn wait_for(&self, word: &str, deadline: Instant) -> Result<(), Silence> {
        while self.process.line(deadline)? != word {}
        Ok(())
    }

    /// Puts the last position of a history to the engine.
    fn ask(&self, history: &History, settings: &UciSettings) -> Result<Answer, NoAnswer> {
        let deadline = Instant::now() + settings.timeout;
        let mut commands = "ucinewgame\n".to_owned();
        if let Some(name) = &self.clear_hash {
            let _ = writeln!(commands, "setoption name {name}");
        }
        commands.push_str("isready\n");
        self.process.send(commands);
        self.wait_for("readyok", deadline)?;
        let mut commands = format!("position fen {}", start_fen(history.start()));
        for (ply, &step) in history.moves().iter().enumerate() {
            commands.push_str(if ply == 0 { " moves " } else { " " });
            commands.push_str(&uci(step));
        }
        let _ = writeln!(commands, "\ngo nodes {}", settings.nodes);
        self.process.send(commands);
        let mut answer = None;
        loop {
            let line = self.process.line(deadline)?;
            if line.split_ascii_whitespace().next() == Some("bestmove") {
                return answer.ok_or(NoAnswer::Nonsense);
            }
            answer = reading::answer(&line, history.position()).or(answer);
        }
    }
}

/// The name and the options an engine gives when it is greeted.
fn greet(
    process: &Process,
    patience: Duration,
) -> Result<(String, Vec<EngineOption>), EngineError> {
    /// More options than this no engine has.
    const MOST: usize = 10_000;
    let deadline = Instant::now() + patience;
    process.send("uci\n".into());
    let (mut name, mut options) = (String::new(), Vec::new());
    loop {
        let line = process.line(deadline).map_err(|silence| match silence {
            Silence::TooSlow => EngineError::NoUci(patience.as_secs()),
            Silence::Ended => EngineError::NoUciAtAll,
        })?;
        if line == "uciok" {
            return Ok((name, options));
        }
        if let Some(said) = line.strip_prefix("id name ") {
            said.trim().clone_into(&mut name);
        } else if options.len() < MOST {
            options.extend(EngineOption::read(&line));
        }
    }
}

fn eight_digits(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest[..4].iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// The judge that is a UCI engine. It has one process of its own, which ends with it.
pub struct UciJudge {
    settings: Arc<UciSettings>,
    /// What the first engine of the run was; every later one must be the same.
    identity: EngineIdentity,
    engine: Option<Engine>,
    rules: ToldRules,
}

impl UciJudge {
    /// Starts an engine and sees that it can be asked.
    ///
    /// # Errors
    ///
    /// Where the program cannot be started, is no UCI engine, or lacks an option asked for.
    pub fn start(
        settings: Arc<UciSettings>,
        thresholds: Thresholds,
    ) -> Result<UciJudge, EngineError> {
        let engine = Engine::start(&settings)?;
        Ok(UciJudge {
            identity: engine.identity.clone(),
            engine: Some(engine),
            settings,
            rules: ToldRules { thresholds },
        })
    }

    /// A judge whose engine is started when it is first asked, and must then be the one
    /// known as `identity`.
    pub fn waiting(
        settings: Arc<UciSettings>,
        identity: EngineIdentity,
        thresholds: Thresholds,
    ) -> UciJudge {
        UciJudge {
            settings,
            identity,
            engine: None,
            rules: ToldRules { thresholds },
        }
    }

    /// What engine it is.
    pub fn identity(&self) -> &EngineIdentity {
        &self.identity
    }

    /// Asks once. An engine that fails is ended.
    fn try_once(&mut self, history: &History) -> Result<Answer, NoAnswer> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.restarted()?,
        };
        let answer = engine.ask(history, &self.settings)?;
        self.engine = Some(engine);
        Ok(answer)
    }

    fn restarted(&self) -> Result<Engine, EngineError> {
        let engine = Engine::start(&self.settings)?;
        if engine.identity != self.identity {
            return Err(EngineError::Another(engine.identity.name.clone()));
        }
        Ok(engine)
    }
}

impl Judge for UciJudge {
    type Study = Answer;
    type Trouble = NoAnswer;

    fn study(&mut self, history: &History) -> Result<Answer, NoAnswer> {
        if let Some(answer) = Answer::of_the_rules(history) {
            return Ok(answer);
        }
        self.try_once(history).or_else(|_| self.try_once(history))
    }

    fn verdict(
        &self,
        before: &History,
        played: Move,
        study_before: &Answer,
        study_after: &Answer,
    ) -> Verdict {
        let mut proofs = Proofs::default();
        self.rules
            .of_answers(before, played, study_before, study_after, &mut proofs)
    }
}

impl Drop for UciJudge {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.process.quit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(options: &[&str]) -> Result<UciSettings, UciSettingsError> {
        UciSettings::new("engine".into(), 100, Duration::from_secs(1), options)
    }

    #[test]
    fn options_are_sorted_whatever_their_order_and_each_is_given_once() {
        let one = settings(&["Hash=32", "Clean Book= x y "]).expect("options");
        assert_eq!(settings(&["Clean Book=x y", "Hash=32"]), Ok(one.clone()));
        assert_eq!(one.options[0], ("Clean Book".into(), "x y".into()));
        assert_eq!(
            settings(&["Hash=1", "hash=2"]),
            Err(UciSettingsError::Twice("hash".into()))
        );
    }

    #[test]
    fn options_that_are_not_of_the_form_or_ours_are_refused() {
        for odd in ["Hash", "=3", " =3", "Hash=1\nquit"] {
            let refused = settings(&[odd]);
            assert!(matches!(refused, Err(UciSettingsError::Form(_))), "{odd:?}");
        }
        for ours in ["Threads=2", "multipv=3", "Ponder=true", "UCI_Chess960=true"] {
            let refused = settings(&[ours]);
            assert!(matches!(refused, Err(UciSettingsError::Ours(_))), "{ours}");
        }
    }

    #[test]
    fn the_hash_of_an_identity_is_the_first_digits_of_sha_256() {
        assert_eq!(eight_digits(""), "e3b0c442");
    }
}
