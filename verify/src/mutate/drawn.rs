//! Mutants of arrows: marks changed while the sentences stay true.

use super::{Lot, Mutant, Source, arrows, other};
use crate::{digest::sha256, record, scanner};

/// What is done to the arrows of a text.
#[derive(Clone, Copy)]
enum DrawnChange {
    Colour,
    Place,
    Lacking,
    Extra,
    Order,
    Gone,
    Unasked,
}

const CHANGES: [DrawnChange; 7] = [
    DrawnChange::Colour,
    DrawnChange::Place,
    DrawnChange::Lacking,
    DrawnChange::Extra,
    DrawnChange::Order,
    DrawnChange::Gone,
    DrawnChange::Unasked,
];

/// Makes up to so many mutants of arrows.
pub(super) fn make(sources: &[Source], count: usize, lot: &mut Lot) -> Vec<Mutant> {
    let places: Vec<(usize, usize)> = sources
        .iter()
        .enumerate()
        .flat_map(|(index, source)| {
            let spoken = move |(ply, told): (usize, &super::Told)| {
                (!told.text.is_empty() && told.tag.is_some()).then_some((index, ply))
            };
            source.told.iter().enumerate().filter_map(spoken)
        })
        .collect();
    let mut mutants = Vec::new();
    for _ in 0..count * 8 {
        if mutants.len() == count {
            break;
        }
        let Some((index, ply)) = lot.pick(&places).copied() else {
            break;
        };
        let change = CHANGES[lot.below(CHANGES.len())];
        mutants.extend(sources[index].drawn_mutant(ply, change, lot));
    }
    mutants
}

impl Source<'_> {
    /// The arrows that words ask for at a ply.
    pub(super) fn due(&self, ply: usize, words: &str) -> Vec<String> {
        let mut told = self.told[ply].clone();
        told.sentences = self.grammar.read(words, told.person);
        arrows::due(&told, self.grammar)
    }

    /// The same sentences with other arrows.
    fn drawn_mutant(&self, ply: usize, change: DrawnChange, lot: &mut Lot) -> Option<Mutant> {
        let due = arrows::due(&self.told[ply], self.grammar);
        let mut said = self.said(ply)?;
        if !self.record.arrows {
            // Any arrows are wrong where none were asked for.
            said.drawn = Some(due.clone()).filter(|due| !due.is_empty());
            said.drawn.as_ref()?;
            return self.drawn(ply, "not asked for", &said, due.join(" "));
        }
        let (change, drawn) = match change {
            DrawnChange::Colour => ("other colour", recoloured(due, lot)?),
            DrawnChange::Place => ("other place", moved(due, lot)?),
            DrawnChange::Lacking => ("one less", lessened(due, lot)?),
            DrawnChange::Extra => ("one more", increased(due, lot)?),
            DrawnChange::Order => ("other order", reordered(due)?),
            DrawnChange::Gone | DrawnChange::Unasked if due.is_empty() => return None,
            DrawnChange::Gone => ("gone", Vec::new()),
            DrawnChange::Unasked => ("not asked for", due),
        };
        let sentence = drawn.join(" ");
        said.drawn = Some(drawn);
        let mut mutant = self.drawn(ply, change, &said, sentence)?;
        if change == "not asked for" {
            mutant.text = without_field(&mutant.text)?;
        }
        Some(mutant)
    }

    fn drawn(
        &self,
        ply: usize,
        change: &'static str,
        said: &super::Said,
        sentence: String,
    ) -> Option<Mutant> {
        Some(Mutant {
            kind: "arrows",
            change,
            ply,
            place: self.place(ply),
            sentence,
            text: self.rewrite(ply, said)?,
        })
    }
}

/// The marks of one command, drawn by lot, with what stands about them.
fn opened(drawn: &[String], lot: &mut Lot) -> Option<(usize, Vec<String>)> {
    let at = lot.below(drawn.len());
    let inside = drawn.get(at)?.get(6..)?.strip_suffix(']')?;
    Some((at, inside.split(',').map(str::to_owned).collect()))
}

fn closed(mut drawn: Vec<String>, at: usize, marks: &[String]) -> Vec<String> {
    if marks.is_empty() {
        drawn.remove(at);
    } else {
        let open = drawn[at][..6].to_owned();
        drawn[at] = format!("{open}{}]", marks.join(","));
    }
    drawn
}

fn recoloured(drawn: Vec<String>, lot: &mut Lot) -> Option<Vec<String>> {
    let (at, mut marks) = opened(&drawn, lot)?;
    let which = lot.below(marks.len());
    let colour = if marks[which].starts_with('G') {
        'R'
    } else {
        'G'
    };
    marks[which] = format!("{colour}{}", &marks[which][1..]);
    Some(closed(drawn, at, &marks))
}

fn moved(drawn: Vec<String>, lot: &mut Lot) -> Option<Vec<String>> {
    let (at, mut marks) = opened(&drawn, lot)?;
    let which = lot.below(marks.len());
    let start = marks[which].len() - 2;
    let square = other_square(&marks[which][start..], lot)?;
    marks[which].replace_range(start.., &square);
    Some(closed(drawn, at, &marks))
}

fn lessened(drawn: Vec<String>, lot: &mut Lot) -> Option<Vec<String>> {
    let (at, mut marks) = opened(&drawn, lot)?;
    marks.remove(lot.below(marks.len()));
    Some(closed(drawn, at, &marks))
}

/// One square more, or the first where there is none.
fn increased(drawn: Vec<String>, lot: &mut Lot) -> Option<Vec<String>> {
    let Some((at, mut marks)) = opened(&drawn, lot) else {
        return Some(vec![format!("[%csl G{}]", other_square("", lot)?)]);
    };
    let mut mark = lot.pick(&marks)?.clone();
    let start = mark.len() - 2;
    let square = other_square(&mark[start..], lot)?;
    mark.replace_range(start.., &square);
    marks.push(mark);
    Some(closed(drawn, at, &marks))
}

fn reordered(mut drawn: Vec<String>) -> Option<Vec<String>> {
    if drawn.len() > 1 {
        drawn.reverse();
        return Some(drawn);
    }
    let inside = drawn.first()?.get(6..)?.strip_suffix(']')?;
    let mut marks: Vec<String> = inside.split(',').map(str::to_owned).collect();
    marks.reverse();
    (marks.len() > 1).then(|| closed(drawn, 0, &marks))
}

fn other_square(old: &str, lot: &mut Lot) -> Option<String> {
    other(
        lot,
        &shakmaty::Square::ALL.map(|square| square.to_string()),
        old,
    )
}

/// A game whose record does not say that arrows were asked for.
fn without_field(text: &[u8]) -> Option<Vec<u8>> {
    let game = scanner::games(text).into_iter().next()?;
    let placed = record::place(text, &game)?;
    let piece = std::str::from_utf8(&text[placed.piece.clone()]).ok()?;
    let piece = piece.replacen(" arrows=1", "", 1);
    let at = piece.rfind("check=")? + "check=".len();
    let mut sealed = piece.clone();
    sealed.replace_range(at..at + 6, "000000");
    let check = sha256(sealed.as_bytes(), 6);
    sealed.replace_range(at..at + 6, &check);
    let mut out = text[..placed.piece.start].to_vec();
    out.extend_from_slice(sealed.as_bytes());
    out.extend_from_slice(&text[placed.piece.end..]);
    Some(out)
}
