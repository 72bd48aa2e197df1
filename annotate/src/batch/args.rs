//! What was typed: the command line of `annotate`, as clap reads it.
//!
//! [`Options`](super::Options) is what is meant by it.

use std::{ffi::OsString, num::NonZeroUsize, path::PathBuf};

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  annotate games.pgn -o annotated.pgn
      Annotate an archive.
  annotate --student 'Nora Quill' games.pgn -o for-nora.pgn
      Speak to one player; say little of the opponent.
  annotate --dry-run *.pgn
      Count games and players and guess how long it would take.
  annotate --in-place --report moves.jsonl club.pgn
      Annotate club.pgn itself (club.pgn.bak is kept), with a row a move.
  annotate --judge uci:/usr/games/stockfish games.pgn -o annotated.pgn
      Grade by another engine; --judge evals, by the [%eval]s of the games.
  annotate --shard 2/4 dump.pgn.zst -o 2.pgn --report 2.jsonl
      Do the second quarter of a dump; cat 1.pgn 2.pgn 3.pgn 4.pgn is the whole.
  annotate strip annotated.pgn -o games.pgn
      Take out exactly what annotate put in.

Environment: QV_CACHE names the cache as --cache does; empty or off is none.

Exit codes: 0 written (games that could not be graded are in the summary),
1 could not read or write, 2 usage, 3 with --strict, if a game was not graded;
130 stopped with Ctrl-C, 143 by a request to terminate, 129 with its terminal.
Of annotate fingerprint --against also: 4 something changed, 5 and a new best
move is not worth its score.";

/// Grade every move of a PGN archive and comment quietly.
///
/// Annotated PGN goes to standard output unless told otherwise. Every byte of
/// the input is kept: annotate only inserts, and `annotate strip` takes the
/// insertions out again.
#[derive(Debug, Parser)]
#[command(
    name = "annotate",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    args_override_self = true,
    disable_help_subcommand = true,
    after_help = EXAMPLES,
    max_term_width = 100
)]
pub struct Args {
    /// A subcommand, if one was named.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to annotate, and how.
    #[command(flatten)]
    pub annotate: AnnotateArgs,
    /// How much to say on the terminal.
    #[command(flatten)]
    pub console: ConsoleArgs,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Take out exactly what annotate put in
    Strip(StripArgs),
    /// Write what is found and said in each position, with hashes
    Fingerprint(FingerprintArgs),
    /// Make one report of those of all shards, in their order
    MergeReports(MergeArgs),
    /// Write a completion script for a shell to standard output
    Completions {
        /// The shell to write it for
        shell: Shell,
    },
}

/// The arguments of `annotate strip`.
#[derive(Debug, ClapArgs)]
pub struct StripArgs {
    /// PGN files, folders and archives of them, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Where the result goes.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The arguments of `annotate merge-reports`.
#[derive(Debug, ClapArgs)]
pub struct MergeArgs {
    /// The reports of all shards of one run, as JSON lines, in their order
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    /// Write to FILE instead of standard output; as a table, if it ends in .csv
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the totals to FILE, as --summary of annotate does
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
}

/// The arguments of `annotate fingerprint`; those of `annotate` itself mean the same here.
#[derive(Debug, ClapArgs)]
pub struct FingerprintArgs {
    /// PGN files; they are named in the manifest as they are named here
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Search every position to N plies, whatever it takes
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub depth: u8,
    /// Take at most N positions, spread evenly, each as a game of its own
    #[arg(long, value_name = "N")]
    pub positions: Option<NonZeroUsize>,
    /// The evaluation graph: clean, careless, or a JSON file
    #[arg(long, value_name = "GRAPH", default_value = "clean")]
    pub graph: String,
    /// Replace a parameter of the graph, its seed, or own
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// From where a move is an inaccuracy, a mistake, a blunder
    #[arg(long, value_name = "SCALE:A,B,C")]
    pub thresholds: Option<String>,
    /// Speak to this player (may be given more than once)
    #[arg(long, value_name = "NAME")]
    pub student: Vec<String>,
    /// Who speaks to whom [default: student with --student, else neutral]
    #[arg(long, value_enum, value_name = "VOICE")]
    pub voice: Option<VoiceArg>,
    /// Use N threads [default: one a core]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Compare with a manifest made before, tell what changed, and exit with 4 if anything did
    #[arg(long, value_name = "MANIFEST")]
    pub against: Option<PathBuf>,
}

/// Where the result goes.
#[derive(Debug, Default, ClapArgs)]
pub struct OutputArgs {
    /// Write to FILE instead of standard output
    ///
    /// A name that ends in .gz, .bz2 or .zst has it compressed so.
    #[arg(short, long, value_name = "FILE", help_heading = "Output", conflicts_with_all = ["output_dir", "in_place"])]
    pub output: Option<PathBuf>,
    /// Write each file under its own name into DIR
    ///
    /// Those of a folder with their path below it, the members of a zip file
    /// below a folder of its name.
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Output",
        conflicts_with = "in_place"
    )]
    pub output_dir: Option<PathBuf>,
    /// Replace each file, keeping what it was as FILE.bak
    #[arg(long, help_heading = "Output")]
    pub in_place: bool,
}

/// Which games are meant.
#[derive(Debug, ClapArgs)]
pub struct WhichArgs {
    /// Annotate the games with these numbers, as 1-100,205,300-
    ///
    /// Games are counted from 1 through all inputs. All conditions of this kind
    /// must hold; a game for which they do not passes through untouched.
    #[arg(long, value_name = "NUMBERS", help_heading = "Which games")]
    pub games: Vec<String>,
    /// Annotate the games of this player (may be given more than once)
    #[arg(long, value_name = "NAME", help_heading = "Which games")]
    pub player: Vec<String>,
    /// Annotate games played on DATE or later, as 2024-05-17, 2024-05 or 2024
    ///
    /// By its date, or its UTC date where that has no year. A date with unknown
    /// parts counts if it may be meant, none at all does not.
    #[arg(long, value_name = "DATE", help_heading = "Which games")]
    pub since: Option<String>,
    /// Annotate games played on DATE or earlier
    #[arg(long, value_name = "DATE", help_heading = "Which games")]
    pub until: Option<String>,
    /// Annotate games with at least N half-moves
    #[arg(long, value_name = "N", help_heading = "Which games")]
    pub min_plies: Option<usize>,
    /// Leave games that are not selected out of the output
    #[arg(long, help_heading = "Which games")]
    pub only: bool,
    /// Write the K-th of N stretches of all games, about as many in each
    ///
    /// The outputs of all N one after the other are the output without --shard,
    /// and merge-reports makes one report of theirs. The inputs are read twice.
    #[arg(long, value_name = "K/N", help_heading = "Which games")]
    pub shard: Option<String>,
    /// Let games of more than SIZE (as 500K or 8M) pass through untouched
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "4M",
        help_heading = "Which games"
    )]
    pub max_game_size: String,
}

/// The arguments of `annotate` itself.
#[derive(Debug, ClapArgs)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "a switch is a bool; Options has the types"
)]
pub struct AnnotateArgs {
    /// PGN files, folders and archives of them, or - for standard input
    ///
    /// A file may be compressed with gzip, bzip2 or Zstandard, or be a zip file;
    /// that is seen by its content. In folders, and in zip files, whatever ends
    /// in .pgn, .pgn.gz, .pgn.bz2 or .pgn.zst is read, folders also for .zip,
    /// in the order of names (in zip files, of their list); hidden files are not.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Which games are meant.
    #[command(flatten)]
    pub which: WhichArgs,

    /// Where the result goes.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Write a JSON line a move, and a summary line, to FILE; or a table of moves
    ///
    /// A table if its name ends in .csv: a row a move, without the summary.
    /// Games that are annotated already with the same settings are graded
    /// again for it, so that the report is complete.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub report: Option<PathBuf>,
    /// Write totals by player, phase, opening, colour and cause to FILE
    ///
    /// As JSON, or as a table if its name ends in .csv. Accuracy is 100 less the
    /// mean loss of winning chances in percentage points; a habit is a cause of
    /// bad moves in a phase of the game, and the five costliest are listed.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub summary: Option<PathBuf>,
    /// Write missed chances and unpunished mistakes as positions to solve to FILE
    ///
    /// A PGN of set-up positions with their solutions, of the student's moves where
    /// one is named: before a chance that was missed, or after a mistake that the
    /// opponent could punish; only where one move is clearly best. Games that are
    /// annotated already are graded again for it. It needs --judge own.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub puzzles: Option<PathBuf>,
    /// Count games and players and estimate the time; write no games
    #[arg(long, help_heading = "Output")]
    pub dry_run: bool,
    /// Exit with 3 if a game could not be graded to its end
    #[arg(long, help_heading = "Output")]
    pub strict: bool,

    /// Whose grades: own, uci:PATH, or evals
    ///
    /// own is the engine in this program. uci:PATH asks the UCI engine at PATH
    /// about every position, with one thread and emptied tables. evals takes the
    /// [%eval …]s the games have. Facts and reasons are ours with each of them,
    /// and a mate is spoken of only where our own search proves it.
    #[arg(
        long,
        value_name = "JUDGE",
        default_value = "own",
        help_heading = "Judging"
    )]
    pub judge: OsString,
    /// Search every position to N plies [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64), help_heading = "Judging")]
    pub depth: Option<u8>,
    /// Stop deepening a position after N nodes; 0 for no budget [default:
    /// 1000000]; with a UCI engine: search it with N nodes [default: 20000]
    #[arg(long, value_name = "N", help_heading = "Judging")]
    pub nodes: Option<u64>,
    /// The evaluation graph: clean, careless, or a JSON file [default: clean]
    #[arg(long, value_name = "GRAPH", help_heading = "Judging")]
    pub graph: Option<PathBuf>,
    /// Replace a parameter of the graph, its seed, or own
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = "Judging")]
    pub set: Vec<String>,
    /// From where a move is an inaccuracy, a mistake, a blunder [default:
    /// chances:0.1,0.2,0.35; chances:0.1,0.2,0.3 where the judge is not own]
    #[arg(long, value_name = "SCALE:A,B,C", help_heading = "Judging")]
    pub thresholds: Option<String>,
    /// Set an option of the UCI engine (may be given more than once)
    ///
    /// Threads is always 1, and Hash 16 unless it is set here. Options that make
    /// an engine play weaker or at random make its grades so, too.
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Judging")]
    pub uci_option: Vec<String>,
    /// Give the UCI engine at most SECONDS for a position [default: 60]
    ///
    /// An engine that takes longer, or dies, is started again and asked once
    /// more; if that fails too, the game is left as it was.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400), help_heading = "Judging")]
    pub uci_timeout: Option<u64>,
    /// Use N threads [default: one a core]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Judging")]
    pub threads: Option<u16>,

    /// Keep what was analysed in FILE [default: in the cache folder]
    ///
    /// A later run finds it there and need not search again; what is written
    /// is the same, byte for byte. Unless it is named here or in the environment
    /// (see below), the file lies in quiet-voice in the platform's folder for
    /// caches. Several runs may use it at once; between runs it can be deleted.
    #[arg(long, value_name = "FILE", help_heading = "Cache")]
    pub cache: Option<PathBuf>,
    /// Neither read nor keep analyses in a file
    #[arg(long, conflicts_with = "cache", help_heading = "Cache")]
    pub no_cache: bool,
    /// Let the file grow to SIZE (as 200M or 2G); the oldest unused go first
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1G",
        help_heading = "Cache"
    )]
    pub cache_size: String,

    /// Speak to this player (may be given more than once)
    #[arg(long, value_name = "NAME", help_heading = "Voice")]
    pub student: Vec<String>,
    /// Who speaks to whom [default: student with --student, else neutral]
    ///
    /// neutral names White and Black; student says you to the student; partner
    /// says you to the student and I for the opponent.
    #[arg(long, value_enum, value_name = "VOICE", help_heading = "Voice")]
    pub voice: Option<VoiceArg>,
    /// What counts where others have judged a move already
    #[arg(
        long,
        value_enum,
        value_name = "WHOSE",
        default_value = "keep",
        help_heading = "Voice"
    )]
    pub existing: ExistingArg,
    /// The longest variation, in plies; 0 for none
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        help_heading = "What is written"
    )]
    pub lines: u8,
    /// Write no variations, as --lines 0
    #[arg(long, conflicts_with = "lines", help_heading = "What is written")]
    pub no_variations: bool,
    /// Write [%eval …] on every graded move that has none
    #[arg(long, conflicts_with = "plain", help_heading = "What is written")]
    pub evals: bool,
    /// Mark squares and draw arrows ([%csl …], [%cal …]) for what the words name
    ///
    /// Lichess studies, En Croissant and other viewers show them.
    #[arg(long, conflicts_with = "plain", help_heading = "What is written")]
    pub arrows: bool,
    /// Leave all machine text out; strip cannot take such text out again
    #[arg(long, help_heading = "What is written")]
    pub plain: bool,
}

/// How much to say on the terminal.
#[derive(Debug, Default, ClapArgs)]
pub struct ConsoleArgs {
    /// No progress and no summary
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say what is done with each game
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// Colour messages
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto"
    )]
    pub color: ColorArg,
}

/// `--voice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VoiceArg {
    /// Say you to the student
    Student,
    /// Say you to the student and I for the opponent
    Partner,
    /// Name White and Black
    Neutral,
}

/// `--existing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExistingArg {
    /// Their assessment stands; no sign, class or cost of ours is added
    Keep,
    /// Write as if there were none
    Ours,
}

/// `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// On a terminal
    #[default]
    Auto,
    /// Also into a file or pipe
    Always,
    /// No colours
    Never,
}
