//! The inputs of a run: checked before any work, opened one after the other, read as streams.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use super::failure::Failure;

/// How standard input is written on the command line.
const STANDARD_INPUT: &str = "-";

/// Bytes read from an input at a time.
const BUFFER: usize = 1 << 16;

/// One input, named on the command line.
#[derive(Debug)]
pub(super) struct Input {
    /// As it was typed; `standard input` for `-`.
    name: PathBuf,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// A file that can be read again from its start; its size in bytes.
    File {
        size: u64,
    },
    /// A named pipe or the like: it can be read once.
    Pipe,
    Standard,
    /// What could be read only once, in a temporary file; its size in bytes.
    Spool {
        file: File,
        size: u64,
    },
}

impl Input {
    /// The name for messages.
    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    /// The file, unless this is standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        (self.name != Path::new("standard input")).then_some(self.name.as_path())
    }

    /// Bytes to be read, where that is known.
    pub(super) fn size(&self) -> Option<u64> {
        match self.source {
            Source::File { size } | Source::Spool { size, .. } => Some(size),
            Source::Pipe | Source::Standard => None,
        }
    }

    /// Opens the input at its start.
    pub(super) fn open(&self) -> Result<Box<dyn BufRead + '_>, Failure> {
        let fail = |error| Failure::read(&self.name, error);
        Ok(match &self.source {
            Source::File { .. } | Source::Pipe => Box::new(BufReader::with_capacity(
                BUFFER,
                File::open(&self.name).map_err(fail)?,
            )),
            Source::Standard => Box::new(BufReader::with_capacity(BUFFER, io::stdin().lock())),
            Source::Spool { file, .. } => {
                let mut file = file;
                file.seek(SeekFrom::Start(0)).map_err(fail)?;
                Box::new(BufReader::with_capacity(BUFFER, file))
            }
        })
    }

    /// Makes an input that can be read once readable twice, by way of a temporary file.
    pub(super) fn spool(&mut self) -> Result<(), Failure> {
        if matches!(self.source, Source::File { .. } | Source::Spool { .. }) {
            return Ok(());
        }
        let fail = |error| Failure::read(&self.name, error);
        let mut file = tempfile::tempfile().map_err(fail)?;
        let size = io::copy(&mut self.open()?, &mut file).map_err(fail)?;
        self.source = Source::Spool { file, size };
        Ok(())
    }
}

/// Checks the inputs named on the command line: there, readable, no directories, none twice.
pub(super) fn check_inputs(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut inputs = Vec::with_capacity(paths.len());
    for path in paths {
        let (input, identity) = if path == Path::new(STANDARD_INPUT) {
            let name = PathBuf::from("standard input");
            let source = Source::Standard;
            (Input { name, source }, path.clone())
        } else {
            let fail = |error| Failure::read(path, error);
            let metadata = fs::metadata(path).map_err(|error| {
                let is_subcommand = ["strip", "completions", "fingerprint"]
                    .map(Path::new)
                    .contains(&path.as_path());
                if is_subcommand && error.kind() == io::ErrorKind::NotFound {
                    let name = path.display();
                    return Failure::Usage(format!(
                        "no file is called {name}; the subcommand {name} stands before its options"
                    ));
                }
                fail(error)
            })?;
            if metadata.is_dir() {
                return Err(fail(io::Error::new(
                    io::ErrorKind::IsADirectory,
                    "it is a directory; name the PGN files in it",
                )));
            }
            let source = if metadata.is_file() {
                File::open(path).map_err(fail)?;
                let size = metadata.len();
                Source::File { size }
            } else {
                Source::Pipe
            };
            let name = path.clone();
            (
                Input { name, source },
                fs::canonicalize(path).map_err(fail)?,
            )
        };
        if seen.contains(&identity) {
            return Err(Failure::Usage(format!(
                "{} is named more than once",
                input.name.display()
            )));
        }
        seen.push(identity);
        inputs.push(input);
    }
    Ok(inputs)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_directory_is_refused_with_advice() {
        let directory = tempfile::tempdir().unwrap();
        let error = check_inputs(&[directory.path().to_owned()]).unwrap_err();
        assert!(error.to_string().contains("name the PGN files in it"));
    }

    #[test]
    fn a_missing_file_is_a_failure_to_read_and_a_repeated_one_a_usage_error() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("games.pgn");
        let missing = check_inputs(std::slice::from_ref(&file)).unwrap_err();
        assert!(matches!(missing, Failure::Read { .. }));
        fs::write(&file, "1. e4 *").unwrap();
        let again = directory.path().join(".").join("games.pgn");
        let twice = check_inputs(&[file, again]).unwrap_err();
        assert!(matches!(twice, Failure::Usage(_)));
        let dashes = check_inputs(&[PathBuf::from("-"), PathBuf::from("-")]).unwrap_err();
        assert!(matches!(dashes, Failure::Usage(_)));
    }

    #[test]
    fn a_file_can_be_read_twice() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("games.pgn");
        fs::write(&file, "1. e4 *").unwrap();
        let mut inputs = check_inputs(&[file]).unwrap();
        inputs[0].spool().unwrap();
        for _ in 0..2 {
            let mut text = String::new();
            inputs[0].open().unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, "1. e4 *");
        }
        assert_eq!(inputs[0].size(), Some(7));
    }
}
