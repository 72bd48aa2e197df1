//! `--dry-run`: what a run would find, and how long it might take.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use rayon::{
    ThreadPool,
    iter::{IntoParallelRefIterator, ParallelIterator},
};

use super::{
    cache::{Cache, Keys},
    failure::Failure,
    feed::{Feed, Next, Reading},
    game::{FinishedGame, Origin, Prepared, Settings, prepare},
    input::Input,
    monitor::Monitor,
    players::Roll,
    summary::{count, table},
    worker::Judging,
};
use crate::{engine::History, pgn::Part};

/// Positions searched at most to estimate the time.
const SAMPLE: usize = 128;

/// Time after which no further position of the sample is begun.
const SAMPLE_TIME: Duration = Duration::from_secs(3);

/// Players listed.
const PLAYERS: usize = 10;

/// What a dry run found.
#[derive(Debug)]
pub struct Forecast {
    /// The forecast in words, for people.
    pub text: String,
    /// Games that cannot be graded to their end.
    pub refused: u64,
}

/// Every so-many-th position of a stream of unknown length.
struct Sample {
    every: u64,
    met: u64,
    taken: Vec<History>,
}

impl Sample {
    fn new() -> Self {
        Self {
            every: 1,
            met: 0,
            taken: Vec::new(),
        }
    }

    fn offer(&mut self, history: impl FnOnce() -> History) {
        if self.met.is_multiple_of(self.every) {
            if self.taken.len() == SAMPLE {
                // Keep those that every second step would have taken.
                let mut odd = false;
                self.taken.retain(|_| {
                    odd = !odd;
                    odd
                });
                self.every *= 2;
            }
            if self.met.is_multiple_of(self.every) {
                self.taken.push(history());
            }
        }
        self.met += 1;
    }
}

/// Reads all inputs, searches a small sample, writes nothing.
pub(super) fn forecast(
    inputs: &[Input],
    reading: Reading<'_>,
    settings: &Settings,
    cache: &Cache,
    pool: &ThreadPool,
    monitor: &dyn Monitor,
) -> Result<Forecast, Failure> {
    let mut counts = Counts::default();
    let mut roll = Roll::default();
    let keys = Keys::new(&settings.graph, settings.limits);
    let mut sample = Sample::new();
    let mut feed = Feed::new(inputs, reading);
    while let Some(next) = feed.next()? {
        let Next::Game {
            input,
            number,
            raw,
            selected,
            ..
        } = next
        else {
            continue;
        };
        counts.games += 1;
        if !selected {
            counts.unselected += 1;
            monitor.searched(0, raw.bytes.len() as u64);
            continue;
        }
        let origin = Origin {
            input: inputs[input].name().to_owned(),
            line: raw.line,
            game: number,
        };
        let bytes = raw.bytes.len() as u64;
        let prepared = if raw.part == Part::Whole {
            prepare(settings, &origin, &raw)
        } else {
            let game = FinishedGame::too_large(&origin, raw.bytes, settings);
            Prepared::Finished(Box::new(game))
        };
        let (players, refusal) = match &prepared {
            Prepared::Finished(game) => {
                counts.unchanged += u64::from(game.tally.unchanged);
                (&game.players, game.refusal.as_ref())
            }
            Prepared::Study(study) => {
                // With a judge that is not our own engine the cache is empty.
                for (ply, found) in cache.find(&study.keys(&keys)).iter().enumerate() {
                    match found {
                        Some(_) => counts.known += 1,
                        None => sample.offer(|| study.history(ply)),
                    }
                }
                (study.players(), study.refusal())
            }
        };
        roll.note(&players.white);
        roll.note(&players.black);
        counts.of_students += u64::from(players.student.is_some());
        if let Some(refusal) = refusal {
            counts.refused += 1;
            monitor.refused(refusal);
        }
        monitor.searched(0, bytes);
    }
    counts.positions = sample.met;
    let a_position = time_a_position(&sample.taken, settings, pool);
    monitor.ended();
    Ok(Forecast {
        text: counts.told(&roll, a_position, settings, pool.current_num_threads()),
        refused: counts.refused,
    })
}

/// What was counted.
#[derive(Default)]
struct Counts {
    games: u64,
    unselected: u64,
    unchanged: u64,
    refused: u64,
    of_students: u64,
    /// Positions in the cache.
    known: u64,
    /// Positions to be searched.
    positions: u64,
}

impl Counts {
    /// The forecast in words, where a position takes so long.
    fn told(
        &self,
        roll: &Roll,
        a_position: Duration,
        settings: &Settings,
        threads: usize,
    ) -> String {
        let mut text = format!(
            "{}, {} to search, {}",
            count(self.games, "game"),
            count(self.positions, "position"),
            count(roll.len() as u64, "player")
        );
        // Writing to a String cannot fail, here and below.
        if self.known > 0 {
            let _ = write!(text, "\n{} in the cache", count(self.known, "position"));
        }
        if self.unselected > 0 {
            let _ = write!(text, "\n{} not selected", count(self.unselected, "game"));
        }
        if self.unchanged > 0 {
            let _ = write!(
                text,
                "\n{} annotated already",
                count(self.unchanged, "game")
            );
        }
        if self.refused > 0 {
            let _ = write!(
                text,
                "\n{} not to be graded to the end",
                count(self.refused, "game")
            );
        }
        if !settings.students.is_empty() {
            let _ = write!(
                text,
                "\n{} with one student",
                count(self.of_students, "game")
            );
        }
        let threads = u32::try_from(threads).unwrap_or(u32::MAX);
        let positions = u32::try_from(self.positions).unwrap_or(u32::MAX);
        let seconds = a_position.as_secs_f64() * f64::from(positions) / f64::from(threads);
        let _ = write!(
            text,
            "\nabout {} with {}",
            duration(seconds),
            count(u64::from(threads), "thread"),
        );
        let _ = match &settings.judging {
            Judging::Own => write!(text, " at depth {}", settings.limits.depth),
            Judging::Uci(engines) => {
                let name = &engines.identity().name;
                write!(text, ", asking {name} with {} nodes", engines.nodes())
            }
            Judging::Evals => write!(text, " by the games' own evaluations"),
        };
        if roll.len() > 0 {
            let rows = roll
                .commonest(PLAYERS)
                .into_iter()
                .map(|(name, games)| vec![name.to_owned(), games.to_string()])
                .collect();
            let _ = write!(text, "\n\n{}", table(&["Player", "Games"], 1, rows));
        }
        text.push('\n');
        text
    }
}

/// The mean time one thread takes for a position.
fn time_a_position(sample: &[History], settings: &Settings, pool: &ThreadPool) -> Duration {
    let began = Instant::now();
    let times: Vec<Duration> = pool.install(|| {
        sample
            .par_iter()
            .map_init(
                || settings.worker(),
                |worker, history| {
                    if began.elapsed() > SAMPLE_TIME {
                        return None;
                    }
                    let start = Instant::now();
                    worker.study(history).ok()?;
                    Some(start.elapsed())
                },
            )
            .flatten_iter()
            .collect()
    });
    let searched = u32::try_from(times.len()).unwrap_or(u32::MAX).max(1);
    times.iter().sum::<Duration>() / searched
}

/// `40 s`, `12 min`, `3 h 20 min`.
fn duration(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    let minutes = seconds.div_ceil(60);
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5999 => format!("{minutes} min"),
        _ => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;

    #[test]
    fn the_sample_is_bounded_and_spread_over_the_whole() {
        let mut sample = Sample::new();
        let mut made = 0;
        for _ in 0..10_000 {
            sample.offer(|| {
                made += 1;
                History::new(Chess::default())
            });
        }
        assert!((SAMPLE / 2..=SAMPLE).contains(&sample.taken.len()));
        assert_eq!(sample.met, 10_000);
        assert!(made < 1_000);
    }

    #[test]
    fn times_are_told_in_units_that_can_be_felt() {
        assert_eq!(duration(0.2), "1 s");
        assert_eq!(duration(130.0), "3 min");
        assert_eq!(duration(12_000.0), "3 h 20 min");
    }
}
