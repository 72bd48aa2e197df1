//! Placement: where the pieces stand, whatever else is on the board.

use shakmaty::{Color, Square};

use super::arguments;
use super::squares::seen_by;
use crate::engine::attacks::{BISHOP, KING, KNIGHT, PAWN, Pieces, QUEEN, ROOK};

arguments! {
    /// Rewards pieces on the squares that suit them: knights toward the middle, minor pieces off
    /// their first squares, a king that has castled, pawns that have moved up.
    ///
    /// A few rules take the place of a table of 64 numbers a piece. A square's *ring* is its
    /// distance from the nearest edge, 0 to 3; a piece's *step* is how many ranks it stands ahead
    /// of its first. The graph uses these rules twice, as `placement` for the opening and
    /// `endgame` for the end, since a king, for one, wants to be elsewhere then.
    Placement {
        /// A pawn on the a-file, for each rank beyond its second.
        pawn_a = 0,
        /// The same on the b-file.
        pawn_b = 0,
        /// The same on the c-file.
        pawn_c = 0,
        /// The same on the d-file.
        pawn_d = 0,
        /// The same on the e-file.
        pawn_e = 0,
        /// The same on the f-file.
        pawn_f = 0,
        /// The same on the g-file.
        pawn_g = 0,
        /// The same on the h-file.
        pawn_h = 0,
        /// A knight, for each ring it stands inward.
        knight_ring = 0,
        /// A knight, for each rank ahead of its first, at most five.
        knight_step = 0,
        /// A knight on its first rank.
        knight_home = 0,
        /// A bishop, for each rank ahead of its first, at most five.
        bishop_step = 0,
        /// A bishop on its first rank.
        bishop_home = 0,
        /// A rook, for each file it stands from the nearer edge.
        rook_file = 0,
        /// A rook, for each rank ahead of its first, at most five.
        rook_step = 0,
        /// A rook on its seventh or eighth rank.
        rook_seventh = 0,
        /// A queen, for each rank ahead of her first, at most five.
        queen_step = 0,
        /// A king, for each ring it stands inward.
        king_ring = 0,
        /// A king, for each rank ahead of its first, at most three.
        king_step = 0,
        /// A king on its first rank on the a-, b-, c-, g- or h-file.
        king_castled = 0,
    }
}

impl Placement {
    /// What a piece adds to its side's meter by where it stands.
    pub(crate) fn of_piece(&self, side: Color, role: usize, square: Square) -> i32 {
        let square = seen_by(side, square);
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        let from_edge = |line: i32| line.min(7 - line);
        let ring = from_edge(file).min(from_edge(rank));
        let step = rank.min(5);
        let if_so = |rule: bool, points: i32| if rule { points } else { 0 };
        match role {
            PAWN => {
                let files = [
                    self.pawn_a,
                    self.pawn_b,
                    self.pawn_c,
                    self.pawn_d,
                    self.pawn_e,
                    self.pawn_f,
                    self.pawn_g,
                    self.pawn_h,
                ];
                files[square.file() as usize] * (rank - 1).max(0)
            }
            KNIGHT => {
                self.knight_ring * ring
                    + self.knight_step * step
                    + if_so(rank == 0, self.knight_home)
            }
            BISHOP => self.bishop_step * step + if_so(rank == 0, self.bishop_home),
            ROOK => {
                self.rook_file * from_edge(file)
                    + self.rook_step * step
                    + if_so(rank >= 6, self.rook_seventh)
            }
            QUEEN => self.queen_step * step,
            KING => {
                self.king_ring * ring
                    + self.king_step * rank.min(3)
                    + if_so(rank == 0 && !(3..=5).contains(&file), self.king_castled)
            }
            _ => 0,
        }
    }

    /// The meter of one side.
    pub fn meter(&self, pieces: &Pieces, side: Color) -> i32 {
        let mut points = 0;
        for role in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] {
            for square in pieces.of(side, role) {
                points += self.of_piece(side, role, square);
            }
        }
        points
    }
}
