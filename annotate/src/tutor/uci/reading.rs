//! What an engine says, line by line, made into an [`Answer`]; anything else is passed over.
//!
//! Nothing here trusts the engine: numbers may be absurd, moves illegal, words missing.

use shakmaty::{Chess, Move, Position, uci::UciMove};

use crate::{
    engine::Score,
    tutor::told::{Answer, mate_in},
};

/// The longest line of moves kept, in plies.
const LONGEST_LINE: usize = 64;

/// An `option` line of the handshake: the name as the engine writes it, and its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EngineOption {
    pub(super) name: String,
    pub(super) kind: String,
}

impl EngineOption {
    /// Reads `option name Clear Hash type button …`.
    pub(super) fn read(line: &str) -> Option<EngineOption> {
        let mut words = line.split_ascii_whitespace();
        (words.next()? == "option" && words.next()? == "name").then_some(())?;
        let mut name = String::new();
        while let Some(word) = words.next() {
            if word == "type" {
                let kind = words.next()?.to_owned();
                return (!name.is_empty()).then_some(EngineOption { name, kind });
            }
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(word);
        }
        None
    }
}

/// The answer an `info` line holds, if it is a whole one: an exact score and a line of
/// legal moves, of the best line there is.
pub(super) fn answer(line: &str, position: &Chess) -> Option<Answer> {
    let mut words = line.split_ascii_whitespace();
    (words.next()? == "info").then_some(())?;
    let (mut score, mut depth, mut nodes) = (None, 0, 0);
    while let Some(word) = words.next() {
        match word {
            "string" | "lowerbound" | "upperbound" => return None,
            "multipv" => (words.next()? == "1").then_some(())?,
            "depth" => depth = number(words.next()?),
            "nodes" => nodes = number(words.next()?),
            "score" => {
                let kind = words.next()?;
                let value: i64 = words.next()?.parse().ok()?;
                score = Some(read_score(kind, value)?);
            }
            "pv" => {
                let line = legal_line(words, position);
                let score = score.filter(|_| !line.is_empty())?;
                return Some(Answer {
                    score,
                    depth: u8::try_from(depth).unwrap_or(u8::MAX),
                    line,
                    nodes,
                });
            }
            _ => {}
        }
    }
    None
}

/// A whole number, 0 where there is none.
fn number(word: &str) -> u64 {
    word.parse().unwrap_or(0)
}

fn read_score(kind: &str, value: i64) -> Option<Score> {
    let bound = i64::from(Score::LEAF_BOUND);
    let held = i32::try_from(value.clamp(-bound, bound)).ok()?;
    match kind {
        "cp" => Some(Score::cp(held)),
        "mate" => mate_in(held),
        _ => None,
    }
}

/// The moves of a line as far as they are legal.
fn legal_line<'w>(words: impl Iterator<Item = &'w str>, position: &Chess) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for word in words.take(LONGEST_LINE) {
        let step = word.parse::<UciMove>().ok();
        let Some(step) = step.and_then(|step| step.to_move(&position).ok()) else {
            break;
        };
        position.play_unchecked(step);
        line.push(step);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Answer> {
        answer(line, &Chess::default())
    }

    #[test]
    fn an_exact_line_is_an_answer() {
        let line = "info depth 12 seldepth 15 multipv 1 score cp 31 wdl 60 900 40 nodes 20011 \
                    nps 900000 hashfull 3 time 22 pv e2e4 e7e5 g1f3";
        let answer = read(line).expect("an answer");
        assert_eq!(answer.score, Score::cp(31));
        assert_eq!((answer.depth, answer.nodes), (12, 20_011));
        assert_eq!(answer.line.len(), 3);
    }

    #[test]
    fn a_line_without_exact_score_or_legal_move_is_none() {
        for line in [
            "",
            "info",
            "info depth 3",
            "info depth 3 score cp 20",
            "info depth 3 score cp 20 pv",
            "info depth 3 score cp 20 pv e2e5",
            "info depth 3 score cp 20 pv 0000",
            "info depth 3 pv e2e4",
            "info depth 3 score cp 20 lowerbound pv e2e4",
            "info depth 3 score cp 20 upperbound nodes 3 pv e2e4",
            "info multipv 2 depth 3 score cp 20 pv e2e4",
            "info string score cp 20 pv e2e4",
            "info score mate 0 pv e2e4",
            "info score wins 3 pv e2e4",
            "info score cp x pv e2e4",
            "info score cp",
            "bestmove e2e4",
            "xinfo score cp 20 pv e2e4",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn absurd_numbers_are_held_and_illegal_moves_end_the_line() {
        let of = |line| read(line).expect("an answer");
        let large = of("info depth 999 nodes -3 score cp 999999999999 pv e2e4 e2e4 e7e5");
        assert_eq!(large.score, Score::cp(Score::LEAF_BOUND));
        assert_eq!((large.depth, large.nodes, large.line.len()), (255, 0, 1));
        let mate = of("info score mate -9223372036854775808 pv e2e4");
        assert!(mate.score.is_mate());
        assert_eq!(of("info score mate 3 pv e2e4").score.to_string(), "#3");
        assert_eq!(of("info score mate -2 pv e2e4").score.to_string(), "#-2");
        assert_eq!(read("info score cp 99999999999999999999 pv e2e4"), None);
    }

    #[test]
    fn names_of_options_may_hold_spaces() {
        let option = EngineOption::read("option name Clear Hash type button");
        let expected = EngineOption {
            name: "Clear Hash".into(),
            kind: "button".into(),
        };
        assert_eq!(option, Some(expected));
        for odd in [
            "option",
            "option name",
            "option name type spin",
            "option name X",
            "id name X",
        ] {
            assert_eq!(EngineOption::read(odd), None, "{odd}");
        }
    }
}
