"""Wins: the line after the move wins a piece, the exchange, a pawn, or something."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WORTH
from quiet_voice_checker.lines import Line, line_after
from quiet_voice_checker.names import piece_word
from quiet_voice_checker.ply import Ply, captured_on
from quiet_voice_checker.protocol import Finding, Malformed, Slots, proved, refuted

EXCHANGE = 2  # a rook less a knight or bishop
MINOR = (chess.KNIGHT, chess.BISHOP)


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge the form that `wins` tells."""
    what = form(slots)
    return shown(line_after(ply, slots), slots, what)


def form(slots: Slots) -> str:
    """Return what the sentence says is won."""
    if "wins" not in slots and "piece" in slots:
        return "piece"
    return slots.text("wins")


def shown(line: Line, slots: Slots, what: str) -> Finding:
    """Judge that a line wins what it is said to win."""
    if what == "piece":
        return wins_piece(line, slots.piece("piece"), slots.square("square"))
    if what == "exchange":
        return _wins_exchange(line)
    if what == "pawn":
        return _wins_pawn(line)
    if what == "material":
        return proved(f"the line wins {line.net}", line.uci)
    message = f"slot wins: unknown: {what!r}"
    raise Malformed(message)


def wins_piece(line: Line, piece: chess.PieceType, square: chess.Square) -> Finding:
    """Judge that the last move takes a piece where it stood, at no more than a pawn's loss."""
    line.require_taken(piece, square)
    if line.net < WORTH[piece] - 1:
        return refuted(f"the line wins {line.net}, less than a {piece_word(piece)}")
    return proved(f"the line wins {line.net}", line.uci)


def captured(line: Line, side: chess.Color) -> list[chess.PieceType]:
    """Return the pieces of a side that are captured in the line, as they stand then."""
    found: list[chess.PieceType] = []
    for board, move in zip(line.boards, line.moves, strict=False):
        square = captured_on(board, move)
        piece = None if square is None else board.piece_at(square)
        if piece is not None and piece.color == side:
            found.append(piece.piece_type)
    return found


def _wins_exchange(line: Line) -> Finding:
    if line.net != EXCHANGE:
        return refuted(f"the line wins {line.net}")
    if chess.ROOK not in captured(line, line.loser):
        return refuted("no rook is captured")
    given = captured(line, line.taker)
    given += [piece for piece in [line.boards[-2].piece_type_at(line.last.from_square)] if piece]
    if not any(piece in MINOR for piece in given):
        return refuted("no knight or bishop is given for it")
    return proved("the line wins a rook for a lesser piece", line.uci)


def _wins_pawn(line: Line) -> Finding:
    if line.net != 1:
        return refuted(f"the line wins {line.net}")
    if chess.PAWN not in captured(line, line.loser):
        return refuted("no pawn is captured")
    return proved("the line wins a pawn", line.uci)
