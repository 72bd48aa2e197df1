//! The report for programs: one JSON object a ply, then one summary object; or a table of plies.
//!
//! Keys and their order are fixed. Nothing in it depends on threads, time or place.

use std::{
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use tempfile::SpooledTempFile;

use super::{
    csv,
    failure::Failure,
    game::{FinishedGame, Settings},
    output::Output,
    refusal::Refusal,
    row::Row,
    selection::Shard,
    tally::{ClassCounts, Tally},
    worker::Judging,
};
use crate::{
    engine::engine_hash,
    tutor::{Class, uci::EngineIdentity},
};

/// Refusals kept in memory, in bytes, before they go to a temporary file.
const REFUSALS_IN_MEMORY: usize = 1 << 20;

/// One refused game, as the summary lists it.
#[derive(Serialize)]
struct RefusedRow<'a> {
    game: u64,
    white: &'a str,
    black: &'a str,
    at: Option<&'a str>,
    reason: &'a str,
    graded_in_part: bool,
}

/// What stands in the summary row before the refused games.
#[derive(Serialize)]
struct SummaryHead<'a> {
    version: &'static str,
    engine: String,
    /// Only where it is not our own engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    judge: Option<String>,
    graph: &'a str,
    limits: LimitsRow,
    thresholds: String,
    voice: &'static str,
    /// Only in the report of a shard.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardRow>,
    games: u64,
    /// Only where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_selected: Option<u64>,
    moves: u64,
    said: u64,
    white: ClassRow,
    black: ClassRow,
}

#[derive(Serialize)]
struct ShardRow {
    number: u64,
    of: u64,
}

#[derive(Serialize)]
struct LimitsRow {
    depth: u8,
    nodes: Option<u64>,
}

#[derive(Serialize)]
struct ClassRow {
    best: u64,
    good: u64,
    inaccuracy: u64,
    mistake: u64,
    blunder: u64,
}

impl From<&ClassCounts> for ClassRow {
    fn from(counts: &ClassCounts) -> Self {
        let [best, good, inaccuracy, mistake, blunder] = Class::ALL.map(|class| counts.of(class));
        Self {
            best,
            good,
            inaccuracy,
            mistake,
            blunder,
        }
    }
}

/// A report being written.
#[derive(Debug)]
pub(super) struct Report {
    path: PathBuf,
    output: Output,
    /// Whether it is a table, which has no summary.
    is_table: bool,
    /// The refused games as JSON, joined by commas.
    refused: SpooledTempFile,
    any_refused: bool,
}

impl Report {
    /// Opens a report, to be written whole or not at all.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let mut output = Output::create(path)?;
        let is_table = csv::is_csv(path);
        if is_table {
            output.write(&Row::table_head())?;
        }
        Ok(Self {
            path: path.to_owned(),
            output,
            is_table,
            refused: tempfile::spooled_tempfile(REFUSALS_IN_MEMORY),
            any_refused: false,
        })
    }

    /// Writes the rows of a game.
    pub(super) fn write(&mut self, game: &FinishedGame) -> Result<(), Failure> {
        self.output.write(&game.rows)?;
        if let Some(refusal) = &game.refusal
            && !self.is_table
        {
            self.note(refusal)
                .map_err(|error| Failure::write(&self.path, error))?;
        }
        Ok(())
    }

    fn note(&mut self, refusal: &Refusal) -> io::Result<()> {
        if self.any_refused {
            self.refused.write_all(b",")?;
        }
        self.any_refused = true;
        let row = RefusedRow {
            game: refusal.game,
            white: &refusal.white,
            black: &refusal.black,
            at: refusal.at.as_deref(),
            reason: &refusal.reason,
            graded_in_part: refusal.is_partial(),
        };
        serde_json::to_writer(&mut self.refused, &row).map_err(io::Error::from)
    }

    /// Writes the summary row and ends the report.
    pub(super) fn finish(
        mut self,
        settings: &Settings,
        tally: &Tally,
        shard: Option<Shard>,
    ) -> Result<(), Failure> {
        if self.is_table {
            return self.output.finish().map(drop);
        }
        let fail = |error| Failure::write(&self.path, error);
        let head = SummaryHead {
            version: env!("CARGO_PKG_VERSION"),
            engine: engine_hash(),
            judge: match &settings.judging {
                Judging::Own => None,
                Judging::Uci(engines) => {
                    let EngineIdentity { name, hash } = engines.identity();
                    Some(format!("uci:{hash} {name}"))
                }
                Judging::Evals => Some("evals".to_owned()),
            },
            graph: settings.graph.hash(),
            limits: LimitsRow {
                depth: settings.limits.depth,
                nodes: settings.limits.nodes,
            },
            thresholds: settings.thresholds.to_string(),
            voice: settings.voice.as_str(),
            shard: shard.map(|Shard { number, of }| ShardRow { number, of }),
            games: tally.games,
            not_selected: Some(tally.unselected).filter(|&games| games > 0),
            moves: tally.moves,
            said: tally.spoken,
            white: (&tally.classes[0]).into(),
            black: (&tally.classes[1]).into(),
        };
        let head = serde_json::to_string(&head).map_err(|error| fail(error.into()))?;
        let open = head.strip_suffix('}').unwrap_or(&head);
        self.output
            .write(format!("{{\"summary\":{open},\"refused\":[").as_bytes())?;
        self.refused.seek(SeekFrom::Start(0)).map_err(fail)?;
        let mut piece = [0; 1 << 13];
        loop {
            let read = self.refused.read(&mut piece).map_err(fail)?;
            if read == 0 {
                break;
            }
            self.output.write(&piece[..read])?;
        }
        self.output.write(b"]}}\n")?;
        self.output.finish().map(drop)
    }
}
