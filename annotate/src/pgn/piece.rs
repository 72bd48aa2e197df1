//! The pieces a move is given: NAG, text with its tag, variation.

use std::fmt::Write as _;

use super::comment::OUR_COMMAND;
use super::hash::hex;

/// What the tag of a move says beside the lengths of the pieces and their check digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagFields {
    /// The depth the move was graded at, in plies.
    pub depth: u8,
    /// The best value from the mover's side: centipawns, or `#3`, `#-2`.
    pub best: String,
    /// The value of the move played, likewise.
    pub played: String,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub class: &'static str,
}

/// What is to be inserted on one move. Text is ASCII without braces, brackets, semicolons,
/// parentheses or line breaks; a move given anything else is left alone, whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovePieces {
    /// The NAG's number.
    pub nag: Option<u8>,
    /// The sentences, joined by one space; empty if there are none.
    pub words: String,
    /// What `[%csl …]` says, the squares to mark, as `Rd4,Re5`; empty for none.
    pub squares: String,
    /// What `[%cal …]` says, the arrows to draw, as `Rb4c2`; empty for none.
    pub arrows: String,
    /// What `[%eval …]` says, as `0.85,6`. Left out where the move has one.
    pub eval: Option<String>,
    /// The tag's values; `None` leaves the tag out, as `--plain` does.
    pub tag: Option<TagFields>,
    /// The variation without its parentheses, as `3. Bc4 Nf6`.
    pub variation: Option<String>,
}

/// The classes a tag can name.
pub(super) const CLASSES: [&str; 5] = ["best", "good", "inaccuracy", "mistake", "blunder"];

impl MovePieces {
    /// Whether every part can be written as the carrier wants it. Sentences may hold what a
    /// sentence needs; parentheses, brackets, braces and semicolons never.
    pub(super) fn is_well_formed(&self) -> bool {
        is_plain(&self.words)
            && [&self.squares, &self.arrows]
                .iter()
                .all(|marks| marks.is_empty() || is_plain_token(marks))
            && self.eval.as_deref().is_none_or(is_plain_token)
            && self
                .variation
                .as_deref()
                .is_none_or(|line| is_plain(line) && !line.trim().is_empty() && line.trim() == line)
            && self.tag.as_ref().is_none_or(|tag| {
                is_score(&tag.best) && is_score(&tag.played) && CLASSES.contains(&tag.class)
            })
    }
}

fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| matches!(byte, b' '..=b'~') && !b"{}()[];".contains(&byte))
}

fn is_plain_token(text: &str) -> bool {
    !text.is_empty() && is_plain(text) && !text.contains(' ')
}

/// Whether `text` is centipawns or a mate, as `35`, `-120`, `#3`, `#-2`.
fn is_score(text: &str) -> bool {
    let number = text.strip_prefix('#').unwrap_or(text);
    let digits = number.strip_prefix('-').unwrap_or(number);
    is_number(digits)
}

fn is_number(text: &str) -> bool {
    (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Where a move's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// In a comment of its own.
    OwnComment,
    /// At the end of a comment that holds machine commands.
    InComment,
}

impl Setting {
    pub(super) fn opening(self) -> &'static str {
        match self {
            Setting::OwnComment => " { ",
            Setting::InComment => " ",
        }
    }

    pub(super) fn closing(self) -> &'static str {
        match self {
            Setting::OwnComment => " }",
            Setting::InComment => "",
        }
    }
}

/// The pieces of one move as bytes; an empty one is not written.
#[derive(Debug, Default)]
pub(super) struct Rendered {
    pub(super) nag: String,
    pub(super) text: String,
    pub(super) variation: String,
}

/// Renders the pieces of a move. `eval` is left out if `has_eval`, the variation unless there is
/// room for it. Nothing at all is rendered where only the tag would be left.
pub(super) fn render(
    pieces: &MovePieces,
    setting: Setting,
    has_eval: bool,
    has_room: bool,
) -> Rendered {
    let number = pieces.nag.unwrap_or(0);
    let nag = if number == 0 {
        String::new()
    } else {
        nag_piece(number)
    };
    let variation = match &pieces.variation {
        Some(line) if has_room => format!(" ({line})"),
        _ => String::new(),
    };
    let eval = pieces.eval.as_ref().filter(|_| !has_eval);
    let mut said = pieces.words.trim().to_owned();
    for (command, marks) in [("csl", &pieces.squares), ("cal", &pieces.arrows)] {
        if !said.is_empty() && !marks.is_empty() {
            let _ = write!(said, " [%{command} {marks}]");
        }
    }
    if let Some(eval) = eval {
        let gap = if said.is_empty() { "" } else { " " };
        let _ = write!(said, "{gap}[%eval {eval}]");
    }
    if nag.is_empty() && said.is_empty() && variation.is_empty() {
        return Rendered::default();
    }
    let text = match &pieces.tag {
        None if said.is_empty() => String::new(),
        None => format!("{}{said}{}", setting.opening(), setting.closing()),
        Some(tag) => {
            let gap = if said.is_empty() { "" } else { " " };
            let before = format!("{}{said}{gap}", setting.opening());
            let tagged = |check: &str| {
                format!(
                    "{before}[%qv {},{},{},{},{number},{},{},{},{check}]{}",
                    tag.depth,
                    tag.best,
                    tag.played,
                    tag.class,
                    nag.len(),
                    before.len(),
                    variation.len(),
                    setting.closing(),
                )
            };
            let blank = tagged("000000");
            let parts = [nag.as_bytes(), blank.as_bytes(), variation.as_bytes()];
            tagged(&hex(parts, 6))
        }
    };
    Rendered {
        nag,
        text,
        variation,
    }
}

/// The NAG as it is inserted.
pub(super) fn nag_piece(number: u8) -> String {
    format!(" ${number}")
}

/// The tag at the end of a text, read back.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ReadTag {
    /// The offset of `[%qv` in what was read.
    pub(super) start: usize,
    /// The offset of the first of the six check digits.
    pub(super) check: usize,
    /// The number of the NAG, 0 for none.
    pub(super) nag: u8,
    /// The byte length of the NAG.
    pub(super) nag_length: usize,
    /// The byte length of the text before the tag.
    pub(super) text_length: usize,
    /// The byte length of the variation.
    pub(super) variation_length: usize,
}

/// Reads the tag that ends at the end of `text`, if one in the form it is written does.
pub(super) fn read_tag(text: &[u8]) -> Option<ReadTag> {
    // The longest tag is far shorter than this.
    const LONGEST: usize = 160;
    let from = text.len().saturating_sub(LONGEST);
    let start = from
        + text[from..]
            .windows(OUR_COMMAND.len())
            .rposition(|window| window == OUR_COMMAND)?;
    let inner = text[start..].strip_prefix(b"[%qv ")?.strip_suffix(b"]")?;
    let inner = std::str::from_utf8(inner).ok()?;
    let fields: Vec<&str> = inner.split(',').collect();
    let [depth, best, played, class, nag, a, b, c, check] = fields[..] else {
        return None;
    };
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_valid = [depth, nag, a, b, c].into_iter().all(is_number)
        && is_score(best)
        && is_score(played)
        && CLASSES.contains(&class)
        && check.len() == 6
        && check.bytes().all(is_digit);
    is_valid.then_some(())?;
    Some(ReadTag {
        start,
        check: text.len() - 1 - check.len(),
        nag: nag.parse().ok()?,
        nag_length: a.parse().ok()?,
        text_length: b.parse().ok()?,
        variation_length: c.parse().ok()?,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::pgn) fn example() -> MovePieces {
        MovePieces {
            nag: Some(4),
            words: "Blunder. Better was 3. Bc4.".into(),
            squares: String::new(),
            arrows: String::new(),
            eval: None,
            tag: Some(TagFields {
                depth: 6,
                best: "35".into(),
                played: "-880".into(),
                class: "blunder",
            }),
            variation: Some("3. Bc4 Nf6".into()),
        }
    }

    #[test]
    fn pieces_are_written_as_the_carrier_says() {
        let rendered = render(&example(), Setting::OwnComment, false, true);
        assert_eq!(rendered.nag, " $4");
        assert_eq!(rendered.variation, " (3. Bc4 Nf6)");
        let before = " { Blunder. Better was 3. Bc4. ";
        assert!(rendered.text.starts_with(before));
        let tag = format!("[%qv 6,35,-880,blunder,4,3,{},13,", before.len());
        assert!(rendered.text.contains(&tag), "{}", rendered.text);
        // Worked out with another program.
        assert_eq!(
            rendered.text,
            " { Blunder. Better was 3. Bc4. [%qv 6,35,-880,blunder,4,3,31,13,b4c542] }"
        );
    }

    #[test]
    fn a_tag_is_read_as_it_was_written() {
        let rendered = render(&example(), Setting::InComment, false, false);
        let tag = read_tag(rendered.text.as_bytes()).expect("a tag ends the text");
        assert_eq!(tag.start, tag.text_length);
        assert_eq!((tag.nag, tag.nag_length, tag.variation_length), (4, 3, 0));
        assert_eq!(&rendered.text[tag.check + 6..], "]");
    }

    #[test]
    fn a_tag_in_any_other_form_is_not_read() {
        assert!(read_tag(b"[%qv 6,35,-880,blunder,4,3,31,13,00ff00]").is_some());
        for other in [
            "[%qv 6,35,-880,blunder,4,3,31,13,00ff00] ",
            "[%qv 6,35,-880,blunder,4,3,31,13,00FF00]",
            "[%qv 6,35,-880,blunder,4,3,31,13,00ff0]",
            "[%qv 6,35,-880,blunder,4,3,31,00ff00]",
            "[%qv 6, 35,-880,blunder,4,3,31,13,00ff00]",
            "[%qv 6,35,-880,awful,4,3,31,13,00ff00]",
            "[%qv 6,35,-880,blunder,400,3,31,13,00ff00]",
            "[%qv 6,35,-880,blunder,4,3,99999999999999999999,13,00ff00]",
            "[%qv ]",
            "[%qv",
            "",
        ] {
            assert_eq!(read_tag(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn nothing_but_a_tag_is_not_written() {
        let silent = MovePieces {
            nag: None,
            words: "  ".into(),
            variation: None,
            eval: Some("0.35,6".into()),
            ..example()
        };
        assert!(
            render(&silent, Setting::OwnComment, true, true)
                .text
                .is_empty()
        );
        let said = render(&silent, Setting::OwnComment, false, true).text;
        assert!(said.starts_with(" { [%eval 0.35,6] [%qv "), "{said}");
    }

    #[test]
    fn marks_follow_the_words_and_stand_only_with_them() {
        let marked = MovePieces {
            squares: "Re5".into(),
            arrows: "Rc6e5,Gf1c4".into(),
            eval: Some("-8.80,6".into()),
            ..example()
        };
        let said = render(&marked, Setting::OwnComment, false, true).text;
        let marks =
            " { Blunder. Better was 3. Bc4. [%csl Re5] [%cal Rc6e5,Gf1c4] [%eval -8.80,6] [%qv ";
        assert!(said.starts_with(marks), "{said}");
        let wordless = MovePieces {
            words: String::new(),
            ..marked
        };
        let said = render(&wordless, Setting::OwnComment, false, true).text;
        assert!(said.starts_with(" { [%eval -8.80,6] [%qv "), "{said}");
        let broken = MovePieces {
            arrows: "Rc6e5]".into(),
            ..example()
        };
        assert!(!broken.is_well_formed());
    }

    #[test]
    fn plain_pieces_hold_no_tag() {
        let plain = MovePieces {
            tag: None,
            ..example()
        };
        let rendered = render(&plain, Setting::OwnComment, false, true);
        assert_eq!(rendered.text, " { Blunder. Better was 3. Bc4. }");
    }

    #[test]
    fn text_that_would_break_the_carrier_is_not_well_formed() {
        assert!(example().is_well_formed());
        for words in ["a}b", "a;b", "a\nb", "a{b", "schön", "a [x]", "a (b)"] {
            let pieces = MovePieces {
                words: words.into(),
                ..example()
            };
            assert!(!pieces.is_well_formed(), "{words}");
        }
        for variation in ["", " 3. Bc4", "3. Bc4 (x", "3. Bc4\n"] {
            let pieces = MovePieces {
                variation: Some(variation.into()),
                ..example()
            };
            assert!(!pieces.is_well_formed(), "{variation}");
        }
    }
}
