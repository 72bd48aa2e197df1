//! Traces what the judge's scores are made of, for `scripts/tune`.
//!
//! `cargo run --release --example leaves -- GRAPH.json DEPTH GAMES.pgn > leaves.tsv` searches every
//! position of games with `[%eval]`s at the depths a judge asks for, walks each principal variation
//! to its leaf, and writes there what each argument of each block of the graph counts: the meter
//! with that argument 1 and the others 0, White's minus Black's. DEPTH is at least 2.
//!
//! The first line names the arguments with their values and their block's gain at phase 0 and 64,
//! in 64ths; each further one has game, ply, side to move (1 White), the recorded eval of the
//! position from White's side (`-` where there is none), and then score, phase and
//! `argument:count` pairs four times: as the best of the move that follows, at the depth and at one
//! less, and as the played of the move before, the same. A score that is no leaf score (mate, draw
//! by rule) has phase `-`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::ops::ControlFlow;

use annotate::engine::attacks::{Attacks, Pieces};
use annotate::engine::blocks::{Block, Scene};
use annotate::engine::{Analysis, Evaluation, Graph, History, Limits, Searcher};
use pgn_reader::shakmaty::{Chess, Color, Position};
use pgn_reader::{RawComment, Reader, SanPlus, Skip, Visitor};

/// A game with the eval recorded after each move.
#[derive(Default)]
struct Game {
    history: Option<History>,
    evals: Vec<Option<i32>>,
}

struct Games;

impl Visitor for Games {
    type Tags = ();
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(Game {
            history: Some(History::new(Chess::default())),
            evals: vec![Some(15)],
        })
    }

    fn begin_variation(&mut self, _: &mut Game) -> ControlFlow<Game, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        if let Some(history) = &mut game.history
            && let Ok(played) = san.san.to_move(history.position())
        {
            history.push(played);
            game.evals.push(None);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Game> {
        let text = String::from_utf8_lossy(comment.as_bytes()).into_owned();
        if let Some((_, rest)) = text.split_once("[%eval ")
            && let Some((word, _)) = rest.split_once([']', ','])
            && let Some(last) = game.evals.last_mut()
        {
            *last = match word.strip_prefix('#') {
                Some(mate) if mate.starts_with('-') => Some(-1000),
                Some(_) => Some(1000),
                None => word.parse::<f64>().ok().map(|pawns| {
                    let centipawns = (pawns * 100.0).round() as i32;
                    centipawns.clamp(-1000, 1000)
                }),
            };
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}

/// The blocks of a graph, one argument 1 and the others 0 in turn.
fn units(graph: &Graph) -> (Vec<Block>, String) {
    let mut units = Vec::new();
    let mut names = String::new();
    for channel in graph.channels() {
        let gain = |phase: f64| {
            let bound = channel.gain.bind(&|name| graph.parameter(name));
            let values = annotate::engine::expression::Values {
                phase,
                ..Default::default()
            };
            bound.map_or(0.0, |bound| bound.value(&values) * 64.0)
        };
        for &name in channel.block.arguments() {
            let mut unit = channel.block;
            let mut value = 0;
            for &other in channel.block.arguments() {
                if let Some(argument) = unit.argument(other) {
                    if other == name {
                        value = *argument;
                    }
                    *argument = i32::from(other == name);
                }
            }
            units.push(unit);
            let _ = write!(
                names,
                "\t{}.{name}={value},{},{}",
                channel.block.name(),
                gain(0.0),
                gain(1.0)
            );
        }
    }
    (units, names)
}

/// Score, phase and counts of the leaf of one depth, as text.
fn leaf(
    history: &History,
    analysis: &Analysis,
    depth: usize,
    evaluation: &Evaluation,
    units: &[Block],
) -> String {
    let Some(result) = analysis.depths.get(depth) else {
        return "0\t-\t".to_owned();
    };
    let mut position = history.position().clone();
    let sign = |turn: Color| if turn.is_white() { 1 } else { -1 };
    let score = sign(position.turn()) * result.score.value().clamp(-1000, 1000);
    for &played in &result.line {
        position.play_unchecked(played);
    }
    let stands = sign(position.turn()) * evaluation.score(&position).value();
    if stands != sign(history.position().turn()) * result.score.value() {
        return format!("{score}\t-\t");
    }
    let pieces = Pieces::from(position.board());
    let attacks = Attacks::of(&pieces);
    let scene = Scene {
        pieces: &pieces,
        attacks: &attacks,
        turn: position.turn(),
    };
    let board = position.board();
    let phase = 2 * (board.knights() | board.bishops()).count()
        + 4 * board.rooks().count()
        + 16 * board.queens().count();
    let mut text = format!("{stands}\t{}\t", phase.min(64));
    for (index, unit) in units.iter().enumerate() {
        let count = unit.meter(scene, Color::White) - unit.meter(scene, Color::Black);
        if count != 0 {
            let _ = write!(text, "{index}:{count} ");
        }
    }
    text
}

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [graph, depth, games] = words.as_slice() else {
        return Err(io::Error::other("usage: leaves GRAPH.json DEPTH GAMES.pgn"));
    };
    let graph = Graph::from_json(&std::fs::read(graph)?).map_err(io::Error::other)?;
    let depth: u8 = depth.parse().map_err(io::Error::other)?;
    let limits = Limits { depth, nodes: None };
    let evaluation = Evaluation::new(&graph);
    let (units, names) = units(&graph);
    let mut searcher = Searcher::new(&graph);
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{names}")?;
    let mut reader = Reader::new(BufReader::new(File::open(games)?));
    let mut number = 0;
    while let Some(game) = reader.read_game(&mut Games)? {
        let Some(whole) = game.history else { continue };
        for ply in 0..=whole.moves().len() {
            let history = whole.prefix(ply);
            let analysis = searcher.search(&history, limits);
            let at = |depth: u8| leaf(&history, &analysis, depth.into(), &evaluation, &units);
            // A mover in check searches one ply deeper.
            let in_check = ply > 0 && whole.prefix(ply - 1).is_check();
            let less = depth - u8::from(!in_check);
            let eval = game.evals.get(ply).copied().flatten();
            writeln!(
                out,
                "{number}\t{ply}\t{}\t{}\t{}\t{}\t{}\t{}",
                u8::from(history.position().turn().is_white()),
                eval.map_or_else(|| "-".to_owned(), |eval| eval.to_string()),
                at(depth),
                at(depth - 1),
                at(less),
                at(less.saturating_sub(1))
            )?;
        }
        number += 1;
    }
    Ok(())
}
