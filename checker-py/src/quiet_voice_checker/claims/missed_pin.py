"""A pin missed: as `pin`, of a line instead of the move played."""

from __future__ import annotations

from quiet_voice_checker.claims.pin import shown
from quiet_voice_checker.lines import line_before
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge a pin instead of the move played."""
    return shown(line_before(ply, slots), slots)
