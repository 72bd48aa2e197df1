"""A discovery missed: as `discovery`, of a line instead of the move played."""

from __future__ import annotations

from quiet_voice_checker.claims.discovery import shown
from quiet_voice_checker.lines import line_before
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge a discovery instead of the move played."""
    return shown(line_before(ply, slots), slots)
