//! The winning-chances scale: an integer table, so that no run computes a logarithm or an exponential.

use std::sync::LazyLock;

use serde::Deserialize;

use super::score::Score;

/// The bytes of the scale as shipped; part of the engine hash.
pub(crate) const BYTES: &[u8] = include_bytes!("../../graphs/scale.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scale {
    #[allow(dead_code, reason = "read so that an unknown key is still noticed")]
    name: String,
    chances: Vec<i32>,
}

static FITTED: LazyLock<Vec<i32>> = LazyLock::new(|| read(BYTES));

static PLAIN: LazyLock<Vec<i32>> =
    LazyLock::new(|| read(include_bytes!("../../graphs/plain.json")));

fn read(bytes: &[u8]) -> Vec<i32> {
    let scale: Scale = serde_json::from_slice(bytes).expect("the shipped scale is well formed");
    assert_eq!(scale.chances.len(), 1001, "one entry for each centipawn");
    scale.chances
}

/// The winning chances, in ten-thousandths from −10000 to 10000, of a score in centipawns.
///
/// Scores outside ±1000 are held there first.
///
/// ```
/// use annotate::engine::scale::chances;
///
/// assert_eq!(chances(0), 0);
/// assert_eq!(chances(-100), -chances(100));
/// ```
pub fn chances(centipawns: i32) -> i32 {
    in_table(&FITTED, centipawns)
}

/// The same on the logistic scale that others grade by, 2/(1 + e^(−0.00368208·cp)) − 1: the scale
/// of [`chances`] is fitted to this engine and to no other.
///
/// ```
/// use annotate::engine::scale::plain_chances;
///
/// assert_eq!(plain_chances(100), 1821);
/// ```
pub fn plain_chances(centipawns: i32) -> i32 {
    in_table(&PLAIN, centipawns)
}

fn in_table(table: &[i32], centipawns: i32) -> i32 {
    let held = centipawns.clamp(-Score::CLAMP, Score::CLAMP);
    let entry = table[held.unsigned_abs() as usize];
    if held < 0 { -entry } else { entry }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_never_fall_as_the_score_rises() {
        for centipawns in -1100..1100 {
            assert!(chances(centipawns) <= chances(centipawns + 1));
            assert!(plain_chances(centipawns) <= plain_chances(centipawns + 1));
        }
        assert!(chances(1000) <= 10_000);
    }

    #[test]
    fn scores_beyond_the_clamp_count_as_the_clamp() {
        assert_eq!(chances(30_000), chances(1000));
        assert_eq!(chances(i32::MIN), -chances(1000));
    }
}
