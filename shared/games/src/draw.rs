//! Random numbers that are the same on every machine.
//!
//! Three operations, frozen within a rules version: a changed order of draws breaks every stored run.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::Seed;

/// A stream of draws from a board's seed: ChaCha8, read as `u32` only.
#[derive(Clone, Debug)]
pub struct Draw(ChaCha8Rng);

impl Draw {
    /// Starts the stream of `seed`.
    #[must_use]
    pub fn new(seed: &Seed) -> Self {
        Self(ChaCha8Rng::from_seed(seed.0))
    }

    /// Starts one of several independent streams of `seed`, for a game that must not let one kind of
    /// draw disturb another. Stream 0 is [`Draw::new`].
    #[must_use]
    pub fn stream(seed: &Seed, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::from_seed(seed.0);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A uniform number in `0..bound`; 0 when `bound` is 0.
    ///
    /// Lemire's multiply-shift with rejection ("Fast Random Integer Generation in an Interval", 2019).
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let [high, low] = split(product);
            // The threshold is 2^32 mod bound; it is below bound, so the division is seldom needed.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return high;
            }
        }
    }

    /// Fisher-Yates from the top: every order of `items` is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let bound = u32::try_from(i + 1).unwrap_or(u32::MAX);
            items.swap(i, self.below(bound) as usize);
        }
    }
}

/// The high and the low half of `product`.
fn split(product: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = product.to_be_bytes();
    [u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_chacha8_of_the_seed() {
        // First words of ChaCha8 with an all-zero key and nonce: estreambench "Set 6"-style vector of
        // the zero key, as published in draft-strombergson-chacha-test-vectors-01, TC1 (8 rounds).
        let mut draw = Draw::new(&Seed([0; 32]));
        let word = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
        assert_eq!(draw.0.next_u32(), word([0x3e, 0x00, 0xef, 0x2f]));
        assert_eq!(draw.0.next_u32(), word([0x89, 0x5f, 0x40, 0xd6]));
    }

    #[test]
    fn below_stays_below_and_reaches_every_number() {
        let mut draw = Draw::new(&Seed([1; 32]));
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[draw.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
        assert_eq!(draw.below(0), 0);
        assert_eq!(draw.below(1), 0);
    }

    #[test]
    fn shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..52).collect();
        Draw::new(&Seed([2; 32])).shuffle(&mut items);
        assert_ne!(items, (0..52).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..52).collect::<Vec<_>>());
    }
}
