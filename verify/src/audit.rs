//! The audit: every game read, every claim judged, by three routes: the rules of
//! the contract, the checker of the board, and the proof of grades.
//!
//! A claim is true if every route it needs says so, false if one says it is not,
//! else unproved. Games are read in parallel and reported in input order.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use anyhow::Result;
use rayon::prelude::*;
use shakmaty::{Move, uci::UciMove};

use crate::{
    best_line::Found,
    checker::{Answer, Checker, Request, ask, ask_always},
    claim::{Claim, Kind},
    evaluation::{Evaluator, split_mix},
    finding::{Audited, Finding, Monitor, Outcome},
    grades::Proof,
    grammar::{Grammar, Sentence},
    graph::{Graph, Setting, engine_hash, graph_hash},
    judge::Scale,
    judges::{
        consulted::Consulted,
        mates::Mates,
        pool::Pool,
        proof::{GameProver, Says},
        referee::Referee,
        verdict::plain_scale,
    },
    proofs::{Asked, PlyProof, Prover},
    reading::{LineNumbers, Readers, Reading},
    record::{Judge, Record},
    rules,
    scanner::{Game, Games},
    search::Searcher,
    strip::strip,
    told::Told,
    whole::check_strip,
};

/// Games judged at a time.
const GAMES: usize = 500;

/// Which grades are searched again.
#[derive(Clone, Debug, PartialEq)]
pub enum Grades {
    /// Every graded ply.
    All,
    /// A seeded sample, in percent, and every claim of mate.
    Sample(f64),
    /// None.
    None,
    /// These plies of these games alone.
    Plies(BTreeSet<(usize, usize)>),
}

impl std::str::FromStr for Grades {
    type Err = String;

    fn from_str(text: &str) -> Result<Grades, String> {
        match text {
            "all" => Ok(Grades::All),
            "none" => Ok(Grades::None),
            _ => text
                .strip_suffix('%')
                .and_then(|percent| percent.parse().ok())
                .filter(|percent| (0.0..=100.0).contains(percent))
                .map(Grades::Sample)
                .ok_or_else(|| format!("`{text}` is not all, none or N%")),
        }
    }
}

/// What an audit is made with.
pub struct Audit<'a> {
    /// The grammar.
    pub grammar: &'a Grammar,
    /// The scale of winning chances of our own judge.
    pub scale: Scale,
    /// The scale of other judges.
    pub plain: Scale,
    /// The graph, ready to score.
    pub evaluator: Evaluator,
    /// Its hash.
    pub graph: String,
    /// The engine hash.
    pub engine: String,
    /// Which grades to prove.
    pub grades: Grades,
    /// The seed of the sample.
    pub seed: u64,
    /// Nodes allowed for one proof.
    pub nodes: u64,
    /// Whether comments without our tag are read too.
    pub all_comments: bool,
    /// Who judges the board.
    pub checker: &'a dyn Checker,
    /// The UCI engine that proves the grades of games it graded.
    pub engine_judge: Option<Pool>,
    /// Who is asked, apart from the proof, about grades.
    pub referee: Option<Referee>,
}

/// A claim on its way.
struct Pending<'a> {
    game: usize,
    ply: usize,
    sentence: usize,
    claim: &'a Claim,
    proof: Proof,
    /// Moves of one of which the rest must hold, from the checker.
    moves: Vec<Move>,
    /// Lines that a sentence may mean which names only the first move.
    lines: Option<Found>,
}

impl<'a> Audit<'a> {
    /// Makes ready a graph and a scale.
    ///
    /// # Errors
    ///
    /// The graph, a setting or the scale is refused.
    pub fn new(
        grammar: &'a Grammar,
        scale_file: &[u8],
        graph_file: &[u8],
        settings: &[Setting],
        checker: &'a dyn Checker,
    ) -> Result<Audit<'a>> {
        let graph = Graph::read(graph_file, settings)?;
        Ok(Audit {
            grammar,
            scale: Scale::read(scale_file).map_err(anyhow::Error::msg)?,
            plain: plain_scale().map_err(anyhow::Error::msg)?,
            evaluator: Evaluator::new(&graph),
            graph: graph_hash(graph_file, settings),
            engine: engine_hash(scale_file),
            grades: Grades::Sample(2.0),
            seed: 0,
            nodes: 50_000_000,
            all_comments: false,
            checker,
            engine_judge: None,
            referee: None,
        })
    }

    /// Audits an annotated text, and compares it with its original if there is one.
    ///
    /// Games are taken some hundreds at a time, so that memory is bounded by the
    /// text and not by what is said of it.
    ///
    /// # Errors
    ///
    /// The checker could not run.
    pub fn run(
        &self,
        text: &[u8],
        original: Option<&[u8]>,
        monitor: &mut dyn Monitor,
    ) -> Result<Audited> {
        let mut audited = Audited::default();
        tell_all(check_strip(&strip(text), original), &mut audited, monitor);
        let readers = Readers {
            text,
            lines: LineNumbers::new(text),
            grammar: self.grammar,
            scale: &self.scale,
            plain: &self.plain,
            engine: &self.engine,
            all_comments: self.all_comments,
            judges: OnceLock::new(),
        };
        let mut games = Games::of(text);
        loop {
            let some: Vec<Game> = games.by_ref().take(GAMES).collect();
            if some.is_empty() {
                return Ok(audited);
            }
            let first = audited.games;
            audited.games += some.len();
            let some: Vec<Reading> = some
                .par_iter()
                .enumerate()
                .map(|(index, game)| readers.read(game, first + index))
                .collect();
            tell_all(self.judge(&some, &mut audited)?, &mut audited, monitor);
        }
    }

    /// Judges some games; gives back what was found, in input order.
    fn judge(&self, games: &[Reading], audited: &mut Audited) -> Result<Vec<Finding>> {
        let mut pending = pending(games);
        let mut findings = self.ask_checker(games, &mut pending)?;
        findings.extend(self.prove_grades(games, &mut pending, audited));
        findings.extend(self.prove_by_others(games, &mut pending, audited));
        self.ask_about_lines(games, &mut pending)?;
        gather(games, &pending, &mut findings, audited);
        if let Some(referee) = &self.referee {
            audited.hearing.add(referee.hear(games, &self.plain));
        }
        Ok(findings)
    }

    /// Asks about the board; gives back whether required sentences are there.
    fn ask_checker(&self, games: &[Reading], pending: &mut [Pending]) -> Result<Vec<Finding>> {
        let mut requests: Vec<Request> = Vec::new();
        for (id, item) in pending.iter().enumerate() {
            if is_asked_at_once(item.claim.kind) {
                let told = &games[item.game].told;
                requests.push(ask(id, self.grammar, item.claim, told, item.ply));
            }
        }
        let mut plies = Vec::new();
        for (game, reading) in games.iter().enumerate() {
            for (ply, told) in reading.told.iter().enumerate() {
                if told.excuse.is_none() {
                    requests.push(ask_always(pending.len() + plies.len(), &reading.told, ply));
                    plies.push((game, ply));
                }
            }
        }
        let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
        for answer in self.checker.check(&requests)? {
            answers.insert(answer.id, answer);
        }
        for (id, item) in pending.iter_mut().enumerate() {
            if is_asked_at_once(item.claim.kind) {
                let told = &games[item.game].told[item.ply];
                answer_claim(item, told, answers.get(&id));
            }
        }
        let mut findings = Vec::new();
        for (index, (game, ply)) in plies.iter().enumerate() {
            let answer = answers.get(&(pending.len() + index));
            findings.extend(required_sentences(&games[*game], *ply, answer));
        }
        Ok(findings)
    }

    /// Asks about the lines that were found for sentences which name only their
    /// first move: one of them must be as the sentence says.
    fn ask_about_lines(&self, games: &[Reading], pending: &mut [Pending]) -> Result<()> {
        let mut requests: Vec<Request> = Vec::new();
        let mut owners: Vec<usize> = Vec::new();
        for (id, item) in pending.iter().enumerate() {
            for moves in item.lines.iter().flat_map(|found| &found.lines) {
                let told = &games[item.game].told;
                let request = ask(requests.len(), self.grammar, item.claim, told, item.ply);
                requests.push(request.with_line(moves));
                owners.push(id);
            }
        }
        let answers = self.checker.check(&requests)?;
        let mut answered: BTreeMap<usize, Vec<&Answer>> = BTreeMap::new();
        for answer in &answers {
            if let Some(owner) = owners.get(answer.id) {
                answered.entry(*owner).or_default().push(answer);
            }
        }
        for (id, item) in pending.iter_mut().enumerate() {
            if let Some(found) = &item.lines {
                let answers = answered.remove(&id).unwrap_or_default();
                let proof = one_line_fits(found, &answers);
                item.proof = item.proof.clone().and(proof);
            }
        }
        Ok(())
    }

    fn prove_grades(
        &self,
        games: &[Reading],
        pending: &mut [Pending],
        audited: &mut Audited,
    ) -> Vec<Finding> {
        let mut by_ply = by_ply(pending);
        let mut jobs = Vec::new();
        for (game, reading) in games.iter().enumerate() {
            let Some((record, Judge::Own { graph, .. })) = recorded(reading) else {
                continue;
            };
            let known = *graph == self.graph && record.engine == self.engine;
            for (ply, told) in reading.told.iter().enumerate() {
                let ids = by_ply.remove(&(game, ply)).unwrap_or_default();
                let wanted = known && self.wants(reading.index, ply, told);
                if wanted && (told.tag.is_some() || told.excuse.is_none()) {
                    jobs.push((reading, ply, ids));
                } else {
                    let why = if known {
                        "the grade was not searched again"
                    } else {
                        "graded by a graph or engine that is not given here"
                    };
                    leave_unproved(pending, &ids, why);
                }
            }
        }
        let results: Vec<PlyProof> = jobs
            .par_iter()
            .map_init(
                || Searcher::new(&self.evaluator),
                |searcher, (reading, ply, ids)| {
                    searcher.allow(self.nodes);
                    let asked: Vec<Asked> = ids
                        .iter()
                        .map(|id| Asked {
                            sentence: pending[*id].sentence,
                            moves: &pending[*id].moves,
                        })
                        .collect();
                    let prover = Prover {
                        scale: &self.scale,
                        reading,
                        ply: *ply,
                    };
                    prover.prove(searcher, &asked)
                },
            )
            .collect();
        audited.proved += results.len();
        let mut findings = Vec::new();
        for ((_, _, ids), result) in jobs.iter().zip(results) {
            for (id, proof) in ids.iter().zip(result.proofs) {
                let item = &mut pending[*id];
                item.proof = item.proof.clone().and(proof);
            }
            for (index, found) in result.lines {
                pending[ids[index]].lines = Some(found);
            }
            findings.extend(result.findings);
        }
        findings
    }

    /// Proves the games that other judges graded.
    fn prove_by_others(
        &self,
        games: &[Reading],
        pending: &mut [Pending],
        audited: &mut Audited,
    ) -> Vec<Finding> {
        let by_ply = by_ply(pending);
        let evaluator = Evaluator::indifferent();
        let jobs: Vec<(usize, &Reading, &Record)> = games
            .iter()
            .enumerate()
            .filter_map(|(game, reading)| match recorded(reading)? {
                (_, Judge::Own { .. }) => None,
                (record, _) => Some((game, reading, record)),
            })
            .collect();
        let results: Vec<OtherProof> = jobs
            .par_iter()
            .map_init(
                || None,
                |mates, (game, reading, record)| {
                    let mates = mates.get_or_insert_with(|| Mates::new(&evaluator, self.nodes));
                    self.prove_by_another(*game, reading, record, &by_ply, pending, mates)
                },
            )
            .collect();
        let mut findings = Vec::new();
        for ((_, reading, record), result) in jobs.iter().zip(results) {
            *audited.others.entry(record.judge.name()).or_default() += 1;
            audited.proved += result.proved;
            for (id, proof) in result.proofs {
                let item = &mut pending[id];
                item.proof = item.proof.clone().and(proof);
            }
            for (id, found) in result.lines {
                pending[id].lines = Some(found);
            }
            findings.extend(result.findings);
            if let Some(why) = result.open {
                let judge = record.judge.name();
                *audited.open.entry(why.clone()).or_default() += 1;
                findings.push(reading.of_game("judge", Outcome::Unproved, judge, why));
            }
        }
        findings
    }

    /// Proves a game that another judge graded.
    fn prove_by_another(
        &self,
        game: usize,
        reading: &Reading,
        record: &Record,
        by_ply: &BTreeMap<(usize, usize), Vec<usize>>,
        pending: &[Pending],
        mates: &mut Mates,
    ) -> OtherProof {
        let (says, open) = match self.says(reading, record) {
            Ok(says) => (says, None),
            Err(why) => (Says::Nobody(why.clone()), Some(why)),
        };
        let mut result = OtherProof {
            open,
            ..OtherProof::default()
        };
        let mut prover = GameProver {
            reading,
            record,
            scale: &self.plain,
            says,
            mates,
        };
        for (ply, told) in reading.told.iter().enumerate() {
            let ids: &[usize] = by_ply.get(&(game, ply)).map_or(&[], Vec::as_slice);
            let wanted = match record.judge {
                // What needs no engine is always proved.
                Judge::Evals => self.grades != Grades::None,
                _ => self.wants(reading.index, ply, told),
            };
            if !wanted {
                let values = ids
                    .iter()
                    .filter(|id| pending[**id].claim.kind.speaks_of_values());
                let why = Proof::Unproved("the grade was not derived again".to_owned());
                result.proofs.extend(values.map(|id| (*id, why.clone())));
                continue;
            }
            if told.tag.is_none() && told.excuse.is_some() {
                continue;
            }
            let asked: Vec<Asked> = ids
                .iter()
                .map(|id| Asked {
                    sentence: pending[*id].sentence,
                    moves: &pending[*id].moves,
                })
                .collect();
            let proof = prover.prove(ply, &asked);
            result.proofs.extend(ids.iter().copied().zip(proof.proofs));
            let lines = proof.lines.into_iter();
            result
                .lines
                .extend(lines.map(|(index, found)| (ids[index], found)));
            result.findings.extend(proof.findings);
            match proof.open {
                None => result.proved += 1,
                why => result.open = result.open.or(why),
            }
        }
        result
    }

    /// Who tells what the judge of a record says; why nobody can.
    fn says<'b>(&'b self, reading: &'b Reading, record: &Record) -> Result<Says<'b>, String> {
        if record.engine != self.engine {
            return Err("graded by a version that is not this one".to_owned());
        }
        let Judge::Uci { hash, nodes } = &record.judge else {
            return Ok(Says::Evals);
        };
        let Some(pool) = &self.engine_judge else {
            return Err("graded by a UCI engine: name it with --judge uci:PATH".to_owned());
        };
        let here = pool.hash(*nodes);
        if here != *hash {
            return Err(format!(
                "graded by another engine or with other options: {} as it runs here is {here}",
                pool.name()
            ));
        }
        let consulted = Consulted::new(pool.seat(), &reading.told, *nodes);
        Ok(Says::Engine(Box::new(consulted)))
    }

    /// Whether the grade of a ply is to be proved.
    fn wants(&self, game: usize, ply: usize, told: &Told) -> bool {
        let percent = match &self.grades {
            Grades::All => return true,
            Grades::None => return false,
            Grades::Plies(plies) => return plies.contains(&(game, ply)),
            Grades::Sample(percent) => *percent,
        };
        let of_mates = told.says(Kind::HasMate)
            || told.says(Kind::HadMate)
            || told.says(Kind::AllowsMate)
            || told
                .tag
                .as_ref()
                .is_some_and(|tag| tag.best.is_mate() || tag.played.is_mate());
        let lot = split_mix(self.seed ^ split_mix((game as u64) << 20 | ply as u64));
        of_mates || f64::from((lot >> 32) as u32) < percent / 100.0 * f64::from(u32::MAX)
    }
}

/// What proving a game of another judge came to.
#[derive(Default)]
struct OtherProof {
    /// By claim.
    proofs: Vec<(usize, Proof)>,
    /// By claim, the lines it may mean.
    lines: Vec<(usize, Found)>,
    findings: Vec<Finding>,
    /// Plies whose grade was derived again.
    proved: usize,
    /// Why grades are left open.
    open: Option<String>,
}

/// A game's record and whose grades it has.
fn recorded(reading: &Reading) -> Option<(&Record, &Judge)> {
    reading
        .record
        .as_ref()
        .map(|record| (record, &record.judge))
}

/// The claims of each ply.
fn by_ply(pending: &[Pending]) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut by_ply: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (id, item) in pending.iter().enumerate() {
        by_ply.entry((item.game, item.ply)).or_default().push(id);
    }
    by_ply
}

/// Every claim, with what the rules already found false.
fn pending(games: &[Reading]) -> Vec<Pending<'_>> {
    let mut pending = Vec::new();
    for (game, reading) in games.iter().enumerate() {
        for (ply, told) in reading.told.iter().enumerate() {
            for (sentence, read) in told.sentences.iter().enumerate() {
                let Sentence::Claim(claim) = read else {
                    continue;
                };
                let faults: Vec<&str> = reading
                    .findings
                    .iter()
                    .filter(|finding| concerns(finding, ply, claim))
                    .map(|finding| finding.found.as_str())
                    .collect();
                pending.push(Pending {
                    game,
                    ply,
                    sentence,
                    claim,
                    proof: if faults.is_empty() {
                        Proof::True
                    } else {
                        Proof::False(faults.join("; "))
                    },
                    moves: Vec::new(),
                    lines: None,
                });
            }
        }
    }
    pending
}

/// Whether a finding is about a claim of a ply.
fn concerns(finding: &Finding, ply: usize, claim: &Claim) -> bool {
    finding.ply == Some(ply)
        && finding.kind == claim.kind.name()
        && finding.sentence == claim.sentence
}

fn leave_unproved(pending: &mut [Pending], ids: &[usize], why: &str) {
    for id in ids {
        let item = &mut pending[*id];
        if item.claim.kind.speaks_of_values() {
            item.proof = item.proof.clone().and(Proof::Unproved(why.to_owned()));
        }
    }
}

/// Whether the board is asked before anything is searched: not where the sentence
/// leaves it to the search which line it means.
fn is_asked_at_once(kind: Kind) -> bool {
    kind.speaks_of_board() && !kind.is_soon()
}

/// Whether one of the lines found is as the sentence says.
fn one_line_fits(found: &Found, answers: &[&Answer]) -> Proof {
    let of = |outcome: &str| answers.iter().find(|answer| answer.outcome == outcome);
    if of("true").is_some() {
        return Proof::True;
    }
    let undecided = answers.iter().find(|answer| answer.outcome != "false");
    match (undecided, found.open, of("false")) {
        (Some(answer), _, _) => Proof::Unproved(answer.found.clone()),
        (None, Some(why), _) => Proof::Unproved(why.to_owned()),
        (None, None, Some(answer)) => Proof::False(answer.found.clone()),
        (None, None, None) if answers.len() < found.lines.len() => {
            Proof::Unproved("the checker gave no answer".to_owned())
        }
        (None, None, None) => Proof::False("no best line is as it says".to_owned()),
    }
}

/// Takes the checker's answer into a claim's proof.
fn answer_claim(item: &mut Pending, told: &Told, answer: Option<&Answer>) {
    let Some(answer) = answer else {
        let unanswered = Proof::Unproved("the checker gave no answer".to_owned());
        item.proof = item.proof.clone().and(unanswered);
        return;
    };
    let longer_mate = item.claim.kind == Kind::HadMate && item.claim.slot("n") != Some("one");
    let proof = match answer.outcome.as_str() {
        "true" => Proof::True,
        "false" => Proof::False(answer.found.clone()),
        // A mate in more than one is for the search to prove.
        "unproved" if longer_mate => Proof::True,
        "unproved" => Proof::Unproved(answer.found.clone()),
        _ => Proof::Unproved(format!("the checker says: {}", answer.found)),
    };
    item.proof = item.proof.clone().and(proof);
    let after = told.ply.after();
    item.moves = answer
        .moves
        .iter()
        .filter_map(|text| text.parse::<UciMove>().ok()?.to_move(&after).ok())
        .collect();
}

/// Whether the sentences that a ply must have are there.
fn required_sentences(reading: &Reading, ply: usize, answer: Option<&Answer>) -> Vec<Finding> {
    let told = &reading.told[ply];
    let Some(answer) = answer.filter(|answer| answer.outcome == "true") else {
        let found = "the board was not looked at";
        return vec![reading.finding(ply, "required", Outcome::Unproved, "", found)];
    };
    if told.claims().count() < told.sentences.len() {
        // What was not read may have been one of them, and is told as unread.
        return Vec::new();
    }
    let mut findings = Vec::new();
    for required in &answer.required {
        let Some(kind) = Kind::from_name(&required.kind) else {
            continue;
        };
        let spared = kind == Kind::TakesLoose && told.says(Kind::HasMate);
        if !spared && !told.says(kind) {
            findings.push(reading.finding(ply, kind.name(), Outcome::False, "", "not said"));
        }
    }
    if findings.is_empty() {
        findings.push(reading.finding(ply, "required", Outcome::True, "", ""));
    }
    findings
}

/// Puts all findings into one list, in input order.
fn gather(
    games: &[Reading],
    pending: &[Pending],
    findings: &mut Vec<Finding>,
    audited: &mut Audited,
) {
    let mut judged: BTreeSet<(usize, usize, &str, &str)> = BTreeSet::new();
    for item in pending {
        let reading = &games[item.game];
        let kind = item.claim.kind.name();
        let sentence = item.claim.sentence.as_str();
        judged.insert((reading.index, item.ply, kind, sentence));
        findings.push(reading.proved(item.ply, kind, sentence, &item.proof));
    }
    for reading in games {
        // A rule broken by a sentence is told with the sentence's outcome.
        let apart = reading.findings.iter().filter(|finding| {
            finding.ply.is_none_or(|ply| {
                let (kind, sentence) = (finding.kind.as_str(), finding.sentence.as_str());
                !judged.contains(&(finding.game, ply, kind, sentence))
            })
        });
        findings.extend(apart.cloned());
        audited.edited += reading.edited;
        audited.plies += reading.told.len();
        audited.tagged += reading
            .told
            .iter()
            .filter(|told| told.tag.is_some())
            .count();
        if let Some(record) = &reading.record {
            audited.recorded += 1;
            if let Some(asked) = record.depth() {
                for depth in rules::depths(record, &reading.told) {
                    *audited.depths.entry((asked, depth)).or_default() += 1;
                }
            }
        }
    }
    findings.sort_by_key(|finding| (finding.game, finding.ply.map_or(0, |ply| ply + 1)));
    findings.dedup();
}

fn tell_all(findings: Vec<Finding>, audited: &mut Audited, monitor: &mut dyn Monitor) {
    for finding in findings {
        audited.add(&finding);
        monitor.found(&finding);
    }
}
