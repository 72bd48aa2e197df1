//! The rules of CLAIMS.md 1.2, 1.4 and 1.5 and the parts of section 2 that need
//! neither board nor search: who is spoken of, in which order, how often, and
//! whether a sentence agrees with the tag beside it.

use shakmaty::{Color, Position};

use crate::{
    arrows,
    claim::{Claim, Kind, Part, colour_word},
    grades::looks_further,
    grammar::{self, Grammar},
    judge::{
        Circumstances, Class, Scale, Score, Values, cost, half_pawns, is_about_equal,
        is_still_winning, sayable_cost,
    },
    judges::{mates, verdict},
    line_cause::LineCause,
    record::{Judge, Record, Short},
    replay::{self, named_line, named_move},
    told::{Said, Told, holder, said_standing},
};

/// A rule broken at a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The ply, 0-based.
    pub ply: usize,
    /// The sentence at fault, by its index in the text, where there is one.
    pub sentence: Option<usize>,
    /// A claim kind, or what else is at fault: `nag`, `class`, `tag` …
    pub kind: &'static str,
    /// What was found instead.
    pub found: String,
}

/// What the rules are applied with.
pub struct Rules<'a> {
    /// The record of the game.
    pub record: &'a Record,
    /// Whether the game begins at the standard position.
    pub is_standard: bool,
    /// The scale; `None` where the engine hash is a stranger's.
    pub scale: Option<&'a Scale>,
    /// The grammar.
    pub grammar: &'a Grammar,
}

/// What is remembered from ply to ply.
#[derive(Default)]
struct Memory {
    /// The last ply of each side with an ordinary sentence.
    ordinary: [Option<usize>; 2],
    /// The last standing said.
    standing: Said,
}

/// Words a text may have at most for a better move to be put in words too.
const WORDS: usize = 22;
/// Plies of a side's three moves before this one.
const TURN: usize = 6;

impl Rules<'_> {
    /// Applies every rule to a game.
    pub fn apply(&self, told: &[Told]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut memory = Memory::default();
        for ply in 0..told.len() {
            self.apply_at(told, ply, &mut memory, &mut faults);
        }
        if self.record.is_own() {
            followed_mates(told, &mut faults);
        }
        faults
    }

    fn apply_at(&self, all: &[Told], ply: usize, memory: &mut Memory, faults: &mut Vec<Fault>) {
        let told = &all[ply];
        let mut fault = |sentence: Option<usize>, kind: &'static str, found: String| {
            faults.push(Fault {
                ply,
                sentence,
                kind,
                found,
            });
        };
        if let Some(tag) = &told.tag {
            if let Some(found) = self.depth_fault(ply, tag.depth) {
                fault(None, "depth", found);
            }
            if told.has_odd_bytes {
                fault(
                    None,
                    "tag",
                    "a piece holds bytes that are not allowed".to_owned(),
                );
            }
            if told.is_misplaced {
                let found = "it belongs into the comment of commands";
                fault(None, "tag", found.to_owned());
            }
            if tag.best.value() < tag.played.value() {
                fault(None, "tag", "played is more than best".to_owned());
            }
            if cost(tag.best, tag.played) < 0 {
                fault(None, "tag", "the cost is negative".to_owned());
            }
            self.check_class(told, &mut fault);
            self.check_nag(told, &mut fault);
            self.check_eval(told, &mut fault);
            if let Some(found) = arrows::fault(told, self.grammar, self.record.arrows) {
                fault(None, "arrows", found);
            }
            self.check_variation(told, &mut fault);
        }
        if told.tag.is_none() && told.excuse.is_none() && self.wants_eval(told) {
            fault(None, "eval", "an [%eval] is missing".to_owned());
        }
        check_slots(told, &mut fault);
        self.check_values(all, ply, &mut fault);
        self.check_order(told, &mut fault);
        check_quiet_mates(told, &mut fault);
        self.check_mates(all, ply, &mut fault);
        check_parries(all, ply, &mut fault);
        check_memory(told, ply, memory, &mut fault);
    }

    /// What is wrong with the depth a tag states.
    fn depth_fault(&self, ply: usize, stated: i32) -> Option<String> {
        match (&self.record.judge, self.record.depth_of(ply)) {
            (Judge::Own { .. }, Some(depth)) if depth != stated => {
                Some(format!("the record says depth {depth}, the tag {stated}"))
            }
            (Judge::Own { depth, .. }, None) if stated > *depth => {
                Some("deeper than was asked for".to_owned())
            }
            (Judge::Uci { .. }, _) if !(0..=255).contains(&stated) => {
                Some("no engine's depth".to_owned())
            }
            (Judge::Evals, _) if stated != 0 => Some("evaluations have depth 0".to_owned()),
            _ => None,
        }
    }

    /// What the class of a move depends on beside its values.
    fn circumstances(&self, told: &Told) -> Circumstances {
        if self.record.is_own() {
            circumstances(told)
        } else {
            verdict::circumstances(told)
        }
    }

    /// Whether the first eight moves let the ply pass: no NAG and no words.
    fn is_spared(&self, told: &Told) -> bool {
        self.is_standard
            && told.move_number() <= 8
            && !told.claims().any(|claim| {
                claim.kind.rests_on_line()
                    || matches!(
                        claim.kind,
                        Kind::CaptureAllowed | Kind::HadMate | Kind::AllowsMate
                    )
            })
    }

    fn check_class(
        &self,
        told: &Told,
        fault: &mut impl FnMut(Option<usize>, &'static str, String),
    ) {
        let (Some(tag), Some(scale)) = (&told.tag, self.scale) else {
            return;
        };
        let thresholds = self.record.thresholds;
        let (least, most) = if let Some(asked) = self.record.depth() {
            let line = &told.ply.line;
            let after = line.after(told.ply.played);
            scale.possible_classes(
                tag.best,
                tag.played,
                looks_further(line, &after, tag.depth, asked),
                thresholds,
                circumstances(told),
            )
        } else {
            let values = Values::plain(tag.best, tag.played);
            let class = scale.class(&values, thresholds, self.circumstances(told));
            (class, class)
        };
        if tag.class < least || tag.class > most {
            let found = if least == most {
                format!("best and played make it {least}")
            } else {
                format!("best and played make it {least} to {most}")
            };
            fault(None, "class", found);
        }
    }

    fn check_nag(&self, told: &Told, fault: &mut impl FnMut(Option<usize>, &'static str, String)) {
        let Some(tag) = &told.tag else {
            return;
        };
        let expected = match bad_class(told) {
            Some(class) if !told.defers(self.record) && !self.is_spared(told) => class.nag(),
            _ => 0,
        };
        if tag.nag != expected {
            fault(None, "nag", format!("the NAG here is {expected}"));
        }
    }

    fn wants_eval(&self, told: &Told) -> bool {
        self.record.evals && !told.has_their_eval
    }

    fn check_eval(&self, told: &Told, fault: &mut impl FnMut(Option<usize>, &'static str, String)) {
        let Some(tag) = &told.tag else {
            return;
        };
        let wanted = self.wants_eval(told);
        match &told.eval {
            None if wanted => fault(None, "eval", "an [%eval] is missing".to_owned()),
            Some(_) if !wanted => fault(None, "eval", "an [%eval] has no place here".to_owned()),
            Some(eval) => {
                let white = told.mover.fold_wb(tag.played, tag.played.turned());
                let expected = format!("{},{}", eval_words(white), tag.depth);
                if *eval != expected {
                    fault(None, "eval", format!("the tag makes it [%eval {expected}]"));
                }
            }
            None => {}
        }
    }

    fn check_variation(
        &self,
        told: &Told,
        fault: &mut impl FnMut(Option<usize>, &'static str, String),
    ) {
        if told.variation.is_empty() {
            return;
        }
        if told.has_their_variation {
            fault(None, "variation", "a person's variation follows".to_owned());
        }
        match variation_moves(told, &told.variation) {
            Err(found) => fault(None, "variation", found),
            Ok(moves) => {
                if moves.len() > self.record.lines {
                    fault(
                        None,
                        "variation",
                        format!("{} plies, {} allowed", moves.len(), self.record.lines),
                    );
                }
                if moves.first() == Some(&told.ply.played) {
                    fault(None, "variation", "begins with the move played".to_owned());
                }
                let position = told.ply.line.position();
                let first = moves.first().map(|m| replay::numbered(position, *m));
                if let Some(named) = named_better(told)
                    && first.as_deref() != Some(named)
                {
                    fault(None, "variation", format!("the better move is {named}"));
                }
            }
        }
    }

    /// Sentences against the tag's best, played and class.
    fn check_values(
        &self,
        all: &[Told],
        ply: usize,
        fault: &mut impl FnMut(Option<usize>, &'static str, String),
    ) {
        let told = &all[ply];
        let Some(tag) = &told.tag else {
            return;
        };
        for (index, claim) in indexed(told) {
            if let Some(found) = self.forbidden(claim) {
                fault(Some(index), claim.kind.name(), found.to_owned());
            }
            let held = self.holds(claim, told, tag.best, tag.played, Some(tag.class));
            let of_line = if claim.kind == Kind::MissedRecapture && ply == 0 {
                // The checker is not asked about a move that it is not given.
                Err("no move of the game stands before it".to_owned())
            } else if claim.kind.rests_on_line() {
                LineCause::at(claim, all, ply).holds(tag.best, tag.played)
            } else {
                Ok(())
            };
            if let Err(found) = held.and(of_line) {
                fault(Some(index), claim.kind.name(), found);
            }
        }
    }

    /// Why the judge of the record can never have said so (1.6).
    fn forbidden(&self, claim: &Claim) -> Option<&'static str> {
        let of_mate = matches!(claim.kind, Kind::HasMate | Kind::HadMate | Kind::AllowsMate);
        let of_a_best_move = claim.kind.names_better()
            || claim.kind.rests_on_line()
            || matches!(
                claim.kind,
                Kind::Better | Kind::CaptureAllowed | Kind::ReplyAttacks | Kind::ReplyChecks
            );
        let moves = claim.slot("n").and_then(grammar::count);
        match self.record.judge {
            Judge::Own { .. } => None,
            _ if of_mate && moves.is_none_or(|moves| moves > mates::LONGEST as u32) => {
                Some("so long a mate is not spoken of with this judge")
            }
            Judge::Evals if of_a_best_move => Some("evaluations name no best move"),
            _ => None,
        }
    }

    /// Whether the value part of a claim holds for best and played; what a line
    /// cause wins and costs is told by [`LineCause::holds`].
    ///
    /// # Errors
    ///
    /// What holds instead.
    pub fn holds(
        &self,
        claim: &Claim,
        told: &Told,
        best: Score,
        played: Score,
        class: Option<Class>,
    ) -> Result<(), String> {
        let n = claim.slot("n").and_then(grammar::count).map(|n| n as i32);
        let mated = |found: Option<i32>, whose: &str| match found {
            Some(moves) if n == Some(moves) => Ok(()),
            Some(moves) => Err(format!("{whose} mate in {moves}")),
            None => Err("no mate".to_owned()),
        };
        match claim.kind {
            Kind::HasMate => mated(played.mate_for(), "played is"),
            Kind::HadMate => {
                mated(best.mate_for(), "best is")?;
                let ends_it = self.circumstances(told).mates;
                if played.mate_for().is_some() && (n != Some(1) || ends_it) {
                    return Err("the move played mates too".to_owned());
                }
                Ok(())
            }
            Kind::AllowsMate => {
                mated(played.mate_against(), "played allows")?;
                if best.mate_against().is_some() {
                    return Err("every move allows mate".to_owned());
                }
                Ok(())
            }
            Kind::Class | Kind::ClassCost => self.class_holds(claim, told, best, played, class),
            Kind::Still => {
                let holder = holder(claim, told.mover);
                let seen = |score: Score| {
                    if holder == told.mover {
                        score
                    } else {
                        score.turned()
                    }
                };
                if is_still_winning(seen(best), seen(played), 340) {
                    Ok(())
                } else {
                    Err(format!("best is {best}, played {played}"))
                }
            }
            Kind::Standing => {
                let fits = match said_standing(claim, told.mover) {
                    None => false,
                    Some(None) => is_about_equal(played),
                    Some(Some((side, word))) => word.fits(if side == told.mover {
                        played
                    } else {
                        played.turned()
                    }),
                };
                if fits {
                    Ok(())
                } else {
                    Err(format!(
                        "the score after the move is {played} for the mover"
                    ))
                }
            }
            Kind::Sacrifice => {
                if best != played {
                    Err(format!("best is {best}, played {played}"))
                } else if played.value() < 0 {
                    Err(format!("it is worth {played}"))
                } else {
                    Ok(())
                }
            }
            Kind::Better => {
                if best.value() > played.value() {
                    Ok(())
                } else {
                    Err("the move played is as good".to_owned())
                }
            }
            _ => Ok(()),
        }
    }

    fn class_holds(
        &self,
        claim: &Claim,
        told: &Told,
        best: Score,
        played: Score,
        class: Option<Class>,
    ) -> Result<(), String> {
        // The class of the tag is judged apart; without one the values stand alone.
        let alone = |scale: &Scale| {
            let values = Values::plain(best, played);
            scale.class(&values, self.record.thresholds, self.circumstances(told))
        };
        let class = class.or(self.scale.map(alone));
        if let Some(class) = class
            && claim.slot("class") != class.word()
        {
            return Err(format!("the class is {class}"));
        }
        if claim.kind == Kind::Class {
            return Ok(());
        }
        let listed = self
            .grammar
            .choices(claim.form, "pawns")
            .unwrap_or_default();
        let said = claim
            .slot("pawns")
            .and_then(|words| half_pawns(words, listed));
        match (sayable_cost(best, played), said) {
            (None, _) => Err("no cost can be said".to_owned()),
            (Some(_), Some(said)) if (said - cost(best, played)).abs() <= 25 => Ok(()),
            _ => Err(format!("the cost is {}", cost(best, played))),
        }
    }

    /// The order and the company of sentences (1.5).
    fn check_order(
        &self,
        told: &Told,
        fault: &mut impl FnMut(Option<usize>, &'static str, String),
    ) {
        let claims: Vec<(usize, &Claim)> = indexed(told).collect();
        if claims.len() != told.sentences.len() {
            // What was not read stands in the way of judging the order.
            return;
        }
        if !told.person.is_graded_aloud() {
            for (index, claim) in &claims {
                let of_both = matches!(claim.kind, Kind::Attacks | Kind::ThreatensMate);
                if claim.kind.part() != Part::Always && !of_both {
                    fault(
                        Some(*index),
                        claim.kind.name(),
                        "not said of the other side".to_owned(),
                    );
                }
            }
        }
        let mut last = None;
        for (index, claim) in &claims {
            let place = Some(place(claim.kind));
            if place < last || place == last && place != Some(place_of_group()) {
                fault(
                    Some(*index),
                    claim.kind.name(),
                    "out of its place".to_owned(),
                );
            }
            last = place;
        }
        match bad_class(told) {
            Some(class) => self.check_bad(told, class, &claims, fault),
            None => check_other(&claims, fault),
        }
    }

    /// The text of a move graded aloud and below good.
    fn check_bad(
        &self,
        told: &Told,
        class: Class,
        claims: &[(usize, &Claim)],
        fault: &mut impl FnMut(Option<usize>, &'static str, String),
    ) {
        let find = |wanted: fn(Kind) -> bool| claims.iter().find(|(_, claim)| wanted(claim.kind));
        let grade = find(|kind| kind.part() == Part::Grade);
        let cause = find(|kind| kind.part() == Part::Cause);
        let better = find(|kind| kind == Kind::Better);
        for (index, claim) in claims {
            if claim.kind.is_ordinary() || matches!(claim.kind, Kind::HasMate | Kind::Checkmate) {
                fault(
                    Some(*index),
                    claim.kind.name(),
                    "not said of a bad move".to_owned(),
                );
            }
        }
        if told.says(Kind::HadMate) {
            for (index, claim) in [grade, cause, better].into_iter().flatten() {
                fault(
                    Some(*index),
                    claim.kind.name(),
                    "had-mate stands alone".to_owned(),
                );
            }
            return;
        }
        let Some(tag) = &told.tag else {
            return;
        };
        let misses = tag.best.mate_for().is_some() && tag.played.mate_for().is_none();
        // With another judge only a proved mate must be said: that takes a search.
        if misses && self.record.is_own() {
            fault(None, "had-mate", "not said".to_owned());
            return;
        }
        let spared = self.is_spared(told);
        if spared {
            for (index, claim) in [grade, cause, better].into_iter().flatten() {
                fault(
                    Some(*index),
                    claim.kind.name(),
                    "held against one of the first eight moves".to_owned(),
                );
            }
            return;
        }
        let is_fact = |(_, claim): &&(usize, &Claim)| !claim.kind.is_of_a_block();
        let speaks = class != Class::Inaccuracy || cause.as_ref().is_some_and(is_fact);
        if !speaks {
            for (index, claim) in [grade, cause, better].into_iter().flatten() {
                fault(
                    Some(*index),
                    claim.kind.name(),
                    "an inaccuracy without a fact of the board is not spoken of".to_owned(),
                );
            }
            return;
        }
        self.check_grade(told, grade, cause.is_some(), fault);
        let named = cause
            .as_ref()
            .is_some_and(|(_, claim)| claim.kind.names_better());
        match better {
            Some((index, _)) if named => {
                fault(
                    Some(*index),
                    "better",
                    "the cause names the better move".to_owned(),
                );
            }
            None if !named && self.record.judge != Judge::Evals => {
                fault(None, "better", "not said".to_owned());
            }
            _ => {}
        }
    }

    fn check_grade(
        &self,
        told: &Told,
        grade: Option<&(usize, &Claim)>,
        has_cause: bool,
        fault: &mut impl FnMut(Option<usize>, &'static str, String),
    ) {
        let Some(tag) = &told.tag else {
            return;
        };
        if told.defers(self.record) {
            if let Some((index, claim)) = grade {
                fault(
                    Some(*index),
                    claim.kind.name(),
                    "an assessment stands here already".to_owned(),
                );
            }
            return;
        }
        let Some((index, claim)) = grade else {
            fault(None, "class", "no grade is said".to_owned());
            return;
        };
        let still =
            |score: fn(Score) -> Score| is_still_winning(score(tag.best), score(tag.played), 350);
        let (mover, other) = (still(|score| score), still(Score::turned));
        match claim.kind {
            Kind::Still => {
                let of_mover = holder(claim, told.mover) == told.mover;
                if (of_mover && has_cause) != self.grammar.forms[claim.form].goes_on() {
                    fault(Some(*index), "still", "the other of its forms".to_owned());
                }
            }
            kind if mover || other => fault(Some(*index), kind.name(), "still fits".to_owned()),
            Kind::ClassCost => {
                let listed = self
                    .grammar
                    .choices(claim.form, "pawns")
                    .unwrap_or_default();
                let said = claim
                    .slot("pawns")
                    .and_then(|words| half_pawns(words, listed));
                if said != sayable_cost(tag.best, tag.played) {
                    fault(
                        Some(*index),
                        "class-cost",
                        "not the nearest half pawn".to_owned(),
                    );
                }
            }
            Kind::Class if sayable_cost(tag.best, tag.played).is_some() => {
                fault(Some(*index), "class", "the cost can be said".to_owned());
            }
            _ => {}
        }
    }

    /// Mates that the tag shows must be said, and only when they are new. With another
    /// judge that holds of proved ones alone, and takes a search.
    fn check_mates(
        &self,
        all: &[Told],
        ply: usize,
        fault: &mut impl FnMut(Option<usize>, &'static str, String),
    ) {
        let told = &all[ply];
        let Some(tag) = &told.tag else {
            return;
        };
        let is_own = self.record.is_own();
        let known_before = ply >= 1 && all[ply - 1].says(Kind::AllowsMate)
            || is_own
                && ply >= 2
                && all[ply - 2]
                    .tag
                    .as_ref()
                    .is_some_and(|tag| tag.played.mate_for().is_some());
        let has_mate = told.claims().position(|claim| claim.kind == Kind::HasMate);
        match has_mate {
            Some(index) if known_before => {
                fault(
                    Some(index),
                    "has-mate",
                    "the mate was there before".to_owned(),
                );
            }
            Some(index) if tag.played.mate_for() == Some(1) => {
                fault(Some(index), "has-mate", "the move mates".to_owned());
            }
            _ => {}
        }
        if !is_own || told.excuse.is_some() {
            return;
        }
        let before_is_known = ply < 2 || all[ply - 2].tag.is_some();
        let new_mate = tag.played.mate_for().is_some_and(|moves| moves >= 2) && !known_before;
        if has_mate.is_none() && new_mate && before_is_known {
            fault(None, "has-mate", "not said".to_owned());
        }
        let mates = circumstances(told).mates;
        let missed = tag.best.mate_for().is_some()
            && (tag.played.mate_for().is_none() || tag.best.mate_for() == Some(1) && !mates);
        if missed && !told.says(Kind::HadMate) && !told.person_is_bad() {
            fault(None, "had-mate", "not said".to_owned());
        }
    }
}

/// Slots that the text itself decides: colours, targets, the number of words.
fn check_slots(told: &Told, fault: &mut impl FnMut(Option<usize>, &'static str, String)) {
    for (index, claim) in indexed(told) {
        for (slot, color) in [("side", told.mover), ("other", !told.mover)] {
            if let Some(word) = claim.slot(slot)
                && word != colour_word(color)
            {
                fault(
                    Some(index),
                    claim.kind.name(),
                    format!("it is {}", colour_word(color)),
                );
            }
        }
        if claim.kind == Kind::Attacks && !claim.targets.is_empty() {
            let both = claim.targets.len() == 2;
            if claim.slot("all") != Some(if both { "Both" } else { "All" }) {
                fault(
                    Some(index),
                    claim.kind.name(),
                    "wrong word for all".to_owned(),
                );
            }
        }
        if claim.kind == Kind::Better {
            check_words(told, index, claim, fault);
        }
    }
}

/// Better moves that capture are put in words where there is room.
fn check_words(
    told: &Told,
    index: usize,
    claim: &Claim,
    fault: &mut impl FnMut(Option<usize>, &'static str, String),
) {
    let position = told.ply.line.position();
    let Some(m) = claim
        .slot("move")
        .and_then(|text| named_move(position, text).ok())
    else {
        return;
    };
    let count = told.text.split(' ').count();
    let has_words = claim.slot("words").is_some();
    let room = if has_words { count } else { count + 3 };
    if has_words && room > WORDS {
        fault(Some(index), "better", format!("the text has {room} words"));
    } else if !has_words && m.is_capture() && room <= WORDS {
        fault(
            Some(index),
            "better",
            "the capture is not put in words".to_owned(),
        );
    }
}

/// The class of a ply that is graded aloud and below good.
fn bad_class(told: &Told) -> Option<Class> {
    let class = told.tag.as_ref()?.class;
    (told.person.is_graded_aloud() && class.is_bad()).then_some(class)
}

fn indexed(told: &Told) -> impl Iterator<Item = (usize, &Claim)> {
    told.sentences
        .iter()
        .enumerate()
        .filter_map(|(index, sentence)| match sentence {
            grammar::Sentence::Claim(claim) => Some((index, claim)),
            _ => None,
        })
}

/// What the class of a move depends on beside its values.
pub fn circumstances(told: &Told) -> Circumstances {
    let after = told.ply.line.after(told.ply.played);
    let mates = after.position().is_checkmate();
    let ended = mates || after.position().legal_moves().is_empty();
    Circumstances {
        mates,
        second_time: after.repetitions() == 1 && !ended && !after.drawn_by_clock_or_material(),
    }
}

/// The move a text names as better, as it names it.
pub fn named_better(told: &Told) -> Option<&str> {
    told.claims()
        .find(|claim| {
            claim.kind == Kind::Better || claim.kind == Kind::HadMate || claim.kind.names_better()
        })
        .and_then(|claim| claim.slot("move").or_else(|| first_of(claim.slot("line")?)))
}

/// The first move of a line, as it is written: `16. Nc7+`.
fn first_of(line: &str) -> Option<&str> {
    let number = line.find(' ')?;
    let end = line[number + 1..].find(' ');
    Some(end.map_or(line, |end| &line[..number + 1 + end]))
}

/// The place of the ordinary group, where several sentences may stand.
fn place_of_group() -> usize {
    6
}

/// Where a kind stands in a text.
fn place(kind: Kind) -> usize {
    match kind {
        Kind::TakesLoose => 0,
        Kind::Promotes => 1,
        Kind::HadMate => 2,
        Kind::HasMate | Kind::Checkmate => 7,
        _ => match kind.part() {
            Part::Grade => 3,
            Part::Cause => 4,
            Part::Better => 5,
            _ => place_of_group(),
        },
    }
}

/// The text of any other move.
fn check_other(
    claims: &[(usize, &Claim)],
    fault: &mut impl FnMut(Option<usize>, &'static str, String),
) {
    for (index, claim) in claims {
        if matches!(claim.kind.part(), Part::Grade | Part::Cause | Part::Better) {
            fault(
                Some(*index),
                claim.kind.name(),
                "said of a move that is not bad".to_owned(),
            );
        }
    }
    let group: Vec<&(usize, &Claim)> = claims
        .iter()
        .filter(|(_, claim)| claim.kind.is_ordinary())
        .collect();
    let parts: Vec<Part> = group.iter().map(|(_, claim)| claim.kind.part()).collect();
    let follows_always = claims.len() > group.len()
        && claims.first().is_some_and(|(_, claim)| {
            claim.kind.part() == Part::Always && place(claim.kind) < place_of_group()
        });
    // `standing` may end a group that has something before it.
    let (before, ends_in_standing) = match parts.as_slice() {
        [before @ .., Part::Standing] => (before, true),
        all => (all, false),
    };
    let fits = match before {
        [] => !ends_in_standing || follows_always,
        [Part::Fact] | [Part::WeakFact, Part::Reason] => true,
        [Part::Reason] => ends_in_standing,
        _ => false,
    };
    if !fits && let Some((index, claim)) = group.last() {
        fault(
            Some(*index),
            claim.kind.name(),
            "not an ordinary group of sentences".to_owned(),
        );
    }
}

/// A threat is parried where the text of the ply before speaks of one.
fn check_parries(
    all: &[Told],
    ply: usize,
    fault: &mut impl FnMut(Option<usize>, &'static str, String),
) {
    let before = ply.checked_sub(1).map(|before| &all[before]);
    let is_threatened = before.is_some_and(|told| told.says(Kind::ThreatensMate));
    for (index, claim) in indexed(&all[ply]) {
        if claim.kind == Kind::Parries && !is_threatened {
            fault(
                Some(index),
                claim.kind.name(),
                "the text before names no threat of mate".to_owned(),
            );
        }
    }
}

/// No ordinary sentence where the game is decided by a mate.
fn check_quiet_mates(told: &Told, fault: &mut impl FnMut(Option<usize>, &'static str, String)) {
    if !told.tag.as_ref().is_some_and(|tag| tag.played.is_mate()) {
        return;
    }
    for (index, claim) in indexed(told) {
        if claim.kind.is_ordinary() {
            fault(
                Some(index),
                claim.kind.name(),
                "not said of a move into a mate".to_owned(),
            );
        }
    }
}

impl Told {
    /// Whether a bad move graded aloud is checked elsewhere for what it must say.
    fn person_is_bad(&self) -> bool {
        self.person.is_graded_aloud() && self.tag.as_ref().is_some_and(|tag| tag.class.is_bad())
    }
}

/// Turn and standing: what may be said again.
fn check_memory(
    told: &Told,
    ply: usize,
    memory: &mut Memory,
    fault: &mut impl FnMut(Option<usize>, &'static str, String),
) {
    let side = told.mover as usize;
    let mut ordinary = None;
    for (index, claim) in indexed(told) {
        if claim.kind.is_ordinary() {
            ordinary.get_or_insert((index, claim.kind));
        }
        if claim.kind == Kind::Standing
            && let Some(said) = said_standing(claim, told.mover)
        {
            if said == memory.standing {
                fault(Some(index), "standing", "said before".to_owned());
            }
            memory.standing = said;
        }
    }
    if let Some((index, kind)) = ordinary {
        if memory.ordinary[side].is_some_and(|last| last + TURN >= ply) {
            fault(Some(index), kind.name(), "before its turn".to_owned());
        }
        memory.ordinary[side] = Some(ply);
    }
}

/// Along a mate that is followed, the distance shrinks: what a search proved is
/// found again by every later one that reaches as deep.
fn followed_mates(all: &[Told], faults: &mut Vec<Fault>) {
    for ply in 2..all.len() {
        let (Some(before), Some(now)) = (&all[ply - 2].tag, &all[ply].tag) else {
            continue;
        };
        let Some(moves) = before.played.mate_for() else {
            continue;
        };
        let check = |told: &Told| i32::from(told.ply.line.position().is_check());
        let left = before.depth + check(&all[ply - 2]) + check(&all[ply - 1]) - 2;
        let shrinks = now.best.mate_for().is_some_and(|now| now < moves);
        let drawn = all[ply - 1].ply.line.drawn_by_clock_or_material()
            || all[ply].ply.line.drawn_by_clock_or_material();
        if now.depth >= left && !shrinks && !drawn {
            faults.push(Fault {
                ply,
                sentence: None,
                kind: "tag",
                found: format!("best was mate in {moves} one move before, now {}", now.best),
            });
        }
    }
}

/// A score as `[%eval …]` writes it, from White's side.
pub fn eval_words(white: Score) -> String {
    match white {
        Score::Mate(moves) => format!("#{moves}"),
        Score::Centipawns(value) => {
            let sign = if value < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
        }
    }
}

/// The moves of a variation of ours.
///
/// # Errors
///
/// It is not written as it should be, or a move is not legal.
pub fn variation_moves(told: &Told, piece: &str) -> Result<Vec<shakmaty::Move>, String> {
    let inside = piece
        .strip_prefix(" (")
        .and_then(|rest| rest.strip_suffix(')'))
        .ok_or("not in brackets")?;
    named_line(told.ply.line.position(), inside)
}

/// The depths of the graded plies, as far as tags and record tell them.
pub fn depths(record: &Record, told: &[Told]) -> Vec<i32> {
    (0..told.len())
        .filter_map(|ply| {
            let tag = told[ply].tag.as_ref().map(|tag| tag.depth);
            tag.or_else(|| record.depth_of(ply))
        })
        .collect()
}

/// Whether the record leaves the depth of untagged plies open.
pub fn has_unknown_depths(record: &Record) -> bool {
    record.short == Short::Many
}

/// The colour named by a claim's `{side}`, for mutants.
pub fn other_word(word: &str) -> &'static str {
    if word == colour_word(Color::White) {
        colour_word(Color::Black)
    } else {
        colour_word(Color::White)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evals_are_written_in_pawns() {
        assert_eq!(eval_words(Score::Centipawns(85)), "0.85");
        assert_eq!(eval_words(Score::Centipawns(-120)), "-1.20");
        assert_eq!(eval_words(Score::Centipawns(-5)), "-0.05");
        assert_eq!(eval_words(Score::Mate(-2)), "#-2");
    }
}
