"""A win missed that comes soon: as `soon-wins`, of a line instead of the move played."""

from __future__ import annotations

from quiet_voice_checker.claims.soon_wins import shown, without_line
from quiet_voice_checker.lines import candidate_before, require_another
from quiet_voice_checker.notation import named_move
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge the candidate line of a move that was not played."""
    move = named_move(ply.before, slots.text("move"))
    require_another(ply, move)
    if "line" not in slots:
        return without_line(ply.before, move, slots)
    return shown(candidate_before(ply, slots), move, slots)
