//! Mates that another judge calls so, proved by our own engine's tree or not spoken of.
//!
//! A network's mate is nearly always one, but "nearly" is no proof, and the number of
//! moves is the engine's affair. So a sentence that says mate needs the value of
//! ENGINE.md section 2, and that is looked for only where it is cheap: up to
//! [`FARTHEST`] moves, without a node budget, so that it never depends on one.

use shakmaty::{Move, Position};

use super::judge::{moves_to_be_mated, moves_to_mate};
use crate::engine::{Graph, History, Limits, Score, Searcher, Terminal};

/// The longest mate that is looked for, in moves of the winner.
pub const FARTHEST: u32 = 3;

/// Looks for mates. It makes its searcher when it is first asked, which in most games
/// it never is.
#[derive(Default)]
pub struct Proofs {
    searcher: Option<Searcher>,
}

impl Proofs {
    /// Whether the mover mates in at most `n` moves, this one counted, after `played`.
    pub fn move_mates(&mut self, before: &History, played: Move, n: u32) -> bool {
        let Some(depth) = last_ply(n) else {
            return false;
        };
        let reply_depth = reply_depth(before, depth);
        let value = self.value_of(before, played, reply_depth);
        moves_to_mate(value).is_some_and(|found| found <= n)
    }

    /// A line of a move other than `played` that mates in at most `n` moves; the move
    /// first.
    pub fn mating_line(&mut self, before: &History, played: Move, n: u32) -> Option<Vec<Move>> {
        let depth = last_ply(n)?;
        let (value, line) = self.search(before, depth);
        if moves_to_mate(value).is_none_or(|found| found > n) {
            return None;
        }
        if line.first() != Some(&played) {
            return Some(line);
        }
        // The move played mates by our tree, whatever the judge holds of it; another may, too.
        let other = before
            .position()
            .legal_moves()
            .into_iter()
            .find(|&mv| mv != played && self.move_mates(before, mv, n))?;
        let (_, replies) = self.search(&before.with(other), reply_depth(before, depth));
        Some([vec![other], replies].concat())
    }

    /// Whether the mover is mated in at most `n` moves of the other side after
    /// `played`, and has a move after which the same search finds no mate.
    pub fn move_allows_mate(&mut self, before: &History, played: Move, n: u32) -> bool {
        let Some(depth) = last_ply(n) else {
            return false;
        };
        let depth = depth + 1;
        let reply_depth = reply_depth(before, depth);
        let value = self.value_of(before, played, reply_depth);
        moves_to_be_mated(value).is_some_and(|found| found <= n)
            && moves_to_be_mated(self.search(before, depth).0).is_none()
    }

    /// The value of a move, its position searched `depth` plies deep.
    fn value_of(&mut self, before: &History, played: Move, depth: u8) -> Score {
        let after = before.with(played);
        let value = if after.rule_draw().is_some() {
            Score::cp(0)
        } else {
            self.search(&after, depth).0
        };
        -value.up()
    }

    /// R of ENGINE.md section 2, and a line of that value.
    fn search(&mut self, history: &History, depth: u8) -> (Score, Vec<Move>) {
        let limits = Limits { depth, nodes: None };
        // Mates are the same under every graph.
        let searcher = self
            .searcher
            .get_or_insert_with(|| Searcher::new(&Graph::clean()));
        let mut analysis = searcher.search(history, limits);
        let last = analysis.depths.pop();
        match (analysis.terminal, last) {
            (Some(Terminal::Checkmate), _) => (Score::new(-Score::MATE), Vec::new()),
            (None, Some(result)) => (result.score, result.line),
            (Some(Terminal::Stalemate), _) | (None, None) => (Score::cp(0), Vec::new()),
        }
    }
}

/// The plies of a mate in `n` moves, the first and the last by the winner.
fn last_ply(n: u32) -> Option<u8> {
    let plies = (1..=FARTHEST).contains(&n).then(|| 2 * n - 1)?;
    u8::try_from(plies).ok()
}

/// The depth of the position after a move that is valued at `depth`: one less, but a
/// mover in check is searched one ply deeper.
fn reply_depth(before: &History, depth: u8) -> u8 {
    depth + u8::from(before.is_check()) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tutor::testing::{mv, position};

    fn mates(fen: &str, uci: &str, n: u32) -> bool {
        let before = History::new(position(fen));
        let played = mv(before.position(), uci);
        Proofs::default().move_mates(&before, played, n)
    }

    #[test]
    fn a_mate_is_proved_in_its_number_of_moves_and_in_no_fewer() {
        let rooks = "7k/R7/8/8/8/8/8/1R5K w - - 0 1";
        assert!(mates(rooks, "b1b8", 1));
        assert!(mates(rooks, "b1b6", 2));
        assert!(!mates(rooks, "b1b6", 1));
        assert!(!mates(rooks, "a7b7", 1));
        assert!(!mates(rooks, "b1b8", 0));
        assert!(!mates(rooks, "b1b8", FARTHEST + 1), "not looked for");
    }

    #[test]
    fn a_line_of_a_mate_is_found_unless_it_was_played() {
        let before = History::new(position("7k/R7/8/8/8/8/8/1R5K w - - 0 1"));
        let mate = mv(before.position(), "b1b8");
        let other = mv(before.position(), "b1b6");
        let mut proofs = Proofs::default();
        assert_eq!(proofs.mating_line(&before, other, 1), Some(vec![mate]));
        assert_eq!(proofs.mating_line(&before, mate, 1), None);
    }

    #[test]
    fn a_second_mate_is_found_where_the_first_one_was_played() {
        let fen = "8/p3pp2/1p5k/2b1n3/1P2b3/8/P5r1/5K2 b - - 0 39";
        let before = History::new(position(fen));
        let mut proofs = Proofs::default();
        for played in ["g2f2", "c5e3", "g2d2", "g2b2"] {
            let played = mv(before.position(), played);
            let line = proofs.mating_line(&before, played, 3).expect("a line");
            assert_ne!(line[0], played);
            assert!(proofs.move_mates(&before, line[0], 3));
            let end = line.iter().fold(before.clone(), |game, &mv| game.with(mv));
            assert!(end.position().is_checkmate());
        }
    }

    #[test]
    fn a_mate_is_allowed_only_where_there_was_a_choice() {
        let fools = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        let before = History::new(position(fools));
        let played = mv(before.position(), "g2g4");
        assert!(Proofs::default().move_allows_mate(&before, played, 1));
        let quiet = mv(before.position(), "e2e4");
        assert!(!Proofs::default().move_allows_mate(&before, quiet, 1));
        let lost = History::new(position("7k/R7/8/8/8/8/8/1R5K b - - 0 1"));
        let forced = mv(lost.position(), "h8g8");
        assert!(!Proofs::default().move_allows_mate(&lost, forced, 2));
    }
}
