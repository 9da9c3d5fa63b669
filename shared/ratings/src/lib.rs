//! Ratings: Glicko-2 one game at a time, rating seasons, tiers, computer levels, baduk rating points.
//!
//! The crate is pure: no clock, no calendar, no storage. A record and a game go in, a record comes out.
//! Times are unix milliseconds; where a season ends is the caller's to say. Every number that follows from an
//! exponential or a logarithm comes from the crate `libm`, so that all machines compute the same bits.
//!
//! | to | use |
//! | --- | --- |
//! | rate a game and keep the result | [`RatingRecord::after`], [`rate_both`] |
//! | show a rating, list it, mark it provisional | [`RatingRecord::shown`], [`RatingRecord::provisional_from_ms`] |
//! | end a season | [`RatingRecord::rolled_into`], [`season_titles`] |
//! | say why a game is not rated | [`Unrated`], [`above_ai_ceiling`] |
//! | calculate a single game | [`Glicko2`], [`Meeting`] |
//! | rate a computer level | [`Tally`] |
//! | meet a computer level, show how it was measured | [`level_opponent`], [`strongest_level`], [`measured_games`] |
//! | baduk points | [`baduk`] |
//! | list the numbers of the rules | [`constants`], [`baduk::constants`] |
//!
//! # What is promised
//!
//! * Finite in, finite out: the types hold no other numbers, and no function leaves them.
//! * Every computation ends: the search for a volatility takes at most 100 steps, all else has no loop that
//!   its arguments lengthen.
//! * A record's rating stays within 400 to 4000, its deviation within 45 to 350, its volatility within 0.01
//!   to 0.1, and one game moves a rating by at most 700 points.
//! * A game that cannot be rated changes nobody ([`NotRatable`]).
//! * Seasons may be rolled by a sweep, by the player's next game, or by both: the record is the same to the
//!   last bit.
//!
//! # How well it works
//!
//! The crate `calibrate` rates simulated people of known strength with these records. A newcomer is
//! provisional for more than 10 games and fewer than 20; the rating is off by 60 to 80 points on average
//! after 20 games and by 40 after 50. Of people who play some 20 games a season, two of five are
//! provisional when their first season ends and one of ten or fewer later; season titles are spread over
//! the tiers as the true strengths are. Its documentation has the tables.
//!
//! # Choices
//!
//! * Games are rated one at a time, as on lichess, and a game by itself lets no uncertainty grow; only rest
//!   does. The paper gathers a period's games. This is an approximation, and the site says so.
//! * The deviation at a season's end is raised once: from then on it is at least 100, and later seasons'
//!   ends find nothing to raise.

pub mod baduk;
mod calibration;
mod ceiling;
pub mod constants;
mod glicko2;
mod levels;
mod live;
mod named;
mod number;
mod pool;
mod quantity;
mod record;
mod score;
mod season;
mod shown;
mod tier;
mod unrated;
mod volatility;

pub use calibration::Tally;
pub use ceiling::above_ai_ceiling;
pub use glicko2::{Glicko2, Growth, Meeting, NotRatable, Opponent, Strength, Update, Volatile};
pub use levels::{MeasuredGame, MeasuredSeat, Seat, level_opponent, measured_games, strongest_level};
pub use named::{Name, UnknownName};
pub use pool::Pool;
pub use quantity::{Deviation, OutOfRange, Rating, Tau, Volatility};
pub use record::{RatedGame, RatingRecord, rate_both};
pub use score::Score;
pub use season::{Season, SeasonBlock, SeasonEnd, SeasonTitle, season_titles};
pub use shown::Shown;
pub use tier::Tier;
pub use unrated::Unrated;
