//! The value of section 2 of `annotate/ENGINE.md`, exactly, by alpha-beta.
//!
//! Every technique here keeps the value: move ordering, principal-variation
//! windows, mate-distance bounds, and tables whose entries answer only for the
//! same position, depth, clock (once it matters) and *set of earlier positions
//! that could still be repeated*. Quiescence knows neither history nor clock, so
//! its table is keyed by the position alone.
//!
//! Inside the search a mate is counted from the root (−(MATE − plies)), which is
//! what `up` makes of it on the way back. Scores are centipawns, depths plies.

use shakmaty::{Bitboard, Chess, Color, Move, MoveList, Position, Role, Square, attacks};

use crate::evaluation::{Evaluator, split_mix};

/// The score of a checkmate at the root.
pub const MATE: i32 = 30_000;
/// Scores beyond this are mates.
pub const MATE_LINE: i32 = 29_000;
/// Above every score.
pub const INFINITE: i32 = 31_000;

/// The deepest search asked for here, in plies; deeper questions are not answered.
pub const DEEPEST: i32 = 60;

/// Entries of a table; a power of two.
const TABLE: usize = 1 << 19;
/// Plies of killer moves kept.
const PLIES: usize = 96;
/// The clock counts toward a key from here on: fewer plies than this cannot
/// reach the fifty-move rule inside one search.
const CLOCK_MATTERS: u32 = 40;

/// Stands on a path for a position that is not to be remembered.
const FORGOTTEN: u64 = 0;

/// A position with its key and the key's en passant part.
#[derive(Clone, Debug)]
struct Node {
    position: Chess,
    key: u64,
    en_passant: u64,
}

/// A key for each piece on each square, castling rook, and en passant square.
fn piece_key(color: Color, role: Role, square: Square) -> u64 {
    let piece = (color as u64) << 3 | role as u64;
    split_mix(piece << 6 | u64::from(square.to_u32()))
}

const TURN: u64 = 0xA5A5_1234_9876_0F0F;

fn castling_key(rights: Bitboard) -> u64 {
    let mut key = 0;
    for square in rights {
        key ^= split_mix(0x1000 | u64::from(square.to_u32()));
    }
    key
}

fn en_passant_key(position: &Chess) -> u64 {
    position
        .legal_ep_square()
        .map_or(0, |square| split_mix(0x2000 | u64::from(square.to_u32())))
}

impl Node {
    fn new(position: Chess) -> Node {
        let mut key = castling_key(position.castles().castling_rights());
        for (square, piece) in position.board() {
            key ^= piece_key(piece.color, piece.role, square);
        }
        if position.turn().is_black() {
            key ^= TURN;
        }
        let en_passant = en_passant_key(&position);
        Node {
            key: key ^ en_passant,
            position,
            en_passant,
        }
    }

    fn child(&self, m: Move, keys: &Keys) -> Node {
        let mover = self.position.turn();
        let mut key = self.key ^ TURN ^ self.en_passant;
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                key ^= keys.piece(mover, role, from);
                key ^= keys.piece(mover, promotion.unwrap_or(role), to);
                if let Some(captured) = capture {
                    key ^= keys.piece(!mover, captured, to);
                }
            }
            Move::EnPassant { from, to } => {
                key ^= keys.piece(mover, Role::Pawn, from) ^ keys.piece(mover, Role::Pawn, to);
                let taken = Square::from_coords(to.file(), from.rank());
                key ^= keys.piece(!mover, Role::Pawn, taken);
            }
            Move::Castle { king, rook } => {
                let side = shakmaty::CastlingSide::from_queen_side(rook < king);
                let rank = king.rank();
                key ^= keys.piece(mover, Role::King, king) ^ keys.piece(mover, Role::Rook, rook);
                let king_to = Square::from_coords(side.king_to_file(), rank);
                let rook_to = Square::from_coords(side.rook_to_file(), rank);
                key ^=
                    keys.piece(mover, Role::King, king_to) ^ keys.piece(mover, Role::Rook, rook_to);
            }
            Move::Put { .. } => {}
        }
        let rights = self.position.castles().castling_rights();
        let mut position = self.position.clone();
        position.play_unchecked(m);
        if rights.any() {
            let lost = rights ^ position.castles().castling_rights();
            if lost.any() {
                key ^= castling_key(lost);
            }
        }
        let en_passant = if position.maybe_ep_square().is_some() {
            en_passant_key(&position)
        } else {
            0
        };
        Node {
            key: key ^ en_passant,
            position,
            en_passant,
        }
    }
}

/// The piece keys, worked out once.
struct Keys(Box<[[[u64; 64]; 8]; 2]>);

impl Keys {
    fn new() -> Keys {
        let mut table = Box::new([[[0; 64]; 8]; 2]);
        for color in Color::ALL {
            for role in Role::ALL {
                for square in Square::ALL {
                    table[color as usize][role as usize][square.to_usize()] =
                        piece_key(color, role, square);
                }
            }
        }
        Keys(table)
    }

    #[inline]
    fn piece(&self, color: Color, role: Role, square: Square) -> u64 {
        self.0[color as usize][role as usize][square.to_usize()]
    }
}

/// A position of a game with the positions before it, as the value needs them.
#[derive(Clone, Debug)]
pub struct Line {
    node: Node,
    /// Keys of the positions since the last capture or pawn move, oldest first,
    /// the position itself left out.
    before: Vec<u64>,
}

impl Line {
    /// A line that begins here, with nothing known before.
    pub fn new(start: Chess) -> Line {
        Line {
            node: Node::new(start),
            before: Vec::new(),
        }
    }

    /// The position.
    pub fn position(&self) -> &Chess {
        &self.node.position
    }

    /// The line one legal move longer.
    #[must_use]
    pub fn after(&self, m: Move) -> Line {
        let mut before = Vec::new();
        if !m.is_zeroing() {
            before.clone_from(&self.before);
            before.push(self.node.key);
        }
        let mut position = self.node.position.clone();
        position.play_unchecked(m);
        Line {
            node: Node::new(position),
            before,
        }
    }

    /// How often the position stood before since the last capture or pawn move.
    pub fn repetitions(&self) -> usize {
        self.before
            .iter()
            .filter(|key| **key == self.node.key)
            .count()
    }

    /// The same position with every position of the past forgotten that stands
    /// only once here since the last capture or pawn move, itself counted: the h° of
    /// ENGINE.md section 6. Nothing if none is.
    pub fn forgetful(&self) -> Option<Line> {
        let times = |key: u64| {
            let before = self.before.iter().filter(|other| **other == key).count();
            before + usize::from(self.node.key == key)
        };
        let mut line = self.clone();
        for key in &mut line.before {
            if times(*key) == 1 {
                // Its place stays, so that distances on the path stay what they are.
                *key = FORGOTTEN;
            }
        }
        (line.before != self.before).then_some(line)
    }

    /// Whether V gives 0 here by the clock or by bare material, and not by mate
    /// or stalemate.
    pub fn drawn_by_clock_or_material(&self) -> bool {
        let position = &self.node.position;
        insufficient(position)
            || (position.halfmoves() >= 100 && !position.legal_moves().is_empty())
    }

    /// Whether V scores the position by a rule: no legal move, repetition, clock
    /// or material.
    pub fn ends_by_rule(&self) -> bool {
        self.repetitions() > 0
            || self.drawn_by_clock_or_material()
            || self.node.position.legal_moves().is_empty()
    }
}

/// Bare kings, one knight, or bishops all on squares of one colour.
pub fn insufficient(position: &Chess) -> bool {
    let board = position.board();
    if (board.pawns() | board.rooks_and_queens()).any() {
        return false;
    }
    let knights = board.knights();
    let bishops = board.bishops();
    match (knights.count(), bishops.count()) {
        (0 | 1, 0) => true,
        (0, _) => {
            (bishops & Bitboard::DARK_SQUARES).is_empty()
                || (bishops & Bitboard::LIGHT_SQUARES).is_empty()
        }
        _ => false,
    }
}

#[derive(Clone, Copy)]
struct Bounds {
    key: u64,
    low: i32,
    high: i32,
    best: Option<Move>,
}

impl Bounds {
    /// The value or a bound that settles the window, if this is the same question.
    fn answer(&self, key: u64, alpha: i32, beta: i32, ply: i32) -> Option<i32> {
        if self.key != key {
            return None;
        }
        let low = from_root(self.low, ply);
        let high = from_root(self.high, ply);
        if low >= beta || low == high {
            Some(low)
        } else {
            (high <= alpha).then_some(high)
        }
    }

    /// The bounds, narrowed by a value found with a window.
    fn narrowed(&self, key: u64, value: i32, alpha: i32, beta: i32, ply: i32) -> (i32, i32) {
        let (mut low, mut high) = if self.key == key {
            (self.low, self.high)
        } else {
            (-INFINITE, INFINITE)
        };
        if value > alpha {
            low = from_node(value, ply);
        }
        if value < beta {
            high = from_node(value, ply);
        }
        (low, high)
    }
}

#[derive(Clone, Copy)]
struct QuietBounds {
    key: u64,
    standing: i32,
    low: i32,
    high: i32,
}

/// What a search gave up with: the node limit was reached, or would be, the depth
/// being beyond [`DEEPEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// A searcher with its tables; what it finds depends on the question alone.
pub struct Searcher<'a> {
    evaluator: &'a Evaluator,
    keys: Keys,
    table: Vec<Bounds>,
    quiet: Vec<QuietBounds>,
    hints: Vec<(u64, Option<Move>)>,
    killers: [[Option<Move>; 2]; PLIES],
    history: Vec<[[i32; 64]; 64]>,
    path: Vec<u64>,
    nodes: u64,
    limit: u64,
    stopped: bool,
}

/// An open window: the value is wanted exactly between, and as a bound outside.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Values up to this are only bounded.
    pub alpha: i32,
    /// Values from this on are only bounded.
    pub beta: i32,
}

impl Window {
    /// Every value.
    pub const FULL: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// The smallest window that tells whether a value is exactly this.
    pub fn around(value: i32) -> Window {
        Window {
            alpha: value - 1,
            beta: value + 1,
        }
    }

    pub(crate) fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

fn from_root(value: i32, ply: i32) -> i32 {
    if value > MATE_LINE {
        value - ply
    } else if value < -MATE_LINE {
        value + ply
    } else {
        value
    }
}

fn from_node(value: i32, ply: i32) -> i32 {
    from_root(value, -ply)
}

impl<'a> Searcher<'a> {
    /// A searcher with empty tables.
    pub fn new(evaluator: &'a Evaluator) -> Searcher<'a> {
        let bounds = Bounds {
            key: 0,
            low: -INFINITE,
            high: INFINITE,
            best: None,
        };
        let quiet = QuietBounds {
            key: 0,
            standing: 0,
            low: -INFINITE,
            high: INFINITE,
        };
        Searcher {
            evaluator,
            keys: Keys::new(),
            table: vec![bounds; TABLE],
            quiet: vec![quiet; TABLE],
            hints: vec![(0, None); TABLE],
            killers: [[None; 2]; PLIES],
            history: vec![[[0; 64]; 64]; 2],
            path: Vec::new(),
            nodes: 0,
            limit: u64::MAX,
            stopped: false,
        }
    }

    /// Nodes entered since the searcher was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Allows so many nodes from now on.
    pub fn allow(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
        self.stopped = false;
    }

    /// `R(h, p, depth)` from the mover's side, a bound outside the window.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn best(&mut self, line: &Line, depth: i32, window: Window) -> Result<i32, OutOfNodes> {
        self.set_out(line, depth)?;
        let since = line.before.len();
        let history = self.history_sum(since);
        for depth in 1..depth {
            self.tree(&line.node, depth, Window::FULL, 0, since, history);
        }
        let value = self.tree(&line.node, depth, window, 0, since, history);
        self.arrive(value)
    }

    /// `played(h, p, m, depth)` from the mover's side, a bound outside the window.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn played(
        &mut self,
        line: &Line,
        m: Move,
        depth: i32,
        window: Window,
    ) -> Result<i32, OutOfNodes> {
        self.set_out(line, depth)?;
        let since = line.before.len();
        let history = self.history_sum(since);
        let check = i32::from(line.node.position.is_check());
        let child = line.node.child(m, &self.keys);
        let (since, history) = self.enter(&line.node, m, since, history);
        for depth in 1..depth {
            self.value(&child, depth + check - 1, Window::FULL, 1, since, history);
        }
        let value = -self.value(
            &child,
            depth + check - 1,
            window.turned(),
            1,
            since,
            history,
        );
        self.arrive(value)
    }

    /// Whether `played(h, p, m, depth)` is exactly this. Cheap where the position
    /// has been searched as deep before, dear where it has not.
    ///
    /// # Errors
    ///
    /// The node limit was reached.
    pub fn is_played(
        &mut self,
        line: &Line,
        m: Move,
        depth: i32,
        value: i32,
    ) -> Result<bool, OutOfNodes> {
        self.set_out(line, depth)?;
        let since = line.before.len();
        let history = self.history_sum(since);
        let check = i32::from(line.node.position.is_check());
        let child = line.node.child(m, &self.keys);
        let (since, history) = self.enter(&line.node, m, since, history);
        let window = Window::around(value).turned();
        let found = -self.value(&child, depth + check - 1, window, 1, since, history);
        self.arrive(found).map(|found| found == value)
    }

    /// `Q(p)` from the mover's side, a bound outside the window.
    ///
    /// # Errors
    ///
    /// The node limit was reached before.
    pub fn quiet(&mut self, line: &Line, window: Window) -> Result<i32, OutOfNodes> {
        let value = self.quiesce(&line.node, window);
        self.arrive(value)
    }

    /// The legal moves of a position, those first that searches thought best.
    pub fn likely_first(&self, line: &Line) -> MoveList {
        let position = &line.node.position;
        let mut moves = position.legal_moves();
        let hint = match self.hints[line.node.key as usize & (TABLE - 1)] {
            (key, hint) if key == line.node.key => hint,
            _ => None,
        };
        let mut ranks = self.ranks(position, &moves, hint, 0);
        for index in 0..moves.len() {
            pick(&mut moves, &mut ranks, index);
        }
        moves
    }

    fn set_out(&mut self, line: &Line, depth: i32) -> Result<(), OutOfNodes> {
        if depth > DEEPEST {
            return Err(OutOfNodes);
        }
        self.path.clear();
        self.path.extend_from_slice(&line.before);
        self.killers = [[None; 2]; PLIES];
        Ok(())
    }

    fn arrive(&mut self, value: i32) -> Result<i32, OutOfNodes> {
        if self.stopped {
            Err(OutOfNodes)
        } else {
            Ok(value)
        }
    }

    fn history_sum(&self, since: usize) -> u64 {
        let mut sum: u64 = 0;
        for key in &self.path[self.path.len() - since..] {
            sum = sum.wrapping_add(split_mix(*key));
        }
        sum
    }

    /// Puts a position on the path and tells how many positions before the child
    /// can be repeated, with their sum.
    fn enter(&mut self, node: &Node, m: Move, since: usize, history: u64) -> (usize, u64) {
        self.path.push(node.key);
        if m.is_zeroing() {
            (0, 0)
        } else {
            (since + 1, history.wrapping_add(split_mix(node.key)))
        }
    }

    /// `V` of ENGINE.md.
    fn value(
        &mut self,
        node: &Node,
        depth: i32,
        window: Window,
        ply: i32,
        since: usize,
        history: u64,
    ) -> i32 {
        // A repeated position was played on from, so it is neither mate nor
        // stalemate; bare material is never mate.
        if since >= 4 && self.path[self.path.len() - since..].contains(&node.key) {
            self.nodes += 1;
            return 0;
        }
        if insufficient(&node.position) {
            self.nodes += 1;
            return 0;
        }
        if node.position.halfmoves() >= 100 {
            self.nodes += 1;
            let mated = node.position.is_checkmate();
            return if mated { -(MATE - ply) } else { 0 };
        }
        self.tree(node, depth, window, ply, since, history)
    }

    /// `R` of ENGINE.md.
    fn tree(
        &mut self,
        node: &Node,
        depth: i32,
        window: Window,
        ply: i32,
        since: usize,
        history: u64,
    ) -> i32 {
        let position = &node.position;
        let check = position.is_check();
        let depth = depth + i32::from(check);
        if depth <= 0 {
            if !can_move(position) {
                self.nodes += 1;
                return 0;
            }
            return self.quiesce(node, window);
        }
        self.nodes += 1;
        if self.nodes >= self.limit {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        // No line from here mates sooner than the next ply, nor is mated before
        // this one.
        let mut alpha = window.alpha.max(-(MATE - ply));
        let beta = window.beta.min(MATE - ply - 1);
        if alpha >= beta {
            return alpha;
        }
        let key = self.table_key(node, depth, history);
        let slot = key as usize & (TABLE - 1);
        let entry = self.table[slot];
        if let Some(value) = entry.answer(key, alpha, beta, ply) {
            return value;
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return if check { -(MATE - ply) } else { 0 };
        }
        let hint_slot = node.key as usize & (TABLE - 1);
        let hint = match self.hints[hint_slot] {
            _ if entry.key == key && entry.best.is_some() => entry.best,
            (hint_key, hint) if hint_key == node.key => hint,
            _ => None,
        };
        let mut ranks = self.ranks(position, &moves, hint, ply);
        let asked = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        for index in 0..moves.len() {
            pick(&mut moves, &mut ranks, index);
            let m = moves[index];
            let child = node.child(m, &self.keys);
            let (child_since, child_history) = self.enter(node, m, since, history);
            let search = |this: &mut Self, window: Window| {
                -this.value(
                    &child,
                    depth - 1,
                    window.turned(),
                    ply + 1,
                    child_since,
                    child_history,
                )
            };
            let value = if index == 0 {
                search(self, Window { alpha, beta })
            } else {
                let probe = Window {
                    alpha,
                    beta: alpha + 1,
                };
                let value = search(self, probe);
                if value > alpha && value < beta {
                    search(self, Window { alpha, beta })
                } else {
                    value
                }
            };
            self.path.pop();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(m);
                }
                if value >= beta {
                    self.reward(position.turn(), m, depth, ply);
                    break;
                }
            }
        }
        if best_move.is_some() {
            self.hints[hint_slot] = (node.key, best_move);
        }
        let (low, high) = entry.narrowed(key, best, asked, beta, ply);
        self.table[slot] = Bounds {
            key,
            low,
            high,
            best: best_move.or(hint),
        };
        best
    }

    /// One key for everything that R of this node depends on.
    fn table_key(&self, node: &Node, depth: i32, history: u64) -> u64 {
        let mut key = node.key ^ split_mix(history ^ 0x3000) ^ split_mix(0x4000 | depth as u64);
        let clock = node.position.halfmoves();
        if clock >= CLOCK_MATTERS {
            key ^= split_mix(0x8000 | u64::from(clock));
        }
        if self.evaluator.counts_moves() {
            key ^= split_mix(0x1_0000_0000 | u64::from(node.position.fullmoves().get()));
        }
        key
    }

    fn ranks(
        &self,
        position: &Chess,
        moves: &MoveList,
        hint: Option<Move>,
        ply: i32,
    ) -> [i32; 256] {
        let mut ranks = [0; 256];
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let history = &self.history[position.turn() as usize];
        for (rank, m) in ranks.iter_mut().zip(moves) {
            *rank = if hint == Some(*m) {
                i32::MAX
            } else if m.is_capture() || m.is_promotion() {
                (1 << 28) + exchange_rank(*m)
            } else if killers[0] == Some(*m) {
                (1 << 27) + 1
            } else if killers[1] == Some(*m) {
                1 << 27
            } else {
                m.from()
                    .map_or(0, |from| history[from.to_usize()][m.to().to_usize()])
            };
        }
        ranks
    }

    fn reward(&mut self, mover: Color, m: Move, depth: i32, ply: i32) {
        if m.is_capture() || m.is_promotion() {
            return;
        }
        if let Some(killers) = self.killers.get_mut(ply as usize)
            && killers[0] != Some(m)
        {
            killers[1] = killers[0];
            killers[0] = Some(m);
        }
        if let Some(from) = m.from() {
            let entry = &mut self.history[mover as usize][from.to_usize()][m.to().to_usize()];
            *entry += depth * depth;
            if *entry > 1 << 24 {
                for row in self.history.iter_mut().flatten().flatten() {
                    *row /= 2;
                }
            }
        }
    }

    /// `Q` of ENGINE.md.
    fn quiesce(&mut self, node: &Node, window: Window) -> i32 {
        self.nodes += 1;
        let position = &node.position;
        if insufficient(position) {
            return 0;
        }
        let Window { alpha, beta } = window;
        let mut key = node.key;
        if self.evaluator.counts_moves() {
            key ^= split_mix(0x1_0000_0000 | u64::from(position.fullmoves().get()));
        }
        let slot = key as usize & (TABLE - 1);
        let entry = self.quiet[slot];
        let known = entry.key == key;
        if known {
            if entry.low >= beta || entry.low == entry.high {
                return entry.low;
            }
            if entry.high <= alpha {
                return entry.high;
            }
        }
        let standing = if known {
            entry.standing
        } else {
            self.evaluator.score(position)
        };
        let mut best = standing;
        if best < beta {
            let mut alpha = alpha.max(best);
            let mut captures = Captures::of(position);
            while let Some(m) = captures.next(position) {
                let child = node.child(m, &self.keys);
                let turned = Window { alpha, beta }.turned();
                let value = -self.quiesce(&child, turned);
                if value > best {
                    best = value;
                    alpha = alpha.max(value);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let (mut low, mut high) = if known {
            (entry.low, entry.high)
        } else {
            (-INFINITE, INFINITE)
        };
        if best > alpha {
            low = best;
        }
        if best < beta {
            high = best;
        }
        self.quiet[slot] = QuietBounds {
            key,
            standing,
            low,
            high,
        };
        best
    }
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The most valuable victim first, the cheapest taker before dearer ones.
fn exchange_rank(m: Move) -> i32 {
    let victim = m.capture().map_or(0, worth);
    let gain = m.promotion().map_or(0, worth);
    let taker = if m.role() == Role::King {
        10
    } else {
        worth(m.role())
    };
    16 * (victim + gain) - taker
}

fn pick(moves: &mut MoveList, ranks: &mut [i32; 256], index: usize) {
    let mut top = index;
    for other in index + 1..moves.len() {
        if ranks[other] > ranks[top] {
            top = other;
        }
    }
    moves.swap(index, top);
    ranks.swap(index, top);
}

/// Whether the side to move, not in check, has a legal move.
fn can_move(position: &Chess) -> bool {
    let board = position.board();
    let own = position.us();
    let Some(king) = board.king_of(position.turn()) else {
        return !position.legal_moves().is_empty();
    };
    // A piece that does not stand first on a line from its king is not pinned.
    let free = own & !attacks::queen_attacks(king, board.occupied()) & !Bitboard::from(king);
    let empty = !board.occupied();
    let pawns = (free & board.pawns()).0;
    let pushed = position.turn().fold_wb(pawns << 8, pawns >> 8);
    if pushed & empty.0 != 0 {
        return true;
    }
    for square in free & !board.pawns() {
        if !board.attacks_from(square).is_subset(own) {
            return true;
        }
    }
    !position.legal_moves().is_empty()
}

/// The legal captures and promotions of a position, best first, made lazily:
/// each is tested for legality only when its turn comes.
struct Captures {
    moves: list::List,
    checked: bool,
    pinned: Bitboard,
}

mod list {
    //! A list on the stack, long enough for every pseudo-legal capture.

    use shakmaty::Move;

    /// Moves with their rank.
    pub(super) struct List {
        items: [Option<(i32, Move)>; 128],
        length: usize,
    }

    impl List {
        pub(super) fn new() -> List {
            List {
                items: [None; 128],
                length: 0,
            }
        }

        pub(super) fn push(&mut self, rank: i32, m: Move) {
            if let Some(item) = self.items.get_mut(self.length) {
                *item = Some((rank, m));
                self.length += 1;
            }
        }

        /// Takes out the move of the highest rank.
        pub(super) fn pop(&mut self) -> Option<Move> {
            let items = &self.items[..self.length];
            let top = (0..self.length)
                .max_by_key(|index| items[*index].map_or(i32::MIN, |(rank, _)| rank))?;
            self.length -= 1;
            self.items.swap(top, self.length);
            self.items[self.length].map(|(_, m)| m)
        }
    }
}

impl Captures {
    fn of(position: &Chess) -> Captures {
        let board = position.board();
        let mover = position.turn();
        let (own, enemy) = (position.us(), position.them());
        let occupied = board.occupied();
        let mut found = list::List::new();
        let mut push = |role: Role, from: Square, to: Square, promotion: Option<Role>| {
            let m = Move::Normal {
                role,
                from,
                capture: board.role_at(to),
                to,
                promotion,
            };
            found.push(exchange_rank(m), m);
        };
        let last =
            Bitboard::from_rank(mover.fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First));
        for from in own & board.pawns() {
            let mut targets = attacks::pawn_attacks(mover, from) & enemy;
            let push_to = from.offset(mover.fold_wb(8, -8));
            if let Some(to) = push_to
                && last.contains(to)
                && !occupied.contains(to)
            {
                targets.add(to);
            }
            for to in targets {
                if last.contains(to) {
                    for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                        push(Role::Pawn, from, to, Some(role));
                    }
                } else {
                    push(Role::Pawn, from, to, None);
                }
            }
        }
        for from in own & !board.pawns() {
            let Some(role) = board.role_at(from) else {
                continue;
            };
            for to in board.attacks_from(from) & enemy {
                push(role, from, to, None);
            }
        }
        if position.maybe_ep_square().is_some() {
            for m in position.en_passant_moves() {
                found.push(exchange_rank(m), m);
            }
        }
        let king = board.king_of(mover);
        let checked = position.is_check();
        Captures {
            moves: found,
            checked,
            pinned: king.map_or(Bitboard::EMPTY, |king| {
                attacks::queen_attacks(king, occupied) & own
            }),
        }
    }

    fn next(&mut self, position: &Chess) -> Option<Move> {
        loop {
            let m = self.moves.pop()?;
            if self.is_legal(position, m) {
                return Some(m);
            }
        }
    }

    fn is_legal(&self, position: &Chess, m: Move) -> bool {
        // En passant captures were generated legal.
        let Move::Normal { role, from, to, .. } = m else {
            return true;
        };
        let board = position.board();
        let mover = position.turn();
        if role != Role::King && !self.checked && !self.pinned.contains(from) {
            return true;
        }
        let Some(king) = board.king_of(mover) else {
            return false;
        };
        let king = if role == Role::King { to } else { king };
        let occupied = board.occupied().without(from).with(to);
        (board.attacks_to(king, !mover, occupied) & !Bitboard::from(to)).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use shakmaty::{CastlingMode, fen::Fen};

    const CLEAN: &[u8] = include_bytes!("../../annotate/graphs/clean.json");

    fn evaluator() -> Evaluator {
        Evaluator::new(&Graph::read(CLEAN, &[]).unwrap())
    }

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap()
    }

    /// The value as section 2 writes it, with nothing left out.
    struct Plain<'a>(&'a Evaluator);

    fn up(v: i32) -> i32 {
        if v > MATE_LINE {
            v - 1
        } else if v < -MATE_LINE {
            v + 1
        } else {
            v
        }
    }

    impl Plain<'_> {
        fn r(&self, line: &Line, depth: i32) -> i32 {
            let p = line.position();
            let moves = p.legal_moves();
            if moves.is_empty() {
                return if p.is_check() { -MATE } else { 0 };
            }
            let depth = depth + i32::from(p.is_check());
            if depth == 0 {
                return self.q(p, -INFINITE, INFINITE);
            }
            moves
                .iter()
                .map(|m| -up(self.v(&line.after(*m), depth - 1)))
                .max()
                .unwrap()
        }

        fn v(&self, line: &Line, depth: i32) -> i32 {
            let p = line.position();
            if p.legal_moves().is_empty() {
                return self.r(line, depth);
            }
            if line.repetitions() > 0 || p.halfmoves() >= 100 || p.is_insufficient_material() {
                return 0;
            }
            self.r(line, depth)
        }

        /// Bare alpha-beta: the full tree of captures is too large to walk.
        fn q(&self, p: &Chess, alpha: i32, beta: i32) -> i32 {
            if p.is_insufficient_material() {
                return 0;
            }
            let mut best = self.0.score(p);
            let mut moves = p.legal_moves();
            moves.retain(|m| m.is_capture() || m.is_promotion());
            moves.sort_by_key(|m| -exchange_rank(*m));
            for m in moves {
                if best >= beta {
                    break;
                }
                let mut child = p.clone();
                child.play_unchecked(m);
                best = best.max(-self.q(&child, -beta, -alpha.max(best)));
            }
            best
        }
    }

    const POSITIONS: [&str; 10] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 97 60",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "7k/R7/8/8/8/8/8/1R5K w - - 0 1",
        "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
        "8/P7/8/8/8/6k1/8/6K1 w - - 0 1",
        "k7/8/1K6/8/4P3/8/8/8 w - - 95 80",
        "4k3/8/4K3/8/8/3b4/4P3/8 b - - 0 1",
    ];

    #[test]
    fn every_value_is_the_one_section_two_defines() {
        let evaluator = evaluator();
        let plain = Plain(&evaluator);
        let mut searcher = Searcher::new(&evaluator);
        for fen in POSITIONS {
            let line = Line::new(position(fen));
            // The plain tree of captures has no tables: only small positions go deep.
            let moves = line.position().legal_moves();
            let pieces = line.position().board().occupied().count();
            let deepest = match (pieces, moves.len()) {
                (20.., _) => i32::from(!line.position().is_check()),
                (_, 12..) => 2,
                _ => 3,
            };
            for depth in 0..=deepest {
                let best = searcher.best(&line, depth, Window::FULL).unwrap();
                assert_eq!(best, plain.r(&line, depth), "{fen} depth {depth}");
                if depth == 0 && !line.position().is_check() {
                    continue;
                }
                let check = i32::from(line.position().is_check());
                for m in line.position().legal_moves() {
                    let played = searcher.played(&line, m, depth, Window::FULL).unwrap();
                    let expected = -up(plain.v(&line.after(m), depth + check - 1));
                    assert_eq!(played, expected, "{fen} {m} depth {depth}");
                }
            }
        }
    }

    #[test]
    fn a_narrow_window_tells_the_value_or_a_bound() {
        let evaluator = evaluator();
        let mut searcher = Searcher::new(&evaluator);
        for fen in POSITIONS {
            let line = Line::new(position(fen));
            let exact = searcher.best(&line, 3, Window::FULL).unwrap();
            for claimed in [exact - 30, exact - 1, exact, exact + 1, exact + 30] {
                let mut fresh = Searcher::new(&evaluator);
                let value = fresh.best(&line, 3, Window::around(claimed)).unwrap();
                assert_eq!(value == claimed, exact == claimed, "{fen} {claimed}");
                assert_eq!(value > claimed, exact > claimed, "{fen} {claimed}");
            }
        }
    }

    #[test]
    fn random_games_with_repetitions_keep_the_value() {
        let evaluator = evaluator();
        let plain = Plain(&evaluator);
        let mut searcher = Searcher::new(&evaluator);
        let mut seed = 7;
        for fen in [
            "8/5k2/8/8/2r5/8/4K3/R7 w - - 0 1",
            "8/5k2/8/3n4/8/8/4KP2/R7 w - - 90 1",
        ] {
            let mut line = Line::new(position(fen));
            for _ in 0..24 {
                let moves = line.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                for depth in 1..=2 {
                    let best = searcher.best(&line, depth, Window::FULL).unwrap();
                    assert_eq!(best, plain.r(&line, depth), "{fen} depth {depth}");
                    if let Some(line) = line.forgetful() {
                        let best = searcher.best(&line, depth, Window::FULL).unwrap();
                        assert_eq!(best, plain.r(&line, depth), "{fen} depth {depth}");
                    }
                }
                // Kings mostly shuffle, so that positions come back.
                seed = split_mix(seed);
                let m = moves[seed as usize % moves.len()];
                line = line.after(m);
            }
        }
    }

    #[test]
    fn what_stood_once_is_forgotten_and_what_stood_twice_is_not() {
        let mut line = Line::new(Chess::default());
        assert!(line.forgetful().is_none());
        for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3"] {
            let m: shakmaty::uci::UciMove = uci.parse().unwrap();
            line = line.after(m.to_move(line.position()).unwrap());
        }
        // The start stood twice and 1. Nf3 stands again; between, two positions
        // stood once.
        let forgetful = line.forgetful().unwrap();
        let kept: Vec<bool> = forgetful
            .before
            .iter()
            .map(|key| *key != FORGOTTEN)
            .collect();
        assert_eq!(kept, [true, true, false, false, true]);
        assert_eq!(forgetful.repetitions(), 1);
        // Nothing is left of a past without repetitions.
        let mut line = Line::new(position("7k/8/8/8/8/8/r7/7K w - - 0 1"));
        for uci in ["h1g1", "h8g8"] {
            let m: shakmaty::uci::UciMove = uci.parse().unwrap();
            line = line.after(m.to_move(line.position()).unwrap());
        }
        assert_eq!(line.forgetful().unwrap().before, [FORGOTTEN; 2]);
    }

    #[test]
    fn incremental_keys_equal_keys_from_scratch() {
        let keys = Keys::new();
        let mut seed = 11;
        for fen in POSITIONS {
            let mut node = Node::new(position(fen));
            for _ in 0..60 {
                let moves = node.position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = split_mix(seed);
                node = node.child(moves[seed as usize % moves.len()], &keys);
                assert_eq!(node.key, Node::new(node.position.clone()).key);
            }
        }
    }

    #[test]
    fn lazily_made_captures_are_the_legal_ones() {
        let mut seed = 3;
        for fen in POSITIONS {
            let mut position = position(fen);
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mut expected: Vec<String> = moves
                    .iter()
                    .filter(|m| m.is_capture() || m.is_promotion())
                    .map(|m| format!("{m:?}"))
                    .collect();
                let mut captures = Captures::of(&position);
                let mut found = Vec::new();
                while let Some(m) = captures.next(&position) {
                    found.push(format!("{m:?}"));
                }
                expected.sort();
                found.sort();
                assert_eq!(found, expected);
                assert!(can_move(&position) || position.is_check());
                seed = split_mix(seed);
                position.play_unchecked(moves[seed as usize % moves.len()]);
            }
        }
    }
}
