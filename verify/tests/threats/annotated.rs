//! A game annotated here by hand, and what the rules find wrong with it.

use verify::{
    audit::{Audit, Grades},
    carrier::{Tag, seal},
    checker::NoChecker,
    digest::sha256,
    finding::{Finding, Outcome},
    grammar::shipped,
    graph::{engine_hash, graph_hash},
    replay::replay,
    scanner::games,
    strip::strip,
};

pub(crate) const CLEAN: &[u8] = include_bytes!("../../../annotate/graphs/clean.json");
pub(crate) const SCALE: &[u8] = include_bytes!("../../../annotate/graphs/scale.json");

/// What is said of a move.
#[derive(Clone)]
pub(crate) struct Said {
    /// The ply, 0-based.
    pub(crate) ply: usize,
    /// Best, played and class, as the tag has them.
    pub(crate) tag: (&'static str, &'static str, &'static str),
    /// The NAG's number, or 0.
    pub(crate) nag: u16,
    /// All that stands before the tag.
    pub(crate) words: String,
}

/// A good move and what is said of it.
pub(crate) fn good(ply: usize, words: &str) -> Said {
    Said {
        ply,
        tag: ("50", "50", "best"),
        nag: 0,
        words: words.to_owned(),
    }
}

/// A game and its annotation.
#[derive(Clone)]
pub(crate) struct Case {
    /// The start position.
    pub(crate) fen: &'static str,
    /// The movetext.
    pub(crate) moves: &'static str,
    /// Fields of the record: evals, arrows, voice, you, students.
    pub(crate) fields: &'static str,
    /// What is said.
    pub(crate) said: Vec<Said>,
}

impl Case {
    pub(crate) fn with(&self, said: &[Said]) -> Case {
        Case {
            said: said.to_vec(),
            ..self.clone()
        }
    }

    pub(crate) fn asking(&self, fields: &'static str) -> Case {
        Case {
            fields,
            ..self.clone()
        }
    }

    pub(crate) fn original(&self) -> String {
        format!(
            "[White \"A\"]\n[Black \"B\"]\n[FEN \"{}\"]\n\n{} *\n",
            self.fen, self.moves
        )
    }

    pub(crate) fn text(&self) -> String {
        let original = self.original();
        let text = original.as_bytes();
        let game = &games(text)[0];
        let replay = replay(text, game).unwrap();
        let graded = replay.plies.len();
        let fields = format!(
            "[QuietVoice \"1 engine={} graph={} depth=2 nodes=0 thresholds=chances:0.1,0.2,0.3 \
             existing=keep lines=0 {} graded={graded} short=- moves={} text={} check=",
            engine_hash(SCALE),
            graph_hash(CLEAN, &[]),
            self.fields,
            replay.hash(graded),
            sha256(text[game.after_tags()..].trim_ascii(), 8),
        );
        let check = sha256(format!("\n{fields}000000\"]").as_bytes(), 6);
        let mut pieces = vec![(game.after_tags(), format!("\n{fields}{check}\"]"))];
        for said in &self.said {
            let moved = &game.moves[said.ply];
            let nag = match said.nag {
                0 => String::new(),
                number => format!(" ${number}"),
            };
            let mut tag = Tag {
                depth: 2,
                best: said.tag.0.parse().unwrap(),
                played: said.tag.1.parse().unwrap(),
                class: said.tag.2.parse().unwrap(),
                nag: said.nag,
                nag_length: 0,
                text_length: 0,
                variation_length: 0,
                check: String::new(),
            };
            let space = if said.words.is_empty() { "" } else { " " };
            let words = format!("{}{space}", said.words);
            if let Some(comment) = moved.comments.first() {
                // Into the comment of commands that the move has.
                let sealed = seal(&mut tag, &nag, &format!(" {words}"), "", "");
                pieces.push((moved.head, nag));
                pieces.push((comment.span.end - 1, sealed));
            } else {
                let sealed = seal(&mut tag, &nag, &format!(" {{ {words}"), " }", "");
                pieces.push((moved.head, format!("{nag}{sealed}")));
            }
        }
        let mut annotated = original.clone();
        pieces.sort_by_key(|(at, _)| *at);
        for (at, piece) in pieces.iter().rev() {
            annotated.insert_str(*at, piece);
        }
        assert_eq!(strip(annotated.as_bytes()), text, "{annotated}");
        annotated
    }

    fn findings(&self) -> Vec<Finding> {
        let mut audit = Audit::new(shipped(), SCALE, CLEAN, &[], &NoChecker).unwrap();
        audit.grades = Grades::None;
        let mut findings: Vec<Finding> = Vec::new();
        let original = self.original();
        let text = self.text();
        audit
            .run(text.as_bytes(), Some(original.as_bytes()), &mut findings)
            .unwrap();
        findings
    }

    /// What is wrong without asking the board or a search: ply, kind and what is so.
    pub(crate) fn wrong(&self) -> Vec<(usize, String, String)> {
        let findings = self.findings();
        let mut wrong: Vec<(usize, String, String)> = findings
            .into_iter()
            .filter(|finding| matches!(finding.outcome, Outcome::False | Outcome::Unread))
            .map(|finding| (finding.ply.unwrap_or(999), finding.kind, finding.found))
            .collect();
        wrong.sort();
        wrong.dedup();
        wrong
    }

    /// Demands that these kinds alone are wrong, at these plies.
    pub(crate) fn expect(&self, expected: &[(usize, &str)]) {
        let wrong = self.wrong();
        let mut found: Vec<(usize, &str)> = wrong
            .iter()
            .map(|(ply, kind, _)| (*ply, kind.as_str()))
            .collect();
        found.dedup();
        assert_eq!(found, expected, "{wrong:?}\n{}", self.text());
    }
}
