//! The domain of Sunwi: what a run is worth, where it stands, and why it is refused.
//!
//! Pure: the time, the keys and the randomness are arguments, and nothing here waits for anything.
//! A run flows one way through the modules:
//!
//! 1. a [`Ticket`] is signed when a player starts ([`ticket`]), on the board that [`board`] draws from the date;
//! 2. the [`Referee`] opens it again with the submission, checks in a fixed order, and lets `games` replay ([`referee`]);
//! 3. the [`Verdict`] is a value with a [`RankKey`] ([`rank_key`]) or a public [`Reason`] ([`reason`]);
//! 4. what players see of it is a [`Badge`] ([`badge`]) and, when the period has closed, a [`Title`] ([`title`]).
//!
//! A match between two people is one state that both of them change ([`mod@matches`]).

pub mod badge;
pub mod board;
pub mod keyring;
pub mod matches;
pub mod names;
pub mod player;
pub mod rank_key;
pub mod rated;
pub mod rating_title;
pub mod reason;
pub mod referee;
pub mod review;
pub mod ticket;
pub mod title;

pub use badge::Badge;
pub use board::{BoardKey, day_board};
pub use keyring::{Keyring, KeyringError, decode_key};
pub use player::{BrowserTokens, PlayerId, TokenError};
pub use rank_key::RankKey;
pub use rated::{AiRating, rate_ai_game, season_of};
pub use rating_title::RatingTitle;
pub use reason::Reason;
pub use referee::{Acceptance, Judgement, Referee, Refusal, Submission, Verdict};
pub use review::{Review, Reviewed, review};
pub use ticket::{Ticket, TicketError, Tickets};
pub use title::Title;
