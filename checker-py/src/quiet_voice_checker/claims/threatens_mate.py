"""Threatens mate: were the other side to pass, the move named would mate."""

from __future__ import annotations

from quiet_voice_checker.notation import named_move
from quiet_voice_checker.passing import mating_moves, passed
from quiet_voice_checker.ply import Ply, san
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move named mates unless something is done, and that this is new."""
    text = slots.text("move")
    if ply.gives_check:
        return refuted(f"{ply.san} gives check")
    if not any(ply.after.legal_moves):
        return refuted(f"the game is over after {ply.san}")
    board = passed(ply.after)
    threat = named_move(board, text)
    if threat not in mating_moves(board):
        return refuted(f"{text} is no mate")
    for mate in mating_moves(ply.before):
        return refuted(f"{san(ply.before, mate)} mated at once")
    return proved(f"{text} would mate")
