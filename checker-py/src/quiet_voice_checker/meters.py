"""Room, king exposure and pawn structure of one side: the meters behind the reasons.

Whole numbers in the units of the engine's blocks `mobility`, `king` and `pawns`, always
with their default arguments and never weighed. Attacks are pseudo-attacks: pins and the
side to move mean nothing. Both sides are measured alike, seen from their own end.
"""

from __future__ import annotations

from typing import Final

import chess

ROOM_THRESHOLD: Final = 20
KING_THRESHOLD: Final = 25
PAWNS_THRESHOLD: Final = 20

ROOM: Final = ((chess.KNIGHT, 4), (chess.BISHOP, 4), (chess.ROOK, 2), (chess.QUEEN, 1))

LINE: Final = 3
LINES_FREE: Final = 4
HUNTERS: Final = ((chess.KNIGHT, 10), (chess.BISHOP, 10), (chess.ROOK, 14), (chess.QUEEN, 22))
SHIELD: Final = 9
OPEN: Final = 7
SHIELD_RANKS: Final = 2

DOUBLED: Final = -8
ISOLATED: Final = -8
SUPPORTED: Final = 3
CENTRE: Final = 10
PASSED: Final = (0, 0, 2, 4, 9, 18, 34, 58)  # by rank, the first rank being 1


def room(board: chess.Board, side: chess.Color) -> int:
    """Count the squares that the side's pieces attack and can use, each weighed by its piece.

    A square held by a piece of the side or attacked by an enemy pawn is of no use.
    """
    closed = board.occupied_co[side] | _pawn_attacks(board, not side)
    return sum(
        weight * (board.attacks_mask(square) & ~closed).bit_count()
        for piece, weight in ROOM
        for square in chess.scan_forward(board.pieces_mask(piece, side))
    )


def king_exposure(board: chess.Board, side: chess.Color) -> int:
    """Add up what endangers the side's king: open lines, hunters at its ring, a thin shield."""
    king = board.king(side)
    if king is None:
        return 0
    exposure = 0

    seen = _queen_attacks(board, king) & ~board.occupied_co[side]
    exposure += LINE * max(0, seen.bit_count() - LINES_FREE)

    ring = chess.BB_KING_ATTACKS[king] | chess.BB_SQUARES[king]
    for piece, weight in HUNTERS:
        for square in chess.scan_forward(board.pieces_mask(piece, not side)):
            if board.attacks_mask(square) & ring:
                exposure += weight

    pawns = board.pieces_mask(chess.PAWN, side)
    for file in _near_files(chess.square_file(king)):
        on_file = pawns & chess.BB_FILES[file]
        if not on_file & _ranks_ahead(side, chess.square_rank(king), SHIELD_RANKS):
            exposure += SHIELD
        if not on_file:
            exposure += OPEN
    return exposure


def pawn_structure(board: chess.Board, side: chess.Color) -> int:
    """Add up what the side's pawns are worth to each other and on their way."""
    own = board.pieces_mask(chess.PAWN, side)
    enemy = board.pieces_mask(chess.PAWN, not side)
    supported = _pawn_attacks(board, side)
    total = 0
    for pawn in chess.scan_forward(own):
        file, rank = chess.square_file(pawn), chess.square_rank(pawn)
        ahead = _ranks_ahead(side, rank, 8)
        beside = sum(chess.BB_FILES[near] for near in _near_files(file) if near != file)
        doubled = bool(own & chess.BB_FILES[file] & ahead)
        if doubled:
            total += DOUBLED
        if not own & beside:
            total += ISOLATED
        if supported & chess.BB_SQUARES[pawn]:
            total += SUPPORTED
        if chess.BB_CENTER & chess.BB_SQUARES[pawn]:
            total += CENTRE
        if not doubled and not enemy & (chess.BB_FILES[file] | beside) & ahead:
            total += PASSED[rank + 1 if side == chess.WHITE else 8 - rank]
    return total


def _queen_attacks(board: chess.Board, square: chess.Square) -> chess.Bitboard:
    occupied = board.occupied
    return (
        chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
        | chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    )


def _pawn_attacks(board: chess.Board, side: chess.Color) -> chess.Bitboard:
    attacked = chess.BB_EMPTY
    for pawn in chess.scan_forward(board.pieces_mask(chess.PAWN, side)):
        attacked |= chess.BB_PAWN_ATTACKS[side][pawn]
    return attacked


def _near_files(file: int) -> range:
    """Return the file and those beside it that are on the board."""
    return range(max(0, file - 1), min(7, file + 1) + 1)


def _ranks_ahead(side: chess.Color, rank: int, count: int) -> chess.Bitboard:
    """Return up to `count` ranks before a rank, toward the enemy."""
    step = 1 if side == chess.WHITE else -1
    ahead = chess.BB_EMPTY
    for distance in range(1, count + 1):
        if 0 <= rank + step * distance <= 7:  # noqa: PLR2004 (the board's last rank)
            ahead |= chess.BB_RANKS[rank + step * distance]
    return ahead
