"""A better pawn structure after another move."""

from __future__ import annotations

from quiet_voice_checker.comparisons import better_by
from quiet_voice_checker.meters import PAWNS_THRESHOLD, pawn_structure
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the mover's pawns would stand better, by the threshold, after the move named."""
    return better_by(ply, slots, pawn_structure, PAWNS_THRESHOLD)
