"""Soon wins: a line of five or seven moves after the move, of which the first is named.

Without a candidate line nothing more is proved than that the move can be made and the
piece stands there.
"""

from __future__ import annotations

from typing import Final

import chess

from quiet_voice_checker.claims.wins import wins_piece
from quiet_voice_checker.lines import Line, candidate_after
from quiet_voice_checker.names import piece_on
from quiet_voice_checker.notation import named_move, numbered
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted, unproved

SOON: Final = (5, 7)
"""How long such a line is."""


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge the candidate line of a reply."""
    move = named_move(ply.after, slots.text("move"))
    if "line" not in slots:
        return without_line(ply.after, move, slots)
    return shown(candidate_after(ply, slots), move, slots)


def without_line(board: chess.Board, move: chess.Move, slots: Slots) -> Finding:
    """Judge what the board shows of the claim before a line is given."""
    if "piece" in slots:
        square = slots.square("square")
        if board.piece_at(square) != chess.Piece(slots.piece("piece"), not board.turn):
            return refuted(f"there is {piece_on(board, square)}")
    return unproved(f"{numbered(board, move)} is legal; the line is a value", (move.uci(),))


def shown(line: Line, move: chess.Move, slots: Slots) -> Finding:
    """Judge that the candidate line begins with the move named and wins what is said."""
    if line.first != move:
        return refuted(f"the line begins with {numbered(line.start, line.first)}")
    if len(line.moves) not in SOON:
        return refuted(f"the line has {len(line.moves)} moves")
    if "piece" in slots:
        return wins_piece(line, slots.piece("piece"), slots.square("square"))
    return proved(f"the line wins {line.net}", line.uci)
