//! From graph to leaf score: gains become integer tables where they can, expressions where not.
//!
//! A gain that at each of the 65 phases is a multiple of 1/64 and asks for nothing but the phase is
//! a table of whole numbers; if all gains of a graph are (the default graph's are), the leaf score
//! is taken in whole 64ths, and no expression is looked at during a search. Products and sums of
//! such numbers are exact in 64-bit floating point too, so both ways give the same score.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position, Square, attacks};

use super::attacks::{Attacks, BISHOP, KNIGHT, Pieces, QUEEN, ROOK};
use super::blocks::king::FREE_LINES;
use super::blocks::{Block, King, Loose, Material, Mobility, Pawns};
use super::dice::Dice;
use super::expression::{Expression, Values, Variable};
use super::graph::Graph;
use super::score::Score;

/// Full phase: all the pieces of the starting position.
pub(crate) const FULL_PHASE: usize = 64;

/// How much each role counts toward the phase, pawn to king.
pub(crate) const PHASE_COUNTS: [u16; 6] = [0, 2, 2, 4, 16, 0];

/// The phase in 64ths of so many phase counts.
#[inline]
pub(crate) fn phase_of(counts: u16) -> usize {
    usize::from(counts).min(FULL_PHASE)
}

/// What a leaf is beside its pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// In 64ths.
    pub(crate) phase: usize,
    /// Half-moves since the standard starting position.
    pub(crate) ply: u64,
    pub(crate) turn: Color,
    /// Polyglot key, en passant only where legal.
    pub(crate) key: u64,
}

/// One channel with its parameters filled in, a gain for each side.
#[derive(Clone, Debug)]
struct Term {
    block: Block,
    dice: Dice,
    gains: [Expression; 2],
}

/// Gains in 64ths by side and phase.
pub(crate) type GainTable = [[i32; FULL_PHASE + 1]; 2];

/// A graph in whole numbers.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    pub(crate) material: (Material, GainTable),
    pub(crate) loose: (Loose, GainTable),
    pub(crate) king: (King, GainTable),
    pub(crate) mobility: (Mobility, GainTable),
    pub(crate) pawns: (Pawns, GainTable),
    pub(crate) spread: Spread,
}

/// By side, role and square: the least and the most a piece can add to its side's advantage, in
/// 64ths.
pub(crate) type PieceBounds = [[[(i32, i32); 64]; 6]; 2];

/// Bounds of what loose pieces, mobility and attacks on the king can add to a leaf score.
///
/// Write `A(c)` for the advantage of side `c` from these: its own gains times meters minus the other
/// side's. Each of the meters is a sum over pieces, each piece adding its argument times a count
/// between 0 and a known most: squares attacked (what it attacks from its square on an empty board
/// at most), exposed or not, at the enemy king's ring or not. So `A(c)` is at most the sum over
/// `c`'s pieces of their `high` minus the sum over the enemy's pieces of their `low`, where each is
/// the extreme over the counts and over all 65 phases. `A(c)` being `−A(other)`, the same numbers
/// bound it from below.
///
/// Of the king meter there remain the lines, between 0 and 23 squares, and the cover, which king and
/// pawns decide; they are weighed with the gain of the phase.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    /// What single pieces can add.
    pub(crate) pieces: Box<PieceBounds>,
    /// The least and the most points of line, unweighed.
    pub(crate) line: (i32, i32),
}

/// A compiled graph: the function `E` of ENGINE.md.
#[derive(Clone, Debug)]
pub struct Evaluation {
    terms: Vec<Term>,
    whole: Option<Whole>,
}

impl Evaluation {
    /// Compiles a graph.
    pub fn new(graph: &Graph) -> Evaluation {
        let terms: Vec<Term> = graph
            .channels()
            .iter()
            .map(|channel| {
                let bind = |gain: &Expression| {
                    let bound = gain.bind(&|name| graph.parameter(name));
                    // A sound graph names known parameters only.
                    bound.unwrap_or(Expression::Number(0.0))
                };
                let mut gains = [bind(&channel.gain), bind(&channel.gain)];
                if let (Some(own), Some(gain)) = (graph.own(), &channel.own_gain) {
                    gains[own as usize] = bind(gain);
                }
                Term {
                    block: channel.block,
                    dice: Dice::new(graph.seed(), channel.block.name()),
                    gains,
                }
            })
            .collect();
        Evaluation {
            whole: Whole::of(&terms),
            terms,
        }
    }

    /// The same graph with the integer tables left out, for comparing the two ways.
    #[must_use]
    pub fn in_floating_point(&self) -> Evaluation {
        Evaluation {
            whole: None,
            ..self.clone()
        }
    }

    /// Whether the score is a function of the position alone: no gain looks at the ply of the game.
    pub(crate) fn is_of_position(&self) -> bool {
        let timed =
            |gain: &Expression| gain.mentions(Variable::Ply) || gain.mentions(Variable::MoveNumber);
        !self.terms.iter().any(|term| term.gains.iter().any(timed))
    }

    /// The graph in whole numbers, where its gains allow it.
    pub(crate) fn whole(&self) -> Option<&Whole> {
        self.whole.as_ref()
    }

    /// The leaf score of a position, seen by the mover.
    pub fn score(&self, position: &Chess) -> Score {
        let pieces = Pieces::from(position.board());
        let mut counts = 0;
        for (role, count) in PHASE_COUNTS.into_iter().enumerate() {
            counts += pieces.by_role[role].count() as u16 * count;
        }
        let turn = position.turn();
        let setting = Setting {
            phase: phase_of(counts),
            ply: 2 * (u64::from(position.fullmoves().get()) - 1) + u64::from(turn.is_black()),
            turn,
            key: position
                .zobrist_hash::<Zobrist64>(EnPassantMode::Legal)
                .into(),
        };
        let attacks = Attacks::of(&pieces);
        let seen_by_white = match &self.whole {
            Some(whole) => {
                let total = whole.settled(&pieces, setting.phase)
                    + whole.rest(&pieces, &attacks, setting.phase);
                in_centipawns(total)
            }
            None => self.general(&pieces, &attacks, setting),
        };
        Score::cp(turn.fold_wb(seen_by_white, -seen_by_white))
    }

    /// The leaf score from White's side by the rule of ENGINE.md section 4, word for word.
    #[allow(
        clippy::cast_precision_loss,
        reason = "plies and meters are far below 2^53"
    )]
    pub(crate) fn general(&self, pieces: &Pieces, attacks: &Attacks, setting: Setting) -> i32 {
        let mut values = Values {
            phase: setting.phase as f64 / FULL_PHASE as f64,
            ply: setting.ply as f64,
            move_number: (setting.ply / 2 + 1) as f64,
            white_to_move: f64::from(u8::from(setting.turn.is_white())),
            dice: 0.0,
        };
        let mut sum = 0.0;
        for term in &self.terms {
            values.dice = f64::from(term.dice.throw(setting.key)) / 64.0;
            let part = |side: Color| {
                let meter = f64::from(term.block.meter(pieces, attacks, side));
                term.gains[side as usize].value(&values) * meter
            };
            sum += part(Color::White) - part(Color::Black);
        }
        let bound = f64::from(Score::LEAF_BOUND);
        sum.clamp(-bound, bound) as i32
    }
}

/// A sum in 64ths as a leaf score: held within ±20000, truncated toward zero.
#[inline]
pub(crate) fn in_centipawns(sixty_fourths: i32) -> i32 {
    (sixty_fourths / 64).clamp(-Score::LEAF_BOUND, Score::LEAF_BOUND)
}

impl Whole {
    fn of(terms: &[Term]) -> Option<Whole> {
        let none = [[0; FULL_PHASE + 1]; 2];
        let mut whole = Whole {
            material: (Material::default(), none),
            loose: (Loose::default(), none),
            king: (King::default(), none),
            mobility: (Mobility::default(), none),
            pawns: (Pawns::default(), none),
            spread: Spread {
                pieces: Box::new([[[(0, 0); 64]; 6]; 2]),
                line: (0, 0),
            },
        };
        let mut largest = 0_i64;
        for term in terms {
            let table = [table(&term.gains[0])?, table(&term.gains[1])?];
            let steepest = table.iter().flatten().map(|gain| gain.unsigned_abs()).max();
            largest += i64::from(steepest.unwrap_or(0)) * most(&term.block);
            match term.block {
                Block::Material(args) => whole.material = (args, table),
                Block::Loose(args) => whole.loose = (args, table),
                Block::King(args) => whole.king = (args, table),
                Block::Mobility(args) => whole.mobility = (args, table),
                Block::Pawns(args) => whole.pawns = (args, table),
            }
        }
        // Twice for the two sides, and as much again for bounds that add another piece.
        if largest.checked_mul(4)? > i64::from(i32::MAX) {
            return None;
        }
        whole.spread = whole.spread();
        Some(whole)
    }

    /// The sums of material and pawns from White's side, in 64ths: what quiet moves leave alone.
    #[inline]
    pub(crate) fn settled(&self, pieces: &Pieces, phase: usize) -> i32 {
        weigh(&self.material.1, phase, |side| {
            self.material.0.meter(pieces, side)
        }) + weigh(&self.pawns.1, phase, |side| {
            self.pawns.0.meter(pieces, side)
        })
    }

    /// The sums of loose pieces, kings and mobility from White's side, in 64ths.
    #[inline]
    pub(crate) fn rest(&self, pieces: &Pieces, attacks: &Attacks, phase: usize) -> i32 {
        self.rest_with(pieces, attacks, phase, |side| {
            self.king.0.meter(pieces, attacks, side)
        })
    }

    /// The same with the king meters known.
    #[inline]
    pub(crate) fn rest_with(
        &self,
        pieces: &Pieces,
        attacks: &Attacks,
        phase: usize,
        king: impl Fn(Color) -> i32,
    ) -> i32 {
        weigh(&self.loose.1, phase, |side| {
            self.loose.0.meter(pieces, attacks, side)
        }) + weigh(&self.king.1, phase, king)
            + weigh(&self.mobility.1, phase, |side| {
                self.mobility.0.meter(attacks, side)
            })
    }

    fn spread(&self) -> Spread {
        let mut spread = self.spread.clone();
        for side in Color::ALL {
            let own = side as usize;
            let enemy = !side as usize;
            for role in [KNIGHT, BISHOP, ROOK, QUEEN] {
                for square in Square::ALL {
                    let parts = [
                        range(
                            &self.mobility.1[own],
                            mobility_of(&self.mobility.0, role, square),
                        ),
                        range(&self.loose.1[own], loose_of(&self.loose.0, role)),
                        negated(range(&self.king.1[enemy], near_of(&self.king.0, role))),
                    ];
                    spread.pieces[own][role][square as usize] = (
                        parts.iter().map(|part| part.0).sum(),
                        parts.iter().map(|part| part.1).sum(),
                    );
                }
            }
        }
        let line = self.king.0.line * (27 - FREE_LINES);
        spread.line = (line.min(0), line.max(0));
        spread
    }
}

#[inline]
fn weigh(gains: &GainTable, phase: usize, meter: impl Fn(Color) -> i32) -> i32 {
    let part = |side: Color| gains[side as usize][phase.min(FULL_PHASE)] * meter(side);
    part(Color::White) - part(Color::Black)
}

/// The gain at each phase in 64ths, if it asks for nothing but the phase and is a multiple of 1/64.
fn table(gain: &Expression) -> Option<[i32; FULL_PHASE + 1]> {
    let other = [
        Variable::Ply,
        Variable::MoveNumber,
        Variable::WhiteToMove,
        Variable::Dice,
    ];
    if other.into_iter().any(|variable| gain.mentions(variable)) {
        return None;
    }
    let mut table = [0; FULL_PHASE + 1];
    for (phase, entry) in (0_u8..).zip(&mut table) {
        let values = Values {
            phase: f64::from(phase) / 64.0,
            ..Values::default()
        };
        let scaled = gain.value(&values) * 64.0;
        if scaled.fract() != 0.0 || scaled.abs() > f64::from(i32::MAX / 64) {
            return None;
        }
        *entry = scaled as i32;
    }
    Some(table)
}

/// A bound on one side's meter, of either sign, on any board of 64 squares.
fn most(block: &Block) -> i64 {
    let sum = |arguments: &[i32]| -> i64 {
        let sizes = arguments.iter().map(|argument| i64::from(argument.abs()));
        sizes.sum()
    };
    match block {
        Block::Material(args) => 64 * sum(&args.values()),
        Block::Loose(args) => 64 * sum(&[args.minor, args.rook, args.queen]),
        Block::King(args) => {
            let near = [args.minor, args.rook, args.queen];
            64 * sum(&near) + 64 * sum(&[args.line, args.shield, args.file])
        }
        Block::Mobility(args) => 64 * 27 * sum(&[args.knight, args.bishop, args.rook, args.queen]),
        Block::Pawns(args) => {
            let passed = [
                args.passed2,
                args.passed3,
                args.passed4,
                args.passed5,
                args.passed6,
                args.passed7,
            ];
            let others = [args.doubled, args.isolated, args.supported, args.centre];
            64 * (sum(&passed) + sum(&others))
        }
    }
}

/// The least and the most of `gain × argument × count` with the count between 0 and 1.
fn range(gains: &[i32; FULL_PHASE + 1], argument: i32) -> (i32, i32) {
    let products = gains.iter().map(|gain| gain * argument);
    products.fold((0, 0), |(low, high), product| {
        (low.min(product), high.max(product))
    })
}

fn negated((low, high): (i32, i32)) -> (i32, i32) {
    (-high, -low)
}

fn mobility_of(args: &Mobility, role: usize, square: Square) -> i32 {
    let (argument, reached) = match role {
        KNIGHT => (args.knight, attacks::knight_attacks(square)),
        BISHOP => (
            args.bishop,
            attacks::bishop_attacks(square, Bitboard::EMPTY),
        ),
        ROOK => (args.rook, attacks::rook_attacks(square, Bitboard::EMPTY)),
        QUEEN => (args.queen, attacks::queen_attacks(square, Bitboard::EMPTY)),
        _ => (0, Bitboard::EMPTY),
    };
    argument * reached.count() as i32
}

fn loose_of(args: &Loose, role: usize) -> i32 {
    match role {
        KNIGHT | BISHOP => args.minor,
        ROOK => args.rook,
        QUEEN => args.queen,
        _ => 0,
    }
}

fn near_of(args: &King, role: usize) -> i32 {
    match role {
        KNIGHT | BISHOP => args.minor,
        ROOK => args.rook,
        QUEEN => args.queen,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{corpus, position, random_histories};

    #[test]
    fn whole_numbers_and_floating_point_give_the_clean_graph_the_same_scores() {
        let whole = Evaluation::new(&Graph::clean());
        assert!(whole.whole().is_some());
        let floating = whole.in_floating_point();
        assert!(floating.whole().is_none());
        for history in corpus(3).iter().chain(&random_histories(800, 13)) {
            let position = history.position();
            assert_eq!(
                whole.score(position),
                floating.score(position),
                "{position:?}"
            );
        }
    }

    #[test]
    fn the_careless_graph_is_whole_until_a_side_is_named() {
        let careless = Graph::careless();
        assert!(Evaluation::new(&careless).whole().is_some());
        let own = careless.with(&[("own", "white")]).expect("known");
        assert!(Evaluation::new(&own).whole().is_none());
    }

    #[test]
    fn a_careless_side_sees_its_own_loose_pieces_less() {
        let position = position("4k3/8/8/3n4/8/2Q5/8/3RK3 w - - 0 1");
        let of = |own: &str| {
            let graph = Graph::careless().with(&[("own", own), ("care", "0")]);
            Evaluation::new(&graph.expect("known")).score(&position)
        };
        assert!(of("white") > of("none"));
        assert!(of("black") < of("none"));
    }

    #[test]
    fn scores_are_truncated_toward_zero_and_held() {
        let graph = |gain: &str| {
            let text = format!(
                r#"{{"name":"n","version":1,"blocks":[{{"block":"material","gain":{gain},"args":{{"pawn":1}}}}]}}"#
            );
            Evaluation::new(&Graph::from_json(text.as_bytes()).expect("sound"))
        };
        let up = position("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1");
        let down = position("4k3/8/8/8/8/8/PPP5/4K3 b - - 0 1");
        for (gain, score) in [
            ("0.5", 1),
            ("0.3", 0),
            ("0.9", 2),
            ("1", 3),
            ("90000", 20_000),
        ] {
            assert_eq!(graph(gain).score(&up), Score::cp(score), "{gain}");
            assert_eq!(graph(gain).score(&down), Score::cp(-score), "{gain}");
        }
        assert_eq!(graph("-0.9").score(&up), Score::cp(-2));
        assert_eq!(graph("-100000").score(&up), Score::cp(-20_000));
    }

    #[test]
    fn the_largest_numbers_a_graph_may_hold_overflow_nothing() {
        let product = ["100000"; 100].join(" * ");
        for gain in [product.as_str(), "100000", "-100000 * phase"] {
            let text = format!(
                r#"{{"name":"n","version":1,"blocks":[
                    {{"block":"mobility","gain":"{gain}","args":{{"queen":100000,"knight":-100000}}}},
                    {{"block":"material","gain":"{gain}","args":{{"pawn":100000,"queen":-100000}}}}]}}"#
            );
            let evaluation = Evaluation::new(&Graph::from_json(text.as_bytes()).expect("sound"));
            for history in corpus(211) {
                let score = evaluation.score(history.position()).value();
                assert!(score.abs() <= Score::LEAF_BOUND);
            }
        }
    }

    #[test]
    fn ply_and_move_number_come_from_the_move_number() {
        let text = r#"{"name":"n","version":1,"blocks":[
            {"block":"material","gain":"ply + 1000 * move_number","args":{"pawn":1}}]}"#;
        let evaluation = Evaluation::new(&Graph::from_json(text.as_bytes()).expect("sound"));
        let score = |fen: &str| evaluation.score(&position(fen)).value();
        assert_eq!(score("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), 1000);
        assert_eq!(score("4k3/8/8/8/8/8/P7/4K3 w - - 0 8"), 8014);
        assert_eq!(score("4k3/8/8/8/8/8/P7/4K3 b - - 0 8"), -8015);
    }
}
