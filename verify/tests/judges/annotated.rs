//! Games annotated here by hand, as another judge would have them, and the program
//! run on them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;
use verify::{
    carrier::{Tag, seal},
    digest::sha256,
    graph::engine_hash,
    replay::replay,
    scanner::games,
};

const SCALE: &[u8] = include_bytes!("../../../annotate/graphs/scale.json");

/// What is said of a move.
#[derive(Clone)]
pub(crate) struct Said {
    /// The ply, 0-based.
    pub(crate) ply: usize,
    /// Best, played and class, as the tag has them, with the depth before them.
    pub(crate) tag: (i32, &'static str, &'static str, &'static str),
    /// The NAG's number, or 0.
    pub(crate) nag: u16,
    /// The words.
    pub(crate) words: String,
    /// The variation, brackets and all, or nothing.
    pub(crate) variation: String,
}

impl Said {
    pub(crate) fn new(
        ply: usize,
        tag: (i32, &'static str, &'static str, &'static str),
        nag: u16,
        words: &str,
    ) -> Said {
        Said {
            ply,
            tag,
            nag,
            words: words.to_owned(),
            variation: String::new(),
        }
    }
}

/// Puts a record and what is said into a game that has tag pairs.
pub(crate) fn annotate(original: &str, judge: &str, lines: usize, said: &[Said]) -> String {
    let text = original.as_bytes();
    let game = &games(text)[0];
    let replay = replay(text, game).unwrap();
    let graded = replay.plies.len();
    let fields = format!(
        "[QuietVoice \"1 engine={} {judge} thresholds=chances:0.1,0.2,0.3 existing=keep \
         lines={lines} evals=0 voice=neutral you=none students=- graded={graded} short=- \
         moves={} text={} check=",
        engine_hash(SCALE),
        replay.hash(graded),
        sha256(text[game.after_tags()..].trim_ascii(), 8),
    );
    let check = sha256(format!("\n{fields}000000\"]").as_bytes(), 6);
    let mut pieces = vec![(game.after_tags(), format!("\n{fields}{check}\"]"))];
    for said in said {
        let moved = &game.moves[said.ply];
        let nag = match said.nag {
            0 => String::new(),
            number => format!(" ${number}"),
        };
        let mut tag = Tag {
            depth: said.tag.0,
            best: said.tag.1.parse().unwrap(),
            played: said.tag.2.parse().unwrap(),
            class: said.tag.3.parse().unwrap(),
            nag: said.nag,
            nag_length: 0,
            text_length: 0,
            variation_length: 0,
            check: String::new(),
        };
        let space = if said.words.is_empty() { "" } else { " " };
        let words = format!("{}{space}", said.words);
        let sealed = match moved.comments.first() {
            // Into the comment of commands that the move has.
            Some(comment) => {
                let sealed = seal(&mut tag, &nag, &format!(" {words}"), "", &said.variation);
                pieces.push((comment.span.end - 2, sealed));
                None
            }
            None => Some(seal(
                &mut tag,
                &nag,
                &format!(" {{ {words}"),
                " }",
                &said.variation,
            )),
        };
        pieces.push((
            moved.head,
            format!("{nag}{}", sealed.clone().unwrap_or_default()),
        ));
        pieces.push((moved.tail, said.variation.clone()));
    }
    let mut annotated = original.to_owned();
    // What goes to one place was listed in its order.
    pieces.sort_by_key(|(at, _)| *at);
    for (at, piece) in pieces.iter().rev() {
        annotated.insert_str(*at, piece);
    }
    annotated
}

/// A folder with an annotated file.
pub(crate) struct Run {
    dir: TempDir,
}

impl Run {
    pub(crate) fn new(text: &str) -> Run {
        let run = Run {
            dir: TempDir::new().unwrap(),
        };
        fs::write(run.path("a.pgn"), text).unwrap();
        run
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Runs `verify a.pgn --report r.jsonl` without the board.
    pub(crate) fn verify(&self, arguments: &[&str]) -> Output {
        let mut all = vec!["--no-board"];
        all.extend(arguments);
        self.run(&all)
    }

    /// The same with the board, if there is a checker.
    #[cfg(feature = "python")]
    pub(crate) fn verify_with_board(&self, arguments: &[&str]) -> Option<Output> {
        let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv");
        if !venv.is_dir() {
            assert!(std::env::var_os("CI").is_none(), "no .venv");
            return None;
        }
        let venv = venv.to_string_lossy().into_owned();
        let mut all = vec!["--venv", &venv];
        all.extend(arguments);
        Some(self.run(&all))
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(Path::new(env!("CARGO_BIN_EXE_verify")))
            .current_dir(self.dir.path())
            .args(["a.pgn", "--report", "r.jsonl"])
            .args(arguments)
            .output()
            .unwrap()
    }

    /// The kinds found with an outcome, and what was found.
    pub(crate) fn found(&self, outcome: &str) -> Vec<(String, String)> {
        let report = fs::read_to_string(self.path("r.jsonl")).unwrap();
        let findings = report.lines().filter_map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
            (text("outcome") == outcome).then(|| (text("kind"), text("found")))
        });
        findings.collect()
    }
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
