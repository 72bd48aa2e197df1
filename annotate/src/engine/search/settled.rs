//! Values of quiescence, kept by position: what `Q` is worth does not depend on how one came there.
//!
//! `Q` of ENGINE.md is a function of the position alone: it knows no history, no clock, no depth and
//! no distance from the root. So a bound proved once holds wherever the same position is reached
//! again. That is not so of `V`, whose values depend on the positions before: those are never kept.

/// Slots; a power of two.
const SLOTS: usize = 1 << 17;

/// Beyond every score of quiescence.
const UNBOUNDED: i16 = i16::MAX;

/// What is known of one position: `Q` lies between the two, both included.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    low: i16,
    high: i16,
    epoch: u16,
}

/// Bounds on `Q` by position.
pub(crate) struct Settled {
    entries: Vec<Entry>,
    epoch: u16,
}

impl Settled {
    pub(crate) fn new() -> Settled {
        let empty = Entry {
            key: 0,
            low: -UNBOUNDED,
            high: UNBOUNDED,
            epoch: 0,
        };
        Settled {
            entries: vec![empty; SLOTS],
            epoch: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.entries.iter_mut().for_each(|entry| entry.epoch = 0);
            self.epoch = 1;
        }
    }

    /// What `Q` is known to lie between.
    #[inline]
    pub(crate) fn bounds(&self, key: u64) -> Option<(i32, i32)> {
        let entry = &self.entries[key as usize % SLOTS];
        (entry.key == key && entry.epoch == self.epoch)
            .then_some((i32::from(entry.low), i32::from(entry.high)))
    }

    /// Notes the fail-soft result of a search of `Q` with this window.
    #[inline]
    pub(crate) fn note(&mut self, key: u64, value: i32, alpha: i32, beta: i32) {
        let entry = &mut self.entries[key as usize % SLOTS];
        if entry.key != key || entry.epoch != self.epoch {
            *entry = Entry {
                key,
                low: -UNBOUNDED,
                high: UNBOUNDED,
                epoch: self.epoch,
            };
        }
        if value > alpha {
            entry.low = entry.low.max(value as i16);
        }
        if value < beta {
            entry.high = entry.high.min(value as i16);
        }
    }
}
