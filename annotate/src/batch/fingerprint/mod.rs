//! `annotate fingerprint`: what the engine finds and the tutor says, position by position, with hashes.
//!
//! golden/README.md is the contract: columns, lines, hashes and the JSON around them. A
//! fingerprint goes the way every annotated game goes, at a fixed depth and without a budget, and
//! is a view of the report's rows: nothing is graded or worded here.
//!
//! - [`positions`]: which positions of the files have a row, and a judge at work on them
//! - [`row`]: a row, its line and its hash
//! - [`manifest`]: all rows with what they were made of, as JSON
//! - [`changes`]: two manifests compared, and the proof that a new best move is one

mod changes;
mod manifest;
mod positions;
mod row;

use std::{fs, num::NonZeroUsize, path::PathBuf};

use super::{
    failure::Failure,
    game::Settings,
    input::check_inputs,
    monitor::{Monitor, Work},
    options::Options,
    output::{self, Destination},
    run,
};
use crate::engine::engine_hash;

pub use changes::Changes;
use manifest::{CorpusFile, Manifest};
use positions::Games;

/// What a run of `annotate fingerprint` is to do.
#[derive(Debug)]
pub struct FingerprintOptions {
    /// How the positions are graded and spoken of, and where the manifest goes.
    pub run: Options,
    /// At most so many positions, spread evenly; all of them, if none.
    pub positions: Option<NonZeroUsize>,
    /// A manifest to compare with.
    pub against: Option<PathBuf>,
    /// What makes the rows again, as the manifest states it.
    pub arguments: Vec<String>,
}

/// Makes the fingerprint of the inputs, writes it, and compares it with another if one was named.
///
/// # Errors
///
/// When an input or the other manifest cannot be read, or the fingerprint cannot be written.
pub fn fingerprint(
    options: &FingerprintOptions,
    monitor: &dyn Monitor,
) -> Result<Option<Changes>, Failure> {
    let before = match &options.against {
        Some(path) => Some(Manifest::read(path)?),
        None => None,
    };
    let inputs = check_inputs(&options.run.inputs)?;
    options.run.destination.check(&inputs)?;
    let corpus = options
        .run
        .inputs
        .iter()
        .map(|path| {
            let bytes = fs::read(path).map_err(|error| Failure::read(path, error))?;
            Ok(CorpusFile::new(path, &bytes))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let settings = Settings::with_rows(&options.run)?;
    let pool = run::pool(options.run.threads.get())?;
    monitor.started(Work {
        bytes: None,
        to_standard_output: options.run.destination == Destination::Standard,
    });
    let games = Games::read(&inputs, &settings, options.positions, monitor)?;
    let rows = games.rows(&settings, &pool, monitor);
    monitor.ended();
    let manifest = Manifest::new(
        engine_hash(),
        settings.graph.hash().to_owned(),
        settings.limits.depth,
        options.arguments.clone(),
        corpus,
        rows,
    );
    let text = manifest.to_json();
    match &options.run.destination {
        Destination::File(path) => {
            let mut file = output::Output::create(path)?;
            file.write(text.as_bytes())?;
            file.finish()?;
        }
        _ => output::say(&text)?,
    }
    Ok(before.map(|before| {
        Changes::between(&before, &manifest, |index, uci| {
            games.value(&settings, index, uci)
        })
    }))
}
