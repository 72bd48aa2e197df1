//! The tutor room.
