"""Skewer: the first move attacks a piece, which goes, and the last takes the one behind it."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WINNABLE, WORTH
from quiet_voice_checker.claims.fork import in_order, listed, slot_of
from quiet_voice_checker.claims.pin import LINE_PIECES, piece_behind
from quiet_voice_checker.lines import Line, line_after
from quiet_voice_checker.names import piece_word
from quiet_voice_checker.ply import Ply, san
from quiet_voice_checker.protocol import Finding, Slots, Target, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge a skewer after the move played."""
    named = slots.forked()
    return shown(line_after(ply, slots), named)


def shown(line: Line, named: list[tuple[chess.PieceType, chess.Square | None]]) -> Finding:
    """Judge that the reply leaves the line of the first move, and the last takes the second."""
    line.require(3)
    attacker, front = line.first.to_square, line.moves[1].from_square
    if line.moved() not in LINE_PIECES:
        return refuted(f"a {piece_word(line.moved())} skewers nothing")
    targets = skewered(line.after_first, attacker, front)
    if targets is None:
        return refuted(f"{san(line.boards[1], line.moves[1])} uncovers no piece worth no more")
    found = f"skewered: {listed(targets)}"
    if named != [slot_of(target) for target in in_order(targets)]:
        return refuted(found)
    if line.last.from_square != attacker:
        return refuted(f"{line.last_san} is another piece's move")
    if line.last_captured_on != targets[1].square:
        return refuted(f"{line.last_san} does not capture the second")
    return proved(found, line.uci)


def skewered(
    board: chess.Board, attacker: chess.Square, front: chess.Square
) -> list[Target] | None:
    """Return the piece in front and the one behind it, if a line piece skewers them."""
    first, square = board.piece_at(front), piece_behind(board, attacker, front)
    second = None if square is None else board.piece_at(square)
    if first is None or square is None or second is None or first.color != second.color:
        return None
    if second.piece_type not in WINNABLE or WORTH[first.piece_type] < WORTH[second.piece_type]:
        return None
    return [Target(first.piece_type, front), Target(second.piece_type, square)]
