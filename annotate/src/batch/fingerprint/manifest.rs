//! A manifest: the rows, their hashes, and what they were made of, as JSON.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::row::{COLUMNS, Row, hexadecimal};
use crate::batch::failure::Failure;

/// What the first key says.
const FORMAT: &str = "quiet-voice fingerprint 1";

/// A file whose positions are fingerprinted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CorpusFile {
    /// As it was named.
    pub(super) file: String,
    /// Over its bytes.
    pub(super) sha256: String,
}

impl CorpusFile {
    pub(super) fn new(path: &Path, bytes: &[u8]) -> Self {
        Self {
            file: path.to_string_lossy().into_owned(),
            sha256: hexadecimal(Sha256::new().chain_update(bytes)),
        }
    }
}

/// A fingerprint, as golden/README.md section 1 lays it out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    pub(super) format: String,
    pub(super) engine: String,
    pub(super) graph: String,
    /// In plies.
    pub(super) depth: u8,
    pub(super) arguments: Vec<String>,
    pub(super) corpus: Vec<CorpusFile>,
    pub(super) positions: usize,
    pub(super) nodes: u64,
    pub(super) search: String,
    pub(super) sentences: String,
    pub(super) all: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Row>,
}

impl Manifest {
    /// The manifest of these rows.
    pub(super) fn new(
        engine: String,
        graph: String,
        depth: u8,
        arguments: Vec<String>,
        corpus: Vec<CorpusFile>,
        rows: Vec<Row>,
    ) -> Self {
        let over = |line: fn(&Row) -> String| {
            let mut hasher = Sha256::new();
            for row in &rows {
                hasher.update(line(row));
            }
            hexadecimal(hasher)
        };
        Self {
            format: FORMAT.to_owned(),
            engine,
            graph,
            depth,
            arguments,
            corpus,
            positions: rows.len(),
            nodes: rows.iter().map(|row| row.nodes).sum(),
            search: over(Row::search_line),
            sentences: over(Row::sentence_line),
            all: over(Row::line),
            columns: COLUMNS.map(str::to_owned).to_vec(),
            rows,
        }
    }

    /// Reads a manifest. Its hashes are not looked at: that is the verifier's affair.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| Failure::read(path, error))?;
        let manifest: Self = serde_json::from_slice(&bytes).map_err(|error| {
            Failure::Usage(format!("{} is no fingerprint: {error}", path.display()))
        })?;
        if manifest.format != FORMAT {
            return Err(Failure::Usage(format!(
                "{} has the format {:?}; {FORMAT:?} is known",
                path.display(),
                manifest.format
            )));
        }
        Ok(manifest)
    }

    /// The manifest as text: a line a key, and a line a row.
    pub(super) fn to_json(&self) -> String {
        fn value(value: &impl Serialize) -> String {
            // Texts, numbers and lists of them have no way to fail.
            serde_json::to_string(value).unwrap_or_default()
        }
        fn list<T: Serialize>(items: &[T]) -> String {
            let lines: Vec<String> = items.iter().map(value).collect();
            format!("[\n  {}\n ]", lines.join(",\n  "))
        }
        let keys = [
            ("format", value(&self.format)),
            ("engine", value(&self.engine)),
            ("graph", value(&self.graph)),
            ("depth", value(&self.depth)),
            ("arguments", value(&self.arguments)),
            ("corpus", list(&self.corpus)),
            ("positions", value(&self.positions)),
            ("nodes", value(&self.nodes)),
            ("search", value(&self.search)),
            ("sentences", value(&self.sentences)),
            ("all", value(&self.all)),
            ("columns", value(&self.columns)),
            ("rows", list(&self.rows)),
        ];
        let lines: Vec<String> = keys
            .iter()
            .map(|(key, value)| format!(" \"{key}\": {value}"))
            .collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::row::tests::row, *};

    fn manifest(sentence: &str) -> Manifest {
        let rows = vec![
            row(0, r#"{"cp":35}"#, "h1h2", sentence),
            row(1, r#"{"mate":-2}"#, "h1h2", ""),
        ];
        let file = CorpusFile::new(Path::new("a.pgn"), b"1. e4 *\n");
        let arguments = vec!["fingerprint".to_owned(), "a.pgn".to_owned()];
        Manifest::new("e".into(), "g".into(), 5, arguments, vec![file], rows)
    }

    #[test]
    fn a_manifest_comes_back_from_its_text_and_has_a_line_a_row() {
        let manifest = manifest("A word.");
        let text = manifest.to_json();
        let back: Manifest = serde_json::from_str(&text).expect("a manifest");
        assert_eq!(back, manifest);
        assert_eq!(text.lines().filter(|line| line.contains("h1h2")).count(), 2);
        assert_eq!(manifest.nodes, 24);
    }

    #[test]
    fn words_are_hashed_into_sentences_and_all_and_not_into_search() {
        let (one, other) = (manifest("A word."), manifest("Another."));
        assert_eq!(one.search, other.search);
        assert_ne!(one.sentences, other.sentences);
        assert_ne!(one.all, other.all);
    }

    #[test]
    fn what_is_no_fingerprint_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.json");
        let text = manifest("").to_json();
        for faulty in [
            "[]".to_owned(),
            text.replace("fingerprint 1", "fingerprint 2"),
            text.replace("\"engine\"", "\"motor\""),
        ] {
            fs::write(&path, faulty).expect("written");
            let refused = Manifest::read(&path).expect_err("a refusal");
            assert!(matches!(refused, Failure::Usage(_)), "{refused}");
        }
        fs::write(&path, text).expect("written");
        assert!(Manifest::read(&path).is_ok());
    }
}
