"""What crosses between the verifier and the checker: requests in, answers out.

Plain data only: dictionaries of strings, numbers, truth values, lists and None.
A request is read into a `Request` once, here; a claim module sees typed slots and
gives back a `Finding`. Whatever cannot be read raises `Malformed`, which becomes the
outcome `error` of that one request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, cast

import chess

from quiet_voice_checker.names import PIECE_WORDS, number_of

Answer: TypeAlias = dict[str, object]

PERSONS: Final = frozenset({"neutral", "you", "they", "you-i", "i-you"})

_SQUARES: Final = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_SIDES: Final = {"White": chess.WHITE, "Black": chess.BLACK}


class Outcome(StrEnum):
    """What the board says of a claim."""

    TRUE = "true"
    """Every condition that the board decides holds."""
    FALSE = "false"
    """A condition that the board decides does not hold."""
    UNPROVED = "unproved"
    """The board refutes nothing and proves nothing: the claim is one of values."""
    ERROR = "error"
    """The request could not be read."""


class Malformed(Exception):  # noqa: N818 (a name of the trade: the request is malformed)
    """A request that is not one of the protocol; the message says where."""


class Refuted(Exception):  # noqa: N818 (likewise: the claim is refuted)
    """A claim that is false, found while its slots were read against the board."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An outcome, what the board really shows, and the moves that the claim may mean.

    `moves` are in UCI. Where the rest of a claim speaks of values (of a best reply, a
    best move), that rest has to hold of one of these moves.
    """

    outcome: Outcome
    found: str
    moves: tuple[str, ...] = ()


def proved(found: str, moves: tuple[str, ...] = ()) -> Finding:
    """Return the finding of a claim whose board part holds."""
    return Finding(Outcome.TRUE, found, moves)


def refuted(found: str) -> Finding:
    """Return the finding of a claim that the board contradicts."""
    return Finding(Outcome.FALSE, found)


def unproved(found: str, moves: tuple[str, ...] = ()) -> Finding:
    """Return the finding of a claim that values have to decide."""
    return Finding(Outcome.UNPROVED, found, moves)


@dataclass(frozen=True, slots=True)
class Target:
    """A piece named as attacked, and where it stands."""

    piece: chess.PieceType
    square: chess.Square


@dataclass(frozen=True, slots=True)
class Slots:
    """The typed slots of one sentence, read on demand."""

    values: Mapping[str, object]

    def __contains__(self, name: str) -> bool:
        """Tell whether the slot is filled; None counts as not filled."""
        return self.values.get(name) is not None

    def text(self, name: str) -> str:
        """Return the slot as it stands in the sentence."""
        value = self.values.get(name)
        if not isinstance(value, str):
            message = f"slot {name}: expected a string, got {value!r}"
            raise Malformed(message)
        return value

    def flag(self, name: str) -> bool:
        """Return a slot that tells two forms of a kind apart."""
        value = self.values.get(name)
        if not isinstance(value, bool):
            message = f"slot {name}: expected a truth value, got {value!r}"
            raise Malformed(message)
        return value

    def piece(self, name: str) -> chess.PieceType:
        """Return the piece type named."""
        return _piece(f"slot {name}", self.text(name))

    def square(self, name: str) -> chess.Square:
        """Return the square named."""
        return _square(f"slot {name}", self.text(name))

    def file(self, name: str) -> int:
        """Return the file named, 0 for the a-file."""
        value = self.text(name)
        if value not in chess.FILE_NAMES:
            message = f"slot {name}: no file: {value!r}"
            raise Malformed(message)
        return chess.FILE_NAMES.index(value)

    def side(self, name: str) -> chess.Color:
        """Return the side named."""
        value = self.text(name)
        if value not in _SIDES:
            message = f"slot {name}: no side: {value!r}"
            raise Malformed(message)
        return _SIDES[value]

    def count(self, name: str) -> int:
        """Return the count, given in words (digits above twenty) or as a whole number."""
        value = self.values.get(name)
        number = number_of(value) if isinstance(value, str) else value
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            message = f"slot {name}: no count: {value!r}"
            raise Malformed(message)
        return number

    def centipawns(self, name: str) -> int:
        """Return a cost: a whole number of centipawns, not below 0."""
        value = self.values.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            message = f"slot {name}: no cost in centipawns: {value!r}"
            raise Malformed(message)
        return value

    def moves(self, name: str) -> list[str]:
        """Return a line given move by move, in UCI."""
        value = self.values.get(name)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            message = f"slot {name}: expected a list of moves, got {value!r}"
            raise Malformed(message)
        if not value:
            message = f"slot {name}: no move"
            raise Malformed(message)
        return value

    def forked(self) -> list[tuple[chess.PieceType, chess.Square | None]]:
        """Return the pieces of the list `targets`; a king has no square, or an empty one."""
        value = self.values.get("targets")
        if not isinstance(value, list) or not value:
            message = f"slot targets: expected a list, got {value!r}"
            raise Malformed(message)
        named: list[tuple[chess.PieceType, chess.Square | None]] = []
        for entry in value:
            if not isinstance(entry, Mapping):
                message = f"slot targets: expected a piece and a square, got {entry!r}"
                raise Malformed(message)
            one = Slots(cast("Mapping[str, object]", entry))
            piece = one.piece("piece")
            bare = piece == chess.KING and one.values.get("square") in (None, "")
            named.append((piece, None if bare else one.square("square")))
        return named

    def targets(self) -> list[Target]:
        """Return the pieces attacked: the list `targets`, or the one `piece` on `square`."""
        if "targets" not in self:
            return [Target(self.piece("piece"), self.square("square"))]
        value = self.values["targets"]
        if not isinstance(value, list) or not value:
            message = f"slot targets: expected a list, got {value!r}"
            raise Malformed(message)
        targets: list[Target] = []
        for entry in value:
            if not isinstance(entry, Mapping):
                message = f"slot targets: expected a piece and a square, got {entry!r}"
                raise Malformed(message)
            one = Slots(cast("Mapping[str, object]", entry))
            targets.append(Target(one.piece("piece"), one.square("square")))
        return targets


def _piece(where: str, word: str) -> chess.PieceType:
    if word not in PIECE_WORDS:
        message = f"{where}: no piece: {word!r}"
        raise Malformed(message)
    return PIECE_WORDS[word]


def _square(where: str, name: str) -> chess.Square:
    if name not in _SQUARES:
        message = f"{where}: no square: {name!r}"
        raise Malformed(message)
    return _SQUARES[name]


@dataclass(frozen=True, slots=True)
class Request:
    """One question about one ply."""

    kind: str
    fen: str
    move: str
    previous: str | None
    previous_fen: str | None
    slots: Slots


def read_request(raw: Mapping[str, object]) -> Request:
    """Read one request; its `id` is the caller's and is not looked at."""
    person = raw.get("person")
    if person not in PERSONS:
        message = f"person: expected one of {', '.join(sorted(PERSONS))}, got {person!r}"
        raise Malformed(message)
    previous, previous_fen = _optional(raw, "previous"), _optional(raw, "previous_fen")
    if (previous is None) != (previous_fen is None):
        message = "previous and previous_fen are given together or not at all"
        raise Malformed(message)
    slots = raw.get("slots", {})
    if not isinstance(slots, Mapping):
        message = f"slots: expected an object, got {slots!r}"
        raise Malformed(message)
    return Request(
        kind=_string(raw, "kind"),
        fen=_string(raw, "fen"),
        move=_string(raw, "move"),
        previous=previous,
        previous_fen=previous_fen,
        slots=Slots(slots),
    )


def _string(raw: Mapping[str, object], key: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str):
        message = f"{key}: expected a string, got {value!r}"
        raise Malformed(message)
    return value


def _optional(raw: Mapping[str, object], key: str) -> str | None:
    return None if raw.get(key) is None else _string(raw, key)
