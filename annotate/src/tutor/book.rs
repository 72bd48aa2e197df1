//! The examples of the book of claims: what it calls true we can say, and what it
//! calls false we never do.

use shakmaty::{
    CastlingMode, Chess, Move, Position, Role, Square, fen::Fen, san::SanPlus, uci::UciMove,
};

use super::{
    Claim, JudgedGame, Person, Voice, VoiceSettings,
    causes::causes,
    facts::{self, Step},
    quiet::{grade, speak, standing},
    reasons,
    testing::{project_file, verdict},
    wording,
};
use crate::engine::History;

struct Example {
    kind: String,
    is_true: bool,
    step: Step,
    person: Person,
    sentence: String,
    best: String,
    played: String,
}

/// The examples of the book whose position is legal. Where an example states no
/// values, they are those of a blunder.
fn examples() -> Vec<Example> {
    let book = project_file("verify/CLAIMS.md");
    let (_, forms) = book.split_once("\n# 2 The forms\n").expect("section 2");
    let mut examples = Vec::new();
    for section in forms.split("\n## ").skip(1) {
        let kind = section.lines().next().expect("a heading");
        let blocks = section.split("```example\n").skip(1);
        for line in blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines()) {
            let cells: Vec<&str> = line.split(" | ").collect();
            let [truth, fen, uci, person, sentence, rest @ ..] = cells.as_slice() else {
                panic!("no example: {line}")
            };
            let fen: Fen = fen.parse().expect("a FEN");
            let Ok(before) = fen.into_position::<Chess>(CastlingMode::Standard) else {
                continue;
            };
            let mv = uci
                .parse::<UciMove>()
                .expect("UCI")
                .to_move(&before)
                .expect("legal");
            let (best, played) = match rest {
                [values] => values.split_once(' ').expect("best and played"),
                _ => ("900", "0"),
            };
            examples.push(Example {
                kind: kind.to_owned(),
                is_true: *truth == "true",
                step: Step::new(&before, mv, taken_before(sentence)),
                person: *Person::ALL
                    .iter()
                    .find(|known| known.as_str() == *person)
                    .expect("a person"),
                sentence: (*sentence).to_owned(),
                best: best.to_owned(),
                played: played.to_owned(),
            });
        }
    }
    examples
}

impl Example {
    /// Everything we could say of the move with these values, whatever the best
    /// move and the best reply were.
    fn sayable(&self) -> Vec<String> {
        let step = &self.step;
        let mut claims = facts::attacks(step);
        claims.extend(facts::threatens_mate(step));
        claims.extend(facts::parries(step));
        claims.extend(facts::rescues(step));
        claims.extend(facts::guards(step));
        claims.extend(facts::plain_fact(step));
        claims.extend(reasons::of_move(step).into_iter().map(|(claim, _)| claim));
        let uci = |mv| UciMove::from_standard(mv).to_string();
        let mut replies: Vec<String> = step.after.legal_moves().into_iter().map(uci).collect();
        replies.push(String::new());
        replies.extend(self.line_from(&step.after));
        let mut bests: Vec<String> = step.before.legal_moves().into_iter().map(uci).collect();
        bests.extend(self.line_from(&step.before));
        for best in &bests {
            for reply in &replies {
                let verdict = verdict(step, &self.best, &self.played, best, reply);
                if verdict.class.is_below_good() {
                    claims.push(grade(&verdict, true));
                    claims.push(grade(&verdict, false));
                    claims.extend(causes(step, &verdict));
                }
                claims.push(standing(step, &verdict));
                let mut history = History::new(step.before.clone());
                history.push(step.mv);
                let game = JudgedGame {
                    history,
                    verdicts: vec![Some(verdict)],
                    existing: Vec::new(),
                    from_standard_start: false,
                };
                claims.extend(speak(&game, &self.settings()).remove(0).claims);
            }
        }
        claims
            .iter()
            .filter_map(|claim: &Claim| wording::sentence(claim, self.person, step.mover()))
            .collect()
    }

    /// The line that the sentence names, in UCI, if it can be played from a position:
    /// of a line that wins something later, one of five moves that ends as it says.
    fn line_from(&self, position: &Chess) -> Option<String> {
        let sans: Vec<SanPlus> = self
            .sentence
            .trim_end_matches('.')
            .split([' ', ','])
            .skip_while(|word| !word.ends_with('.'))
            .filter(|word| !word.ends_with('.'))
            .map_while(|word| word.parse().ok())
            .collect();
        let mut end = position.clone();
        let mut line = Vec::new();
        for san in &sans {
            let mv = san.san.to_move(&end).ok()?;
            line.push(UciMove::from_standard(mv).to_string());
            end.play_unchecked(mv);
        }
        if line.is_empty() || !self.sentence.contains(" soon w") {
            return (!line.is_empty()).then(|| line.join(" "));
        }
        let square = self.sentence.trim_end_matches('.').split(' ').next_back()?;
        line.extend(taken_within(&end, square.parse().ok()?, 4)?);
        Some(line.join(" "))
    }

    fn settings(&self) -> VoiceSettings {
        let mover = self.step.mover();
        let (voice, spoken_to) = match self.person {
            Person::Neutral => (Voice::Neutral, None),
            Person::You => (Voice::Student, Some(mover)),
            Person::They => (Voice::Student, Some(mover.other())),
            Person::YouI => (Voice::Partner, Some(mover)),
            Person::IYou => (Voice::Partner, Some(mover.other())),
        };
        VoiceSettings {
            voice,
            spoken_to,
            ..VoiceSettings::default()
        }
    }
}

/// The move before that a sentence about taking back speaks of: any capture there.
fn taken_before(sentence: &str) -> Option<Move> {
    let (_, rest) = sentence.split_once("taken back on ")?;
    let square: Square = rest.get(..2)?.parse().ok()?;
    Some(Move::Normal {
        role: Role::Knight,
        from: Square::B6,
        capture: Some(Role::Knight),
        to: square,
        promotion: None,
    })
}

/// Moves of which the last, number `plies`, captures on `square` and none before.
fn taken_within(position: &Chess, square: Square, plies: usize) -> Option<Vec<String>> {
    for mv in position.legal_moves() {
        let takes = mv.is_capture() && mv.to() == square;
        let line = vec![UciMove::from_standard(mv).to_string()];
        if takes && plies == 1 {
            return Some(line);
        }
        if takes || plies == 1 || position.board().role_at(square).is_none() {
            continue;
        }
        let mut after = position.clone();
        after.play_unchecked(mv);
        if let Some(rest) = taken_within(&after, square, plies - 1) {
            return Some([line, rest].concat());
        }
    }
    None
}

#[test]
fn what_the_book_calls_true_can_be_said_and_what_it_calls_false_cannot() {
    let examples = examples();
    assert!(examples.len() > 40, "{}", examples.len());
    for example in examples {
        let said = example.sayable();
        assert_eq!(
            said.contains(&example.sentence),
            example.is_true,
            "{} ({}): {}",
            example.kind,
            if example.is_true { "true" } else { "false" },
            example.sentence
        );
    }
}
