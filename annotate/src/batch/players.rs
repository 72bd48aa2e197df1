//! Players and students: names as tags spell them, and who is spoken to.

use std::collections::HashMap;

use shakmaty::Color;

/// Different names counted at most, so that an archive of any size fits in memory.
const MOST_NAMES: usize = 100_000;

/// The players named with `--student`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Students {
    /// Trimmed and in lower case, sorted, each once.
    names: Vec<String>,
}

impl Students {
    /// The students of these names; blank ones are left out.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Self {
        let mut names: Vec<String> = names.into_iter().map(|name| fold(name.as_ref())).collect();
        names.retain(|name| !name.is_empty());
        names.sort();
        names.dedup();
        Self { names }
    }

    /// Whether no student was named.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names: trimmed, in lower case, sorted.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The student that this player is.
    pub fn find(&self, player: &str) -> Option<&str> {
        if self.is_empty() {
            return None;
        }
        let place = self.names.binary_search(&fold(player)).ok()?;
        Some(&self.names[place])
    }

    /// Whether this player is a student.
    pub fn contains(&self, player: &str) -> bool {
        self.find(player).is_some()
    }

    /// The side spoken to in a game of these players: that of its only student.
    pub fn side(&self, white: &str, black: &str) -> Option<Color> {
        match (self.contains(white), self.contains(black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            (true, true) | (false, false) => None,
        }
    }
}

fn fold(name: &str) -> String {
    name.trim().to_lowercase()
}

/// How often each player was met.
#[derive(Debug, Default)]
pub(super) struct Roll {
    games: HashMap<String, u64>,
}

impl Roll {
    /// Notes a game of `player`. Once there are very many names, new ones are left out.
    pub(super) fn note(&mut self, player: &str) {
        let player = player.trim();
        if player.is_empty() || player == "?" {
            return;
        }
        if let Some(count) = self.games.get_mut(player) {
            *count += 1;
        } else if self.games.len() < MOST_NAMES {
            self.games.insert(player.to_owned(), 1);
        }
    }

    /// Different players met.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// The players met most often, with their games; equals in alphabetical order.
    pub(super) fn commonest(&self, count: usize) -> Vec<(&str, u64)> {
        let mut all: Vec<(&str, u64)> = self
            .games
            .iter()
            .map(|(name, &games)| (name.as_str(), games))
            .collect();
        all.sort_unstable_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        all.truncate(count);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_student_is_found_whatever_the_case_and_the_space_around() {
        let students = Students::new(["  Nora QUILL "]);
        assert_eq!(students.side("nora quill ", "X"), Some(Color::White));
        assert_eq!(students.side("X", "Nora Quill"), Some(Color::Black));
        assert_eq!(students.side("Nora", "Quill"), None);
        assert!(Students::new(["PÉREZ"]).contains("Pérez"));
    }

    #[test]
    fn two_students_or_none_are_not_spoken_to() {
        let students = Students::new(["a", "b"]);
        assert_eq!(students.side("a", "b"), None);
        assert_eq!(students.side("c", "d"), None);
        assert_eq!(Students::default().side("", ""), None);
    }

    #[test]
    fn the_commonest_players_come_first_and_equals_by_name() {
        let mut roll = Roll::default();
        for name in ["b", "a", "c", "c", "?", " "] {
            roll.note(name);
        }
        assert_eq!(roll.commonest(2), [("c", 2), ("a", 1)]);
        assert_eq!(roll.len(), 3);
    }
}
