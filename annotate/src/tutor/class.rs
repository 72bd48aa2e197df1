//! The class of a move: what its cost is called.

use std::{fmt, str::FromStr};

use super::thresholds::Thresholds;
use crate::engine::{Score, scale};

/// The five classes, from the best down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Nothing better was found.
    Best,
    /// Nothing worth a word was lost.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// Text that names no class.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no class is called {0:?}")]
pub struct ParseClassError(String);

/// What a class is made from: the values of a move, seen by the mover.
///
/// Two things make a class steadier than best and played alone. A search that ends one ply later
/// sees the same threat from the other side; what both see is there. And a value of 0 that only a
/// first repetition of the game's past explains says little of the position. So the drop is taken
/// from the *graded* values, but a move whose plain values hardly differ is not blamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The value of the position before the move.
    pub best: Score,
    /// The value of the move at the same depth.
    pub played: Score,
    /// The graded value of the position before the move.
    pub graded_best: Score,
    /// The graded value of the move.
    pub graded_played: Score,
    /// The graded value of the move one ply further, where it is known.
    pub further: Option<Score>,
}

impl Look {
    /// Best and played, and nothing more known.
    pub fn new(best: Score, played: Score) -> Look {
        Look {
            best,
            played,
            graded_best: best,
            graded_played: played,
            further: None,
        }
    }
}

impl Class {
    /// All five.
    pub const ALL: [Class; 5] = [
        Class::Best,
        Class::Good,
        Class::Inaccuracy,
        Class::Mistake,
        Class::Blunder,
    ];

    /// The name in small letters, as tags and reports have it.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Best => "best",
            Class::Good => "good",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        }
    }

    /// The number of the NAG: 6 for `?!`, 2 for `?`, 4 for `??`.
    pub fn nag(self) -> Option<u8> {
        match self {
            Class::Best | Class::Good => None,
            Class::Inaccuracy => Some(6),
            Class::Mistake => Some(2),
            Class::Blunder => Some(4),
        }
    }

    /// Whether it is inaccuracy, mistake or blunder.
    pub fn is_below_good(self) -> bool {
        self > Class::Good
    }

    /// The class of a move whose values, seen by the mover, are `best` and
    /// `played`, and no further look at it; see [`Class::of_look`].
    pub fn of(best: Score, played: Score, mates: bool, thresholds: Thresholds) -> Class {
        Class::of_look(Look::new(best, played), mates, thresholds)
    }

    /// The class of a move; `mates` says whether the move
    /// itself mates.
    ///
    /// A second repetition is the judge's affair: it needs the history.
    pub fn of_look(look: Look, mates: bool, thresholds: Thresholds) -> Class {
        let Look { best, played, .. } = look;
        let by_drop = || thresholds.class_of_drop(look);
        if mates {
            return Class::Best;
        }
        match (best.mate_in(), played.mate_in()) {
            (Some(before), Some(after)) if before > 0 && after > 0 => {
                if after > before {
                    Class::Good
                } else {
                    Class::Best
                }
            }
            (Some(before), Some(after)) if before <= 0 && after <= 0 => Class::Good,
            (Some(before), _) if before > 0 => by_drop().unwrap_or(Class::Inaccuracy),
            (_, Some(after)) if after <= 0 => by_drop().unwrap_or(Class::Inaccuracy),
            _ => by_drop().unwrap_or_else(|| {
                let inside = |score: Score| score.clamped().abs() < Score::CLAMP;
                let near = cost(best, played) <= 10 && inside(best) && inside(played);
                if played == best || near {
                    Class::Best
                } else {
                    Class::Good
                }
            }),
        }
    }
}

impl fmt::Display for Class {
    /// The name as it begins a sentence: `Blunder`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Best => "Best",
            Class::Good => "Good",
            Class::Inaccuracy => "Inaccuracy",
            Class::Mistake => "Mistake",
            Class::Blunder => "Blunder",
        })
    }
}

impl FromStr for Class {
    type Err = ParseClassError;

    /// Reads the name, begun small or large.
    fn from_str(text: &str) -> Result<Class, ParseClassError> {
        Class::ALL
            .into_iter()
            .find(|class| class.as_str() == text || class.to_string() == text)
            .ok_or_else(|| ParseClassError(text.to_owned()))
    }
}

/// What a move cost, in centipawns inside ±1000; never negative for values of
/// one search.
pub fn cost(best: Score, played: Score) -> i32 {
    best.clamped() - played.clamped()
}

/// What a move cost in winning chances, in ten-thousandths.
pub fn drop(best: Score, played: Score) -> i32 {
    scale::chances(best.clamped()) - scale::chances(played.clamped())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate(n: i32) -> Score {
        if n > 0 {
            Score::new(Score::MATE - (2 * n - 1))
        } else {
            Score::new(-(Score::MATE + 2 * n))
        }
    }

    fn class(best: Score, played: Score) -> Class {
        Class::of(best, played, false, Thresholds::default())
    }

    #[test]
    fn the_mating_move_is_best() {
        assert_eq!(
            Class::of(mate(1), mate(1), true, Thresholds::default()),
            Class::Best
        );
    }

    #[test]
    fn a_longer_mate_is_good_and_no_worse() {
        assert_eq!(class(mate(2), mate(2)), Class::Best);
        assert_eq!(class(mate(1), mate(6)), Class::Good);
    }

    #[test]
    fn who_is_mated_anyway_is_not_blamed() {
        assert_eq!(class(mate(-5), mate(-1)), Class::Good);
    }

    #[test]
    fn a_mate_lost_or_allowed_is_at_least_an_inaccuracy() {
        assert_eq!(class(mate(3), Score::cp(990)), Class::Inaccuracy);
        assert_eq!(class(mate(3), Score::cp(0)), Class::Blunder);
        assert_eq!(class(Score::cp(-995), mate(-3)), Class::Inaccuracy);
        assert_eq!(class(Score::cp(0), mate(-3)), Class::Blunder);
        assert_eq!(class(mate(3), mate(-3)), Class::Blunder);
    }

    #[test]
    fn a_cost_of_ten_is_best_only_inside_the_clamp() {
        assert_eq!(class(Score::cp(20), Score::cp(10)), Class::Best);
        assert_eq!(class(Score::cp(20), Score::cp(9)), Class::Good);
        assert_eq!(class(Score::cp(1500), Score::cp(1400)), Class::Good);
        assert_eq!(class(Score::cp(1500), Score::cp(1500)), Class::Best);
    }

    #[test]
    fn names_are_read_back() {
        for class in Class::ALL {
            assert_eq!(class.as_str().parse(), Ok(class));
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        assert!("dubious".parse::<Class>().is_err());
    }
}
