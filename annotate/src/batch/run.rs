//! The run: games read in order, searched by all threads, written in order.
//!
//! Work is cut into positions, not games, so that one long game uses every core. A worker
//! takes positions of the games at hand before it opens the next, and borrows a judge with its
//! tables for one position at a time. A position that was analysed before, in this run or an
//! earlier one, is not searched again, and one that another game is waiting for is searched for
//! both. Games in flight are bounded in number and bytes, and so is
//! memory, however long the archive. Results are put back in input order: the number of threads
//! never changes a byte.

use std::{
    collections::{BTreeMap, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
};

use rayon::{ScopeFifo, ThreadPool, ThreadPoolBuilder};
use shakmaty::Move;

use super::{
    cache::{Asked, Cache, Desk, Key, Keys, encode},
    failure::Failure,
    feed::{Feed, Next, Reading},
    game::{FinishedGame, Origin, Prepared, Settings, Study, prepare},
    input::Input,
    interruption,
    monitor::Monitor,
    output::{Destination, Output},
    puzzles::PuzzleFile,
    report::Report,
    tally::{Positions, Tally},
    totals::Totals,
    worker::{Found, Judging, Studies, Worker},
};
use crate::{
    engine::{Analysis, History},
    pgn::{Part, RawGame},
};

/// Games in flight for each thread.
const GAMES_A_THREAD: usize = 4;

/// Bytes of games in flight beyond which no further game is read.
const BYTES_IN_FLIGHT: usize = 16 << 20;

/// What a run works with, beside its options.
pub(super) struct Run<'a> {
    /// The inputs, checked.
    pub(super) inputs: &'a [Input],
    /// Which of their games are annotated, and which are written.
    pub(super) reading: Reading<'a>,
    /// Where the games go, checked.
    pub(super) destination: &'a Destination,
    /// How games are graded and spoken of.
    pub(super) settings: &'a Settings,
    /// What was analysed in earlier runs.
    pub(super) cache: &'a Cache,
    /// Told what goes on.
    pub(super) monitor: &'a dyn Monitor,
    /// What is done, for whoever asks after a failure.
    pub(super) done: &'a Done,
}

/// What a run writes beside the games.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// A row a ply.
    pub(super) report: Option<Report>,
    /// Sums, and where they go in the end.
    pub(super) totals: Option<(Output, Totals)>,
    /// Positions to solve.
    pub(super) puzzles: Option<PuzzleFile>,
}

/// What a run has written.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Games.
    pub(super) games: AtomicU64,
    /// Files, each whole.
    pub(super) files: AtomicU64,
    /// Whether the report is whole.
    pub(super) report: AtomicBool,
}

/// Threads to work with.
pub(super) fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    let builder = if cfg!(target_family = "wasm") {
        // There are no threads to start; a fingerprint is made on this one.
        ThreadPoolBuilder::new().num_threads(1).use_current_thread()
    } else {
        ThreadPoolBuilder::new().num_threads(threads)
    };
    builder
        .thread_name(|number| format!("judge-{number}"))
        .build()
        .map_err(|error| Failure::Threads {
            threads,
            reason: error.to_string(),
        })
}

impl Run<'_> {
    /// Annotates every game of the inputs and writes it in input order.
    pub(super) fn annotate(
        &self,
        pool: &ThreadPool,
        tables: &mut Tables,
    ) -> Result<Tally, Failure> {
        let workshop = Workshop::new(self);
        let result = pool.in_place_scope_fifo(|scope| {
            let result = self.feed_and_write(scope, &workshop, pool.current_num_threads(), tables);
            if result.is_err() {
                // What is still in flight need not be finished.
                workshop.stopped.store(true, Ordering::Relaxed);
            }
            result
        });
        self.monitor.ended();
        result.map(|tally| Tally {
            positions: workshop.positions(),
            ..tally
        })
    }

    fn feed_and_write<'scope>(
        &self,
        scope: &ScopeFifo<'scope>,
        workshop: &'scope Workshop<'scope>,
        threads: usize,
        tables: &mut Tables,
    ) -> Result<Tally, Failure> {
        let (sender, receiver) = channel();
        let mut feed = Some(Feed::new(self.inputs, self.reading));
        let mut writer = Writer::open(self, tables)?;
        // Items are numbered as they are read and written by these numbers.
        let mut read = 0_usize;
        let mut ready = BTreeMap::new();
        // The bytes of each item in flight, oldest first.
        let mut in_flight = VecDeque::new();
        let mut bytes_in_flight = 0_usize;
        loop {
            if let Some(signal) = interruption::came() {
                return Err(Failure::Interrupted(signal));
            }
            while let Some(source) = &mut feed
                && in_flight.len() < threads * GAMES_A_THREAD
                && (in_flight.is_empty() || bytes_in_flight < BYTES_IN_FLIGHT)
            {
                let bytes = match source.next()? {
                    None => {
                        feed = None;
                        break;
                    }
                    Some(Next::EndOfInput(input)) => {
                        ready.insert(read, Item::EndOfInput(input));
                        0
                    }
                    Some(Next::Rest { input, bytes }) => {
                        let size = bytes.len();
                        ready.insert(read, Item::Rest { input, bytes });
                        size
                    }
                    Some(Next::Part {
                        input,
                        bytes,
                        runs_on,
                    }) => {
                        if runs_on {
                            self.monitor.warning(&run_on(&self.inputs[input]));
                        }
                        let size = bytes.len();
                        ready.insert(read, Item::Rest { input, bytes });
                        size
                    }
                    Some(Next::Game {
                        input,
                        number,
                        raw,
                        selected,
                        runs_on,
                    }) => {
                        if runs_on {
                            self.monitor.warning(&run_on(&self.inputs[input]));
                        }
                        let bytes = raw.bytes.len();
                        let origin = Origin {
                            input: self.inputs[input].name().to_owned(),
                            line: raw.line,
                            game: number,
                        };
                        let finished = |game| Item::Game {
                            input,
                            game: Box::new(game),
                        };
                        if !selected {
                            ready.insert(read, finished(FinishedGame::passed(&origin, raw.bytes)));
                        } else if raw.part == Part::First {
                            let game = FinishedGame::too_large(&origin, raw.bytes, self.settings);
                            ready.insert(read, finished(game));
                        } else {
                            workshop.open(scope, (read, input), origin, raw, sender.clone());
                        }
                        bytes
                    }
                };
                in_flight.push_back(bytes);
                bytes_in_flight += bytes;
                read += 1;
            }
            if in_flight.is_empty() {
                return writer.finish();
            }
            if let Some(item) = ready.remove(&(read - in_flight.len())) {
                writer.write(item)?;
                bytes_in_flight -= in_flight.pop_front().unwrap_or(0);
            } else {
                match receiver.recv_timeout(interruption::LOOK) {
                    Ok((number, item)) => {
                        ready.insert(number, item);
                    }
                    // The sender of this thread lives.
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
                }
            }
        }
    }
}

fn run_on(input: &Input) -> String {
    format!(
        "the last game of {} never ends, so the next one runs into it; \
         --output-dir keeps them apart",
        input.name().display()
    )
}

/// Something to be written in its turn.
enum Item {
    Game {
        input: usize,
        game: Box<FinishedGame>,
    },
    Rest {
        input: usize,
        bytes: Vec<u8>,
    },
    EndOfInput(usize),
}

/// An item with its number.
type Numbered = (usize, Item);

/// What the workers share.
struct Workshop<'a> {
    settings: &'a Settings,
    cache: &'a Cache,
    keys: Keys,
    /// What the games at hand share; who waits is a game and one of its plies.
    desk: Desk<(Arc<Bench>, usize)>,
    monitor: &'a dyn Monitor,
    searched: AtomicU64,
    recalled: AtomicU64,
    shared: AtomicU64,
    /// Workers not at work; there are never more than threads.
    workers: Mutex<Vec<Worker>>,
    /// Set when nothing more will be written.
    stopped: AtomicBool,
}

/// Where an analysis comes from.
#[derive(Clone, Copy)]
enum Source {
    Search,
    Cache,
}

/// A game whose positions are being searched.
struct Bench {
    study: Study,
    opinions: Vec<OnceLock<Found>>,
    left: AtomicUsize,
    /// Set when an engine had no answer: the rest of the game need not be asked about.
    unanswered: AtomicBool,
    number: usize,
    input: usize,
    bytes: u64,
    sender: Sender<Numbered>,
}

impl<'a> Workshop<'a> {
    fn new(run: &Run<'a>) -> Self {
        Self {
            settings: run.settings,
            cache: run.cache,
            keys: Keys::new(&run.settings.graph, run.settings.limits),
            desk: Desk::new(),
            monitor: run.monitor,
            searched: AtomicU64::new(0),
            recalled: AtomicU64::new(0),
            shared: AtomicU64::new(0),
            workers: Mutex::new(Vec::new()),
            stopped: AtomicBool::new(false),
        }
    }

    /// Where the analyses came from so far.
    fn positions(&self) -> Positions {
        Positions {
            searched: self.searched.load(Ordering::Relaxed),
            recalled: self.recalled.load(Ordering::Relaxed),
            shared: self.shared.load(Ordering::Relaxed),
        }
    }

    /// Sets a worker to open a game and cut it into positions.
    fn open<'scope>(
        &'scope self,
        scope: &ScopeFifo<'scope>,
        (number, input): (usize, usize),
        origin: Origin,
        raw: RawGame,
        sender: Sender<Numbered>,
    ) {
        scope.spawn_fifo(move |scope| {
            if self.stopped.load(Ordering::Relaxed) {
                return;
            }
            let bytes = raw.bytes.len() as u64;
            let finished = |game| {
                self.monitor.searched(0, bytes);
                // A receiver that is gone needs no games.
                let _ = sender.send((number, Item::Game { input, game }));
            };
            match guarded(|| prepare(self.settings, &origin, &raw)) {
                None => finished(Box::new(FinishedGame::broken(origin, raw.bytes))),
                Some(Prepared::Finished(game)) => finished(game),
                Some(Prepared::Study(study)) => {
                    let positions = study.positions();
                    let bench = Arc::new(Bench {
                        opinions: (0..positions).map(|_| OnceLock::new()).collect(),
                        left: AtomicUsize::new(positions),
                        unanswered: AtomicBool::new(false),
                        study: *study,
                        number,
                        input,
                        bytes,
                        sender,
                    });
                    match self.settings.judging {
                        Judging::Own => self.distribute(scope, &bench),
                        Judging::Uci(_) | Judging::Evals => self.inquire(scope, &bench),
                    }
                }
            }
        });
    }

    /// Has every position of a game put to an engine. Its answers are neither shared nor kept: they
    /// may depend on the whole game before them.
    fn inquire<'scope>(&'scope self, scope: &ScopeFifo<'scope>, bench: &Arc<Bench>) {
        for ply in 0..bench.opinions.len() {
            let bench = Arc::clone(bench);
            scope.spawn_fifo(move |_| self.ask(&bench, ply));
        }
    }

    /// Puts one position to an engine.
    fn ask(&self, bench: &Bench, ply: usize) {
        if self.stopped.load(Ordering::Relaxed) {
            return;
        }
        let found = if bench.unanswered.load(Ordering::Relaxed) {
            None
        } else {
            self.study(bench, ply)
        };
        self.deliver(bench, ply, found);
    }

    /// Has a worker study one position.
    fn study(&self, bench: &Bench, ply: usize) -> Option<Found> {
        let mut worker = self.lock().pop().unwrap_or_else(|| self.settings.worker());
        let studied = guarded(|| worker.study(&bench.study.history(ply)));
        if studied.is_some() {
            self.lock().push(worker);
        }
        self.searched.fetch_add(1, Ordering::Relaxed);
        match studied? {
            Ok(found) => Some(found),
            Err(error) => {
                if !bench.unanswered.swap(true, Ordering::Relaxed) {
                    let told = bench.study.at(ply);
                    self.monitor.warning(&format!("{told}: {error}"));
                }
                None
            }
        }
    }

    /// Has a worker find out whether a move is the only good one.
    fn is_only_good_move(&self, history: &History, study: &Analysis, mv: Move) -> bool {
        let idle = self.lock().pop();
        let mut worker = idle.unwrap_or_else(|| self.settings.worker());
        let is_only = worker.is_only_good_move(history, study, mv);
        self.lock().push(worker);
        is_only
    }

    /// Takes from the desk and the cache what is known of a game, and has the rest searched.
    fn distribute<'scope>(&'scope self, scope: &ScopeFifo<'scope>, bench: &Arc<Bench>) {
        let mut plies = Vec::new();
        let mut keys = Vec::new();
        for (ply, key) in bench.study.keys(&self.keys).into_iter().enumerate() {
            match self.desk.ask(key, || (Arc::clone(bench), ply)) {
                Asked::Known(opinion) => {
                    self.shared.fetch_add(1, Ordering::Relaxed);
                    self.deliver(bench, ply, Some(Found::Own(Arc::new(opinion))));
                }
                Asked::UnderWay => {
                    self.shared.fetch_add(1, Ordering::Relaxed);
                }
                Asked::Yours => {
                    plies.push(ply);
                    keys.push(key);
                }
            }
        }
        let found = self.cache.find(&keys);
        for ((ply, key), found) in plies.into_iter().zip(keys).zip(found) {
            if let Some(opinion) = found {
                self.recalled.fetch_add(1, Ordering::Relaxed);
                self.settle(bench, (ply, key), Some(Arc::new(opinion)), Source::Cache);
            } else {
                let bench = Arc::clone(bench);
                scope.spawn_fifo(move |_| self.search(&bench, ply, key));
            }
        }
    }

    /// Searches one position for all games that wait for it.
    fn search(&self, bench: &Bench, ply: usize, key: Key) {
        if self.stopped.load(Ordering::Relaxed) {
            return;
        }
        let opinion = match self.study(bench, ply) {
            Some(Found::Own(opinion)) => Some(opinion),
            Some(Found::Uci(_)) | None => None,
        };
        self.settle(bench, (ply, key), opinion, Source::Search);
    }

    /// Gives an analysis to the game it was made for and to those that wait for it.
    fn settle(
        &self,
        bench: &Bench,
        (ply, key): (usize, Key),
        opinion: Option<Arc<Analysis>>,
        origin: Source,
    ) {
        let bytes = opinion.as_deref().and_then(encode);
        let waiting = self.desk.settle(key, bytes.as_deref());
        if let (Source::Search, Some(bytes)) = (origin, bytes) {
            self.cache.keep(key, bytes);
        }
        let opinion = opinion.map(Found::Own);
        self.deliver(bench, ply, opinion.clone());
        for (bench, ply) in waiting {
            self.deliver(&bench, ply, opinion.clone());
        }
    }

    /// Puts an analysis into its game; with the last one the game is finished.
    fn deliver(&self, bench: &Bench, ply: usize, opinion: Option<Found>) {
        if let Some(opinion) = opinion {
            // Each ply is delivered once.
            let _ = bench.opinions[ply].set(opinion);
        }
        let positions = bench.opinions.len() as u64;
        let share = |ply: u64| bench.bytes * ply / positions;
        let ply = ply as u64;
        self.monitor.searched(1, share(ply + 1) - share(ply));
        if bench.left.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        let opinions: Option<Vec<&Found>> = bench.opinions.iter().map(OnceLock::get).collect();
        let game = opinions
            .and_then(|opinions| Studies::of(&opinions))
            .and_then(|studies| {
                let mut is_only = |history: &History, study: &Analysis, mv| {
                    self.is_only_good_move(history, study, mv)
                };
                guarded(|| bench.study.finish(self.settings, &studies, &mut is_only))
            })
            .unwrap_or_else(|| {
                if bench.unanswered.load(Ordering::Relaxed) {
                    bench.study.unanswered()
                } else {
                    bench.study.broken()
                }
            });
        let item = Item::Game {
            input: bench.input,
            game: Box::new(game),
        };
        // A receiver that is gone needs no games.
        let _ = bench.sender.send((bench.number, item));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of `work`, or nothing if it broke down: one game must not end a run of a million.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Writes items in their order to the outputs they belong to.
struct Writer<'a, 'r> {
    run: &'a Run<'a>,
    tables: &'r mut Tables,
    output: Option<Output>,
    tally: Tally,
}

impl<'a, 'r> Writer<'a, 'r> {
    /// Opens the first output, so that what cannot be written fails before any work.
    fn open(run: &'a Run<'a>, tables: &'r mut Tables) -> Result<Self, Failure> {
        let first = run.inputs.first();
        Ok(Self {
            run,
            tally: Tally {
                puzzles: tables.puzzles.is_some().then_some(0),
                ..Tally::new(&run.settings.students)
            },
            tables,
            output: first.map(|input| run.destination.open(input)).transpose()?,
        })
    }

    fn write(&mut self, item: Item) -> Result<(), Failure> {
        match item {
            Item::Game { input, game } => self.write_game(input, game),
            Item::Rest { input, bytes } => self.output(input)?.write(&bytes),
            Item::EndOfInput(input) => {
                self.output(input)?;
                self.close()
            }
        }
    }

    fn write_game(&mut self, input: usize, game: Box<FinishedGame>) -> Result<(), Failure> {
        let output = self.output(input)?;
        output.write(&game.bytes)?;
        output.pass_on()?;
        if let Some(report) = &mut self.tables.report {
            report.write(&game)?;
        }
        if let Some((_, totals)) = &mut self.tables.totals {
            totals.add(&game.facts);
        }
        if let Some(puzzles) = &mut self.tables.puzzles {
            puzzles.write(&game)?;
        }
        if let Some(refusal) = &game.refusal {
            self.run.monitor.refused(refusal);
        }
        self.run.monitor.game(&|| game.told());
        self.tally.add(game.tally, game.refusal.as_ref());
        self.run.done.games.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// The output that `input` is written to.
    fn output(&mut self, input: usize) -> Result<&mut Output, Failure> {
        match &mut self.output {
            Some(output) => Ok(output),
            closed @ None => {
                let next = self.run.destination.open(&self.run.inputs[input])?;
                Ok(closed.insert(next))
            }
        }
    }

    /// Ends the output at hand.
    fn close(&mut self) -> Result<(), Failure> {
        if let Some(output) = self.output.take() {
            let backup = output.finish()?;
            self.run.done.files.fetch_add(1, Ordering::Relaxed);
            if let Some(backup) = backup {
                let note = format!("the older state was kept as {}", backup.display());
                self.run.monitor.note(&note);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Tally, Failure> {
        if let Some(signal) = interruption::came() {
            return Err(Failure::Interrupted(signal));
        }
        self.close()?;
        Ok(self.tally)
    }
}
