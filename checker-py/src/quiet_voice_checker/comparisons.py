"""How one side's meter changes by a move, or differs between two moves.

Only quiet moves are compared: a capture, a promotion or a check moves the meters for
reasons of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import chess

from quiet_voice_checker.notation import named_move
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted

Meter: TypeAlias = Callable[[chess.Board, chess.Color], int]


def improves(ply: Ply, meter: Meter, by: int) -> Finding:
    """Judge that the mover's own meter is higher by so much after a quiet move.

    A negative `by` asks for a meter that is lower by so much.
    """
    if ply.loud is not None:
        return refuted(f"{ply.san} {ply.loud}")
    before, after = meter(ply.before, ply.mover), meter(ply.after, ply.mover)
    found = f"{before} before {ply.san}, {after} after it"
    return proved(found) if _reaches(after - before, by) else refuted(found)


def better_by(ply: Ply, slots: Slots, meter: Meter, by: int) -> Finding:
    """Judge that the mover's own meter is higher by so much after `move` than as played.

    A negative `by` asks for a meter that is lower by so much. That `move` is a best move
    is a value, and has to hold of the move given back.
    """
    other = Ply(ply.before, named_move(ply.before, slots.text("move")))
    for one in (ply, other):
        if one.loud is not None:
            return refuted(f"{one.san} {one.loud}")
    here, there = meter(ply.after, ply.mover), meter(other.after, ply.mover)
    found = f"{here} after {ply.san}, {there} after {other.san}"
    if not _reaches(there - here, by):
        return refuted(found)
    return proved(found, (other.move.uci(),))


def _reaches(difference: int, by: int) -> bool:
    return difference >= by if by > 0 else difference <= by
