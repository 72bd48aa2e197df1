"""Promotion: the last move of the line after the move is a pawn's that promotes."""

from __future__ import annotations

from quiet_voice_checker.lines import Line, line_after
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge a promotion after the move played."""
    return shown(line_after(ply, slots))


def shown(line: Line) -> Finding:
    """Judge that the last move promotes."""
    if line.last.promotion is None:
        return refuted(f"{line.last_san} does not promote")
    return proved(f"{line.last_san} promotes", line.uci)
