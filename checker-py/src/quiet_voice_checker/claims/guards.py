"""Guards: a piece that did not move was loose before the move and is not after it."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WINNABLE, is_loose
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move guards the mover's piece named."""
    piece, square = slots.piece("piece"), slots.square("square")
    own = chess.Piece(piece, ply.mover)
    if ply.before.piece_at(square) != own:
        return refuted(f"there was {piece_on(ply.before, square)}")
    if ply.after.piece_at(square) != own:
        return refuted(f"{piece_on(ply.before, square)} moved")
    if piece not in WINNABLE:
        return refuted(f"a {piece_word(piece)} is never loose")
    if ply.before.is_check():
        return refuted("the mover was in check")
    if ply.captured_on is not None:
        return refuted(f"{ply.san} captures")
    if not is_loose(ply.before, square):
        return refuted(f"{piece_on(ply.before, square)} was not loose")
    if is_loose(ply.after, square):
        return refuted(f"{piece_on(ply.after, square)} is still loose")
    return proved(f"{piece_on(ply.after, square)} is not loose any more")
