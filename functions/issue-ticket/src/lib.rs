//! Who plays, what can be played, and the start of a run.
//!
//! | variable | what |
//! |---|---|
//! | `SUNWI_TABLE` | the table, for nicknames |
//! | `SUNWI_TICKET_KEYS` | keys of start tickets |
//! | `SUNWI_BROWSER_KEYS` | keys of browser tokens |
//! | `SUNWI_BOARD_KEY` | the secret the boards are drawn from |
//! | `SUNWI_CORS_ORIGINS` | front ends that browsers may call from |
//!
//! Neither an identity nor a ticket writes anything: both are signed, and the database hears of a player with the first run.

mod catalogue;
mod players;
mod quota;
mod tickets;
mod variations;

use std::sync::Arc;

use api::config::{self, ConfigError};
use api::{HasBrowsers, Routes, routes};
use ranking::{BoardKey, BrowserTokens, Tickets};
use store::{Clock, Store};

use crate::quota::Quota;
use crate::variations::Variations;

/// What the handlers need.
#[derive(Debug)]
pub struct State {
    store: Store,
    browsers: BrowserTokens,
    tickets: Tickets,
    boards: BoardKey,
    variations: Variations,
    quota: Quota,
}

impl State {
    /// A state of these parts.
    #[must_use]
    pub fn new(store: Store, browsers: BrowserTokens, tickets: Tickets, boards: BoardKey) -> Self {
        Self { store, browsers, tickets, boards, variations: Variations::default(), quota: Quota::default() }
    }

    /// The state that the environment describes.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] that names the variable which is missing or wrong.
    pub fn from_env() -> Result<Self, ConfigError> {
        let (browsers, tickets, boards) = (config::browsers()?, config::tickets()?, config::board_key()?);
        Ok(Self::new(config::store(Clock::system())?, browsers, tickets, boards))
    }
}

impl HasBrowsers for State {
    fn browsers(&self) -> &BrowserTokens {
        &self.browsers
    }

    fn now_ms(&self) -> i64 {
        self.store.clock().now_ms()
    }
}

/// The routes of this function.
pub fn router<R: Routes<Arc<State>>>(state: Arc<State>) -> R::Finished {
    R::default()
        .routes(routes!(players::create))
        .routes(routes!(players::name))
        .routes(routes!(players::forget))
        .routes(routes!(catalogue::list))
        .routes(routes!(catalogue::show))
        .routes(routes!(tickets::start))
        .routes(routes!(catalogue::health))
        .with_state(state)
}
