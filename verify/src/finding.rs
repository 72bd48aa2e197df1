//! Findings: what was judged, and what became of it.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use crate::judges::referee::Hearing;

/// What became of a claim or a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Derived again.
    True,
    /// Could not be decided here.
    Unproved,
    /// Not so.
    False,
    /// No form explains the words.
    Unread,
}

impl Outcome {
    /// All outcomes, in their order.
    pub const ALL: [Outcome; 4] = [
        Outcome::True,
        Outcome::Unproved,
        Outcome::False,
        Outcome::Unread,
    ];
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::True => "true",
            Outcome::Unproved => "unproved",
            Outcome::False => "false",
            Outcome::Unread => "unread",
        })
    }
}

/// One claim or check with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The game, 0-based in the input.
    pub game: usize,
    /// The ply, 0-based; none for what concerns the whole game.
    pub ply: Option<usize>,
    /// The move with its number.
    pub san: String,
    /// A claim kind of CLAIMS.md, or what else was checked.
    pub kind: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The sentence or tag, if there is one.
    pub sentence: String,
    /// What was found instead, or why it is unproved.
    pub found: String,
    /// Where the move stands, as a 1-based line of the input.
    pub line: usize,
}

/// Somebody who hears of each finding, in input order.
pub trait Monitor {
    /// A finding.
    fn found(&mut self, finding: &Finding);
}

/// Collects.
impl Monitor for Vec<Finding> {
    fn found(&mut self, finding: &Finding) {
        self.push(finding.clone());
    }
}

/// What an audit came to, without the findings themselves.
#[derive(Clone, Debug, Default)]
pub struct Audited {
    /// How many findings of each kind have each outcome, in the order of
    /// [`Outcome::ALL`].
    pub counts: BTreeMap<String, [usize; 4]>,
    /// Games in the input.
    pub games: usize,
    /// Games with a record.
    pub recorded: usize,
    /// Graded plies.
    pub plies: usize,
    /// Plies with a text, NAG or variation of ours.
    pub tagged: usize,
    /// Plies whose grade was searched again.
    pub proved: usize,
    /// Tags that do not agree: a person's now.
    pub edited: usize,
    /// Games graded by other judges, by the judge.
    pub others: BTreeMap<&'static str, usize>,
    /// Games of other judges whose grades are left open, by the reason.
    pub open: BTreeMap<String, usize>,
    /// What the referee makes of the moves spoken of.
    pub hearing: Hearing,
    /// Graded plies by (depth asked for, depth stated).
    pub depths: BTreeMap<(i32, i32), usize>,
}

impl Audited {
    /// Counts a finding.
    pub fn add(&mut self, finding: &Finding) {
        let counts = self.counts.entry(finding.kind.clone()).or_default();
        counts[finding.outcome as usize] += 1;
    }

    /// How many findings have an outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.counts
            .values()
            .map(|counts| counts[outcome as usize])
            .sum()
    }

    /// Graded plies whose depth fell short, and all whose depth is known.
    pub fn short(&self) -> (usize, usize) {
        let all = self.depths.values().sum();
        let short = self
            .depths
            .iter()
            .filter(|((asked, stated), _)| stated < asked);
        (short.map(|(_, count)| count).sum(), all)
    }
}
