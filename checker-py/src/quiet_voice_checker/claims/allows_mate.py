"""Allows mate in n: the part that the board shows, replies that mate on the spot."""

from __future__ import annotations

from quiet_voice_checker.claims import checkmate
from quiet_voice_checker.names import side_word
from quiet_voice_checker.ply import Ply, san
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted, unproved


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the other side can mate in at most n; that the mover had better is a value."""
    count = slots.count("n")
    replies = list(ply.after.generate_legal_moves())
    if not replies:
        return refuted(f"{side_word(ply.other)} has no legal move after {ply.san}")
    mating = [reply for reply in replies if checkmate.mates(Ply(ply.after, reply))]
    if mating:
        return proved(f"{san(ply.after, mating[0])} mates", tuple(move.uci() for move in mating))
    if count == 1:
        return refuted(f"no reply to {ply.san} mates")
    return unproved(f"no reply to {ply.san} mates at once")
