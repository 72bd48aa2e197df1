"""A reply that attacks a loose piece of the mover's.

That it is a best reply is a value, and has to hold of the move given back.
"""

from __future__ import annotations

from quiet_voice_checker.claims.attacks import attackers, new_targets
from quiet_voice_checker.names import piece_on
from quiet_voice_checker.notation import named_move
from quiet_voice_checker.ply import Ply
from quiet_voice_checker.protocol import Finding, Slots, Target, proved, refuted


def check(ply: Ply, slots: Slots) -> Finding:
    """Judge that the reply named is legal and attacks the piece named."""
    target = Target(slots.piece("piece"), slots.square("square"))
    reply = Ply(ply.after, named_move(ply.after, slots.text("move")))
    for attacker in attackers(reply):
        if target in new_targets(reply, attacker):
            found = f"after {reply.san} {piece_on(reply.after, attacker.square)} attacks it"
            return proved(found, (reply.move.uci(),))
    return refuted(f"{reply.san} does not newly attack a loose piece there")
