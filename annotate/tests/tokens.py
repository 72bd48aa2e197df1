"""Prints what python-chess finds in the games on standard input: a JSON list a game, an entry a move.

An entry is the move (UCI), its glyphs, and the comments before and behind it; the first is for the
players and what stands before all moves. A game that python-chess has complaints about is null.
"""

import io
import json
import re
import sys

import chess.pgn


def folded(text: str) -> str:
    # A byte is a letter here: those beyond ASCII are no white space.
    return " ".join(re.findall(r"[^ \t\n\r\f]+", text))


def entries(game: chess.pgn.Game) -> list[list[object]]:
    """The moves in the order in which they stand in the file."""
    found: list[list[object]] = []
    stack: list[chess.pgn.ChildNode] = game.variations[:1]
    while stack:
        node = stack.pop()
        before, behind = folded(node.starting_comment), folded(node.comment)
        found.append([node.move.uci(), sorted(node.nags), before, behind])
        siblings = node.parent.variations
        stack.extend(node.variations[:1])
        if siblings[0] is node:
            stack.extend(reversed(siblings[1:]))
    return found


text = io.TextIOWrapper(sys.stdin.buffer, encoding="latin-1", newline="").read()
text = text.removeprefix("\xef\xbb\xbf")
handle = io.StringIO(text)
while (game := chess.pgn.read_game(handle)) is not None:
    players = game.headers.get("White", "?") + " – " + game.headers.get("Black", "?")
    first = [players, sorted(game.nags), "", folded(game.comment)]
    print(json.dumps(None if game.errors else [first, *entries(game)]))
