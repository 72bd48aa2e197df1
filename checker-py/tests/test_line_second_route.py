"""Two routes for lines: the package against the slow reference, on random lines."""

from __future__ import annotations

import random
from collections import Counter

import chess

import reference
from asking import answer
from line_asking import parsed, written
from positions import lively, steps
from quiet_voice_checker import exchange
from quiet_voice_checker.claims import discovery, fork, pin
from quiet_voice_checker.lines import Line, net_after, net_before
from quiet_voice_checker.names import piece_word
from quiet_voice_checker.ply import Ply, played

STEPS = list(steps(seed=20261201, count=1500))


def followed(board: chess.Board, length: int, rng: random.Random) -> list[chess.Move]:
    """Return a random line of odd length, as long as it can be."""
    moves: list[chess.Move] = []
    now = board.copy(stack=False)
    while len(moves) < length and (legal := list(now.legal_moves)):
        moves.append(lively(now, legal, rng))
        now.push(moves[-1])
    return moves if len(moves) % 2 == 1 else moves[:-1]


def lines() -> list[tuple[Ply, list[chess.Move]]]:
    """Give moves with a line after each."""
    rng = random.Random(7)
    found = []
    for step in STEPS:
        previous = step.previous or (None, None)
        ply = Ply(step.board, step.move, *previous)
        moves = followed(ply.after, rng.choice((1, 3, 3, 5)), rng)
        if moves:
            found.append((ply, moves))
    return found


LINES = lines()


def test_the_exchange_agrees_on_every_square() -> None:
    values: Counter[int] = Counter()
    for step in STEPS:
        for square in chess.scan_forward(step.board.occupied_co[not step.board.turn]):
            if step.board.piece_type_at(square) == chess.KING:
                continue
            fast = exchange.exchange(step.board, square)
            assert fast == reference.exchange(step.board, square), (step.board.fen(), square)
            values[fast] += 1
    assert {1, 2, 3, 4, 5, 8, 9} <= values.keys()


def test_the_count_is_how_the_balance_changed() -> None:
    seen: Counter[str] = Counter()
    for ply, moves in LINES:
        fast = exchange.count(ply.after, moves)
        assert fast == reference.count(ply.after, moves), (ply.after.fen(), moves)
        seen["promotion"] += moves[-1].promotion is not None
        seen["won"] += fast > 0
        seen["lost"] += fast < 0
    assert min(seen["won"], seen["lost"]) >= 100
    assert seen["promotion"] >= 5


def test_the_net_agrees() -> None:
    rng = random.Random(11)
    recaptures = 0
    for ply, moves in LINES:
        side = ply.other
        before, after = (reference.balance(board, side) for board in (ply.before, ply.after))
        slow = reference.count(ply.after, moves) + after - before
        assert net_after(ply, moves) == slow

        chance = followed(ply.before, 1, rng)
        slow = reference.count(ply.before, chance)
        slow -= max(0, reference.count(ply.before, [ply.move]))
        if ply.previous and ply.previous_fen:
            earlier = chess.Board(ply.previous_fen)
            move = chess.Move.from_uci(ply.previous)
            takes = ply.before.is_capture(chance[0]) and chance[0].to_square == move.to_square
            if earlier.is_capture(move) and takes:
                recaptures += 1
                board = chess.Board(ply.previous_fen)
                board.push(move)
                slow -= reference.balance(board, not board.turn)
                slow += reference.balance(earlier, earlier.turn)
        assert net_before(ply, chance) == slow
    assert recaptures >= 10


def test_forks_agree() -> None:
    sizes: Counter[int] = Counter()
    for step in STEPS:
        after = played(step.board, step.move)
        fast = fork.forked(after, step.move.to_square)
        slow = reference.forked(after, step.move.to_square)
        assert {target.square for target in fast} == slow, after.fen()
        sizes[len(fast)] += 1
    assert sizes[2] + sizes[3] >= 20


def test_holds_agree() -> None:
    total = 0
    for step in STEPS:
        board = step.board
        for holder in chess.scan_forward(board.occupied):
            for square in chess.scan_forward(board.occupied_co[not board.color_at(holder)]):
                fast = pin.held_to(board, holder, square)
                behind = reference.lines_through(board, holder, square)
                front = board.piece_at(square)
                assert front is not None
                slow = None
                if behind is not None and behind.isupper() == front.symbol().isupper():
                    dearer = reference.VALUE[behind.lower()]
                    if dearer > reference.VALUE[front.symbol().lower()]:
                        slow = chess.Piece.from_symbol(behind).piece_type
                assert fast == slow, (board.fen(), holder, square)
                total += fast is not None
    assert total >= 200


def test_discoveries_agree() -> None:
    total = 0
    for step in STEPS:
        line = Line((step.board, played(step.board, step.move)), (step.move,), 1)
        for target in chess.scan_forward(line.after_first.occupied_co[line.loser]):
            fast = set(discovery.uncovered(line, target))
            slow = reference.uncovered(step.board, step.move, target)
            assert fast == slow, (step.board.fen(), step.move.uci(), target)
            total += len(fast)
    assert total >= 50


def test_a_piece_is_won_exactly_where_the_board_says() -> None:
    """The whole claim `wins`, with the piece that the last move takes, by what it changed."""
    verdicts: Counter[bool] = Counter()
    for ply, moves in LINES:
        boards = [ply.after]
        for move in moves:
            boards.append(played(boards[-1], move))
        if len(moves) > 3 or not boards[-2].is_capture(moves[-1]):
            continue
        (square,) = (
            one
            for one in chess.scan_forward(boards[-2].occupied_co[ply.mover])
            if boards[-1].color_at(one) != ply.mover
        )
        prey = boards[-2].piece_type_at(square)
        assert prey is not None
        stood = all(board.piece_at(square) == boards[-2].piece_at(square) for board in boards[:-1])
        net = net_after(ply, moves)
        worth = reference.VALUE[chess.piece_symbol(prey)]
        expected = stood and net >= max(1, worth - 1)
        slots = {
            "piece": piece_word(prey),
            "square": chess.square_name(square),
            "line": written(ply.after, moves),
        }
        assert parsed(ply.after, slots["line"]) == moves
        given = answer("wins", ply.before.fen(), ply.move.uci(), slots)
        assert given["outcome"] == ("true" if expected else "false"), (ply.before.fen(), given)
        verdicts[expected] += 1
    assert min(verdicts[True], verdicts[False]) >= 20
