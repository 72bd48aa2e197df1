//! The record of a game: one tag pair that says what it was annotated with.

use std::fmt::Write as _;
use std::ops::Range;

use super::bytes::{at_line_start, skip_marks};
use super::hash::hex;
use super::insert::{BREAKS, RecordPlace};
use super::tags::TagSpan;
use super::text::GameText;

/// The name of the tag.
const NAME: &str = "QuietVoice";
/// The longest value, in bytes.
const LONGEST: usize = 254;
/// The version of the format.
const VERSION: &str = "1";

/// A ply whose depth fell short of the depth asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortPly {
    /// The ply, 0-based.
    pub ply: u32,
    /// The depth it was graded at.
    pub depth: u8,
}

/// The plies whose depth fell short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Short {
    /// These, in order; perhaps none.
    Plies(Vec<ShortPly>),
    /// More than a record holds.
    Many,
}

/// Whether other people's assessments are kept or written over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingPolicy {
    /// `keep`: where they judge a move, we do not.
    Keep,
    /// `ours`: we write as if theirs were not there.
    Ours,
}

impl ExistingPolicy {
    fn as_str(self) -> &'static str {
        match self {
            ExistingPolicy::Keep => "keep",
            ExistingPolicy::Ours => "ours",
        }
    }

    fn parse(text: &str) -> Option<ExistingPolicy> {
        [ExistingPolicy::Keep, ExistingPolicy::Ours]
            .into_iter()
            .find(|policy| policy.as_str() == text)
    }
}

/// Who judged a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedJudge {
    /// Our own engine.
    Own {
        /// The graph hash, eight hexadecimal digits.
        graph: String,
        /// The depth asked for, in plies.
        depth: u8,
        /// The node budget of a position, 0 for none.
        nodes: u64,
    },
    /// A UCI engine.
    Uci {
        /// The hash of its name, options and nodes, eight hexadecimal digits.
        settings: String,
        /// The nodes a position was searched with.
        nodes: u64,
    },
    /// The evaluations the game had.
    Evals,
}

impl RecordedJudge {
    fn fields(&self) -> String {
        match self {
            RecordedJudge::Own {
                graph,
                depth,
                nodes,
            } => format!("graph={} depth={depth} nodes={nodes}", token(graph)),
            RecordedJudge::Uci { settings, nodes } => {
                format!("judge=uci:{} nodes={nodes}", token(settings))
            }
            RecordedJudge::Evals => "judge=evals".to_owned(),
        }
    }

    fn parse(fields: &mut Fields<'_>) -> Option<RecordedJudge> {
        if let Some(graph) = fields.next("graph") {
            return Some(RecordedJudge::Own {
                graph: graph.to_owned(),
                depth: fields.next("depth")?.parse().ok()?,
                nodes: fields.next("nodes")?.parse().ok()?,
            });
        }
        let judge = fields.next("judge")?;
        if judge == "evals" {
            return Some(RecordedJudge::Evals);
        }
        Some(RecordedJudge::Uci {
            settings: judge.strip_prefix("uci:")?.to_owned(),
            nodes: fields.next("nodes")?.parse().ok()?,
        })
    }
}

/// The fields of a record, taken one by one.
struct Fields<'r>(&'r str);

impl<'r> Fields<'r> {
    /// The value of the next field, if it has this name.
    fn next(&mut self, name: &str) -> Option<&'r str> {
        let (field, rest) = self.0.split_once(' ').unwrap_or((self.0, ""));
        let value = field.strip_prefix(name)?.strip_prefix('=')?;
        self.0 = rest;
        Some(value)
    }
}

impl Fields<'_> {
    /// Whether the next field is `NAME=1`, which is left out where it is not so.
    fn flag(&mut self, name: &str) -> bool {
        let mut rest = Fields(self.0);
        let is_set = rest.next(name) == Some("1");
        if is_set {
            self.0 = rest.0;
        }
        is_set
    }
}

/// What a game was annotated with. Text fields hold no white space, quote or bracket; a byte
/// that may not stand there is written as `_`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The engine hash, eight hexadecimal digits.
    pub engine: String,
    /// Who judged it.
    pub judge: RecordedJudge,
    /// The thresholds with their scale.
    pub thresholds: String,
    /// Whose assessments stand.
    pub existing: ExistingPolicy,
    /// The longest variation, in plies, 0 for none.
    pub lines: u32,
    /// Whether `[%eval]` was asked for.
    pub evals: bool,
    /// Whether arrows were asked for.
    pub arrows: bool,
    /// The voice asked for: `neutral`, `student` or `partner`.
    pub voice: String,
    /// The side spoken to: `white`, `black` or `none`.
    pub you: String,
    /// The names asked for, as [`students_field`] writes them.
    pub students: String,
    /// The number of plies graded, from the first.
    pub graded: u32,
    /// The plies whose depth fell short.
    pub short: Short,
    /// [`moves_hash`](super::moves_hash) of the graded moves.
    pub moves: String,
    /// [`text_hash`](super::text_hash) of the stripped game.
    pub text: String,
}

impl Record {
    /// Whether another record names the same settings, moves and text: all but what the search
    /// found out (`graded` belongs to the moves and counts, `short` does not).
    pub fn same_request(&self, other: &Record) -> bool {
        let plain = |record: &Record| Record {
            short: Short::Many,
            ..record.clone()
        };
        plain(self) == plain(other)
    }

    /// The value of the tag, under 255 bytes whatever the fields hold.
    fn value(&self, check: &str) -> String {
        let short = match &self.short {
            Short::Many => "many".to_owned(),
            Short::Plies(plies) if plies.is_empty() => "-".to_owned(),
            Short::Plies(plies) => {
                let mut list = String::new();
                for short in plies {
                    let comma = if list.is_empty() { "" } else { "," };
                    let _ = write!(list, "{comma}{}.{}", short.ply, short.depth);
                    if list.len() > LONGEST {
                        break;
                    }
                }
                list
            }
        };
        let value = self.value_with(&short, check);
        if value.len() <= LONGEST {
            value
        } else {
            self.value_with("many", check)
        }
    }

    fn value_with(&self, short: &str, check: &str) -> String {
        format!(
            "{VERSION} engine={} {} thresholds={} existing={} lines={} \
             evals={}{} voice={} you={} students={} graded={} short={short} moves={} text={} \
             check={check}",
            token(&self.engine),
            self.judge.fields(),
            token(&self.thresholds),
            self.existing.as_str(),
            self.lines,
            u8::from(self.evals),
            if self.arrows { " arrows=1" } else { "" },
            token(&self.voice),
            token(&self.you),
            token(&self.students),
            self.graded,
            token(&self.moves),
            token(&self.text),
        )
    }

    /// The bytes to insert for this place.
    pub(super) fn piece(&self, place: &RecordPlace) -> String {
        let piece = |check: &str| {
            let value = self.value(check);
            match place {
                RecordPlace::After(before) => format!("{before}[{NAME} \"{value}\"]"),
                RecordPlace::Before(after) => format!("[{NAME} \"{value}\"]{after}{after}"),
            }
        };
        let check = hex([piece("000000").as_bytes()], 6);
        piece(&check)
    }

    fn parse(value: &str) -> Option<Record> {
        let mut fields = Fields(value.strip_prefix(VERSION)?.strip_prefix(' ')?);
        let engine = fields.next("engine")?.to_owned();
        let judge = RecordedJudge::parse(&mut fields)?;
        let record = Record {
            engine,
            judge,
            thresholds: fields.next("thresholds")?.to_owned(),
            existing: ExistingPolicy::parse(fields.next("existing")?)?,
            lines: fields.next("lines")?.parse().ok()?,
            evals: match fields.next("evals")? {
                "0" => false,
                "1" => true,
                _ => return None,
            },
            arrows: fields.flag("arrows"),
            voice: fields.next("voice")?.to_owned(),
            you: fields.next("you")?.to_owned(),
            students: fields.next("students")?.to_owned(),
            graded: fields.next("graded")?.parse().ok()?,
            short: parse_short(fields.next("short")?)?,
            moves: fields.next("moves")?.to_owned(),
            text: fields.next("text")?.to_owned(),
        };
        fields.next("check")?;
        fields.0.is_empty().then_some(record)
    }
}

fn parse_short(text: &str) -> Option<Short> {
    match text {
        "-" => Some(Short::Plies(Vec::new())),
        "many" => Some(Short::Many),
        list => list
            .split(',')
            .map(|entry| {
                let (ply, depth) = entry.split_once('.')?;
                Some(ShortPly {
                    ply: ply.parse().ok()?,
                    depth: depth.parse().ok()?,
                })
            })
            .collect::<Option<_>>()
            .map(Short::Plies),
    }
}

/// `text` with every character a field may not hold replaced, cut to what a hash or name takes.
fn token(text: &str) -> String {
    text.chars()
        .take(48)
        .map(|sign| match sign {
            '"' | '\\' | '[' | ']' | '{' | '}' | ';' => '_',
            '!'..='~' => sign,
            _ => '_',
        })
        .collect()
}

/// The `students` field for the names asked for: trimmed, lower-cased, sorted, each once, joined
/// by a vertical bar with `+` for spaces, if the whole has at most 40 bytes and only letters a-z,
/// digits, spaces and `. , _ - '`; else `#` and eight digits of SHA-256 over the names joined by
/// a vertical bar, spaces as they are. `-` if no name is left.
pub fn students_field<S: AsRef<str>>(names: &[S]) -> String {
    let mut names: Vec<String> = names
        .iter()
        .map(|name| name.as_ref().trim().to_lowercase())
        .filter(|name| !name.is_empty())
        .collect();
    names.sort();
    names.dedup();
    let is_plain = names.iter().flat_map(|name| name.bytes()).all(|byte| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || b" .,_-'".contains(&byte)
    });
    let joined = names.join("|");
    if joined.is_empty() {
        "-".to_owned()
    } else if is_plain && joined.len() <= 40 {
        joined.replace(' ', "+")
    } else {
        format!("#{}", hex([joined.as_bytes()], 8))
    }
}

/// The record of a game, if it holds one whose check digits agree and whose format is known.
pub fn read_record(text: &GameText<'_>) -> Option<Record> {
    agreeing(text).first().and_then(|found| {
        Record::parse(std::str::from_utf8(&text.bytes()[found.value.clone()]).ok()?)
    })
}

/// A record whose check digits agree.
#[derive(Debug)]
pub(super) struct FoundRecord {
    /// The tag, with the line break or space before it that belongs to it.
    pub(super) tag: Range<usize>,
    /// The line breaks after it that belong to it: directly, or after another record.
    pub(super) breaks: Range<usize>,
    value: Range<usize>,
}

/// The records whose check digits agree, from the last to the first. Each agrees once those
/// before it in this list are taken out, so taking out all of them leaves none that agrees.
pub(super) fn agreeing(text: &GameText<'_>) -> Vec<FoundRecord> {
    let bytes = text.bytes();
    let tags = text.tags();
    let mut found: Vec<FoundRecord> = Vec::new();
    for (index, tag) in tags.iter().enumerate().rev() {
        if bytes[tag.name.clone()] != *NAME.as_bytes() {
            continue;
        }
        // What follows the tag, once the record directly after it is gone.
        let next = match found.last() {
            Some(later) if later.tag.start == tag.span.end => later.tag.end,
            _ => tag.span.end,
        };
        let before = index.checked_sub(1).map(|previous| &tags[previous]);
        let after = tag_after(bytes, before, tag).map(|tag| (tag, next..next));
        let before = || breaks_after(bytes, tag, next).map(|breaks| (tag.span.clone(), breaks));
        if let Some((piece, breaks)) = after.or_else(before) {
            found.push(FoundRecord {
                tag: piece,
                breaks,
                value: tag.value.clone(),
            });
        }
    }
    found
}

/// A record that agrees as one that stands directly after another tag pair.
fn tag_after(bytes: &[u8], before: Option<&TagSpan>, tag: &TagSpan) -> Option<Range<usize>> {
    let piece = before?.span.end..tag.span.end;
    let gap = &bytes[piece.start..tag.span.start];
    let is_gap = gap == b" " || BREAKS.iter().any(|text| gap == text.as_bytes());
    (is_gap && agrees(bytes, &piece, tag, b"")).then_some(piece)
}

/// The line breaks after a record that agrees as one that stands before a game without tags;
/// `next` follows it.
fn breaks_after(bytes: &[u8], tag: &TagSpan, next: usize) -> Option<Range<usize>> {
    let start = tag.span.start;
    let is_first =
        at_line_start(bytes, start) || skip_marks(bytes, line_start(bytes, start)) == start;
    BREAKS.iter().find_map(|text| {
        let both = [text.as_bytes(), text.as_bytes()].concat();
        let is_followed = is_first && bytes[next..].starts_with(&both);
        (is_followed && agrees(bytes, &tag.span, tag, &both)).then_some(next..next + both.len())
    })
}

fn line_start(bytes: &[u8], from: usize) -> usize {
    bytes[..from]
        .iter()
        .rposition(|byte| *byte == b'\n' || *byte == b'\r')
        .map_or(0, |at| at + 1)
}

/// Whether the check digits of the tag are those of `piece` and `after`.
fn agrees(bytes: &[u8], piece: &Range<usize>, tag: &TagSpan, after: &[u8]) -> bool {
    const DIGITS: usize = 6;
    let value = &bytes[tag.value.clone()];
    let Some(check) = value.len().checked_sub(DIGITS) else {
        return false;
    };
    if !value[..check].ends_with(b" check=") {
        return false;
    }
    let check = tag.value.start + check;
    let parts = [
        &bytes[piece.start..check],
        b"000000",
        &bytes[check + DIGITS..piece.end],
        after,
    ];
    hex(parts, DIGITS).as_bytes() == &bytes[check..check + DIGITS]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::pgn) fn example() -> Record {
        Record {
            engine: "0a1b2c3d".into(),
            judge: RecordedJudge::Own {
                graph: "89abcdef".into(),
                depth: 6,
                nodes: 1_000_000,
            },
            thresholds: "chances:0.1,0.2,0.3".into(),
            existing: ExistingPolicy::Keep,
            lines: 6,
            evals: false,
            arrows: false,
            voice: "student".into(),
            you: "white".into(),
            students: students_field(&["Quill, Nora"]),
            graded: 40,
            short: Short::Plies(vec![ShortPly { ply: 3, depth: 5 }]),
            moves: "0123456789ab".into(),
            text: "01234567".into(),
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let with_arrows = Record {
            arrows: true,
            ..example()
        };
        assert!(
            with_arrows
                .value("000000")
                .contains(" evals=0 arrows=1 voice=")
        );
        assert_eq!(
            Record::parse(&with_arrows.value("000000")),
            Some(with_arrows)
        );
        for place in [
            RecordPlace::After("\n"),
            RecordPlace::After("\r\n"),
            RecordPlace::After(" "),
        ] {
            let game = format!("[White \"A\"]{}\n\n*", example().piece(&place));
            let text = GameText::scan(game.as_bytes());
            assert_eq!(read_record(&text), Some(example()), "{game}");
        }
        let game = format!("{}*", example().piece(&RecordPlace::Before("\n")));
        assert_eq!(
            read_record(&GameText::scan(game.as_bytes())),
            Some(example())
        );
    }

    #[test]
    fn a_record_names_its_judge() {
        let own = example().value("000000");
        assert!(
            own.contains(" graph=89abcdef depth=6 nodes=1000000 "),
            "{own}"
        );
        assert!(!own.contains("judge="), "{own}");
        let uci = RecordedJudge::Uci {
            settings: "fedcba98".into(),
            nodes: 20_000,
        };
        for (judge, written) in [
            (uci, " judge=uci:fedcba98 nodes=20000 thresholds="),
            (RecordedJudge::Evals, " judge=evals thresholds="),
        ] {
            let record = Record { judge, ..example() };
            let value = record.value("000000");
            assert!(value.contains(written), "{value}");
            assert_eq!(Record::parse(&value), Some(record.clone()));
            assert!(!record.same_request(&example()));
        }
    }

    #[test]
    fn fields_out_of_their_order_are_no_record() {
        let value = example().value("000000");
        assert!(Record::parse(&value).is_some());
        for (from, to) in [
            ("1 engine", "2 engine"),
            ("1 engine", "1  engine"),
            ("graph=89abcdef ", ""),
            ("graph=89abcdef ", "judge=uci:1 "),
            ("graph=89abcdef depth=6", "depth=6 graph=89abcdef"),
            ("check=", "more=1 check="),
            ("check=000000", "check=000000 more=1"),
        ] {
            let odd = value.replace(from, to);
            assert!(odd != value && Record::parse(&odd).is_none(), "{odd}");
        }
    }

    #[test]
    fn a_record_with_another_digit_is_not_ours() {
        let game = format!(
            "[White \"A\"]{}\n\n*",
            example().piece(&RecordPlace::After("\n"))
        );
        let edited = game.replace("depth=6", "depth=7");
        assert_eq!(read_record(&GameText::scan(edited.as_bytes())), None);
    }

    #[test]
    fn the_value_never_reaches_255_bytes() {
        let plies =
            |count| Short::Plies((0..count).map(|ply| ShortPly { ply, depth: 5 }).collect());
        let mut many = example();
        many.short = plies(300);
        let value = many.value("000000");
        assert!(
            value.len() < 255 && value.contains(" short=many "),
            "{value}"
        );
        many.students = "#01234567".into();
        many.short = plies(3);
        let value = many.value("000000");
        assert!(
            value.len() < 255 && value.contains(" short=0.5,1.5,2.5 "),
            "{value}"
        );
    }

    #[test]
    fn students_are_written_out_where_they_fit_and_hashed_where_not() {
        assert_eq!(students_field::<&str>(&[]), "-");
        assert_eq!(students_field(&[" "]), "-");
        assert_eq!(students_field(&["  Nora Quill "]), "nora+quill");
        assert_eq!(students_field(&["B", "a", "b"]), "a|b");
        let hashed = students_field(&["José"]);
        assert_eq!(hashed, format!("#{}", hex(["josé".as_bytes()], 8)));
        assert!(students_field(&["a".repeat(41)]).starts_with('#'));
        assert_eq!(students_field(&["a".repeat(40)]).len(), 40);
        assert!(students_field(&["a+b"]).starts_with('#'));
    }

    #[test]
    fn fields_cannot_break_the_tag() {
        let mut record = example();
        record.thresholds = "a\"] {b;\n".into();
        let value = record.value("000000");
        assert!(value.contains(" thresholds=a____b__ "), "{value}");
    }

    #[test]
    fn only_what_was_asked_for_makes_a_request() {
        let mut other = example();
        other.short = Short::Many;
        assert!(other.same_request(&example()));
        other.lines = 7;
        assert!(!other.same_request(&example()));
    }
}
