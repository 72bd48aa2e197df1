"""Lines: how they are written, what they win by count, and the kinds that are counts alone."""

from __future__ import annotations

import chess
import pytest

from asking import answer, outcome
from quiet_voice_checker.exchange import cheapest_capture, count, exchange, gain, outcome_of, pays

# --- how a line is written --------------------------------------------------------------

FORK = "6k1/5ppp/8/8/1n6/8/5PPP/R3K3 w - - 0 20"
TAKES = "r3k3/5ppp/8/1N6/8/8/5PPP/6K1 w - - 0 20"


def wins(fen: str, move: str, line: str) -> str:
    return outcome("wins", fen, move, {"wins": "material", "line": line})


@pytest.mark.parametrize(
    "line",
    [
        "20... Nc2+ 21. Kd2 21... Nxa1",
        "20... Nc2+ Kd2 Nxa1",
        "20. Nc2+ 21. Kd2 Nxa1",
        "21... Nc2+ 22. Kd2 Nxa1",
        "20... Nc2 21. Kd2 Nxa1",
        "20... Nc2+ 21. Kd2 Nxa1+",
        "20... Nbc2+ 21. Kd2 Nxa1",
        "20... Nc2+ 21. Ke2 Nxa2",
        "20... Nc2+ 21. Kd2",
        "20... Nc2+ 21. Kd2 Nxa1 22. h4 Nb3+",
        "Nc2+ 21. Kd2 Nxa1",
        "20...  Nc2+ 21. Kd2 Nxa1",
    ],
)
def test_a_line_is_legal_and_exactly_written(line: str) -> None:
    assert wins(FORK, "h2h3", "20... Nc2+ 21. Kd2 Nxa1") == "true"
    given = answer("wins", FORK, "h2h3", {"wins": "material", "line": line})
    assert given["outcome"] in ("false", "error"), given


def test_a_line_of_white_has_two_numbers() -> None:
    slots = {"wins": "material", "line": "20. Nc7+ Kd8 21. Nxa8"}
    given = answer("missed-wins", TAKES, "h2h3", slots)
    assert (given["outcome"], given["moves"]) == ("true", ["b5c7", "e8d8", "c7a8"])
    assert outcome("missed-wins", TAKES, "b5c7", slots) == "false"
    wrong = {**slots, "line": "20. Nc7+ 20... Kd8 21. Nxa8"}
    assert outcome("missed-wins", TAKES, "h2h3", wrong) == "false"


@pytest.mark.parametrize("line", ["", "20...", "win it", "20... --", None, 7, ["b4c2"]])
def test_what_is_no_line_is_an_error(line: object) -> None:
    slots = {"wins": "material", "line": line}
    assert answer("wins", FORK, "h2h3", slots)["outcome"] == "error"


@pytest.mark.parametrize(
    "slots",
    [
        {"wins": "loose", "piece": "rook", "square": "a1"},
        {"wins": "nothing"},
        {"wins": "piece"},
        {},
        {"wins": "material", "cost": "300"},
        {"wins": "material", "cost": -1},
        {"wins": "material", "cost": True},
    ],
)
def test_slots_that_cannot_be_read_are_an_error(slots: dict[str, object]) -> None:
    full = {**slots, "line": "20... Nc2+ 21. Kd2 Nxa1"}
    assert answer("wins", FORK, "h2h3", full)["outcome"] == "error"


@pytest.mark.parametrize("targets", [None, [], "king", ["king"], [{"piece": "rook"}]])
def test_targets_that_cannot_be_read_are_an_error(targets: object) -> None:
    for kind in ("fork", "skewer"):
        slots = {"targets": targets, "line": "20... Nc2+ 21. Kd2 Nxa1"}
        assert answer(kind, FORK, "h2h3", slots)["outcome"] == "error"


# --- gain, exchange, count, pays --------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "square", "worth"),
    [
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d5", 1),
        ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d5", 0),
        ("4k3/8/2p5/3p4/4P3/8/8/3RK3 w - - 0 1", "d5", 1),
        ("3rk3/8/2p5/3p4/4P3/8/8/3RK3 w - - 0 1", "d5", 0),
        ("3rk3/8/2p5/3p4/4P3/8/3R4/3RK3 w - - 0 1", "d5", 1),  # one rook behind the other
        ("4k3/8/4p3/3n4/8/8/4R3/3RK3 w - - 0 1", "d5", 3),  # the guard is pinned
        ("4k3/8/4p3/3n4/8/8/R7/3RK3 w - - 0 1", "d5", 0),
        ("4k3/4r3/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", 0),  # the capturer is pinned
        ("8/8/8/3pk3/8/8/8/3RK3 w - - 0 1", "d5", 0),  # the king takes back
        ("8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d5", 1),  # and may not
        ("8/8/4k3/3p4/4K3/8/8/8 w - - 0 1", "d5", 0),  # nor may this one begin
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "d8", 4),  # 13 less the queen
        ("3r4/2P5/8/8/8/8/8/4K1k1 w - - 0 1", "d8", 13),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", 0),  # nothing stands there
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5", 0),  # not en passant
        ("4k3/8/8/3P4/8/8/8/3RK3 w - - 0 1", "d5", 0),  # its own
        ("4k3/8/8/3p4/8/5b2/8/3RK3 w - - 0 1", "d5", 0),
    ],
)
def test_the_exchange_on_a_square(fen: str, square: str, worth: int) -> None:
    board = chess.Board(fen)
    assert exchange(board, chess.parse_square(square)) == worth
    mirrored = chess.square_mirror(chess.parse_square(square))
    assert exchange(board.mirror(), mirrored) == worth


@pytest.mark.parametrize(
    ("men", "move"),
    [
        ("8/8/3p4/8/1N3N2/8", None),
        ("8/8/8/3p4/1N3N2/8", "b3d4"),
        ("8/8/8/3p4/2P1PN2/8", "c3d4"),
        ("8/8/8/3p4/2QK1N2/8", "f3d4"),
        ("8/8/8/3p4/2QK4/8", "c3d4"),
        ("8/8/8/3p4/3K4/8", "d3d4"),
    ],
)
def test_the_cheapest_takes_and_of_equals_the_first_by_square(men: str, move: str | None) -> None:
    king = "8" if "K" in men else "4K3"
    board = chess.Board(f"4k3/{men}/{king} w - - 0 1")
    found = cheapest_capture(board, chess.D4)
    assert (found and found.uci()) == move


@pytest.mark.parametrize(
    ("fen", "move", "won"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 13),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8n", 7),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", 8),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ],
)
def test_the_gain_of_a_move(fen: str, move: str, won: int) -> None:
    assert gain(chess.Board(fen), chess.Move.from_uci(move)) == won


def test_the_count_takes_off_what_the_last_move_gives_back() -> None:
    board = chess.Board("3r2k1/8/8/3p4/8/8/8/3R2K1 w - - 0 1")
    takes = chess.Move.from_uci("d1d5")
    assert count(board, [takes]) == 1 - 5
    assert outcome_of(board, takes) == 1 - 5
    back = [takes, chess.Move.from_uci("g8g7"), chess.Move.from_uci("d5d8")]
    assert count(board, back) == 6
    # A quiet move gives nothing back, though it may lose its piece.
    assert count(board, [chess.Move.from_uci("d1d4")]) == 0
    assert outcome_of(board, chess.Move.from_uci("d1d4")) == 0


def test_what_pays() -> None:
    assert pays(1, 50)
    assert not pays(1, 49)
    assert pays(5, 250)
    assert not pays(5, 249)
    assert pays(9, 300)
    assert not pays(9, 299)
    assert not pays(0, 1000)
    assert pays(1, None)
    assert not pays(0, None)


# --- chances missed: what the game had already won and lost ------------------------------

BEFORE_EXCHANGE = ("3r2k1/7p/8/8/3N4/8/3R4/6K1 b - - 0 19", "d8d4")
AFTER_EXCHANGE = "6k1/7p/8/8/3r4/8/3R4/6K1 w - - 0 20"
BACK = "20. Rxd4"


def test_what_the_move_before_took_is_no_win() -> None:
    rook = {"piece": "rook", "square": "d4", "line": BACK}
    assert outcome("missed-wins", AFTER_EXCHANGE, "g1h1", rook) == "true"
    assert outcome("missed-wins", AFTER_EXCHANGE, "g1h1", rook, previous=BEFORE_EXCHANGE) == "false"
    material = {"wins": "material", "line": BACK}
    for cost, verdict in ((100, "true"), (99, "false")):
        slots = {**material, "cost": cost}
        given = outcome("missed-wins", AFTER_EXCHANGE, "g1h1", slots, previous=BEFORE_EXCHANGE)
        assert given == verdict


def test_what_the_move_before_took_elsewhere_is_not_counted() -> None:
    before = ("3r2k1/7p/8/8/8/6N1/3R3b/6K1 b - - 0 19", "h2g3")
    fen = "3r2k1/7p/8/8/8/6b1/3R4/6K1 w - - 0 20"
    slots = {"piece": "rook", "square": "d8", "line": "20. Rxd8+"}
    assert outcome("missed-wins", fen, "g1h1", slots, previous=before) == "true"


def test_what_the_move_played_won_is_taken_off() -> None:
    fen = "6k1/7p/8/8/3r4/8/p2R4/R5K1 w - - 0 20"
    material = {"wins": "material", "line": BACK}
    for cost, verdict in ((200, "true"), (199, "false")):
        assert outcome("missed-wins", fen, "a1a2", {**material, "cost": cost}) == verdict
    # A capture that gave back more had won nothing: 5, not 5 + 4.
    guarded = "3b2k1/7p/8/p7/3r4/8/3R4/R5K1 w - - 0 20"
    for cost, verdict in ((250, "true"), (249, "false")):
        assert outcome("missed-wins", guarded, "a1a5", {**material, "cost": cost}) == verdict


def test_a_loose_piece_is_taken_by_one_move_that_wins_it() -> None:
    fen = "6k1/5ppp/8/3n4/8/8/3R2PP/6K1 w - - 0 20"
    slots = {"wins": "loose", "piece": "knight", "square": "d5", "line": "20. Rxd5"}
    assert outcome("missed-wins", fen, "h2h3", slots) == "true"
    assert outcome("missed-wins", fen, "h2h3", {**slots, "line": "20. Kf1 h6 21. Rxd5"}) == "false"
    assert outcome("missed-wins", fen, "h2h3", {**slots, "line": "20. Rd4 h6 21. Rxd5"}) == "false"
    pawn = {**slots, "piece": "pawn"}
    assert outcome("missed-wins", fen.replace("n", "p"), "h2h3", pawn) == "false"
    # Guarded, but by a pinned pawn.
    pinned = "4k3/8/4p3/3n4/8/8/4R2P/3RK3 w - - 0 20"
    assert outcome("missed-wins", pinned, "h2h3", slots) == "true"


# --- recaptures -------------------------------------------------------------------------


def recapture(square: str, line: str, **more: object) -> str:
    slots = {"square": square, "line": line, **more}
    return outcome("missed-recapture", AFTER_EXCHANGE, "g1h1", slots, previous=BEFORE_EXCHANGE)


def test_a_recapture_counts_in_full() -> None:
    assert recapture("d4", BACK, cost=250) == "true"
    assert recapture("d4", BACK, cost=249) == "false"
    assert recapture("d5", BACK) == "false"
    assert recapture("d4", "20. Rd3") == "false"
    assert recapture("d4", "20. Kh2 h6 21. Rxd4") == "false"


def test_a_recapture_follows_a_capture() -> None:
    slots = {"square": "d4", "line": BACK}
    late = {**slots, "line": "20. Rd3 h6 21. Rxd4"}
    assert outcome("missed-recapture", AFTER_EXCHANGE, "g1h1", late) == "false"
    quiet = ("3r2k1/7p/8/8/8/8/3R4/6K1 b - - 0 19", "d8d4")
    assert outcome("missed-recapture", AFTER_EXCHANGE, "g1h1", slots, previous=quiet) == "false"
    assert outcome("missed-recapture", AFTER_EXCHANGE, "g1h1", slots) == "true"
    played = outcome("missed-recapture", AFTER_EXCHANGE, "d2d4", slots, previous=BEFORE_EXCHANGE)
    assert played == "false"


# --- lines of which the first move is named ---------------------------------------------

SOON = "r5k1/8/8/8/3P4/8/P6P/4K3 w - - 0 20"
FIVE = "a8d8 e1f2 d8d5 a3a4 d5d4".split()
SEVEN = "a8d8 e1f2 d8d5 a3a4 g8g7 a4a5 d5d4".split()


def soon(line: list[str] | None, **slots: object) -> str:
    full = {"move": "20... Rd8", "line": line, **slots}
    return outcome("soon-wins", SOON, "a2a3", full)


def test_without_a_line_nothing_is_proved() -> None:
    given = answer("soon-wins", SOON, "a2a3", {"move": "20... Rd8"})
    assert (given["outcome"], given["moves"]) == ("unproved", ["a8d8"])
    assert soon(None, piece="pawn", square="d4") == "unproved"
    assert soon(None, piece="knight", square="d4") == "false"
    assert soon(None, piece="pawn", square="a7") == "false"
    assert soon(None, move="20... Rd8+") == "false"


def test_a_candidate_line_has_to_fit() -> None:
    pawn = {"piece": "pawn", "square": "d4"}
    for line in (FIVE, SEVEN):
        assert soon(line) == "true"
        assert soon(line, **pawn, cost=50) == "true"
        assert soon(line, **pawn, cost=49) == "false"
        assert soon(line, **pawn, move="20... Rxa3") == "false"
        assert soon(line, piece="pawn", square="h2") == "false"
    assert soon(FIVE[:3]) == "false"
    assert soon([*FIVE[:4], "d5a5"]) == "false"
    assert soon("a8a3 h2h4 g8g7 h4h5 g7g8".split(), **pawn) == "false"
    nine = [*SEVEN[:6], "g7f7", "f2e2", "d5d4"]
    assert soon(nine) == "false"


def test_a_piece_that_came_back_was_not_there_all_along() -> None:
    fen = "3r2k1/8/8/8/8/3N4/P6P/7K w - - 0 20"
    slots = {"move": "20... Kg7", "piece": "knight", "square": "d3"}
    stays = "g8g7 h2h4 g7g8 h4h5 d8d3".split()
    returns = "g8g7 d3e1 g7g8 e1d3 d8d3".split()
    assert outcome("soon-wins", fen, "a2a3", {**slots, "line": stays}) == "true"
    assert outcome("soon-wins", fen, "a2a3", {**slots, "line": returns}) == "false"


@pytest.mark.parametrize("line", ["a8d8", [], [7], ["a8d8", "e1e5"], ["a8"]])
def test_a_candidate_that_cannot_be_played_is_an_error(line: object) -> None:
    slots = {"move": "20... Rd8", "line": line}
    assert answer("soon-wins", SOON, "a2a3", slots)["outcome"] == "error"


def test_a_win_that_was_soon_begins_with_another_move() -> None:
    fen = "4k3/p6p/8/3p4/8/8/8/R5K1 w - - 0 20"
    line = "a1d1 e8e7 d1d4 a7a6 d4d5".split()
    slots = {"move": "20. Rd1", "piece": "pawn", "square": "d5"}
    assert outcome("missed-soon", fen, "g1h1", slots) == "unproved"
    assert outcome("missed-soon", fen, "g1h1", {**slots, "line": line}) == "true"
    assert outcome("missed-soon", fen, "a1d1", {**slots, "line": line}) == "false"
    assert outcome("missed-soon", fen, "a1d1", slots) == "false"
