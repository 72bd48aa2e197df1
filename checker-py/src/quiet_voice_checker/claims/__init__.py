"""One module a claim kind, named as its section of CLAIMS.md with dashes as underscores.

Kinds that speak of values alone have no module: `class`, `class-cost`, `still` and
`standing` are judged where the values are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from quiet_voice_checker.claims import (
    allows_mate,
    attacks,
    better,
    better_pawns,
    capture_allowed,
    castles,
    centre,
    checkmate,
    discovery,
    fork,
    guards,
    had_mate,
    has_mate,
    missed_discovery,
    missed_fork,
    missed_guard,
    missed_pin,
    missed_promotion,
    missed_recapture,
    missed_skewer,
    missed_soon,
    missed_trap,
    missed_wins,
    more_room,
    open_file,
    parries,
    pin,
    promotes,
    promotion,
    removes_guard,
    reply_attacks,
    reply_checks,
    rescues,
    sacrifice,
    safer_king,
    skewer,
    soon_wins,
    stalemate,
    takes_loose,
    threatens_mate,
    trap,
    unguards,
    wins,
    worse_king,
    worse_pawns,
    worse_room,
)
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots

Check: TypeAlias = Callable[[Ply, Slots], Finding]

CHECKS: Final[dict[str, Check]] = {
    "checkmate": checkmate.check,
    "has-mate": has_mate.check,
    "had-mate": had_mate.check,
    "allows-mate": allows_mate.check,
    "promotes": promotes.check,
    "takes-loose": takes_loose.check,
    "stalemate": stalemate.check,
    "capture-allowed": capture_allowed.check,
    "reply-attacks": reply_attacks.check,
    "reply-checks": reply_checks.check,
    "wins": wins.check,
    "fork": fork.check,
    "pin": pin.check,
    "skewer": skewer.check,
    "discovery": discovery.check,
    "trap": trap.check,
    "removes-guard": removes_guard.check,
    "unguards": unguards.check,
    "promotion": promotion.check,
    "soon-wins": soon_wins.check,
    "missed-wins": missed_wins.check,
    "missed-fork": missed_fork.check,
    "missed-pin": missed_pin.check,
    "missed-skewer": missed_skewer.check,
    "missed-discovery": missed_discovery.check,
    "missed-trap": missed_trap.check,
    "missed-guard": missed_guard.check,
    "missed-promotion": missed_promotion.check,
    "missed-recapture": missed_recapture.check,
    "missed-soon": missed_soon.check,
    "worse-room": worse_room.check,
    "worse-king": worse_king.check,
    "worse-pawns": worse_pawns.check,
    "better": better.check,
    "threatens-mate": threatens_mate.check,
    "parries": parries.check,
    "sacrifice": sacrifice.check,
    "attacks": attacks.check,
    "rescues": rescues.check,
    "guards": guards.check,
    "castles": castles.check,
    "centre": centre.check,
    "open-file": open_file.check,
    "more-room": more_room.check,
    "safer-king": safer_king.check,
    "better-pawns": better_pawns.check,
}

VALUE_KINDS: Final = frozenset({"class", "class-cost", "still", "standing"})
