"""Pin: the first move holds a piece to one behind it, or attacks a piece held to the king."""

from __future__ import annotations

from typing import Final

import chess

from quiet_voice_checker.captures import WORTH
from quiet_voice_checker.lines import Line, line_after
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted

LINE_PIECES: Final = (chess.BISHOP, chess.ROOK, chess.QUEEN)


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge the form that `behind` tells, after the move played."""
    return shown(line_after(ply, slots), slots)


def shown(line: Line, slots: Slots) -> Finding:
    """Judge that the first move pins, or attacks what is pinned, and the last takes it."""
    piece, square = slots.piece("piece"), slots.square("square")
    line.require(3)
    line.moved()
    line.require_taken(piece, square)
    if "behind" in slots:
        return _pins(line, square, slots.piece("behind"))
    return _attacks_pinned(line, square)


def _pins(line: Line, square: chess.Square, behind: chess.PieceType) -> Finding:
    pinner = line.first.to_square
    held = held_to(line.after_first, pinner, square)
    who = piece_on(line.after_first, pinner)
    if held is None:
        return refuted(f"{who} holds it to nothing")
    found = f"{who} holds it to a {piece_word(held)}"
    return proved(found, line.uci) if held == behind else refuted(found)


def _attacks_pinned(line: Line, square: chess.Square) -> Finding:
    source, arrival = line.first.from_square, line.first.to_square
    pinners = [
        one
        for one in chess.scan_forward(line.start.occupied_co[line.taker])
        if one != source
        and held_to(line.start, one, square) == chess.KING
        and held_to(line.after_first, one, square) == chess.KING
    ]
    if not pinners:
        return refuted("no other piece holds it to the king")
    bit = chess.BB_SQUARES[square]
    who = piece_on(line.after_first, arrival)
    if not line.after_first.attacks_mask(arrival) & bit:
        return refuted(f"{who} does not attack it")
    if line.start.attacks_mask(source) & bit:
        return refuted(f"{piece_on(line.start, source)} attacked it before")
    return proved(f"{who} attacks it", line.uci)


def held_to(
    board: chess.Board, holder: chess.Square, square: chess.Square
) -> chess.PieceType | None:
    """Return the piece to which a bishop, rook or queen holds the enemy piece on a square."""
    piece = board.piece_at(square)
    if piece is None or board.piece_type_at(holder) not in LINE_PIECES:
        return None
    if piece.color == board.color_at(holder):
        return None
    next_one = piece_behind(board, holder, square)
    if next_one is None:
        return None
    behind = board.piece_at(next_one)
    if behind is None or behind.color != piece.color:
        return None
    return behind.piece_type if WORTH[behind.piece_type] > WORTH[piece.piece_type] else None


def piece_behind(
    board: chess.Board, attacker: chess.Square, square: chess.Square
) -> chess.Square | None:
    """Return where the next piece stands behind an attacked one, seen from a line piece."""
    if not board.attacks_mask(attacker) & chess.BB_SQUARES[square]:
        return None
    beyond = chess.ray(attacker, square) & board.occupied
    for one in chess.scan_forward(beyond):
        between = chess.between(attacker, one)
        if between & board.occupied == chess.BB_SQUARES[square]:
            return one
    return None
