//! What the tests of the real program share.

// Each test program uses its own part of this.
#![allow(dead_code, reason = "shared by several test programs")]

use std::{
    env, fs,
    io::Cursor,
    path::{Path, PathBuf},
    process::Output,
};

use annotate::pgn::{GameReader, RawGame, strip_game};
use assert_cmd::Command;

/// Shallow and small: the laws hold at any depth.
pub(crate) const QUICK: [&str; 4] = ["--depth", "2", "--nodes", "3000"];

/// The program under test, without a cache: no test may touch that of whoever runs it.
pub(crate) fn program() -> Command {
    let mut command = Command::cargo_bin("annotate").expect("the program is built for its tests");
    command.env_remove("RUST_BACKTRACE").env("QV_CACHE", "off");
    command
}

/// Annotates a text quickly and returns what went to standard output.
pub(crate) fn annotated(text: &[u8], options: &[&str]) -> Vec<u8> {
    let output = program()
        .args(QUICK)
        .args(options)
        .arg("-")
        .write_stdin(text)
        .output()
        .expect("the program runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// Runs in a folder.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    program()
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// Runs in a folder, shallow, small and quiet.
pub(crate) fn run_quick(folder: &Path, arguments: &[&str]) -> Output {
    run(folder, &[&QUICK[..], &["-q"], arguments].concat())
}

/// Runs in a folder, shallow, small and quiet, what is to succeed; returns what went to standard
/// output.
pub(crate) fn written(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = run_quick(folder, arguments);
    let told = told(&output);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {told}");
    output.stdout
}

/// What a run said.
pub(crate) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Writes a file into a folder, and the folders it is in.
pub(crate) fn put(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("written");
}

/// The bytes of a file of a folder.
pub(crate) fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).expect("the file is there")
}

/// The names in a folder, in order.
pub(crate) fn listing(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

/// As [`annotated`], for texts in UTF-8.
pub(crate) fn annotated_text(text: &str, options: &[&str]) -> String {
    String::from_utf8(annotated(text.as_bytes(), options)).expect("only ASCII is inserted")
}

/// The games of a text.
pub(crate) fn games(text: &[u8]) -> Vec<RawGame> {
    GameReader::new(Cursor::new(text))
        .collect::<Result<_, _>>()
        .expect("memory can be read")
}

/// A text with every game stripped.
pub(crate) fn stripped(text: &[u8]) -> Vec<u8> {
    games(text)
        .iter()
        .flat_map(|game| strip_game(&game.bytes))
        .collect()
}

/// The archives of the project.
pub(crate) fn corpora() -> Vec<PathBuf> {
    pgn_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora"))
}

/// The first `count` games of an archive of the project.
pub(crate) fn some_games(name: &str, count: usize) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../corpora")
        .join(name);
    let text = fs::read(path).expect("the archive is there");
    games(&text)
        .into_iter()
        .take(count)
        .flat_map(|game| game.bytes)
        .collect()
}

/// Archives from elsewhere, if `QV_FIELD` names a folder of them.
pub(crate) fn field() -> Option<Vec<PathBuf>> {
    let root = PathBuf::from(env::var_os("QV_FIELD")?);
    let files = ["corpora/edge", "corpora/bugs", "bugs", "corpora"]
        .iter()
        .flat_map(|folder| pgn_files(&root.join(folder)))
        .filter(|path| {
            // The large ones at the top of the folder are for measuring.
            path.parent() != Some(&root.join("corpora")) || path.ends_with("annotated-classic.pgn")
        })
        .collect::<std::collections::BTreeSet<_>>();
    Some(files.into_iter().collect())
}

/// The PGN files below a folder, in order.
fn pgn_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(pgn_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "pgn") {
            files.push(path);
        }
    }
    files.sort();
    files
}
