//! The audit: every game read, every claim judged, by three routes: the rules of
//! the contract, the checker of the board, and the proof of grades.
//!
//! A claim is true if every route it needs says so, false if one says it is not,
//! else unproved. Games are read in parallel and reported in input order.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Move, uci::UciMove};

use crate::{
    carrier::{self, Found},
    checker::{Answer, Checker, Request, ask, ask_always},
    claim::Kind,
    digest::sha256,
    evaluation::{Evaluator, split_mix},
    grades::{Proof, Question, Silence, Silent},
    grammar::{Grammar, Sentence},
    graph::{Graph, engine_hash, graph_hash},
    judge::{Class, Scale, Score},
    record::{self, Record},
    replay::{self, Replay, named_move, replay},
    rules::{self, Rules},
    scanner::{self, Game},
    search::Searcher,
    strip::strip,
    told::{Told, tell},
};

/// What became of a claim or a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Derived again.
    True,
    /// Could not be decided here.
    Unproved,
    /// Not so.
    False,
    /// No form explains the words.
    Unread,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::True => "true",
            Outcome::Unproved => "unproved",
            Outcome::False => "false",
            Outcome::Unread => "unread",
        })
    }
}

/// One claim or check with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The game, 0-based in the input.
    pub game: usize,
    /// The ply, 0-based; none for what concerns the whole game.
    pub ply: Option<usize>,
    /// The move with its number.
    pub san: String,
    /// A claim kind of CLAIMS.md, or what else was checked.
    pub kind: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The sentence or tag, if there is one.
    pub sentence: String,
    /// What was found instead, or why it is unproved.
    pub found: String,
    /// Where the move stands, as a 1-based line of the input.
    pub line: usize,
}

/// Which grades are searched again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grades {
    /// Every graded ply.
    All,
    /// A seeded sample, in percent, and every claim of mate.
    Sample(f64),
    /// None.
    None,
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
    /// The scale of winning chances.
    pub scale: Scale,
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
}

/// What an audit found.
#[derive(Clone, Debug, Default)]
pub struct Audited {
    /// Everything judged, in input order.
    pub findings: Vec<Finding>,
    /// Games in the input.
    pub games: usize,
    /// Games with a record.
    pub recorded: usize,
    /// Graded plies.
    pub plies: usize,
    /// Plies with a text, NAG or variation of ours.
    pub tagged: usize,
    /// Plies whose grade was searched again.
    pub proved: usize,
    /// Tags that do not agree: a person's now.
    pub edited: usize,
    /// Graded plies by (depth asked for, depth stated).
    pub depths: BTreeMap<(i32, i32), usize>,
}

impl Audited {
    /// How many findings have an outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.outcome == outcome)
            .count()
    }

    /// Graded plies whose depth fell short, and all whose depth is known.
    pub fn short(&self) -> (usize, usize) {
        let all = self.depths.values().sum();
        let short = self
            .depths
            .iter()
            .filter(|((asked, stated), _)| stated < asked);
        (short.map(|(_, count)| count).sum(), all)
    }
}

/// A game read, with what the rules found and what is to be asked.
struct Read {
    findings: Vec<Finding>,
    told: Vec<Told>,
    record: Option<Record>,
    edited: usize,
    lines: Vec<usize>,
}

/// A claim on its way.
struct Pending {
    game: usize,
    ply: usize,
    sentence: usize,
    proof: Proof,
    /// Moves of one of which the rest must hold, from the checker.
    moves: Vec<Move>,
}

impl<'a> Audit<'a> {
    /// Makes ready a graph and a scale.
    pub fn new(
        grammar: &'a Grammar,
        scale_file: &[u8],
        graph_file: &[u8],
        settings: &[crate::graph::Setting],
        checker: &'a dyn Checker,
    ) -> Result<Audit<'a>> {
        let graph = Graph::read(graph_file, settings)?;
        Ok(Audit {
            grammar,
            scale: Scale::read(scale_file).map_err(anyhow::Error::msg)?,
            evaluator: Evaluator::new(&graph),
            graph: graph_hash(graph_file, settings),
            engine: engine_hash(scale_file),
            grades: Grades::Sample(2.0),
            seed: 0,
            nodes: 50_000_000,
            all_comments: false,
            checker,
        })
    }

    /// Audits an annotated text, and compares it with its original if there is one.
    ///
    /// # Errors
    ///
    /// The checker could not run.
    pub fn run(&self, text: &[u8], original: Option<&[u8]>) -> Result<Audited> {
        let stripped = strip(text);
        let games = scanner::games(text);
        let stripped_games = scanner::games(&stripped);
        let mut audited = Audited {
            games: games.len(),
            ..Audited::default()
        };
        audited.findings.extend(check_strip(&stripped, original));
        let lines = LineNumbers::new(text);
        let has_records = games.iter().any(|game| record::place(text, game).is_some());
        let read: Vec<Read> = games
            .par_iter()
            .enumerate()
            .map(|(index, game)| {
                let same = stripped_games
                    .get(index)
                    .filter(|_| games.len() == stripped_games.len());
                let plain = same.map(|game| (&stripped[..], game));
                self.read_game(text, game, index, plain, has_records, &lines)
            })
            .collect();
        let mut pending = self.pending(&read);
        let missing = self.ask_checker(&read, &mut pending)?;
        let graded = self.prove_grades(&read, &mut pending);
        audited.proved = graded.proved;
        self.gather(&read, pending, missing, graded, &mut audited);
        Ok(audited)
    }

    fn read_game(
        &self,
        text: &[u8],
        game: &Game,
        index: usize,
        plain: Option<(&[u8], &Game)>,
        has_records: bool,
        lines: &LineNumbers,
    ) -> Read {
        let mut read = Read {
            findings: Vec::new(),
            told: Vec::new(),
            record: None,
            edited: 0,
            lines: Vec::new(),
        };
        let first_line = lines.at(game.span.start);
        let mut note = |kind: &str, outcome: Outcome, sentence: String, found: String| {
            read.findings.push(Finding {
                game: index,
                ply: None,
                san: String::new(),
                kind: kind.to_owned(),
                outcome,
                sentence,
                found,
                line: first_line,
            });
        };
        let Some(placed) = record::place(text, game) else {
            self.unrecorded(text, game, has_records, &mut note);
            return read;
        };
        let value = String::from_utf8_lossy(&text[placed.value.clone()]).into_owned();
        let record = match Record::parse(&value) {
            Ok(record) => record,
            Err(error) => {
                note("record", Outcome::Unread, value, error.to_string());
                return read;
            }
        };
        let replay = match replay(text, game) {
            Ok(replay) => replay,
            Err(found) => {
                note(
                    "record",
                    Outcome::False,
                    value,
                    format!("no game to grade: {found}"),
                );
                return read;
            }
        };
        let faults = record_faults(text, game, plain, &record, &replay);
        if faults.is_empty() {
            note("record", Outcome::True, value.clone(), String::new());
        }
        for found in faults {
            note("record", Outcome::False, value.clone(), found);
        }
        read.told = tell(text, game, &record, &replay, self.grammar);
        read.lines = game
            .moves
            .iter()
            .map(|moved| lines.at(moved.san.start))
            .collect();
        read.edited = game
            .moves
            .iter()
            .filter(|moved| carrier::find(text, moved) == Found::Edited)
            .count();
        self.apply_rules(&mut read, index, &record, &replay);
        self.stray_pieces(text, game, index, &mut read);
        if self.all_comments {
            self.foreign_comments(text, game, index, &mut read);
        }
        read.record = Some(record);
        read
    }

    fn unrecorded(
        &self,
        text: &[u8],
        game: &Game,
        has_records: bool,
        note: &mut impl FnMut(&str, Outcome, String, String),
    ) {
        let tags = game
            .tags
            .iter()
            .filter(|tag| &text[tag.name.clone()] == record::NAME.as_bytes());
        let claims_one = tags.count() > 0;
        let ours = game
            .moves
            .iter()
            .any(|moved| matches!(carrier::find(text, moved), Found::Ours(_)));
        if ours {
            note(
                "record",
                Outcome::False,
                String::new(),
                "texts of ours without a record".into(),
            );
        } else if claims_one {
            note(
                "record",
                Outcome::Unproved,
                String::new(),
                "the record was edited or moved: the game is a person's".into(),
            );
        } else if has_records && is_gradable(text, game) {
            note(
                "record",
                Outcome::False,
                String::new(),
                "a game that can be graded has none".into(),
            );
        }
    }

    fn apply_rules(&self, read: &mut Read, index: usize, record: &Record, replay: &Replay) {
        let rules = Rules {
            record,
            is_standard: replay.is_standard(),
            scale: (record.engine == self.engine).then_some(&self.scale),
            grammar: self.grammar,
        };
        for fault in rules.apply(&read.told) {
            let told = &read.told[fault.ply];
            let sentence = fault.sentence.map(|at| words(&told.sentences[at]));
            read.findings.push(finding(
                read,
                index,
                fault.ply,
                fault.kind,
                Outcome::False,
                sentence.unwrap_or_default(),
                fault.found,
            ));
        }
        for ply in 0..read.told.len() {
            for at in 0..read.told[ply].sentences.len() {
                let (kind, outcome, sentence, found) = match &read.told[ply].sentences[at] {
                    Sentence::Claim(_) => continue,
                    Sentence::WrongPerson(claim) => (
                        claim.kind.name(),
                        Outcome::False,
                        claim.sentence.clone(),
                        format!(
                            "said in the wrong person, not as `{}`",
                            read.told[ply].person.name()
                        ),
                    ),
                    Sentence::Unread(text) => (
                        "text",
                        Outcome::Unread,
                        text.clone(),
                        "no form explains it".to_owned(),
                    ),
                };
                read.findings
                    .push(finding(read, index, ply, kind, outcome, sentence, found));
            }
        }
    }

    /// Pieces of ours on plies that were not graded.
    fn stray_pieces(&self, text: &[u8], game: &Game, index: usize, read: &mut Read) {
        for moved in game.moves.iter().skip(read.told.len()) {
            if let Found::Ours(pieces) = carrier::find(text, moved) {
                read.findings.push(Finding {
                    game: index,
                    ply: None,
                    san: String::from_utf8_lossy(&text[moved.san.clone()]).into_owned(),
                    kind: "tag".to_owned(),
                    outcome: Outcome::False,
                    sentence: pieces.tag.to_string(),
                    found: "a move that was not graded".to_owned(),
                    line: 0,
                });
            }
        }
    }

    /// Comments without our tag, read as if they were ours.
    fn foreign_comments(&self, text: &[u8], game: &Game, index: usize, read: &mut Read) {
        for ply in 0..read.told.len() {
            let moved = &game.moves[ply];
            for comment in &moved.comments {
                let inside = &text[comment.inside()];
                if inside
                    .windows(carrier::OPEN.len())
                    .any(|window| window == carrier::OPEN)
                {
                    continue;
                }
                let words = carrier::words_of(inside);
                let person = read.told[ply].person;
                if !words.is_empty() && self.grammar.parses(&words, Some(person)).is_empty() {
                    let found = "not a sentence of CLAIMS.md".to_owned();
                    read.findings.push(finding(
                        read,
                        index,
                        ply,
                        "comment",
                        Outcome::Unread,
                        words,
                        found,
                    ));
                }
            }
        }
    }

    /// Every claim, with what the rules already found false.
    fn pending(&self, read: &[Read]) -> Vec<Pending> {
        let mut pending = Vec::new();
        for (game, read) in read.iter().enumerate() {
            for (ply, told) in read.told.iter().enumerate() {
                for (at, sentence) in told.sentences.iter().enumerate() {
                    let Sentence::Claim(claim) = sentence else {
                        continue;
                    };
                    let faults: Vec<&str> = read
                        .findings
                        .iter()
                        .filter(|finding| {
                            finding.ply == Some(ply)
                                && finding.kind == claim.kind.name()
                                && finding.sentence == claim.sentence
                        })
                        .map(|finding| finding.found.as_str())
                        .collect();
                    pending.push(Pending {
                        game,
                        ply,
                        sentence: at,
                        proof: if faults.is_empty() {
                            Proof::True
                        } else {
                            Proof::False(faults.join("; "))
                        },
                        moves: Vec::new(),
                    });
                }
            }
        }
        pending
    }

    /// Asks about the board; gives back the required sentences that are missing.
    fn ask_checker(&self, read: &[Read], pending: &mut [Pending]) -> Result<Vec<Finding>> {
        let mut requests: Vec<Request> = Vec::new();
        for (id, item) in pending.iter().enumerate() {
            let told = &read[item.game].told;
            if let Sentence::Claim(claim) = &told[item.ply].sentences[item.sentence]
                && claim.kind.speaks_of_board()
            {
                requests.push(ask(id, self.grammar, claim, told, item.ply));
            }
        }
        let mut plies = Vec::new();
        for (game, read) in read.iter().enumerate() {
            for (ply, told) in read.told.iter().enumerate() {
                if told.excuse.is_none() {
                    requests.push(ask_always(pending.len() + plies.len(), &read.told, ply));
                    plies.push((game, ply));
                }
            }
        }
        let mut missing = Vec::new();
        for answer in self.checker.check(&requests)? {
            if let Some(item) = pending.get_mut(answer.id) {
                let told = &read[item.game].told[item.ply];
                answer_claim(item, told, &answer);
            } else if let Some((game, ply)) = plies.get(answer.id - pending.len()) {
                missing.extend(missing_sentences(&read[*game], *game, *ply, &answer));
            }
        }
        Ok(missing)
    }

    fn prove_grades(&self, read: &[Read], pending: &mut [Pending]) -> Graded {
        let mut by_ply: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (id, item) in pending.iter().enumerate() {
            by_ply.entry((item.game, item.ply)).or_default().push(id);
        }
        let mut jobs = Vec::new();
        for (game, read) in read.iter().enumerate() {
            let Some(record) = &read.record else {
                continue;
            };
            let known = record.graph == self.graph && record.engine == self.engine;
            for (ply, told) in read.told.iter().enumerate() {
                let ids = by_ply.remove(&(game, ply)).unwrap_or_default();
                let wanted = known && self.wants(game, ply, told);
                if wanted && (told.tag.is_some() || told.excuse.is_none()) {
                    jobs.push((game, ply, ids));
                } else {
                    let why = if known {
                        "the grade was not searched again"
                    } else {
                        "graded by a graph or engine that is not given here"
                    };
                    leave_unproved(read, pending, &ids, why);
                }
            }
        }
        let results: Vec<PlyGraded> = jobs
            .par_iter()
            .map_init(
                || Searcher::new(&self.evaluator),
                |searcher, (game, ply, ids)| {
                    let items: Vec<&Pending> = ids.iter().map(|id| &pending[*id]).collect();
                    self.prove_ply(searcher, &read[*game], *game, *ply, &items)
                },
            )
            .collect();
        let mut graded = Graded {
            proved: results.len(),
            findings: Vec::new(),
        };
        for ((_, _, ids), result) in jobs.iter().zip(results) {
            for (id, proof) in ids.iter().zip(result.proofs) {
                let item = &mut pending[*id];
                item.proof = item.proof.clone().and(proof);
            }
            graded.findings.extend(result.findings);
        }
        graded
    }

    /// Whether the grade of a ply is to be proved.
    fn wants(&self, game: usize, ply: usize, told: &Told) -> bool {
        let percent = match self.grades {
            Grades::All => return true,
            Grades::None => return false,
            Grades::Sample(percent) => percent,
        };
        let of_mates = told.says(Kind::HasMate)
            || told.says(Kind::HadMate)
            || told.says(Kind::AllowsMate)
            || told
                .tag
                .as_ref()
                .is_some_and(|tag| tag.best.is_mate() || tag.played.is_mate());
        let lot = split_mix(self.seed ^ split_mix((game as u64) << 20 | ply as u64));
        of_mates || ((lot >> 11) as f64 / (1_u64 << 53) as f64) < percent / 100.0
    }

    fn prove_ply(
        &self,
        searcher: &mut Searcher,
        read: &Read,
        game: usize,
        ply: usize,
        items: &[&Pending],
    ) -> PlyGraded {
        let told = &read.told[ply];
        let mut graded = PlyGraded {
            proofs: Vec::new(),
            findings: Vec::new(),
        };
        searcher.allow(self.nodes);
        if let Some(tag) = &told.tag {
            let question = Question {
                told,
                depth: tag.depth,
            };
            let played = question.prove_value(searcher, told.ply.played, tag.played);
            let best = question.prove_best(searcher, tag.best, tag.played);
            let values = grade_words("played", &played)
                .into_iter()
                .chain(grade_words("best", &best));
            let found = values.collect::<Vec<_>>().join("; ");
            let proof = played.and(best);
            let mut outcome = finding_of(&proof, read, game, ply, "grade", tag.to_string());
            if outcome.outcome == Outcome::False {
                outcome.found = found;
            }
            graded.findings.push(outcome);
            for item in items {
                let equal = self.prove_equal(searcher, question, told, item);
                graded
                    .proofs
                    .push(proof_of_values(told, item, &proof).and(equal));
            }
            if !told.variation.is_empty()
                && let Ok(moves) = rules::variation_moves(told, &told.variation)
                && let Some(first) = moves.first()
            {
                let equal = question.prove_value(searcher, *first, tag.best);
                let sentence = told.variation.trim().to_owned();
                graded
                    .findings
                    .push(finding_of(&equal, read, game, ply, "variation", sentence));
            }
            if let Some(found) = self.prove_new_mate(searcher, read, ply, tag.played) {
                graded.findings.push(finding(
                    read,
                    game,
                    ply,
                    Kind::HasMate.name(),
                    Outcome::False,
                    String::new(),
                    found,
                ));
            }
        } else {
            graded
                .findings
                .push(self.prove_silent(searcher, read, game, ply));
        }
        graded
    }

    /// The moves a claim holds equal to best, or the replies it calls best.
    fn prove_equal(
        &self,
        searcher: &mut Searcher,
        question: Question,
        told: &Told,
        item: &Pending,
    ) -> Proof {
        let (Some(tag), Sentence::Claim(claim)) = (&told.tag, &told.sentences[item.sentence])
        else {
            return Proof::True;
        };
        let position = told.ply.line.position();
        match claim.kind {
            Kind::Better | Kind::HadMate | Kind::WorseRoom | Kind::WorseKing | Kind::WorsePawns => {
                match claim.slot("move").map(|text| named_move(position, text)) {
                    Some(Ok(m)) => question.prove_value(searcher, m, tag.best),
                    Some(Err(found)) => Proof::False(found),
                    None => Proof::True,
                }
            }
            Kind::ReplyAttacks | Kind::ReplyChecks => {
                let after = told.ply.after();
                match claim.slot("move").map(|text| named_move(&after, text)) {
                    Some(Ok(m)) => question.prove_reply(searcher, &[m], tag.played),
                    Some(Err(found)) => Proof::False(found),
                    None => Proof::True,
                }
            }
            Kind::CaptureAllowed if !item.moves.is_empty() => {
                question.prove_reply(searcher, &item.moves, tag.played)
            }
            _ => Proof::True,
        }
    }

    /// A mate must be said when it is new, and only then.
    fn prove_new_mate(
        &self,
        searcher: &mut Searcher,
        read: &Read,
        ply: usize,
        played: Score,
    ) -> Option<String> {
        let told = &read.told[ply];
        let moves = played.mate_for()?;
        let said = told.says(Kind::HasMate);
        if moves < 2 || told.excuse.is_some() {
            return None;
        }
        let told_before = ply >= 1 && read.told[ply - 1].says(Kind::AllowsMate);
        let before = ply.checked_sub(2).map(|before| &read.told[before]);
        let mate_before = match before {
            None => false,
            Some(before) => match &before.tag {
                Some(tag) => tag.played.mate_for().is_some(),
                None => {
                    let depth = read.record.as_ref()?.depth_of(ply - 2)?;
                    let question = Question {
                        told: before,
                        depth,
                    };
                    question.is_mate_for(searcher).ok()?
                }
            },
        };
        let is_new = !told_before && !mate_before;
        match (said, is_new) {
            (true, false) => Some("the mate was there before".to_owned()),
            (false, true) => Some("not said".to_owned()),
            _ => None,
        }
    }

    fn prove_silent(
        &self,
        searcher: &mut Searcher,
        read: &Read,
        game: usize,
        ply: usize,
    ) -> Finding {
        let told = &read.told[ply];
        let unproved = |why: &str| {
            finding(
                read,
                game,
                ply,
                "silence",
                Outcome::Unproved,
                String::new(),
                why.to_owned(),
            )
        };
        let Some(record) = &read.record else {
            return unproved("no record");
        };
        let Some(depth) = record.depth_of(ply) else {
            return unproved("the record leaves the depth open");
        };
        let standard = read
            .told
            .first()
            .is_some_and(|first| *first.ply.line.position() == shakmaty::Chess::default());
        let from = if !told.person.is_graded_aloud() || standard && told.move_number() <= 8 {
            None
        } else if told.defers(record) {
            Some(Class::Mistake)
        } else {
            Some(Class::Inaccuracy)
        };
        let silence = Silence {
            scale: &self.scale,
            thresholds: record.thresholds,
            from,
        };
        let question = Question { told, depth };
        let (outcome, found) = match question.prove_silence(searcher, &silence) {
            Silent::Unproved => (Outcome::Unproved, "the node limit was reached".to_owned()),
            Silent::Wrong { best, played } => (
                Outcome::False,
                format!("best {best}, played {played}: not said"),
            ),
            Silent::Fine { played } => match self.prove_new_mate(searcher, read, ply, played) {
                Some(found) => (Outcome::False, format!("has-mate {found}: played {played}")),
                None => (Outcome::True, String::new()),
            },
        };
        finding(read, game, ply, "silence", outcome, String::new(), found)
    }

    fn gather(
        &self,
        read: &[Read],
        pending: Vec<Pending>,
        missing: Vec<Finding>,
        graded: Graded,
        audited: &mut Audited,
    ) {
        let mut judged: BTreeSet<(usize, usize, String, String)> = BTreeSet::new();
        let mut claims = Vec::new();
        for item in pending {
            let told = &read[item.game].told[item.ply];
            let Sentence::Claim(claim) = &told.sentences[item.sentence] else {
                continue;
            };
            let kind = claim.kind.name();
            judged.insert((item.game, item.ply, kind.to_owned(), claim.sentence.clone()));
            let sentence = claim.sentence.clone();
            claims.push(finding_of(
                &item.proof,
                &read[item.game],
                item.game,
                item.ply,
                kind,
                sentence,
            ));
        }
        for read in read {
            // Rules broken by a sentence are told with the sentence's outcome.
            let apart = read.findings.iter().filter(|finding| {
                finding.ply.is_none_or(|ply| {
                    let key = (
                        finding.game,
                        ply,
                        finding.kind.clone(),
                        finding.sentence.clone(),
                    );
                    !judged.contains(&key)
                })
            });
            audited.findings.extend(apart.cloned());
            audited.edited += read.edited;
            audited.plies += read.told.len();
            audited.tagged += read.told.iter().filter(|told| told.tag.is_some()).count();
            if let Some(record) = &read.record {
                audited.recorded += 1;
                for depth in rules::depths(record, &read.told) {
                    *audited.depths.entry((record.depth, depth)).or_default() += 1;
                }
            }
        }
        audited.findings.extend(claims);
        audited.findings.extend(missing);
        audited.findings.extend(graded.findings);
        audited
            .findings
            .sort_by_key(|finding| (finding.game, finding.ply.map_or(0, |ply| ply + 1)));
        audited.findings.dedup();
    }
}

struct Graded {
    proved: usize,
    findings: Vec<Finding>,
}

struct PlyGraded {
    /// One a pending claim of the ply, in order.
    proofs: Vec<Proof>,
    findings: Vec<Finding>,
}

fn words(sentence: &Sentence) -> String {
    match sentence {
        Sentence::Claim(claim) | Sentence::WrongPerson(claim) => claim.sentence.clone(),
        Sentence::Unread(text) => text.clone(),
    }
}

fn finding(
    read: &Read,
    game: usize,
    ply: usize,
    kind: &str,
    outcome: Outcome,
    sentence: String,
    found: String,
) -> Finding {
    let told = &read.told[ply];
    Finding {
        game,
        ply: Some(ply),
        san: replay::numbered(told.ply.line.position(), told.ply.played),
        kind: kind.to_owned(),
        outcome,
        sentence,
        found,
        line: read.lines.get(ply).copied().unwrap_or_default(),
    }
}

fn finding_of(
    proof: &Proof,
    read: &Read,
    game: usize,
    ply: usize,
    kind: &str,
    sentence: String,
) -> Finding {
    let (outcome, found) = match proof {
        Proof::True => (Outcome::True, String::new()),
        Proof::False(found) => (Outcome::False, found.clone()),
        Proof::Unproved(why) => (Outcome::Unproved, why.clone()),
    };
    finding(read, game, ply, kind, outcome, sentence, found)
}

fn grade_words(name: &str, proof: &Proof) -> Option<String> {
    match proof {
        Proof::False(found) => Some(format!("{name} is {found}")),
        _ => None,
    }
}

/// A claim that rests on the tag's values is as good as their proof.
fn proof_of_values(told: &Told, item: &Pending, values: &Proof) -> Proof {
    match &told.sentences[item.sentence] {
        Sentence::Claim(claim) if claim.kind.speaks_of_values() => match values {
            Proof::False(_) => Proof::False("the grade is not so".to_owned()),
            other => other.clone(),
        },
        _ => Proof::True,
    }
}

fn leave_unproved(read: &Read, pending: &mut [Pending], ids: &[usize], why: &str) {
    for id in ids {
        let item = &mut pending[*id];
        let Sentence::Claim(claim) = &read.told[item.ply].sentences[item.sentence] else {
            continue;
        };
        if claim.kind.speaks_of_values() {
            item.proof = item.proof.clone().and(Proof::Unproved(why.to_owned()));
        }
    }
}

/// Takes the checker's answer into a claim's proof.
fn answer_claim(item: &mut Pending, told: &Told, answer: &Answer) {
    let Sentence::Claim(claim) = &told.sentences[item.sentence] else {
        return;
    };
    let proof = match answer.outcome.as_str() {
        "true" => Proof::True,
        "false" => Proof::False(answer.found.clone()),
        // A mate in more than one is for the search to prove.
        "unproved" if claim.kind == Kind::HadMate && claim.slot("n") != Some("one") => Proof::True,
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

fn missing_sentences(read: &Read, game: usize, ply: usize, answer: &Answer) -> Vec<Finding> {
    let told = &read.told[ply];
    answer
        .required
        .iter()
        .filter_map(|required| {
            let kind = Kind::from_name(&required.kind)?;
            let spared = kind == Kind::TakesLoose && told.says(Kind::HasMate);
            let unread = told.claims().count() < told.sentences.len();
            if spared || told.says(kind) || unread {
                return None;
            }
            let slots: Vec<String> = required
                .slots
                .iter()
                .map(|(name, value)| format!("{name} {value}"))
                .collect();
            let found = format!("not said: {}", slots.join(", "));
            Some(finding(
                read,
                game,
                ply,
                kind.name(),
                Outcome::False,
                String::new(),
                found,
            ))
        })
        .collect()
}

/// The laws of strip, and the original byte for byte.
fn check_strip(stripped: &[u8], original: Option<&[u8]>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut note = |outcome, found: String| {
        findings.push(Finding {
            game: 0,
            ply: None,
            san: String::new(),
            kind: "strip".to_owned(),
            outcome,
            sentence: String::new(),
            found,
            line: 1,
        });
    };
    if strip(stripped) != stripped {
        note(Outcome::False, "stripping twice strips more".to_owned());
    }
    if let Some(original) = original {
        let plain = strip(original);
        if stripped == plain {
            note(Outcome::True, String::new());
        } else {
            let at = stripped
                .iter()
                .zip(&plain)
                .take_while(|(a, b)| a == b)
                .count();
            let line = stripped[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            note(
                Outcome::False,
                format!("differs from the original at byte {at} of the stripped text, line {line}"),
            );
        }
    }
    findings
}

/// What is wrong with a record as to the game it stands in.
fn record_faults(
    text: &[u8],
    game: &Game,
    plain: Option<(&[u8], &Game)>,
    record: &Record,
    replay: &Replay,
) -> Vec<String> {
    let mut faults = Vec::new();
    if record.graded > replay.plies.len() {
        let why = replay.fault.as_deref().unwrap_or("the game ends before");
        faults.push(format!(
            "only {} plies can be read: {why}",
            replay.plies.len()
        ));
    } else {
        let gradable = replay.plies.len().min(game.sure.unwrap_or(usize::MAX));
        if record.graded < gradable {
            faults.push(format!("{gradable} plies can be graded"));
        }
    }
    if record.graded <= replay.plies.len() && record.moves != replay.hash(record.graded) {
        faults.push(format!("the moves hash to {}", replay.hash(record.graded)));
    }
    if let Some((stripped, game)) = plain {
        let after = game.after_tags();
        let hash = sha256(stripped[after..game.span.end].trim_ascii(), 8);
        if record.text != hash {
            faults.push(format!("the stripped text hashes to {hash}"));
        }
    } else {
        faults.push("the stripped file has other games".to_owned());
    }
    faults.extend(spoken_to(text, game, record));
    faults
}

/// Whether the side spoken to is the one whose player was asked for.
fn spoken_to(text: &[u8], game: &Game, record: &Record) -> Option<String> {
    if record.students.starts_with('#') || record.students == "-" {
        return None;
    }
    let names: Vec<String> = record
        .students
        .split('|')
        .map(|name| name.replace('+', " "))
        .collect();
    let is_student = |tag: &str| {
        game.tag(text, tag).is_some_and(|name| {
            let name = String::from_utf8_lossy(name).trim().to_lowercase();
            names.contains(&name)
        })
    };
    let you = match (is_student("White"), is_student("Black")) {
        (true, false) => Some(shakmaty::Color::White),
        (false, true) => Some(shakmaty::Color::Black),
        _ => None,
    };
    (record.voice != record::Voice::Neutral && you != record.you)
        .then(|| "the side spoken to is not the player asked for".to_owned())
}

/// Whether a game without a record could have been graded beyond doubt.
fn is_gradable(text: &[u8], game: &Game) -> bool {
    match replay(text, game) {
        Err(_) => false,
        Ok(replay) => !replay.plies.is_empty(),
    }
}

/// Where lines begin.
struct LineNumbers(Vec<usize>);

impl LineNumbers {
    fn new(text: &[u8]) -> LineNumbers {
        let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        LineNumbers(breaks.map(|(at, _)| at + 1).collect())
    }

    fn at(&self, byte: usize) -> usize {
        self.0.partition_point(|start| *start <= byte) + 1
    }
}
