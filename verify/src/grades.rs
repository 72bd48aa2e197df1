//! Grades proved: best and played of a ply searched again, with windows that
//! tell no more than whether the tag is right; equal moves and best replies; and
//! for silent plies, that nothing had to be said.

use shakmaty::{Move, Position};

use crate::{
    judge::{Class, Scale, Score, Values},
    record::Thresholds,
    rules::circumstances,
    search::{INFINITE, Line, MATE, MATE_LINE, OutOfNodes, Searcher, Window},
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
    /// The depth the record asks for, in plies.
    pub asked: i32,
}

/// By what a class is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Measure<'a> {
    /// The scale.
    pub scale: &'a Scale,
    /// The thresholds of the record.
    pub thresholds: Thresholds,
}

/// Whether the class of a move graded at `depth` is drawn from its value one ply
/// further too, where `asked` is the depth of the record.
pub fn looks_further(line: &Line, after: &Line, depth: i32, asked: i32) -> bool {
    let check = extension(line);
    !after.ends_by_rule() && depth + check <= asked && !(depth == 1 && check == 1)
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

    /// Whether the class is one that is accepted, best and played being known right;
    /// the class, if it is not.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn other_class(
        &self,
        searcher: &mut Searcher,
        measure: Measure,
        best: Score,
        played: Score,
        accepted: impl Fn(Class) -> bool,
    ) -> Result<Option<Class>, OutOfNodes> {
        let circumstances = circumstances(self.told);
        let Measure { scale, thresholds } = measure;
        let refused = |class: Class| Ok((!accepted(class)).then_some(class));
        if let Some(class) = scale.class_by_plain(best, played, thresholds, circumstances) {
            return refused(class);
        }
        let mut values = self.graded(searcher, best, played)?;
        let class = |values: &Values| scale.class(values, thresholds, circumstances);
        let after = self.line().after(self.told.ply.played);
        if !looks_further(self.line(), &after, self.depth, self.asked) {
            return refused(class(&values));
        }
        let with = |value: i32| {
            class(&Values {
                further: Score::Centipawns(value),
                ..values
            })
        };
        // The class never gets worse as the value rises: those accepted lie together.
        let fits: Vec<i32> = (-1000..=1000)
            .filter(|value| accepted(with(*value)))
            .collect();
        if let (Some(first), Some(last)) = (fits.first(), fits.last()) {
            let window = Window {
                alpha: first - 1,
                beta: last + 1,
            };
            let value = self.further(searcher, &after, window)?;
            if accepted(with(value.clamp(-1000, 1000))) {
                return Ok(None);
            }
        }
        let value = self.further(searcher, &after, Window::FULL)?;
        values.further = Score::from_value(value);
        refused(class(&values))
    }

    /// The values a class is drawn from, `further` left as graded played.
    fn graded(
        &self,
        searcher: &mut Searcher,
        best: Score,
        played: Score,
    ) -> Result<Values, OutOfNodes> {
        let mut values = Values::plain(best, played);
        if best.value() == 0
            && let Some(forgetful) = self.line().forgetful()
        {
            let value = searcher.best(&forgetful, self.depth, Window::FULL)?;
            values.graded_best = Score::from_value(value);
        }
        let after = self.line().after(self.told.ply.played);
        if played.value() == 0
            && !after.ends_by_rule()
            && let Some(forgetful) = after.forgetful()
        {
            let depth = self.depth + extension(self.line()) - 1;
            let reply = searcher.best(&forgetful, depth, Window::FULL)?;
            values.graded_played = Score::from_value(played_value(reply));
        }
        values.further = values.graded_played;
        Ok(values)
    }

    /// The value of the move played one ply further, from the mover's side, a 0
    /// looked through; a bound outside the window.
    fn further(
        &self,
        searcher: &mut Searcher,
        after: &Line,
        window: Window,
    ) -> Result<i32, OutOfNodes> {
        let depth = self.depth + extension(self.line());
        let forgetful = after.forgetful();
        let open = match forgetful {
            None => window,
            // Whether it is 0 must be seen.
            Some(_) => Window {
                alpha: window.alpha.min(-1),
                beta: window.beta.max(1),
            },
        };
        let mut reply = searcher.best(after, depth, open.turned())?;
        if reply == 0
            && let Some(forgetful) = forgetful
        {
            reply = searcher.best(&forgetful, depth, window.turned())?;
        }
        Ok(played_value(reply))
    }

    /// Best, played and class, all searched.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn grade(
        &self,
        searcher: &mut Searcher,
        measure: Measure,
    ) -> Result<(Score, Score, Class), OutOfNodes> {
        let best = searcher.best(self.line(), self.depth, Window::FULL)?;
        let played = self.played(searcher, self.told.ply.played, Window::FULL)?;
        let (best, played) = (Score::from_value(best), Score::from_value(played));
        let class = self.other_class(searcher, measure, best, played, |_| false)?;
        // With nothing accepted the class is always told.
        Ok((best, played, class.unwrap_or(Class::Good)))
    }

    /// Whether one of some replies is a best one after the move played.
    pub fn prove_reply(&self, searcher: &mut Searcher, replies: &[Move], played: Score) -> Proof {
        let after = self.line().after(self.told.ply.played);
        let depth = self.depth + extension(self.line()) - 1;
        if after.ends_by_rule() || depth + extension(&after) <= 0 {
            return Proof::False("there is no best reply here".into());
        }
        let best = reply_value(played.value());
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
            let best = Score::from_value(best);
            if misses_mate(self.told, best, played) {
                return Ok((played, Some((best, "a mate was missed".to_owned()))));
            }
            let quiet = |class: Class| silence.from.is_none_or(|from| class < from);
            let class = self.other_class(searcher, silence.measure, best, played, quiet)?;
            Ok((played, class.map(|class| (best, class.to_string()))))
        })();
        match outcome {
            Err(OutOfNodes) => Silent::Unproved,
            Ok((played, None)) => Silent::Fine { played },
            Ok((played, Some((best, why)))) => Silent::Wrong { best, played, why },
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
        /// Its class, or what else had to be said.
        why: String,
    },
    /// The node limit was reached.
    Unproved,
}

/// What may be left unsaid on a silent ply.
#[derive(Clone, Copy, Debug)]
pub struct Silence<'a> {
    /// By what classes are drawn.
    pub measure: Measure<'a>,
    /// The lowest class that must leave a piece; `None` if only mates must.
    pub from: Option<Class>,
}

impl Silence<'_> {
    /// The lowest value of best with which the ply might not be silent; above
    /// every value if there is none.
    fn lowest_spoken(&self, told: &Told, played: Score) -> i32 {
        let circumstances = circumstances(told);
        let Measure { scale, thresholds } = self.measure;
        let spoken = |best: i32| {
            let best = Score::from_value(best);
            let bad = self.from.is_some_and(|from| {
                scale
                    .class_by_plain(best, played, thresholds, circumstances)
                    .is_none_or(|class| class >= from)
            });
            misses_mate(told, best, played) || bad
        };
        let (mut low, mut high) = (played.value(), INFINITE);
        if !spoken(MATE - 1) {
            return INFINITE;
        }
        // What may be said of a move never gets less as best rises.
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if spoken(middle.min(MATE - 1)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }
}

/// Whether a mate was missed, which is always said.
fn misses_mate(told: &Told, best: Score, played: Score) -> bool {
    best.mate_for().is_some()
        && (played.mate_for().is_none() || best.mate_for() == Some(1) && !circumstances(told).mates)
}

/// The played value of a move after which the other side's best is this.
pub fn played_value(reply: i32) -> i32 {
    if reply > MATE_LINE {
        -(reply - 1)
    } else if reply < -MATE_LINE {
        -(reply + 1)
    } else {
        -reply
    }
}

/// The value of the position after the move, from the side to move there, of a
/// played value that no rule made.
pub fn reply_value(played: i32) -> i32 {
    if played > MATE_LINE {
        -(played + 1)
    } else if played < -MATE_LINE {
        -(played - 1)
    } else {
        -played
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
    use crate::replay::position;

    #[test]
    fn a_reply_sees_the_mate_one_ply_nearer() {
        assert_eq!(reply_value(Score::Mate(2).value()), Score::Mate(-1).value());
        assert_eq!(reply_value(Score::Mate(-1).value()), Score::Mate(1).value());
        assert_eq!(reply_value(-35), 35);
    }

    #[test]
    fn a_reply_and_the_move_before_it_tell_one_value() {
        for value in [0, -35, 1200, MATE - 1, MATE - 4, 2 - MATE, 5 - MATE] {
            let reply = reply_value(Score::from_value(value).value());
            assert_eq!(played_value(reply), Score::from_value(value).value());
        }
    }

    #[test]
    fn a_ply_further_is_looked_only_as_deep_as_was_asked() {
        let further = |fen: &str, uci: &str, depth: i32, asked: i32| {
            let line = Line::new(position(fen.as_bytes()).unwrap());
            let m: shakmaty::uci::UciMove = uci.parse().unwrap();
            let after = line.after(m.to_move(line.position()).unwrap());
            looks_further(&line, &after, depth, asked)
        };
        let quiet = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert!(further(quiet, "e2e4", 3, 3));
        assert!(further(quiet, "e2e4", 1, 3));
        assert!(!further(quiet, "e2e4", 4, 3));
        // A check makes D' one more.
        let check = "4k3/8/8/8/8/8/3PP3/1r1K4 w - - 0 1";
        assert!(!further(check, "d1c2", 3, 3));
        assert!(further(check, "d1c2", 3, 4));
        assert!(further(check, "d1c2", 2, 4));
        assert!(!further(check, "d1c2", 1, 4));
        // Over, or drawn by bare material: there is nothing further.
        assert!(!further("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", 3, 3));
        assert!(!further("k7/8/8/8/8/8/6p1/7K w - - 0 1", "h1g2", 3, 3));
    }

    #[test]
    fn false_outweighs_unproved_outweighs_true() {
        let wrong = Proof::False("x".into());
        let open = Proof::Unproved("y".into());
        assert_eq!(Proof::True.and(open.clone()), open);
        assert_eq!(open.and(wrong.clone()), wrong);
    }
}
