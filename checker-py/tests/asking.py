"""Asks the checker one question, through its door."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from quiet_voice_checker import check_batch


def answer(  # noqa: PLR0913 (a request has that many parts)
    kind: str,
    fen: str,
    move: str,
    slots: Mapping[str, object] | None = None,
    *,
    person: str = "neutral",
    previous: tuple[str, str] | None = None,
) -> dict[str, object]:
    """Return the whole answer to one request; `previous` is a FEN and the move from it."""
    request = {
        "id": 7,
        "kind": kind,
        "person": person,
        "fen": fen,
        "move": move,
        "previous": previous and previous[1],
        "previous_fen": previous and previous[0],
        "slots": slots or {},
    }
    (only,) = check_batch([request])
    assert only["id"] == 7
    return only


def outcome(
    kind: str,
    fen: str,
    move: str,
    slots: Mapping[str, object] | None = None,
    *,
    previous: tuple[str, str] | None = None,
) -> str:
    """Return the outcome; a request that could not be read fails the test."""
    given = answer(kind, fen, move, slots, previous=previous)
    assert given["outcome"] != "error", given["found"]
    assert given["found"], "an answer says what the board shows"
    return str(given["outcome"])


def required(
    fen: str, move: str, *, previous: tuple[str, str] | None = None
) -> list[tuple[str, dict[str, str]]]:
    """Return what must be said of a ply."""
    given = answer("always", fen, move, previous=previous)
    assert given["outcome"] == "true", given["found"]
    claims = given["required"]
    assert isinstance(claims, list)
    return [(claim["kind"], claim["slots"]) for claim in claims]


def mirrored(fen: str) -> str:
    """Return the position with the colours changed and the board turned upside down."""
    return chess.Board(fen).mirror().fen(en_passant="fen")


def mirrored_move(uci: str) -> str:
    """Return the move on the mirrored board."""
    return "".join(str(9 - int(letter)) if letter in "12345678" else letter for letter in uci)


def mirrored_slots(slots: dict[str, object]) -> dict[str, object]:
    """Return the slots as the mirrored position has them; moves are left out."""
    turned: dict[str, object] = {}
    for name, value in slots.items():
        if name in ("square", "from"):
            turned[name] = mirrored_move(str(value))
        elif name in ("side", "other"):
            turned[name] = "Black" if value == "White" else "White"
        elif name == "targets":
            assert isinstance(value, list)
            turned[name] = [mirrored_slots(one) for one in value]
        else:
            turned[name] = value
    return turned
