"""The remaining kinds, each at the manys of its definition."""

from __future__ import annotations

import chess
import pytest

from asking import answer, outcome, required

FOOLS_MATE = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
AFTER_G4 = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
BACK_RANK = "6k1/5ppp/8/8/8/8/P7/4R1K1 w - - 0 35"


# --- mates ------------------------------------------------------------------------------


def test_checkmate_is_neither_check_nor_stalemate() -> None:
    assert outcome("checkmate", AFTER_G4, "d8h4") == "true"
    assert outcome("checkmate", AFTER_G4, "d8g5") == "false"
    assert outcome("checkmate", "6k1/5pp1/7p/8/8/8/8/R5K1 w - - 0 1", "a1a8") == "false"
    assert outcome("checkmate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7") == "false"
    assert outcome("stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7") == "true"
    assert outcome("stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f8") == "false"
    assert outcome("stalemate", AFTER_G4, "d8g5") == "false"


def test_has_mate_is_proved_only_where_the_move_mates() -> None:
    assert outcome("has-mate", BACK_RANK, "e1e8", {"n": "one"}) == "true"
    assert outcome("has-mate", BACK_RANK, "e1e8", {"n": "three"}) == "true"
    assert outcome("has-mate", BACK_RANK, "a2a4", {"n": "one"}) == "false"
    assert outcome("has-mate", BACK_RANK, "a2a4", {"n": "two"}) == "unproved"
    assert outcome("has-mate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", {"n": "two"}) == "false"


def test_had_mate_in_one_is_proved_outright() -> None:
    slots: dict[str, object] = {"n": "one", "move": "35. Re8#"}
    given = answer("had-mate", BACK_RANK, "a2a4", slots)
    assert (given["outcome"], given["moves"]) == ("true", ["e1e8"])
    assert outcome("had-mate", BACK_RANK, "e1e8", slots) == "false"
    two_mates = "6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 35"
    assert outcome("had-mate", two_mates, "a1a8", slots) == "false"
    assert outcome("had-mate", two_mates, "a1a8", {**slots, "n": "two"}) == "false"
    assert outcome("had-mate", BACK_RANK, "a2a4", {**slots, "move": "35. Re7"}) == "false"
    assert outcome("had-mate", BACK_RANK, "a2a4", {**slots, "move": "35. Re8+"}) == "false"
    assert outcome("had-mate", BACK_RANK, "a2a4", {**slots, "move": "36. Re8#"}) == "false"


def test_had_mate_in_more_names_a_legal_move_that_was_not_played() -> None:
    slots: dict[str, object] = {"n": "two", "move": "35. Re7"}
    assert outcome("had-mate", BACK_RANK, "a2a4", slots) == "unproved"
    assert outcome("had-mate", BACK_RANK, "e1e7", slots) == "false"
    assert outcome("had-mate", BACK_RANK, "a2a4", {**slots, "move": "35. Rf8"}) == "false"


def test_allows_mate_sees_the_mating_replies() -> None:
    given = answer("allows-mate", FOOLS_MATE, "g2g4", {"n": "one"})
    assert (given["outcome"], given["moves"]) == ("true", ["d8h4"])
    assert outcome("allows-mate", FOOLS_MATE, "g2g4", {"n": "two"}) == "true"
    assert outcome("allows-mate", FOOLS_MATE, "g2g3", {"n": "one"}) == "false"
    assert outcome("allows-mate", FOOLS_MATE, "g2g3", {"n": "two"}) == "unproved"
    assert outcome("allows-mate", BACK_RANK, "e1e8", {"n": "two"}) == "false"


# --- what is always said ----------------------------------------------------------------


def test_a_promotion_is_required_with_its_piece() -> None:
    fen = "8/P7/8/8/8/6k1/8/6K1 w - - 0 1"
    assert required(fen, "a7a8n") == [("promotes", {"new": "knight"})]
    assert outcome("promotes", fen, "a7a8n", {"new": "queen"}) == "false"
    assert outcome("promotes", fen, "g1h1", {"new": "queen"}) == "false"


def test_a_loose_piece_taken_comes_before_the_promotion() -> None:
    fen = "r3kb1r/p1npPp2/1p5p/2p1N3/8/P6P/1PP1p1P1/R1B2RK1 w kq - 0 17"
    loose = ("takes-loose", {"piece": "bishop", "square": "f8"})
    assert required(fen, "e7f8q") == [loose, ("promotes", {"new": "queen"})]
    # It takes as a pawn and is thought of as a queen, whatever it becomes.
    assert required(fen, "e7f8n") == [loose, ("promotes", {"new": "knight"})]


def test_a_mating_capture_is_checkmate_alone() -> None:
    fen = "3r2k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"
    assert required(fen, "d1d8") == [("checkmate", {})]
    assert outcome("takes-loose", fen, "d1d8", {"piece": "rook", "square": "d8"}) == "true"


def test_a_quiet_move_requires_nothing() -> None:
    assert required(chess.STARTING_FEN, "e2e4") == []
    assert required(FOOLS_MATE, "g2g4") == []


BEFORE_EXCHANGE = "3r2k1/8/8/8/8/8/3N4/3R2K1 b - - 0 1"
AFTER_EXCHANGE = "6k1/8/8/8/8/8/3r4/3R2K1 w - - 0 2"
ROOK_D2: dict[str, object] = {"piece": "rook", "square": "d2"}


def test_a_recapture_is_not_said() -> None:
    before = (BEFORE_EXCHANGE, "d8d2")
    assert required(AFTER_EXCHANGE, "d1d2") == [("takes-loose", ROOK_D2)]
    assert required(AFTER_EXCHANGE, "d1d2", previous=before) == []
    assert outcome("takes-loose", AFTER_EXCHANGE, "d1d2", ROOK_D2) == "true"
    assert outcome("takes-loose", AFTER_EXCHANGE, "d1d2", ROOK_D2, previous=before) == "false"


def test_taking_what_just_moved_there_without_capture_is_said() -> None:
    before = ("3r2k1/8/8/8/8/8/8/3R2K1 b - - 0 1", "d8d2")
    assert required(AFTER_EXCHANGE, "d1d2", previous=before) == [("takes-loose", ROOK_D2)]


def test_taking_after_a_capture_elsewhere_is_said() -> None:
    before = ("6k1/8/8/8/8/6P1/3r3b/3R2K1 b - - 0 1", "h2g3")
    fen = "6k1/8/8/8/8/6b1/3r4/3R2K1 w - - 0 2"
    assert required(fen, "d1d2", previous=before) == [("takes-loose", ROOK_D2)]


def test_taking_a_promoted_piece_that_captured_is_a_recapture() -> None:
    before = ("6k1/8/8/8/8/8/2p5/R2N2K1 b - - 0 1", "c2d1q")
    assert required("6k1/8/8/8/8/8/8/R2q2K1 w - - 0 2", "a1d1", previous=before) == []


def test_takes_loose_names_what_was_taken() -> None:
    fen = "r3k3/2n1q3/3P4/8/8/8/8/4K3 w - - 0 16"
    for piece, square, expected in (
        ("queen", "e7", "true"),
        ("knight", "e7", "false"),
        ("queen", "c7", "false"),
    ):
        slots: dict[str, object] = {"piece": piece, "square": square}
        assert outcome("takes-loose", fen, "d6e7", slots) == expected
    assert outcome("takes-loose", fen, "e1d1", {"piece": "queen", "square": "e7"}) == "false"


def test_a_pawn_taken_is_not_loose() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert required(fen, "e5d6") == []
    assert outcome("takes-loose", fen, "e5d6", {"piece": "pawn", "square": "d5"}) == "false"


# --- captures allowed -------------------------------------------------------------------


def allowed(  # noqa: PLR0913 (the claim has that many parts)
    fen: str, move: str, piece: str, square: str, by: str, *, retake: bool
) -> str:
    slots: dict[str, object] = {"piece": piece, "square": square, "by": by, "retake": retake}
    return outcome("capture-allowed", fen, move, slots)


def test_a_capture_allowed_is_legal_and_not_only_pseudo_legal() -> None:
    # The knight is pinned by the rook on e1.
    fen = "4k3/8/8/4n3/8/8/3R4/4R1K1 w - - 0 1"
    assert allowed(fen, "d2d3", "rook", "d3", "knight", retake=False) == "false"
    assert allowed(fen, "d2d3", "rook", "d3", "knight", retake=True) == "false"
    # A move that gives check leaves only captures that answer it.
    fen = "4k3/8/8/8/2n5/8/3R4/Q5K1 w - - 0 1"
    assert allowed(fen, "a1e1", "rook", "d2", "knight", retake=True) == "false"
    assert allowed(fen, "a1b1", "rook", "d2", "knight", retake=True) == "true"


def test_cannot_take_back_means_no_allowed_capture() -> None:
    fen = "3q2k1/8/8/8/8/8/3R4/4K3 w - - 0 1"
    assert allowed(fen, "d2d3", "rook", "d3", "queen", retake=False) == "true"
    assert allowed(fen, "d2d1", "rook", "d1", "queen", retake=False) == "false"
    # The guard on e3 is pinned and cannot take back.
    fen = "3qr1k1/8/8/8/8/4B3/8/3R2K1 w - - 0 1"
    assert allowed(fen, "d1d2", "rook", "d2", "queen", retake=False) == "false"
    fen = "3qr1k1/8/8/8/8/4B3/8/3RK3 w - - 0 1"
    assert allowed(fen, "d1d4", "rook", "d4", "queen", retake=False) == "true"


def test_by_a_cheaper_piece_is_for_knights_bishops_rooks_and_queens() -> None:
    fen = "6k1/8/8/2p5/8/8/3Q4/3R2K1 w - - 0 1"
    assert allowed(fen, "d2d4", "queen", "d4", "pawn", retake=True) == "true"
    fen = "6k1/8/8/2q5/8/8/3Q4/3R2K1 w - - 0 1"
    assert allowed(fen, "g1f1", "queen", "d2", "queen", retake=True) == "false"
    assert allowed(fen, "d2d4", "queen", "d4", "queen", retake=True) == "false"
    assert allowed(fen, "d2d4", "queen", "d4", "queen", retake=False) == "false"
    pawn = "6k1/8/8/2p5/8/8/3P4/6K1 w - - 0 1"
    assert allowed(pawn, "d2d4", "pawn", "d4", "pawn", retake=False) == "true"
    assert allowed(pawn, "d2d4", "pawn", "d4", "pawn", retake=True) == "false"


def test_a_recapture_has_to_win_more_than_was_taken() -> None:
    # Rook takes rook, queen takes rook.
    fen = "3q2k1/8/8/8/3r4/8/8/3R2K1 w - - 0 1"
    assert allowed(fen, "d1d4", "rook", "d4", "queen", retake=False) == "false"
    # Queen takes rook, queen takes queen.
    fen = "3q2k1/8/8/8/3r4/8/8/3Q2K1 w - - 0 1"
    assert allowed(fen, "d1d4", "queen", "d4", "queen", retake=False) == "true"


def test_a_pawn_may_be_taken_en_passant() -> None:
    fen = "4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1"
    assert allowed(fen, "d2d4", "pawn", "d4", "pawn", retake=False) == "true"
    assert allowed(fen, "d2d4", "pawn", "d3", "pawn", retake=False) == "false"
    # Where the capturing pawn then stands, it can be taken back.
    fen = "4k3/8/8/8/2p5/8/3P4/3RK3 w - - 0 1"
    assert allowed(fen, "d2d4", "pawn", "d4", "pawn", retake=False) == "false"
    given = answer(
        "capture-allowed",
        "4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1",
        "d2d4",
        {"piece": "pawn", "square": "d4", "by": "pawn", "retake": False},
    )
    assert given["moves"] == ["c4d3"]


def test_the_moves_given_back_are_those_the_claim_may_mean() -> None:
    # Two rooks can take. The one on d1 would release the bishop that it pins.
    fen = "6k1/7p/4P3/8/r2N4/8/8/3r2BK w - - 0 1"
    slots = {"piece": "knight", "square": "d4", "by": "rook", "retake": False}
    given = answer("capture-allowed", fen, "e6e7", slots)
    assert given["outcome"] == "true"
    assert given["moves"] == ["a4d4"]
    # A promoting capture stands for all its promotions.
    fen = "6k1/8/8/8/8/8/2p5/3N2K1 w - - 0 1"
    slots = {"piece": "knight", "square": "d1", "by": "pawn", "retake": True}
    given = answer("capture-allowed", fen, "g1h2", slots)
    assert given["moves"] == ["c2d1q", "c2d1r", "c2d1b", "c2d1n"]


# --- moves named ------------------------------------------------------------------------

BETTER = "r5k1/8/8/8/8/5p2/4Q1P1/4KR2 w - - 0 16"


@pytest.mark.parametrize(
    ("move", "words", "expected"),
    [
        ("16. Rxf3", "rook takes pawn", "true"),
        ("16. Rxf3", None, "true"),
        ("16. Rxf3", "queen takes pawn", "false"),
        ("16. Rxf3", "rook takes knight", "false"),
        ("16. Rxf4", None, "false"),
        ("16. g4", None, "true"),
        ("16. g4", "pawn takes pawn", "false"),
        ("16. g3", None, "false"),  # the move played
        ("15. Rxf3", None, "false"),
        ("16... Rxf3", None, "false"),
        ("16. Rf3", None, "false"),
        ("16. R1xf3", None, "false"),
        ("16. Rxf3+", None, "false"),
        ("16. Qe8", None, "false"),
        ("16. Qe8+", None, "true"),
    ],
)
def test_a_better_move_is_legal_and_said_rightly(
    move: str, words: str | None, expected: str
) -> None:
    slots: dict[str, object] = {"move": move}
    if words:
        slots["words"] = words
    assert outcome("better", BETTER, "g2g3", slots) == expected


def test_an_ambiguous_move_is_no_move() -> None:
    fen = "6k1/8/8/8/8/8/8/R4RK1 w - - 0 16"
    assert outcome("better", fen, "g1h1", {"move": "16. Rd1"}) == "false"
    assert outcome("better", fen, "g1h1", {"move": "16. Rad1"}) == "true"


def test_castling_and_en_passant_are_moves_like_others() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9"
    assert outcome("better", fen, "e1d1", {"move": "9. O-O"}) == "true"
    assert outcome("better", fen, "e1d1", {"move": "9. 0-0"}) == "false"
    slots: dict[str, object] = {"move": "9. exd6", "words": "pawn takes pawn"}
    assert outcome("better", fen, "e1d1", slots) == "true"


def test_a_check_named_checks() -> None:
    fen = "4k3/8/8/8/4r3/8/5PPP/6K1 w - - 0 1"
    given = answer("reply-checks", fen, "h2h3", {"move": "1... Re1+"})
    assert (given["outcome"], given["moves"]) == ("true", ["e4e1"])
    assert outcome("reply-checks", fen, "f2f3", {"move": "1... Re1+"}) == "true"
    assert outcome("reply-checks", fen, "h2h3", {"move": "1... Re1"}) == "false"
    assert outcome("reply-checks", fen, "h2h3", {"move": "1. Re1+"}) == "false"
    assert outcome("reply-checks", fen, "h2h3", {"move": "1... Re2"}) == "false"


# --- one's own pieces -------------------------------------------------------------------

HANGING = "4k3/5ppp/8/8/3p4/2N5/5PPP/4K3 w - - 0 24"


def test_a_rescue_is_of_the_moved_piece_without_capture_or_check() -> None:
    knight: dict[str, object] = {"piece": "knight", "from": "c3"}
    assert outcome("rescues", HANGING, "c3e4", knight) == "true"
    assert outcome("rescues", HANGING, "c3e4", {**knight, "piece": "bishop"}) == "false"
    assert outcome("rescues", HANGING, "c3e4", {**knight, "from": "e4"}) == "false"
    assert outcome("rescues", HANGING, "h2h3", knight) == "false"
    # From a pawn to a pawn.
    fen = "4k3/8/8/5p2/3p4/2N5/8/4K3 w - - 0 1"
    assert outcome("rescues", fen, "c3e4", knight) == "false"
    # By capture.
    fen = "4k3/8/8/3p4/3p4/2N5/8/4K3 w - - 0 1"
    assert outcome("rescues", fen, "c3d5", knight) == "false"
    # Out of check.
    fen = "4r1k1/8/8/8/3p4/2N5/8/4K3 w - - 0 1"
    assert outcome("rescues", fen, "c3e2", knight) == "false"
    assert outcome("rescues", fen.replace("4r1k1", "5rk1"), "c3e2", knight) == "true"
    # A king and a pawn are never loose.
    assert outcome("rescues", HANGING, "e1d1", {"piece": "king", "from": "e1"}) == "false"
    assert outcome("rescues", HANGING, "h2h3", {"piece": "pawn", "from": "h2"}) == "false"


def test_a_guard_comes_from_anywhere_or_stands_in_the_way() -> None:
    knight: dict[str, object] = {"piece": "knight", "square": "b3"}
    fen = "4k3/8/8/1r6/8/1N6/7K/6R1 w - - 0 1"
    assert outcome("guards", fen, "g1g3", knight) == "true"
    assert outcome("guards", fen, "g1b1", knight) == "true"
    assert outcome("guards", fen, "g1g4", knight) == "false"
    assert outcome("guards", fen, "b3d4", knight) == "false"
    assert outcome("guards", "4k3/8/8/8/8/1N5r/4P3/6K1 w - - 0 1", "e2e3", knight) == "true"


def test_a_guard_captures_nothing() -> None:
    knight: dict[str, object] = {"piece": "knight", "square": "b3"}
    assert outcome("guards", "4k3/8/8/1r6/8/1N4p1/8/5KR1 w - - 0 1", "g1g3", knight) == "false"


def test_a_guard_out_of_check_is_not_said() -> None:
    knight: dict[str, object] = {"piece": "knight", "square": "d2"}
    assert outcome("guards", "3r3k/8/8/8/8/8/3N4/5K2 w - - 0 1", "f1e2", knight) == "true"
    assert outcome("guards", "3r1r1k/8/8/8/8/8/3N4/5K2 w - - 0 1", "f1e2", knight) == "false"


def test_what_is_guarded_is_the_movers_and_was_loose() -> None:
    fen = "4k3/8/8/1r6/8/1N6/1P3P2/5KR1 w - - 0 1"
    assert outcome("guards", fen, "g1g3", {"piece": "knight", "square": "b3"}) == "true"
    assert outcome("guards", fen, "g1g3", {"piece": "bishop", "square": "b3"}) == "false"
    assert outcome("guards", fen, "g1g3", {"piece": "pawn", "square": "b2"}) == "false"
    safe = "4k3/8/8/1r6/8/1NR5/8/5KR1 w - - 0 1"
    assert outcome("guards", safe, "g1g3", {"piece": "knight", "square": "b3"}) == "false"


# --- facts that want a reason -----------------------------------------------------------


def test_castles_is_castling_either_way() -> None:
    fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert outcome("castles", fen, "e1g1") == "true"
    assert outcome("castles", fen, "e1c1") == "true"
    assert outcome("castles", fen, "e1d1") == "false"


@pytest.mark.parametrize(
    ("fen", "move", "expected"),
    [
        (chess.STARTING_FEN, "e2e4", "true"),
        (chess.STARTING_FEN, "d2d4", "true"),
        (chess.STARTING_FEN, "c2c4", "false"),
        (chess.STARTING_FEN, "e2e3", "false"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "false"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e5", "true"),
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3e4", "false"),
    ],
)
def test_the_centre_is_four_squares_reached_by_a_pawn(fen: str, move: str, expected: str) -> None:
    assert outcome("centre", fen, move) == expected


def test_an_open_file_is_without_pawns_and_another_than_before() -> None:
    fen = "4k3/p2p4/8/8/8/8/P7/R3K3 w - - 0 1"
    assert outcome("open-file", fen, "a1c1", {"file": "c"}) == "true"
    assert outcome("open-file", fen, "a1d1", {"file": "d"}) == "false"
    assert outcome("open-file", fen, "a1c1", {"file": "b"}) == "false"
    assert outcome("open-file", fen, "e1e2", {"file": "e"}) == "false"
    assert outcome("open-file", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", {"file": "a"}) == "false"
    # The last pawn of the file is taken by the rook itself.
    assert outcome("open-file", "4k3/8/8/R2p4/8/8/8/4K3 w - - 0 1", "a5d5", {"file": "d"}) == "true"
    # Castling is a king's move.
    assert outcome("open-file", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", {"file": "f"}) == "false"


# --- meters -----------------------------------------------------------------------------


def test_more_room_is_twenty_at_least_and_quiet() -> None:
    # Three squares more for the knight are twelve points.
    few = "7k/8/8/8/8/1N6/8/K7 w - - 0 1"
    assert answer("more-room", few, "b3d4")["found"] == "20 before Nd4, 32 after it"
    assert outcome("more-room", few, "b3d4") == "false"
    # Six squares for the bishop are twenty-four; the pawn on a3 bars b2.
    many = "8/7k/8/8/8/p7/1P6/B3K3 w - - 0 1"
    assert answer("more-room", many, "b2b3")["found"] == "0 before b3, 24 after it"
    assert outcome("more-room", many, "b2b3") == "true"
    assert outcome("more-room", many, "b2a3") == "false"  # captures


def test_a_check_is_not_quiet() -> None:
    fen = "8/8/4k3/8/8/1N6/8/K7 w - - 0 1"
    given = answer("more-room", fen, "b3d4")
    assert (given["outcome"], given["found"]) == ("false", "Nd4+ gives check")


def test_a_promotion_is_not_quiet() -> None:
    given = answer("more-room", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8b")
    assert (given["outcome"], given["found"]) == ("false", "a8=B promotes")


def test_a_safer_king_is_twenty_five_at_least() -> None:
    fen = "3rk2r/8/8/8/8/8/5PPP/4K2R w K - 0 1"
    given = answer("safer-king", fen, "e1g1")
    assert given["outcome"] == "true", given["found"]
    given = answer("safer-king", "4k3/8/8/8/8/8/5PPP/4K3 w - - 0 1", "e1d1")
    assert given["outcome"] == "false", given["found"]


def test_better_pawns_is_twenty_at_least() -> None:
    # From the sixth rank to the seventh: 58 instead of 34.
    assert outcome("better-pawns", "8/8/P6k/8/8/8/8/K7 w - - 0 1", "a6a7") == "true"
    assert outcome("better-pawns", "8/8/8/P6k/8/8/8/K7 w - - 0 1", "a5a6") == "false"
    # Ten for the centre, seven for the way, three for the pawn that is guarded now.
    assert outcome("better-pawns", "7k/8/8/2P5/8/8/3P4/K7 w - - 0 1", "d2d4") == "true"


def test_the_other_move_has_to_be_better_by_the_threshold_and_quiet() -> None:
    fen = "8/8/P6k/8/8/8/8/K7 w - - 0 3"
    given = answer("worse-pawns", fen, "a1b1", {"move": "3. a7"})
    assert (given["outcome"], given["moves"]) == ("true", ["a6a7"])
    assert given["found"] == "26 after Kb1, 50 after a7"
    assert outcome("worse-pawns", fen, "a6a7", {"move": "3. Kb1"}) == "false"
    assert outcome("worse-pawns", fen, "a1b1", {"move": "3. Kb2"}) == "false"
    assert outcome("worse-room", fen, "a1b1", {"move": "3. a7"}) == "false"
    checks = "8/8/P3k3/8/8/1N6/8/K7 w - - 0 3"
    assert outcome("worse-pawns", checks, "b3d4", {"move": "3. a7"}) == "false"
    assert outcome("worse-pawns", checks, "b3c5", {"move": "3. a7"}) == "false"
    captures = "8/7k/8/8/8/p7/1P6/B3K3 w - - 0 1"
    assert outcome("worse-room", captures, "e1e2", {"move": "1. b3"}) == "true"
    assert outcome("worse-room", captures, "e1e2", {"move": "1. bxa3"}) == "false"


def test_the_kings_exposure_is_worse_when_it_is_higher() -> None:
    fen = "3rk2r/8/8/8/8/8/5PPP/4K2R w K - 0 5"
    assert outcome("worse-king", fen, "h2h3", {"move": "5. O-O"}) == "true"
    assert outcome("worse-king", fen, "e1g1", {"move": "5. h3"}) == "false"


# --- sides ------------------------------------------------------------------------------


def test_the_sides_named_are_the_mover_and_the_other() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert outcome("centre", fen, "e2e4", {"side": "White"}) == "true"
    assert outcome("centre", fen, "e2e4", {"side": "Black"}) == "false"
    assert outcome("centre", fen, "e2e4", {"other": "Black"}) == "true"
    assert outcome("still", fen, "e2e4", {"other": "White"}) == "false"
    assert outcome("still", fen, "e2e4", {"other": "Black"}) == "unproved"
