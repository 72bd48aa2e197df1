//! An analysis as bytes, and back.
//!
//! The bytes hold the whole [`Analysis`]: whether the game is over, all nodes, and both scores, nodes
//! and line of each depth. Whole numbers are little-endian in groups of seven bits, signed ones folded
//! (0, −1, 1, −2 …), a move has three bytes. In a file they stand behind a checksum that covers the
//! key too: an entry that was damaged, or that belongs to another key, is none.

use shakmaty::{Move, Role, Square};

use crate::engine::{Analysis, DepthResult, Score, Terminal};

/// More depths than can be asked for, or moves than a line can have, are no analysis.
const MOST: u64 = 1 << 12;

/// The bytes of an analysis; `None` if it holds a move that standard chess does not have.
pub(in crate::batch) fn encode(analysis: &Analysis) -> Option<Vec<u8>> {
    let mut bytes = vec![match analysis.terminal {
        None => 0,
        Some(Terminal::Checkmate) => 1,
        Some(Terminal::Stalemate) => 2,
    }];
    number(&mut bytes, analysis.nodes);
    number(&mut bytes, analysis.depths.len() as u64);
    for result in &analysis.depths {
        for score in [result.score, result.graded] {
            let score = i64::from(score.value());
            number(&mut bytes, (score << 1 ^ score >> 63).cast_unsigned());
        }
        number(&mut bytes, result.nodes);
        number(&mut bytes, result.line.len() as u64);
        for &step in &result.line {
            bytes.extend(&packed(step)?.to_le_bytes()[..3]);
        }
    }
    Some(bytes)
}

/// The analysis that bytes stand for, if they are those of one.
pub(in crate::batch) fn decode(bytes: &[u8]) -> Option<Analysis> {
    let mut reader = Reader(bytes);
    let terminal = match reader.take(1)?[0] {
        0 => None,
        1 => Some(Terminal::Checkmate),
        2 => Some(Terminal::Stalemate),
        _ => return None,
    };
    let nodes = reader.number()?;
    let count = reader.count()?;
    let mut depths = Vec::with_capacity(count);
    for _ in 0..count {
        let score = reader.score()?;
        let graded = reader.score()?;
        let nodes = reader.number()?;
        let moves = reader.count()?;
        let line = (0..moves).map(|_| reader.step()).collect::<Option<_>>()?;
        depths.push(DepthResult {
            score,
            graded,
            line,
            nodes,
        });
    }
    (reader.0.is_empty() && !depths.is_empty()).then_some(Analysis {
        depths,
        terminal,
        nodes,
    })
}

fn number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A move in 23 bits: kind, role, captured role, promotion, from, to.
fn packed(step: Move) -> Option<u32> {
    let (kind, role, capture, promotion, from, to) = match step {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => (
            0,
            slot(Some(role)),
            slot(capture),
            slot(promotion),
            from,
            to,
        ),
        Move::EnPassant { from, to } => (1, 0, 0, 0, from, to),
        Move::Castle { king, rook } => (2, 0, 0, 0, king, rook),
        Move::Put { .. } => return None,
    };
    let roles = role | capture << 3 | promotion << 6;
    Some(kind | roles << 2 | (from as u32) << 11 | (to as u32) << 17)
}

fn unpacked(bits: u32) -> Option<Move> {
    let square = |shift: u32| Square::new(bits >> shift & 63);
    let slot = |shift: u32| bits >> shift & 7;
    if [2, 5, 8].into_iter().any(|shift| slot(shift) > 6) {
        return None;
    }
    let role = |shift: u32| Some(Role::ALL[slot(shift).checked_sub(1)? as usize]);
    let (from, to) = (square(11), square(17));
    Some(match bits & 3 {
        0 => Move::Normal {
            role: role(2)?,
            from,
            capture: role(5),
            to,
            promotion: role(8),
        },
        1 => Move::EnPassant { from, to },
        2 => Move::Castle {
            king: from,
            rook: to,
        },
        _ => return None,
    })
}

/// 0 for none, 1 to 6 for pawn to king.
fn slot(role: Option<Role>) -> u32 {
    role.map_or(0, |role| role as u32)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn score(&mut self) -> Option<Score> {
        let folded = self.number()?;
        let value = (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed();
        Some(Score::new(value.try_into().ok()?))
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn count(&mut self) -> Option<usize> {
        let count = self.number()?;
        (count <= MOST).then_some(count as usize)
    }

    fn step(&mut self) -> Option<Move> {
        let bytes = self.take(3)?;
        unpacked(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]))
    }
}

/// Entries of a file: bytes behind a checksum.
#[cfg(feature = "cache")]
pub(super) mod sealed {
    use sha2::{Digest, Sha256};

    use super::super::key::Key;
    use crate::engine::Analysis;

    /// Bytes of the checksum.
    const CHECKSUM: usize = 8;

    /// The bytes of an analysis behind the checksum of its key and them.
    pub(in crate::batch::cache) fn seal(key: &Key, bytes: &[u8]) -> Vec<u8> {
        let mut sealed = checksum(key, bytes).to_vec();
        sealed.extend(bytes);
        sealed
    }

    /// The analysis in an entry, if the entry is whole and that of this key.
    pub(in crate::batch::cache) fn open(key: &Key, sealed: &[u8]) -> Option<Analysis> {
        let (sum, bytes) = sealed.split_at_checked(CHECKSUM)?;
        if sum != checksum(key, bytes) {
            return None;
        }
        super::decode(bytes)
    }

    fn checksum(key: &Key, bytes: &[u8]) -> [u8; CHECKSUM] {
        let mut hasher = Sha256::new();
        hasher.update(key.bytes());
        hasher.update(bytes);
        let digest: [u8; 32] = hasher.finalize().into();
        let mut sum = [0; CHECKSUM];
        sum.copy_from_slice(&digest[..CHECKSUM]);
        sum
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;
    use crate::engine::{Graph, History, Limits, Searcher};

    fn analyses() -> Vec<Analysis> {
        let mut searcher = Searcher::new(&Graph::clean());
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/7p/R3K3 w Qkq d6 0 9",
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "8/P6k/8/8/8/8/8/K7 w - - 99 80",
        ]
        .into_iter()
        .map(|fen| {
            let fen: Fen = fen.parse().expect("a FEN");
            let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            let limits = Limits {
                depth: 4,
                nodes: Some(5000),
            };
            searcher.search(&History::new(position), limits)
        })
        .collect()
    }

    #[test]
    fn an_analysis_comes_back_whole() {
        for analysis in analyses() {
            let bytes = encode(&analysis).expect("chess moves");
            assert_eq!(decode(&bytes), Some(analysis));
        }
    }

    #[test]
    fn every_kind_of_move_comes_back() {
        let moves = |fen: &str| {
            let fen: Fen = fen.parse().expect("a FEN");
            let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            shakmaty::Position::legal_moves(&position)
        };
        let mut kinds = [false; 4];
        for fen in [
            "r3k2r/8/8/3pP3/8/8/7p/R3K2R w KQkq d6 0 9",
            "1n5k/P7/8/8/8/8/8/K7 w - - 0 1",
        ] {
            for step in moves(fen) {
                assert_eq!(unpacked(packed(step).expect("packed")), Some(step));
                kinds[0] |= step.is_castle();
                kinds[1] |= step.is_en_passant();
                kinds[2] |= step.is_promotion();
                kinds[3] |= step.is_capture();
            }
        }
        assert_eq!(kinds, [true; 4]);
        let drop = Move::Put {
            role: Role::Queen,
            to: Square::A1,
        };
        assert_eq!(packed(drop), None);
    }

    #[test]
    fn bytes_cut_short_or_with_more_behind_are_no_analysis() {
        for analysis in analyses() {
            let mut bytes = encode(&analysis).expect("chess moves");
            for length in 0..bytes.len() {
                assert_eq!(decode(&bytes[..length]), None, "{length}");
            }
            bytes.push(0);
            assert_eq!(decode(&bytes), None);
        }
    }

    #[test]
    fn numbers_keep_all_their_bits() {
        for expected in [0, 1, 127, 128, 300, 1 << 32, u64::MAX] {
            let mut bytes = Vec::new();
            number(&mut bytes, expected);
            assert_eq!(Reader(&bytes).number(), Some(expected));
        }
        assert_eq!(Reader(&[0xff; 9]).number(), None);
        assert_eq!(Reader(&[0xff; 12]).number(), None);
    }

    #[cfg(feature = "cache")]
    #[test]
    fn no_single_damaged_byte_and_no_other_key_gives_a_value() {
        use super::super::key::Keys;

        let keys = Keys::new(&Graph::clean(), Limits::default());
        let mut game = History::new(Chess::default());
        let first = shakmaty::Position::legal_moves(game.position())[0];
        game.push(first);
        let keys = keys.of_game(&game);
        let analysis = analyses().remove(0);
        let bytes = encode(&analysis).expect("chess moves");
        let entry = sealed::seal(&keys[0], &bytes);
        assert_eq!(sealed::open(&keys[0], &entry), Some(analysis));
        assert_eq!(sealed::open(&keys[1], &entry), None);
        for place in 0..entry.len() {
            for damage in [1, 0x80, 0xff] {
                let mut damaged = entry.clone();
                damaged[place] ^= damage;
                assert_eq!(sealed::open(&keys[0], &damaged), None, "{place}");
            }
        }
        assert_eq!(sealed::open(&keys[0], &entry[..entry.len() - 1]), None);
        assert_eq!(sealed::open(&keys[0], b""), None);
    }
}
