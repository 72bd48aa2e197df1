//! One game, from its bytes to its annotated bytes.
//!
//! [`prepare`] reads the game and says whether it needs to be searched; a [`Study`] names the
//! positions to search and, given what the judge found, finishes the game. Everything here is a
//! pure function of the game and the [`Settings`]: which thread does what has no part in it.

use std::{borrow::Cow, path::PathBuf};

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use super::{
    cache::{Key, Keys},
    csv,
    failure::Failure,
    options::{MachineText, Options},
    players::Students,
    puzzles::{self, Source},
    refusal::{Extent, Refusal},
    row::Row,
    tally::{CostlyMove, GameTally},
    totals::GameFacts,
    worker::{Judging, OnlyGood, Studies, Worker},
};
use crate::{
    engine::{Analysis, Graph, History, Limits, engine_hash},
    pgn::{
        self, ExistingPolicy, GameText, MainLine, MovePieces, RawGame, Record, RecordedJudge,
        Short, ShortPly, Stop, StopReason, TagFields, insert, moves_hash, read_record, resolve,
        start_fen, strip_game, students_field, text_hash, uci,
    },
    tutor::{
        Class, EngineJudge, Existing, JudgedGame, OnExisting, Person, Remark, Rules, Thresholds,
        ToldRules, Verdict, Voice, VoiceSettings,
        claim::Chance,
        facts::Step,
        proofs::Proofs,
        puzzle,
        san::numbered,
        speak,
        told::{FIRST_EVAL, seen_by_mover},
        wording,
    },
};

/// How games are graded and spoken of.
pub(super) struct Settings {
    pub(super) judging: Judging,
    pub(super) graph: Graph,
    pub(super) limits: Limits,
    pub(super) thresholds: Thresholds,
    pub(super) voice: Voice,
    pub(super) students: Students,
    existing: OnExisting,
    lines: u8,
    machine_text: MachineText,
    arrows: bool,
    /// What rows are made for; if for anything, every game is graded.
    rows: Rows,
    /// Whether positions to solve are made, and so every game is graded.
    puzzles: bool,
}

impl Settings {
    /// The settings of a run; a UCI engine is started here.
    ///
    /// # Errors
    ///
    /// When a UCI engine cannot be asked.
    pub(super) fn new(options: &Options) -> Result<Self, Failure> {
        Ok(Self {
            judging: Judging::new(&options.grader, options.thresholds)?,
            graph: options.graph.clone(),
            limits: options.limits,
            thresholds: options.thresholds,
            voice: options.voice,
            students: options.students.clone(),
            existing: options.existing,
            lines: options.lines,
            machine_text: options.machine_text,
            arrows: options.arrows,
            rows: if options.dry_run {
                Rows::default()
            } else {
                Rows {
                    report: options.report.as_ref().map(|path| {
                        if csv::is_csv(path) {
                            RowForm::Table
                        } else {
                            RowForm::Json
                        }
                    }),
                    totals: options.summary.is_some(),
                }
            },
            puzzles: options.puzzles.is_some() && !options.dry_run,
        })
    }

    /// The same, with rows for a report even where none is asked for.
    ///
    /// # Errors
    ///
    /// As [`Settings::new`].
    pub(super) fn with_rows(options: &Options) -> Result<Self, Failure> {
        Ok(Self {
            rows: Rows {
                report: Some(RowForm::Json),
                totals: false,
            },
            puzzles: false,
            ..Self::new(options)?
        })
    }

    /// A worker with tables or an engine of its own.
    pub(super) fn worker(&self) -> Worker {
        match &self.judging {
            Judging::Uci(engines) => Worker::Uci(Box::new(engines.judge(self.thresholds))),
            // Nobody is asked where games grade themselves.
            Judging::Own | Judging::Evals => Worker::Own(Box::new(self.own_judge())),
        }
    }

    /// Our own engine, with tables of its own.
    pub(super) fn own_judge(&self) -> EngineJudge {
        EngineJudge::new(&self.graph, self.limits, self.thresholds)
    }
}

/// What rows are made for.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    /// A report, in this form.
    report: Option<RowForm>,
    /// Totals.
    totals: bool,
}

impl Rows {
    fn any(self) -> bool {
        self.report.is_some() || self.totals
    }
}

/// How a row of a report is written.
#[derive(Clone, Copy, Debug)]
enum RowForm {
    Json,
    Table,
}

/// Where a game comes from.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The input, as it was named.
    pub(super) input: PathBuf,
    /// The line of the input on which it begins, from 1.
    pub(super) line: u64,
    /// Its place in the whole input, from 0.
    pub(super) game: u64,
}

/// Who plays, when and where.
#[derive(Clone, Debug, Default)]
pub(super) struct Players {
    pub(super) white: String,
    pub(super) black: String,
    date: String,
    site: String,
    eco: String,
    /// The side spoken to.
    pub(super) student: Option<Color>,
    /// The students named who play here, as they were asked for.
    students: Vec<String>,
}

/// A game that is ready to be written.
#[derive(Debug)]
pub(super) struct FinishedGame {
    pub(super) bytes: Vec<u8>,
    /// Its rows of the report, as lines.
    pub(super) rows: Vec<u8>,
    /// What is summed up of it.
    pub(super) facts: GameFacts,
    /// The positions to solve that it gave, as PGN.
    pub(super) puzzles: Vec<u8>,
    pub(super) tally: GameTally,
    pub(super) refusal: Option<Refusal>,
    pub(super) players: Players,
    number: u64,
}

/// Why a game is left as it was of which only a part was read.
const TOO_LARGE: &str = "larger than --max-game-size";

impl FinishedGame {
    /// A game that was not selected.
    pub(super) fn passed(origin: &Origin, bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            rows: Vec::new(),
            facts: GameFacts::default(),
            puzzles: Vec::new(),
            tally: GameTally {
                unselected: true,
                ..GameTally::default()
            },
            refusal: None,
            players: Players::default(),
            number: origin.game,
        }
    }

    /// The first part of a game that is too large to be read whole.
    pub(super) fn too_large(origin: &Origin, bytes: Vec<u8>, settings: &Settings) -> Self {
        let players = Players::of(&GameText::scan(&bytes), &settings.students);
        let refusal = origin.refusal(&players, 0, None, TOO_LARGE.to_owned(), Extent::Whole);
        Self {
            bytes,
            rows: Vec::new(),
            facts: GameFacts::default(),
            puzzles: Vec::new(),
            tally: GameTally {
                students: players.students.clone(),
                ..GameTally::default()
            },
            refusal: Some(refusal),
            players,
            number: origin.game,
        }
    }

    /// A game of which no more can be said than that it is given back as it was.
    pub(super) fn broken(origin: Origin, bytes: Vec<u8>) -> Self {
        let players = Players::default();
        let refusal = Refusal {
            input: origin.input,
            line: origin.line,
            game: origin.game,
            white: players.white.clone(),
            black: players.black.clone(),
            at: None,
            reason: "annotate failed on it; please report this game".into(),
            extent: Extent::Whole,
        };
        Self {
            bytes,
            rows: Vec::new(),
            facts: GameFacts::default(),
            puzzles: Vec::new(),
            tally: GameTally::default(),
            refusal: Some(refusal),
            players,
            number: origin.game,
        }
    }

    /// What was done with the game, in a line.
    pub(super) fn told(&self) -> String {
        let Players { white, black, .. } = &self.players;
        if self.tally.unselected {
            return format!("game {}: not selected", self.number + 1);
        }
        let done = if self.tally.unchanged {
            "annotated already".to_owned()
        } else {
            let GameTally {
                moves,
                spoken,
                nodes,
                ..
            } = self.tally;
            format!("{moves} moves, {spoken} commented, {nodes} nodes")
        };
        format!("game {} ({white} – {black}): {done}", self.number + 1)
    }
}

/// What [`prepare`] makes of a game.
pub(super) enum Prepared {
    /// Nothing is to be searched.
    Finished(Box<FinishedGame>),
    /// Positions are to be searched.
    Study(Box<Study>),
}

/// A game whose positions are to be searched.
pub(super) struct Study {
    origin: Origin,
    players: Players,
    stripped: Vec<u8>,
    history: History,
    from_standard_start: bool,
    refusal: Option<Refusal>,
    record: Record,
}

/// The names of the players of a game, White first.
pub(super) fn players_of(game: &[u8]) -> (String, String) {
    let text = GameText::scan(game);
    let name = |tag: &str| text.tag_text(tag).unwrap_or_default();
    (name("White"), name("Black"))
}

impl Players {
    fn of(text: &GameText<'_>, students: &Students) -> Self {
        let tag = |name: &str, unknown: &str| {
            text.tag_text(name)
                .filter(|value| !value.trim().is_empty())
                .unwrap_or_else(|| unknown.to_owned())
        };
        let (white, black) = (tag("White", "?"), tag("Black", "?"));
        let named = [&white, &black].map(|name| students.find(name));
        Self {
            student: students.side(&white, &black),
            students: named.into_iter().flatten().map(str::to_owned).collect(),
            date: tag("Date", "????.??.??"),
            site: tag("Site", "?"),
            eco: tag("ECO", "?"),
            white,
            black,
        }
    }

    /// Whether the moves of a side are a student's, or nobody was named.
    fn is_studied(&self, settings: &Settings, side: Color) -> bool {
        let name = side.fold_wb(&self.white, &self.black);
        settings.students.is_empty() || settings.students.contains(name)
    }
}

/// Reads a game and says what is to be searched of it.
///
/// What was annotated before is taken out first, so that a game is spoken of as if for the first
/// time; but a game whose record names these settings, moves and text is given back as it is.
pub(super) fn prepare(settings: &Settings, origin: &Origin, raw: &RawGame) -> Prepared {
    let stripped = strip_game(&raw.bytes);
    let text = GameText::scan(&stripped);
    let players = Players::of(&text, &settings.students);
    let resolved = match resolve(&text) {
        Ok(resolved) => resolved,
        Err(reason) => {
            let refusal = origin.refusal(&players, 0, None, reason.to_string(), Extent::Whole);
            return Prepared::finished(origin, players, stripped, Some(refusal), false);
        }
    };
    let history = history(&resolved);
    let refusal = resolved
        .stop
        .as_ref()
        .map(|stop| origin.stopped(&players, &history, stop));
    if history.moves().is_empty() && refusal.is_some() {
        return Prepared::finished(origin, players, stripped, refusal, false);
    }
    let record = settings.record(&history, &players, &stripped);
    let before = read_record(&GameText::scan(&raw.bytes));
    let unchanged = settings.machine_text != MachineText::Plain
        && !(settings.rows.any() || settings.puzzles)
        && before.is_some_and(|before| before.same_request(&record));
    if unchanged {
        return Prepared::finished(origin, players, raw.bytes.clone(), refusal, true);
    }
    let study = Study {
        origin: origin.clone(),
        players,
        stripped,
        history,
        from_standard_start: resolved.start.is_standard,
        refusal,
        record,
    };
    if study.history.moves().is_empty() {
        return Prepared::Finished(Box::new(study.told(settings, Vec::new())));
    }
    match settings.judging {
        Judging::Own | Judging::Uci(_) => Prepared::Study(Box::new(study)),
        Judging::Evals => Prepared::Finished(Box::new(study.by_evals(settings))),
    }
}

/// Why a game is left as it was that has nothing to be graded by.
const NO_EVALS: &str = "no [%eval] to grade a move by";

/// Why a game is left as it was whose engine failed: the same for every game and whichever
/// position it was, for that may depend on the threads.
const NO_ANSWER: &str = "the engine asked failed twice on a position";

impl Prepared {
    fn finished(
        origin: &Origin,
        players: Players,
        bytes: Vec<u8>,
        refusal: Option<Refusal>,
        unchanged: bool,
    ) -> Self {
        Self::Finished(Box::new(FinishedGame {
            bytes,
            rows: Vec::new(),
            facts: GameFacts::default(),
            puzzles: Vec::new(),
            tally: GameTally {
                unchanged,
                students: players.students.clone(),
                ..GameTally::default()
            },
            refusal,
            players,
            number: origin.game,
        }))
    }
}

impl Origin {
    /// A refusal of a game of this origin, on the line of the game counted from 0.
    fn refusal(
        &self,
        players: &Players,
        line: u64,
        at: Option<String>,
        reason: String,
        extent: Extent,
    ) -> Refusal {
        Refusal {
            input: self.input.clone(),
            line: self.line + line,
            game: self.game,
            white: players.white.clone(),
            black: players.black.clone(),
            at,
            reason,
            extent,
        }
    }

    /// A game that goes on where grading stops.
    fn stopped(&self, players: &Players, history: &History, stop: &Stop) -> Refusal {
        let position = history.position();
        let dots = if position.turn().is_white() {
            "."
        } else {
            "..."
        };
        let (reason, token) = told(&stop.reason);
        let at = token.map(|token| format!("{}{dots} {token}", position.fullmoves()));
        let extent = if history.moves().is_empty() {
            Extent::Whole
        } else {
            Extent::Rest
        };
        self.refusal(
            players,
            stop.line.saturating_sub(1),
            at,
            reason.to_owned(),
            extent,
        )
    }
}

/// A reason to stop in words that are the same for every game, and the token it is about.
fn told(reason: &StopReason) -> (&'static str, Option<&str>) {
    match reason {
        StopReason::UnknownToken(token) => ("no move", Some(token)),
        StopReason::NullMove(token) => ("a null move in the main line", Some(token)),
        StopReason::MoveAfterResult(token) => ("a move after the result", Some(token)),
        StopReason::IllegalMove(token) => ("not legal", Some(token)),
        StopReason::AmbiguousMove(token) => ("more than one piece could move there", Some(token)),
        StopReason::ClosesNothing => ("a bracket that closes nothing", None),
        StopReason::OpenComment => ("a comment that is never closed", None),
        StopReason::OpenVariation => ("a variation that is never closed", None),
    }
}

/// The game as far as it can be graded.
fn history(line: &MainLine) -> History {
    let mut history = History::new(line.start.position.clone());
    for &played in &line.moves {
        history.push(played);
    }
    history
}

impl Settings {
    /// The record of a game, as far as it is known before the search.
    fn record(&self, history: &History, players: &Players, stripped: &[u8]) -> Record {
        let ucis = history.moves().iter().map(|&played| uci(played));
        Record {
            engine: engine_hash(),
            judge: match &self.judging {
                Judging::Own => RecordedJudge::Own {
                    graph: self.graph.hash().to_owned(),
                    depth: self.limits.depth,
                    nodes: self.limits.nodes.unwrap_or(0),
                },
                Judging::Uci(engines) => RecordedJudge::Uci {
                    settings: engines.identity().hash.clone(),
                    nodes: engines.nodes(),
                },
                Judging::Evals => RecordedJudge::Evals,
            },
            thresholds: self.thresholds.to_string(),
            existing: match self.existing {
                OnExisting::Keep => ExistingPolicy::Keep,
                OnExisting::Ours => ExistingPolicy::Ours,
            },
            lines: u32::from(self.lines),
            evals: self.machine_text == MachineText::TagsAndEvals,
            arrows: self.arrows,
            voice: self.voice.as_str().to_owned(),
            you: match self.spoken_to(players) {
                Some(Color::White) => "white",
                Some(Color::Black) => "black",
                None => "none",
            }
            .to_owned(),
            students: students_field(self.students.names()),
            graded: u32::try_from(history.moves().len()).unwrap_or(u32::MAX),
            short: Short::Plies(Vec::new()),
            moves: moves_hash(&start_fen(history.start()), ucis),
            text: text_hash(stripped),
        }
    }

    fn spoken_to(&self, players: &Players) -> Option<Color> {
        match self.voice {
            Voice::Neutral => None,
            Voice::Student | Voice::Partner => players.student,
        }
    }
}

impl Study {
    /// Positions to search: one before each graded move, and the last one.
    pub(super) fn positions(&self) -> usize {
        self.history.moves().len() + 1
    }

    /// The position after `ply` moves, with what came before it.
    pub(super) fn history(&self, ply: usize) -> History {
        self.history.prefix(ply)
    }

    pub(super) fn players(&self) -> &Players {
        &self.players
    }

    /// The position after `ply` moves, for a message.
    pub(super) fn at(&self, ply: usize) -> String {
        let number = self.origin.game + 1;
        let before = positions(&self.history).zip(self.history.moves());
        match ply.checked_sub(1).and_then(|last| before.clone().nth(last)) {
            Some((position, &played)) => {
                format!("game {number}, after {}", numbered(&position, played))
            }
            None => format!("game {number}, before the first move"),
        }
    }

    pub(super) fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// The keys of all positions to search.
    pub(super) fn keys(&self, keys: &Keys) -> Vec<Key> {
        keys.of_game(&self.history)
    }

    /// The game as it is given back when grading it broke down.
    pub(super) fn broken(&self) -> FinishedGame {
        FinishedGame::broken(self.origin.clone(), self.stripped.clone())
    }

    /// The game as it is given back when the engine asked has no answer.
    pub(super) fn unanswered(&self) -> FinishedGame {
        self.refused(NO_ANSWER)
    }

    /// The game as it is given back when nobody can grade it.
    fn refused(&self, reason: &str) -> FinishedGame {
        let players = self.players.clone();
        let refusal = self
            .origin
            .refusal(&players, 0, None, reason.to_owned(), Extent::Whole);
        FinishedGame {
            bytes: self.stripped.clone(),
            rows: Vec::new(),
            facts: GameFacts::default(),
            puzzles: Vec::new(),
            tally: GameTally {
                students: players.students.clone(),
                ..GameTally::default()
            },
            refusal: Some(refusal),
            players,
            number: self.origin.game,
        }
    }

    /// Makes the annotated game of what was found in each position.
    ///
    /// `is_only` is asked about the positions that may be puzzles.
    pub(super) fn finish(
        &self,
        settings: &Settings,
        studies: &Studies<'_>,
        is_only: &mut OnlyGood<'_>,
    ) -> FinishedGame {
        let verdicts = self.verdicts(settings, studies);
        let judged = self.judged(verdicts);
        let remarks = speak(&judged, &self.voice(settings));
        let mut finished = self.annotated(settings, &judged, &remarks, studies.nodes());
        if let (true, Studies::Own(studies)) = (settings.puzzles, studies) {
            let puzzles = self.puzzles(settings, &judged, &remarks, studies, is_only);
            finished.tally.puzzles = puzzles.len() as u64;
            finished.puzzles = puzzles.concat().into_bytes();
        }
        finished
    }

    /// The puzzles of the game, each as PGN: of the moves held against a student, or against
    /// either side where no student was named.
    fn puzzles(
        &self,
        settings: &Settings,
        judged: &JudgedGame,
        remarks: &[Remark],
        studies: &[&Analysis],
        is_only: &mut OnlyGood<'_>,
    ) -> Vec<String> {
        let mut puzzles = Vec::new();
        // What one side allowed the other may have missed: the position stands once.
        let mut last_place = None;
        let mut previous = None;
        let moves = positions(&self.history).zip(self.history.moves());
        for (ply, ((position, &played), (verdict, remark))) in
            moves.zip(judged.verdicts.iter().zip(remarks)).enumerate()
        {
            let before = previous.replace(played);
            let Some(verdict) = verdict.as_ref().filter(|verdict| {
                remark.is_blamed
                    && verdict.class >= Class::Mistake
                    && self.players.is_studied(settings, position.turn())
            }) else {
                continue;
            };
            let step = Step::new(&position, played, before);
            for puzzle in puzzle::candidates(&step, verdict) {
                let place = match puzzle.chance {
                    Chance::Missed => ply,
                    Chance::Allowed => ply + 1,
                };
                if last_place == Some(place) {
                    continue;
                }
                let first = puzzle.solution.first();
                let is_clear = studies
                    .get(place)
                    .zip(first)
                    .is_some_and(|(study, &first)| is_only(&self.history(place), study, first));
                let person = Person::of(
                    settings.voice,
                    settings.spoken_to(&self.players),
                    step.mover(),
                );
                let sentence = wording::sentence(&puzzle.cause, person, step.mover());
                if let (true, Some(sentence)) = (is_clear, sentence) {
                    let source = Source {
                        site: &self.players.site,
                        date: &self.players.date,
                        white: &self.players.white,
                        black: &self.players.black,
                        game: self.origin.game,
                        played: &numbered(&position, played),
                    };
                    last_place = Some(place);
                    puzzles.push(puzzles::game(&puzzle, &source, &sentence));
                }
            }
        }
        puzzles
    }

    /// The game with its verdicts and what others wrote.
    fn judged(&self, verdicts: Vec<Option<Verdict>>) -> JudgedGame {
        let text = GameText::scan(&self.stripped);
        JudgedGame {
            history: self.history.clone(),
            existing: (0..verdicts.len()).map(|ply| theirs(&text, ply)).collect(),
            verdicts,
            from_standard_start: self.from_standard_start,
        }
    }

    fn voice(&self, settings: &Settings) -> VoiceSettings {
        VoiceSettings {
            voice: settings.voice,
            spoken_to: settings.spoken_to(&self.players),
            existing: settings.existing,
            lines: settings.lines,
        }
    }

    /// Makes the annotated game of the evaluations it has, if any move is graded by them.
    fn by_evals(&self, settings: &Settings) -> FinishedGame {
        let text = GameText::scan(&self.stripped);
        let rules = ToldRules::of(settings.thresholds);
        let mut proofs = Proofs::default();
        let mut value = self.from_standard_start.then_some(FIRST_EVAL);
        let verdicts = self.each_move(|before, played, ply| {
            let other = before.position().turn().other();
            let next = pgn::eval(&text, ply).and_then(|eval| seen_by_mover(eval, other));
            let verdict = rules.of_evals(before, played, value, next, &mut proofs);
            value = next;
            verdict
        });
        if verdicts.iter().any(Option::is_some) {
            self.told(settings, verdicts)
        } else {
            self.refused(NO_EVALS)
        }
    }

    /// Makes the annotated game of verdicts alone.
    fn told(&self, settings: &Settings, verdicts: Vec<Option<Verdict>>) -> FinishedGame {
        let judged = self.judged(verdicts);
        let remarks = speak(&judged, &self.voice(settings));
        self.annotated(settings, &judged, &remarks, 0)
    }

    /// Makes the annotated game of what is said of it, for which so many nodes were searched.
    fn annotated(
        &self,
        settings: &Settings,
        judged: &JudgedGame,
        remarks: &[Remark],
        nodes: u64,
    ) -> FinishedGame {
        let text = GameText::scan(&self.stripped);
        let plies: Vec<Option<Ply<'_>>> = positions(&self.history)
            .zip(self.history.moves())
            .zip(judged.verdicts.iter().zip(remarks))
            .enumerate()
            .map(|(number, ((position, &played), (verdict, remark)))| {
                Some(Ply {
                    number,
                    position,
                    played,
                    verdict: verdict.as_ref()?,
                    remark,
                })
            })
            .collect();

        let pieces: Vec<_> = plies
            .iter()
            .map(|ply| ply.as_ref()?.pieces(settings))
            .collect();
        let plies: Vec<Ply<'_>> = plies.into_iter().flatten().collect();
        let record = Record {
            short: short(&judged.verdicts),
            ..self.record.clone()
        };
        let record = (settings.machine_text != MachineText::Plain).then_some(&record);
        let mut rows = Vec::new();
        let mut facts = GameFacts::default();
        for ply in plies.iter().filter(|_| settings.rows.any()) {
            let row = ply.row(self.origin.game, &self.players);
            match settings.rows.report {
                Some(RowForm::Json) => row.append_to(&mut rows),
                Some(RowForm::Table) => rows.extend(row.table_row()),
                None => {}
            }
            if settings.rows.totals {
                facts.note(&row);
            }
        }
        FinishedGame {
            bytes: insert(&text, record, &pieces),
            rows,
            facts,
            puzzles: Vec::new(),
            tally: self.tally(&plies, nodes),
            refusal: self.refusal.clone(),
            players: self.players.clone(),
            number: self.origin.game,
        }
    }

    /// The verdict of each move by what was found in the positions around it.
    fn verdicts(&self, settings: &Settings, studies: &Studies<'_>) -> Vec<Option<Verdict>> {
        let thresholds = settings.thresholds;
        match studies {
            Studies::Own(studies) => {
                let depth = settings.limits.depth;
                let rules = Rules { depth, thresholds };
                self.each_move(|before, played, ply| {
                    let (study, next) = (studies.get(ply)?, studies.get(ply + 1)?);
                    Some(rules.verdict(before, played, study, next))
                })
            }
            Studies::Uci(answers) => {
                let rules = ToldRules::of(thresholds);
                let mut proofs = Proofs::default();
                self.each_move(|before, played, ply| {
                    let (answer, next) = (answers.get(ply)?, answers.get(ply + 1)?);
                    Some(rules.of_answers(before, played, answer, next, &mut proofs))
                })
            }
        }
    }

    /// What `judge` makes of each move, its ply and what came before it.
    fn each_move(
        &self,
        mut judge: impl FnMut(&History, Move, usize) -> Option<Verdict>,
    ) -> Vec<Option<Verdict>> {
        let mut before = History::new(self.history.start().clone());
        let mut verdicts = Vec::with_capacity(self.history.moves().len());
        for (ply, &played) in self.history.moves().iter().enumerate() {
            verdicts.push(judge(&before, played, ply));
            before.push(played);
        }
        verdicts
    }

    fn tally(&self, plies: &[Ply<'_>], nodes: u64) -> GameTally {
        let Players { white, black, .. } = &self.players;
        let mut tally = GameTally {
            nodes,
            spoken: plies
                .iter()
                .filter(|ply| !ply.remark.words.is_empty())
                .count() as u64,
            students: self.players.students.clone(),
            student: self.players.student,
            ..GameTally::default()
        };
        for ply in plies {
            let mover = ply.position.turn();
            tally.note(mover, ply.verdict.class);
            if self.players.student == Some(mover) && ply.verdict.class.is_below_good() {
                tally.costly.push(CostlyMove {
                    game: self.origin.game,
                    players: format!("{white} – {black}"),
                    played: numbered(&ply.position, ply.played),
                    cost: ply.verdict.cost,
                    class: ply.verdict.class,
                    better: ply
                        .verdict
                        .best_line
                        .first()
                        .map_or_else(|| "-".to_owned(), |&better| numbered(&ply.position, better)),
                });
            }
        }
        tally
    }
}

/// The positions of a game before each of its moves.
fn positions(history: &History) -> impl Iterator<Item = Chess> + Clone {
    history.earlier().iter().cloned()
}

/// What others wrote on a move.
fn theirs(text: &GameText<'_>, ply: usize) -> Existing {
    let pgn::Existing {
        assessment,
        variation,
        edited,
        words,
    } = pgn::existing(text, ply);
    Existing {
        assessment,
        variation,
        edited,
        words,
    }
}

/// The plies that were not graded at the depth asked for.
fn short(verdicts: &[Option<Verdict>]) -> Short {
    let short = |(ply, verdict): (usize, &Option<Verdict>)| {
        let verdict = verdict.as_ref()?;
        (verdict.depth < verdict.requested).then_some(ShortPly {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
            depth: verdict.depth,
        })
    };
    Short::Plies(verdicts.iter().enumerate().filter_map(short).collect())
}

/// One graded move.
struct Ply<'a> {
    number: usize,
    position: Chess,
    played: Move,
    verdict: &'a Verdict,
    remark: &'a Remark,
}

impl Ply<'_> {
    /// What is inserted at the move.
    fn pieces(&self, settings: &Settings) -> Option<MovePieces> {
        let Self {
            verdict, remark, ..
        } = self;
        let evals = settings.machine_text == MachineText::TagsAndEvals;
        if remark.is_silent() && !evals {
            return None;
        }
        let tagged = settings.machine_text != MachineText::Plain;
        let drawn = |marks: &str| {
            if settings.arrows {
                marks.to_owned()
            } else {
                String::new()
            }
        };
        Some(MovePieces {
            nag: remark.nag,
            words: remark.words.clone(),
            squares: drawn(&remark.drawing.squares),
            arrows: drawn(&remark.drawing.arrows),
            eval: evals.then(|| self.eval()),
            tag: tagged.then(|| TagFields {
                depth: verdict.depth,
                best: verdict.best.to_string(),
                played: verdict.played.to_string(),
                class: verdict.class.as_str(),
            }),
            variation: remark.variation.clone(),
        })
    }

    /// The value of the move from White's side in pawns, and its depth: `0.85,6`, `#-2,4`.
    fn eval(&self) -> String {
        let score = self.verdict.played.seen_by_white(self.position.turn());
        let depth = self.verdict.depth;
        if let Some(moves) = score.mate_in() {
            return format!("#{moves},{depth}");
        }
        let centipawns = score.value();
        let sign = if centipawns < 0 { "-" } else { "" };
        let (pawns, rest) = (centipawns.abs() / 100, centipawns.abs() % 100);
        format!("{sign}{pawns}.{rest:02},{depth}")
    }

    /// What the report says of the move.
    fn row<'r>(&'r self, game: u64, players: &'r Players) -> Row<'r> {
        let Self {
            position,
            verdict,
            remark,
            ..
        } = self;
        Row {
            game,
            ply: self.number,
            move_number: position.fullmoves().get(),
            white: Cow::Borrowed(&players.white),
            black: Cow::Borrowed(&players.black),
            date: Cow::Borrowed(&players.date),
            site: Cow::Borrowed(&players.site),
            eco: Cow::Borrowed(&players.eco),
            fen: start_fen(position),
            san: SanPlus::from_move(position.clone(), self.played).to_string(),
            uci: uci(self.played),
            side: Cow::Borrowed(if position.turn().is_white() {
                "white"
            } else {
                "black"
            }),
            depth: verdict.depth,
            nodes: verdict.nodes,
            best: verdict.best.into(),
            played: verdict.played.into(),
            cost_cp: verdict.cost,
            class: Cow::Borrowed(verdict.class.as_str()),
            best_uci: verdict.best_line.first().map(|&best| uci(best)),
            pv: verdict.best_line.iter().map(|&step| uci(step)).collect(),
            said: remark
                .sentences
                .iter()
                .map(|said| Cow::Borrowed(said.as_str()))
                .collect(),
            causes: remark
                .causes
                .iter()
                .map(|&cause| Cow::Borrowed(cause))
                .collect(),
        }
    }
}
