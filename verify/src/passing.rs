//! What the turn passed would show (CLAIMS.md section 2, `threatens-mate` and
//! `sacrifice`).

use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::replay::of_setup;

/// The position with the other side to move, as if the side to move made no move; none
/// where that side is in check.
pub fn passed(position: &Chess) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    if position.turn().is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.swap_turn();
    of_setup(setup).ok()
}

/// Whether a legal move mates.
pub fn mates(position: &Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.is_checkmate()
}

/// Whether the side to move has a move that mates.
pub fn can_mate(position: &Chess) -> bool {
    position.legal_moves().iter().any(|m| mates(position, *m))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{fen, position};

    #[test]
    fn the_turn_passes_without_en_passant_and_the_number_goes_on() {
        let of = |text: &str| passed(&position(text.as_bytes()).unwrap()).map(|it| fen(&it));
        let white = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 3 7";
        assert_eq!(
            of(white).as_deref(),
            Some("4k3/8/8/8/4p3/8/3P4/4K3 b - - 3 7")
        );
        let passant = "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 7";
        assert_eq!(
            of(passant).as_deref(),
            Some("4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 8")
        );
        assert_eq!(
            of("4k3/8/8/8/8/8/8/4KR1r w - - 0 7"),
            Some("4k3/8/8/8/8/8/8/4KR1r b - - 0 7".into())
        );
        assert_eq!(of("4k3/8/8/8/8/8/8/4K2r w - - 0 7"), None);
    }

    #[test]
    fn a_mate_is_seen() {
        assert!(can_mate(
            &position(b"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap()
        ));
        assert!(!can_mate(
            &position(b"6k1/6pp/8/8/8/8/8/R5K1 w - - 0 1").unwrap()
        ));
    }
}
