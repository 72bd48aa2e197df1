//! Moves as they are written: read from bytes, not yet known to be legal anywhere.
//!
//! Besides standard algebraic notation this reads what archives hold: castling with zeros,
//! promotions as `a8Q`, `a8=q`, `a8(Q)` or `a8/Q`, long notation (`e2-e4`, `Ng1xf3`, `d7d8r`),
//! `e.p.` after a capture, double check signs, and evaluation glyphs glued to a move (`Qe5+-`).

use std::fmt;

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::bytes::{is_word, skip};

/// What a pawn can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// `=N`
    Knight,
    /// `=B`
    Bishop,
    /// `=R`
    Rook,
    /// `=Q`
    Queen,
}

impl Promotion {
    fn from_byte(byte: u8) -> Option<Promotion> {
        match byte.to_ascii_uppercase() {
            b'N' => Some(Promotion::Knight),
            b'B' => Some(Promotion::Bishop),
            b'R' => Some(Promotion::Rook),
            b'Q' => Some(Promotion::Queen),
            _ => None,
        }
    }

    /// The promotion to this piece, if a pawn can become one.
    pub fn from_role(role: Role) -> Option<Promotion> {
        match role {
            Role::Knight => Some(Promotion::Knight),
            Role::Bishop => Some(Promotion::Bishop),
            Role::Rook => Some(Promotion::Rook),
            Role::Queen => Some(Promotion::Queen),
            Role::Pawn | Role::King => None,
        }
    }

    /// The piece as `shakmaty` names it.
    pub fn role(self) -> Role {
        match self {
            Promotion::Knight => Role::Knight,
            Promotion::Bishop => Role::Bishop,
            Promotion::Rook => Role::Rook,
            Promotion::Queen => Role::Queen,
        }
    }
}

/// A move as written, with whatever it says about where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `O-O` or `O-O-O`, with letters or zeros.
    Castle(CastlingSide),
    /// A piece and where it goes. A capture sign is read and not kept: whether the move
    /// captures is the board's affair.
    Piece {
        /// The piece named, if it is not a pawn. With file and rank both given and no piece
        /// named, the move is of whatever stands there.
        role: Option<Role>,
        /// The file it comes from, where given.
        file: Option<File>,
        /// The rank it comes from, where given.
        rank: Option<Rank>,
        /// The square it goes to.
        to: Square,
        /// What it becomes.
        promotion: Option<Promotion>,
    },
}

impl fmt::Display for Notation {
    /// Writes the move without capture and check signs, as in `Nf3`, `e8=Q`, `O-O`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notation::Castle(CastlingSide::KingSide) => f.write_str("O-O"),
            Notation::Castle(CastlingSide::QueenSide) => f.write_str("O-O-O"),
            Notation::Piece {
                role,
                file,
                rank,
                to,
                promotion,
            } => {
                if let Some(role) = role {
                    write!(f, "{}", role.upper_char())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                write!(f, "{to}")?;
                if let Some(promotion) = promotion {
                    write!(f, "={}", promotion.role().upper_char())?;
                }
                Ok(())
            }
        }
    }
}

/// The ways to write that nobody moves.
pub(super) const NULL_MOVES: &[&[u8]] = &[b"--", b"Z0", b"<>", b"0000", b"@@@@", b"null", b"pass"];

/// Glyphs of printed chess that some programs write into the movetext. They say nothing about
/// the moves and are passed over, as pgn-reader and python-chess pass over them.
const GLYPHS: &[&str] = &[
    "N", "D", "TN", "RR", "#", "+", "++", "=", "+-", "-+", "+/-", "-/+", "+=", "=+", "+/=", "=/+",
    "~", "~/=", "=/∞", "∞", "±", "∓", "⩲", "⩱", "⇆", "⇄", "→", "↑", "□", "⊕", "⟳", "○", "∆", "Δ",
    "⌓", "+−", "−+", "ep", "e.p.", "ch", "mate", "†", "‡", "‼", "⁇", "⁉", "⁈",
];

/// The length of the glyph that stands at `from` as a word of its own, 0 if there is none.
pub(super) fn glyph_length(bytes: &[u8], from: usize) -> usize {
    if bytes[from..].starts_with(b"e.p") {
        let end = skip(bytes, from + 3, |byte| byte == b'.');
        return if bytes.get(end).is_some_and(|byte| is_word(*byte)) {
            0
        } else {
            end - from
        };
    }
    let end = skip(bytes, from, is_word);
    if is_glyph(&bytes[from..end]) {
        end - from
    } else {
        0
    }
}

fn is_glyph(word: &[u8]) -> bool {
    // The plus-minus sign in Latin-1.
    word == [0xb1] || GLYPHS.iter().any(|glyph| glyph.as_bytes() == word)
}

/// Whether `rest` can follow a move in the same word: check signs and at most one glyph.
fn is_tail(rest: &[u8]) -> bool {
    let signs = skip(rest, 0, |byte| byte == b'+' || byte == b'#');
    rest.len() == signs || is_glyph(rest) || is_glyph(&rest[signs..])
}

/// Whether a promotion in parentheses stands at `from`, as the end of `a8(Q)`.
pub(super) fn is_bracketed_promotion(bytes: &[u8], from: usize) -> bool {
    matches!(bytes.get(from..), Some([b'(', piece, b')', ..]) if Promotion::from_byte(*piece).is_some())
}

/// Reads the move that begins at `from` and returns it with the offset of its end: after its
/// check signs and glued glyphs, before its suffix signs (`!`, `?` …).
pub(super) fn read_move(bytes: &[u8], from: usize) -> Option<(Notation, usize)> {
    let end = skip(bytes, from, is_word);
    let word = &bytes[from..end];
    if let Some((side, length)) = castling(word) {
        return is_tail(&word[length..]).then_some((Notation::Castle(side), end));
    }
    let (piece, length) = piece(word)?;
    let Notation::Piece {
        role,
        to,
        rank,
        file,
        ..
    } = piece
    else {
        return None;
    };
    let may_promote = role.is_none() && matches!(to.rank(), Rank::First | Rank::Eighth);
    let mut rest = &word[length..];
    let mut end = end;
    let mut promotion = None;
    if may_promote {
        let sign = usize::from(matches!(rest, [b'=' | b'/', _, ..]));
        if let Some(named) = rest.get(sign).and_then(|byte| Promotion::from_byte(*byte)) {
            promotion = Some(named);
            rest = &rest[sign + 1..];
        } else if matches!(rest, [] | b"=") && is_bracketed_promotion(bytes, end) {
            promotion = Promotion::from_byte(bytes[end + 1]);
            let after = skip(bytes, end + 3, is_word);
            rest = &bytes[end + 3..after];
            end = after;
        }
    }
    if let Some(before) = rest.strip_suffix(b"e")
        && bytes[end..].starts_with(b".p")
    {
        // `exd6e.p.`: the full stops end words, so they are taken by hand.
        let after = skip(bytes, end + 2, |byte| byte == b'.');
        if bytes.get(after).is_some_and(|byte| is_word(*byte)) {
            return None;
        }
        rest = before;
        end = after;
    }
    is_tail(rest).then_some((
        Notation::Piece {
            role,
            file,
            rank,
            to,
            promotion,
        },
        end,
    ))
}

fn castling(word: &[u8]) -> Option<(CastlingSide, usize)> {
    let long: [&[u8]; 2] = [b"O-O-O", b"0-0-0"];
    let short: [&[u8]; 2] = [b"O-O", b"0-0"];
    if long.iter().any(|form| word.starts_with(form)) {
        Some((CastlingSide::QueenSide, 5))
    } else if short.iter().any(|form| word.starts_with(form)) {
        Some((CastlingSide::KingSide, 3))
    } else {
        None
    }
}

/// Piece, origin and target at the start of `word`, and their length.
fn piece(word: &[u8]) -> Option<(Notation, usize)> {
    let role = match word.first()? {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    };
    let mut at = usize::from(role.is_some() || word[0] == b'P');
    let mut file = file_at(word, at);
    at += usize::from(file.is_some());
    let mut rank = rank_at(word, at);
    if role.is_none() && file.is_none() {
        // Digits first are a move number.
        return None;
    }
    at += usize::from(rank.is_some());
    let sign = matches!(word.get(at), Some(b'x' | b'-' | b':'));
    let target = at + usize::from(sign);
    let to = if let (Some(to_file), Some(to_rank)) =
        (file_at(word, target), rank_at(word, target + 1))
    {
        at = target + 2;
        Square::from_coords(to_file, to_rank)
    } else {
        // No second square: what was read is the target (a sign after it is for the caller).
        Square::from_coords(file.take()?, rank.take()?)
    };
    let piece = Notation::Piece {
        role,
        file,
        rank,
        to,
        promotion: None,
    };
    Some((piece, at))
}

fn file_at(word: &[u8], at: usize) -> Option<File> {
    word.get(at)
        .and_then(|byte| File::from_char(char::from(*byte)))
}

fn rank_at(word: &[u8], at: usize) -> Option<Rank> {
    word.get(at)
        .and_then(|byte| Rank::from_char(char::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, &str)> {
        let (notation, end) = read_move(text.as_bytes(), 0)?;
        Some((notation.to_string(), &text[end..]))
    }

    #[test]
    fn careless_forms_mean_the_same_move() {
        for (written, meant) in [
            ("e4", "e4"),
            ("Nf3$1", "Nf3"),
            ("Nf3!?", "Nf3"),
            ("0-0", "O-O"),
            ("0-0-0+", "O-O-O"),
            ("O-O-O#", "O-O-O"),
            ("a8Q", "a8=Q"),
            ("a8=q", "a8=Q"),
            ("a8(Q)", "a8=Q"),
            ("a8(Q)+", "a8=Q"),
            ("a8=(N)", "a8=N"),
            ("bxa1/R+", "ba1=R"),
            ("d7d8r", "d7d8=R"),
            ("e2-e4", "e2e4"),
            ("Ng1xf3", "Ng1f3"),
            ("N1:f3", "N1f3"),
            ("Pe4", "e4"),
            ("exd6e.p.", "ed6"),
            ("exd6ep", "ed6"),
            ("Qe5+-", "Qe5"),
            ("Qe5++", "Qe5"),
            ("Qe5+/-", "Qe5"),
            ("Nf3=", "Nf3"),
            ("Rd1±", "Rd1"),
        ] {
            assert_eq!(read(written).map(|(text, _)| text).as_deref(), Some(meant));
        }
    }

    #[test]
    fn a_move_ends_before_its_suffix_and_what_follows() {
        assert_eq!(read("Nf3$1"), Some(("Nf3".into(), "$1")));
        assert_eq!(read("Nf3!? x"), Some(("Nf3".into(), "!? x")));
        assert_eq!(read("a8(Q){x}"), Some(("a8=Q".into(), "{x}")));
        assert_eq!(read("Ra8(Q)"), Some(("Ra8".into(), "(Q)")));
        assert_eq!(read("exd6e.p.!"), Some(("ed6".into(), "!")));
    }

    #[test]
    fn words_that_are_no_moves_are_refused() {
        for word in [
            "", "x", "N", "e", "e9", "Nf3,", "e4b", "Sf3", "a8=K", "O-O-", "nf3", "e4e", "Nf",
            "1-0", "--", "K", "Nx", "e2-", "=Q", "\u{fffd}",
        ] {
            assert_eq!(read(word), None, "{word}");
        }
    }

    #[test]
    fn glyphs_are_whole_words() {
        assert_eq!(glyph_length("± x".as_bytes(), 0), 2);
        assert_eq!(glyph_length(b"\xb1 x", 0), 1);
        assert_eq!(glyph_length(b"e.p. x", 0), 4);
        assert_eq!(glyph_length(b"e.px", 0), 0);
        assert_eq!(glyph_length(b"Nf3", 0), 0);
        assert_eq!(glyph_length(b"N", 0), 1);
    }
}
