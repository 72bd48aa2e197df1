//! White space, line breaks and word boundaries: the few byte classes PGN is made of.
//!
//! White space is space, tab, line feed, carriage return, vertical tab and form feed. A line
//! ends with LF, CRLF or a lone CR, and the break belongs to the line it ends.

/// Whether `byte` is white space (ASCII only; PGN may be in any encoding).
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Whether `byte` is white space inside a line.
pub(super) fn is_blank(byte: u8) -> bool {
    is_space(byte) && !is_break(byte)
}

/// Whether `byte` ends a line or is a part of the line break.
pub(super) fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether `byte` stands inside a word of the movetext: everything that is no white space and
/// none of the signs that end a move, number or result by themselves.
pub(super) fn is_word(byte: u8) -> bool {
    !is_space(byte)
        && !matches!(
            byte,
            b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*'
        )
}

/// Offset of the first byte at or after `from` that does not satisfy `class`.
pub(super) fn skip(bytes: &[u8], from: usize, class: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .skip(from)
        .position(|byte| !class(*byte))
        .map_or(bytes.len().max(from), |distance| from + distance)
}

/// Whether `bytes` holds nothing but white space.
pub(super) fn all_space(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| is_space(*byte))
}

/// `bytes` without white space at its two ends.
pub(super) fn trim(bytes: &[u8]) -> &[u8] {
    let start = skip(bytes, 0, is_space);
    let end = trimmed_end(bytes).max(start);
    &bytes[start..end]
}

/// Offset after the last byte of `bytes` that is not white space (0 if there is none).
pub(super) fn trimmed_end(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rposition(|byte| !is_space(*byte))
        .map_or(0, |last| last + 1)
}

/// Offset of the line break (or the end of `bytes`) of the line that holds `from`.
pub(super) fn line_end(bytes: &[u8], from: usize) -> usize {
    skip(bytes, from, |byte| !is_break(byte))
}

/// Offset after the line break that starts at `from`; `from` itself if none starts there.
pub(super) fn after_break(bytes: &[u8], from: usize) -> usize {
    match bytes.get(from..).unwrap_or_default() {
        [b'\r', b'\n', ..] => from + 2,
        [b'\r' | b'\n', ..] => from + 1,
        _ => from,
    }
}

/// Whether a line starts at `offset`.
pub(super) fn at_line_start(bytes: &[u8], offset: usize) -> bool {
    match bytes.get(..offset) {
        None | Some([]) => offset == 0,
        Some([.., b'\n']) => true,
        Some([.., b'\r']) => bytes.get(offset) != Some(&b'\n'),
        Some(_) => false,
    }
}

/// The kind of line break that `bytes` uses first, LF if it has none.
pub(super) fn first_break(bytes: &[u8]) -> &'static [u8] {
    let start = line_end(bytes, 0);
    match bytes.get(start..).unwrap_or_default() {
        [b'\r', b'\n', ..] => b"\r\n",
        [b'\r', ..] => b"\r",
        _ => b"\n",
    }
}

/// Number of line breaks in `bytes`.
pub(super) fn count_breaks(bytes: &[u8]) -> u64 {
    let ends = bytes.iter().enumerate().filter(|(at, byte)| {
        **byte == b'\n' || (**byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
    });
    ends.count() as u64
}

/// The byte-order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Offset after the byte-order marks at `from`.
pub(super) fn skip_marks(bytes: &[u8], mut from: usize) -> usize {
    while bytes.get(from..).is_some_and(|rest| rest.starts_with(MARK)) {
        from += MARK.len();
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_crlf_or_a_lone_cr() {
        let bytes = b"a\nb\r\nc\rd";
        assert_eq!(count_breaks(bytes), 3);
        assert_eq!(after_break(bytes, 1), 2);
        assert_eq!(after_break(bytes, 3), 5);
        assert_eq!(after_break(bytes, 6), 7);
        let starts: Vec<usize> = (0..=bytes.len())
            .filter(|at| at_line_start(bytes, *at))
            .collect();
        assert_eq!(starts, [0, 2, 5, 7]);
        assert_eq!(first_break(b"x\ry\n"), b"\r");
        assert_eq!(first_break(b"x"), b"\n");
    }

    #[test]
    fn trimming_takes_white_space_from_both_ends_and_nothing_else() {
        assert_eq!(trim(b" \r\n a b\t"), b"a b");
        assert_eq!(trim(b" \x0b\x0c "), b"");
        assert_eq!(trim(b"\xa0x"), b"\xa0x");
    }

    #[test]
    fn skipping_never_goes_backwards_or_past_the_end() {
        assert_eq!(skip(b"ab", 5, is_space), 5);
        assert_eq!(skip(b"  ", 1, is_space), 2);
    }
}
