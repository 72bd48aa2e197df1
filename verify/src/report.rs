//! The report: a table for people, and files for machines.

use std::{collections::BTreeMap, fmt::Write as _, io};

use comfy_table::{CellAlignment, Table, presets};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::json;

use crate::{
    claim::Kind,
    finding::{Audited, Finding, Outcome},
};

/// One ply in so many may fall short of the depth.
const SHORT: usize = 10;
/// Failures listed for people before the rest is left to `--report`.
const LISTED: usize = 200;

/// How an audit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing false or unread.
    Fine,
    /// Nothing false or unread, but something unproved, and that was asked for.
    Open,
    /// Something false or unread, or too many plies short of the depth.
    Failed,
}

impl Verdict {
    /// The verdict on an audit.
    pub fn of(audited: &Audited, strict: bool) -> Verdict {
        let (short, all) = audited.short();
        let too_short = is_too_short(short, all);
        if audited.count(Outcome::False) > 0 || audited.count(Outcome::Unread) > 0 || too_short {
            Verdict::Failed
        } else if strict && (audited.count(Outcome::Unproved) > 0 || audited.edited > 0) {
            Verdict::Open
        } else {
            Verdict::Fine
        }
    }
}

fn is_too_short(short: usize, all: usize) -> bool {
    short * SHORT > all
}

/// The order of rows: the claim kinds as in CLAIMS.md, then everything else.
fn row_order(kind: &str) -> (usize, String) {
    let place = Kind::ALL.iter().position(|known| known.name() == kind);
    (place.unwrap_or(Kind::ALL.len()), kind.to_owned())
}

/// The table of outcomes by kind.
pub fn table(audited: &Audited) -> String {
    let rows: BTreeMap<(usize, String), [usize; 4]> = audited
        .counts
        .iter()
        .map(|(kind, counts)| (row_order(kind), *counts))
        .collect();
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(vec!["claim", "true", "unproved", "false", "unread"]);
    let mut total = [0; 4];
    for ((_, kind), counts) in &rows {
        let mut cells = vec![kind.clone()];
        cells.extend(counts.iter().map(|count| blank_zero(*count)));
        table.add_row(cells);
        for (sum, count) in total.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    let mut cells = vec!["all".to_owned()];
    cells.extend(total.iter().map(ToString::to_string));
    table.add_row(cells);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

fn blank_zero(count: usize) -> String {
    if count == 0 {
        String::new()
    } else {
        count.to_string()
    }
}

/// Findings as lines, the first of them only.
pub fn failures(failed: &[Finding]) -> String {
    let mut text = String::new();
    for finding in failed.iter().take(LISTED) {
        let _ = writeln!(text, "{}", line(finding));
    }
    if failed.len() > LISTED {
        let _ = writeln!(text, "… and {} more: see --report", failed.len() - LISTED);
    }
    text
}

fn line(finding: &Finding) -> String {
    let mut text = format!("game {}", finding.game + 1);
    if !finding.san.is_empty() {
        let _ = write!(text, ", {}", finding.san);
    }
    let _ = write!(text, ": {} {}", finding.kind, finding.outcome);
    if !finding.sentence.is_empty() {
        let _ = write!(text, ": \u{201c}{}\u{201d}", finding.sentence);
    }
    if !finding.found.is_empty() {
        let _ = write!(text, " — {}", finding.found);
    }
    text
}

/// Counts, depths and the verdict, for people.
pub fn summary(audited: &Audited) -> String {
    let mut text = format!(
        "{} games, {} with a record; {} plies graded, {} spoken of, {} grades derived again\n",
        audited.games, audited.recorded, audited.plies, audited.tagged, audited.proved
    );
    if audited.edited > 0 {
        let _ = writeln!(
            text,
            "{} edited tags: their texts are a person's and were not judged",
            audited.edited
        );
    }
    for (judge, count) in &audited.others {
        let _ = writeln!(text, "{count} games graded by {judge}");
    }
    for (why, count) in &audited.open {
        let _ = writeln!(text, "grades of {count} games left unproved: {why}");
    }
    let mut asked: BTreeMap<i32, Vec<(i32, usize)>> = BTreeMap::new();
    for ((requested, stated), count) in &audited.depths {
        asked.entry(*requested).or_default().push((*stated, *count));
    }
    for (requested, stated) in asked {
        let list: Vec<String> = stated
            .iter()
            .rev()
            .map(|(depth, count)| format!("{count} at {depth}"))
            .collect();
        let _ = writeln!(text, "depth {requested} asked for: {}", list.join(", "));
    }
    let (short, all) = audited.short();
    if is_too_short(short, all) {
        let _ = writeln!(
            text,
            "{short} of {all} plies fall short of the depth: more than a tenth"
        );
    }
    text
}

/// A finding as a line of JSON.
///
/// # Errors
///
/// Writing failed.
pub fn write_json_line(finding: &Finding, out: &mut impl io::Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, finding)?;
    out.write_all(b"\n")
}

/// The counts as a last line of JSON.
///
/// # Errors
///
/// Writing failed.
pub fn write_json_summary(audited: &Audited, out: &mut impl io::Write) -> io::Result<()> {
    let (short, all) = audited.short();
    let summary = json!({"summary": {
        "games": audited.games,
        "recorded": audited.recorded,
        "plies": audited.plies,
        "tagged": audited.tagged,
        "proved": audited.proved,
        "edited": audited.edited,
        "short": short,
        "depths_known": all,
        "true": audited.count(Outcome::True),
        "unproved": audited.count(Outcome::Unproved),
        "false": audited.count(Outcome::False),
        "unread": audited.count(Outcome::Unread),
    }});
    writeln!(out, "{summary}")
}

/// A `JUnit` file: a suite a claim kind, a case a finding that is not true, and
/// one for all that are. `open` are the findings that are not true.
///
/// # Errors
///
/// Writing failed.
pub fn write_junit(
    audited: &Audited,
    open: &[Finding],
    out: impl io::Write,
) -> Result<(), quick_junit::SerializeError> {
    let mut kinds: BTreeMap<(usize, String), Vec<&Finding>> = BTreeMap::new();
    for kind in audited.counts.keys() {
        kinds.insert(row_order(kind), Vec::new());
    }
    for finding in open {
        kinds
            .entry(row_order(&finding.kind))
            .or_default()
            .push(finding);
    }
    let mut report = Report::new("verify");
    for ((_, kind), findings) in kinds {
        let proved = audited
            .counts
            .get(&kind)
            .map_or(0, |counts| counts[Outcome::True as usize]);
        let mut suite = TestSuite::new(kind);
        if proved > 0 {
            let name = format!("{proved} true");
            suite.add_test_case(TestCase::new(name, TestCaseStatus::success()));
        }
        for finding in findings {
            let mut status = match finding.outcome {
                Outcome::True => continue,
                Outcome::Unproved => TestCaseStatus::skipped(),
                Outcome::False | Outcome::Unread => {
                    TestCaseStatus::non_success(NonSuccessKind::Failure)
                }
            };
            status.set_message(line(finding));
            let place = format!("game {} {}", finding.game + 1, finding.san);
            suite.add_test_case(TestCase::new(place.trim(), status));
        }
        report.add_test_suite(suite);
    }
    report.serialize(out)
}

/// Lines that GitHub shows beside the file.
pub fn github(open: &[Finding], file: &str) -> String {
    let mut text = String::new();
    for finding in open {
        let level = match finding.outcome {
            Outcome::True => continue,
            Outcome::Unproved => "notice",
            Outcome::False | Outcome::Unread => "error",
        };
        let _ = writeln!(
            text,
            "::{level} file={},line={},title={}::{}",
            escape_property(file),
            finding.line.max(1),
            escape_property(&format!("{} {}", finding.kind, finding.outcome)),
            escape(&line(finding)),
        );
    }
    text
}

fn escape(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings() -> Vec<Finding> {
        let finding = |kind: &str, outcome, found: &str| Finding {
            game: 0,
            ply: Some(4),
            san: "3. Qxe5+".to_owned(),
            kind: kind.to_owned(),
            outcome,
            sentence: "Blunder.".to_owned(),
            found: found.to_owned(),
            line: 7,
        };
        vec![
            finding("class", Outcome::True, ""),
            finding("better", Outcome::False, "not so: 50%"),
        ]
    }

    fn audited(findings: &[Finding]) -> Audited {
        let mut audited = Audited {
            games: 1,
            depths: BTreeMap::from([((6, 6), 9), ((6, 5), 1)]),
            ..Audited::default()
        };
        for finding in findings {
            audited.add(finding);
        }
        audited
    }

    #[test]
    fn something_false_fails() {
        assert_eq!(Verdict::of(&audited(&findings()), false), Verdict::Failed);
    }

    #[test]
    fn more_than_a_tenth_of_the_plies_short_fails() {
        let mut audited = audited(&findings()[..1]);
        assert_eq!(Verdict::of(&audited, false), Verdict::Fine);
        audited.depths.insert((6, 4), 1);
        assert_eq!(Verdict::of(&audited, false), Verdict::Failed);
    }

    #[test]
    fn unproved_fails_only_when_strict() {
        let mut findings = findings();
        findings[1].outcome = Outcome::Unproved;
        assert_eq!(Verdict::of(&audited(&findings), false), Verdict::Fine);
        assert_eq!(Verdict::of(&audited(&findings), true), Verdict::Open);
    }

    #[test]
    fn a_line_for_github_is_escaped() {
        let text = github(&findings()[1..], "a,b.pgn");
        assert!(text.starts_with("::error file=a%2Cb.pgn,line=7,title=better false::game 1"));
        assert!(text.contains("50%25"));
    }

    #[test]
    fn a_junit_file_is_written() {
        let mut out = Vec::new();
        write_junit(&audited(&findings()), &findings()[1..], &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("<failure"), "{text}");
        assert!(text.contains("1 true"), "{text}");
    }
}
