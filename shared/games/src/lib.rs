//! Every game Sunwi knows: its rules, the replay of a proof, and the computer opponents.
//!
//! The crate is pure. A [`Board`] and a proof go in, a [`Replay`] or a refusal comes out: no clock, no
//! environment, no network, integers only. The same proof gives the same verdict on x86-64, arm64
//! and wasm32, which is why bounded draws come from [`Draw`] and never from a `usize` range.
//!
//! A game is one file in `catalogue/` and one row in [`catalogue`]; nothing else knows it by name.
//!
//! ```
//! use games::{Board, GameId, Seed};
//!
//! let game: GameId = "2048".parse().unwrap();
//! let board = Board { seed: Seed([7; 32]), weekday: 0, variation: 0, level: None };
//! let proof = game.read(&board, "LDLD").unwrap();
//! assert_eq!(proof.moves(), 4);
//! ```
//!
//! # What is promised
//!
//! * No text makes a function of this crate panic.
//! * Every loop that a proof can lengthen is bounded by a count of steps, never by a clock.
//! * `decode(encode(proof)) == proof`, and a text has at most one reading.

mod board;
pub mod catalogue;
mod draw;
mod game;
pub mod opponent;
mod proof;
pub mod search;
mod text;
mod two_player;

pub use board::{Board, Level, Seed};
pub use catalogue::{GameId, UnknownGame};
pub use draw::Draw;
pub use game::{Better, CopyCheck, Game, Kind, Limits, Measure, Name};
pub use opponent::{Choice, Match, Opponent, OwnMoves};
pub use proof::{Illegal, Malformed, OutOfRange, Outcome, Proof, Reading, Replay, Value};
pub use search::{Budget, Evaluate, Found};
pub use two_player::{End, IllegalMove, Side, TwoPlayer, mix, perft};
