"""Stalemate: the other side is not in check and has no legal move."""

from __future__ import annotations

from quiet_voice_checker.names import side_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, _slots: Slots) -> Finding:
    """Judge that the move stalemates."""
    if any(ply.after.generate_legal_moves()):
        return refuted(f"{side_word(ply.other)} has a legal move after {ply.san}")
    if ply.gives_check:
        return refuted(f"{ply.san} mates")
    return proved(f"{ply.san} is stalemate")
