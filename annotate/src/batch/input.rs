//! The inputs of a run: checked before any work, opened one after the other, read as streams.
//!
//! What is named on the command line may be a file, packed or not, a zip file or a folder of
//! them, or standard input. Each game file, and each member of a zip file, is an input of its own.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    compression::{Archive, Encoding, Form, Member, head, unpacked},
    failure::Failure,
    folder::{game_files, is_game_file},
};

/// How standard input is written on the command line.
const STANDARD_INPUT: &str = "-";

/// What messages call standard input.
const STANDARD_NAME: &str = "standard input";

/// Bytes read from an input at a time.
const BUFFER: usize = 1 << 16;

/// One input.
#[derive(Debug)]
pub(super) struct Input {
    /// As it was typed; `standard input` for `-`; a member's with its archive's before it.
    name: PathBuf,
    /// Where it goes below an output folder.
    place: Place,
    source: Source,
}

/// The name of an input below an output folder.
#[derive(Debug)]
enum Place {
    At(PathBuf),
    /// It has none.
    Nowhere,
    /// The name it has in its archive is no path to write to.
    Unsafe,
}

#[derive(Debug)]
enum Source {
    /// A file that can be read again from its start; its size in bytes.
    File {
        size: u64,
        encoding: Encoding,
    },
    /// A member of a zip file.
    Member {
        /// The file, or `standard input`.
        path: PathBuf,
        archive: Arc<Archive>,
        member: Member,
    },
    /// A named pipe or the like: it can be read once.
    Pipe,
    Standard,
    /// What could be read only once, unpacked, in a temporary file; its size in bytes.
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

    /// The file it is read from, unless that is standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        let path = match &self.source {
            Source::Member { path, .. } => path,
            _ => &self.name,
        };
        (path != Path::new(STANDARD_NAME)).then_some(path)
    }

    /// Whether it is the content of one file, which could be replaced.
    pub(super) fn is_file(&self) -> bool {
        matches!(self.source, Source::File { .. })
    }

    /// How the file is packed that it is read from.
    pub(super) fn encoding(&self) -> Encoding {
        match self.source {
            Source::File { encoding, .. } => encoding,
            _ => Encoding::Plain,
        }
    }

    /// The path below an output folder that it is written to.
    ///
    /// # Errors
    ///
    /// Where it has none, or an archive gives it one that leads elsewhere.
    pub(super) fn place(&self) -> Result<&Path, Failure> {
        let name = self.name.display();
        match &self.place {
            Place::At(path) => Ok(path),
            Place::Nowhere => Err(Failure::Usage(format!(
                "{name} has no name to write under in --output-dir"
            ))),
            Place::Unsafe => Err(Failure::Usage(format!(
                "the name of {name} is no path below --output-dir; write to one file with --output"
            ))),
        }
    }

    /// Bytes to be read, where that is known.
    pub(super) fn size(&self) -> Option<u64> {
        match &self.source {
            Source::File {
                size,
                encoding: Encoding::Plain,
            }
            | Source::Spool { size, .. } => Some(*size),
            Source::Member { member, .. } => Some(member.size),
            Source::File { .. } | Source::Pipe | Source::Standard => None,
        }
    }

    /// Opens the input at its start, unpacked.
    pub(super) fn open(&self) -> Result<Box<dyn BufRead + '_>, Failure> {
        let fail = |error| Failure::read(&self.name, error);
        match &self.source {
            Source::File { size, .. } => {
                let input = File::open(&self.name).map_err(fail)?;
                let left = *size;
                unpacked(Whole { input, left })
            }
            Source::Member {
                archive, member, ..
            } => archive.open(member).and_then(unpacked),
            Source::Pipe => File::open(&self.name).and_then(unpacked),
            Source::Standard => unpacked(io::stdin().lock()),
            Source::Spool { file, .. } => {
                let mut file = file;
                file.seek(SeekFrom::Start(0))
                    .map(|_| Box::new(BufReader::with_capacity(BUFFER, file)) as Box<dyn BufRead>)
            }
        }
        .map_err(fail)
    }

    /// Makes an input that can be read once readable twice, by way of a temporary file.
    pub(super) fn spool(&mut self) -> Result<(), Failure> {
        if !matches!(self.source, Source::Pipe | Source::Standard) {
            return Ok(());
        }
        let fail = |error| Failure::read(&self.name, error);
        let mut file = tempfile::tempfile().map_err(fail)?;
        let size = io::copy(&mut self.open()?, &mut file).map_err(fail)?;
        self.source = Source::Spool { file, size };
        Ok(())
    }
}

/// A file that must not end before it has given as many bytes as it had.
struct Whole {
    input: File,
    left: u64,
}

impl Read for Whole {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        if read == 0 && self.left > 0 && !buffer.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "it became shorter while it was read",
            ));
        }
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

/// Checks what is named on the command line: there, readable, none twice.
///
/// # Errors
///
/// Where something cannot be read or is named twice, or a folder or zip file holds no games.
pub(super) fn check_inputs(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    let mut check = Check::default();
    for path in paths {
        if path == Path::new(STANDARD_INPUT) {
            check.standard_input()?;
            continue;
        }
        let metadata = fs::metadata(path).map_err(|error| missing(path, error))?;
        if metadata.is_dir() {
            check.folder(path)?;
        } else {
            let name = path.file_name().map(PathBuf::from);
            let found = check.file(path, name.unwrap_or_default())?;
            if found == Found::Again {
                let path = path.display();
                return Err(Failure::Usage(format!("{path} is named more than once")));
            }
            if found == Found::Nothing {
                return Err(no_games(path, "no member's"));
            }
        }
    }
    Ok(check.inputs)
}

/// Why a file that was named is not there.
fn missing(path: &Path, error: io::Error) -> Failure {
    let is_subcommand = ["strip", "completions", "fingerprint", "merge-reports"]
        .map(Path::new)
        .contains(&path);
    if is_subcommand && error.kind() == io::ErrorKind::NotFound {
        let name = path.display();
        return Failure::Usage(format!(
            "no file is called {name}; the subcommand {name} stands before its options"
        ));
    }
    Failure::read(path, error)
}

fn no_games(path: &Path, whose: &str) -> Failure {
    let message =
        format!("it holds no games: {whose} name ends in .pgn, .pgn.gz, .pgn.bz2 or .pgn.zst");
    Failure::read(path, io::Error::new(io::ErrorKind::NotFound, message))
}

/// What was found in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Games,
    /// A zip file without games.
    Nothing,
    /// A file that was met before.
    Again,
}

/// The inputs found so far.
#[derive(Default)]
struct Check {
    inputs: Vec<Input>,
    seen: HashSet<PathBuf>,
}

impl Check {
    fn standard_input(&mut self) -> Result<(), Failure> {
        let name = PathBuf::from(STANDARD_NAME);
        if !self.seen.insert(PathBuf::from(STANDARD_INPUT)) {
            return Err(Failure::Usage(
                "standard input is named more than once".into(),
            ));
        }
        let fail = |error| Failure::read(STANDARD_NAME, error);
        // Looked at, not taken: what comes is still there for whoever reads on.
        let is_zip = {
            let mut input = io::stdin().lock();
            Form::of(input.fill_buf().map_err(fail)?) == Form::Zip
        };
        if !is_zip {
            self.inputs.push(Input {
                name,
                place: Place::Nowhere,
                source: Source::Standard,
            });
            return Ok(());
        }
        // The list of a zip file's members stands at its end.
        let mut file = tempfile::tempfile().map_err(fail)?;
        io::copy(&mut io::stdin().lock(), &mut file).map_err(fail)?;
        match self.members(&name, Archive::of_spool(file), Path::new(""))? {
            Found::Nothing => Err(no_games(&name, "no member's")),
            Found::Games | Found::Again => Ok(()),
        }
    }

    fn folder(&mut self, folder: &Path) -> Result<(), Failure> {
        let files = game_files(folder).map_err(|(path, error)| Failure::read(path, error))?;
        let before = self.inputs.len();
        let mut again = false;
        for file in files {
            let below = file.strip_prefix(folder).unwrap_or(&file).to_owned();
            again |= self.file(&file, below)? == Found::Again;
        }
        if self.inputs.len() == before && !again {
            return Err(no_games(folder, "no file's"));
        }
        Ok(())
    }

    /// Takes a file that goes to `place` below an output folder.
    fn file(&mut self, path: &Path, place: PathBuf) -> Result<Found, Failure> {
        let fail = |error| Failure::read(path, error);
        let identity = fs::canonicalize(path).map_err(fail)?;
        if !self.seen.insert(identity) {
            return Ok(Found::Again);
        }
        let metadata = fs::metadata(path).map_err(fail)?;
        let source = if metadata.is_file() {
            let mut file = File::open(path).map_err(fail)?;
            match Form::of(&head(&mut file).map_err(fail)?) {
                Form::Zip => {
                    let stem = place.with_extension("");
                    return self.members(path, Archive::of_path(path), &stem);
                }
                Form::Stream(encoding) => Source::File {
                    size: metadata.len(),
                    encoding,
                },
                Form::Other(what) => {
                    let message = format!("it is {what}; unpack it first");
                    return Err(fail(io::Error::new(io::ErrorKind::Unsupported, message)));
                }
            }
        } else {
            Source::Pipe
        };
        self.inputs.push(Input {
            name: path.to_owned(),
            place: if place.as_os_str().is_empty() {
                Place::Nowhere
            } else {
                Place::At(place)
            },
            source,
        });
        Ok(Found::Games)
    }

    /// Takes the members of a zip file that are game files.
    fn members(&mut self, path: &Path, archive: Archive, place: &Path) -> Result<Found, Failure> {
        let members = archive
            .members(is_game_file)
            .map_err(|error| Failure::read(path, error))?;
        let archive = Arc::new(archive);
        let found = if members.is_empty() {
            Found::Nothing
        } else {
            Found::Games
        };
        for member in members {
            let name = format!("{}:{}", path.display(), member.name);
            self.inputs.push(Input {
                name: name.into(),
                place: match member.path() {
                    Some(below) => Place::At(place.join(below)),
                    None => Place::Unsafe,
                },
                source: Source::Member {
                    path: path.to_owned(),
                    archive: Arc::clone(&archive),
                    member,
                },
            });
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_games_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let error = check_inputs(&[directory.path().to_owned()]).unwrap_err();
        assert!(error.to_string().contains("it holds no games"), "{error}");
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

    #[test]
    fn a_file_that_shrinks_while_it_is_read_is_an_error_and_one_that_grows_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("games.pgn");
        fs::write(&file, "1. e4 *").unwrap();
        let inputs = check_inputs(std::slice::from_ref(&file)).unwrap();
        for (now, is_read) in [("1. e4 * 1. d4 *", true), ("1. e4", false), ("", false)] {
            fs::write(&file, now).unwrap();
            let mut text = String::new();
            let read = inputs[0]
                .open()
                .map(|mut input| input.read_to_string(&mut text).is_ok());
            assert_eq!(read.unwrap_or(false), is_read, "{now:?}");
        }
    }

    #[test]
    fn a_folder_gives_each_file_its_place_below_it() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path();
        fs::create_dir(folder.join("b")).unwrap();
        fs::write(folder.join("b/2.pgn"), "1. e4 *").unwrap();
        fs::write(folder.join("a.pgn"), "1. e4 *").unwrap();
        let inputs = check_inputs(&[folder.to_owned(), folder.join("b")]).unwrap();
        let places: Vec<&Path> = inputs.iter().map(|input| input.place().unwrap()).collect();
        assert_eq!(places, [Path::new("a.pgn"), Path::new("b/2.pgn")]);
    }
}
