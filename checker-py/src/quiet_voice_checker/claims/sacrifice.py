"""Sacrifice: a piece may be taken for less, which it could not before.

That the move is the best one and good enough is a value.
"""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WINNABLE
from quiet_voice_checker.exchange import exchange, gain
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.passing import passed
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted

OFFER = 2
"""What taking must win at least, beyond what the move itself took."""


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the move offers the piece named."""
    piece, square = slots.piece("piece"), slots.square("square")
    if ply.after.piece_at(square) != chess.Piece(piece, ply.mover):
        return refuted(f"there is {piece_on(ply.after, square)}")
    if piece not in WINNABLE:
        return refuted(f"a {piece_word(piece)} is not offered")
    if ply.after.is_checkmate():
        return refuted(f"{ply.san} mates")
    if ply.captured_on is not None and ply.recaptures():
        return refuted(f"{ply.san} takes back")
    won, taken = exchange(ply.after, square), gain(ply.before, ply.move)
    if won < taken + OFFER:
        return refuted(f"taking wins {won}, the move {taken}")
    if ply.before.is_check():
        return refuted("the mover was in check")
    # A rook that castles is never offered: its king passed over the square unattacked.
    stood = ply.move.from_square if square == ply.move.to_square else square
    already = exchange(passed(ply.before), stood)
    if already >= OFFER:
        return refuted(f"{piece_on(ply.before, stood)} could be taken before")
    return proved(f"taking {piece_on(ply.after, square)} wins {won}, the move {taken}")
