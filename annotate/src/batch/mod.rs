//! The batch room.
