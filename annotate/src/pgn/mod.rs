//! The pgn room.
