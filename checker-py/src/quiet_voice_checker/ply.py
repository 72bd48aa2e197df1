"""A ply as claims see it: the board before, the move, the board after.

Boards and plies are kept for a while, because the questions about one ply come one
after the other and the next ply asks for its predecessor's board. What is kept is
shared, between threads too, so **nobody may change a board, not even for a moment**:
`Board.san` and `Board.gives_check` push and pop, hence `san` below and
`Ply.gives_check`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import chess

from quiet_voice_checker.protocol import Malformed

KEPT: Final = 64

# What no claim can be judged on. Odd armies and idle castling rights do no harm.
_FATAL: Final = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_OPPOSITE_CHECK
)


@lru_cache(maxsize=KEPT)
def board_of(fen: str) -> chess.Board:
    """Return the shared board of a FEN; not to be changed."""
    try:
        board = chess.Board(fen)
    except ValueError as error:
        message = f"no FEN: {error}"
        raise Malformed(message) from None
    if board.status() & _FATAL:
        message = f"no chess position: {fen!r}"
        raise Malformed(message)
    return board


@lru_cache(maxsize=KEPT)
def ply_of(fen: str, uci: str, previous_fen: str | None = None, previous: str | None = None) -> Ply:
    """Return the shared ply of a FEN and a legal move."""
    before = board_of(fen)
    return Ply(before, legal_move(before, uci), previous_fen, previous)


def legal_move(board: chess.Board, uci: str) -> chess.Move:
    """Read a legal move in UCI; castling is the king's two-square move."""
    try:
        move = board.parse_uci(uci)
    except ValueError:
        message = f"no legal move: {uci!r} in {board.fen()!r}"
        raise Malformed(message) from None
    if not move:
        message = f"no move: {uci!r}"
        raise Malformed(message)
    return move


def played(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return a new board, the position after a legal move."""
    after = board.copy(stack=False)
    after.push(move)
    return after


def san(board: chess.Board, move: chess.Move) -> str:
    """Return the move in SAN, with check and mate signs."""
    return board.copy(stack=False).san(move)


def captured_on(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """Return where the piece stands that a move captures: en passant, beside the way."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.is_capture(move) else None


@dataclass(frozen=True, eq=False)
class Ply:
    """One move of a game, with what stood before and what stands after it."""

    before: chess.Board
    move: chess.Move
    previous_fen: str | None = None
    previous: str | None = None

    @property
    def mover(self) -> chess.Color:
        """The side that moves."""
        return self.before.turn

    @property
    def other(self) -> chess.Color:
        """The side that does not move."""
        return not self.before.turn

    @cached_property
    def after(self) -> chess.Board:
        """The shared board after the move; not to be changed."""
        return played(self.before, self.move)

    @cached_property
    def moved(self) -> chess.PieceType:
        """The piece that moves, as it stood before: a pawn where it promotes."""
        piece = self.before.piece_type_at(self.move.from_square)
        if piece is None:  # a legal move starts from a piece
            raise AssertionError
        return piece

    @cached_property
    def captured_on(self) -> chess.Square | None:
        """The square of the piece that the move captures."""
        return captured_on(self.before, self.move)

    @property
    def captured(self) -> chess.PieceType | None:
        """The piece that the move captures."""
        return None if self.captured_on is None else self.before.piece_type_at(self.captured_on)

    @cached_property
    def castles(self) -> bool:
        """Whether the move is castling."""
        return self.before.is_castling(self.move)

    @property
    def gives_check(self) -> bool:
        """Whether the other side is in check after the move."""
        return self.after.is_check()

    @property
    def san(self) -> str:
        """The move in SAN."""
        return san(self.before, self.move)

    @cached_property
    def loud(self) -> str | None:
        """Which of capture, promotion and check the move is; None for a quiet move."""
        if self.captured_on is not None:
            return "captures"
        if self.move.promotion is not None:
            return "promotes"
        return "gives check" if self.gives_check else None

    def recaptures(self) -> bool:
        """Tell whether the ply before was a capture on the square this move goes to."""
        if self.previous is None or self.previous_fen is None:
            return False
        if self.previous[2:4] != chess.SQUARE_NAMES[self.move.to_square]:
            return False
        board = board_of(self.previous_fen)
        move = legal_move(board, self.previous)
        if played(board, move).board_fen() != self.before.board_fen():
            message = f"{self.previous!r} in {self.previous_fen!r} does not lead to the position"
            raise Malformed(message)
        return captured_on(board, move) is not None
