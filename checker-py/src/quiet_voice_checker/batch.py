"""The door: a list of requests in, a list of answers out, and never an exception."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quiet_voice_checker.always import required
from quiet_voice_checker.claims import CHECKS, VALUE_KINDS
from quiet_voice_checker.names import side_word
from quiet_voice_checker.ply import Ply, ply_of
from quiet_voice_checker.protocol import (
    Answer,
    Finding,
    Malformed,
    Outcome,
    Refuted,
    Request,
    read_request,
    refuted,
    unproved,
)


def check_batch(requests: Sequence[object]) -> list[Answer]:
    """Judge requests one by one; the answers stand in the same order.

    A request is a dictionary:

    - `id`: whatever the caller knows it by; given back;
    - `kind`: the section of CLAIMS.md, or `always`;
    - `person`: `neutral`, `you`, `they`, `you-i` or `i-you`;
    - `fen`, `move`: the position before the move, and the move in UCI;
    - `previous`, `previous_fen`: the ply before and the position before that, or None;
    - `slots`: the values of the sentence's slots by name, as they stand in it; `retake`
      tells the forms of `capture-allowed` apart.

    An answer is a dictionary of `id`, `outcome`, `found` (what the board really shows, or
    what is wrong with the request) and `moves` (the moves in UCI that the claim may mean,
    for the caller to weigh); for `always` also `required`, the kinds and slots that must
    be said of the ply.
    """
    return [_answer(raw) for raw in requests]


def _answer(raw: object) -> Answer:
    if not isinstance(raw, Mapping):
        return _error(None, f"expected an object, got {raw!r}")
    number: object = raw.get("id")
    try:
        request = read_request(raw)
        ply = ply_of(request.fen, request.move, request.previous_fen, request.previous)
        if request.kind == "always":
            return {
                "id": number,
                "outcome": Outcome.TRUE.value,
                "found": "",
                "moves": [],
                "required": required(ply),
            }
        finding = _judge(request, ply)
    except Malformed as malformed:
        return _error(number, str(malformed))
    except Exception as error:  # noqa: BLE001 (one bad request must not cost the batch)
        return _error(number, f"{type(error).__name__}: {error}")
    return {
        "id": number,
        "outcome": finding.outcome.value,
        "found": finding.found,
        "moves": list(finding.moves),
    }


def _judge(request: Request, ply: Ply) -> Finding:
    check = CHECKS.get(request.kind)
    if check is None and request.kind not in VALUE_KINDS:
        message = f"kind: unknown: {request.kind!r}"
        raise Malformed(message)
    for slot, side in (("side", ply.mover), ("other", ply.other)):
        if slot in request.slots and request.slots.side(slot) != side:
            return refuted(f"{side_word(ply.mover)} moves")
    if check is None:
        return unproved("no board fact")
    try:
        return check(ply, request.slots)
    except Refuted as refutation:
        return refuted(str(refutation))


def _error(number: object, message: str) -> Answer:
    return {"id": number, "outcome": Outcome.ERROR.value, "found": message, "moves": []}
