//! Which other judge was named on the command line, and how a UCI engine is to run.

use std::{fmt, path::PathBuf, str::FromStr, time::Duration};

use anyhow::{Result, bail};

/// A judge as it is named: `own`, `evals` or `uci:PATH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one of section 6 of ENGINE.md.
    Own,
    /// The evaluations in the games.
    Evals,
    /// A UCI engine.
    Uci(PathBuf),
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text {
            "own" => Ok(Choice::Own),
            "evals" => Ok(Choice::Evals),
            _ => engine_path(text).map(Choice::Uci),
        }
    }
}

/// The path in `uci:PATH`.
///
/// # Errors
///
/// It is not of that shape.
pub fn engine_path(text: &str) -> Result<PathBuf, String> {
    match text.strip_prefix("uci:") {
        Some(path) if !path.is_empty() => Ok(PathBuf::from(path)),
        _ => Err(format!("`{text}` is no uci:PATH")),
    }
}

/// An option of an engine, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl UciOption {
    /// The name in small letters: names are the same whatever their case.
    pub fn key(&self) -> String {
        self.name.to_lowercase()
    }
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

impl FromStr for UciOption {
    type Err = String;

    fn from_str(text: &str) -> Result<UciOption, String> {
        let wrong = || format!("`{text}` is no NAME=VALUE");
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let fits = |part: &str| !part.contains(|c: char| c.is_ascii_control());
        if name.trim().is_empty() || !fits(name) || !fits(value) {
            return Err(wrong());
        }
        Ok(UciOption {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    }
}

/// How an engine is to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The program.
    pub path: PathBuf,
    /// What is set beside `Threads` and `Hash`, sorted by name.
    pub options: Vec<UciOption>,
    /// The longest it may take for a position.
    pub timeout: Duration,
}

impl Settings {
    /// Settings with options in any order.
    ///
    /// # Errors
    ///
    /// An option is given twice, or is one that is always the same.
    pub fn new(path: PathBuf, options: &[UciOption], timeout: Duration) -> Result<Settings> {
        let mut options = options.to_vec();
        options.sort_by_key(UciOption::key);
        for pair in options.windows(2) {
            if pair[0].key() == pair[1].key() {
                bail!("--uci-option: {} is given twice", pair[1].name);
            }
        }
        for option in &options {
            if ["threads", "multipv"].contains(&option.key().as_str()) {
                bail!(
                    "--uci-option: {} is not to be chosen: one thread, one line",
                    option.name
                );
            }
        }
        Ok(Settings {
            path,
            options,
            timeout,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(options: &[&str]) -> Result<Settings> {
        let options: Vec<UciOption> = options.iter().map(|text| text.parse().unwrap()).collect();
        Settings::new(PathBuf::from("x"), &options, Duration::from_secs(1))
    }

    #[test]
    fn a_judge_is_named_by_a_word_or_a_path() {
        assert_eq!("evals".parse(), Ok(Choice::Evals));
        assert_eq!("uci:a b".parse(), Ok(Choice::Uci(PathBuf::from("a b"))));
        for wrong in ["uci:", "uci", "stockfish", ""] {
            assert!(wrong.parse::<Choice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_are_sorted_by_name_and_stand_once() {
        let sorted = settings(&["Skill Level=3", "hash=32"]).unwrap();
        let names: Vec<String> = sorted.options.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["hash=32", "Skill Level=3"]);
        for wrong in [&["Hash=1", "hash=2"][..], &["threads=2"], &["MultiPV=2"]] {
            assert!(settings(wrong).is_err(), "{wrong:?}");
        }
        assert!("Hash".parse::<UciOption>().is_err());
        assert!("Hash=1\nquit".parse::<UciOption>().is_err());
    }
}
