//! The output manifest: hashes of whole annotated files, reports and stripped
//! files (`golden/README.md` section 2).

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::{Annotate, Compared, Difference, allowed, hash_of_file, same_file};

/// What the key `format` says.
pub(super) const FORMAT: &str = "quiet-voice outputs 1";

const VOICES: [&str; 3] = ["neutral", "student", "partner"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    sha256: String,
    voice: String,
    arguments: Vec<String>,
    annotated: String,
    report: String,
    stripped: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    #[serde(rename = "format")]
    _format: String,
    engine: String,
    graph: String,
    outputs: Vec<Entry>,
}

/// Checks a manifest against its files and the program.
///
/// # Errors
///
/// It could not be tried.
pub(super) fn check(value: Value, annotate: &Annotate) -> Result<Compared, String> {
    let manifest: Manifest =
        serde_json::from_value(value).map_err(|error| format!("is no manifest: {error}"))?;
    if manifest.outputs.is_empty() {
        return Err("is no manifest: it holds no output".to_owned());
    }
    for entry in &manifest.outputs {
        allowed(&entry.arguments)?;
        if !VOICES.contains(&entry.voice.as_str()) {
            return Err(format!("is no manifest: the voice `{}`", entry.voice));
        }
        same_file(&entry.file, &entry.sha256)?;
    }
    for entry in &manifest.outputs {
        if let Err(difference) = manifest.try_entry(entry, annotate)? {
            return Ok(Err(difference));
        }
    }
    Ok(Ok(format!("{} outputs", manifest.outputs.len())))
}

impl Manifest {
    /// Makes one entry's files again.
    fn try_entry(
        &self,
        entry: &Entry,
        annotate: &Annotate,
    ) -> Result<Result<(), Difference>, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = |name: &str| folder.path().join(name);
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let (annotated, report, stripped) = (path("A"), path("R"), path("S"));
        let mut command = vec![entry.file.clone()];
        command.extend(entry.arguments.iter().cloned());
        command.extend([
            "--quiet".to_owned(),
            "--output".to_owned(),
            text(&annotated),
        ]);
        command.extend(["--report".to_owned(), text(&report)]);
        annotate.run(&command)?;
        let mut command = vec!["strip".to_owned(), text(&annotated)];
        command.extend(["--quiet".to_owned(), "--output".to_owned(), text(&stripped)]);
        annotate.run(&command)?;
        let differs = [
            ("annotated", &entry.annotated, &annotated),
            ("report", &entry.report, &report),
            ("stripped", &entry.stripped, &stripped),
        ];
        let besides = self.other_hashes(&annotated)?;
        for (key, recorded, path) in differs {
            let found = hash_of_file(path)?;
            if *recorded != found {
                let place = format!("{} ({}), {key}", entry.file, entry.voice);
                let mut difference = Difference::of(place, recorded, &found);
                difference.besides = besides.iter().map(ToString::to_string).collect();
                return Ok(Err(difference));
            }
        }
        Ok(besides.into_iter().next().map_or(Ok(()), Err))
    }

    /// Engine and graph hash, where the records of the annotated file have others.
    fn other_hashes(&self, annotated: &Path) -> Result<Vec<Difference>, String> {
        let text = std::fs::read(annotated).map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&text);
        let Some((_, record)) = text.split_once("[QuietVoice \"") else {
            return Ok(Vec::new());
        };
        let value = record.split('"').next().unwrap_or_default();
        let field = |name: &str| {
            let mut fields = value.split(' ');
            fields.find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
        };
        let hashes = [("engine", &self.engine), ("graph", &self.graph)];
        Ok(hashes
            .into_iter()
            .filter_map(|(key, recorded)| {
                let found = field(key)?;
                (found != recorded).then(|| Difference::of(key, recorded, found))
            })
            .collect())
    }
}
