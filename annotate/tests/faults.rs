//! What goes wrong from outside: signals, kills, full disks, closed pipes, inputs that vanish.
//!
//! The program is run for real; whatever happens to it, the originals stay whole, an output is the
//! older one or none or the whole new one, and what happened is told.

#![cfg(unix)]

mod common;

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use common::some_games;

/// Work for a second or more.
const DEEP: [&str; 6] = ["--depth", "5", "--nodes", "100000", "-j", "2"];

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

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The files of a folder but for the cache and what belongs to it.
fn listing(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| !name.starts_with("analyses"))
        .collect();
    names.sort();
    names
}

fn has_unfinished_file(folder: &Path) -> bool {
    listing(folder)
        .iter()
        .any(|name| name.starts_with(".annotate-"))
}

/// Waits until the program writes.
fn wait_until_it_writes(folder: &Path) {
    let began = Instant::now();
    while !has_unfinished_file(folder) {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "nothing is written"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).expect("the file is there")
}

fn put(folder: &Path, name: &str, bytes: &[u8]) {
    fs::write(folder.join(name), bytes).expect("written");
}

/// What an undisturbed run writes.
fn undisturbed(text: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "games.pgn", text);
    let mut arguments = vec!["-q", "games.pgn"];
    arguments.extend(DEEP);
    let output = run(folder.path(), &arguments);
    assert!(output.status.success(), "{}", told(&output));
    output.stdout
}

#[test]
fn a_signal_stops_a_run_which_leaves_nothing_behind_and_is_finished_by_the_next() {
    let text = some_games("club.pgn", 12);
    let expected = undisturbed(&text);
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
        thread::sleep(Duration::from_millis(150));
        send(signal, &child);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(code), "{}", told(&output));
        let left = "out.pgn is as it was, report.jsonl was not written; run it again";
        assert!(
            told(&output).contains(&format!("error: {word}; {left}")),
            "{}",
            told(&output)
        );
        assert_eq!(listing(folder), ["games.pgn", "out.pgn"]);
        assert_eq!(read(folder, "out.pgn"), b"older");
        assert_eq!(read(folder, "games.pgn"), text);
        let output = run(folder, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert!(read(folder, "out.pgn") == expected);
        assert_eq!(listing(folder), ["games.pgn", "out.pgn", "report.jsonl"]);
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
        assert_eq!(listing(folder), ["games.pgn", "out.pgn"]);
        assert_eq!(read(folder, "out.pgn"), b"older");
    }
}

#[test]
fn killed_at_twenty_moments_the_original_is_whole_and_the_next_run_makes_good() {
    let text = some_games("club.pgn", 12);
    let expected = undisturbed(&text);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    put(folder, "games.pgn", &text);
    let mut elsewhere = vec!["-q", "games.pgn", "-o", "out.pgn"];
    elsewhere.extend(DEEP);
    let mut in_place = vec!["-q", "--in-place", "copy.pgn"];
    in_place.extend(DEEP);
    let mut killed = 0;
    for moment in 0..20_u64 {
        // Every second time without what was analysed before, so that there is something to kill.
        if moment % 2 == 0 {
            for name in ["analyses", "analyses-wal", "analyses-shm"] {
                let _ = fs::remove_file(folder.join(name));
            }
        }
        put(folder, "copy.pgn", &text);
        let _ = fs::remove_file(folder.join("copy.pgn.bak"));
        put(folder, "out.pgn", b"older");
        let arguments = if moment % 4 < 2 {
            &elsewhere
        } else {
            &in_place
        };
        let mut child = start(folder, arguments);
        thread::sleep(Duration::from_millis(moment * moment * 3));
        child.kill().expect("it can be killed");
        killed += u32::from(!child.wait().expect("it ends").success());
        assert_eq!(read(folder, "games.pgn"), text);
        let (copy, out) = (read(folder, "copy.pgn"), read(folder, "out.pgn"));
        assert!(copy == text || copy == expected, "at moment {moment}");
        assert!(out == b"older" || out == expected, "at moment {moment}");
    }
    assert!(killed >= 10, "only {killed} runs were caught");
    for arguments in [&elsewhere, &in_place] {
        let output = run(folder, arguments);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    }
    assert!(read(folder, "out.pgn") == expected);
    assert!(read(folder, "copy.pgn") == expected);
    assert!(!has_unfinished_file(folder), "{:?}", listing(folder));
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
    assert_eq!(listing(folder), ["games.pgn", "out.pgn"]);

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
        assert_eq!(listing(folder), ["games.pgn"]);
    }
}

#[test]
fn an_input_that_vanishes_is_told_and_leaves_the_older_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = some_games("club.pgn", 1);
    put(folder, "last.pgn", &text);
    put(folder, "out.pgn", b"older");
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    if !made.is_ok_and(|status| status.success()) {
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
    assert!(!has_unfinished_file(folder));
}
