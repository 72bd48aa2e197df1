"""Causes that rest on a line, each at the margins of its definition, and the same missed."""

from __future__ import annotations

import pytest

from line_asking import MISSED, Case, target

KNIGHT_D4 = "3r2k1/5ppp/8/8/3N4/8/5PPP/6K1 w - - 0 20"


def on(piece: str, square: str, **more: object) -> dict[str, object]:
    return {"piece": piece, "square": square, **more}


def of(*targets: dict[str, str]) -> dict[str, object]:
    return {"targets": list(targets)}


def won(what: str) -> dict[str, object]:
    return {"wins": what}


WINS = [
    Case("a knight", "true", "wins", KNIGHT_D4, "h2h3", "20... Rxd4", on("knight", "d4"), 150),
    Case("too cheap", "false", "wins", KNIGHT_D4, "h2h3", "20... Rxd4", on("knight", "d4"), 149),
    Case("another piece", "false", "wins", KNIGHT_D4, "h2h3", "20... Rxd4", on("bishop", "d4")),
    Case("another square", "false", "wins", KNIGHT_D4, "h2h3", "20... Rxd4", on("knight", "d5")),
    Case("no pawn", "false", "wins", KNIGHT_D4, "h2h3", "20... Rxd4", won("pawn")),
    Case("no exchange", "false", "wins", KNIGHT_D4, "h2h3", "20... Rxd4", won("exchange")),
    Case("less is true too", "true", "wins", KNIGHT_D4, "h2h3", "20... Rxd4", won("material")),
    Case("nothing won", "false", "wins", KNIGHT_D4, "h2h3", "20... Kf8", won("material")),
    Case(
        "it took a bishop before", "false", "wins",
        "3r2k1/5ppp/8/8/3b4/1N6/5PPP/6K1 w - - 0 20", "b3d4", "20... Rxd4", won("material"),
    ),
    Case(
        "it took a pawn before", "true", "wins",
        "3r2k1/5ppp/8/8/3p4/1N6/5PPP/6K1 w - - 0 20", "b3d4", "20... Rxd4", on("knight", "d4"),
    ),
    Case(
        "the guard is pinned", "true", "wins",
        "3rr1k1/8/8/8/3N4/4P3/7P/4K3 w - - 0 20", "h2h3", "20... Rxd4", on("knight", "d4"),
    ),
    Case(
        "the guard is free", "false", "wins",
        "3r1rk1/8/8/8/3N4/4P3/7P/4K3 w - - 0 20", "h2h3", "20... Rxd4", won("material"),
    ),
    Case(
        "a king takes", "true", "wins",
        "8/8/8/4k3/4P3/8/7P/6K1 w - - 0 20", "h2h3", "20... Kxe4", on("pawn", "e4"), 50,
    ),
    Case(
        "a king takes a pawn", "true", "wins",
        "8/8/8/4k3/4P3/8/7P/6K1 w - - 0 20", "h2h3", "20... Kxe4", won("pawn"),
    ),
    Case(
        "en passant", "true", "wins",
        "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 20", "d2d4", "20... exd3", on("pawn", "d4"),
    ),
    Case(
        "en passant, where it arrives", "false", "wins",
        "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 20", "d2d4", "20... exd3", on("pawn", "d3"),
    ),
    Case(
        "en passant is taken back", "false", "wins",
        "4k3/8/8/8/4p3/8/2PP4/4K3 w - - 0 20", "d2d4", "20... exd3", won("material"),
    ),
    Case(
        "a promotion by capture", "true", "wins",
        "6k1/8/8/8/8/7P/2p5/3R2K1 w - - 0 20", "h3h4", "20... cxd1=Q+", on("rook", "d1"),
    ),
    Case(
        "a promotion taken back", "true", "wins",
        "6k1/8/8/8/8/7P/2p5/3RK3 w - - 0 20", "h3h4", "20... cxd1=Q+", on("rook", "d1"),
    ),
    Case(
        "it came there in the line", "false", "wins",
        "3r2k1/8/8/8/8/8/4N2P/6K1 w - - 0 20", "h2h3", "20... Kg7 21. Nd4 Rxd4",
        on("knight", "d4"),
    ),
    Case(
        "it stood there all along", "true", "wins",
        "3r2k1/8/8/8/3N4/8/4P2P/6K1 w - - 0 20", "h2h3", "20... Kg7 21. e4 Rxd4",
        on("knight", "d4"),
    ),
    Case(
        "after castling", "true", "wins",
        "4k2r/7p/8/8/5B2/8/P7/5K2 w k - 0 20", "a2a3", "20... O-O 21. a4 Rxf4+", on("bishop", "f4"),
    ),
    Case(
        "bishop for rook", "true", "wins",
        "6k1/5ppp/8/8/8/3b4/5PPP/5RK1 w - - 0 20", "h2h3", "20... Bxf1", won("exchange"), 100,
    ),
    Case(
        "rook and pawn for bishop", "false", "wins",
        "6k1/5ppp/8/8/8/3b4/4PPPP/5RK1 w - - 0 20", "e2d3", "20... Kf8", won("exchange"),
    ),
    Case(
        "two pawns are no exchange", "false", "wins",
        "3r2k1/8/8/8/3P4/3P4/7P/6K1 w - - 0 20", "h2h3", "20... Rxd4 21. h4 Rxd3", won("exchange"),
    ),
    Case(
        "nor are two pawns one", "false", "wins",
        "3r2k1/8/8/8/3P4/3P4/7P/6K1 w - - 0 20", "h2h3", "20... Rxd4 21. h4 Rxd3", won("pawn"),
    ),
]  # fmt: skip

TWO_ROOKS = of(target("rook", "a1"), target("rook", "e1"))
TWO_KNIGHTS = of(target("knight", "b3"), target("knight", "d3"))
KING_A1 = of(target("king"), target("rook", "a1"))
FORKS = [
    Case(
        "two rooks", "true", "fork",
        "6k1/8/8/8/1n6/8/7P/R3R1K1 w - - 0 20", "h2h3", "20... Nc2 21. Rab1 Nxe1",
        TWO_ROOKS, 100,
    ),
    Case(
        "costs too little", "false", "fork",
        "6k1/8/8/8/1n6/8/7P/R3R1K1 w - - 0 20", "h2h3", "20... Nc2 21. Rab1 Nxe1",
        TWO_ROOKS, 99,
    ),
    Case(
        "in another order", "false", "fork",
        "6k1/8/8/8/1n6/8/7P/R3R1K1 w - - 0 20", "h2h3", "20... Nc2 21. Rab1 Nxe1",
        of(target("rook", "e1"), target("rook", "a1")),
    ),
    Case(
        "one target alone", "false", "fork",
        "6k1/8/8/8/1n6/8/7P/R3R1K1 w - - 0 20", "h2h3", "20... Nc2 21. Rab1 Nxe1",
        of(target("rook", "e1")),
    ),
    Case(
        "one named twice", "false", "fork",
        "6k1/8/8/8/1n6/8/7P/R3R1K1 w - - 0 20", "h2h3", "20... Nc2 21. Rab1 Nxe1",
        of(target("rook", "e1"), target("rook", "e1")),
    ),
    Case(
        "a king that is not attacked", "false", "fork",
        "6k1/8/8/8/1n6/8/7P/R3R1K1 w - - 0 20", "h2h3", "20... Nc2 21. Rab1 Nxe1",
        of(target("king"), target("rook", "a1"), target("rook", "e1")),
    ),
    Case(
        "nothing taken yet", "false", "fork",
        "6k1/8/8/8/1n6/8/2P4P/R3R1K1 w - - 0 20", "h2h3", "20... Nxc2",
        TWO_ROOKS,
    ),
    Case(
        "another piece takes", "false", "fork",
        "4r1k1/8/8/8/1n6/8/7P/R3R1K1 w - - 0 20", "h2h3", "20... Nc2 21. Rab1 Rxe1+",
        TWO_ROOKS,
    ),
    Case(
        "a guarded knight is no target", "true", "fork",
        "6k1/8/8/8/1n6/4N3/3P3P/R3K3 w - - 0 20", "h2h3", "20... Nc2+ 21. Kd1 Nxa1",
        KING_A1,
    ),
    Case(
        "a guarded knight named", "false", "fork",
        "6k1/8/8/8/1n6/4N3/3P3P/R3K3 w - - 0 20", "h2h3", "20... Nc2+ 21. Kd1 Nxa1",
        of(target("king"), target("rook", "a1"), target("knight", "e3")),
    ),
    Case(
        "a loose knight not named", "false", "fork",
        "6k1/8/8/8/1n6/4N3/7P/R3K3 w - - 0 20", "h2h3", "20... Nc2+ 21. Kd1 Nxa1",
        KING_A1,
    ),
    Case(
        "a loose knight named", "true", "fork",
        "6k1/8/8/8/1n6/4N3/7P/R3K3 w - - 0 20", "h2h3", "20... Nc2+ 21. Kd1 Nxa1",
        of(target("king"), target("rook", "a1"), target("knight", "e3")),
    ),
    Case(
        "a pawn forks", "true", "fork",
        "6k1/8/4p3/3p4/8/2N1N3/7P/6K1 w - - 0 20", "h2h3", "20... d4 21. Ne4 dxe3",
        of(target("knight", "c3"), target("knight", "e3")),
    ),
    Case(
        "a king forks", "true", "fork",
        "8/8/8/3k4/8/1N1N4/7P/7K w - - 0 20", "h2h3", "20... Kc4 21. Nf2 Kxb3",
        TWO_KNIGHTS,
    ),
    Case(
        "a king wins nothing guarded", "false", "fork",
        "8/8/8/3k4/8/1N1N4/P6P/7K w - - 0 20", "h2h3", "20... Kc4 21. a4 Kxd3",
        TWO_KNIGHTS,
    ),
    Case(
        "a new queen forks", "true", "fork",
        "8/7k/8/1N6/8/8/1p4KP/4B3 w - - 0 20", "h2h4", "20... b1=Q 21. Nc3 Qxe1",
        of(target("bishop", "e1"), target("knight", "b5")),
    ),
    Case(
        "castling", "false", "fork",
        "4k2r/7p/8/8/5B2/8/P7/5K2 w k - 0 20", "a2a3", "20... O-O 21. a4 Rxf4+",
        of(target("king"), target("bishop", "f4")),
    ),
]  # fmt: skip

PINS = [
    Case(
        "to the king", "true", "pin",
        "3r2k1/8/8/8/4B3/8/P6P/4K3 w - - 0 20", "a2a3", "20... Re8 21. h3 Rxe4+",
        on("bishop", "e4", behind="king"),
    ),
    Case(
        "not pinned before", "false", "pin",
        "3r2k1/8/8/8/4B3/8/P6P/4K3 w - - 0 20", "a2a3", "20... Re8 21. h3 Rxe4+",
        on("bishop", "e4"),
    ),
    Case(
        "to the queen", "true", "pin",
        "2b3k1/8/8/8/4p3/5N2/7P/3Q2K1 w - - 0 20", "g1h1", "20... Bg4 21. h4 exf3",
        on("knight", "f3", behind="queen"),
    ),
    Case(
        "to no king", "false", "pin",
        "2b3k1/8/8/8/4p3/5N2/7P/3Q2K1 w - - 0 20", "g1h1", "20... Bg4 21. h4 exf3",
        on("knight", "f3", behind="king"),
    ),
    Case(
        "the pinned piece is not taken", "false", "pin",
        "2b3k1/8/8/8/4p3/5N2/7P/3Q2K1 w - - 0 20", "g1h1", "20... Bg4 21. Nd2 Bxd1",
        on("knight", "f3", behind="queen"),
    ),
    Case(
        "to one worth no more", "false", "pin",
        "3r2k1/8/8/8/4B3/8/P6P/4N1K1 w - - 0 20", "a2a3", "20... Re8 21. h3 Rxe4",
        on("bishop", "e4", behind="knight"),
    ),
    Case(
        "castling", "false", "pin",
        "4k2r/7p/8/8/5B2/8/P7/5K2 w k - 0 20", "a2a3", "20... O-O 21. a4 Rxf4+",
        on("bishop", "f4", behind="king"),
    ),
    Case(
        "a pawn attacks the pinned", "true", "pin",
        "6k1/3p3b/8/8/4N3/8/P7/1K6 w - - 0 20", "a2a3", "20... d5 21. Ka1 dxe4",
        on("knight", "e4"),
    ),
    Case(
        "a pawn attacks and ends the pin", "false", "pin",
        "6k1/5p1b/8/8/4N3/8/P7/1K6 w - - 0 20", "a2a3", "20... f5 21. Ka1 fxe4",
        on("knight", "e4"),
    ),
    Case(
        "a rook attacks the pinned", "true", "pin",
        "4r1k1/8/8/3r4/4B3/8/P6P/4K3 w - - 0 20", "a2a3", "20... Rd4 21. h3 Rdxe4+",
        on("bishop", "e4"),
    ),
    Case(
        "a rook attacked it before", "false", "pin",
        "4r1k1/8/8/8/3rB3/8/P6P/4K3 w - - 0 20", "a2a3", "20... Rc4 21. h3 Rexe4+",
        on("bishop", "e4"),
    ),
    Case(
        "the pinner itself moves", "false", "pin",
        "4r1k1/8/8/8/4B3/8/P6P/4K3 w - - 0 20", "a2a3", "20... Re5 21. h3 Rxe4+",
        on("bishop", "e4"),
    ),
]  # fmt: skip

SKEWERS = [
    Case(
        "two rooks", "true", "skewer",
        "6k1/3b4/8/8/8/8/2R4P/3R2K1 w - - 0 20", "h2h3", "20... Ba4 21. Rb2 Bxd1",
        of(target("rook", "d1"), target("rook", "c2")),
    ),
    Case(
        "the front one stays", "false", "skewer",
        "6k1/3b4/8/8/8/8/2R4P/3R2K1 w - - 0 20", "h2h3", "20... Ba4 21. Kh1 Bxc2",
        of(target("rook", "d1"), target("rook", "c2")),
    ),
    Case(
        "another goes", "false", "skewer",
        "6k1/3b4/8/8/8/8/2R4P/3R2K1 w - - 0 20", "h2h3", "20... Ba4 21. Rb1 Bxc2",
        of(target("rook", "d1"), target("rook", "c2")),
    ),
    Case(
        "a queen behind a rook", "false", "skewer",
        "6k1/3b4/8/8/8/8/2R4P/3Q2K1 w - - 0 20", "h2h3", "20... Ba4 21. Rb2 Bxd1",
        of(target("queen", "d1"), target("rook", "c2")),
    ),
    Case(
        "a rook behind a queen", "true", "skewer",
        "6k1/3b4/8/8/8/8/2Q4P/3R2K1 w - - 0 20", "h2h3", "20... Ba4 21. Qb2 Bxd1",
        of(target("queen", "c2"), target("rook", "d1")),
    ),
    Case(
        "a king and a rook", "true", "skewer",
        "r5k1/8/8/8/3K4/8/7P/3R4 w - - 0 20", "h2h3", "20... Rd8+ 21. Kc3 Rxd1",
        of(target("king"), target("rook", "d1")),
    ),
    Case(
        "another piece takes", "false", "skewer",
        "r5k1/8/8/8/3K2b1/8/7P/3R4 w - - 0 20", "h2h4", "20... Rd8+ 21. Kc3 Bxd1",
        of(target("king"), target("rook", "d1")),
    ),
    Case(
        "castling", "false", "skewer",
        "4k2r/8/8/8/5K2/8/P7/5R2 w k - 0 20", "a2a3", "20... O-O+ 21. Ke3 Rxf1",
        of(target("king"), target("rook", "f1")),
    ),
    Case(
        "a knight", "false", "skewer",
        "6k1/8/8/8/1n6/8/7P/R3K3 w - - 0 20", "h2h3", "20... Nc2+ 21. Kd1 Nxa1",
        KING_A1,
    ),
]  # fmt: skip

DISCOVERIES = [
    Case(
        "on the queen", "true", "discovery",
        "3q2k1/5ppp/3b4/8/3Q4/8/P4PPP/6K1 w - - 0 20", "a2a3", "20... Bxh2+ 21. Kxh2 Qxd4",
        on("queen", "d4"),
    ),
    Case(
        "no check", "false", "discovery",
        "3q2k1/5ppp/3b4/8/3Q4/8/P4PPP/6K1 w - - 0 20", "a2a3", "20... Bxh2+ 21. Kxh2 Qxd4",
        {},
    ),
    Case(
        "another takes", "false", "discovery",
        "3q2k1/5ppp/2nb4/8/3Q4/8/P4PPP/6K1 w - - 0 20", "a2a3", "20... Bxh2+ 21. Kxh2 Nxd4",
        on("queen", "d4"),
    ),
    Case(
        "by a pawn taken en passant", "true", "discovery",
        "6k1/1p6/1b6/8/4p3/4Q3/3P3P/6K1 w - - 0 20", "d2d4", "20... exd3 21. h3 Bxe3+",
        on("queen", "e3"),
    ),
    Case(
        "a double check", "true", "discovery",
        "4r1k1/8/8/4n3/8/8/7P/4K3 w - - 0 20", "h2h4", "20... Nf3+ 21. Kf2 Nxh4",
        {},
    ),
    Case(
        "two stood on the line", "false", "discovery",
        "4r1k1/4p3/8/4n3/8/8/7P/4K3 w - - 0 20", "h2h4", "20... Nf3+ 21. Kf2 Nxh4",
        {},
    ),
    Case(
        "along the line", "false", "discovery",
        "r3q1k1/4p3/8/8/8/N7/7P/4K3 w - - 0 20", "h2h4", "20... e5 21. h5 Rxa3",
        {},
    ),
    Case(
        "nothing taken", "false", "discovery",
        "4r1k1/8/8/8/2P5/4n3/P2Q3P/4K3 w - - 0 20", "a2a3", "20... Nxc4+ 21. Kf2 Nb6",
        {},
    ),
]  # fmt: skip

TRAPS = [
    Case(
        "where it stands", "true", "trap",
        "7k/8/p7/1pp5/8/1B6/P1P4P/4K3 w - - 0 20", "h2h3", "20... c4 21. h4 cxb3",
        on("bishop", "b3"),
    ),
    Case(
        "where it went", "true", "trap",
        "7k/8/p7/1pp5/8/1B6/P1P4P/4K3 w - - 0 20", "h2h3", "20... c4 21. Bxc4 bxc4",
        on("bishop", "b3"),
    ),
    Case(
        "another piece", "false", "trap",
        "7k/8/p7/1pp5/8/1B6/P1P4P/4K3 w - - 0 20", "h2h3", "20... c4 21. h4 cxb3",
        on("knight", "b3"),
    ),
    Case(
        "another is taken", "false", "trap",
        "7k/8/p6r/1pp5/8/1B6/P1P4P/4K3 w - - 0 20", "h2h3", "20... c4 21. Kd1 Rxh3",
        on("bishop", "b3"),
    ),
    Case(
        "it can go to a4", "false", "trap",
        "7k/8/pp6/2p5/8/1B6/P1P4P/4K3 w - - 0 20", "h2h3", "20... c4 21. h4 cxb3",
        on("bishop", "b3"),
    ),
    Case(
        "with check", "false", "trap",
        "7k/8/p7/1pp5/8/1B1K4/P1P4P/8 w - - 0 20", "h2h3", "20... c4+ 21. Kd2 cxb3",
        on("bishop", "b3"),
    ),
    Case(
        "pinned", "false", "trap",
        "4r1k1/3p4/8/8/4N3/5P2/P7/4K3 w - - 0 20", "a2a3", "20... d5 21. a4 dxe4",
        on("knight", "e4"),
    ),
    Case(
        "loose before", "false", "trap",
        "r5k1/Bp6/8/8/8/8/7P/6K1 w - - 0 20", "h2h3", "20... b6 21. h4 Rxa7",
        on("bishop", "a7"),
    ),
]  # fmt: skip

GUARDS_TAKEN = [
    Case(
        "a knight's guard", "true", "removes-guard",
        "3r2k1/8/8/8/3B2b1/5N2/P5PP/4K3 w - - 0 20", "a2a3", "20... Bxf3 21. gxf3 Rxd4",
        on("bishop", "d4"),
    ),
    Case(
        "another piece", "false", "removes-guard",
        "3r2k1/8/8/8/3B2b1/5N2/P5PP/4K3 w - - 0 20", "a2a3", "20... Bxf3 21. gxf3 Rxd4",
        on("knight", "d4"),
    ),
    Case(
        "guarded twice", "false", "removes-guard",
        "3r2k1/8/8/8/3B2b1/2P2N2/P5PP/4K3 w - - 0 20", "a2a3", "20... Bxf3 21. gxf3 Rxd4",
        on("bishop", "d4"),
    ),
    Case(
        "guarded by another alone", "false", "removes-guard",
        "3r2k1/8/8/8/3B2b1/5B2/P5PP/4K3 w - - 0 20", "a2a3", "20... Bxf3 21. gxf3 Rxd4",
        on("bishop", "d4"),
    ),
    Case(
        "a pawn's guard", "true", "removes-guard",
        "3r2k1/8/8/8/3B4/4P3/P6P/2b3K1 w - - 0 20", "a2a3", "20... Bxe3+ 21. Kg2 Rxd4",
        on("bishop", "d4"),
    ),
    Case(
        "it was not taken there", "false", "removes-guard",
        "3r2k1/8/8/8/3B2b1/5N2/P5PP/4K3 w - - 0 20", "a2a3", "20... Bxf3 21. Bf6 Rd1+",
        on("bishop", "d4"),
    ),
]  # fmt: skip

GUARDS_GONE = [
    Case(
        "a king's guard", "true", "unguards",
        "4r1k1/8/8/8/4N3/3K4/7P/8 w - - 0 20", "d3c2", "20... Rxe4",
        on("knight", "e4", by="king"),
    ),
    Case(
        "no bishop's", "false", "unguards",
        "4r1k1/8/8/8/4N3/3K4/7P/8 w - - 0 20", "d3c2", "20... Rxe4",
        on("knight", "e4", by="bishop"),
    ),
    Case(
        "loose before", "false", "unguards",
        "4r1k1/8/8/3p4/4N3/3K4/7P/8 w - - 0 20", "d3c2", "20... dxe4",
        on("knight", "e4", by="king"),
    ),
    Case(
        "a pawn's guard", "true", "unguards",
        "4r1k1/8/8/8/4N3/5P2/7P/6K1 w - - 0 20", "f3f4", "20... Rxe4",
        on("knight", "e4", by="pawn"),
    ),
    Case(
        "a promotion gives it up", "true", "unguards",
        "2R4r/1P6/6k1/8/8/8/7P/6K1 w - - 0 20", "b7b8n", "20... Rxc8",
        on("rook", "c8", by="pawn"),
    ),
    Case(
        "a promotion keeps it", "false", "unguards",
        "2R4r/1P6/6k1/8/8/8/7P/6K1 w - - 0 20", "b7b8q", "20... Rxc8",
        on("rook", "c8", by="pawn"),
    ),
    Case(
        "castling", "false", "unguards",
        "4r1k1/8/8/8/8/8/4N2P/4K2R w K - 0 20", "e1g1", "20... Rxe2",
        on("knight", "e2", by="king"),
    ),
    Case(
        "it guarded nothing", "false", "unguards",
        "4r1k1/8/8/8/4N3/3K4/7P/8 w - - 0 20", "h2h3", "20... Kf8",
        on("knight", "e4", by="pawn"),
    ),
]  # fmt: skip

PROMOTIONS = [
    Case(
        "to a queen", "true", "promotion",
        "6k1/8/8/8/8/8/2p4P/5K2 w - - 0 20", "h2h4", "20... c1=Q+",
        {},
    ),
    Case(
        "to a knight", "true", "promotion",
        "6k1/8/8/8/8/8/2p4P/5K2 w - - 0 20", "h2h4", "20... c1=N",
        {},
    ),
    Case(
        "by capture", "true", "promotion",
        "6k1/8/8/8/8/7P/2p5/3R2K1 w - - 0 20", "h3h4", "20... cxd1=Q+",
        {},
    ),
    Case(
        "on the third move", "true", "promotion",
        "6k1/8/8/8/8/2p5/7P/5K2 w - - 0 20", "h2h4", "20... c2 21. h5 c1=Q+",
        {},
    ),
    Case(
        "not yet", "false", "promotion",
        "1r4k1/8/8/8/8/8/1Rp4P/5K2 w - - 0 20", "h2h4", "20... Rxb2",
        {},
    ),
    Case(
        "taken at once", "false", "promotion",
        "6k1/8/8/8/8/8/1Kp4P/8 w - - 0 20", "h2h4", "20... c1=Q+",
        {},
    ),
]  # fmt: skip

# Each of these fails by one condition alone.
MORE = [
    Case(
        "two pawns by a knight", "false", "wins",
        "6k1/8/8/P7/3n4/1P6/7P/6K1 w - - 0 20", "h2h3", "20... Nxb3 21. h4 Nxa5",
        won("exchange"),
    ),
    Case(
        "it took a knight by the move before", "false", "wins",
        "3r2k1/8/8/8/3n4/8/7P/3R2K1 w - - 0 20", "d1d4", "20... Rxd4",
        won("exchange"),
    ),
    Case(
        "two and no exchange", "true", "wins",
        "3r2k1/8/8/8/3n4/8/7P/3R2K1 w - - 0 20", "d1d4", "20... Rxd4",
        won("material"),
    ),
    Case(
        "one, but no pawn", "false", "wins",
        "6k1/5ppp/8/8/8/3b2p1/5P1P/5RK1 w - - 0 20", "h2g3", "20... Bxf1",
        won("pawn"),
    ),
    Case(
        "one of something", "true", "wins",
        "6k1/5ppp/8/8/8/3b2p1/5P1P/5RK1 w - - 0 20", "h2g3", "20... Bxf1",
        won("material"),
    ),
    Case(
        "the bishop taken in the line", "true", "wins",
        "6k1/5ppp/8/8/8/3b4/5PPP/5RK1 w - - 0 20", "h2h3", "20... Bxf1 21. Kxf1 Kf8",
        won("exchange"),
    ),
    Case(
        "what it takes is no target", "false", "fork",
        "6k1/8/8/8/1n1P4/8/7P/R3K3 w - - 0 20", "h2h3", "20... Nc2+ 21. Kd2 Nxd4",
        KING_A1,
    ),
    Case(
        "another is taken", "false", "skewer",
        "r4B1k/8/8/8/3K4/8/7P/3R4 w - - 0 20", "h2h3", "20... Rd8+ 21. Kc3 Rxf8",
        of(target("king"), target("rook", "d1")),
    ),
    Case(
        "a pawn behind", "false", "skewer",
        "r5k1/8/8/8/3K4/8/3P3P/8 w - - 0 20", "h2h3", "20... Rd8+ 21. Kc4 Rxd2",
        of(target("king"), target("pawn", "d2")),
    ),
    Case(
        "the attacker itself steps back", "false", "discovery",
        "6k1/8/8/3r4/8/8/7P/3Q2K1 w - - 0 20", "h2h3", "20... Rd8 21. h4 Rxd1+",
        on("queen", "d1"),
    ),
    Case(
        "attacked by a pawn before", "false", "trap",
        "7k/8/p7/1pp5/p7/1B6/P1P4P/4K3 w - - 0 20", "h2h3", "20... c4 21. h4 cxb3",
        on("bishop", "b3"),
    ),
    Case(
        "safe if it only stays", "false", "trap",
        "7k/8/8/8/p2p4/8/7P/N3K3 w - - 0 20", "h2h3", "20... d3 21. Nc2 dxc2",
        on("knight", "a1"),
    ),
    Case(
        "loose before", "false", "removes-guard",
        "3r2k1/8/8/4p3/3B2b1/5N2/P5PP/4K3 w - - 0 20", "a2a3", "20... Bxf3 21. gxf3 exd4",
        on("bishop", "d4"),
    ),
    Case(
        "what is taken guarded nothing", "false", "removes-guard",
        "3r2k1/8/3b4/8/3B4/P7/7P/4K3 w - - 0 20", "h2h3", "20... Bxa3 21. h4 Rxd4",
        on("bishop", "d4"),
    ),
    Case(
        "a second guard goes of itself", "false", "removes-guard",
        "3r2k1/8/8/8/3B2b1/2P2N2/P5PP/4K3 w - - 0 20", "a2a3", "20... Bxf3 21. c4 Rxd4",
        on("bishop", "d4"),
    ),
    Case(
        "the bishop only closed the file", "false", "unguards",
        "4r3/7k/4B3/8/4N3/8/7P/6K1 w - - 0 20", "e6c4", "20... Rxe4",
        on("knight", "e4", by="bishop"),
    ),
    Case(
        "the queen guards it still", "false", "unguards",
        "b5k1/8/2Q5/3R4/8/8/7P/6K1 w - - 0 20", "c6c5", "20... Bxd5",
        on("rook", "d5", by="queen"),
    ),
    Case(
        "taken later", "false", "unguards",
        "4r1k1/8/8/8/4N3/3K4/7P/8 w - - 0 20", "d3c2", "20... Kf8 21. h3 Rxe4",
        on("knight", "e4", by="king"),
    ),
]  # fmt: skip

CASES = [
    *WINS, *FORKS, *PINS, *SKEWERS, *DISCOVERIES, *TRAPS, *GUARDS_TAKEN, *GUARDS_GONE, *PROMOTIONS,
    *MORE,
]  # fmt: skip
CHANCES = [case for case in CASES if case.can_be_missed]


def name(case: Case) -> str:
    return f"{case.kind}: {case.why}"


@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_line_after_the_move(case: Case) -> None:
    assert case.judged() == case.verdict


@pytest.mark.parametrize("case", CHANCES, ids=name)
def test_the_same_line_as_a_chance_missed(case: Case) -> None:
    assert case.judged_missed() == case.verdict


def test_most_cases_can_be_missed() -> None:
    assert {case.kind for case in CHANCES if case.verdict == "true"} == MISSED.keys()
