"""The definitions *gain* and *exchange*: what captures on one square are worth."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WORTH
from quiet_voice_checker.ply import captured_on, played


def gain(board: chess.Board, move: chess.Move) -> int:
    """Return the worth of what a move captures, and of what a promotion adds."""
    square = captured_on(board, move)
    taken = None if square is None else board.piece_type_at(square)
    worth = 0 if taken is None else WORTH[taken]
    return worth if move.promotion is None else worth + WORTH[move.promotion] - 1


def exchange(board: chess.Board, square: chess.Square) -> int:
    """Return what the side to move wins by captures on a square, the cheapest each time.

    Legal captures only and no en passant; nobody has to take.
    """
    cheapest: tuple[int, chess.Square] | None = None
    best = None
    for move in board.generate_legal_captures(to_mask=chess.BB_SQUARES[square]):
        if board.is_en_passant(move) or move.promotion not in (None, chess.QUEEN):
            continue
        piece = board.piece_type_at(move.from_square)
        if piece is None:  # a legal move starts from a piece
            raise AssertionError
        price = (WORTH[piece], move.from_square)
        if cheapest is None or price < cheapest:
            cheapest, best = price, move
    if best is None:
        return 0
    return max(0, gain(board, best) - exchange(played(board, best), square))
