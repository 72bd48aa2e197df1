//! Two manifests compared: what changed, in how many rows, and why a changed line may be right.
//!
//! Of several best moves a search may name any, so a line may change while the score does not.
//! That is right only if the new line's first move is worth the score: its value is searched
//! anew, by way of the position after it.

use std::fmt;

use super::{
    manifest::Manifest,
    row::{COLUMNS, Row},
};
use crate::engine::Score;

/// Rows told one by one; of the rest only the number is.
const TOLD: usize = 50;

/// What became of one manifest in another.
#[derive(Debug, Default)]
pub struct Changes {
    /// Columns in which rows differ, with the number of rows, in the order of the columns.
    columns: Vec<(&'static str, usize)>,
    /// Rows that stand in both and differ.
    rows: usize,
    /// Rows that only one of the two has.
    lonely: usize,
    /// The first difference, as golden/README.md words it.
    first: Option<String>,
    /// Keys beside the rows that differ: recorded and found.
    keys: Vec<(&'static str, String, String)>,
    /// Rows with another line and the same score, one sentence each.
    ties: Vec<String>,
    /// Those of them whose new first move is not worth the score.
    unproved: Vec<String>,
}

impl Changes {
    /// Compares `after` with `before`; `value` searches what a move of `after` is worth.
    pub(super) fn between(
        before: &Manifest,
        after: &Manifest,
        value: impl Fn(u64, &str) -> Option<Score>,
    ) -> Self {
        let mut changes = Self {
            columns: COLUMNS[..8].iter().map(|&name| (name, 0)).collect(),
            ..Self::default()
        };
        changes.compare_keys(before, after);
        for (recorded, found) in before.rows.iter().zip(&after.rows) {
            changes.compare_rows(recorded, found, &value);
        }
        changes.lonely = before.rows.len().abs_diff(after.rows.len());
        if changes.lonely > 0 && changes.first.is_none() {
            let (recorded, found) = (before.rows.len(), after.rows.len());
            changes.first = Some(format!("rows: recorded {recorded}, found {found}"));
        }
        changes
    }

    fn compare_keys(&mut self, before: &Manifest, after: &Manifest) {
        let files = |manifest: &Manifest| -> String {
            let files = manifest.corpus.iter();
            files
                .map(|file| format!("{} {}", file.file, file.sha256))
                .collect::<Vec<_>>()
                .join(", ")
        };
        for (key, recorded, found) in [
            ("engine", before.engine.clone(), after.engine.clone()),
            ("graph", before.graph.clone(), after.graph.clone()),
            (
                "arguments",
                before.arguments.join(" "),
                after.arguments.join(" "),
            ),
            ("corpus", files(before), files(after)),
            ("nodes", before.nodes.to_string(), after.nodes.to_string()),
        ] {
            if recorded != found {
                self.keys.push((key, recorded, found));
            }
        }
    }

    fn compare_rows(
        &mut self,
        recorded: &Row,
        found: &Row,
        value: &impl Fn(u64, &str) -> Option<Score>,
    ) {
        let mut differs = false;
        let columns = recorded.texts().into_iter().zip(found.texts());
        for (((name, one), (_, other)), (_, count)) in columns.zip(&mut self.columns) {
            if one != other {
                *count += 1;
                if !differs && self.first.is_none() {
                    self.first = Some(format!(
                        "row {}, {name}: recorded {one}, found {other}",
                        recorded.index
                    ));
                }
                differs = true;
            }
        }
        self.rows += usize::from(differs);
        let same_question = (recorded.index, &recorded.fen) == (found.index, &found.fen)
            && recorded.depth == found.depth;
        if same_question && recorded.score == found.score && recorded.pv != found.pv {
            self.prove(recorded, found, value);
        }
    }

    /// Proves that the new line begins with a best move.
    fn prove(&mut self, recorded: &Row, found: &Row, value: &impl Fn(u64, &str) -> Option<Score>) {
        let first = |row: &Row| row.pv.split(' ').next().unwrap_or_default().to_owned();
        let (old, new) = (first(recorded), first(found));
        let worth =
            value(found.index, &new).map_or("nothing".to_owned(), |score| score.to_string());
        let became = if old == new {
            format!("{new} still comes first")
        } else {
            format!("{old} became {new}")
        };
        let told = format!(
            "row {}: {became}; score {}, value of {new} {worth}",
            found.index, found.score
        );
        if worth == found.score {
            self.ties.push(told);
        } else {
            self.unproved.push(told);
        }
    }

    /// Whether the two are the same.
    pub fn is_empty(&self) -> bool {
        self.rows == 0 && self.lonely == 0 && self.keys.is_empty()
    }

    /// Whether every new line begins with a move that is worth the score.
    pub fn is_sound(&self) -> bool {
        self.unproved.is_empty()
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing changed");
        }
        write!(f, "{} rows changed", self.rows)?;
        if self.lonely > 0 {
            write!(f, ", {} stand in one manifest only", self.lonely)?;
        }
        for (name, count) in self.columns.iter().filter(|(_, count)| *count > 0) {
            write!(f, "\n  {name}: {count} rows")?;
        }
        for (key, recorded, found) in &self.keys {
            write!(f, "\n  {key}: recorded {recorded}, found {found}")?;
        }
        if let Some(first) = &self.first {
            write!(f, "\nfirst: {first}")?;
        }
        if !self.ties.is_empty() {
            write!(
                f,
                "\n{} rows have another line of the same score, each proved to begin with a best move",
                self.ties.len()
            )?;
        }
        for tie in self.ties.iter().take(TOLD) {
            write!(f, "\n  {tie}")?;
        }
        if self.ties.len() > TOLD {
            write!(f, "\n  and {} more", self.ties.len() - TOLD)?;
        }
        for fault in &self.unproved {
            write!(f, "\nNOT A BEST MOVE: {fault}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::row::tests::row, *};

    fn manifest(rows: Vec<Row>) -> Manifest {
        Manifest::new("e".into(), "g".into(), 5, Vec::new(), Vec::new(), rows)
    }

    fn changes(before: &[Row], after: &[Row], value: i32) -> Changes {
        let (before, after) = (manifest(before.to_vec()), manifest(after.to_vec()));
        Changes::between(&before, &after, |_, _| Some(Score::cp(value)))
    }

    #[test]
    fn the_first_difference_names_its_row_and_column() {
        let one = [
            row(0, r#"{"cp":35}"#, "h1h2", ""),
            row(1, r#"{"cp":40}"#, "h1h2", ""),
        ];
        let other = [one[0].clone(), row(1, r#"{"cp":41}"#, "h1h2", "A word.")];
        let changes = changes(&one, &other, 0);
        assert!(!changes.is_empty());
        let told = changes.to_string();
        assert!(told.contains("1 rows changed"), "{told}");
        assert!(
            told.contains("first: row 1, score: recorded 40, found 41"),
            "{told}"
        );
        assert!(told.contains("sentence: 1 rows"), "{told}");
    }

    #[test]
    fn another_line_of_the_same_score_needs_a_move_that_is_worth_it() {
        let one = [row(0, r#"{"cp":35}"#, "h1h2", "")];
        let other = [row(0, r#"{"cp":35}"#, "h1g1", "")];
        let proved = changes(&one, &other, 35);
        assert!(proved.is_sound() && !proved.is_empty());
        assert!(proved.to_string().contains("h1h2 became h1g1"), "{proved}");
        let wrong = changes(&one, &other, 34);
        assert!(!wrong.is_sound());
        assert!(wrong.to_string().contains("NOT A BEST MOVE"), "{wrong}");
    }

    #[test]
    fn equal_manifests_have_no_changes_and_a_missing_row_is_one() {
        let rows = [row(0, r#"{"cp":35}"#, "h1h2", "")];
        assert!(changes(&rows, &rows, 0).is_empty());
        assert!(!changes(&rows, &[], 0).is_empty());
    }
}
