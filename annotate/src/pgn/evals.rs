//! The evaluations a game has: `[%eval 0.85]`, `[%eval #-3,24]`.

use super::comment::command_values;
use super::text::GameText;

/// What `[%eval …]` says of the position after a move, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// So many centipawns, within ±20000.
    Centipawns(i32),
    /// White mates in so many moves, or is mated in as many below zero; never 0.
    Mate(i32),
}

/// No evaluation is taken for more centipawns than this.
const FARTHEST: i32 = 20_000;

/// The first evaluation that can be read in the comments of the move of this ply (0-based).
pub fn eval(text: &GameText<'_>, ply: usize) -> Option<Eval> {
    text.items(ply)
        .iter()
        .filter(|item| item.is_comment())
        .flat_map(|item| command_values(&text.bytes()[item.inner()], b"[%eval"))
        .find_map(read)
}

/// Reads what stands between `[%eval` and `]`: a value, then perhaps a comma and anything.
fn read(value: &[u8]) -> Option<Eval> {
    let value = std::str::from_utf8(value).ok()?;
    let value = value.split(',').next().unwrap_or_default();
    let value = value.trim_matches(|sign: char| sign.is_ascii_whitespace());
    if let Some(moves) = value.strip_prefix('#') {
        let (sign, digits) = signed(moves);
        return whole(digits)
            .filter(|&moves| moves > 0)
            .map(|moves| Eval::Mate(sign * moves));
    }
    let (sign, digits) = signed(value);
    let (pawns, rest) = digits.split_once('.').unwrap_or((digits, ""));
    if pawns.is_empty() && rest.is_empty() {
        return None;
    }
    let pawns = if pawns.is_empty() { 0 } else { whole(pawns)? };
    if !rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |place: usize| {
        rest.as_bytes()
            .get(place)
            .map_or(0, |byte| i32::from(byte - b'0'))
    };
    let centipawns = pawns
        .saturating_mul(100)
        .saturating_add(10 * digit(0) + digit(1) + i32::from(digit(2) >= 5));
    Some(Eval::Centipawns(sign * centipawns.min(FARTHEST)))
}

/// The sign of a number, 1 or −1, and what follows it.
fn signed(text: &str) -> (i32, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// A whole number; one too large for an `i32` is the largest there is.
fn whole(digits: &str) -> Option<i32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: &str) -> Option<Eval> {
        let game = format!("1. e4 {{ [%clk 0:01] [%eval {value}] }}");
        eval(&GameText::scan(game.as_bytes()), 0)
    }

    #[test]
    fn pawns_are_read_to_the_centipawn_and_rounded_away_from_zero() {
        for (value, centipawns) in [
            ("0.85", 85),
            ("-1.2", -120),
            ("+3", 300),
            ("0.3,18", 30),
            (" 2.10 ", 210),
            (".5", 50),
            ("7.", 700),
            ("-0.005", -1),
            ("0.004", 0),
            ("99999999999", FARTHEST),
            ("-999999.99", -FARTHEST),
            ("0,25", 0),
        ] {
            assert_eq!(of(value), Some(Eval::Centipawns(centipawns)), "{value}");
        }
    }

    #[test]
    fn mates_are_counted_from_whites_side_and_none_is_in_zero() {
        assert_eq!(of("#3"), Some(Eval::Mate(3)));
        assert_eq!(of("#-2,30"), Some(Eval::Mate(-2)));
        assert_eq!(of("#+1"), Some(Eval::Mate(1)));
        assert_eq!(of("#99999999999"), Some(Eval::Mate(i32::MAX)));
        for odd in ["#", "#0", "#-0", "#x", "M3", "#1.5"] {
            assert_eq!(of(odd), None, "{odd}");
        }
    }

    #[test]
    fn what_is_no_number_is_no_evaluation() {
        for odd in [
            "", "-", ".", "1.2.3", "1e3", "--1", "one", "1.x", "0x1", "1 2",
        ] {
            assert_eq!(of(odd), None, "{odd}");
        }
    }

    #[test]
    fn the_first_that_can_be_read_counts_and_only_on_its_own_move() {
        let game =
            b"1. e4 { [%eval ?] [%evals 9] [%eval 0.2] } ; [%eval 3]\n e5 ([%eval 4]) {[%eval 5";
        let text = GameText::scan(game);
        assert_eq!(eval(&text, 0), Some(Eval::Centipawns(20)));
        assert_eq!(eval(&text, 1), None);
        assert_eq!(eval(&text, 2), None);
        let game = b"1. e4 ; schach [%eval -0.3]\n";
        assert_eq!(eval(&GameText::scan(game), 0), Some(Eval::Centipawns(-30)));
    }
}
