//! Questions about the board, as plain data: what crosses to the checker, and
//! what comes back. Who answers is told by [`crate::python`] and
//! [`crate::workers`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shakmaty::Move;

use crate::{
    claim::{Claim, Kind},
    grammar::{Grammar, count},
    judge::cost,
    replay::{fen, uci},
    told::Told,
};

/// The kind of the question for the sentences a ply must have.
pub const ALWAYS: &str = "always";

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Given back in the answer.
    pub id: usize,
    /// A claim kind, or [`ALWAYS`].
    pub kind: String,
    /// The person of the ply.
    pub person: String,
    /// The position before the move.
    pub fen: String,
    /// The move, in UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The ply before, in UCI, if there was one.
    pub previous: Option<String>,
    /// The position before it.
    pub previous_fen: Option<String>,
    /// The slots of the sentence.
    pub slots: BTreeMap<String, Value>,
}

/// A sentence the ply must have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Required {
    /// Its kind.
    pub kind: String,
    /// Its slots.
    #[serde(default)]
    pub slots: BTreeMap<String, Value>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The question's.
    pub id: usize,
    /// `true`, `false`, `unproved`, or `error` where the question was not understood.
    pub outcome: String,
    /// What was found.
    #[serde(default)]
    pub found: String,
    /// The moves, in UCI, of one of which the rest of the claim must hold.
    #[serde(default)]
    pub moves: Vec<String>,
    /// For [`ALWAYS`]: the sentences the ply must have.
    #[serde(default)]
    pub required: Vec<Required>,
}

/// Somebody who judges the board.
pub trait Checker: Sync {
    /// Answers questions; answers may come in any order.
    ///
    /// # Errors
    ///
    /// The checker could not run at all.
    fn check(&self, requests: &[Request]) -> anyhow::Result<Vec<Answer>>;
}

/// Nobody: everything about the board is left unproved.
pub struct NoChecker;

impl Checker for NoChecker {
    fn check(&self, requests: &[Request]) -> anyhow::Result<Vec<Answer>> {
        Ok(requests
            .iter()
            .map(|request| Answer {
                id: request.id,
                outcome: "unproved".to_owned(),
                found: "no checker".to_owned(),
                moves: Vec::new(),
                required: Vec::new(),
            })
            .collect())
    }
}

/// The question whether a claim of a ply is true on the board.
pub fn ask(id: usize, grammar: &Grammar, claim: &Claim, told: &[Told], ply: usize) -> Request {
    let mut request = bare(id, claim.kind.name(), told, ply);
    for (name, text) in &claim.slots {
        let value = match name.as_str() {
            "n" => count(text).map_or_else(|| json!(text), |n| json!(n)),
            _ => json!(text),
        };
        request.slots.insert(name.clone(), value);
    }
    if !claim.targets.is_empty() {
        request
            .slots
            .insert("targets".to_owned(), json!(claim.targets));
    }
    if claim.kind.rests_on_line()
        && let Some(tag) = &told[ply].tag
    {
        let cost = cost(tag.best, tag.played);
        request.slots.insert("cost".to_owned(), json!(cost));
    }
    match claim.kind {
        Kind::CaptureAllowed => {
            let retake = grammar.forms[claim.form].pattern.contains(" can take ");
            request.slots.insert("retake".to_owned(), json!(retake));
        }
        Kind::Still => {
            let but = grammar.forms[claim.form].goes_on();
            request.slots.insert("but".to_owned(), json!(but));
        }
        Kind::Wins | Kind::MissedWins => {
            let form = what_is_won(&grammar.forms[claim.form].pattern);
            request.slots.insert("wins".to_owned(), json!(form));
        }
        _ => {}
    }
    request
}

/// Which of the forms of `wins` a pattern is.
fn what_is_won(pattern: &str) -> &'static str {
    let forms = [
        (" the loose {piece} ", "loose"),
        (" {piece} on {square}", "piece"),
        (" the exchange:", "exchange"),
        (" a pawn:", "pawn"),
    ];
    let form = forms.iter().find(|(words, _)| pattern.contains(words));
    form.map_or("material", |(_, form)| form)
}

impl Request {
    /// The same question of a line, where the sentence names no more of it than its
    /// first move.
    #[must_use]
    pub fn with_line(mut self, moves: &[Move]) -> Request {
        let moves: Vec<String> = moves.iter().map(|m| uci(*m)).collect();
        self.slots.insert("line".to_owned(), json!(moves));
        self
    }
}

/// The question which sentences a ply must have.
pub fn ask_always(id: usize, told: &[Told], ply: usize) -> Request {
    bare(id, ALWAYS, told, ply)
}

fn bare(id: usize, kind: &str, told: &[Told], ply: usize) -> Request {
    let here = &told[ply];
    let previous = ply.checked_sub(1).map(|before| &told[before].ply);
    Request {
        id,
        kind: kind.to_owned(),
        person: here.person.name().to_owned(),
        fen: fen(here.ply.line.position()),
        played: uci(here.ply.played),
        previous: previous.map(|ply| uci(ply.played)),
        previous_fen: previous.map(|ply| fen(ply.line.position())),
        slots: BTreeMap::new(),
    }
}
