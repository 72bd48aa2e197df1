"""Has mate in n: the part that the board shows, a mate on the spot or the game's end.

Mates of two moves and more are proved by the tree, not here.
"""

from __future__ import annotations

from quiet_voice_checker.claims import checkmate
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted, unproved


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move begins a mate in at most n, itself counted."""
    count = slots.count("n")
    if checkmate.mates(ply):
        return proved(f"{ply.san} mates")
    if count == 1:
        return refuted(f"{ply.san} does not mate")
    if not any(ply.after.generate_legal_moves()):
        return refuted(f"{ply.san} is stalemate")
    return unproved(f"{ply.san} does not mate at once")
