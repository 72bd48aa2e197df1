//! Who stands better, in words.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// The five bands of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Band {
    /// Below 30 centipawns for either side.
    #[serde(rename = "about equal")]
    AboutEqual,
    /// From 30.
    #[serde(rename = "slightly better")]
    SlightlyBetter,
    /// From 80.
    #[serde(rename = "better")]
    Better,
    /// From 180.
    #[serde(rename = "clearly better")]
    ClearlyBetter,
    /// From 350, and every mate.
    #[serde(rename = "winning")]
    Winning,
}

impl Band {
    /// The band of a score for the side that has it, in centipawns, not below 0.
    pub fn of(centipawns: i32) -> Band {
        match centipawns {
            ..30 => Band::AboutEqual,
            30..80 => Band::SlightlyBetter,
            80..180 => Band::Better,
            180..350 => Band::ClearlyBetter,
            350.. => Band::Winning,
        }
    }

    /// The words of the band.
    pub fn as_str(self) -> &'static str {
        match self {
            Band::AboutEqual => "about equal",
            Band::SlightlyBetter => "slightly better",
            Band::Better => "better",
            Band::ClearlyBetter => "clearly better",
            Band::Winning => "winning",
        }
    }
}

/// A band and the side it belongs to. About equal belongs to nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The side that stands better, none when about equal.
    pub side: Option<Color>,
    /// How much better.
    pub band: Band,
}

impl Standing {
    /// What every game begins with.
    pub const EQUAL: Standing = Standing {
        side: None,
        band: Band::AboutEqual,
    };

    /// The standing of a score as White sees it, in centipawns (a mate is far
    /// outside every band and so winning).
    pub fn of_white(centipawns: i32) -> Standing {
        match Band::of(centipawns.saturating_abs()) {
            Band::AboutEqual => Standing::EQUAL,
            band => Standing {
                side: Some(Color::from_white(centipawns > 0)),
                band,
            },
        }
    }

    /// How many bands lie between two standings: one from equal to slightly
    /// better, eight from one side winning to the other.
    pub fn steps_from(self, other: Standing) -> i32 {
        (self.rung() - other.rung()).abs()
    }

    fn rung(self) -> i32 {
        let rung = self.band as i32;
        match self.side {
            Some(Color::Black) => -rung,
            _ => rung,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_begin_at_30_80_180_and_350() {
        for (cp, band) in [
            (0, Band::AboutEqual),
            (29, Band::AboutEqual),
            (30, Band::SlightlyBetter),
            (79, Band::SlightlyBetter),
            (80, Band::Better),
            (179, Band::Better),
            (180, Band::ClearlyBetter),
            (349, Band::ClearlyBetter),
            (350, Band::Winning),
            (29_999, Band::Winning),
        ] {
            assert_eq!(Band::of(cp), band, "{cp}");
        }
    }

    #[test]
    fn the_sign_names_the_side() {
        assert_eq!(Standing::of_white(-29), Standing::EQUAL);
        assert_eq!(Standing::of_white(-85).side, Some(Color::Black));
        assert_eq!(Standing::of_white(85).side, Some(Color::White));
    }

    #[test]
    fn steps_count_bands_across_equality() {
        let white = Standing::of_white(100);
        assert_eq!(white.steps_from(Standing::EQUAL), 2);
        assert_eq!(white.steps_from(Standing::of_white(-40)), 3);
        assert_eq!(white.steps_from(white), 0);
    }
}
