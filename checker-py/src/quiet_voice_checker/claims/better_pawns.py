"""The mover's pawns stand better."""

from __future__ import annotations

from quiet_voice_checker.comparisons import improves
from quiet_voice_checker.meters import PAWNS_THRESHOLD, pawn_structure
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots


def check(ply: Ply, _slots: Slots) -> Finding:
    """Judge that the mover's pawns stand better, by the threshold, after a quiet move."""
    return improves(ply, pawn_structure, PAWNS_THRESHOLD)
