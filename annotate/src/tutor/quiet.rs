//! When to speak: who is graded aloud, whose turn it is, what was said before.
//!
//! [`speak`] goes through one judged game and gives each graded ply its
//! [`Remark`]. What it says of a move depends only on the game and what it said
//! earlier in it: the last standing, and each side's last ordinary sentence.

use shakmaty::{Chess, Color, Position, Role};

use super::{
    arrows::{self, Drawing},
    causes::causes,
    choice,
    claim::{Claim, HalfPawns, Holder},
    class::Class,
    facts::{self, Step},
    judge::Verdict,
    san,
    standing::{Band, Standing},
    voice::{Person, Voice},
    wording,
};
use crate::engine::{History, Score};

/// What others wrote at one ply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Existing {
    /// The move has an assessment that is not ours.
    pub assessment: bool,
    /// A variation of theirs follows the move.
    pub variation: bool,
    /// A comment holds a `[%qv` that does not agree: the move is the person's.
    pub edited: bool,
    /// Their comments, commands taken out and white space folded.
    pub words: Vec<String>,
}

/// Whether other people's assessments silence ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnExisting {
    /// Their assessments stand.
    #[default]
    Keep,
    /// We write as if they were not there.
    Ours,
}

/// How to speak in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoiceSettings {
    /// The voice asked for.
    pub voice: Voice,
    /// The side spoken to in this game; none is the neutral voice.
    pub spoken_to: Option<Color>,
    /// Whether other people's assessments silence ours.
    pub existing: OnExisting,
    /// The longest variation written, in plies; 0 for none.
    pub lines: u8,
}

impl Default for VoiceSettings {
    fn default() -> VoiceSettings {
        VoiceSettings {
            voice: Voice::Neutral,
            spoken_to: None,
            existing: OnExisting::Keep,
            lines: 8,
        }
    }
}

/// A game with its verdicts, which may end before the game does.
#[derive(Debug, Clone)]
pub struct JudgedGame {
    /// The start position and the moves.
    pub history: History,
    /// The verdict of each ply, from the first; none where the judge has none.
    pub verdicts: Vec<Option<Verdict>>,
    /// What others wrote, ply by ply; missing plies have nothing.
    pub existing: Vec<Existing>,
    /// Whether the game began in the standard starting position.
    pub from_standard_start: bool,
}

/// What is said at one ply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Remark {
    /// The claims made, in their order.
    pub claims: Vec<Claim>,
    /// The sentence of each claim.
    pub sentences: Vec<String>,
    /// The sentences as one text; empty if nothing is said.
    pub words: String,
    /// The NAG written.
    pub nag: Option<u8>,
    /// The variation written, as `3. Bc4 Nf6`.
    pub variation: Option<String>,
    /// What the words point at.
    pub drawing: Drawing,
    /// The kinds of all causes that hold of a move below good, said or not.
    pub causes: Vec<&'static str>,
    /// Whether the move is graded aloud and its class, below good, held against it,
    /// whoever else has assessed it.
    pub is_blamed: bool,
}

impl Remark {
    /// Whether nothing is written at this ply.
    pub fn is_silent(&self) -> bool {
        self.words.is_empty() && self.nag.is_none() && self.variation.is_none()
    }

    /// The same with nothing written.
    fn silenced(self) -> Remark {
        Remark {
            is_blamed: self.is_blamed,
            ..Remark::default()
        }
    }
}

/// The remarks of a game, one for each graded ply.
pub fn speak(game: &JudgedGame, settings: &VoiceSettings) -> Vec<Remark> {
    let mut speaker = Speaker {
        game,
        settings,
        earlier: None,
        said_standing: Standing::EQUAL,
        ordinary: [Turns::default(), Turns::default()],
        allowed_mate: false,
        threatened_mate: false,
    };
    let mut position = game.history.start().clone();
    let mut previous = None;
    let mut remarks = Vec::with_capacity(game.verdicts.len());
    for (ply, (&mv, verdict)) in game.history.moves().iter().zip(&game.verdicts).enumerate() {
        let step = Step::new(&position, mv, previous);
        remarks.push(match verdict {
            Some(verdict) => speaker.remark(ply, &step, verdict),
            None => speaker.keep_silent(),
        });
        previous = Some(mv);
        position = step.after;
        speaker.earlier = Some(step.before);
    }
    remarks
}

/// One side's ordinary sentences.
#[derive(Debug, Clone, Copy, Default)]
struct Turns {
    /// The ply of the last one.
    last: Option<usize>,
    /// How many there were.
    count: usize,
}

impl Turns {
    fn has_come(self, ply: usize) -> bool {
        self.count < choice::ORDINARY_PER_SIDE
            && self
                .last
                .is_none_or(|last| ply > last + 2 * choice::MOVES_BETWEEN)
    }
}

struct Speaker<'a> {
    game: &'a JudgedGame,
    settings: &'a VoiceSettings,
    /// The position before the other side's last move.
    earlier: Option<Chess>,
    /// The last standing said in the game.
    said_standing: Standing,
    /// By colour, White first.
    ordinary: [Turns; 2],
    /// Whether the text of the ply before holds `allows-mate`.
    allowed_mate: bool,
    /// Whether it holds `threatens-mate`.
    threatened_mate: bool,
}

impl Speaker<'_> {
    /// Nothing is said of a move that is not graded.
    fn keep_silent(&mut self) -> Remark {
        self.allowed_mate = false;
        self.threatened_mate = false;
        Remark::default()
    }

    fn remark(&mut self, ply: usize, step: &Step, verdict: &Verdict) -> Remark {
        let nothing = Existing::default();
        let existing = self.game.existing.get(ply).unwrap_or(&nothing);
        let holds = if verdict.class.is_below_good() {
            causes(step, verdict)
        } else {
            Vec::new()
        };
        let causes: Vec<&'static str> = holds.iter().map(Claim::kind).collect();
        let composed = self.compose(ply, step, verdict, existing, holds.first());
        let remark = if existing.edited {
            composed.silenced()
        } else {
            composed
        };
        self.remember(ply, step, verdict, &remark);
        Remark { causes, ..remark }
    }

    fn compose(
        &self,
        ply: usize,
        step: &Step,
        verdict: &Verdict,
        existing: &Existing,
        cause: Option<&Claim>,
    ) -> Remark {
        let person = Person::of(self.settings.voice, self.settings.spoken_to, step.mover());
        let graded_aloud = matches!(person, Person::Neutral | Person::You | Person::YouI);
        let always = self.always(ply, step, verdict);
        let assessed = existing.assessment && self.settings.existing == OnExisting::Keep;

        let mut is_blamed = false;
        let mut nag = None;
        let mut variants = Vec::new();
        let claims = if graded_aloud && verdict.class.is_below_good() {
            let grade = Grade {
                person,
                step,
                verdict,
                cause,
            };
            let graded = always.around(grade.middle(&always, true));
            let ungraded = always.around(grade.middle(&always, false));
            is_blamed = self.is_held_against(step, verdict, &graded);
            if is_blamed {
                if !assessed {
                    nag = verdict.class.nag();
                }
                variants.push(without_grade(&graded));
                variants.push(graded.clone());
                variants.push(ungraded.clone());
                if assessed { ungraded } else { graded }
            } else {
                always.around(Vec::new())
            }
        } else {
            let mut middle: Vec<Claim> = always.had_mate.iter().cloned().collect();
            if middle.is_empty() && always.last.is_none() {
                let has_sentence = !always.first.is_empty();
                middle = self.ordinary(ply, step, verdict, graded_aloud, has_sentence);
            }
            always.around(middle)
        };
        variants.push(claims.clone());

        let is_theirs = variants.iter().any(|variant| {
            wording::text(variant, person, step.mover())
                .is_some_and(|text| !text.is_empty() && existing.words.contains(&text))
        });
        let silent = Remark {
            is_blamed,
            ..Remark::default()
        };
        if is_theirs {
            return silent;
        }
        let sentences: Option<Vec<String>> = claims
            .iter()
            .map(|claim| wording::sentence(claim, person, step.mover()))
            .collect();
        // Every claim chosen has a form for its person; without one we say nothing.
        let Some(sentences) = sentences else {
            return silent;
        };
        let variation = self.variation(step, verdict, existing, &claims);
        let words = wording::join(&sentences);
        Remark {
            sentences,
            words,
            nag,
            variation,
            drawing: arrows::drawing(&claims, person, step),
            claims,
            causes: Vec::new(),
            is_blamed,
        }
    }

    fn always(&self, ply: usize, step: &Step, verdict: &Verdict) -> Always {
        let mates = facts::mates(step);
        let last = if mates {
            Some(Claim::Checkmate)
        } else {
            self.has_mate(ply, verdict)
        };
        let takes_loose = if last.is_none() {
            facts::takes_loose(step)
        } else {
            None
        };
        Always {
            first: takes_loose
                .into_iter()
                .chain(facts::promotes(step))
                .collect(),
            had_mate: if mates { None } else { had_mate(step, verdict) },
            last,
        }
    }

    /// `has-mate`: the move was played into a mate, which is news.
    fn has_mate(&self, ply: usize, verdict: &Verdict) -> Option<Claim> {
        let n = verdict.mates_in().filter(|&n| n > 1)?;
        let had_it = ply
            .checked_sub(2)
            .and_then(|before| self.game.verdicts.get(before)?.as_ref())
            .is_some_and(|verdict| verdict.mates_in().is_some());
        (!had_it && !self.allowed_mate).then_some(Claim::HasMate { n })
    }

    /// Whether a class below good is held against the move, in NAG and words alike:
    /// in the first eight moves only for a capture, a line or a mate, and a pawn
    /// offered there is taken for a gambit unless the judge calls it a blunder.
    fn is_held_against(&self, step: &Step, verdict: &Verdict, graded: &[Claim]) -> bool {
        let first_eight = self.game.from_standard_start && step.before.fullmoves().get() <= 8;
        !first_eight
            || graded.iter().any(|claim| match *claim {
                Claim::CaptureAllowed { piece, .. } => {
                    piece != Role::Pawn || verdict.class == Class::Blunder
                }
                Claim::HadMate { .. } | Claim::AllowsMate { .. } => true,
                ref line if line.is_allowed_line() || line.is_missed_line() => {
                    !choice::is_about_a_pawn(line) || verdict.class == Class::Blunder
                }
                _ => false,
            })
    }

    /// The ordinary sentences of a move, if their turn has come. Of a side that is
    /// not graded aloud, only attacks on the side spoken to.
    fn ordinary(
        &self,
        ply: usize,
        step: &Step,
        verdict: &Verdict,
        graded_aloud: bool,
        has_sentence: bool,
    ) -> Vec<Claim> {
        let mates = verdict.played.mate_in().is_some();
        if mates || !self.turns(step.mover()).has_come(ply) || choice::is_decided(verdict) {
            return Vec::new();
        }
        if !graded_aloud {
            return facts::threatens_mate(step)
                .or_else(|| choice::attack(step, verdict))
                .into_iter()
                .collect();
        }
        let early = choice::is_early(step, self.game.from_standard_start);
        let standing = self.new_standing(step, verdict);
        let was_threatened = self.threatened_mate;
        match choice::group(step, verdict, self.earlier.as_ref(), was_threatened, early) {
            Some(group) if !group.needs_standing || standing.is_some() => {
                group.claims.into_iter().chain(standing).collect()
            }
            _ if has_sentence => standing.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn new_standing(&self, step: &Step, verdict: &Verdict) -> Option<Claim> {
        choice::is_new_standing(standing_after(step, verdict), self.said_standing)
            .then(|| standing(step, verdict))
    }

    fn variation(
        &self,
        step: &Step,
        verdict: &Verdict,
        existing: &Existing,
        claims: &[Claim],
    ) -> Option<String> {
        let wanted = claims.iter().any(Claim::names_better_move)
            && !existing.variation
            && verdict.best_move != step.mv;
        let text = wanted.then(|| {
            san::line(
                &step.before,
                &verdict.best_line,
                usize::from(self.settings.lines),
            )
        })?;
        (!text.is_empty()).then_some(text)
    }

    fn remember(&mut self, ply: usize, step: &Step, verdict: &Verdict, remark: &Remark) {
        self.allowed_mate = remark
            .claims
            .iter()
            .any(|claim| matches!(claim, Claim::AllowsMate { .. }));
        self.threatened_mate = remark
            .claims
            .iter()
            .any(|claim| matches!(claim, Claim::ThreatensMate { .. }));
        if remark.claims.iter().any(Claim::is_ordinary) {
            let turns = self.turns_mut(step.mover());
            turns.last = Some(ply);
            turns.count += 1;
        }
        if remark
            .claims
            .iter()
            .any(|claim| matches!(claim, Claim::Standing { .. }))
        {
            self.said_standing = standing_after(step, verdict);
        }
    }

    fn turns(&self, side: Color) -> Turns {
        self.ordinary[side.fold_wb(0, 1)]
    }

    fn turns_mut(&mut self, side: Color) -> &mut Turns {
        &mut self.ordinary[side.fold_wb(0, 1)]
    }
}

fn standing_after(step: &Step, verdict: &Verdict) -> Standing {
    Standing::of_white(verdict.played.seen_by_white(step.mover()).value())
}

/// `standing`: who stands better after a move.
pub(super) fn standing(step: &Step, verdict: &Verdict) -> Claim {
    let now = standing_after(step, verdict);
    Claim::Standing {
        holder: now.side.map(|side| {
            if side == step.mover() {
                Holder::Mover
            } else {
                Holder::Other
            }
        }),
        standing: now.band,
    }
}

/// The sentences that are always said, around whatever else is.
struct Always {
    /// `takes-loose`, `promotes`.
    first: Vec<Claim>,
    /// `had-mate`.
    had_mate: Option<Claim>,
    /// `has-mate` or `checkmate`.
    last: Option<Claim>,
}

impl Always {
    fn around(&self, middle: Vec<Claim>) -> Vec<Claim> {
        self.first
            .iter()
            .cloned()
            .chain(middle)
            .chain(self.last.clone())
            .collect()
    }

    fn word_count(&self, person: Person, mover: Color) -> usize {
        wording::text(&self.around(Vec::new()), person, mover).map_or(0, |text| words_in(&text))
    }
}

/// `had-mate`: a mate was there and is gone, or there was one in one and it is only
/// longer now.
pub(super) fn had_mate(step: &Step, verdict: &Verdict) -> Option<Claim> {
    let n = verdict.had_mate_in()?;
    let missed = verdict.loses_mate() || n == 1;
    let names_it = verdict.best_move != step.mv && step.before.is_legal(verdict.best_move);
    (missed && names_it).then(|| Claim::HadMate {
        n,
        mv: san::numbered(&step.before, verdict.best_move),
    })
}

/// The grading of one move below good.
struct Grade<'a> {
    person: Person,
    step: &'a Step,
    verdict: &'a Verdict,
    cause: Option<&'a Claim>,
}

impl Grade<'_> {
    /// What stands between the always sentences: `had-mate` alone, or grade, cause
    /// and better move; nothing where an inaccuracy has its NAG alone.
    fn middle(&self, always: &Always, with_grade: bool) -> Vec<Claim> {
        if let Some(had_mate) = &always.had_mate {
            return vec![had_mate.clone()];
        }
        let speaks = self.verdict.class != Class::Inaccuracy
            || self
                .cause
                .is_some_and(|cause| choice::inaccuracy_matters(cause, self.verdict));
        if !speaks {
            return Vec::new();
        }
        let mut claims = Vec::new();
        if with_grade {
            claims.push(grade(self.verdict, self.cause.is_some()));
        }
        claims.extend(self.cause.cloned());
        if !self.cause.is_some_and(Claim::names_better_move) {
            let said = always.word_count(self.person, self.step.mover())
                + wording::text(&claims, self.person, self.step.mover())
                    .map_or(0, |text| words_in(&text));
            claims.extend(self.better(said));
        }
        claims
    }

    /// `better`, a capture in words too if the text then has at most 22 words.
    fn better(&self, words_before: usize) -> Option<Claim> {
        let (step, best_move) = (self.step, self.verdict.best_move);
        if best_move == step.mv
            || self.verdict.best <= self.verdict.played
            || !step.before.is_legal(best_move)
        {
            return None;
        }
        let mv = san::numbered(&step.before, best_move);
        let with_words = san::in_words(best_move).map(|words| Claim::Better {
            mv: mv.clone(),
            words: Some(words),
        });
        with_words
            .filter(|claim| {
                wording::sentence(claim, self.person, step.mover())
                    .is_some_and(|sentence| words_before + words_in(&sentence) <= MOST_WORDS)
            })
            .or(Some(Claim::Better { mv, words: None }))
    }
}

/// A text that says a capture in words has at most so many words.
const MOST_WORDS: usize = 22;

/// The cost in pawns is said up to this, in centipawns.
const DEAREST: i32 = 500;

fn words_in(text: &str) -> usize {
    text.split_ascii_whitespace().count()
}

/// The grade sentence: who is still winning, or the class, with its cost where
/// that means something.
pub(super) fn grade(verdict: &Verdict, runs_on: bool) -> Claim {
    if let Some(winner) = still_winning(verdict) {
        return match winner {
            Holder::Mover => Claim::Still {
                holder: winner,
                but: runs_on,
            },
            Holder::Other => Claim::Still {
                holder: winner,
                but: false,
            },
        };
    }
    let inside = |score: Score| score.clamped().abs() < Score::CLAMP;
    let class = verdict.class;
    HalfPawns::nearest(verdict.cost)
        .filter(|_| verdict.cost <= DEAREST && inside(verdict.best) && inside(verdict.played))
        .map_or(Claim::Class { class }, |pawns| Claim::ClassCost {
            class,
            pawns,
        })
}

/// The side that is winning whatever the move did.
pub(super) fn still_winning(verdict: &Verdict) -> Option<Holder> {
    let winner = |score: Score| {
        let winning = Band::of(score.value().saturating_abs()) == Band::Winning;
        winning.then_some(if score.value() > 0 {
            Holder::Mover
        } else {
            Holder::Other
        })
    };
    winner(verdict.best).filter(|&holder| winner(verdict.played) == Some(holder))
}

fn without_grade(claims: &[Claim]) -> Vec<Claim> {
    claims
        .iter()
        .filter(|claim| !claim.is_grade())
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{game, position, project_file, steps, verdict};
    use super::*;

    /// One graded move: FEN, move, best, played, best line, reply line.
    struct Graded<'a> {
        fen: &'a str,
        uci: &'a str,
        best: &'a str,
        played: &'a str,
        line: &'a str,
        replies: &'a str,
    }

    const QUEEN_TAKES_PAWN: Graded<'static> = Graded {
        fen: "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3",
        uci: "h5e5",
        best: "35",
        played: "-880",
        line: "f1c4 g8f6",
        replies: "c6e5",
    };

    impl Graded<'_> {
        fn game(&self) -> JudgedGame {
            let start = position(self.fen);
            let mut history = History::new(start.clone());
            history.push(super::super::testing::mv(&start, self.uci));
            let step = &steps(&history)[0];
            let verdict = verdict(step, self.best, self.played, self.line, self.replies);
            JudgedGame {
                history,
                verdicts: vec![Some(verdict)],
                existing: Vec::new(),
                from_standard_start: false,
            }
        }

        fn said_with(&self, existing: Existing, settings: VoiceSettings) -> Remark {
            let game = JudgedGame {
                existing: vec![existing],
                ..self.game()
            };
            speak(&game, &settings).remove(0)
        }

        fn said(&self) -> Remark {
            self.said_with(Existing::default(), VoiceSettings::default())
        }
    }

    fn student(side: Color) -> VoiceSettings {
        VoiceSettings {
            voice: Voice::Student,
            spoken_to: Some(side),
            ..VoiceSettings::default()
        }
    }

    /// A game with the same verdict for every ply: nothing lost, nothing gained.
    fn calm(history: History, value: &str) -> JudgedGame {
        let verdicts = steps(&history)
            .iter()
            .map(|step| {
                let value = if step.mover().is_white() {
                    value.to_owned()
                } else {
                    (-super::super::testing::score(value)).to_string()
                };
                Some(verdict(step, &value, &value, "", ""))
            })
            .collect();
        JudgedGame {
            history,
            verdicts,
            existing: Vec::new(),
            from_standard_start: false,
        }
    }

    fn verdict_of(game: &mut JudgedGame, ply: usize) -> &mut Verdict {
        game.verdicts[ply].as_mut().expect("a graded ply")
    }

    #[test]
    fn a_blunder_is_told_with_cause_and_better_move() {
        let remark = QUEEN_TAKES_PAWN.said_with(Existing::default(), student(Color::White));
        assert_eq!(
            remark.words,
            "Blunder. Black takes your queen on e5 with the knight, and you cannot take back. \
             Better was 3. Bc4."
        );
        assert_eq!(remark.nag, Some(4));
        assert_eq!(remark.variation.as_deref(), Some("3. Bc4 Nf6"));
        assert_eq!(remark.causes, ["capture-allowed", "wins"]);
        assert_eq!(remark.sentences.len(), 3);
    }

    #[test]
    fn the_other_side_s_blunder_is_not_told_to_the_student() {
        let remark = QUEEN_TAKES_PAWN.said_with(Existing::default(), student(Color::Black));
        assert!(remark.is_silent(), "{remark:?}");
    }

    #[test]
    fn an_assessment_of_theirs_keeps_nag_and_grade_out_but_not_cause_and_better_move() {
        let assessed = Existing {
            assessment: true,
            ..Existing::default()
        };
        let kept = QUEEN_TAKES_PAWN.said_with(assessed.clone(), VoiceSettings::default());
        assert_eq!(kept.nag, None);
        assert!(
            kept.words.starts_with("Black takes the queen on e5"),
            "{}",
            kept.words
        );
        assert!(kept.words.ends_with("Better was 3. Bc4."));
        let settings = VoiceSettings {
            existing: OnExisting::Ours,
            ..VoiceSettings::default()
        };
        let ours = QUEEN_TAKES_PAWN.said_with(assessed, settings);
        assert_eq!(ours, QUEEN_TAKES_PAWN.said());
    }

    #[test]
    fn words_that_stand_there_already_are_not_said_again() {
        let words = QUEEN_TAKES_PAWN.said().words;
        let without_grade = words.strip_prefix("Blunder. ").expect("a grade").to_owned();
        for (assessment, theirs) in [
            (false, words.clone()),
            (false, without_grade.clone()),
            (true, words),
            (true, without_grade),
        ] {
            let existing = Existing {
                assessment,
                words: vec!["A comment.".to_owned(), theirs],
                ..Existing::default()
            };
            let remark = QUEEN_TAKES_PAWN.said_with(existing, VoiceSettings::default());
            assert!(remark.is_silent(), "{remark:?}");
        }
        let existing = Existing {
            words: vec![String::new(), "Blunder.".to_owned()],
            ..Existing::default()
        };
        let remark = QUEEN_TAKES_PAWN.said_with(existing, VoiceSettings::default());
        assert_eq!(remark, QUEEN_TAKES_PAWN.said());
    }

    #[test]
    fn an_edited_move_is_left_to_its_editor() {
        let edited = Existing {
            edited: true,
            ..Existing::default()
        };
        let remark = QUEEN_TAKES_PAWN.said_with(edited, VoiceSettings::default());
        assert!(remark.is_silent());
    }

    #[test]
    fn a_variation_gives_way_to_theirs_and_to_the_limit() {
        let theirs = Existing {
            variation: true,
            ..Existing::default()
        };
        let remark = QUEEN_TAKES_PAWN.said_with(theirs, VoiceSettings::default());
        assert_eq!(remark.variation, None);
        for (lines, variation) in [(0, None), (1, Some("3. Bc4"))] {
            let settings = VoiceSettings {
                lines,
                ..VoiceSettings::default()
            };
            let remark = QUEEN_TAKES_PAWN.said_with(Existing::default(), settings);
            assert_eq!(remark.variation.as_deref(), variation);
        }
    }

    #[test]
    fn an_inaccuracy_speaks_only_of_the_board() {
        let quiet = Graded {
            best: "60",
            played: "0",
            replies: "g8e7",
            ..QUEEN_TAKES_PAWN
        };
        let remark = quiet.said();
        assert_eq!((remark.words.as_str(), remark.nag), ("", Some(6)));
        let loud = Graded {
            best: "60",
            played: "0",
            ..QUEEN_TAKES_PAWN
        };
        assert!(
            loud.said()
                .words
                .starts_with("Inaccuracy, about half a pawn. Black takes")
        );
    }

    #[test]
    fn a_price_is_named_inside_the_clamp_and_up_to_five_pawns() {
        for (best, played, grade) in [
            ("300", "-100", "Blunder, about four pawns. "),
            ("300", "-200", "Blunder, about five pawns. "),
            ("300", "-201", "Blunder. "),
            ("1000", "300", "Blunder. "),
            ("#3", "300", "White had mate in three: 3. Bc4."),
            ("360", "-20", "Blunder, about four pawns. "),
        ] {
            let graded = Graded {
                best,
                played,
                ..QUEEN_TAKES_PAWN
            };
            let words = graded.said().words;
            assert!(words.starts_with(grade), "{best} {played}: {words}");
        }
    }

    #[test]
    fn who_wins_still_wins() {
        let mover = Graded {
            best: "700",
            played: "355",
            ..QUEEN_TAKES_PAWN
        };
        let words = mover
            .said_with(Existing::default(), student(Color::White))
            .words;
        assert!(
            words.starts_with("You are still winning, but Black takes your queen"),
            "{words}"
        );
        let other = Graded {
            best: "-360",
            played: "-700",
            ..QUEEN_TAKES_PAWN
        };
        let words = other
            .said_with(Existing::default(), student(Color::White))
            .words;
        assert!(
            words.starts_with("Black is still winning. Black takes your queen"),
            "{words}"
        );
    }

    #[test]
    fn the_first_eight_moves_are_held_against_nobody_without_a_loss_or_a_mate() {
        let mut game = calm(game(&Chess::default(), "1. a3 e5"), "0");
        game.from_standard_start = true;
        verdict_of(&mut game, 0).class = Class::Mistake;
        verdict_of(&mut game, 0).best = Score::cp(300);
        assert!(speak(&game, &VoiceSettings::default())[0].is_silent());
        game.from_standard_start = false;
        assert_eq!(speak(&game, &VoiceSettings::default())[0].nag, Some(2));
        let mut loss = QUEEN_TAKES_PAWN.game();
        loss.from_standard_start = true;
        assert_eq!(speak(&loss, &VoiceSettings::default())[0].nag, Some(4));
    }

    #[test]
    fn a_pawn_offered_in_the_opening_is_a_gambit_unless_it_is_a_blunder() {
        let englund = Graded {
            fen: "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
            uci: "e7e5",
            best: "-20",
            played: "-90",
            line: "d7d5",
            replies: "d4e5",
        };
        let mut offered = englund.game();
        offered.from_standard_start = true;
        verdict_of(&mut offered, 0).class = Class::Mistake;
        assert!(speak(&offered, &VoiceSettings::default())[0].is_silent());
        verdict_of(&mut offered, 0).class = Class::Blunder;
        assert_eq!(speak(&offered, &VoiceSettings::default())[0].nag, Some(4));
        offered.from_standard_start = false;
        verdict_of(&mut offered, 0).class = Class::Mistake;
        assert_eq!(speak(&offered, &VoiceSettings::default())[0].nag, Some(2));
    }

    #[test]
    fn a_missed_mate_is_the_whole_grade() {
        let missed = Graded {
            fen: "6k1/5ppp/8/8/8/8/P7/4R1K1 w - - 0 35",
            uci: "a2a4",
            best: "#1",
            played: "250",
            line: "e1e8",
            replies: "h7h6",
        };
        let remark = missed.said_with(Existing::default(), student(Color::White));
        assert_eq!(remark.words, "You had mate in one: 35. Re8#.");
        assert_eq!(remark.nag, Some(4));
        let theirs = missed.said_with(Existing::default(), student(Color::Black));
        assert_eq!(theirs.words, "White had mate in one: 35. Re8#.");
        assert_eq!(theirs.nag, None);
    }

    #[test]
    fn a_mate_is_announced_once() {
        let start = position("7k/R7/8/8/8/8/8/1R5K w - - 0 1");
        let mut judged = calm(game(&start, "1. Rb6 Kg8 2. Rb8#"), "#2");
        verdict_of(&mut judged, 0).best = super::super::testing::score("#2");
        verdict_of(&mut judged, 2).best = super::super::testing::score("#1");
        verdict_of(&mut judged, 2).played = super::super::testing::score("#1");
        let words: Vec<String> = speak(&judged, &VoiceSettings::default())
            .into_iter()
            .map(|remark| remark.words)
            .collect();
        assert_eq!(words, ["White has mate in two.", "", "Checkmate."]);
    }

    /// The rook forks two loose knights with its first, third and fifth move.
    fn forks() -> History {
        let start = position("6k1/8/8/n6n/8/8/8/1R5K w - - 0 1");
        let moves = "1. Rb5 Kh8 2. Rb4 Kg8 3. Rb5 Kh8 4. Rb4 Kg8 5. Rb5";
        game(&start, moves)
    }

    const FORK: &str =
        "White's rook now attacks the knight on a5 and the knight on h5. Both are loose.";

    #[test]
    fn a_side_waits_three_moves_for_its_next_ordinary_sentence() {
        let words: Vec<String> = speak(&calm(forks(), "0"), &VoiceSettings::default())
            .into_iter()
            .map(|remark| remark.words)
            .collect();
        assert_eq!(words, [FORK, "", "", "", "", "", "", "", FORK]);
    }

    #[test]
    fn a_standing_is_said_once_and_only_after_a_sentence() {
        let words: Vec<String> = speak(&calm(forks(), "200"), &VoiceSettings::default())
            .into_iter()
            .map(|remark| remark.words)
            .collect();
        let with_standing = format!("{FORK} White is clearly better.");
        assert_eq!(words, [&with_standing, "", "", "", "", "", "", "", FORK]);
    }

    #[test]
    fn a_decided_game_has_no_ordinary_sentences() {
        for value in ["700", "-700", "#3"] {
            let game = calm(forks(), value);
            let remarks = speak(&game, &VoiceSettings::default());
            let ordinary = |remark: &Remark| remark.claims.iter().any(Claim::is_ordinary);
            assert!(!remarks.iter().any(ordinary), "{value}");
        }
    }

    #[test]
    fn better_is_put_in_words_only_where_the_text_stays_short() {
        let short = Graded {
            fen: "r3kb1r/p1npqp2/1p1P3p/2p1N3/8/P4p1P/1PP1Q1P1/R1B2RK1 w kq - 0 16",
            uci: "h3h4",
            best: "550",
            played: "100",
            line: "f1f3",
            replies: "f3e2",
        };
        let words = short.said().words;
        assert!(words.ends_with("Better was 16. Rxf3."), "{words}");
        let no_cause = Graded {
            line: "e5d7",
            replies: "e8d8",
            ..short
        };
        let words = no_cause.said().words;
        assert!(
            words.ends_with("Better was 16. Nxd7, knight takes pawn."),
            "{words}"
        );
        for text in [short.said().words, no_cause.said().words] {
            assert!(
                !text.ends_with("takes pawn.") || words_in(&text) <= 22,
                "{text}"
            );
        }
    }

    #[test]
    fn a_game_without_verdicts_has_no_remarks() {
        let mut judged = calm(game(&Chess::default(), "1. e4 e5"), "0");
        judged.verdicts.clear();
        assert!(speak(&judged, &VoiceSettings::default()).is_empty());
    }

    #[test]
    fn the_facts_of_the_golden_moves_are_found() {
        let golden: serde_json::Value =
            serde_json::from_str(&project_file("golden/moves.json")).expect("JSON");
        let mut found = 0;
        for entry in golden.as_array().expect("a list") {
            let text = |key: &str| entry[key].as_str().expect("text");
            let replies = match text("uci") {
                "h5e5" => "c6e5",
                "f4f3" => "d6e7",
                "d6e7" => "f3e2",
                _ => "",
            };
            let claims: Vec<Claim> =
                serde_json::from_value(entry["claims"].clone()).expect("claims");
            let start = position(text("fen"));
            let step = Step::new(&start, super::super::testing::mv(&start, text("uci")), None);
            let verdict = verdict(&step, text("best"), text("played"), "", replies);
            let mut facts = facts::attacks(&step);
            facts.extend(facts::promotes(&step));
            facts.extend(facts::takes_loose(&step));
            facts.extend(facts::rescues(&step));
            facts.extend(facts::guards(&step));
            facts.extend(facts::plain_fact(&step));
            facts.extend(
                super::super::reasons::of_move(&step)
                    .into_iter()
                    .map(|(claim, _)| claim),
            );
            facts.extend(causes(&step, &verdict));
            if facts::mates(&step) {
                facts.push(Claim::Checkmate);
            }
            for claim in claims.iter().filter(|claim| {
                claim.is_ordinary() && !matches!(claim, Claim::Standing { .. } | Claim::SaferKing)
                    || claim.is_board_cause()
                    || matches!(
                        claim,
                        Claim::Checkmate | Claim::Promotes { .. } | Claim::TakesLoose { .. }
                    )
            }) {
                // Of the two forms of a capture the golden move shows one; which is
                // written is the cause's affair.
                let same = |fact: &Claim| match (fact, claim) {
                    (
                        Claim::CaptureAllowed {
                            piece, square, by, ..
                        },
                        Claim::CaptureAllowed {
                            piece: p,
                            square: s,
                            by: b,
                            ..
                        },
                    ) => (piece, square, by) == (p, s, b),
                    _ => fact == claim,
                };
                assert!(
                    facts.iter().any(same),
                    "{}: {claim:?} in {facts:?}",
                    text("name")
                );
                found += 1;
            }
        }
        assert!(found >= 9, "{found}");
    }
}
