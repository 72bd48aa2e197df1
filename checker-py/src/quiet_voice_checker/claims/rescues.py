"""Rescues: the moved piece was loose where it stood, and is not where it stands now."""

from __future__ import annotations

from quiet_voice_checker.captures import WINNABLE, is_loose
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the piece named was brought from its square to safety."""
    piece, source = slots.piece("piece"), slots.square("from")
    if (ply.moved, ply.move.from_square) != (piece, source):
        return refuted(f"the move is that of {piece_on(ply.before, ply.move.from_square)}")
    if piece not in WINNABLE:
        return refuted(f"a {piece_word(piece)} is never loose")
    if ply.before.is_check():
        return refuted("the mover was in check")
    if ply.captured_on is not None:
        return refuted(f"{ply.san} captures")
    if not is_loose(ply.before, source):
        return refuted(f"{piece_on(ply.before, source)} was not loose")
    if is_loose(ply.after, ply.move.to_square):
        return refuted(f"{piece_on(ply.after, ply.move.to_square)} is loose")
    return proved(f"{piece_on(ply.after, ply.move.to_square)} is not loose any more")
