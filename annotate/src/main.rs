//! The `annotate` program.

fn main() {}
