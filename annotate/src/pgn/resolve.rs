//! From notation to legal moves: the last of the three stages bytes, notation, move.

use shakmaty::{Chess, File, Move, MoveList, Position, Rank, Role, Square};

use super::notation::Notation;
use super::start::{Start, StartError, start};
use super::text::{GameText, Stop, StopReason};

/// Why a notation is no move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// No legal move fits.
    Illegal,
    /// More than one legal move fits.
    Ambiguous,
}

/// The main line of a game as legal moves.
#[derive(Clone, Debug)]
pub struct MainLine {
    /// Where it starts.
    pub start: Start,
    /// The moves that can be graded: up to the stop, else all.
    pub moves: Vec<Move>,
    /// Why it ends before the game does, if it does.
    pub stop: Option<Stop>,
}

impl MainLine {
    /// Whether a record is written: not where the very first move cannot be read.
    pub fn is_gradable(&self) -> bool {
        self.stop.is_none() || !self.moves.is_empty()
    }
}

/// Plays the main line of a scanned game through.
///
/// # Errors
///
/// [`StartError`] where the game is not chess or its position cannot be played. A move that is
/// illegal or ambiguous is no error: the line ends before it, with a [`Stop`].
pub fn resolve(text: &GameText<'_>) -> Result<MainLine, StartError> {
    let start = start(text)?;
    let mut position = start.position.clone();
    let mut moves = Vec::with_capacity(text.moves().len());
    for (ply, main) in text.moves().iter().enumerate() {
        match legal_move(main.notation, &position) {
            Ok(chosen) => {
                position.play_unchecked(chosen);
                moves.push(chosen);
            }
            Err(error) => {
                let written = text.written(ply).unwrap_or_default().into_owned();
                let stop = Stop {
                    offset: main.token.start,
                    line: main.line,
                    reason: match error {
                        NotationError::Illegal => StopReason::IllegalMove(written),
                        NotationError::Ambiguous => StopReason::AmbiguousMove(written),
                    },
                };
                return Ok(MainLine {
                    start,
                    moves,
                    stop: Some(stop),
                });
            }
        }
    }
    Ok(MainLine {
        start,
        moves,
        stop: text.stop().cloned(),
    })
}

/// The one legal move that `notation` means.
///
/// Whether the move captures is not compared with the capture sign; a pawn that takes must name
/// its file, as `d5` never means `exd5`. With file and rank and no piece named (`g1f3`, `e1g1`)
/// whatever stands there moves, castling included.
///
/// # Errors
///
/// [`NotationError`] if no legal move fits, or more than one.
pub fn legal_move(notation: Notation, position: &Chess) -> Result<Move, NotationError> {
    match notation {
        Notation::Castle(side) => only(&position.castling_moves(side), |_| true),
        Notation::Piece {
            role,
            file,
            rank,
            to,
            promotion,
        } => {
            let promotion = promotion.map(super::Promotion::role);
            if let (None, Some(file), Some(rank)) = (role, file, rank) {
                let from = Square::from_coords(file, rank);
                return only(&position.legal_moves(), |legal| {
                    goes(legal, from, to) && legal.promotion() == promotion
                });
            }
            let is_pawn = role.is_none();
            only(
                &position.san_candidates(role.unwrap_or(Role::Pawn), to),
                |legal| {
                    legal.promotion() == promotion
                        && !matches!(legal, Move::Castle { .. })
                        && legal
                            .from()
                            .is_some_and(|from| fits(from, file, rank, is_pawn, to))
                },
            )
        }
    }
}

/// Whether a piece on `from` is the one that file and rank name.
fn fits(from: Square, file: Option<File>, rank: Option<Rank>, is_pawn: bool, to: Square) -> bool {
    let file = file.or(is_pawn.then_some(to.file()));
    file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
}

/// Whether a move goes from one square to another, castling by the king's two-square move or to
/// the rook's square.
fn goes(legal: Move, from: Square, to: Square) -> bool {
    match legal {
        Move::Castle { king, rook } => {
            let goal = if rook.file() > king.file() {
                File::G
            } else {
                File::C
            };
            king == from && (to == rook || to == Square::from_coords(goal, king.rank()))
        }
        _ => legal.from() == Some(from) && legal.to() == to,
    }
}

fn only(moves: &MoveList, fits: impl Fn(Move) -> bool) -> Result<Move, NotationError> {
    let mut fitting = moves.iter().copied().filter(|legal| fits(*legal));
    match (fitting.next(), fitting.next()) {
        (None, _) => Err(NotationError::Illegal),
        (Some(chosen), None) => Ok(chosen),
        (Some(_), Some(_)) => Err(NotationError::Ambiguous),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::uci;

    fn line(game: &str) -> MainLine {
        resolve(&GameText::scan(game.as_bytes())).expect("a start position")
    }

    fn ucis(game: &str) -> Vec<String> {
        line(game).moves.into_iter().map(uci).collect()
    }

    fn stop(game: &str) -> Option<String> {
        line(game).stop.map(|stop| stop.to_string())
    }

    fn with_fen(fen: &str, moves: &str) -> String {
        format!("[FEN \"{fen}\"]\n\n{moves}")
    }

    #[test]
    fn careless_notation_resolves_to_the_move_meant() {
        assert_eq!(
            ucis("1. e2-e4 d7d5 2. ed5 Qxd5 3. g1f3 Bg4 4. Be2 Nc6 5. e1g1 0-0-0"),
            [
                "e2e4", "d7d5", "e4d5", "d8d5", "g1f3", "c8g4", "f1e2", "b8c6", "e1g1", "e8c8"
            ]
        );
        assert_eq!(
            ucis("1. e4 a6 2. e5 d5 3. ed6 h6"),
            ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "h7h6"]
        );
        let pawn = "8/P6k/8/8/8/8/6Kp/8 w - - 0 1";
        for form in ["a8Q", "a8=q", "a8(Q)", "a8=Q+", "a7a8q", "a8/Q"] {
            assert_eq!(ucis(&with_fen(pawn, form)), ["a7a8q"], "{form}");
        }
        assert_eq!(ucis(&with_fen(pawn, "a8N h1=R")), ["a7a8n", "h2h1r"]);
    }

    #[test]
    fn a_pinned_piece_needs_no_disambiguation_and_allows_it() {
        let fen = "4k3/8/8/8/b7/8/2N3N1/3K4 w - - 0 1";
        for form in ["Ne3", "Nge3", "Ng2e3", "N2e3"] {
            assert_eq!(ucis(&with_fen(fen, form)), ["g2e3"], "{form}");
        }
        assert_eq!(
            stop(&with_fen(fen, "Nce3")).as_deref(),
            Some("line 3: \"Nce3\" is not legal here")
        );
    }

    #[test]
    fn an_illegal_or_ambiguous_move_stops_the_line_there() {
        assert_eq!(
            stop("1. e4 e5\n2. Ke3").as_deref(),
            Some("line 2: \"Ke3\" is not legal here")
        );
        assert_eq!(
            stop("1. Nf3 e6 2. Ng5 e5 3. Nc3 d6 4. Ne4").as_deref(),
            Some("line 1: \"Ne4\" is ambiguous")
        );
        assert_eq!(ucis("1. e4 e5 2. Ke3 Nc6"), ["e2e4", "e7e5"]);
        assert_eq!(
            stop("1. e4 d5 2. d5").as_deref(),
            Some("line 1: \"d5\" is not legal here")
        );
        let pawn = "8/P6k/8/8/8/8/6K1/8 w - - 0 1";
        assert!(stop(&with_fen(pawn, "a8")).is_some());
    }

    #[test]
    fn castling_is_never_a_king_move_by_name() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert!(stop(&with_fen(fen, "Kg1")).is_some());
        assert_eq!(ucis(&with_fen(fen, "e1h1")), ["e1g1"]);
        assert_eq!(ucis(&with_fen(fen, "e1g1")), ["e1g1"]);
    }

    #[test]
    fn a_line_is_gradable_unless_its_first_move_is_unreadable() {
        assert!(line("*").is_gradable());
        assert!(line("1. e4 x").is_gradable());
        assert!(!line("1. Ke3").is_gradable());
        assert!(!line("1. -- e5").is_gradable());
    }
}
