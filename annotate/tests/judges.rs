//! Other judges: a real engine where there is one, engines that misbehave, and games that grade
//! themselves.

mod common;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use common::{program, some_games, stripped};

/// Two short games, the second with a mate.
const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 *\n\n\
                     [White \"C\"]\n[Black \"D\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// What a run gave.
struct Run {
    code: Option<i32>,
    out: String,
    told: String,
}

fn run(judge: &str, options: &[&str], text: &[u8]) -> Run {
    let output = program()
        .args(["--judge", judge])
        .args(options)
        .arg("-")
        .write_stdin(text)
        .output()
        .expect("the program runs");
    Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        told: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The engine Debian has, or that `QV_STOCKFISH` names; says so where there is none.
#[allow(clippy::print_stdout, reason = "says that nothing was tested")]
fn stockfish() -> Option<String> {
    let path = env::var_os("QV_STOCKFISH").map_or("/usr/games/stockfish".into(), PathBuf::from);
    if path.is_file() {
        return Some(format!("uci:{}", path.display()));
    }
    println!("skipped: no engine at {}", path.display());
    None
}

#[test]
fn an_engine_gives_the_same_bytes_for_one_two_and_four_threads() {
    let Some(judge) = stockfish() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let text = some_games("club.pgn", 4);
    let of = |threads: &str| {
        let report = folder.path().join(threads);
        let report_name = report.to_str().expect("UTF-8");
        let options = [
            "-q",
            "--nodes",
            "2000",
            "-j",
            threads,
            "--report",
            report_name,
        ];
        let run = run(&judge, &options, &text);
        assert_eq!(run.code, Some(0), "{}", run.told);
        (run.out, fs::read_to_string(report).expect("a report"))
    };
    let single = of("1");
    assert!(single.0.contains(" judge=uci:") && single.0.contains(" nodes=2000 "));
    for threads in ["2", "4"] {
        assert!(single == of(threads), "{threads} threads");
    }
}

#[test]
fn an_engine_grades_and_what_it_graded_passes_through_and_can_be_stripped() {
    let Some(judge) = stockfish() else { return };
    let once = run(&judge, &["--nodes", "5000"], GAMES.as_bytes());
    assert_eq!(once.code, Some(0), "{}", once.told);
    assert!(once.out.contains("3. Qxe5+ $4"), "{}", once.out);
    assert!(
        once.out.contains("White allows mate in one."),
        "{}",
        once.out
    );
    assert!(once.out.contains("Checkmate."), "{}", once.out);
    let again = run(&judge, &["--nodes", "5000", "-v"], once.out.as_bytes());
    assert_eq!(again.out, once.out);
    assert_eq!(
        again.told.matches("): annotated already").count(),
        2,
        "{}",
        again.told
    );
    for other in [
        &["--nodes", "4000"][..],
        &["--nodes", "5000", "--uci-option", "Hash=4"],
    ] {
        let other = run(&judge, other, once.out.as_bytes());
        assert_ne!(other.out, once.out);
        assert_eq!(stripped(other.out.as_bytes()), GAMES.as_bytes());
    }
    assert_eq!(stripped(once.out.as_bytes()), GAMES.as_bytes());
}

#[test]
fn an_option_the_engine_lacks_ends_the_run_before_any_work() {
    let Some(judge) = stockfish() else { return };
    let run = run(&judge, &["--uci-option", "Nonesuch=1"], GAMES.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert!(
        run.told.contains("has no option \"Nonesuch\""),
        "{}",
        run.told
    );
}

#[test]
fn a_program_that_is_no_engine_ends_the_run_before_any_work() {
    for (judge, reason) in [
        ("uci:/nonesuch/engine", "cannot be started"),
        ("uci:/", "cannot be started"),
        ("uci:true", "is no UCI engine"),
    ] {
        if cfg!(not(unix)) && judge == "uci:true" {
            continue;
        }
        let run = run(judge, &[], GAMES.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{judge}");
        assert!(run.told.contains(reason), "{judge}: {}", run.told);
    }
}

const EVALS: &str = "[White \"A\"]\n[Black \"B\"]\n\n\
    1. e4 {[%eval 0.3]} e5 {[%eval 0.25,20]} 2. Qh5 {[%eval -0.3]} Nc6 {[%eval -0.2]} \
    3. Qxe5+ {[%eval -8.9]} Nxe5 {[%eval -9]} 4. a3 a6 {[%eval -8.8]} 5. h3 {[%eval -9.2]} *\n";

#[test]
fn evals_grade_the_moves_between_two_of_them_and_no_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.jsonl");
    let options = ["--report", report.to_str().expect("UTF-8")];
    let ours = run("evals", &options, EVALS.as_bytes());
    assert_eq!(ours.code, Some(0), "{}", ours.told);
    assert!(
        ours.out.contains(" judge=evals thresholds="),
        "{}",
        ours.out
    );
    let report = fs::read_to_string(report).expect("a report");
    let rows: Vec<serde_json::Value> = report
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let plies: Vec<u64> = rows.iter().filter_map(|row| row["ply"].as_u64()).collect();
    // 4. a3 has no eval, and the move after it none before it.
    assert_eq!(plies, [0, 1, 2, 3, 4, 5, 8]);
    assert_eq!(rows[4]["class"], "blunder");
    assert_eq!(rows[4]["cost_cp"], 870);
    assert!(rows[4]["best_uci"].is_null());
    assert_eq!(rows[0]["best"]["cp"], 30, "at least what was played");
    let again = run("evals", &["-v"], ours.out.as_bytes());
    assert_eq!(again.out, ours.out);
    assert!(again.told.contains("annotated already"), "{}", again.told);
    assert_eq!(stripped(ours.out.as_bytes()), EVALS.as_bytes());
}

#[test]
fn a_game_without_evals_is_left_as_it_was_and_the_run_goes_on() {
    let text = format!("{GAMES}\n{EVALS}");
    let run = run("evals", &[], text.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.told);
    assert!(run.out.starts_with(GAMES), "{}", run.out);
    assert_eq!(run.out.matches("[QuietVoice").count(), 1);
    assert_eq!(
        run.told
            .matches("no [%eval] to grade a move by; left as it was")
            .count(),
        2
    );
}

#[test]
fn our_own_evals_are_not_taken_for_the_games() {
    let options = ["--evals", "--depth", "1"];
    let ours = run("own", &options, GAMES.as_bytes());
    assert!(ours.out.contains("[%eval "), "{}", ours.out);
    assert_eq!(run("evals", &[], ours.out.as_bytes()).out, GAMES);
}

/// Engines that are scripts.
#[cfg(unix)]
mod scripts {
    use std::{os::unix::fs::PermissionsExt, process, sync::Mutex, time::Instant};

    use super::*;

    /// A file that another test's child still holds open cannot be run: one script at a time.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    /// A good beginning: what every engine answers to `uci` and `isready`.
    const POLITE: &str = "uci) echo 'id name Script'; echo uciok;; isready) echo readyok;; \
                          quit) exit;; ";

    /// The best of the moves there are in the start position and after 1. f3.
    const ANSWER: &str = "echo \"info depth 5 nodes 99 score cp 20 pv $move\"; \
                          echo \"bestmove $move\"";

    /// An engine that knows which side it is by the number of moves, whose case arms are `arms`.
    fn script(folder: &Path, before: &str, arms: &str) -> String {
        let path = folder.join("engine");
        let text = format!(
            "#!/bin/sh\n{before}\nwhile read -r word rest; do\ncase \"$word\" in\n{arms}\nesac\ndone\n"
        );
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("may be run");
        format!("uci:{}", path.display())
    }

    /// What a run with such an engine gives, on a game of one move and one of four.
    fn with(before: &str, arms: &str, options: &[&str]) -> Run {
        let _alone = ONE_AT_A_TIME
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = tempfile::tempdir().expect("a folder");
        let judge = script(folder.path(), before, arms);
        let ran = run(&judge, options, TWO.as_bytes());
        let pattern = folder.path().join("engine");
        let left = process::Command::new("pgrep")
            .args(["-f", pattern.to_str().expect("UTF-8")])
            .output();
        // Without pgrep there is nothing to see.
        if let Ok(left) = left {
            assert!(left.stdout.is_empty(), "engines are left behind");
        }
        ran
    }

    const TWO: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n\n\
                       [White \"C\"]\n[Black \"D\"]\n\n1. d4 *\n";

    /// `position` remembers a legal move of the side to move.
    const PLACED: &str = "position) case \"$rest\" in *moves*) move=e7e5;; *) move=g1f3;; esac;; ";

    #[test]
    fn a_script_that_answers_is_an_engine() {
        let arms = format!("{POLITE}{PLACED}go) {ANSWER};;");
        let run = with("", &arms, &["--evals"]);
        assert_eq!(run.code, Some(0), "{}", run.told);
        assert_eq!(run.out.matches("[%eval -0.20,5]").count(), 2, "{}", run.out);
        assert!(!run.told.contains("left as it was"), "{}", run.told);
    }

    #[test]
    fn no_uciok_in_time_ends_the_run_before_any_work() {
        let run = with("", "uci) echo 'id name Script';;", &["--uci-timeout", "1"]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
        assert!(run.told.contains("no uciok within 1 s"), "{}", run.told);
        let run = with("", "uci) echo uciok;;", &["--uci-timeout", "1"]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
        assert!(run.told.contains("did not get ready"), "{}", run.told);
    }

    #[test]
    fn an_engine_that_hangs_is_started_again_and_then_the_game_left_as_it_was() {
        let arms = format!(
            "{POLITE}{PLACED}go) case \"$rest $move\" in *e7e5) while :; do sleep 3; done;; *) {ANSWER};; esac;;"
        );
        let began = Instant::now();
        let run = with("", &arms, &["--uci-timeout", "1", "-j", "2"]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), TWO), "{}", run.told);
        assert_eq!(
            run.told
                .matches("failed twice on a position; left as it was")
                .count(),
            2
        );
        assert!(
            run.told
                .contains("after 1. e4: the engine gave no answer in time"),
            "{}",
            run.told
        );
        assert!(began.elapsed().as_secs() < 30);
    }

    #[test]
    fn an_engine_that_dies_once_is_asked_again() {
        // It leaves a mark when it dies, and answers where it finds one.
        let arms = format!(
            "{POLITE}{PLACED}go) if [ -e \"$0.died\" ]; then {ANSWER}; else : > \"$0.died\"; exit 3; fi;;"
        );
        let run = with("", &arms, &["--evals", "-j", "1"]);
        assert_eq!(run.code, Some(0), "{}", run.told);
        assert_eq!(run.out.matches("[%eval -0.20,5]").count(), 2, "{}", run.out);
        assert!(!run.told.contains("left as it was"), "{}", run.told);
    }

    #[test]
    fn an_engine_that_always_dies_leaves_games_as_they_were_and_strict_says_so() {
        let arms = format!("{POLITE}go) exit 3;;");
        let run = with("", &arms, &["--strict"]);
        assert_eq!((run.code, run.out.as_str()), (Some(3), TWO), "{}", run.told);
        assert!(run.told.contains("the engine ended"), "{}", run.told);
    }

    #[test]
    fn garbage_is_passed_over_and_alone_it_is_no_answer() {
        let noise = "printf 'info score cp\\ninfo \\377\\376 pv\\nbestmovee\\n\\n'; \
                     head -c 3000000 /dev/zero | tr '\\0' 'x'; echo; \
                     echo 'info depth 9 score cp 900 lowerbound pv e2e4'; ";
        let arms = format!("{POLITE}{PLACED}go) {noise} {ANSWER};;");
        let run = with("", &arms, &["--evals"]);
        assert_eq!(run.code, Some(0), "{}", run.told);
        assert_eq!(run.out.matches("[%eval -0.20,5]").count(), 2, "{}", run.out);
        let arms = format!("{POLITE}go) {noise} echo bestmove e2e4;;");
        let run = with("", &arms, &[]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), TWO), "{}", run.told);
        assert!(
            run.told.contains("without a line that can be read"),
            "{}",
            run.told
        );
    }

    #[test]
    fn an_engine_that_never_stops_talking_is_stopped() {
        let arms = format!("{POLITE}go) while :; do echo info string chatter; done;;");
        let run = with("", &arms, &["--uci-timeout", "1", "-j", "1"]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), TWO), "{}", run.told);
        assert!(run.told.contains("gave no answer in time"), "{}", run.told);
    }

    #[test]
    fn an_engine_that_does_not_quit_is_killed() {
        let arms = format!(
            "uci) trap '' TERM; echo 'id name S'; echo uciok;; isready) echo readyok;; \
                            {PLACED}go) {ANSWER};; quit) while :; do :; done;;"
        );
        let run = with("", &arms, &["--evals", "-j", "1"]);
        assert_eq!(run.code, Some(0), "{}", run.told);
        assert_eq!(run.out.matches("[%eval -0.20,5]").count(), 2, "{}", run.out);
    }

    #[test]
    fn an_engine_that_reads_nothing_and_closes_its_pipe_is_no_trouble() {
        let run = with(
            "echo uciok; echo readyok; exec <&-; sleep 2; exit",
            "x) ;;",
            &[],
        );
        assert_eq!((run.code, run.out.as_str()), (Some(0), TWO), "{}", run.told);
    }

    #[test]
    fn an_engine_that_becomes_another_is_not_asked() {
        let arms = "uci) if [ -e \"$0.died\" ]; then echo id name Other; else echo id name One; fi; echo uciok;; \
             isready) echo readyok;; go) : > \"$0.died\"; exit;;";
        let run = with("", arms, &["-j", "1"]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), TWO), "{}", run.told);
        assert!(
            run.told.contains("is another engine now: Other"),
            "{}",
            run.told
        );
    }

    #[test]
    fn a_hash_is_set_emptied_and_asked_about_in_this_order() {
        let log = "say=\"$word $rest\"; echo \"$say\" >> \"$0.log\"; ";
        let arms = format!(
            "uci) echo 'id name S'; echo 'option name Threads type spin'; \
             echo 'option name Hash type spin'; echo 'option name Clear Hash type button'; \
             echo 'option name Book type string'; echo uciok;; \
             quit) exit;; \
             isready) {log} echo readyok;; position) {log} case \"$rest\" in *moves*) move=e7e5;; *) move=g1f3;; esac;; \
             go) {log} {ANSWER};; *) {log} ;;"
        );
        let _alone = ONE_AT_A_TIME
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = tempfile::tempdir().expect("a folder");
        let judge = script(folder.path(), "", &arms);
        let options = ["-j", "1", "--nodes", "77", "--uci-option", "book=a b"];
        let ran = run(&judge, &options, b"1. e4 *\n");
        assert_eq!(ran.code, Some(0), "{}", ran.told);
        let log = fs::read_to_string(folder.path().join("engine.log")).expect("a log");
        let start = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let fresh = ["ucinewgame", "setoption name Clear Hash", "isready"];
        let mut expected = vec![
            "setoption name Threads value 1",
            "setoption name Hash value 16",
            "setoption name book value a b",
            "isready",
        ];
        let second = format!("{start} moves e2e4");
        for place in [start, &second] {
            expected.extend(fresh);
            expected.extend([place, "go nodes 77"]);
        }
        let heard: Vec<&str> = log.lines().map(str::trim_end).collect();
        assert_eq!(heard, expected);
    }
}
