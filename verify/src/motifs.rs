//! A second route to what line causes say of the board, for mutants alone, as
//! [`crate::facts`] is for the other kinds: the definitions of CLAIMS.md section 2
//! over shakmaty's boards.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use crate::{
    claim::{Claim, Kind, Target},
    exchange::worth,
    facts::{is_loose, wins},
    line_cause::role_word,
};

const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A line as it is played out.
pub struct Scene<'a> {
    /// The position before the move of the game.
    pub before: &'a Chess,
    /// The move of the game.
    pub played: Move,
    /// The move of the game before that.
    pub previous: Option<Move>,
    /// Where the line begins.
    pub start: &'a Chess,
    /// The line.
    pub moves: &'a [Move],
    /// What it wins.
    pub net: i32,
}

impl Scene<'_> {
    /// Whether the line is as a claim says; values are another matter.
    pub fn shows(&self, claim: &Claim) -> Option<bool> {
        let square = || claim.slot("square")?.parse::<Square>().ok();
        let takes = |square| self.takes(square, claim.slot("piece"));
        match claim.kind {
            Kind::Wins | Kind::MissedWins | Kind::SoonWins | Kind::MissedSoon => self.wins(claim),
            Kind::Fork | Kind::MissedFork => self.forks(&claim.targets),
            Kind::Pin | Kind::MissedPin => {
                let square = square()?;
                let pins = match claim.slot("behind") {
                    Some(behind) => self.pins(square, behind),
                    None => self.attacks_pinned(square),
                };
                Some(takes(square) && self.stands(square) && pins?)
            }
            Kind::Skewer | Kind::MissedSkewer => self.skewers(&claim.targets),
            Kind::Discovery | Kind::MissedDiscovery => {
                if let Some(square) = square() {
                    let stands = takes(square) && self.stands(square);
                    Some(stands && self.uncovers(square, Some(self.last()?.from()?))?)
                } else {
                    let king = self.start.board().king_of(self.loser())?;
                    Some(self.last()?.is_capture() && self.uncovers(king, None)?)
                }
            }
            Kind::Trap | Kind::MissedTrap => self.traps(square()?, claim.slot("piece")?),
            Kind::RemovesGuard | Kind::MissedGuard => {
                let square = square()?;
                let stands = takes(square) && self.stands(square);
                Some(stands && self.removes_guard(square)?)
            }
            Kind::Unguards => {
                let square = square()?;
                Some(takes(square) && self.unguards(square, claim.slot("by")?))
            }
            Kind::Promotion | Kind::MissedPromotion => Some(self.last()?.is_promotion()),
            Kind::MissedRecapture => {
                let retaken = self.previous.filter(|m| m.is_capture()).map(Move::to);
                let first = self.first()?;
                let takes = first.is_capture() && retaken == Some(first.to());
                Some(self.moves.len() == 1 && takes && square() == retaken)
            }
            _ => None,
        }
    }

    fn taker(&self) -> Color {
        self.start.turn()
    }

    fn loser(&self) -> Color {
        !self.taker()
    }

    fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// The first and last move of a line of three.
    fn three(&self) -> Option<[Move; 3]> {
        self.moves.try_into().ok()
    }

    fn after(&self, moves: usize) -> Chess {
        let mut position = self.start.clone();
        for m in &self.moves[..moves] {
            position.play_unchecked(*m);
        }
        position
    }

    /// Whether the last move captures this piece there.
    fn takes(&self, square: Square, piece: Option<&str>) -> bool {
        self.last().is_some_and(|last| {
            taken(last) == Some(square) && last.capture().map(role_word) == piece
        })
    }

    /// Whether the loser's piece on a square stands there until the last move.
    fn stands(&self, square: Square) -> bool {
        let moved = &self.moves[..self.moves.len().saturating_sub(1)];
        self.start.board().color_at(square) == Some(self.loser())
            && !moved
                .iter()
                .any(|m| m.from() == Some(square) || m.to() == square || taken(*m) == Some(square))
    }

    fn wins(&self, claim: &Claim) -> Option<bool> {
        let says = |words: &str| claim.sentence.contains(words);
        let prey = claim.slot("square").and_then(|text| text.parse().ok());
        let Some(square) = prey else {
            return Some(if says(" the exchange") {
                self.net == 2 && self.is_an_exchange()
            } else if says(" a pawn:") {
                let mut own = self.moves.iter().step_by(2);
                self.net == 1 && own.any(|m| m.capture() == Some(Role::Pawn))
            } else {
                true
            });
        };
        let value = worth(self.last()?.capture()?);
        let loose = !says(" the loose ")
            || self.moves.len() == 1 && wins(self.start.board(), self.last()?.from()?, square);
        let takes = self.takes(square, claim.slot("piece")) && self.stands(square);
        Some(takes && loose && self.net >= 1.max(value - 1))
    }

    fn is_an_exchange(&self) -> bool {
        let is_minor = |role| matches!(role, Some(Role::Knight | Role::Bishop));
        let mut own = self.moves.iter().step_by(2);
        let mut theirs = self.moves.iter().skip(1).step_by(2);
        own.any(|m| m.capture() == Some(Role::Rook))
            && (theirs.any(|m| is_minor(m.capture())) || is_minor(self.last().map(Move::role)))
    }

    /// Every piece that the first move attacks and wins, and the king.
    fn forks(&self, targets: &[Target]) -> Option<bool> {
        let [first, answer, last] = self.three()?;
        let (Some(_), after) = (square_of(first), self.after(1)) else {
            return Some(false);
        };
        let (from, board) = (first.to(), after.board());
        let mut forked: Vec<Square> = (board.attacks_from(from) & board.by_color(self.loser()))
            .into_iter()
            .filter(|square| {
                board.role_at(*square) == Some(Role::King) || wins(board, from, *square)
            })
            .collect();
        forked.sort();
        let mut named = named(board, self.loser(), targets)?;
        named.sort();
        let stood = answer.from() != Some(last.to()) && answer.to() != last.to();
        let takes = last.from() == Some(from) && last.is_capture() && forked.contains(&last.to());
        Some(forked.len() >= 2 && forked == named && takes && stood)
    }

    fn pins(&self, square: Square, behind: &str) -> Option<bool> {
        let [first, ..] = self.three()?;
        if square_of(first).is_none() {
            return Some(false);
        }
        let after = self.after(1);
        let held = held_to(after.board(), first.to(), square);
        Some(held.is_some_and(|to| after.board().role_at(to).map(role_word) == Some(behind)))
    }

    fn attacks_pinned(&self, square: Square) -> Option<bool> {
        let [first, ..] = self.three()?;
        let Some(from) = square_of(first) else {
            return Some(false);
        };
        let (before, after) = (self.start.board(), self.after(1));
        let king = before.king_of(self.loser());
        let sliders = before.by_color(self.taker()).without(from);
        let holds = |board: &Board, slider| {
            held_to(board, slider, square).is_some_and(|to| Some(to) == king)
        };
        let pinned = sliders
            .into_iter()
            .any(|slider| holds(before, slider) && holds(after.board(), slider));
        let newly = after.board().attacks_from(first.to()).contains(square)
            && !before.attacks_from(from).contains(square);
        Some(pinned && newly)
    }

    fn skewers(&self, targets: &[Target]) -> Option<bool> {
        let [first, answer, last] = self.three()?;
        if square_of(first).is_none() {
            return Some(false);
        }
        let after = self.after(1);
        let board = after.board();
        let mut named = named(board, self.loser(), targets)?;
        let Some(front) = answer.from().filter(|front| named.contains(front)) else {
            return Some(false);
        };
        named.retain(|square| *square != front);
        let [back] = named.as_slice() else {
            return Some(false);
        };
        let (Some(one), Some(other)) = (board.role_at(front), board.role_at(*back)) else {
            return Some(false);
        };
        let dearer = one == Role::King || worth(one) >= worth(other);
        let takes = last.from() == Some(first.to()) && last.to() == *back && last.is_capture();
        Some(
            OFFICERS.contains(&other)
                && dearer
                && next_behind(board, first.to(), front) == Some(*back)
                && takes
                && answer.to() != *back,
        )
    }

    /// Whether the first move opens a line to a square, of a certain piece or any.
    fn uncovers(&self, square: Square, by: Option<Square>) -> Option<bool> {
        let [first, ..] = self.three()?;
        let Some(from) = square_of(first) else {
            return Some(false);
        };
        let (before, after) = (self.start.board(), self.after(1));
        let opened = |slider: Square| {
            is_slider(before, slider)
                && by.is_none_or(|by| by == slider)
                && attacks::between(slider, square) & before.occupied() == Bitboard::from(from)
                && after.board().attacks_from(slider).contains(square)
        };
        let sliders = before.by_color(self.taker()).without(from);
        Some(sliders.into_iter().any(opened))
    }

    fn traps(&self, square: Square, piece: &str) -> Option<bool> {
        let [first, answer, last] = self.three()?;
        let (board, after) = (self.start.board(), self.after(1));
        let prey = board.piece_at(square)?;
        let fits = prey.color == self.loser()
            && OFFICERS.contains(&prey.role)
            && role_word(prey.role) == piece
            && first.to() != square;
        let escapes: Vec<Move> = after
            .legal_moves()
            .into_iter()
            .filter(|m| m.from() == Some(square) && !m.is_castle())
            .collect();
        let none_escapes = escapes.iter().all(|m| {
            let mut position = after.clone();
            position.play_unchecked(*m);
            is_loose(position.board(), m.to())
        });
        let stands = if answer.from() == Some(square) {
            answer.to()
        } else {
            square
        };
        Some(
            fits && !is_loose(board, square)
                && !after.is_check()
                && is_loose(after.board(), square)
                && !escapes.is_empty()
                && none_escapes
                && last.is_capture()
                && last.to() == stands,
        )
    }

    fn removes_guard(&self, square: Square) -> Option<bool> {
        let [first, ..] = self.three()?;
        let board = self.start.board();
        let guarded = taken(first).is_some_and(|guard| board.attacks_from(guard).contains(square));
        let officer = board.role_at(square).is_some_and(|r| OFFICERS.contains(&r));
        Some(
            officer
                && guarded
                && !is_loose(board, square)
                && is_loose(self.after(1).board(), square),
        )
    }

    fn unguards(&self, square: Square, by: &str) -> bool {
        let Some(from) = square_of(self.played) else {
            return false;
        };
        let (before, after) = (self.before.board(), self.start.board());
        let officer = before
            .role_at(square)
            .is_some_and(|role| OFFICERS.contains(&role));
        self.moves.len() == 1
            && officer
            && from != square
            && self.played.to() != square
            && !is_loose(before, square)
            && before.role_at(from).map(role_word) == Some(by)
            && before.attacks_from(from).contains(square)
            && !after.attacks_from(self.played.to()).contains(square)
            && is_loose(after, square)
    }
}

/// Where a move that is no castling comes from.
fn square_of(m: Move) -> Option<Square> {
    if m.is_castle() { None } else { m.from() }
}

/// Where the piece stood that a move captures.
fn taken(m: Move) -> Option<Square> {
    match m {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        other => other.is_capture().then(|| other.to()),
    }
}

/// The squares of the pieces that are named; nothing where one does not stand there.
fn named(board: &Board, side: Color, targets: &[Target]) -> Option<Vec<Square>> {
    let square = |target: &Target| {
        if target.square.is_empty() {
            return board.king_of(side);
        }
        let square: Square = target.square.parse().ok()?;
        let piece = board.piece_at(square)?;
        (piece.color == side && role_word(piece.role) == target.piece).then_some(square)
    };
    targets.iter().map(square).collect()
}

fn is_slider(board: &Board, square: Square) -> bool {
    matches!(
        board.role_at(square),
        Some(Role::Bishop | Role::Rook | Role::Queen)
    )
}

/// The piece behind one that a bishop, rook or queen attacks, on the same line.
fn next_behind(board: &Board, slider: Square, front: Square) -> Option<Square> {
    let piece = board
        .piece_at(slider)
        .filter(|_| is_slider(board, slider))?;
    let seen = board.attacks_from(slider);
    if !seen.contains(front) {
        return None;
    }
    let through = attacks::attacks(slider, piece, board.occupied().without(front));
    let beyond = through & !seen & attacks::ray(slider, front) & board.occupied();
    beyond.into_iter().next()
}

/// The piece to which a bishop, rook or queen holds another.
fn held_to(board: &Board, slider: Square, square: Square) -> Option<Square> {
    let behind = next_behind(board, slider, square)?;
    let (first, other) = (board.piece_at(square)?, board.piece_at(behind)?);
    let dearer = other.role == Role::King || worth(other.role) > worth(first.role);
    (first.color == other.color && dearer && board.color_at(slider) != Some(first.color))
        .then_some(behind)
}
