//! Fingerprint manifests: a row a position, each with its hash, and three hashes
//! over all of them (`golden/README.md` section 1).

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Annotate, Compared, Difference, allowed, same_file, whole_hash};
use crate::digest::hex;

/// What the key `format` says.
pub(super) const FORMAT: &str = "quiet-voice fingerprint 1";

/// The columns, the hash last.
const COLUMNS: [&str; 9] = [
    "index", "fen", "move", "depth", "score", "nodes", "pv", "sentence", "sha256",
];

/// Columns of `search` and of `sentences`, by their places.
const SEARCH: [usize; 7] = [0, 1, 2, 3, 4, 5, 6];
const SENTENCES: [usize; 2] = [0, 7];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpusFile {
    file: String,
    sha256: String,
}

/// A row as JSON has it.
type RawRow = (
    u64,
    String,
    String,
    u64,
    String,
    u64,
    String,
    String,
    String,
);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: String,
    engine: String,
    graph: String,
    depth: u64,
    arguments: Vec<String>,
    corpus: Vec<CorpusFile>,
    positions: u64,
    nodes: u64,
    search: String,
    sentences: String,
    all: String,
    columns: Vec<String>,
    rows: Vec<RawRow>,
}

/// A row: its place among all positions, and every column as text.
#[derive(Debug)]
struct Row {
    index: u64,
    nodes: u64,
    columns: [String; 9],
}

impl Row {
    fn new(raw: RawRow) -> Row {
        let (index, fen, played, depth, score, nodes, pv, sentence, sha256) = raw;
        Row {
            index,
            nodes,
            columns: [
                index.to_string(),
                fen,
                played,
                depth.to_string(),
                score,
                nodes.to_string(),
                pv,
                sentence,
                sha256,
            ],
        }
    }

    /// Some of its columns as one line.
    fn line(&self, columns: &[usize]) -> String {
        let texts: Vec<&str> = columns
            .iter()
            .map(|at| self.columns[*at].as_str())
            .collect();
        texts.join("\t") + "\n"
    }

    /// The row hash that follows from the other columns.
    fn hash(&self) -> String {
        whole_hash(self.line(&[0, 1, 2, 3, 4, 5, 6, 7]).as_bytes())
    }
}

/// A manifest, read.
struct Manifest {
    raw: Raw,
    rows: Vec<Row>,
}

impl Manifest {
    fn read(value: Value) -> Result<Manifest, String> {
        let mut raw: Raw =
            serde_json::from_value(value).map_err(|error| format!("is no manifest: {error}"))?;
        if raw.format != FORMAT {
            return Err(format!("is no manifest: its format is `{}`", raw.format));
        }
        if raw.columns != COLUMNS {
            return Err("is no manifest: its columns are others".to_owned());
        }
        let rows = std::mem::take(&mut raw.rows)
            .into_iter()
            .map(Row::new)
            .collect();
        Ok(Manifest { raw, rows })
    }

    /// A hash over some columns of every row.
    fn hash(&self, columns: &[usize]) -> String {
        let mut hasher = Sha256::new();
        for row in &self.rows {
            hasher.update(row.line(columns));
        }
        hex(&hasher.finalize(), 64)
    }

    /// The keys beside the rows, as text, in the order in which they are compared.
    fn keys(&self) -> Vec<(&'static str, String)> {
        let raw = &self.raw;
        let corpus: Vec<String> = raw
            .corpus
            .iter()
            .map(|file| format!("{} {}", file.file, file.sha256))
            .collect();
        vec![
            ("engine", raw.engine.clone()),
            ("graph", raw.graph.clone()),
            ("depth", raw.depth.to_string()),
            ("arguments", raw.arguments.join(" ")),
            ("corpus", corpus.join(", ")),
            ("positions", raw.positions.to_string()),
            ("nodes", raw.nodes.to_string()),
            ("search", raw.search.clone()),
            ("sentences", raw.sentences.clone()),
            ("all", raw.all.clone()),
        ]
    }

    /// Whether rows, hashes and sums follow from one another.
    fn agrees_with_itself(&self) -> Result<(), Difference> {
        let mut last = None;
        for row in &self.rows {
            let place = |column: &str| format!("row {}, {column}", row.index);
            if last.is_some_and(|last| last >= row.index) {
                let words = "the manifest disagrees with itself: its place is taken or passed";
                return Err(Difference {
                    place: place("index"),
                    words: words.to_owned(),
                    besides: Vec::new(),
                });
            }
            last = Some(row.index);
            for (name, text) in COLUMNS.iter().zip(&row.columns) {
                if text.contains(['\t', '\n']) {
                    let words = "the manifest disagrees with itself: a TAB or line feed";
                    return Err(Difference {
                        place: place(name),
                        words: words.to_owned(),
                        besides: Vec::new(),
                    });
                }
            }
            let hash = row.hash();
            if row.columns[8] != hash {
                return Err(Difference::within(place("sha256"), &row.columns[8], &hash));
            }
        }
        let nodes: u128 = self.rows.iter().map(|row| u128::from(row.nodes)).sum();
        let raw = &self.raw;
        let follows = [
            (
                "positions",
                raw.positions.to_string(),
                self.rows.len().to_string(),
            ),
            ("nodes", raw.nodes.to_string(), nodes.to_string()),
            ("search", raw.search.clone(), self.hash(&SEARCH)),
            ("sentences", raw.sentences.clone(), self.hash(&SENTENCES)),
            ("all", raw.all.clone(), self.hash(&[0, 1, 2, 3, 4, 5, 6, 7])),
        ];
        for (key, recorded, found) in follows {
            if recorded != found {
                return Err(Difference::within(key, &recorded, &found));
            }
        }
        Ok(())
    }

    /// Whether the command names the files of the corpus.
    fn command_fits(&self) -> Result<(), String> {
        let raw = &self.raw;
        allowed(&raw.arguments)?;
        let files: Vec<&str> = raw.corpus.iter().map(|file| file.file.as_str()).collect();
        let named: Vec<&str> = raw
            .arguments
            .iter()
            .skip(1)
            .take(files.len())
            .map(String::as_str)
            .collect();
        if raw.arguments.first().map(String::as_str) != Some("fingerprint") || named != files {
            return Err("is no manifest: its arguments are not those of its corpus".to_owned());
        }
        Ok(())
    }

    /// The first difference from what was found: in a row, else in a key.
    fn compare(&self, found: &Manifest) -> Result<(), Difference> {
        let keys = self.keys().into_iter().zip(found.keys());
        let mut other_keys: Vec<Difference> = keys
            .filter(|((_, recorded), (_, found))| recorded != found)
            .map(|((key, recorded), (_, found))| Difference::of(key, &recorded, &found))
            .collect();
        let Err(mut difference) = compare_rows(&self.rows, &found.rows) else {
            if other_keys.is_empty() {
                return Ok(());
            }
            let mut first = other_keys.remove(0);
            first.besides = told_besides(&other_keys);
            return Err(first);
        };
        difference.besides = told_besides(&other_keys);
        Err(difference)
    }
}

/// A difference of engine or graph is told beside any other.
fn told_besides(differences: &[Difference]) -> Vec<String> {
    differences
        .iter()
        .filter(|difference| difference.place == "engine" || difference.place == "graph")
        .map(ToString::to_string)
        .collect()
}

fn compare_rows(recorded: &[Row], found: &[Row]) -> Result<(), Difference> {
    let lonely = |row: &Row, words: &str| {
        Err(Difference {
            place: format!("row {}", row.index),
            words: words.to_owned(),
            besides: Vec::new(),
        })
    };
    let missing = "recorded, not found";
    let surplus = "found, not recorded";
    for place in 0..recorded.len().max(found.len()) {
        match (recorded.get(place), found.get(place)) {
            (Some(row), None) => return lonely(row, missing),
            (None, Some(row)) => return lonely(row, surplus),
            (Some(row), Some(other)) if row.index < other.index => return lonely(row, missing),
            (Some(row), Some(other)) if row.index > other.index => return lonely(other, surplus),
            (Some(row), Some(other)) => {
                for ((name, recorded), found) in
                    COLUMNS.iter().zip(&row.columns).zip(&other.columns)
                {
                    if recorded != found {
                        let place = format!("row {}, {name}", row.index);
                        return Err(Difference::of(place, recorded, found));
                    }
                }
            }
            (None, None) => {}
        }
    }
    Ok(())
}

/// Checks a manifest: against its files, against itself, against the program.
///
/// # Errors
///
/// It could not be tried.
pub(super) fn check(value: Value, annotate: &Annotate) -> Result<Compared, String> {
    let recorded = Manifest::read(value)?;
    recorded.command_fits()?;
    for file in &recorded.raw.corpus {
        same_file(&file.file, &file.sha256)?;
    }
    if let Err(difference) = recorded.agrees_with_itself() {
        return Ok(Err(difference));
    }
    let printed = annotate.run(&recorded.raw.arguments)?;
    let found = serde_json::from_slice(&printed)
        .map_err(|error| format!("is no manifest: {error}"))
        .and_then(Manifest::read)
        .map_err(|why| format!("what {} printed {why}", annotate.path.display()))?;
    Ok(recorded.compare(&found).map(|()| {
        format!(
            "{} positions, {} nodes",
            recorded.raw.positions, recorded.raw.nodes
        )
    }))
}
