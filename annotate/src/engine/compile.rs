//! From graph to leaf score: gains become whole numbers where they can, expressions where not.
//!
//! A gain that asks for nothing but the phase, and from phase to phase changes evenly by whole 64ths,
//! is two whole numbers; if all gains of a graph are such (the default graph's are), the leaf score
//! is taken in whole 64ths, and no expression is looked at during a search. Products and sums of
//! such numbers are exact in 64-bit floating point too, so both ways give the same score.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position, Square, attacks};

use super::attacks::{Attacks, BISHOP, KNIGHT, Pieces, QUEEN, ROOK};
use super::blocks::king::FREE_LINES;
use super::blocks::{
    Attack, Block, Files, Formation, King, Loose, Minors, Mobility, Pair, Passed, Pawns, Scene,
    Space, Tempo, Threats,
};
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

/// A number of 64ths that changes evenly with the phase: `start + slope·phase`, the phase in 64ths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Taper {
    pub(crate) start: i32,
    pub(crate) slope: i32,
}

impl Taper {
    /// The number at a phase.
    #[inline]
    pub(crate) fn at(self, phase: usize) -> i32 {
        self.start + self.slope * phase as i32
    }

    #[inline]
    pub(crate) fn plus(self, other: Taper) -> Taper {
        Taper {
            start: self.start + other.start,
            slope: self.slope + other.slope,
        }
    }

    #[inline]
    pub(crate) fn minus(self, other: Taper) -> Taper {
        Taper {
            start: self.start - other.start,
            slope: self.slope - other.slope,
        }
    }

    #[inline]
    pub(crate) fn times(self, factor: i32) -> Taper {
        Taper {
            start: self.start * factor,
            slope: self.slope * factor,
        }
    }
}

/// Gains by side.
pub(crate) type Gains = [Taper; 2];

/// A block of the graph with its gains, where the graph has it.
pub(crate) type Weighed<B> = Option<(B, Gains)>;

/// A graph in whole numbers.
///
/// Its blocks fall into groups by what decides their meters. Where the pieces stand, each for
/// itself: kept up to date by the board. The pawns alone, or pawns and kings: found in a table of
/// structures. The number of bishops, or the move: known at a glance. Everything else needs to know
/// who attacks what, and is bounded ([`Spread`]) before it is worked out.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    /// All blocks, in order.
    terms: Vec<(Block, Gains)>,
    /// By side, role and square: what material and placement give a piece, kings included.
    pub(crate) steady: Box<Steady>,
    pawns: Weighed<Pawns>,
    formation: Weighed<Formation>,
    space: Weighed<Space>,
    king: Weighed<King>,
    passed: Weighed<Passed>,
    pub(crate) pair: Weighed<Pair>,
    tempo: Weighed<Tempo>,
    loose: Weighed<Loose>,
    mobility: Weighed<Mobility>,
    files: Weighed<Files>,
    minors: Weighed<Minors>,
    threats: Weighed<Threats>,
    attack: Weighed<Attack>,
    pub(crate) spread: Spread,
}

/// By side, role and square: what a piece brings its side for certain.
pub(crate) type Steady = [[[Taper; 64]; 6]; 2];

/// By side, role and square: the least and the most a piece can add to its side's advantage, in
/// 64ths.
pub(crate) type PieceBounds = [[[(i32, i32); 64]; 6]; 2];

/// Bounds of what the blocks that need attacks can add to a leaf score.
///
/// Write `A(c)` for the advantage of side `c` from these: its own gains times meters minus the other
/// side's. Each of the meters is a sum over pieces, each piece adding its argument times a count
/// between 0 and a known most: squares attacked (what it attacks from its square on an empty board
/// at most), exposed or not, at the enemy king's ring or not. So `A(c)` is at most the sum over
/// `c`'s pieces of their `high` minus the sum over the enemy's pieces of their `low`, where each is
/// the extreme over the counts and over all 65 phases. `A(c)` being `−A(other)`, the same numbers
/// bound it from below.
///
/// A meter that counts what one side does to the other's pieces (`threats`) is booked with those
/// pieces. "Beyond the first" is at most as many as there are, one a piece.
///
/// Of the king meter there remain the lines, between 0 and 23 squares, which are weighed with the
/// gain of the phase.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    /// What single pieces can add.
    pub(crate) pieces: Box<PieceBounds>,
    /// The least and the most points of line, unweighed.
    line: (i32, i32),
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
            Some(whole) => in_centipawns(whole.sum(&pieces, &attacks, setting)),
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
        let scene = Scene {
            pieces,
            attacks,
            turn: setting.turn,
        };
        let mut sum = 0.0;
        for term in &self.terms {
            values.dice = f64::from(term.dice.throw(setting.key)) / 64.0;
            let part = |side: Color| {
                let meter = f64::from(term.block.meter(scene, side));
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
        let mut weighed = Vec::new();
        let mut largest = 0_i64;
        for term in terms {
            let gains = [taper(&term.gains[0])?, taper(&term.gains[1])?];
            let sizes = gains.map(|gain| {
                i64::from(gain.start.unsigned_abs()) + 64 * i64::from(gain.slope.unsigned_abs())
            });
            largest += sizes[0].max(sizes[1]) * most(&term.block);
            weighed.push((term.block, gains));
        }
        // Twice for the two sides, and as much again for bounds that add another piece.
        if largest.checked_mul(4)? > i64::from(i32::MAX) {
            return None;
        }
        let mut whole = Whole {
            terms: Vec::new(),
            steady: Box::new([[[Taper::default(); 64]; 6]; 2]),
            pawns: None,
            formation: None,
            space: None,
            king: None,
            passed: None,
            pair: None,
            tempo: None,
            loose: None,
            mobility: None,
            files: None,
            minors: None,
            threats: None,
            attack: None,
            spread: Spread {
                pieces: Box::new([[[(0, 0); 64]; 6]; 2]),
                line: (0, 0),
            },
        };
        for &(block, gains) in &weighed {
            match block {
                Block::Material(args) => whole.steady_by(gains, |_, role, _| args.values()[role]),
                Block::Placement(args) | Block::Endgame(args) => {
                    whole.steady_by(gains, |side, role, square| {
                        args.of_piece(side, role, square)
                    });
                }
                Block::Pawns(args) => whole.pawns = Some((args, gains)),
                Block::Formation(args) => whole.formation = Some((args, gains)),
                Block::Space(args) => whole.space = Some((args, gains)),
                Block::King(args) => whole.king = Some((args, gains)),
                Block::Passed(args) => whole.passed = Some((args, gains)),
                Block::Pair(args) => whole.pair = Some((args, gains)),
                Block::Tempo(args) => whole.tempo = Some((args, gains)),
                Block::Loose(args) => whole.loose = Some((args, gains)),
                Block::Mobility(args) => whole.mobility = Some((args, gains)),
                Block::Files(args) => whole.files = Some((args, gains)),
                Block::Minors(args) => whole.minors = Some((args, gains)),
                Block::Threats(args) => whole.threats = Some((args, gains)),
                Block::Attack(args) => whole.attack = Some((args, gains)),
            }
        }
        whole.terms = weighed;
        whole.spread = whole.spread();
        Some(whole)
    }

    fn steady_by(&mut self, gains: Gains, points: impl Fn(Color, usize, Square) -> i32) {
        for side in Color::ALL {
            for role in 0..6 {
                for square in Square::ALL {
                    let entry = &mut self.steady[side as usize][role][square as usize];
                    let more = gains[side as usize].times(points(side, role, square));
                    *entry = entry.plus(more);
                }
            }
        }
    }

    /// The sum of all blocks from White's side, in 64ths.
    fn sum(&self, pieces: &Pieces, attacks: &Attacks, setting: Setting) -> i32 {
        let scene = Scene {
            pieces,
            attacks,
            turn: setting.turn,
        };
        let mut sum = 0;
        for (block, gains) in &self.terms {
            sum += gains[Color::White as usize].at(setting.phase)
                * block.meter(scene, Color::White)
                - gains[Color::Black as usize].at(setting.phase) * block.meter(scene, Color::Black);
        }
        sum
    }

    /// What the pawns alone decide, from White's side.
    pub(crate) fn structure(&self, white: Bitboard, black: Bitboard) -> Taper {
        let pawns = |side: Color| side.fold_wb((white, black), (black, white));
        let mut sum = Taper::default();
        let mut add = |gains: &Gains, meter: &dyn Fn(Color) -> i32| {
            sum = sum.plus(tapered(gains, meter));
        };
        if let Some((block, gains)) = &self.pawns {
            add(gains, &|side| {
                block.of_pawns(pawns(side).0, pawns(side).1, side)
            });
        }
        if let Some((block, gains)) = &self.formation {
            add(gains, &|side| {
                block.of_pawns(pawns(side).0, pawns(side).1, side)
            });
        }
        if let Some((block, gains)) = &self.space {
            add(gains, &|side| {
                block.of_pawns(pawns(side).0, pawns(side).1, side)
            });
        }
        sum
    }

    /// What pawns and kings together decide, from White's side; `kings` by colour.
    pub(crate) fn court(
        &self,
        white: Bitboard,
        black: Bitboard,
        kings: [Option<Square>; 2],
    ) -> Taper {
        let pawns = |side: Color| side.fold_wb((white, black), (black, white));
        let king = |side: Color| kings[side as usize];
        let mut sum = Taper::default();
        let mut add = |gains: &Gains, meter: &dyn Fn(Color) -> i32| {
            sum = sum.plus(tapered(gains, meter));
        };
        if let Some((block, gains)) = &self.king {
            add(gains, &|side| {
                king(side).map_or(0, |king| block.cover(pawns(side).0, side, king))
            });
        }
        if let Some((block, gains)) = &self.passed {
            add(gains, &|side| {
                let (own, enemy) = pawns(side);
                block.of_pawns(own, enemy, side, (king(side), king(!side)))
            });
        }
        sum
    }

    /// What two bishops are worth, seen by `us`, with so many on each side.
    #[inline]
    pub(crate) fn pair_of(&self, phase: usize, us: Color, own: usize, enemy: usize) -> i32 {
        self.pair.as_ref().map_or(0, |(block, gains)| {
            gains[us as usize].at(phase) * block.of_count(own as i32)
                - gains[!us as usize].at(phase) * block.of_count(enemy as i32)
        })
    }

    /// What having the move is worth to `turn`.
    #[inline]
    pub(crate) fn tempo_of(&self, phase: usize, turn: Color) -> i32 {
        self.tempo.as_ref().map_or(0, |(block, gains)| {
            gains[turn as usize].at(phase) * block.meter(turn, turn)
        })
    }

    /// The sums of the blocks that need attacks, from White's side, in 64ths.
    #[inline]
    pub(crate) fn rest(&self, pieces: &Pieces, attacks: &Attacks, phase: usize) -> i32 {
        weigh(self.loose.as_ref(), phase, |block, side| {
            block.meter(pieces, attacks, side)
        }) + weigh(self.king.as_ref(), phase, |block, side| {
            let king = pieces.king(side);
            king.map_or(0, |king| block.near_and_lines(pieces, attacks, side, king))
        }) + weigh(self.mobility.as_ref(), phase, |block, side| {
            block.meter(attacks, side)
        }) + weigh(self.files.as_ref(), phase, |block, side| {
            block.meter(pieces, side)
        }) + weigh(self.minors.as_ref(), phase, |block, side| {
            block.meter(pieces, side)
        }) + weigh(self.threats.as_ref(), phase, |block, side| {
            block.meter(pieces, attacks, side)
        }) + weigh(self.attack.as_ref(), phase, |block, side| {
            block.meter(pieces, attacks, side)
        })
    }

    /// The least and the most the open lines to the kings can add to the advantage of `us`.
    #[inline]
    pub(crate) fn lines(&self, phase: usize, us: Color) -> (i32, i32) {
        let Some((_, gains)) = &self.king else {
            return (0, 0);
        };
        let (least, most) = self.spread.line;
        let ends = |side: Color| {
            let gain = gains[side as usize].at(phase);
            let (one, other) = (gain * least, gain * most);
            (one.min(other), one.max(other))
        };
        let (own, enemy) = (ends(us), ends(!us));
        (own.0 - enemy.1, own.1 - enemy.0)
    }

    fn spread(&self) -> Spread {
        let mut spread = self.spread.clone();
        for side in Color::ALL {
            for role in 0..6 {
                for square in Square::ALL {
                    let parts = self.parts(side, role, square);
                    spread.pieces[side as usize][role][square as usize] = (
                        parts.iter().map(|part| part.0).sum(),
                        parts.iter().map(|part| part.1).sum(),
                    );
                }
            }
        }
        if let Some((king, _)) = &self.king {
            let line = king.line * (27 - FREE_LINES);
            spread.line = (line.min(0), line.max(0));
        }
        spread
    }

    /// The least and the most a piece can add to its side's advantage, block by block.
    fn parts(&self, side: Color, role: usize, square: Square) -> Vec<(i32, i32)> {
        let own = side as usize;
        let enemy = !side as usize;
        let officer = matches!(role, KNIGHT | BISHOP | ROOK | QUEEN);
        let mut parts = Vec::new();
        if let Some((block, gains)) = &self.mobility {
            let (argument, reached) = mobility_of(block, role, square);
            parts.push(range(gains[own], &[argument * reached]));
        }
        if let Some((block, gains)) = &self.loose {
            parts.push(range(gains[own], &[loose_of(block, role)]));
        }
        if let Some((block, gains)) = &self.king {
            parts.push(negated(range(gains[enemy], &[near_of(block, role)])));
        }
        if let Some((block, gains)) = &self.files
            && role == ROOK
        {
            parts.push(range(gains[own], &[block.open, block.half]));
        }
        if let Some((block, gains)) = &self.minors {
            let gain = gains[own];
            match role {
                KNIGHT => parts.push(range(gain, &[block.knight])),
                BISHOP => {
                    parts.push(range(gain, &[block.bishop]));
                    parts.push(range(gain, &[8 * block.bad]));
                }
                _ => {}
            }
        }
        if let Some((block, gains)) = &self.threats
            && officer
        {
            let gain = gains[enemy];
            parts.push(negated(range(gain, &[block.target])));
            parts.push(negated(range(gain, &[block.push])));
        }
        if let Some((block, gains)) = &self.attack
            && officer
        {
            let gain = gains[own];
            let hits = most_hits(role, square);
            let check = [
                0,
                block.knight_check,
                block.bishop_check,
                block.rook_check,
                block.queen_check,
                0,
            ];
            parts.push(range(gain, &[block.ring * hits]));
            parts.push(range(gain, &[block.weak * hits]));
            parts.push(range(gain, &[block.pack]));
            parts.push(range(gain, &[check[role]]));
        }
        parts
    }
}

#[inline]
fn weigh<B>(weighed: Option<&(B, Gains)>, phase: usize, meter: impl Fn(&B, Color) -> i32) -> i32 {
    weighed.map_or(0, |(block, gains)| {
        gains[Color::White as usize].at(phase) * meter(block, Color::White)
            - gains[Color::Black as usize].at(phase) * meter(block, Color::Black)
    })
}

/// Gains times meters, White's minus Black's.
fn tapered(gains: &Gains, meter: &dyn Fn(Color) -> i32) -> Taper {
    let part = |side: Color| gains[side as usize].times(meter(side));
    part(Color::White).minus(part(Color::Black))
}

/// The gain as whole 64ths that change evenly with the phase, if that is what it is.
fn taper(gain: &Expression) -> Option<Taper> {
    let other = [
        Variable::Ply,
        Variable::MoveNumber,
        Variable::WhiteToMove,
        Variable::Dice,
    ];
    if other.into_iter().any(|variable| gain.mentions(variable)) {
        return None;
    }
    let at = |phase: u8| {
        let values = Values {
            phase: f64::from(phase) / 64.0,
            ..Values::default()
        };
        let scaled = gain.value(&values) * 64.0;
        let sound = scaled.fract() == 0.0 && scaled.abs() <= f64::from(i32::MAX / 256);
        sound.then_some(scaled as i32)
    };
    let start = at(0)?;
    let taper = Taper {
        start,
        slope: at(1)? - start,
    };
    let even = (0..=FULL_PHASE as u8).all(|phase| at(phase) == Some(taper.at(phase.into())));
    even.then_some(taper)
}

/// A bound on one side's meter, of either sign, on any board of 64 squares.
fn most(block: &Block) -> i64 {
    let mut sizes = 0;
    let mut copy = *block;
    for name in block.arguments() {
        if let Some(argument) = copy.argument(name) {
            sizes += i64::from(argument.unsigned_abs());
        }
    }
    // How often one piece, or one file, can count an argument.
    let each = match block {
        Block::Material(_)
        | Block::Loose(_)
        | Block::Pawns(_)
        | Block::Formation(_)
        | Block::Pair(_)
        | Block::Tempo(_)
        | Block::Files(_)
        | Block::Threats(_)
        | Block::King(_)
        | Block::Space(_) => 1,
        Block::Placement(_) | Block::Endgame(_) => 6,
        Block::Attack(_) => 9,
        Block::Passed(_) => 20,
        Block::Mobility(_) => 27,
        Block::Minors(_) => 64,
    };
    64 * each * sizes
}

/// The least and the most of `gain × points` over all phases, the points being one of `choices` or
/// anything between it and 0.
fn range(gain: Taper, choices: &[i32]) -> (i32, i32) {
    let mut bounds = (0, 0);
    for &points in choices {
        for end in [gain.at(0) * points, gain.at(FULL_PHASE) * points] {
            bounds = (bounds.0.min(end), bounds.1.max(end));
        }
    }
    bounds
}

fn negated((low, high): (i32, i32)) -> (i32, i32) {
    (-high, -low)
}

/// The squares a knight, bishop, rook or queen attacks on an empty board.
fn reached(role: usize, square: Square) -> Bitboard {
    match role {
        KNIGHT => attacks::knight_attacks(square),
        BISHOP => attacks::bishop_attacks(square, Bitboard::EMPTY),
        ROOK => attacks::rook_attacks(square, Bitboard::EMPTY),
        QUEEN => attacks::queen_attacks(square, Bitboard::EMPTY),
        _ => Bitboard::EMPTY,
    }
}

fn mobility_of(args: &Mobility, role: usize, square: Square) -> (i32, i32) {
    let arguments = [0, args.knight, args.bishop, args.rook, args.queen, 0];
    (arguments[role], reached(role, square).count() as i32)
}

/// The most squares of any king's ring that a piece can attack.
fn most_hits(role: usize, square: Square) -> i32 {
    let reached = reached(role, square);
    let kings = Square::ALL.into_iter().filter(|&king| king != square);
    let hits = kings.map(|king| (reached & attacks::king_attacks(king).with(king)).count());
    hits.max().unwrap_or(0) as i32
}

fn loose_of(args: &Loose, role: usize) -> i32 {
    [0, args.minor, args.minor, args.rook, args.queen, 0][role]
}

fn near_of(args: &King, role: usize) -> i32 {
    [0, args.minor, args.minor, args.rook, args.queen, 0][role]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{corpus, crooked, position, random_histories};

    #[test]
    fn whole_numbers_and_floating_point_give_a_graph_the_same_scores() {
        for graph in [Graph::clean(), Graph::five(), crooked(5)] {
            let whole = Evaluation::new(&graph);
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
