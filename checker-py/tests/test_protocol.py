"""The door: what is malformed is answered, never raised."""

from __future__ import annotations

import threading

import chess
import pytest

from asking import answer
from quiet_voice_checker import check_batch

GOOD: dict[str, object] = {
    "id": 3,
    "kind": "centre",
    "person": "neutral",
    "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "move": "e2e4",
    "previous": None,
    "previous_fen": None,
    "slots": {"side": "White"},
}
BLACK_TO_MOVE = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"


def test_answers_come_in_the_order_of_the_requests() -> None:
    requests = [{**GOOD, "id": number} for number in range(5)]
    answers = check_batch(requests)
    assert [one["id"] for one in answers] == [0, 1, 2, 3, 4]
    assert {one["outcome"] for one in answers} == {"true"}


def test_answers_are_plain_data() -> None:
    (one,) = check_batch([GOOD])
    assert {key: type(value) for key, value in one.items()} == {
        "id": int,
        "outcome": str,
        "found": str,
        "moves": list,
    }
    (always,) = check_batch([{**GOOD, "kind": "always"}])
    assert always == {"id": 3, "outcome": "true", "found": "", "moves": [], "required": []}


def test_what_is_missing_by_default_may_be_left_out() -> None:
    short = {key: GOOD[key] for key in ("id", "kind", "person", "fen", "move")}
    (one,) = check_batch([short])
    assert one["outcome"] == "true"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"kind": "praise"}, "kind"),
        ({"kind": None}, "kind"),
        ({"person": "we"}, "person"),
        ({"person": None}, "person"),
        ({"fen": "rubbish"}, "FEN"),
        ({"fen": 5}, "fen"),
        ({"fen": "8/8/8/8/8/8/4P3/4K3 w - - 0 1"}, "position"),
        ({"fen": "4k3/4Q3/8/8/8/8/4P3/4K3 w - - 0 1"}, "position"),
        ({"fen": "4k3/8/8/8/8/8/4P3/P3K3 w - - 0 1"}, "position"),
        ({"move": "e2e5"}, "legal"),
        ({"move": "e4"}, "legal"),
        ({"move": "0000"}, "move"),
        ({"move": None}, "move"),
        ({"previous": "e8e7"}, "previous"),
        ({"previous_fen": BLACK_TO_MOVE}, "previous"),
        ({"previous": 7, "previous_fen": BLACK_TO_MOVE}, "previous"),
        ({"slots": []}, "slots"),
        ({"slots": {"side": "Green"}}, "side"),
        ({"kind": "promotes", "slots": {}}, "new"),
        ({"kind": "promotes", "slots": {"new": "duke"}}, "new"),
        ({"kind": "takes-loose", "slots": {"piece": "rook", "square": "e9"}}, "square"),
        ({"kind": "open-file", "slots": {"file": "i"}}, "file"),
        ({"kind": "has-mate", "slots": {"n": "zero"}}, "n:"),
        ({"kind": "has-mate", "slots": {"n": "7"}}, "n:"),
        ({"kind": "has-mate", "slots": {"n": 0}}, "n:"),
        ({"kind": "has-mate", "slots": {"n": True}}, "n:"),
        ({"kind": "has-mate", "slots": {"n": "021"}}, "n:"),
        ({"kind": "better", "slots": {"move": "Ke2"}}, "move"),
        ({"kind": "better", "slots": {"move": "1. --"}}, "move"),
        ({"kind": "better", "slots": {"move": "1. castles"}}, "move"),
        ({"kind": "attacks", "slots": {"by": "pawn", "targets": "e4"}}, "targets"),
        ({"kind": "attacks", "slots": {"by": "pawn", "targets": []}}, "targets"),
        ({"kind": "attacks", "slots": {"by": "pawn", "targets": ["e4"]}}, "targets"),
        ({"kind": "attacks", "slots": {"by": "pawn", "targets": [{"piece": "rook"}]}}, "square"),
        (
            {
                "kind": "capture-allowed",
                "slots": {"piece": "pawn", "square": "e4", "by": "pawn", "retake": "no"},
            },
            "retake",
        ),
    ],
)
def test_a_malformed_request_is_an_error_that_says_where(
    change: dict[str, object], word: str
) -> None:
    bad, good = check_batch([{**GOOD, **change}, GOOD])
    assert (bad["id"], bad["outcome"]) == (3, "error")
    assert word in str(bad["found"])
    assert good["outcome"] == "true"


@pytest.mark.parametrize("junk", [None, 5, "always", ["always"]])
def test_what_is_no_request_is_an_error(junk: object) -> None:
    (one,) = check_batch([junk])
    assert (one["id"], one["outcome"]) == (None, "error")


def test_an_unforeseen_exception_is_an_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(check_batch.__globals__["CHECKS"], "centre", breaks)
    (one,) = check_batch([GOOD])
    assert one["outcome"] == "error"
    assert "ZeroDivisionError" in str(one["found"])


def test_a_ply_before_that_does_not_lead_here_is_an_error() -> None:
    fen = "6k1/8/8/8/8/8/3r4/3R2K1 w - - 0 2"
    other = ("3r2k1/8/8/8/8/8/3N4/3R1K2 b - - 0 1", "d8d2")
    given = answer("always", fen, "d1d2", previous=other)
    assert given["outcome"] == "error"
    assert "lead" in str(given["found"])
    impossible = ("3r2k1/8/8/8/8/8/3N4/3R1K2 b - - 0 1", "d8d2q")
    assert answer("always", fen, "d1d2", previous=impossible)["outcome"] == "error"


def test_castling_is_written_as_the_kings_two_square_move() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert answer("castles", fen, "e1g1")["outcome"] == "true"


def test_a_number_above_twenty_is_in_digits() -> None:
    slots: dict[str, object] = {"n": "21"}
    fen = str(GOOD["fen"])
    assert answer("has-mate", fen, "e2e4", slots)["outcome"] == "unproved"
    assert answer("has-mate", fen, "e2e4", {"n": 21})["outcome"] == "unproved"


def test_shared_boards_survive_many_threads() -> None:
    board = chess.Board()
    requests: list[dict[str, object]] = []
    for uci in ("e2e4", "e7e5", "d1h5", "b8c6", "h5e5", "c6e5"):
        fen = board.fen()
        for kind, slots in (
            ("always", {}),
            ("better", {"move": f"{board.fullmove_number}{'.' if board.turn else '...'} h6"}),
            ("checkmate", {}),
            ("more-room", {}),
        ):
            requests.append({**GOOD, "kind": kind, "slots": slots, "fen": fen, "move": uci})
        board.push_uci(uci)
    expected = check_batch(requests)
    wrong = []

    def ask() -> None:
        wrong.extend([1 for _ in range(20) if check_batch(requests) != expected])

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
