"""Proves the board facts of Quiet Voice's sentences again, on python-chess.

The definitions are those of verify/CLAIMS.md; the meters are those of
annotate/ENGINE.md, section 5. Nothing here is shared with the program that wrote the
sentences. `check_batch` is the whole public surface.
"""

from quiet_voice_checker.batch import check_batch

__all__ = ["check_batch"]
