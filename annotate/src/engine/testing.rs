//! Positions for tests: games of the corpora, random play, and FENs.

use std::io::Cursor;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, Setup};

use super::blocks::Block;
use super::graph::Graph;
use super::history::History;

/// A legal position.
pub(crate) fn position(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect(fen).into_setup();
    Chess::from_setup(setup, CastlingMode::Standard).expect(fen)
}

/// A history that starts, and ends, with a position.
pub(crate) fn history(fen: &str) -> History {
    History::new(position(fen))
}

/// Plays moves in SAN.
pub(crate) fn play(history: &mut History, line: &str) {
    for word in line.split_whitespace() {
        let san: SanPlus = word.parse().expect(word);
        let played = san.san.to_move(history.position()).expect(word);
        history.push(played);
    }
}

/// The same position with the board upside down and the colours changed.
pub(crate) fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.board = setup.board.into_mirrored();
    setup.turn = !setup.turn;
    setup.castling_rights = setup.castling_rights.flip_vertical();
    setup.ep_square = setup.ep_square.map(shakmaty::Square::flip_vertical);
    Chess::from_setup(setup, CastlingMode::Standard).expect("a mirror keeps the laws")
}

/// A graph of every block, with arguments and gains that nobody would choose.
pub(crate) fn crooked(seed: u64) -> Graph {
    let mut random = Random::new(seed);
    let mut whole = |most: usize| random.below(2 * most + 1) as i64 - most as i64;
    let blocks: Vec<serde_json::Value> = Block::NAMES
        .into_iter()
        .map(|name| {
            let block = Block::named(name).expect("its own name");
            let mut args = serde_json::Map::new();
            for &argument in block.arguments() {
                args.insert(argument.to_owned(), whole(9).into());
            }
            let gain = format!("0.25 * {} + {} * phase", whole(8), whole(3));
            serde_json::json!({ "block": name, "gain": gain, "args": args })
        })
        .collect();
    let graph = serde_json::json!({ "name": "crooked", "version": 1, "blocks": blocks });
    Graph::from_json(graph.to_string().as_bytes()).expect("sound")
}

/// Random numbers that are the same in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }
}

/// A game of up to `plies` random moves from `start`.
pub(crate) fn random_game(start: Chess, plies: usize, random: &mut Random) -> History {
    let mut history = History::new(start);
    for _ in 0..plies {
        let moves = history.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        history.push(moves[random.below(moves.len())]);
    }
    history
}

/// Random games whose last position is not the end, from the start and from odd places.
pub(crate) fn random_histories(count: usize, seed: u64) -> Vec<History> {
    const STARTS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 93 60",
        "4k3/8/8/8/8/8/3Q4/4K3 w - - 95 90",
        "8/P6k/8/8/8/8/p6K/8 w - - 0 40",
        "r1b2rk1/pp3ppp/2n1pn2/q1bp4/2P2B2/2PBPN2/P1Q2PPP/R3K2R w KQ - 0 10",
        "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 b - - 98 50",
        "2q1k3/8/8/8/8/8/1R4R1/K7 b - - 0 1",
    ];
    let mut random = Random::new(seed);
    let mut histories = Vec::new();
    while histories.len() < count {
        let start = position(STARTS[histories.len() % STARTS.len()]);
        let plies = random.below(60);
        let history = random_game(start, plies, &mut random);
        if !history.position().legal_moves().is_empty() {
            histories.push(history);
        }
    }
    histories
}

/// Every `step`-th position of the games in the corpora, with its past.
pub(crate) fn corpus(step: usize) -> Vec<History> {
    const FILES: [&[u8]; 3] = [
        include_bytes!("../../../corpora/club.pgn"),
        include_bytes!("../../../corpora/famous.pgn"),
        include_bytes!("../../../corpora/case-study.pgn"),
    ];
    let mut histories = Vec::new();
    let mut count = 0;
    for file in FILES {
        let mut reader = Reader::new(Cursor::new(file));
        while let Some(game) = reader.read_game(&mut Games).expect("a readable file") {
            for plies in 0..=game.moves().len() {
                count += 1;
                let history = game.prefix(plies);
                if count % step == 0 && !history.position().legal_moves().is_empty() {
                    histories.push(history);
                }
            }
        }
    }
    histories
}

struct Games;

impl Visitor for Games {
    type Tags = Chess;
    type Movetext = History;
    type Output = History;

    fn begin_tags(&mut self) -> ControlFlow<History, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<History> {
        if name == b"FEN" {
            let setup: Setup = Fen::from_ascii(value.as_bytes())
                .expect("a FEN")
                .into_setup();
            *start = Chess::from_setup(setup, CastlingMode::Standard).expect("legal");
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
        let played = san.san.to_move(history.position()).expect("a legal game");
        history.push(played);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, history: History) -> History {
        history
    }
}
