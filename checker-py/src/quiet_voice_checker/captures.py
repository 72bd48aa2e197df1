"""The definitions *can take*, *wins* and *loose*, exactly as the claims use them.

Each is about a board as it stands, whoever is to move: the board is never pushed on,
the capture is made by hand on a copy, and the capturer's king looked at.
"""

from __future__ import annotations

from typing import Final

import chess

KING_WORTH: Final = 1000  # never cheaper than anything

WORTH: Final[dict[chess.PieceType, int]] = {
    chess.PAWN: 1,
    chess.KNIGHT: 3,
    chess.BISHOP: 3,
    chess.ROOK: 5,
    chess.QUEEN: 9,
    chess.KING: KING_WORTH,
}

WINNABLE: Final = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


def landing_square(
    board: chess.Board, attacker: chess.Square, target: chess.Square
) -> chess.Square | None:
    """Return where the attacker lands by the pseudo-legal capture of the target, if there is one.

    It is the target's square, except en passant.
    """
    side, target_side = board.color_at(attacker), board.color_at(target)
    if side is None or target_side is None or side == target_side:
        return None
    attacked = board.attacks_mask(attacker)
    if attacked & chess.BB_SQUARES[target]:
        return target
    passed = board.ep_square
    if (
        passed is not None
        and attacked & chess.BB_SQUARES[passed]
        and board.piece_type_at(attacker) == chess.PAWN
        and board.piece_type_at(target) == chess.PAWN
        and target == (passed - 8 if side == chess.WHITE else passed + 8)
    ):
        return passed
    return None


def after_capture(
    board: chess.Board, attacker: chess.Square, target: chess.Square
) -> chess.Board | None:
    """Return a new board after an allowed capture; None where the attacker cannot take.

    Allowed: after it the capturer's king is attacked by no piece that did not attack it
    before. For a king's own capture every attacker after it counts. A pawn that takes on
    its last rank becomes a queen. Whose turn it is means nothing on the new board.
    """
    landing = landing_square(board, attacker, target)
    if landing is None:
        return None
    after = board.copy(stack=False)
    piece = after.remove_piece_at(attacker)
    after.remove_piece_at(target)
    if piece is None:  # landing_square found a piece there
        raise AssertionError
    if piece.piece_type == chess.PAWN and chess.square_rank(landing) in (0, 7):
        piece = chess.Piece(chess.QUEEN, piece.color)
    after.set_piece_at(landing, piece)
    after.ep_square = None

    king = after.king(piece.color)
    if king is None:  # a position has both kings, and no king is ever a target
        raise AssertionError
    attackers = after.attackers_mask(not piece.color, king)
    if piece.piece_type != chess.KING:
        attackers &= ~board.attackers_mask(not piece.color, king)
    return None if attackers else after


def can_take(board: chess.Board, attacker: chess.Square, target: chess.Square) -> bool:
    """Tell whether the piece on `attacker` can take the enemy piece on `target`."""
    return after_capture(board, attacker, target) is not None


def takers(board: chess.Board, target: chess.Square) -> list[chess.Square]:
    """Return the squares of the pieces that can take the piece on `target` where it stands.

    En passant is not among them: nothing that is asked about was just moved two squares.
    """
    side = board.color_at(target)
    if side is None:
        return []
    attackers = board.attackers_mask(not side, target)
    return [square for square in chess.scan_forward(attackers) if can_take(board, square, target)]


def wins(board: chess.Board, attacker: chess.Square, target: chess.Square) -> bool:
    """Tell whether the piece on `attacker` wins the piece on `target`.

    The target is a knight, bishop, rook or queen, the attacker can take it, and is worth
    less or cannot be taken afterwards.
    """
    piece, prey = board.piece_type_at(attacker), board.piece_type_at(target)
    if piece is None or prey not in WINNABLE:
        return False
    after = after_capture(board, attacker, target)
    if after is None:
        return False
    return WORTH[piece] < WORTH[prey] or not takers(after, target)


def winners(board: chess.Board, target: chess.Square) -> list[chess.Square]:
    """Return the squares of the enemy pieces that win the piece on `target`."""
    side = board.color_at(target)
    if side is None:
        return []
    attackers = board.attackers_mask(not side, target)
    return [square for square in chess.scan_forward(attackers) if wins(board, square, target)]


def is_loose(board: chess.Board, target: chess.Square) -> bool:
    """Tell whether some enemy piece wins the piece on `target`."""
    return bool(winners(board, target))
