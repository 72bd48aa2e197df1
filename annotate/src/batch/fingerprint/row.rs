//! One row: a position, what was found there and what was said, its line and its hash.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The columns, in their order; the last is the hash over those before it.
pub(super) const COLUMNS: [&str; 9] = [
    "index", "fen", "move", "depth", "score", "nodes", "pv", "sentence", "sha256",
];

/// One row. In JSON it is a list of its columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Columns", into = "Columns")]
pub(super) struct Row {
    /// Place among all positions of the files, from 0.
    pub(super) index: u64,
    pub(super) fen: String,
    /// The move played, in UCI.
    pub(super) played: String,
    /// In plies.
    pub(super) depth: u8,
    /// Best from the mover's side: `35`, `-120`, `#3`.
    pub(super) score: String,
    pub(super) nodes: u64,
    /// The judge's line, in UCI.
    pub(super) pv: String,
    /// Empty if nothing is said.
    pub(super) sentence: String,
    /// As it stands in a manifest; [`Row::hash`] is what it must be.
    pub(super) sha256: String,
}

type Columns = (u64, String, String, u8, String, u64, String, String, String);

impl From<Columns> for Row {
    fn from((index, fen, played, depth, score, nodes, pv, sentence, sha256): Columns) -> Self {
        Self {
            index,
            fen,
            played,
            depth,
            score,
            nodes,
            pv,
            sentence,
            sha256,
        }
    }
}

impl From<Row> for Columns {
    fn from(row: Row) -> Self {
        (
            row.index,
            row.fen,
            row.played,
            row.depth,
            row.score,
            row.nodes,
            row.pv,
            row.sentence,
            row.sha256,
        )
    }
}

/// What a fingerprint takes from a row of the report.
#[derive(Debug, Deserialize)]
struct Reported {
    fen: String,
    uci: String,
    depth: u8,
    nodes: u64,
    best: ReportedScore,
    pv: Vec<String>,
    said: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ReportedScore {
    Cp(i32),
    Mate(i32),
}

impl Row {
    /// The row of a line of the report; none if it is no such line.
    pub(super) fn of_report(index: u64, line: &[u8]) -> Option<Self> {
        let Reported {
            fen,
            uci,
            depth,
            nodes,
            best,
            pv,
            said,
        } = serde_json::from_slice(line).ok()?;
        let mut row = Self {
            index,
            fen,
            played: uci,
            depth,
            score: match best {
                ReportedScore::Cp(centipawns) => centipawns.to_string(),
                ReportedScore::Mate(moves) => format!("#{moves}"),
            },
            nodes,
            pv: pv.join(" "),
            sentence: said.join(" "),
            sha256: String::new(),
        };
        row.sha256 = row.hash();
        Some(row)
    }

    /// The columns that a search alone fills, joined by TAB, without a line end.
    fn searched(&self) -> String {
        let Self {
            index,
            fen,
            played,
            depth,
            score,
            nodes,
            pv,
            ..
        } = self;
        format!("{index}\t{fen}\t{played}\t{depth}\t{score}\t{nodes}\t{pv}")
    }

    /// The line hashed into `search`.
    pub(super) fn search_line(&self) -> String {
        self.searched() + "\n"
    }

    /// The line hashed into `sentences`.
    pub(super) fn sentence_line(&self) -> String {
        format!("{}\t{}\n", self.index, self.sentence)
    }

    /// The line of the row.
    pub(super) fn line(&self) -> String {
        format!("{}\t{}\n", self.searched(), self.sentence)
    }

    /// The row hash.
    pub(super) fn hash(&self) -> String {
        hexadecimal(Sha256::new().chain_update(self.line()))
    }

    /// The columns before the hash by name, as text.
    pub(super) fn texts(&self) -> [(&'static str, String); 8] {
        [
            ("index", self.index.to_string()),
            ("fen", self.fen.clone()),
            ("move", self.played.clone()),
            ("depth", self.depth.to_string()),
            ("score", self.score.clone()),
            ("nodes", self.nodes.to_string()),
            ("pv", self.pv.clone()),
            ("sentence", self.sentence.clone()),
        ]
    }
}

/// All digits of a SHA-256, in lower case.
pub(super) fn hexadecimal(hasher: Sha256) -> String {
    let mut text = String::with_capacity(64);
    for byte in hasher.finalize() {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn row(index: u64, score: &str, pv: &str, sentence: &str) -> Row {
        let report = format!(
            r#"{{"game":0,"fen":"8/8/8/8/8/5k2/7q/7K w - - 0 1","uci":"h1h2","depth":5,"nodes":12,"best":{score},"pv":["{pv}"],"said":["{sentence}"]}}"#
        );
        Row::of_report(index, report.as_bytes()).expect("a row")
    }

    #[test]
    fn a_row_is_its_columns_joined_by_tabs_and_hashed_with_the_line_end() {
        let row = row(17, r#"{"cp":-35}"#, "h1h2", "A word.");
        let line = "17\t8/8/8/8/8/5k2/7q/7K w - - 0 1\th1h2\t5\t-35\t12\th1h2\tA word.\n";
        assert_eq!(row.line(), line);
        // By the program sha256sum, over that line.
        assert_eq!(
            row.sha256,
            hexadecimal(Sha256::new().chain_update(line.as_bytes()))
        );
        assert_eq!(row.sentence_line(), "17\tA word.\n");
        assert!(!row.search_line().contains("word"));
    }

    #[test]
    fn mates_are_written_as_the_game_writes_them() {
        assert_eq!(row(0, r#"{"mate":3}"#, "h1h2", "").score, "#3");
        assert_eq!(row(0, r#"{"mate":-2}"#, "h1h2", "").score, "#-2");
    }

    #[test]
    fn a_row_is_a_list_in_json_and_comes_back() {
        let row = row(3, r#"{"cp":0}"#, "h1h2", "");
        let text = serde_json::to_string(&row).expect("JSON");
        assert!(text.starts_with("[3,\"8/8"), "{text}");
        assert_eq!(serde_json::from_str::<Row>(&text).expect("a row"), row);
        let list: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a list");
        assert_eq!(list.len(), COLUMNS.len());
    }
}
