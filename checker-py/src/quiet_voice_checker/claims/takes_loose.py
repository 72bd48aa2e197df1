"""Takes a loose piece: the moving piece won it, and it had not just captured there."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WINNABLE, wins
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, Target, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move takes the piece named, loose where it stood."""
    piece, square = slots.piece("piece"), slots.square("square")
    if ply.captured_on is None:
        return refuted(f"{ply.san} captures nothing")
    if (ply.captured, ply.captured_on) != (piece, square):
        return refuted(f"{ply.san} captures {piece_on(ply.before, ply.captured_on)}")
    if piece not in WINNABLE:
        return refuted(f"a {piece_word(piece)} is never loose")
    if not wins(ply.before, ply.move.from_square, square):
        return refuted(f"{piece_on(ply.before, square)} is guarded and not worth more")
    if ply.recaptures():
        return refuted(f"the ply before was a capture on {chess.SQUARE_NAMES[square]}")
    return proved(f"{ply.san} wins {piece_on(ply.before, square)}")


def taken(ply: Ply) -> Target | None:
    """Return the loose piece that the move takes, if it takes one and is no recapture."""
    square, piece = ply.captured_on, ply.captured
    if square is None or piece not in WINNABLE:
        return None
    if not wins(ply.before, ply.move.from_square, square) or ply.recaptures():
        return None
    return Target(piece, square)
