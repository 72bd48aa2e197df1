//! Measures the search on the positions of PGN files: nodes a position, share complete, nodes a second.
//!
//! `cargo run --release --example nodes -- 6 1000000 3 corpora/club.pgn corpora/famous.pgn` searches
//! every third position at depth 6 with a million nodes each; a budget of 0 is none. Words of the
//! form `own=white` set parameters of the careless graph, which is then searched instead; a path that
//! ends in `.json` is a graph to search with.

use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::ops::ControlFlow;
use std::time::Instant;

use annotate::engine::{Graph, History, Limits, Searcher};
use pgn_reader::shakmaty::{CastlingMode, Chess, FromSetup, fen::Fen};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};

struct Games;

impl Visitor for Games {
    type Tags = Chess;
    type Movetext = History;
    type Output = History;

    fn begin_tags(&mut self) -> ControlFlow<History, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<History> {
        if name == b"FEN"
            && let Ok(fen) = Fen::from_ascii(value.as_bytes())
            && let Ok(position) = Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
        {
            *start = position;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<History, History> {
        ControlFlow::Continue(History::new(start))
    }

    fn begin_variation(&mut self, _: &mut History) -> ControlFlow<History, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, history: &mut History, san: SanPlus) -> ControlFlow<History> {
        if let Ok(played) = san.san.to_move(history.position()) {
            history.push(played);
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, history: History) -> History {
        history
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "figures for people, three digits of them"
)]
fn main() -> io::Result<()> {
    let mut words = std::env::args().skip(1);
    let mut number = |default: u64| -> u64 {
        let word = words.next();
        word.and_then(|word| word.parse().ok()).unwrap_or(default)
    };
    let depth = number(6) as u8;
    let budget = number(1_000_000);
    let step = number(1) as usize;
    let limits = Limits {
        depth,
        nodes: (budget > 0).then_some(budget),
    };
    let (sets, paths): (Vec<String>, Vec<String>) = words.partition(|word| word.contains('='));
    let (graphs, paths): (Vec<String>, Vec<String>) = paths
        .into_iter()
        .partition(|path| std::path::Path::new(path).extension() == Some("json".as_ref()));
    let graph = if let Some(path) = graphs.first() {
        Graph::from_json(&std::fs::read(path)?)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?
    } else if sets.is_empty() {
        Graph::clean()
    } else {
        let sets: Vec<_> = sets.iter().filter_map(|set| set.split_once('=')).collect();
        Graph::careless()
            .with(&sets)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?
    };
    let mut searcher = Searcher::new(&graph);
    let mut counts = Vec::new();
    let mut times = Vec::new();
    let mut complete = 0_usize;
    let mut fingerprint = 0_u64;
    let begun = Instant::now();
    for path in paths {
        let mut reader = Reader::new(BufReader::new(File::open(path)?));
        while let Some(game) = reader.read_game(&mut Games)? {
            for ply in (0..=game.moves().len()).step_by(step.max(1)) {
                let history = game.prefix(ply);
                let start = Instant::now();
                let analysis = searcher.search(&history, limits);
                times.push(start.elapsed().as_secs_f64() * 1e3);
                complete += usize::from(analysis.depths.len() > usize::from(depth));
                for result in &analysis.depths {
                    let score = u64::from(result.score.value().cast_unsigned());
                    fingerprint = fingerprint.wrapping_mul(0x100_0000_01b3) ^ score;
                }
                counts.push(analysis.nodes);
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    counts.sort_unstable();
    times.sort_unstable_by(f64::total_cmp);
    let total: u64 = counts.iter().sum();
    let at = |share: usize| counts.get(counts.len() * share / 100).copied().unwrap_or(0);
    let time_at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or(0.0);
    writeln!(
        io::stdout(),
        "depth {depth}: {} positions, nodes median {} p90 {} mean {}, complete {:.2}%, {:.1} s, \
         {:.2} M nodes/s, {:.1} ms a position, scores {fingerprint:016x}, \
         ms median {:.1} p90 {:.1}",
        counts.len(),
        at(50),
        at(90),
        total / counts.len().max(1) as u64,
        100.0 * complete as f64 / counts.len().max(1) as f64,
        seconds,
        total as f64 / seconds / 1e6,
        1e3 * seconds / counts.len().max(1) as f64,
        time_at(50),
        time_at(90),
    )
}
