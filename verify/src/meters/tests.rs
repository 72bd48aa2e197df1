//! Meters worked out by hand from the text of section 5.

use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen};

use super::*;
use crate::{evaluation::split_mix, graph::Graph};

/// A board of which it matters only where pieces stand, whoever is in check.
fn board(fen: &str) -> Board {
    fen.parse().unwrap()
}

/// A meter with the default arguments, White to move.
fn meter(fen: &str, color: Color, block: BlockKind) -> i32 {
    Seen::new(&board(fen), Color::White).meter(color, block, &Arguments::default())
}

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

/// How often an argument counts: the meter with it 1 and every other 0.
fn times(fen: &str, color: Color, block: BlockKind, argument: &str) -> i32 {
    let arguments = only(block, argument);
    Seen::new(&board(fen), Color::White).meter(color, block, &arguments)
}

fn only(block: BlockKind, argument: &str) -> Arguments {
    let args: Vec<String> = block
        .argument_names()
        .map(|name| format!("\"{name}\":{}", i32::from(name == argument)))
        .collect();
    assert!(block.argument_names().any(|name| name == argument));
    let graph = format!(
        r#"{{"name":"x","version":1,"blocks":[{{"block":"{}","gain":1,"args":{{{}}}}}]}}"#,
        block.name(),
        args.join(",")
    );
    Graph::read(graph.as_bytes(), &[]).unwrap().arguments
}

/// Each argument of a block counts so often for White and for Black; those not
/// named count nothing.
fn counts(fen: &str, block: BlockKind, expected: &[(&str, i32, i32)]) {
    for name in block.argument_names() {
        let found = (
            times(fen, WHITE, block, name),
            times(fen, BLACK, block, name),
        );
        let expected = expected
            .iter()
            .find(|(known, ..)| *known == name)
            .map_or((0, 0), |(_, white, black)| (*white, *black));
        assert_eq!(found, expected, "{fen}: {} {name}", block.name());
    }
}

#[test]
fn the_standard_position_is_even_and_known() {
    let seen = Seen::new(&Board::new(), Color::White);
    let arguments = Arguments::default();
    for block in BlockKind::ALL {
        let [white, black] = [WHITE, BLACK].map(|color| seen.meter(color, block, &arguments));
        let expected = match block {
            BlockKind::Material => 4050,
            // Two knights with two squares each, four points a square.
            BlockKind::Mobility => 16,
            // Eight pawns, each beside another; c3 to f4, and nothing behind a pawn.
            BlockKind::Formation | BlockKind::Space => 8,
            BlockKind::Pair => 1,
            BlockKind::Tempo => {
                assert_eq!((white, black), (1, 0));
                continue;
            }
            _ => 0,
        };
        assert_eq!((white, black), (expected, expected), "{}", block.name());
    }
}

#[test]
fn every_meter_is_mirror_symmetric() {
    let mut lot = 5;
    let mut arguments = Vec::new();
    for block in BlockKind::ALL {
        for name in block.argument_names() {
            arguments.push((block, only(block, name)));
        }
    }
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3kb1r/p1npqp2/1p5p/2pPN3/5p2/P6P/1PP1Q1P1/R1B2RK1 w kq - 1 15",
        "8/P7/1p4k1/8/3pP3/5p2/6PK/8 w - - 0 1",
    ] {
        let mut position: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            lot = split_mix(lot);
            position.play_unchecked(moves[lot as usize % moves.len()]);
            let board = position.board();
            let seen = Seen::new(board, position.turn());
            let mirrored = Seen::new(&board.clone().into_mirrored(), !position.turn());
            for (block, arguments) in &arguments {
                for color in [WHITE, BLACK] {
                    assert_eq!(
                        seen.meter(color, *block, arguments),
                        mirrored.meter(!color, *block, arguments),
                        "{} {}",
                        Fen::from_position(&position, shakmaty::EnPassantMode::Legal),
                        block.name()
                    );
                }
            }
        }
    }
}

#[test]
fn pawns_are_doubled_isolated_supported_and_passed() {
    // a2, a3: doubled once, both isolated, the front one passed on its third rank.
    let fen = "4k3/8/8/8/8/P7/P7/4K3";
    assert_eq!(meter(fen, WHITE, BlockKind::Pawns), -8 - 16 + 4);
    // d4 supported by c3; both passed (fourth and third rank), d4 in the centre.
    let fen = "4k3/8/8/8/3P4/2P5/8/4K3";
    assert_eq!(meter(fen, WHITE, BlockKind::Pawns), 3 + 10 + 9 + 4);
    // An enemy pawn behind, or beside on the same rank, stops nothing.
    let fen = "4k3/8/8/8/3Pp3/2p5/8/4K3";
    counts(
        fen,
        BlockKind::Pawns,
        &[
            ("isolated", 1, 2),
            ("centre", 1, 1),
            ("passed4", 1, 0),
            ("passed5", 0, 1),
            ("passed6", 0, 1),
        ],
    );
}

#[test]
fn an_unguarded_piece_attacked_by_a_king_is_exposed() {
    let fen = "8/8/8/3k4/4N3/8/8/4K3";
    assert_eq!(meter(fen, WHITE, BlockKind::Loose), 3);
    let fen = "8/8/8/3k4/4N3/4K3/8/8";
    assert_eq!(meter(fen, WHITE, BlockKind::Loose), 0);
    let fen = "4k3/8/8/3p4/4N3/4K3/8/8";
    assert_eq!(meter(fen, WHITE, BlockKind::Loose), 3);
}

#[test]
fn a_guarded_queen_is_exposed_to_a_rook_and_a_guarded_rook_is_not() {
    // The black rook on d8 sees d2; White's king guards it.
    counts(
        "3rk3/8/8/8/8/8/3Q4/3K4",
        BlockKind::Loose,
        &[("queen", 1, 0)],
    );
    counts("3rk3/8/8/8/8/8/3R4/3K4", BlockKind::Loose, &[]);
    // Without the guard on either side both rooks are.
    counts(
        "3r4/7k/8/8/8/8/3R4/6K1",
        BlockKind::Loose,
        &[("rook", 1, 1)],
    );
}

#[test]
fn a_king_counts_its_lines_its_attackers_and_its_pawns() {
    // On e1 alone: 7 along the rank, 7 along the file, 3 + 4 along diagonals: 21 - 4.
    let fen = "k7/8/8/8/8/8/8/4K3";
    let no_pawns = 3 * (9 + 7);
    let found = meter(fen, WHITE, BlockKind::King);
    assert_eq!(found, 3 * (21 - 4) + no_pawns);
    // g1 behind f2, g3, h4: the h-pawn is three ranks ahead, so no shield; the
    // rook on e2 attacks f2 and, over no piece, nothing else of the ring; the
    // knight on d3 attacks f2; the bishop b6 attacks f2.
    // Lines of g1: h1, f1 to a1 (6), g2, h2, not f2: 9 - 4.
    counts(
        "6k1/8/1b6/8/7P/3n2P1/4rP2/6K1",
        BlockKind::King,
        // Black's g8: h8, f8 to a8 (6), g7 to g3 (5), h7, f7 to a2 (6): 19 - 4.
        &[
            ("line", 5, 15),
            ("minor", 2, 0),
            ("rook", 1, 0),
            ("shield", 1, 3),
            ("file", 0, 3),
        ],
    );
}

#[test]
fn room_is_what_holds_no_own_piece_and_no_enemy_pawn_attacks() {
    // The knight on a1 goes to b3, attacked by the pawn on c4, and to c2.
    let fen = "4k3/8/8/8/2p5/8/8/N3K3";
    counts(fen, BlockKind::Mobility, &[("knight", 1, 0)]);
    // The rook on h1: g1, f1 and up the file to h6 before the black rook on h7,
    // with it: 8; the other down to h1 (6), h8, and g7 to a7 (7).
    let fen = "4k3/7r/8/8/8/8/8/4K2R";
    counts(fen, BlockKind::Mobility, &[("rook", 8, 14)]);
}

#[test]
fn places_are_counted_from_the_own_side() {
    for block in [BlockKind::Placement, BlockKind::Endgame] {
        counts(
            "r3k2r/pp3ppp/2n5/3p4/3P1B2/4QN2/PP3P1P/1KR4R",
            block,
            &[
                ("pawn_d", 2, 2),
                ("knight_ring", 2, 2),
                ("knight_step", 2, 2),
                ("bishop_step", 3, 0),
                ("rook_file", 2, 0),
                ("queen_step", 2, 0),
                ("king_castled", 1, 0),
            ],
        );
        // Steps end at five, the king's at three; the eighth rank is like the seventh.
        counts(
            "1n1Rb2Q/R6P/N4p2/4K3/1P6/8/5k2/q6r",
            block,
            &[
                ("pawn_b", 2, 0),
                ("pawn_h", 5, 0),
                ("pawn_f", 0, 1),
                ("knight_ring", 0, 0),
                ("knight_step", 5, 0),
                ("knight_home", 0, 1),
                ("bishop_home", 0, 1),
                ("rook_file", 3, 0),
                ("rook_step", 10, 5),
                ("rook_seventh", 2, 1),
                ("queen_step", 5, 5),
                ("king_ring", 3, 1),
                ("king_step", 3, 3),
            ],
        );
    }
}

#[test]
fn two_bishops_are_a_pair_whatever_their_colour() {
    counts(
        "4k1b1/8/8/8/8/8/8/B1B1K3",
        BlockKind::Pair,
        &[("bishops", 1, 0)],
    );
    counts(
        "2b1k1b1/8/8/8/8/8/8/2BBKB2",
        BlockKind::Pair,
        &[("bishops", 1, 1)],
    );
}

#[test]
fn a_pawn_is_weak_alone_or_left_behind_and_halted() {
    // a2 is alone, f3 left behind by g4 and halted by e5; Black's e5 is alone.
    counts(
        "4k3/8/8/4p3/2PP2P1/5P2/P7/4K3",
        BlockKind::Formation,
        &[("phalanx", 2, 0), ("exposed", 2, 1)],
    );
    // a7 and a2 hide one another; without e5 nothing halts f3.
    counts(
        "4k3/p7/8/8/2PP2P1/5P2/P7/4K3",
        BlockKind::Formation,
        &[("phalanx", 2, 0)],
    );
    // A neighbour behind on one side is help, whatever stands ahead on the other.
    counts(
        "4k3/8/8/4p3/6P1/5P2/4P3/4K3",
        BlockKind::Formation,
        // Of White's only e2 has no help, and nothing attacks e3.
        &[("exposed", 0, 0)],
    );
}

#[test]
fn space_is_safe_squares_and_those_behind_pawns_count_twice() {
    // Of twelve: not d4, e3, nor c4 and f4, which b5 and g5 attack. Behind: d3, d2, e2.
    // Of Black's twelve: not c5 and e5, which d4 attacks.
    counts(
        "4k3/8/8/1p4p1/3P4/4P3/8/4K3",
        BlockKind::Space,
        &[("square", 8, 10), ("behind", 3, 0)],
    );
    // Three ranks behind d5 and e6: d4 d3 d2, e4 e3. Attacked: c6 and e6, d7 and f7.
    counts(
        "7k/8/4P3/3P4/8/8/8/4K3",
        BlockKind::Space,
        &[("square", 12, 8), ("behind", 5, 0)],
    );
}

#[test]
fn passed_pawns_weigh_the_distance_of_both_kings() {
    // d5 (twice): e4 to d6 two, a8 to d6 three, supported; c4 (once): e4 to c5 two,
    // a8 to c5 three. h5 (once for Black): a8 to h4 seven, so five; e4 to h4 three.
    counts(
        "k7/8/8/3P3p/2P1K3/8/8/8",
        BlockKind::Passed,
        &[("escort", 6, 5), ("chase", 9, 3), ("supported", 2, 0)],
    );
    // Stopped beside, stopped ahead by an own pawn, not far enough.
    counts(
        "4k3/2p5/7P/3P3P/8/P7/8/4K3",
        BlockKind::Passed,
        &[
            // h6 alone: three times e1 to h7 (five) and e8 to h7 (three).
            ("escort", 15, 0),
            ("chase", 9, 0),
        ],
    );
}

#[test]
fn rooks_stand_on_open_and_half_open_files() {
    // a1 behind a2; d1 before d7; e1 and h8 with no pawn at all; f8 and f1 with both.
    counts(
        "5r1r/3p1pk1/8/8/8/8/P4P1K/R2RRR2",
        BlockKind::Files,
        &[("open", 1, 1), ("half", 1, 0)],
    );
}

#[test]
fn outposts_are_supported_and_out_of_reach() {
    // e5: e6 on its own file is no matter; c5: b7 may come. Both pawns are dark, as c5.
    counts(
        "4k3/1p6/4p3/2B1N3/1P1P4/8/8/4K3",
        BlockKind::Minors,
        &[("knight", 1, 0), ("bishop", 0, 0), ("bad", 2, 0)],
    );
    counts(
        "4k3/8/4p3/1pB1N3/1P1P4/8/8/4K3",
        BlockKind::Minors,
        &[("knight", 1, 0), ("bishop", 1, 0), ("bad", 2, 0)],
    );
    // Not on the seventh or third rank, nor without a pawn; Black's on his fourth.
    counts(
        "4k3/3N4/2P1p3/3n4/N7/2B5/1P6/4K3",
        BlockKind::Minors,
        &[("knight", 0, 1), ("bad", 1, 0)],
    );
}

#[test]
fn threats_are_exposed_pieces_and_steps_toward_others() {
    // e5 would attack d6 and f6, g5 f6 once more.
    let fen = "4k3/8/3n1r2/8/4P1P1/8/8/4K3";
    counts(fen, BlockKind::Threats, &[("push", 2, 0)]);
    // A pawn on d6 attacks e5; the step to g5 is left.
    let fen = "4k3/8/3p1r2/8/4P1P1/8/8/4K3";
    counts(fen, BlockKind::Threats, &[("push", 1, 0)]);
    // Nothing steps onto a piece, be it the enemy's or its own.
    let fen = "4k3/8/3n1r2/4n1N1/4P1P1/8/8/4K3";
    counts(fen, BlockKind::Threats, &[("push", 0, 0)]);
    // c3 attacks the rook on d5, which the pawn on e6 guards in vain.
    let fen = "4k3/8/4p3/3r4/8/2N5/8/4K3";
    counts(fen, BlockKind::Threats, &[("target", 1, 0)]);
}

#[test]
fn an_attack_counts_squares_pieces_and_safe_checks() {
    // The ring is f8 h8 f7 g7 h7 g8. Queen and knight attack g7, which only the
    // king guards; the knight checks from e7, the rook from e8; the queen only from
    // g7, where the king takes her.
    counts(
        "6k1/5ppp/8/5N2/6Q1/8/8/4R1K1",
        BlockKind::Attack,
        &[
            ("ring", 2, 0),
            ("pack", 1, 0),
            ("weak", 1, 0),
            ("knight_check", 1, 0),
            ("rook_check", 1, 0),
        ],
    );
    // A check that stands is no matter: the bishop b3 may check from c4, d5, e6, the
    // queen from d5. The rook guards f7 and g8.
    counts(
        "5rk1/6p1/8/8/8/1B6/8/3Q2K1",
        BlockKind::Attack,
        &[
            // The bishop: f7 and g8. The rook: f1, which the queen guards, and f2.
            ("ring", 2, 2),
            ("weak", 0, 1),
            ("bishop_check", 1, 0),
            ("queen_check", 1, 0),
        ],
    );
}
