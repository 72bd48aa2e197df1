//! The batch room: archives in, archives out, whole, in order and with every core.
//!
//! [`Args`] are what was typed, [`Options`] what is meant; [`annotate`] runs them. A game goes
//! from bytes to annotated bytes in `game`; `run` does that for many at once and writes them in
//! input order; `feed` and `output` are its two ends. A [`Monitor`] is told what goes on, and
//! only [`Console`] prints.

mod args;
mod cache;
mod console;
mod dry_run;
mod exit;
mod failure;
mod feed;
mod fingerprint;
mod game;
mod input;
mod monitor;
mod options;
mod output;
mod players;
mod puzzles;
mod refusal;
mod report;
mod run;
mod strip;
mod summary;
mod tally;
mod worker;

pub use args::{
    AnnotateArgs, Args, ColorArg, Command, ConsoleArgs, FingerprintArgs, OutputArgs, StripArgs,
};
pub use console::Console;
pub use dry_run::Forecast;
pub use exit::ExitCode;
pub use failure::Failure;
pub use fingerprint::{Changes, FingerprintOptions, fingerprint};
pub use monitor::{Collected, Collecting, Monitor, Silent, Work};
pub use options::{Cached, Grader, MachineText, Noise, Options, StripOptions};
pub use output::{Destination, completions, say};
pub use players::Students;
pub use refusal::{Extent, Refusal};
pub use strip::strip;
pub use summary::summary;
pub use tally::{ClassCounts, CostlyMove, GameTally, Positions, Tally};

use cache::Cache;
use feed::{Feed, Next};
use game::{Settings, players_of};
use input::Input;
use players::Roll;
use puzzles::PuzzleFile;
use report::Report;
use run::{Files, Run};

/// The commonest players named when no student is found.
const PLAYERS_NAMED: usize = 8;

/// Annotates all games of the inputs and writes them in input order.
///
/// # Errors
///
/// When an input cannot be read, an output cannot be written, the two are the same, a file named as
/// the cache cannot be used, a UCI engine cannot be asked, or no game has a student that was named. A game that cannot be graded is no error but a [`Refusal`].
pub fn annotate(options: &Options, monitor: &dyn Monitor) -> Result<Tally, Failure> {
    let inputs = checked(options)?;
    let settings = Settings::new(options)?;
    let pool = run::pool(options.threads.get())?;
    if let Cached::File(path) = &options.cached {
        output::refuse_input_as_output(&inputs, path)?;
    }
    for path in [&options.report, &options.puzzles].into_iter().flatten() {
        output::refuse_input_as_output(&inputs, path)?;
    }
    refuse_one_file_for_two(options)?;
    let mut report = options.report.as_deref().map(Report::create).transpose()?;
    let puzzles = options.puzzles.as_deref().map(PuzzleFile::create);
    let mut puzzles = puzzles.transpose()?;
    let cache = Cache::open(&options.cached, options.cache_size, monitor)?;
    start(&inputs, options, monitor);
    let run = Run {
        inputs: &inputs,
        destination: &options.destination,
        settings: &settings,
        cache: &cache,
        monitor,
    };
    let files = Files {
        report: report.as_mut(),
        puzzles: puzzles.as_mut(),
    };
    let tally = run.annotate(&pool, files);
    cache.close(monitor);
    let tally = tally?;
    if let Some(report) = report {
        report.finish(&settings, &tally)?;
    }
    if let Some(puzzles) = puzzles {
        puzzles.finish()?;
    }
    for (name, games) in &tally.games_of {
        if *games == 0 {
            monitor.warning(&format!("no game has a player named {name:?}"));
        }
    }
    Ok(tally)
}

/// Refuses options that name the same file for different things.
fn refuse_one_file_for_two(options: &Options) -> Result<(), Failure> {
    let output = match &options.destination {
        Destination::File(path) => Some(path),
        Destination::Standard | Destination::Directory(_) | Destination::InPlace => None,
    };
    let cache = match &options.cached {
        Cached::File(path) => Some(path),
        Cached::Nowhere | Cached::Usual => None,
    };
    let (report, puzzles) = (options.report.as_ref(), options.puzzles.as_ref());
    let named = [
        ("output", output),
        ("report", report),
        ("puzzles", puzzles),
        ("cache", cache),
    ];
    for (place, (what, path)) in named.iter().enumerate() {
        let other = named[place + 1..].iter().find(|(_, other)| path == other);
        if let (Some(path), Some((other, _))) = (path, other) {
            let path = path.display();
            return Err(Failure::Usage(format!(
                "{path} cannot be {what} and {other}"
            )));
        }
    }
    Ok(())
}

/// Counts games and players and estimates the time; writes nothing.
///
/// # Errors
///
/// When an input cannot be read, a file named as the cache is something else, a UCI engine cannot
/// be asked, or no game has a student that was named.
pub fn dry_run(options: &Options, monitor: &dyn Monitor) -> Result<Forecast, Failure> {
    let inputs = checked(options)?;
    let settings = Settings::new(options)?;
    let pool = run::pool(options.threads.get())?;
    let cache = Cache::look(&options.cached, options.cache_size, monitor)?;
    start(&inputs, options, monitor);
    let forecast = dry_run::forecast(&inputs, &settings, &cache, &pool, monitor);
    cache.close(monitor);
    forecast
}

/// The inputs, with everything checked that can be before any analysis.
fn checked(options: &Options) -> Result<Vec<Input>, Failure> {
    let mut inputs = input::check_inputs(&options.inputs)?;
    if !options.dry_run {
        options.destination.check(&inputs)?;
    }
    if !options.students.is_empty() {
        for input in &mut inputs {
            input.spool()?;
        }
        find_a_student(&inputs, &options.students)?;
    }
    Ok(inputs)
}

fn start(inputs: &[Input], options: &Options, monitor: &dyn Monitor) {
    monitor.started(Work {
        bytes: inputs.iter().map(Input::size).sum(),
        to_standard_output: options.destination == Destination::Standard,
    });
}

/// Reads as far as the first game of a student.
fn find_a_student(inputs: &[Input], students: &Students) -> Result<(), Failure> {
    let mut roll = Roll::default();
    let mut feed = Feed::new(inputs, false);
    while let Some(next) = feed.next()? {
        let Next::Game { raw, .. } = next else {
            continue;
        };
        let (white, black) = players_of(&raw.bytes);
        if students.contains(&white) || students.contains(&black) {
            return Ok(());
        }
        roll.note(&white);
        roll.note(&black);
    }
    Err(Failure::Usage(no_student(students, &roll)))
}

fn no_student(students: &Students, roll: &Roll) -> String {
    let asked: Vec<String> = students
        .names()
        .iter()
        .map(|name| format!("{name:?}"))
        .collect();
    let asked = asked.join(" or ");
    let commonest = roll.commonest(PLAYERS_NAMED);
    if commonest.is_empty() {
        return format!("no game has a player named {asked}; no players are named at all");
    }
    let players: Vec<String> = commonest
        .iter()
        .map(|(name, games)| format!("{name} ({games})"))
        .collect();
    format!(
        "no game has a player named {asked}; the commonest players are {}",
        players.join(", ")
    )
}
