//! `annotate strip`: takes out exactly what `annotate` put in.

use super::{
    failure::Failure,
    feed::{Feed, Next},
    input::check_inputs,
    monitor::Monitor,
    options::StripOptions,
    output::Output,
};
use crate::pgn::strip_game;

/// Strips every game of the inputs and writes it, in input order.
///
/// # Errors
///
/// When an input cannot be read, an output cannot be written, or the two are the same.
pub fn strip(options: &StripOptions, monitor: &dyn Monitor) -> Result<(), Failure> {
    let inputs = check_inputs(&options.inputs)?;
    let destination = &options.destination;
    destination.check(&inputs)?;
    let mut feed = Feed::new(&inputs, destination.joins());
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
        let (Next::Game { input, .. } | Next::Rest { input, .. } | Next::EndOfInput(input)) = next;
        let writer = match &mut output {
            Some(writer) => writer,
            closed @ None => closed.insert(destination.open(&inputs[input])?),
        };
        match next {
            Next::Game { raw, .. } => {
                let stripped = strip_game(&raw.bytes);
                games += 1;
                changed += u64::from(stripped != raw.bytes);
                writer.write(&stripped)?;
            }
            Next::Rest { bytes, .. } => writer.write(&bytes)?,
            Next::EndOfInput(_) if destination.joins() => {}
            Next::EndOfInput(_) => finish(output.take())?,
        }
    }
    finish(output)?;
    monitor.note(&format!(
        "{changed} of {games} games had something to take out"
    ));
    Ok(())
}
