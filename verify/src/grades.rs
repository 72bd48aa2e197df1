//! Grades proved: best and played of a ply searched again, with windows that
//! tell no more than whether the tag is right; equal moves and best replies; and
//! for silent plies, that nothing had to be said.

use shakmaty::{Move, Position};

use crate::{
    judge::{Class, Scale, Score},
    record::Thresholds,
    rules::circumstances,
    search::{INFINITE, Line, MATE_LINE, OutOfNodes, Searcher, Window},
    told::Told,
};

/// What proving came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is so.
    True,
    /// It is not; what is instead.
    False(String),
    /// Not searched, or the node limit was reached.
    Unproved(String),
}

impl Proof {
    fn from(outcome: Result<Proof, OutOfNodes>) -> Proof {
        outcome.unwrap_or_else(|OutOfNodes| Proof::Unproved("the node limit was reached".into()))
    }

    /// False before unproved before true.
    #[must_use]
    pub fn and(self, other: Proof) -> Proof {
        match (self, other) {
            (Proof::False(found), _) | (_, Proof::False(found)) => Proof::False(found),
            (Proof::Unproved(why), _) | (_, Proof::Unproved(why)) => Proof::Unproved(why),
            (Proof::True, Proof::True) => Proof::True,
        }
    }
}

/// The plies before a position at which a value is asked, and the depth.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The ply.
    pub told: &'a Told,
    /// D, in plies.
    pub depth: i32,
}

fn extension(line: &Line) -> i32 {
    i32::from(line.position().is_check())
}

impl Question<'_> {
    fn line(&self) -> &Line {
        &self.told.ply.line
    }

    fn played(&self, searcher: &mut Searcher, m: Move, window: Window) -> Result<i32, OutOfNodes> {
        searcher.played(self.line(), m, self.depth, window)
    }

    /// Whether a move's played value is exactly this.
    pub fn prove_value(&self, searcher: &mut Searcher, m: Move, claimed: Score) -> Proof {
        let window = Window::around(claimed.value());
        Proof::from((|| {
            let value = self.played(searcher, m, window)?;
            if value == claimed.value() {
                return Ok(Proof::True);
            }
            let value = self.played(searcher, m, Window::FULL)?;
            Ok(differs(value, claimed))
        })())
    }

    /// Whether best is exactly this, `played` being known right.
    pub fn prove_best(&self, searcher: &mut Searcher, best: Score, played: Score) -> Proof {
        let value = best.value();
        let window = if best == played {
            // The move played reaches it: only more must be ruled out.
            Window {
                alpha: value,
                beta: value + 1,
            }
        } else {
            Window::around(value)
        };
        Proof::from((|| {
            let found = searcher.best(self.line(), self.depth, window)?;
            if found == value || best == played && found <= value {
                return Ok(Proof::True);
            }
            let found = searcher.best(self.line(), self.depth, Window::FULL)?;
            Ok(differs(found, best))
        })())
    }

    /// Whether one of some replies is a best one after the move played.
    pub fn prove_reply(&self, searcher: &mut Searcher, replies: &[Move], played: Score) -> Proof {
        let after = self.line().after(self.told.ply.played);
        let depth = self.depth + extension(self.line()) - 1;
        if after.ends_by_rule() || depth + extension(&after) <= 0 {
            return Proof::False("there is no best reply here".into());
        }
        let best = reply_value(played);
        Proof::from((|| {
            for reply in replies {
                if searcher.played(&after, *reply, depth, Window::around(best))? == best {
                    return Ok(Proof::True);
                }
            }
            Ok(Proof::False(format!(
                "no best reply: the best one is worth {}",
                Score::from_value(best)
            )))
        })())
    }

    /// Whether the move is played into a mate for the mover.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn is_mate_for(&self, searcher: &mut Searcher) -> Result<bool, OutOfNodes> {
        let window = Window {
            alpha: MATE_LINE,
            beta: MATE_LINE + 1,
        };
        Ok(self.played(searcher, self.told.ply.played, window)? > MATE_LINE)
    }

    /// Whether a silent ply may be silent: its class, and its mates.
    pub fn prove_silence(&self, searcher: &mut Searcher, silence: &Silence) -> Silent {
        let outcome = (|| {
            let value = self.played(searcher, self.told.ply.played, Window::FULL)?;
            let played = Score::from_value(value);
            let lowest = silence.lowest_spoken(self.told, played);
            if lowest > MATE_LINE + 1000 {
                return Ok((played, None));
            }
            let window = Window {
                alpha: lowest - 1,
                beta: lowest,
            };
            let bound = searcher.best(self.line(), self.depth, window)?;
            if bound < lowest {
                return Ok((played, None));
            }
            let best = searcher.best(self.line(), self.depth, Window::FULL)?;
            Ok((played, Some(Score::from_value(best))))
        })();
        match outcome {
            Err(OutOfNodes) => Silent::Unproved,
            Ok((played, None)) => Silent::Fine { played },
            Ok((played, Some(best))) => Silent::Wrong { best, played },
        }
    }
}

/// What a silent ply came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silent {
    /// Class and best let it be silent.
    Fine {
        /// Its played value.
        played: Score,
    },
    /// Something had to be said.
    Wrong {
        /// Its best value.
        best: Score,
        /// Its played value.
        played: Score,
    },
    /// The node limit was reached.
    Unproved,
}

/// What may be left unsaid on a silent ply.
#[derive(Clone, Copy, Debug)]
pub struct Silence<'a> {
    /// The scale.
    pub scale: &'a Scale,
    /// The thresholds of the record.
    pub thresholds: Thresholds,
    /// The lowest class that must leave a piece; `None` if only mates must.
    pub from: Option<Class>,
}

impl Silence<'_> {
    /// The lowest value of best with which the ply would not be silent; above
    /// every value if there is none.
    fn lowest_spoken(&self, told: &Told, played: Score) -> i32 {
        let circumstances = circumstances(told);
        let spoken = |best: i32| {
            let best = Score::from_value(best);
            let missed = best.mate_for().is_some()
                && (played.mate_for().is_none()
                    || best.mate_for() == Some(1) && !circumstances.mates);
            let bad = self.from.is_some_and(|from| {
                self.scale
                    .class(best, played, self.thresholds, circumstances)
                    >= from
            });
            missed || bad
        };
        let (mut low, mut high) = (played.value(), INFINITE);
        if !spoken(crate::search::MATE - 1) {
            return INFINITE;
        }
        // The class never gets better as best rises.
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if spoken(middle.min(crate::search::MATE - 1)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }
}

/// The value of the position after the move, from the side to move there, of a
/// played value that no rule made.
fn reply_value(played: Score) -> i32 {
    let value = played.value();
    if value > MATE_LINE {
        -(value + 1)
    } else if value < -MATE_LINE {
        -(value - 1)
    } else {
        -value
    }
}

fn differs(value: i32, claimed: Score) -> Proof {
    let found = Score::from_value(value);
    if found == claimed {
        Proof::True
    } else {
        Proof::False(format!("{found}, not {claimed}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_sees_the_mate_one_ply_nearer() {
        assert_eq!(reply_value(Score::Mate(2)), Score::Mate(-1).value());
        assert_eq!(reply_value(Score::Mate(-1)), Score::Mate(1).value());
        assert_eq!(reply_value(Score::Centipawns(-35)), 35);
    }

    #[test]
    fn false_outweighs_unproved_outweighs_true() {
        let wrong = Proof::False("x".into());
        let open = Proof::Unproved("y".into());
        assert_eq!(Proof::True.and(open.clone()), open);
        assert_eq!(open.and(wrong.clone()), wrong);
    }
}
