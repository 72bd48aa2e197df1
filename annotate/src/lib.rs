//! Quiet Voice: grades a PGN archive with its own legible engine and comments quietly.
//!
//! Four rooms, each knowing only those before it: [`pgn`] (bytes, spans, insertion, strip),
//! [`engine`] (history, graph, blocks, search), [`tutor`] (judge, facts, causes, voice) and
//! [`batch`] (reading, parallel work, ordered writing, reports).

pub mod batch;
pub mod engine;
pub mod pgn;
pub mod tutor;
