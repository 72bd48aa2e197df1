//! What an analysis depends on, as a key: all of it, so that a value found is the value meant.
//!
//! A key is the SHA-256 of a description that leaves nothing out: the search (its sources, see
//! `build.rs`, and the crate's version), the graph in full with what `--set` changed, the limits,
//! the position, its halfmove clock, and every position since the last capture or pawn move, as far
//! as the game gives them (ENGINE.md section 2: no other can be repeated). The move number is part
//! of it only where a gain of the graph looks at it, so that most positions are met again.

use std::fmt;

use sha2::{Digest, Sha256};
use shakmaty::{Chess, Color, Position};

use crate::engine::{
    Graph, History, Limits, engine_hash, expression::Variable, graph::VALUE_VERSION,
};

/// The key of one analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::batch) struct Key([u8; 32]);

impl Key {
    /// All of it.
    #[cfg(any(test, feature = "cache"))]
    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The half that entries are found by; the whole is part of their checksum.
    #[cfg(feature = "cache")]
    pub(super) fn found_by(&self) -> &[u8] {
        &self.0[..16]
    }

    /// A key unlike those of other numbers.
    #[cfg(test)]
    pub(super) fn of_number(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_be_bytes());
        Self(bytes)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.0[..8].iter();
        bytes.try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// Makes the keys of a run's positions.
#[derive(Debug)]
pub(in crate::batch) struct Keys {
    /// What all positions of the run have in common.
    common: Sha256,
    /// Whether the graph looks at the move number.
    numbered: bool,
}

impl Keys {
    /// Keys for searches by `graph` within `limits`.
    pub(in crate::batch) fn new(graph: &Graph, limits: Limits) -> Self {
        let mut common = Sha256::new();
        let mut say = |text: &str| {
            common.update((text.len() as u64).to_be_bytes());
            common.update(text);
        };
        say(env!("CARGO_PKG_VERSION"));
        say(env!("QV_SEARCH"));
        say(VALUE_VERSION);
        say(&engine_hash());
        say(graph.hash());
        // The hash of a graph has 32 bits, which two people's graphs may share: say it in full.
        say(&format!("{} {:?}", graph.seed(), graph.own()));
        let value = |name: &str| graph.parameter(name);
        for channel in graph.channels() {
            let gain = channel.gain.bind(&value);
            let own_gain = channel.own_gain.as_ref().map(|gain| gain.bind(&value));
            say(&format!("{:?} {gain:?} {own_gain:?}", channel.block));
        }
        say(&format!("{} {:?}", limits.depth, limits.nodes));
        Self {
            common,
            numbered: [Variable::Ply, Variable::MoveNumber]
                .into_iter()
                .any(|variable| looks_at(graph, variable)),
        }
    }

    /// The keys of all positions of a game, the first before its first move.
    pub(in crate::batch) fn of_game(&self, game: &History) -> Vec<Key> {
        let positions: Vec<&Chess> = game.earlier().iter().chain([game.position()]).collect();
        let boards: Vec<Vec<u8>> = positions.iter().map(|position| board(position)).collect();
        let key = |ply: usize| {
            let position = positions[ply];
            let reach = (position.halfmoves() as usize).min(ply);
            let mut hasher = self.common.clone();
            hasher.update(&boards[ply]);
            hasher.update(position.halfmoves().to_be_bytes());
            let number = if self.numbered {
                position.fullmoves().get()
            } else {
                0
            };
            hasher.update(number.to_be_bytes());
            for earlier in &boards[ply - reach..ply] {
                hasher.update(earlier);
            }
            Key(hasher.finalize().into())
        };
        (0..positions.len()).map(key).collect()
    }
}

/// Whether any gain of the graph can depend on `variable`.
fn looks_at(graph: &Graph, variable: Variable) -> bool {
    graph.channels().iter().any(|channel| {
        let gains = [Some(&channel.gain), channel.own_gain.as_ref()];
        gains
            .into_iter()
            .flatten()
            .any(|gain| gain.mentions(variable))
    })
}

/// A position as the rules of repetition know it, always of the same length.
fn board(position: &Chess) -> Vec<u8> {
    let board = position.board();
    let mut bytes = Vec::with_capacity(8 * 8 + 8 + 2);
    for color in Color::ALL {
        bytes.extend(board.by_color(color).0.to_be_bytes());
    }
    for role in shakmaty::Role::ALL {
        bytes.extend(board.by_role(role).0.to_be_bytes());
    }
    bytes.extend(position.castles().castling_rights().0.to_be_bytes());
    bytes.push(u8::from(position.turn().is_white()));
    bytes.push(position.legal_ep_square().map_or(64, |square| square as u8));
    bytes
}

#[cfg(test)]
mod tests {
    use shakmaty::san::San;

    use super::*;

    fn game(line: &str) -> History {
        let mut history = History::new(Chess::default());
        for word in line.split_whitespace() {
            let san: San = word.parse().expect("a move");
            let played = san.to_move(history.position()).expect("a legal move");
            history.push(played);
        }
        history
    }

    fn keys(graph: &Graph) -> Keys {
        Keys::new(graph, Limits::default())
    }

    fn last(keys: &Keys, line: &str) -> Key {
        *keys.of_game(&game(line)).last().expect("a position")
    }

    #[test]
    fn move_orders_that_meet_after_a_pawn_move_share_a_key() {
        let keys = keys(&Graph::clean());
        assert_eq!(last(&keys, "e4 e6 d4 d5"), last(&keys, "d4 e6 e4 d5"));
    }

    #[test]
    fn the_past_since_the_last_capture_or_pawn_move_is_part_of_the_key() {
        let keys = keys(&Graph::clean());
        let by_knight = last(&keys, "e4 e5 Nf3 Nc6 Bc4");
        let by_bishop = last(&keys, "e4 e5 Bc4 Nc6 Nf3");
        assert_ne!(by_knight, by_bishop);
        assert_ne!(last(&keys, ""), last(&keys, "Nf3 Nf6 Ng1 Ng8"));
        assert_eq!(
            last(&keys, "Nf3 Nf6 Ng1 Ng8 e4"),
            last(&keys, "e4"),
            "what cannot be repeated does not matter"
        );
    }

    #[test]
    fn rights_clock_and_a_legal_en_passant_capture_are_part_of_the_key() {
        let keys = keys(&Graph::clean());
        let of = |fen: &str| {
            let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
            let position = fen.into_position(shakmaty::CastlingMode::Standard);
            keys.of_game(&History::new(position.expect("legal")))[0]
        };
        let bare = of("4k3/8/8/3pP3/8/8/8/4K2R w - - 0 30");
        assert_eq!(bare, of("4k3/8/8/3pP3/8/8/8/4K2R w - - 0 31"));
        assert_ne!(bare, of("4k3/8/8/3pP3/8/8/8/4K2R w - - 1 30"));
        assert_ne!(bare, of("4k3/8/8/3pP3/8/8/8/4K2R w K - 0 30"));
        assert_ne!(bare, of("4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 30"));
        assert_ne!(bare, of("4k3/8/8/3pP3/8/8/8/4K2R b - - 0 30"));
    }

    #[test]
    fn graph_parameters_and_limits_are_part_of_the_key() {
        let start = |graph: &Graph, limits| Keys::new(graph, limits).of_game(&game(""))[0];
        let limits = Limits::default();
        let careless = Graph::careless();
        let set = |name: &str, value: &str| careless.with(&[(name, value)]).expect("a parameter");
        let mut seen = vec![
            start(&Graph::clean(), limits),
            start(&careless, limits),
            start(&set("own", "white"), limits),
            start(&set("own", "black"), limits),
            start(&set("care", "0.5"), limits),
            start(&set("seed", "7"), limits),
            start(&Graph::clean(), Limits { depth: 5, ..limits }),
            start(
                &Graph::clean(),
                Limits {
                    nodes: None,
                    ..limits
                },
            ),
            start(
                &Graph::clean(),
                Limits {
                    nodes: Some(999_999),
                    ..limits
                },
            ),
        ];
        let count = seen.len();
        seen.sort_by_key(|key| *key.bytes());
        seen.dedup();
        assert_eq!(seen.len(), count);
    }

    #[test]
    fn the_move_number_counts_only_where_a_gain_looks_at_it() {
        let graph = |gain: &str| {
            let json = format!(
                r#"{{"name":"n","version":1,"blocks":[{{"block":"material","gain":{gain}}}]}}"#
            );
            Graph::from_json(json.as_bytes()).expect("sound")
        };
        let differ = |graph: &Graph| {
            let keys = keys(graph);
            last(&keys, "Nf3 Nf6 Ng1 Ng8 e4") != last(&keys, "e4")
        };
        assert!(!differ(&graph("1")));
        assert!(!differ(&graph(r#""phase""#)));
        assert!(differ(&graph(r#""1 + 0.5 * min(ply, 3)""#)));
        assert!(differ(&graph(r#""move_number""#)));
    }

    #[test]
    fn the_key_of_a_ply_is_that_of_the_game_cut_there() {
        let keys = keys(&Graph::clean());
        let whole = game("Nf3 Nf6 Ng1 Ng8 e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3");
        for (ply, key) in keys.of_game(&whole).into_iter().enumerate() {
            assert_eq!(keys.of_game(&whole.prefix(ply)).last(), Some(&key), "{ply}");
        }
    }
}
