//! `--summary`: what the graded moves come to by player, phase, opening, colour and cause.
//!
//! All sums are whole numbers, so that they do not depend on the order or number of additions.
//!
//! - *Accuracy* is 100 less the mean loss of winning chances in percentage points, on the logistic
//!   scale that others grade by, whoever judged: 100 · 1/(1 + e^(−0.00368208·cp)).
//! - *Average cost* is the mean cost in centipawns.
//! - A move below good counts for the first of its causes, the one that is said; a *habit* is a
//!   cause in a phase, and costs what its moves cost.

use std::{borrow::Cow, collections::BTreeMap, path::Path};

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value, json};

use super::{csv, failure::Failure, output::Output, row::Row, tally::ClassCounts};
use crate::{engine::scale::plain_chances, tutor::Class};

/// Different players remembered; the rest are counted together.
const MOST_PLAYERS: usize = 100_000;

/// Who they are then.
const OTHERS: &str = "(other players)";

/// Habits listed, the costliest first.
const HABITS: usize = 5;

/// A move below good of which no cause is known.
const NO_CAUSE: &str = "none";

/// The last move of the opening, if the pieces are still there.
const LAST_OF_OPENING: u32 = 12;

/// Pieces other than kings and pawns of both sides: as many or fewer end the opening.
const OPENED: usize = 10;

/// And as many or fewer make an endgame.
const ENDGAME: usize = 6;

/// A part of the game, by the position before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// Up to move 12, with more than ten pieces beside kings and pawns.
    Opening,
    Middlegame,
    /// With six such pieces or fewer.
    Endgame,
}

impl Phase {
    const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    fn as_str(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }

    fn of(fen: &str, move_number: u32) -> Self {
        let board = fen.split(' ').next().unwrap_or_default();
        let is_piece = |letter: &u8| b"NBRQnbrq".contains(letter);
        match board.bytes().filter(is_piece).count() {
            0..=ENDGAME => Self::Endgame,
            pieces if pieces > OPENED && move_number <= LAST_OF_OPENING => Self::Opening,
            _ => Self::Middlegame,
        }
    }
}

/// What is summed up of one move.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    white: bool,
    phase: Phase,
    class: Class,
    cost: u64,
    /// Lost chances in ten-thousandths of the range from −1 to 1.
    loss: u64,
    /// Of a move below good.
    cause: Option<Cow<'static, str>>,
}

/// What is summed up of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct GameFacts {
    white: String,
    black: String,
    eco: String,
    facts: Vec<Fact>,
}

impl GameFacts {
    /// Notes a row of a game.
    pub(super) fn note(&mut self, row: &Row<'_>) {
        if self.facts.is_empty() {
            row.white.trim().clone_into(&mut self.white);
            row.black.trim().clone_into(&mut self.black);
            self.eco = code(&row.eco);
        }
        let class = row.class.parse().unwrap_or(Class::Good);
        let cause = match row.causes.first() {
            Some(cause) => Cow::Owned(cause.clone().into_owned()),
            None => Cow::Borrowed(NO_CAUSE),
        };
        let loss = plain_chances(row.best.held()) - plain_chances(row.played.held());
        self.facts.push(Fact {
            white: row.side == "white",
            phase: Phase::of(&row.fen, row.move_number),
            class,
            cost: u64::try_from(row.cost_cp).unwrap_or(0),
            loss: u64::try_from(loss).unwrap_or(0),
            cause: Some(cause).filter(|_| class.is_below_good()),
        });
    }
}

/// The code of an opening, `?` for what is none.
fn code(eco: &str) -> String {
    match eco.trim().as_bytes() {
        [
            letter @ (b'A'..=b'E' | b'a'..=b'e'),
            tens @ b'0'..=b'9',
            ones @ b'0'..=b'9',
            ..,
        ] => {
            let letter = letter.to_ascii_uppercase();
            [letter, *tens, *ones].map(char::from).iter().collect()
        }
        _ => "?".to_owned(),
    }
}

/// What some moves come to.
#[derive(Clone, Debug, Default)]
struct Sums {
    cost: u64,
    loss: u64,
    classes: ClassCounts,
}

impl Sums {
    fn note(&mut self, fact: &Fact) {
        self.cost += fact.cost;
        self.loss += fact.loss;
        self.classes.note(fact.class);
    }

    fn moves(&self) -> u64 {
        self.classes.total()
    }

    /// In hundredths; nothing where there are no moves.
    fn accuracy(&self) -> Option<u64> {
        let moves = self.moves();
        // A chance lost of 10000 on the scale from −1 to 1 is 50 points, or 5000 hundredths.
        let lost = (self.loss + moves).checked_div(2 * moves)?;
        Some(10_000_u64.saturating_sub(lost))
    }

    /// In tenths of a centipawn; nothing where there are no moves.
    fn average_cost(&self) -> Option<u64> {
        let moves = self.moves();
        (self.cost * 10 + moves / 2).checked_div(moves)
    }

    fn cells(&self) -> [String; 9] {
        let decimal = |number: Option<u64>, unit: u64, digits: usize| match number {
            Some(number) => format!("{}.{:0digits$}", number / unit, number % unit),
            None => String::new(),
        };
        let [best, good, inaccuracy, mistake, blunder] =
            Class::ALL.map(|class| self.classes.of(class).to_string());
        [
            self.moves().to_string(),
            decimal(self.accuracy(), 100, 2),
            decimal(self.average_cost(), 10, 1),
            self.cost.to_string(),
            best,
            good,
            inaccuracy,
            mistake,
            blunder,
        ]
    }
}

/// The names of the numbers of [`Sums`].
const NUMBERS: [&str; 9] = [
    "moves",
    "accuracy",
    "average_cost_cp",
    "cost_cp",
    "best",
    "good",
    "inaccuracy",
    "mistake",
    "blunder",
];

impl Serialize for Sums {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(NUMBERS.len()))?;
        for (name, cell) in NUMBERS.iter().zip(self.cells()) {
            // Written as they are in a table: as many digits, on every machine.
            let number: Option<serde_json::Number> = cell.parse().ok();
            map.serialize_entry(name, &number)?;
        }
        map.end()
    }
}

type Habits = BTreeMap<(Cow<'static, str>, Phase), Sums>;

/// What all moves come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    all: Sums,
    colours: [Sums; 2],
    phases: [Sums; 3],
    openings: BTreeMap<String, Sums>,
    players: BTreeMap<String, (Sums, Habits)>,
    causes: BTreeMap<Cow<'static, str>, Sums>,
    habits: Habits,
}

/// The costliest habits, equals in the order of their names.
fn costliest(habits: &Habits) -> Vec<(&str, Phase, &Sums)> {
    let mut all: Vec<_> = habits
        .iter()
        .filter(|((cause, _), _)| cause != NO_CAUSE)
        .map(|((cause, phase), sums)| (cause.as_ref(), *phase, sums))
        .collect();
    all.sort_by_key(|(_, _, sums)| std::cmp::Reverse(sums.cost));
    all.truncate(HABITS);
    all
}

impl Totals {
    /// Adds a game.
    pub(super) fn add(&mut self, game: &GameFacts) {
        for fact in &game.facts {
            self.all.note(fact);
            self.colours[usize::from(!fact.white)].note(fact);
            self.phases[fact.phase as usize].note(fact);
            match self.openings.get_mut(&game.eco) {
                Some(sums) => sums.note(fact),
                None => self
                    .openings
                    .entry(game.eco.clone())
                    .or_default()
                    .note(fact),
            }
            let name = if fact.white { &game.white } else { &game.black };
            let is_known = self.players.contains_key(name);
            let name = match name.as_str() {
                "" => "?",
                name if is_known || self.players.len() < MOST_PLAYERS => name,
                _ => OTHERS,
            };
            if !self.players.contains_key(name) {
                self.players
                    .insert(name.to_owned(), (Sums::default(), Habits::new()));
            }
            let player = self.players.get_mut(name);
            if let Some(cause) = &fact.cause {
                self.causes.entry(cause.clone()).or_default().note(fact);
                let habit = (cause.clone(), fact.phase);
                self.habits.entry(habit.clone()).or_default().note(fact);
                if let Some((sums, habits)) = player {
                    sums.note(fact);
                    habits.entry(habit).or_default().note(fact);
                }
            } else if let Some((sums, _)) = player {
                sums.note(fact);
            }
        }
    }

    /// The players, those with the most moves first.
    fn players(&self) -> Vec<(&str, &Sums, &Habits)> {
        let mut players: Vec<_> = self
            .players
            .iter()
            .map(|(name, (sums, habits))| (name.as_str(), sums, habits))
            .collect();
        players.sort_by_key(|(_, sums, _)| std::cmp::Reverse(sums.moves()));
        players
    }

    /// The causes, the costliest first.
    fn causes(&self) -> Vec<(&str, &Sums)> {
        let mut causes: Vec<_> = self
            .causes
            .iter()
            .map(|(cause, sums)| (cause.as_ref(), sums))
            .collect();
        causes.sort_by_key(|(_, sums)| std::cmp::Reverse(sums.cost));
        causes
    }

    fn colours(&self) -> impl Iterator<Item = (&'static str, &Sums)> {
        ["white", "black"].into_iter().zip(&self.colours)
    }

    fn phases(&self) -> impl Iterator<Item = (&'static str, &Sums)> {
        Phase::ALL.map(Phase::as_str).into_iter().zip(&self.phases)
    }

    /// Writes the summary to `output` in the form that its name, `path`, asks for.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn write(&self, mut output: Output, path: &Path) -> Result<(), Failure> {
        if csv::is_csv(path) {
            output.write(&self.to_csv())?;
        } else {
            output.write(self.to_json().as_bytes())?;
        }
        output.finish().map(drop)
    }

    /// The summary as JSON.
    fn to_json(&self) -> String {
        let named = |key: &str, name: &str, sums: &Sums| -> Map<String, Value> {
            let mut map = Map::new();
            map.insert(key.to_owned(), json!(name));
            if let Value::Object(numbers) = json!(sums) {
                map.extend(numbers);
            }
            map
        };
        let habits = |habits: &Habits| -> Vec<Value> {
            let habit = |(cause, phase, sums): (&str, Phase, &Sums)| {
                let (moves, cost) = (sums.moves(), sums.cost);
                json!({"cause": cause, "phase": phase.as_str(), "moves": moves, "cost_cp": cost})
            };
            costliest(habits).into_iter().map(habit).collect()
        };
        let players = self.players().into_iter().map(|(name, sums, own)| {
            let mut map = named("player", name, sums);
            map.insert("habits".into(), json!(habits(own)));
            map
        });
        let list = |key: &str, sums: Vec<(&str, &Sums)>| -> Vec<_> {
            sums.into_iter()
                .map(|(name, sums)| named(key, name, sums))
                .collect()
        };
        let openings = self
            .openings
            .iter()
            .map(|(code, sums)| (code.as_str(), sums));
        let summary = json!({
            "all": self.all,
            "colours": list("colour", self.colours().collect()),
            "phases": list("phase", self.phases().collect()),
            "openings": list("eco", openings.collect()),
            "players": players.collect::<Vec<_>>(),
            "causes": list("cause", self.causes()),
            "habits": habits(&self.habits),
        });
        // Maps with text for keys can be written.
        serde_json::to_string_pretty(&summary).unwrap_or_default() + "\n"
    }

    /// The summary as a table.
    fn to_csv(&self) -> Vec<u8> {
        let mut table = csv::BYTE_ORDER_MARK.to_vec();
        let mut row = |by: &str, name: &str, habit: [&str; 2], numbers: &[String]| {
            let cells = [by, name, habit[0], habit[1]];
            let cells = cells.into_iter().chain(numbers.iter().map(String::as_str));
            // Memory can be written.
            let _ = csv::append(cells, &mut table);
        };
        row(
            "by",
            "name",
            ["cause", "phase"],
            &NUMBERS.map(str::to_owned),
        );
        let none = ["", ""];
        row("all", "", none, &self.all.cells());
        for (name, sums) in self.colours() {
            row("colour", name, none, &sums.cells());
        }
        for (name, sums) in self.phases() {
            row("phase", name, none, &sums.cells());
        }
        for (code, sums) in &self.openings {
            row("opening", code, none, &sums.cells());
        }
        for (name, sums, _) in self.players() {
            row("player", name, none, &sums.cells());
        }
        for (cause, sums) in self.causes() {
            row("cause", cause, none, &sums.cells());
        }
        for (cause, phase, sums) in costliest(&self.habits) {
            row("habit", "", [cause, phase.as_str()], &sums.cells());
        }
        for (name, _, habits) in self.players() {
            for (cause, phase, sums) in costliest(habits) {
                row("habit", name, [cause, phase.as_str()], &sums.cells());
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(cost: u64, loss: u64, class: Class) -> Fact {
        Fact {
            white: true,
            phase: Phase::Middlegame,
            class,
            cost,
            loss,
            cause: class
                .is_below_good()
                .then_some(Cow::Borrowed("capture-allowed")),
        }
    }

    #[test]
    fn accuracy_is_what_is_left_of_the_winning_chances() {
        let mut sums = Sums::default();
        assert_eq!(sums.cells()[..3], ["0", "", ""]);
        sums.note(&fact(0, 0, Class::Best));
        assert_eq!(sums.cells()[..3], ["1", "100.00", "0.0"]);
        // Half a chance on the scale from −1 to 1 is a quarter of a point won.
        sums.note(&fact(301, 5_000, Class::Blunder));
        assert_eq!(sums.cells()[..4], ["2", "87.50", "150.5", "301"]);
    }

    #[test]
    fn a_phase_is_told_by_move_number_and_pieces() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(Phase::of(start, 12), Phase::Opening);
        assert_eq!(Phase::of(start, 13), Phase::Middlegame);
        assert_eq!(
            Phase::of("r1bqk2r/8/8/8/8/8/8/R1BQK2R w - - 0 9", 9),
            Phase::Middlegame
        );
        assert_eq!(
            Phase::of("r2qk2r/8/8/8/8/8/8/R2QK2R w - - 0 9", 9),
            Phase::Endgame
        );
    }

    #[test]
    fn the_five_costliest_habits_are_listed_and_moves_without_a_cause_are_none() {
        let mut totals = Totals::default();
        let mut facts: Vec<Fact> = (1..=7)
            .map(|number| Fact {
                cause: Some(Cow::Owned(format!("cause-{number}"))),
                ..fact(number * 100, 0, Class::Mistake)
            })
            .collect();
        facts.push(Fact {
            cause: Some(Cow::Borrowed(NO_CAUSE)),
            ..fact(5_000, 0, Class::Blunder)
        });
        let game = GameFacts {
            white: "=A".into(),
            black: "B".into(),
            eco: "B01".into(),
            facts,
        };
        totals.add(&game);
        let causes: Vec<&str> = costliest(&totals.habits)
            .iter()
            .map(|habit| habit.0)
            .collect();
        assert_eq!(
            causes,
            ["cause-7", "cause-6", "cause-5", "cause-4", "cause-3"]
        );
        assert_eq!(totals.causes()[0].0, NO_CAUSE);
        let table = String::from_utf8(totals.to_csv()).unwrap();
        assert!(table.contains("\r\nplayer,'=A,,,8,"), "{table}");
        let json: Value = serde_json::from_str(&totals.to_json()).unwrap();
        assert_eq!(json["players"][0]["player"], "=A");
        assert_eq!(json["openings"][0]["eco"], "B01");
        assert_eq!(json["players"][0]["habits"][0]["cost_cp"], 700);
    }

    #[test]
    fn codes_of_openings_are_told_from_other_words() {
        assert_eq!(code("b01"), "B01");
        assert_eq!(code(" C42/03 "), "C42");
        assert_eq!(code("Sicilian"), "?");
        assert_eq!(code(""), "?");
    }
}
