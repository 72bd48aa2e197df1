//! Every block against a second, slow reading of ENGINE.md section 5, and on its own mirror image.

use shakmaty::{Board, Color, File, Position, Rank, Role, Square, attacks};

use super::{
    Attack, Block, Files, Formation, King, Loose, Material, Minors, Mobility, Passed, Pawns,
    Placement, Scene, Space, Threats,
};
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
    meter_with(block, board, Color::White, side)
}

fn meter_with(block: &Block, board: &Board, turn: Color, side: Color) -> i32 {
    let pieces = Pieces::from(board);
    let attacks = Attacks::of(&pieces);
    let scene = Scene {
        pieces: &pieces,
        attacks: &attacks,
        turn,
    };
    block.meter(scene, side)
}

/// A block whose arguments are all there and all different.
fn loud(name: &str) -> Block {
    let mut block = Block::named(name).expect("its own name");
    for (index, argument) in (0..).zip(block.arguments()) {
        *block.argument(argument).expect("its own") = 7 + index * (index + 3);
    }
    block
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

/// Rank from 1, as the side sees it.
fn rank_of(square: Square, side: Color) -> i32 {
    side.fold_wb(square.rank() as i32 + 1, 8 - square.rank() as i32)
}

fn file_of(square: Square) -> i32 {
    square.file() as i32 + 1
}

/// The square so many files right and ranks ahead, as the side sees it.
fn beyond(square: Square, side: Color, files: i32, ranks: i32) -> Option<Square> {
    let file = u32::try_from(file_of(square) - 1 + files).ok()?;
    let rank = u32::try_from(rank_of(square, side) - 1 + ranks).ok()?;
    if file > 7 || rank > 7 {
        return None;
    }
    let rank = side.fold_wb(rank, 7 - rank);
    Some(Square::from_coords(File::new(file), Rank::new(rank)))
}

fn has_pawn(board: &Board, square: Option<Square>, side: Color) -> bool {
    square.is_some_and(|square| board.piece_at(square) == Some(side.pawn()))
}

fn pawns_of(board: &Board, side: Color) -> Vec<Square> {
    board.by_piece(side.pawn()).into_iter().collect()
}

fn pawn_guards(board: &Board, square: Option<Square>, side: Color) -> bool {
    square.is_some_and(|square| attacked_by(board, square, side, 2))
}

fn sum(points: impl IntoIterator<Item = (bool, i32)>) -> i32 {
    let counted = points.into_iter().filter(|(counts, _)| *counts);
    counted.map(|(_, points)| points).sum()
}

fn placement(args: Placement, board: &Board, side: Color) -> i32 {
    let mut points = 0;
    for (square, role) in pieces(board, side) {
        let (file, rank) = (file_of(square), rank_of(square, side));
        let inward = [file - 1, 8 - file].into_iter().min().expect("two");
        let upward = [rank - 1, 8 - rank].into_iter().min().expect("two");
        let ring = inward.min(upward);
        let step = (rank - 1).min(5);
        let home = rank == 1;
        points += match role {
            Role::Pawn => {
                let each = match square.file() {
                    File::A => args.pawn_a,
                    File::B => args.pawn_b,
                    File::C => args.pawn_c,
                    File::D => args.pawn_d,
                    File::E => args.pawn_e,
                    File::F => args.pawn_f,
                    File::G => args.pawn_g,
                    File::H => args.pawn_h,
                };
                each * (rank - 2)
            }
            Role::Knight => {
                args.knight_ring * ring + args.knight_step * step + sum([(home, args.knight_home)])
            }
            Role::Bishop => args.bishop_step * step + sum([(home, args.bishop_home)]),
            Role::Rook => {
                args.rook_file * inward
                    + args.rook_step * step
                    + sum([(rank > 6, args.rook_seventh)])
            }
            Role::Queen => args.queen_step * step,
            Role::King => {
                let castled = home && [1, 2, 3, 7, 8].contains(&file);
                args.king_ring * ring
                    + args.king_step * (rank - 1).min(3)
                    + sum([(castled, args.king_castled)])
            }
        };
    }
    points
}

fn isolated(board: &Board, pawn: Square, side: Color) -> bool {
    pawns_of(board, side)
        .into_iter()
        .all(|other| (file_of(other) - file_of(pawn)).abs() != 1)
}

fn formation(args: Formation, board: &Board, side: Color) -> i32 {
    let own = pawns_of(board, side);
    let mut points = 0;
    for &pawn in &own {
        let neighbours = own
            .iter()
            .filter(|&&other| (file_of(other) - file_of(pawn)).abs() == 1);
        let mut neighbours = neighbours.map(|&other| rank_of(other, side));
        let alone = isolated(board, pawn, side);
        let behind = !alone
            && neighbours.all(|rank| rank > rank_of(pawn, side))
            && pawn_guards(board, beyond(pawn, side, 0, 1), !side);
        let stoppers = pawns_of(board, !side);
        let mut stoppers = stoppers.iter().filter(|&&other| {
            file_of(other) == file_of(pawn) && rank_of(other, side) > rank_of(pawn, side)
        });
        let open = stoppers.next().is_none();
        let beside = [-1, 1].map(|files| has_pawn(board, beyond(pawn, side, files, 0), side));
        points += sum([
            (beside.contains(&true), args.phalanx),
            ((alone || behind) && open, args.exposed),
        ]);
    }
    points
}

fn space(args: Space, board: &Board, side: Color) -> i32 {
    let mut points = 0;
    for square in Square::ALL {
        let (file, rank) = (file_of(square), rank_of(square, side));
        if !(3..=6).contains(&file)
            || !(2..=4).contains(&rank)
            || has_pawn(board, Some(square), side)
            || pawn_guards(board, Some(square), !side)
        {
            continue;
        }
        let behind = (1..=3).any(|ranks| has_pawn(board, beyond(square, side, 0, ranks), side));
        points += args.square + sum([(behind, args.behind)]);
    }
    points
}

fn is_passed(board: &Board, pawn: Square, side: Color) -> bool {
    let stands_before = |other: Square, files: i32| {
        (file_of(other) - file_of(pawn)).abs() <= files
            && rank_of(other, side) > rank_of(pawn, side)
    };
    let enemy = pawns_of(board, !side);
    let own = pawns_of(board, side);
    !enemy.into_iter().any(|other| stands_before(other, 1))
        && !own.into_iter().any(|other| stands_before(other, 0))
}

fn passed(args: Passed, board: &Board, side: Color) -> i32 {
    let king_distance = |side: Color, square: Square| {
        let king = board.king_of(side).expect("a king");
        let files = (file_of(king) - file_of(square)).abs();
        let ranks = (rank_of(king, side) - rank_of(square, side)).abs();
        files.max(ranks).min(5)
    };
    let mut points = 0;
    for pawn in pawns_of(board, side) {
        if !is_passed(board, pawn, side) || rank_of(pawn, side) < 4 {
            continue;
        }
        let ahead = beyond(pawn, side, 0, 1).expect("no pawn stands on its last rank");
        points += (rank_of(pawn, side) - 3)
            * (args.escort * king_distance(side, ahead)
                + args.chase * king_distance(!side, ahead)
                + sum([(pawn_guards(board, Some(pawn), side), args.supported)]));
    }
    points
}

fn files(args: Files, board: &Board, side: Color) -> i32 {
    let pawn_on = |file: i32, side: Color| {
        let pawns = pawns_of(board, side);
        pawns.into_iter().any(|pawn| file_of(pawn) == file)
    };
    let rooks = board.by_piece(side.rook()).into_iter().map(file_of);
    let rooks = rooks.filter(|&file| !pawn_on(file, side));
    rooks
        .map(|file| {
            if pawn_on(file, !side) {
                args.half
            } else {
                args.open
            }
        })
        .sum()
}

fn minors(args: Minors, board: &Board, side: Color) -> i32 {
    let mut points = 0;
    for (square, role) in pieces(board, side) {
        if !matches!(role, Role::Knight | Role::Bishop) {
            continue;
        }
        let driven = pawns_of(board, !side).into_iter().any(|pawn| {
            (file_of(pawn) - file_of(square)).abs() == 1
                && rank_of(pawn, side) > rank_of(square, side)
        });
        let outpost = (4..=6).contains(&rank_of(square, side))
            && pawn_guards(board, Some(square), side)
            && !driven;
        let knight = role == Role::Knight;
        points += sum([
            (outpost && knight, args.knight),
            (outpost && !knight, args.bishop),
        ]);
        if !knight {
            let same = pawns_of(board, side).into_iter();
            let same = same.filter(|pawn| pawn.is_light() == square.is_light());
            points += args.bad * same.count() as i32;
        }
    }
    points
}

fn threats(args: Threats, board: &Board, side: Color) -> i32 {
    let mut points = 0;
    for (square, role) in pieces(board, !side) {
        if matches!(role, Role::Pawn | Role::King) {
            continue;
        }
        let attacked = attacked_by(board, square, side, i32::MAX);
        let hanging = attacked && !attacked_by(board, square, !side, i32::MAX);
        let cheaper = attacked_by(board, square, side, worth(role));
        let pushed = [-1, 1].into_iter().any(|files| {
            let to = beyond(square, side, files, -1);
            let free = to.is_some_and(|to| board.piece_at(to).is_none());
            let from = beyond(square, side, files, -2);
            free && has_pawn(board, from, side) && !pawn_guards(board, to, !side)
        });
        points += sum([(hanging || cheaper, args.target), (pushed, args.push)]);
    }
    points
}

fn attack(args: Attack, board: &Board, side: Color) -> i32 {
    let king = board.king_of(!side).expect("a king");
    let ring = attacks::king_attacks(king).with(king);
    let officers: Vec<(Square, Role)> = pieces(board, side)
        .into_iter()
        .filter(|(_, role)| !matches!(role, Role::Pawn | Role::King))
        .collect();
    let mut points = 0;
    let mut near = 0;
    for &(from, _) in &officers {
        let hits = (board.attacks_from(from) & ring).count() as i32;
        near += i32::from(hits > 0);
        points += args.ring * hits;
    }
    points += args.pack * (near - 1).max(0);
    for square in ring {
        let ours = officers
            .iter()
            .any(|&(from, _)| board.attacks_from(from).contains(square));
        let theirs = attacked_by(board, square, !side, 100);
        points += sum([(ours && !theirs, args.weak)]);
    }
    for (role, argument) in [
        (Role::Knight, args.knight_check),
        (Role::Bishop, args.bishop_check),
        (Role::Rook, args.rook_check),
        (Role::Queen, args.queen_check),
    ] {
        let from_king = attacks::attacks(king, role.of(side), board.occupied());
        let checks = from_king.into_iter().any(|square| {
            board.color_at(square) != Some(side)
                && !attacked_by(board, square, !side, i32::MAX)
                && officers
                    .iter()
                    .any(|&(from, by)| by == role && board.attacks_from(from).contains(square))
        });
        points += sum([(checks, argument)]);
    }
    points
}

fn slow(block: &Block, board: &Board, turn: Color, side: Color) -> i32 {
    match *block {
        Block::Material(args) => {
            let own = pieces(board, side).into_iter();
            own.map(|(_, role)| match role {
                Role::Pawn => args.pawn,
                Role::Knight => args.knight,
                Role::Bishop => args.bishop,
                Role::Rook => args.rook,
                Role::Queen => args.queen,
                Role::King => 0,
            })
            .sum()
        }
        Block::Loose(args) => loose(args, board, side),
        Block::King(args) => king(args, board, side),
        Block::Mobility(args) => mobility(args, board, side),
        Block::Pawns(args) => pawns(args, board, side),
        Block::Placement(args) | Block::Endgame(args) => placement(args, board, side),
        Block::Pair(args) => {
            let bishops = board.by_piece(side.bishop()).count();
            if bishops < 2 { 0 } else { args.bishops }
        }
        Block::Tempo(args) => {
            if turn == side {
                args.to_move
            } else {
                0
            }
        }
        Block::Formation(args) => formation(args, board, side),
        Block::Space(args) => space(args, board, side),
        Block::Passed(args) => passed(args, board, side),
        Block::Files(args) => files(args, board, side),
        Block::Minors(args) => minors(args, board, side),
        Block::Threats(args) => threats(args, board, side),
        Block::Attack(args) => attack(args, board, side),
    }
}

#[test]
fn every_meter_is_what_the_specification_says() {
    for board in boards() {
        for name in Block::NAMES {
            for block in [Block::named(name).expect("its own name"), loud(name)] {
                for (turn, side) in [
                    (Color::White, Color::White),
                    (Color::White, Color::Black),
                    (Color::Black, Color::White),
                    (Color::Black, Color::Black),
                ] {
                    assert_eq!(
                        meter_with(&block, &board, turn, side),
                        slow(&block, &board, turn, side),
                        "{block:?} {board:?}"
                    );
                }
            }
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
        for name in Block::NAMES {
            let block = loud(name);
            for side in Color::ALL {
                let mirror = meter_with(&block, other.board(), other.turn(), !side);
                let meter = meter_with(&block, one.board(), one.turn(), side);
                assert_eq!(meter, mirror, "{name} {one:?}");
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
    for index in 0..parsed["blocks"].as_array().expect("a list").len() {
        let mut without = parsed.clone();
        without["blocks"][index]["gain"] = 0.into();
        let graph = Graph::from_json(without.to_string().as_bytes()).expect("sound");
        let without = Evaluation::new(&graph);
        let noticed = histories
            .iter()
            .any(|history| without.score(history.position()) != clean.score(history.position()));
        assert!(noticed, "{}", parsed["blocks"][index]["block"]);
    }
}

#[test]
fn each_argument_counts() {
    let boards = boards();
    for name in Block::NAMES {
        let plain = Block::named(name).expect("its own name");
        for argument in plain.arguments() {
            let mut other = plain;
            *other.argument(argument).expect("known") += 1;
            let noticed = boards.iter().any(|board| {
                meter(&plain, board, Color::White) != meter(&other, board, Color::White)
                    || meter(&plain, board, Color::Black) != meter(&other, board, Color::Black)
            });
            assert!(noticed, "{name}.{argument}");
        }
        let mut plain = plain;
        assert_eq!(plain.argument("crown"), None);
    }
}
