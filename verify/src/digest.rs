//! SHA-256 in the short hexadecimal forms the carrier uses.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The first `digits` lower-case hex digits of the bytes.
pub fn hex(bytes: &[u8], digits: usize) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.truncate(digits);
    text
}

/// The first `digits` hex digits of the SHA-256 of the bytes.
pub fn sha256(bytes: &[u8], digits: usize) -> String {
    hex(&Sha256::digest(bytes), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_nothing_is_the_known_one() {
        assert_eq!(sha256(b"", 8), "e3b0c442");
    }
}
