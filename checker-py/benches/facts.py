"""Measures how many facts a second one process can judge, on the games of corpora/.

    .venv/bin/python checker-py/benches/facts.py

Each ply is asked what must always be said, as the verifier does; then the meters and the
attacks are asked of every ply, which no real text comes near. The best of five runs.
"""

from __future__ import annotations

import time
from pathlib import Path

import chess.pgn

from quiet_voice_checker import check_batch
from quiet_voice_checker.ply import board_of, ply_of

CORPORA = Path(__file__).parents[2] / "corpora"
RUNS = 5


def always_requests() -> tuple[int, list[dict[str, object]]]:
    """Return the number of games and a request for each ply."""
    games, requests = 0, list[dict[str, object]]()
    for path in sorted(CORPORA.glob("*.pgn")):
        with path.open(encoding="ascii") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                games += 1
                board, fen = game.board(), game.board().fen()
                previous: tuple[str, str] | None = None
                for move in game.mainline_moves():
                    requests.append(
                        {
                            "id": len(requests),
                            "kind": "always",
                            "person": "neutral",
                            "fen": fen,
                            "move": move.uci(),
                            "previous_fen": previous and previous[0],
                            "previous": previous and previous[1],
                            "slots": {},
                        }
                    )
                    previous = (fen, move.uci())
                    board.push(move)
                    fen = board.fen()
    return games, requests


def seconds(requests: list[dict[str, object]]) -> float:
    """Return the shortest processor time that the requests took."""
    best = float("inf")
    for _ in range(RUNS):
        board_of.cache_clear()
        ply_of.cache_clear()
        start = time.process_time()
        answers = check_batch(requests)
        best = min(best, time.process_time() - start)
        if any(answer["outcome"] == "error" for answer in answers):
            raise AssertionError
    return best


def main() -> None:
    """Measure and print."""
    games, always = always_requests()
    many = [
        {**request, "kind": kind, "slots": slots}
        for request in always
        for kind, slots in (
            ("more-room", {}),
            ("safer-king", {}),
            ("better-pawns", {}),
            ("attacks", {"by": "queen", "piece": "rook", "square": "a8"}),
        )
    ]
    for name, requests in (("always", always), ("all meters and attacks", many)):
        took = seconds(requests)
        print(
            f"{name}: {len(requests)} requests, {len(requests) / took:.0f} a second, "
            f"{took / len(requests) * 1e6:.0f} microseconds each, {games / took:.0f} games a second"
        )


if __name__ == "__main__":
    main()
