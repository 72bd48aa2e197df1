"""Moves as sentences name them: a number and SAN, `15... Qxd6` or `16. Rxf3`."""

from __future__ import annotations

import re
from typing import Final

import chess

from quiet_voice_checker.names import piece_word
from quiet_voice_checker.ply import captured_on, played, san
from quiet_voice_checker.protocol import Malformed, Refuted

_NUMBERED: Final = re.compile(r"[1-9][0-9]*(?:\.|\.\.\.) ([^ ]+)", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]+\.(?:\.\.)?", re.ASCII)


def named_move(board: chess.Board, text: str) -> chess.Move:
    """Read a move that is claimed to be playable on a board.

    Raises `Refuted` where no such move is legal or it is written otherwise, and
    `Malformed` where the text is no move at all.
    """
    match = _NUMBERED.fullmatch(text)
    if match is None:
        message = f"no move with its number: {text!r}"
        raise Malformed(message)
    move = _read_san(board, match[1], text)
    if text != numbered(board, move):
        message = f"the move is written {numbered(board, move)}"
        raise Refuted(message)
    return move


def _read_san(board: chess.Board, notation: str, text: str) -> chess.Move:
    try:
        move = board.parse_san(notation)
    except chess.InvalidMoveError:
        message = f"no move: {text!r}"
        raise Malformed(message) from None
    except chess.AmbiguousMoveError:
        message = f"{notation} is ambiguous"
        raise Refuted(message) from None
    except ValueError:
        message = f"{notation} is not legal"
        raise Refuted(message) from None
    if not move:
        message = f"no move: {text!r}"
        raise Malformed(message)
    return move


def named_line(board: chess.Board, text: str) -> list[chess.Move]:
    """Read a line that is claimed to be playable on a board, as `named_move` reads one move.

    It bears a number where it starts and before every move of White.
    """
    moves: list[chess.Move] = []
    written: list[str] = []
    for word in text.split(" "):
        if _NUMBER.fullmatch(word):
            continue
        move = _read_san(board, word, text)
        told = numbered(board, move)
        written.append(told if not moves or board.turn == chess.WHITE else told.split(" ")[1])
        moves.append(move)
        board = played(board, move)
    if not moves:
        message = f"no line: {text!r}"
        raise Malformed(message)
    if text != " ".join(written):
        message = f"the line is written {' '.join(written)}"
        raise Refuted(message)
    return moves


def numbered(board: chess.Board, move: chess.Move) -> str:
    """Return the move with its number, as sentences write it."""
    dots = "." if board.turn == chess.WHITE else "..."
    return f"{board.fullmove_number}{dots} {san(board, move)}"


def capture_words(board: chess.Board, move: chess.Move) -> str | None:
    """Return a capture in words, as `rook takes pawn`; None for other moves."""
    square = captured_on(board, move)
    taker = board.piece_type_at(move.from_square)
    taken = None if square is None else board.piece_type_at(square)
    if taker is None or taken is None:
        return None
    return f"{piece_word(taker)} takes {piece_word(taken)}"
