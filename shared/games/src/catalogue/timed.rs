//! Games of which the server measures the time and nothing else.
//!
//! Their boards are made in the front end, so there is nothing to replay: from start ticket to submission, on the
//! server's clock, is the record, and whether the game was won is the app's word. `GET /v1/games` says so.
//!
//! # Proof
//!
//! Empty, or what the app counted, as a JSON object with any of
//!
//! * `won`: whether the game was won, answered or solved; only `true` is worth a record,
//! * `right`: how many questions or targets were hit, 1 to [`MOST_RIGHT`],
//! * `strokes`: how many keys were pressed, 1 to [`MOST_STROKES`]. Where the game's row has a pace, a run that
//!   was faster than its strokes allow is refused.
//!
//! The counters are kept for operators; none of them changes the record.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{Board, Illegal, Malformed, OutOfRange, Proof, Replay, Value};

/// The proof's form, for front-end developers.
pub const FORMAT: &str = "empty or {\"won\":true,\"right\":n,\"strokes\":n}, each optional: \
                          only the time is measured, the rest is the app's word";

/// Longest proof, in bytes.
pub const LIMIT: usize = 256;

/// Most right answers in a run: one every 7.2 seconds of the two hours a timed game may last.
pub const MOST_RIGHT: u64 = 1000;

/// Most keys pressed in a run: two hours at the 30 ms that the fastest typing takes.
pub const MOST_STROKES: u64 = 240_000;

/// What the app says of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// Whether the game was won.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub won: Option<bool>,
    /// Right answers, or targets hit.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub right: Option<u64>,
    /// Keys pressed.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub strokes: Option<u64>,
}

/// A counter that is written has a value: `null` is not one.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Proof for Counters {
    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        // An array would be read as the fields in order.
        if !text.starts_with('{') {
            return Err(Malformed { at: 0, why: "the proof of this game is empty or a JSON object" });
        }
        serde_json::from_str(text).map_err(|error| Malformed {
            at: if error.line() == 1 { error.column().saturating_sub(1) } else { 0 },
            why: "the app's counters are won, right and strokes, each at most once",
        })
    }

    fn encode(&self) -> String {
        if *self == Self::default() { String::new() } else { serde_json::to_string(self).unwrap_or_default() }
    }

    fn moves(&self) -> u32 {
        self.strokes.map_or(0, |strokes| u32::try_from(strokes).unwrap_or(u32::MAX))
    }

    fn check_trusted(&self, _: &Board) -> Result<(), OutOfRange> {
        if self.won == Some(false) {
            return Err(OutOfRange { why: "a game that was not won has no time" });
        }
        if self.right.is_some_and(|right| !(1..=MOST_RIGHT).contains(&right)) {
            return Err(OutOfRange { why: "from 1 to 1,000 answers can be right" });
        }
        if self.strokes.is_some_and(|strokes| !(1..=MOST_STROKES).contains(&strokes)) {
            return Err(OutOfRange { why: "from 1 to 240,000 keys can be pressed" });
        }
        Ok(())
    }

    fn replay(&self, _: &Board) -> Result<Replay, Illegal> {
        Ok(Replay::solo(Value::Elapsed, self.moves()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use proptest::prelude::*;

    const BOARD: Board = Board { seed: Seed([0; 32]), weekday: 0, variation: 0, level: None };

    #[test]
    fn the_proof_is_empty_or_the_counters() {
        let none = Counters::default();
        assert_eq!(Counters::decode(""), Ok(none));
        assert_eq!(Counters::decode(r#"{"won": true}"#), Ok(Counters { won: Some(true), ..none }));
        assert_eq!(Counters::decode(r#"{"right":7}"#), Ok(Counters { right: Some(7), ..none }));
        let all = Counters { won: Some(true), right: Some(7), strokes: Some(250) };
        assert_eq!(Counters::decode(r#"{"strokes":250,"won":true,"right":7}"#), Ok(all));
    }

    #[test]
    fn anything_else_is_malformed() {
        for text in [
            " ",
            "true",
            "[true,7,250]",
            " {\"won\":true}",
            r#"{"won":true} x"#,
            r#"{"won":true,}"#,
            r#"{"won":true,"won":true}"#,
            r#"{"won":null}"#,
            r#"{"won":1}"#,
            r#"{"lost":true}"#,
            r#"{"right":-1}"#,
            r#"{"right":1.0}"#,
            r#"{"right":1e2}"#,
            r#"{"right":07}"#,
            r#"{"right":"7"}"#,
            r#"{"right":18446744073709551616}"#,
        ] {
            assert!(Counters::decode(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_counter_that_the_game_cannot_give_is_out_of_range() {
        let in_range = |text| Counters::decode(text).unwrap().check_trusted(&BOARD).is_ok();
        for text in ["", r#"{"won":true}"#, r#"{"right":1}"#, r#"{"right":1000}"#, r#"{"strokes":240000}"#] {
            assert!(in_range(text), "{text}");
        }
        for text in [r#"{"won":false}"#, r#"{"right":0}"#, r#"{"right":1001}"#, r#"{"strokes":0}"#] {
            assert!(!in_range(text), "{text}");
        }
        assert!(!in_range(r#"{"strokes":240001}"#));
    }

    proptest! {
        #[test]
        fn counters_read_back(won in any::<Option<bool>>(), right in any::<Option<u64>>(), strokes in any::<Option<u64>>()) {
            let counters = Counters { won, right, strokes };
            prop_assert_eq!(Counters::decode(&counters.encode()), Ok(counters));
        }
    }
}
