//! What a text would point at: squares to mark and arrows to draw, by the rule of the
//! book of claims.

use std::fmt::Write as _;

use shakmaty::{Chess, Move, Position, Square, san::SanPlus};

use super::{
    claim::{Claim, Target},
    facts::{self, Step},
    motif::{Discovered, Pinned, Prey, Retake, Soon, Targets, Unguarded, Winning, Won},
    voice::Person,
};

/// The colour of a mark: whose doing it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Colour {
    /// What one does or could have done.
    Green,
    /// What is done to one.
    Red,
}

impl Colour {
    fn letter(self) -> char {
        match self {
            Colour::Green => 'G',
            Colour::Red => 'R',
        }
    }

    fn turned(self) -> Colour {
        match self {
            Colour::Green => Colour::Red,
            Colour::Red => Colour::Green,
        }
    }
}

/// The marks of one text, as viewers read them: `Rd4,Re5` and `Rb4c2,Ge2e4`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The squares marked; empty if none are.
    pub squares: String,
    /// The arrows drawn; empty if none are.
    pub arrows: String,
}

/// What the claims of a move's text point at.
pub fn drawing(claims: &[Claim], person: Person, step: &Step) -> Drawing {
    let mut pen = Pen {
        is_turned: matches!(person, Person::They | Person::IYou),
        squares: Vec::new(),
        arrows: Vec::new(),
    };
    for claim in claims {
        pen.draw(claim, step);
    }
    let mut drawing = Drawing::default();
    for (colour, square) in pen.squares {
        let comma = if drawing.squares.is_empty() { "" } else { "," };
        let _ = write!(drawing.squares, "{comma}{}{square}", colour.letter());
    }
    for (colour, from, to) in pen.arrows {
        let comma = if drawing.arrows.is_empty() { "" } else { "," };
        let _ = write!(drawing.arrows, "{comma}{}{from}{to}", colour.letter());
    }
    drawing
}

struct Pen {
    is_turned: bool,
    squares: Vec<(Colour, Square)>,
    arrows: Vec<(Colour, Square, Square)>,
}

impl Pen {
    fn draw(&mut self, claim: &Claim, step: &Step) {
        use Colour::{Green, Red};
        let colour = if claim.is_missed_line() { Green } else { Red };
        match claim {
            Claim::TakesLoose { square, .. } | Claim::Guards { square, .. } => {
                self.mark(Green, *square);
            }
            Claim::Attacks { targets, .. } => self.mark_all(Green, targets),
            Claim::CaptureAllowed { square, .. } => self.mark(Red, *square),
            Claim::ReplyAttacks { mv, square, .. } => {
                self.point(Red, mv, &step.after);
                self.mark(Red, *square);
            }
            Claim::ReplyChecks { mv } => self.point(Red, mv, &step.after),
            Claim::HadMate { mv, .. }
            | Claim::WorseRoom { mv }
            | Claim::WorseKing { mv }
            | Claim::WorsePawns { mv }
            | Claim::Better { mv, .. } => self.point(Green, mv, &step.before),
            Claim::ThreatensMate { mv } => {
                if let Some(passed) = facts::passed(&step.after) {
                    self.point(Green, mv, &passed);
                }
            }
            claim if claim.is_allowed_line() || claim.is_missed_line() => {
                let (squares, first) = of_line(claim);
                self.mark_all(colour, &squares);
                let position = if claim.is_missed_line() {
                    &step.before
                } else {
                    &step.after
                };
                self.point(colour, first, position);
            }
            _ => {}
        }
    }

    fn mark(&mut self, colour: Colour, square: Square) {
        if self.squares.iter().all(|&(_, marked)| marked != square) {
            self.squares.push((self.seen(colour), square));
        }
    }

    fn mark_all(&mut self, colour: Colour, targets: &[Target]) {
        for target in targets {
            self.mark(colour, target.square);
        }
    }

    /// Draws the first of the numbered moves, which is legal in `position`.
    fn point(&mut self, colour: Colour, moves: &str, position: &Chess) {
        let first = moves.split(' ').nth(1);
        let mv = first
            .and_then(|san| san.parse::<SanPlus>().ok())
            .and_then(|san| san.san.to_move(position).ok());
        let Some((from, to)) = mv.and_then(|mv| ends(mv, position)) else {
            return;
        };
        if self.arrows.iter().all(|&(_, a, b)| (a, b) != (from, to)) {
            self.arrows.push((self.seen(colour), from, to));
        }
    }

    fn seen(&self, colour: Colour) -> Colour {
        if self.is_turned {
            colour.turned()
        } else {
            colour
        }
    }
}

/// Where a move starts and ends; of castling, the king's way.
fn ends(mv: Move, position: &Chess) -> Option<(Square, Square)> {
    let to = match mv.castling_side() {
        Some(side) => side.king_to(position.turn()),
        None => mv.to(),
    };
    Some((mv.from()?, to))
}

/// The pieces that a cause resting on a line names, and its line.
fn of_line(claim: &Claim) -> (Vec<Target>, &str) {
    let one = |piece, square| vec![Target { piece, square }];
    match claim {
        Claim::Wins(Winning { won, line }) | Claim::MissedWins(Winning { won, line }) => {
            let named = match won {
                Won::Loose(target) | Won::Piece(target) => vec![*target],
                Won::Exchange | Won::Pawn | Won::Material => Vec::new(),
            };
            (named, line)
        }
        Claim::Fork(Targets { targets, line })
        | Claim::MissedFork(Targets { targets, line })
        | Claim::Skewer(Targets { targets, line })
        | Claim::MissedSkewer(Targets { targets, line }) => (targets.clone(), line),
        Claim::Pin(pinned) | Claim::MissedPin(pinned) => {
            let Pinned {
                piece,
                square,
                line,
                ..
            } = pinned;
            (one(*piece, *square), line)
        }
        Claim::Discovery(Discovered { target, line })
        | Claim::MissedDiscovery(Discovered { target, line }) => {
            (target.iter().copied().collect(), line)
        }
        Claim::Trap(prey)
        | Claim::MissedTrap(prey)
        | Claim::RemovesGuard(prey)
        | Claim::MissedGuard(prey) => {
            let Prey {
                piece,
                square,
                line,
            } = prey;
            (one(*piece, *square), line)
        }
        Claim::Unguards(Unguarded {
            piece,
            square,
            line,
            ..
        }) => (one(*piece, *square), line),
        Claim::Promotion(course) | Claim::MissedPromotion(course) => (Vec::new(), &course.line),
        Claim::MissedRecapture(Retake { square, line }) => {
            (one(shakmaty::Role::Pawn, *square), line)
        }
        Claim::SoonWins(soon) | Claim::MissedSoon(soon) => {
            let Soon { mv, target } = soon;
            (target.iter().copied().collect(), mv)
        }
        _ => (Vec::new(), ""),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        causes::causes,
        testing::{mv, position, verdict},
    };
    use super::*;

    fn drawn(fen: &str, uci: &str, best: &str, replies: &str) -> Drawing {
        let before = position(fen);
        let step = Step::new(&before, mv(&before, uci), None);
        let verdict = verdict(&step, "300", "-300", best, replies);
        drawing(&causes(&step, &verdict)[..1], Person::You, &step)
    }

    #[test]
    fn a_fork_marks_its_targets_and_draws_its_move() {
        let fork = "6k1/5ppp/8/8/1n6/8/5PPP/R3K3 w - - 0 20";
        let drawing = drawn(fork, "h2h3", "", "b4c2 e1d2 c2a1");
        assert_eq!(drawing.squares, "Re1,Ra1");
        assert_eq!(drawing.arrows, "Rb4c2");
    }

    #[test]
    fn a_missed_chance_is_green() {
        let loose = "6k1/5ppp/8/3n4/8/8/3R2PP/6K1 w - - 0 20";
        let drawing = drawn(loose, "h2h3", "d2d5", "");
        assert_eq!(
            (drawing.squares.as_str(), drawing.arrows.as_str()),
            ("Gd5", "Gd2d5")
        );
    }

    #[test]
    fn castling_is_drawn_as_the_king_s_way_and_said_to_the_opponent_in_the_other_colour() {
        let before = position("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 5");
        let step = Step::new(&before, mv(&before, "h2h3"), None);
        let better = [Claim::Better {
            mv: "5. O-O".to_owned(),
            words: None,
        }];
        assert_eq!(drawing(&better, Person::You, &step).arrows, "Ge1g1");
        assert_eq!(drawing(&better, Person::They, &step).arrows, "Re1g1");
    }
}
