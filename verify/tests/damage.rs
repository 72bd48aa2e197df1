//! Kinds of damage to an annotated text: none of them fatal, and none of them
//! taken for the truth.

use verify::{
    audit::{Audit, Grades},
    carrier::{Tag, seal},
    checker::NoChecker,
    evaluation::split_mix,
    finding::{Finding, Outcome},
    grammar::shipped,
    graph::{engine_hash, graph_hash},
    judge::{Class, Score},
    strip::strip,
};

const CLEAN: &[u8] = include_bytes!("../../annotate/graphs/clean.json");
const SCALE: &[u8] = include_bytes!("../../annotate/graphs/scale.json");

fn audit(text: &[u8]) -> Vec<Finding> {
    let mut audit = Audit::new(shipped(), SCALE, CLEAN, &[], &NoChecker).unwrap();
    audit.grades = Grades::All;
    audit.nodes = 20_000;
    audit.all_comments = true;
    let mut findings: Vec<Finding> = Vec::new();
    audit.run(text, Some(text), &mut findings).unwrap();
    findings
}

/// Two games with texts of ours, the record of the first one right.
fn sample() -> Vec<u8> {
    sample_of(&format!("graph={} depth=2 nodes=0", graph_hash(CLEAN, &[])))
}

/// The same with other words for the judge.
fn sample_of(judge: &str) -> Vec<u8> {
    let mut tag = Tag {
        depth: 2,
        best: Score::Centipawns(35),
        played: Score::Mate(-2),
        class: Class::Blunder,
        nag: 4,
        nag_length: 0,
        text_length: 0,
        variation_length: 0,
        check: String::new(),
    };
    let words =
        " { Blunder. You are still winning, but I can take your queen on e5 with the pawn. ";
    let text = seal(&mut tag, " $4", words, " }", " (2. Nf3)");
    let game = "[Event \"x\"]\n[FEN \"r3k2r/8/8/3q4/8/8/8/R3K2R w KQkq - 98 40\"]\n";
    let record = verify_record(judge);
    format!("{game}{record}\n\n40. Ra7 $4{text} (2. Nf3) Kf8 {{a}} ;b\n41. O-O+ *\n\n1. e4 (1. d4) e5 1/2-1/2\n")
        .into_bytes()
}

fn verify_record(judge: &str) -> String {
    let fields = format!(
        "[QuietVoice \"1 engine={} {judge} thresholds=chances:0.1,0.2,0.3 \
         existing=keep lines=4 evals=1 voice=partner you=white students=x graded=3 short=- \
         moves=0123456789ab text=01234567 check=",
        engine_hash(SCALE),
    );
    let check = verify::digest::sha256(format!("\n{fields}000000\"]").as_bytes(), 6);
    format!("{fields}{check}\"]")
}

#[test]
fn the_sample_is_read_and_not_believed() {
    let findings = audit(&sample());
    let failed = |kind: &str| {
        findings
            .iter()
            .any(|finding| finding.kind == kind && finding.outcome == Outcome::False)
    };
    for kind in ["record", "still", "grade", "better", "eval", "variation"] {
        assert!(failed(kind), "{kind}: {findings:#?}");
    }
}

#[test]
fn no_damage_is_fatal_and_stripping_settles() {
    let of_others = ["judge=evals", "judge=uci:01234567 nodes=3"];
    let mut samples = vec![sample()];
    samples.extend(of_others.map(sample_of));
    let pieces: Vec<&[u8]> = vec![
        b"[%qv 2,35,-20,good,0,0,3,0,abcdef]",
        b"{",
        b"}",
        b"(",
        b")",
        b"\n\n",
        b"\r\n",
        b";",
        b"%",
        b" $4",
        b"\xff",
        "\u{bd}".as_bytes(),
        b"depth=2147483647",
        b"#-400",
        b"1-0",
        b"0-0-0",
        b"[",
        b"\"]",
        b"You are ",
        b", but ",
        b"18446744073709551616",
        b" {[%eval #-2]}",
        b"[%eval 0.4",
        b"judge=evals",
        b" arrows=1",
        b" [%csl Rd4]",
        b" [%cal Ge4",
    ];
    let mut seed = 1;
    let mut lot = |limit: usize| {
        seed = split_mix(seed);
        (seed >> 16) as usize % limit.max(1)
    };
    for round in 0..600 {
        let mut text = samples[round % samples.len()].clone();
        for _ in 0..=lot(3) {
            let at = lot(text.len());
            match lot(4) {
                0 => {
                    text.remove(at);
                }
                1 => text[at] ^= 1 << lot(8),
                2 => {
                    let end = (at + lot(60)).min(text.len());
                    text.drain(at..end);
                }
                _ => {
                    let piece = pieces[lot(pieces.len())];
                    text.splice(at..at, piece.iter().copied());
                }
            }
        }
        audit(&text);
        let once = strip(&text);
        assert_eq!(strip(&once), once);
    }
}
