//! The leaf score `E` of section 4 of `annotate/ENGINE.md`.
//!
//! The sum over the blocks, in their order, of gain times meter of White less
//! gain times meter of Black, in 64-bit floating point from left to right,
//! clamped to ±20000 and truncated toward zero. Scores are centipawns.

use shakmaty::{Chess, Color, EnPassantMode, Position, zobrist::Zobrist64};

use crate::{
    digest::sha256,
    graph::{Arguments, BlockKind, Expression, Graph, Variable},
    meters::{Places, Seen, phase, places_of},
};

/// The bound of the leaf score, in centipawns.
const CLAMP: f64 = 20_000.0;

/// A gain, made ready: most gains depend on the phase alone.
enum Gain {
    ByPhase(Vec<f64>),
    General(Expression),
}

impl Gain {
    fn new(expression: &Expression) -> Gain {
        let depends = [
            Variable::Ply,
            Variable::MoveNumber,
            Variable::WhiteToMove,
            Variable::Dice,
        ]
        .into_iter()
        .any(|variable| expression.names(variable));
        if depends {
            return Gain::General(expression.clone());
        }
        let table = (0..=64_u8).map(|sixty_fourths| {
            let phase = f64::from(sixty_fourths) / 64.0;
            expression.value(&|_| phase)
        });
        Gain::ByPhase(table.collect())
    }
}

struct Term {
    block: BlockKind,
    salt: u64,
    /// The table of a block of places.
    places: Option<Places>,
    white: Gain,
    black: Gain,
}

/// A graph made ready to score positions.
pub struct Evaluator {
    terms: Vec<Term>,
    arguments: Arguments,
    seed: u64,
    counts_moves: bool,
}

impl Evaluator {
    /// Makes a graph ready.
    pub fn new(graph: &Graph) -> Evaluator {
        let terms = graph
            .blocks
            .iter()
            .map(|block| {
                let gain = |color: Color| match &block.own_gain {
                    Some(own) if graph.own == Some(color) => Gain::new(own),
                    _ => Gain::new(&block.gain),
                };
                let salt = sha256(block.block.name().as_bytes(), 16);
                Term {
                    block: block.block,
                    salt: u64::from_str_radix(&salt, 16).unwrap_or_default(),
                    places: places_of(block.block, &graph.arguments),
                    white: gain(Color::White),
                    black: gain(Color::Black),
                }
            })
            .collect();
        let counts_moves = graph.blocks.iter().any(|block| {
            [Some(&block.gain), block.own_gain.as_ref()]
                .into_iter()
                .flatten()
                .any(|gain| gain.names(Variable::Ply) || gain.names(Variable::MoveNumber))
        });
        Evaluator {
            terms,
            arguments: graph.arguments.clone(),
            seed: graph.seed,
            counts_moves,
        }
    }

    /// An evaluation without a block: every position is worth 0. Which values are
    /// mates does not depend on the evaluation, and this one costs nothing.
    pub fn indifferent() -> Evaluator {
        Evaluator {
            terms: Vec::new(),
            arguments: Arguments::default(),
            seed: 0,
            counts_moves: false,
        }
    }

    /// Whether the same position may score differently at another move number.
    pub fn counts_moves(&self) -> bool {
        self.counts_moves
    }

    /// The leaf score from the mover's side, in centipawns.
    pub fn score(&self, position: &Chess) -> i32 {
        let board = position.board();
        let seen = Seen::new(board, position.turn());
        let phase = phase(board);
        let mut sum = 0.0;
        for term in &self.terms {
            let gain = |gain: &Gain| match gain {
                Gain::ByPhase(table) => table[usize::from(phase)],
                Gain::General(expression) => {
                    expression.value(&|variable| self.variable(variable, position, phase, term))
                }
            };
            let meter = |color| {
                f64::from(match &term.places {
                    Some(places) => seen.places(color, places),
                    None => seen.meter(color, term.block, &self.arguments),
                })
            };
            let for_white = gain(&term.white) * meter(Color::White);
            let for_black = gain(&term.black) * meter(Color::Black);
            sum += for_white - for_black;
        }
        // A sum that is no number is cast to 0, as ENGINE.md has it.
        let white = sum.clamp(-CLAMP, CLAMP).trunc() as i32;
        position.turn().fold_wb(white, -white)
    }

    fn variable(&self, variable: Variable, position: &Chess, phase: u8, term: &Term) -> f64 {
        let white = position.turn().is_white();
        let number = position.fullmoves().get();
        match variable {
            Variable::Phase => f64::from(phase) / 64.0,
            Variable::Ply => 2.0 * (f64::from(number) - 1.0) + f64::from(u8::from(!white)),
            Variable::MoveNumber => f64::from(number),
            Variable::WhiteToMove => f64::from(u8::from(white)),
            Variable::Dice => {
                let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
                f64::from((split_mix(self.seed ^ key ^ term.salt) >> 58) as u8) / 64.0
            }
        }
    }
}

/// One step of `SplitMix64`.
pub fn split_mix(x: u64) -> u64 {
    let z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    const CLEAN: &[u8] = include_bytes!("../../annotate/graphs/clean.json");
    const CARELESS: &[u8] = include_bytes!("../../annotate/graphs/careless.json");
    const FIVE: &[u8] = include_bytes!("../../annotate/graphs/five.json");

    fn score(fen: &str, graph: &[u8]) -> i32 {
        let position: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        Evaluator::new(&Graph::read(graph, &[]).unwrap()).score(&position)
    }

    #[test]
    fn the_standard_position_is_worth_the_move_alone() {
        let fen = Fen::default().to_string();
        assert_eq!(score(&fen, FIVE), 0);
        let tempo = br#"{"name":"x","version":1,"blocks":[
            {"block":"material","gain":1},{"block":"tempo","gain":0.5,"args":{"to_move":33}}]}"#;
        // 16.5 for the mover, truncated toward zero from either side.
        assert_eq!(score(&fen, tempo), 16);
        assert_eq!(score(&fen.replace(" w ", " b "), tempo), 16);
    }

    #[test]
    fn the_score_is_seen_from_the_mover() {
        for graph in [CLEAN, CARELESS, FIVE] {
            let white = score("4k3/8/8/8/8/8/8/4K2R w - - 0 1", graph);
            let black = score("4k2r/8/8/8/8/8/8/4K3 b - - 0 1", graph);
            assert_eq!(white, black);
            assert!(white > 400);
        }
    }

    #[test]
    fn without_an_own_side_the_careless_graph_is_the_clean_one() {
        let fen = "r3kb1r/p1npqp2/1p5p/2pPN3/5p2/P6P/1PP1Q1P1/R1B2RK1 w kq - 1 15";
        assert_eq!(score(fen, CLEAN), score(fen, CARELESS));
    }
}
