"""A safer king after another move."""

from __future__ import annotations

from quiet_voice_checker.comparisons import better_by
from quiet_voice_checker.meters import KING_THRESHOLD, king_exposure
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the mover's king would be less exposed, by the threshold, after the move named."""
    return better_by(ply, slots, king_exposure, -KING_THRESHOLD)
