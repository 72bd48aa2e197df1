"""The second route: every definition again, slowly, by playing moves and walking squares.

Captures are played by python-chess on a copied board, attackers looked up square by
square; the meters walk files and ranks by hand and use no bitboard. Nothing is shared
with the package.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

VALUE = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 99}

# --- captures ---------------------------------------------------------------------------


def attackers(board: chess.Board, side: chess.Color, square: chess.Square) -> set[chess.Square]:
    return {
        one
        for one, man in board.piece_map().items()
        if man.color == side and hits(board, one, square)
    }


def hits(board: chess.Board, source: chess.Square, square: chess.Square) -> bool:
    return square in board.attacks(source)


def captures(board: chess.Board, side: chess.Color) -> list[tuple[chess.Move, chess.Square]]:
    """Return the pseudo-legal captures of a side with the squares of what they take."""
    turned = board.copy(stack=False)
    turned.turn = side
    found = []
    for move in turned.pseudo_legal_moves:
        if move.promotion not in (None, chess.QUEEN):
            continue
        if turned.is_en_passant(move):
            behind = -8 if side == chess.WHITE else 8
            found.append((move, move.to_square + behind))
        elif turned.piece_at(move.to_square) is not None:
            found.append((move, move.to_square))
    return found


def allowed(board: chess.Board, side: chess.Color) -> list[tuple[chess.Move, chess.Square]]:
    """Return those captures of a side after which no new piece attacks its king."""
    found = []
    for move, taken in captures(board, side):
        king = board.king(side)
        assert king is not None
        old = attackers(board, not side, king)
        after = taken_board(board, move, side)
        king_now = after.king(side)
        assert king_now is not None
        now = attackers(after, not side, king_now)
        if move.from_square == king:
            old = set()
        if now <= old:
            found.append((move, taken))
    return found


def taken_board(board: chess.Board, move: chess.Move, side: chess.Color) -> chess.Board:
    after = board.copy(stack=False)
    after.turn = side
    after.push(move)
    return after


def winning(board: chess.Board, side: chess.Color) -> set[tuple[chess.Square, chess.Square]]:
    """Return the pairs of a piece of the side and an enemy piece that it wins."""
    found = set()
    for move, taken in allowed(board, side):
        piece, prey = board.piece_at(move.from_square), board.piece_at(taken)
        assert piece is not None
        assert prey is not None
        if prey.symbol().lower() not in "nbrq":
            continue
        after = taken_board(board, move, side)
        cheaper = VALUE[piece.symbol().lower()] < VALUE[prey.symbol().lower()]
        if cheaper or all(back != move.to_square for _, back in allowed(after, not side)):
            found.add((move.from_square, taken))
    return found


# --- attacks ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    by: chess.PieceType
    source: chess.Square | None
    target: chess.Square


def between(a: chess.Square, b: chess.Square) -> list[chess.Square]:
    files = chess.square_file(b) - chess.square_file(a)
    ranks = chess.square_rank(b) - chess.square_rank(a)
    if files != 0 and ranks != 0 and abs(files) != abs(ranks):
        return []
    count = max(abs(files), abs(ranks))
    step = (ranks // count) * 8 + files // count
    return [a + step * index for index in range(1, count)]


def new_attacks(before: chess.Board, move: chess.Move) -> set[Attack]:
    """Return every attack that the move brings about, in the sense of `attacks`."""
    side = before.turn
    after = before.copy(stack=False)
    after.push(move)
    could = {(m.from_square, taken) for m, taken in allowed(before, side)}
    were_loose = {taken for _, taken in winning(before, side)}
    origins = {move.to_square: move.from_square}
    if before.is_castling(move):
        rook_from, rook_to = {
            chess.G1: (chess.H1, chess.F1),
            chess.C1: (chess.A1, chess.D1),
            chess.G8: (chess.H8, chess.F8),
            chess.C8: (chess.A8, chess.D8),
        }[move.to_square]
        origins[rook_to] = rook_from
    movable = {move.from_square}
    if before.is_en_passant(move):
        movable.add(move.to_square + (-8 if side == chess.WHITE else 8))
    found = set()
    for attacker, target in winning(after, side):
        by = after.piece_type_at(attacker)
        assert by is not None
        if attacker in origins:
            if not ((origins[attacker], target) in could and target in were_loose):
                found.add(Attack(by, None, target))
        elif by in (chess.BISHOP, chess.ROOK, chess.QUEEN):
            blockers = [one for one in between(attacker, target) if before.piece_at(one)]
            if len(blockers) == 1 and blockers[0] in movable:
                found.add(Attack(by, attacker, target))
    return found


def required(before: chess.Board, move: chess.Move, last_capture: chess.Square | None) -> list[str]:
    """Return the kinds that must be said of a ply; `last_capture`: where the ply before took."""
    after = before.copy(stack=False)
    after.push(move)
    mate = after.is_checkmate()
    kinds = []
    loose = (move.from_square, move.to_square) in winning(before, before.turn)
    if loose and not mate and last_capture != move.to_square:
        kinds.append("takes-loose")
    if move.promotion:
        kinds.append("promotes")
    if mate:
        kinds.append("checkmate")
    return kinds


# --- lines ------------------------------------------------------------------------------


def balance(board: chess.Board, side: chess.Color) -> int:
    """Return what a side has more than the other, kings left out."""
    men = [man for man in board.piece_map().values() if man.piece_type != chess.KING]
    return sum(VALUE[man.symbol().lower()] * (1 if man.color == side else -1) for man in men)


def exchange(board: chess.Board, square: chess.Square) -> int:
    """Return what the side to move wins on a square: all is captured, and who stops is found after.

    `swings[i]` is the balance for the side to move after i captures. From the end back,
    the one whose turn it is takes the better of stopping and going on.
    """
    side, now = board.turn, board.copy(stack=False)
    swings = [balance(now, side)]
    while True:
        takers = []
        for source in chess.SQUARES:
            man = now.piece_at(source)
            prey = now.piece_at(square)
            if man is None or prey is None or man.color != now.turn or prey.color == now.turn:
                continue
            last = man.piece_type == chess.PAWN and square // 8 in (0, 7)
            move = chess.Move(source, square, chess.QUEEN if last else None)
            if now.is_legal(move):
                takers.append((VALUE[man.symbol().lower()], source, move))
        if not takers:
            break
        now.push(min(takers, key=lambda taker: taker[:2])[2])
        swings.append(balance(now, side))
    best = swings[-1]
    for index in range(len(swings) - 2, -1, -1):
        best = max(swings[index], best) if index % 2 == 0 else min(swings[index], best)
    return best - swings[0]


def count(board: chess.Board, moves: list[chess.Move]) -> int:
    """Return the count of a line: how the balance has changed, less the exchange at its end."""
    side, now = board.turn, board.copy(stack=False)
    before = balance(now, side)
    for move in moves[:-1]:
        now.push(move)
    last_but_one = balance(now, side)
    now.push(moves[-1])
    changed = balance(now, side)
    given_back = exchange(now, moves[-1].to_square) if changed != last_but_one else 0
    return changed - before - given_back


def forked(board: chess.Board, attacker: chess.Square) -> set[chess.Square]:
    """Return where the enemy king and pieces stand that a piece attacks and wins."""
    side = board.color_at(attacker)
    assert side is not None
    king = board.king(not side)
    assert king is not None
    targets = {target for source, target in winning(board, side) if source == attacker}
    return targets | ({king} if hits(board, attacker, king) else set())


def lines_through(board: chess.Board, holder: chess.Square, square: chess.Square) -> str | None:
    """Return the letter of the next man behind a man that a line piece attacks."""
    letters = {"b": SLANTED, "r": STRAIGHT, "q": STRAIGHT + SLANTED}
    man = board.piece_at(holder)
    if man is None or man.symbol().lower() not in letters:
        return None
    for file_step, rank_step in letters[man.symbol().lower()]:
        met = []
        file, rank = holder % 8 + file_step, holder // 8 + rank_step
        while 0 <= file < 8 and 0 <= rank < 8:
            if board.piece_at(rank * 8 + file) is not None:
                met.append(rank * 8 + file)
            file, rank = file + file_step, rank + rank_step
        if len(met) > 1 and met[0] == square:
            behind = board.piece_at(met[1])
            assert behind is not None
            return behind.symbol()
    return None


def uncovered(board: chess.Board, move: chess.Move, target: chess.Square) -> set[chess.Square]:
    """Return the line pieces that attack a square after a move and were shut off by one man."""
    side = board.turn
    after = board.copy(stack=False)
    after.push(move)
    gone = {move.from_square}
    if board.is_en_passant(move):
        gone.add(move.to_square + (-8 if side == chess.WHITE else 8))
    found = set()
    for source in attackers(after, side, target):
        man = after.piece_at(source)
        assert man is not None
        shut = {one for one in between(source, target) if board.piece_at(one)}
        if man.symbol().lower() in "brq" and source != move.to_square and len(shut) == 1:
            found |= {source} if shut <= gone else set()
    return found


# --- meters -----------------------------------------------------------------------------

Place = tuple[int, int]  # file and rank, 1 to 8, seen from the side measured

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


class Seen:
    """The board as one side sees it: its own men upper case, its first rank number 1."""

    def __init__(self, board: chess.Board, side: chess.Color) -> None:
        self.men: dict[Place, str] = {}
        for square, piece in board.piece_map().items():
            rank = chess.square_rank(square) + 1
            place = (chess.square_file(square) + 1, rank if side == chess.WHITE else 9 - rank)
            letter = piece.symbol().upper()
            self.men[place] = letter if piece.color == side else letter.lower()

    def own(self, letters: str) -> list[tuple[str, Place]]:
        return [(man, place) for place, man in self.men.items() if man in letters]

    def walk(self, place: Place, steps: tuple[Place, ...]) -> set[Place]:
        reached = set()
        for file_step, rank_step in steps:
            file, rank = place[0] + file_step, place[1] + rank_step
            while 1 <= file <= 8 and 1 <= rank <= 8:
                reached.add((file, rank))
                if (file, rank) in self.men:
                    break
                file, rank = file + file_step, rank + rank_step
        return reached

    def hit(self, man: str, place: Place) -> set[Place]:
        """Return what a man attacks from a place."""
        kind = man.upper()
        if kind == "R":
            return self.walk(place, STRAIGHT)
        if kind == "B":
            return self.walk(place, SLANTED)
        if kind == "Q":
            return self.walk(place, STRAIGHT + SLANTED)
        if kind == "P":
            jumps: tuple[Place, ...] = ((1, 1), (-1, 1)) if man == "P" else ((1, -1), (-1, -1))
        else:
            jumps = JUMPS if kind == "N" else STRAIGHT + SLANTED
        reached = {(place[0] + file, place[1] + rank) for file, rank in jumps}
        return {(file, rank) for file, rank in reached if 1 <= file <= 8 and 1 <= rank <= 8}


def room(board: chess.Board, side: chess.Color) -> int:
    seen = Seen(board, side)
    barred = {hit for man, place in seen.own("p") for hit in seen.hit(man, place)}
    total = 0
    for man, place in seen.own("NBRQ"):
        for hit in seen.hit(man, place):
            if hit not in barred and not seen.men.get(hit, "x").isupper():
                total += {"N": 4, "B": 4, "R": 2, "Q": 1}[man]
    return total


def king_exposure(board: chess.Board, side: chess.Color) -> int:
    seen = Seen(board, side)
    ((_, king),) = seen.own("K")
    open_squares = [hit for hit in seen.hit("Q", king) if not seen.men.get(hit, "x").isupper()]
    total = 3 * (len(open_squares) - 4) if len(open_squares) > 4 else 0
    ring = seen.hit("K", king) | {king}
    for man, place in seen.own("nbrq"):
        if seen.hit(man, place) & ring:
            total += {"n": 10, "b": 10, "r": 14, "q": 22}[man]
    for file in (king[0] - 1, king[0], king[0] + 1):
        if not 1 <= file <= 8:
            continue
        if all(seen.men.get((file, king[1] + step)) != "P" for step in (1, 2)):
            total += 9
        if all(seen.men.get((file, rank)) != "P" for rank in range(1, 9)):
            total += 7
    return total


def pawn_structure(board: chess.Board, side: chess.Color) -> int:
    seen = Seen(board, side)
    pawns = [place for _, place in seen.own("P")]
    enemies = [place for _, place in seen.own("p")]
    centre = {(4, 4), (5, 4), (4, 5), (5, 5)}
    total = 0
    for file, rank in pawns:
        before_it = any(other == file and ahead > rank for other, ahead in pawns)
        total -= 8 if before_it else 0
        total -= 8 if all(abs(other - file) != 1 for other, _ in pawns) else 0
        total += 3 if any((file, rank) in seen.hit("P", other) for other in pawns) else 0
        # The centre is the centre from either side.
        total += 10 if (file, rank) in centre else 0
        stopped = any(abs(other - file) <= 1 and ahead > rank for other, ahead in enemies)
        if not stopped and not before_it:
            total += {2: 2, 3: 4, 4: 9, 5: 18, 6: 34, 7: 58}[rank]
    return total
