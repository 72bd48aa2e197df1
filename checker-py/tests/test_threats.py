"""Threats of mate, their parrying, and pieces offered: at the edges, and by a second route."""

from __future__ import annotations

from collections import Counter

import chess
import pytest

from asking import answer, mirrored, mirrored_move, mirrored_slots, outcome
from positions import Step, steps
from quiet_voice_checker.names import piece_word

BATTERY = "5rk1/5ppp/8/8/8/3B4/1P6/2K1Q3 w - - 0 20"
STEPS = list(steps(seed=20261201, count=2500))
WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}


def test_a_threat_names_the_mate_with_the_number_that_goes_on() -> None:
    assert outcome("threatens-mate", BATTERY, "e1e4", {"move": "21. Qxh7#"}) == "true"
    for move in ("20. Qxh7#", "21. Qxh7", "21. Qa8", "21. Bxh7#", "21... Qxh7#"):
        assert outcome("threatens-mate", BATTERY, "e1e4", {"move": move}) == "false", move
    black = chess.Board(mirrored(BATTERY))
    slots: dict[str, object] = {"move": "21... Qxh2#"}
    assert outcome("threatens-mate", black.fen(), "e8e5", slots) == "true"


def test_what_checks_mates_or_ends_the_game_is_no_threat() -> None:
    back_rank = "6k1/5ppp/8/8/8/8/P7/4R1K1 w - - 0 35"
    for move in ("e1e8", "a2a4"):  # it mates, and it mated before
        assert outcome("threatens-mate", back_rank, move, {"move": "36. Re8#"}) == "false"
    given = answer("threatens-mate", back_rank, "a2a4", {"move": "36. Re8#"})
    assert given["found"] == "Re8# mated at once"
    checks = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"
    assert outcome("threatens-mate", checks, "g1h1", {"move": "2. Rh2"}) == "false"
    stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"
    assert outcome("threatens-mate", stalemate, "f1f7", {"move": "2. Qf8#"}) == "false"
    # The king steps up: now the rook mates, which it did not before.
    slots: dict[str, object] = {"move": "2. Ra8#"}
    assert outcome("threatens-mate", "6k1/8/8/6K1/8/8/8/R7 w - - 0 1", "g5g6", slots) == "true"


def test_parried_is_what_mates_no_more() -> None:
    fen = "5rk1/5ppp/8/8/4Q3/3B4/1P6/2K5 b - - 0 20"
    assert outcome("parries", fen, "g7g6") == "true"
    assert outcome("parries", fen, "f8e8") == "false"
    assert outcome("parries", fen, "g8h8") == "false"


OFFER = "6k1/5ppp/4p3/8/8/3B4/5PPP/3Q2K1 w - - 0 20"


def test_an_offer_is_a_piece_that_may_be_taken_for_two_more() -> None:
    assert outcome("sacrifice", OFFER, "d3h7", {"piece": "bishop", "square": "h7"}) == "true"
    for piece, square in (("knight", "h7"), ("bishop", "d3"), ("queen", "d1")):
        slots: dict[str, object] = {"piece": piece, "square": square}
        assert outcome("sacrifice", OFFER, "d3h7", slots) == "false", slots
    # A bishop for a bishop is no offer, and neither is a pawn.
    even = OFFER.replace("5ppp", "5ppb")
    assert outcome("sacrifice", even, "d3h7", {"piece": "bishop", "square": "h7"}) == "false"
    pawn = "4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1"
    assert outcome("sacrifice", pawn, "e4e5", {"piece": "pawn", "square": "e5"}) == "false"


def test_an_offer_is_new_and_no_taking_back() -> None:
    hangs = "3r2k1/5ppp/8/8/3N4/8/5PPP/6K1 w - - 0 20"
    assert outcome("sacrifice", hangs, "h2h3", {"piece": "knight", "square": "d4"}) == "false"
    guarded = "3r2k1/5ppp/8/8/3N4/2P5/5PPP/6K1 w - - 0 20"
    slots: dict[str, object] = {"piece": "knight", "square": "d4"}
    assert outcome("sacrifice", guarded, "c3c4", slots) == "true"
    moved: dict[str, object] = {"piece": "knight", "square": "c6"}
    pawns = hangs.replace("5ppp", "1p3ppp")
    assert outcome("sacrifice", pawns, "d4c6", moved) == "false"
    taken = ("6k1/5ppp/4p3/8/8/3B4/5PPp/3Q2K1 b - - 0 19", "h2g1q")
    assert answer("sacrifice", OFFER, "d3h7", previous=taken)["outcome"] == "error"
    before = ("6k1/5pp1/4p2p/8/6n1/3B4/5PPN/3Q2K1 b - - 0 19", "g4h2")
    back = "6k1/5pp1/4p2p/8/8/3B4/5PPn/3Q2K1 w - - 0 20"
    king: dict[str, object] = {"piece": "queen", "square": "d1"}
    given = answer("sacrifice", back, "g1h2", king, previous=before)
    assert given["outcome"] == "false"
    assert given["found"] == "Kxh2 takes back"


def slow_exchange(board: chess.Board, square: chess.Square) -> int:
    takers = [
        move
        for move in board.legal_moves
        if move.to_square == square
        and board.piece_at(square) is not None
        and move.promotion in (None, chess.QUEEN)
    ]
    if not takers:
        return 0
    order = "pnbrqk"

    def price(move: chess.Move) -> tuple[int, chess.Square]:
        symbol = board.piece_at(move.from_square)
        assert symbol is not None
        letter = symbol.symbol().lower()
        return (1, 3, 3, 5, 9, 99)[order.index(letter)], move.from_square

    move = min(takers, key=price)
    won = material(board, not board.turn)
    own = material(board, board.turn)
    after = board.copy(stack=False)
    after.push(move)
    won -= material(after, after.turn)
    promoted = material(after, not after.turn) - own
    return max(0, won + promoted - slow_exchange(after, square))


def material(board: chess.Board, side: chess.Color) -> int:
    return sum(
        WORTH.get(piece.symbol().lower(), 0)
        for piece in board.piece_map().values()
        if piece.color == side
    )


def null(board: chess.Board) -> chess.Board:
    turn = board.fen().split()
    turn[1], turn[3] = ("b" if board.turn else "w"), "-"
    turn[5] = str(board.fullmove_number + (not board.turn))
    return chess.Board(" ".join(turn))


def mates(board: chess.Board) -> set[str]:
    found = set()
    for move in board.legal_moves:
        if board.san(move).endswith("#"):
            dots = "." if board.turn else "..."
            found.add(f"{board.fullmove_number}{dots} {board.san(move)}")
    return found


def after(step: Step) -> chess.Board:
    board = step.board.copy(stack=False)
    board.push(step.move)
    return board


def test_threats_and_parries_agree_with_a_second_route() -> None:
    seen: Counter[str] = Counter()
    for step in STEPS:
        fen, move, board = step.board.fen(), step.move.uci(), after(step)
        parried = not mates(board)
        assert outcome("parries", fen, move) == ("true" if parried else "false")
        seen["not parried"] += not parried
        if board.is_check():
            continue
        passed = null(board)
        is_new = not mates(step.board) and any(board.legal_moves)
        sound = mates(passed) if is_new else set()
        for mate in mates(passed):
            given = answer("threatens-mate", fen, move, {"move": mate})
            assert given["outcome"] == ("true" if mate in sound else "false"), (fen, move, given)
        seen["threats"] += bool(sound)
        if sound:
            quiet = next(one for one in passed.legal_moves if not passed.san(one).endswith("#"))
            dots = "." if passed.turn else "..."
            text = f"{passed.fullmove_number}{dots} {passed.san(quiet)}"
            assert outcome("threatens-mate", fen, move, {"move": text}) == "false"
    assert min(seen.values()) > 10, seen


@pytest.mark.parametrize("half", [0, 1])
def test_offers_agree_with_a_second_route_and_mirrored(half: int) -> None:
    seen: Counter[str] = Counter()
    for step in STEPS[half::2]:
        fen, move, board = step.board.fen(), step.move.uci(), after(step)
        victim = material(step.board, not step.board.turn) - material(board, board.turn)
        grown = material(board, not board.turn) - material(step.board, step.board.turn)
        again = step.last_capture == step.move.to_square and step.board.is_capture(step.move)
        for square, piece in board.piece_map().items():
            if piece.color == board.turn:
                continue
            stood = square
            if square == step.move.to_square:
                stood = step.move.from_square
            holds = (
                piece.symbol().lower() in "nbrq"
                and not board.is_checkmate()
                and not again
                and not step.board.is_check()
                and slow_exchange(board, square) >= victim + grown + 2
                and slow_exchange(null(step.board), stood) < 2
            )
            slots: dict[str, object] = {
                "piece": piece_word(piece.piece_type),
                "square": chess.SQUARE_NAMES[square],
            }
            given = answer("sacrifice", fen, move, slots, previous=step.previous)
            assert given["outcome"] == ("true" if holds else "false"), (fen, move, given)
            if not step.previous:
                turned = mirrored_slots(slots)
                there = answer("sacrifice", mirrored(fen), mirrored_move(move), turned)
                assert there["outcome"] == given["outcome"]
            seen[str(holds)] += 1
    assert min(seen["True"], seen["False"]) > 100, seen
