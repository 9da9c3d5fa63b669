//! Games that rank by themselves: at the month's end the app hands over its final order, and titles are
//! given by it. There are no tickets and no runs, so no text is a proof.

use crate::{Board, Illegal, Malformed, Proof, Replay};

/// What stands where other games describe their proof.
pub const FORMAT: &str = "none: the app hands over the month's final order";

/// Largest value an app may report: the largest integer that every JSON reader keeps exact, 2^53 - 1
/// (RFC 8259, section 6).
pub const MOST: u64 = (1 << 53) - 1;

/// The proof that cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoProof {}

impl Proof for NoProof {
    fn decode(_: &str) -> Result<Self, Malformed> {
        Err(Malformed { at: 0, why: "this game takes no runs: its app reports the month's final order" })
    }

    fn encode(&self) -> String {
        match *self {}
    }

    fn moves(&self) -> u32 {
        match *self {}
    }

    fn replay(&self, _: &Board) -> Result<Replay, Illegal> {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_proof() {
        for text in ["", "{}", "1", "LDLD"] {
            assert!(NoProof::decode(text).is_err(), "{text:?}");
        }
    }
}
