//! One game read: its record, what is said of its plies, and what the rules find
//! wrong with it.

use std::sync::OnceLock;

use shakmaty::Chess;

use crate::{
    carrier::{self, Found},
    claim::Person,
    finding::{Finding, Outcome},
    grades::Proof,
    grammar::{Grammar, Sentence},
    judge::Scale,
    judges::{evals, verdict::Verdict},
    record::{self, Judge, Record},
    replay::{self, Replay, replay},
    rules::Rules,
    scanner::{Game, Games},
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
    /// What the evaluations of the game say of its plies, where they are the judge.
    pub verdicts: Vec<Option<Verdict>>,
    /// Tags that do not agree.
    pub edited: usize,
    /// The line the game begins at.
    line: usize,
    /// The line of each move.
    lines: Vec<usize>,
}

impl Reading {
    /// The 1-based line of the input that a ply stands on.
    pub fn line_of(&self, ply: usize) -> usize {
        self.lines.get(ply).copied().unwrap_or_default()
    }

    /// A finding about the whole game.
    pub fn of_game(&self, kind: &str, outcome: Outcome, sentence: &str, found: String) -> Finding {
        Finding {
            game: self.index,
            ply: None,
            san: String::new(),
            kind: kind.to_owned(),
            outcome,
            sentence: sentence.to_owned(),
            found,
            line: self.line,
        }
    }

    /// Whether a ply is one of the first eight moves of a game from the standard
    /// starting position.
    pub fn is_one_of_the_first_eight(&self, ply: usize) -> bool {
        let first = self.told.first();
        let standard = first.is_some_and(|first| *first.ply.line.position() == Chess::default());
        standard && self.told[ply].move_number() <= 8
    }

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
            line: self.line_of(ply),
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
    /// The scale of winning chances of our own judge.
    pub scale: &'a Scale,
    /// The scale of other judges.
    pub plain: &'a Scale,
    /// The engine hash these scales belong to.
    pub engine: &'a str,
    /// Whether comments without our tag are read too.
    pub all_comments: bool,
    /// Whose grades the games of the text have, once somebody wants to know.
    pub judges: OnceLock<Judges>,
}

/// Whose grades the games of a text have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judges {
    /// Some game has a record.
    any: bool,
    /// A UCI engine's; it may have failed at a game that has none.
    uci: bool,
    /// Those of evaluations; a game without any has no record.
    evals: bool,
}

impl Judges {
    fn of(text: &[u8]) -> Judges {
        let mut judges = Judges::default();
        for game in Games::of(text) {
            let Some(placed) = record::place(text, &game) else {
                continue;
            };
            judges.any = true;
            let value = String::from_utf8_lossy(&text[placed.value]);
            match Record::parse(&value).map(|record| record.judge) {
                Ok(Judge::Uci { .. }) => judges.uci = true,
                Ok(Judge::Evals) => judges.evals = true,
                Ok(Judge::Own { .. }) | Err(_) => {}
            }
        }
        judges
    }
}

impl Readers<'_> {
    /// Reads a game.
    pub fn read(&self, game: &Game, index: usize) -> Reading {
        let mut reading = Reading {
            index,
            findings: Vec::new(),
            told: Vec::new(),
            record: None,
            verdicts: Vec::new(),
            edited: 0,
            line: self.lines.at(game.span.start),
            lines: Vec::new(),
        };
        let mut note = |outcome: Outcome, sentence: &str, found: String| {
            let finding = reading.of_game("record", outcome, sentence, found);
            reading.findings.push(finding);
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
        let mut faults = record_faults(self.text, game, &record, &replay);
        let mut told = tell(self.text, game, &record, &replay, self.grammar);
        let verdicts = match record.judge {
            Judge::Evals => judge_by_evals(self.text, game, &mut told, &mut faults),
            Judge::Own { .. } | Judge::Uci { .. } => Vec::new(),
        };
        if faults.is_empty() {
            note(Outcome::True, &value, String::new());
        }
        for found in faults {
            note(Outcome::False, &value, found);
        }
        reading.told = told;
        reading.verdicts = verdicts;
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
        } else {
            self.ungraded(game)
        }
    }

    /// What is wrong with a game that nothing of ours stands in.
    fn ungraded(&self, game: &Game) -> Option<(Outcome, &'static str)> {
        if !is_gradable(self.text, game) {
            return None;
        }
        let judges = self.judges.get_or_init(|| Judges::of(self.text));
        if !judges.any || judges.evals && !self.has_evals(game) {
            None
        } else if judges.uci {
            let found = "a game that can be graded has none: the engine may have failed";
            Some((Outcome::Unproved, found))
        } else {
            Some((Outcome::False, "a game that can be graded has none"))
        }
    }

    /// Whether the evaluations of a game grade any of its moves.
    fn has_evals(&self, game: &Game) -> bool {
        let Ok(replay) = replay(self.text, game) else {
            return false;
        };
        let told: Vec<Told> = replay
            .plies
            .into_iter()
            .take(game.sure.unwrap_or(usize::MAX))
            .map(|ply| Told::silent(ply, Person::Neutral))
            .collect();
        evals::verdicts(self.text, game, &told)
            .is_ok_and(|verdicts| verdicts.iter().any(Option::is_some))
    }

    fn edited(&self, game: &Game) -> usize {
        let edited = |moved| carrier::find(self.text, moved) == Found::Edited;
        game.moves.iter().filter(|moved| edited(moved)).count()
    }

    fn apply_rules(&self, reading: &mut Reading, record: &Record, replay: &Replay) {
        let rules = Rules {
            record,
            is_standard: replay.is_standard(),
            scale: (record.engine == self.engine).then_some(if record.is_own() {
                self.scale
            } else {
                self.plain
            }),
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

/// What the evaluations of a game say; the plies they do not grade are excused.
fn judge_by_evals(
    text: &[u8],
    game: &Game,
    told: &mut [Told],
    faults: &mut Vec<String>,
) -> Vec<Option<Verdict>> {
    let verdicts = match evals::verdicts(text, game, told) {
        Ok(verdicts) => verdicts,
        Err(found) => {
            faults.push(found);
            vec![None; told.len()]
        }
    };
    if !told.is_empty() && verdicts.iter().all(Option::is_none) {
        faults.push("no move here has an evaluation to be graded by".to_owned());
    }
    for (told, verdict) in told.iter_mut().zip(&verdicts) {
        if verdict.is_none() {
            told.excuse = Some("the evaluations do not grade the move");
        }
    }
    verdicts
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
