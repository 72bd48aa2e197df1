//! Causes that rest on a line of play: by our own search, and by another judge's line.

mod annotated;
mod own;
