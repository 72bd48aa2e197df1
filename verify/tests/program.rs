//! The program as people run it, on a game annotated here by hand and on the
//! same game damaged.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;
use verify::{
    carrier::{Tag, seal},
    digest::sha256,
    graph::{engine_hash, graph_hash},
    judge::{Class, Score},
};

const CLEAN: &[u8] = include_bytes!("../../annotate/graphs/clean.json");
const SCALE: &[u8] = include_bytes!("../../annotate/graphs/scale.json");
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const ORIGINAL: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn tag(best: Score, played: Score) -> Tag {
    Tag {
        depth: 2,
        best,
        played,
        class: Class::Best,
        nag: 0,
        nag_length: 0,
        text_length: 0,
        variation_length: 0,
        check: String::new(),
    }
}

fn record() -> String {
    let moves = sha256(format!("{START}\nf2f3 e7e5 g2g4 d8h4").as_bytes(), 12);
    let text = sha256(b"1. f3 e5 2. g4 Qh4# 0-1", 8);
    let fields = format!(
        "[QuietVoice \"1 engine={} graph={} depth=2 nodes=0 thresholds=chances:0.1,0.2,0.3 \
         existing=keep lines=0 evals=0 voice=neutral you=none students=- graded=4 short=- \
         moves={moves} text={text} check=",
        engine_hash(SCALE),
        graph_hash(CLEAN, &[]),
    );
    let check = sha256(format!("\n{fields}000000\"]").as_bytes(), 6);
    format!("\n{fields}{check}\"]")
}

/// The game with words on its last move.
fn annotated(words: &str, mut tag: Tag) -> String {
    let text = seal(&mut tag, "", &format!(" {{ {words} "), " }", "");
    ORIGINAL
        .replace("\n\n", &format!("{}\n\n", record()))
        .replace("Qh4#", &format!("Qh4#{text}"))
}

fn checkmate() -> String {
    annotated("Checkmate.", tag(Score::Mate(1), Score::Mate(1)))
}

struct Run {
    dir: TempDir,
}

impl Run {
    fn new(text: &str) -> Run {
        let run = Run {
            dir: TempDir::new().unwrap(),
        };
        fs::write(run.path("a.pgn"), text).unwrap();
        fs::write(run.path("original.pgn"), ORIGINAL).unwrap();
        run
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn verify(&self, arguments: &[&str]) -> Output {
        Command::new(Path::new(env!("CARGO_BIN_EXE_verify")))
            .current_dir(self.dir.path())
            .args(arguments)
            .output()
            .unwrap()
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_true_game_passes_without_the_board() {
    let run = Run::new(&checkmate());
    let output = run.verify(&[
        "a.pgn",
        "--no-board",
        "--grades",
        "all",
        "--original",
        "original.pgn",
    ]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).contains("4 plies graded, 1 spoken of, 4 grades derived again"));
}

#[test]
fn what_is_unproved_fails_only_when_strict() {
    let run = Run::new(&checkmate());
    let output = run.verify(&["a.pgn", "--no-board", "--strict"]);
    assert_eq!(code(&output), 1);
}

#[test]
fn a_wrong_value_is_false() {
    let run = Run::new(&annotated(
        "Checkmate.",
        tag(Score::Mate(1), Score::Centipawns(35)),
    ));
    let output = run.verify(&["a.pgn", "--no-board", "--grades", "all"]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("grade false"), "{}", said(&output));
}

#[test]
fn words_that_no_form_explains_are_unread() {
    let run = Run::new(&annotated(
        "What a move!",
        tag(Score::Mate(1), Score::Mate(1)),
    ));
    let output = run.verify(&["a.pgn", "--no-board"]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("text unread"), "{}", said(&output));
}

#[test]
fn an_edited_text_is_a_persons_and_the_record_no_longer_fits() {
    let run = Run::new(&checkmate().replace("Checkmate.", "Checkmate!"));
    let output = run.verify(&["a.pgn", "--no-board"]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("record false"), "{}", said(&output));
    assert!(said(&output).contains("1 edited tags"), "{}", said(&output));
}

#[test]
fn another_original_is_noticed() {
    let run = Run::new(&checkmate());
    fs::write(run.path("original.pgn"), ORIGINAL.replace("0-1", "0-1 ")).unwrap();
    let output = run.verify(&["a.pgn", "--no-board", "--original", "original.pgn"]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("strip false"), "{}", said(&output));
}

#[test]
fn a_foreign_graph_leaves_grades_unproved() {
    let run = Run::new(&checkmate());
    let output = run.verify(&["a.pgn", "--no-board", "--grades", "all", "--set", "sharp=3"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).contains("0 grades derived again"));
}

#[test]
fn what_cannot_run_says_so() {
    let run = Run::new(&checkmate());
    assert_eq!(code(&run.verify(&["missing.pgn"])), 2);
    assert_eq!(code(&run.verify(&["a.pgn", "--graph", "missing.json"])), 2);
    assert_eq!(code(&run.verify(&["a.pgn", "--set", "stranger=1"])), 2);
}

#[test]
fn machines_get_lines_they_can_read() {
    let run = Run::new(&annotated(
        "White is winning.",
        tag(Score::Mate(1), Score::Mate(1)),
    ));
    let arguments = [
        "a.pgn",
        "--no-board",
        "--github",
        "--report",
        "r.jsonl",
        "--junit",
        "r.xml",
    ];
    let output = run.verify(&arguments);
    assert_eq!(code(&output), 1);
    assert!(
        said(&output).contains("::error file=a.pgn,line=5"),
        "{}",
        said(&output)
    );
    let report = fs::read_to_string(run.path("r.jsonl")).unwrap();
    for line in report.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value.is_object());
    }
    assert!(report.contains("\"summary\""));
    assert!(
        fs::read_to_string(run.path("r.xml"))
            .unwrap()
            .contains("<failure")
    );
}

/// Tests that need the checker; without Python they say so.
#[cfg(feature = "python")]
mod with_the_board {
    use super::*;

    fn verify(run: &Run, arguments: &[&str]) -> Option<Output> {
        let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv");
        if !venv.is_dir() {
            assert!(std::env::var_os("CI").is_none(), "no .venv");
            return None;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_verify"))
            .current_dir(run.dir.path())
            .args(arguments)
            .arg("--venv")
            .arg(venv)
            .output()
            .unwrap();
        Some(output)
    }

    #[test]
    fn everything_true_is_proved() {
        let run = Run::new(&checkmate());
        let arguments = [
            "a.pgn",
            "--grades",
            "all",
            "--strict",
            "--original",
            "original.pgn",
        ];
        if let Some(output) = verify(&run, &arguments) {
            assert_eq!(code(&output), 0, "{}", said(&output));
        }
    }

    #[test]
    fn a_checkmate_left_unsaid_is_missed() {
        let text = ORIGINAL.replace("\n\n", &format!("{}\n\n", record()));
        let run = Run::new(&text);
        if let Some(output) = verify(&run, &["a.pgn"]) {
            assert_eq!(code(&output), 1);
            assert!(
                said(&output).contains("checkmate false — not said"),
                "{}",
                said(&output)
            );
        }
    }

    #[test]
    fn a_false_fact_is_false() {
        let run = Run::new(&annotated(
            "Black takes the loose queen on h4. Checkmate.",
            tag(Score::Mate(1), Score::Mate(1)),
        ));
        if let Some(output) = verify(&run, &["a.pgn"]) {
            assert_eq!(code(&output), 1);
            assert!(
                said(&output).contains("takes-loose false"),
                "{}",
                said(&output)
            );
        }
    }

    #[test]
    fn a_worker_answers_a_line_with_a_line() {
        let run = Run::new(&checkmate());
        fs::write(run.path("lines"), "[]\nnonsense\n[]\n").unwrap();
        let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv");
        if !venv.is_dir() {
            return;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_verify"))
            .arg("--worker")
            .arg("--venv")
            .arg(venv)
            .stdin(fs::File::open(run.path("lines")).unwrap())
            .output()
            .unwrap();
        let text = said(&output);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert_eq!(lines[0], "[]");
        assert!(lines[1].contains("error"), "{text}");
    }

    #[test]
    fn a_missing_checker_is_told_with_its_remedy() {
        let run = Run::new(&checkmate());
        fs::create_dir(run.path("empty")).unwrap();
        let output = run.verify(&["a.pgn", "--venv", "empty"]);
        assert_eq!(code(&output), 2);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("scripts/setup"), "{message}");
    }
}
