"""Attacks loose pieces: what the move newly attacks and wins, and with which piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from quiet_voice_checker.captures import WINNABLE, WORTH, can_take, is_loose, wins
from quiet_voice_checker.names import piece_on, piece_word
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, Target, proved, refuted


@dataclass(frozen=True, slots=True)
class Attacker:
    """A piece by which the move may bring an attack about."""

    piece: chess.PieceType
    """What it is after the move."""
    square: chess.Square
    """Where it stands after the move."""
    origin: chess.Square
    """Where it stood before: the same square if it is another piece than the moved one."""
    moved: bool


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge the attack of the moved piece, or with `from` that of a piece behind it."""
    by, named = slots.piece("by"), slots.targets()
    source = slots.square("from") if "from" in slots else None
    candidates = [
        attacker
        for attacker in attackers(ply)
        if attacker.piece == by
        and attacker.moved == (source is None)
        and source in (None, attacker.square)
    ]
    if not candidates:
        return refuted(_no_attacker(ply, by, source))
    # Two candidates: castling counts its king and its rook, which are told apart by name.
    targets = [target for attacker in candidates for target in new_targets(ply, attacker)]
    found = f"new targets of the {piece_word(by)}: {_listed(targets)}"
    if len(named) == 1:
        return proved(found) if named[0] in targets else refuted(found)
    if named != targets:
        return refuted(found)
    if slots.text("all") != ("Both" if len(named) == 2 else "All"):  # noqa: PLR2004 (a pair)
        return refuted(f"{len(named)} targets")
    return proved(found)


def attackers(ply: Ply) -> Iterator[Attacker]:
    """Give the moved piece (castling: king and rook) and the line pieces behind it."""
    move, after = ply.move, ply.after
    yield _attacker(after, move.to_square, move.from_square, moved=True)
    skipped = chess.BB_SQUARES[move.to_square]
    if ply.castles:
        kingside = move.to_square > move.from_square
        rank = chess.square_rank(move.from_square)
        rook = chess.square(5 if kingside else 3, rank)
        skipped |= chess.BB_SQUARES[rook]
        yield _attacker(after, rook, chess.square(7 if kingside else 0, rank), moved=True)
    lines = (after.bishops | after.rooks | after.queens) & after.occupied_co[ply.mover] & ~skipped
    for square in chess.scan_forward(lines):
        yield _attacker(after, square, square, moved=False)


def _attacker(
    after: chess.Board, square: chess.Square, origin: chess.Square, *, moved: bool
) -> Attacker:
    piece = after.piece_type_at(square)
    if piece is None:  # only squares of pieces are asked for
        raise AssertionError
    return Attacker(piece, square, origin, moved)


def new_targets(ply: Ply, attacker: Attacker) -> list[Target]:
    """Return what the attacker wins since the move, the most valuable first, then by square."""
    targets: list[Target] = []
    prey = ply.after.attacks_mask(attacker.square) & ply.after.occupied_co[ply.other]
    for square in chess.scan_forward(prey):
        piece = ply.after.piece_type_at(square)
        if piece in WINNABLE and attacks_anew(ply, attacker, square):
            targets.append(Target(piece, square))
    return sorted(targets, key=lambda target: (-WORTH[target.piece], target.square))


def attacks_anew(ply: Ply, attacker: Attacker, target: chess.Square) -> bool:
    """Tell whether the attacker wins the target after the move, and did not before.

    "Did not before": it could not take the target, or the target was not loose at all.
    """
    if not attacker.moved and not opened(ply, attacker.square, target):
        return False
    if not wins(ply.after, attacker.square, target):
        return False
    return not (can_take(ply.before, attacker.origin, target) and is_loose(ply.before, target))


def opened(ply: Ply, source: chess.Square, target: chess.Square) -> bool:
    """Tell whether one piece alone closed a line that is open after the move.

    That piece is the moved one, or the pawn that it captured en passant.
    """
    line = chess.between(source, target)
    closers = {chess.BB_SQUARES[ply.move.from_square]}
    if ply.captured_on is not None and ply.captured_on != ply.move.to_square:
        closers.add(chess.BB_SQUARES[ply.captured_on])
    return line & ply.before.occupied in closers


def _no_attacker(ply: Ply, by: chess.PieceType, source: chess.Square | None) -> str:
    if source is None:
        return f"{ply.san} moves no {piece_word(by)}"
    return f"there is {piece_on(ply.after, source)}, and no {piece_word(by)} behind the moved piece"


def _listed(targets: list[Target]) -> str:
    names = [f"{piece_word(one.piece)} on {chess.SQUARE_NAMES[one.square]}" for one in targets]
    return ", ".join(names) or "none"
