"""A win missed: a line instead of the move played takes a loose piece, or wins as in `wins`."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import wins
from quiet_voice_checker.claims.wins import form, shown, wins_piece
from quiet_voice_checker.lines import Line, line_before
from quiet_voice_checker.names import piece_on
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge the form that `wins` tells."""
    what = form(slots)
    line = line_before(ply, slots)
    if what == "loose":
        return _takes_loose(line, slots.piece("piece"), slots.square("square"))
    return shown(line, slots, what)


def _takes_loose(line: Line, piece: chess.PieceType, square: chess.Square) -> Finding:
    line.require(1)
    finding = wins_piece(line, piece, square)
    if not wins(line.start, line.first.from_square, square):
        return refuted(
            f"{piece_on(line.start, line.first.from_square)} does not win "
            f"{piece_on(line.start, square)}"
        )
    return finding
