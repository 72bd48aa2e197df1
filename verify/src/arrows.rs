//! Arrows (CLAIMS.md 1.7): the `[%csl …]` and `[%cal …]` that a text must have,
//! recomputed from its sentences and the board.

use shakmaty::{Chess, Color, Move, Position};

use crate::{
    claim::{Claim, Kind, Part, Person},
    grammar::{Grammar, names_targets},
    passing::passed,
    replay::{named_move, uci},
    told::Told,
};

/// The command that marks squares.
const SQUARES: &str = "[%csl ";
/// The command that draws arrows.
const ARROWS: &str = "[%cal ";

/// What a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    /// What the mover does or could have done.
    Green,
    /// What is done to him.
    Red,
}

impl Colour {
    /// The colour of what a kind marks; none where it marks nothing.
    fn of(kind: Kind) -> Option<Colour> {
        match kind {
            Kind::Attacks
            | Kind::TakesLoose
            | Kind::Guards
            | Kind::HadMate
            | Kind::Better
            | Kind::ThreatensMate => Some(Colour::Green),
            _ if kind.names_better() => Some(Colour::Green),
            _ if kind.part() == Part::Cause => Some(Colour::Red),
            _ => None,
        }
    }

    /// The letter, as the person sees it: the opponent's good is the reader's harm.
    fn letter(self, person: Person) -> char {
        let is_opponent = matches!(person, Person::They | Person::IYou);
        if (self == Colour::Green) == is_opponent {
            'R'
        } else {
            'G'
        }
    }
}

/// Squares or arrows, each once: letter and place.
#[derive(Default)]
struct Marks(Vec<(char, String)>);

impl Marks {
    fn add(&mut self, letter: char, place: String) {
        if self.0.iter().all(|(_, known)| *known != place) {
            self.0.push((letter, place));
        }
    }

    fn written(&self, open: &str) -> Option<String> {
        let entries: Vec<String> = self.0.iter().map(|(c, at)| format!("{c}{at}")).collect();
        (!entries.is_empty()).then(|| format!("{open}{}]", entries.join(",")))
    }
}

/// The commands that the sentences of a text ask for, in their order.
pub fn due(told: &Told, grammar: &Grammar) -> Vec<String> {
    let mut squares = Marks::default();
    let mut arrows = Marks::default();
    for claim in told.claims() {
        let Some(colour) = Colour::of(claim.kind) else {
            continue;
        };
        let letter = colour.letter(told.person);
        for slot in grammar.forms[claim.form].slots() {
            match slot {
                "square" => {
                    let square = claim.slot(slot).unwrap_or_default();
                    squares.add(letter, square.to_owned());
                }
                "move" | "line" => {
                    if let Some(m) = first_move(told, claim, slot) {
                        arrows.add(letter, uci(m)[..4].to_owned());
                    }
                }
                list if names_targets(list) => {
                    for square in marked(told, claim) {
                        squares.add(letter, square);
                    }
                }
                _ => {}
            }
        }
    }
    let commands = [squares.written(SQUARES), arrows.written(ARROWS)];
    commands.into_iter().flatten().collect()
}

/// The position in which the move is made that a claim names.
fn stage(told: &Told, claim: &Claim) -> Option<Chess> {
    let kind = claim.kind;
    if kind == Kind::ThreatensMate {
        passed(&told.ply.after())
    } else if kind.part() == Part::Cause && !kind.names_better() {
        Some(told.ply.after())
    } else {
        Some(told.ply.line.position().clone())
    }
}

/// The move of a slot, of a line its first one; none where it is not legal.
fn first_move(told: &Told, claim: &Claim, slot: &str) -> Option<Move> {
    let text = claim.slot(slot)?;
    let (number, rest) = text.split_once(' ')?;
    let notation = rest.split(' ').next()?;
    named_move(&stage(told, claim)?, &format!("{number} {notation}")).ok()
}

/// The squares of a list of pieces; a king's is where it stands.
fn marked(told: &Told, claim: &Claim) -> Vec<String> {
    let king = stage(told, claim).and_then(|start| {
        let loser: Color = !start.turn();
        start.board().king_of(loser)
    });
    claim
        .targets
        .iter()
        .filter_map(|target| {
            if target.square.is_empty() {
                king.map(|square| square.to_string())
            } else {
                Some(target.square.clone())
            }
        })
        .collect()
}

/// Takes the arrows off the end of our words; gives them back in their order.
pub fn split(words: &str) -> (String, Vec<String>) {
    let mut words = words;
    let mut commands = Vec::new();
    while words.ends_with(']')
        && let Some(at) = words.rfind("[%")
        && (words[at..].starts_with(SQUARES) || words[at..].starts_with(ARROWS))
    {
        let Some(before) = before_command(words, at) else {
            break;
        };
        commands.insert(0, words[at..].to_owned());
        words = before;
    }
    (words.to_owned(), commands)
}

/// What stands before a command that ends our words, one blank away if there is any.
pub fn before_command(words: &str, at: usize) -> Option<&str> {
    let before = &words[..at];
    if before.is_empty() {
        Some(before)
    } else {
        before.strip_suffix(' ')
    }
}

/// What is wrong with the arrows of a text; nothing where they are those that are due.
/// What a sentence of the text could not be read for cannot be told.
pub fn fault(told: &Told, grammar: &Grammar, asked: bool) -> Option<String> {
    let stated = told.drawn.join(" ");
    if !asked {
        return (!stated.is_empty()).then(|| "the record asks for no arrows".to_owned());
    }
    if told.claims().count() != told.sentences.len() {
        return None;
    }
    let due = due(told, grammar);
    let expected = due.join(" ");
    if stated == expected {
        return None;
    }
    let (stated, due) = (entries(&told.drawn), entries(&due));
    let lacking: Vec<&str> = missing(&due, &stated);
    let extra: Vec<&str> = missing(&stated, &due);
    Some(match (lacking.is_empty(), extra.is_empty()) {
        (false, true) => format!("{} missing", lacking.join(", ")),
        (true, false) => format!("{} too much", extra.join(", ")),
        (false, false) => format!("{} for {}", extra.join(", "), lacking.join(", ")),
        (true, true) => format!("they are written {expected}"),
    })
}

/// The single marks of commands.
fn entries(commands: &[String]) -> Vec<&str> {
    commands
        .iter()
        .filter_map(|command| command.get(SQUARES.len()..)?.strip_suffix(']'))
        .flat_map(|list| list.split(','))
        .collect()
}

fn missing<'a>(from: &[&'a str], among: &[&str]) -> Vec<&'a str> {
    from.iter()
        .filter(|entry| !among.contains(entry))
        .copied()
        .collect()
}
