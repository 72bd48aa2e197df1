//! What another judge says of one move, by ENGINE.md 6.1.

use shakmaty::{Move, Position};

use crate::{
    grades::played_value,
    judge::{Circumstances, Class, Scale, Score, Values},
    record::Thresholds,
    search::Line,
    told::Told,
};

/// The scale of other judges, which belongs to the value version.
const PLAIN: &[u8] = include_bytes!("../../../annotate/graphs/plain.json");

/// Longer mates that a judge states count as one in so many moves.
pub const LONGEST_MATE: i32 = 499;
/// Other scores are held within this, in centipawns.
pub const LARGEST: i32 = 20_000;

/// The scale by which other judges are classed.
///
/// # Errors
///
/// The file is not one, whoever changed it.
pub fn plain_scale() -> Result<Scale, String> {
    Scale::read(PLAIN)
}

/// What a judge says of a move; scores from the mover's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The depth to be stated.
    pub depth: i32,
    /// Best.
    pub best: Score,
    /// Played.
    pub played: Score,
    /// The best move's line, the best move first; empty where the judge knows none.
    pub line: Vec<Move>,
    /// The line after the move played, the best reply first; empty where the judge
    /// knows none.
    pub replies: Vec<Move>,
}

impl Verdict {
    /// The best move, where the judge knows one.
    pub fn best_move(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// The best reply to the move played.
    pub fn reply(&self) -> Option<Move> {
        self.replies.first().copied()
    }

    /// The class of the move.
    pub fn class(&self, scale: &Scale, thresholds: Thresholds, told: &Told) -> Class {
        let values = Values::plain(self.best, self.played);
        scale.class(&values, thresholds, circumstances(told))
    }
}

/// What the class of a move depends on beside its values: no judge but our own
/// excuses a second occurrence.
pub fn circumstances(told: &Told) -> Circumstances {
    Circumstances {
        mates: told.ply.after().is_checkmate(),
        second_time: false,
    }
}

/// The value that the rules give a move after which the game is over or drawn,
/// from the side of whoever made it.
pub fn settled(after: &Line) -> Option<Score> {
    let position = after.position();
    if position.is_checkmate() {
        return Some(Score::Mate(1));
    }
    let drawn = position.legal_moves().is_empty()
        || after.repetitions() >= 2
        || after.drawn_by_clock_or_material();
    drawn.then_some(Score::Centipawns(0))
}

/// The value of a move after which the other side has this one.
pub fn before_reply(reply: Score) -> Score {
    Score::from_value(played_value(reply.value()))
}

/// A score a judge states, held within what can be written.
pub fn held(score: Score) -> Score {
    match score {
        Score::Centipawns(value) => Score::Centipawns(value.clamp(-LARGEST, LARGEST)),
        Score::Mate(moves) => Score::Mate(moves.clamp(-LONGEST_MATE, LONGEST_MATE)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::position;
    use shakmaty::uci::UciMove;

    fn line(fen: &str, moves: &str) -> Line {
        let mut line = Line::new(position(fen.as_bytes()).unwrap());
        for text in moves.split_whitespace() {
            let m: UciMove = text.parse().unwrap();
            line = line.after(m.to_move(line.position()).unwrap());
        }
        line
    }

    #[test]
    fn only_a_third_occurrence_is_settled() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let shuffle = "a1a2 e8d8 a2a1 d8e8";
        assert_eq!(settled(&line(fen, shuffle)), None);
        let twice = format!("{shuffle} {shuffle}");
        assert_eq!(settled(&line(fen, &twice)), Some(Score::Centipawns(0)));
    }

    #[test]
    fn a_mate_outweighs_the_clock() {
        let mates = line("7k/8/5KQ1/8/8/8/8/8 w - - 99 90", "g6g7");
        assert_eq!(settled(&mates), Some(Score::Mate(1)));
        let quiet = line("7k/8/5KQ1/8/8/8/8/8 w - - 99 90", "g6b1");
        assert_eq!(settled(&quiet), Some(Score::Centipawns(0)));
        let stale = line("7k/8/5KQ1/8/8/8/8/8 w - - 0 90", "f6f7");
        assert_eq!(settled(&stale), Some(Score::Centipawns(0)));
    }

    #[test]
    fn a_mate_counts_the_move_that_leads_to_it() {
        assert_eq!(before_reply(Score::Mate(-3)), Score::Mate(4));
        assert_eq!(before_reply(Score::Mate(3)), Score::Mate(-3));
        assert_eq!(before_reply(Score::Centipawns(35)), Score::Centipawns(-35));
        assert_eq!(before_reply(held(Score::Mate(-9999))), Score::Mate(500));
    }
}
