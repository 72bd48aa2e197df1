"""The mover's pieces gain room."""

from __future__ import annotations

from quiet_voice_checker.comparisons import improves
from quiet_voice_checker.meters import ROOM_THRESHOLD, room
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots


def check(ply: Ply, _slots: Slots) -> Finding:
    """Judge that the mover's pieces have more room, by the threshold, after a quiet move."""
    return improves(ply, room, ROOM_THRESHOLD)
