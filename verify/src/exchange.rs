//! What a line of moves wins, in the worths of CLAIMS.md section 2: gain, exchange,
//! count and net.

use shakmaty::{Chess, Move, Position, Role, Square};

/// A line as it is counted: where it begins, and the moves of the game about it.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// The position before the move of the game.
    pub before: &'a Chess,
    /// The move of the game.
    pub played: Move,
    /// The move of the game before that, if there was one.
    pub previous: Option<Move>,
    /// Whether the line begins in place of the move, not after it.
    pub is_missed: bool,
}

/// 1, 3, 3, 5, 9; a king is never captured.
pub fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The worth of what a move captures, and of what a promotion adds.
pub fn gain(m: Move) -> i32 {
    m.capture().map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - 1)
}

/// What the side to move wins by captures on one square, each the cheapest.
pub fn exchange(position: &Chess, square: Square) -> i32 {
    let cheapest = position
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture() && !m.is_en_passant() && m.to() == square)
        .filter(|m| m.promotion().is_none_or(|role| role == Role::Queen))
        .min_by_key(|m| {
            let price = if m.role() == Role::King {
                i32::MAX
            } else {
                worth(m.role())
            };
            (price, m.from())
        });
    cheapest.map_or(0, |m| settled(position, m).max(0))
}

/// What a capture or promotion wins when all is taken back on its square.
fn settled(position: &Chess, m: Move) -> i32 {
    let mut after = position.clone();
    after.play_unchecked(m);
    gain(m) - exchange(&after, m.to())
}

fn is_loud(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}

/// The gains of the side that begins a line less those of the other, when its last
/// move has been answered on its square.
pub fn count(start: &Chess, moves: &[Move]) -> i32 {
    let mut position = start.clone();
    let mut sum = 0;
    for (index, m) in moves.iter().enumerate() {
        let sign = if index % 2 == 0 { 1 } else { -1 };
        sum += sign * gain(*m);
        position.play_unchecked(*m);
    }
    match moves.last() {
        Some(last) if is_loud(*last) => sum - exchange(&position, last.to()),
        _ => sum,
    }
}

impl Counted<'_> {
    /// Where the line begins.
    pub fn start(&self) -> Chess {
        let mut start = self.before.clone();
        if !self.is_missed {
            start.play_unchecked(self.played);
        }
        start
    }

    /// The count of a line less what the game had of it already.
    pub fn net(&self, moves: &[Move]) -> i32 {
        let count = count(&self.start(), moves);
        if !self.is_missed {
            return count - gain(self.played);
        }
        let by_playing = if is_loud(self.played) {
            settled(self.before, self.played).max(0)
        } else {
            0
        };
        let lost_before = match (self.previous, moves.first()) {
            (Some(previous), Some(first))
                if previous.is_capture() && first.is_capture() && first.to() == previous.to() =>
            {
                gain(previous)
            }
            _ => 0,
        };
        count - by_playing - lost_before
    }
}

/// Whether a line with such a net pays, at a cost in centipawns.
pub fn pays(net: i32, cost: i32) -> bool {
    net >= 1 && (cost >= 50 * net || cost >= 300)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{named_line, position};

    fn counted(fen: &str, line: &str) -> i32 {
        let start = position(fen.as_bytes()).unwrap();
        count(&start, &named_line(&start, line).unwrap())
    }

    #[test]
    fn what_is_taken_back_on_the_last_square_is_counted_off() {
        let defended = "3r2k1/5ppp/8/8/3N4/2P5/5PPP/6K1 b - - 0 20";
        assert_eq!(counted(defended, "20... Rxd4"), -2);
        let loose = "3r2k1/5ppp/8/8/3N4/8/5PPP/6K1 b - - 0 20";
        assert_eq!(counted(loose, "20... Rxd4"), 3);
        // A piece that may be taken elsewhere is not.
        assert_eq!(counted(defended, "20... Rd7"), 0);
    }

    #[test]
    fn the_cheapest_takes_first_and_nobody_has_to() {
        // Rook and queen guard d5 behind a pawn; a queen that takes is taken.
        let fen = "3r2k1/3q4/4p3/3n4/8/8/3R4/3Q2K1 w - - 0 1";
        let start = position(fen.as_bytes()).unwrap();
        assert_eq!(exchange(&start, Square::D5), 0);
        assert_eq!(counted(fen, "1. Rxd5"), -2);
        // A king takes last, and never onto a guarded square.
        let fen = "6k1/8/4p3/3n4/4K3/8/8/8 w - - 0 1";
        let start = position(fen.as_bytes()).unwrap();
        assert_eq!(exchange(&start, Square::D5), 0);
    }

    #[test]
    fn a_promotion_gains_a_queen_less_the_pawn() {
        assert_eq!(counted("5k2/2P4p/8/8/8/8/8/6K1 w - - 0 20", "20. c8=Q+"), 8);
        // On a guarded square the new queen goes again.
        assert_eq!(
            counted("r4k2/2P4p/8/8/8/8/8/6K1 w - - 0 20", "20. c8=Q+"),
            -1
        );
        let takes = "1n3k2/2P4p/8/8/8/8/8/6K1 w - - 0 20";
        assert_eq!(counted(takes, "20. cxb8=Q+"), 11);
    }

    #[test]
    fn a_move_that_had_taken_something_is_no_loss_of_it() {
        let before = position(b"3r2k1/5ppp/8/8/3n4/2N5/5PPP/3R2K1 w - - 0 20").unwrap();
        let capture = named_line(&before, "20. Rxd4").unwrap()[0];
        let counted = |previous, is_missed| Counted {
            before: &before,
            played: capture,
            previous,
            is_missed,
        };
        let after = counted(None, false).start();
        let back = named_line(&after, "20... Rxd4").unwrap();
        assert_eq!(counted(None, false).net(&back), 5 - 3);
        // Instead of a capture, nothing more is won by another one like it.
        let quiet = named_line(&before, "20. Nb5").unwrap();
        assert_eq!(counted(None, true).net(&quiet), 0);
        let start = position(b"3r2k1/5ppp/8/8/3N4/2N5/5PPP/3R2K1 b - - 0 19").unwrap();
        let previous = named_line(&start, "19... Rxd4").unwrap()[0];
        let before = position(b"6k1/5ppp/8/8/3r4/2N5/5PPP/3R2K1 w - - 0 20").unwrap();
        let quiet = named_line(&before, "20. Kf1").unwrap()[0];
        let taken = Counted {
            before: &before,
            played: quiet,
            previous: Some(previous),
            is_missed: true,
        };
        let back = named_line(&before, "20. Rxd4").unwrap();
        assert_eq!(taken.net(&back), 5 - 3);
    }

    #[test]
    fn a_line_pays_by_what_it_costs() {
        assert!(pays(1, 50) && !pays(1, 49));
        assert!(!pays(9, 299) && pays(9, 300));
        assert!(!pays(0, 1000));
    }
}
