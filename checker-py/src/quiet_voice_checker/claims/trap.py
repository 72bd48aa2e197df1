"""Trap: after the first move a piece is loose wherever it goes, and the last move takes it."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WINNABLE, is_loose
from quiet_voice_checker.lines import Line, line_after
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.ply import Ply, played, san
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge a trap after the move played."""
    return shown(line_after(ply, slots), slots)


def shown(line: Line, slots: Slots) -> Finding:
    """Judge that the first move traps the piece named, and the last takes it."""
    piece, square = slots.piece("piece"), slots.square("square")
    line.require(3)
    named = chess.Piece(piece, line.loser)
    if piece not in WINNABLE or line.start.piece_at(square) != named:
        return refuted(f"there is {piece_on(line.start, square)}")
    if is_loose(line.start, square):
        return refuted(f"{piece_on(line.start, square)} was loose before")
    after = line.after_first
    if after.is_check():
        return refuted(f"{san(line.start, line.first)} gives check")
    if after.piece_at(square) != named or not is_loose(after, square):
        return refuted(f"{piece_on(after, square)} is not loose")
    ways = list(after.generate_legal_moves(from_mask=chess.BB_SQUARES[square]))
    if not ways:
        return refuted(f"{piece_on(after, square)} has no legal move")
    for way in ways:
        if not is_loose(played(after, way), way.to_square):
            return refuted(f"the {piece_word(piece)} is not loose after {san(after, way)}")
    if line.last_captured_on != stands(line.moves[1], square):
        return refuted(f"{line.last_san} does not capture the {piece_word(piece)}")
    return proved(f"the {piece_word(piece)} is loose wherever it goes", line.uci)


def stands(move: chess.Move, square: chess.Square) -> chess.Square:
    """Return where a piece stands after a move of its side.

    A rook that castles counts as gone: its king has crossed where it then stands, and
    nothing can take it there.
    """
    return move.to_square if move.from_square == square else square
