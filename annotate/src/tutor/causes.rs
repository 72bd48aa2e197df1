//! Why a move was bad: the causes, in their order.

use shakmaty::{Move, Position, Square};

use super::{
    captures::{is_loosable, takers, worth},
    claim::{Chance, Claim, Target},
    facts::{self, Step},
    judge::{Verdict, moves_to_mate},
    line::{Line, gain, pays, won_by},
    motif::{self, Motif},
    reasons, san,
};

/// A line is told by at most so many of its moves.
const TOLD: [usize; 2] = [1, 3];
/// What comes later is told by its first move and what it wins.
const LATER: [usize; 2] = [5, 7];
/// Two moves more are told only for so much more won, in pawns of worth.
const WORTH_TWO_MOVES: i32 = 2;
/// Where the judge's line goes on after the moves told, it may give so much of what
/// they won back, in pawns of worth.
const GIVEN_BACK: i32 = 1;

/// All causes that hold of a move, the one to be said first.
///
/// Mates and stalemates come first, then what is on the board within three moves,
/// the most won first: what was allowed before what was missed, and a capture in
/// words before a line. Then what falls later, what wins less than the move cost, then a reply that attacks or checks,
/// at last a meter. A reply is always the first move of the judge's line after the
/// move played. A capture or a line is a cause only if the taker is up in material
/// where the judge's line ends, and exchanges on its last square: a sacrifice that
/// is merely taken explains nothing.
pub fn causes(step: &Step, verdict: &Verdict) -> Vec<Claim> {
    let mut causes = Vec::new();
    if facts::stalemates(step) {
        causes.push(Claim::Stalemate);
    }
    if let Some(n) = verdict.allows_mate_in() {
        causes.push(Claim::AllowsMate { n });
    }
    let reply = reply(step, verdict);
    let allowed = Prospect::allowed(step, verdict);
    let missed = Prospect::missed(step, verdict);
    let mut told: Vec<(i32, Claim)> = Vec::new();
    if let Some(reply) = &reply {
        let net = allowed.first_net().max(1);
        let capture = capture_allowed(step, reply, &allowed.line);
        let unguarded = allowed.unguards(step);
        told.extend(unguarded.map(|claim| (net, claim)));
        told.extend(capture.map(|claim| (net, claim)));
    }
    told.extend(allowed.told());
    told.extend(missed.recapture(step));
    told.extend(missed.told());
    told.sort_by_key(|&(net, _)| -net.min(MOST_TOLD_APART));
    told.extend(allowed.later());
    told.extend(missed.later());
    let (enough, thin): (Vec<_>, Vec<_>) = told
        .into_iter()
        .partition(|&(net, _)| net * DEAREST_PAWN >= verdict.cost);
    causes.extend(enough.into_iter().chain(thin).map(|(_, claim)| claim));
    if let Some(reply) = &reply {
        // An attacker that is taken in reply attacks nothing for long.
        let is_taken = verdict
            .reply_line
            .get(1)
            .is_some_and(|mv| mv.is_capture() && mv.to() == reply.mv.to());
        if !is_taken {
            causes.extend(reply_attacks(reply));
        }
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

/// What wins less than a pawn for so many centipawns of cost is told only where nothing
/// that comes later explains more.
const DEAREST_PAWN: i32 = 250;
/// Two causes that win so much are equally worth telling.
const MOST_TOLD_APART: i32 = 5;

/// The judge's line after the move played or after the best one, as a chance to win
/// something.
struct Prospect {
    chance: Chance,
    line: Line,
    /// What is taken off a count to make a net, in pawns of worth.
    less: i32,
    /// What the move played cost, in centipawns.
    cost: i32,
}

impl Prospect {
    /// The other side's chance after the move played.
    fn allowed(step: &Step, verdict: &Verdict) -> Prospect {
        Prospect {
            chance: Chance::Allowed,
            line: Line::new(&step.after, &verdict.reply_line),
            less: gain(step.mv),
            cost: verdict.cost,
        }
    }

    /// The mover's chance that he did not take; an empty line where he had none. A
    /// mate missed is spoken of elsewhere.
    fn missed(step: &Step, verdict: &Verdict) -> Prospect {
        let has_missed = verdict.best > verdict.played
            && verdict.best_move != step.mv
            && moves_to_mate(verdict.best).is_none();
        let moves: &[Move] = if has_missed { &verdict.best_line } else { &[] };
        let line = Line::new(&step.before, moves);
        let taken_before = step
            .previous
            .filter(|before| before.is_capture())
            .filter(|before| {
                let first = line.moves().first();
                first.is_some_and(|mv| mv.is_capture() && mv.to() == before.to())
            })
            .map_or(0, gain);
        Prospect {
            chance: Chance::Missed,
            less: won_by(step.mv, &step.after) + taken_before,
            line,
            cost: verdict.cost,
        }
    }

    /// What the first move of the line nets.
    fn first_net(&self) -> i32 {
        self.line.first(1).map_or(0, |first| self.net(&first))
    }

    fn net(&self, line: &Line) -> i32 {
        line.count() - self.less
    }

    /// The first `plies` of the line and what they net, if that explains the cost and
    /// the rest of the line leaves it so.
    fn winning(&self, plies: usize) -> Option<(i32, Line)> {
        let line = self.line.first(plies)?;
        let net = self.net(&line);
        let lasts = self.net(&self.line) >= (net - GIVEN_BACK).max(1);
        (pays(net, self.cost) && lasts).then_some((net, line))
    }

    /// What the line does within three moves, the last of them a capture or a promotion:
    /// the shorter, unless the longer wins clearly more.
    fn told(&self) -> Option<(i32, Claim)> {
        let (net, line) = TOLD
            .into_iter()
            .filter_map(|plies| self.winning(plies))
            .filter(|(_, line)| line.takes_last())
            .reduce(|short, long| {
                if long.0 >= short.0 + WORTH_TWO_MOVES {
                    long
                } else {
                    short
                }
            })?;
        let motif = motif::of_short_line(&line, net, self.chance == Chance::Missed)?;
        Some((net, Claim::of_motif(self.chance, motif)?))
    }

    /// What it does within seven.
    fn later(&self) -> Option<(i32, Claim)> {
        let (net, line) = LATER.into_iter().find_map(|plies| self.winning(plies))?;
        Some((net, self.claim(motif::of_long_line(&line, net))?))
    }

    fn unguards(&self, step: &Step) -> Option<Claim> {
        let (_, line) = self.winning(1)?;
        self.claim(motif::unguards(step, &line))
    }

    fn recapture(&self, step: &Step) -> Option<(i32, Claim)> {
        let motif = motif::recapture(step, &self.line, self.cost);
        let net = self.line.first(1)?.count();
        Some((net, self.claim(motif)?))
    }

    fn claim(&self, motif: Option<Motif>) -> Option<Claim> {
        Claim::of_motif(self.chance, motif?)
    }
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

fn capture_allowed(step: &Step, reply: &Step, reply_line: &Line) -> Option<Claim> {
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
    (wins && reply_line.count() > 0).then_some(Claim::CaptureAllowed {
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

#[cfg(test)]
mod tests {
    use super::super::testing::{mv, position, verdict};
    use super::*;

    fn found(fen: &str, uci: &str, replies: &str) -> Vec<Claim> {
        let before = position(fen);
        let step = Step::new(&before, mv(&before, uci), None);
        causes(&step, &verdict(&step, "0", "-300", "", replies))
    }

    #[test]
    fn a_piece_taken_for_nothing_is_a_cause() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
        let allowed = found(fen, "h5e5", "c6e5");
        assert_eq!(allowed[0].kind(), "capture-allowed");
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

    fn kinds(fen: &str, uci: &str, values: (&str, &str), best: &str, replies: &str) -> Vec<String> {
        let before = position(fen);
        let step = Step::new(&before, mv(&before, uci), None);
        let verdict = verdict(&step, values.0, values.1, best, replies);
        let causes = causes(&step, &verdict);
        causes.iter().map(|claim| claim.kind().to_owned()).collect()
    }

    const FORK: &str = "6k1/5ppp/8/8/1n6/8/P4PPP/R3K3 w - - 0 20";

    #[test]
    fn a_line_that_wins_more_than_its_first_move_is_told_whole() {
        let fork = kinds(FORK, "h2h3", ("0", "-450"), "", "b4c2 e1d2 c2a1");
        assert_eq!(fork, ["fork", "reply-attacks", "reply-checks"]);
    }

    #[test]
    fn a_line_that_gives_back_what_it_won_explains_nothing() {
        let fen = "3r2k1/5ppp/8/8/3N4/8/5PPP/3R2K1 w - - 0 20";
        // A rook for the knight; nor does the rook that is taken attack the other.
        let guarded = kinds(fen, "h2h3", ("0", "-300"), "", "d8d4 d1d4");
        assert!(guarded.is_empty(), "{guarded:?}");
        // The knight falls, and then the queen that guarded it.
        let fen = "3r2k1/5ppp/8/4q3/3N4/6B1/5PPP/6K1 w - - 0 20";
        assert!(kinds(fen, "h2h3", ("0", "-300"), "", "d8d4 g3e5").is_empty());
        assert_eq!(
            kinds(fen, "h2h3", ("0", "-300"), "", "e5d4"),
            ["capture-allowed", "wins"]
        );
    }

    #[test]
    fn what_costs_little_is_not_explained_by_much() {
        let cheap = kinds(FORK, "h2h3", ("0", "-240"), "", "b4c2 e1d2 c2a1");
        assert_eq!(cheap, ["reply-attacks", "reply-checks"]);
    }

    #[test]
    fn what_falls_later_is_told_by_the_first_move() {
        let fen = "r5k1/5ppp/8/8/3P4/8/5PPP/6K1 w - - 0 20";
        let line = "a8d8 g2g3 g7g6 g3g4 d8d4";
        assert_eq!(kinds(fen, "h2h3", ("0", "-100"), "", line), ["soon-wins"]);
    }

    #[test]
    fn a_missed_chance_is_less_what_the_move_itself_won() {
        let fen = "6k1/5ppp/8/3n4/8/8/p2R2PP/6K1 w - - 0 20";
        let missed = kinds(fen, "h2h3", ("300", "0"), "d2d5", "");
        assert_eq!(missed, ["missed-wins"]);
        // A pawn taken instead: two pawns of worth are missed, and still told.
        let instead = kinds(fen, "d2a2", ("300", "100"), "d2d5", "");
        assert_eq!(instead, ["missed-wins"]);
        let both = "6k1/5ppp/8/3n4/8/8/n2R2PP/6K1 w - - 0 20";
        assert!(kinds(both, "d2a2", ("300", "100"), "d2d5", "").is_empty());
    }

    #[test]
    fn taking_back_is_no_win() {
        let before = position("6k1/5ppp/8/3n4/8/8/3R2PP/6K1 w - - 0 20");
        let takes = Move::Normal {
            role: shakmaty::Role::Knight,
            from: Square::F6,
            capture: Some(shakmaty::Role::Knight),
            to: Square::D5,
            promotion: None,
        };
        let step = Step::new(&before, mv(&before, "h2h3"), Some(takes));
        let causes = causes(&step, &verdict(&step, "0", "-300", "d2d5", ""));
        let kinds: Vec<_> = causes.iter().map(Claim::kind).collect();
        assert_eq!(kinds, ["missed-recapture"]);
    }

    #[test]
    fn the_most_that_was_won_is_told_first() {
        // The knight could be taken; the rook is lost.
        let fen = "r5k1/5ppp/8/3n4/8/8/3R2PP/R5K1 w - - 0 20";
        let both = kinds(fen, "h2h3", ("300", "-500"), "d2d5", "a8a1");
        assert_eq!(both[0], "capture-allowed");
        assert!(both.contains(&"missed-wins".to_owned()), "{both:?}");
        // A pawn is lost and a knight was there.
        let fen = "r5k1/5ppp/8/3n4/8/8/P2R2PP/6K1 w - - 0 20";
        let both = kinds(fen, "h2h3", ("300", "-100"), "d2d5", "a8a2");
        assert_eq!(both[0], "missed-wins");
    }

    #[test]
    fn no_reply_no_cause() {
        assert!(found("4k3/8/8/4n3/8/8/5K2/2R5 w - - 0 1", "f2e1", "").is_empty());
    }
}
