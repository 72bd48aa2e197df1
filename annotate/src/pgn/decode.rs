//! The text of a game that may be in UTF-8 or in an older encoding.

use std::borrow::Cow;

/// How the bytes of a game are read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The whole game is valid UTF-8.
    Utf8,
    /// It is not, and is read as Windows-1252, which holds Latin-1.
    Windows1252,
}

impl Encoding {
    /// The encoding to read `game` with.
    pub fn of(game: &[u8]) -> Encoding {
        if std::str::from_utf8(game).is_ok() {
            Encoding::Utf8
        } else {
            Encoding::Windows1252
        }
    }

    /// The text of `bytes`, a part of a game in this encoding. Nothing is refused: a broken
    /// UTF-8 sequence becomes U+FFFD, the five bytes Windows-1252 leaves open are read as the
    /// control characters Latin-1 has there.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes),
            Encoding::Windows1252 => match std::str::from_utf8(bytes) {
                Ok(text) if text.is_ascii() => Cow::Borrowed(text),
                _ => Cow::Owned(bytes.iter().map(|byte| windows_1252(*byte)).collect()),
            },
        }
    }
}

/// `bytes` as text for a message, whatever they are.
pub(super) fn plain(bytes: &[u8]) -> String {
    // A cut may have gone through a character: what is valid before it is enough.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return Encoding::Windows1252.decode(bytes).into_owned(),
    };
    text.to_owned()
}

fn windows_1252(byte: u8) -> char {
    // 0x80 to 0x9F; the other bytes mean the same as in Latin-1.
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_with_one_latin_1_byte_is_read_as_windows_1252() {
        let game = b"[White \"P\xe9rez\x96\"]";
        let encoding = Encoding::of(game);
        assert_eq!(encoding, Encoding::Windows1252);
        assert_eq!(encoding.decode(b"P\xe9rez\x96"), "Pérez–");
        assert_eq!(Encoding::of("Pérez".as_bytes()), Encoding::Utf8);
    }

    #[test]
    fn every_byte_is_some_character() {
        let all: Vec<u8> = (0..=255).collect();
        let text = Encoding::Windows1252.decode(&all).into_owned();
        assert_eq!(text.chars().count(), 256);
        assert_eq!(text.chars().nth(0x9f), Some('Ÿ'));
        assert_eq!(text.chars().nth(0xa0), Some('\u{a0}'));
    }

    #[test]
    fn a_character_cut_in_two_is_left_out_of_a_message() {
        assert_eq!(plain("aé".as_bytes()), "aé");
        assert_eq!(plain(&"aé".as_bytes()[..2]), "a");
        assert_eq!(plain(b"a\xe9b"), "aéb");
    }
}
