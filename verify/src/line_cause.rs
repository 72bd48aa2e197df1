//! Line causes (CLAIMS.md section 2): what line such a sentence names, what it costs,
//! and its proof by our own search or by another judge's line.

use shakmaty::{Chess, Move, Piece, Position, Role, Square};

use crate::{
    best_line::{Found, Stage, Wanted, look_for},
    claim::{Claim, Kind},
    exchange::{Counted, count, pays, worth},
    grades::Proof,
    judge::{Score, cost},
    replay::{named_line, named_move},
    search::{Line, OutOfNodes, Searcher},
    told::Told,
};

/// Lines of a sentence that names only the first move: more are not put to the
/// checker.
const MOST: usize = 4;
/// How long the line of such a sentence is, in plies.
pub const SOON: [usize; 2] = [5, 7];

/// A claim that rests on a line, with what it is about.
#[derive(Clone, Copy)]
pub struct LineCause<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// The move of the game it is said of.
    pub told: &'a Told,
    /// The move of the game before it, if there was one.
    pub previous: Option<Move>,
}

impl<'a> LineCause<'a> {
    /// The claim at a ply of a game.
    pub fn at(claim: &'a Claim, all: &'a [Told], ply: usize) -> LineCause<'a> {
        let before = ply.checked_sub(1).and_then(|before| all.get(before));
        LineCause {
            claim,
            told: &all[ply],
            previous: before.map(|told| told.ply.played),
        }
    }

    fn kind(&self) -> Kind {
        self.claim.kind
    }

    /// Where the line begins.
    pub fn start(&self) -> Chess {
        if self.kind().is_missed() {
            self.told.ply.line.position().clone()
        } else {
            self.told.ply.after()
        }
    }

    /// The moves that the sentence names: a whole line, or its first move.
    ///
    /// # Errors
    ///
    /// One of them is not legal, or not written as it should be.
    pub fn moves(&self) -> Result<Vec<Move>, String> {
        let start = self.start();
        match (self.claim.slot("line"), self.claim.slot("move")) {
            (Some(text), _) => named_line(&start, text),
            (None, Some(text)) => Ok(vec![named_move(&start, text)?]),
            (None, None) => Err("no move is named".to_owned()),
        }
    }

    /// What a line wins by this claim: its net, or for a recapture its count.
    pub fn wins(&self, moves: &[Move]) -> i32 {
        if self.kind() == Kind::MissedRecapture {
            return count(self.told.ply.line.position(), moves);
        }
        let counted = Counted {
            before: self.told.ply.line.position(),
            played: self.told.ply.played,
            previous: self.previous,
            is_missed: self.kind().is_missed(),
        };
        counted.net(moves)
    }

    /// Whether the claim agrees with best and played.
    ///
    /// # Errors
    ///
    /// What is so instead.
    pub fn holds(&self, best: Score, played: Score) -> Result<(), String> {
        let moves = self.moves()?;
        if self.kind().is_missed() {
            if best.value() <= played.value() {
                return Err("the move played is as good".to_owned());
            }
            if moves.first() == Some(&self.told.ply.played) {
                return Err("the line begins with the move played".to_owned());
            }
        }
        let cost = cost(best, played);
        if self.kind().is_soon() {
            // What its line wins is not known yet, but it is something.
            return if !Soon::new(*self, cost).stands {
                Err("no such piece stands there to be won".to_owned())
            } else if pays(1, cost) {
                Ok(())
            } else {
                Err(format!("the move costs no more than {cost} centipawns"))
            };
        }
        let won = self.wins(&moves);
        if pays(won, cost) {
            Ok(())
        } else {
            Err(format!(
                "the line wins {won} and the move costs {cost} centipawns"
            ))
        }
    }

    /// Where the line begins, with the value that best or played gives it; none
    /// where no line begins.
    fn stage(&self, best: Score, played: Score, depth: i32) -> Option<Stage> {
        let line = &self.told.ply.line;
        if self.kind().is_missed() {
            return Some(Stage::before(line.clone(), best.value(), depth));
        }
        let check = i32::from(line.position().is_check());
        let after = line.after(self.told.ply.played);
        Stage::after(after, played.value(), depth + check - 1)
    }

    /// Whether the line is a best one, best and played being right; and for a
    /// sentence that names only the first move, the best lines that may be meant.
    pub fn prove(
        &self,
        searcher: &mut Searcher,
        best: Score,
        played: Score,
        depth: i32,
    ) -> (Proof, Option<Found>) {
        let moves = match self.moves() {
            Ok(moves) => moves,
            Err(found) => return (Proof::False(found), None),
        };
        let Some(stage) = self.stage(best, played, depth) else {
            let none = "there is no best reply here";
            return (Proof::False(none.to_owned()), None);
        };
        if !self.kind().is_soon() {
            return (stage.prove(searcher, &moves), None);
        }
        let Some(first) = moves.first() else {
            return (Proof::False("no move is named".to_owned()), None);
        };
        let wanted = Soon::new(*self, cost(best, played));
        match look_for(searcher, &stage, *first, &wanted, MOST) {
            Ok(Some(found)) => (Proof::True, Some(found)),
            Ok(None) => (Proof::False("it is no best move".to_owned()), None),
            Err(OutOfNodes) => {
                let why = "the node limit was reached";
                (Proof::Unproved(why.to_owned()), None)
            }
        }
    }

    /// The same by the line of another judge.
    pub fn prove_by(&self, line: &[Move], best: Score, played: Score) -> (Proof, Option<Found>) {
        let moves = match self.moves() {
            Ok(moves) => moves,
            Err(found) => return (Proof::False(found), None),
        };
        if !line.starts_with(&moves) {
            let other = "the judge's line is another";
            return (Proof::False(other.to_owned()), None);
        }
        if !self.kind().is_soon() {
            return (Proof::True, None);
        }
        let wanted = Soon::new(*self, cost(best, played));
        let lines = SOON
            .into_iter()
            .filter_map(|length| line.get(..length))
            .filter(|moves| wanted.fits(moves))
            .map(<[Move]>::to_vec)
            .collect();
        (Proof::True, Some(Found { lines, open: None }))
    }
}

/// What the line must be of which a sentence names only the first move, as far as
/// that sorts lines: the checker judges those that are left.
struct Soon<'a> {
    cause: LineCause<'a>,
    cost: i32,
    /// The piece that is won, if one is named.
    prey: Option<(Square, Option<Piece>)>,
    stands: bool,
}

impl<'a> Soon<'a> {
    fn new(cause: LineCause<'a>, cost: i32) -> Soon<'a> {
        let start = cause.start();
        let square = cause
            .claim
            .slot("square")
            .and_then(|text| text.parse().ok());
        let prey = square.map(|square: Square| (square, start.board().piece_at(square)));
        let stands = prey.is_none_or(|(_, piece)| {
            piece.is_some_and(|piece| {
                piece.color != start.turn()
                    && cause.claim.slot("piece") == Some(role_word(piece.role))
            })
        });
        Soon {
            cause,
            cost,
            prey,
            stands,
        }
    }
}

impl Wanted for Soon<'_> {
    fn may_begin(&self, moves: &[Move], reached: &Line) -> bool {
        // What is taken on the last move must have stood there until then.
        self.stands
            && self.prey.is_none_or(|(square, piece)| {
                SOON.contains(&moves.len()) || reached.position().board().piece_at(square) == piece
            })
    }

    fn fits(&self, moves: &[Move]) -> bool {
        let takes = |square: Square| {
            moves
                .last()
                .is_some_and(|last| last.is_capture() && taken_on(*last) == square)
        };
        let net = self.cause.wins(moves);
        let enough = |piece: Option<Piece>| piece.is_some_and(|piece| net + 1 >= worth(piece.role));
        self.stands
            && self
                .prey
                .is_none_or(|(square, piece)| takes(square) && enough(piece))
            && pays(net, self.cost)
    }
}

/// Where the piece stood that a move captures.
fn taken_on(m: Move) -> Square {
    match m {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        other => other.to(),
    }
}

/// The word for a piece.
pub fn role_word(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
