//! Which positions of the files have a row, and a judge at work on them.

use std::{num::NonZeroUsize, ops::Range};

use rayon::{
    ThreadPool,
    iter::{IntoParallelRefIterator, ParallelIterator},
};
use shakmaty::Position;

use super::row::Row;
use crate::{
    batch::{
        failure::Failure,
        feed::{Feed, Next, Reading},
        game::{Origin, Players, Prepared, Settings, Study, prepare},
        input::Input,
        monitor::Monitor,
        worker::Studies,
    },
    engine::{Analysis, Score},
    pgn::{Part, RawGame, start_fen, uci},
    tutor::{Judge, san::numbered},
};

/// Bytes of the largest game whose positions have rows.
const LARGEST_GAME: usize = 4 << 20;

/// A game, or what is left of one in a sample, with the index of its first position.
struct Game {
    study: Study,
    first: u64,
}

impl Game {
    /// The indices of its rows: positions before a move.
    fn indices(&self) -> Range<u64> {
        let moves = self.study.positions().saturating_sub(1) as u64;
        self.first..self.first + moves
    }
}

/// The games that have rows, in input order.
pub(super) struct Games(Vec<Game>);

impl Games {
    /// Reads all inputs, and takes a sample of `wanted` positions if there are more.
    pub(super) fn read(
        inputs: &[Input],
        settings: &Settings,
        wanted: Option<NonZeroUsize>,
        monitor: &dyn Monitor,
    ) -> Result<Self, Failure> {
        let mut games = Vec::new();
        let mut positions = 0;
        let mut feed = Feed::new(inputs, Reading::plain(LARGEST_GAME));
        while let Some(next) = feed.next()? {
            let Next::Game {
                input, number, raw, ..
            } = next
            else {
                continue;
            };
            if raw.part != Part::Whole {
                monitor.warning(&format!("game {} is too large; passed over", number + 1));
                continue;
            }
            let origin = Origin {
                input: inputs[input].name().to_owned(),
                line: raw.line,
                game: number,
            };
            let refusal = match prepare(settings, &origin, &raw) {
                Prepared::Finished(game) => game.refusal,
                Prepared::Study(study) => {
                    let refusal = study.refusal().cloned();
                    let game = Game {
                        study: *study,
                        first: positions,
                    };
                    positions = game.indices().end;
                    games.push(game);
                    refusal
                }
            };
            if let Some(refusal) = refusal {
                monitor.refused(&refusal);
            }
        }
        let wanted = wanted.map_or(u64::MAX, |wanted| wanted.get() as u64);
        if wanted >= positions {
            return Ok(Self(games));
        }
        let mut sample = Vec::new();
        let mut at = 0;
        for index in (0..wanted).map(|place| place_of(place, positions, wanted)) {
            while games[at].indices().end <= index {
                at += 1;
            }
            match alone(&games[at], index, settings) {
                Some(game) => sample.push(game),
                None => monitor.warning(&format!("position {index} cannot stand alone")),
            }
        }
        Ok(Self(sample))
    }

    /// Searches every position with all threads and gives the rows, in input order.
    pub(super) fn rows(
        &self,
        settings: &Settings,
        pool: &ThreadPool,
        monitor: &dyn Monitor,
    ) -> Vec<Row> {
        let plies: Vec<(&Study, usize)> = self
            .0
            .iter()
            .flat_map(|game| (0..game.study.positions()).map(|ply| (&game.study, ply)))
            .collect();
        let found: Vec<Analysis> = pool.install(|| {
            plies
                .par_iter()
                .map_init(
                    || settings.own_judge(),
                    |judge, &(study, ply)| {
                        let analysis = judge.analyse(&study.history(ply));
                        monitor.searched(1, 0);
                        analysis
                    },
                )
                .collect()
        });
        let mut found = found.iter();
        let mut rows = Vec::new();
        for game in &self.0 {
            let studies: Vec<&Analysis> = found.by_ref().take(game.study.positions()).collect();
            let finished = game
                .study
                .finish(settings, &Studies::Own(studies), &mut |_, _, _| false);
            let lines = finished.rows.split(|&byte| byte == b'\n');
            rows.extend(
                game.indices()
                    .zip(lines)
                    .filter_map(|(index, line)| Row::of_report(index, line)),
            );
        }
        rows
    }

    /// The value of a move in the position with this index, searched anew from empty tables.
    ///
    /// None if there is no such position or the move is not legal in it.
    pub(super) fn value(&self, settings: &Settings, index: u64, chosen: &str) -> Option<Score> {
        let game = self.0.iter().find(|game| game.indices().contains(&index))?;
        let history = game.study.history((index - game.first) as usize);
        let moves = history.position().legal_moves();
        let &chosen = moves.iter().find(|&&candidate| uci(candidate) == chosen)?;
        let Ok(verdict) = settings.own_judge().judge(&history, chosen);
        Some(verdict.played)
    }
}

/// The place of the `number`-th of `wanted` positions spread over `all`.
fn place_of(number: u64, all: u64, wanted: u64) -> u64 {
    (u128::from(number) * u128::from(all) / u128::from(wanted)) as u64
}

/// The position with this index as a game of its own that has one move.
fn alone(game: &Game, index: u64, settings: &Settings) -> Option<Game> {
    let ply = (index - game.first) as usize;
    let mut history = game.study.history(ply + 1);
    let played = history.pop()?;
    let position = history.position();
    let Players { white, black, .. } = game.study.players();
    let tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{name} \"{value}\"]\n")
    };
    let text = [
        tag("White", white),
        tag("Black", black),
        tag("FEN", &start_fen(position)),
        format!("\n{} *\n", numbered(position, played)),
    ]
    .concat();
    let raw = RawGame {
        bytes: text.into_bytes(),
        line: 1,
        index: 0,
        blank: false,
        part: Part::Whole,
    };
    let origin = Origin {
        input: "a sample".into(),
        line: 1,
        game: 0,
    };
    match prepare(settings, &origin, &raw) {
        Prepared::Study(study) if study.positions() == 2 => Some(Game {
            study: *study,
            first: index,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_begins_at_the_first_position_and_is_spread_to_the_end() {
        let places: Vec<u64> = (0..4).map(|number| place_of(number, 10, 4)).collect();
        assert_eq!(places, [0, 2, 5, 7]);
        let last = place_of(u64::from(u32::MAX) - 1, 1 << 40, u64::from(u32::MAX));
        assert!(last < 1 << 40);
    }
}
