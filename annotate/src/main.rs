//! The `annotate` program: parses the command line, calls the library, tells how it went.

use std::process;

use annotate::batch::{
    self, Args, Command, Console, ExitCode, Failure, FingerprintOptions, Noise, Options, Signal,
    annotate, dry_run, fingerprint, strip, summary,
};
use clap::Parser;

fn main() -> process::ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            Console::command_line(&error);
            let code = if error.use_stderr() {
                ExitCode::Usage
            } else {
                ExitCode::Written
            };
            return code.into();
        }
    };
    batch::listen(ended);
    let console = Console::new(Noise::from(&args.console), args.console.color);
    let code = run(args, &console).unwrap_or_else(|failure| {
        if !matches!(failure, Failure::ClosedPipe) {
            console.error(&failure);
        }
        failure.exit_code()
    });
    code.into()
}

/// Tells that a signal ended the program while it could not stop by itself.
fn ended(signal: Signal) {
    let what = signal.as_str();
    Console::last_words(&format!("{what}; every file is whole, new or as it was"));
}

fn run(args: Args, console: &Console) -> Result<ExitCode, Failure> {
    let (refused, strict) = match args.command {
        Some(Command::Strip(args)) => {
            strip(&args.into(), console)?;
            (0, false)
        }
        Some(Command::Fingerprint(args)) => {
            let options = FingerprintOptions::new(args)?;
            let Some(changes) = fingerprint(&options, console)? else {
                return Ok(ExitCode::Written);
            };
            console.show(&changes.to_string());
            return Ok(match (changes.is_empty(), changes.is_sound()) {
                (true, _) => ExitCode::Written,
                (false, true) => ExitCode::Changed,
                (false, false) => ExitCode::Unsound,
            });
        }
        Some(Command::MergeReports(args)) => {
            batch::merge_reports(&args.into())?;
            (0, false)
        }
        Some(Command::Completions { shell }) => {
            batch::completions(shell)?;
            (0, false)
        }
        None => {
            let options = Options::new(args.annotate)?;
            if options.dry_run {
                let forecast = dry_run(&options, console)?;
                batch::say(&forecast.text)?;
                (forecast.refused, options.strict)
            } else {
                let tally = annotate(&options, console)?;
                console.show(&summary(&tally));
                (tally.refused, options.strict)
            }
        }
    };
    Ok(if strict && refused > 0 {
        ExitCode::Refused
    } else {
        ExitCode::Written
    })
}
