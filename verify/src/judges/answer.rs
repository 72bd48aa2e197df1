//! What a UCI engine says of one position: the lines from `go` to `bestmove`, read
//! by ENGINE.md 6.1.

use shakmaty::{Chess, Move, Position, uci::UciMove};

use crate::{judge::Score, judges::verdict::held};

/// Moves of a line that are kept.
const LONGEST_LINE: usize = 64;
/// The deepest depth that is stated.
const DEEPEST: i32 = 255;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The depth it states, 0 where it states none.
    pub depth: i32,
    /// The score, from the side to move.
    pub score: Score,
    /// The line, with its first move.
    pub line: Vec<Move>,
}

/// Reads a line of an engine; nothing if it is no answer about the position.
pub fn read(line: &str, position: &Chess) -> Option<Answer> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let words: Vec<&str> = words.take_while(|word| *word != "string").collect();
    let after = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        Some(&words[at + 1..])
    };
    let number = |name: &str| after(name)?.first()?.parse::<i64>().ok();
    let is_bound = ["lowerbound", "upperbound"]
        .iter()
        .any(|bound| words.contains(bound));
    if is_bound || number("multipv").is_some_and(|place| place > 1) {
        return None;
    }
    let score = score(after("score")?)?;
    let line = legal(after("pv")?, position);
    if line.is_empty() {
        return None;
    }
    let depth = number("depth").unwrap_or_default();
    Some(Answer {
        depth: depth.clamp(0, i64::from(DEEPEST)) as i32,
        score,
        line,
    })
}

fn score(words: &[&str]) -> Option<Score> {
    let [unit, value, ..] = words else {
        return None;
    };
    let value: i64 = value.parse().ok()?;
    let value = value.clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX)) as i32;
    match *unit {
        "cp" => Some(held(Score::Centipawns(value))),
        "mate" if value != 0 => Some(held(Score::Mate(value))),
        _ => None,
    }
}

/// The moves as far as they are legal.
fn legal(words: &[&str], position: &Chess) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for word in words.iter().take(LONGEST_LINE) {
        let Ok(uci) = word.parse::<UciMove>() else {
            break;
        };
        let Ok(m) = uci.to_move(&position) else {
            break;
        };
        position.play_unchecked(m);
        line.push(m);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::uci;

    fn answer(line: &str) -> Option<(i32, String, String)> {
        let answer = read(line, &Chess::default())?;
        let line: Vec<String> = answer.line.iter().map(|m| uci(*m)).collect();
        Some((answer.depth, answer.score.to_string(), line.join(" ")))
    }

    #[test]
    fn depth_score_and_line_are_read_wherever_they_stand() {
        let whole = answer("info depth 9 seldepth 12 score cp 31 nodes 20000 pv e2e4 e7e5 g1f3");
        assert_eq!(whole, Some((9, "31".into(), "e2e4 e7e5 g1f3".into())));
        let short = answer("info pv e2e4 score mate -3");
        assert_eq!(short, Some((0, "#-3".into(), "e2e4".into())));
        let deep = answer("info depth 999 multipv 1 score cp 99999 pv d2d4");
        assert_eq!(deep, Some((255, "20000".into(), "d2d4".into())));
    }

    #[test]
    fn a_line_goes_as_far_as_it_is_legal() {
        let broken = answer("info score cp 0 pv e2e4 e2e4 g1f3");
        assert_eq!(broken.unwrap().2, "e2e4");
        let long = "g1f3 g8f6 f3g1 f6g8 ".repeat(20);
        let long = read(&format!("info score cp 0 pv {long}"), &Chess::default());
        assert_eq!(long.unwrap().line.len(), 64);
    }

    #[test]
    fn what_is_no_answer_is_passed_over() {
        for line in [
            "",
            "bestmove e2e4",
            "info depth 3",
            "info score cp 3",
            "info score cp 3 pv",
            "info score cp 3 pv e2e5",
            "info score cp x pv e2e4",
            "info score mate 0 pv e2e4",
            "info score wdl 3 pv e2e4",
            "info score cp 3 lowerbound pv e2e4",
            "info score cp 3 upperbound pv e2e4",
            "info multipv 2 score cp 3 pv e2e4",
            "info string score cp 3 pv e2e4",
            "info score cp 3 string pv e2e4",
            "information score cp 3 pv e2e4",
        ] {
            assert_eq!(answer(line), None, "{line}");
        }
    }
}
