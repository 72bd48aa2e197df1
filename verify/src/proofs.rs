//! The proof of one ply: its grade, the values its sentences rest on, and where
//! it is silent, its silence.

use std::collections::BTreeMap;

use shakmaty::{Chess, Move};

use crate::{
    best_line::Found,
    claim::{Claim, Kind},
    finding::{Finding, Outcome},
    grades::{Measure, Proof, Question, Silence, Silent},
    grammar::Sentence,
    judge::{Class, Scale, Score},
    line_cause::LineCause,
    reading::Reading,
    record::Record,
    replay::named_move,
    rules::variation_moves,
    search::Searcher,
    told::Told,
};

/// A claim of the ply, with the moves of one of which the rest must hold.
pub struct Asked<'a> {
    /// The sentence, by its place in the text.
    pub sentence: usize,
    /// Moves from the checker.
    pub moves: &'a [Move],
}

/// What proving a ply came to.
pub struct PlyProof {
    /// One an asked claim, in order.
    pub proofs: Vec<Proof>,
    /// Of claims that name only the first move of a line, by their place among those
    /// asked: the best lines that may be meant, for the checker to judge.
    pub lines: BTreeMap<usize, Found>,
    /// The grade or the silence, and what else was found.
    pub findings: Vec<Finding>,
    /// Why another judge's grade is open, if it is.
    pub open: Option<String>,
}

/// One ply to be proved.
pub struct Prover<'a> {
    /// The scale of winning chances.
    pub scale: &'a Scale,
    /// The game.
    pub reading: &'a Reading,
    /// The ply.
    pub ply: usize,
}

impl Prover<'_> {
    fn told(&self) -> &Told {
        &self.reading.told[self.ply]
    }

    /// Searches the ply again.
    pub fn prove(&self, searcher: &mut Searcher, asked: &[Asked]) -> PlyProof {
        let told = self.told();
        let Some(tag) = &told.tag else {
            return PlyProof {
                proofs: asked.iter().map(|_| Proof::True).collect(),
                lines: BTreeMap::new(),
                findings: vec![self.prove_silent(searcher)],
                open: None,
            };
        };
        let question = self.question(tag.depth);
        let played = question.prove_value(searcher, told.ply.played, tag.played);
        let best = question.prove_best(searcher, tag.best, tag.played);
        let mut grade = named("played", played).and(named("best", best));
        let class = self.prove_class(searcher, question, &grade);
        if grade == Proof::True && matches!(class, Proof::Unproved(_)) {
            grade = class.clone();
        }
        let sentence = tag.to_string();
        let mut findings = vec![self.reading.proved(self.ply, "grade", &sentence, &grade)];
        if let (Proof::True, Proof::False(found)) = (&grade, &class) {
            let found = found.as_str();
            findings.push(self.reading.finding(
                self.ply,
                "class",
                Outcome::False,
                &sentence,
                found,
            ));
        }
        let mut lines = BTreeMap::new();
        let mut proofs = Vec::new();
        for asked in asked {
            let Sentence::Claim(claim) = &told.sentences[asked.sentence] else {
                proofs.push(Proof::True);
                continue;
            };
            if !claim.kind.speaks_of_values() {
                proofs.push(Proof::True);
                continue;
            }
            let values = match &grade {
                Proof::False(_) => Proof::False("the grade is not so".to_owned()),
                other => other.clone(),
            };
            let equal = if claim.kind.rests_on_line() {
                let cause = LineCause::at(claim, &self.reading.told, self.ply);
                let (proof, found) = cause.prove(searcher, tag.best, tag.played, tag.depth);
                lines.extend(found.map(|found| (proofs.len(), found)));
                proof
            } else {
                prove_equal(searcher, question, claim, asked.moves)
            };
            let values = values.and(equal);
            proofs.push(match claim.kind {
                Kind::Class | Kind::ClassCost => values.and(class.clone()),
                _ => values,
            });
        }
        if !told.variation.is_empty()
            && let Ok(moves) = variation_moves(told, &told.variation)
            && let Some(first) = moves.first()
        {
            let equal = question.prove_value(searcher, *first, tag.best);
            let sentence = told.variation.trim();
            findings.push(self.reading.proved(self.ply, "variation", sentence, &equal));
        }
        if let Some(found) = self.wrong_mate(searcher, tag.played) {
            let kind = Kind::HasMate.name();
            findings.push(
                self.reading
                    .finding(self.ply, kind, Outcome::False, "", found),
            );
        }
        PlyProof {
            proofs,
            lines,
            findings,
            open: None,
        }
    }

    fn question(&self, depth: i32) -> Question<'_> {
        Question {
            told: self.told(),
            depth,
            asked: self
                .reading
                .record
                .as_ref()
                .and_then(Record::depth)
                .unwrap_or(depth),
        }
    }

    /// Whether the class of the tag is the one ENGINE.md section 6 draws from this
    /// position, its past and the values found one ply further.
    fn prove_class(&self, searcher: &mut Searcher, question: Question, grade: &Proof) -> Proof {
        let (Some(tag), Some(record)) = (&self.told().tag, &self.reading.record) else {
            return Proof::True;
        };
        match grade {
            Proof::True => {}
            Proof::False(_) => return Proof::False("the grade is not so".to_owned()),
            Proof::Unproved(_) => return grade.clone(),
        }
        let measure = Measure {
            scale: self.scale,
            thresholds: record.thresholds,
        };
        let accepted = |class: Class| class == tag.class;
        match question.other_class(searcher, measure, tag.best, tag.played, accepted) {
            Ok(None) => Proof::True,
            Ok(Some(class)) => Proof::False(format!("the class is {class}")),
            Err(_) => Proof::Unproved("the node limit was reached".to_owned()),
        }
    }

    /// A mate must be said when it is new, and only then.
    fn wrong_mate(&self, searcher: &mut Searcher, played: Score) -> Option<&'static str> {
        let told = self.told();
        if played.mate_for()? < 2 || told.excuse.is_some() {
            return None;
        }
        let all = &self.reading.told;
        let told_before = self.ply >= 1 && all[self.ply - 1].says(Kind::AllowsMate);
        let mate_before = match self.ply.checked_sub(2) {
            None => false,
            Some(before) => self.was_mate(searcher, before)?,
        };
        match (told.says(Kind::HasMate), !told_before && !mate_before) {
            (true, false) => Some("the mate was there before"),
            (false, true) => Some("not said"),
            _ => None,
        }
    }

    /// Whether a ply was played into a mate for its mover; nothing if unproved.
    fn was_mate(&self, searcher: &mut Searcher, ply: usize) -> Option<bool> {
        let told = &self.reading.told[ply];
        if let Some(tag) = &told.tag {
            return Some(tag.played.mate_for().is_some());
        }
        let depth = self.reading.record.as_ref()?.depth_of(ply)?;
        let question = Question {
            told,
            ..self.question(depth)
        };
        question.is_mate_for(searcher).ok()
    }

    fn prove_silent(&self, searcher: &mut Searcher) -> Finding {
        let told = self.told();
        let outcome = |outcome, found: String| {
            self.reading
                .finding(self.ply, "silence", outcome, "", found)
        };
        let record = self.reading.record.as_ref();
        let Some((record, depth)) = record.and_then(|r| Some((r, r.depth_of(self.ply)?))) else {
            return outcome(
                Outcome::Unproved,
                "the record leaves the depth open".to_owned(),
            );
        };
        let silence = Silence {
            measure: Measure {
                scale: self.scale,
                thresholds: record.thresholds,
            },
            from: if !told.person.is_graded_aloud()
                || self.reading.is_one_of_the_first_eight(self.ply)
            {
                None
            } else if told.defers(record) {
                Some(Class::Mistake)
            } else {
                Some(Class::Inaccuracy)
            },
        };
        match self.question(depth).prove_silence(searcher, &silence) {
            Silent::Unproved => outcome(Outcome::Unproved, "the node limit was reached".to_owned()),
            Silent::Wrong { best, played, why } => outcome(
                Outcome::False,
                format!("best {best}, played {played}, {why}: not said"),
            ),
            Silent::Fine { played } => match self.wrong_mate(searcher, played) {
                Some(found) => outcome(Outcome::False, format!("has-mate {played}: {found}")),
                None => outcome(Outcome::True, String::new()),
            },
        }
    }
}

/// The moves a claim holds equal to best, or the replies it calls best.
fn prove_equal(
    searcher: &mut Searcher,
    question: Question,
    claim: &Claim,
    moves: &[Move],
) -> Proof {
    let told = question.told;
    let Some(tag) = &told.tag else {
        return Proof::True;
    };
    let named = |position: &Chess| claim.slot("move").map(|text| named_move(position, text));
    match claim.kind {
        Kind::CaptureAllowed if moves.is_empty() => {
            Proof::Unproved("the checker named no capture".to_owned())
        }
        Kind::CaptureAllowed => question.prove_reply(searcher, moves, tag.played),
        Kind::ReplyAttacks | Kind::ReplyChecks => match named(&told.ply.after()) {
            Some(Ok(m)) => question.prove_reply(searcher, &[m], tag.played),
            Some(Err(found)) => Proof::False(found),
            None => Proof::True,
        },
        _ => match named(told.ply.line.position()) {
            Some(Ok(m)) => question.prove_value(searcher, m, tag.best),
            Some(Err(found)) => Proof::False(found),
            None => Proof::True,
        },
    }
}

fn named(name: &str, proof: Proof) -> Proof {
    match proof {
        Proof::False(found) => Proof::False(format!("{name} is {found}")),
        other => other,
    }
}
