//! What a move did on the board, as it can be seen without reckoning.
//!
//! Each function answers for one kind of claim, by the definition of that kind
//! and no other: whether the fact is worth a sentence is decided elsewhere
//! ([`choice`](super::choice)).

use shakmaty::{
    Bitboard, Board, Chess, Color, EnPassantMode, FromSetup, Move, Position, Role, Square, attacks,
};

use super::{
    captures::{can_take, is_loosable, is_loose, loosable, wins, worth},
    claim::{Claim, Target},
    line, san,
};

/// One move on the board: the positions before and after it, and the move before
/// it, where that is known.
#[derive(Debug, Clone)]
pub struct Step {
    /// The position the move was made in.
    pub before: Chess,
    /// The position it led to.
    pub after: Chess,
    /// The move.
    pub mv: Move,
    /// The move before it.
    pub previous: Option<Move>,
}

impl Step {
    /// The step of a move that is legal in `before`.
    pub fn new(before: &Chess, mv: Move, previous: Option<Move>) -> Step {
        let mut after = before.clone();
        after.play_unchecked(mv);
        Step {
            before: before.clone(),
            after,
            mv,
            previous,
        }
    }

    /// The side that moved.
    pub fn mover(&self) -> Color {
        self.before.turn()
    }

    /// Whether the move neither captures nor promotes nor gives check.
    pub fn is_quiet(&self) -> bool {
        !self.mv.is_capture() && !self.mv.is_promotion() && !self.after.is_check()
    }

    /// Where the moved pieces came from and went to: two of them in castling.
    fn moved(&self) -> Vec<(Square, Square)> {
        match (self.mv, self.mv.castling_side()) {
            (Move::Castle { king, rook }, Some(side)) => {
                vec![
                    (king, side.king_to(self.mover())),
                    (rook, side.rook_to(self.mover())),
                ]
            }
            _ => self
                .mv
                .from()
                .map(|from| (from, self.mv.to()))
                .into_iter()
                .collect(),
        }
    }
}

/// Whether the move mates.
pub fn mates(step: &Step) -> bool {
    step.after.is_checkmate()
}

/// A position with the turn passed to the other side; none in check, or where that
/// cannot be.
pub fn passed(position: &Chess) -> Option<Chess> {
    if position.is_check() {
        return None;
    }
    let mut setup = position.to_setup(EnPassantMode::Legal);
    if setup.turn.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.swap_turn();
    Chess::from_setup(setup, position.castles().mode()).ok()
}

/// The first legal move that mates.
fn mating_move(position: &Chess) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after.is_checkmate()
    })
}

/// `threatens-mate`: the other side may not pass, and could be mated at once neither
/// before the move nor by it.
pub fn threatens_mate(step: &Step) -> Option<Claim> {
    if step.after.is_game_over() {
        return None;
    }
    let passed = passed(&step.after)?;
    let mate = mating_move(&passed)?;
    mating_move(&step.before)
        .is_none()
        .then(|| Claim::ThreatensMate {
            mv: san::numbered(&passed, mate),
        })
}

/// `parries`, of a move before which mate was threatened: it threatens no more.
pub fn parries(step: &Step) -> Option<Claim> {
    mating_move(&step.after).is_none().then_some(Claim::Parries)
}

/// A piece is offered where taking it wins so much, in pawns of worth.
const OFFERED: i32 = 2;

/// `sacrifice`, on the board: the dearest piece that may be taken for nothing equal and
/// could not before the move. Whether it is sound is the judge's to say.
pub fn offers(step: &Step) -> Option<Claim> {
    let takes_back = step.previous.is_some_and(|before| {
        before.is_capture() && step.mv.is_capture() && before.to() == step.mv.to()
    });
    if takes_back || step.after.is_game_over() {
        return None;
    }
    let board = step.after.board();
    let earlier = passed(&step.before)?;
    let stood = |square| {
        let moved = step.moved().into_iter().find(|&(_, now)| now == square);
        moved.map_or(square, |(was, _)| was)
    };
    in_order(board, loosable(board, step.mover()))
        .into_iter()
        .find(|&Target { square, .. }| {
            line::exchange(&step.after, square) >= line::gain(step.mv) + OFFERED
                && line::exchange(&earlier, stood(square)) < OFFERED
        })
        .map(|Target { piece, square }| Claim::Sacrifice { piece, square })
}

/// Whether the move stalemates.
pub fn stalemates(step: &Step) -> bool {
    step.after.is_stalemate()
}

/// `promotes`.
pub fn promotes(step: &Step) -> Option<Claim> {
    step.mv.promotion().map(|new| Claim::Promotes { new })
}

/// `takes-loose`: the move takes a piece that was loose to the piece that moved,
/// and is no answer to a capture on that square.
pub fn takes_loose(step: &Step) -> Option<Claim> {
    let (from, square) = (step.mv.from()?, step.mv.to());
    let piece = step.mv.capture()?;
    let answers = step
        .previous
        .is_some_and(|mv| mv.is_capture() && mv.to() == square);
    (!answers && is_loosable(piece) && wins(step.before.board(), from, square))
        .then_some(Claim::TakesLoose { piece, square })
}

/// `attacks`: one claim for each piece that newly attacks something, the moved
/// pieces first, each with all its new targets.
pub fn attacks(step: &Step) -> Vec<Claim> {
    let moved = step.moved();
    let before = step.before.board();
    let after = step.after.board();
    let victims = loosable(after, step.mover().other());
    let mut claims = Vec::new();
    let mut claim = |by: Square, from: Option<Square>, targets: Bitboard| {
        if let (Some(role), false) = (after.role_at(by), targets.is_empty()) {
            claims.push(Claim::Attacks {
                by: role,
                from,
                targets: in_order(after, targets),
            });
        }
    };
    for &(was, now) in &moved {
        let targets = (victims & after.attacks_from(now))
            .into_iter()
            .filter(|&target| wins(after, now, target))
            .filter(|&target| !(can_take(before, was, target) && is_loose(before, target)))
            .collect();
        claim(now, None, targets);
    }
    let left: Bitboard = moved.iter().map(|&(was, _)| was).collect();
    let cleared = left | passed_pawn(step);
    let unmoved_sliders = (after.sliders() & after.by_color(step.mover()))
        & !moved.iter().map(|&(_, now)| now).collect::<Bitboard>();
    for slider in unmoved_sliders {
        let targets = (victims & after.attacks_from(slider))
            .into_iter()
            .filter(|&target| {
                let closed = attacks::between(slider, target) & before.occupied();
                closed.count() == 1 && closed.is_subset(cleared) && wins(after, slider, target)
            })
            .collect();
        claim(slider, Some(slider), targets);
    }
    claims
}

/// The square of the pawn taken en passant.
fn passed_pawn(step: &Step) -> Bitboard {
    match step.mv {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()).into(),
        _ => Bitboard(0),
    }
}

/// Targets from the most valuable down, then by square from a1.
fn in_order(board: &Board, squares: Bitboard) -> Vec<Target> {
    let mut targets: Vec<Target> = squares
        .into_iter()
        .filter_map(|square| board.role_at(square).map(|piece| Target { piece, square }))
        .collect();
    targets.sort_by_key(|target| (-worth(target.piece), target.square));
    targets
}

/// `rescues`: the moved piece was loose and is so no more.
pub fn rescues(step: &Step) -> Option<Claim> {
    if step.before.is_check() || step.mv.is_capture() || step.mv.is_castle() {
        return None;
    }
    let (from, to, piece) = (step.mv.from()?, step.mv.to(), step.mv.role());
    (is_loose(step.before.board(), from) && is_loosable(piece) && !is_loose(step.after.board(), to))
        .then_some(Claim::Rescues { piece, from })
}

/// `guards`: one claim for each piece that was loose, did not move and is loose no
/// more; the most valuable first.
pub fn guards(step: &Step) -> Vec<Claim> {
    if step.before.is_check() || step.mv.is_capture() {
        return Vec::new();
    }
    let (before, after) = (step.before.board(), step.after.board());
    let left: Bitboard = step.moved().iter().map(|&(was, _)| was).collect();
    let guarded = (loosable(before, step.mover()) & !left)
        .into_iter()
        .filter(|&square| is_loose(before, square) && !is_loose(after, square))
        .collect();
    in_order(before, guarded)
        .into_iter()
        .map(|Target { piece, square }| Claim::Guards { piece, square })
        .collect()
}

/// `castles`, `centre` or `open-file`: the facts that are said with a reason or
/// not at all.
pub fn plain_fact(step: &Step) -> Option<Claim> {
    if step.mv.is_castle() {
        return Some(Claim::Castles);
    }
    let to = step.mv.to();
    match step.mv.role() {
        Role::Pawn if !step.mv.is_capture() => {
            let centre = [Square::D4, Square::E4, Square::D5, Square::E5];
            centre.contains(&to).then_some(Claim::Centre)
        }
        Role::Rook => {
            let file = Bitboard::from_file(to.file());
            let arrives = step.mv.from().is_some_and(|from| from.file() != to.file());
            (arrives && (step.after.board().pawns() & file).is_empty()).then(|| Claim::OpenFile {
                file: to.file().char(),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{mv, position};
    use super::*;

    fn step(fen: &str, uci: &str) -> Step {
        let before = position(fen);
        Step::new(&before, mv(&before, uci), None)
    }

    fn attack(by: Role, from: Option<Square>, targets: &[(Role, Square)]) -> Claim {
        let targets = targets
            .iter()
            .map(|&(piece, square)| Target { piece, square })
            .collect();
        Claim::Attacks { by, from, targets }
    }

    #[test]
    fn a_pawn_forks_queen_and_knight() {
        let fork = step(
            "r3kb1r/p1npqp2/1p5p/2pPN3/5p2/P6P/1PP1Q1P1/R1B2RK1 w kq - 1 15",
            "d5d6",
        );
        assert_eq!(
            attacks(&fork),
            [attack(
                Role::Pawn,
                None,
                &[(Role::Queen, Square::E7), (Role::Knight, Square::C7)]
            )]
        );
    }

    #[test]
    fn what_stood_before_is_not_announced_again() {
        // The rook attacks the loose knight before and after it moves along the file.
        let again = step("4k3/8/8/4n3/8/8/8/4RK2 w - - 0 1", "e1e2");
        assert!(attacks(&again).is_empty());
        // The queen could take the knight before, but a pawn guarded it: without it the
        // attack is new.
        let fresh = step("k7/8/5p2/4n3/5Q2/8/8/4K3 w - - 0 1", "f4f6");
        assert_eq!(
            attacks(&fresh),
            [attack(Role::Queen, None, &[(Role::Knight, Square::E5)])]
        );
    }

    #[test]
    fn a_line_opened_attacks_from_its_square() {
        let opened = step("4k3/8/8/r7/8/8/N7/R3K3 w - - 0 1", "a2c3");
        assert_eq!(
            attacks(&opened),
            [attack(
                Role::Rook,
                Some(Square::A1),
                &[(Role::Rook, Square::A5)]
            )]
        );
        // Two pieces on the line: the move opens nothing.
        let closed = step("4k3/8/8/r7/8/P7/N7/R3K3 w - - 0 1", "a2c3");
        assert!(attacks(&closed).is_empty());
    }

    #[test]
    fn a_pawn_taken_en_passant_opens_the_line_it_closed_alone() {
        // After exd6 the d5 pawn is gone from the rook's file; d6 holds White's pawn,
        // so the queen on d8 stays covered, and the bishop on h1 sees b7.
        let passant = step("3qk3/1r6/8/3pP3/8/8/8/4K2B w - d6 0 1", "e5d6");
        assert_eq!(
            attacks(&passant),
            [attack(
                Role::Bishop,
                Some(Square::H1),
                &[(Role::Rook, Square::B7)]
            )]
        );
    }

    #[test]
    fn both_pieces_leaving_a_rank_in_en_passant_open_nothing_alone() {
        let rank = step("4k3/8/8/R2pP1r1/8/8/8/4K3 w - d6 0 1", "e5d6");
        assert!(attacks(&rank).is_empty());
    }

    #[test]
    fn castling_attacks_with_the_rook() {
        let castles = step("5b2/k7/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
        assert_eq!(
            attacks(&castles),
            [attack(Role::Rook, None, &[(Role::Bishop, Square::F8)])]
        );
    }

    #[test]
    fn a_new_queen_attacks_what_the_pawn_did_not() {
        let promotes = step("8/1P6/8/4r3/8/7k/8/3K4 w - - 0 1", "b7b8q");
        assert_eq!(
            attacks(&promotes),
            [attack(Role::Queen, None, &[(Role::Rook, Square::E5)])]
        );
    }

    #[test]
    fn a_pinned_piece_attacks_nothing() {
        let free = step("r5k1/8/8/3q4/8/8/6N1/4K3 w - - 0 1", "g2e3");
        assert_eq!(
            attacks(&free),
            [attack(Role::Knight, None, &[(Role::Queen, Square::D5)])]
        );
        // The same move, but it blocks a check: the knight may not leave the file again.
        let pinned = step("4r1k1/8/8/3q4/8/8/6N1/4K3 w - - 0 1", "g2e3");
        assert!(attacks(&pinned).is_empty());
    }

    #[test]
    fn an_attack_with_check_is_an_attack() {
        let check = step("4k3/8/8/4n3/8/8/5K2/2R5 b - - 0 1", "e5d3");
        assert_eq!(
            attacks(&check),
            [attack(Role::Knight, None, &[(Role::Rook, Square::C1)])]
        );
    }

    #[test]
    fn a_recapture_is_not_said_for_itself() {
        let before = position("4k3/8/8/8/3n4/5N2/8/4K3 w - - 0 1");
        let taking = mv(&before, "f3d4");
        assert!(takes_loose(&Step::new(&before, taking, None)).is_some());
        let capture = Move::Normal {
            role: Role::Knight,
            from: Square::B5,
            capture: Some(Role::Pawn),
            to: Square::D4,
            promotion: None,
        };
        assert_eq!(
            takes_loose(&Step::new(&before, taking, Some(capture))),
            None
        );
    }

    #[test]
    fn taking_an_equal_guarded_piece_or_a_pawn_is_no_taking_of_a_loose_one() {
        assert_eq!(
            takes_loose(&step("4k3/3rr3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e7")),
            None
        );
        assert_eq!(
            takes_loose(&step("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5")),
            None
        );
        assert_eq!(
            takes_loose(&step("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6")),
            None
        );
    }

    #[test]
    fn a_loose_piece_is_rescued_by_moving_and_guarded_by_another() {
        let rescued = step("4k3/8/8/8/3p4/2N5/8/4K3 w - - 0 1", "c3e4");
        assert_eq!(
            rescues(&rescued),
            Some(Claim::Rescues {
                piece: Role::Knight,
                from: Square::C3
            })
        );
        let guarded = step("4k3/8/8/1r6/8/1N6/8/5KR1 w - - 0 1", "g1g3");
        assert_eq!(
            guards(&guarded),
            [Claim::Guards {
                piece: Role::Knight,
                square: Square::B3
            }]
        );
        assert!(guards(&step("4k3/8/8/1r6/8/1N6/8/5KR1 w - - 0 1", "g1g2")).is_empty());
    }

    #[test]
    fn moving_to_where_it_is_still_loose_rescues_nothing() {
        let safe = step("4k3/8/5p2/8/3p4/2N5/8/4K3 w - - 0 1", "c3e4");
        assert!(rescues(&safe).is_some());
        let attacked = step("4k3/8/8/5p2/3p4/2N5/8/4K3 w - - 0 1", "c3e4");
        assert_eq!(rescues(&attacked), None);
    }

    #[test]
    fn nothing_is_rescued_out_of_check() {
        // The knight blocks the check of the rook and leaves the pawn's reach.
        let checked = step("k3r3/8/8/8/3p4/2N5/8/4K3 w - - 0 1", "c3e4");
        assert_eq!(rescues(&checked), None);
    }

    #[test]
    fn centre_and_open_file_are_seen() {
        assert_eq!(
            plain_fact(&step("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4")),
            Some(Claim::Centre)
        );
        assert_eq!(
            plain_fact(&step("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3")),
            None
        );
        assert_eq!(
            plain_fact(&step("4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "e3d4")),
            None
        );
        assert_eq!(
            plain_fact(&step("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", "a1d1")),
            Some(Claim::OpenFile { file: 'd' })
        );
        assert_eq!(
            plain_fact(&step("4k3/p2p4/8/8/8/8/P7/R3K3 w - - 0 1", "a1d1")),
            None
        );
        assert_eq!(
            plain_fact(&step("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5")),
            None
        );
        assert_eq!(
            plain_fact(&step("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1g1")),
            Some(Claim::Castles)
        );
    }
}
