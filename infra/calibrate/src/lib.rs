//! Measures the computer opponents, and tries the ratings on people whose strength is known.
//!
//! `cargo run --release -p calibrate` lets every level of every game, somebody who moves at random and somebody
//! who takes what looks best at once play the level `basic` over the boards of a year, and writes the table that
//! the crate `ratings` embeds. It may be stopped and started again: finished games are kept in a file.
//!
//! `cargo run --release -p calibrate -- simulate` prints what is said below.

pub mod entrants;
pub mod plan;
pub mod play;
pub mod races;
pub mod results;
pub mod simulate;
pub mod table;
