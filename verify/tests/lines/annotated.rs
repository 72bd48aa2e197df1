//! Games annotated here by our own search, with one sentence of a test's making.

use std::collections::BTreeSet;

use verify::{
    audit::{Audit, Grades},
    carrier::{Tag, seal},
    checker::{Answer, Checker, Request},
    digest::sha256,
    evaluation::Evaluator,
    finding::{Finding, Outcome},
    grades::{Measure, Question},
    grammar::shipped,
    graph::{Graph, engine_hash, graph_hash},
    judge::Scale,
    record::Record,
    replay::{Replay, replay},
    scanner::games,
    search::Searcher,
    told::tell,
};

pub(crate) const CLEAN: &[u8] = include_bytes!("../../../annotate/graphs/clean.json");
pub(crate) const SCALE: &[u8] = include_bytes!("../../../annotate/graphs/scale.json");

/// A checker to whom the whole board is as it is said to be.
pub(crate) struct Agreeable;

impl Checker for Agreeable {
    fn check(&self, requests: &[Request]) -> anyhow::Result<Vec<Answer>> {
        let answer = |request: &Request| Answer {
            id: request.id,
            outcome: "true".to_owned(),
            found: String::new(),
            moves: Vec::new(),
            required: Vec::new(),
        };
        Ok(requests.iter().map(answer).collect())
    }
}

/// A game and what is said of one of its moves.
#[derive(Clone)]
pub(crate) struct Case {
    /// The start position; empty for the standard one.
    pub(crate) fen: String,
    /// The movetext.
    pub(crate) moves: String,
    /// The ply spoken of, 0-based.
    pub(crate) ply: usize,
    /// D, in plies.
    pub(crate) depth: i32,
    /// The words.
    pub(crate) words: String,
    /// The variation, brackets and all, or nothing.
    pub(crate) variation: String,
    /// The thresholds of the record.
    pub(crate) thresholds: &'static str,
}

impl Case {
    pub(crate) fn new(fen: &str, moves: &str, depth: i32, words: &str) -> Case {
        Case {
            fen: fen.to_owned(),
            moves: moves.to_owned(),
            ply: 0,
            depth,
            words: words.to_owned(),
            variation: String::new(),
            thresholds: "chances:0.1,0.2,0.35",
        }
    }

    pub(crate) fn with(&self, words: &str) -> Case {
        Case {
            words: words.to_owned(),
            ..self.clone()
        }
    }

    fn plain(&self) -> String {
        let fen = match self.fen.as_str() {
            "" => String::new(),
            fen => format!("[FEN \"{fen}\"]\n"),
        };
        format!("[White \"A\"]\n{fen}\n{} *\n", self.moves)
    }

    fn record(&self, replay: &Replay, original: &str) -> String {
        let graded = replay.plies.len();
        let movetext = original.split("]\n\n").nth(1).unwrap();
        let fields = format!(
            "[QuietVoice \"1 engine={} graph={} depth={} nodes=0 thresholds={} existing=keep \
             lines=6 evals=0 voice=neutral you=none students=- graded={graded} short=- moves={} \
             text={} check=",
            engine_hash(SCALE),
            graph_hash(CLEAN, &[]),
            self.depth,
            self.thresholds,
            replay.hash(graded),
            sha256(movetext.trim().as_bytes(), 8),
        );
        let check = sha256(format!("\n{fields}000000\"]").as_bytes(), 6);
        format!("\n{fields}{check}\"]")
    }

    /// The game as `annotate` would have written it, the words apart.
    pub(crate) fn text(&self) -> String {
        let original = self.plain();
        let bytes = original.as_bytes();
        let game = &games(bytes)[0];
        let replay = replay(bytes, game).unwrap();
        let piece = self.record(&replay, &original);
        let record = Record::parse(piece.split('"').nth(1).unwrap()).unwrap();
        let told = tell(bytes, game, &record, &replay, shipped());
        let evaluator = Evaluator::new(&Graph::read(CLEAN, &[]).unwrap());
        let scale = Scale::read(SCALE).unwrap();
        let question = Question {
            told: &told[self.ply],
            depth: self.depth,
            asked: self.depth,
        };
        let measure = Measure {
            scale: &scale,
            thresholds: record.thresholds,
        };
        let mut searcher = Searcher::new(&evaluator);
        let (best, played, class) = question.grade(&mut searcher, measure).unwrap();
        let nag = match class.nag() {
            0 => String::new(),
            number => format!(" ${number}"),
        };
        let mut tag = Tag {
            depth: self.depth,
            best,
            played,
            class,
            nag: class.nag(),
            nag_length: 0,
            text_length: 0,
            variation_length: 0,
            check: String::new(),
        };
        let open = format!(" {{ {} ", self.words);
        let sealed = seal(&mut tag, &nag, &open, " }", &self.variation);
        let mut text = original.clone();
        let moved = &game.moves[self.ply];
        text.insert_str(moved.tail, &self.variation);
        text.insert_str(moved.head, &format!("{nag}{sealed}"));
        text.insert_str(game.after_tags(), &piece);
        text
    }

    /// What an audit finds at the ply spoken of.
    pub(crate) fn findings(&self, checker: &dyn Checker) -> Vec<Finding> {
        let mut audit = Audit::new(shipped(), SCALE, CLEAN, &[], checker).unwrap();
        audit.grades = Grades::Plies(BTreeSet::from([(0, self.ply)]));
        audit.nodes = 2_000_000;
        let mut findings: Vec<Finding> = Vec::new();
        audit
            .run(self.text().as_bytes(), None, &mut findings)
            .unwrap();
        let record = findings.iter().find(|finding| finding.kind == "record");
        assert_eq!(
            record.map(|record| record.outcome),
            Some(Outcome::True),
            "{record:?}"
        );
        findings.retain(|finding| finding.ply == Some(self.ply));
        findings
    }

    /// What became of the claims of a kind, with what was found.
    pub(crate) fn outcome(&self, checker: &dyn Checker, kind: &str) -> (Outcome, String) {
        let findings = self.findings(checker);
        let unread = findings.iter().find(|f| f.outcome == Outcome::Unread);
        assert_eq!(unread, None, "{}", self.words);
        let worst = findings
            .iter()
            .filter(|finding| finding.kind == kind)
            .max_by_key(|finding| finding.outcome);
        let worst = worst.unwrap_or_else(|| panic!("no {kind}: {findings:#?}"));
        (worst.outcome, worst.found.clone())
    }
}
