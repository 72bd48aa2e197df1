//! Arrows, held to the sentences they stand beside.

use verify::{
    arrows::due,
    claim::Person,
    grammar::shipped,
    replay::{Ply, position},
    search::Line,
    told::Told,
};

use crate::annotated::{Case, Said, good};

const NEUTRAL: &str = "evals=0 arrows=1 voice=neutral you=none students=-";

/// The arrows of a text said of a move.
fn drawn(fen: &str, uci: &str, person: Person, text: &str) -> String {
    let position = position(fen.as_bytes()).unwrap();
    let uci: shakmaty::uci::UciMove = uci.parse().unwrap();
    let ply = Ply {
        played: uci.to_move(&position).unwrap(),
        line: Line::new(position),
    };
    let mut told = Told::silent(ply, person);
    told.sentences = shipped().read(text, person);
    assert!(told.claims().count() == told.sentences.len(), "{text}");
    due(&told, shipped()).join(" ")
}

const LOOSE: &str = "r3kb1r/p1npqp2/1p5p/2pPN3/5p2/P6P/1PP1Q1P1/R1B2RK1 w kq - 1 15";
const KNIGHT: &str = "4k3/8/8/4n3/8/8/5K2/2R5 b - - 0 1";
const FORK: &str = "6k1/5ppp/8/8/1n6/8/5PPP/R3K3 w - - 0 20";
const FORKED: &str = "r3k3/5ppp/8/1N6/8/8/5PPP/6K1 w - - 0 20";
const CASTLE: &str = "3rk2r/8/8/8/8/8/5PPP/4K2R w K - 0 5";
const BATTERY: &str = "5rk1/5ppp/8/8/8/3B4/1P6/2K1Q3 w - - 0 20";

#[test]
fn squares_are_marked_as_they_concern_the_reader() {
    let targets = "pawn now attacks the queen on e7 and the knight on c7. Both are loose.";
    for (person, whose, expected) in [
        (Person::Neutral, "White's", "[%csl Ge7,Gc7]"),
        (Person::You, "Your", "[%csl Ge7,Gc7]"),
    ] {
        assert_eq!(
            drawn(LOOSE, "d5d6", person, &format!("{whose} {targets}")),
            expected
        );
    }
    let one = "knight now attacks your loose rook on c1.";
    for (person, whose) in [(Person::They, "Black's"), (Person::IYou, "My")] {
        assert_eq!(
            drawn(KNIGHT, "e5d3", person, &format!("{whose} {one}")),
            "[%csl Rc1]"
        );
    }
    let from = "Your bishop on c1 now attacks the loose queen on e7.";
    assert_eq!(drawn(LOOSE, "d5d6", Person::You, from), "[%csl Ge7]");
    let guards = "You guard the loose knight on e5.";
    assert_eq!(drawn(LOOSE, "e2e3", Person::You, guards), "[%csl Ge5]");
    let taken = "White takes your loose queen on e7.";
    assert_eq!(drawn(LOOSE, "d5d6", Person::They, taken), "[%csl Re7]");
}

#[test]
fn a_forked_king_is_marked_where_it_stands() {
    let fork = "Black forks your king and your rook on a1: 20... Nc2+ 21. Kd2 Nxa1.";
    assert_eq!(
        drawn(FORK, "h2h3", Person::You, fork),
        "[%csl Re1,Ra1] [%cal Rb4c2]"
    );
    let fork = "I fork your king and your rook on a1: 20... Nc2+ 21. Kd2 Nxa1.";
    assert_eq!(drawn(FORK, "e1d1", Person::YouI, fork), "[%csl Rd1,Ra1]");
    let missed = "You had a fork of the king and the rook on a8: 20. Nc7+ Kd8 21. Nxa8.";
    assert_eq!(
        drawn(FORKED, "h2h3", Person::You, missed),
        "[%csl Ge8,Ga8] [%cal Gb5c7]"
    );
}

#[test]
fn lines_are_drawn_by_their_first_move() {
    let pin = "Black pins the bishop on e4 to the king: 20... Re8 21. h3 Rxe4+.";
    let fen = "3r2k1/8/8/8/4B3/8/P6P/4K3 w - - 0 20";
    assert_eq!(
        drawn(fen, "a2a3", Person::Neutral, pin),
        "[%csl Re4] [%cal Rd8e8]"
    );
    let soon = "Black has 20... Rd8, and soon wins the pawn on d4.";
    let fen = "r5k1/8/8/8/3P4/8/P6P/4K3 w - - 0 20";
    assert_eq!(
        drawn(fen, "a2a3", Person::Neutral, soon),
        "[%csl Rd4] [%cal Ra8d8]"
    );
    let soon = "White had 20. Rd1, soon winning the pawn on d5.";
    let fen = "4k3/p6p/8/3p4/8/8/8/R5K1 w - - 0 20";
    assert_eq!(
        drawn(fen, "g1h1", Person::Neutral, soon),
        "[%csl Gd5] [%cal Ga1d1]"
    );
    let promotes = "Black's pawn promotes: 20... c1=Q+.";
    let fen = "6k1/8/8/8/8/8/2p4P/5K2 w - - 0 20";
    assert_eq!(drawn(fen, "h2h4", Person::You, promotes), "[%cal Rc2c1]");
    let back = "You could have taken back on d5: 20. exd5.";
    let fen = "4k3/p6p/8/3n4/4P3/8/8/6K1 w - - 0 20";
    assert_eq!(
        drawn(fen, "g1h1", Person::You, back),
        "[%csl Gd5] [%cal Ge4d5]"
    );
}

#[test]
fn moves_are_drawn_from_the_position_they_are_made_in() {
    let castle = "5. O-O keeps your king safer.";
    assert_eq!(drawn(CASTLE, "h2h3", Person::You, castle), "[%cal Ge1g1]");
    let reply = "Black has 1... Nd3+, attacking the loose rook on c1.";
    let fen = "4k3/8/8/4n3/8/8/5K2/2R5 w - - 0 1";
    assert_eq!(
        drawn(fen, "f2e1", Person::Neutral, reply),
        "[%csl Rc1] [%cal Re5d3]"
    );
    for (person, words, expected) in [
        (
            Person::Neutral,
            "White threatens mate: 21. Qxh7#.",
            "[%cal Ge4h7]",
        ),
        (Person::You, "You threaten mate: 21. Qxh7#.", "[%cal Ge4h7]"),
        (
            Person::They,
            "White threatens mate: 21. Qxh7#.",
            "[%cal Re4h7]",
        ),
        (
            Person::YouI,
            "You threaten mate: 21. Qxh7#.",
            "[%cal Ge4h7]",
        ),
        (Person::IYou, "I threaten mate: 21. Qxh7#.", "[%cal Re4h7]"),
    ] {
        assert_eq!(drawn(BATTERY, "e1e4", person, words), expected, "{words}");
    }
    let mate = "White had mate in one: 35. Re8#.";
    let fen = "6k1/5ppp/8/8/8/8/P7/4R1K1 w - - 0 35";
    assert_eq!(drawn(fen, "a2a4", Person::Neutral, mate), "[%cal Ge1e8]");
    assert_eq!(drawn(fen, "a2a4", Person::They, mate), "[%cal Re1e8]");
}

#[test]
fn nothing_is_marked_twice_and_the_first_colour_stays() {
    let line = "You could have taken the loose knight on d5: 20. Rxd5. Better was 20. Rxd5.";
    let fen = "6k1/5ppp/8/3n4/8/8/3R2PP/6K1 w - - 0 20";
    assert_eq!(
        drawn(fen, "h2h3", Person::You, line),
        "[%csl Gd5] [%cal Gd2d5]"
    );
    let both = "White takes the loose knight on d5. Black can take the rook on d5 with the pawn.";
    assert_eq!(drawn(fen, "d2d5", Person::Neutral, both), "[%csl Gd5]");
}

#[test]
fn other_kinds_are_not_drawn() {
    for words in [
        "White offers the bishop on d3, and it is sound.",
        "White parries the threat of mate.",
        "White brings the loose queen from e1 to safety. White is winning.",
        "White's rook takes the open e-file. White's pieces gain room.",
        "White promotes to a queen.",
        "Blunder, about three pawns. White allows mate in two.",
        "White has mate in two.",
    ] {
        assert_eq!(
            drawn(BATTERY, "e1e4", Person::Neutral, words),
            "",
            "{words}"
        );
    }
}

/// A game with a threat and its arrow, and a blunder with three marks.
fn game() -> Case {
    Case {
        fen: "5rk1/5ppp/8/8/8/3B4/1P6/2K1Q3 w - - 0 20",
        moves: "20. Qe4 g6 21. Qd4 Rd8 22. Kc2 Rxd4",
        fields: NEUTRAL,
        said: vec![
            good(0, "White threatens mate: 21. Qxh7#. [%cal Ge4h7]"),
            blunder("[%csl Rd4] [%cal Gd4e4]"),
        ],
    }
}

fn blunder(arrows: &str) -> Said {
    let space = if arrows.is_empty() { "" } else { " " };
    let words = "Blunder, about five pawns. Black takes the queen on d4 with the rook, and White \
                 cannot take back. Better was 22. Qe4.";
    Said {
        ply: 4,
        tag: ("300", "-200", "blunder"),
        nag: 4,
        words: format!("{words}{space}{arrows}"),
    }
}

fn threat(words: &str) -> Case {
    let case = game();
    case.with(&[good(0, &format!("White threatens mate: 21. Qxh7#.{words}"))])
}

#[test]
fn arrows_that_are_due_are_right() {
    game().expect(&[]);
}

#[test]
fn any_other_arrows_are_wrong() {
    for (words, found) in [
        ("", "Ge4h7 missing"),
        (" [%cal Re4h7]", "Re4h7 for Ge4h7"),
        (" [%cal Ge4h8]", "Ge4h8 for Ge4h7"),
        (" [%cal Ge4h7,Ge4h7]", "they are written [%cal Ge4h7]"),
        (" [%cal Ge4h7,Gd3h7]", "Gd3h7 too much"),
        (" [%csl Gh7] [%cal Ge4h7]", "Gh7 too much"),
        (" [%csl ] [%cal Ge4h7]", " too much"),
        (
            " [%cal Ge4h7] [%cal Ge4h7]",
            "they are written [%cal Ge4h7]",
        ),
        ("[%cal Ge4h7]", ""),
        ("  [%cal Ge4h7]", ""),
    ] {
        let wrong = threat(words).wrong();
        if found.is_empty() {
            assert!(!wrong.is_empty(), "{words}");
            continue;
        }
        assert_eq!(
            wrong,
            [(0, "arrows".to_owned(), found.to_owned())],
            "{words}"
        );
    }
}

#[test]
fn squares_come_before_arrows_and_both_in_the_order_of_the_sentences() {
    for arrows in [
        "[%cal Gd4e4] [%csl Rd4]",
        "[%csl Gd4] [%cal Gd4e4]",
        "[%csl Rd4] [%cal Rd4e4]",
        "[%csl Rd4]",
        "[%cal Gd4e4]",
        "",
    ] {
        let case = game();
        let said = [case.said[0].clone(), blunder(arrows)];
        case.with(&said).expect(&[(4, "arrows")]);
    }
}

#[test]
fn an_eval_comes_after_the_arrows() {
    let evals = "evals=1 arrows=1 voice=neutral you=none students=-";
    let case = |words: &str| {
        let mut case = threat(words).asking(evals);
        let rest = (1..6).map(|ply| {
            let eval = if ply % 2 == 0 { "0.50" } else { "-0.50" };
            good(ply, &format!("[%eval {eval},2]"))
        });
        case.said.extend(rest);
        case
    };
    case(" [%cal Ge4h7] [%eval 0.50,2]").expect(&[]);
    let wrong = case(" [%eval 0.50,2] [%cal Ge4h7]").wrong();
    assert!(wrong.iter().any(|(_, kind, _)| kind == "eval"), "{wrong:?}");
    case(" [%cal Re4h7] [%eval 0.50,2]").expect(&[(0, "arrows")]);
}

#[test]
fn without_words_there_are_no_arrows() {
    let case = game();
    for words in ["[%cal Ge4h7]", "[%csl Gd4] [%cal Ge4h7]"] {
        case.with(&[good(0, words)]).expect(&[(0, "arrows")]);
    }
}

#[test]
fn arrows_are_drawn_only_where_they_were_asked_for() {
    let without = "evals=0 voice=neutral you=none students=-";
    game()
        .asking(without)
        .expect(&[(0, "arrows"), (4, "arrows")]);
    threat("").asking(without).expect(&[]);
}

#[test]
fn text_with_arrows_shares_a_comment_of_commands() {
    let mut case = game();
    case.moves = "20. Qe4 {[%csl Ya1] [%clk 0:01:02]} g6 21. Qd4 Rd8 22. Kc2 {[%cal Ra1a2]} Rxd4";
    case.expect(&[]);
    let said = [good(0, "White threatens mate: 21. Qxh7#. [%cal Ge4h8]")];
    case.with(&said).expect(&[(0, "arrows")]);
}

#[test]
fn what_a_person_adds_to_our_arrows_makes_the_text_his() {
    let text = game().text();
    let edited = text.replace("[%cal Ge4h7]", "[%cal Ge4h7,Ga1a2]");
    assert_ne!(text, edited);
    assert_eq!(
        verify::strip::strip(edited.as_bytes()).len(),
        game().original().len() + edited.len() - edited.replace(comment_of(&edited), "").len()
    );
}

/// The comment with the threat, its leading space included.
fn comment_of(text: &str) -> &str {
    let start = text.find(" { White threatens").unwrap();
    let end = start + text[start..].find('}').unwrap() + 1;
    &text[start..end]
}
