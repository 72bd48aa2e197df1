//! What the tests of this room share.

use std::{fs, path::Path};

use shakmaty::{
    CastlingMode, Chess, Move, Position, Role, Square, fen::Fen, san::SanPlus, uci::UciMove,
};

use super::{
    EngineJudge, Judge, JudgedGame, Thresholds, Verdict,
    claim::{Chance, Claim, HalfPawns, Holder, Target},
    class::{self, Class},
    facts::{self, Step},
    judge::Proved,
    motif::{
        Course, Discovered, Motif, Pinned, Prey, Retake, Soon, Targets, Unguarded, Winning, Won,
    },
    standing::Band,
};
use crate::engine::{Graph, History, Limits, Score};

/// A file of the project, by its path from the root.
pub(crate) fn project_file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).expect("a file of the project")
}

/// The position of a FEN.
pub(crate) fn position(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .expect("a FEN")
        .into_position(CastlingMode::Standard)
        .expect("a legal position")
}

/// A legal move by its UCI text.
pub(crate) fn mv(position: &Chess, uci: &str) -> Move {
    uci.parse::<UciMove>()
        .expect("UCI")
        .to_move(position)
        .expect("a legal move")
}

/// Legal moves one after the other.
pub(crate) fn moves(position: &Chess, ucis: &str) -> Vec<Move> {
    let mut position = position.clone();
    ucis.split_whitespace()
        .map(|uci| {
            let mv = mv(&position, uci);
            position.play_unchecked(mv);
            mv
        })
        .collect()
}

/// One claim of every shape, each slot filled with the same text everywhere.
pub(crate) fn every_claim() -> Vec<Claim> {
    let mv = || "15... Qxd6".to_owned();
    let (piece, square, by) = (Role::Rook, Square::D5, Role::Knight);
    let class = Class::Mistake;
    let targets = [
        (Role::Rook, Square::D5),
        (Role::Bishop, Square::C7),
        (Role::Knight, Square::A8),
    ]
    .map(|(piece, square)| Target { piece, square });
    let mut claims = vec![
        Claim::Checkmate,
        Claim::HasMate { n: 3 },
        Claim::HadMate { n: 3, mv: mv() },
        Claim::AllowsMate { n: 3 },
        Claim::Promotes { new: Role::Queen },
        Claim::TakesLoose { piece, square },
        Claim::Class { class },
        Claim::ClassCost {
            class,
            pawns: HalfPawns::nearest(150).expect("a cost"),
        },
        Claim::Stalemate,
        Claim::CaptureAllowed {
            piece,
            square,
            by,
            retake: false,
        },
        Claim::CaptureAllowed {
            piece,
            square,
            by,
            retake: true,
        },
        Claim::ReplyAttacks {
            mv: mv(),
            piece,
            square,
        },
        Claim::ReplyChecks { mv: mv() },
        Claim::WorseRoom { mv: mv() },
        Claim::WorseKing { mv: mv() },
        Claim::WorsePawns { mv: mv() },
        Claim::Better {
            mv: mv(),
            words: None,
        },
        Claim::Better {
            mv: mv(),
            words: Some("queen takes pawn".to_owned()),
        },
        Claim::ThreatensMate { mv: mv() },
        Claim::Parries,
        Claim::Sacrifice { piece, square },
        Claim::Rescues {
            piece,
            from: Square::G2,
        },
        Claim::Guards { piece, square },
        Claim::Castles,
        Claim::Centre,
        Claim::OpenFile { file: 'd' },
        Claim::MoreRoom,
        Claim::SaferKing,
        Claim::BetterPawns,
        Claim::Standing {
            holder: None,
            standing: Band::AboutEqual,
        },
    ];
    for holder in [Holder::Mover, Holder::Other] {
        claims.push(Claim::Still { holder, but: false });
        claims.push(Claim::Still { holder, but: true });
        claims.push(Claim::Standing {
            holder: Some(holder),
            standing: Band::ClearlyBetter,
        });
    }
    claims.extend(every_line_claim());
    for from in [None, Some(Square::G2)] {
        for count in 1..=3 {
            claims.push(Claim::Attacks {
                by,
                from,
                targets: targets[..count].to_vec(),
            });
        }
    }
    claims
}

/// One claim of every shape that rests on a line.
fn every_line_claim() -> Vec<Claim> {
    let line = || "15... Qxd6".to_owned();
    let (piece, square) = (Role::Rook, Square::D5);
    let target = Target { piece, square };
    let other = Target {
        piece: Role::Bishop,
        square: Square::C7,
    };
    let targets = || Targets {
        targets: vec![target, other],
        line: line(),
    };
    let prey = || Prey {
        piece,
        square,
        line: line(),
    };
    let mut motifs = vec![
        Motif::Fork(targets()),
        Motif::Skewer(targets()),
        Motif::Trap(prey()),
        Motif::RemovesGuard(prey()),
        Motif::Unguards(Unguarded {
            by: Role::Knight,
            piece,
            square,
            line: line(),
        }),
        Motif::Promotion(Course { line: line() }),
        Motif::Recapture(Retake {
            square,
            line: line(),
        }),
    ];
    for won in [
        Won::Loose(target),
        Won::Piece(target),
        Won::Exchange,
        Won::Pawn,
        Won::Material,
    ] {
        motifs.push(Motif::Wins(Winning { won, line: line() }));
    }
    for behind in [None, Some(Role::Queen)] {
        motifs.push(Motif::Pin(Pinned {
            piece,
            square,
            behind,
            line: line(),
        }));
    }
    for target in [None, Some(target)] {
        motifs.push(Motif::Discovery(Discovered {
            target,
            line: line(),
        }));
        motifs.push(Motif::Soon(Soon { mv: line(), target }));
    }
    [Chance::Allowed, Chance::Missed]
        .into_iter()
        .flat_map(|chance| {
            motifs
                .clone()
                .into_iter()
                .filter_map(move |motif| Claim::of_motif(chance, motif))
        })
        .collect()
}

/// A game from a start position, its moves in SAN (numbers allowed), as far as
/// they are legal.
pub(crate) fn game(start: &Chess, san: &str) -> History {
    let mut history = History::new(start.clone());
    for word in san.split_whitespace() {
        let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        if word.is_empty() || word == "*" || word == "-0" || word == "-1" {
            continue;
        }
        let san: SanPlus = word.parse().expect("SAN");
        let mv = san.san.to_move(history.position()).expect("a legal move");
        history.push(mv);
    }
    history
}

/// A game of the corpora: its moves, by file and place.
pub(crate) fn corpus_game(file: &str, index: usize) -> History {
    let text = project_file(&format!("corpora/{file}"));
    let games: Vec<&str> = text.split("[Event ").skip(1).collect();
    let game_text = games.get(index).expect("a game of the corpus");
    let start = game_text
        .lines()
        .find_map(|line| line.strip_prefix("[FEN \"")?.strip_suffix("\"]"))
        .map_or_else(Chess::default, position);
    let moves: Vec<&str> = game_text
        .lines()
        .skip(1)
        .filter(|line| !line.starts_with('['))
        .collect();
    let mut moves = moves.join(" ");
    for result in ["1-0", "0-1", "1/2-1/2"] {
        if let Some(rest) = moves.trim_end().strip_suffix(result) {
            moves = rest.to_owned();
        }
    }
    game(&start, &moves)
}

/// Each step of a game.
pub(crate) fn steps(history: &History) -> Vec<Step> {
    let mut position = history.start().clone();
    let mut previous = None;
    history
        .moves()
        .iter()
        .map(|&mv| {
            let step = Step::new(&position, mv, previous);
            previous = Some(mv);
            position = step.after.clone();
            step
        })
        .collect()
}

/// A game judged by the engine at a depth.
pub(crate) fn judged(history: History, depth: u8) -> JudgedGame {
    let limits = Limits {
        depth,
        nodes: Some(100_000),
    };
    let mut judge = EngineJudge::new(&Graph::clean(), limits, Thresholds::default());
    let studies: Vec<_> = (0..=history.moves().len())
        .map(|ply| judge.analyse(&history.prefix(ply)))
        .collect();
    let verdicts = history
        .moves()
        .iter()
        .enumerate()
        .map(|(ply, &mv)| {
            let before = history.prefix(ply);
            Some(judge.verdict(&before, mv, &studies[ply], &studies[ply + 1]))
        })
        .collect();
    let from_standard_start = *history.start() == Chess::default();
    JudgedGame {
        history,
        verdicts,
        existing: Vec::new(),
        from_standard_start,
    }
}

/// A score by its text: `35`, `-120`, `#3`, `#-2`.
pub(crate) fn score(text: &str) -> Score {
    match text.strip_prefix('#') {
        None => Score::cp(text.parse().expect("centipawns")),
        Some(moves) => {
            let moves: i32 = moves.parse().expect("moves to mate");
            if moves > 0 {
                Score::new(Score::MATE - (2 * moves - 1))
            } else {
                Score::new(-(Score::MATE + 2 * moves))
            }
        }
    }
}

/// A verdict as a judge at depth 6 could give it: the best move and the replies in
/// UCI; an empty best move is the move played.
pub(crate) fn verdict(step: &Step, best: &str, played: &str, line: &str, replies: &str) -> Verdict {
    let (best, played) = (score(best), score(played));
    let mut best_line = moves(&step.before, line);
    if best_line.is_empty() {
        best_line.push(step.mv);
    }
    Verdict {
        depth: 6,
        requested: 6,
        best,
        played,
        cost: class::cost(best, played),
        class: Class::of(best, played, facts::mates(step), Thresholds::default()),
        best_move: best_line[0],
        best_line,
        reply_line: moves(&step.after, replies),
        nodes: 0,
        proved: Proved::BOTH,
    }
}
