//! The same with Stockfish, where it is installed: a real engine on real games.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use verify::{
    carrier::{Tag, seal},
    claim::Person,
    digest::sha256,
    graph::engine_hash,
    judges::{choice::Settings, consulted::Consulted, pool::Pool, verdict::plain_scale},
    record::Thresholds,
    replay::replay,
    scanner::games,
    told::Told,
};

use crate::annotated::{Run, code, said};

const SCALE: &[u8] = include_bytes!("../../../annotate/graphs/scale.json");
const GAMES: &[u8] = include_bytes!("../../../corpora/famous.pgn");
const NODES: u64 = 300;

/// Stockfish; where there is none, that is said, or is a failure if it was required.
fn stockfish() -> Option<PathBuf> {
    let places = ["/usr/games/stockfish", "/usr/bin/stockfish"];
    let found = places.iter().map(PathBuf::from).find(|path| path.exists());
    if found.is_none() {
        let required = std::env::var("QV_REQUIRE").unwrap_or_default();
        let is_required = required.split(',').any(|name| name == "stockfish");
        assert!(!is_required, "stockfish is required and not here");
        let _ = writeln!(std::io::stderr(), "not tested: stockfish is not here");
    }
    found
}

/// Six games with a tag on every move, as the engine grades them.
fn annotated(path: &Path) -> String {
    let settings = Settings::new(path.to_path_buf(), &[], Duration::from_mins(1)).unwrap();
    let pool = Pool::open(settings).unwrap();
    let scale = plain_scale().unwrap();
    let all = games(GAMES);
    let end = all[5].span.end;
    let mut pieces: Vec<(usize, String)> = Vec::new();
    for game in &all[..6] {
        let replay = replay(GAMES, game).unwrap();
        let told: Vec<Told> = replay
            .plies
            .iter()
            .map(|ply| Told::silent(ply.clone(), Person::Neutral))
            .collect();
        let mut consulted = Consulted::new(pool.seat(), &told, NODES);
        for (ply, moved) in game.moves.iter().enumerate() {
            let verdict = consulted.verdict(ply).unwrap();
            let thresholds = Thresholds::Chances([1000, 2000, 3000]);
            let mut tag = Tag {
                depth: verdict.depth,
                best: verdict.best,
                played: verdict.played,
                class: verdict.class(&scale, thresholds, &told[ply]),
                nag: 0,
                nag_length: 0,
                text_length: 0,
                variation_length: 0,
                check: String::new(),
            };
            pieces.push((moved.head, seal(&mut tag, "", " { ", " }", "")));
        }
        let fields = format!(
            "[QuietVoice \"1 engine={} judge=uci:{} nodes={NODES} thresholds=chances:0.1,0.2,0.3 \
             existing=keep lines=0 evals=0 voice=neutral you=none students=- graded={} short=- \
             moves={} text={} check=",
            engine_hash(SCALE),
            pool.hash(NODES),
            replay.plies.len(),
            replay.hash(replay.plies.len()),
            sha256(GAMES[game.after_tags()..game.span.end].trim_ascii(), 8),
        );
        let check = sha256(format!("\n{fields}000000\"]").as_bytes(), 6);
        pieces.push((game.after_tags(), format!("\n{fields}{check}\"]")));
    }
    pieces.sort_by_key(|(at, _)| *at);
    let mut text = GAMES[..end].to_vec();
    for (at, piece) in pieces.iter().rev() {
        text.splice(*at..*at, piece.bytes());
    }
    String::from_utf8(text).unwrap()
}

#[test]
fn what_stockfish_said_is_found_again_on_any_number_of_threads() {
    let Some(path) = stockfish() else {
        return;
    };
    let run = Run::new(&annotated(&path));
    let named = format!("uci:{}", path.display());
    let mut reports = Vec::new();
    for jobs in ["1", "3"] {
        let output = run.verify(&["--judge", &named, "-j", jobs]);
        reports.push((said(&output), std::fs::read(run.path("r.jsonl")).unwrap()));
    }
    assert_eq!(reports[0], reports[1]);
    let grades = |outcome| {
        let found = run.found(outcome).into_iter();
        // No word is said here of any move, and that is another fault.
        let found = found.filter(|(_, why)| why != "no grade is said");
        found
            .filter(|(kind, _)| kind == "grade" || kind == "class" || kind == "judge")
            .count()
    };
    assert_eq!(grades("false") + grades("unproved"), 0, "{}", reports[0].0);
    assert!(grades("true") > 200);
}

#[test]
fn a_referee_like_the_judge_agrees_with_every_grade() {
    let Some(path) = stockfish() else {
        return;
    };
    let run = Run::new(&annotated(&path));
    let named = format!("uci:{}", path.display());
    let nodes = NODES.to_string();
    let output = run.verify(&[
        "--grades",
        "none",
        "--referee",
        &named,
        "--referee-nodes",
        &nodes,
    ]);
    // The tags stand without their words, and that is another fault.
    assert_eq!(code(&output), 1);
    let text = said(&output);
    assert!(!text.contains("a.pgn:"), "{text}");
    // The last table's last row: agreed, within one class, disputed.
    let total = text.lines().rfind(|line| line.contains(" all ")).unwrap();
    let numbers = total
        .split_whitespace()
        .filter_map(|word| word.parse().ok());
    let numbers: Vec<u32> = numbers.collect();
    assert!(numbers[0] > 200, "{text}");
    assert_eq!(numbers[1..], [0, 0], "{text}");
}
