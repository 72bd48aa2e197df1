//! Which games of the inputs are annotated, and which are written at all.
//!
//! A game that is not selected passes through untouched, so that as many games come out as went
//! in; with `--only` it is left out. A shard is a stretch of all games of the inputs, whatever is
//! selected of them: the outputs of all shards, one after the other, are the output without.

use std::{ops::RangeInclusive, str::FromStr};

use super::players::Students;
use crate::pgn::GameText;

/// What is asked of a game to be selected: all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Its number, from 1, lies in one of these; sorted. No range: any number.
    pub games: Vec<RangeInclusive<u64>>,
    /// One of them plays in it. Nobody: anybody.
    pub players: Students,
    /// It may have been played on this day or later.
    pub since: Option<Day>,
    /// It may have been played on this day or earlier.
    pub until: Option<Day>,
    /// Its main line has as many half-moves.
    pub min_plies: usize,
    /// Whether games not selected are left out of the output.
    pub only: bool,
}

/// A part of all games: the K-th of N stretches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// K, from 1.
    pub number: u64,
    /// N.
    pub of: u64,
}

/// A day of the calendar as year, month and day, whether or not there was such a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(u32);

/// The days that a date with unknown parts may mean: the first and the last.
type Days = (Day, Day);

impl Day {
    fn new(year: u32, month: u32, day: u32) -> Self {
        Self(year * 10_000 + month * 100 + day)
    }
}

/// The days meant by `2024.05.17`, `2024-05`, `2024.??.??` and the like, if the year is known.
fn days(date: &str) -> Option<Days> {
    let mut parts = date.trim().split(['.', '-', '/']);
    let year: u32 = parts.next()?.trim().parse().ok()?;
    if !(1..=9999).contains(&year) {
        return None;
    }
    let mut part = |last: u32| match parts.next() {
        Some(text) => text
            .trim()
            .parse()
            .ok()
            .filter(|part| (1..=last).contains(part)),
        None => None,
    };
    Some(match (part(12), part(31)) {
        (Some(month), Some(day)) => (Day::new(year, month, day), Day::new(year, month, day)),
        (Some(month), None) => (Day::new(year, month, 1), Day::new(year, month, 31)),
        (None, _) => (Day::new(year, 1, 1), Day::new(year, 12, 31)),
    })
}

/// The days an option names: whole months and years may be meant, but nothing unknown.
fn stated_days(text: &str) -> Result<Days, String> {
    let parts: Vec<&str> = text.split(['.', '-', '/']).collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let error = || format!("{text}: a date is needed, as 2024-05-17, 2024-05 or 2024");
    if parts.len() > 3 || !parts.iter().all(is_number) {
        return Err(error());
    }
    let days = days(text).ok_or_else(error)?;
    let known = match parts.len() {
        1 => true,
        2 => days.0.0 / 100 == days.1.0 / 100,
        _ => days.0 == days.1,
    };
    if known { Ok(days) } else { Err(error()) }
}

impl Selection {
    /// Whether every game is selected.
    pub fn is_all(&self) -> bool {
        *self
            == Self {
                only: self.only,
                ..Self::default()
            }
    }

    /// Sets the first day.
    ///
    /// # Errors
    ///
    /// Where `text` is no date.
    pub fn since(&mut self, text: &str) -> Result<(), String> {
        self.since = Some(stated_days(text)?.0);
        Ok(())
    }

    /// Sets the last day.
    ///
    /// # Errors
    ///
    /// Where `text` is no date.
    pub fn until(&mut self, text: &str) -> Result<(), String> {
        self.until = Some(stated_days(text)?.1);
        Ok(())
    }

    /// Sets the numbers of the games, as `1-100,205,300-`.
    ///
    /// # Errors
    ///
    /// Where `text` is no such list.
    pub fn numbers(&mut self, text: &str) -> Result<(), String> {
        let error = || format!("{text}: numbers from 1 are needed, as 1-100,205,300-");
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|&number| number > 0);
        for range in text.split(',') {
            let (first, last) = match range.split_once('-') {
                None => (number(range), number(range)),
                Some((first, last)) if last.trim().is_empty() => (number(first), Some(u64::MAX)),
                Some((first, last)) => (number(first), number(last)),
            };
            let range = first.zip(last).filter(|(first, last)| first <= last);
            let (first, last) = range.ok_or_else(error)?;
            self.games.push(first..=last);
        }
        self.games.sort_by_key(|range| *range.start());
        Ok(())
    }

    /// Whether the game of this number, from 0, is selected. Of a game that is too large to be
    /// read whole `game` is the beginning, and whatever its moves are they are enough.
    pub(super) fn selects(&self, number: u64, game: &[u8], is_whole: bool) -> bool {
        if self.is_all() {
            return true;
        }
        if !self.games.is_empty() && !self.has_number(number + 1) {
            return false;
        }
        let wants_text = !self.players.is_empty()
            || self.since.is_some()
            || self.until.is_some()
            || self.min_plies > 0;
        if !wants_text {
            return true;
        }
        let text = GameText::scan(game);
        self.has_player(&text)
            && self.has_date(&text)
            && (!is_whole || text.moves().len() >= self.min_plies)
    }

    fn has_number(&self, number: u64) -> bool {
        let after = self.games.partition_point(|range| *range.start() <= number);
        self.games[..after]
            .iter()
            .any(|range| range.contains(&number))
    }

    fn has_player(&self, text: &GameText<'_>) -> bool {
        let plays = |tag| {
            text.tag_text(tag)
                .is_some_and(|name| self.players.contains(&name))
        };
        self.players.is_empty() || plays("White") || plays("Black")
    }

    fn has_date(&self, text: &GameText<'_>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        let tags = ["Date", "UTCDate"];
        let Some((first, last)) = tags.iter().find_map(|tag| days(&text.tag_text(tag)?)) else {
            return false;
        };
        self.since.is_none_or(|since| last >= since)
            && self.until.is_none_or(|until| first <= until)
    }
}

impl Shard {
    /// Whether the game of this number, from 0, of `games` games is in the shard.
    pub(super) fn has(self, number: u64, games: u64) -> bool {
        let before = |shard: u64| {
            let place = u128::from(games) * u128::from(shard) / u128::from(self.of);
            u64::try_from(place).unwrap_or(u64::MAX)
        };
        (before(self.number - 1)..before(self.number)).contains(&number)
    }

    /// Whether it is the last one.
    pub(super) fn is_last(self) -> bool {
        self.number == self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
        text.split_once('/')
            .and_then(|(shard, of)| number(shard).zip(number(of)))
            .filter(|(shard, of)| shard <= of)
            .map(|(number, of)| Self { number, of })
            .ok_or_else(|| format!("{text}: K/N is needed, from 1/N to N/N"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selects(selection: &Selection, date: &str) -> bool {
        let game = format!("[Date \"{date}\"]\n[White \"A\"]\n\n1. e4 e5 *\n");
        selection.selects(0, game.as_bytes(), true)
    }

    #[test]
    fn a_date_with_unknown_parts_is_selected_if_it_may_be_meant() {
        let mut selection = Selection::default();
        selection.since("2024-03").unwrap();
        selection.until("2024.05.10").unwrap();
        for date in [
            "2024.03.01",
            "2024.05.10",
            "2024.05.??",
            "2024.??.??",
            "2024",
            "2024.04.99",
        ] {
            assert!(selects(&selection, date), "{date}");
        }
        for date in [
            "2024.02.28",
            "2024.05.11",
            "2024.06.??",
            "2023.??.??",
            "????.??.??",
            "",
            "x",
        ] {
            assert!(!selects(&selection, date), "{date}");
        }
        let game = b"[UTCDate \"2024.04.01\"]\n[Date \"????.??.??\"]\n\n*";
        assert!(selection.selects(0, game, true));
    }

    #[test]
    fn what_is_no_date_is_told() {
        for text in [
            "",
            "x",
            "2024-13",
            "2024-00",
            "2024-01-32",
            "2024-??",
            "2024-1-1-1",
            "0",
            "-1",
        ] {
            assert!(Selection::default().since(text).is_err(), "{text}");
        }
        for text in ["2024", "2024-2", "2024/02/30"] {
            assert!(Selection::default().until(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn numbers_are_counted_from_1_and_may_overlap() {
        let mut selection = Selection::default();
        selection.numbers("5-6, 1-2,9-,5-5").unwrap();
        let chosen: Vec<u64> = (1..12)
            .filter(|&number| selection.selects(number - 1, b"", true))
            .collect();
        assert_eq!(chosen, [1, 2, 5, 6, 9, 10, 11]);
        for text in ["", "0", "3-2", "1,,2", "a", "-5", "1-2-3"] {
            assert!(Selection::default().numbers(text).is_err(), "{text}");
        }
    }

    #[test]
    fn players_and_plies_are_asked_together() {
        let selection = Selection {
            players: Students::new(["b"]),
            min_plies: 2,
            ..Selection::default()
        };
        assert!(selection.selects(0, b"[Black \" B \"]\n\n1. e4 e5 *", true));
        assert!(!selection.selects(0, b"[Black \"B\"]\n\n1. e4 *", true));
        assert!(selection.selects(0, b"[Black \"B\"]\n\n1. e4 *", false));
        assert!(!selection.selects(0, b"[Black \"C\"]\n\n1. e4 e5 *", true));
    }

    #[test]
    fn every_game_is_in_one_shard_and_shards_are_stretches_of_like_size() {
        for (games, of) in [(0, 1), (1, 3), (10, 3), (100, 7), (5, 5)] {
            let mut shards = Vec::new();
            for number in 0..games {
                let has = |&shard: &u64| Shard { number: shard, of }.has(number, games);
                let found: Vec<u64> = (1..=of).filter(has).collect();
                assert_eq!(found.len(), 1);
                shards.extend(found);
            }
            assert!(shards.is_sorted());
            for shard in 1..=of {
                let size = shards.iter().filter(|&&other| other == shard).count() as u64;
                assert!((games / of..=games.div_ceil(of)).contains(&size));
            }
        }
        assert_eq!("2/4".parse(), Ok(Shard { number: 2, of: 4 }));
        for text in ["0/4", "5/4", "1", "1/0", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
