//! The proof of a game that another judge graded: what its tags and sentences say
//! against what the judge says, and the mates they speak of by a search.

use std::collections::BTreeMap;

use shakmaty::Move;

use crate::{
    best_line::Found,
    claim::{Claim, Kind},
    finding::{Finding, Outcome},
    grades::Proof,
    grammar::{Sentence, count},
    judge::{Class, Scale},
    judges::{
        consulted::Consulted,
        mates::Mates,
        verdict::{Verdict, circumstances},
    },
    line_cause::LineCause,
    proofs::{Asked, PlyProof},
    reading::Reading,
    record::{Judge, Record},
    replay::{named_move, numbered},
    rules::{named_better, variation_moves},
    search::OutOfNodes,
    told::Told,
};

/// Where verdicts come from.
pub enum Says<'a> {
    /// From the game itself.
    Evals,
    /// From an engine.
    Engine(Box<Consulted<'a>>),
    /// From nowhere, and why.
    Nobody(String),
}

/// Why something is open.
type Open = String;

/// One game to be proved.
pub struct GameProver<'a, 'b> {
    /// The game.
    pub reading: &'a Reading,
    /// Its record.
    pub record: &'a Record,
    /// The scale of other judges.
    pub scale: &'a Scale,
    /// Where verdicts come from.
    pub says: Says<'a>,
    /// Who proves mates.
    pub mates: &'a mut Mates<'b>,
}

impl GameProver<'_, '_> {
    /// Proves a ply: its grade, its silence, and the claims that rest on values.
    pub fn prove(&mut self, ply: usize, asked: &[Asked]) -> PlyProof {
        let told = &self.reading.told[ply];
        match self.verdict(ply) {
            Err(why) => PlyProof {
                proofs: self.each(ply, asked, |prover, claim, _| {
                    prover.mate_alone(ply, claim, &why)
                }),
                lines: BTreeMap::new(),
                findings: Vec::new(),
                open: Some(why),
            },
            Ok(None) => {
                let why = "the evaluations do not grade the move";
                let wrong = Proof::False(why.to_owned());
                let tag = told.tag.as_ref();
                let finding =
                    tag.map(|tag| self.reading.proved(ply, "grade", &tag.to_string(), &wrong));
                PlyProof {
                    proofs: self.each(ply, asked, |_, _, _| wrong.clone()),
                    lines: BTreeMap::new(),
                    findings: finding.into_iter().collect(),
                    open: None,
                }
            }
            Ok(Some(verdict)) if told.tag.is_some() => self.prove_tagged(ply, &verdict, asked),
            Ok(Some(verdict)) => PlyProof {
                proofs: asked.iter().map(|_| Proof::True).collect(),
                lines: BTreeMap::new(),
                findings: self.prove_silent(ply, &verdict),
                open: None,
            },
        }
    }

    /// What the judge says of a ply; nothing if it does not grade it.
    fn verdict(&mut self, ply: usize) -> Result<Option<Verdict>, Open> {
        match &mut self.says {
            Says::Evals => Ok(self.reading.verdicts.get(ply).cloned().flatten()),
            Says::Engine(consulted) => match consulted.verdict(ply) {
                Ok(verdict) => Ok(Some(verdict)),
                Err(failure) => Err(failure.to_string()),
            },
            Says::Nobody(why) => Err(why.clone()),
        }
    }

    /// A proof for each claim that rests on values; what else there is, is true here.
    fn each(
        &mut self,
        ply: usize,
        asked: &[Asked],
        mut prove: impl FnMut(&mut Self, &Claim, &[Move]) -> Proof,
    ) -> Vec<Proof> {
        let told = &self.reading.told[ply];
        asked
            .iter()
            .map(|asked| match &told.sentences[asked.sentence] {
                Sentence::Claim(claim) if claim.kind.speaks_of_values() => {
                    prove(self, claim, asked.moves)
                }
                _ => Proof::True,
            })
            .collect()
    }

    fn prove_tagged(&mut self, ply: usize, verdict: &Verdict, asked: &[Asked]) -> PlyProof {
        let told = &self.reading.told[ply];
        let grade = grade(told, verdict);
        let values = match &grade {
            Proof::False(_) => Proof::False("the grade is not so".to_owned()),
            other => other.clone(),
        };
        let proofs = self.each(ply, asked, |prover, claim, moves| {
            values.clone().and(prover.claim(ply, verdict, claim, moves))
        });
        let lines = self.lines_meant(ply, verdict, asked);
        let sentence = told.tag.as_ref().map(ToString::to_string);
        let sentence = sentence.unwrap_or_default();
        let mut findings = vec![self.reading.proved(ply, "grade", &sentence, &grade)];
        findings.extend(self.prove_variation(ply, verdict));
        findings.extend(self.required_mates(ply, verdict));
        PlyProof {
            proofs,
            lines,
            findings,
            open: None,
        }
    }

    fn prove_silent(&mut self, ply: usize, verdict: &Verdict) -> Vec<Finding> {
        let told = &self.reading.told[ply];
        let class = verdict.class(self.scale, self.record.thresholds, told);
        let mut findings = self.required_mates(ply, verdict);
        if self
            .lowest_spoken(ply)
            .is_some_and(|lowest| class >= lowest)
        {
            let found = format!(
                "best {}, played {}, {class}: not said",
                verdict.best, verdict.played
            );
            findings.push(self.finding(ply, "silence", Outcome::False, found));
        }
        if findings.is_empty() {
            findings.push(self.finding(ply, "silence", Outcome::True, String::new()));
        }
        findings
    }

    /// The lowest class that must leave a piece; nothing if none must.
    fn lowest_spoken(&self, ply: usize) -> Option<Class> {
        let told = &self.reading.told[ply];
        if !told.person.is_graded_aloud() || self.reading.is_one_of_the_first_eight(ply) {
            None
        } else if !told.defers(self.record) {
            Some(Class::Inaccuracy)
        } else if self.record.judge == Judge::Evals {
            // Without a better move there may be nothing left to say.
            None
        } else {
            Some(Class::Mistake)
        }
    }

    fn finding(&self, ply: usize, kind: &str, outcome: Outcome, found: String) -> Finding {
        self.reading.finding(ply, kind, outcome, "", found)
    }

    /// What a claim says beyond best and played.
    fn claim(&mut self, ply: usize, verdict: &Verdict, claim: &Claim, moves: &[Move]) -> Proof {
        let told = &self.reading.told[ply];
        let before = told.ply.line.position();
        let after = told.ply.after();
        let is = |expected: Option<Move>, position: &_, what: &str| {
            let named = match claim.slot("move").map(|text| named_move(position, text)) {
                Some(Ok(m)) => m,
                Some(Err(found)) => return Proof::False(found),
                None => return Proof::True,
            };
            match expected {
                Some(m) if m == named => Proof::True,
                Some(m) => Proof::False(format!("the {what} is {}", numbered(position, m))),
                None => Proof::False(format!("the judge names no {what}")),
            }
        };
        match claim.kind {
            kind if kind.rests_on_line() => self.line(ply, verdict, claim).0,
            Kind::HasMate | Kind::AllowsMate => self.mate_alone(ply, claim, ""),
            Kind::HadMate => {
                let named = match self.record.judge {
                    Judge::Evals => Proof::True,
                    _ => is(verdict.best_move(), before, "best move"),
                };
                named.and(self.mate_alone(ply, claim, ""))
            }
            Kind::CaptureAllowed => match verdict.reply() {
                None => Proof::False("there is no best reply here".to_owned()),
                Some(_) if moves.is_empty() => {
                    Proof::Unproved("the checker named no capture".to_owned())
                }
                Some(reply) if moves.contains(&reply) => Proof::True,
                Some(reply) => {
                    Proof::False(format!("the best reply is {}", numbered(&after, reply)))
                }
            },
            Kind::ReplyAttacks | Kind::ReplyChecks => is(verdict.reply(), &after, "best reply"),
            Kind::Better | Kind::WorseRoom | Kind::WorseKing | Kind::WorsePawns
                if verdict.best.value() <= verdict.played.value() =>
            {
                Proof::False("the move played is as good".to_owned())
            }
            Kind::Better | Kind::WorseRoom | Kind::WorseKing | Kind::WorsePawns => {
                is(verdict.best_move(), before, "best move")
            }
            _ => Proof::True,
        }
    }

    /// Whether a line cause has the judge's line, and the lines it may mean.
    fn line(&self, ply: usize, verdict: &Verdict, claim: &Claim) -> (Proof, Option<Found>) {
        if self.record.judge == Judge::Evals {
            let never = "evaluations know no best line";
            return (Proof::False(never.to_owned()), None);
        }
        let line = if claim.kind.is_missed() {
            &verdict.line
        } else {
            &verdict.replies
        };
        let cause = LineCause::at(claim, &self.reading.told, ply);
        cause.prove_by(line, verdict.best, verdict.played)
    }

    /// Of claims that name only the first move of a line, by their place among those
    /// asked: the judge's lines that may be meant.
    fn lines_meant(
        &self,
        ply: usize,
        verdict: &Verdict,
        asked: &[Asked],
    ) -> BTreeMap<usize, Found> {
        let sentences = &self.reading.told[ply].sentences;
        let meant = asked.iter().enumerate().filter_map(|(index, asked)| {
            match &sentences[asked.sentence] {
                Sentence::Claim(claim) if claim.kind.is_soon() => {
                    Some((index, self.line(ply, verdict, claim).1?))
                }
                _ => None,
            }
        });
        meant.collect()
    }

    /// What a claim says of a mate, by a search; any other claim is open.
    fn mate_alone(&mut self, ply: usize, claim: &Claim, why: &str) -> Proof {
        let told = &self.reading.told[ply];
        let line = &told.ply.line;
        let moves = claim.slot("n").and_then(count).map_or(0, |n| n as i32);
        let proved = match claim.kind {
            Kind::HasMate => self.mates.mates(line, told.ply.played, moves),
            Kind::AllowsMate => self.mates.allows(line, told.ply.played, moves),
            Kind::HadMate => match claim
                .slot("move")
                .map(|text| named_move(line.position(), text))
            {
                Some(Ok(m)) if m == told.ply.played => {
                    return Proof::False("it is the move played".to_owned());
                }
                Some(Ok(m)) => self.mates.mates(line, m, moves),
                Some(Err(found)) => return Proof::False(found),
                None => Ok(false),
            },
            _ => return Proof::Unproved(why.to_owned()),
        };
        match proved {
            Ok(true) => Proof::True,
            Ok(false) => Proof::False("no search proves the mate".to_owned()),
            Err(OutOfNodes) => Proof::Unproved(out_of_nodes()),
        }
    }

    /// A variation follows the judge's line.
    fn prove_variation(&self, ply: usize, verdict: &Verdict) -> Option<Finding> {
        let told = &self.reading.told[ply];
        let moves = variation_moves(told, &told.variation).ok()?;
        let proof = if named_better(told).is_none() {
            Proof::False("no better move is named".to_owned())
        } else if self.record.judge == Judge::Evals || verdict.line.starts_with(&moves) {
            Proof::True
        } else {
            Proof::False("the judge's line is another".to_owned())
        };
        let sentence = told.variation.trim();
        Some(self.reading.proved(ply, "variation", sentence, &proof))
    }

    /// Mates that must be said, or were said before; what is wrong about them.
    fn required_mates(&mut self, ply: usize, verdict: &Verdict) -> Vec<Finding> {
        let reading = self.reading;
        let told = &reading.told[ply];
        if told.excuse.is_some() || told.claims().count() < told.sentences.len() {
            return Vec::new();
        }
        let mut findings = Vec::new();
        let mut note = |kind: Kind, required: Result<bool, Open>, otherwise: Option<&str>| {
            let (outcome, found) = match (required, told.says(kind), otherwise) {
                (Ok(true), false, _) => (Outcome::False, "not said".to_owned()),
                (Ok(false), true, Some(why)) => (Outcome::False, why.to_owned()),
                (Err(why), _, _) => (Outcome::Unproved, why),
                _ => return,
            };
            findings.push(reading.finding(ply, kind.name(), outcome, "", found));
        };
        let missed = self.missed_mate(told, verdict);
        let new = self.new_mate(ply, verdict);
        let allowed = match missed {
            Ok(false) => self.allowed_mate(told, verdict),
            _ => Ok(false),
        };
        note(Kind::HadMate, missed, None);
        note(Kind::HasMate, new, Some("the mate was there before"));
        note(Kind::AllowsMate, allowed, None);
        findings
    }

    /// Whether `had-mate` has its place.
    fn missed_mate(&mut self, told: &Told, verdict: &Verdict) -> Result<bool, Open> {
        let Some(moves) = verdict.best.mate_for() else {
            return Ok(false);
        };
        let mates = circumstances(told).mates;
        if verdict.played.mate_for().is_some() && (moves != 1 || mates) {
            return Ok(false);
        }
        let line = &told.ply.line;
        let proved = match (&self.record.judge, verdict.best_move()) {
            (Judge::Evals, _) => self.mates.another_mates(line, told.ply.played, moves),
            (_, Some(m)) => self.mates.mates(line, m, moves),
            (_, None) => Ok(false),
        };
        proved.map_err(|OutOfNodes| out_of_nodes())
    }

    /// Whether `has-mate` has its place: a proved mate that was not there before.
    fn new_mate(&mut self, ply: usize, verdict: &Verdict) -> Result<bool, Open> {
        if verdict.played.mate_for().is_none_or(|moves| moves < 2) || !self.is_proved(ply)? {
            return Ok(false);
        }
        let told = &self.reading.told;
        if ply >= 1 && told[ply - 1].says(Kind::AllowsMate) {
            return Ok(false);
        }
        Ok(ply < 2 || !self.is_proved(ply - 2)?)
    }

    /// Whether a ply was played into a proved mate for its mover.
    fn is_proved(&mut self, ply: usize) -> Result<bool, Open> {
        let Some(moves) = self
            .verdict(ply)?
            .and_then(|verdict| verdict.played.mate_for())
        else {
            return Ok(false);
        };
        let told = &self.reading.told[ply];
        self.mates
            .mates(&told.ply.line, told.ply.played, moves)
            .map_err(|OutOfNodes| out_of_nodes())
    }

    /// Whether `allows-mate` must be the cause: of a mistake or a blunder graded aloud.
    fn allowed_mate(&mut self, told: &Told, verdict: &Verdict) -> Result<bool, Open> {
        let Some(moves) = verdict.played.mate_against() else {
            return Ok(false);
        };
        let class = verdict.class(self.scale, self.record.thresholds, told);
        let is_told = told.person.is_graded_aloud() && class >= Class::Mistake;
        if !is_told || verdict.best.mate_against().is_some() {
            return Ok(false);
        }
        self.mates
            .allows(&told.ply.line, told.ply.played, moves)
            .map_err(|OutOfNodes| out_of_nodes())
    }
}

fn out_of_nodes() -> Open {
    "the node limit was reached".to_owned()
}

/// Whether a tag has the judge's numbers.
fn grade(told: &Told, verdict: &Verdict) -> Proof {
    let Some(tag) = &told.tag else {
        return Proof::True;
    };
    let mut found = Vec::new();
    if tag.best != verdict.best {
        found.push(format!("best is {}, not {}", verdict.best, tag.best));
    }
    if tag.played != verdict.played {
        found.push(format!("played is {}, not {}", verdict.played, tag.played));
    }
    if tag.depth != verdict.depth {
        found.push(format!("depth is {}, not {}", verdict.depth, tag.depth));
    }
    if found.is_empty() {
        Proof::True
    } else {
        Proof::False(found.join("; "))
    }
}
