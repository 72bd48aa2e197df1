//! Checks of a whole file and a whole game: strip, and the record as to the game
//! it stands in.

use crate::{
    digest::sha256,
    finding::{Finding, Outcome},
    record::{self, Record},
    replay::{Replay, replay},
    scanner::{Game, games},
    strip::strip,
};

/// The laws of strip, and the original byte for byte.
pub fn check_strip(stripped: &[u8], original: Option<&[u8]>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut note = |outcome, found: String| {
        findings.push(Finding {
            game: 0,
            ply: None,
            san: String::new(),
            kind: "strip".to_owned(),
            outcome,
            sentence: String::new(),
            found,
            line: 1,
        });
    };
    if strip(stripped) != stripped {
        note(Outcome::False, "stripping twice strips more".to_owned());
    }
    if let Some(original) = original {
        let plain = strip(original);
        if stripped == plain {
            note(Outcome::True, String::new());
        } else {
            let at = stripped
                .iter()
                .zip(&plain)
                .take_while(|(a, b)| a == b)
                .count();
            let line = stripped[..at].split(|byte| *byte == b'\n').count();
            note(
                Outcome::False,
                format!("differs from the original at byte {at} of the stripped text, line {line}"),
            );
        }
    }
    findings
}

/// What is wrong with a record as to the game it stands in.
pub fn record_faults(text: &[u8], game: &Game, record: &Record, replay: &Replay) -> Vec<String> {
    let mut faults = Vec::new();
    if record.graded > replay.plies.len() {
        let why = replay.fault.as_deref().unwrap_or("the game ends before");
        faults.push(format!(
            "only {} plies can be read: {why}",
            replay.plies.len()
        ));
    } else {
        let gradable = replay.plies.len().min(game.sure.unwrap_or(usize::MAX));
        if record.graded < gradable {
            faults.push(format!("{gradable} plies can be graded"));
        }
    }
    if record.graded <= replay.plies.len() && record.moves != replay.hash(record.graded) {
        faults.push(format!("the moves hash to {}", replay.hash(record.graded)));
    }
    match hashed_text(text, game) {
        Ok(hash) if hash == record.text => {}
        Ok(hash) => faults.push(format!("the stripped text hashes to {hash}")),
        Err(found) => faults.push(found),
    }
    faults.extend(spoken_to(text, game, record));
    faults
}

/// The hash of what stands after the tags of the stripped game, or where it has
/// none, after the place of the record.
fn hashed_text(text: &[u8], game: &Game) -> Result<String, String> {
    let placed = record::place(text, game).ok_or("there is no record in its place")?;
    let after = if game.tags.len() > 1 {
        let stripped = strip(&text[game.span.clone()]);
        match games(&stripped).as_slice() {
            [plain] => stripped[plain.after_tags()..].to_vec(),
            other => return Err(format!("stripped it is {} games", other.len())),
        }
    } else {
        strip(&text[placed.piece.end..game.span.end])
    };
    Ok(sha256(after.trim_ascii(), 8))
}

/// Whether the side spoken to is the one whose player was asked for.
fn spoken_to(text: &[u8], game: &Game, record: &Record) -> Option<String> {
    if record.students.starts_with('#') || record.students == "-" {
        return None;
    }
    let names: Vec<String> = record
        .students
        .split('|')
        .map(|name| name.replace('+', " "))
        .collect();
    let is_student = |tag: &str| {
        game.tag(text, tag).is_some_and(|name| {
            let name = String::from_utf8_lossy(name).trim().to_lowercase();
            names.contains(&name)
        })
    };
    let you = match (is_student("White"), is_student("Black")) {
        (true, false) => Some(shakmaty::Color::White),
        (false, true) => Some(shakmaty::Color::Black),
        _ => None,
    };
    (record.voice != record::Voice::Neutral && you != record.you)
        .then(|| "the side spoken to is not the player asked for".to_owned())
}

/// Whether a game without a record could have been graded beyond doubt.
pub fn is_gradable(text: &[u8], game: &Game) -> bool {
    match replay(text, game) {
        Err(_) => false,
        Ok(replay) => !replay.plies.is_empty(),
    }
}
