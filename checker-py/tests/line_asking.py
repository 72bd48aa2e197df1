"""Asks the checker of a cause that rests on a line, and of the same one missed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import chess

from asking import mirrored_move, outcome

MISSED = {
    "wins": "missed-wins",
    "fork": "missed-fork",
    "pin": "missed-pin",
    "skewer": "missed-skewer",
    "discovery": "missed-discovery",
    "trap": "missed-trap",
    "removes-guard": "missed-guard",
    "promotion": "missed-promotion",
}


@dataclass(frozen=True)
class Case:
    """A claim of a line after a move, and whether its board part holds."""

    why: str
    verdict: str
    kind: str
    fen: str
    move: str
    line: str
    slots: Mapping[str, object] = field(default_factory=dict)
    cost: int = 1000

    def judged(self) -> str:
        slots = {**self.slots, "line": self.line, "cost": self.cost}
        return outcome(self.kind, self.fen, self.move, slots)

    @property
    def can_be_missed(self) -> bool:
        """Whether the same line may be one missed: the move before it won nothing."""
        board = chess.Board(self.fen)
        move = chess.Move.from_uci(self.move)
        return self.kind in MISSED and not board.is_capture(move) and move.promotion is None

    def judged_missed(self) -> str:
        """Return what is said of the line with the colours changed, as a chance not taken."""
        board = chess.Board(self.fen)
        board.push_uci(self.move)
        moves = parsed(board, self.line)
        turned = board.mirror()
        line = [chess.Move.from_uci(mirrored_move(move.uci())) for move in moves]
        slots = {**turned_slots(self.slots), "line": written(turned, line), "cost": self.cost}
        return outcome(MISSED[self.kind], turned.fen(), dull(turned, line[0]).uci(), slots)


def parsed(board: chess.Board, line: str) -> list[chess.Move]:
    now = board.copy()
    return [now.push_san(word) for word in line.split() if not word.endswith(".")]


def written(board: chess.Board, line: list[chess.Move]) -> str:
    """Return a line as sentences write it, by python-chess."""
    return board.variation_san(line).replace("...", "... ")


def dull(board: chess.Board, other: chess.Move) -> chess.Move:
    """Return a legal move that wins nothing and is not the other."""
    for move in board.legal_moves:
        if move != other and not board.is_capture(move) and move.promotion is None:
            return move
    raise AssertionError(board.fen())


def turned_slots(slots: Mapping[str, object]) -> dict[str, object]:
    """Return the slots as the mirrored board has them; targets come in its order."""
    turned = dict(slots)
    if "square" in turned:
        turned["square"] = mirrored_move(str(turned["square"]))
    if "targets" in turned:
        assert isinstance(slots["targets"], list)
        targets = [
            {"piece": one["piece"], "square": mirrored_move(one["square"])}
            for one in slots["targets"]
        ]
        # Two of equal worth change places where their ranks do.
        was_sorted = slots["targets"] == by_worth(slots["targets"])
        turned["targets"] = by_worth(targets) if was_sorted else by_worth(targets)[::-1]
    return turned


def by_worth(targets: list[dict[str, str]]) -> list[dict[str, str]]:
    worth = {"king": 0, "queen": 1, "rook": 2, "bishop": 3, "knight": 3, "pawn": 4}
    return sorted(
        targets,
        key=lambda one: (
            worth[one["piece"]],
            chess.parse_square(one["square"]) if one["square"] else -1,
        ),
    )


def target(piece: str, square: str = "") -> dict[str, str]:
    return {"piece": piece, "square": square}
