//! What the games of a run share: no position is searched twice, none by two threads at once.
//!
//! Whoever is first to ask for a key has it to settle; who asks while that is under way leaves a
//! note and is told. What was settled lately is remembered in two generations: when the younger is
//! full it becomes the older and the older is forgotten, and what is asked for again is young
//! again. So openings stay, and memory does not grow with the archive.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{entry, key::Key};
use crate::engine::Analysis;

/// Positions a generation; about 300 bytes each.
const GENERATION: usize = 1 << 13;

/// The analyses at hand, and who waits for which. `W` is a note left by one who waits.
#[derive(Debug)]
pub(in crate::batch) struct Desk<W> {
    papers: Mutex<Papers<W>>,
}

#[derive(Debug)]
struct Papers<W> {
    under_way: HashMap<Key, Vec<W>>,
    young: HashMap<Key, Box<[u8]>>,
    old: HashMap<Key, Box<[u8]>>,
}

/// What is known of a position when someone asks for it.
#[derive(Debug, PartialEq)]
pub(in crate::batch) enum Asked {
    /// It was analysed in this run.
    Known(Analysis),
    /// Someone is at it; the note was taken.
    UnderWay,
    /// It is for the one who asked to [settle](Desk::settle).
    Yours,
}

impl<W> Desk<W> {
    pub(in crate::batch) fn new() -> Self {
        Self {
            papers: Mutex::new(Papers {
                under_way: HashMap::new(),
                young: HashMap::new(),
                old: HashMap::new(),
            }),
        }
    }

    /// Asks for a position; `note` is kept if someone is at it.
    pub(in crate::batch) fn ask(&self, key: Key, note: impl FnOnce() -> W) -> Asked {
        let mut papers = self.lock();
        if let Some(notes) = papers.under_way.get_mut(&key) {
            notes.push(note());
            return Asked::UnderWay;
        }
        if let Some(analysis) = papers.recall(&key) {
            return Asked::Known(analysis);
        }
        papers.under_way.insert(key, Vec::new());
        Asked::Yours
    }

    /// Gives what was found, nothing if the search broke down; the notes of those who wait for it.
    pub(in crate::batch) fn settle(&self, key: Key, bytes: Option<&[u8]>) -> Vec<W> {
        let mut papers = self.lock();
        if let Some(bytes) = bytes {
            papers.remember(key, bytes.into());
        }
        papers.under_way.remove(&key).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Papers<W>> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W> Papers<W> {
    fn recall(&mut self, key: &Key) -> Option<Analysis> {
        if let Some(bytes) = self.young.get(key) {
            return entry::decode(bytes);
        }
        let bytes = self.old.remove(key)?;
        let analysis = entry::decode(&bytes);
        self.remember(*key, bytes);
        analysis
    }

    fn remember(&mut self, key: Key, bytes: Box<[u8]>) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{DepthResult, Score};

    fn key(number: u64) -> Key {
        Key::of_number(number)
    }

    fn analysis(nodes: u64) -> Analysis {
        let result = DepthResult {
            score: Score::cp(-3),
            graded: Score::cp(4),
            line: Vec::new(),
            nodes,
        };
        Analysis {
            depths: vec![result],
            terminal: None,
            nodes,
        }
    }

    fn settle(desk: &Desk<u64>, nodes: u64) -> Vec<u64> {
        desk.settle(key(nodes), entry::encode(&analysis(nodes)).as_deref())
    }

    #[test]
    fn the_first_to_ask_settles_and_all_others_are_told_or_know() {
        let desk = Desk::new();
        assert_eq!(desk.ask(key(1), || 10), Asked::Yours);
        assert_eq!(desk.ask(key(1), || 11), Asked::UnderWay);
        assert_eq!(desk.ask(key(2), || 12), Asked::Yours);
        assert_eq!(desk.ask(key(1), || 13), Asked::UnderWay);
        assert_eq!(settle(&desk, 1), [11, 13]);
        assert_eq!(desk.ask(key(1), || 14), Asked::Known(analysis(1)));
        assert!(settle(&desk, 2).is_empty());
    }

    #[test]
    fn after_a_search_that_broke_down_the_next_to_ask_tries_again() {
        let desk = Desk::new();
        assert_eq!(desk.ask(key(1), || 10), Asked::Yours);
        assert_eq!(desk.ask(key(1), || 11), Asked::UnderWay);
        assert_eq!(desk.settle(key(1), None), [11]);
        assert_eq!(desk.ask(key(1), || 12), Asked::Yours);
    }

    #[test]
    fn what_is_asked_for_stays_and_the_rest_is_forgotten() {
        let desk = Desk::new();
        let often = key(1);
        settle(&desk, 1);
        settle(&desk, 2);
        let bytes = entry::encode(&analysis(9)).expect("no moves");
        let mut other = 100;
        for _ in 0..5 {
            for _ in 0..GENERATION - 1 {
                desk.lock()
                    .remember(Key::of_number(other), bytes.clone().into());
                other += 1;
            }
            assert_eq!(desk.ask(often, || 0), Asked::Known(analysis(1)));
        }
        assert_eq!(desk.ask(key(2), || 0), Asked::Yours);
        let papers = desk.lock();
        assert!(papers.young.len() + papers.old.len() <= 2 * GENERATION);
    }
}
