//! The `verify` program.

fn main() {}
