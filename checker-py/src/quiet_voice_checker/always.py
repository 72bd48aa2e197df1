"""What has to be said of a ply, whoever moved: the sentences CLAIMS.md marks *always*.

`has-mate` and `had-mate` need values and are not among them here.
"""

from __future__ import annotations

from typing import TypeAlias

import chess

from quiet_voice_checker.claims import checkmate, takes_loose
from quiet_voice_checker.names import piece_word
from quiet_voice_checker.ply import Ply

Required: TypeAlias = dict[str, object]


def required(ply: Ply) -> list[Required]:
    """Return the kinds and slots that the ply's text must hold, in the order they stand in."""
    claims: list[Required] = []
    mates = checkmate.mates(ply)
    loose = None if mates else takes_loose.taken(ply)
    if loose is not None:
        slots = {"piece": piece_word(loose.piece), "square": chess.SQUARE_NAMES[loose.square]}
        claims.append({"kind": "takes-loose", "slots": slots})
    if ply.move.promotion is not None:
        claims.append({"kind": "promotes", "slots": {"new": piece_word(ply.move.promotion)}})
    if mates:
        claims.append({"kind": "checkmate", "slots": {}})
    return claims
