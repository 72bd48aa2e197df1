//! The file that is written beside its target until it is whole, and those that killed runs left.
//!
//! Such a file is locked as long as its run lives. So a file of that kind that can be locked
//! belongs to nobody, and is taken away when the next run writes into the folder.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use tempfile::NamedTempFile;

use super::interruption;

const PREFIX: &str = ".annotate-";
const SUFFIX: &str = ".part";

/// Times a new file is tried where another run takes it away before it is locked.
const TRIES: u32 = 10;

/// A file beside its target, taken away unless it is renamed to it.
#[derive(Debug)]
pub(super) struct Beside {
    file: NamedTempFile,
    // Dropped after the file: until then an interruption would take it away.
    _registered: interruption::Registered,
}

impl Beside {
    /// Creates a file in the directory of `target`, with the permissions of any new file.
    ///
    /// # Errors
    ///
    /// Where it cannot be created.
    pub(super) fn create(target: &Path) -> io::Result<Self> {
        let directory = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        sweep(directory);
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        for _ in 0..TRIES {
            let file = builder.tempfile_in(directory)?;
            let registered = interruption::register(file.path());
            // Where nothing can be locked nothing is swept either.
            let _ = file.as_file().lock();
            if file.path().exists() {
                return Ok(Self {
                    file,
                    _registered: registered,
                });
            }
        }
        Err(io::Error::other("another run takes every new file away"))
    }

    /// The file.
    pub(super) fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Puts the file, once it is safely on its disk, in the place of its target.
    ///
    /// # Errors
    ///
    /// Where that cannot be done; the target is then as it was.
    pub(super) fn persist(self, target: &Path) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        let file = self.file.persist(target).map_err(|error| error.error)?;
        // Held until here, so that no sweep meets the file under its old name.
        drop(file);
        Ok(())
    }
}

impl io::Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Takes away what killed runs left in a folder. Whatever goes wrong with that is no harm.
fn sweep(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX))
            .is_some_and(|middle| {
                middle.len() == 6 && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_ours || !is_file {
            continue;
        }
        let path = entry.path();
        let Ok(file) = File::options().append(true).open(&path) else {
            continue;
        };
        match file.try_lock() {
            Ok(()) => {
                // Whoever created it and waits for the lock finds it gone, and makes another.
                let _ = fs::remove_file(&path);
            }
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_is_swept_and_what_a_living_one_writes_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path(".annotate-aB3xYz.part"), "half a game").unwrap();
        fs::write(path(".annotate-notes.part.txt"), "mine").unwrap();
        fs::write(path(".annotate-a longer one.part"), "mine").unwrap();
        let living = Beside::create(&path("out.pgn")).unwrap();
        let second = Beside::create(&path("out.pgn")).unwrap();
        assert!(!path(".annotate-aB3xYz.part").exists());
        assert!(path(".annotate-notes.part.txt").exists());
        assert!(path(".annotate-a longer one.part").exists());
        assert!(living.path().exists());
        second.persist(&path("out.pgn")).unwrap();
        assert!(living.path().exists());
        drop(living);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
