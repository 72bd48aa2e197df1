//! The `verify` program.

use std::{io::Write, process::ExitCode};

use clap::Parser;
use verify::cli::{Args, run};

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "verify: {error:#}");
            ExitCode::from(2)
        }
    }
}
