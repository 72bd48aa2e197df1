"""A rook takes an open file: it comes from another, and no pawn stands on this one."""

from __future__ import annotations

import chess

from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move brings a rook to the file named, and that it is open."""
    file = slots.file("file")
    if ply.moved != chess.ROOK:
        return refuted(f"{ply.san} is not a rook's move")
    if chess.square_file(ply.move.to_square) != file:
        return refuted(f"{ply.san} goes to another file")
    if chess.square_file(ply.move.from_square) == file:
        return refuted("the rook stood on that file before")
    if ply.after.pawns & chess.BB_FILES[file]:
        return refuted(f"a pawn stands on the {chess.FILE_NAMES[file]}-file")
    return proved(f"no pawn stands on the {chess.FILE_NAMES[file]}-file")
