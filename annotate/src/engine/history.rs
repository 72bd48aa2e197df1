//! The positions of a game up to one ply: what a search needs to know of the past.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

/// Why the rules make a position that the search enters worth nothing (ENGINE.md section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleDraw {
    /// It stood before, since the last capture or pawn move.
    Repetition,
    /// A hundred half-moves have gone by without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can mate with what is left.
    Material,
}

/// A starting position, the moves played from it, and every position between.
///
/// ```
/// use annotate::engine::History;
/// use shakmaty::{Chess, Position};
///
/// let mut history = History::new(Chess::default());
/// let first = history.position().legal_moves()[0];
/// history.push(first);
/// assert_eq!(history.moves(), &[first]);
/// assert_eq!(history.prefix(0).position(), history.start());
/// ```
#[derive(Clone, Debug)]
pub struct History {
    positions: Vec<Chess>,
    keys: Vec<u64>,
    moves: Vec<Move>,
    current: Chess,
}

impl History {
    /// The history that consists of `start` alone.
    pub fn new(start: Chess) -> History {
        History {
            positions: Vec::new(),
            keys: Vec::new(),
            moves: Vec::new(),
            current: start,
        }
    }

    /// Plays `played`, which must be legal in the current position.
    ///
    /// # Panics
    ///
    /// As [`Position::play_unchecked`], when the move is not legal.
    pub fn push(&mut self, played: Move) {
        self.keys.push(key(&self.current));
        let mut next = self.current.clone();
        next.play_unchecked(played);
        self.positions
            .push(std::mem::replace(&mut self.current, next));
        self.moves.push(played);
    }

    /// Takes the last move back and gives it, if one was played.
    pub fn pop(&mut self) -> Option<Move> {
        self.current = self.positions.pop()?;
        self.keys.pop();
        self.moves.pop()
    }

    /// The position reached.
    pub fn position(&self) -> &Chess {
        &self.current
    }

    /// The position the history starts from.
    pub fn start(&self) -> &Chess {
        self.positions.first().unwrap_or(&self.current)
    }

    /// The moves played, oldest first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions before the current one, oldest first, one for each move played.
    pub fn earlier(&self) -> &[Chess] {
        &self.positions
    }

    /// The position before the last move, if one was played.
    pub fn before_last(&self) -> Option<&Chess> {
        self.positions.last()
    }

    /// Polyglot keys of the [earlier](History::earlier) positions.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The history after the first `plies` moves (all of it, if there are fewer).
    #[must_use]
    pub fn prefix(&self, plies: usize) -> History {
        match self.positions.get(plies) {
            None => self.clone(),
            Some(position) => History {
                positions: self.positions[..plies].to_vec(),
                keys: self.keys[..plies].to_vec(),
                moves: self.moves[..plies].to_vec(),
                current: position.clone(),
            },
        }
    }

    /// The history with one more move, which must be legal.
    ///
    /// # Panics
    ///
    /// As [`History::push`].
    #[must_use]
    pub fn with(&self, played: Move) -> History {
        let mut next = self.clone();
        next.push(played);
        next
    }

    /// How often the current position stood earlier, since the last capture or pawn move.
    pub fn occurrences(&self) -> usize {
        let reach = (self.current.halfmoves() as usize).min(self.positions.len());
        let since = self.positions.len() - reach;
        let current = key(&self.current);
        (since..self.positions.len())
            .filter(|&ply| {
                self.keys[ply] == current && same_position(&self.positions[ply], &self.current)
            })
            .count()
    }

    /// The same position with a past of which only those positions are remembered that stand in it,
    /// the current one included, at least twice since the last capture or pawn move: to a search,
    /// reaching any other again is no repetition. `None` where nothing would be forgotten.
    ///
    /// For [`Searcher::search`](super::Searcher::search) alone: moves and positions stay.
    pub(crate) fn with_past_of_repetitions(&self) -> Option<History> {
        let reach = (self.current.halfmoves() as usize).min(self.positions.len());
        let since = self.positions.len() - reach;
        let current = key(&self.current);
        let mut past = self.clone();
        let mut forgotten = false;
        for ply in since..self.keys.len() {
            let own = self.keys[ply];
            let mut others = (since..self.keys.len()).filter(|&other| other != ply);
            let again = own == current || others.any(|other| self.keys[other] == own);
            if !again {
                past.keys[ply] = FORGOTTEN;
                forgotten = true;
            }
        }
        forgotten.then_some(past)
    }

    /// The rule by which the search scores the current position 0, the first in ENGINE.md's order.
    ///
    /// Checkmate comes before every rule: a position without a legal move has none.
    pub fn rule_draw(&self) -> Option<RuleDraw> {
        if self.current.legal_moves().is_empty() {
            None
        } else if self.occurrences() > 0 {
            Some(RuleDraw::Repetition)
        } else if self.current.halfmoves() >= 100 {
            Some(RuleDraw::FiftyMoves)
        } else if self.current.is_insufficient_material() {
            Some(RuleDraw::Material)
        } else {
            None
        }
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.current.is_check()
    }
}

/// The key of no position in practice: one in 2^64.
const FORGOTTEN: u64 = 0;

/// The Polyglot key, its en passant part only where an en passant capture is legal.
pub(crate) fn key(position: &Chess) -> u64 {
    position
        .zobrist_hash::<Zobrist64>(EnPassantMode::Legal)
        .into()
}

/// Equal by the laws: board, side to move, castling rights and legal en passant square.
pub fn same_position(one: &Chess, other: &Chess) -> bool {
    one.board() == other.board()
        && one.turn() == other.turn()
        && one.castles().castling_rights() == other.castles().castling_rights()
        && one.legal_ep_square() == other.legal_ep_square()
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::san::San;
    use shakmaty::{CastlingMode, FromSetup};

    use super::*;

    fn from_fen(fen: &str) -> History {
        let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
        History::new(Chess::from_setup(setup, CastlingMode::Standard).expect("legal"))
    }

    fn play(history: &mut History, line: &str) {
        for word in line.split_whitespace() {
            let san: San = word.parse().expect("a move");
            let played = san.to_move(history.position()).expect("a legal move");
            history.push(played);
        }
    }

    #[test]
    fn a_double_step_nobody_can_take_does_not_make_a_new_position() {
        let mut history = History::new(Chess::default());
        play(&mut history, "e4 Nf6 Nf3 Ng8 Ng1");
        assert_eq!(history.occurrences(), 1);
        assert_eq!(history.rule_draw(), Some(RuleDraw::Repetition));
        play(&mut history, "Nf6 Nf3 Ng8 Ng1");
        assert_eq!(history.occurrences(), 2);
    }

    #[test]
    fn a_legal_en_passant_capture_makes_another_position() {
        let mut history = from_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
        play(&mut history, "e4 Kd8 Kd1 Ke8 Ke1");
        assert_eq!(history.occurrences(), 0);
        play(&mut history, "Kd8 Kd1 Ke8 Ke1");
        assert_eq!(history.occurrences(), 1);
    }

    #[test]
    fn a_lost_castling_right_makes_another_position() {
        let mut history = from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
        play(&mut history, "Rh2 Ra7 Rh1 Ra8");
        assert_eq!(history.occurrences(), 0);
        play(&mut history, "Rh2 Ra7 Rh1 Ra8");
        assert_eq!(history.occurrences(), 1);
    }

    #[test]
    fn the_clock_of_the_fen_counts_and_mate_comes_before_it() {
        let mut history = from_fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
        assert_eq!(history.rule_draw(), None);
        let quiet = history.with(Move::Normal {
            role: shakmaty::Role::Rook,
            from: shakmaty::Square::A1,
            capture: None,
            to: shakmaty::Square::B1,
            promotion: None,
        });
        assert_eq!(quiet.rule_draw(), Some(RuleDraw::FiftyMoves));
        play(&mut history, "Ra8");
        assert!(history.position().is_checkmate());
        assert_eq!(history.rule_draw(), None);
    }

    #[test]
    fn bare_material_is_a_draw_by_rule() {
        for (fen, drawn) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
            ("4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
        ] {
            let draw = drawn.then_some(RuleDraw::Material);
            assert_eq!(from_fen(fen).rule_draw(), draw, "{fen}");
        }
    }

    #[test]
    fn a_prefix_is_the_game_as_it_stood() {
        let mut history = History::new(Chess::default());
        play(&mut history, "e4 e5 Nf3");
        let two = history.prefix(2);
        assert_eq!(two.moves(), &history.moves()[..2]);
        assert_eq!(Some(two.position()), history.before_last());
        assert_eq!(history.prefix(9).position(), history.position());
        assert_eq!(two.start(), history.start());
        let last = history.moves().last().copied();
        assert_eq!(history.pop(), last);
        assert_eq!(history.position(), two.position());
        assert_eq!(History::new(Chess::default()).pop(), None);
    }

    #[test]
    fn a_past_of_repetitions_forgets_what_stood_once() {
        let mut history = History::new(Chess::default());
        let go = |history: &mut History, line: &str| {
            for word in line.split(' ') {
                let san: San = word.parse().expect(word);
                history.push(san.to_move(history.position()).expect(word));
            }
        };
        assert!(history.with_past_of_repetitions().is_none());
        go(&mut history, "Nf3 Nf6 Ng1 Ng8");
        let past = history
            .with_past_of_repetitions()
            .expect("three stood once");
        assert_eq!(past.keys[0], history.keys[0], "the start stands again");
        assert_eq!(past.keys[1..], [FORGOTTEN; 3]);
        go(&mut history, "Nf3 Nf6 Ng1");
        assert!(
            history.with_past_of_repetitions().is_none(),
            "all stood twice"
        );
        go(&mut history, "Nd5 Nf3");
        assert!(history.with_past_of_repetitions().is_some());
    }
}
