//! What is meant: the one conversion from the command line to the options of a run.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    num::NonZeroUsize,
    path::PathBuf,
    thread,
    time::Duration,
};

use clap::{Parser, ValueEnum};

use super::{
    args::{
        AnnotateArgs, Args, ConsoleArgs, ExistingArg, FingerprintArgs, MergeArgs, OutputArgs,
        StripArgs, VoiceArg, WhichArgs,
    },
    failure::Failure,
    fingerprint::FingerprintOptions,
    merge::MergeOptions,
    output::Destination,
    players::Students,
    selection::{Selection, Shard},
};
use crate::{
    engine::{Graph, Limits},
    tutor::{OnExisting, Thresholds, UciSettings, Voice, uci::DEFAULT_NODES},
};

/// How much is said on the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Noise {
    /// Errors, and games that could not be graded.
    Quiet,
    /// Progress and a summary as well.
    #[default]
    Normal,
    /// A line a game as well.
    Verbose,
}

impl From<&ConsoleArgs> for Noise {
    fn from(args: &ConsoleArgs) -> Self {
        match (args.quiet, args.verbose) {
            (true, _) => Self::Quiet,
            (false, true) => Self::Verbose,
            (false, false) => Self::Normal,
        }
    }
}

/// How much machine text stands in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineText {
    /// None: for handing to a student. It cannot be stripped again.
    Plain,
    /// The record and tags that `strip` and `verify` need.
    Tags,
    /// Those, and an evaluation on every graded move.
    TagsAndEvals,
}

/// Where analyses are kept from one run to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cached {
    /// They are not.
    Nowhere,
    /// In the platform's folder for caches, if that can be written.
    Usual,
    /// In this file.
    File(PathBuf),
}

/// Whose grades are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grader {
    /// Our own engine's.
    Own,
    /// A UCI engine's.
    Uci(UciSettings),
    /// Those of the `[%eval]`s that the games have.
    Evals,
}

/// What a UCI engine gets for a position, unless another time is asked for.
const UCI_TIMEOUT: Duration = Duration::from_mins(1);

/// The environment's word on the cache, where the command line says nothing.
const CACHE_VARIABLE: &str = "QV_CACHE";

/// The smallest cache worth a file, in bytes.
const SMALLEST_CACHE: u64 = 1 << 20;

/// What a run of `annotate` is to do.
#[derive(Debug)]
pub struct Options {
    /// The inputs as typed; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// Which of their games are annotated.
    pub selection: Selection,
    /// Which part of their games is written.
    pub shard: Option<Shard>,
    /// Bytes of the largest game that is annotated; a larger one passes through.
    pub largest_game: usize,
    /// Where the games go.
    pub destination: Destination,
    /// Where a JSON line a move goes.
    pub report: Option<PathBuf>,
    /// Where the totals go.
    pub summary: Option<PathBuf>,
    /// Where positions to solve go.
    pub puzzles: Option<PathBuf>,
    /// Threads that search.
    pub threads: NonZeroUsize,
    /// Where analyses are kept.
    pub cached: Cached,
    /// How large the file they are kept in may become, in bytes, about.
    pub cache_size: u64,
    /// Whose grades are written.
    pub grader: Grader,
    /// How far each position is searched; depth 0 where our own engine does not.
    pub limits: Limits,
    /// What a position is worth to our own engine.
    pub graph: Graph,
    /// What a class of move is.
    pub thresholds: Thresholds,
    /// Who speaks to whom.
    pub voice: Voice,
    /// Who is spoken to.
    pub students: Students,
    /// Whose assessments stand.
    pub existing: OnExisting,
    /// The longest variation written, in plies; 0: none.
    pub lines: u8,
    /// How much machine text is written.
    pub machine_text: MachineText,
    /// Whether squares are marked and arrows drawn.
    pub arrows: bool,
    /// Whether a game that was not graded to its end is told in the exit code.
    pub strict: bool,
    /// Whether to count and estimate only.
    pub dry_run: bool,
}

impl Options {
    /// The options meant by what was typed.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] where arguments contradict each other or a value or graph is faulty,
    /// [`Failure::Read`] where a graph file cannot be read.
    pub fn new(args: AnnotateArgs) -> Result<Self, Failure> {
        let students = Students::new(&args.student);
        if students.is_empty() && !args.student.is_empty() {
            return Err(Failure::Usage("--student needs a name".into()));
        }
        let voice = match (args.voice, students.is_empty()) {
            (Some(VoiceArg::Neutral), _) | (None, true) => Voice::Neutral,
            (Some(VoiceArg::Student) | None, false) => Voice::Student,
            (Some(VoiceArg::Partner), false) => Voice::Partner,
            (Some(VoiceArg::Student | VoiceArg::Partner), true) => {
                return Err(Failure::Usage(
                    "--voice student and --voice partner speak to someone: name him with --student"
                        .into(),
                ));
            }
        };
        let grader = grader(&args)?;
        let destination = Destination::from(args.output);
        let selection = selection(&args.which)?;
        let shard = match &args.which.shard {
            None => None,
            Some(text) => Some(
                text.parse()
                    .map_err(|error: String| Failure::Usage(format!("--shard {error}")))?,
            ),
        };
        if shard.is_some() && !destination.joins() {
            return Err(Failure::Usage(
                "--shard writes one stretch of all games: it goes with --output or standard output"
                    .into(),
            ));
        }
        if selection.only && destination == Destination::InPlace {
            return Err(Failure::Usage(
                "--only would lose games of a file annotated in place".into(),
            ));
        }
        let thresholds = match &args.thresholds {
            Some(text) => text
                .parse()
                .map_err(|error| Failure::Usage(format!("--thresholds: {error}")))?,
            None if grader == Grader::Own => Thresholds::default(),
            None => Thresholds::of_another(),
        };
        let threads = match args.threads {
            Some(threads) => NonZeroUsize::new(usize::from(threads)),
            None => thread::available_parallelism().ok(),
        };
        Ok(Self {
            inputs: args.files,
            selection,
            shard,
            largest_game: usize::try_from(size("--max-game-size", &args.which.max_game_size, 1)?)
                .unwrap_or(usize::MAX),
            destination,
            report: file("--report", args.report)?,
            summary: file("--summary", args.summary)?,
            puzzles: file("--puzzles", args.puzzles)?,
            cached: match grader {
                Grader::Own => cached(args.cache, args.no_cache, env::var_os(CACHE_VARIABLE)),
                // The cache holds analyses of our own engine and of no other.
                Grader::Uci(_) | Grader::Evals => Cached::Nowhere,
            },
            cache_size: size("--cache-size", &args.cache_size, SMALLEST_CACHE)?,
            threads: threads.unwrap_or(NonZeroUsize::MIN),
            limits: match &grader {
                Grader::Own => Limits {
                    depth: args.depth.unwrap_or(6),
                    nodes: Some(args.nodes.unwrap_or(1_000_000)).filter(|&nodes| nodes > 0),
                },
                Grader::Uci(settings) => Limits {
                    depth: 0,
                    nodes: Some(settings.nodes()),
                },
                Grader::Evals => Limits {
                    depth: 0,
                    nodes: None,
                },
            },
            grader,
            graph: graph(args.graph.as_ref(), &args.set)?,
            thresholds,
            voice,
            students,
            existing: match args.existing {
                ExistingArg::Keep => OnExisting::Keep,
                ExistingArg::Ours => OnExisting::Ours,
            },
            lines: if args.no_variations { 0 } else { args.lines },
            machine_text: match (args.plain, args.evals) {
                (true, _) => MachineText::Plain,
                (false, false) => MachineText::Tags,
                (false, true) => MachineText::TagsAndEvals,
            },
            arrows: args.arrows,
            strict: args.strict,
            dry_run: args.dry_run,
        })
    }
}

impl From<OutputArgs> for Destination {
    fn from(args: OutputArgs) -> Self {
        match args {
            OutputArgs {
                output: Some(file), ..
            } => Self::File(file),
            OutputArgs {
                output_dir: Some(directory),
                ..
            } => Self::Directory(directory),
            OutputArgs { in_place: true, .. } => Self::InPlace,
            OutputArgs { .. } => Self::Standard,
        }
    }
}

/// What a run of `annotate strip` is to do.
#[derive(Debug, PartialEq, Eq)]
pub struct StripOptions {
    /// The inputs as typed; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// Where the games go.
    pub destination: Destination,
}

impl From<StripArgs> for StripOptions {
    fn from(args: StripArgs) -> Self {
        Self {
            inputs: args.files,
            destination: args.output.into(),
        }
    }
}

impl From<MergeArgs> for MergeOptions {
    fn from(args: MergeArgs) -> Self {
        Self {
            reports: args.reports,
            destination: args.output.map_or(Destination::Standard, Destination::File),
            summary: args.summary,
        }
    }
}

impl FingerprintOptions {
    /// The options meant by what was typed: those of `annotate` told the same, without a budget.
    ///
    /// # Errors
    ///
    /// As [`Options::new`]; also where an input is no file, for the manifest must name it.
    pub fn new(args: FingerprintArgs) -> Result<Self, Failure> {
        // Whatever is not there is told when the inputs are checked.
        let is_no_file =
            |path: &&PathBuf| path.as_os_str() == "-" || (path.exists() && !path.is_file());
        if let Some(other) = args.files.iter().find(is_no_file) {
            let other = other.display();
            return Err(Failure::Usage(format!(
                "{other} is no file that a manifest could name; name PGN files"
            )));
        }
        let mut told = Vec::new();
        let mut tell = |name: &str, value: String| told.extend([name.to_owned(), value]);
        tell("--depth", args.depth.to_string());
        tell("--graph", args.graph);
        for change in args.set {
            tell("--set", change);
        }
        if let Some(thresholds) = args.thresholds {
            tell("--thresholds", thresholds);
        }
        for student in args.student {
            tell("--student", student);
        }
        if let Some(voice) = args.voice.as_ref().and_then(ValueEnum::to_possible_value) {
            tell("--voice", voice.get_name().to_owned());
        }
        let mut line = vec!["annotate".to_owned(), "--nodes=0".to_owned()];
        line.extend(told.iter().cloned());
        line.extend(args.threads.map(|threads| format!("--threads={threads}")));
        // The files are put in afterwards: their names need not be text.
        line.extend(["--", "files"].map(str::to_owned));
        let parsed =
            Args::try_parse_from(line).map_err(|error| Failure::Usage(error.to_string()))?;
        let mut run = Options::new(parsed.annotate)?;
        run.destination = match args.output {
            Some(path) => Destination::File(path),
            None => Destination::Standard,
        };
        let mut arguments = vec!["fingerprint".to_owned()];
        arguments.extend(
            args.files
                .iter()
                .map(|file| file.to_string_lossy().into_owned()),
        );
        if let Some(positions) = args.positions {
            arguments.extend(["--positions".to_owned(), positions.to_string()]);
        }
        arguments.extend(told);
        run.inputs = args.files;
        Ok(Self {
            run,
            positions: args.positions,
            against: args.against,
            arguments,
        })
    }
}

/// Where analyses are kept: the command line's word, else the environment's, else the usual place.
fn cached(file: Option<PathBuf>, none: bool, variable: Option<OsString>) -> Cached {
    match (file, variable) {
        _ if none => Cached::Nowhere,
        (Some(file), _) => Cached::File(file),
        (None, Some(word)) if word.is_empty() || word == "off" => Cached::Nowhere,
        (None, Some(file)) => Cached::File(file.into()),
        (None, None) => Cached::Usual,
    }
}

/// Which games are selected.
fn selection(which: &WhichArgs) -> Result<Selection, Failure> {
    let mut selection = Selection {
        players: Students::new(&which.player),
        min_plies: which.min_plies.unwrap_or(0),
        only: which.only,
        ..Selection::default()
    };
    if selection.players.is_empty() && !which.player.is_empty() {
        return Err(Failure::Usage("--player needs a name".into()));
    }
    let usage = |name: &'static str| move |error: String| Failure::Usage(format!("{name} {error}"));
    for numbers in &which.games {
        selection.numbers(numbers).map_err(usage("--games"))?;
    }
    if let Some(date) = &which.since {
        selection.since(date).map_err(usage("--since"))?;
    }
    if let Some(date) = &which.until {
        selection.until(date).map_err(usage("--until"))?;
    }
    if selection.only && selection.is_all() {
        return Err(Failure::Usage(
            "--only leaves out what is not selected: say what is, with --games, --player or the like".into(),
        ));
    }
    Ok(selection)
}

/// A file that is written beside the games, which may have standard output.
fn file(option: &str, path: Option<PathBuf>) -> Result<Option<PathBuf>, Failure> {
    if path.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        return Err(Failure::Usage(format!(
            "{option} needs the name of a file: standard output is for games"
        )));
    }
    Ok(path)
}

/// A size in bytes: a whole number, with K, M, G or T behind it for powers of 1024.
fn size(option: &str, text: &str, least: u64) -> Result<u64, Failure> {
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match text[number.len()..].to_ascii_uppercase().as_str() {
        "" => Some(0),
        "K" => Some(10),
        "M" => Some(20),
        "G" => Some(30),
        "T" => Some(40),
        _ => None,
    };
    let size = number.parse::<u64>().ok().zip(unit);
    let size = size.and_then(|(number, unit)| number.checked_mul(1 << unit));
    match size {
        Some(size) if size >= least => Ok(size),
        Some(_) if least == SMALLEST_CACHE => Err(Failure::Usage(
            "--cache-size must be at least 1M; --no-cache keeps nothing".into(),
        )),
        _ => Err(Failure::Usage(format!(
            "{option} {text}: a number is needed, as 200M or 2G"
        ))),
    }
}

/// The judge named, with what else was said of it.
fn grader(args: &AnnotateArgs) -> Result<Grader, Failure> {
    let usage = |message: &str| Err(Failure::Usage(message.into()));
    let path = uci_path(&args.judge);
    if path.is_none() && (!args.uci_option.is_empty() || args.uci_timeout.is_some()) {
        return usage("--uci-option and --uci-timeout need --judge uci:PATH");
    }
    if args.judge == "own" {
        return Ok(Grader::Own);
    }
    for (is_given, name) in [
        (args.depth.is_some(), "--depth"),
        (args.graph.is_some(), "--graph"),
        (!args.set.is_empty(), "--set"),
        (args.cache.is_some(), "--cache"),
        (args.puzzles.is_some(), "--puzzles"),
    ] {
        if is_given {
            return usage(&format!(
                "{name} is for our own engine: it needs --judge own"
            ));
        }
    }
    let Some(path) = path else {
        if args.judge != "evals" {
            return usage(&format!(
                "--judge {}: own, uci:PATH or evals is needed",
                args.judge.display()
            ));
        }
        if args.nodes.is_some() {
            return usage("--nodes says nothing to --judge evals: no position is searched");
        }
        return Ok(Grader::Evals);
    };
    let nodes = args.nodes.unwrap_or(DEFAULT_NODES);
    if nodes == 0 {
        return usage("--nodes 0 would let a UCI engine search without end");
    }
    let timeout = args.uci_timeout.map_or(UCI_TIMEOUT, Duration::from_secs);
    UciSettings::new(path, nodes, timeout, &args.uci_option)
        .map(Grader::Uci)
        .map_err(|error| Failure::Usage(format!("--uci-option: {error}")))
}

/// The path in `uci:PATH`.
fn uci_path(judge: &OsStr) -> Option<PathBuf> {
    let path = match judge.to_str() {
        Some(text) => PathBuf::from(text.strip_prefix("uci:")?),
        None => uci_path_in_bytes(judge)?,
    };
    (!path.as_os_str().is_empty()).then_some(path)
}

/// The same of a path that is no UTF-8.
#[cfg(unix)]
fn uci_path_in_bytes(judge: &OsStr) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;

    let path = judge.as_bytes().strip_prefix(b"uci:")?;
    Some(OsStr::from_bytes(path).into())
}

/// The same of a path that is no Unicode: such paths are not found.
#[cfg(not(unix))]
fn uci_path_in_bytes(_: &OsStr) -> Option<PathBuf> {
    None
}

/// The graph named, with what `--set` changes.
fn graph(name: Option<&PathBuf>, set: &[String]) -> Result<Graph, Failure> {
    let graph = match name.map(|name| (name, name.to_str())) {
        None | Some((_, Some("clean"))) => Graph::clean(),
        Some((_, Some("careless"))) => Graph::careless(),
        Some((name, _)) => {
            let json = fs::read(name).map_err(|error| Failure::read(name, error))?;
            Graph::from_json(&json)
                .map_err(|error| Failure::Usage(format!("{}: {error}", name.display())))?
        }
    };
    let mut changes = Vec::with_capacity(set.len());
    for change in set {
        let Some((name, value)) = change.split_once('=') else {
            return Err(Failure::Usage(format!(
                "--set {change}: name=value is needed"
            )));
        };
        changes.push((name, value));
    }
    graph
        .with(&changes)
        .map_err(|error| Failure::Usage(format!("--set: {error}")))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::batch::args::{Args, Command};

    fn options(line: &[&str]) -> Result<Options, Failure> {
        let args = Args::try_parse_from([&["annotate"], line].concat()).unwrap();
        Options::new(args.annotate)
    }

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn the_defaults_are_those_documented() {
        let options = options(&["games.pgn"]).unwrap();
        assert_eq!(options.destination, Destination::Standard);
        assert_eq!(options.limits.depth, 6);
        assert_eq!(options.limits.nodes, Some(1_000_000));
        assert_eq!(options.voice, Voice::Neutral);
        assert_eq!(options.lines, 8);
        assert_eq!(options.existing, OnExisting::Keep);
        assert_eq!(options.machine_text, MachineText::Tags);
        assert_eq!(options.graph.hash(), Graph::clean().hash());
    }

    #[test]
    fn the_cache_is_where_the_command_line_says_else_the_environment_else_the_usual_place() {
        let file = |name: &str| Some(PathBuf::from(name));
        let word = |word: &str| Some(OsString::from(word));
        assert_eq!(cached(None, false, None), Cached::Usual);
        assert_eq!(cached(None, false, word("")), Cached::Nowhere);
        assert_eq!(cached(None, false, word("off")), Cached::Nowhere);
        let named = |name: &str| Cached::File(name.into());
        assert_eq!(cached(None, false, word("a")), named("a"));
        assert_eq!(cached(file("b"), false, word("off")), named("b"));
        assert_eq!(cached(None, true, word("a")), Cached::Nowhere);
    }

    #[test]
    fn sizes_are_read_in_powers_of_1024_and_small_or_odd_ones_refused() {
        let cache_size = |text| size("--cache-size", text, SMALLEST_CACHE);
        assert_eq!(cache_size("1048576").unwrap(), 1 << 20);
        assert_eq!(cache_size("2m").unwrap(), 2 << 20);
        assert_eq!(cache_size("3G").unwrap(), 3 << 30);
        for odd in ["", "G", "1X", "-1M", "1.5G", "1000", "99999999999T", "ä"] {
            assert!(matches!(cache_size(odd), Err(Failure::Usage(_))), "{odd}");
        }
    }

    #[test]
    fn no_nodes_means_no_budget_and_no_variations_no_lines() {
        let options = options(&["--nodes", "0", "--no-variations", "g.pgn"]).unwrap();
        assert_eq!(options.limits.nodes, None);
        assert_eq!(options.lines, 0);
    }

    #[test]
    fn a_student_is_spoken_to_unless_another_voice_is_asked_for() {
        let voice = |line: &[&str]| options(&[line, &["g.pgn"]].concat()).map(|o| o.voice);
        assert_eq!(voice(&["--student", "A"]).unwrap(), Voice::Student);
        let partner = voice(&["--student", "A", "--voice", "partner"]);
        assert_eq!(partner.unwrap(), Voice::Partner);
        let neutral = voice(&["--student", "A", "--voice", "neutral"]);
        assert_eq!(neutral.unwrap(), Voice::Neutral);
        for lonely in ["student", "partner"] {
            assert!(matches!(
                voice(&["--voice", lonely]),
                Err(Failure::Usage(_))
            ));
        }
        assert!(matches!(voice(&["--student", " "]), Err(Failure::Usage(_))));
    }

    #[test]
    fn another_judge_brings_its_own_defaults() {
        let judged = |line: &[&str]| options(&[line, &["g.pgn"]].concat());
        let own = judged(&[]).unwrap();
        assert_eq!(own.grader, Grader::Own);
        assert_eq!(own.thresholds, Thresholds::default());
        let uci = judged(&["--judge", "uci:stockfish"]).unwrap();
        let Grader::Uci(settings) = &uci.grader else {
            panic!("{:?}", uci.grader);
        };
        assert_eq!(
            (settings.nodes(), settings.path()),
            (20_000, "stockfish".as_ref())
        );
        assert_eq!(uci.thresholds, Thresholds::of_another());
        assert_eq!(uci.cached, Cached::Nowhere);
        let evals = judged(&["--judge", "evals", "--thresholds", "centipawns:50,100,300"]);
        let evals = evals.unwrap();
        assert_eq!(evals.grader, Grader::Evals);
        assert_eq!(evals.thresholds.to_string(), "centipawns:50,100,300");
        assert_eq!(evals.limits.depth, 0);
    }

    #[test]
    fn options_of_one_judge_are_refused_with_another() {
        for line in [
            &["--judge", "stockfish"][..],
            &["--judge", "uci:"],
            &["--judge", "uci:e", "--depth", "6"],
            &["--judge", "uci:e", "--graph", "clean"],
            &["--judge", "uci:e", "--set", "seed=1"],
            &["--judge", "uci:e", "--cache", "file"],
            &["--judge", "uci:e", "--nodes", "0"],
            &["--judge", "uci:e", "--uci-option", "Threads=2"],
            &["--judge", "evals", "--nodes", "5"],
            &["--judge", "evals", "--uci-timeout", "5"],
            &["--uci-option", "Hash=32"],
        ] {
            let refused = options(&[line, &["g.pgn"]].concat());
            assert!(matches!(refused, Err(Failure::Usage(_))), "{line:?}");
        }
    }

    #[test]
    fn faulty_values_are_usage_errors_and_a_missing_graph_is_not() {
        for line in [
            ["--thresholds", "chances:3,2,1"],
            ["--thresholds", "feelings:1,2,3"],
            ["--set", "care"],
            ["--set", "nonesuch=1"],
        ] {
            let refused = options(&[&line[..], &["g.pgn"]].concat());
            assert!(matches!(refused, Err(Failure::Usage(_))), "{line:?}");
        }
        let missing = options(&["--graph", "/nonesuch/graph.json", "g.pgn"]);
        assert!(matches!(missing, Err(Failure::Read { .. })));
    }

    #[test]
    fn strip_is_a_subcommand_and_a_path_to_a_file_of_that_name_is_not() {
        let args = Args::try_parse_from(["annotate", "strip", "x.pgn"]).unwrap();
        assert!(matches!(args.command, Some(Command::Strip(_))));
        let args = Args::try_parse_from(["annotate", "./strip"]).unwrap();
        assert!(args.command.is_none());
        let args = Args::try_parse_from(["annotate", "--depth", "3", "strip"]).unwrap();
        assert!(args.command.is_none(), "after an option it is a file");
        assert!(Args::try_parse_from(["annotate"]).is_err());
        assert!(Args::try_parse_from(["annotate", "strip"]).is_err());
    }

    #[test]
    fn a_fingerprint_is_annotate_without_a_budget_and_states_what_it_was_told() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpora/club.pgn");
        let line = [
            "annotate",
            "fingerprint",
            file,
            "-j3",
            "--positions=9",
            "--set=sharp=7",
        ];
        let Some(Command::Fingerprint(args)) = Args::try_parse_from(line).unwrap().command else {
            panic!("no fingerprint");
        };
        let options = FingerprintOptions::new(args).unwrap();
        assert_eq!(options.run.limits.nodes, None);
        assert_eq!(options.run.limits.depth, 5);
        assert_eq!(options.run.threads.get(), 3);
        let told = [
            "--positions",
            "9",
            "--depth",
            "5",
            "--graph",
            "clean",
            "--set",
            "sharp=7",
        ];
        assert_eq!(
            options.arguments,
            [&["fingerprint", file][..], &told].concat()
        );
    }

    #[test]
    fn a_game_goes_to_one_place_only() {
        for line in [
            &["-o", "a", "--in-place"][..],
            &["-o", "a", "--output-dir", "b"],
            &["--in-place", "--output-dir", "b"],
            &["--plain", "--evals"],
            &["--lines", "3", "--no-variations"],
            &["-q", "-v"],
            &["--depth", "0"],
            &["-j", "0"],
            &["--cache", "c", "--no-cache"],
        ] {
            let line = [&["annotate"], line, &["g.pgn"]].concat();
            assert!(Args::try_parse_from(&line).is_err(), "{line:?}");
        }
    }
}
