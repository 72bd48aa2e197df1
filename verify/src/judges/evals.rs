//! The judge `evals`: the `[%eval …]`s that a game has, once our own are stripped.

use shakmaty::{Chess, Color};

use crate::{
    judge::Score,
    judges::verdict::{Verdict, before_reply, held, settled},
    scanner::{Game, MoveText, games},
    strip::strip,
    told::Told,
};

/// What the standard starting position is worth to White, in centipawns.
const START: i32 = 15;
/// Bytes of an eval from after its name to its bracket.
const LENGTH: usize = 64;

/// What the evaluations of a game say of each of its plies; nothing of those they
/// do not grade.
///
/// # Errors
///
/// The stripped game is not one game with the same moves.
pub fn verdicts(text: &[u8], game: &Game, told: &[Told]) -> Result<Vec<Option<Verdict>>, String> {
    let stripped = strip(&text[game.span.clone()]);
    let plain = games(&stripped);
    let [plain] = plain.as_slice() else {
        return Err(format!("stripped it is {} games", plain.len()));
    };
    if plain.moves.len() != game.moves.len() {
        return Err("stripped it has other moves".to_owned());
    }
    let standard = told
        .first()
        .is_some_and(|first| *first.ply.line.position() == Chess::default());
    let mut before = standard.then_some(Score::Centipawns(START));
    let mut verdicts = Vec::with_capacity(told.len());
    for (told, moved) in told.iter().zip(&plain.moves) {
        let after = eval_of(&stripped, moved);
        verdicts.push(before.and_then(|before| verdict(told, before, after)));
        before = after;
    }
    Ok(verdicts)
}

/// What two evaluations, seen by White, say of the move between them.
fn verdict(told: &Told, before: Score, after: Option<Score>) -> Option<Verdict> {
    let by_rule = settled(&told.ply.line.after(told.ply.played));
    let played = by_rule.or_else(|| Some(before_reply(seen(after?, !told.mover))))?;
    let before = seen(before, told.mover);
    let best = if played.value() > before.value() {
        played
    } else {
        before
    };
    Some(Verdict {
        depth: 0,
        best,
        played,
        line: Vec::new(),
        replies: Vec::new(),
    })
}

fn seen(white: Score, side: Color) -> Score {
    side.fold_wb(white, white.turned())
}

/// The eval on a move, seen by White: the first in its comments that can be read.
fn eval_of(text: &[u8], moved: &MoveText) -> Option<Score> {
    moved
        .comments
        .iter()
        .chain(&moved.late_comments)
        .find_map(|comment| eval_in(&text[comment.inside()]))
}

/// The first eval in a comment that can be read, seen by White.
pub fn eval_in(comment: &[u8]) -> Option<Score> {
    const OPEN: &[u8] = b"[%eval";
    (0..comment.len()).find_map(|at| {
        let rest = comment[at..].strip_prefix(OPEN)?;
        if !rest.first()?.is_ascii_whitespace() {
            return None;
        }
        let end = rest.iter().position(|byte| *byte == b']')?;
        if end > LENGTH {
            return None;
        }
        let inside = std::str::from_utf8(&rest[..end]).ok()?;
        let value = inside.split(',').next().unwrap_or_default();
        score(value.trim_matches(|c: char| c.is_ascii_whitespace()))
    })
}

/// A score as `[%eval …]` has it: pawns, or `#` and moves.
fn score(text: &str) -> Option<Score> {
    let mate = text.strip_prefix('#');
    let (sign, digits) = match mate.unwrap_or(text) {
        signed if signed.starts_with('-') => (-1, &signed[1..]),
        signed => (1, signed.strip_prefix('+').unwrap_or(signed)),
    };
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if mate.is_some() {
        let moves = whole(digits).filter(|_| !digits.is_empty() && all_digits(digits))?;
        return (moves != 0).then(|| held(Score::Mate(sign * moves)));
    }
    let (pawns, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    if !all_digits(pawns) || !all_digits(decimals) || pawns.len() + decimals.len() == 0 {
        return None;
    }
    let hundredths = format!("{decimals:0<3}");
    let (hundredths, next) = (&hundredths[..2], hundredths.as_bytes()[2]);
    let value = whole(pawns)?
        .saturating_mul(100)
        .saturating_add(whole(hundredths)?)
        .saturating_add(i32::from(next >= b'5'));
    Some(held(Score::Centipawns(sign * value)))
}

/// Digits as a number, the largest there is where they make more.
fn whole(digits: &str) -> Option<i32> {
    digits.bytes().try_fold(0_i32, |sum, byte| {
        let digit = char::from(byte).to_digit(10)?;
        Some(sum.saturating_mul(10).saturating_add(digit as i32))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Option<String> {
        eval_in(comment.as_bytes()).map(|score| score.to_string())
    }

    #[test]
    fn evals_are_read_in_pawns_and_halves_round_away_from_zero() {
        for (text, value) in [
            ("0.17", "17"),
            ("-0.5", "-50"),
            ("+3", "300"),
            (".5", "50"),
            ("5.", "500"),
            ("0.125", "13"),
            ("-0.125", "-13"),
            ("0.12499", "12"),
            ("99999999999999", "20000"),
            ("-250.01", "-20000"),
            ("#3", "#3"),
            ("#-2", "#-2"),
            ("#+12", "#12"),
            ("#600", "#499"),
            (" 1.5 ", "150"),
            ("0.30,18", "30"),
            ("0.30 ,x", "30"),
        ] {
            let found = read(&format!("a [%clk 0:01] [%eval {text}] b"));
            assert_eq!(found.as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_eval_is_passed_over_for_the_next() {
        for text in [
            "", ".", "-", "#0", "#", "#-", "#1.5", "1.2.3", "1e2", "+-1", "1 2", "\u{bd}",
        ] {
            assert_eq!(read(&format!("[%eval {text}]")), None, "{text}");
            let two = format!("[%eval {text}] [%eval 0.4]");
            assert_eq!(read(&two).as_deref(), Some("40"), "{text}");
        }
        assert_eq!(read("[%eval0.4]"), None);
        assert_eq!(read("[%evaluation 0.4]"), None);
        assert_eq!(read("[%eval 0.4"), None);
        assert_eq!(
            read(&format!("[%eval {:>63}]", "0.4")).as_deref(),
            Some("40")
        );
        assert_eq!(read(&format!("[%eval {:>64}]", "0.4")), None);
    }
}
