//! What a line of play does to the material.
//!
//! A mistake is seldom explained by one reply; it is by the line that follows. This
//! file counts what a line takes; what it does on the board is told by
//! [`motif`](super::motif).

use shakmaty::{Chess, Move, Position, Square};

use super::captures::worth;

/// A line costs its mover at least so many centipawns a pawn of worth it wins, or it
/// does not explain what the move cost ([`pays`]).
const PRICE_OF_A_PAWN: i32 = 50;
/// A move that costs so much is explained by whatever its line wins.
const DEAR: i32 = 300;

/// A line of legal moves and the positions along it.
#[derive(Debug, Clone)]
pub struct Line {
    positions: Vec<Chess>,
    moves: Vec<Move>,
}

impl Line {
    /// The line from `start`, as far as its moves are legal.
    pub fn new(start: &Chess, moves: &[Move]) -> Line {
        let mut line = Line {
            positions: vec![start.clone()],
            moves: Vec::with_capacity(moves.len()),
        };
        let mut position = start.clone();
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            position.play_unchecked(mv);
            line.positions.push(position.clone());
            line.moves.push(mv);
        }
        line
    }

    /// Its moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position it starts from.
    pub fn start(&self) -> &Chess {
        &self.positions[0]
    }

    /// The position after its first `plies` moves, of those there are.
    pub fn after(&self, plies: usize) -> &Chess {
        &self.positions[plies.min(self.moves.len())]
    }

    /// Its first `plies` moves, if there are so many.
    pub fn first(&self, plies: usize) -> Option<Line> {
        (plies <= self.moves.len()).then(|| Line {
            positions: self.positions[..=plies].to_vec(),
            moves: self.moves[..plies].to_vec(),
        })
    }

    /// Whether its last move captures or promotes.
    pub fn takes_last(&self) -> bool {
        self.lands().is_some()
    }

    /// Where its last move arrives, if that captures or promotes.
    fn lands(&self) -> Option<Square> {
        self.moves
            .last()
            .filter(|mv| mv.is_capture() || mv.is_promotion())
            .map(|mv| mv.to())
    }

    /// What the side that begins is up, in pawns of worth, at its end and after the
    /// exchange on its last square.
    pub fn count(&self) -> i32 {
        let moved = self
            .moves
            .iter()
            .enumerate()
            .map(|(ply, &mv)| if ply % 2 == 0 { gain(mv) } else { -gain(mv) });
        let end = self.after(self.moves.len());
        let rest = self.lands().map_or(0, |square| exchange(end, square));
        let taker_moves_next = self.moves.len().is_multiple_of(2);
        moved.sum::<i32>() + if taker_moves_next { rest } else { -rest }
    }
}

/// Whether a line that nets `net` pawns of worth explains a cost in centipawns.
pub fn pays(net: i32, cost: i32) -> bool {
    net >= 1 && (cost >= PRICE_OF_A_PAWN * net || cost >= DEAR)
}

/// What a move adds to its side at once, in pawns of worth.
pub fn gain(mv: Move) -> i32 {
    let taken = mv.capture().map_or(0, worth);
    let promoted = mv.promotion().map_or(0, |new| worth(new) - 1);
    taken + promoted
}

/// What a move made from `before` wins, in pawns of worth, when the exchange on its
/// square is over; not negative.
pub fn won_by(mv: Move, after: &Chess) -> i32 {
    if mv.is_capture() || mv.is_promotion() {
        (gain(mv) - exchange(after, mv.to())).max(0)
    } else {
        0
    }
}

/// What the side to move wins by taking on `square`, each side taking with its
/// cheapest piece while that pays; 0 if it does better not to.
pub fn exchange(position: &Chess, square: Square) -> i32 {
    let cheapest = position
        .capture_moves()
        .into_iter()
        .filter(|mv| mv.to() == square && !mv.is_en_passant())
        .min_by_key(|mv| {
            (
                worth(mv.role()),
                mv.from(),
                -mv.promotion().map_or(0, worth),
            )
        });
    let Some(mv) = cheapest else { return 0 };
    let mut after = position.clone();
    after.play_unchecked(mv);
    (gain(mv) - exchange(&after, square)).max(0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{moves, mv, position};
    use super::*;

    fn count(fen: &str, line: &str) -> i32 {
        let start = position(fen);
        Line::new(&start, &moves(&start, line)).count()
    }

    #[test]
    fn what_is_taken_on_both_sides_is_counted() {
        let sacrifice = "r2qkb1r/ppp1pppp/2np1n2/4N2b/2B1P3/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 6";
        assert_eq!(count(sacrifice, "h5d1 c4f7"), 9 - 1);
        assert_eq!(count(sacrifice, "c6e5 d1h5 f6h5"), 9);
    }

    #[test]
    fn an_exchange_is_reckoned_to_its_end() {
        // The line stops after the capture; the pawn would take back.
        assert_eq!(count("4k3/8/3p4/4n3/8/8/4R3/4K3 w - - 0 1", "e2e5"), 3 - 5);
        assert_eq!(count("4k3/8/8/4n3/8/8/4R3/4K3 w - - 0 1", "e2e5"), 3);
        // Bishop takes pawn, pawn takes bishop, rook takes pawn: the bishop is not taken back.
        let rook_behind = "4r1k1/3p4/8/8/4B3/5P2/P6P/4K3 b - - 0 20";
        assert_eq!(count(rook_behind, "d7d5 h2h3 d5e4"), 3);
    }

    #[test]
    fn a_new_queen_that_is_taken_was_a_pawn() {
        let taken = "6k1/8/8/8/8/8/1Kp4P/8 b - - 0 20";
        assert_eq!(count(taken, "c2c1q"), 8 - 9);
        let kept = "6k1/8/8/8/8/8/2p4P/5K2 b - - 0 20";
        assert_eq!(count(kept, "c2c1q"), 8);
    }

    #[test]
    fn a_line_ends_where_it_is_not_legal() {
        let start = position("k7/8/8/8/8/8/4R3/4K3 w - - 0 1");
        let line = [mv(&start, "e1d1"), mv(&start, "e1f1")];
        assert_eq!(Line::new(&start, &line).moves().len(), 1);
    }

    #[test]
    fn a_small_cost_is_not_explained_by_a_queen() {
        assert!(pays(1, 50) && !pays(1, 49) && !pays(0, 900));
        assert!(pays(9, 300) && !pays(9, 299));
    }
}
