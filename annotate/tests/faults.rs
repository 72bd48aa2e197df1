//! What goes wrong from outside: signals, kills, full disks, closed pipes, inputs that vanish.
//!
//! The program is run for real; whatever happens to it, the originals stay whole, an output is the
//! older one or none or the whole new one, and what happened is told.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "says what could not be tried")]

mod common;

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use common::{listing, put, read, some_games, told};

/// Work for a second or more.
const DEEP: [&str; 2] = ["--depth", "3"];

/// Less work than that.
const SHALLOW: [&str; 2] = ["--depth", "2"];

/// The program, quiet on no one's terminal, with a cache in its folder.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_annotate"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("QV_CACHE", "analyses")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    command(folder, arguments)
        .spawn()
        .expect("the program starts")
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments)
        .output()
        .expect("the program runs")
}

/// Runs in a shell after some words of it.
fn run_in_shell(folder: &Path, before: &str, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_annotate");
    Command::new("sh")
        .args(["-c", &format!("{before} \"$@\""), "sh"])
        .arg(program)
        .args(arguments)
        .current_dir(folder)
        .env("QV_CACHE", "off")
        .stdin(Stdio::null())
        .output()
        .expect("a shell runs")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(sent.success(), "{signal}");
}

/// The files of a folder but for the cache and what belongs to it.
fn files(folder: &Path) -> Vec<String> {
    let mut names = listing(folder);
    names.retain(|name| !name.starts_with("analyses"));
    names
}

/// The size of the file that the program has not finished yet, if there is one.
fn unfinished(folder: &Path) -> Option<u64> {
    let names = listing(folder);
    let name = names.iter().find(|name| name.starts_with(".annotate-"))?;
    Some(fs::metadata(folder.join(name)).ok()?.len())
}

/// Waits until the program writes.
fn wait_until_it_writes(folder: &Path) {
    let began = Instant::now();
    while unfinished(folder).is_none() {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "nothing is written"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Makes a named pipe.
fn make_pipe(path: &Path) -> bool {
    Command::new("mkfifo")
        .arg(path)
        .status()
        .is_ok_and(|status| status.success())
}

/// Takes away what was analysed.
fn forget(folder: &Path) {
    for name in listing(folder) {
        if name.starts_with("analyses") {
            fs::remove_file(folder.join(name)).expect("there");
        }
    }
}

#[test]
fn a_signal_stops_a_run_which_leaves_nothing_behind_and_is_finished_by_the_next() {
    let text = some_games("club.pgn", 8);
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "games.pgn", &text);
    let output = run(folder.path(), &["-q", "games.pgn", DEEP[0], DEEP[1]]);
    assert!(output.status.success(), "{}", told(&output));
    let expected = output.stdout;
    for (signal, code, word) in [
        ("-INT", 130, "interrupted"),
        ("-TERM", 143, "told to terminate"),
        ("-HUP", 129, "the terminal has gone"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        put(folder, "games.pgn", &text);
        put(folder, "out.pgn", b"older");
        let mut arguments = vec![
            "-q",
            "games.pgn",
            "-o",
            "out.pgn",
            "--report",
            "report.jsonl",
        ];
        arguments.extend(DEEP);
        let child = start(folder, &arguments);
        wait_until_it_writes(folder);
        thread::sleep(Duration::from_millis(50));
        send(signal, &child);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(code), "{}", told(&output));
        let left = "out.pgn is as it was, report.jsonl was not written; run it again";
        assert!(
            told(&output).contains(&format!("error: {word}; {left}")),
            "{}",
            told(&output)
        );
        assert_eq!(files(folder), ["games.pgn", "out.pgn"]);
        assert_eq!(read(folder, "out.pgn"), b"older");
        assert_eq!(read(folder, "games.pgn"), text);
        let output = run(folder, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert!(read(folder, "out.pgn") == expected);
        assert_eq!(files(folder), ["games.pgn", "out.pgn", "report.jsonl"]);
    }
}

#[test]
fn a_run_that_waits_for_its_input_or_searches_for_long_is_ended_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    put(folder, "out.pgn", b"older");
    put(folder, "games.pgn", &some_games("club.pgn", 1));
    for (input, depth, signals) in [
        ("-", "3", 1),
        ("games.pgn", "40", 1),
        ("games.pgn", "40", 2),
    ] {
        let arguments = [
            "-q", input, "-o", "out.pgn", "--depth", depth, "--nodes", "0",
        ];
        let mut child = command(folder, &arguments)
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Standard input is looked at before anything is written.
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"1. e4 e5 2.").expect("it reads");
        stdin.flush().expect("it reads");
        wait_until_it_writes(folder);
        let began = Instant::now();
        for _ in 0..signals {
            send("-TERM", &child);
            thread::sleep(Duration::from_millis(300));
        }
        let output = child.wait_with_output().expect("the program ends");
        drop(stdin);
        assert_eq!(output.status.code(), Some(143), "{}", told(&output));
        assert!(
            told(&output).contains("told to terminate; "),
            "{}",
            told(&output)
        );
        assert!(began.elapsed() < Duration::from_secs(10));
        assert_eq!(files(folder), ["games.pgn", "out.pgn"]);
        assert_eq!(read(folder, "out.pgn"), b"older");
    }
}

/// Where a run is killed.
#[derive(Debug)]
enum Moment {
    /// After this part, in thousandths, of the time that a whole run takes.
    Time(u32),
    /// When it has written this part, in thousandths, of its report, and can write no further.
    Report(usize),
    /// When it has written all games, and its file is still to be put in its place.
    Games,
}

#[test]
fn killed_at_twenty_moments_the_original_is_whole_and_the_next_run_makes_good() {
    // Games known already are long to write and quick to read; while the rows of the last are
    // written, all of them are.
    let last = format!("[White \"last\"]\n\n{}*\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(150));
    let text = [some_games("club.pgn", 8).repeat(6), last.into_bytes()].concat();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    put(folder, "games.pgn", &text);
    let arguments = |target: &'static str, report: &'static str| {
        let mut arguments = vec!["-q", "-j", "2", "--report", report];
        arguments.extend(if target == "copy.pgn" {
            vec!["--in-place", target]
        } else {
            vec!["games.pgn", "-o", target]
        });
        arguments.extend(SHALLOW);
        arguments
    };
    let began = Instant::now();
    let output = run(folder, &arguments("out.pgn", "report.jsonl"));
    let whole_time = began.elapsed();
    assert!(output.status.success(), "{}", told(&output));
    let (expected, report) = (read(folder, "out.pgn"), read(folder, "report.jsonl"));
    fs::remove_file(folder.join("report.jsonl")).expect("there");
    if !make_pipe(&folder.join("pipe")) {
        eprintln!("not run: no named pipe can be made here");
        return;
    }
    let needle = b"\"white\":\"last\"";
    let is_last = |bytes: &[u8]| bytes == needle;
    let last_row = report.windows(needle.len()).position(is_last);
    let last_row = last_row.expect("the last game has rows");
    // What a pipe and the program itself hold back is less.
    assert!(report.len() - last_row > 200_000, "{}", report.len());

    let times = [0, 50, 200, 400, 600, 800, 900, 950, 980, 1000].map(Moment::Time);
    let reports = [0, 100, 200, 300, 400, 500, 600, 700].map(Moment::Report);
    let moments = times.into_iter().chain(reports);
    let moments = moments.chain([Moment::Games, Moment::Games]);
    let (mut kills, mut caught, mut half_written) = (0_usize, 0_usize, 0_usize);
    for moment in moments {
        let target = ["out.pgn", "copy.pgn"][kills % 2];
        kills += 1;
        forget(folder);
        put(folder, "out.pgn", b"older");
        put(folder, "copy.pgn", &text);
        let _ = fs::remove_file(folder.join("copy.pgn.bak"));
        let mut read_first = None;
        let mut child = match moment {
            Moment::Time(thousandths) => {
                let child = start(folder, &arguments(target, "report.jsonl"));
                thread::sleep(whole_time * thousandths / 1000);
                child
            }
            Moment::Report(thousandths) => {
                read_first = Some(report.len() * thousandths / 1000);
                start(folder, &arguments(target, "pipe"))
            }
            Moment::Games => {
                read_first = Some(last_row);
                start(folder, &arguments(target, "pipe"))
            }
        };
        let mut pipe = None;
        if let Some(length) = read_first {
            let mut rows = fs::File::open(folder.join("pipe")).expect("it is written");
            let mut bytes = vec![0; length];
            rows.read_exact(&mut bytes).expect("rows come");
            assert!(bytes == report[..length]);
            // It writes what the pipe holds, and waits.
            thread::sleep(Duration::from_millis(50));
            let size = unfinished(folder).expect("nothing is put in its place yet");
            let is_half_written = size > 0 && size < expected.len() as u64;
            half_written += usize::from(is_half_written);
            pipe = Some(rows);
        }
        child.kill().expect("it can be killed");
        let was_killed = !child.wait().expect("it ends").success();
        drop(pipe);
        caught += usize::from(was_killed);
        assert!(was_killed || read_first.is_none(), "{moment:?}");
        assert_eq!(read(folder, "games.pgn"), text);
        let (copy, out) = (read(folder, "copy.pgn"), read(folder, "out.pgn"));
        let may_be_new = read_first.is_none();
        assert!(copy == text || may_be_new && copy == expected, "{moment:?}");
        assert!(
            out == b"older" || may_be_new && out == expected,
            "{moment:?}"
        );
        // A report, too, is written whole or not at all.
        if let Ok(rows) = fs::read(folder.join("report.jsonl")) {
            assert!(rows == report, "{moment:?}");
            fs::remove_file(folder.join("report.jsonl")).expect("there");
        }

        let output = run(folder, &arguments(target, "report.jsonl"));
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert!(read(folder, target) == expected, "{moment:?}");
        // One that was done when it was killed is annotated already, and has no rows.
        if was_killed && target == "out.pgn" {
            assert!(read(folder, "report.jsonl") == report, "{moment:?}");
        }
        fs::remove_file(folder.join("report.jsonl")).expect("written");
        assert_eq!(unfinished(folder), None, "{:?}", files(folder));
    }
    assert_eq!(kills, 20);
    // Those held by the pipe are caught for sure, of the timed ones as many as the machine lets.
    assert!(caught >= 10, "only {caught} runs were caught");
    assert!(half_written >= 5, "only {half_written} had written a part");
}

#[test]
fn a_full_device_is_told_and_is_no_success() {
    if !Path::new("/dev/full").exists() {
        eprintln!("not run: there is no /dev/full here");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    put(folder, "games.pgn", &some_games("club.pgn", 3));
    for (before, arguments) in [
        (
            "exec",
            &["-q", "--depth", "1", "games.pgn", "-o", "/dev/full"][..],
        ),
        ("exec >/dev/full", &["-q", "--depth", "1", "games.pgn"]),
    ] {
        let output = run_in_shell(folder, before, arguments);
        assert_eq!(output.status.code(), Some(1), "{}", told(&output));
        assert!(
            told(&output).contains("No space left on device"),
            "{}",
            told(&output)
        );
        assert!(told(&output).contains("went to"), "{}", told(&output));
    }
}

#[test]
fn a_file_that_outgrows_its_limit_or_its_disk_leaves_the_older_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 30);
    put(folder, "games.pgn", &text);
    put(folder, "out.pgn", b"older");
    let arguments = ["-q", "--depth", "1", "games.pgn", "-o", "out.pgn"];
    let output = run_in_shell(folder, "ulimit -f 8; exec", &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let message = "cannot write out.pgn: File too large";
    assert!(told(&output).contains(message), "{}", told(&output));
    assert!(
        told(&output).contains("; out.pgn is as it was"),
        "{}",
        told(&output)
    );
    assert_eq!(read(folder, "out.pgn"), b"older");
    let mut more = arguments.to_vec();
    more.extend(["--report", "report.jsonl"]);
    let output = run_in_shell(folder, "ulimit -f 100; exec", &more);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(
        told(&output).contains("cannot write report.jsonl"),
        "{}",
        told(&output)
    );
    assert_eq!(files(folder), ["games.pgn", "out.pgn"]);

    let disk = folder.join("disk");
    fs::create_dir(&disk).expect("a folder");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=16k", "tmpfs"])
        .arg(&disk)
        .output()
        .is_ok_and(|output| output.status.success());
    if !mounted {
        eprintln!("not run: no small disk can be mounted here");
        return;
    }
    put(&disk, "out.pgn", b"older");
    let arguments = ["-q", "--depth", "1", "games.pgn", "-o", "disk/out.pgn"];
    let output = run_in_shell(folder, "exec", &arguments);
    let (names, older) = (listing(&disk), read(&disk, "out.pgn"));
    let unmounted = Command::new("umount")
        .arg(&disk)
        .status()
        .expect("umount runs");
    assert!(unmounted.success());
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(
        told(&output).contains("No space left on device"),
        "{}",
        told(&output)
    );
    assert!(
        told(&output).contains("disk/out.pgn is as it was"),
        "{}",
        told(&output)
    );
    assert_eq!(
        (names, older),
        (vec!["out.pgn".to_owned()], b"older".to_vec())
    );
}

#[test]
fn a_closed_pipe_is_a_quiet_end_unless_a_report_is_missing_then() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    put(folder, "games.pgn", &some_games("club.pgn", 40).repeat(5));
    for (more, code) in [(&[][..], 0), (&["--report", "report.jsonl"], 1)] {
        let mut arguments = vec!["-q", "--depth", "1", "games.pgn"];
        arguments.extend(more);
        let mut child = start(folder, &arguments);
        let mut pipe = child.stdout.take().expect("a pipe");
        pipe.read_exact(&mut [0; 100]).expect("games come");
        drop(pipe);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(code), "{}", told(&output));
        assert_eq!(told(&output).is_empty(), code == 0, "{}", told(&output));
        if code == 1 {
            assert!(
                told(&output).contains("report.jsonl was not written"),
                "{}",
                told(&output)
            );
        }
        assert_eq!(files(folder), ["games.pgn"]);
    }
}

#[test]
fn an_input_that_vanishes_is_told_and_leaves_the_older_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 1);
    put(folder, "last.pgn", &text);
    put(folder, "out.pgn", b"older");
    if !make_pipe(&folder.join("pipe")) {
        eprintln!("not run: no named pipe can be made here");
        return;
    }
    let child = start(
        folder,
        &["-q", "--depth", "1", "pipe", "last.pgn", "-o", "out.pgn"],
    );
    // The program has checked both when it opens the first.
    let mut pipe = fs::File::options()
        .write(true)
        .open(folder.join("pipe"))
        .expect("it is read");
    fs::remove_file(folder.join("last.pgn")).expect("there");
    pipe.write_all(&text).expect("it is read");
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(
        told(&output).contains("cannot read last.pgn: No such file"),
        "{}",
        told(&output)
    );
    assert!(
        told(&output).contains("out.pgn is as it was"),
        "{}",
        told(&output)
    );
    assert_eq!(read(folder, "out.pgn"), b"older");
    assert_eq!(unfinished(folder), None);
}
