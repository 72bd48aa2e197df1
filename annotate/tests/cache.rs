//! The cache: it saves time and changes nothing else, whatever happens to its file.
#![cfg(feature = "cache")]

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use common::{games, program, some_games};
use tempfile::TempDir;

const DEPTH: [&str; 2] = ["--depth", "3"];

/// What a run gave.
struct Ran {
    code: Option<i32>,
    output: Vec<u8>,
    report: Vec<u8>,
    messages: String,
}

impl Ran {
    /// The number before these words in the summary; 0 where they do not stand.
    fn number(&self, words: &str) -> usize {
        let Some(end) = self.messages.find(words) else {
            return 0;
        };
        let before = self.messages[..end].trim_end();
        let digits = before
            .rsplit(|letter: char| !letter.is_ascii_digit())
            .next();
        digits
            .and_then(|digits| digits.parse().ok())
            .expect("a number")
    }

    fn analysed(&self) -> usize {
        let words = if self.messages.contains("1 position analysed") {
            "position analysed"
        } else {
            "positions analysed"
        };
        self.number(words)
    }

    fn recalled(&self) -> usize {
        self.number("from the cache")
    }

    fn same_as(&self, other: &Ran) -> bool {
        self.output == other.output && self.report == other.report
    }
}

struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn cache(&self) -> PathBuf {
        self.path("cache")
    }

    /// Annotates a text with these options, with a report.
    fn run(&self, text: &[u8], options: &[&str]) -> Ran {
        let report = self.path("report.jsonl");
        let output = program()
            .args(DEPTH)
            .arg("--report")
            .arg(&report)
            .args(options)
            .arg("-")
            .write_stdin(text)
            .output()
            .expect("the program runs");
        let report = fs::read(&report).unwrap_or_default();
        Ran {
            code: output.status.code(),
            output: output.stdout,
            report,
            messages: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn cached(&self, text: &[u8], options: &[&str]) -> Ran {
        let cache = self.cache();
        let cache = cache.to_str().expect("UTF-8");
        let ran = self.run(text, &[&["--cache", cache], options].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.messages);
        ran
    }
}

#[test]
fn output_and_report_are_the_same_cold_warm_and_without_for_any_number_of_threads() {
    let desk = Desk::new();
    let text = some_games("club.pgn", 8);
    let without = desk.run(&text, &["--no-cache", "-j", "1"]);
    assert!(without.analysed() > 0 && without.recalled() == 0);
    let cold = desk.cached(&text, &["-j", "2"]);
    assert!(cold.same_as(&without));
    assert_eq!((cold.analysed(), cold.recalled()), (without.analysed(), 0));
    for threads in ["1", "2", "4"] {
        let warm = desk.cached(&text, &["-j", threads]);
        assert!(warm.same_as(&without), "{threads} threads");
        assert_eq!((warm.analysed(), warm.recalled()), (0, cold.analysed()));
    }
}

#[test]
fn equal_positions_of_a_run_are_analysed_once_with_and_without_a_file() {
    let desk = Desk::new();
    let one = some_games("club.pgn", 1);
    let three = [&one[..], &one, &one].concat();
    let alone = desk.run(&one, &[]);
    for options in [&["-j", "1"][..], &["-j", "4"]] {
        let shared = desk.run(&three, options);
        assert_eq!(shared.analysed(), alone.analysed());
        assert_eq!(shared.number("shared by games"), 2 * alone.analysed());
    }
    let kept = desk.cached(&three, &[]);
    assert_eq!(kept.analysed(), alone.analysed());
    assert_eq!(games(&kept.output).len(), 3);
}

/// Games that meet in equal boards with other pasts and clocks, where the values differ.
const LOOK_ALIKES: [&str; 6] = [
    "[White \"A\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *\n\n",
    "[White \"B\"]\n\n1. Nf3 Nf6 2. e4 e5 *\n\n",
    "[White \"C\"]\n\n1. Nh3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n\n",
    "[White \"D\"]\n[FEN \"7k/8/8/8/8/8/5Q2/K7 w - - 0 1\"]\n\n1. Qf5 Kg7 2. Kb2 Kh8 *\n\n",
    "[White \"E\"]\n[FEN \"7k/8/8/8/8/8/5Q2/K7 w - - 96 80\"]\n\n1. Qf5 Kg7 2. Kb2 Kh8 *\n\n",
    "[White \"F\"]\n[FEN \"7k/8/8/8/8/8/5Q2/K7 w - - 0 70\"]\n\n1. Kb2 Kg7 2. Ka1 Kh8 3. Qf5 *\n\n",
];

#[test]
fn every_game_of_an_archive_is_annotated_as_it_would_be_alone() {
    let desk = Desk::new();
    let mut parts: Vec<Vec<u8>> = LOOK_ALIKES.map(Vec::from).into();
    let more = games(&some_games("club.pgn", 6));
    parts.extend(more.into_iter().map(|game| game.bytes));
    let evals = ["--evals", "--depth", "4"];
    let alone: Vec<Vec<u8>> = parts
        .iter()
        .map(|game| desk.run(game, &evals).output)
        .collect();
    let moves = |game: &[u8]| {
        let text = String::from_utf8_lossy(game).into_owned();
        text.split("\n\n").nth(1).map(str::to_owned)
    };
    assert_ne!(
        moves(&alone[3]),
        moves(&alone[4]),
        "the clock makes no difference here"
    );
    for threads in ["1", "3"] {
        let together = desk.cached(&parts.concat(), &[&evals[..], &["-j", threads]].concat());
        assert!(together.output == alone.concat(), "{threads} threads");
    }
    parts.reverse();
    let _ = fs::remove_file(desk.cache());
    for (game, wanted) in parts.iter().zip(alone.iter().rev()) {
        assert!(desk.cached(game, &evals).output == *wanted);
    }
}

#[test]
fn new_games_in_an_archive_cost_no_more_than_they_do_alone() {
    let desk = Desk::new();
    let all = some_games("club.pgn", 30);
    let known: Vec<u8> = games(&all)
        .drain(..28)
        .flat_map(|game| game.bytes)
        .collect();
    let new: Vec<u8> = games(&all)
        .drain(28..)
        .flat_map(|game| game.bytes)
        .collect();
    desk.cached(&known, &[]);
    let again = desk.cached(&all, &[]);
    let alone = desk.run(&new, &[]);
    assert!(again.analysed() <= alone.analysed());
    assert!(again.analysed() > 0);
    assert!(again.same_as(&desk.run(&all, &[])));
}

#[test]
fn other_limits_graphs_and_parameters_find_nothing_and_thresholds_everything() {
    let desk = Desk::new();
    let text = some_games("case-study.pgn", 1);
    let first = desk.cached(&text, &[]);
    for options in [
        &["--depth", "2"][..],
        &["--nodes", "5000"],
        &["--graph", "careless"],
        &["--graph", "careless", "--set", "own=white"],
    ] {
        let other = desk.cached(&text, options);
        assert_eq!(other.recalled(), 0, "{options:?}");
        assert!(other.same_as(&desk.run(&text, options)), "{options:?}");
    }
    let stricter = ["--thresholds", "chances:0.05,0.1,0.2"];
    let again = desk.cached(&text, &stricter);
    assert_eq!((again.analysed(), again.recalled()), (0, first.analysed()));
    assert!(again.same_as(&desk.run(&text, &stricter)));
}

#[test]
fn a_dry_run_counts_what_is_known_and_makes_no_cache() {
    let desk = Desk::new();
    let text = some_games("case-study.pgn", 1);
    let forecast = || {
        let ran = desk.cached(&text, &["--dry-run"]);
        String::from_utf8(ran.output).expect("UTF-8")
    };
    let before = forecast();
    assert!(!before.contains("known"), "{before}");
    assert!(!desk.cache().exists());
    let ran = desk.cached(&text, &[]);
    let after = forecast();
    let known = format!("{} positions in the cache", ran.analysed());
    assert!(after.contains(&known), "{after}");
    assert!(after.contains(" 0 positions to search"), "{after}");
}

/// Starts the program in the background.
fn start(desk: &Desk, input: &Path, output: &str, options: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("annotate"))
        .env("QV_CACHE", desk.cache())
        .args(["-q", "-o"])
        .arg(desk.path(output))
        .args(options)
        .arg(input)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts")
}

#[test]
fn a_run_killed_at_any_moment_leaves_a_cache_that_is_whole_and_what_it_had_done() {
    let desk = Desk::new();
    let text = some_games("club.pgn", 12);
    let input = desk.path("games.pgn");
    fs::write(&input, &text).expect("written");
    let options = ["--depth", "5", "-j", "2"];
    let wanted = desk.run(&text, &[&options[..], &["--no-cache"]].concat());
    for patience in [1, 20, 300, 900, 1500] {
        let mut child = start(&desk, &input, "out.pgn", &options);
        thread::sleep(Duration::from_millis(patience));
        // SIGKILL: the program has no say in it. It may have finished on a fast machine.
        let _ = child.kill();
        child.wait().expect("it ended");
        // A short run beside the archive finds the file in order.
        let ran = desk.cached(b"1. a3 a6 *\n", &[]);
        assert!(ran.messages.contains("2 moves graded"), "{}", ran.messages);
        assert!(!ran.messages.contains("warning"), "{}", ran.messages);
    }
    let ran = desk.cached(&text, &options);
    assert!(ran.same_as(&wanted));
    assert_eq!(ran.recalled() + ran.analysed(), wanted.analysed());
    assert!(ran.recalled() > 0, "what was done before the kill was lost");
}

#[test]
fn two_runs_at_once_on_one_new_cache_both_give_what_one_gives() {
    let desk = Desk::new();
    let text = some_games("club.pgn", 10);
    let input = desk.path("games.pgn");
    fs::write(&input, &text).expect("written");
    let wanted = desk.run(&text, &["--no-cache"]);
    for round in 0..3 {
        let _ = fs::remove_file(desk.cache());
        let runs: Vec<_> = ["a.pgn", "b.pgn", "c.pgn"]
            .into_iter()
            .map(|output| (output, start(&desk, &input, output, &DEPTH)))
            .collect();
        for (output, mut child) in runs {
            assert!(child.wait().expect("it ended").success(), "round {round}");
            assert!(fs::read(desk.path(output)).expect("an output") == wanted.output);
        }
        let after = desk.cached(&text, &[]);
        assert_eq!(after.analysed(), 0, "round {round}");
        assert!(after.same_as(&wanted));
    }
}

/// Runs on a cache that is to be refused; the file must stay as it is.
fn refused(desk: &Desk, file: &Path) -> String {
    let before = fs::read(file).ok();
    let options = ["--cache", file.to_str().expect("UTF-8")];
    let ran = desk.run(b"1. e4 e5 *\n", &options);
    assert_eq!(ran.code, Some(1), "{}", ran.messages);
    assert!(ran.output.is_empty());
    assert_eq!(fs::read(file).ok(), before, "{}", file.display());
    ran.messages
}

#[test]
fn what_is_no_cache_is_refused_and_left_as_it_is() {
    let desk = Desk::new();
    for (name, bytes) in [
        ("games", some_games("club.pgn", 1)),
        ("tiny", b"x".to_vec()),
        ("zeros", vec![0; 8192]),
    ] {
        fs::write(desk.path(name), bytes).expect("written");
        let messages = refused(&desk, &desk.path(name));
        assert!(messages.contains("it is something else"), "{messages}");
    }
    let other = desk.path("other.sqlite");
    let connection = rusqlite::Connection::open(&other).expect("a database");
    connection
        .execute("CREATE TABLE t (x)", [])
        .expect("a table");
    drop(connection);
    let messages = refused(&desk, &other);
    assert!(messages.contains("it is something else"), "{messages}");
    let messages = refused(&desk, desk.folder.path());
    assert!(messages.contains("it is a folder"), "{messages}");
    let messages = refused(&desk, &desk.path("none/cache"));
    assert!(messages.contains("its folder does not exist"), "{messages}");
}

#[test]
fn a_file_whose_first_page_another_run_has_just_written_becomes_the_cache() {
    let desk = Desk::new();
    let one_page = |name: &str, further: &str| {
        let connection = rusqlite::Connection::open(desk.path(name)).expect("a database");
        connection
            .execute_batch(&format!("PRAGMA auto_vacuum = INCREMENTAL; {further}"))
            .expect("a first page");
        let pages: i64 = connection
            .pragma_query_value(None, "page_count", |row| row.get(0))
            .expect("a count");
        assert_eq!(pages, 1);
    };
    one_page("new", "");
    let path = desk.path("new");
    let options = ["--cache", path.to_str().expect("UTF-8")];
    let ran = desk.run(b"1. e4 e5 *\n", &options);
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    // What somebody else put into its first page stays.
    one_page("view", "CREATE VIEW v AS SELECT 1;");
    let messages = refused(&desk, &desk.path("view"));
    assert!(messages.contains("it is something else"), "{messages}");
}

#[test]
fn a_cache_of_another_format_is_refused_with_what_to_do() {
    let desk = Desk::new();
    desk.cached(b"1. e4 e5 *\n", &[]);
    let connection = rusqlite::Connection::open(desk.cache()).expect("a database");
    let set = |format: i32| connection.pragma_update(None, "user_version", format);
    set(2).expect("set");
    let ran = desk.run(
        b"1. e4 e5 *\n",
        &["--cache", desk.cache().to_str().expect("UTF-8")],
    );
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.messages.contains("another version of annotate") && ran.messages.contains("delete it"),
        "{}",
        ran.messages
    );
    set(1).expect("set back");
    assert_eq!(desk.cached(b"1. e4 e5 *\n", &[]).analysed(), 0);
}

#[test]
fn damage_anywhere_in_the_file_costs_time_and_never_a_value() {
    let desk = Desk::new();
    let text = some_games("case-study.pgn", 2);
    let wanted = desk.run(&text, &[]);
    desk.cached(&text, &[]);
    let sound = fs::read(desk.cache()).expect("a file");
    let cache = desk.cache();
    let options = ["--cache", cache.to_str().expect("UTF-8")];
    let (mut refused, mut used) = (0, 0);
    let places = (0..sound.len()).step_by(sound.len() / 40);
    let damaged = places.map(|place| {
        let mut file = sound.clone();
        let end = (place + 40).min(file.len());
        file[place..end].iter_mut().for_each(|byte| *byte ^= 0x5a);
        file
    });
    let cut = [1, 2, 3].map(|parts| sound[..sound.len() * parts / 4].to_vec());
    for file in damaged.chain(cut) {
        for rest in ["cache-wal", "cache-shm"] {
            let _ = fs::remove_file(desk.path(rest));
        }
        fs::write(&cache, &file).expect("written");
        let ran = desk.run(&text, &options);
        if ran.code == Some(1) {
            assert!(ran.messages.contains("cannot use"), "{}", ran.messages);
            assert!(fs::read(&cache).expect("still there") == file);
            refused += 1;
        } else {
            assert_eq!(ran.code, Some(0), "{}", ran.messages);
            assert!(ran.output == wanted.output && ran.report == wanted.report);
            used += 1;
        }
    }
    assert!(refused > 0 && used > 0, "{refused} refused, {used} used");
}

#[test]
fn the_usual_place_is_used_unasked_and_where_it_cannot_be_made_a_warning_is_all() {
    let desk = Desk::new();
    let run = |caches: &Path| {
        let output = program()
            .env_remove("QV_CACHE")
            .env("XDG_CACHE_HOME", caches)
            .env("LOCALAPPDATA", caches)
            .env("HOME", caches)
            .args(["--depth", "1", "-"])
            .write_stdin("1. e4 e5 *\n")
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(0));
        assert!(!output.stdout.is_empty());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let caches = desk.path("caches");
    assert!(run(&caches).contains("3 positions analysed"));
    assert!(run(&caches).contains("3 from the cache"));
    let file = desk.path("file");
    fs::write(&file, "").expect("written");
    let messages = run(&file);
    let warnings = messages.lines().filter(|line| line.contains("warning"));
    assert_eq!(warnings.count(), 1, "{messages}");
    assert!(messages.contains("working without one"), "{messages}");
    assert!(messages.contains("3 positions analysed"), "{messages}");
    assert_eq!(fs::read(&file).expect("still there"), b"");
}

/// Root may write anywhere but where there is nothing to write to.
#[cfg(target_os = "linux")]
#[test]
fn a_named_cache_that_cannot_be_written_ends_the_run_before_any_work() {
    use std::os::unix::fs::PermissionsExt;

    let desk = Desk::new();
    let messages = refused(&desk, Path::new("/proc/cache"));
    assert!(messages.contains("cannot be opened or made"), "{messages}");
    let closed = desk.path("closed");
    fs::create_dir(&closed).expect("a folder");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("closed");
    if fs::write(closed.join("trial"), "").is_err() {
        let messages = refused(&desk, &closed.join("cache"));
        assert!(messages.contains("cannot be opened or made"), "{messages}");
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).expect("open again");
}

#[test]
fn a_bounded_cache_stays_small_and_forgets_what_was_not_used_for_longest() {
    let desk = Desk::new();
    let all = some_games("club.pgn", 40);
    let parts = games(&all);
    let (often, once) = (&parts[0].bytes, &parts[20].bytes);
    let first = ["--cache-size", "1M", "--depth", "2", "--nodes", "100000"];
    desk.cached(&all, &first);
    // A budget that is never reached makes other keys of the same positions.
    for budget in 100_001..100_008 {
        let nodes = budget.to_string();
        desk.cached(&all, &[&first[..4], &["--nodes", &nodes]].concat());
        let kept = fs::metadata(desk.cache()).expect("a file").len();
        assert!(kept <= 1 << 20, "{kept} bytes");
        assert_eq!(desk.cached(often, &first).analysed(), 0, "at {budget}");
    }
    let forgotten = desk.cached(once, &first);
    // The two games have their first moves in common.
    assert!(forgotten.recalled() < 8 && forgotten.analysed() > 40);
}
