//! Moves as text: numbered, with check and mate signs, singly, in words and as lines.

use std::fmt::Write as _;

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

/// A move with its number, as `15... Qxd6` or `16. Rxf3`.
///
/// The move is taken to be legal in `position`.
pub fn numbered(position: &Chess, mv: Move) -> String {
    let dots = match position.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!(
        "{}{dots} {}",
        position.fullmoves(),
        SanPlus::from_move(position.clone(), mv)
    )
}

/// A capture in words, `rook takes pawn`; nothing for a move that takes nothing.
pub fn in_words(mv: Move) -> Option<String> {
    mv.capture().map(|taken| {
        format!(
            "{} takes {}",
            super::names::role(mv.role()),
            super::names::role(taken)
        )
    })
}

/// The first `plies` moves of a line as text, `3. Bc4 Nf6 4. d3`: a number where
/// it starts and before every move of White. It ends early where a move is not
/// legal.
pub fn line(position: &Chess, moves: &[Move], plies: usize) -> String {
    let mut text = String::new();
    let mut position = position.clone();
    for &mv in moves.iter().take(plies) {
        if !position.is_legal(mv) {
            break;
        }
        if text.is_empty() {
            text.push_str(&numbered(&position, mv));
        } else {
            text.push(' ');
            if position.turn().is_white() {
                let _ = write!(text, "{}. ", position.fullmoves());
            }
            let _ = write!(text, "{}", SanPlus::from_move(position.clone(), mv));
        }
        position.play_unchecked(mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::testing::{moves, mv, position};
    use super::*;

    #[test]
    fn a_move_of_black_has_three_dots_and_its_signs() {
        let start = position("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
        assert_eq!(numbered(&start, mv(&start, "d8h4")), "2... Qh4#");
    }

    #[test]
    fn castling_and_promotion_are_written_as_pgn_writes_them() {
        let castle = position("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 7");
        assert_eq!(numbered(&castle, mv(&castle, "e1g1")), "7. O-O");
        let promotion = position("5n1k/4P3/8/8/8/8/8/4K3 w - - 0 60");
        assert_eq!(numbered(&promotion, mv(&promotion, "e7f8n")), "60. exf8=N");
    }

    #[test]
    fn a_line_numbers_its_start_and_every_move_of_white() {
        let start = Chess::default();
        let line_moves = moves(&start, "e2e4 e7e5 g1f3");
        assert_eq!(line(&start, &line_moves, 8), "1. e4 e5 2. Nf3");
        assert_eq!(line(&start, &line_moves, 2), "1. e4 e5");
        assert_eq!(line(&start, &line_moves, 0), "");
        let black = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(
            line(&black, &moves(&black, "e7e5 g1f3 b8c6"), 8),
            "1... e5 2. Nf3 Nc6"
        );
    }

    #[test]
    fn a_line_ends_before_an_illegal_move() {
        let start = Chess::default();
        let e4 = mv(&start, "e2e4");
        assert_eq!(line(&start, &[e4, e4], 8), "1. e4");
    }

    #[test]
    fn only_captures_have_words() {
        let start = position("r2k4/8/8/8/8/5p2/4Q1P1/4KR2 w - - 0 16");
        assert_eq!(
            in_words(mv(&start, "f1f3")).as_deref(),
            Some("rook takes pawn")
        );
        assert_eq!(in_words(mv(&start, "f1g1")), None);
        let passant = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        assert_eq!(
            in_words(mv(&passant, "e5d6")).as_deref(),
            Some("pawn takes pawn")
        );
    }
}
