//! Every example of CLAIMS.md, judged by the value part and, where Python is
//! there, by the checker of the board.

use verify::{
    checker::{Answer, Request, ask},
    grammar::{Example, Sentence, shipped},
    judge::Scale,
    line_cause::LineCause,
    record::Record,
    replay::{Ply, position},
    rules::Rules,
    search::Line,
    told::Told,
};

const SCALE: &[u8] = include_bytes!("../../annotate/graphs/scale.json");
const RECORD: &str = "1 engine=01234567 graph=89abcdef depth=6 nodes=0 \
    thresholds=chances:0.1,0.2,0.35 existing=keep lines=6 evals=0 voice=neutral you=none \
    students=- graded=1 short=- moves=0123456789ab text=01234567 check=012345";

fn told(example: &Example) -> Told {
    let position = position(example.fen.as_bytes()).unwrap();
    let uci: shakmaty::uci::UciMove = example.uci.parse().unwrap();
    let ply = Ply {
        played: uci.to_move(&position).unwrap(),
        line: Line::new(position),
    };
    let mut told = Told::silent(ply, example.person);
    told.text.clone_from(&example.sentence);
    told.sentences = shipped().read(&example.sentence, example.person);
    told
}

/// What the value part says; `None` where there is none.
fn by_values(example: &Example, told: &Told) -> Result<(), String> {
    let Sentence::Claim(claim) = &told.sentences[0] else {
        panic!("unread: {}", example.sentence);
    };
    assert_eq!(claim.kind, example.kind, "{}", example.sentence);
    let Some((best, played)) = &example.values else {
        return Ok(());
    };
    let record = Record::parse(RECORD).unwrap();
    let scale = Scale::read(SCALE).unwrap();
    let rules = Rules {
        record: &record,
        is_standard: false,
        scale: Some(&scale),
        grammar: shipped(),
    };
    let (best, played) = (best.parse().unwrap(), played.parse().unwrap());
    rules.holds(claim, told, best, played, None)?;
    if claim.kind.rests_on_line() {
        LineCause::at(claim, std::slice::from_ref(told), 0).holds(best, played)?;
    }
    Ok(())
}

fn request(id: usize, told: Told) -> Option<Request> {
    let Sentence::Claim(claim) = told.sentences[0].clone() else {
        return None;
    };
    claim
        .kind
        .speaks_of_board()
        .then(|| ask(id, shipped(), &claim, &[told], 0))
}

#[cfg(feature = "python")]
fn by_board(requests: &[Request]) -> Option<Vec<Answer>> {
    let bridge = match verify::python::Bridge::open(None) {
        Ok(bridge) => bridge,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{error}");
            return None;
        }
    };
    let answers = bridge
        .check(&serde_json::to_string(requests).unwrap())
        .unwrap();
    Some(serde_json::from_str(&answers).unwrap())
}

#[cfg(not(feature = "python"))]
fn by_board(_: &[Request]) -> Option<Vec<Answer>> {
    None
}

#[test]
fn every_example_of_the_contract_is_judged_as_it_says() {
    let examples = &shipped().examples;
    let requests: Vec<Request> = examples
        .iter()
        .enumerate()
        .filter_map(|(id, example)| request(id, told(example)))
        .collect();
    let board = by_board(&requests);
    for (id, example) in examples.iter().enumerate() {
        let values = by_values(example, &told(example));
        let answer = board
            .as_ref()
            .and_then(|answers| answers.iter().find(|answer| answer.id == id));
        let board_denies = answer.is_some_and(|answer| answer.outcome == "false");
        if example.holds {
            assert_eq!(values, Ok(()), "{}", example.sentence);
            assert!(!board_denies, "{}: {answer:?}", example.sentence);
        } else if board.is_some() || !example.kind.speaks_of_board() {
            assert!(
                values.is_err() || board_denies,
                "{}: {answer:?}",
                example.sentence
            );
        }
    }
}
