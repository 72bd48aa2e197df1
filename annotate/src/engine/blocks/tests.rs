//! Every block against a second, slow reading of ENGINE.md section 5, and on its own mirror image.

use shakmaty::{Board, Color, File, Position, Rank, Role, Square, attacks};

use super::{Block, King, Loose, Material, Mobility, Pawns};
use crate::engine::attacks::{Attacks, Pieces};
use crate::engine::testing::{corpus, mirrored, position, random_histories};
use crate::engine::{Evaluation, Graph};

fn boards() -> Vec<Board> {
    let mut histories = corpus(7);
    histories.extend(random_histories(400, 3));
    let boards = histories.iter().map(|history| history.position().board());
    boards.cloned().collect()
}

fn meter(block: &Block, board: &Board, side: Color) -> i32 {
    let pieces = Pieces::from(board);
    block.meter(&pieces, &Attacks::of(&pieces), side)
}

fn pieces(board: &Board, side: Color) -> Vec<(Square, Role)> {
    let all = board.iter().filter(|(_, piece)| piece.color == side);
    all.map(|(square, piece)| (square, piece.role)).collect()
}

fn attacked_by(board: &Board, square: Square, side: Color, below: i32) -> bool {
    let attackers = pieces(board, side).into_iter();
    attackers
        .filter(|&(_, role)| worth(role) < below)
        .any(|(from, _)| board.attacks_from(from).contains(square))
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

fn loose(args: Loose, board: &Board, side: Color) -> i32 {
    let mut points = 0;
    for (square, role) in pieces(board, side) {
        let argument = match role {
            Role::Knight | Role::Bishop => args.minor,
            Role::Rook => args.rook,
            Role::Queen => args.queen,
            _ => continue,
        };
        let defended = attacked_by(board, square, side, i32::MAX);
        let attacked = attacked_by(board, square, !side, i32::MAX);
        if attacked_by(board, square, !side, worth(role)) || (attacked && !defended) {
            points += argument;
        }
    }
    points
}

fn king(args: King, board: &Board, side: Color) -> i32 {
    let square = board.king_of(side).expect("a king");
    let lines = attacks::queen_attacks(square, board.occupied()) & !board.by_color(side);
    let mut points = args.line * (lines.count() as i32 - 4).max(0);
    let ring = attacks::king_attacks(square).with(square);
    for (from, role) in pieces(board, !side) {
        if !board.attacks_from(from).is_disjoint(ring) {
            points += match role {
                Role::Knight | Role::Bishop => args.minor,
                Role::Rook => args.rook,
                Role::Queen => args.queen,
                _ => 0,
            };
        }
    }
    let forward = side.fold_wb(1, -1);
    for file in File::ALL {
        if file.distance(square.file()) > 1 {
            continue;
        }
        let pawns = board.by_piece(side.pawn());
        let close = [forward, 2 * forward].into_iter().any(|step| {
            let rank = square.rank().offset(step);
            rank.is_some_and(|rank| pawns.contains(Square::from_coords(file, rank)))
        });
        points += if close { 0 } else { args.shield };
        let anywhere = Rank::ALL.into_iter();
        let mut anywhere = anywhere.map(|rank| Square::from_coords(file, rank));
        points += if anywhere.any(|square| pawns.contains(square)) {
            0
        } else {
            args.file
        };
    }
    points
}

fn mobility(args: Mobility, board: &Board, side: Color) -> i32 {
    let mut room = 0;
    for (from, role) in pieces(board, side) {
        let argument = match role {
            Role::Knight => args.knight,
            Role::Bishop => args.bishop,
            Role::Rook => args.rook,
            Role::Queen => args.queen,
            _ => continue,
        };
        for to in board.attacks_from(from) & !board.by_color(side) {
            room += argument * i32::from(!attacked_by(board, to, !side, 2));
        }
    }
    room
}

fn pawns(args: Pawns, board: &Board, side: Color) -> i32 {
    let own: Vec<Square> = board.by_piece(side.pawn()).into_iter().collect();
    let enemy: Vec<Square> = board.by_piece((!side).pawn()).into_iter().collect();
    let rank = |square: Square| side.fold_wb(square.rank() as i32, 7 - square.rank() as i32);
    let file = |square: Square| square.file() as i32;
    let mut points = 0;
    for &pawn in &own {
        let ahead = |other: &&Square| rank(**other) > rank(pawn);
        let doubled = own
            .iter()
            .filter(ahead)
            .any(|&other| file(other) == file(pawn));
        let neighbours = own
            .iter()
            .any(|&other| (file(other) - file(pawn)).abs() == 1);
        let stopped = enemy.iter().filter(ahead);
        let mut stopped = stopped.filter(|&&other| (file(other) - file(pawn)).abs() <= 1);
        points += if doubled { args.doubled } else { 0 };
        points += if neighbours { 0 } else { args.isolated };
        points += if attacked_by(board, pawn, side, 2) {
            args.supported
        } else {
            0
        };
        if matches!(pawn, Square::D4 | Square::E4 | Square::D5 | Square::E5) {
            points += args.centre;
        }
        if stopped.next().is_none() && !doubled {
            points += match rank(pawn) + 1 {
                2 => args.passed2,
                3 => args.passed3,
                4 => args.passed4,
                5 => args.passed5,
                6 => args.passed6,
                _ => args.passed7,
            };
        }
    }
    points
}

#[test]
fn every_meter_is_what_the_specification_says() {
    for board in boards() {
        for side in Color::ALL {
            let own = |block: Block| meter(&block, &board, side);
            assert_eq!(
                own(Block::Loose(Loose::default())),
                loose(Loose::default(), &board, side),
                "{board:?}"
            );
            assert_eq!(
                own(Block::King(King::default())),
                king(King::default(), &board, side),
                "{board:?}"
            );
            assert_eq!(
                own(Block::Mobility(Mobility::default())),
                mobility(Mobility::default(), &board, side),
                "{board:?}"
            );
            assert_eq!(
                own(Block::Pawns(Pawns::default())),
                pawns(Pawns::default(), &board, side),
                "{board:?}"
            );
        }
    }
}

#[test]
fn material_is_exact_to_the_centipawn() {
    let fen = "r1bqkb1r/ppp2ppp/2n5/3np3/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
    let board = position(fen).board().clone();
    let material = Block::Material(Material::default());
    assert_eq!(
        meter(&material, &board, Color::White),
        8 * 100 + 2 * 320 + 2 * 330 + 2 * 500
    );
    assert_eq!(
        meter(&material, &board, Color::Black),
        7 * 100 + 2 * 320 + 2 * 330 + 2 * 500 + 950
    );
}

#[test]
fn every_block_and_the_clean_graph_are_mirror_symmetric() {
    let evaluation = Evaluation::new(&Graph::clean());
    let mut histories = corpus(31);
    histories.extend(random_histories(200, 9));
    for history in histories {
        let (one, other) = (history.position(), mirrored(history.position()));
        for name in ["material", "loose", "king", "mobility", "pawns"] {
            let block = Block::named(name).expect("one of the five");
            for side in Color::ALL {
                let mirror = meter(&block, other.board(), !side);
                assert_eq!(meter(&block, one.board(), side), mirror, "{name} {one:?}");
            }
        }
        assert_eq!(evaluation.score(one), evaluation.score(&other), "{one:?}");
    }
}

#[test]
fn no_block_could_be_left_out_unnoticed() {
    let text = include_str!("../../../graphs/clean.json");
    let parsed: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let clean = Evaluation::new(&Graph::clean());
    let histories = corpus(40);
    for name in ["material", "loose", "king", "mobility", "pawns"] {
        let mut without = parsed.clone();
        let blocks = without["blocks"].as_array_mut().expect("a list");
        let block = blocks.iter_mut().find(|block| block["block"] == name);
        block.expect("in the graph")["gain"] = 0.into();
        let graph = Graph::from_json(without.to_string().as_bytes()).expect("sound");
        let without = Evaluation::new(&graph);
        let noticed = histories
            .iter()
            .any(|history| without.score(history.position()) != clean.score(history.position()));
        assert!(noticed, "{name}");
    }
}

#[test]
fn each_argument_counts() {
    let lists = [
        ("material", "pawn knight bishop rook queen"),
        ("loose", "minor rook queen"),
        ("king", "line minor rook queen shield file"),
        ("mobility", "knight bishop rook queen"),
        (
            "pawns",
            "doubled isolated supported centre passed2 passed3 passed4 passed5 passed6 passed7",
        ),
    ];
    let boards = boards();
    for (name, arguments) in lists {
        let plain = Block::named(name).expect("one of the five");
        for argument in arguments.split(' ') {
            let mut other = plain;
            *other.argument(argument).expect("known") += 1;
            let noticed = boards.iter().any(|board| {
                meter(&plain, board, Color::White) != meter(&other, board, Color::White)
            });
            assert!(noticed, "{name}.{argument}");
        }
        let mut plain = plain;
        assert_eq!(plain.argument("king"), None);
    }
}
