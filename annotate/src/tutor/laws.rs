//! Laws of speaking, tried on random games with random verdicts: nothing panics,
//! whatever is said can be said, and the rules of quiet hold.

use proptest::prelude::*;
use shakmaty::{Chess, Color, Move, Position};

use super::{
    Claim, Existing, JudgedGame, OnExisting, Thresholds, Verdict, Voice, VoiceSettings,
    class::{self, Class},
    facts::{self, Step},
    judge::Proved,
    quiet::speak,
    testing::{position, steps},
};
use crate::engine::{History, Score};

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/P3k3/8/2pP4/8/5K2/5p2/8 w - c6 0 40",
    "4k3/8/8/8/8/5q2/8/4K2R b K - 10 30",
];

fn pick(position: &Chess, choice: u16) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[usize::from(choice) % moves.len()])
}

fn line(position: &Chess, choices: &[u16]) -> Vec<Move> {
    let mut position = position.clone();
    choices
        .iter()
        .map_while(|&choice| {
            let mv = pick(&position, choice)?;
            position.play_unchecked(mv);
            Some(mv)
        })
        .collect()
}

fn score(seed: i32) -> Score {
    match seed.rem_euclid(8) {
        0 => Score::new(Score::MATE - seed.rem_euclid(9) - 1),
        1 => Score::new(-(Score::MATE - seed.rem_euclid(9) - 2)),
        _ => Score::cp(seed % 700),
    }
}

fn judge(step: &Step, seeds: &[u16; 6]) -> Verdict {
    let (one, other) = (
        score(i32::from(seeds[0]) - 30_000),
        score(i32::from(seeds[1]) - 30_000),
    );
    let (best, played) = (one.max(other), one.min(other));
    let best_line = line(&step.before, &seeds[2..]);
    let best_line = if best_line.is_empty() {
        vec![step.mv]
    } else {
        best_line
    };
    Verdict {
        depth: 6,
        requested: 6,
        best,
        played,
        cost: class::cost(best, played),
        class: Class::of(best, played, facts::mates(step), Thresholds::default()),
        best_move: best_line[0],
        best_line,
        reply_line: line(&step.after, &seeds[1..5]),
        nodes: 0,
        proved: Proved {
            best: !seeds[4].is_multiple_of(3),
            played: !seeds[5].is_multiple_of(3),
        },
    }
}

fn settings(voice: u8) -> VoiceSettings {
    let (voice, spoken_to) = match voice % 5 {
        0 => (Voice::Neutral, None),
        1 => (Voice::Student, Some(Color::White)),
        2 => (Voice::Student, Some(Color::Black)),
        3 => (Voice::Partner, Some(Color::White)),
        _ => (Voice::Partner, Some(Color::Black)),
    };
    VoiceSettings {
        voice,
        spoken_to,
        existing: OnExisting::Keep,
        lines: 8,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn whatever_is_said_may_be_said(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<[u16; 7]>(), 1..60),
        voice in any::<u8>(),
        assessed in any::<bool>(),
    ) {
        let mut history = History::new(position(STARTS[start]));
        for choice in &choices {
            let Some(mv) = pick(history.position(), choice[6]) else { break };
            history.push(mv);
        }
        let steps = steps(&history);
        let verdicts: Vec<Option<Verdict>> = steps
            .iter()
            .zip(&choices)
            .map(|(step, seeds)| {
                let seeds = [seeds[0], seeds[1], seeds[2], seeds[3], seeds[4], seeds[5]];
                (!seeds[3].is_multiple_of(16)).then(|| judge(step, &seeds))
            })
            .collect();
        let game = JudgedGame {
            history,
            existing: vec![Existing { assessment: assessed, ..Existing::default() }; verdicts.len()],
            verdicts,
            from_standard_start: start == 0,
        };
        let settings = settings(voice);
        let remarks = speak(&game, &settings);
        prop_assert_eq!(remarks.len(), steps.len());
        let mut ordinary: [Option<usize>; 2] = [None, None];
        let mut standing = None;
        for (ply, ((remark, step), verdict)) in
            remarks.iter().zip(&steps).zip(&game.verdicts).enumerate()
        {
            let Some(verdict) = verdict else {
                prop_assert!(remark.is_silent() && remark.claims.is_empty());
                continue;
            };
            let said = |kind: &str| remark.claims.iter().any(|claim| claim.kind() == kind);
            let aloud = settings.spoken_to.is_none_or(|side| side == step.mover());
            prop_assert!(remark.words.is_ascii());
            let is_plain = !remark.words.contains(['{', '}', ';', '\n', '%']);
            prop_assert!(is_plain, "{}", remark.words);
            prop_assert_eq!(remark.words.is_empty(), remark.claims.is_empty());
            prop_assert_eq!(remark.claims.len(), remark.sentences.len());
            if let Some(nag) = remark.nag {
                prop_assert!(aloud && !assessed);
                prop_assert_eq!(Some(nag), verdict.class.nag());
            }
            if !aloud {
                for claim in &remark.claims {
                    prop_assert!(matches!(
                        claim.kind(),
                        "checkmate" | "has-mate" | "had-mate" | "promotes" | "takes-loose"
                            | "threatens-mate" | "attacks"
                    ), "{:?}", claim);
                }
            }
            prop_assert_eq!(said("checkmate"), facts::mates(step));
            prop_assert_eq!(said("promotes"), step.mv.is_promotion());
            if facts::takes_loose(step).is_some() {
                prop_assert!(said("takes-loose") || said("checkmate") || said("has-mate"));
            }
            if verdict.class.is_below_good() {
                prop_assert!(!aloud || remark.claims.iter().all(|claim| !claim.is_ordinary()));
                prop_assert!(!assessed || remark.claims.iter().all(|claim| !claim.is_grade()));
                if aloud && !assessed && verdict.class > Class::Inaccuracy && start != 0 {
                    prop_assert!(remark.nag.is_some() && !remark.words.is_empty());
                }
            } else {
                prop_assert!(remark.nag.is_none());
                prop_assert!(remark.claims.iter().all(|claim| !claim.is_grade() && !claim.is_board_cause()));
            }
            if remark.claims.iter().any(Claim::is_ordinary) {
                let last = &mut ordinary[step.mover().fold_wb(0, 1)];
                prop_assert!(last.is_none_or(|last| ply - last > 6));
                *last = Some(ply);
            }
            for (place, claim) in remark.claims.iter().enumerate() {
                if let Claim::Standing { holder, standing: band } = claim {
                    prop_assert!(place > 0);
                    let now = (holder.map(|holder| holder.color(step.mover())), *band);
                    prop_assert!(standing != Some(now));
                    standing = Some(now);
                }
            }
            if let Some(variation) = &remark.variation {
                prop_assert!(remark.claims.iter().any(Claim::names_better_move));
                let played = super::san::numbered(&step.before, step.mv);
                let begins_with_it =
                    *variation == played || variation.starts_with(&format!("{played} "));
                prop_assert!(!begins_with_it, "{}", variation);
            }
        }
    }
}
