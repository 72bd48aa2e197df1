//! Best lines by our own search. The board is agreed to here, so that what fails is
//! the line or what it costs; where Python is there, the checker judges it too.

use verify::finding::{Finding, Outcome};

use crate::annotated::{Agreeable, Case};

/// A claim that is true at a depth, and the same with lines that are legal and no
/// best ones.
struct Sample {
    kind: &'static str,
    fen: &'static str,
    moves: &'static str,
    depth: i32,
    words: &'static str,
    /// What is put for what, to make it false.
    not_best: &'static [(&'static str, &'static str)],
}

const SAMPLES: [Sample; 18] = [
    Sample {
        kind: "wins",
        fen: "6k1/5ppp/8/8/8/3b4/5PPP/5RK1 w - - 0 20",
        moves: "20. h3",
        depth: 3,
        words: "Black wins the exchange: 20... Bxf1.",
        not_best: &[("20... Bxf1", "20... Be4"), ("Bxf1", "Bxf1 21. Kh2 f6")],
    },
    Sample {
        kind: "fork",
        fen: "6k1/5ppp/8/8/1n6/8/5PPP/R3K3 w - - 0 20",
        moves: "20. f3",
        depth: 3,
        words: "Black forks the king and the rook on a1: 20... Nc2+ 21. Kf2 Nxa1.",
        not_best: &[
            ("Nc2+ 21. Kf2 Nxa1", "Nc2+ 21. Kd1 Nxa1"),
            ("Nc2+ 21. Kf2 Nxa1", "Nd3+ 21. Kd2 Nb4"),
        ],
    },
    Sample {
        kind: "pin",
        fen: "3r2k1/8/8/8/4B3/8/P6P/4K3 w - - 0 20",
        moves: "20. a3",
        depth: 3,
        words: "Black pins the bishop on e4 to the king: 20... Re8 21. Ke2 Rxe4+.",
        not_best: &[("Ke2", "h3"), ("Rxe4+", "Re7")],
    },
    Sample {
        kind: "pin",
        fen: "4r1k1/3p4/8/8/4B3/5P2/P6P/4K3 w - - 0 20",
        moves: "20. a3",
        depth: 3,
        words: "Black attacks the pinned bishop on e4: 20... d5 21. Kf2 dxe4.",
        not_best: &[("Kf2", "h3")],
    },
    Sample {
        kind: "skewer",
        fen: "r5k1/8/8/8/3K4/8/7P/3R4 w - - 0 20",
        moves: "20. h3",
        depth: 3,
        words: "Black skewers the king and the rook on d1: 20... Rd8+ 21. Ke5 Rxd1.",
        not_best: &[("Ke5", "Kc3")],
    },
    Sample {
        kind: "discovery",
        fen: "3q2k1/5ppp/3b4/8/3Q4/8/P4PPP/6K1 w - - 0 20",
        moves: "20. a3",
        depth: 3,
        words: "Black uncovers an attack on the queen on d4: 20... Bxh2+ 21. Kxh2 Qxd4.",
        not_best: &[("Kxh2", "Kf1")],
    },
    Sample {
        kind: "discovery",
        fen: "4r1k1/8/8/8/4n3/8/P6P/3QK3 w - - 0 20",
        moves: "20. a3",
        depth: 3,
        words: "Black has a discovered check: 20... Nc3+ 21. Kd2 Nxd1.",
        not_best: &[("Kd2 Nxd1", "Kf2 Nxd1+")],
    },
    Sample {
        kind: "trap",
        fen: "7k/8/p7/1pp5/8/1B6/P1P4P/4K3 w - - 0 20",
        moves: "20. h3",
        depth: 5,
        words: "Black traps the bishop on b3: 20... c4 21. Kf2 cxb3.",
        not_best: &[("Kf2", "h4")],
    },
    Sample {
        kind: "removes-guard",
        fen: "3r2k1/8/8/6b1/3N4/8/P2R3P/4K3 w - - 0 20",
        moves: "20. a3",
        depth: 3,
        words: "Black takes the guard of the knight on d4: 20... Bxd2+ 21. Kxd2 Rxd4+.",
        not_best: &[("Kxd2 Rxd4+", "Ke2 Rxd4")],
    },
    Sample {
        kind: "unguards",
        fen: "3r2k1/5pp1/7p/3N4/8/8/P5BP/2R1K3 w - - 0 20",
        moves: "20. Bh3",
        depth: 3,
        words: "White's bishop was guarding the knight on d5: 20... Rxd5.",
        not_best: &[("Rxd5", "Rb8")],
    },
    Sample {
        kind: "promotion",
        fen: "6k1/8/8/8/8/R7/2p4P/5K2 w - - 0 20",
        moves: "20. h4",
        depth: 3,
        words: "Black's pawn promotes: 20... c1=Q+.",
        not_best: &[("c1=Q+", "c1=R+")],
    },
    Sample {
        kind: "missed-wins",
        fen: "6k1/5ppp/8/3n4/8/8/3R2PP/6K1 w - - 0 20",
        moves: "20. h3",
        depth: 2,
        words: "White could have taken the loose knight on d5: 20. Rxd5.",
        not_best: &[("20. Rxd5", "20. Rd3")],
    },
    Sample {
        kind: "missed-fork",
        fen: "r3k3/5ppp/8/1N6/8/8/5PPP/6K1 w - - 0 20",
        moves: "20. h3",
        depth: 3,
        words: "White had a fork of the king and the rook on a8: 20. Nc7+ Ke7 21. Nxa8.",
        not_best: &[("Ke7", "Kf8"), ("Nxa8", "Nd5+")],
    },
    Sample {
        kind: "missed-pin",
        fen: "4k3/p6p/8/4b3/8/8/8/3R2K1 w - - 0 20",
        moves: "20. Kh1",
        depth: 3,
        words: "White could have pinned the bishop on e5 to the king: 20. Re1 Ke7 21. Rxe5+.",
        not_best: &[("Ke7", "a6")],
    },
    Sample {
        kind: "missed-skewer",
        fen: "3r4/7p/8/3k4/8/8/8/R5K1 w - - 0 20",
        moves: "20. Kh1",
        depth: 3,
        words: "White had a skewer of the king and the rook on d8: 20. Rd1+ Ke5 21. Rxd8.",
        not_best: &[("Ke5", "Ke6")],
    },
    Sample {
        kind: "missed-discovery",
        fen: "6k1/p4ppp/8/3q4/8/3B4/5PPP/3Q2K1 w - - 0 20",
        moves: "20. h3",
        depth: 3,
        words: "White could have uncovered an attack on the queen on d5: 20. Bxh7+ Kxh7 21. Qxd5.",
        not_best: &[("Kxh7", "Kf8")],
    },
    Sample {
        kind: "missed-guard",
        fen: "4k3/p2r3p/8/3n4/6B1/8/8/3R2K1 w - - 0 20",
        moves: "20. Kh1",
        depth: 3,
        words: "White could have taken the guard of the knight on d5: 20. Bxd7+ Kxd7 21. Rxd5+.",
        not_best: &[("Kxd7 21. Rxd5+", "Kf7 21. Rxd5")],
    },
    Sample {
        kind: "missed-promotion",
        fen: "8/2P4p/3k4/8/8/8/8/6K1 w - - 0 20",
        moves: "20. Kh1",
        depth: 3,
        words: "White could have promoted: 20. c8=Q.",
        not_best: &[("c8=Q", "c8=R")],
    },
];

const MISSED_TRAP: Sample = Sample {
    kind: "missed-trap",
    fen: "4k3/p1p4p/1b6/8/1PP5/P7/8/7K w - - 0 20",
    moves: "20. Kh2",
    depth: 4,
    words: "White could have trapped the bishop on b6: 20. c5 Ke7 21. cxb6.",
    not_best: &[("Ke7", "h6"), ("cxb6", "a4")],
};

const SOON_WINS: Sample = Sample {
    kind: "soon-wins",
    fen: "5kr1/p1p4p/4p1b1/4Pp2/5P2/1P2PK2/P1Pp4/7R w - - 0 38",
    moves: "38. Kf2",
    depth: 3,
    words: "Black has 38... Bh5, and soon wins material.",
    not_best: &[("38... Bh5", "38... c5"), ("38... Bh5", "38... d1=Q")],
};

const MISSED_SOON: Sample = Sample {
    kind: "missed-soon",
    fen: "r2qk1nr/1pp1ppbp/p7/3bP3/2p1Pp2/6P1/PPQN1P1P/3RKB1R w Kkq - 0 12",
    moves: "12. gxf4",
    depth: 3,
    words: "White had 12. Nxc4, soon winning the pawn on f4.",
    not_best: &[("12. Nxc4", "12. exd5"), ("12. Nxc4", "12. Bxc4")],
};

impl Sample {
    fn case(&self) -> Case {
        Case::new(self.fen, self.moves, self.depth, self.words)
    }
}

fn samples() -> Vec<Sample> {
    let mut samples: Vec<Sample> = SAMPLES.into();
    samples.extend([MISSED_TRAP, SOON_WINS, MISSED_SOON]);
    samples
}

#[test]
fn a_best_line_that_pays_is_proved() {
    for sample in samples() {
        let (outcome, found) = sample.case().outcome(&Agreeable, sample.kind);
        assert_eq!(outcome, Outcome::True, "{}: {found}", sample.words);
    }
}

#[test]
fn a_line_that_is_legal_and_no_best_one_is_caught() {
    for sample in samples() {
        for (words, others) in sample.not_best {
            let words = sample.words.replace(words, others);
            assert_ne!(words, sample.words);
            let case = sample.case().with(&words);
            let (outcome, found) = case.outcome(&Agreeable, sample.kind);
            assert_eq!(outcome, Outcome::False, "{words}: {found}");
            assert!(!found.contains("legal"), "{words}: {found}");
        }
    }
}

#[test]
fn a_line_that_is_not_legal_or_not_written_so_is_caught() {
    let sample = &SAMPLES[1];
    for (words, others) in [
        ("21. Kf2 Nxa1", "21. Kf2 Nxh1"),
        ("Nc2+", "Nc2"),
        ("21. Kf2", "22. Kf2"),
    ] {
        let case = sample.case().with(&sample.words.replace(words, others));
        let worst = case.findings(&Agreeable).iter().map(|f| f.outcome).max();
        assert!(worst >= Some(Outcome::False), "{}", case.words);
        let (outcome, _) = case.outcome(&Agreeable, "fork");
        assert_eq!(outcome, Outcome::False, "{}", case.words);
    }
}

#[test]
fn a_line_that_wins_more_than_the_move_costs_is_caught() {
    // The rook is lost for good, and the move costs nothing: it was lost before.
    let lost = Case::new(
        "3r2k1/5ppp/8/8/3N4/8/5PPP/6K1 w - - 0 20",
        "20. h3",
        3,
        "Black wins the knight on d4: 20... Rxd4.",
    );
    let (outcome, found) = lost.outcome(&Agreeable, "wins");
    assert_eq!(outcome, Outcome::False);
    assert!(found.contains("the line wins 3"), "{found}");
    // A trade nets nothing: what the move took is counted off.
    let trade = Case::new(
        "3r2k1/5ppp/8/8/3r4/2N5/5PPP/3R2K1 w - - 0 20",
        "20. Rxd4",
        3,
        "Black wins the rook on d4: 20... Rxd4.",
    );
    let (outcome, found) = trade.outcome(&Agreeable, "wins");
    assert_eq!(outcome, Outcome::False);
    assert!(found.contains("the line wins 0"), "{found}");
}

#[test]
fn a_piece_that_is_not_there_is_not_soon_won() {
    for (sample, words, others) in [
        (SOON_WINS, "material", "the pawn on a2"),
        (SOON_WINS, "material", "the knight on a2"),
        (MISSED_SOON, "pawn on f4", "rook on f4"),
        (MISSED_SOON, "pawn on f4", "pawn on f2"),
    ] {
        let case = sample.case().with(&sample.words.replace(words, others));
        let (outcome, _) = case.outcome(&Agreeable, sample.kind);
        assert_eq!(outcome, Outcome::False, "{}", case.words);
    }
}

fn faults<'a>(findings: &'a [Finding], words: &str) -> Vec<&'a str> {
    let false_ones = findings.iter().filter(|f| f.outcome == Outcome::False);
    false_ones
        .map(|finding| finding.found.as_str())
        .filter(|found| found.contains(words))
        .collect()
}

#[test]
fn one_of_the_first_eight_moves_may_have_a_line_cause() {
    const SPARED: &str = "first eight moves";
    // The queen comes out and is pinned down at once: 4. Qf3 hangs the knight.
    let mut case = Case::new("", "1. e4 e5 2. Nf3 Nc6 3. Nxe5 d6 4. d4", 3, "");
    case.ply = 4;
    let words = "Blunder. Better was 3. d4.";
    let findings = case.with(words).findings(&Agreeable);
    assert!(!faults(&findings, SPARED).is_empty(), "{findings:#?}");
    let words = "Blunder. Black wins the knight on e5: 3... Nxe5. Better was 3. d4.";
    let findings = case.with(words).findings(&Agreeable);
    assert_eq!(faults(&findings, SPARED), [""; 0], "{findings:#?}");
    assert_eq!(faults(&findings, "the NAG here is"), [""; 0]);
}

#[test]
fn an_inaccuracy_speaks_with_a_line_cause() {
    const SILENT: &str = "without a fact of the board";
    let mut case = SAMPLES[0].case();
    // Nothing but a blunder is more than an inaccuracy here.
    case.thresholds = "chances:0.01,0.99,1";
    let better = "Better was 20. Rd1.";
    let findings = case
        .with(&format!("Inaccuracy. {better}"))
        .findings(&Agreeable);
    assert!(!faults(&findings, SILENT).is_empty(), "{findings:#?}");
    let room = "Inaccuracy. 20. Rd1 leaves White's pieces more room.";
    let findings = case.with(room).findings(&Agreeable);
    assert!(!faults(&findings, SILENT).is_empty(), "{findings:#?}");
    let words = format!("Inaccuracy. {} {better}", SAMPLES[0].words);
    let findings = case.with(&words).findings(&Agreeable);
    assert_eq!(faults(&findings, SILENT), [""; 0], "{findings:#?}");
}

#[test]
fn there_is_one_cause_at_most() {
    let sample = &SAMPLES[1];
    let words = format!(
        "Blunder. {} Black wins the rook on a1: 20... Nc2+ 21. Kf2 Nxa1.",
        sample.words
    );
    let findings = sample.case().with(&words).findings(&Agreeable);
    assert_eq!(
        faults(&findings, "out of its place").len(),
        1,
        "{findings:#?}"
    );
}

#[test]
fn a_missed_chance_names_the_better_move_and_leads_the_variation() {
    let sample = samples()
        .into_iter()
        .find(|sample| sample.kind == "missed-fork")
        .unwrap();
    let mut case = sample.case().with(&format!("Blunder. {}", sample.words));
    case.variation = " (20. Nc7+ Ke7 21. Nxa8)".to_owned();
    let findings = case.findings(&Agreeable);
    assert_eq!(faults(&findings, "better"), [""; 0], "{findings:#?}");
    case.variation = " (20. Nd6+ Kd7)".to_owned();
    let findings = case.findings(&Agreeable);
    let variation = faults(&findings, "the better move is 20. Nc7+");
    assert_eq!(variation.len(), 1, "{findings:#?}");
    case.variation.clear();
    let twice = format!("{} Better was 20. Nc7+.", case.words);
    let findings = case.with(&twice).findings(&Agreeable);
    let named = faults(&findings, "the cause names the better move");
    assert_eq!(named.len(), 1, "{findings:#?}");
}

#[test]
fn a_missed_chance_is_not_the_move_that_was_played() {
    let case = Case::new(
        "r3k3/5ppp/8/1N6/8/8/5PPP/6K1 w - - 0 20",
        "20. Nc7+",
        3,
        "White had a fork of the king and the rook on a8: 20. Nc7+ Ke7 21. Nxa8.",
    );
    let (outcome, found) = case.outcome(&Agreeable, "missed-fork");
    assert_eq!(outcome, Outcome::False);
    assert!(found.contains("as good"), "{found}");
}

#[test]
fn a_recapture_needs_a_move_before_it() {
    let alone = Case::new("4k3/p6p/8/3n4/4P3/8/8/6K1 w - - 0 20", "20. Kh1", 3, "");
    let words = "White could have taken back on d5: 20. exd5.";
    let (outcome, found) = alone.with(words).outcome(&Agreeable, "missed-recapture");
    assert_eq!(outcome, Outcome::False);
    assert!(found.contains("no move of the game"), "{found}");
    let fen = "4k3/p6p/1n6/3P4/4P3/8/8/6K1 b - - 0 19";
    let mut case = Case::new(fen, "19... Nxd5 20. Kh1", 3, "");
    case.ply = 1;
    let (outcome, found) = case.with(words).outcome(&Agreeable, "missed-recapture");
    assert_eq!(outcome, Outcome::True, "{found}");
    let other = words.replace("20. exd5", "20. e5");
    let (outcome, found) = case.with(&other).outcome(&Agreeable, "missed-recapture");
    assert_eq!(outcome, Outcome::False, "{found}");
}

/// The same with the board judged, too.
#[cfg(feature = "python")]
mod with_the_board {
    use super::*;
    use crate::annotated::{CLEAN, SCALE};
    use verify::{
        audit::Audit,
        checker::{Answer, Checker, Request},
        grammar::shipped,
        mutate::mutate,
        python::Bridge,
    };

    struct Board(Bridge);

    impl Checker for Board {
        fn check(&self, requests: &[Request]) -> anyhow::Result<Vec<Answer>> {
            let answers = self.0.check(&serde_json::to_string(requests)?)?;
            Ok(serde_json::from_str(&answers)?)
        }
    }

    fn board() -> Option<Board> {
        match Bridge::open(None) {
            Ok(bridge) => Some(Board(bridge)),
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "{error}");
                None
            }
        }
    }

    #[test]
    fn every_kind_is_proved_whole() {
        let Some(board) = board() else { return };
        for sample in samples() {
            let (outcome, found) = sample.case().outcome(&board, sample.kind);
            assert_eq!(outcome, Outcome::True, "{}: {found}", sample.words);
        }
    }

    #[test]
    fn every_mutant_is_caught_or_true() {
        let Some(board) = board() else { return };
        let text: String = samples()
            .iter()
            .map(|sample| sample.case().text() + "\n")
            .collect();
        let mut audit = Audit::new(shipped(), SCALE, CLEAN, &[], &board).unwrap();
        audit.nodes = 2_000_000;
        let mutated = mutate(&mut audit, text.as_bytes(), 6, 1).unwrap();
        let kinds = samples().into_iter().map(|sample| sample.kind);
        for kind in kinds {
            let tally = mutated.tallies.get(kind).copied().unwrap_or_default();
            assert!(tally.caught > 0, "{kind}: {}", mutated.report());
            let missed = tally.made - tally.dropped - tally.caught;
            assert_eq!(missed, 0, "{kind}: {}", mutated.report());
        }
    }

    #[test]
    fn what_the_line_does_not_do_is_caught() {
        let Some(board) = board() else { return };
        let sample = &SAMPLES[1];
        for (kind, words) in [
            ("fork", sample.words.replace("rook on a1", "rook on h1")),
            ("fork", sample.words.replace("rook on a1", "queen on a1")),
            ("skewer", sample.words.replace("forks", "skewers")),
            (
                "pin",
                sample.words.replace(
                    "forks the king and the rook on a1",
                    "pins the rook on a1 to the king",
                ),
            ),
            (
                "discovery",
                sample.words.replace(
                    "forks the king and the rook on a1",
                    "has a discovered check",
                ),
            ),
            ("trap", sample.words.replace("forks the king and", "traps")),
            (
                "wins",
                sample
                    .words
                    .replace("forks the king and the rook on a1", "wins the exchange"),
            ),
        ] {
            let (outcome, found) = sample.case().with(&words).outcome(&board, kind);
            assert_eq!(outcome, Outcome::False, "{words}: {found}");
        }
    }
}
