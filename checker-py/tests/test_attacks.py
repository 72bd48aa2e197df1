"""The kinds `attacks` and `reply-attacks`: who attacks, what is new, what is named."""

from __future__ import annotations

from asking import answer, mirrored, mirrored_move, mirrored_slots, outcome


def attack(
    fen: str, move: str, by: str, *targets: str, source: str | None = None, last: str = "Both"
) -> str:
    """Judge an attack on targets like `queen e7`, on the board and on its mirror."""
    named = [dict(zip(("piece", "square"), one.split(), strict=True)) for one in targets]
    slots: dict[str, object] = {"by": by}
    if len(named) == 1:
        slots.update(named[0])
    else:
        slots.update(targets=named, all=last)
    if source:
        slots["from"] = source
    found = outcome("attacks", fen, move, slots)
    again = outcome("attacks", mirrored(fen), mirrored_move(move), mirrored_slots(slots))
    if len(named) == 1:  # the order of targets follows the squares, which the mirror turns
        assert again == found
    return found


TWO = "r3kb1r/p1npqp2/1p5p/2pPN3/5p2/P6P/1PP1Q1P1/R1B2RK1 w kq - 1 15"


def test_one_target_of_two_may_be_named_alone() -> None:
    assert attack(TWO, "d5d6", "pawn", "queen e7") == "true"
    assert attack(TWO, "d5d6", "pawn", "knight c7") == "true"
    assert attack(TWO, "d5d6", "pawn", "rook h8") == "false"


def test_more_targets_are_all_named_from_the_most_valuable_down() -> None:
    assert attack(TWO, "d5d6", "pawn", "queen e7", "knight c7") == "true"
    assert attack(TWO, "d5d6", "pawn", "knight c7", "queen e7") == "false"
    assert attack(TWO, "d5d6", "pawn", "queen e7", "knight c7", last="All") == "false"
    assert attack(TWO, "d5d6", "pawn", "queen e7", "rook h8") == "false"


def test_three_targets_are_all() -> None:
    fen = "k7/2r3r1/1q6/8/8/2N5/8/K7 w - - 0 1"
    assert attack(fen, "c3d5", "knight", "queen b6", "rook c7") == "true"
    fen = "k7/2r1r3/1q6/8/8/2N5/8/K7 w - - 0 1"
    three = ("queen b6", "rook c7", "rook e7")
    assert attack(fen, "c3d5", "knight", *three, last="All") == "true"
    assert attack(fen, "c3d5", "knight", *three) == "false"
    assert attack(fen, "c3d5", "knight", *three[:2]) == "false"
    assert attack(fen, "c3d5", "knight", three[0], three[2], three[1], last="All") == "false"


def test_a_target_list_of_one_is_the_form_with_one() -> None:
    slots: dict[str, object] = {"by": "pawn", "targets": [{"piece": "queen", "square": "e7"}]}
    assert outcome("attacks", TWO, "d5d6", slots) == "true"


def test_the_piece_that_attacks_is_named_rightly() -> None:
    assert attack(TWO, "d5d6", "knight", "queen e7") == "false"
    assert attack(TWO, "d5d6", "pawn", "queen e7", source="d6") == "false"
    assert attack(TWO, "d5d6", "pawn", "queen e7", source="d5") == "false"


def test_what_was_attacked_and_loose_before_is_not_new() -> None:
    # The rook attacks the loose knight from d1 as it did from e5.
    fen = "6k1/8/8/3nR3/8/8/8/6K1 w - - 0 1"
    assert attack(fen, "e5e1", "rook", "knight d5") == "false"
    assert attack("6k1/8/8/3n4/4R3/8/8/6K1 w - - 0 1", "e4e5", "rook", "knight d5") == "true"
    assert attack("6k1/8/8/R2n4/8/8/8/6K1 w - - 0 1", "a5b5", "rook", "knight d5") == "false"


def test_what_was_attacked_but_guarded_before_is_new_once_it_is_loose() -> None:
    # Still guarded by the pawn.
    fen = "6k1/8/2p5/3n4/2Q5/8/8/6K1 w - - 0 1"
    assert attack(fen, "c4d4", "queen", "knight d5") == "false"
    # The queen takes the guard, and attacks the knight from there as before.
    assert attack(fen, "c4c6", "queen", "knight d5") == "true"


def test_what_was_loose_to_others_is_new_to_the_moved_piece() -> None:
    # The rook on d1 wins the knight already; the bishop did not attack it.
    fen = "6k1/8/8/3n4/8/8/4B3/3R2K1 w - - 0 1"
    assert attack(fen, "e2f3", "bishop", "knight d5") == "true"


def test_a_piece_behind_the_moved_one_attacks_with_its_square() -> None:
    # The knight leaves the d-file: the rook sees the bishop on d7.
    fen = "6k1/3b4/8/8/3N4/8/8/3R2K1 w - - 0 1"
    assert attack(fen, "d4f3", "rook", "bishop d7", source="d1") == "true"
    assert attack(fen, "d4f3", "rook", "bishop d7") == "false"
    assert attack(fen, "d4f3", "rook", "bishop d7", source="d2") == "false"
    # Along the line, the line stays closed.
    assert (
        attack("6k1/3b4/8/8/3R4/8/8/3R2K1 w - - 0 1", "d4d5", "rook", "bishop d7", source="d1")
        == "false"
    )
    # A second piece closes it still.
    assert (
        attack("6k1/3b4/3p4/8/3N4/8/8/3R2K1 w - - 0 1", "d4f3", "rook", "bishop d7", source="d1")
        == "false"
    )


def test_a_knight_or_king_is_never_behind_the_moved_piece() -> None:
    fen = "6k1/3b4/8/2N5/3P4/8/8/6K1 w - - 0 1"
    assert attack(fen, "d4d5", "knight", "bishop d7", source="c5") == "false"


def test_a_piece_opened_by_a_capture_sees_what_lies_behind() -> None:
    # Nxf5 opens the rook's file; what stood on f5 is gone, the rook on d8 is guarded by none.
    fen = "3r3k/8/8/5p2/3N4/8/8/3R2K1 w - - 0 1"
    assert attack(fen, "d4f5", "rook", "rook d8", source="d1") == "true"


def test_en_passant_opens_the_line_of_the_moved_pawn() -> None:
    fen = "4b2k/8/8/3pP3/8/8/8/4R1K1 w - d6 0 1"
    assert attack(fen, "e5d6", "rook", "bishop e8", source="e1") == "true"


def test_en_passant_opens_the_line_of_the_captured_pawn() -> None:
    fen = "7k/5r2/8/3pP3/8/1B6/8/6K1 w - d6 0 1"
    assert attack(fen, "e5d6", "bishop", "rook f7", source="b3") == "true"
    # On the file, the capturing pawn closes the line again.
    fen = "3b3k/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1"
    assert attack(fen, "e5d6", "rook", "bishop d8", source="d1") == "false"


def test_en_passant_that_takes_both_pawns_off_a_line_opens_it_for_nobody_alone() -> None:
    fen = "7k/8/8/R2pP2n/8/8/8/6K1 w - d6 0 1"
    assert attack(fen, "e5d6", "rook", "knight h5", source="a5") == "false"


def test_the_castled_rook_and_king_attack() -> None:
    fen = "6k1/8/8/5n2/8/8/8/4K2R w K - 0 1"
    assert attack(fen, "e1g1", "rook", "knight f5") == "true"
    assert attack(fen, "e1g1", "king", "knight f5") == "false"
    assert attack(fen, "e1g1", "rook", "knight f5", source="f1") == "false"
    # Along the rank too, where only the king stood between.
    along = "6k1/8/8/8/8/8/8/1b2K2R w K - 0 1"
    assert attack(along, "e1g1", "rook", "bishop b1") == "true"
    assert attack(along, "e1g1", "rook", "bishop b1", source="f1") == "false"
    queenside = "6k1/8/8/3n4/8/8/8/R3K3 w Q - 0 1"
    assert attack(queenside, "e1c1", "rook", "knight d5") == "true"
    assert attack("6k1/8/8/8/8/8/1r6/R3K3 w Q - 0 1", "e1c1", "king", "rook b2") == "true"


def test_castling_king_and_rook_are_compared_with_their_own_old_squares() -> None:
    # The king could take the loose knight on f2 before; the rook on h1 could not.
    fen = "1k6/8/8/8/8/8/5n2/4K2R w K - 0 1"
    assert attack(fen, "e1g1", "king", "knight f2") == "false"
    assert attack(fen, "e1g1", "rook", "knight f2") == "true"


def test_a_promoted_piece_attacks_as_what_it_became() -> None:
    fen = "8/P6k/8/8/8/8/6K1/r7 w - - 0 1"
    assert attack(fen, "a7a8q", "queen", "rook a1") == "true"
    assert attack(fen, "a7a8q", "pawn", "rook a1") == "false"
    knight = "8/P6k/1r6/8/8/8/8/6K1 w - - 0 1"
    assert attack(knight, "a7a8n", "knight", "rook b6") == "true"


def test_what_the_promoting_pawn_could_take_is_not_new() -> None:
    # The pawn could take the loose rook on b8; promoted on a8, the queen still can.
    fen = "1r6/P6k/8/8/8/8/8/6K1 w - - 0 1"
    assert attack(fen, "a7a8q", "queen", "rook b8") == "false"
    # The bishop on d5 the pawn could not take.
    assert attack("1r6/P6k/8/3b4/8/8/8/6K1 w - - 0 1", "a7a8q", "queen", "bishop d5") == "true"


def test_an_attack_of_a_pinned_piece_is_none() -> None:
    # On e5 the knight shields its king from the rook: it may not go on to c4.
    assert attack("4r2k/8/8/8/2r5/3N4/8/4K3 w - - 0 1", "d3e5", "knight", "rook c4") == "false"
    assert attack("3r3k/8/8/8/2r5/3N4/8/4K3 w - - 0 1", "d3e5", "knight", "rook c4") == "true"


def test_a_check_attacks_the_piece_beside_the_king() -> None:
    # The other side has to answer the check; the rook is attacked and loose all the same.
    fen = "4k3/8/8/4n3/8/8/5K2/2R5 b - - 0 1"
    assert attack(fen, "e5d3", "knight", "rook c1") == "true"


def test_a_reply_attacks_by_the_moved_piece_or_behind_it() -> None:
    fen = "6k1/3r4/8/8/3n4/8/8/3B2K1 w - - 0 7"
    slots: dict[str, object] = {"piece": "bishop", "square": "d1", "move": "7... Ne6"}
    given = answer("reply-attacks", fen, "g1h1", slots)
    assert (given["outcome"], given["moves"]) == ("true", ["d4e6"])
    assert outcome("reply-attacks", fen, "g1h1", {**slots, "piece": "rook"}) == "false"
    assert outcome("reply-attacks", fen, "g1h1", {**slots, "square": "d2"}) == "false"
    assert outcome("reply-attacks", fen, "g1h1", {**slots, "move": "7... Rd6"}) == "false"
    assert outcome("reply-attacks", fen, "g1h1", {**slots, "move": "7... Nh6"}) == "false"
    # By the moved piece itself.
    fen = "6k1/8/8/8/6n1/8/8/3B2K1 w - - 0 7"
    assert outcome("reply-attacks", fen, "g1h1", {**slots, "move": "7... Ne3"}) == "true"
