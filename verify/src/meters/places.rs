//! The formula of `placement` and `endgame`: where each piece stands.
//!
//! A piece counts for its kind and its square alone, so a graph's arguments make a
//! table, worked out once.

use shakmaty::Role;

use super::sight::{Sight, each};

/// Points of every piece on every square, seen from its own side.
#[derive(Clone, Debug)]
pub struct Places([[i32; 64]; 6]);

impl Places {
    /// The table of a block's arguments, in the order of `annotate/ENGINE.md`.
    pub(super) fn new(points: &[i32]) -> Places {
        let mut table = [[0; 64]; 6];
        for (row, role) in table.iter_mut().zip(Role::ALL) {
            for (square, place) in row.iter_mut().enumerate() {
                *place = at(role, square as i32, points);
            }
        }
        Places(table)
    }

    /// The points of all men of a side.
    pub(super) fn of(&self, own: &Sight) -> i32 {
        let men = [
            own.pawns,
            own.knights,
            own.bishops,
            own.rooks,
            own.queens,
            own.king,
        ];
        let mut meter = 0;
        for (table, squares) in self.0.iter().zip(men) {
            for square in each(squares) {
                meter += table[square as usize];
            }
        }
        meter
    }
}

/// One piece on one square.
fn at(role: Role, square: i32, points: &[i32]) -> i32 {
    let (file, rank) = (square % 8, square / 8 + 1);
    // Ranks gone from the first, at most five.
    let step = (rank - 1).min(5);
    // The distance to the nearest edge.
    let ring = inward(file).min(inward(rank - 1));
    let if_home = |points: i32| points * i32::from(rank == 1);
    match role {
        Role::Pawn => points[file as usize] * (rank - 2),
        Role::Knight => points[8] * ring + points[9] * step + if_home(points[10]),
        Role::Bishop => points[11] * step + if_home(points[12]),
        Role::Rook => {
            points[13] * inward(file) + points[14] * step + points[15] * i32::from(rank >= 7)
        }
        Role::Queen => points[16] * step,
        Role::King => {
            let castled = !(3..=5).contains(&file);
            points[17] * ring
                + points[18] * (rank - 1).min(3)
                + if_home(points[19]) * i32::from(castled)
        }
    }
}

/// How far a file or rank (0 to 7) is from the nearer edge, 0 to 3.
fn inward(index: i32) -> i32 {
    index.min(7 - index)
}
