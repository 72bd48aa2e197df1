"""The definitions *can take*, *wins* and *loose*, on boards made for their corners."""

from __future__ import annotations

import chess
import pytest

from quiet_voice_checker.captures import can_take, is_loose, landing_square, takers, wins


def squares(*names: str) -> list[chess.Square]:
    return [chess.parse_square(name) for name in names]


def takes(fen: str, attacker: str, target: str) -> bool:
    """Judge on the board and on its mirror, which have to agree."""
    board, (source, goal) = chess.Board(fen), squares(attacker, target)
    taken = can_take(board, source, goal)
    mirror = chess.square_mirror
    assert can_take(board.mirror(), mirror(source), mirror(goal)) == taken
    return taken


def loose(fen: str, target: str) -> bool:
    """Judge on the board and on its mirror, which have to agree."""
    board, (goal,) = chess.Board(fen), squares(target)
    found = is_loose(board, goal)
    assert is_loose(board.mirror(), chess.square_mirror(goal)) == found
    return found


def test_a_pinned_piece_cannot_take_off_its_line() -> None:
    fen = "4k3/8/8/4n3/8/3R4/8/4RK2 b - - 0 1"
    assert not takes(fen, "e5", "d3")
    assert not loose(fen, "d3")
    # Without the pin it could.
    assert takes("4k3/8/8/4n3/8/3R4/8/5K2 b - - 0 1", "e5", "d3")


def test_a_pinned_piece_takes_along_its_line() -> None:
    fen = "4k3/8/8/4r3/8/8/8/4RK2 b - - 0 1"
    assert takes(fen, "e5", "e1")
    assert not loose(fen, "e1")  # the king takes back


def test_a_pinned_guard_does_not_guard() -> None:
    # The bishop on d7 is pinned to the king by the rook on d1: the knight on c6 is loose.
    fen = "3k4/3b4/2n5/8/4B3/8/8/3R1K2 w - - 0 1"
    assert loose(fen, "c6")
    assert not loose("3k4/3b4/2n5/8/4B3/8/8/4RK2 w - - 0 1", "c6")


def test_whose_turn_it_is_means_nothing() -> None:
    for turn in "wb":
        assert takes(f"4k3/8/8/4n3/8/3R4/8/6K1 {turn} - - 0 1", "e5", "d3")
        assert loose(f"4k3/8/8/4n3/8/3R4/8/6K1 {turn} - - 0 1", "d3")


def test_a_standing_check_does_not_unguard_a_piece() -> None:
    # Black is in check from h5; by the rules the pawn on b6 could not take back on a5 now.
    fen = "4k3/8/1p6/n6Q/8/8/8/R5K1 b - - 0 1"
    assert chess.Board(fen).is_check()
    assert takes("4k3/8/1p6/R6Q/8/8/8/6K1 b - - 0 1", "b6", "a5")
    assert not loose(fen, "a5")


def test_a_standing_check_does_not_keep_from_taking() -> None:
    # White's king is in check from e8, and the pawn on b4 takes the rook all the same.
    assert takes("4rk2/8/8/2r5/1P6/8/8/4K3 w - - 0 1", "b4", "c5")
    assert loose("4rk2/8/8/2r5/1P6/8/8/4K3 w - - 0 1", "c5")


def test_a_second_attacker_on_the_king_forbids_even_in_check() -> None:
    # In check from h1 already; the knight on d2 shields from a5 and may not go.
    assert not takes("5k2/8/8/q7/8/1r6/3N4/4K2r w - - 0 1", "d2", "b3")


def test_taking_the_checking_piece_is_taking() -> None:
    assert takes("5k2/8/8/8/8/8/3N4/1r2K3 w - - 0 1", "d2", "b1")
    assert loose("5k2/8/8/8/8/8/3N4/1r2K3 w - - 0 1", "b1")


def test_a_king_takes_what_is_not_guarded() -> None:
    assert takes("4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1", "e2")
    assert loose("4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e2")
    assert not takes("4k3/8/8/8/8/b7/8/2n1K3 w - - 0 1", "e1", "c1")


def test_a_king_never_takes_a_guarded_piece() -> None:
    fen = "4k3/8/8/8/8/8/4n3/3bK3 w - - 0 1"
    assert not takes(fen, "e1", "e2")
    assert not loose(fen, "e2")


def test_a_pinned_guard_still_keeps_a_king_from_taking() -> None:
    # The rook on e4 is pinned by the queen on h1, and yet attacks e2 as soon as ...Kxe2.
    fen = "8/1k6/8/8/4r3/8/4b3/4K2Q w - - 0 1"
    assert not takes(fen, "e1", "e2")


def test_a_king_does_not_hide_behind_itself() -> None:
    # The rook on a1 gives check along the rank, and sees e1 through d1 once the king takes.
    assert not takes("8/8/8/8/8/8/8/r2Kn2k w - - 0 1", "d1", "e1")


def test_an_attacker_from_before_still_counts_against_a_king() -> None:
    # The queen checks already; it guards the knight, and the king may not take it.
    assert not takes("4k3/8/8/8/8/4q3/3n4/4K3 w - - 0 1", "e1", "d2")


def test_a_line_piece_behind_the_taker_takes_back() -> None:
    # Qxd5 cxd5; and with the pawn gone, the rook on d8 sees d5 through nothing.
    assert not loose("3r2k1/8/2p5/3n4/8/8/8/3Q2K1 w - - 0 1", "d5")
    assert not loose("3r2k1/8/8/3n4/8/8/8/3Q2K1 w - - 0 1", "d5")
    # The guard stands behind the taker: after ...Rxd2 the queen on d1 has the line.
    assert not loose("3q2k1/3r4/8/8/8/8/3B4/3Q2K1 b - - 0 1", "d2")


def test_cheaper_takes_guarded_dearer() -> None:
    assert loose("6k1/8/1p6/2r5/3P4/8/8/6K1 w - - 0 1", "c5")
    assert not loose("6k1/8/1p6/2r5/8/8/8/2R3K1 w - - 0 1", "c5")
    # A knight and a bishop are worth the same.
    assert not loose("6k1/8/1p6/2b5/4N3/8/8/6K1 w - - 0 1", "c5")
    assert wins(chess.Board("6k1/8/1p6/2q5/4N3/8/8/6K1 w - - 0 1"), *squares("e4", "c5"))


@pytest.mark.parametrize("name", ["b5", "g8"])
def test_pawns_and_kings_are_never_loose(name: str) -> None:
    assert not loose("6k1/8/8/1p6/8/8/8/1R4K1 b - - 0 1", name)
    assert not loose("6k1/8/8/1p6/8/8/8/1R3K1R b - - 0 1", name)


def test_a_promoting_pawn_takes_as_a_pawn() -> None:
    # The rook on b8 is guarded twice over, and still lost to a pawn.
    assert loose("qrk5/2P5/8/8/8/8/8/6K1 w - - 0 1", "b8")


def test_en_passant_takes_the_pawn_beside() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    pawn, victim, beyond = squares("e5", "d5", "d6")
    assert landing_square(chess.Board(fen), pawn, victim) == beyond
    assert takes(fen, "e5", "d5")
    assert not takes(fen.replace("d6", "-"), "e5", "d5")


def test_en_passant_can_be_forbidden_by_the_line_that_both_pawns_close() -> None:
    assert not takes("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "e5", "d5")
    # One pawn more on the rank keeps it closed.
    assert takes("8/8/8/K1PpP2r/8/8/8/7k w - d6 0 1", "e5", "d5")


def test_the_double_step_can_be_taken_only_by_the_other_side() -> None:
    # Black's pawn on c7 attacks d6 as well, and stays where it is.
    assert not takes("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "c7", "d5")


def test_own_pieces_and_empty_squares_are_not_taken() -> None:
    board = chess.Board()
    (rook, pawn, empty) = squares("a1", "a2", "a3")
    assert not can_take(board, rook, pawn)
    assert not can_take(board, rook, empty)
    assert not can_take(board, empty, pawn)
    assert not wins(board, empty, pawn)
    assert takers(board, empty) == []
    assert not is_loose(board, empty)
