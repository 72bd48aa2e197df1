"""Parries: the other side cannot mate now; that it threatened to was said before."""

from __future__ import annotations

from quiet_voice_checker.passing import mating_moves
from quiet_voice_checker.ply import Ply, san
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that after the move no reply mates."""
    del slots  # the sentence names nothing but the side
    for mate in mating_moves(ply.after):
        return refuted(f"{san(ply.after, mate)} mates")
    return proved(f"no reply to {ply.san} mates")
