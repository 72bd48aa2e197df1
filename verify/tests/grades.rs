//! Faults of a judge, seen by `--grades all`: games graded here by a rule or a
//! weight that is a little wrong, and audited by the right ones.

use std::collections::BTreeMap;

use verify::{
    audit::{Audit, Grades},
    carrier::{Tag, seal},
    checker::NoChecker,
    digest::sha256,
    evaluation::Evaluator,
    finding::{Finding, Outcome},
    grades::{Measure, Question},
    grammar::shipped,
    graph::{Graph, engine_hash, graph_hash},
    judge::{Class, Scale, Score, Values},
    record::Thresholds,
    replay::replay,
    rules::circumstances,
    scanner::games,
    search::Searcher,
    told::{Told, tell},
};

const CLEAN: &[u8] = include_bytes!("../../annotate/graphs/clean.json");
const SCALE: &[u8] = include_bytes!("../../annotate/graphs/scale.json");
const GAMES: &[u8] = include_bytes!("../../corpora/famous.pgn");
const THRESHOLDS: Thresholds = Thresholds::Chances([1000, 2000, 3000]);

/// The value of a record for games graded at `depth`.
fn record(depth: i32, graded: usize) -> String {
    let fields = format!(
        "[QuietVoice \"1 engine={} graph={} depth={depth} nodes=0 thresholds=chances:0.1,0.2,0.3 \
         existing=keep lines=0 evals=0 voice=neutral you=none students=- graded={graded} short=- \
         moves=0123456789ab text=01234567 check=",
        engine_hash(SCALE),
        graph_hash(CLEAN, &[]),
    );
    let check = sha256(format!("\n{fields}000000\"]").as_bytes(), 6);
    format!("\n{fields}{check}\"]")
}

/// Puts a tag on every move of the corpus, with what a judge says of it.
fn annotate(
    graph: &[u8],
    depth: i32,
    mut judge: impl FnMut(&mut Searcher, Question) -> (Score, Score, Class),
) -> Vec<u8> {
    let evaluator = Evaluator::new(&Graph::read(graph, &[]).unwrap());
    let mut searcher = Searcher::new(&evaluator);
    let mut text = GAMES.to_vec();
    let mut pieces: Vec<(usize, String)> = Vec::new();
    for game in games(GAMES) {
        let replay = replay(GAMES, &game).unwrap();
        let value = record(depth, replay.plies.len());
        let stated = value.split('"').nth(1).unwrap();
        let record = verify::record::Record::parse(stated).unwrap();
        pieces.push((game.tags.last().unwrap().span.end, value.clone()));
        let told = tell(GAMES, &game, &record, &replay, shipped());
        for (told, moved) in told.iter().zip(&game.moves) {
            let question = Question {
                told,
                depth,
                asked: depth,
            };
            let (best, played, class) = judge(&mut searcher, question);
            let mut tag = Tag {
                depth,
                best,
                played,
                class,
                nag: 0,
                nag_length: 0,
                text_length: 0,
                variation_length: 0,
                check: String::new(),
            };
            pieces.push((moved.head, seal(&mut tag, "", " { ", " }", "")));
        }
    }
    pieces.sort_by_key(|(at, _)| *at);
    for (at, piece) in pieces.iter().rev() {
        text.splice(*at..*at, piece.bytes());
    }
    text
}

/// What the audit finds false, of the kinds that a grade is judged by.
fn failures(text: &[u8]) -> BTreeMap<String, Vec<Finding>> {
    let mut audit = Audit::new(shipped(), SCALE, CLEAN, &[], &NoChecker).unwrap();
    audit.grades = Grades::All;
    let mut findings: Vec<Finding> = Vec::new();
    let audited = audit.run(text, None, &mut findings).unwrap();
    assert_eq!(audited.tagged, audited.plies);
    assert_eq!(audited.proved, audited.plies);
    assert_eq!(audited.plies, 1303);
    let mut failures: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
    for finding in findings {
        // No word is said here of any move, and that is another fault.
        let silent = finding.found == "no grade is said";
        if !silent && ["grade", "class"].contains(&finding.kind.as_str()) {
            assert_ne!(finding.outcome, Outcome::Unproved);
            if finding.outcome == Outcome::False {
                failures
                    .entry(finding.kind.clone())
                    .or_default()
                    .push(finding);
            }
        }
    }
    failures
}

/// The measure of the games made here.
fn measure(scale: &Scale) -> Measure<'_> {
    Measure {
        scale,
        thresholds: THRESHOLDS,
    }
}

fn by_plain_drop(scale: &Scale, told: &Told, best: Score, played: Score) -> Class {
    let values = Values::plain(best, played);
    scale.class(&values, THRESHOLDS, circumstances(told))
}

#[test]
fn the_right_judge_is_believed_move_by_move() {
    let scale = Scale::read(SCALE).unwrap();
    let text = annotate(CLEAN, 2, |searcher, question| {
        question.grade(searcher, measure(&scale)).unwrap()
    });
    assert_eq!(failures(&text), BTreeMap::new());
}

#[test]
fn a_class_by_the_plain_drop_alone_is_caught() {
    let scale = Scale::read(SCALE).unwrap();
    let text = annotate(CLEAN, 2, |searcher, question| {
        let (best, played, _) = question.grade(searcher, measure(&scale)).unwrap();
        let class = by_plain_drop(&scale, question.told, best, played);
        (best, played, class)
    });
    let failures = failures(&text);
    assert_eq!(failures.keys().collect::<Vec<_>>(), ["class"]);
    assert!(failures["class"].len() > 20, "{}", failures["class"].len());
}

#[test]
fn a_class_that_looks_no_ply_further_is_caught() {
    let scale = Scale::read(SCALE).unwrap();
    let text = annotate(CLEAN, 2, |searcher, question| {
        // A record of less depth than the move's makes the judge look no further.
        let question = Question {
            asked: 0,
            ..question
        };
        question.grade(searcher, measure(&scale)).unwrap()
    });
    let failures = failures(&text);
    assert_eq!(failures.keys().collect::<Vec<_>>(), ["class"]);
    assert!(failures["class"].len() > 20, "{}", failures["class"].len());
}

#[test]
fn a_zero_taken_for_what_it_says_is_caught() {
    let scale = Scale::read(SCALE).unwrap();
    let text = annotate(CLEAN, 2, |searcher, question| {
        let (best, played, class) = question.grade(searcher, measure(&scale)).unwrap();
        let zero = Score::Centipawns(0);
        if best == zero || played == zero {
            return (
                best,
                played,
                by_plain_drop(&scale, question.told, best, played),
            );
        }
        (best, played, class)
    });
    let failures = failures(&text);
    assert_eq!(failures.keys().collect::<Vec<_>>(), ["class"]);
    for failure in &failures["class"] {
        assert!(failure.sentence.contains(",0,"), "{}", failure.sentence);
    }
}

/// The clean graph with the gain of one block larger by a 64th.
fn heavier(block: usize) -> (String, Vec<u8>) {
    let mut graph: serde_json::Value = serde_json::from_slice(CLEAN).unwrap();
    let block = &mut graph["blocks"][block];
    let gain = block["gain"]
        .as_str()
        .map_or(block["gain"].to_string(), str::to_owned);
    block["gain"] = format!("{gain} + 0.015625").into();
    (
        block["block"].as_str().unwrap().to_owned(),
        graph.to_string().into_bytes(),
    )
}

#[test]
fn a_weight_off_by_a_64th_is_caught_in_every_block() {
    let scale = Scale::read(SCALE).unwrap();
    let blocks = Graph::read(CLEAN, &[]).unwrap().blocks.len();
    assert_eq!(blocks, 16);
    for block in 0..blocks {
        let (name, graph) = heavier(block);
        let text = annotate(&graph, 1, |searcher, question| {
            question.grade(searcher, measure(&scale)).unwrap()
        });
        let failures = failures(&text);
        assert!(failures.contains_key("grade"), "{name}");
    }
}
