//! `annotate merge-reports`: the reports of all shards as the one report.

use std::{
    io::{BufRead, Read},
    path::{Path, PathBuf},
};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    csv,
    failure::Failure,
    input::{Input, check_inputs},
    output::{Destination, Output, refuse_input_as_output},
    row::Row,
    totals::{GameFacts, Totals},
};

/// Bytes of the longest line that is read; a row with a longer one was not written by annotate.
const LONGEST_LINE: u64 = 256 << 20;

/// What a run of `annotate merge-reports` is to do.
#[derive(Debug, PartialEq, Eq)]
pub struct MergeOptions {
    /// The reports of all shards, in their order.
    pub reports: Vec<PathBuf>,
    /// Where the one report goes, as JSON lines or, by its name, as a table.
    pub destination: Destination,
    /// Where the totals go.
    pub summary: Option<PathBuf>,
}

/// The part of a row that tells whether reports are in order.
#[derive(Deserialize)]
struct Numbered {
    game: u64,
}

/// Keys of the summary that are added up.
const ADDED: [&str; 3] = ["games", "moves", "said"];

/// Makes one report of those of all shards: byte for byte that of a run without shards.
///
/// # Errors
///
/// When a report cannot be read or is none, the output cannot be written, or the reports are not
/// those of all shards of one run, in their order.
pub fn merge_reports(options: &MergeOptions) -> Result<(), Failure> {
    let inputs = check_inputs(&options.reports)?;
    options.destination.check(&inputs)?;
    let is_table = matches!(&options.destination, Destination::File(path) if csv::is_csv(path));
    let mut output = options.destination.open_joined()?;
    let mut totals = match &options.summary {
        Some(path) => {
            refuse_input_as_output(&inputs, path)?;
            Some((Output::create(path)?, Totals::default()))
        }
        None => None,
    };
    if is_table {
        output.write(&Row::table_head())?;
    }
    let mut merged = Merged::default();
    for (place, input) in inputs.iter().enumerate() {
        let mut facts: Option<(u64, GameFacts)> = None;
        let mut last = None;
        let mut lines = Lines::open(input)?;
        let summary = loop {
            let Some(line) = lines.next()? else {
                return Err(odd(input.name(), "it has no summary, so it is not whole"));
            };
            if line.starts_with(b"{\"summary\":") {
                break line.to_vec();
            }
            let wrong = |_| odd(input.name(), "it holds a line that is no row of a report");
            let game = serde_json::from_slice::<Numbered>(line)
                .map_err(wrong)?
                .game;
            if last.is_some_and(|last| game < last) || merged.last.is_some_and(|last| game <= last)
            {
                return Err(odd(input.name(), "its games do not follow those before"));
            }
            last = Some(game);
            if is_table || totals.is_some() {
                let row: Row<'_> = serde_json::from_slice(line).map_err(wrong)?;
                if is_table {
                    output.write(&row.table_row())?;
                }
                if let Some((_, totals)) = &mut totals {
                    if let Some((number, before)) = &mut facts
                        && *number != game
                    {
                        totals.add(before);
                        *before = GameFacts::default();
                    }
                    let (number, facts) = facts.get_or_insert_default();
                    *number = game;
                    facts.note(&row);
                }
            }
            if !is_table {
                output.write(line)?;
            }
        };
        if lines.next()?.is_some() {
            return Err(odd(input.name(), "it goes on after its summary"));
        }
        if let (Some((_, facts)), Some((_, totals))) = (facts, &mut totals) {
            totals.add(&facts);
        }
        merged.last = last.or(merged.last);
        merged.add(input.name(), &summary, (place + 1, inputs.len()))?;
    }
    if !is_table {
        output.write(merged.line().as_bytes())?;
    }
    output.finish()?;
    if let (Some((output, totals)), Some(path)) = (totals, &options.summary) {
        totals.write(output, path)?;
    }
    Ok(())
}

fn odd(report: &Path, what: &str) -> Failure {
    let report = report.display();
    Failure::Usage(format!(
        "{report}: {what}; name the JSON reports of all shards of one run, in their order"
    ))
}

/// The lines of a report, one at a time.
struct Lines<'a> {
    input: &'a Input,
    reader: Box<dyn BufRead + 'a>,
    line: Vec<u8>,
}

impl<'a> Lines<'a> {
    fn open(input: &'a Input) -> Result<Self, Failure> {
        Ok(Self {
            input,
            reader: input.open()?,
            line: Vec::new(),
        })
    }

    fn next(&mut self) -> Result<Option<&[u8]>, Failure> {
        self.line.clear();
        let mut reader = self.reader.as_mut().take(LONGEST_LINE);
        let read = reader
            .read_until(b'\n', &mut self.line)
            .map_err(|error| Failure::read(self.input.name(), error))?;
        Ok((read > 0).then_some(self.line.as_slice()))
    }
}

/// The summaries so far, as one.
#[derive(Default)]
struct Merged {
    summary: Map<String, Value>,
    not_selected: u64,
    /// The last game that had a row.
    last: Option<u64>,
}

impl Merged {
    /// Adds the summary of a report, which must be that of shard K of N.
    fn add(
        &mut self,
        name: &Path,
        line: &[u8],
        (shard, of): (usize, usize),
    ) -> Result<(), Failure> {
        let mut whole: Map<String, Value> =
            serde_json::from_slice(line).map_err(|_| odd(name, "its summary cannot be read"))?;
        let Some(Value::Object(mut summary)) = whole.remove("summary") else {
            return Err(odd(name, "its summary cannot be read"));
        };
        match summary.shift_remove("shard") {
            None => return Err(odd(name, "it is not the report of a shard")),
            Some(told) if told["number"] == shard && told["of"] == of => {}
            Some(told) => {
                let told = format!(
                    "it is the report of shard {}/{}",
                    told["number"], told["of"]
                );
                return Err(odd(
                    name,
                    &format!("{told}, where that of {shard}/{of} is due"),
                ));
            }
        }
        let not_selected = summary.shift_remove("not_selected");
        self.not_selected += not_selected.as_ref().and_then(Value::as_u64).unwrap_or(0);
        if self.summary.is_empty() {
            self.summary = summary;
            return Ok(());
        }
        for (key, one) in &mut self.summary {
            let other = summary.get(key).unwrap_or(&Value::Null);
            let is_added = match (&mut *one, other) {
                (one, other) if ADDED.contains(&key.as_str()) => add(one, other),
                (Value::Object(one), Value::Object(other)) if key == "white" || key == "black" => {
                    one.iter_mut()
                        .all(|(class, count)| other.get(class).is_some_and(|more| add(count, more)))
                }
                (Value::Array(one), Value::Array(other)) if key == "refused" => {
                    one.extend(other.iter().cloned());
                    true
                }
                (one, other) => *one == *other,
            };
            if !is_added {
                return Err(odd(
                    name,
                    &format!("its {key} is not that of the reports before"),
                ));
            }
        }
        Ok(())
    }

    /// The line that ends the one report.
    fn line(self) -> String {
        let mut summary = Map::new();
        for (key, value) in self.summary {
            let is_games = key == "games";
            summary.insert(key, value);
            if is_games && self.not_selected > 0 {
                summary.insert("not_selected".into(), self.not_selected.into());
            }
        }
        let mut whole = Map::new();
        whole.insert("summary".into(), Value::Object(summary));
        format!("{}\n", Value::Object(whole))
    }
}

/// Adds one count to another, if both are counts.
fn add(one: &mut Value, other: &Value) -> bool {
    let sum = one
        .as_u64()
        .zip(other.as_u64())
        .and_then(|(one, other)| one.checked_add(other));
    if let Some(sum) = sum {
        *one = sum.into();
    }
    sum.is_some()
}
