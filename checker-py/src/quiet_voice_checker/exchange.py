"""What moves win by count: *gain*, *exchange*, *count* and *pays* of the definitions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import chess

from quiet_voice_checker.captures import WORTH
from quiet_voice_checker.ply import captured_on, played

DEAR: Final = 300  # a cost in centipawns that any line pays for
PER_PAWN: Final = 50  # the cost in centipawns for each pawn that a line wins


def gain(board: chess.Board, move: chess.Move) -> int:
    """Return the worth, in pawns, of what a move captures and of what a pawn becomes."""
    square = captured_on(board, move)
    prey = None if square is None else board.piece_type_at(square)
    won = 0 if prey is None else WORTH[prey]
    return won if move.promotion is None else won + WORTH[move.promotion] - WORTH[chess.PAWN]


def exchange(board: chess.Board, square: chess.Square) -> int:
    """Return what the side to move wins, in pawns, by capturing in turn on a square."""
    move = cheapest_capture(board, square)
    if move is None:
        return 0
    return max(0, gain(board, move) - exchange(played(board, move), square))


def cheapest_capture(board: chess.Board, square: chess.Square) -> chess.Move | None:
    """Return the legal capture on a square by the cheapest piece, of equals the first by square.

    A pawn becomes a queen; a capture en passant is none of them.
    """
    if not board.occupied_co[not board.turn] & chess.BB_SQUARES[square]:
        return None
    moves = [
        move
        for move in board.generate_legal_moves(to_mask=chess.BB_SQUARES[square])
        if move.promotion in (None, chess.QUEEN)
    ]
    return min(
        moves, key=lambda move: (_worth_on(board, move.from_square), move.from_square), default=None
    )


def _worth_on(board: chess.Board, square: chess.Square) -> int:
    piece = board.piece_type_at(square)
    if piece is None:  # only squares of pieces are asked for
        raise AssertionError
    return WORTH[piece]


def outcome_of(board: chess.Board, move: chess.Move) -> int:
    """Return the gain of a move, less the exchange where it arrives if it captures or promotes."""
    won = gain(board, move)
    return won - exchange(played(board, move), move.to_square) if won else 0


def count(board: chess.Board, moves: Iterable[chess.Move]) -> int:
    """Return the count of a line of odd length, for the side that begins it, in pawns."""
    total, sign, last = 0, 1, 0
    for move in moves:
        after = played(board, move)
        won = gain(board, move)
        total += sign * won
        last = exchange(after, move.to_square) if won else 0
        board, sign = after, -sign
    return total - last


def pays(net: int, cost: int | None) -> bool:
    """Tell whether a line that wins `net` pawns pays for a cost in centipawns, if that is known."""
    return net >= 1 and (cost is None or cost >= min(PER_PAWN * net, DEAR))
