//! The position a game starts from, as its tags tell.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, PositionErrorKinds};

use super::text::GameText;

/// The start of a game that can be graded.
#[derive(Clone, Debug)]
pub struct Start {
    /// The position.
    pub position: Chess,
    /// Whether it is the standard starting position.
    pub is_standard: bool,
}

/// Why a game has no start position we can grade from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The `Variant` tag names rules other than those of chess.
    Variant(String),
    /// The `SetUp` tag says that there is a position, and no `FEN` tag gives it.
    MissingFen,
    /// The `FEN` tag cannot be read.
    UnreadableFen(String),
    /// The `FEN` tag gives castling rights that chess does not know, as Chess960 has them.
    Castling(String),
    /// The `FEN` tag gives a position that is not legal, for this reason.
    IllegalPosition(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Variant(name) => write!(f, "the variant \"{name}\" is not supported"),
            StartError::MissingFen => f.write_str("a set-up position without a FEN"),
            StartError::UnreadableFen(fen) => write!(f, "the FEN \"{fen}\" cannot be read"),
            StartError::Castling(fen) => write!(
                f,
                "the FEN \"{fen}\" has castling rights without king and rook on their squares \
                 (Chess960 is not supported)"
            ),
            StartError::IllegalPosition(reason) => {
                write!(f, "the FEN gives an illegal position: {reason}")
            }
        }
    }
}

impl std::error::Error for StartError {}

/// The values of the `Variant` tag that mean chess, in lower case.
const CHESS: &[&str] = &[
    "",
    "?",
    "-",
    "standard",
    "normal",
    "chess",
    "classical",
    "from position",
];

/// The start position of a game.
///
/// A `FEN` tag counts whatever `SetUp` says. Positions that cannot arise but can be played are
/// taken: too many pieces of a kind, checks no move could have given; an en passant square
/// without a pawn to take is passed over.
///
/// # Errors
///
/// [`StartError`] where the game is not chess or its position cannot be played.
pub fn start(text: &GameText<'_>) -> Result<Start, StartError> {
    let variant = text.tag_text("Variant").unwrap_or_default();
    if !CHESS.contains(&variant.to_lowercase().as_str()) {
        return Err(StartError::Variant(shorten(&variant)));
    }
    let Some(fen) = text.tag_text("FEN") else {
        if text
            .tag("SetUp")
            .is_some_and(|value| value.trim_ascii() == b"1")
        {
            return Err(StartError::MissingFen);
        }
        return Ok(Start {
            position: Chess::default(),
            is_standard: true,
        });
    };
    let setup = Fen::from_ascii(fen.as_bytes())
        .map_err(|_| StartError::UnreadableFen(shorten(&fen)))?
        .into_setup();
    let position = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|error| {
            if error.kinds() == PositionErrorKinds::INVALID_CASTLING_RIGHTS {
                StartError::Castling(shorten(&fen))
            } else {
                StartError::IllegalPosition(error.to_string())
            }
        })?;
    Ok(Start {
        is_standard: super::hash::start_fen(&position) == super::hash::start_fen(&Chess::default()),
        position,
    })
}

/// `text` cut to what a message can hold.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 100;
    if text.chars().count() > LONGEST {
        text.chars().take(LONGEST).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(tags: &str) -> Result<Start, StartError> {
        start(&GameText::scan(tags.as_bytes()))
    }

    fn from_fen(fen: &str) -> Result<Start, StartError> {
        from(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"))
    }

    #[test]
    fn names_of_chess_are_chess_and_other_variants_are_refused() {
        for name in [
            "Standard",
            "chess",
            "From Position",
            "NORMAL",
            "",
            " standard ",
        ] {
            assert!(from(&format!("[Variant \"{name}\"]")).is_ok_and(|start| start.is_standard));
        }
        for name in ["Chess960", "Antichess", "fischerandom", "Standard 2"] {
            assert!(matches!(
                from(&format!("[Variant \"{name}\"]")),
                Err(StartError::Variant(_))
            ));
        }
    }

    #[test]
    fn a_fen_is_the_start_with_its_move_number() {
        let start = from_fen("4k3/8/8/8/8/8/8/4K2R b K - 3 20").expect("a legal position");
        assert!(!start.is_standard);
        assert_eq!(
            super::super::start_fen(&start.position),
            "4k3/8/8/8/8/8/8/4K2R b K - 3 20"
        );
        let same = from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(same.is_ok_and(|start| start.is_standard));
    }

    #[test]
    fn a_setup_without_a_fen_is_refused() {
        assert_eq!(from("[SetUp \"1\"]").err(), Some(StartError::MissingFen));
        assert!(from("[SetUp \"0\"]").is_ok());
    }

    #[test]
    fn positions_that_cannot_be_played_are_refused_with_the_reason() {
        for fen in ["", "x", "8/8/8 w", "?"] {
            assert!(
                matches!(from_fen(fen), Err(StartError::UnreadableFen(_))),
                "{fen}"
            );
        }
        for fen in [
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2p w - - 0 1",
            "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
            "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        ] {
            assert!(
                matches!(from_fen(fen), Err(StartError::IllegalPosition(_))),
                "{fen}"
            );
        }
        for fen in [
            "4k3/8/8/8/8/8/8/RK5R w HA - 0 1",
            "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        ] {
            assert!(
                matches!(from_fen(fen), Err(StartError::Castling(_))),
                "{fen}"
            );
        }
    }

    #[test]
    fn strange_positions_that_can_be_played_are_taken() {
        for fen in [
            "4k3/QQQQQQQQ/QQQQ4/8/8/8/8/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            "4k3/8/8/8/4r3/8/2n5/r3K3 w - - 0 1",
        ] {
            assert!(from_fen(fen).is_ok(), "{fen}: {:?}", from_fen(fen).err());
        }
    }
}
