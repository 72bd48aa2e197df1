"""Random positions and moves, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import chess


@dataclass(frozen=True)
class Step:
    """A position, a legal move in it, and how it came about."""

    board: chess.Board
    move: chess.Move
    previous: tuple[str, str] | None
    last_capture: chess.Square | None


def steps(seed: int, count: int) -> Iterator[Step]:
    """Give moves of random games, half of them from wild set-ups full of lines and pins."""
    rng = random.Random(seed)
    given = 0
    while given < count:
        board = chess.Board() if rng.random() < 0.5 else wild(rng)
        previous, last_capture = None, None
        for _ in range(40):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = lively(board, moves, rng)
            yield Step(board.copy(stack=False), move, previous, last_capture)
            given += 1
            if given == count:
                return
            previous = (board.fen(), move.uci())
            last_capture = move.to_square if board.is_capture(move) else None
            board.push(move)


def lively(board: chess.Board, moves: list[chess.Move], rng: random.Random) -> chess.Move:
    """Draw a move; rare kinds come more often than chance would have them."""
    rare = [move for move in moves if is_rare(board, move)]
    if rare and rng.random() < 0.5:
        return rng.choice(rare)
    captures = [move for move in moves if board.is_capture(move)]
    return rng.choice(captures if captures and rng.random() < 0.2 else moves)


def is_rare(board: chess.Board, move: chess.Move) -> bool:
    """Tell whether a move is special, mates, or lets a pawn be taken en passant."""
    if board.is_en_passant(move) or board.is_castling(move) or move.promotion:
        return True
    after = board.copy(stack=False)
    after.push(move)
    return after.has_legal_en_passant() or after.is_checkmate()


def wild(rng: random.Random) -> chess.Board:
    """Return a legal position of strewn pieces."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(chess.SQUARES, rng.randint(6, 22))
        board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.BLACK))
        for strewn in squares:
            square = strewn
            kind = rng.choices(range(1, 6), (8, 2, 3, 3, 2))[0]
            if kind == chess.PAWN and chess.square_rank(square) in (0, 7):
                kind = chess.ROOK
            side = rng.random() < 0.5
            if kind == chess.PAWN and rng.random() < 0.5:  # at home, with two squares before it
                square = chess.square(chess.square_file(square), 1 if side else 6)
                if board.piece_type_at(square) == chess.KING:
                    continue
            board.set_piece_at(square, chess.Piece(kind, side))
        board.turn = rng.random() < 0.5
        if not board.was_into_check():
            return board
