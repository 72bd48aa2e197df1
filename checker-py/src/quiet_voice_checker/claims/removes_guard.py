"""Removes a guard: the first move captures what guarded a piece, and the last takes the piece."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WINNABLE, is_loose
from quiet_voice_checker.lines import Line, line_after
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.ply import Ply, captured_on, san
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge a guard taken after the move played."""
    return shown(line_after(ply, slots), slots)


def shown(line: Line, slots: Slots) -> Finding:
    """Judge that the piece named was guarded by what the first move captures."""
    piece, square = slots.piece("piece"), slots.square("square")
    line.require(3)
    line.require_taken(piece, square)
    if piece not in WINNABLE:
        return refuted(f"a {piece_word(piece)} is never loose")
    if is_loose(line.start, square):
        return refuted(f"{piece_on(line.start, square)} was loose before")
    guard = captured_on(line.start, line.first)
    if guard is None:
        return refuted(f"{san(line.start, line.first)} captures nothing")
    who = piece_on(line.start, guard)
    if not line.start.attacks_mask(guard) & chess.BB_SQUARES[square]:
        return refuted(f"{who} did not guard it")
    if not is_loose(line.after_first, square):
        return refuted(f"{piece_on(line.after_first, square)} is not loose")
    return proved(f"{who} guarded it", line.uci)
