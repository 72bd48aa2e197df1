//! `annotate strip`: takes out exactly what `annotate` put in.

use super::{
    failure::Failure,
    feed::{Feed, Next, Reading},
    input::check_inputs,
    interruption,
    monitor::Monitor,
    options::StripOptions,
    output::Output,
};
use crate::pgn::{Part, strip_game};

/// Bytes of the largest game that is stripped; what is larger was never annotated.
const LARGEST_GAME: usize = 256 << 20;

/// Strips every game of the inputs and writes it, in input order.
///
/// # Errors
///
/// When an input cannot be read, an output cannot be written, or the two are the same.
pub fn strip(options: &StripOptions, monitor: &dyn Monitor) -> Result<(), Failure> {
    let inputs = check_inputs(&options.inputs)?;
    let destination = &options.destination;
    destination.check(&inputs)?;
    let reading = Reading {
        joined: destination.joins(),
        ..Reading::plain(LARGEST_GAME)
    };
    let mut feed = Feed::new(&inputs, reading);
    let mut output: Option<Output> = None;
    let (mut games, mut changed) = (0_u64, 0_u64);
    let finish = |output: Option<Output>| -> Result<(), Failure> {
        if let Some(backup) = output.map(Output::finish).transpose()?.flatten() {
            let note = format!("the older state was kept as {}", backup.display());
            monitor.note(&note);
        }
        Ok(())
    };
    while let Some(next) = feed.next()? {
        let (Next::Game { input, .. }
        | Next::Part { input, .. }
        | Next::Rest { input, .. }
        | Next::EndOfInput(input)) = next;
        let writer = match &mut output {
            Some(writer) => writer,
            closed @ None => closed.insert(destination.open(&inputs[input])?),
        };
        if let Some(signal) = interruption::came() {
            return Err(Failure::Interrupted(signal));
        }
        match next {
            Next::Game { raw, number, .. } if raw.part != Part::Whole => {
                monitor.warning(&format!(
                    "game {} is larger than 256 MiB; left as it was",
                    number + 1
                ));
                games += 1;
                writer.write(&raw.bytes)?;
            }
            Next::Game { raw, .. } => {
                let stripped = strip_game(&raw.bytes);
                games += 1;
                changed += u64::from(stripped != raw.bytes);
                writer.write(&stripped)?;
            }
            Next::Part { bytes, .. } | Next::Rest { bytes, .. } => writer.write(&bytes)?,
            Next::EndOfInput(_) => finish(output.take())?,
        }
    }
    finish(output)?;
    monitor.note(&format!(
        "{changed} of {games} games had something to take out"
    ));
    Ok(())
}
