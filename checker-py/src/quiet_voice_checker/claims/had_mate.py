"""Had mate in n: the move named is legal; a mate in one is proved outright."""

from __future__ import annotations

from quiet_voice_checker.claims import checkmate
from quiet_voice_checker.notation import named_move
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted, unproved


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move named was there, and that the move played is another."""
    count = slots.count("n")
    move = named_move(ply.before, slots.text("move"))
    if checkmate.mates(ply):
        return refuted(f"the move played, {ply.san}, mates")
    if move == ply.move:
        return refuted(f"{ply.san} is the move played")
    missed = Ply(ply.before, move)
    if count > 1:
        return unproved(f"{missed.san} is legal, {ply.san} does not mate", (move.uci(),))
    if not checkmate.mates(missed):
        return refuted(f"{missed.san} does not mate")
    return proved(f"{missed.san} mates, {ply.san} does not", (move.uci(),))
