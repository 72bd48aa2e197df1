"""Castles."""

from __future__ import annotations

from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, _slots: Slots) -> Finding:
    """Judge that the move is castling."""
    return proved(f"{ply.san} castles") if ply.castles else refuted(f"{ply.san} does not castle")
