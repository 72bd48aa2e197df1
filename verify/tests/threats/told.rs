//! Who is told of a threat, its parrying and an offer, when, and in what company.

use crate::annotated::{Case, Said, good};

const NEUTRAL: &str = "evals=0 voice=neutral you=none students=-";

/// White threatens mate on h7, Black sees to it, and so again.
fn battery() -> Case {
    Case {
        fen: "5rk1/5ppp/8/8/8/3B4/1P6/2K1Q3 w - - 0 20",
        moves: "20. Qe4 g6 21. Qh4 h5 22. Qg5 Kg7",
        fields: NEUTRAL,
        said: vec![
            good(0, "White threatens mate: 21. Qxh7#."),
            good(1, "Black parries the threat of mate."),
        ],
    }
}

#[test]
fn a_threat_and_its_parrying_are_told_each_by_its_side() {
    battery().expect(&[]);
    battery()
        .with(&[good(0, "White parries the threat of mate.")])
        .expect(&[(0, "parries")]);
}

#[test]
fn nothing_is_parried_that_was_not_spoken_of() {
    battery()
        .with(&[good(1, "Black parries the threat of mate.")])
        .expect(&[(1, "parries")]);
    let later = [
        good(0, "White threatens mate: 21. Qxh7#."),
        good(3, "Black parries the threat of mate."),
    ];
    battery().with(&later).expect(&[(3, "parries")]);
}

#[test]
fn threats_wait_for_their_turn() {
    let again = [
        good(0, "White threatens mate: 21. Qxh7#."),
        good(2, "White threatens mate: 22. Qd8#."),
    ];
    battery().with(&again).expect(&[(2, "threatens-mate")]);
}

#[test]
fn a_fact_stands_alone_in_its_text() {
    let both = "White threatens mate: 21. Qxh7#. White offers the queen on e4, and it is sound.";
    battery().with(&[good(0, both)]).expect(&[(0, "sacrifice")]);
    let standing = "White threatens mate: 21. Qxh7#. White is slightly better.";
    battery().with(&[good(0, standing)]).expect(&[]);
}

#[test]
fn the_other_side_is_told_of_threats_alone() {
    let you = "evals=0 voice=student you=black students=b";
    let partner = "evals=0 voice=partner you=black students=b";
    let said = |first: &str, second: &str| [good(0, first), good(1, second)];
    let threat = "White threatens mate: 21. Qxh7#.";
    let parry = "You parry the threat of mate.";
    battery().asking(you).with(&said(threat, parry)).expect(&[]);
    let mine = said(
        "I threaten mate: 21. Qxh7#.",
        "You parry my threat of mate.",
    );
    battery().asking(partner).with(&mine).expect(&[]);
    // There is no form in which the opponent offers or parries.
    for words in [
        "White offers the bishop on d3, and it is sound.",
        "White parries the threat of mate.",
    ] {
        let wrong = battery().asking(you).with(&[good(0, words)]).wrong();
        assert!(
            wrong.iter().any(|(_, _, found)| found.contains("person")),
            "{wrong:?}"
        );
    }
    // Standing is none of what is said of the other side.
    let more = format!("{threat} White is slightly better.");
    let wrong = battery().asking(you).with(&[good(0, &more)]).wrong();
    assert!(
        wrong.iter().any(|(_, kind, _)| kind == "standing"),
        "{wrong:?}"
    );
}

#[test]
fn ordinary_facts_are_none_of_a_bad_move_or_of_a_mate() {
    let with = |tag, nag| Said {
        tag,
        nag,
        ..good(0, "White threatens mate: 21. Qxh7#.")
    };
    let wrong = battery()
        .with(&[with(("300", "-300", "blunder"), 4)])
        .wrong();
    assert!(
        wrong.iter().any(|(_, kind, _)| kind == "threatens-mate"),
        "{wrong:?}"
    );
    let mates = battery().with(&[with(("#2", "#2", "best"), 0)]).wrong();
    assert!(
        mates.iter().any(|(_, kind, _)| kind == "threatens-mate"),
        "{mates:?}"
    );
}

#[test]
fn an_offer_is_sound_if_nothing_is_better_and_nothing_lost() {
    let case = Case {
        fen: "6k1/5ppp/4p3/8/8/3B4/5PPP/3Q2K1 w - - 0 20",
        moves: "20. Bxh7+ Kxh7",
        fields: NEUTRAL,
        said: Vec::new(),
    };
    let offer = |best, played, class| {
        let words = "White offers the bishop on h7, and it is sound.";
        let tag = (best, played, class);
        case.with(&[Said {
            tag,
            ..good(0, words)
        }])
    };
    offer("50", "50", "best").expect(&[]);
    offer("0", "0", "best").expect(&[]);
    offer("50", "49", "best").expect(&[(0, "sacrifice")]);
    offer("-1", "-1", "best").expect(&[(0, "sacrifice")]);
}
