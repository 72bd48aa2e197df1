//! Why a move was bad: the causes, in their order.

use shakmaty::{Chess, Move, Position, Square};

use super::{
    captures::{is_loosable, takers, worth},
    claim::{Claim, Target},
    facts::{self, Step},
    judge::Verdict,
    reasons, san,
};

/// All causes that hold of a move, the one to be said first.
///
/// A reply is always the first move of the judge's line after the move played,
/// and a capture is a cause only if the taker is up in material at the end of
/// that line, or where exchanges on its last square end: a sacrifice that is
/// merely taken explains nothing.
pub fn causes(step: &Step, verdict: &Verdict) -> Vec<Claim> {
    let mut causes = Vec::new();
    if facts::stalemates(step) {
        causes.push(Claim::Stalemate);
    }
    if let Some(n) = verdict.allows_mate_in() {
        causes.push(Claim::AllowsMate { n });
    }
    if let Some(reply) = reply(step, verdict) {
        causes.extend(capture_allowed(step, &reply, &verdict.reply_line));
        causes.extend(reply_attacks(&reply));
        if reply.after.is_check() {
            causes.push(Claim::ReplyChecks {
                mv: san::numbered(&reply.before, reply.mv),
            });
        }
    }
    if verdict.best > verdict.played && step.before.is_legal(verdict.best_move) {
        let best = Step::new(&step.before, verdict.best_move, step.previous);
        causes.extend(reasons::of_better_move(step, &best));
    }
    causes
}

/// The judge's best reply as a step of its own.
fn reply(step: &Step, verdict: &Verdict) -> Option<Step> {
    let &mv = verdict.reply_line.first()?;
    step.after
        .is_legal(mv)
        .then(|| Step::new(&step.after, mv, Some(step.mv)))
}

/// Where the piece stands that a capture takes; none for other moves.
fn taken_on(mv: Move) -> Option<Square> {
    match mv {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => mv.is_capture().then(|| mv.to()),
    }
}

fn capture_allowed(step: &Step, reply: &Step, reply_line: &[Move]) -> Option<Claim> {
    let square = taken_on(reply.mv)?;
    let piece = reply.mv.capture()?;
    let by = reply.mv.role();
    let lands = reply.mv.to();
    let traded = step.mv.is_capture() && (step.mv.to() == square);
    if traded
        && step
            .mv
            .capture()
            .is_some_and(|taken| worth(piece) <= worth(taken))
    {
        return None;
    }
    let retake = takers(reply.after.board(), lands).any();
    let wins = !retake || (is_loosable(piece) && worth(by) < worth(piece));
    (wins && material_won(&step.after, reply_line) > 0).then_some(Claim::CaptureAllowed {
        piece,
        square,
        by,
        retake,
    })
}

fn reply_attacks(reply: &Step) -> Option<Claim> {
    let mut targets: Vec<Target> = facts::attacks(reply)
        .into_iter()
        .filter_map(|attack| match attack {
            Claim::Attacks { targets, .. } => targets.into_iter().next(),
            _ => None,
        })
        .collect();
    targets.sort_by_key(|target| (-worth(target.piece), target.square));
    targets
        .first()
        .map(|&Target { piece, square }| Claim::ReplyAttacks {
            mv: san::numbered(&reply.before, reply.mv),
            piece,
            square,
        })
}

/// What the side to move is up, in pawns of worth, after a line of legal moves and
/// the exchanges on its last square.
pub fn material_won(start: &Chess, line: &[Move]) -> i32 {
    let taker = start.turn();
    let mut position = start.clone();
    let mut won = 0;
    let mut last = None;
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        let gain = gain(mv);
        won += if position.turn() == taker {
            gain
        } else {
            -gain
        };
        position.play_unchecked(mv);
        last = mv.is_capture().then(|| mv.to());
    }
    let rest = last.map_or(0, |square| exchange(&position, square));
    if position.turn() == taker {
        won + rest
    } else {
        won - rest
    }
}

/// What a move adds to its side at once, in pawns of worth.
fn gain(mv: Move) -> i32 {
    let taken = mv.capture().map_or(0, worth);
    let promoted = mv.promotion().map_or(0, |new| worth(new) - 1);
    taken + promoted
}

/// What the side to move wins by taking on `square`, each side taking with its
/// cheapest piece while that pays; 0 if it does better not to.
fn exchange(position: &Chess, square: Square) -> i32 {
    let cheapest = position
        .capture_moves()
        .into_iter()
        .filter(|mv| mv.to() == square && !mv.is_en_passant())
        .min_by_key(|mv| {
            (
                worth(mv.role()),
                mv.from(),
                -mv.promotion().map_or(0, worth),
            )
        });
    let Some(mv) = cheapest else { return 0 };
    let mut after = position.clone();
    after.play_unchecked(mv);
    (gain(mv) - exchange(&after, square)).max(0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{moves, mv, position, verdict};
    use super::*;

    fn found(fen: &str, uci: &str, replies: &str) -> Vec<Claim> {
        let before = position(fen);
        let step = Step::new(&before, mv(&before, uci), None);
        causes(&step, &verdict(&step, "0", "-300", "", replies))
    }

    #[test]
    fn a_piece_taken_for_nothing_is_a_cause_and_a_piece_given_for_more_is_none() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
        let allowed = found(fen, "h5e5", "c6e5");
        assert_eq!(allowed[0].kind(), "capture-allowed");
        // The knight is taken, but the line wins it back with interest.
        let sacrifice = "r2qkb1r/ppp1pppp/2np1n2/4N2b/2B1P3/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 6";
        let line = "h5d1 c4f7";
        let before = position(sacrifice);
        assert_eq!(material_won(&before, &moves(&before, line)), 9 - 1);
        let queen_back = "c6e5 d1h5 f6h5";
        assert_eq!(material_won(&before, &moves(&before, queen_back)), 9);
    }

    #[test]
    fn an_exchange_is_reckoned_to_its_end() {
        // The line stops after the capture; the pawn would take back.
        let guarded = position("4k3/8/3p4/4n3/8/8/4R3/4K3 w - - 0 1");
        assert_eq!(material_won(&guarded, &moves(&guarded, "e2e5")), 3 - 5);
        let alone = position("4k3/8/8/4n3/8/8/4R3/4K3 w - - 0 1");
        assert_eq!(material_won(&alone, &moves(&alone, "e2e5")), 3);
    }

    #[test]
    fn an_equal_recapture_is_no_cause() {
        // Knight takes knight, pawn takes knight: a trade.
        let fen = "4k3/2p5/3n4/8/4N3/8/8/4K3 w - - 0 1";
        assert!(
            found(fen, "e4d6", "c7d6")
                .iter()
                .all(|claim| claim.kind() != "capture-allowed")
        );
        // Queen takes knight, pawn takes queen: none.
        let fen = "4k3/2p5/3n4/8/3Q4/8/8/4K3 w - - 0 1";
        assert_eq!(found(fen, "d4d6", "c7d6")[0].kind(), "capture-allowed");
    }

    #[test]
    fn a_piece_that_can_be_taken_back_is_lost_to_a_cheaper_one_only() {
        let rook = found("4k3/8/8/2p5/8/3R4/4P3/4K3 w - - 0 1", "d3d4", "c5d4");
        assert_eq!(
            rook[0],
            Claim::CaptureAllowed {
                piece: shakmaty::Role::Rook,
                square: Square::D4,
                by: shakmaty::Role::Pawn,
                retake: false
            }
        );
        let kept = found("3rk3/8/8/8/8/3R4/2P1P3/4K3 w - - 0 1", "e1f1", "d8d3");
        assert!(
            kept.iter().all(|claim| claim.kind() != "capture-allowed"),
            "{kept:?}"
        );
    }

    #[test]
    fn en_passant_takes_the_pawn_where_it_stands() {
        let passant = found("4k3/8/8/8/3p4/8/4P3/7K w - - 0 1", "e2e4", "d4e3");
        assert_eq!(
            passant[0],
            Claim::CaptureAllowed {
                piece: shakmaty::Role::Pawn,
                square: Square::E4,
                by: shakmaty::Role::Pawn,
                retake: false
            }
        );
    }

    #[test]
    fn the_causes_keep_their_order() {
        let all = found("4k3/8/8/4n3/8/8/5K2/2R5 w - - 0 1", "f2e1", "e5d3");
        let kinds: Vec<&str> = all.iter().map(Claim::kind).collect();
        assert_eq!(kinds, ["reply-attacks", "reply-checks"]);
        assert_eq!(
            all[0],
            Claim::ReplyAttacks {
                mv: "1... Nd3+".to_owned(),
                piece: shakmaty::Role::Rook,
                square: Square::C1
            }
        );
    }

    #[test]
    fn no_reply_no_cause() {
        assert!(found("4k3/8/8/4n3/8/8/5K2/2R5 w - - 0 1", "f2e1", "").is_empty());
    }
}
