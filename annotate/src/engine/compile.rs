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
    /// By side, role and square: the least and the most a piece can add to its side's advantage.
    pub(crate) pieces: Box<[[[(i32, i32); 64]; 6]; 2]>,
    /// The least and the most points of line, unweighed.
    pub(crate) line: (i32, i32),
}

/// A compiled graph: the function `E` of ENGINE.md.
#[derive(Clone, Debug)]
pub struct Evaluation {
    terms: Vec<Term>,
    whole: Option<Whole>,
    /// Whether two leaves with one key can have two scores.
    pub(crate) hangs_on_ply: bool,
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
        let mentions = |variable| {
            let gains = terms.iter().flat_map(|term| &term.gains);
            gains.into_iter().any(|gain| gain.mentions(variable))
        };
        Evaluation {
            hangs_on_ply: mentions(Variable::Ply) || mentions(Variable::MoveNumber),
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
