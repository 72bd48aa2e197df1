//! The program under test, run as anybody would run it.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

/// The built `annotate`.
#[derive(Clone, Debug)]
pub struct Annotate {
    /// Where it is.
    pub path: PathBuf,
}

impl Annotate {
    /// Runs it and gives back what it wrote to standard output.
    ///
    /// # Errors
    ///
    /// It is not there, or it failed: with the last line of its complaint.
    pub fn run(&self, arguments: &[String]) -> Result<Vec<u8>, String> {
        let output = Command::new(&self.path)
            .args(arguments)
            .env("QV_CACHE", "off")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{} cannot be run: {error}", self.path.display()))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let complaint = String::from_utf8_lossy(&output.stderr);
        let last = complaint.lines().rev().find(|line| !line.trim().is_empty());
        Err(format!(
            "{} {} failed ({}): {}",
            self.path.display(),
            arguments.first().map_or("", String::as_str),
            output.status,
            last.unwrap_or("it said nothing").trim()
        ))
    }
}
