//! The tutor room: judges moves, finds what happened on the board, and chooses what to say.
//!
//! From the board up:
//!
//! - [`captures`]: who can take what, and what is loose;
//! - [`facts`]: what a move did, kind by kind; [`reasons`]: what it changed in room,
//!   king safety and pawns;
//! - [`mod@line`]: what a line of play takes; [`motif`]: what it does; [`causes`]: why a
//!   move was bad;
//! - [`judge`]: best, played and line; [`class`] and [`thresholds`]: what the cost is
//!   called; [`standing`]: who is better;
//! - [`uci`]: an engine that is asked instead of ours; [`told`]: verdicts by values from
//!   elsewhere; [`proofs`]: the mates among them that may be spoken of;
//! - [`claim`]: what can be said, as data; [`voice`] and [`wording`]: to whom and in
//!   which words; [`san`] and [`names`]: moves and pieces as text; [`arrows`]: what
//!   they point at;
//! - [`puzzle`]: what was missed or left unpunished, as a position to solve;
//! - [`choice`]: what is worth saying; [`quiet`]: when, and what was said before.
//!
//! Two calls make the whole: [`EngineJudge`] for every move, then [`speak`] for the game.

pub mod arrows;
#[cfg(test)]
mod book;
pub mod captures;
pub mod causes;
pub mod choice;
pub mod claim;
pub mod class;
pub mod facts;
#[cfg(test)]
mod games;
pub mod judge;
#[cfg(test)]
mod laws;
pub mod line;
pub mod motif;
pub mod names;
pub mod proofs;
pub mod puzzle;
pub mod quiet;
pub mod reasons;
pub mod san;
pub mod standing;
#[cfg(test)]
pub(crate) mod testing;
pub mod thresholds;
pub mod told;
pub mod uci;
pub mod voice;
pub mod wording;

pub use claim::Claim;
pub use class::Class;
pub use judge::{EngineJudge, Judge, Rules, Verdict};
pub use puzzle::Puzzle;
pub use quiet::{Existing, JudgedGame, OnExisting, Remark, VoiceSettings, speak};
pub use thresholds::Thresholds;
pub use told::{Answer, ToldRules};
pub use uci::{UciJudge, UciSettings};
pub use voice::{Person, Voice};

/// The side spoken to in a game; none is the neutral voice.
pub type SpokenTo = Option<shakmaty::Color>;
