//! A game replayed: its start position, its legal moves, and their hash.
//!
//! Moves are read by pgn-reader; the scanner's moves must be the same ones, so
//! that what is said of a place is said of the right move.

use std::ops::ControlFlow;

use pgn_reader::{Reader, Visitor};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, Setup,
    fen::Fen,
    san::{San, SanPlus},
};

use crate::{digest::sha256, scanner::Game, search::Line};

/// One legal move of a game.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The position before it, with its history.
    pub line: Line,
    /// The move.
    pub played: Move,
}

impl Ply {
    /// The position after the move.
    pub fn after(&self) -> Chess {
        let mut position = self.line.position().clone();
        position.play_unchecked(self.played);
        position
    }
}

/// A game, replayed as far as its moves are legal.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The start position.
    pub start: Chess,
    /// The legal moves from the first.
    pub plies: Vec<Ply>,
    /// Why no further move was read, where it was not the end of the game.
    pub fault: Option<String>,
}

impl Replay {
    /// Whether the game begins at the standard starting position.
    pub fn is_standard(&self) -> bool {
        self.start == Chess::default()
    }

    /// The hash of the start position and the first moves, twelve digits.
    pub fn hash(&self, graded: usize) -> String {
        let mut text = fen(&self.start);
        text.push('\n');
        let moves: Vec<String> = self
            .plies
            .iter()
            .take(graded)
            .map(|ply| uci(ply.played))
            .collect();
        text.push_str(&moves.join(" "));
        sha256(text.as_bytes(), 12)
    }
}

/// A FEN with an en passant square only where the capture is legal.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// UCI, castling as the king's two-square move.
pub fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

/// A FEN as a position; castling rights and en passant squares that cannot be
/// are forgiven.
///
/// # Errors
///
/// What is wrong with it.
pub fn position(fen: &[u8]) -> Result<Chess, String> {
    let fen = Fen::from_ascii(fen).map_err(|error| format!("the FEN is unreadable: {error}"))?;
    of_setup(fen.into_setup()).map_err(|error| format!("the start position is illegal: {error}"))
}

/// A position, if it is a legal one but for what is forgiven.
///
/// # Errors
///
/// What is wrong with it.
pub fn of_setup(setup: Setup) -> Result<Chess, String> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.to_string())
}

/// The start position of a game.
///
/// # Errors
///
/// An unsupported variant or an illegal position.
pub fn start(text: &[u8], game: &Game) -> Result<Chess, String> {
    if let Some(variant) = game.tag(text, "Variant") {
        let variant = String::from_utf8_lossy(variant).to_ascii_lowercase();
        let known = ["", "standard", "chess", "normal", "from position"];
        if !known.contains(&variant.trim()) {
            return Err(format!("the variant `{variant}` is not supported"));
        }
    }
    match game.tag(text, "FEN") {
        None => Ok(Chess::default()),
        Some(fen) => position(fen.trim_ascii()),
    }
}

/// Replays a game.
///
/// # Errors
///
/// As [`start`].
pub fn replay(text: &[u8], game: &Game) -> Result<Replay, String> {
    let start = start(text, game)?;
    let mut replay = Replay {
        start: start.clone(),
        plies: Vec::new(),
        fault: None,
    };
    let read = main_line(&text[game.after_tags()..game.span.end]);
    let mut read = read.iter().peekable();
    let mut line = Line::new(start);
    for moved in &game.moves {
        if moved.odd {
            // pgn-reader drops such a promotion, or hands it over without its
            // piece: the one difference that is tolerated.
            read.next_if(|other| is_bare(other.san, moved.notation.san));
        } else if read.next() != Some(&moved.notation) {
            replay.fault = Some(format!(
                "pgn-reader reads another move than {}",
                String::from_utf8_lossy(&text[moved.san.clone()])
            ));
            break;
        }
        match moved.notation.san.to_move(line.position()) {
            Ok(played) => {
                let next = line.after(played);
                replay.plies.push(Ply { line, played });
                line = next;
            }
            Err(error) => {
                replay.fault = Some(format!(
                    "{} is no legal move here: {error}",
                    String::from_utf8_lossy(&text[moved.san.clone()])
                ));
                break;
            }
        }
    }
    Ok(replay)
}

/// Whether a notation is that of a promotion without its piece.
fn is_bare(bare: San, promotion: San) -> bool {
    match promotion {
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            ..
        } => {
            bare == San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion: None,
            }
        }
        _ => false,
    }
}

/// The main line's moves as pgn-reader hands them over.
fn main_line(movetext: &[u8]) -> Vec<SanPlus> {
    struct MainLine(Vec<SanPlus>);

    impl Visitor for MainLine {
        type Tags = ();
        type Movetext = ();
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<(), ()> {
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
            ControlFlow::Continue(())
        }

        fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
            if matches!(san.san, San::Normal { .. } | San::Castle(_)) {
                self.0.push(san);
            }
            ControlFlow::Continue(())
        }

        fn end_game(&mut self, (): ()) {}
    }

    let mut moves = MainLine(Vec::new());
    // An unterminated comment is an error only after the moves before it.
    let _ = Reader::new(movetext).read_game(&mut moves);
    moves.0
}

/// The notation of a move with its check or mate sign.
pub fn san(position: &Chess, m: Move) -> String {
    SanPlus::from_move(position.clone(), m).to_string()
}

/// A move as a sentence names it, with its number: `15... Qxd6`.
pub fn numbered(position: &Chess, m: Move) -> String {
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots} {}", position.fullmoves(), san(position, m))
}

/// The legal move that a sentence names.
///
/// # Errors
///
/// It is not legal here, or not written as it should be.
pub fn named_move(position: &Chess, text: &str) -> Result<Move, String> {
    let notation = text.split(' ').nth(1).unwrap_or_default();
    let read = SanPlus::from_ascii(notation.as_bytes())
        .map_err(|_| format!("{notation} is no notation of a move"))?;
    let m = read
        .san
        .to_move(position)
        .map_err(|error| format!("{notation}: {error}"))?;
    let written = numbered(position, m);
    if written == text {
        Ok(m)
    } else {
        Err(format!("the move is written {written}"))
    }
}

/// The legal moves that a text names one after the other, as `15... Nc2+ 16. Kd1 Nxa1`.
///
/// # Errors
///
/// One of them is not legal, or it is not written as it should be.
pub fn named_line(start: &Chess, text: &str) -> Result<Vec<Move>, String> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for token in text.split(' ') {
        if token.ends_with('.') {
            continue;
        }
        let m = SanPlus::from_ascii(token.as_bytes())
            .ok()
            .and_then(|read| read.san.to_move(&position).ok())
            .ok_or_else(|| format!("{token} is no legal move"))?;
        position.play_unchecked(m);
        moves.push(m);
    }
    let written = line_words(start, &moves);
    if written == text {
        Ok(moves)
    } else {
        Err(format!("it is written {written}"))
    }
}

/// Moves as a text names them: a number where they start and before every move of
/// White.
pub fn line_words(start: &Chess, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut written: Vec<String> = Vec::new();
    for m in moves {
        written.push(if position.turn().is_white() || written.is_empty() {
            numbered(&position, *m)
        } else {
            san(&position, *m)
        });
        position.play_unchecked(*m);
    }
    written.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scanner::games;

    #[test]
    fn a_game_is_replayed_and_hashed() {
        let text = b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. e5 *";
        let game = &games(text)[0];
        let replay = replay(text, game).unwrap();
        assert_eq!(replay.plies.len(), 3);
        let expected = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ne2e4 e8d7";
        assert_eq!(replay.hash(2), sha256(expected.as_bytes(), 12));
    }

    #[test]
    fn an_illegal_move_ends_the_replay() {
        let text = b"1. e4 e5 2. Ke3 *";
        let replay = replay(text, &games(text)[0]).unwrap();
        assert_eq!(replay.plies.len(), 2);
        assert!(replay.fault.is_some());
    }

    #[test]
    fn a_named_move_has_its_number_and_its_signs() {
        let position = position(b"6k1/5ppp/8/8/8/8/P7/4R1K1 w - - 0 35").unwrap();
        assert!(named_move(&position, "35. Re8#").is_ok());
        for wrong in ["35. Re8", "36. Re8#", "35... Re8#", "35. Re9#", "35. Rxe8#"] {
            assert!(named_move(&position, wrong).is_err(), "{wrong}");
        }
    }
}
