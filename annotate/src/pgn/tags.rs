//! Tag pairs as they stand on a line: `[Name "value"]`.
//!
//! Forgiving where archives are careless: blanks anywhere between the parts, several pairs on a
//! line, a value with raw quotes in it (it runs to the last quote before the closing bracket),
//! a backslash before the last quote.

use std::ops::Range;

use super::bytes::{is_blank, skip, trim};

/// One tag pair, as offsets into the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagSpan {
    /// The whole pair, from `[` to `]`.
    pub span: Range<usize>,
    /// The name.
    pub name: Range<usize>,
    /// The value, without its quotes, escapes as they stand.
    pub value: Range<usize>,
}

impl TagSpan {
    fn shifted(&self, by: usize) -> TagSpan {
        let shift = |range: &Range<usize>| range.start + by..range.end + by;
        TagSpan {
            span: shift(&self.span),
            name: shift(&self.name),
            value: shift(&self.value),
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-./".contains(&byte) || byte >= 0x80
}

/// The name's range and the offset after the opening quote, if a tag pair opens at `from`.
fn opening(line: &[u8], from: usize) -> Option<(Range<usize>, usize)> {
    if line.get(from) != Some(&b'[') {
        return None;
    }
    let start = skip(line, from + 1, is_blank);
    let end = skip(line, start, is_name);
    let quote = skip(line, end, is_blank);
    (start < end && line.get(quote) == Some(&b'"')).then_some((start..end, quote + 1))
}

/// Whether a tag pair opens on `line` before anything but blanks.
pub(super) fn opens_with_tag(line: &[u8]) -> bool {
    opening(line, skip(line, 0, is_blank)).is_some()
}

/// The tag pair that opens at `from` on `line` (which holds no line break), if it is closed.
///
/// The value ends at the first quote before a bracket after which the line ends or a further
/// pair opens; else at the first quote before a bracket; else, escapes disregarded, at the last.
fn pair(line: &[u8], from: usize) -> Option<TagSpan> {
    let (name, start) = opening(line, from)?;
    let closing = |quote: usize| {
        let bracket = skip(line, quote + 1, is_blank);
        (line.get(bracket) == Some(&b']')).then_some(bracket + 1)
    };
    let mut first = None;
    let mut escaped = None;
    let mut at = start;
    while at < line.len() {
        match line[at] {
            b'\\' if matches!(line.get(at + 1), Some(b'"' | b'\\')) => {
                if line[at + 1] == b'"'
                    && let Some(after) = closing(at + 1)
                {
                    escaped = Some((at + 1, after));
                }
                at += 2;
            }
            b'"' => {
                if let Some(after) = closing(at) {
                    let next = skip(line, after, is_blank);
                    if next == line.len() || opening(line, next).is_some() {
                        first = Some((at, after));
                        break;
                    }
                    first = first.or(Some((at, after)));
                }
                at += 1;
            }
            b'[' if (first.is_some() || escaped.is_some()) && opening(line, at).is_some() => break,
            _ => at += 1,
        }
    }
    let (quote, after) = first.or(escaped)?;
    Some(TagSpan {
        span: from..after,
        name,
        value: start..quote,
    })
}

/// Whether movetext can begin with `rest`, so that it is read where it stands on a tag's line.
fn begins_movetext(rest: &[u8]) -> bool {
    match rest {
        [b'-', b'-', ..] | [b'0'..=b'9' | b'a'..=b'h' | b'{' | b'(' | b'*', ..] => true,
        [first, ..] => b"NBRQKPOZ".contains(first),
        [] => false,
    }
}

/// Reads the tag pairs of one line of the tag section, which opens with `[`, and returns the
/// offset where movetext begins on it, if it does. `at` is the line's offset in the game.
///
/// A bracket that is no tag pair is passed over to its `]`, or with the whole line; so is what
/// follows the pairs and cannot be movetext.
pub(super) fn read_line(line: &[u8], at: usize, tags: &mut Vec<TagSpan>) -> Option<usize> {
    let mut from = skip(line, 0, is_blank);
    while line.get(from) == Some(&b'[') {
        let end = if let Some(tag) = pair(line, from) {
            tags.push(tag.shifted(at));
            tag.span.end
        } else if opening(line, from).is_none() {
            let bracket = skip(line, from, |byte| byte != b']' && byte != b'"');
            if line.get(bracket) != Some(&b']') {
                return None;
            }
            bracket + 1
        } else {
            return None;
        };
        from = skip(line, end, is_blank);
    }
    begins_movetext(&line[from..]).then_some(from)
}

/// A tag's value with its escapes (`\"` and `\\`) resolved and blanks trimmed.
pub(super) fn unescape(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = trim(value).iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match bytes.peek() {
            Some(next @ (b'"' | b'\\')) if byte == b'\\' => {
                plain.push(*next);
                bytes.next();
            }
            _ => plain.push(byte),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Vec<(String, String)>, Option<&str>) {
        let mut tags = Vec::new();
        let rest = read_line(line.as_bytes(), 0, &mut tags);
        let text = |range: &Range<usize>| line[range.clone()].to_owned();
        let tags = tags
            .iter()
            .map(|tag| (text(&tag.name), text(&tag.value)))
            .collect();
        (tags, rest.map(|from| &line[from..]))
    }

    fn values(line: &str) -> Vec<String> {
        read(line).0.into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn blanks_may_stand_between_the_parts() {
        assert_eq!(
            read(r#"  [ White  "A" ]  "#),
            (vec![("White".into(), "A".into())], None)
        );
        assert_eq!(values(r#"[Date "2025.03.04" ]"#), ["2025.03.04"]);
        assert_eq!(values(r#"[Event"x"]"#), ["x"]);
    }

    #[test]
    fn a_value_runs_to_the_last_quote_before_the_bracket() {
        assert_eq!(
            values(r#"[Event "Cup of "Old Town" 2026"]"#),
            [r#"Cup of "Old Town" 2026"#]
        );
        assert_eq!(
            values(r#"[Event "he said "hi"] there"]"#),
            [r#"he said "hi"] there"#]
        );
        assert_eq!(values(r#"[White "C:\dir\"]"#), [r"C:\dir\"]);
        assert_eq!(values(r#"[White "a\"] [Black "b"]"#), [r"a\", "b"]);
    }

    #[test]
    fn pairs_and_moves_may_share_a_line() {
        let (tags, rest) = read(r#"[White "A"] [Black "B"][Result "*"] 1. e4 e5 *"#);
        assert_eq!(tags.len(), 3);
        assert_eq!(rest, Some("1. e4 e5 *"));
        assert_eq!(
            values(
                r#"[A "b\""] [B "b\""] [C "A]]"] [D "A]]["] [E "\"A]][\""] [F "\"A]][\"\\"] [G "\"]"]"#
            ),
            [
                r#"b\""#,
                r#"b\""#,
                "A]]",
                "A]][",
                r#"\"A]][\""#,
                r#"\"A]][\"\\"#,
                r#"\"]"#
            ]
        );
    }

    #[test]
    fn what_is_no_tag_pair_is_passed_over() {
        assert_eq!(read("[FEN 8/8 w - - 0 1]"), (vec![], None));
        assert_eq!(read("[White \"A"), (vec![], None));
        assert_eq!(read("[x] 1. e4"), (vec![], Some("1. e4")));
        assert_eq!(read(r#"[White "A"], junk"#).0.len(), 1);
        assert_eq!(read(r#"[White "A"], junk"#).1, None);
        assert!(!opens_with_tag(b"[%clk 0:01:00]"));
        assert!(opens_with_tag(b"  [ Event \"x"));
    }

    #[test]
    fn escapes_are_resolved_in_the_plain_value() {
        assert_eq!(unescape(br#" a \"b\" \\ \c "#), br#"a "b" \ \c"#);
    }
}
