//! What is worth saying: the editor's choices.
//!
//! The book of claims says what may be said; silence is always allowed. A coach
//! who said every true thing would not be listened to, so this file holds, in one
//! place and by name, what we leave out. Every number here was set by counting
//! comments over whole games, and may be set again; none changes what is true.
//!
//! At depth 6 over `corpora/club.pgn`, games full of mistakes, they leave a student
//! some eight comments a game and the neutral voice some twelve; nine in ten of
//! them are grades and what is always said.

use shakmaty::{Chess, Move, Position, Role, Square};

use super::{
    captures::{is_loose, takers, worth},
    claim::{Claim, Target},
    facts::{self, Step},
    judge::{Verdict, moves_to_be_mated},
    motif::Won,
    quiet::still_winning,
    reasons,
    standing::Standing,
};

/// An attack on so many pieces at once is said as it is; on fewer, only if the
/// judge's line takes one of them: a piece that just steps aside was only chased.
pub const FORKED: usize = 2;
/// How many plies after the attack the judge's line may take the piece.
pub const TAKEN_WITHIN: usize = 4;
/// No ordinary sentence where the same side is up by more than this, in
/// centipawns, before and after the move: the game is decided.
pub const DECIDED: i32 = 600;
/// A piece brought to safety or guarded is worth a sentence from this worth on,
/// if that was a best move and the piece stood loose before the other side's last
/// move already: stepping out of a fresh attack needs no comment.
pub const SAVED_WORTH: i32 = 3;
/// From this worth on a piece that can be taken is spoken of in a won game too.
pub const HEAVY_WORTH: i32 = 5;
/// Reasons count from this many hundredths of their threshold on, where they
/// stand after a fact (castling, a pawn in the centre, a rook on an open file).
pub const REASON_AFTER_FACT: i32 = 100;
/// And from this many where they stand alone, before a change of standing.
pub const REASON_ALONE: i32 = 150;
/// Who stands better is said again only when it moved by at least so many bands
/// since it was last said.
pub const STANDING_STEPS: i32 = 2;
/// In a game from the standard starting position, castling, centre, open files and
/// reasons are not spoken of before this move number: everybody develops.
pub const FIRST_MOVE_FOR_REASONS: u32 = 9;
/// Ordinary sentences a side may have in one game.
pub const ORDINARY_PER_SIDE: usize = 3;
/// A side's ordinary sentence is followed by at least this many of its moves
/// without one.
pub const MOVES_BETWEEN: usize = 3;

const _: () = assert!(MOVES_BETWEEN >= 3, "the book asks for three");

/// One ordinary group: what it says, and whether it needs a change of standing
/// after it to be said at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The fact, or the fact and its reason, or the reason.
    pub claims: Vec<Claim>,
    /// Whether it may not stand without `standing`.
    pub needs_standing: bool,
}

/// The ordinary group of a move graded aloud, if one is worth saying. `earlier` is
/// the position before the other side's last move, where there was one, and
/// `was_threatened` whether a threat of mate was spoken of then.
pub fn group(
    step: &Step,
    verdict: &Verdict,
    earlier: Option<&Chess>,
    was_threatened: bool,
    early: bool,
) -> Option<Group> {
    let alone = |claim| Group {
        claims: vec![claim],
        needs_standing: false,
    };
    let news = facts::threatens_mate(step)
        .or_else(|| was_threatened.then(|| facts::parries(step)).flatten())
        .or_else(|| attack(step, verdict))
        .or_else(|| {
            if early {
                None
            } else {
                sacrifice(step, verdict)
            }
        });
    if let Some(news) = news {
        return Some(alone(news));
    }
    if verdict.best_move == step.mv
        && let Some(saved) = saved(step, verdict, earlier)
    {
        return Some(alone(saved));
    }
    if early {
        return None;
    }
    let (reason, excess) = reasons::of_move(step).into_iter().next()?;
    match facts::plain_fact(step) {
        Some(fact) if excess >= REASON_AFTER_FACT => Some(Group {
            claims: vec![fact, reason],
            needs_standing: false,
        }),
        _ if excess >= REASON_ALONE => Some(Group {
            claims: vec![reason],
            needs_standing: true,
        }),
        _ => None,
    }
}

/// `sacrifice`: a piece offered by a best move that leaves its side no worse than equal.
pub fn sacrifice(step: &Step, verdict: &Verdict) -> Option<Claim> {
    let is_sound = verdict.played == verdict.best
        && verdict.played.value() >= 0
        && moves_to_be_mated(verdict.played).is_none();
    is_sound.then(|| facts::offers(step)).flatten()
}

/// The attack most worth saying, if any is: on two pieces, or on one that is lost
/// by the judge's line and whose attacker the best reply does not simply take;
/// never by a side that is about to be mated.
pub fn attack(step: &Step, verdict: &Verdict) -> Option<Claim> {
    if moves_to_be_mated(verdict.played).is_some() {
        return None;
    }
    let reply = verdict.reply_line.first().copied();
    facts::attacks(step)
        .into_iter()
        .filter_map(|claim| {
            let Claim::Attacks { from, targets, .. } = &claim else {
                return None;
            };
            let stands_on = from.unwrap_or_else(|| destination(step));
            let is_taken = reply.is_some_and(|mv| mv.is_capture() && mv.to() == stands_on);
            let value: i32 = targets.iter().map(|target| worth(target.piece)).sum();
            let is_won = targets
                .iter()
                .any(|&target| is_lost(target, &verdict.reply_line));
            (targets.len() >= FORKED || is_won && !is_taken).then_some((value, claim))
        })
        .max_by_key(|&(value, _)| value)
        .map(|(_, claim)| claim)
}

/// Where the moved piece stands now.
fn destination(step: &Step) -> Square {
    match step.mv.castling_side() {
        Some(side) => side.king_to(step.mover()),
        None => step.mv.to(),
    }
}

/// Whether the judge's line takes the attacked piece where it stands.
fn is_lost(target: Target, reply_line: &[Move]) -> bool {
    let stays = reply_line.iter().step_by(2).take(TAKEN_WITHIN / 2);
    let takes = reply_line.iter().skip(1).step_by(2).take(TAKEN_WITHIN / 2);
    for (reply, answer) in stays.zip(takes) {
        if reply.from() == Some(target.square) {
            return false;
        }
        if answer.is_capture() && answer.to() == target.square {
            return true;
        }
    }
    false
}

/// Whether the game was decided before the move and is so after it.
pub fn is_decided(verdict: &Verdict) -> bool {
    let (best, played) = (verdict.best.value(), verdict.played.value());
    best.min(played) > DECIDED || best.max(played) < -DECIDED
}

/// The rescue or the guarding most worth saying, if any is. Nothing that the best
/// reply takes after all; and a piece is guarded only where it can still be taken:
/// a shield is no guard.
fn saved(step: &Step, verdict: &Verdict, earlier: Option<&Chess>) -> Option<Claim> {
    let taken_next = |square: Square| {
        verdict
            .reply_line
            .first()
            .is_some_and(|mv| mv.is_capture() && mv.to() == square)
    };
    let stood_loose =
        |square: Square| earlier.is_none_or(|position| is_loose(position.board(), square));
    let rescued = facts::rescues(step).filter(|claim| {
        matches!(claim, Claim::Rescues { piece, from }
            if worth(*piece) >= SAVED_WORTH && stood_loose(*from))
            && !taken_next(step.mv.to())
    });
    rescued.or_else(|| {
        facts::guards(step).into_iter().find(|claim| {
            let Claim::Guards { piece, square } = *claim else {
                return false;
            };
            worth(piece) >= SAVED_WORTH
                && stood_loose(square)
                && takers(step.after.board(), square).any()
                && !taken_next(square)
        })
    })
}

/// Whether an inaccuracy with a cause on the board is worth words: only where it
/// loses something at once or misses a piece, and where it changed nothing about who
/// wins, only a rook or more.
pub fn inaccuracy_matters(cause: &Claim, verdict: &Verdict) -> bool {
    match *cause {
        Claim::Stalemate | Claim::AllowsMate { .. } => still_winning(verdict).is_none(),
        Claim::CaptureAllowed { piece, .. } => {
            still_winning(verdict).is_none() || worth(piece) >= HEAVY_WORTH
        }
        ref line if line.is_allowed_line() || line.is_missed_line() => {
            still_winning(verdict).is_none() && !is_about_a_pawn(line)
        }
        _ => false,
    }
}

/// Whether a cause that rests on a line is about a pawn, or about what falls only
/// later: too little to speak of an inaccuracy, or of the first moves of a game.
pub fn is_about_a_pawn(cause: &Claim) -> bool {
    match cause {
        Claim::Wins(winning) | Claim::MissedWins(winning) => match winning.won {
            Won::Loose(target) | Won::Piece(target) => target.piece == Role::Pawn,
            Won::Pawn => true,
            Won::Exchange | Won::Material => false,
        },
        Claim::SoonWins(_) | Claim::MissedSoon(_) | Claim::MissedRecapture(_) => true,
        _ => false,
    }
}

/// Whether a change of standing is worth saying.
pub fn is_new_standing(now: Standing, last_said: Standing) -> bool {
    now.steps_from(last_said) >= STANDING_STEPS
}

/// Whether the move is one of the first of a game from the standard position.
pub fn is_early(step: &Step, from_standard_start: bool) -> bool {
    from_standard_start && step.before.fullmoves().get() < FIRST_MOVE_FOR_REASONS
}

#[cfg(test)]
mod tests {
    use super::super::testing::{mv, position, verdict};
    use super::*;

    fn said(fen: &str, uci: &str, played: &str, replies: &str) -> Option<Claim> {
        let before = position(fen);
        let step = Step::new(&before, mv(&before, uci), None);
        attack(&step, &verdict(&step, played, played, "", replies))
    }

    const FORK: &str = "6k1/8/8/n6n/8/8/8/1R5K w - - 0 1";
    const CHASE: &str = "6k1/8/8/n7/8/8/8/1R5K w - - 0 1";

    #[test]
    fn a_fork_is_said_and_a_mere_chase_is_not() {
        assert!(said(FORK, "b1b5", "0", "g8g7").is_some());
        assert_eq!(said(CHASE, "b1b5", "0", "a5c4"), None);
        assert_eq!(said(CHASE, "b1b5", "0", ""), None);
    }

    #[test]
    fn an_attack_that_wins_the_piece_is_said() {
        assert!(said(CHASE, "b1b5", "0", "g8g7 b5a5").is_some());
        assert!(said(CHASE, "b1b5", "0", "g8g7 h1g1 g7g6 b5a5").is_some());
        assert_eq!(said(CHASE, "b1b5", "0", "g8g7 h1g1 a5c4"), None);
    }

    #[test]
    fn one_piece_is_not_attacked_by_what_is_simply_taken_but_two_are() {
        let one = "6k1/8/p7/n7/8/8/8/1R5K w - - 0 1";
        assert!(said(one, "b1b5", "0", "g8g7 b5a5").is_some());
        assert_eq!(said(one, "b1b5", "0", "a6b5"), None);
        let two = "6k1/8/p7/n6n/8/8/8/1R5K w - - 0 1";
        assert!(said(two, "b1b5", "0", "a6b5").is_some());
    }

    #[test]
    fn who_is_about_to_be_mated_attacks_nothing() {
        assert_eq!(said(FORK, "b1b5", "#-3", "g8g7"), None);
    }

    #[test]
    fn stepping_out_of_a_fresh_attack_is_not_said() {
        let before = position("4k3/8/8/8/3p4/2N5/8/4K3 w - - 0 1");
        let step = Step::new(&before, mv(&before, "c3e4"), None);
        let verdict = verdict(&step, "0", "0", "", "");
        let fresh = position("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1");
        let group_with = |earlier| group(&step, &verdict, earlier, false, false);
        assert!(group_with(None).is_some());
        assert!(group_with(Some(&before)).is_some());
        assert_eq!(group_with(Some(&fresh)), None);
    }

    #[test]
    fn a_shield_is_no_guard() {
        let before = position("4k3/8/8/7r/8/8/8/K4B1N w - - 0 1");
        let knight = Claim::Guards {
            piece: shakmaty::Role::Knight,
            square: Square::H1,
        };
        for (uci, said) in [("f1g2", true), ("f1h3", false)] {
            let step = Step::new(&before, mv(&before, uci), None);
            assert_eq!(facts::guards(&step), vec![knight.clone()], "{uci}");
            let verdict = verdict(&step, "0", "0", "", "");
            assert_eq!(saved(&step, &verdict, None).is_some(), said, "{uci}");
        }
    }

    #[test]
    fn castling_is_said_with_its_reason_once_the_opening_is_over() {
        let before = position("r1bqk2r/ppp2ppp/2n5/3n4/1bBP4/2N2N2/PP3PPP/R1BQK2R w KQkq - 0 9");
        let step = Step::new(&before, mv(&before, "e1g1"), None);
        let verdict = verdict(&step, "0", "0", "", "");
        let group = group(&step, &verdict, None, false, false).expect("a reason to castle");
        assert_eq!(group.claims, [Claim::Castles, Claim::SaferKing]);
        assert!(!group.needs_standing);
        assert_eq!(super::group(&step, &verdict, None, false, true), None);
        assert!(!is_early(&step, true));
    }

    #[test]
    fn a_standing_moves_by_two_bands_before_it_is_said_again() {
        let better = Standing::of_white(100);
        assert!(is_new_standing(better, Standing::EQUAL));
        assert!(!is_new_standing(better, Standing::of_white(200)));
    }
}
