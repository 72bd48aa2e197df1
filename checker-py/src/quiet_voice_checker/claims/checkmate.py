"""Checkmate: the other side is in check and has no legal move."""

from __future__ import annotations

from quiet_voice_checker.names import side_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, _slots: Slots) -> Finding:
    """Judge that the move mates."""
    if mates(ply):
        return proved(f"{ply.san} mates")
    if not ply.gives_check:
        return refuted(f"{side_word(ply.other)} is not in check after {ply.san}")
    return refuted(f"{side_word(ply.other)} has a legal move after {ply.san}")


def mates(ply: Ply) -> bool:
    """Tell whether the move mates."""
    return ply.gives_check and not any(ply.after.generate_legal_moves())
