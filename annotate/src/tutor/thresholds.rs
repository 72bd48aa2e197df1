//! From what drop on a move is an inaccuracy, a mistake, a blunder.

use std::{fmt, str::FromStr};

use super::class::{self, Class, Look};
use crate::engine::Score;

/// On which scale a drop is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Scale {
    /// Winning chances, in ten-thousandths.
    Chances,
    /// Centipawns inside ±1000.
    Centipawns,
}

/// Three rising thresholds and the scale they are given in. Their text form names
/// it: `chances:0.1,0.2,0.35`, the default, or `centipawns:50,100,300`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thresholds {
    scale: Scale,
    /// Inaccuracy, mistake, blunder; ten-thousandths or centipawns.
    from: [i32; 3],
}

/// Text that is no thresholds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseThresholdsError {
    /// No scale, or none that is known.
    #[error("thresholds begin with `chances:` or `centipawns:`, not {0:?}")]
    Scale(String),
    /// Not three numbers.
    #[error("three thresholds are needed, not {0}")]
    Count(usize),
    /// Not a number of that scale.
    #[error(
        "{0:?} is no threshold: chances from 0.0001 to 2 with at most four decimals, \
         centipawns from 1 to 2000"
    )]
    Number(String),
    /// Not rising.
    #[error("thresholds rise: {0} stands before {1}")]
    Order(String, String),
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds {
            scale: Scale::Chances,
            from: [1000, 2000, 3500],
        }
    }
}

impl Thresholds {
    /// The class below good that a move's drop makes, if any: the mean of the drops by what it is
    /// worth at its own depth and one ply further, where that is known.
    ///
    /// A move that at its own depth loses less than half of what makes an inaccuracy is not blamed,
    /// whatever a further ply says.
    pub fn class_of_drop(self, look: Look) -> Option<Class> {
        let plain = self.drop(look.best, look.played);
        let drop = self.drop(look.graded_best, look.graded_played);
        let further = look
            .further
            .map_or(drop, |further| self.drop(look.graded_best, further));
        let twice = drop + further;
        let [inaccuracy, mistake, blunder] = self.from.map(|threshold| 2 * threshold);
        if 2 * plain.min(drop) < self.from[0] {
            None
        } else if twice >= blunder {
            Some(Class::Blunder)
        } else if twice >= mistake {
            Some(Class::Mistake)
        } else if twice >= inaccuracy {
            Some(Class::Inaccuracy)
        } else {
            None
        }
    }

    fn drop(self, best: Score, played: Score) -> i32 {
        match self.scale {
            Scale::Chances => class::drop(best, played),
            Scale::Centipawns => class::cost(best, played),
        }
    }
}

impl fmt::Display for Thresholds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.scale {
            Scale::Chances => "chances:",
            Scale::Centipawns => "centipawns:",
        })?;
        for (i, &threshold) in self.from.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            match self.scale {
                Scale::Centipawns => write!(f, "{threshold}")?,
                Scale::Chances => f.write_str(&ten_thousandths(threshold))?,
            }
        }
        Ok(())
    }
}

/// `1000` as `0.1`, `10000` as `1`.
fn ten_thousandths(value: i32) -> String {
    let text = format!("{}.{:04}", value / 10_000, value % 10_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn parse_ten_thousandths(text: &str) -> Option<i32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 4 || decimals.len() > 4 || text.ends_with('.') {
        return None;
    }
    if !digits(whole) || !digits(decimals) {
        return None;
    }
    format!("{whole}{decimals:0<4}").parse().ok()
}

impl FromStr for Thresholds {
    type Err = ParseThresholdsError;

    fn from_str(text: &str) -> Result<Thresholds, ParseThresholdsError> {
        let (scale, numbers) = match text.split_once(':') {
            Some(("chances", numbers)) => (Scale::Chances, numbers),
            Some(("centipawns", numbers)) => (Scale::Centipawns, numbers),
            _ => return Err(ParseThresholdsError::Scale(text.to_owned())),
        };
        let words: Vec<&str> = numbers.split(',').map(str::trim).collect();
        let Ok(words) = <[&str; 3]>::try_from(words.as_slice()) else {
            return Err(ParseThresholdsError::Count(words.len()));
        };
        let mut from = [0; 3];
        for (threshold, word) in from.iter_mut().zip(words) {
            let parsed = match scale {
                Scale::Chances => parse_ten_thousandths(word).filter(|n| (1..=20_000).contains(n)),
                Scale::Centipawns => word
                    .bytes()
                    .all(|byte| byte.is_ascii_digit())
                    .then(|| word.parse().ok())
                    .flatten()
                    .filter(|n| (1..=2000).contains(n)),
            };
            *threshold = parsed.ok_or_else(|| ParseThresholdsError::Number(word.to_owned()))?;
        }
        for i in 1..3 {
            if from[i] < from[i - 1] {
                return Err(ParseThresholdsError::Order(
                    words[i - 1].to_owned(),
                    words[i].to_owned(),
                ));
            }
        }
        Ok(Thresholds { scale, from })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(cost: i32, further: Option<i32>) -> Look {
        Look {
            further: further.map(|cost| Score::cp(400 - cost)),
            ..Look::new(Score::cp(400), Score::cp(400 - cost))
        }
    }

    #[test]
    fn the_text_form_is_read_back() {
        for text in [
            "chances:0.1,0.2,0.35",
            "centipawns:50,100,300",
            "chances:0.0001,0.25,1",
        ] {
            let thresholds: Thresholds = text.parse().expect("thresholds");
            assert_eq!(thresholds.to_string(), text);
        }
        assert_eq!(Thresholds::default().to_string(), "chances:0.1,0.2,0.35");
        let spaced: Thresholds = "centipawns:50, 100, 300".parse().expect("thresholds");
        assert_eq!(spaced.to_string(), "centipawns:50,100,300");
    }

    #[test]
    fn what_is_no_threshold_is_refused() {
        for text in [
            "",
            "0.1,0.2,0.3",
            "wins:1,2,3",
            "chances:0.1,0.2",
            "chances:0.1,0.2,0.3,0.4",
            "chances:0.3,0.2,0.1",
            "chances:0.12345,0.2,0.3",
            "chances:-0.1,0.2,0.3",
            "chances:.1,0.2,0.3",
            "chances:0,0.2,0.3",
            "chances:0.1,0.2,3",
            "centipawns:0.5,1,3",
            "centipawns:+50,100,300",
            "centipawns:50,100,99999999999",
        ] {
            assert!(text.parse::<Thresholds>().is_err(), "{text}");
        }
    }

    #[test]
    fn each_threshold_belongs_to_the_class_above_it() {
        let thresholds: Thresholds = "centipawns:50,100,300".parse().expect("thresholds");
        let class = |cost| thresholds.class_of_drop(look(cost, None));
        assert_eq!(class(49), None);
        assert_eq!(class(50), Some(Class::Inaccuracy));
        assert_eq!(class(100), Some(Class::Mistake));
        assert_eq!(class(299), Some(Class::Mistake));
        assert_eq!(class(300), Some(Class::Blunder));
    }

    #[test]
    fn a_further_ply_shares_the_blame_but_does_not_blame_alone() {
        let thresholds: Thresholds = "centipawns:50,100,300".parse().expect("thresholds");
        let class = |cost, further| thresholds.class_of_drop(look(cost, Some(further)));
        assert_eq!(class(300, 300), Some(Class::Blunder));
        assert_eq!(class(300, 299), Some(Class::Mistake));
        assert_eq!(class(250, 350), Some(Class::Blunder));
        assert_eq!(class(199, 0), Some(Class::Inaccuracy));
        assert_eq!(class(90, 0), None);
        assert_eq!(class(90, -100), None);
        assert_eq!(class(25, 75), Some(Class::Inaccuracy));
        assert_eq!(class(24, 900), None);
    }

    #[test]
    fn a_drop_is_blamed_only_where_plain_and_graded_values_have_one() {
        let thresholds: Thresholds = "centipawns:50,100,300".parse().expect("thresholds");
        let class = |cost, graded| {
            thresholds.class_of_drop(Look {
                graded_played: Score::cp(400 - graded),
                ..look(cost, None)
            })
        };
        assert_eq!(class(400, 60), Some(Class::Inaccuracy));
        assert_eq!(class(400, 0), None);
        assert_eq!(class(10, 400), None);
        assert_eq!(class(60, 400), Some(Class::Blunder));
    }
}
