"""Better was another move: it is legal and said rightly. That it is a best one is a value."""

from __future__ import annotations

from quiet_voice_checker.notation import capture_words, named_move, numbered
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move named is legal, not the one played, and captures what it says."""
    move = named_move(ply.before, slots.text("move"))
    if move == ply.move:
        return refuted(f"{ply.san} is the move played")
    words = capture_words(ply.before, move)
    if "words" in slots and slots.text("words") != words:
        return refuted(words or f"{numbered(ply.before, move)} captures nothing")
    return proved(f"{numbered(ply.before, move)} is legal", (move.uci(),))
