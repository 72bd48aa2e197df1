//! A game put to a UCI engine, position by position, and what its answers make of
//! each move.

use shakmaty::{Chess, Position};

use crate::{
    judges::{
        answer::Answer,
        engine::{Failure, Question},
        pool::Seat,
        verdict::{Verdict, before_reply, settled},
    },
    replay::{fen, uci},
    told::Told,
};

/// A game that an engine is asked about; every position once, when first wanted.
pub struct Consulted<'a> {
    seat: Seat<'a>,
    told: &'a [Told],
    start: String,
    moves: Vec<String>,
    nodes: u64,
    answers: Vec<Option<Answer>>,
    /// After a position without an answer no other is asked about.
    failed: Option<Failure>,
}

impl<'a> Consulted<'a> {
    /// A game and the engine it is put to, at so many nodes a position.
    pub fn new(seat: Seat<'a>, told: &'a [Told], nodes: u64) -> Consulted<'a> {
        let start = told.first().map(|first| fen(first.ply.line.position()));
        Consulted {
            seat,
            told,
            start: start.unwrap_or_default(),
            moves: told.iter().map(|told| uci(told.ply.played)).collect(),
            nodes,
            answers: vec![None; told.len() + 1],
            failed: None,
        }
    }

    /// What the engine says of a ply.
    ///
    /// # Errors
    ///
    /// It does not answer.
    pub fn verdict(&mut self, ply: usize) -> Result<Verdict, Failure> {
        let told = &self.told[ply];
        let played = told.ply.played;
        let before = self.answer(ply)?;
        let by_rule = settled(&told.ply.line.after(played));
        let (value, mut line) = if let Some(value) = by_rule {
            (value, Vec::new())
        } else {
            let after = self.answer(ply + 1)?;
            (before_reply(after.score), after.line)
        };
        let replies = line.clone();
        let is_first = before.line.first() == Some(&played);
        let best = if is_first || before.score.value() <= value.value() {
            line.insert(0, played);
            value
        } else {
            line = before.line;
            before.score
        };
        Ok(Verdict {
            depth: before.depth,
            best,
            played: value,
            line,
            replies,
        })
    }

    /// The answer before a ply, or after the last.
    fn answer(&mut self, index: usize) -> Result<Answer, Failure> {
        if let Some(answer) = &self.answers[index] {
            return Ok(answer.clone());
        }
        if let Some(failure) = &self.failed {
            return Err(failure.clone());
        }
        let question = Question {
            start: &self.start,
            moves: &self.moves[..index],
            position: &self.position(index),
            nodes: self.nodes,
        };
        let answer = self.seat.ask(&question);
        match answer {
            Ok(answer) => {
                self.answers[index] = Some(answer.clone());
                Ok(answer)
            }
            Err(failure) => {
                self.failed = Some(failure.clone());
                Err(failure)
            }
        }
    }

    fn position(&self, index: usize) -> Chess {
        match self.told.get(index) {
            Some(told) => told.ply.line.position().clone(),
            None => self.told.last().map_or_else(Chess::default, |last| {
                let mut position = last.ply.line.position().clone();
                position.play_unchecked(last.ply.played);
                position
            }),
        }
    }
}
