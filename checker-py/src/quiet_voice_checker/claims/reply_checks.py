"""A reply that checks; that it is a best one is a value, of the move given back."""

from __future__ import annotations

from quiet_voice_checker.notation import named_move
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the reply named is legal and gives check."""
    reply = Ply(ply.after, named_move(ply.after, slots.text("move")))
    if not reply.gives_check:
        return refuted(f"{reply.san} gives no check")
    return proved(f"{reply.san} gives check", (reply.move.uci(),))
