"""Unguards: the piece that moved had guarded another, which is now taken."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WINNABLE, is_loose
from quiet_voice_checker.lines import line_after
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move played gave up the guard of the piece that the line takes."""
    by, piece, square = slots.piece("by"), slots.piece("piece"), slots.square("square")
    line = line_after(ply, slots)
    line.require(1)
    line.require_taken(piece, square)
    if piece not in WINNABLE:
        return refuted(f"a {piece_word(piece)} is never loose")
    if ply.castles or square == ply.move.to_square:
        return refuted(f"{ply.san} moved it, or castled")
    if ply.moved != by:
        return refuted(f"{ply.san} moves a {piece_word(ply.moved)}")
    if is_loose(ply.before, square):
        return refuted(f"{piece_on(ply.before, square)} was loose before")
    bit = chess.BB_SQUARES[square]
    if not ply.before.attacks_mask(ply.move.from_square) & bit:
        return refuted(f"{piece_on(ply.before, ply.move.from_square)} did not guard it")
    if ply.after.attacks_mask(ply.move.to_square) & bit:
        return refuted(f"{piece_on(ply.after, ply.move.to_square)} guards it still")
    if not is_loose(ply.after, square):
        return refuted(f"{piece_on(ply.after, square)} is not loose")
    return proved(f"{piece_on(ply.before, ply.move.from_square)} guarded it", line.uci)
