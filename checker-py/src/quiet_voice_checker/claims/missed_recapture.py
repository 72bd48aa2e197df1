"""A recapture missed: one move that takes back what the game's move before had taken with.

Where no move is before, that it captured is not asked.
"""

from __future__ import annotations

import chess

from quiet_voice_checker.lines import recapture_before
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the one move of the line takes back on the square named."""
    square = slots.square("square")
    line = recapture_before(ply, slots)
    line.require(1)
    if line.last_captured_on != square:
        return refuted(f"{line.last_san} captures nothing on {chess.SQUARE_NAMES[square]}")
    taken_back = Ply(ply.before, line.first, ply.previous_fen, ply.previous)
    if ply.previous is not None and not taken_back.recaptures():
        return refuted("the move before captured nothing there")
    return proved(f"{line.last_san} takes back", line.uci)
