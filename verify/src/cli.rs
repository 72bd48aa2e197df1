//! The command line: what was typed becomes what is meant, and an outcome an
//! exit code.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

use crate::{
    audit::{Audit, Grades},
    checker::{Checker, NoChecker},
    finding::{Audited, Finding, Monitor, Outcome},
    golden::{self, Annotate, Fate},
    grammar,
    graph::Setting,
    judges::{
        choice::{Choice, Settings, UciOption, engine_path},
        pool::Pool,
        referee::Referee,
    },
    mutate,
    report::{self, Verdict},
};

const CLEAN: &[u8] = include_bytes!("../../annotate/graphs/clean.json");
const CARELESS: &[u8] = include_bytes!("../../annotate/graphs/careless.json");
const SCALE: &[u8] = include_bytes!("../../annotate/graphs/scale.json");

/// The stack of a searching thread, in bytes: a search goes as deep as its checks.
const STACK: usize = 64 << 20;

/// Proves every sentence of an annotated PGN archive again.
///
/// Exit codes: 0 nothing false or unread; 1 something false or unread, too many
/// moves short of the depth, or, with --strict, something unproved; 2 could not
/// run.
#[derive(Debug, Parser)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
#[command(name = "verify", version, args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The annotated PGN; `-` reads stdin
    #[arg(required_unless_present = "worker")]
    annotated: Option<PathBuf>,
    /// The PGN before it was annotated: stripping must give it back byte for byte
    #[arg(long, value_name = "PGN")]
    original: Option<PathBuf>,
    /// Write every finding as a JSON object a line
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a `JUnit` file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print GitHub annotations for what is not true
    #[arg(long)]
    github: bool,
    /// Which grades to derive again: all, none, or a share as 2% (claims of mate always)
    ///
    /// 2% by default, and all where an engine is named with --judge. Grades by the
    /// evaluations of a game need no sample: all, unless none are asked for.
    #[arg(long, value_name = "WHICH")]
    grades: Option<Grades>,
    /// Who graded: own, evals, or the engine that did, as uci:PATH
    ///
    /// Games say themselves whether our own judge graded them, their evaluations or
    /// an engine. Only an engine must be named; without it, or where it is another or
    /// has other options, the grades of its games are unproved.
    #[arg(long, value_name = "JUDGE", default_value = "own")]
    judge: Choice,
    /// An option the judging engine was given (repeatable)
    #[arg(long = "uci-option", value_name = "NAME=VALUE")]
    uci_options: Vec<UciOption>,
    /// The longest an engine may take for a position; one that takes longer, or dies,
    /// is started again and asked once more
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    uci_timeout: u64,
    /// Also list where this engine, as uci:PATH, disputes a grade
    ///
    /// By its own best and played, and whoever graded; apart from the proof and the
    /// exit code.
    #[arg(long, value_name = "ENGINE", value_parser = engine_path)]
    referee: Option<PathBuf>,
    /// The referee's nodes for a position
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    referee_nodes: u64,
    /// The seed of the sample
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The most nodes one proof may take; beyond it a grade is unproved
    #[arg(long, default_value_t = 50_000_000, value_name = "N")]
    nodes: u64,
    /// The evaluation graph of the annotation: clean, careless, or a file
    #[arg(long, default_value = "clean", value_name = "GRAPH")]
    graph: PathBuf,
    /// A parameter, seed or own side the annotation was given, as name=value
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<Setting>,
    /// Read comments without our tag too
    #[arg(long)]
    all_comments: bool,
    /// What is unproved fails too
    #[arg(long)]
    strict: bool,
    /// Leave facts of the board unproved: needs no Python
    #[arg(long)]
    no_board: bool,
    /// The virtual environment with the checker; else the nearest .venv
    #[arg(long, env = "QV_VENV", value_name = "DIR")]
    venv: Option<PathBuf>,
    /// How many cores to use; all by default
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Judge the board for another verify
    #[arg(long, hide = true)]
    worker: bool,
}

/// What else the program does.
#[derive(Debug, Subcommand)]
enum Command {
    /// Make false claims from the true ones of a file, and see each of them caught
    ///
    /// Exit codes: 0 all caught; 1 one was missed, or too many turned out true; 2
    /// could not run.
    Mutate {
        /// The annotated PGN
        annotated: PathBuf,
        /// How many mutants of each kind
        #[arg(long, default_value_t = 40, value_name = "N")]
        count: usize,
        /// The seed
        #[arg(long, default_value_t = 0)]
        seed: u64,
        /// The evaluation graph of the annotation: clean, careless, or a file
        #[arg(long, default_value = "clean", value_name = "GRAPH")]
        graph: PathBuf,
        /// A parameter, seed or own side the annotation was given, as name=value
        #[arg(long = "set", value_name = "NAME=VALUE")]
        settings: Vec<Setting>,
        /// The virtual environment with the checker; else the nearest .venv
        #[arg(long, env = "QV_VENV", value_name = "DIR")]
        venv: Option<PathBuf>,
    },
    /// Make again what golden manifests hold, with the annotate named, and compare
    ///
    /// Exit codes: 0 all are equal; 1 one differs, or disagrees with itself; 2 one
    /// could not be tried.
    Golden {
        /// The manifests; without one, every manifest of golden/
        manifests: Vec<PathBuf>,
        /// The built annotate that is to give the same again
        #[arg(long, value_name = "PATH")]
        annotate: PathBuf,
    },
}

/// Runs the program.
///
/// # Errors
///
/// It could not run: exit code 2.
pub fn run(args: &Args) -> Result<ExitCode> {
    if args.worker {
        return work(args);
    }
    if let Some(Command::Golden {
        manifests,
        annotate,
    }) = &args.command
    {
        return hold_golden(manifests, annotate);
    }
    let jobs = args
        .jobs
        .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
        .unwrap_or(1)
        .max(1);
    // Fails only if a pool is there already, which then serves as well.
    let _ = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(STACK)
        .build_global();
    if let Some(Command::Mutate {
        annotated,
        count,
        seed,
        graph,
        settings,
        venv,
    }) = &args.command
    {
        let checker = checker(venv.clone(), false, jobs);
        let graph = read_graph(graph)?;
        let mut audit = Audit::new(grammar::shipped(), SCALE, &graph, settings, &*checker)?;
        let mutated = mutate::mutate(&mut audit, &read(annotated)?, *count, *seed)?;
        print(&mutated.report())?;
        return Ok(ExitCode::from(u8::from(!mutated.is_fine())));
    }
    let annotated = args.annotated.as_deref().unwrap_or(Path::new("-"));
    let text = read(annotated)?;
    let original = args.original.as_deref().map(read).transpose()?;
    let graph = read_graph(&args.graph)?;
    let checker = checker(args.venv.clone(), args.no_board, jobs);
    let mut audit = Audit::new(grammar::shipped(), SCALE, &graph, &args.settings, &*checker)?;
    audit.engine_judge = judging_engine(args)?;
    audit.referee = referee(args)?;
    audit.grades = match (&args.grades, &audit.engine_judge) {
        (Some(grades), _) => grades.clone(),
        (None, Some(_)) => Grades::All,
        (None, None) => Grades::Sample(2.0),
    };
    audit.seed = args.seed;
    audit.nodes = args.nodes;
    audit.all_comments = args.all_comments;
    let mut listener = Listener {
        failed: Vec::new(),
        open: (args.junit.is_some() || args.github).then(Vec::new),
        report: args.report.as_deref().map(create).transpose()?,
        broken: None,
    };
    let audited = audit.run(&text, original.as_deref(), &mut listener)?;
    publish(args, annotated, &audited, listener)?;
    if let Some(referee) = &audit.referee {
        print(
            &audited
                .hearing
                .report(&annotated.to_string_lossy(), referee),
        )?;
    }
    Ok(match Verdict::of(&audited, args.strict) {
        Verdict::Fine => ExitCode::SUCCESS,
        Verdict::Open | Verdict::Failed => ExitCode::from(1),
    })
}

/// The engine named as the judge, started.
fn judging_engine(args: &Args) -> Result<Option<Pool>> {
    let Choice::Uci(path) = &args.judge else {
        anyhow::ensure!(
            args.uci_options.is_empty(),
            "--uci-option is for --judge uci:PATH"
        );
        return Ok(None);
    };
    open_engine(path, &args.uci_options, args.uci_timeout).map(Some)
}

/// The referee, started.
fn referee(args: &Args) -> Result<Option<Referee>> {
    let Some(path) = &args.referee else {
        return Ok(None);
    };
    Ok(Some(Referee {
        pool: open_engine(path, &[], args.uci_timeout)?,
        nodes: args.referee_nodes,
    }))
}

fn open_engine(path: &Path, options: &[UciOption], seconds: u64) -> Result<Pool> {
    let timeout = Duration::from_secs(seconds);
    let settings = Settings::new(path.to_path_buf(), options, timeout)?;
    Pool::open(settings).with_context(|| format!("opening {}", path.display()))
}

/// Compares what the program makes now with what the manifests hold.
fn hold_golden(manifests: &[PathBuf], annotate: &Path) -> Result<ExitCode> {
    let annotate = Annotate {
        path: annotate.to_path_buf(),
    };
    let mut printed = Ok(());
    let outcome = golden::run(manifests, &annotate, |path, fate| {
        let path = path.display();
        let told = match fate {
            Fate::Equal(size) => print(&format!("{path}: equal, {size}\n")),
            Fate::Differs(difference) => print(&format!("{path}: {difference}\n")),
            Fate::NotRun(why) => {
                let line = format!("verify: {path}: {why}\n");
                let told = anstream::stderr().lock().write_all(line.as_bytes());
                told.context("writing to standard error")
            }
        };
        if printed.is_ok() {
            printed = told;
        }
    });
    printed?;
    print(&format!(
        "{} equal, {} different, {} could not be tried\n",
        outcome.equal, outcome.different, outcome.not_run
    ))?;
    Ok(outcome.exit_code())
}

#[cfg(feature = "python")]
fn checker(venv: Option<PathBuf>, no_board: bool, processes: usize) -> Box<dyn Checker> {
    if no_board {
        return Box::new(NoChecker);
    }
    Box::new(crate::workers::Workers::new(venv, processes))
}

#[cfg(not(feature = "python"))]
fn checker(_: Option<PathBuf>, _: bool, _: usize) -> Box<dyn Checker> {
    Box::new(NoChecker)
}

#[cfg(feature = "python")]
fn work(args: &Args) -> Result<ExitCode> {
    crate::workers::work(args.venv.as_deref())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "python"))]
fn work(_: &Args) -> Result<ExitCode> {
    anyhow::bail!("built without Python")
}

fn read_graph(path: &Path) -> Result<Vec<u8>> {
    match path.to_str() {
        Some("clean") => Ok(CLEAN.to_vec()),
        Some("careless") => Ok(CARELESS.to_vec()),
        _ => read(path),
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut text = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut text)
            .context("reading stdin")?;
        return Ok(text);
    }
    std::fs::read(path).with_context(|| format!("reading {}", path.display()))
}

/// Keeps what is to be shown at the end, and writes the report as it comes.
struct Listener {
    failed: Vec<Finding>,
    /// Everything not true, where a file of it was asked for.
    open: Option<Vec<Finding>>,
    report: Option<BufWriter<File>>,
    /// The first fault of writing the report.
    broken: Option<io::Error>,
}

impl Monitor for Listener {
    fn found(&mut self, finding: &Finding) {
        if finding.outcome >= Outcome::False {
            self.failed.push(finding.clone());
        }
        if let Some(open) = &mut self.open
            && finding.outcome != Outcome::True
        {
            open.push(finding.clone());
        }
        if let Some(report) = &mut self.report
            && self.broken.is_none()
        {
            self.broken = report::write_json_line(finding, report).err();
        }
    }
}

fn publish(args: &Args, annotated: &Path, audited: &Audited, listener: Listener) -> Result<()> {
    if let (Some(path), Some(mut out)) = (&args.report, listener.report) {
        let written = match listener.broken {
            Some(error) => Err(error),
            None => report::write_json_summary(audited, &mut out).and_then(|()| out.flush()),
        };
        written.with_context(|| format!("writing {}", path.display()))?;
    }
    let open = listener.open.unwrap_or_default();
    if let Some(path) = &args.junit {
        let mut out = create(path)?;
        report::write_junit(audited, &open, &mut out)
            .with_context(|| format!("writing {}", path.display()))?;
        out.flush()
            .with_context(|| format!("writing {}", path.display()))?;
    }
    let mut text = String::new();
    if args.github {
        text.push_str(&report::github(&open, &annotated.to_string_lossy()));
    }
    text.push_str(&report::failures(&listener.failed));
    text.push_str(&report::table(audited));
    text.push('\n');
    text.push_str(&report::summary(audited));
    print(&text)
}

fn print(text: &str) -> Result<()> {
    match anstream::stdout().lock().write_all(text.as_bytes()) {
        // A reader that had enough is no fault of ours.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("writing the report"),
    }
}

fn create(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("creating {}", path.display()))?;
    Ok(BufWriter::new(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }
}
