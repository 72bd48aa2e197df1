//! Mutants: false claims made from true ones, to see each of them caught.
//!
//! A mutant changes one thing that is said of one move, and with it lengths and
//! check digits, so that only the truth is wrong. All mutants of a run are put
//! into one text, a game each, and audited at once. One that is not caught is
//! dropped only if a second route shows that it is true after all.

mod drawn;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use anyhow::{Result, bail};
use comfy_table::{CellAlignment, Table, presets};
use rayon::prelude::*;
use shakmaty::{Chess, Move, Position, Square};

use crate::{
    arrows,
    audit::{Audit, Grades},
    carrier::{self, Found, Pieces, Tag, seal},
    claim::{Claim, Kind, Part, Target, colour_word},
    evaluation::split_mix,
    exchange::{exchange, gain, pays},
    facts,
    finding::{Finding, Outcome},
    grades::{Measure, Question},
    grammar::{Form, Grammar, Sentence, count, count_word, join_sentences, names_targets},
    judge::{Class, Score, cost},
    line_cause::{LineCause, role_word},
    motifs::Scene,
    passing::{can_mate, mates, passed},
    record::{self, Record},
    replay::{line_words, named_move, numbered, replay},
    rules::other_word,
    scanner::{self, Game},
    search::{Searcher, Window},
    told::{Told, holder, tell},
};

/// A share of the mutants of a kind that may turn out true, one in so many.
const DROPPED: usize = 20;

/// A game that was made false at one ply.
struct Mutant {
    /// The claim kind, or what else of the tag was changed.
    kind: &'static str,
    /// What was done.
    change: &'static str,
    /// The ply at which a failure of the kind must be found.
    ply: usize,
    /// The ply's move, for people.
    place: String,
    /// What is said now.
    sentence: String,
    /// The game with the change.
    text: Vec<u8>,
}

/// What became of the mutants of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Mutants made.
    pub made: usize,
    /// Mutants that turned out true.
    pub dropped: usize,
    /// Mutants caught.
    pub caught: usize,
}

/// What a run of mutants came to.
#[derive(Clone, Debug, Default)]
pub struct Mutated {
    /// By kind.
    pub tallies: BTreeMap<&'static str, Tally>,
    /// Every mutant that was dropped or missed, in words.
    pub listed: Vec<String>,
}

impl Mutated {
    /// Whether every mutant was caught, and few were dropped.
    pub fn is_fine(&self) -> bool {
        self.tallies.values().all(|tally| {
            tally.caught + tally.dropped == tally.made
                && tally.dropped * DROPPED <= tally.made.max(DROPPED)
        })
    }

    /// The table and the list, for people.
    pub fn report(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::UTF8_BORDERS_ONLY);
        table.set_header(vec!["kind", "made", "dropped", "caught", "missed"]);
        let mut total = Tally::default();
        let row = |name: &str, tally: &Tally| {
            let missed = tally.made - tally.dropped - tally.caught;
            let numbers = [tally.made, tally.dropped, tally.caught, missed];
            let mut cells = vec![name.to_owned()];
            cells.extend(numbers.iter().map(ToString::to_string));
            cells
        };
        for (kind, tally) in &self.tallies {
            table.add_row(row(kind, tally));
            total.made += tally.made;
            total.dropped += tally.dropped;
            total.caught += tally.caught;
        }
        table.add_row(row("all", &total));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let mut text = String::new();
        for line in &self.listed {
            let _ = writeln!(text, "{line}");
        }
        let _ = writeln!(text, "{table}");
        text
    }
}

/// Numbers by lot, the same for the same seed.
struct Lot(u64);

impl Lot {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = split_mix(self.0);
        ((self.0 >> 16) % limit.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// A game as mutants are made from it.
struct Source<'a> {
    text: &'a [u8],
    game: Game,
    record: Record,
    grammar: &'a Grammar,
    told: Vec<Told>,
}

/// What stands on a move after a change.
#[derive(Clone)]
struct Said {
    sentences: Vec<String>,
    /// The arrows; none: those that the sentences ask for.
    drawn: Option<Vec<String>>,
    eval: Option<String>,
    tag: Tag,
    variation: String,
}

impl Said {
    /// Has tag and NAG tell the same class as a sentence, however false.
    fn grade_as(&mut self, word: &str) -> Option<()> {
        let class = Class::ALL
            .into_iter()
            .find(|class| class.word() == Some(word))?;
        self.tag.class = class;
        if self.tag.nag != 0 {
            self.tag.nag = class.nag();
        }
        Some(())
    }
}

/// Makes up to `count` mutants of every kind and audits them.
///
/// # Errors
///
/// The text has no record of our own judge, or the checker could not run.
pub fn mutate(audit: &mut Audit, text: &[u8], count: usize, seed: u64) -> Result<Mutated> {
    let games = scanner::games(text);
    let sources: Vec<Source> = games
        .iter()
        .filter_map(|game| Source::new(text, game, audit.grammar))
        .collect();
    if sources.is_empty() {
        bail!("no game here has a record of our own judge");
    }
    let mutants = make(audit, &sources, count, seed);
    let all: Vec<u8> = mutants
        .iter()
        .flat_map(|mutant| with_end(&mutant.text))
        .collect();
    audit.grades = Grades::Plies(
        mutants
            .iter()
            .enumerate()
            .map(|(game, mutant)| (game, mutant.ply))
            .collect::<BTreeSet<_>>(),
    );
    let mut findings: Vec<Finding> = Vec::new();
    let audited = audit.run(&all, None, &mut findings)?;
    if audited.games != mutants.len() {
        bail!(
            "{} mutants were read as {} games",
            mutants.len(),
            audited.games
        );
    }
    Ok(judge(audit, &mutants, &findings))
}

/// A game's bytes, closed so that the next begins a new one.
fn with_end(text: &[u8]) -> Vec<u8> {
    let mut text = text.trim_ascii_end().to_vec();
    text.extend_from_slice(b"\n\n");
    text
}

fn judge(audit: &Audit, mutants: &[Mutant], findings: &[Finding]) -> Mutated {
    let mut caught = BTreeSet::new();
    for finding in findings {
        let Some(mutant) = mutants.get(finding.game) else {
            continue;
        };
        let here = finding.ply == Some(mutant.ply)
            && (finding.kind == mutant.kind || finding.outcome == Outcome::Unread);
        if here && finding.outcome >= Outcome::False {
            caught.insert(finding.game);
        }
    }
    let uncaught: Vec<usize> = (0..mutants.len())
        .filter(|index| !caught.contains(index))
        .collect();
    let truths: Vec<bool> = uncaught
        .par_iter()
        .map(|index| is_true_after_all(audit, &mutants[*index]))
        .collect();
    let mut mutated = Mutated::default();
    for mutant in mutants {
        mutated.tallies.entry(mutant.kind).or_default().made += 1;
    }
    for index in caught {
        mutated
            .tallies
            .entry(mutants[index].kind)
            .or_default()
            .caught += 1;
    }
    for (index, truth) in uncaught.iter().zip(truths) {
        let mutant = &mutants[*index];
        let tally = mutated.tallies.entry(mutant.kind).or_default();
        let fate = if truth {
            tally.dropped += 1;
            "dropped, it is true"
        } else {
            "missed"
        };
        mutated.listed.push(format!(
            "{} ({}), {}: {fate}: {}",
            mutant.kind, mutant.change, mutant.place, mutant.sentence
        ));
    }
    mutated
}

/// The second route: whether a mutant that was not caught is true.
fn is_true_after_all(audit: &Audit, mutant: &Mutant) -> bool {
    let games = scanner::games(&mutant.text);
    let Some(source) = games
        .first()
        .and_then(|game| Source::new(&mutant.text, game, audit.grammar))
    else {
        return false;
    };
    let told = &source.told[mutant.ply];
    let Some(tag) = &told.tag else {
        return false;
    };
    let mut searcher = Searcher::new(&audit.evaluator);
    searcher.allow(audit.nodes);
    let claims = told
        .claims()
        .filter(|claim| claim.kind.name() == mutant.kind);
    let mut any = false;
    for claim in claims {
        any = true;
        let route = if claim.kind.rests_on_line() {
            line_route(
                &mut searcher,
                LineCause::at(claim, &source.told, mutant.ply),
                tag,
            )
        } else {
            second_route(&mut searcher, claim, told, tag)
        };
        if route != Some(true) {
            return false;
        }
    }
    any
}

fn second_route(searcher: &mut Searcher, claim: &Claim, told: &Told, tag: &Tag) -> Option<bool> {
    let line = &told.ply.line;
    let position = line.position();
    let best = |searcher: &mut Searcher, m: Move| {
        let value = searcher.played(line, m, tag.depth, Window::FULL).ok()?;
        Some(value == tag.best.value())
    };
    let after = line.after(told.ply.played);
    let depth = tag.depth + i32::from(position.is_check()) - 1;
    let best_reply = |searcher: &mut Searcher, m: Move| {
        let value = searcher.played(&after, m, depth, Window::FULL).ok()?;
        Some(value == searcher.best(&after, depth, Window::FULL).ok()?)
    };
    let square = || claim.slot("square")?.parse::<Square>().ok();
    match claim.kind {
        Kind::Better | Kind::HadMate => {
            let m = named_move(position, claim.slot("move")?).ok()?;
            best(searcher, m)
        }
        Kind::ReplyChecks => {
            let m = named_move(after.position(), claim.slot("move")?).ok()?;
            let checks = after.after(m).position().is_check();
            Some(checks && best_reply(searcher, m)?)
        }
        Kind::ReplyAttacks => {
            let m = named_move(after.position(), claim.slot("move")?).ok()?;
            let attacks = facts::newly_attacks(after.position(), m, square()?);
            Some(attacks && best_reply(searcher, m)?)
        }
        Kind::CaptureAllowed => {
            let retake = claim.sentence.contains(" can take ");
            let square = square()?;
            for m in after.position().legal_moves() {
                if m.is_capture()
                    && m.to() == square
                    && Some(role_word(m.role())) == claim.slot("by")
                    && facts::wins_material(after.position(), m, retake)
                    && best_reply(searcher, m)?
                {
                    return Some(true);
                }
            }
            Some(false)
        }
        Kind::Attacks if claim.targets.is_empty() && claim.slot("from").is_none() => {
            Some(facts::newly_attacks(position, told.ply.played, square()?))
        }
        Kind::ThreatensMate => {
            let passed = passed(after.position())?;
            let m = named_move(&passed, claim.slot("move")?).ok()?;
            Some(mates(&passed, m) && !can_mate(position))
        }
        // That no piece is taken back is known where the move takes none.
        Kind::Sacrifice if !told.ply.played.is_capture() => {
            let square = square()?;
            let piece = after.position().board().piece_at(square)?;
            let stood = if square == told.ply.played.to() {
                told.ply.played.from()?
            } else {
                square
            };
            let is_named = claim.slot("piece") == Some(role_word(piece.role))
                && claim.slot("piece") != Some("pawn")
                && piece.color == told.mover;
            let is_offered = exchange(after.position(), square) >= gain(told.ply.played) + 2;
            let is_new = exchange(&passed(position)?, stood) < 2;
            Some(is_named && is_offered && is_new && tag.best == tag.played)
        }
        Kind::Guards => {
            let square = square()?;
            let was = facts::is_loose(position.board(), square);
            Some(was && !facts::is_loose(after.position().board(), square))
        }
        Kind::WorseRoom | Kind::WorseKing | Kind::WorsePawns => {
            let m = named_move(position, claim.slot("move")?).ok()?;
            let differs = facts::meter_differs(position, told.ply.played, m, claim.kind)?;
            Some(differs && best(searcher, m)?)
        }
        _ => None,
    }
}

/// The second route of a line cause: each move of the line against all others, with
/// open windows, and the board by [`Scene`].
fn line_route(searcher: &mut Searcher, cause: LineCause, tag: &Tag) -> Option<bool> {
    if cause.holds(tag.best, tag.played).is_err() {
        return Some(false);
    }
    let lines = if cause.claim.kind.is_soon() {
        let (_, found) = cause.prove(searcher, tag.best, tag.played, tag.depth);
        found?.lines
    } else {
        vec![cause.moves().ok()?]
    };
    let start = cause.start();
    for moves in lines {
        let net = cause.wins(&moves);
        let scene = Scene {
            before: cause.told.ply.line.position(),
            played: cause.told.ply.played,
            previous: cause.previous,
            start: &start,
            moves: &moves,
            net,
        };
        let shown = scene.shows(cause.claim)? && pays(net, cost(tag.best, tag.played));
        if shown && is_best_line(searcher, cause, tag.depth, &moves)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether every move of a line is a best one, as CLAIMS.md section 2 words it.
fn is_best_line(
    searcher: &mut Searcher,
    cause: LineCause,
    depth: i32,
    moves: &[Move],
) -> Option<bool> {
    let ply = &cause.told.ply;
    let is_missed = cause.claim.kind.is_missed();
    let (mut line, mut left) = if is_missed {
        (ply.line.clone(), Some(depth))
    } else {
        let check = i32::from(ply.line.position().is_check());
        (ply.line.after(ply.played), Some(depth + check - 1))
    };
    for (index, m) in moves.iter().enumerate() {
        let is_root = index == 0 && is_missed;
        if !is_root && line.ends_by_rule() {
            return Some(false);
        }
        let check = i32::from(line.position().is_check());
        let after = line.after(*m);
        let is_best = match left.filter(|left| left + check > 0) {
            Some(depth) => {
                left = Some(depth + check - 1);
                searcher.best(&line, depth, Window::FULL).ok()?
                    == searcher.played(&line, *m, depth, Window::FULL).ok()?
            }
            None if index == 0 => false,
            None => {
                left = None;
                (m.is_capture() || m.is_promotion())
                    && searcher.quiet(&line, Window::FULL).ok()?
                        == -searcher.quiet(&after, Window::FULL).ok()?
            }
        };
        if !is_best {
            return Some(false);
        }
        line = after;
    }
    Some(true)
}

/// Makes the mutants, kind by kind, from claims taken by lot.
fn make(audit: &Audit, sources: &[Source], count: usize, seed: u64) -> Vec<Mutant> {
    let mut by_kind: BTreeMap<Kind, Vec<(usize, usize, usize)>> = BTreeMap::new();
    let mut tagged = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        for (ply, told) in source.told.iter().enumerate() {
            if told.tag.is_some() {
                tagged.push((index, ply));
            }
            for (at, sentence) in told.sentences.iter().enumerate() {
                if let Sentence::Claim(claim) = sentence {
                    by_kind
                        .entry(claim.kind)
                        .or_default()
                        .push((index, ply, at));
                }
            }
        }
    }
    let mut mutants = Vec::new();
    let mut lot = Lot(split_mix(seed));
    for places in by_kind.values() {
        let mut made = 0;
        for _ in 0..count * 8 {
            let Some((index, ply, at)) = lot.pick(places).copied() else {
                break;
            };
            let mutant = sources[index].mutant(audit, ply, at, &mut lot);
            made += usize::from(mutant.is_some());
            mutants.extend(mutant);
            if made == count {
                break;
            }
        }
    }
    for change in [
        TagChange::Best,
        TagChange::Played,
        TagChange::Depth,
        TagChange::Nag,
        TagChange::Class,
    ] {
        for _ in 0..count {
            let Some((index, ply)) = lot.pick(&tagged).copied() else {
                break;
            };
            mutants.extend(sources[index].tag_mutant(ply, change, &mut lot));
        }
    }
    mutants.extend(drawn::make(sources, count, &mut lot));
    // The same change of the same sentence twice proves nothing more.
    let mut texts = BTreeSet::new();
    mutants.retain(|mutant| texts.insert((mutant.kind, mutant.ply, mutant.text.clone())));
    mutants
}

/// A number of the tag that is changed alone.
#[derive(Clone, Copy)]
enum TagChange {
    Best,
    Played,
    Depth,
    Nag,
    Class,
}

/// What is done to a sentence.
#[derive(Clone, Copy)]
enum Change {
    Slot,
    Person,
    Later,
    Stale,
    Removed,
    Form,
}

impl<'a> Source<'a> {
    fn new(text: &'a [u8], game: &Game, grammar: &'a Grammar) -> Option<Source<'a>> {
        let placed = record::place(text, game)?;
        let value = std::str::from_utf8(&text[placed.value]).ok()?;
        let record = Record::parse(value).ok().filter(Record::is_own)?;
        let replay = replay(text, game).ok()?;
        let told = tell(text, game, &record, &replay, grammar);
        Some(Source {
            text,
            game: game.clone(),
            record,
            grammar,
            told,
        })
    }

    fn pieces(&self, ply: usize) -> Option<Pieces> {
        match carrier::find(self.text, &self.game.moves[ply]) {
            Found::Ours(pieces) => Some(*pieces),
            _ => None,
        }
    }

    fn said(&self, ply: usize) -> Option<Said> {
        let told = &self.told[ply];
        Some(Said {
            sentences: capitalised(told),
            drawn: None,
            eval: told.eval.clone(),
            tag: told.tag.clone()?,
            variation: told.variation.clone(),
        })
    }

    /// Writes what is said of a move anew, lengths and check digits with it.
    fn rewrite(&self, ply: usize, said: &Said) -> Option<Vec<u8>> {
        let moved = &self.game.moves[ply];
        let pieces = self.pieces(ply);
        let mut words = join_sentences(&said.sentences);
        let drawn = match &said.drawn {
            Some(drawn) => drawn.clone(),
            None if self.record.arrows => self.due(ply, &words),
            None => Vec::new(),
        };
        for command in drawn {
            words.push(' ');
            words.push_str(&command);
        }
        if let Some(eval) = &said.eval {
            if !words.is_empty() {
                words.push(' ');
            }
            let _ = write!(words, "[%eval {eval}]");
        }
        if !words.is_empty() {
            words.push(' ');
        }
        let shared = pieces.as_ref().is_some_and(|pieces| pieces.shared);
        let (open, close) = if shared { (" ", "") } else { (" { ", " }") };
        let nag = match said.tag.nag {
            0 => String::new(),
            number => format!(" ${number}"),
        };
        let mut tag = said.tag.clone();
        let text = seal(
            &mut tag,
            &nag,
            &format!("{open}{words}"),
            close,
            &said.variation,
        );
        let (nag_at, text_at, variation_at) = match &pieces {
            Some(pieces) => (
                pieces.nag.clone(),
                pieces.text.clone(),
                pieces.variation.clone(),
            ),
            // A silent move gets a comment of its own, if nothing shares it.
            None if moved.comments.is_empty() => (
                moved.head..moved.head,
                moved.head..moved.head,
                moved.tail..moved.tail,
            ),
            None => return None,
        };
        let mut out = self.text[self.game.span.start..nag_at.start].to_vec();
        out.extend_from_slice(nag.as_bytes());
        out.extend_from_slice(&self.text[nag_at.end..text_at.start]);
        out.extend_from_slice(text.as_bytes());
        out.extend_from_slice(&self.text[text_at.end..variation_at.start]);
        out.extend_from_slice(said.variation.as_bytes());
        out.extend_from_slice(&self.text[variation_at.end..self.game.span.end]);
        Some(out)
    }

    fn place(&self, ply: usize) -> String {
        let told = &self.told[ply];
        numbered(told.ply.line.position(), told.ply.played)
    }

    fn mutant(&self, audit: &Audit, ply: usize, at: usize, lot: &mut Lot) -> Option<Mutant> {
        let Sentence::Claim(claim) = &self.told[ply].sentences[at] else {
            return None;
        };
        let changes = [
            Change::Slot,
            Change::Slot,
            Change::Slot,
            Change::Person,
            Change::Later,
            Change::Stale,
            Change::Removed,
            Change::Form,
            Change::Form,
        ];
        let change = *lot.pick(&changes)?;
        match change {
            Change::Slot => self.slot_mutant(audit, ply, at, claim, lot),
            Change::Person => self.person_mutant(audit, ply, at, claim),
            Change::Later => self.moved_mutant(audit, ply, claim, 1),
            Change::Stale if claim.kind == Kind::Attacks => self.moved_mutant(audit, ply, claim, 2),
            Change::Removed if self.is_required(claim, ply) => self.removed_mutant(ply, at, claim),
            Change::Form if claim.kind.rests_on_line() => {
                self.form_mutant(audit, ply, at, claim, lot)
            }
            Change::Stale | Change::Removed | Change::Form => None,
        }
    }

    fn finish(
        &self,
        claim: &Claim,
        change: &'static str,
        ply: usize,
        sentence: String,
        said: &Said,
    ) -> Option<Mutant> {
        Some(Mutant {
            kind: claim.kind.name(),
            change,
            ply,
            place: self.place(ply),
            sentence,
            text: self.rewrite(ply, said)?,
        })
    }

    /// One slot of the sentence changed to something else that can be read.
    fn slot_mutant(
        &self,
        audit: &Audit,
        ply: usize,
        at: usize,
        claim: &Claim,
        lot: &mut Lot,
    ) -> Option<Mutant> {
        let told = &self.told[ply];
        let mut said = self.said(ply)?;
        let names: Vec<String> = claim.slots.keys().cloned().collect();
        let name = lot.pick(&names)?;
        let mut slots = claim.slots.clone();
        let mut targets = claim.targets.clone();
        let old = claim.slot(name)?;
        let change = match name.as_str() {
            "side" | "other" | "holder" => {
                slots.insert(name.clone(), other_word(old).to_owned());
                "other side"
            }
            "square" | "from" => {
                let square = other(lot, &Square::ALL.map(|square| square.to_string()), old)?;
                slots.insert(name.clone(), square);
                "other square"
            }
            "file" => {
                let files = ["a", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned);
                slots.insert(name.clone(), other(lot, &files, old)?);
                "other file"
            }
            "n" => {
                let n = count(old)?;
                let wrong = if n > 1 && lot.below(2) == 0 {
                    n - 1
                } else {
                    n + 1
                };
                slots.insert(name.clone(), count_word(wrong));
                "other distance"
            }
            "move" => {
                let of_reply = is_of_reply(claim.kind);
                let position = stage(told, claim.kind)?;
                let moves: Vec<String> = position
                    .legal_moves()
                    .into_iter()
                    .filter(|m| of_reply || *m != told.ply.played)
                    .filter(|m| claim.slot("words").is_none() || m.is_capture())
                    .map(|m| numbered(&position, m))
                    .collect();
                let new = other(lot, &moves, old)?;
                // A better move leads the variation, so both change.
                if !of_reply && !said.variation.is_empty() {
                    said.variation = format!(" ({new})");
                }
                if claim.slot("words").is_some() {
                    let m = named_move(&position, &new).ok()?;
                    let words =
                        format!("{} takes {}", role_word(m.role()), role_word(m.capture()?));
                    slots.insert("words".to_owned(), words);
                }
                slots.insert(name.clone(), new);
                "other move"
            }
            "words" => {
                let pieces = ["pawn", "knight", "bishop", "rook", "queen"].map(str::to_owned);
                let (taker, rest) = old.split_once(" takes ")?;
                let words = format!("{} takes {rest}", other(lot, &pieces, taker)?);
                slots.insert(name.clone(), words);
                "other words"
            }
            "line" => {
                let (line, change) = self.other_line(ply, claim, lot)?;
                if claim.kind.is_missed() && !said.variation.is_empty() {
                    said.variation = first_alone(&line)?;
                }
                slots.insert(name.clone(), line);
                change
            }
            list if names_targets(list) => {
                move_a_target(&mut targets, lot)?;
                "other target"
            }
            _ => {
                let choices = audit.grammar.choices(claim.form, name)?;
                let new = other(lot, choices, old)?;
                if name == "class" {
                    said.grade_as(&new)?;
                }
                slots.insert(name.clone(), new);
                "other word"
            }
        };
        let sentence = audit.grammar.render(claim.form, &slots, &targets)?;
        said.sentences.get_mut(at)?.clone_from(&sentence);
        if name == "standing" && self.standing_fits(&sentence, audit, ply) {
            return None;
        }
        self.finish(claim, change, ply, sentence, &said)
    }

    /// The line of a claim with another move in it, or shorter, or longer.
    fn other_line(
        &self,
        ply: usize,
        claim: &Claim,
        lot: &mut Lot,
    ) -> Option<(String, &'static str)> {
        let cause = LineCause::at(claim, &self.told, ply);
        let start = cause.start();
        let mut moves = cause.moves().ok()?;
        let change = match (moves.len(), lot.below(4)) {
            (3, 0) => {
                moves.truncate(1);
                "shorter line"
            }
            (1, 0) => "longer line",
            (length, _) => {
                let at = lot.below(length);
                let mut position = start.clone();
                for m in &moves[..at] {
                    position.play_unchecked(*m);
                }
                let others: Vec<Move> = position
                    .legal_moves()
                    .into_iter()
                    .filter(|m| *m != moves[at])
                    .filter(|m| at > 0 || !claim.kind.is_missed() || *m != cause.told.ply.played)
                    .collect();
                moves[at] = *lot.pick(&others)?;
                "other move in the line"
            }
        };
        // What follows stays as far as it is legal; else any move goes on.
        let length = if change == "longer line" {
            3
        } else {
            moves.len()
        };
        let mut position = start.clone();
        let mut line = Vec::new();
        for at in 0..length {
            let legal = position.legal_moves();
            let kept = moves.get(at).filter(|m| legal.contains(m));
            let m = kept.or_else(|| lot.pick(&legal)).copied()?;
            position.play_unchecked(m);
            line.push(m);
        }
        Some((line_words(&start, &line), change))
    }

    /// The same line said to be something else that line causes say.
    fn form_mutant(
        &self,
        audit: &Audit,
        ply: usize,
        at: usize,
        claim: &Claim,
        lot: &mut Lot,
    ) -> Option<Mutant> {
        let told = &self.told[ply];
        let forms: Vec<usize> = audit
            .grammar
            .forms
            .iter()
            .enumerate()
            .filter(|(index, form)| {
                form.person.is_some() && form.suits(told.person) && is_another(claim, *index, form)
            })
            .map(|(index, _)| index)
            .collect();
        let index = *lot.pick(&forms)?;
        let form = &audit.grammar.forms[index];
        let cause = LineCause::at(claim, &self.told, ply);
        let moves = cause.moves().ok()?;
        let (first, last) = (*moves.first()?, *moves.last()?);
        let role = last.capture().unwrap_or(last.role());
        let mut slots = claim.slots.clone();
        let mut targets = claim.targets.clone();
        let mut fill = |slot: &str, text: String| {
            slots.entry(slot.to_owned()).or_insert(text);
        };
        let (square, piece) = match targets.last() {
            Some(target) => (target.square.clone(), target.piece.clone()),
            None => (last.to().to_string(), role_word(role).to_owned()),
        };
        fill("square", square.clone());
        fill("piece", piece.clone());
        fill("behind", "king".to_owned());
        fill("by", role_word(first.role()).to_owned());
        fill("side", colour_word(told.mover).to_owned());
        fill("other", colour_word(!told.mover).to_owned());
        fill("move", line_words(&cause.start(), &moves[..1]));
        fill("line", line_words(&cause.start(), &moves));
        if targets.is_empty() {
            let king = Target {
                piece: "king".to_owned(),
                square: String::new(),
            };
            targets = vec![king, Target { piece, square }];
        }
        let sentence = audit.grammar.render(index, &slots, &targets)?;
        let mut said = self.said(ply)?;
        said.sentences.get_mut(at)?.clone_from(&sentence);
        Some(Mutant {
            kind: form.kind.name(),
            change: "said of another motif",
            ply,
            place: self.place(ply),
            sentence,
            text: self.rewrite(ply, &said)?,
        })
    }

    /// Two words may fit where bands overlap: such a change makes no mutant.
    fn standing_fits(&self, sentence: &str, audit: &Audit, ply: usize) -> bool {
        let told = &self.told[ply];
        let Some(tag) = &told.tag else {
            return false;
        };
        let parses = audit.grammar.parses(sentence, Some(told.person));
        let Some(claim) = parses.first().and_then(|claims| claims.first()) else {
            return false;
        };
        let side = holder(claim, told.mover);
        let score = if side == told.mover {
            tag.played
        } else {
            tag.played.turned()
        };
        // Written out again, not asked of the judge.
        let bands = [
            ("slightly better", 20, 90),
            ("better", 70, 190),
            ("clearly better", 170, 360),
            ("winning", 340, i32::MAX),
        ];
        let value = match score {
            Score::Mate(moves) => 100_000 * moves.signum(),
            Score::Centipawns(value) => value,
        };
        bands.iter().any(|(word, from, below)| {
            claim.slot("standing") == Some(word) && value >= *from && value < *below
        })
    }

    /// The same said to, or by, somebody else.
    fn person_mutant(&self, audit: &Audit, ply: usize, at: usize, claim: &Claim) -> Option<Mutant> {
        let told = &self.told[ply];
        let mut said = self.said(ply)?;
        let own = &audit.grammar.forms[claim.form];
        own.person?;
        let other = audit
            .grammar
            .forms
            .iter()
            .enumerate()
            .find_map(|(index, form)| {
                let fits = form.kind == claim.kind
                    && form.person.is_some_and(|person| person != told.person)
                    && form.slots().all(|slot| {
                        claim.slots.contains_key(slot)
                            || slot == "side"
                            || slot == "other"
                            || slot == "holder"
                    })
                    && form.goes_on() == own.goes_on();
                if !fits {
                    return None;
                }
                let mut slots = claim.slots.clone();
                slots.insert("side".to_owned(), colour_word(told.mover).to_owned());
                slots.insert("other".to_owned(), colour_word(!told.mover).to_owned());
                slots
                    .entry("holder".to_owned())
                    .or_insert_with(|| colour_word(holder(claim, told.mover)).to_owned());
                let sentence = audit.grammar.render(index, &slots, &claim.targets)?;
                // Words that the right person has too are no mutant.
                let same = audit.grammar.parses(&sentence, Some(told.person));
                (same.is_empty() && sentence != claim.sentence).then_some(sentence)
            })?;
        said.sentences.get_mut(at)?.clone_from(&other);
        self.finish(claim, "other person", ply, other, &said)
    }

    /// The sentence taken to a later ply, put in that ply's person.
    fn moved_mutant(
        &self,
        audit: &Audit,
        ply: usize,
        claim: &Claim,
        plies: usize,
    ) -> Option<Mutant> {
        let to = ply + plies;
        let told = self.told.get(to)?;
        if told.is_edited || told.says(claim.kind) || self.told[ply].defers(&self.record) {
            return None;
        }
        let form = if audit.grammar.forms[claim.form].suits(told.person) {
            claim.form
        } else {
            audit.grammar.forms.iter().position(|form| {
                form.kind == claim.kind
                    && form.suits(told.person)
                    && form.slots().all(|slot| {
                        claim.slots.contains_key(slot)
                            || slot == "side"
                            || slot == "other"
                            || slot == "holder"
                    })
            })?
        };
        if audit.grammar.forms[form].goes_on() {
            return None;
        }
        let mut slots = claim.slots.clone();
        slots.insert("side".to_owned(), colour_word(told.mover).to_owned());
        slots.insert("other".to_owned(), colour_word(!told.mover).to_owned());
        let sentence = audit.grammar.render(form, &slots, &claim.targets)?;
        let mut said = match self.said(to) {
            Some(said) => said,
            None => self.graded_silence(audit, to)?,
        };
        let place = match claim.kind.part() {
            Part::Always if !matches!(claim.kind, Kind::HasMate | Kind::Checkmate) => 0,
            _ => said.sentences.len(),
        };
        said.sentences.insert(place, sentence.clone());
        let change = if plies == 1 { "a ply later" } else { "stale" };
        let mut mutant = self.finish(claim, change, to, sentence, &said)?;
        mutant.place = self.place(to);
        Some(mutant)
    }

    /// The true tag of a silent ply, searched here.
    fn graded_silence(&self, audit: &Audit, ply: usize) -> Option<Said> {
        let told = &self.told[ply];
        let depth = self.record.depth_of(ply)?.min(3);
        let mut searcher = Searcher::new(&audit.evaluator);
        searcher.allow(audit.nodes);
        let question = Question {
            told,
            depth,
            asked: self.record.depth()?,
        };
        let measure = Measure {
            scale: &audit.scale,
            thresholds: self.record.thresholds,
        };
        let (best, played, class) = question.grade(&mut searcher, measure).ok()?;
        Some(Said {
            sentences: Vec::new(),
            drawn: None,
            eval: None,
            tag: Tag {
                depth,
                best,
                played,
                class,
                nag: 0,
                nag_length: 0,
                text_length: 0,
                variation_length: 0,
                check: String::new(),
            },
            variation: String::new(),
        })
    }

    /// Whether the contract requires the sentence where it stands.
    fn is_required(&self, claim: &Claim, ply: usize) -> bool {
        let bad = self.told[ply]
            .tag
            .as_ref()
            .is_some_and(|tag| tag.class >= Class::Mistake);
        match claim.kind {
            Kind::Checkmate | Kind::HasMate | Kind::HadMate | Kind::Promotes | Kind::TakesLoose => {
                true
            }
            Kind::Better => bad,
            _ => false,
        }
    }

    fn removed_mutant(&self, ply: usize, at: usize, claim: &Claim) -> Option<Mutant> {
        let mut said = self.said(ply)?;
        if at >= said.sentences.len() {
            return None;
        }
        let sentence = said.sentences.remove(at);
        self.finish(
            claim,
            "removed",
            ply,
            format!("(not said: {sentence})"),
            &said,
        )
    }

    /// One number of the tag changed alone.
    fn tag_mutant(&self, ply: usize, change: TagChange, lot: &mut Lot) -> Option<Mutant> {
        let mut said = self.said(ply)?;
        let tag = &mut said.tag;
        let (kind, change) = match change {
            TagChange::Best => {
                tag.best = shifted(tag.best, 1 + lot.below(200) as i32);
                ("grade", "best")
            }
            TagChange::Played => {
                tag.played = shifted(tag.played, -1 - lot.below(200) as i32);
                ("grade", "played")
            }
            TagChange::Depth => {
                // Where the record leaves depths open, another one is no lie.
                self.record.depth_of(ply)?;
                tag.depth += if tag.depth > 1 && lot.below(2) == 0 {
                    -1
                } else {
                    1
                };
                ("depth", "depth")
            }
            TagChange::Nag => {
                let wrong: Vec<u16> = [0, 2, 4, 6]
                    .into_iter()
                    .filter(|nag| *nag != tag.nag)
                    .collect();
                tag.nag = *lot.pick(&wrong)?;
                ("nag", "NAG")
            }
            TagChange::Class => {
                let wrong: Vec<Class> = Class::ALL
                    .into_iter()
                    .filter(|class| *class != tag.class)
                    .collect();
                tag.class = *lot.pick(&wrong)?;
                ("class", "class")
            }
        };
        if said.eval.is_some() && matches!(change, "played" | "depth") {
            // The eval would give it away.
            let white = self.told[ply]
                .mover
                .fold_wb(said.tag.played, said.tag.played.turned());
            said.eval = Some(format!(
                "{},{}",
                crate::rules::eval_words(white),
                said.tag.depth
            ));
        }
        Some(Mutant {
            kind,
            change,
            ply,
            place: self.place(ply),
            sentence: said.tag.to_string(),
            text: self.rewrite(ply, &said)?,
        })
    }
}

/// Names another square for one of some targets; a king that is forked has none.
fn move_a_target(targets: &mut [Target], lot: &mut Lot) -> Option<()> {
    let mut placed: Vec<&mut Target> = targets
        .iter_mut()
        .filter(|target| !target.square.is_empty())
        .collect();
    let which = lot.below(placed.len());
    let target = placed.get_mut(which)?;
    let squares = Square::ALL.map(|square| square.to_string());
    target.square = other(lot, &squares, &target.square)?;
    Some(())
}

/// Whether the move that a kind names is made after the move of the game.
fn is_of_reply(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::ThreatensMate | Kind::ReplyAttacks | Kind::ReplyChecks | Kind::SoonWins
    )
}

/// The position in which the move is made that a kind names.
fn stage(told: &Told, kind: Kind) -> Option<Chess> {
    match kind {
        Kind::ThreatensMate => passed(&told.ply.after()),
        kind if is_of_reply(kind) => Some(told.ply.after()),
        _ => Some(told.ply.line.position().clone()),
    }
}

/// A variation of nothing but the first move of a line.
fn first_alone(line: &str) -> Option<String> {
    let mut words = line.split(' ');
    Some(format!(" ({} {})", words.next()?, words.next()?))
}

/// Whether a form says of a claim's line what is not so if the claim is rightly
/// worded. What says less of it may be as true, and so may what leaves the line open.
fn is_another(claim: &Claim, index: usize, form: &Form) -> bool {
    let kind = form.kind;
    let is_plain = |kind| {
        matches!(
            kind,
            Kind::Wins
                | Kind::MissedWins
                | Kind::Promotion
                | Kind::MissedPromotion
                | Kind::Unguards
                | Kind::MissedRecapture
        )
    };
    if !kind.rests_on_line() {
        return false;
    }
    if claim.kind.is_soon() {
        // Its first move is no line that wins yet.
        return matches!(kind, Kind::Wins | Kind::MissedWins)
            && kind.is_missed() == claim.kind.is_missed();
    }
    if kind.is_missed() != claim.kind.is_missed() {
        // The other side's moves are not legal there.
        return !kind.is_soon();
    }
    if kind == claim.kind {
        return index != claim.form && (!is_plain(kind) || index < claim.form);
    }
    !kind.is_soon() && !is_plain(kind)
}

fn shifted(score: Score, by: i32) -> Score {
    match score {
        Score::Centipawns(value) => Score::Centipawns(value + by),
        Score::Mate(moves) => Score::Mate(moves + moves.signum()),
    }
}

fn other(lot: &mut Lot, list: &[String], old: &str) -> Option<String> {
    let others: Vec<&String> = list.iter().filter(|item| *item != old).collect();
    lot.pick(&others).map(|item| (*item).clone())
}

/// The sentences of a ply, each with the capital it has alone.
fn capitalised(told: &Told) -> Vec<String> {
    told.sentences
        .iter()
        .map(|sentence| {
            let words = sentence.words();
            let mut letters = words.chars();
            match letters.next() {
                Some(first) => format!("{}{}", first.to_ascii_uppercase(), letters.as_str()),
                None => String::new(),
            }
        })
        .collect()
}
