"""What a position would be if the side to move passed."""

from __future__ import annotations

import chess


def passed(board: chess.Board) -> chess.Board:
    """Return a new board with the other side to move: no en passant, the number goes on.

    Nobody may pass in check; whoever asks has seen to that.
    """
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def mating_moves(board: chess.Board) -> list[chess.Move]:
    """Return the legal moves that mate."""
    after = board.copy(stack=False)
    found = []
    for move in board.legal_moves:
        after.push(move)
        if after.is_checkmate():
            found.append(move)
        after.pop()
    return found
