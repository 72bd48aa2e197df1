//! Traces what the judge's scores are made of, for `scripts/tune`.
//!
//! `cargo run --release --example leaves -- trace GRAPH.json DEPTH GAMES.pgn > leaves.tsv` searches
//! every position of games with `[%eval]`s at the depths a judge asks for and walks each principal
//! variation to its leaf. A line has game, ply, side to move (1 White), the recorded eval of the
//! position from White's side (`-` where there is none), and then score and leaf three times, tabs
//! between: as the best of the move that follows, at the depth; and as the played of the move
//! before, at the depth of its best and one ply further. A score that is no leaf score (mate, draw
//! by rule) has the leaf `-`.
//!
//! `… --example leaves -- count GRAPH.json leaves.tsv` writes, for the same lines, what each argument
//! of each block of the graph counts at the leaf: the meter with that argument 1 and the others 0,
//! White's minus Black's, as `argument:count` pairs behind the phase in 64ths. The first line names
//! the arguments with their values and their block's gain at each phase, in 64ths. So a trace
//! serves for many graphs, as long as its leaves are near those the new graph would choose.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::ops::ControlFlow;

use annotate::engine::attacks::{Attacks, Pieces};
use annotate::engine::blocks::{Block, Scene};
use annotate::engine::{Analysis, Evaluation, Graph, History, Limits, Searcher};
use pgn_reader::shakmaty::fen::Fen;
use pgn_reader::shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};
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
            let _ = write!(names, "\t{}.{name}={value}", channel.block.name());
            for phase in 0..=64 {
                let _ = write!(names, ",{}", gain(f64::from(phase) / 64.0));
            }
        }
    }
    (units, names)
}

/// Score and leaf of one depth, as text.
fn leaf(history: &History, analysis: &Analysis, depth: usize, evaluation: &Evaluation) -> String {
    let Some(result) = analysis.depths.get(depth) else {
        return "0\t-".to_owned();
    };
    let mut position = history.position().clone();
    let sign = |turn: Color| if turn.is_white() { 1 } else { -1 };
    let score = sign(position.turn()) * result.score.value();
    for &played in &result.line {
        position.play_unchecked(played);
    }
    let stands = sign(position.turn()) * evaluation.score(&position).value();
    if stands != score || history.rule_draw().is_some() {
        let score = if history.rule_draw().is_some() {
            0
        } else {
            score
        };
        return format!("{}\t-", score.clamp(-1000, 1000));
    }
    let fen = Fen::from_position(&position, EnPassantMode::Legal);
    format!("{stands}\t{fen}")
}

fn trace(graph: &Graph, depth: u8, games: &str, out: &mut impl Write) -> io::Result<()> {
    let limits = Limits { depth, nodes: None };
    let evaluation = Evaluation::new(graph);
    let mut searcher = Searcher::new(graph);
    let mut reader = Reader::new(BufReader::new(File::open(games)?));
    let mut number = 0;
    while let Some(game) = reader.read_game(&mut Games)? {
        let Some(whole) = game.history else { continue };
        for ply in 0..=whole.moves().len() {
            let history = whole.prefix(ply);
            let analysis = searcher.search(&history, limits);
            let at = |depth: u8| leaf(&history, &analysis, depth.into(), &evaluation);
            // A mover in check searches one ply deeper.
            let in_check = ply > 0 && whole.prefix(ply - 1).is_check();
            let less = depth - u8::from(!in_check);
            let eval = game.evals.get(ply).copied().flatten();
            writeln!(
                out,
                "{number}\t{ply}\t{}\t{}\t{}\t{}\t{}",
                u8::from(history.position().turn().is_white()),
                eval.map_or_else(|| "-".to_owned(), |eval| eval.to_string()),
                at(depth),
                at(less),
                at(depth.min(less + 1))
            )?;
        }
        number += 1;
    }
    Ok(())
}

/// Phase and counts of a leaf, as text.
fn counts(fen: &str, units: &[Block]) -> io::Result<String> {
    let fen: Fen = fen.parse().map_err(io::Error::other)?;
    let position: Chess = fen
        .into_position(CastlingMode::Standard)
        .map_err(io::Error::other)?;
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
    let mut text = format!("{}\t", phase.min(64));
    for (index, unit) in units.iter().enumerate() {
        let count = unit.meter(scene, Color::White) - unit.meter(scene, Color::Black);
        if count != 0 {
            let _ = write!(text, "{index}:{count} ");
        }
    }
    Ok(text)
}

fn count(graph: &Graph, leaves: &str, out: &mut impl Write) -> io::Result<()> {
    let (units, names) = units(graph);
    writeln!(out, "{names}")?;
    for line in BufReader::new(File::open(leaves)?).lines() {
        let line = line?;
        let words: Vec<&str> = line.split('\t').collect();
        write!(out, "{}", words[..4].join("\t"))?;
        for pair in words[4..].chunks(2) {
            let [score, leaf] = pair else { continue };
            match *leaf {
                "-" => write!(out, "\t{score}\t-\t")?,
                leaf => write!(out, "\t{score}\t{}", counts(leaf, &units)?)?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let read = |path: &str| Graph::from_json(&std::fs::read(path)?).map_err(io::Error::other);
    let mut out = BufWriter::new(io::stdout().lock());
    match words.as_slice() {
        ["trace", graph, depth, games] => {
            let depth: u8 = depth.parse().map_err(io::Error::other)?;
            trace(&read(graph)?, depth.max(1), games, &mut out)?;
        }
        ["count", graph, leaves] => count(&read(graph)?, leaves, &mut out)?,
        _ => {
            return Err(io::Error::other(
                "usage: leaves trace GRAPH.json DEPTH GAMES.pgn | count GRAPH.json LEAVES.tsv",
            ));
        }
    }
    out.flush()
}
