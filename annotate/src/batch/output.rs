//! Where the result goes: whole or not at all.
//!
//! A file is written beside its target and renamed when it is whole. Standard output is written
//! in order; when its reader goes away that is a quiet end. What is written to a name that ends in
//! `.gz`, `.bz2` or `.zst` is packed so.

use std::{
    collections::HashSet,
    fmt,
    fs::{self, File},
    io::{self, BufRead, BufWriter, Stdout, Write},
    path::{Path, PathBuf},
};

use clap::CommandFactory;

use super::{
    args::Args,
    beside::Beside,
    compression::{Encoder, Encoding, extension, unpacked},
    failure::Failure,
    input::Input,
    interruption,
};

/// Bytes gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Where annotated (or stripped) games go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// All inputs, one after the other, to standard output.
    Standard,
    /// All inputs, one after the other, to one file.
    File(PathBuf),
    /// Each input under its own name into a directory.
    Directory(PathBuf),
    /// Each input in its own place, the older state kept beside it.
    InPlace,
}

impl Destination {
    /// Whether all inputs are joined into one output.
    pub(super) fn joins(&self) -> bool {
        matches!(self, Self::Standard | Self::File(_))
    }

    /// Checks, before any work, that every input has an output and none overwrites another.
    pub(super) fn check(&self, inputs: &[Input]) -> Result<(), Failure> {
        match self {
            Self::Standard => refuse_standard_output_as_input(inputs),
            Self::File(path) => {
                refuse_zip(path)?;
                refuse_input_as_output(inputs, path)
            }
            Self::InPlace => match inputs.iter().find(|input| !input.is_file()) {
                Some(input) => Err(Failure::Usage(format!(
                    "{} cannot be annotated in place; name an output with --output",
                    input.name().display()
                ))),
                None => Ok(()),
            },
            Self::Directory(directory) => {
                fs::create_dir_all(directory).map_err(|error| Failure::write(directory, error))?;
                let read = files_read(inputs);
                let mut targets = HashSet::with_capacity(inputs.len());
                for input in inputs {
                    let target = self.target(input)?;
                    if fs::canonicalize(&target).is_ok_and(|target| read.contains(&target)) {
                        return Err(is_input_too(&target));
                    }
                    if let Some(target) = targets.replace(target) {
                        return Err(Failure::Usage(format!(
                            "two inputs would be written to {}",
                            target.display()
                        )));
                    }
                }
                Ok(())
            }
        }
    }

    /// The path that `input` is written to; meaningless for [`Destination::Standard`].
    fn target(&self, input: &Input) -> Result<PathBuf, Failure> {
        match self {
            Self::Standard => Ok(PathBuf::from("standard output")),
            Self::File(path) => Ok(path.clone()),
            Self::InPlace => {
                fs::canonicalize(input.name()).map_err(|error| Failure::read(input.name(), error))
            }
            Self::Directory(directory) => Ok(directory.join(input.place()?)),
        }
    }

    /// Opens the output of something that has no inputs of its own to be named after.
    pub(super) fn open_joined(&self) -> Result<Output, Failure> {
        match self {
            Self::File(path) => Output::create(path),
            Self::Standard | Self::Directory(_) | Self::InPlace => Ok(Output::standard()),
        }
    }

    /// Opens the output that begins with `input`.
    pub(super) fn open(&self, input: &Input) -> Result<Output, Failure> {
        let target = self.target(input)?;
        let encoding = Encoding::of_name(&target);
        match self {
            Self::Standard => Ok(Output::standard()),
            // What a file is packed by does not change with its content.
            Self::InPlace => Output::open(target, input.encoding(), Backup::Keep),
            Self::File(_) => Output::open(target, encoding, Backup::None),
            Self::Directory(_) => {
                if let Some(folder) = target.parent() {
                    fs::create_dir_all(folder).map_err(|error| Failure::write(folder, error))?;
                }
                Output::open(target, encoding, Backup::None)
            }
        }
    }
}

/// The files that are read, by their one true name.
fn files_read(inputs: &[Input]) -> HashSet<PathBuf> {
    let path = |input: &Input| fs::canonicalize(input.path()?).ok();
    inputs.iter().filter_map(path).collect()
}

/// Refuses an output that is one of the inputs.
pub(super) fn refuse_input_as_output(inputs: &[Input], output: &Path) -> Result<(), Failure> {
    let Ok(target) = fs::canonicalize(output) else {
        return Ok(());
    };
    let is_file = fs::metadata(&target).is_ok_and(|metadata| metadata.is_file());
    if is_file && files_read(inputs).contains(&target) {
        return Err(is_input_too(output));
    }
    Ok(())
}

fn is_input_too(output: &Path) -> Failure {
    Failure::Usage(format!(
        "{} is an input too; --in-place replaces it and keeps a backup",
        output.display()
    ))
}

/// Refuses to write games under a name that says they are in a zip file.
fn refuse_zip(output: &Path) -> Result<(), Failure> {
    if extension(output).as_deref() == Some("zip") {
        return Err(Failure::Usage(format!(
            "{}: no zip files are written; .gz, .bz2 and .zst are",
            output.display()
        )));
    }
    Ok(())
}

/// Refuses `annotate games.pgn >> games.pgn`, which would never end.
#[cfg(unix)]
fn refuse_standard_output_as_input(inputs: &[Input]) -> Result<(), Failure> {
    use std::os::{fd::AsFd, unix::fs::MetadataExt};

    let standard = io::stdout()
        .as_fd()
        .try_clone_to_owned()
        .and_then(|descriptor| File::from(descriptor).metadata());
    let Ok(standard) = standard else {
        return Ok(());
    };
    for input in inputs {
        let same = input
            .path()
            .and_then(|path| fs::metadata(path).ok())
            .is_some_and(|metadata| {
                metadata.is_file()
                    && (metadata.dev(), metadata.ino()) == (standard.dev(), standard.ino())
            });
        if same {
            return Err(Failure::Usage(format!(
                "{} is standard output too; --in-place replaces it and keeps a backup",
                input.name().display()
            )));
        }
    }
    Ok(())
}

/// Elsewhere the files behind standard output are not known.
#[cfg(not(unix))]
fn refuse_standard_output_as_input(_inputs: &[Input]) -> Result<(), Failure> {
    Ok(())
}

/// Writes a text to standard output.
///
/// # Errors
///
/// When standard output cannot be written, or was closed.
pub fn say(text: &str) -> Result<(), Failure> {
    let mut output = Output::standard();
    output.write(text.as_bytes())?;
    output.finish().map(drop)
}

/// Writes the completion script of a shell to standard output.
///
/// # Errors
///
/// As [`say`].
pub fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "annotate", &mut script);
    say(&String::from_utf8_lossy(&script))
}

/// What happens to a file that is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Backup {
    /// It is gone.
    None,
    /// It stays beside the new one, under a name of its own.
    Keep,
}

/// An output being written.
pub(super) struct Output {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    Standard(BufWriter<Stdout>),
    /// A device or named pipe: there is nothing to rename.
    Direct(Encoder<BufWriter<File>>),
    Beside {
        writer: Encoder<BufWriter<Beside>>,
        backup: Backup,
    },
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl Output {
    fn standard() -> Self {
        Self {
            path: PathBuf::from("standard output"),
            sink: Sink::Standard(BufWriter::with_capacity(BUFFER, io::stdout())),
        }
    }

    /// Opens a file to be written whole or not at all, packed as its name says.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        refuse_zip(path)?;
        Self::open(path.to_owned(), Encoding::of_name(path), Backup::None)
    }

    fn open(path: PathBuf, encoding: Encoding, backup: Backup) -> Result<Self, Failure> {
        let fail = |error| Failure::write(&path, error);
        let existing = fs::metadata(&path).ok();
        let sink = match &existing {
            Some(metadata) if metadata.is_dir() => {
                return Err(fail(io::Error::new(
                    io::ErrorKind::IsADirectory,
                    "it is a directory; --output-dir writes into one",
                )));
            }
            Some(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(&path).map_err(fail)?;
                let writer = BufWriter::with_capacity(BUFFER, file);
                Sink::Direct(Encoder::new(encoding, writer).map_err(fail)?)
            }
            _ => {
                let file = Beside::create(&path).map_err(fail)?;
                if let Some(metadata) = &existing {
                    // What may not be written to is not replaced either.
                    File::options().append(true).open(&path).map_err(fail)?;
                    file.file()
                        .set_permissions(metadata.permissions())
                        .map_err(fail)?;
                }
                let writer = BufWriter::with_capacity(BUFFER, file);
                let writer = Encoder::new(encoding, writer).map_err(fail)?;
                Sink::Beside { writer, backup }
            }
        };
        Ok(Self { path, sink })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Standard(writer) => writer,
            Sink::Direct(writer) => writer,
            Sink::Beside { writer, .. } => writer,
        }
    }

    /// Writes `bytes` after what was written before.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.writer().write_all(bytes);
        written.map_err(|error| self.failure(error))
    }

    /// Hands what was written to whoever reads standard output; files are seen when whole.
    pub(super) fn pass_on(&mut self) -> Result<(), Failure> {
        if matches!(self.sink, Sink::Standard(_)) {
            let flushed = self.writer().flush();
            return flushed.map_err(|error| self.failure(error));
        }
        Ok(())
    }

    /// Ends the output: from now on its target holds the whole of it.
    ///
    /// Returns the name under which the older state was kept, if it was.
    pub(super) fn finish(self) -> Result<Option<PathBuf>, Failure> {
        let Self { path, sink } = self;
        let fail = |error| Failure::write(&path, error);
        let (writer, backup) = match sink {
            Sink::Standard(mut writer) => {
                writer.flush().map_err(|error| streamed(&path, error))?;
                return Ok(None);
            }
            Sink::Direct(writer) => {
                let finished = writer.finish().and_then(|mut writer| writer.flush());
                finished.map_err(|error| streamed(&path, error))?;
                return Ok(None);
            }
            Sink::Beside { writer, backup } => (writer, backup),
        };
        let writer = writer.finish().map_err(fail)?;
        let file = writer
            .into_inner()
            .map_err(|error| fail(error.into_error()))?;
        let keeps = backup == Backup::Keep;
        if keeps && same_text(file.path(), &path).map_err(fail)? {
            return Ok(None);
        }
        let _held = interruption::hold();
        let kept = if keeps {
            Some(keep(&path).map_err(fail)?)
        } else {
            None
        };
        file.persist(&path).map_err(|error| {
            if let Some(kept) = &kept {
                // The file is as it was, and needs no copy.
                let _ = fs::remove_file(kept);
            }
            fail(error)
        })?;
        Ok(kept)
    }

    fn failure(&self, error: io::Error) -> Failure {
        match self.sink {
            Sink::Standard(_) | Sink::Direct(_) => streamed(&self.path, error),
            Sink::Beside { .. } => Failure::write(&self.path, error),
        }
    }
}

/// A failure to write to something that is read by another while it is written.
fn streamed(path: &Path, error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::ClosedPipe
    } else {
        Failure::write(path, error)
    }
}

/// Keeps the file under its name with `.bak`, or the first of `.bak.1`, `.bak.2` … that is free.
fn keep(path: &Path) -> io::Result<PathBuf> {
    for number in 0_u32.. {
        let mut name = path.as_os_str().to_owned();
        name.push(".bak");
        if number > 0 {
            name.push(format!(".{number}"));
        }
        let backup = PathBuf::from(name);
        match fs::hard_link(path, &backup) {
            Ok(()) => return Ok(backup),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) => match copy_new(path, &backup) {
                Ok(()) => return Ok(backup),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            },
        }
    }
    Err(io::Error::other("no free name for a backup"))
}

/// Copies a file to a name that must be free.
fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut copy = File::options().write(true).create_new(true).open(to)?;
    let copied = io::copy(&mut source, &mut copy).and_then(|_| copy.sync_all());
    if copied.is_err() {
        // A half backup is worse than none.
        let _ = fs::remove_file(to);
    }
    copied
}

/// Whether two files hold the same bytes, however they are packed.
fn same_text(one: &Path, other: &Path) -> io::Result<bool> {
    let (mut one, mut other) = (unpacked(File::open(one)?)?, unpacked(File::open(other)?)?);
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 {
            return Ok(left.is_empty() && right.is_empty());
        }
        if left[..length] != right[..length] {
            return Ok(false);
        }
        one.consume(length);
        other.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::input::check_inputs, *};

    fn listing(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn an_unfinished_output_leaves_the_target_and_the_directory_as_they_were() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("out.pgn");
        fs::write(&target, "old").unwrap();
        let mut output = Output::create(&target).unwrap();
        output.write(b"half").unwrap();
        drop(output);
        assert_eq!(fs::read(&target).unwrap(), b"old");
        assert_eq!(listing(directory.path()), ["out.pgn"]);
    }

    #[test]
    fn a_finished_output_is_whole_and_alone() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("out.pgn");
        let mut output = Output::create(&target).unwrap();
        output.write(b"whole").unwrap();
        assert_eq!(output.finish().unwrap(), None);
        assert_eq!(fs::read(&target).unwrap(), b"whole");
        assert_eq!(listing(directory.path()), ["out.pgn"]);
    }

    #[test]
    fn in_place_keeps_every_older_state_and_none_where_nothing_changed() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("games.pgn");
        fs::write(&file, "one").unwrap();
        let inputs = check_inputs(std::slice::from_ref(&file)).unwrap();
        for text in ["two", "three", "three"] {
            let mut output = Destination::InPlace.open(&inputs[0]).unwrap();
            output.write(text.as_bytes()).unwrap();
            output.finish().unwrap();
        }
        assert_eq!(
            listing(directory.path()),
            ["games.pgn", "games.pgn.bak", "games.pgn.bak.1"]
        );
        assert_eq!(fs::read(&file).unwrap(), b"three");
        let backup = |name: &str| fs::read(directory.path().join(name)).unwrap();
        assert_eq!(backup("games.pgn.bak"), b"one");
        assert_eq!(backup("games.pgn.bak.1"), b"two");
    }

    #[test]
    fn an_output_that_is_an_input_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("games.pgn");
        fs::write(&file, "1. e4 *").unwrap();
        let inputs = check_inputs(std::slice::from_ref(&file)).unwrap();
        for destination in [
            Destination::File(directory.path().join(".").join("games.pgn")),
            Destination::Directory(directory.path().to_owned()),
        ] {
            let refused = destination.check(&inputs);
            assert!(matches!(refused, Err(Failure::Usage(_))), "{destination:?}");
        }
        assert!(Destination::InPlace.check(&inputs).is_ok());
    }

    #[test]
    fn two_inputs_of_one_name_do_not_share_an_output() {
        let directory = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = ["a", "b"]
            .iter()
            .map(|folder| {
                let folder = directory.path().join(folder);
                fs::create_dir(&folder).unwrap();
                let file = folder.join("games.pgn");
                fs::write(&file, "1. e4 *").unwrap();
                file
            })
            .collect();
        let inputs = check_inputs(&paths).unwrap();
        let refused = Destination::Directory(directory.path().join("out")).check(&inputs);
        assert!(matches!(refused, Err(Failure::Usage(_))));
    }
}
