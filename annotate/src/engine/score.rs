//! Scores: whole centipawns or a mate, seen by the mover, and the one way to turn them to White's side.

use std::fmt;
use std::ops::Neg;

use shakmaty::Color;

/// A score in centipawns seen by the side to move; mates lie beyond ±29000.
///
/// ```
/// use annotate::engine::Score;
///
/// assert_eq!(Score::cp(-120).to_string(), "-120");
/// assert_eq!(Score::new(Score::MATE - 1).to_string(), "#1");
/// assert_eq!(Score::new(-(Score::MATE - 4)).to_string(), "#-2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// The score of having mated: being mated is its negative.
    pub const MATE: i32 = 30_000;
    /// Scores beyond this, on either side of zero, are mates.
    pub const MATE_BOUND: i32 = 29_000;
    /// No evaluation leaves ± this many centipawns.
    pub const LEAF_BOUND: i32 = 20_000;
    /// Judging holds scores within ± this many centipawns.
    pub const CLAMP: i32 = 1_000;

    /// A score of `value`, in centipawns or as mate distance from [`Score::MATE`].
    pub const fn new(value: i32) -> Score {
        Score(value)
    }

    /// A score of so many centipawns.
    pub const fn cp(centipawns: i32) -> Score {
        Score(centipawns)
    }

    /// The number itself: centipawns, or `MATE − k` for a mate `k` plies away.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether this is a mate for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Score::MATE_BOUND
    }

    /// Moves to mate, counted in the winner's moves: positive where the mover mates.
    ///
    /// Zero is the position already mated, which no move is ever judged by.
    pub const fn mate_in(self) -> Option<i32> {
        if self.0 > Score::MATE_BOUND {
            Some((Score::MATE - self.0 + 1) / 2)
        } else if self.0 < -Score::MATE_BOUND {
            Some(-((Score::MATE + self.0) / 2))
        } else {
            None
        }
    }

    /// The score one ply nearer the root: a mate is one ply further from there.
    #[must_use]
    pub const fn up(self) -> Score {
        if self.0 > Score::MATE_BOUND {
            Score(self.0 - 1)
        } else if self.0 < -Score::MATE_BOUND {
            Score(self.0 + 1)
        } else {
            self
        }
    }

    /// The score held within ±1000 centipawns, a mate being ±1000.
    pub const fn clamped(self) -> i32 {
        if self.0 > Score::CLAMP {
            Score::CLAMP
        } else if self.0 < -Score::CLAMP {
            -Score::CLAMP
        } else {
            self.0
        }
    }

    /// The same score from White's side, where `mover` is the side it was seen by.
    pub const fn seen_by_white(self, mover: Color) -> WhiteScore {
        match mover {
            Color::White => WhiteScore(self.0),
            Color::Black => WhiteScore(-self.0),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(0) if self.0 < 0 => formatter.write_str("#-0"),
            Some(moves) => write!(formatter, "#{moves}"),
            None => write!(formatter, "{}", self.0),
        }
    }
}

/// A score in centipawns seen by White, made by [`Score::seen_by_white`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WhiteScore(i32);

impl WhiteScore {
    /// The number itself: centipawns, or `MATE − k` for a mate `k` plies away.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Moves to mate in the winner's moves, positive where White mates.
    ///
    /// Seen by White, a mate may be an odd or an even number of plies away for either side.
    pub const fn mate_in(self) -> Option<i32> {
        if self.0 > Score::MATE_BOUND {
            Some((Score::MATE - self.0 + 1) / 2)
        } else if self.0 < -Score::MATE_BOUND {
            Some(-((Score::MATE + self.0 + 1) / 2))
        } else {
            None
        }
    }

    /// The same score seen by the side `mover`.
    pub const fn seen_by(self, mover: Color) -> Score {
        match mover {
            Color::White => Score(self.0),
            Color::Black => Score(-self.0),
        }
    }
}

impl fmt::Display for WhiteScore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(0) if self.0 < 0 => formatter.write_str("#-0"),
            Some(moves) => write!(formatter, "#{moves}"),
            None => write!(formatter, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_counts_are_in_the_winners_moves() {
        for (value, text) in [
            (Score::MATE - 1, "#1"),
            (Score::MATE - 2, "#1"),
            (Score::MATE - 3, "#2"),
            (-(Score::MATE - 2), "#-1"),
            (-(Score::MATE - 3), "#-1"),
            (-(Score::MATE - 4), "#-2"),
            (29_000, "29000"),
            (-120, "-120"),
            (0, "0"),
        ] {
            assert_eq!(Score::new(value).to_string(), text);
        }
    }

    #[test]
    fn going_up_moves_a_mate_one_ply_and_leaves_centipawns() {
        assert_eq!(Score::new(29_999).up().value(), 29_998);
        assert_eq!(Score::new(-29_998).up().value(), -29_997);
        assert_eq!(Score::cp(29_000).up(), Score::cp(29_000));
        assert_eq!(Score::cp(-3).up(), Score::cp(-3));
    }

    #[test]
    fn clamping_holds_mates_and_large_scores_at_a_thousand() {
        assert_eq!(Score::new(29_999).clamped(), 1000);
        assert_eq!(Score::cp(-1001).clamped(), -1000);
        assert_eq!(Score::cp(999).clamped(), 999);
    }

    #[test]
    fn white_sees_a_score_of_black_with_the_other_sign_and_back() {
        let seen = Score::cp(35).seen_by_white(Color::Black);
        assert_eq!(seen.value(), -35);
        assert_eq!(seen.seen_by(Color::Black), Score::cp(35));
        assert_eq!(
            Score::new(29_999).seen_by_white(Color::Black).to_string(),
            "#-1"
        );
    }
}
