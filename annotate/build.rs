//! Names the search by its sources, so that a cache never mixes the findings of two of them.
//!
//! Node counts belong to one version of one program (ENGINE.md section 3). A number raised by hand
//! would be forgotten one day; a hash of `src/engine` and of the version of the chess library
//! cannot be. Files of tests are left out.

use std::{
    env,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

/// The library whose rules and move order the search builds on.
const CHESS_LIBRARY: &str = "name = \"shakmaty\"";

#[allow(clippy::print_stdout, reason = "cargo reads a build script's output")]
fn main() -> io::Result<()> {
    let home = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let engine = home.join("src/engine");
    let lock = home.join("../Cargo.lock");
    let mut files = Vec::new();
    sources(&engine, &mut files)?;
    files.sort();
    let mut hasher = Sha256::new();
    for file in files {
        let name = file.strip_prefix(&engine).unwrap_or(&file);
        hasher.update(name.to_string_lossy().replace('\\', "/"));
        let text = fs::read(&file)?;
        hasher.update((text.len() as u64).to_be_bytes());
        hasher.update(text);
    }
    // A package that was taken out of its workspace has no lock file there.
    if let Ok(text) = fs::read_to_string(&lock) {
        let mut lines = text.lines().skip_while(|line| *line != CHESS_LIBRARY);
        hasher.update(lines.nth(1).unwrap_or_default());
        println!("cargo::rerun-if-changed={}", lock.display());
    }
    let mut hash = String::new();
    for byte in &hasher.finalize()[..16] {
        // Writing to a String cannot fail.
        let _ = write!(hash, "{byte:02x}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", engine.display());
    println!("cargo::rustc-env=QV_SEARCH={hash}");
    Ok(())
}

/// The sources below a folder, tests left out.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default();
        if stem == "tests" || stem == "testing" {
            continue;
        }
        if path.is_dir() {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
