//! The game files below a folder, and the names that make a file one.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::compression::extension;

/// Folders inside folders that are walked at most.
const DEEPEST: usize = 64;

/// Whether a name is that of a file of games: it ends in `.pgn`, whatever the case, and may have
/// `.gz`, `.bz2` or `.zst` after that; and it does not begin with a dot.
pub(super) fn is_game_file(path: &Path) -> bool {
    let packed = matches!(extension(path).as_deref(), Some("gz" | "bz2" | "zst"));
    let inner = path.with_extension("");
    let name = if packed { inner.as_path() } else { path };
    // Archives made on Windows part their folders with backslashes.
    let is_hidden = path
        .file_name()
        .and_then(|name| name.as_encoded_bytes().rsplit(|byte| *byte == b'\\').next())
        .is_none_or(|name| name.starts_with(b"."));
    !is_hidden && extension(name).as_deref() == Some("pgn")
}

/// Whether a name is that of a zip file.
pub(super) fn is_zip_name(path: &Path) -> bool {
    let is_hidden = path
        .file_name()
        .is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
    !is_hidden && extension(path).as_deref() == Some("zip")
}

/// The files below a folder that may hold games, zip files among them.
///
/// In order of their names, byte by byte, a folder's content in the place of its name. Links to
/// files are followed, links to folders and hidden folders are not.
///
/// # Errors
///
/// Where a folder cannot be read; the error comes with its path.
pub(super) fn game_files(folder: &Path) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut files = Vec::new();
    walk(folder, 0, &mut files)?;
    Ok(files)
}

fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let fail = |error| (folder.to_owned(), error);
    if depth > DEEPEST {
        return Err(fail(io::Error::other("too many folders inside each other")));
    }
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<io::Result<Vec<_>>>)
        .map_err(fail)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().map_err(|error| (path.clone(), error))?;
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if kind.is_dir() {
            if !is_hidden {
                walk(&path, depth + 1, files)?;
            }
        } else if (is_game_file(&path) || is_zip_name(&path)) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_file_is_known_by_its_name() {
        for name in ["a.pgn", "A.PGN", "x/a.pgn.gz", "a.b.pgn.ZST", "a.pgn.bz2"] {
            assert!(is_game_file(Path::new(name)), "{name}");
        }
        for name in [
            "a.txt",
            "pgn",
            ".pgn",
            ".a.pgn",
            "a.pgn.bak",
            "a.gz",
            "a.pgn.xz",
            "a.zip",
        ] {
            assert!(!is_game_file(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_folder_is_walked_in_the_order_of_names() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        for name in [
            "b/2.pgn",
            "b/1.pgn.gz",
            "a.pgn",
            "c.zip",
            "B.pgn",
            "notes.txt",
            ".hidden/x.pgn",
            "b.pgn",
        ] {
            make(name);
        }
        let found: Vec<String> = game_files(folder.path())
            .unwrap()
            .iter()
            .map(|path| {
                path.strip_prefix(folder.path())
                    .unwrap()
                    .display()
                    .to_string()
            })
            .collect();
        assert_eq!(
            found,
            ["B.pgn", "a.pgn", "b/1.pgn.gz", "b/2.pgn", "b.pgn", "c.zip"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_back_up_is_not_walked() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.pgn"), "").unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("again")).unwrap();
        std::os::unix::fs::symlink("nowhere", folder.path().join("gone.pgn")).unwrap();
        assert_eq!(game_files(folder.path()).unwrap().len(), 1);
    }
}
