//! What a line of play does on the board: forks, pins, skewers and the like.
//!
//! A [`Motif`] is a fact of a line, whoever is blamed for it: of the line that
//! follows a bad move it is what was allowed, of the better line what was missed.
//! Each function here answers for one motif by its definition in the book of claims.

use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Board, Color, Move, Piece, Position, Role, Square, attacks};

use super::{
    captures::{is_loosable, is_loose, loosable, wins, worth},
    claim::Target,
    facts::Step,
    line::{Line, pays},
    names, san,
};

/// What a line wins, from the most to the least that can be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Won {
    /// A piece that its only move takes for nothing or with a cheaper one.
    Loose(Target),
    /// The piece that its last move takes.
    Piece(Target),
    /// A rook for a knight or bishop.
    Exchange,
    /// A pawn.
    Pawn,
    /// More than it costs.
    Material,
}

/// A line that wins something.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Winning {
    /// What.
    pub won: Won,
    /// The line, numbered.
    pub line: String,
}

/// Several pieces that one move attacks, and the line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Targets {
    /// The king first, then from the most valuable down, then by square.
    pub targets: Vec<Target>,
    /// The line, numbered.
    pub line: String,
}

/// A piece pinned, or attacked while pinned, and the line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pinned {
    /// What is pinned.
    #[serde(with = "names::piece")]
    pub piece: Role,
    /// Where.
    #[serde(with = "names::text")]
    pub square: Square,
    /// What it is pinned to by the line's first move; none if it was pinned to the
    /// king before and is now attacked.
    #[serde(
        default,
        with = "names::maybe_piece",
        skip_serializing_if = "Option::is_none"
    )]
    pub behind: Option<Role>,
    /// The line, numbered.
    pub line: String,
}

/// A line opened, and the line of play.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Discovered {
    /// The piece attacked; none if it is the king.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// The line, numbered.
    pub line: String,
}

/// A piece that falls, and the line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prey {
    /// What.
    #[serde(with = "names::piece")]
    pub piece: Role,
    /// Where it stands before the line.
    #[serde(with = "names::text")]
    pub square: Square,
    /// The line, numbered.
    pub line: String,
}

/// A piece whose guard the move played took away, and the line that takes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unguarded {
    /// What guarded it.
    #[serde(with = "names::piece")]
    pub by: Role,
    /// What was guarded.
    #[serde(with = "names::piece")]
    pub piece: Role,
    /// Where that stands.
    #[serde(with = "names::text")]
    pub square: Square,
    /// The line, numbered.
    pub line: String,
}

/// A line alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Course {
    /// The line, numbered.
    pub line: String,
}

/// A capture back, and the line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retake {
    /// Where.
    #[serde(with = "names::text")]
    pub square: Square,
    /// The line, numbered.
    pub line: String,
}

/// What a longer line wins in the end.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Soon {
    /// The first move of the line, numbered.
    #[serde(rename = "move")]
    pub mv: String,
    /// The piece that its last move takes; none if only material is won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
}

/// What a line does.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Motif {
    /// It wins something.
    Wins(Winning),
    /// Its first move attacks several pieces, its last takes one of them.
    Fork(Targets),
    /// Its first move pins a piece, or attacks a pinned one, that its last takes.
    Pin(Pinned),
    /// Its first move attacks a piece with another behind it, which its last takes.
    Skewer(Targets),
    /// Its first move opens a line to what its last takes, or to the king.
    Discovery(Discovered),
    /// Its first move attacks a piece that has nowhere to go.
    Trap(Prey),
    /// Its first move takes what guarded the piece that its last takes.
    RemovesGuard(Prey),
    /// Its only move takes what the move played guarded before.
    Unguards(Unguarded),
    /// Its last move promotes.
    Promotion(Course),
    /// It takes back.
    Recapture(Retake),
    /// It wins something after five moves or seven.
    Soon(Soon),
}

/// The motif of a line of one move or three that nets `net` and explains its cost:
/// the most telling that holds of it.
pub fn of_short_line(line: &Line, net: i32, is_missed: bool) -> Option<Motif> {
    let text = san::line(line.start(), line.moves(), line.moves().len());
    let motif = if let &[first, second, third] = line.moves() {
        let play = Play {
            line,
            first,
            second,
            third,
        };
        play.fork(&text)
            .or_else(|| play.skewer(&text))
            .or_else(|| play.discovery(&text))
            .or_else(|| play.pin(&text))
            .or_else(|| play.trap(&text))
            .or_else(|| play.removes_guard(&text))
    } else {
        None
    };
    motif.or_else(|| promotion(line, &text)).or_else(|| {
        Some(Motif::Wins(Winning {
            won: won(line, net, is_missed)?,
            line: text,
        }))
    })
}

/// What a line of five moves or seven that nets `net` wins.
pub fn of_long_line(line: &Line, net: i32) -> Option<Motif> {
    let mv = san::numbered(line.start(), *line.moves().first()?);
    let target = taken_last(line).filter(|target| net >= (worth(target.piece) - 1).max(1));
    Some(Motif::Soon(Soon { mv, target }))
}

/// `unguards`: the move played guarded what a line of one move takes.
pub fn unguards(step: &Step, line: &Line) -> Option<Motif> {
    let &[capture] = line.moves() else {
        return None;
    };
    let (square, from) = (capture.to(), step.mv.from()?);
    let piece = capture.capture().filter(|&piece| is_loosable(piece))?;
    let (before, after) = (step.before.board(), step.after.board());
    let guarded = !step.mv.is_castle()
        && square != step.mv.to()
        && before.attacks_from(from).contains(square)
        && !is_loose(before, square);
    let left = !after.attacks_from(step.mv.to()).contains(square) && is_loose(after, square);
    (guarded && left).then(|| {
        Motif::Unguards(Unguarded {
            by: step.mv.role(),
            piece,
            square,
            line: san::line(line.start(), line.moves(), 1),
        })
    })
}

/// `missed-recapture`: the better move takes back where the game's move before took.
pub fn recapture(step: &Step, line: &Line, cost: i32) -> Option<Motif> {
    let line = line.first(1)?;
    let capture = *line.moves().first()?;
    let answers = step
        .previous
        .is_some_and(|mv| mv.is_capture() && mv.to() == capture.to());
    (capture.is_capture() && answers && pays(line.count(), cost)).then(|| {
        Motif::Recapture(Retake {
            square: capture.to(),
            line: san::line(line.start(), line.moves(), 1),
        })
    })
}

fn promotion(line: &Line, text: &str) -> Option<Motif> {
    line.moves().last()?.is_promotion().then(|| {
        Motif::Promotion(Course {
            line: text.to_owned(),
        })
    })
}

/// What a line wins that nets `net`, at least 1.
fn won(line: &Line, net: i32, is_missed: bool) -> Option<Won> {
    // What wins much more than the piece it takes last is not told by that piece.
    if let Some(target) = taken_last(line)
        && ((worth(target.piece) - 1).max(1)..=worth(target.piece) + 1).contains(&net)
    {
        let from = line.moves().first().and_then(|mv| mv.from());
        let is_loose = is_missed
            && line.moves().len() == 1
            && from.is_some_and(|from| wins(line.start().board(), from, target.square));
        return Some(if is_loose {
            Won::Loose(target)
        } else {
            Won::Piece(target)
        });
    }
    if net == 2 && wins_exchange(line) {
        return Some(Won::Exchange);
    }
    let mut taken = line.moves().iter().step_by(2);
    let takes_pawn = taken.any(|mv| mv.capture() == Some(Role::Pawn));
    match net {
        1 if takes_pawn => Some(Won::Pawn),
        1.. => Some(Won::Material),
        _ => None,
    }
}

/// Whether a line takes a rook for a knight or bishop.
fn wins_exchange(line: &Line) -> bool {
    let is_minor = |role| matches!(role, Role::Knight | Role::Bishop);
    let takes_rook = line
        .moves()
        .iter()
        .step_by(2)
        .any(|mv| mv.capture() == Some(Role::Rook));
    let gives_minor = line
        .moves()
        .iter()
        .skip(1)
        .step_by(2)
        .any(|mv| mv.capture().is_some_and(is_minor));
    takes_rook && (gives_minor || line.moves().last().is_some_and(|mv| is_minor(mv.role())))
}

/// What the last move of a line takes, if that has stood there from its start on.
fn taken_last(line: &Line) -> Option<Target> {
    let &last = line.moves().last()?;
    let piece = last.capture()?;
    let square = match last {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        _ => last.to(),
    };
    let stood = line.start().board().piece_at(square)
        == Some(Piece {
            color: !line.start().turn(),
            role: piece,
        });
    let (_, before) = line.moves().split_last()?;
    let stayed = before
        .iter()
        .all(|mv| mv.from() != Some(square) && mv.to() != square);
    (stood && stayed).then_some(Target { piece, square })
}

/// The square of the piece next behind `front` as the bishop, rook or queen on `from`
/// looks at it; none if it does not attack `front`.
fn behind(board: &Board, from: Square, front: Square) -> Option<Square> {
    let slider = board.piece_at(from)?;
    let is_line_piece = matches!(slider.role, Role::Bishop | Role::Rook | Role::Queen);
    if !is_line_piece || !board.attacks_from(from).contains(front) {
        return None;
    }
    let without = board.occupied() & !Bitboard::from(front);
    let seen = attacks::attacks(from, slider, without) & !board.attacks_from(from);
    (seen & attacks::ray(from, front) & board.occupied()).first()
}

/// The role of the piece that the one on `from` pins the one on `front` to: its own
/// king, or a piece worth more.
fn pinned_to(board: &Board, from: Square, front: Square) -> Option<Role> {
    let (pinned, back) = (
        board.piece_at(front)?,
        board.piece_at(behind(board, from, front)?)?,
    );
    (pinned.color == back.color && worth(back.role) > worth(pinned.role)).then_some(back.role)
}

/// Three moves of a line.
struct Play<'a> {
    line: &'a Line,
    first: Move,
    second: Move,
    third: Move,
}

impl Play<'_> {
    fn taker(&self) -> Color {
        self.line.start().turn()
    }

    fn before(&self) -> &Board {
        self.line.start().board()
    }

    fn after(&self) -> &Board {
        self.line.after(1).board()
    }

    /// Where the piece stands that the first move moved; none in castling.
    fn attacker(&self) -> Option<Square> {
        (!self.first.is_castle()).then(|| self.first.to())
    }

    /// What the third move takes, if that has stood there from the start on.
    fn prize(&self) -> Option<Target> {
        taken_last(self.line)
    }

    fn fork(&self, text: &str) -> Option<Motif> {
        let attacker = self.attacker()?;
        let board = self.after();
        let king: Option<Square> = board
            .king_of(!self.taker())
            .filter(|&king| board.attacks_from(attacker).contains(king));
        let pieces = loosable(board, !self.taker())
            .into_iter()
            .filter(|&square| wins(board, attacker, square));
        let targets = in_order(board, king.into_iter().chain(pieces));
        let prize = self.prize()?;
        let takes = self.third.from() == Some(attacker) && targets.contains(&prize);
        (targets.len() >= 2 && takes).then(|| {
            Motif::Fork(Targets {
                targets,
                line: text.to_owned(),
            })
        })
    }

    fn skewer(&self, text: &str) -> Option<Motif> {
        let attacker = self.attacker()?;
        let board = self.after();
        let front = self.second.from().filter(|_| !self.second.is_castle())?;
        let back = behind(board, attacker, front)?;
        let (front_piece, back_piece) = (board.role_at(front)?, board.piece_at(back)?);
        let holds = back_piece.color != self.taker()
            && is_loosable(back_piece.role)
            && worth(front_piece) >= worth(back_piece.role);
        let takes = self.third.from() == Some(attacker)
            && self
                .prize()
                .is_some_and(|prize| prize.square == back && prize.piece == back_piece.role);
        (holds && takes).then(|| {
            Motif::Skewer(Targets {
                targets: in_order(board, [front, back]),
                line: text.to_owned(),
            })
        })
    }

    fn discovery(&self, text: &str) -> Option<Motif> {
        self.attacker()?;
        let left = self.first.from()?;
        let own = self.before().by_color(self.taker());
        let sliders = self.before().sliders() & own & !Bitboard::from(left);
        let opens = |slider: Square, target: Square| {
            attacks::between(slider, target) & self.before().occupied() == Bitboard::from(left)
                && self.before().attacks_from(slider).contains(left)
                && self.after().attacks_from(slider).contains(target)
        };
        if let Some(prize) = self.prize()
            && let Some(slider) = self.third.from()
            && sliders.contains(slider)
            && opens(slider, prize.square)
        {
            return Some(Motif::Discovery(Discovered {
                target: Some(prize),
                line: text.to_owned(),
            }));
        }
        let king = self.after().king_of(!self.taker())?;
        let checks = sliders.into_iter().any(|slider| opens(slider, king));
        (checks && self.third.is_capture()).then(|| {
            Motif::Discovery(Discovered {
                target: None,
                line: text.to_owned(),
            })
        })
    }

    fn pin(&self, text: &str) -> Option<Motif> {
        let attacker = self.attacker()?;
        // A pinned pawn is a pawn: what is told is that it falls.
        let Target { piece, square } = self.prize().filter(|prize| is_loosable(prize.piece))?;
        let (before, after) = (self.before(), self.after());
        let was_on = self.first.from()?;
        let behind = pinned_to(after, attacker, square);
        let attacks_pinned = || {
            let holders = before.by_color(self.taker()) & !Bitboard::from(was_on);
            let held = holders.into_iter().any(|holder| {
                [before, after]
                    .iter()
                    .all(|board| pinned_to(board, holder, square) == Some(Role::King))
            });
            held && after.attacks_from(attacker).contains(square)
                && !before.attacks_from(was_on).contains(square)
        };
        (behind.is_some() || attacks_pinned()).then(|| {
            Motif::Pin(Pinned {
                piece,
                square,
                behind,
                line: text.to_owned(),
            })
        })
    }

    fn trap(&self, text: &str) -> Option<Motif> {
        let attacked = self.line.after(1);
        if attacked.is_check() {
            return None;
        }
        // What falls stands where the second move found it, if it was that which moved.
        let square = if self.second.to() == self.third.to() && !self.second.is_castle() {
            self.second.from()?
        } else {
            self.third.to()
        };
        let piece = self.third.capture().filter(|&piece| is_loosable(piece))?;
        let is_it = self.after().piece_at(square)
            == Some(Piece {
                color: !self.taker(),
                role: piece,
            });
        if !is_it || is_loose(self.before(), square) || !is_loose(self.after(), square) {
            return None;
        }
        let mut ways = attacked.legal_moves();
        ways.retain(|mv| mv.from() == Some(square) && !mv.is_castle());
        let nowhere = ways.iter().all(|&mv| {
            let mut moved = attacked.clone();
            moved.play_unchecked(mv);
            is_loose(moved.board(), mv.to())
        });
        (!ways.is_empty() && nowhere).then(|| {
            Motif::Trap(Prey {
                piece,
                square,
                line: text.to_owned(),
            })
        })
    }

    fn removes_guard(&self, text: &str) -> Option<Motif> {
        let Target { piece, square } = self.prize().filter(|prize| is_loosable(prize.piece))?;
        let guard = self.first.to();
        let guards = self.first.is_capture()
            && !self.first.is_en_passant()
            && self.before().attacks_from(guard).contains(square);
        let loosened = !is_loose(self.before(), square) && is_loose(self.after(), square);
        (guards && loosened).then(|| {
            Motif::RemovesGuard(Prey {
                piece,
                square,
                line: text.to_owned(),
            })
        })
    }
}

/// Pieces of a board: the king first, then from the most valuable down, then by square.
fn in_order(board: &Board, squares: impl IntoIterator<Item = Square>) -> Vec<Target> {
    let mut targets: Vec<Target> = squares
        .into_iter()
        .filter_map(|square| board.role_at(square).map(|piece| Target { piece, square }))
        .collect();
    targets.sort_by_key(|target| (-worth(target.piece), target.square));
    targets
}

#[cfg(test)]
mod tests {
    use super::super::testing::{moves, position};
    use super::*;

    /// The motif of a line, as stored, without its line.
    fn motif(fen: &str, line: &str) -> String {
        let start = position(fen);
        let line = Line::new(&start, &moves(&start, line));
        match of_short_line(&line, line.count(), false) {
            Some(Motif::Wins(winning)) => format!("wins {:?}", winning.won),
            Some(motif) => format!("{motif:?}")
                .split('(')
                .next()
                .unwrap_or_default()
                .to_owned(),
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn the_rook_that_castles_is_not_the_piece_that_moved() {
        let castles = "5b2/8/8/5k2/8/8/8/4K2R w K - 0 1";
        assert_eq!(
            motif(castles, "e1g1 f5e6 f1f8"),
            "wins Piece(Target { piece: Bishop, square: F8 })"
        );
        let moves = "5b2/8/8/5k2/8/8/4K3/7R w - - 0 1";
        assert_eq!(motif(moves, "h1f1 f5e6 f1f8"), "Skewer");
    }

    #[test]
    fn what_is_guarded_is_not_forked() {
        let loose = "r3k3/8/8/1N6/8/8/8/6K1 w - - 0 1";
        assert_eq!(motif(loose, "b5c7 e8d8 c7a8"), "Fork");
        // Of two bishops one is guarded by a pawn: the knight attacks one target only.
        let guarded = "4k3/6p1/5b2/8/1b6/8/2N5/6K1 w - - 0 1";
        assert_eq!(motif(guarded, "c2d4 e8f7 d4c6"), "nothing");
    }

    #[test]
    fn the_front_piece_of_a_skewer_is_no_cheaper() {
        let king = "r5k1/8/8/8/3K4/8/7P/3R4 b - - 0 1";
        assert_eq!(motif(king, "a8d8 d4c3 d8d1"), "Skewer");
        // The knight in front moves, the queen behind it falls: she was not skewered.
        let knight = "r5k1/8/8/8/3N4/8/7P/3Q2K1 b - - 0 1";
        assert_eq!(
            motif(knight, "a8d8 d4c6 d8d1"),
            "wins Piece(Target { piece: Queen, square: D1 })"
        );
    }

    #[test]
    fn a_pin_needs_something_dearer_behind() {
        let king = "3r2k1/8/8/8/4B3/8/P6P/4K3 b - - 0 1";
        assert_eq!(motif(king, "d8e8 h2h3 e8e4"), "Pin");
        let knight_behind = "3r2k1/8/8/8/4B3/8/P6P/K3N3 b - - 0 1";
        assert_eq!(
            motif(knight_behind, "d8e8 h2h3 e8e4"),
            "wins Piece(Target { piece: Bishop, square: E4 })"
        );
    }

    #[test]
    fn a_line_already_open_is_not_discovered() {
        let closed = "3q2k1/5ppp/3b4/8/3Q4/8/P4PPP/6K1 b - - 0 1";
        assert_eq!(motif(closed, "d6h2 g1h2 d8d4"), "Discovery");
        let other_file = "3q2k1/5ppp/2b5/8/3Q4/8/P4PPP/6K1 b - - 0 1";
        assert_eq!(motif(other_file, "c6g2 g1g2 d8d4"), "wins Material");
    }

    #[test]
    fn a_piece_with_a_way_out_is_not_trapped() {
        let trapped = "7k/8/p7/1pp5/8/1B6/P1P4P/4K3 b - - 0 1";
        assert_eq!(motif(trapped, "c5c4 h2h3 c4b3"), "Trap");
        let way_out = "7k/8/pp6/2p5/8/1B6/P1P4P/4K3 b - - 0 1";
        assert_eq!(
            motif(way_out, "c5c4 h2h3 c4b3"),
            "wins Piece(Target { piece: Bishop, square: B3 })"
        );
    }

    #[test]
    fn the_piece_that_moved_is_not_the_one_that_stood_there() {
        // The knight comes to c3 and falls there: material, not the knight of c3.
        let moved = "4k3/8/8/q7/8/8/3P4/1N4K1 b - - 0 1";
        assert_eq!(motif(moved, "a5a3 b1c3 a3c3"), "nothing");
        let free = "4k3/8/8/q7/8/8/8/1N4K1 b - - 0 1";
        assert_eq!(motif(free, "a5a3 b1c3 a3c3"), "wins Material");
    }

    #[test]
    fn a_piece_that_took_back_is_not_the_one_that_stood_there() {
        // Queen takes pawn, pawn takes queen would be nothing: rook takes, pawn takes, rook takes.
        let taken_back = "4k3/8/p7/1p6/8/8/1R6/1R4K1 w - - 0 1";
        assert_eq!(motif(taken_back, "b2b5 a6b5 b1b5"), "nothing");
        let start = position("4k3/8/p7/1p6/8/8/1B6/1R4K1 w - - 0 1");
        let line = Line::new(&start, &moves(&start, "b2a3 a6a5 b1b5"));
        assert_eq!(
            taken_last(&line).map(|target| target.square),
            Some(Square::B5)
        );
        let start = position("4k3/8/p7/1p6/8/8/1R6/1R4K1 w - - 0 1");
        let line = Line::new(&start, &moves(&start, "b2b5 a6b5 b1b5"));
        assert_eq!(taken_last(&line), None);
    }

    #[test]
    fn a_rook_for_a_bishop_is_the_exchange() {
        let exchange = "6k1/5ppp/8/8/8/3b4/5PPP/5RK1 b - - 0 1";
        assert_eq!(motif(exchange, "d3f1"), "wins Exchange");
        let free = "6k1/5ppp/8/8/8/3b4/5PPP/5R1K b - - 0 1";
        assert_eq!(
            motif(free, "d3f1"),
            "wins Piece(Target { piece: Rook, square: F1 })"
        );
    }
}
