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
            Score::Mate(moves) => moves != 0 && moves.abs() <= 500,
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

/// The values that a class is drawn from, all from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// Best, as the tag has it.
    pub best: Score,
    /// Played, as the tag has it.
    pub played: Score,
    /// Best, where a 0 is looked through.
    pub graded_best: Score,
    /// Played, where a 0 is looked through.
    pub graded_played: Score,
    /// The move's value one ply further; where that is not used, graded played.
    pub further: Score,
}

impl Values {
    /// Where nothing is known but best and played.
    pub fn plain(best: Score, played: Score) -> Values {
        Values {
            best,
            played,
            graded_best: best,
            graded_played: played,
            further: played,
        }
    }
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

    /// How much less one score is than another by the scale of the thresholds.
    fn fall(&self, from: Score, to: Score, thresholds: Thresholds) -> i32 {
        match thresholds {
            Thresholds::Chances(_) => self.chances(from) - self.chances(to),
            Thresholds::Centipawns(_) => cost(from, to),
        }
    }

    /// The class of a move whose values are all known.
    pub fn class(
        &self,
        values: &Values,
        thresholds: Thresholds,
        circumstances: Circumstances,
    ) -> Class {
        match self.class_by_plain(values.best, values.played, thresholds, circumstances) {
            Some(class) => class,
            None => self.class_by_drop(values, thresholds, circumstances),
        }
    }

    /// The class of a move where best and played alone decide it.
    pub fn class_by_plain(
        &self,
        best: Score,
        played: Score,
        thresholds: Thresholds,
        circumstances: Circumstances,
    ) -> Option<Class> {
        if circumstances.mates {
            return Some(Class::Best);
        }
        if best.mate_for().is_some() && played.mate_for().is_some() {
            let longer = played.mate_for() > best.mate_for();
            return Some(if longer { Class::Good } else { Class::Best });
        }
        if best.mate_against().is_some() && played.mate_against().is_some() {
            return Some(Class::Good);
        }
        // A plain drop of less than half an inaccuracy is not blamed.
        (2 * self.fall(best, played, thresholds) < thresholds.limits()[0])
            .then(|| finished(None, best, played, circumstances))
    }

    /// Rules 4 and 5, and the last one.
    fn class_by_drop(
        &self,
        values: &Values,
        thresholds: Thresholds,
        circumstances: Circumstances,
    ) -> Class {
        let limits = thresholds.limits();
        let plain = self.fall(values.best, values.played, thresholds);
        let graded = self.fall(values.graded_best, values.graded_played, thresholds);
        let twice = graded + self.fall(values.graded_best, values.further, thresholds);
        let bad = if 2 * plain.min(graded) < limits[0] {
            None
        } else if twice >= 2 * limits[2] {
            Some(Class::Blunder)
        } else if twice >= 2 * limits[1] {
            Some(Class::Mistake)
        } else if twice >= 2 * limits[0] {
            Some(Class::Inaccuracy)
        } else {
            None
        };
        finished(bad, values.best, values.played, circumstances)
    }

    /// The least and the most severe class that best and played leave possible,
    /// where `looks_further` tells whether `further` is used.
    pub fn possible_classes(
        &self,
        best: Score,
        played: Score,
        looks_further: bool,
        thresholds: Thresholds,
        circumstances: Circumstances,
    ) -> (Class, Class) {
        if let Some(class) = self.class_by_plain(best, played, thresholds, circumstances) {
            return (class, class);
        }
        let plain = Values::plain(best, played);
        let with = |values: Values| self.class(&values, thresholds, circumstances);
        if best == Score::Centipawns(0) || played == Score::Centipawns(0) {
            // A 0 may be graded as anything.
            let worst = finished(Some(Class::Blunder), best, played, circumstances);
            return (finished(None, best, played, circumstances), worst);
        }
        if !looks_further {
            return (with(plain), with(plain));
        }
        let further = |value: i32| {
            with(Values {
                further: Score::Centipawns(value),
                ..plain
            })
        };
        (further(1000), further(-1000))
    }
}

/// A class by drop, or none, put through what rules 4 and 5 and the last one say.
fn finished(
    by_drop: Option<Class>,
    best: Score,
    played: Score,
    circumstances: Circumstances,
) -> Class {
    let inside = |score: Score| !score.is_mate() && score.clamped().abs() < 1000;
    let mate_changes = best.is_mate() || played.is_mate();
    let class = match by_drop {
        Some(class) => class,
        None if mate_changes => Class::Inaccuracy,
        None if best == played => Class::Best,
        None if cost(best, played) <= 10 && inside(best) && inside(played) => Class::Best,
        None => Class::Good,
    };
    if circumstances.second_time && class.is_bad() {
        Class::Good
    } else {
        class
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

    /// A scale that rises by ten a centipawn: chances are easily worked out.
    fn straight() -> Scale {
        let chances: Vec<String> = (0..=1000).map(|value| (10 * value).to_string()).collect();
        let file = format!(r#"{{"name":"straight","chances":[{}]}}"#, chances.join(","));
        Scale::read(file.as_bytes()).unwrap()
    }

    fn score(text: &str) -> Score {
        text.parse().unwrap()
    }

    fn class(best: &str, played: &str) -> Class {
        let values = Values::plain(score(best), score(played));
        straight().class(&values, DEFAULT, Circumstances::default())
    }

    /// Graded best, graded played and further, with best and played as given.
    fn graded(plain: [&str; 2], graded: [&str; 3]) -> Class {
        let values = Values {
            best: score(plain[0]),
            played: score(plain[1]),
            graded_best: score(graded[0]),
            graded_played: score(graded[1]),
            further: score(graded[2]),
        };
        straight().class(&values, DEFAULT, Circumstances::default())
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
    fn the_shipped_scale_rises_from_nothing() {
        let scale = Scale::read(SCALE).unwrap();
        assert_eq!(scale.chances(score("0")), 0);
        for value in 0..1000 {
            let [low, high] =
                [value, value + 1].map(|value| scale.chances(Score::Centipawns(value)));
            assert!(low <= high, "{value}");
            assert_eq!(scale.chances(Score::Centipawns(-value)), -low);
        }
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
        assert_eq!(class("35", "-265"), Class::Blunder);
        assert_eq!(class("35", "-264"), Class::Mistake);
        assert_eq!(class("35", "-165"), Class::Mistake);
        assert_eq!(class("35", "-164"), Class::Inaccuracy);
        assert_eq!(class("35", "-65"), Class::Inaccuracy);
        assert_eq!(class("35", "-64"), Class::Good);
    }

    #[test]
    fn a_drop_counts_once_now_and_once_a_ply_further() {
        // 150 and 250 make twice 200: a mistake; 150 and 249 an inaccuracy.
        let plain = ["100", "-50"];
        assert_eq!(graded(plain, ["100", "-50", "-150"]), Class::Mistake);
        assert_eq!(graded(plain, ["100", "-50", "-149"]), Class::Inaccuracy);
        // 150 and 49 make less than twice 100: what is well a ply further is good.
        assert_eq!(graded(plain, ["100", "-50", "50"]), Class::Inaccuracy);
        assert_eq!(graded(plain, ["100", "-50", "51"]), Class::Good);
        // It may be more than best: 150 less 60.
        assert_eq!(graded(plain, ["100", "-50", "160"]), Class::Good);
        assert_eq!(graded(plain, ["100", "-50", "#-3"]), Class::Blunder);
    }

    #[test]
    fn less_than_half_an_inaccuracy_is_not_blamed_whatever_comes_further() {
        assert_eq!(graded(["100", "51"], ["100", "51", "-900"]), Class::Good);
        assert_eq!(graded(["100", "50"], ["100", "50", "-900"]), Class::Blunder);
        // The graded drop may be the smaller one.
        assert_eq!(graded(["0", "-200"], ["-151", "-200", "-900"]), Class::Good);
        assert_eq!(
            graded(["0", "-200"], ["-150", "-200", "-900"]),
            Class::Blunder
        );
        // A mate given up is an inaccuracy all the same.
        assert_eq!(
            graded(["#5", "980"], ["#5", "980", "-900"]),
            Class::Inaccuracy
        );
    }

    #[test]
    fn a_zero_is_graded_by_what_it_hides() {
        assert_eq!(class("0", "-200"), Class::Mistake);
        assert_eq!(
            graded(["0", "-200"], ["-90", "-200", "-200"]),
            Class::Inaccuracy
        );
        assert_eq!(graded(["200", "0"], ["200", "120", "120"]), Class::Good);
        // Best and good are told by best and played as they stand.
        assert_eq!(graded(["0", "0"], ["50", "-500", "-500"]), Class::Best);
    }

    #[test]
    fn centipawns_take_the_place_of_chances() {
        let scale = Scale::read(SCALE).unwrap();
        let thresholds = Thresholds::Centipawns([50, 100, 300]);
        let class = |played: &str, further: &str| {
            let values = Values {
                further: score(further),
                ..Values::plain(score("900"), score(played))
            };
            scale.class(&values, thresholds, Circumstances::default())
        };
        assert_eq!(class("600", "600"), Class::Blunder);
        assert_eq!(class("601", "600"), Class::Mistake);
        assert_eq!(class("850", "850"), Class::Inaccuracy);
        assert_eq!(class("876", "-900"), Class::Good);
        assert_eq!(class("875", "-900"), Class::Blunder);
    }

    #[test]
    fn what_best_and_played_leave_open_holds_every_class_they_allow() {
        let scale = straight();
        let possible = |best: &str, played: &str, further: bool| {
            scale.possible_classes(
                score(best),
                score(played),
                further,
                DEFAULT,
                Circumstances::default(),
            )
        };
        let only = |class| (class, class);
        assert_eq!(possible("100", "51", true), only(Class::Good));
        assert_eq!(possible("100", "-50", false), only(Class::Inaccuracy));
        assert_eq!(possible("100", "-50", true), (Class::Good, Class::Blunder));
        assert_eq!(possible("0", "-150", false), (Class::Good, Class::Blunder));
        // A fall of 1900 stays a blunder if the move is worth ten pawns further on.
        assert_eq!(possible("950", "-950", true), only(Class::Blunder));
        assert_eq!(
            possible("#3", "0", true),
            (Class::Inaccuracy, Class::Blunder)
        );
        assert_eq!(possible("#3", "#5", true), only(Class::Good));
    }

    #[test]
    fn a_second_time_is_never_worse_than_good() {
        let circumstances = Circumstances {
            mates: false,
            second_time: true,
        };
        let scale = straight();
        for (best, played) in [("500", "0"), ("#4", "0"), ("60", "0")] {
            let values = Values::plain(score(best), score(played));
            assert_eq!(scale.class(&values, DEFAULT, circumstances), Class::Good);
        }
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
