"""Discovery: the first move opens a line of another piece, which takes at its end, or checks."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from quiet_voice_checker.claims.attacks import opened
from quiet_voice_checker.claims.pin import LINE_PIECES
from quiet_voice_checker.lines import Line, line_after
from quiet_voice_checker.names import piece_on
from quiet_voice_checker.ply import Ply, san
from quiet_voice_checker.protocol import Finding, Slots, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge a discovery after the move played."""
    return shown(line_after(ply, slots), slots)


def shown(line: Line, slots: Slots) -> Finding:
    """Judge the attack uncovered where a `piece` is named, else the discovered check."""
    line.require(3)
    line.moved()
    if "piece" not in slots:
        return _checks(line)
    piece, square = slots.piece("piece"), slots.square("square")
    line.require_taken(piece, square)
    if line.last.from_square not in uncovered(line, square):
        return refuted(f"{piece_on(line.boards[-2], line.last.from_square)} was not uncovered")
    return proved(f"{piece_on(line.start, line.last.from_square)} is uncovered", line.uci)


def _checks(line: Line) -> Finding:
    king = line.start.king(line.loser)
    if king is None:  # a position has both kings
        raise AssertionError
    sources = list(uncovered(line, king))
    if not sources:
        return refuted(f"{san(line.start, line.first)} uncovers no check")
    if line.last_captured_on is None:
        return refuted(f"{line.last_san} captures nothing")
    return proved(f"{piece_on(line.start, sources[0])} gives check", line.uci)


def uncovered(line: Line, target: chess.Square) -> Iterator[chess.Square]:
    """Give the bishops, rooks and queens whose line to a square the first move opens."""
    first, after = Ply(line.start, line.first), line.after_first
    attackers = after.attackers_mask(line.taker, target) & ~chess.BB_SQUARES[line.first.to_square]
    for source in chess.scan_forward(attackers):
        if after.piece_type_at(source) in LINE_PIECES and opened(first, source, target):
            yield source
