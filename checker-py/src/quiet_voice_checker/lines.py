"""The line of a line cause: read, played through, and found to pay.

That its moves are best ones is a value, and left to the caller.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import chess

from quiet_voice_checker.exchange import count, gain, outcome_of, pays
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.notation import named_line
from quiet_voice_checker.ply import Ply, board_of, captured_on, legal_move, played, san
from quiet_voice_checker.protocol import Refuted, Slots

SAID: Final = (1, 3)
"""How many moves a sentence may name."""


@dataclass(frozen=True, eq=False)
class Line:
    """A line of play: its moves, and the boards before, between and after them."""

    boards: tuple[chess.Board, ...]
    moves: tuple[chess.Move, ...]
    net: int

    @property
    def start(self) -> chess.Board:
        """The board that the line begins on."""
        return self.boards[0]

    @property
    def after_first(self) -> chess.Board:
        """The board after the first move."""
        return self.boards[1]

    @property
    def taker(self) -> chess.Color:
        """The side that begins the line."""
        return self.start.turn

    @property
    def loser(self) -> chess.Color:
        """The side against it."""
        return not self.start.turn

    @property
    def first(self) -> chess.Move:
        """The first move."""
        return self.moves[0]

    @property
    def last(self) -> chess.Move:
        """The last move."""
        return self.moves[-1]

    @property
    def last_captured_on(self) -> chess.Square | None:
        """Where the piece stood that the last move captures."""
        return captured_on(self.boards[-2], self.last)

    @property
    def uci(self) -> tuple[str, ...]:
        """The moves in UCI."""
        return tuple(move.uci() for move in self.moves)

    def stood(self, piece: chess.PieceType, square: chess.Square) -> bool:
        """Tell whether the loser's piece stands on a square from the start to the last move.

        A piece that leaves its square leaves it empty, so none can be changed for another.
        """
        one = chess.Piece(piece, self.loser)
        return all(board.piece_at(square) == one for board in self.boards[:-1])

    def moved(self) -> chess.PieceType:
        """Return the piece of the first move, as it stands after it; raise `Refuted` for castling.

        A pawn that promotes is the new piece.
        """
        if self.start.is_castling(self.first):
            message = f"{san(self.start, self.first)} moves two pieces"
            raise Refuted(message)
        piece = self.after_first.piece_type_at(self.first.to_square)
        if piece is None:  # a move arrives where it goes to
            raise AssertionError
        return piece

    def require(self, length: int) -> None:
        """Raise `Refuted` where the line has another length."""
        if len(self.moves) != length:
            message = f"the line has {len(self.moves)} moves, not {length}"
            raise Refuted(message)

    def require_taken(self, piece: chess.PieceType, square: chess.Square) -> None:
        """Raise `Refuted` unless the last move captures the piece where it has stood."""
        taken = self.last_captured_on
        if taken is None:
            message = f"{self.last_san} captures nothing"
            raise Refuted(message)
        if taken != square:
            message = f"{self.last_san} captures {piece_on(self.boards[-2], taken)}"
            raise Refuted(message)
        if not self.stood(piece, square):
            message = (
                f"no {piece_word(piece)} stands on {chess.SQUARE_NAMES[square]} all along: at "
                f"the start there is {piece_on(self.start, square)}"
            )
            raise Refuted(message)

    @property
    def last_san(self) -> str:
        """The last move in SAN."""
        return san(self.boards[-2], self.last)


def line_after(ply: Ply, slots: Slots) -> Line:
    """Return the line after the move played; raise `Refuted` where it cannot be or does not pay."""
    moves = _said(ply.after, slots)
    return _paying(ply.after, moves, net_after(ply, moves), slots)


def line_before(ply: Ply, slots: Slots) -> Line:
    """Return the line of a missed chance; raise `Refuted` where it cannot be or does not pay."""
    moves = _said(ply.before, slots)
    require_another(ply, moves[0])
    return _paying(ply.before, moves, net_before(ply, moves), slots)


def recapture_before(ply: Ply, slots: Slots) -> Line:
    """Return the line of a recapture missed, of which the count has to pay."""
    moves = _said(ply.before, slots)
    require_another(ply, moves[0])
    return _paying(ply.before, moves, count(ply.before, moves), slots)


def candidate_after(ply: Ply, slots: Slots) -> Line:
    """Return the line that is given move by move, after the move played."""
    moves = _candidate(ply.after, slots)
    return _paying(ply.after, moves, net_after(ply, moves), slots)


def candidate_before(ply: Ply, slots: Slots) -> Line:
    """Return the line that is given move by move, of the position before the move."""
    moves = _candidate(ply.before, slots)
    require_another(ply, moves[0])
    return _paying(ply.before, moves, net_before(ply, moves), slots)


def net_after(ply: Ply, moves: list[chess.Move]) -> int:
    """Return the net of a line after the move played, in pawns."""
    return count(ply.after, moves) - gain(ply.before, ply.move)


def net_before(ply: Ply, moves: list[chess.Move]) -> int:
    """Return the net of a line instead of the move played, in pawns."""
    net = count(ply.before, moves) - max(0, outcome_of(ply.before, ply.move))
    if Ply(ply.before, moves[0], ply.previous_fen, ply.previous).recaptures() and (
        captured_on(ply.before, moves[0]) is not None
    ):
        net -= _gain_of_previous(ply)
    return net


def _gain_of_previous(ply: Ply) -> int:
    if ply.previous is None or ply.previous_fen is None:
        return 0
    board = board_of(ply.previous_fen)
    return gain(board, legal_move(board, ply.previous))


def require_another(ply: Ply, move: chess.Move) -> None:
    """Raise `Refuted` where a move missed is the one played."""
    if move == ply.move:
        message = f"{ply.san} is the move played"
        raise Refuted(message)


def _said(board: chess.Board, slots: Slots) -> list[chess.Move]:
    moves = named_line(board, slots.text("line"))
    if len(moves) not in SAID:
        message = f"the line has {len(moves)} moves"
        raise Refuted(message)
    return moves


def _candidate(board: chess.Board, slots: Slots) -> list[chess.Move]:
    moves: list[chess.Move] = []
    for uci in slots.moves("line"):
        move = legal_move(board, uci)
        moves.append(move)
        board = played(board, move)
    return moves


def _paying(board: chess.Board, moves: list[chess.Move], net: int, slots: Slots) -> Line:
    cost = slots.centipawns("cost") if "cost" in slots else None
    if not pays(net, cost):
        known = "" if cost is None else f", and the move costs {cost} centipawns"
        message = f"the line wins {net}{known}"
        raise Refuted(message)
    boards = [board]
    for move in moves:
        boards.append(played(boards[-1], move))
    return Line(tuple(boards), tuple(moves), net)
