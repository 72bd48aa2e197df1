//! Bounds proved once and found again, where the same position is reached by another order of moves.
//!
//! This is no table that guesses: it answers only where the value is a function of the position and
//! the depth alone, so that no value of the search changes.
//!
//! *Quiescence.* `Q` knows no history, no clock and no depth: what is proved of it holds wherever the
//! position stands.
//!
//! *Full width.* `V` asks whether a position stood before, and whether the clock has run out. Say
//! that `p` has the clock `c`, and that the bound for `p` was proved by a tree whose branches leave
//! `p` by at most `span` reversible moves in a row. A position of that tree, `j` such moves after
//! `p`, is compared with those 4, 6, 8 … up to `c + j` plies before itself. Of these, the ones more
//! than `j` plies back are positions before `p`. If for no `j` up to `span` there is such a one, the
//! proof does not know how `p` was reached, and repeats word for word behind any other way to `p`
//! with a clock of which the same is true ([`is_free`]). A position just after a capture or a pawn
//! move (`c = 0`) always is one. The clock itself stays far below 100 in all these trees.
//!
//! Scores that depend on the ply of the game (graphs may ask for it) and mates, which are counted
//! from the root, are not kept.

/// Slots of each table; a power of two.
const SLOTS: usize = 1 << 15;

/// Beyond every score that is kept.
const UNBOUNDED: i16 = i16::MAX;

/// Scores beyond this may be mates.
const LARGEST: i32 = 20_000;

/// What has been proved of a value: it lies between the two, both included.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) low: i32,
    pub(crate) high: i32,
    /// The most reversible moves in a row that a branch of the proof begins with.
    pub(crate) span: u8,
}

impl Bounds {
    /// The bound that answers a search with the window, if one does.
    #[inline]
    pub(crate) fn beyond(self, alpha: i32, beta: i32) -> Option<i32> {
        if self.low >= beta {
            Some(self.low)
        } else if self.high <= alpha {
            Some(self.high)
        } else {
            None
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    low: i16,
    high: i16,
    epoch: u16,
    span: u8,
}

/// Proved bounds by position, and by depth where there is one.
pub(crate) struct Proved {
    quiet: Vec<Entry>,
    full: Vec<Entry>,
    epoch: u16,
}

/// Whether a proof that begins with at most `span` reversible moves compares nothing with positions
/// before one whose clock is `clock`.
#[inline]
pub(crate) fn is_free(clock: u8, span: u8) -> bool {
    match clock {
        0 => span < 64,
        1 => span <= 2,
        2 => span <= 1,
        _ => span == 0,
    }
}

impl Entry {
    const EMPTY: Entry = Entry {
        key: 0,
        low: -UNBOUNDED,
        high: UNBOUNDED,
        epoch: 0,
        span: 0,
    };

    fn bounds(&self) -> Bounds {
        Bounds {
            low: self.low.into(),
            high: self.high.into(),
            span: self.span,
        }
    }

    /// Takes in the fail-soft result of a search with the window.
    fn narrow(&mut self, value: i32, (alpha, beta): (i32, i32)) {
        if value > alpha {
            self.low = self.low.max(value as i16);
        }
        if value < beta {
            self.high = self.high.min(value as i16);
        }
    }
}

impl Proved {
    pub(crate) fn new() -> Proved {
        Proved {
            quiet: vec![Entry::EMPTY; SLOTS],
            full: vec![Entry::EMPTY; SLOTS],
            epoch: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.quiet.fill(Entry::EMPTY);
            self.full.fill(Entry::EMPTY);
            self.epoch = 1;
        }
    }

    /// What is known of `Q` at this key.
    #[inline]
    pub(crate) fn quiet(&self, key: u64) -> Option<Bounds> {
        let entry = &self.quiet[key as usize % SLOTS];
        (entry.key == key && entry.epoch == self.epoch).then(|| entry.bounds())
    }

    /// Notes the fail-soft result of a search of `Q`.
    #[inline]
    pub(crate) fn note_quiet(&mut self, key: u64, value: i32, window: (i32, i32)) {
        let entry = &mut self.quiet[key as usize % SLOTS];
        if entry.key != key || entry.epoch != self.epoch {
            *entry = Entry {
                key,
                epoch: self.epoch,
                ..Entry::EMPTY
            };
        }
        entry.narrow(value, window);
    }

    /// What is known of the value of a position with this key and clock at `depth`, if it is known
    /// whatever stood before.
    #[inline]
    pub(crate) fn full(&self, key: u64, depth: i32, clock: u8) -> Option<Bounds> {
        let key = with_depth(key, depth);
        let entry = &self.full[key as usize % SLOTS];
        (entry.key == key && entry.epoch == self.epoch && is_free(clock, entry.span))
            .then(|| entry.bounds())
    }

    /// Notes the fail-soft result of a full-width search whose branches begin with at most `span`
    /// reversible moves.
    #[inline]
    pub(crate) fn note_full(
        &mut self,
        key: u64,
        depth: i32,
        (clock, span): (u8, u8),
        value: i32,
        window: (i32, i32),
    ) {
        if value.abs() > LARGEST || !is_free(clock, span) {
            return;
        }
        let key = with_depth(key, depth);
        let entry = &mut self.full[key as usize % SLOTS];
        if entry.key != key || entry.epoch != self.epoch {
            *entry = Entry {
                key,
                epoch: self.epoch,
                ..Entry::EMPTY
            };
        }
        entry.narrow(value, window);
        entry.span = entry.span.max(span);
    }
}

/// A key of position and depth.
#[inline]
fn with_depth(key: u64, depth: i32) -> u64 {
    key ^ (depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_free_just_when_it_looks_at_nothing_before_its_root() {
        for clock in 0..40_u8 {
            for span in 0..40_u8 {
                let looks_back = (1..=span).any(|behind| {
                    let reach = clock + behind;
                    (4..=reach).step_by(2).any(|back| back > behind)
                });
                assert_eq!(is_free(clock, span), !looks_back, "{clock} {span}");
            }
        }
    }

    #[test]
    fn bounds_grow_narrower_and_keep_the_longest_span() {
        let mut proved = Proved::new();
        proved.forget();
        proved.note_full(9, 3, (0, 1), 50, (20, 30));
        proved.note_full(9, 3, (1, 2), 80, (90, 91));
        let bounds = proved.full(9, 3, 1).expect("noted");
        assert_eq!((bounds.low, bounds.high, bounds.span), (50, 80, 2));
        assert!(proved.full(9, 3, 2).is_none());
        assert!(proved.full(9, 2, 0).is_none());
        proved.forget();
        assert!(proved.full(9, 3, 0).is_none());
    }

    #[test]
    fn a_proof_that_looked_before_its_root_is_not_kept() {
        let mut proved = Proved::new();
        proved.forget();
        proved.note_full(9, 3, (1, 3), 50, (20, 30));
        assert!(proved.full(9, 3, 0).is_none());
        proved.note_full(9, 3, (0, 1), 29_990, (20, 30));
        assert!(proved.full(9, 3, 0).is_none());
    }
}
