//! The dice: a number that looks thrown and is a function of seed, position and block.

use sha2::{Digest, Sha256};

/// The dice of one block, its name already hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    mask: u64,
}

impl Dice {
    /// The dice of `block` under `seed`.
    pub fn new(seed: u64, block: &str) -> Dice {
        let digest = Sha256::digest(block.as_bytes());
        let mut head = [0; 8];
        head.copy_from_slice(&digest[..8]);
        Dice {
            mask: seed ^ u64::from_be_bytes(head),
        }
    }

    /// The throw at the position with the Polyglot key `key`: 0 to 63, in 64ths.
    pub fn throw(self, key: u64) -> u8 {
        (split_mix(key ^ self.mask) >> 58) as u8
    }
}

/// One step of `SplitMix64`.
fn split_mix(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_of_split_mix_is_the_published_one() {
        assert_eq!(split_mix(0), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn seed_block_and_key_each_change_the_throws() {
        let throws = |dice: Dice| (0..64).map(|key| dice.throw(key)).collect::<Vec<_>>();
        let plain = throws(Dice::new(0, "loose"));
        assert_eq!(plain, throws(Dice::new(0, "loose")));
        assert_ne!(plain, throws(Dice::new(1, "loose")));
        assert_ne!(plain, throws(Dice::new(0, "king")));
        assert!(plain.iter().any(|&throw| throw != plain[0]));
    }

    #[test]
    fn a_throw_is_the_top_six_bits() {
        let digest = Sha256::digest(b"loose");
        let block = u64::from_be_bytes(digest[..8].try_into().expect("eight bytes"));
        let expected = (split_mix(7 ^ 12345 ^ block) >> 58) as u8;
        assert_eq!(Dice::new(7, "loose").throw(12345), expected);
    }
}
