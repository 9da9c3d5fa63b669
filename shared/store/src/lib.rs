//! The one DynamoDB table: keys, items, queries and transactions.
//!
//! Everything is spoken through `aws-sdk-dynamodb`; on a laptop the endpoint is an embedded engine, and nothing here
//! knows.
//!
//! # Rules of this crate
//!
//! * Every write that can be repeated is conditional. On a failed condition the state is read again and decided again,
//!   at most [`ATTEMPTS`] times with jitter; then the caller hears [`StoreError::Busy`].
//! * A verdict is one transaction ([`Store::accept`], [`Store::reject`]). What a repeated or a late request finds is in the run's item.
//! * A board is read through the local secondary index `by_rank`, always consistently: a global index could neither show
//!   a player the own rank right after a submission nor close a board exactly.
//! * Attribute names of hot items are short; they and every key are in `keys.rs`.
//! * Every request reports its consumed capacity to a meter ([`Store::spent`]), which tests hold against the budgets.

mod announcement;
mod audit;
mod board;
mod clock;
mod close;
mod error;
mod external;
mod hiding;
mod history;
mod keys;
mod leaving;
mod matches;
mod meter;
mod next_best;
mod profile;
mod rating;
mod reclose;
mod reclose_season;
mod rejection;
mod removal;
mod request;
mod run;
mod season;
mod table;
mod title;
mod verdict;

use std::sync::Arc;

use aws_sdk_dynamodb::Client;

pub use announcement::{Note, Replaced};
pub use audit::{Action, AuditRecord, Order};
pub use board::{Count, EXACT_RANKS, Entry};
pub use clock::Clock;
pub use close::{Closed, Closing};
pub use error::StoreError;
pub use external::{ExternalClosing, ExternalEntry, HandOver};
pub use history::Played;
pub use matches::{ABANDONED_MS, MatchItem, PointsItem, WAITS_MS};
pub use meter::Spent;
pub use profile::{Hidden, Profile};
pub use rating::{RatingItem, RunRating};
pub use reclose::{Plan, Reclosed};
pub use reclose_season::SeasonPlan;
pub use rejection::{REJECTIONS_KEPT_MS, RejectionCount, RejectionRecord};
pub use removal::{Corrected, Removed, RunFile, Worth};
pub use run::{RunRecord, RunStatus};
pub use season::ClosedSeason;
pub use title::AnyTitle;
pub use verdict::{CALL_LIMIT_MS, COMMIT_LIMIT_MS, Committed, Placed, SETTLE_MS};

/// Most tries of a transaction before the caller hears that the store is busy.
pub const ATTEMPTS: u32 = 5;

/// The table, and the clock that commits are timed by.
#[derive(Clone, Debug)]
pub struct Store {
    client: Client,
    table: String,
    clock: Clock,
    meter: Arc<meter::Meter>,
}

impl Store {
    /// The table `table` as `client` reaches it.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>, clock: Clock) -> Self {
        Self { client, table: table.into(), clock, meter: Arc::default() }
    }

    /// The same table with a meter of its own, to see what one operation costs.
    #[must_use]
    pub fn metered(&self) -> Self {
        Self { meter: Arc::default(), ..self.clone() }
    }

    /// What this handle and its clones have consumed.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.meter.spent()
    }

    /// The clock commits are timed by.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }
}
