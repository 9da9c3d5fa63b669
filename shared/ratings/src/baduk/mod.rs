//! Baduk rating points (레이팅 포인트, RP) with their ranks from 25급 to 7단★.
//!
//! # What is published, what is reconstructed, what is assumed
//!
//! The description that these points follow gives outcomes, not the curve behind them.
//!
//! * **Published**: the points won among equals at 25급, 18급, 10급, 1급 and 7단★; the worked examples of
//!   5단 and 7단; the last 20 games and 60 % with fewer than 5; that win rates matter from 6단 on; the least gain
//!   of 3; a streak bonus of at most 100 % from the third win on, none at 7단★; the malus for losing streaks at
//!   every rank; at least 50 moves; handicaps up to 정선.
//! * **Reconstructed**, so that all 40 published numbers come out exactly: the constant C, the width a, the
//!   chance P, the factor of the win rates, and that points are cut toward zero.
//! * **Assumed**: 10 % for every game of a streak beyond the second, at most 2C for a win, what a draw gives,
//!   the floor of 1,000 points, and that a newcomer begins there.

pub mod constants;
mod points;
mod rank;
mod record;

pub use points::{Chance, Game, change, is_rated};
pub use rank::{Points, Rank};
pub use record::Record;
