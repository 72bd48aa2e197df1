"""The mover's king is safer."""

from __future__ import annotations

from quiet_voice_checker.comparisons import improves
from quiet_voice_checker.meters import KING_THRESHOLD, king_exposure
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots


def check(ply: Ply, _slots: Slots) -> Finding:
    """Judge that the mover's king is less exposed, by the threshold, after a quiet move."""
    return improves(ply, king_exposure, -KING_THRESHOLD)
