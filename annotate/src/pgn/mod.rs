//! PGN as bytes: read, scanned, inserted into and stripped again. Nothing is ever rewritten.
//!
//! A game goes through three stages, each with its own type and its own errors: [`RawGame`]
//! (bytes), [`GameText`] (spans and [`Notation`]), [`MainLine`] (legal moves).
//!
//! # Where games begin and end
//!
//! As in python-chess: a blank line in the movetext, outside comments, ends the game; so does
//! nothing else but the end of the input and the next game's tags. Lines that start with `%`
//! are passed over outside comments, `;` starts a comment up to the end of the line. Between
//! tags one blank line may stand; after two, further tags are another game's. Blank lines after
//! a game belong to it; `%` and `;` lines after them belong to the next.
//!
//! # Tolerated differences
//!
//! From python-chess, which reads
//! - tags only at the very start of a line that holds one tag and nothing else: blanks before
//!   it, moves or a second tag after it and a value with raw quotes are read here (where it takes
//!   such a line for movetext it takes our record after it for movetext too);
//! - tags that follow movetext without a blank line as a part of that movetext; here they start
//!   the next game (pgn-reader does the same);
//! - tags followed by two blank lines as a game without moves, and the movetext after them as a
//!   game without tags; here they are one game (pgn-reader does the same);
//! - on over a token it does not know, a null move, a stray parenthesis and a result; here the
//!   main line ends there, with a [`Stop`];
//! - `a8(Q)`, `<>` and a variation before the first move as unknown tokens, `1e4` as a move from
//!   the first rank; here they are a promotion, a null move, a variation, and number and move;
//! - an illegal move in a variation as the end of the game's moves, or fails on it; here what
//!   stands in variations does not matter;
//! - characters above ASCII that Unicode calls white space as white space; here they are not.
//!
//! From pgn-reader, which reads
//! - lines that end with LF only; a lone CR ends one here;
//! - on over a line that holds only blanks, which ends a game here (and in python-chess);
//! - `;` lines before a game as its movetext: set off by a blank line they are a game of their
//!   own to it;
//! - vertical tab and form feed, and a byte-order mark before a game that is not the first, as
//!   parts of a word, here as white space;
//! - any line that starts with `[` as the next game's, here only one that opens a tag pair;
//! - a tag's value up to its first raw quote, and what follows as movetext;
//! - two blank lines between tags as nothing;
//! - on over a token it does not know, a null move and a result;
//! - a move with a glued glyph or `e.p.` (`Qe5+-`, `exd6e.p.`) as an unknown token, `a8(Q)` as a
//!   move and a variation, `g1f3` as a pawn's.
//!
//! Where this room stops and they go on, its main line is the beginning of theirs.

mod bytes;
mod comment;
mod decode;
mod evals;
mod existing;
mod hash;
mod insert;
mod notation;
mod outline;
mod piece;
mod reader;
mod record;
mod resolve;
mod scan;
mod start;
mod strip;
mod tags;
mod text;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod laws;

pub use decode::Encoding;
pub use evals::{Eval, eval};
pub use existing::{Existing, existing, has_eval};
pub use hash::{moves_hash, start_fen, text_hash, uci};
pub use insert::insert;
pub use notation::{Notation, Promotion};
pub use piece::{MovePieces, TagFields};
pub use reader::{GameReader, Part, RawGame};
pub use record::{
    ExistingPolicy, Record, RecordedJudge, Short, ShortPly, read_record, students_field,
};
pub use resolve::{MainLine, NotationError, legal_move, resolve};
pub use start::{Start, StartError, start};
pub use strip::strip_game;
pub use tags::TagSpan;
pub use text::{GameText, Item, ItemKind, MainMove, Mark, ResultToken, Stop, StopReason};
