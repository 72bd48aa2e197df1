"""A capture allowed: a legal reply takes a piece of the mover's and wins material by it.

That the capture is a best reply is a value; it has to hold of one of the moves given back.
"""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WINNABLE, WORTH, takers
from quiet_voice_checker.names import piece_on, piece_word, side_word
from quiet_voice_checker.ply import Ply, captured_on, played
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge the form that `retake` tells: taken for nothing, or by a piece worth less."""
    piece, square, by = slots.piece("piece"), slots.square("square"), slots.piece("by")
    retake = slots.flag("retake")
    replies = captures(ply.after, piece, square, by)
    if not replies:
        return refuted(
            f"no legal reply takes a {piece_word(piece)} on {chess.SQUARE_NAMES[square]} "
            f"with a {piece_word(by)}: there is {piece_on(ply.after, square)}"
        )
    if square == ply.move.to_square and ply.captured is not None:
        gained = WORTH[piece] - WORTH[ply.captured]
        if gained <= 0:
            return refuted(f"{ply.san} had captured a {piece_word(ply.captured)} on that square")
    if retake:
        return _by_a_cheaper_piece(piece, by, replies)
    return _for_nothing(ply, replies)


def _by_a_cheaper_piece(
    piece: chess.PieceType, by: chess.PieceType, replies: list[chess.Move]
) -> Finding:
    if piece not in WINNABLE or WORTH[by] >= WORTH[piece]:
        return refuted(f"a {piece_word(by)} is not worth less than a {piece_word(piece)}")
    return proved(
        f"a {piece_word(by)} can take a {piece_word(piece)}",
        tuple(reply.uci() for reply in replies),
    )


def _for_nothing(ply: Ply, replies: list[chess.Move]) -> Finding:
    free: list[chess.Move] = []
    guards: list[chess.Square] = []
    for reply in replies:
        back = takers(played(ply.after, reply), reply.to_square)
        if back:
            guards = back
        else:
            free.append(reply)
    if not free:
        return refuted(f"{piece_on(ply.after, guards[0])} can take back")
    return proved(f"{side_word(ply.mover)} cannot take back", tuple(reply.uci() for reply in free))


def captures(
    board: chess.Board, piece: chess.PieceType, square: chess.Square, by: chess.PieceType
) -> list[chess.Move]:
    """Return the legal captures of a `piece` on `square` with a `by`."""
    if board.piece_type_at(square) != piece:
        return []
    from_mask = board.pieces_mask(by, board.turn)
    return [
        move
        for move in board.generate_legal_captures(from_mask)
        if captured_on(board, move) == square
    ]
