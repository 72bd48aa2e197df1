"""Fork: the first move attacks two or more pieces that it wins, or the king with them."""

from __future__ import annotations

import chess

from quiet_voice_checker.captures import WORTH, wins
from quiet_voice_checker.lines import Line, line_after
from quiet_voice_checker.names import piece_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, Target, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge a fork after the move played."""
    named = slots.forked()
    return shown(line_after(ply, slots), named)


def shown(line: Line, named: list[tuple[chess.PieceType, chess.Square | None]]) -> Finding:
    """Judge that the first move forks what is named, and the last takes one of them."""
    line.require(3)
    line.moved()
    targets = forked(line.after_first, line.first.to_square)
    found = f"forked: {listed(targets)}"
    if len(targets) < 2 or named != [slot_of(target) for target in targets]:  # noqa: PLR2004 (a pair)
        return refuted(found)
    if line.last.from_square != line.first.to_square:
        return refuted(f"{line.last_san} is another piece's move")
    taken = line.last_captured_on
    if taken not in [target.square for target in targets]:
        return refuted(f"{line.last_san} captures none of the {found}")
    return proved(found, line.uci)


def forked(board: chess.Board, attacker: chess.Square) -> list[Target]:
    """Return the enemy king and the enemy pieces that a piece attacks and wins, in a slot's order.

    The king is dearer than all, so it comes first.
    """
    side = board.color_at(attacker)
    targets: list[Target] = []
    for square in chess.scan_forward(board.attacks_mask(attacker) & board.occupied_co[not side]):
        piece = board.piece_type_at(square)
        if piece is not None and (piece == chess.KING or wins(board, attacker, square)):
            targets.append(Target(piece, square))
    return in_order(targets)


def in_order(targets: list[Target]) -> list[Target]:
    """Return targets as a slot names them: the king, then by worth, then by square."""
    return sorted(targets, key=lambda target: (-WORTH[target.piece], target.square))


def slot_of(target: Target) -> tuple[chess.PieceType, chess.Square | None]:
    """Return a target as a slot names it: a king without its square."""
    return target.piece, None if target.piece == chess.KING else target.square


def listed(targets: list[Target]) -> str:
    """Return targets in words."""
    names = [f"{piece_word(one.piece)} on {chess.SQUARE_NAMES[one.square]}" for one in targets]
    return ", ".join(names) or "none"
