//! The hashes of a record and its check digits: the first digits of SHA-256, in hexadecimal.

use sha2::{Digest, Sha256};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Move};

use super::bytes::trim;
use super::text::GameText;

/// The first `digits` hexadecimal digits of SHA-256 over `parts`, one after the other.
pub(super) fn hex<'b>(parts: impl IntoIterator<Item = &'b [u8]>, digits: usize) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    let digest = hasher.finalize();
    digest
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .take(digits)
        .filter_map(|nibble| char::from_digit(u32::from(nibble), 16))
        .collect()
}

/// The FEN a game starts from, as hashes use it: the en passant square only where the capture
/// is legal.
pub fn start_fen(start: &Chess) -> String {
    Fen::from_position(start, EnPassantMode::Legal).to_string()
}

/// A move in UCI, castling as the king's two-square move.
pub fn uci(chosen: Move) -> String {
    chosen.to_uci(shakmaty::CastlingMode::Standard).to_string()
}

/// The `moves` field of a record: twelve digits over the FEN of the start position, a line feed
/// and the moves in UCI joined by one space.
pub fn moves_hash<S: AsRef<str>>(start_fen: &str, ucis: impl IntoIterator<Item = S>) -> String {
    let mut line = format!("{start_fen}\n");
    for (ply, uci) in ucis.into_iter().enumerate() {
        if ply > 0 {
            line.push(' ');
        }
        line.push_str(uci.as_ref());
    }
    hex([line.as_bytes()], 12)
}

/// The `text` field of a record: eight digits over the bytes of a stripped game after its last
/// tag pair, without white space at their two ends, so that it does not matter which of two
/// games the blank lines between them are counted to. Where there is no tag pair, over what
/// begins with the first line that is neither blank nor a `%` or `;` line.
pub fn text_hash(stripped: &[u8]) -> String {
    let text = GameText::scan(stripped);
    let from = match text.tags().last() {
        Some(tag) => tag.span.end,
        None => text.start().unwrap_or(stripped.len()),
    };
    hex([trim(&stripped[from..])], 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_first_digits_of_sha_256() {
        assert_eq!(hex([b"abc".as_slice()], 8), "ba7816bf");
        assert_eq!(hex([b"a".as_slice(), b"bc"], 6), "ba7816");
    }

    #[test]
    fn the_moves_hash_is_over_fen_and_uci() {
        let start = start_fen(&Chess::default());
        let expected = hex([format!("{start}\ne2e4 e7e5").as_bytes()], 12);
        assert_eq!(moves_hash(&start, ["e2e4", "e7e5"]), expected);
        assert_eq!(
            moves_hash::<&str>(&start, []),
            hex([format!("{start}\n").as_bytes()], 12)
        );
    }

    #[test]
    fn the_text_hash_does_not_see_tags_or_white_space_at_the_ends() {
        let one = text_hash(b"[White \"A\"]\n\n1. e4 *\n\n");
        assert_eq!(text_hash(b"[White \"B\"]\n[Black \"C\"]\n1. e4 *"), one);
        assert_eq!(text_hash(b"\xef\xbb\xbf1. e4 *\n"), one);
        assert_eq!(text_hash(b"% x\n1. e4 *\n"), one);
        assert_ne!(text_hash(b"1. e4  *\n"), one);
        assert_eq!(text_hash(b""), hex([], 8));
    }
}
