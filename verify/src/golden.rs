//! `verify golden`: what is held to be the same everywhere, made again by the
//! program under test and compared, as `golden/README.md` section 3 says.
//!
//! Nothing here searches or annotates: a program is run, and every hash is worked
//! out anew from what it gave.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::digest::hex;

mod fingerprint;
mod outputs;
mod program;

pub use program::Annotate;

/// Where the project's own manifests stand.
const FOLDER: &str = "golden";

/// The first difference of a manifest, and what else is to be told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The place: a row and column, a key, or an output.
    pub place: String,
    /// What is wrong there.
    pub words: String,
    /// Differences of other keys, which explain it or not.
    pub besides: Vec<String>,
}

impl Difference {
    /// Two values of one place.
    fn of(place: impl Into<String>, recorded: &str, found: &str) -> Difference {
        let words = |value: &str| match value {
            "" => "nothing".to_owned(),
            value => value.to_owned(),
        };
        Difference {
            place: place.into(),
            words: format!("recorded {}, found {}", words(recorded), words(found)),
            besides: Vec::new(),
        }
    }

    /// A manifest that contradicts itself: what is recorded, what follows from it.
    fn within(place: impl Into<String>, recorded: &str, follows: &str) -> Difference {
        Difference {
            place: place.into(),
            words: format!(
                "the manifest disagrees with itself: recorded {recorded}, from its rows {follows}"
            ),
            besides: Vec::new(),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.words)?;
        for other in &self.besides {
            write!(f, "; {other}")?;
        }
        Ok(())
    }
}

/// What became of a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// All of it was found again; how much that was.
    Equal(String),
    /// Not so.
    Differs(Difference),
    /// It could not be tried, and why.
    NotRun(String),
}

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Manifests found again.
    pub equal: usize,
    /// Manifests with a difference.
    pub different: usize,
    /// Manifests that could not be tried.
    pub not_run: usize,
}

impl Outcome {
    /// 0 all are equal, 1 one differs, 2 one could not be tried.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.not_run > 0 || self.equal + self.different == 0 {
            2
        } else {
            u8::from(self.different > 0)
        })
    }

    fn count(&mut self, fate: &Fate) {
        *match fate {
            Fate::Equal(_) => &mut self.equal,
            Fate::Differs(_) => &mut self.different,
            Fate::NotRun(_) => &mut self.not_run,
        } += 1;
    }
}

/// Takes up the manifests named, or all of `golden/`, and tells what becomes of
/// each as it is known.
pub fn run(
    manifests: &[PathBuf],
    annotate: &Annotate,
    mut tell: impl FnMut(&Path, &Fate),
) -> Outcome {
    let mut outcome = Outcome::default();
    let mut tell = |path: &Path, fate: &Fate| {
        outcome.count(fate);
        tell(path, fate);
    };
    if !manifests.is_empty() {
        for path in manifests {
            let fate = read(path).map(|value| value.unwrap_or(Value::Null));
            tell(path, &try_one(fate, annotate));
        }
        return outcome;
    }
    let folder = Path::new(FOLDER);
    match json_files(folder) {
        Err(why) => tell(folder, &Fate::NotRun(why)),
        Ok(paths) => {
            let mut any = false;
            for path in paths {
                match read(&path) {
                    Ok(None) => {}
                    Ok(Some(value)) => {
                        any = true;
                        tell(&path, &try_one(Ok(value), annotate));
                    }
                    Err(why) => {
                        any = true;
                        tell(&path, &Fate::NotRun(why));
                    }
                }
            }
            if !any {
                tell(folder, &Fate::NotRun("no manifest is here".to_owned()));
            }
        }
    }
    outcome
}

/// The JSON files of a folder, by name.
fn json_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// A file as JSON; nothing if it has no `format`, and so is no manifest.
fn read(path: &Path) -> Result<Option<Value>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let value: Value =
        serde_json::from_slice(&bytes).map_err(|error| format!("is no manifest: {error}"))?;
    Ok(value.get("format").is_some().then_some(value))
}

fn try_one(value: Result<Value, String>, annotate: &Annotate) -> Fate {
    let tried = value.and_then(|value| {
        let format = value.get("format").and_then(Value::as_str);
        match format {
            Some(fingerprint::FORMAT) => fingerprint::check(value, annotate),
            Some(outputs::FORMAT) => outputs::check(value, annotate),
            Some(other) => Err(format!("is no manifest: its format is `{other}`")),
            None => Err("is no manifest: it has no format".to_owned()),
        }
    });
    match tried {
        Ok(Ok(size)) => Fate::Equal(size),
        Ok(Err(difference)) => Fate::Differs(difference),
        Err(why) => Fate::NotRun(why),
    }
}

/// A manifest found again (how much), or not.
type Compared = Result<String, Difference>;

/// SHA-256 of bytes, all 64 digits.
fn whole_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes), 64)
}

/// SHA-256 of a file's bytes.
fn hash_of_file(path: &Path) -> Result<String, String> {
    fs::read(path)
        .map(|bytes| whole_hash(&bytes))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Whether a file is the one a manifest was made with.
fn same_file(file: &str, recorded: &str) -> Result<(), String> {
    let found = hash_of_file(Path::new(file))?;
    if found == recorded {
        Ok(())
    } else {
        Err(format!(
            "{file} is another file: recorded {recorded}, found {found}"
        ))
    }
}

/// Arguments that would send the answer elsewhere are never part of a manifest.
fn allowed(arguments: &[String]) -> Result<(), String> {
    const FOREIGN: [&str; 7] = [
        "-j",
        "-o",
        "--jobs",
        "--output",
        "--report",
        "--against",
        "--in-place",
    ];
    for argument in arguments {
        let name = argument.split('=').next().unwrap_or_default();
        let short = !name.starts_with("--")
            && FOREIGN
                .iter()
                .any(|known| !known.starts_with("--") && name.starts_with(known));
        if short || FOREIGN.contains(&name) {
            return Err(format!("is no manifest: `{argument}` among its arguments"));
        }
    }
    Ok(())
}
