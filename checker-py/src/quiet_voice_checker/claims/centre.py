"""A pawn in the centre: a pawn's move to d4, e4, d5 or e5 that captures nothing."""

from __future__ import annotations

import chess

from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, _slots: Slots) -> Finding:
    """Judge that the move puts a pawn in the centre."""
    if ply.moved != chess.PAWN:
        return refuted(f"{ply.san} is not a pawn's move")
    if not chess.BB_CENTER & chess.BB_SQUARES[ply.move.to_square]:
        return refuted(f"{ply.san} does not go to the centre")
    if ply.captured_on is not None:
        return refuted(f"{ply.san} captures")
    return proved(f"{ply.san} puts a pawn in the centre")
