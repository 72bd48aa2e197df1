//! The examples of the book of claims: what it calls true we can say, and what it
//! calls false we never do.

use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};

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
                step: Step::new(&before, mv, None),
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
        claims.extend(facts::rescues(step));
        claims.extend(facts::guards(step));
        claims.extend(facts::plain_fact(step));
        claims.extend(reasons::of_move(step).into_iter().map(|(claim, _)| claim));
        let uci = |mv| UciMove::from_standard(mv).to_string();
        let mut replies: Vec<String> = step.after.legal_moves().into_iter().map(uci).collect();
        replies.push(String::new());
        for best in step.before.legal_moves().into_iter().map(uci) {
            for reply in &replies {
                let verdict = verdict(step, &self.best, &self.played, &best, reply);
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
