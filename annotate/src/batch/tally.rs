//! What a run comes to: counts of games, moves and classes, and the costliest moves.

use std::collections::BTreeMap;

use shakmaty::Color;

use super::{players::Students, refusal::Refusal};
use crate::tutor::Class;

/// The costliest moves remembered.
const COSTLIEST: usize = 10;

/// Different reasons of refusal remembered; the rest are counted together.
const MOST_REASONS: usize = 50;

/// How many moves fell into each class, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassCounts([u64; 5]);

impl ClassCounts {
    /// Counts one move.
    pub fn note(&mut self, class: Class) {
        self.0[class as usize] += 1;
    }

    /// Moves of a class.
    pub fn of(&self, class: Class) -> u64 {
        self.0[class as usize]
    }

    /// Moves of all classes.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    fn add(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// A move of a student that lost something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostlyMove {
    /// The game's place in the input, from 0.
    pub game: u64,
    /// The players, White first.
    pub players: String,
    /// The move with its number.
    pub played: String,
    /// What it lost, in centipawns inside ±1000.
    pub cost: i32,
    /// Its class.
    pub class: Class,
    /// A better move with its number.
    pub better: String,
}

/// What was done with one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTally {
    /// Plies graded.
    pub moves: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Moves that got a sentence.
    pub spoken: u64,
    /// Positions to solve that were made of it.
    pub puzzles: u64,
    /// Whether it was passed through because it is annotated already.
    pub unchanged: bool,
    /// Whether it was passed through because it was not selected.
    pub unselected: bool,
    /// Classes of White's and of Black's moves.
    pub classes: [ClassCounts; 2],
    /// Which students play in it.
    pub students: Vec<String>,
    /// The side spoken to.
    pub student: Option<Color>,
    /// The student's moves that lost something.
    pub costly: Vec<CostlyMove>,
}

impl GameTally {
    /// Counts one graded move.
    pub fn note(&mut self, mover: Color, class: Class) {
        self.moves += 1;
        self.classes[usize::from(mover.is_black())].note(class);
    }
}

/// Where the analyses of a run's positions came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// Positions that were searched.
    pub searched: u64,
    /// Positions that were found in the cache.
    pub recalled: u64,
    /// Positions that stood in more than one game of the run.
    pub shared: u64,
}

/// What all games of a run come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games read, and written.
    pub games: u64,
    /// Of them those passed through because they are annotated already.
    pub unchanged: u64,
    /// Of them those passed through because they were not selected.
    pub unselected: u64,
    /// Plies graded.
    pub moves: u64,
    /// Nodes searched, in this run or in an earlier one.
    pub nodes: u64,
    /// Where the analyses came from.
    pub positions: Positions,
    /// Moves that got a sentence.
    pub spoken: u64,
    /// Positions to solve that were written; none where nobody asked for them.
    pub puzzles: Option<u64>,
    /// Classes of White's and of Black's moves.
    pub classes: [ClassCounts; 2],
    /// Games in which a student was spoken to.
    pub student_games: u64,
    /// Classes of the students' moves in those games.
    pub student_classes: ClassCounts,
    /// Games by student, whoever else plays.
    pub games_of: BTreeMap<String, u64>,
    /// The students' costliest moves, the costliest first.
    pub costliest: Vec<CostlyMove>,
    /// Games that could not be graded to their end.
    pub refused: u64,
    /// How many games were refused for each reason.
    pub reasons: BTreeMap<String, u64>,
}

impl Tally {
    /// A tally that knows whose games to count.
    pub fn new(students: &Students) -> Self {
        Self {
            games_of: students
                .names()
                .iter()
                .map(|name| (name.clone(), 0))
                .collect(),
            ..Self::default()
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: GameTally, refusal: Option<&Refusal>) {
        self.games += 1;
        self.unchanged += u64::from(game.unchanged);
        self.unselected += u64::from(game.unselected);
        self.moves += game.moves;
        self.nodes += game.nodes;
        self.spoken += game.spoken;
        if let Some(puzzles) = &mut self.puzzles {
            *puzzles += game.puzzles;
        }
        for (counts, more) in self.classes.iter_mut().zip(&game.classes) {
            counts.add(more);
        }
        for student in game.students {
            *self.games_of.entry(student).or_default() += 1;
        }
        if let Some(student) = game.student {
            self.student_games += 1;
            self.student_classes
                .add(&game.classes[usize::from(student.is_black())]);
        }
        self.costliest.extend(game.costly);
        // Stable: of equal costs the earlier move stays first.
        self.costliest.sort_by_key(|costly| -costly.cost);
        self.costliest.truncate(COSTLIEST);
        if let Some(refusal) = refusal {
            self.refused += 1;
            let known =
                self.reasons.len() < MOST_REASONS || self.reasons.contains_key(&refusal.reason);
            let reason = if known {
                refusal.reason.as_str()
            } else {
                "other reasons"
            };
            *self.reasons.entry(reason.to_owned()).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costly(game: u64, cost: i32) -> CostlyMove {
        CostlyMove {
            game,
            players: "A – B".into(),
            played: "1. e4".into(),
            cost,
            class: Class::Blunder,
            better: "1. d4".into(),
        }
    }

    #[test]
    fn the_ten_costliest_moves_are_kept_and_equals_in_input_order() {
        let mut tally = Tally::default();
        for game in 0..30 {
            let cost = if game % 2 == 0 { 500 } else { game as i32 };
            let game = GameTally {
                costly: vec![costly(game, cost)],
                ..GameTally::default()
            };
            tally.add(game, None);
        }
        let kept: Vec<u64> = tally.costliest.iter().map(|costly| costly.game).collect();
        assert_eq!(kept, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
        assert_eq!(tally.games, 30);
    }

    #[test]
    fn only_the_students_side_is_counted_as_the_students() {
        let mut game = GameTally {
            student: Some(Color::Black),
            ..GameTally::default()
        };
        game.note(Color::White, Class::Blunder);
        game.note(Color::Black, Class::Best);
        let mut tally = Tally::default();
        tally.add(game, None);
        assert_eq!(tally.student_classes.of(Class::Best), 1);
        assert_eq!(tally.student_classes.total(), 1);
        assert_eq!(tally.classes[0].of(Class::Blunder), 1);
        assert_eq!(tally.moves, 2);
    }
}
