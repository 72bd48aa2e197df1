//! One game read: its record, what is said of its plies, and what the rules find
//! wrong with it.

use crate::{
    carrier::{self, Found},
    finding::{Finding, Outcome},
    grades::Proof,
    grammar::{Grammar, Sentence},
    judge::Scale,
    record::{self, Record},
    replay::{self, Replay, replay},
    rules::Rules,
    scanner::Game,
    told::{Told, tell},
    whole::{is_gradable, record_faults},
};

/// A game, read.
pub struct Reading {
    /// The game, 0-based in the input.
    pub index: usize,
    /// What the rules found, and words that were not read.
    pub findings: Vec<Finding>,
    /// The graded plies.
    pub told: Vec<Told>,
    /// The record, if it could be read.
    pub record: Option<Record>,
    /// Tags that do not agree.
    pub edited: usize,
    /// The line of each move.
    lines: Vec<usize>,
}

impl Reading {
    /// A finding at a ply.
    pub fn finding(
        &self,
        ply: usize,
        kind: &str,
        outcome: Outcome,
        sentence: &str,
        found: impl Into<String>,
    ) -> Finding {
        let told = &self.told[ply];
        Finding {
            game: self.index,
            ply: Some(ply),
            san: replay::numbered(told.ply.line.position(), told.ply.played),
            kind: kind.to_owned(),
            outcome,
            sentence: sentence.to_owned(),
            found: found.into(),
            line: self.lines.get(ply).copied().unwrap_or_default(),
        }
    }

    /// A proof at a ply, as a finding.
    pub fn proved(&self, ply: usize, kind: &str, sentence: &str, proof: &Proof) -> Finding {
        match proof {
            Proof::True => self.finding(ply, kind, Outcome::True, sentence, ""),
            Proof::False(found) => self.finding(ply, kind, Outcome::False, sentence, found),
            Proof::Unproved(why) => self.finding(ply, kind, Outcome::Unproved, sentence, why),
        }
    }
}

/// What games are read with.
pub struct Readers<'a> {
    /// The whole text.
    pub text: &'a [u8],
    /// Where its lines begin.
    pub lines: LineNumbers,
    /// The grammar.
    pub grammar: &'a Grammar,
    /// The scale of winning chances.
    pub scale: &'a Scale,
    /// The engine hash this scale belongs to.
    pub engine: &'a str,
    /// Whether comments without our tag are read too.
    pub all_comments: bool,
    /// Whether some game of the text has a record.
    pub has_records: bool,
}

impl Readers<'_> {
    /// Reads a game.
    pub fn read(&self, game: &Game, index: usize) -> Reading {
        let mut reading = Reading {
            index,
            findings: Vec::new(),
            told: Vec::new(),
            record: None,
            edited: 0,
            lines: Vec::new(),
        };
        let line = self.lines.at(game.span.start);
        let mut note = |outcome: Outcome, sentence: &str, found: String| {
            reading.findings.push(Finding {
                game: index,
                ply: None,
                san: String::new(),
                kind: "record".to_owned(),
                outcome,
                sentence: sentence.to_owned(),
                found,
                line,
            });
        };
        let Some(placed) = record::place(self.text, game) else {
            if let Some((outcome, found)) = self.unrecorded(game) {
                note(outcome, "", found.to_owned());
            }
            return reading;
        };
        let value = String::from_utf8_lossy(&self.text[placed.value.clone()]).into_owned();
        let record = match Record::parse(&value) {
            Ok(record) => record,
            Err(error) => {
                note(Outcome::Unread, &value, error.to_string());
                return reading;
            }
        };
        let replay = match replay(self.text, game) {
            Ok(replay) => replay,
            Err(found) => {
                note(Outcome::False, &value, format!("no game to grade: {found}"));
                return reading;
            }
        };
        let faults = record_faults(self.text, game, &record, &replay);
        if faults.is_empty() {
            note(Outcome::True, &value, String::new());
        }
        for found in faults {
            note(Outcome::False, &value, found);
        }
        reading.told = tell(self.text, game, &record, &replay, self.grammar);
        let starts = game.moves.iter().map(|moved| moved.san.start);
        reading.lines = starts.map(|at| self.lines.at(at)).collect();
        reading.edited = self.edited(game);
        self.apply_rules(&mut reading, &record, &replay);
        unread_words(&mut reading);
        self.stray_pieces(&mut reading, game);
        if self.all_comments {
            self.foreign_comments(&mut reading, game);
        }
        reading.record = Some(record);
        reading
    }

    /// What is wrong with a game that has no record in its place.
    fn unrecorded(&self, game: &Game) -> Option<(Outcome, &'static str)> {
        let find = |moved| carrier::find(self.text, moved);
        if game
            .moves
            .iter()
            .any(|moved| matches!(find(moved), Found::Ours(_)))
        {
            Some((Outcome::False, "texts of ours without a record"))
        } else if game.tag(self.text, record::NAME).is_some() {
            Some((
                Outcome::Unproved,
                "the record was edited or moved: the game is a person's",
            ))
        } else if self.has_records && is_gradable(self.text, game) {
            Some((Outcome::False, "a game that can be graded has none"))
        } else {
            None
        }
    }

    fn edited(&self, game: &Game) -> usize {
        let edited = |moved| carrier::find(self.text, moved) == Found::Edited;
        game.moves.iter().filter(|moved| edited(moved)).count()
    }

    fn apply_rules(&self, reading: &mut Reading, record: &Record, replay: &Replay) {
        let rules = Rules {
            record,
            is_standard: replay.is_standard(),
            scale: (record.engine == self.engine).then_some(self.scale),
            grammar: self.grammar,
        };
        for fault in rules.apply(&reading.told) {
            let sentences = &reading.told[fault.ply].sentences;
            let sentence = fault.sentence.and_then(|at| sentences.get(at));
            let sentence = sentence.map_or("", Sentence::words);
            let finding =
                reading.finding(fault.ply, fault.kind, Outcome::False, sentence, fault.found);
            reading.findings.push(finding);
        }
    }

    /// Pieces of ours on plies that were not graded.
    fn stray_pieces(&self, reading: &mut Reading, game: &Game) {
        for moved in game.moves.iter().skip(reading.told.len()) {
            if let Found::Ours(pieces) = carrier::find(self.text, moved) {
                reading.findings.push(Finding {
                    game: reading.index,
                    ply: None,
                    san: String::from_utf8_lossy(&self.text[moved.san.clone()]).into_owned(),
                    kind: "tag".to_owned(),
                    outcome: Outcome::False,
                    sentence: pieces.tag.to_string(),
                    found: "a move that was not graded".to_owned(),
                    line: self.lines.at(moved.san.start),
                });
            }
        }
    }

    /// Comments without our tag, read as if they were ours.
    fn foreign_comments(&self, reading: &mut Reading, game: &Game) {
        let mut findings = Vec::new();
        for (ply, (told, moved)) in reading.told.iter().zip(&game.moves).enumerate() {
            for comment in &moved.comments {
                let inside = &self.text[comment.inside()];
                let has_tag = inside
                    .windows(carrier::OPEN.len())
                    .any(|window| window == carrier::OPEN);
                let words = carrier::words_of(inside);
                let unread = self.grammar.parses(&words, Some(told.person)).is_empty();
                if !has_tag && !words.is_empty() && unread {
                    let found = "not a sentence of CLAIMS.md";
                    findings.push(reading.finding(ply, "comment", Outcome::Unread, &words, found));
                }
            }
        }
        reading.findings.extend(findings);
    }
}

/// Sentences that no form explains, or only one for somebody else.
fn unread_words(reading: &mut Reading) {
    let mut findings = Vec::new();
    for (ply, told) in reading.told.iter().enumerate() {
        for sentence in &told.sentences {
            match sentence {
                Sentence::Claim(_) => {}
                Sentence::WrongPerson(claim) => findings.push(reading.finding(
                    ply,
                    claim.kind.name(),
                    Outcome::False,
                    &claim.sentence,
                    format!("not said so to the person `{}`", told.person.name()),
                )),
                Sentence::Unread(text) => findings.push(reading.finding(
                    ply,
                    "text",
                    Outcome::Unread,
                    text,
                    "no form explains it",
                )),
            }
        }
    }
    reading.findings.extend(findings);
}

/// Where lines begin.
pub struct LineNumbers(Vec<usize>);

impl LineNumbers {
    /// The lines of a text.
    pub fn new(text: &[u8]) -> LineNumbers {
        let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        LineNumbers(breaks.map(|(at, _)| at + 1).collect())
    }

    /// The 1-based line of a byte.
    pub fn at(&self, byte: usize) -> usize {
        self.0.partition_point(|start| *start <= byte) + 1
    }
}
