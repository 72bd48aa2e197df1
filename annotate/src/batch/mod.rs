//! The batch room: archives in, archives out, whole, in order and with every core.
//!
//! [`Args`] are what was typed, [`Options`] what is meant; [`annotate`] runs them. A game goes
//! from bytes to annotated bytes in `game`; `run` does that for many at once and writes them in
//! input order; `feed` and `output` are its two ends. A [`Monitor`] is told what goes on, and
//! only [`Console`] prints.

mod args;
mod beside;
mod cache;
mod compression;
mod console;
mod csv;
mod dry_run;
mod exit;
mod failure;
mod feed;
mod fingerprint;
mod folder;
mod game;
mod input;
mod interruption;
mod merge;
mod monitor;
mod options;
mod output;
mod players;
mod puzzles;
mod refusal;
mod report;
mod row;
mod run;
mod selection;
mod strip;
mod summary;
mod tally;
mod totals;
mod worker;

pub use args::{
    AnnotateArgs, Args, ColorArg, Command, ConsoleArgs, FingerprintArgs, MergeArgs, OutputArgs,
    StripArgs, WhichArgs,
};
pub use console::Console;
pub use dry_run::Forecast;
pub use exit::ExitCode;
pub use failure::Failure;
pub use fingerprint::{Changes, FingerprintOptions, fingerprint};
pub use interruption::{Signal, listen};
pub use merge::{MergeOptions, merge_reports};
pub use monitor::{Collected, Collecting, Monitor, Silent, Work};
pub use options::{Cached, Grader, MachineText, Noise, Options, StripOptions};
pub use output::{Destination, completions, say};
pub use players::Students;
pub use refusal::{Extent, Refusal};
pub use selection::{Day, Selection, Shard};
pub use strip::strip;
pub use summary::summary;
pub use tally::{ClassCounts, CostlyMove, GameTally, Positions, Tally};

use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use cache::Cache;
use feed::{Feed, Next, Reading, count_games};
use game::{Settings, players_of};
use input::Input;
use output::Output;
use players::Roll;
use puzzles::PuzzleFile;
use report::Report;
use run::{Done, Run, Tables};
use totals::Totals;

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
        if options.destination == Destination::File(path.clone())
            || options.report.as_ref() == Some(path)
            || options.summary.as_ref() == Some(path)
            || options.puzzles.as_ref() == Some(path)
        {
            let path = path.display();
            return Err(Failure::Usage(format!("{path} cannot be output and cache")));
        }
    }
    let mut tables = tables(&inputs, options)?;
    let reading = reading(&inputs, options, options.destination.joins())?;
    let before = Before::of(options);
    let cache = Cache::open(&options.cached, options.cache_size, monitor)?;
    start(&inputs, options, monitor);
    let done = Done::default();
    let run = Run {
        inputs: &inputs,
        reading,
        destination: &options.destination,
        settings: &settings,
        cache: &cache,
        monitor,
        done: &done,
    };
    let tally = run.annotate(&pool, &mut tables);
    cache.close(monitor);
    let tally = tally
        .and_then(|tally| {
            if let Some(report) = tables.report.take() {
                report.finish(&settings, &tally, options.shard)?;
                done.report.store(true, Ordering::Relaxed);
            }
            if let Some(puzzles) = tables.puzzles.take() {
                puzzles.finish()?;
            }
            if let (Some((output, totals)), Some(path)) = (tables.totals.take(), &options.summary) {
                totals.write(output, path)?;
            }
            Ok(tally)
        })
        .map_err(|failure| before.left_by(failure, options, &done, inputs.len()))?;
    for (name, games) in &tally.games_of {
        if *games == 0 {
            monitor.warning(&format!("no game has a player named {name:?}"));
        }
    }
    Ok(tally)
}

/// Opens what is written beside the games, so that what cannot be written fails before any work.
fn tables(inputs: &[Input], options: &Options) -> Result<Tables, Failure> {
    let mut taken = match &options.destination {
        Destination::File(path) => vec![(path, "output")],
        _ => Vec::new(),
    };
    for (path, what) in [
        (&options.report, "report"),
        (&options.summary, "summary"),
        (&options.puzzles, "puzzles"),
    ] {
        let Some(path) = path else {
            continue;
        };
        output::refuse_input_as_output(inputs, path)?;
        if let Some((_, other)) = taken.iter().find(|(other, _)| *other == path) {
            let path = path.display();
            return Err(Failure::Usage(format!(
                "{path} cannot be {other} and {what}"
            )));
        }
        taken.push((path, what));
    }
    let totals = |path: &PathBuf| Ok((Output::create(path)?, Totals::default()));
    Ok(Tables {
        report: options.report.as_deref().map(Report::create).transpose()?,
        totals: options.summary.as_ref().map(totals).transpose()?,
        puzzles: options
            .puzzles
            .as_deref()
            .map(PuzzleFile::create)
            .transpose()?,
    })
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
    let reading = reading(&inputs, options, false)?;
    let forecast = dry_run::forecast(&inputs, reading, &settings, &cache, &pool, monitor);
    cache.close(monitor);
    forecast
}

/// The inputs, with everything checked that can be before any analysis.
fn checked(options: &Options) -> Result<Vec<Input>, Failure> {
    let mut inputs = input::check_inputs(&options.inputs)?;
    if !options.dry_run {
        options.destination.check(&inputs)?;
    }
    let reads_twice = !options.students.is_empty() || options.shard.is_some();
    for input in inputs.iter_mut().filter(|_| reads_twice) {
        input.spool()?;
    }
    if !options.students.is_empty() {
        find_a_student(&inputs, options)?;
    }
    Ok(inputs)
}

/// How the inputs are read; those that are read for a shard are counted first.
fn reading<'o>(
    inputs: &[Input],
    options: &'o Options,
    joined: bool,
) -> Result<Reading<'o>, Failure> {
    let count = |shard| Ok((shard, count_games(inputs, options.largest_game)?));
    Ok(Reading {
        joined,
        selection: Some(&options.selection),
        shard: options.shard.map(count).transpose()?,
        ..Reading::plain(options.largest_game)
    })
}

/// Which outputs were there before a run.
struct Before {
    output: bool,
    report: bool,
    summary: bool,
}

impl Before {
    fn of(options: &Options) -> Self {
        Self {
            output: matches!(&options.destination, Destination::File(path) if path.is_file()),
            report: options.report.as_ref().is_some_and(|path| path.is_file()),
            summary: options.summary.as_ref().is_some_and(|path| path.is_file()),
        }
    }

    /// A failure with what it leaves behind.
    fn left_by(&self, failure: Failure, options: &Options, done: &Done, inputs: usize) -> Failure {
        let tables = options.report.is_some() || options.summary.is_some();
        if matches!(failure, Failure::ClosedPipe) && !tables {
            return failure;
        }
        let games = done.games.load(Ordering::Relaxed);
        let files = done.files.load(Ordering::Relaxed);
        let games = summary::count(games, "game");
        let mut left = match &options.destination {
            Destination::Standard => format!("{games} went to standard output"),
            Destination::File(path) if path.exists() && !path.is_file() => {
                format!("{games} went to {}", path.display())
            }
            Destination::File(path) => left(path, self.output, files > 0),
            Destination::Directory(_) | Destination::InPlace => {
                format!("{files} of {inputs} files were written whole, the others are as they were")
            }
        };
        let report = done.report.load(Ordering::Relaxed);
        // The summary is written last, so after a failure it never is.
        for (path, was_there, is_whole) in [
            (&options.report, self.report, report),
            (&options.summary, self.summary, false),
        ] {
            if let Some(path) = path {
                left.push_str(", ");
                left.push_str(&self::left(path, was_there, is_whole));
            }
        }
        if matches!(failure, Failure::Interrupted(_)) && options.cached != Cached::Nowhere {
            left.push_str("; run it again to go on: what was analysed is kept");
        }
        Failure::Stopped {
            source: Box::new(failure),
            left,
        }
    }
}

/// What became of an output file.
fn left(path: &Path, was_there: bool, is_written: bool) -> String {
    let path = path.display();
    match (was_there, is_written) {
        (_, true) => format!("{path} was written whole"),
        (true, false) => format!("{path} is as it was"),
        (false, false) => format!("{path} was not written"),
    }
}

fn start(inputs: &[Input], options: &Options, monitor: &dyn Monitor) {
    monitor.started(Work {
        bytes: inputs.iter().map(Input::size).sum(),
        to_standard_output: options.destination == Destination::Standard,
    });
}

/// Reads as far as the first game of a student.
fn find_a_student(inputs: &[Input], options: &Options) -> Result<(), Failure> {
    let students = &options.students;
    let mut roll = Roll::default();
    let mut feed = Feed::new(inputs, Reading::plain(options.largest_game));
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
