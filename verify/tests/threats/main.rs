//! Threats of mate, sound sacrifices and arrows, in games annotated by hand.

mod annotated;
mod arrows;
mod told;
