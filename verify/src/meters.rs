//! The five meters of section 5 of `annotate/ENGINE.md`, one pass over a board.
//!
//! Every meter is symmetric: Black's is White's of the mirrored board. Attacks
//! are pseudo-attacks, over the pieces on the board, whatever pins the attacker.
//! Units: centipawns (material), points (loose, king, pawns), room (mobility).

use shakmaty::{Bitboard, Board, Color, Square, attacks};

use crate::graph::{Arguments, BlockKind};

/// The five meters of one side, indexed by [`BlockKind`].
pub type SideMeters = [i32; 5];

/// The meters of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meters {
    /// White's.
    pub white: SideMeters,
    /// Black's.
    pub black: SideMeters,
}

impl Meters {
    /// One side's meter.
    pub fn of(&self, color: Color, block: BlockKind) -> i32 {
        color.fold_wb(self.white, self.black)[block as usize]
    }
}

/// What one side attacks, by the worth of the attacker.
#[derive(Clone, Copy, Default)]
struct Attacked {
    pawns: u64,
    minors: u64,
    rooks: u64,
    any: u64,
}

/// Bits of the files a and h.
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = 0x8080_8080_8080_8080;
/// d4, e4, d5 and e5.
const CENTRE: u64 = 0x0000_0018_1800_0000;

/// Measures both sides of a board.
pub fn measure(board: &Board, arguments: &Arguments) -> Meters {
    // Indexed by `Color as usize`: Black is 0, White is 1.
    let pawn_attacks = [
        pawn_attacks(board, Color::Black),
        pawn_attacks(board, Color::White),
    ];
    let mut attacked = [Attacked::default(); 2];
    let mut room = [0; 2];
    let mut ring_attackers = [[0; 3]; 2];
    for color in [Color::White, Color::Black] {
        let side = color as usize;
        let other = 1 - side;
        let own = board.by_color(color);
        let free = !own.0 & !pawn_attacks[other];
        let ring = board
            .king_of(!color)
            .map_or(0, |king| attacks::king_attacks(king).0 | 1 << king as u32);
        let sum = &mut attacked[side];
        sum.pawns = pawn_attacks[side];
        let mobility = arguments.of(BlockKind::Mobility);
        let mut piece = |attacks: Bitboard, weight: i32, class: usize| {
            room[side] += weight * (attacks.0 & free).count_ones() as i32;
            ring_attackers[side][class] += i32::from(attacks.0 & ring != 0);
            attacks.0
        };
        for square in own & board.knights() {
            sum.minors |= piece(attacks::knight_attacks(square), mobility[0], 0);
        }
        for square in own & board.bishops() {
            let attacks = attacks::bishop_attacks(square, board.occupied());
            sum.minors |= piece(attacks, mobility[1], 0);
        }
        for square in own & board.rooks() {
            let attacks = attacks::rook_attacks(square, board.occupied());
            sum.rooks |= piece(attacks, mobility[2], 1);
        }
        let mut queens = 0;
        for square in own & board.queens() {
            let attacks = attacks::queen_attacks(square, board.occupied());
            queens |= piece(attacks, mobility[3], 2);
        }
        let king = board
            .king_of(color)
            .map_or(0, |king| attacks::king_attacks(king).0);
        sum.any = sum.pawns | sum.minors | sum.rooks | queens | king;
    }
    let side = |color: Color| {
        let (own, other) = (color as usize, 1 - color as usize);
        let mut meters = [0; 5];
        meters[BlockKind::Material as usize] = material(board, color, arguments);
        meters[BlockKind::Loose as usize] =
            loose(board, color, &attacked[own], &attacked[other], arguments);
        meters[BlockKind::King as usize] = king(board, color, ring_attackers[other], arguments);
        meters[BlockKind::Mobility as usize] = room[own];
        meters[BlockKind::Pawns as usize] = pawns(board, color, arguments);
        meters
    };
    Meters {
        white: side(Color::White),
        black: side(Color::Black),
    }
}

fn pawn_attacks(board: &Board, color: Color) -> u64 {
    let pawns = board.by_piece(color.pawn()).0;
    let (east, west) = (pawns & !FILE_H, pawns & !FILE_A);
    match color {
        Color::White => east << 9 | west << 7,
        Color::Black => east >> 7 | west >> 9,
    }
}

fn count(pieces: Bitboard) -> i32 {
    pieces.count() as i32
}

fn material(board: &Board, color: Color, arguments: &Arguments) -> i32 {
    let own = board.by_color(color);
    let worth = arguments.of(BlockKind::Material);
    worth[0] * count(own & board.pawns())
        + worth[1] * count(own & board.knights())
        + worth[2] * count(own & board.bishops())
        + worth[3] * count(own & board.rooks())
        + worth[4] * count(own & board.queens())
}

fn loose(
    board: &Board,
    color: Color,
    own: &Attacked,
    enemy: &Attacked,
    arguments: &Arguments,
) -> i32 {
    let pieces = board.by_color(color).0;
    let points = arguments.of(BlockKind::Loose);
    let unguarded = enemy.any & !own.any;
    let exposed = |cheaper: u64, role: Bitboard| {
        (pieces & role.0 & (cheaper | unguarded)).count_ones() as i32
    };
    points[0] * exposed(enemy.pawns, board.knights() | board.bishops())
        + points[1] * exposed(enemy.pawns | enemy.minors, board.rooks())
        + points[2] * exposed(enemy.pawns | enemy.minors | enemy.rooks, board.queens())
}

fn king(board: &Board, color: Color, ring_attackers: [i32; 3], arguments: &Arguments) -> i32 {
    let Some(king) = board.king_of(color) else {
        return 0;
    };
    let points = arguments.of(BlockKind::King);
    let own = board.by_color(color);
    let lines = count(attacks::queen_attacks(king, board.occupied()) & !own);
    let mut exposure = points[0] * (lines - 4).max(0);
    for (attackers, weight) in ring_attackers.iter().zip(&points[1..4]) {
        exposure += attackers * weight;
    }
    let pawns = (own & board.pawns()).0;
    let before = two_ranks_before(king, color);
    let file = king.file() as u32;
    for file in file.saturating_sub(1)..=(file + 1).min(7) {
        let file = FILE_A << file;
        if pawns & file & before == 0 {
            exposure += points[4];
        }
        if pawns & file == 0 {
            exposure += points[5];
        }
    }
    exposure
}

/// The two ranks before a king, toward the enemy, as far as they are on the board.
fn two_ranks_before(king: Square, color: Color) -> u64 {
    let rank = 8 * (king.rank() as u32);
    match color {
        Color::White => 0xffff_u64.checked_shl(rank + 8).unwrap_or(0),
        Color::Black => {
            let below = (1_u64 << rank) - 1;
            below & !(below >> 16)
        }
    }
}

fn fill_up(bits: u64) -> u64 {
    let bits = bits | bits << 8;
    let bits = bits | bits << 16;
    bits | bits << 32
}

fn fill_down(bits: u64) -> u64 {
    let bits = bits | bits >> 8;
    let bits = bits | bits >> 16;
    bits | bits >> 32
}

fn beside(bits: u64) -> u64 {
    (bits & !FILE_H) << 1 | (bits & !FILE_A) >> 1
}

fn pawns(board: &Board, color: Color, arguments: &Arguments) -> i32 {
    let seen = |color: Color| board.by_piece(color.pawn()).0;
    // Black's pawns are looked at from Black's side: the ranks turned over.
    let (own, enemy) = match color {
        Color::White => (seen(Color::White), seen(Color::Black)),
        Color::Black => (
            seen(Color::Black).swap_bytes(),
            seen(Color::White).swap_bytes(),
        ),
    };
    let points = arguments.of(BlockKind::Pawns);
    let behind_own = fill_down(own >> 8);
    let before_enemy = fill_down(enemy >> 8);
    let supported = (own & !FILE_H) << 9 | (own & !FILE_A) << 7;
    let number = |bits: u64| bits.count_ones() as i32;
    let mut structure = points[0] * number(own & behind_own)
        + points[1] * number(own & !beside(fill_up(own) | fill_down(own)))
        + points[2] * number(own & supported)
        + points[3] * number(own & CENTRE);
    let mut passed = own & !(before_enemy | beside(before_enemy)) & !behind_own;
    while passed != 0 {
        let rank = passed.trailing_zeros() as usize / 8;
        // The second rank (index 1) has the fifth argument.
        if (1..=6).contains(&rank) {
            structure += points[3 + rank];
        }
        passed &= passed - 1;
    }
    structure
}

/// The phase in 64ths, 0 to 64.
pub fn phase(board: &Board) -> u8 {
    let weight = 2 * (board.knights() | board.bishops()).count()
        + 4 * board.rooks().count()
        + 16 * board.queens().count();
    weight.min(64) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Chess, Position, fen::Fen};

    fn board(fen: &str) -> Board {
        let position: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(shakmaty::CastlingMode::Standard)
            .unwrap();
        position.board().clone()
    }

    fn meter(fen: &str, color: Color, block: BlockKind) -> i32 {
        measure(&board(fen), &Arguments::default()).of(color, block)
    }

    #[test]
    fn the_standard_position_is_even_and_known() {
        let meters = measure(&Board::new(), &Arguments::default());
        assert_eq!(meters.white, meters.black);
        // Room: two knights with two squares each, four points a square.
        assert_eq!(meters.white, [4050, 0, 0, 16, 0]);
    }

    #[test]
    fn every_meter_is_mirror_symmetric() {
        for fen in [
            "r3kb1r/p1npqp2/1p5p/2pPN3/5p2/P6P/1PP1Q1P1/R1B2RK1 w kq - 1 15",
            "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
            "8/P7/1p4k1/8/3pP3/5p2/6PK/8 w - - 0 1",
        ] {
            let meters = measure(&board(fen), &Arguments::default());
            let mirrored = measure(&board(fen).into_mirrored(), &Arguments::default());
            assert_eq!(meters.white, mirrored.black, "{fen}");
            assert_eq!(meters.black, mirrored.white, "{fen}");
        }
    }

    #[test]
    fn pawns_are_doubled_isolated_supported_and_passed() {
        // a2, a3: doubled once, both isolated, the front one passed on its third rank.
        let fen = "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1";
        assert_eq!(meter(fen, Color::White, BlockKind::Pawns), -8 - 16 + 4);
        // d4 supported by c3; both passed (fourth and third rank), d4 in the centre.
        let fen = "4k3/8/8/8/3P4/2P5/8/4K3 w - - 0 1";
        assert_eq!(meter(fen, Color::White, BlockKind::Pawns), 3 + 10 + 9 + 4);
    }

    #[test]
    fn an_unguarded_piece_attacked_by_a_king_is_exposed() {
        let fen = "8/8/8/3k4/4N3/8/8/4K3 w - - 0 1";
        assert_eq!(meter(fen, Color::White, BlockKind::Loose), 3);
        let fen = "8/8/8/3k4/4N3/4K3/8/8 w - - 0 1";
        assert_eq!(meter(fen, Color::White, BlockKind::Loose), 0);
        let fen = "4k3/8/8/3p4/4N3/4K3/8/8 w - - 0 1";
        assert_eq!(meter(fen, Color::White, BlockKind::Loose), 3);
    }

    #[test]
    fn a_king_counts_its_lines_its_attackers_and_its_pawns() {
        // On e1 alone: 7 along the rank, 7 along the file, 3 + 4 along diagonals: 21 - 4.
        let fen = "k7/8/8/8/8/8/8/4K3 w - - 0 1";
        let no_pawns = 3 * (9 + 7);
        assert_eq!(
            meter(fen, Color::White, BlockKind::King),
            3 * (21 - 4) + no_pawns
        );
    }
}
