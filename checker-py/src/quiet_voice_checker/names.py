"""The words that stand in slots: pieces, colours, numbers."""

from __future__ import annotations

from typing import Final

import chess

PIECE_WORDS: Final[dict[str, chess.PieceType]] = {
    "pawn": chess.PAWN,
    "knight": chess.KNIGHT,
    "bishop": chess.BISHOP,
    "rook": chess.ROOK,
    "queen": chess.QUEEN,
    "king": chess.KING,
}

_SMALL_NUMBERS: Final = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
).split()


def piece_word(piece_type: chess.PieceType) -> str:
    """Return the word for a piece type, as `knight`."""
    return chess.PIECE_NAMES[piece_type] or ""


def side_word(side: chess.Color) -> str:
    """Return the name of a side as it stands in a sentence: `White` or `Black`."""
    return "White" if side == chess.WHITE else "Black"


def piece_on(board: chess.Board, square: chess.Square) -> str:
    """Return what stands on a square, as `White's knight on e5`."""
    piece = board.piece_at(square)
    name = chess.SQUARE_NAMES[square]
    if piece is None:
        return f"nothing on {name}"
    return f"{side_word(piece.color)}'s {piece_word(piece.piece_type)} on {name}"


def number_of(word: str) -> int | None:
    """Read a count: `one` to `twenty`, above that digits; None for anything else."""
    if word in _SMALL_NUMBERS:
        return _SMALL_NUMBERS.index(word) + 1
    if word.isascii() and word.isdecimal() and not word.startswith("0"):
        number = int(word)
        return number if number > len(_SMALL_NUMBERS) else None
    return None
