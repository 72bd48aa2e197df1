//! The judge of section 6 of `annotate/ENGINE.md`: cost, drop, class, standing.

use std::{fmt, str::FromStr};

use serde::Deserialize;

use crate::{
    record::Thresholds,
    search::{MATE, MATE_LINE},
};

/// A score as the tag writes it, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in so many of the winner's moves: for the mover above zero, against
    /// him below; never zero.
    Mate(i32),
}

impl Score {
    /// The score of a value of ENGINE.md section 2.
    pub fn from_value(value: i32) -> Score {
        if value > MATE_LINE {
            Score::Mate((MATE - value + 1) / 2)
        } else if value < -MATE_LINE {
            Score::Mate((-MATE - value) / 2)
        } else {
            Score::Centipawns(value)
        }
    }

    /// The value: a mate for the mover takes an odd number of plies, one against
    /// him an even number.
    pub fn value(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => MATE - (2 * moves - 1),
            Score::Mate(moves) => -(MATE + 2 * moves),
        }
    }

    /// Held within ±1000, a mate being ±1000.
    pub fn clamped(self) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(-1000, 1000),
            Score::Mate(moves) => 1000 * moves.signum(),
        }
    }

    /// The number of moves of a mate for the mover.
    pub fn mate_for(self) -> Option<i32> {
        match self {
            Score::Mate(moves) if moves > 0 => Some(moves),
            _ => None,
        }
    }

    /// The number of moves of a mate against the mover.
    pub fn mate_against(self) -> Option<i32> {
        match self {
            Score::Mate(moves) if moves < 0 => Some(-moves),
            _ => None,
        }
    }

    /// Whether it is a mate.
    pub fn is_mate(self) -> bool {
        matches!(self, Score::Mate(_))
    }

    /// The same score from the other side.
    #[must_use]
    pub fn turned(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(-value),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "{value}"),
            Score::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl FromStr for Score {
    type Err = ();

    fn from_str(text: &str) -> Result<Score, ()> {
        let score = match text.strip_prefix('#') {
            Some(moves) => Score::Mate(moves.parse().map_err(drop)?),
            None => Score::Centipawns(text.parse().map_err(drop)?),
        };
        let fits = match score {
            Score::Mate(moves) => moves != 0 && moves.abs() < 500,
            Score::Centipawns(value) => value.abs() <= MATE_LINE,
        };
        // One way to write it.
        if fits && score.to_string() == text {
            Ok(score)
        } else {
            Err(())
        }
    }
}

/// The class of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// As good as any.
    Best,
    /// Nothing to say against it.
    Good,
    /// NAG 6.
    Inaccuracy,
    /// NAG 2.
    Mistake,
    /// NAG 4.
    Blunder,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 5] = [
        Class::Best,
        Class::Good,
        Class::Inaccuracy,
        Class::Mistake,
        Class::Blunder,
    ];

    /// The word of the tag.
    pub fn name(self) -> &'static str {
        match self {
            Class::Best => "best",
            Class::Good => "good",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        }
    }

    /// The word of a sentence, for the three that are said.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Class::Inaccuracy => Some("Inaccuracy"),
            Class::Mistake => Some("Mistake"),
            Class::Blunder => Some("Blunder"),
            Class::Best | Class::Good => None,
        }
    }

    /// The NAG of a move graded aloud; 0 for none.
    pub fn nag(self) -> u16 {
        match self {
            Class::Inaccuracy => 6,
            Class::Mistake => 2,
            Class::Blunder => 4,
            Class::Best | Class::Good => 0,
        }
    }

    /// Whether the class is below good.
    pub fn is_bad(self) -> bool {
        self > Class::Good
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Class {
    type Err = ();

    fn from_str(text: &str) -> Result<Class, ()> {
        Class::ALL
            .into_iter()
            .find(|class| class.name() == text)
            .ok_or(())
    }
}

/// What a class depends on beside best and played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// The move mates.
    pub mates: bool,
    /// The position after the move counts 0 because it stood once before, and
    /// for no other rule.
    pub second_time: bool,
}

/// The winning-chances scale, in ten-thousandths.
#[derive(Clone, Debug, Deserialize)]
pub struct Scale {
    #[allow(dead_code)] // Part of the file's shape.
    name: String,
    chances: Vec<i32>,
}

/// The cost of a move in centipawns, never negative for values that are claimed
/// rightly.
pub fn cost(best: Score, played: Score) -> i32 {
    best.clamped() - played.clamped()
}

impl Scale {
    /// Reads a scale file.
    ///
    /// # Errors
    ///
    /// It is not an object with 1001 whole numbers.
    pub fn read(file: &[u8]) -> Result<Scale, String> {
        let scale: Scale = serde_json::from_slice(file).map_err(|error| error.to_string())?;
        if scale.chances.len() == 1001 {
            Ok(scale)
        } else {
            Err(format!("chances has {} entries", scale.chances.len()))
        }
    }

    /// The winning chances of a score, in ten-thousandths.
    pub fn chances(&self, score: Score) -> i32 {
        let value = score.clamped();
        let chances = self.chances.get(value.unsigned_abs() as usize);
        value.signum() * chances.copied().unwrap_or_default()
    }

    /// The class of a move.
    pub fn class(
        &self,
        best: Score,
        played: Score,
        thresholds: Thresholds,
        circumstances: Circumstances,
    ) -> Class {
        if circumstances.mates {
            return Class::Best;
        }
        let class = match (best, played) {
            (Score::Mate(best), Score::Mate(played)) if best > 0 && played > 0 => {
                return if played <= best {
                    Class::Best
                } else {
                    Class::Good
                };
            }
            (Score::Mate(best), Score::Mate(played)) if best < 0 && played < 0 => {
                return Class::Good;
            }
            (Score::Mate(_), _) | (_, Score::Mate(_)) => self
                .by_drop(best, played, thresholds)
                .max(Class::Inaccuracy),
            _ => self.by_drop(best, played, thresholds),
        };
        if circumstances.second_time && class.is_bad() {
            Class::Good
        } else {
            class
        }
    }

    fn by_drop(&self, best: Score, played: Score, thresholds: Thresholds) -> Class {
        let (drop, limits) = match thresholds {
            Thresholds::Chances(limits) => (self.chances(best) - self.chances(played), limits),
            Thresholds::Centipawns(limits) => (cost(best, played), limits),
        };
        if drop >= limits[2] {
            return Class::Blunder;
        }
        if drop >= limits[1] {
            return Class::Mistake;
        }
        if drop >= limits[0] {
            return Class::Inaccuracy;
        }
        let inside = |score: Score| !score.is_mate() && score.clamped().abs() < 1000;
        if best == played || cost(best, played) <= 10 && inside(best) && inside(played) {
            Class::Best
        } else {
            Class::Good
        }
    }
}

/// A word for who stands how, as seen from one side: `None` is about equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// From 30.
    SlightlyBetter,
    /// From 80.
    Better,
    /// From 180.
    ClearlyBetter,
    /// From 350, and mates.
    Winning,
}

impl Standing {
    /// All words.
    pub const ALL: [Standing; 4] = [
        Standing::SlightlyBetter,
        Standing::Better,
        Standing::ClearlyBetter,
        Standing::Winning,
    ];

    /// The words of the sentence.
    pub fn words(self) -> &'static str {
        match self {
            Standing::SlightlyBetter => "slightly better",
            Standing::Better => "better",
            Standing::ClearlyBetter => "clearly better",
            Standing::Winning => "winning",
        }
    }

    /// Reads the words.
    pub fn from_words(words: &str) -> Option<Standing> {
        Standing::ALL
            .into_iter()
            .find(|standing| standing.words() == words)
    }

    /// The band of the word in centipawns: from the first, below the second.
    fn band(self) -> (i32, i32) {
        match self {
            Standing::SlightlyBetter => (30, 80),
            Standing::Better => (80, 180),
            Standing::ClearlyBetter => (180, 350),
            Standing::Winning => (350, i32::MAX),
        }
    }

    /// Whether a score from the side named lies in the band widened by 10.
    pub fn fits(self, score: Score) -> bool {
        let (from, below) = self.band();
        match score {
            Score::Mate(moves) => self == Standing::Winning && moves > 0,
            Score::Centipawns(value) => value >= from - 10 && value < below.saturating_add(10),
        }
    }
}

/// Whether a score lies in the band of about equal, widened by 10.
pub fn is_about_equal(score: Score) -> bool {
    matches!(score, Score::Centipawns(value) if value > -40 && value < 40)
}

/// Whether both scores, from the side named, are a win by so much at least.
pub fn is_still_winning(best: Score, played: Score, from: i32) -> bool {
    [best, played].into_iter().all(|score| match score {
        Score::Mate(moves) => moves > 0,
        Score::Centipawns(value) => value >= from,
    })
}

/// The costs of {pawns}: half pawns from 50 to 500.
pub fn half_pawns(words: &str, listed: &[String]) -> Option<i32> {
    let index = listed.iter().position(|known| known == words)?;
    Some(50 * (index as i32 + 1))
}

/// Whether `class-cost` can be said of best and played at all, and the half
/// pawn nearest to the cost, the larger of two.
pub fn sayable_cost(best: Score, played: Score) -> Option<i32> {
    let inside = |score: Score| !score.is_mate() && score.clamped().abs() < 1000;
    let cost = cost(best, played);
    if !inside(best) || !inside(played) || !(0..=500).contains(&cost) {
        return None;
    }
    let nearest = (cost + 25) / 50 * 50;
    (nearest >= 50).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: &[u8] = include_bytes!("../../annotate/graphs/scale.json");
    const DEFAULT: Thresholds = Thresholds::Chances([1000, 2000, 3000]);

    fn class(best: &str, played: &str) -> Class {
        let scale = Scale::read(SCALE).unwrap();
        scale.class(
            best.parse().unwrap(),
            played.parse().unwrap(),
            DEFAULT,
            Circumstances::default(),
        )
    }

    #[test]
    fn scores_and_values_are_the_same_thing() {
        for text in ["0", "-35", "#1", "#7", "#-1", "#-2"] {
            let score: Score = text.parse().unwrap();
            assert_eq!(Score::from_value(score.value()), score);
            assert_eq!(score.to_string(), text);
        }
        assert_eq!("#1".parse::<Score>().unwrap().value(), MATE - 1);
        assert_eq!("#-1".parse::<Score>().unwrap().value(), -(MATE - 2));
    }

    #[test]
    fn classes_follow_the_rules_in_their_order() {
        assert_eq!(class("#2", "#2"), Class::Best);
        assert_eq!(class("#2", "#3"), Class::Good);
        assert_eq!(class("#-3", "#-1"), Class::Good);
        assert_eq!(class("#2", "990"), Class::Inaccuracy);
        assert_eq!(class("-950", "#-4"), Class::Inaccuracy);
        assert_eq!(class("0", "#-4"), Class::Blunder);
        assert_eq!(class("35", "25"), Class::Best);
        assert_eq!(class("35", "24"), Class::Good);
        assert_eq!(class("1500", "1400"), Class::Good);
        assert_eq!(class("1500", "1500"), Class::Best);
        assert_eq!(class("35", "-900"), Class::Blunder);
        assert_eq!(class("20", "-140"), Class::Mistake);
    }

    #[test]
    fn a_second_time_is_never_worse_than_good() {
        let scale = Scale::read(SCALE).unwrap();
        let circumstances = Circumstances {
            mates: false,
            second_time: true,
        };
        let best = Score::Centipawns(500);
        let played = Score::Centipawns(0);
        assert_eq!(
            scale.class(best, played, DEFAULT, circumstances),
            Class::Good
        );
    }

    #[test]
    fn bands_are_widened_by_ten_on_both_sides() {
        let cp = Score::Centipawns;
        assert!(Standing::SlightlyBetter.fits(cp(20)) && !Standing::SlightlyBetter.fits(cp(19)));
        assert!(Standing::SlightlyBetter.fits(cp(89)) && !Standing::SlightlyBetter.fits(cp(90)));
        assert!(Standing::Winning.fits(cp(340)) && Standing::Winning.fits(Score::Mate(3)));
        assert!(!Standing::Winning.fits(Score::Mate(-3)));
        assert!(is_about_equal(cp(39)) && !is_about_equal(cp(-40)));
    }

    #[test]
    fn the_larger_of_two_half_pawns_is_the_nearest() {
        let cost = |cost: i32| sayable_cost(Score::Centipawns(0), Score::Centipawns(-cost));
        assert_eq!(cost(25), Some(50));
        assert_eq!(cost(24), None);
        assert_eq!(cost(75), Some(100));
        assert_eq!(cost(500), Some(500));
        assert_eq!(cost(501), None);
    }
}
