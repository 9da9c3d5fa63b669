//! What the integration tests share: a whole service in memory, whose clock a test sets, and the clients that talk to it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc, reason = "these are the tests' hands")]

mod faults;
mod world;

pub use faults::{Fault, FaultyDatabase};
pub use world::{Answer, Player, Run, World, dump, solve_fifteen};

/// A sample event, by its path under `events/`.
#[must_use]
pub fn event(path: &str) -> serde_json::Value {
    let file = format!("{}/../events/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
}
