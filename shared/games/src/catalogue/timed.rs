//! Games of which the server measures the time and nothing else.
//!
//! Their boards are made in the front end, so there is nothing to replay: from start ticket to submission, on the server's
//! clock, is the record, and whether the game was won is the app's word. `GET /v1/games` says so.
//!
//! # Proof
//!
//! Empty, or the app's counters as a small JSON object, kept for operators.

use crate::{Board, Illegal, Malformed, Proof, Replay, Value};

/// The proof's form, for front-end developers.
pub const FORMAT: &str = "empty: only the time is measured, the rest is the app's word";

/// Longest proof, in bytes.
pub const LIMIT: usize = 256;

/// What the app says of the run; nothing yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters;

impl Proof for Counters {
    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() { Ok(Self) } else { Err(Malformed { at: 0, why: "the proof of this game is empty" }) }
    }

    fn encode(&self) -> String {
        String::new()
    }

    fn moves(&self) -> u32 {
        0
    }

    fn replay(&self, _: &Board) -> Result<Replay, Illegal> {
        Ok(Replay::solo(Value::Elapsed, 0))
    }
}
