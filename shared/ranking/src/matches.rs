//! Matches between two people: a room, two seats, moves that the rules check, and one end.
//!
//! A [`Match`] is the whole state of one. Its methods are what the people in it may do: each takes the server's time, changes
//! the state or refuses, and says whether there is anything to write down. Nothing here draws, signs or waits.
//!
//! # When a match moves the ratings
//!
//! Both players' ratings move when the room was opened for a rated match, the game is rated at all (nim is not: it is solved), and none
//! of the reasons of [`REASONS`] applies. They are looked at in that order, and the first one is told.

mod account;
mod clock;
mod network;
mod record;
mod report;
mod rules;
mod seat_token;
mod state;

pub use account::AccountKey;
pub use clock::{Clock, PER_GAME_MS, PER_MOVE_MS, USUAL_PER_MOVE_MS};
pub use network::{AddressKey, Network};
pub use record::{Record, record};
pub use report::Report;
pub use rules::{BadOptions, Options, Position, Setting, playable, unrated_because};
pub use seat_token::{SeatClaim, SeatTokens};
pub use state::{Change, Ended, Ending, Match, Private, REASONS, Refusal, Seat, result};
