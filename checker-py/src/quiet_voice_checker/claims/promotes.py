"""Promotes: a pawn's move that puts a new piece on its last rank."""

from __future__ import annotations

from quiet_voice_checker.names import piece_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move promotes to the piece named."""
    new = slots.piece("new")
    if ply.move.promotion is None:
        return refuted(f"{ply.san} does not promote")
    found = f"{ply.san} promotes to a {piece_word(ply.move.promotion)}"
    return proved(found) if ply.move.promotion == new else refuted(found)
