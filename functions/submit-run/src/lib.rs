//! `POST /v1/runs`: the moves of a run are handed in, judged and recorded.
//!
//! | variable | what |
//! |---|---|
//! | `SUNWI_TABLE` | the table |
//! | `SUNWI_TICKET_KEYS` | keys of start tickets |
//! | `SUNWI_BROWSER_KEYS` | keys of browser tokens |
//! | `SUNWI_BOARD_KEY` | the secret the boards are drawn from |
//! | `SUNWI_CORS_ORIGINS` | front ends that browsers may call from |
//!
//! The flow is `decode -> judge -> commit -> answer`, in `runs.rs` from top to bottom. Nothing between the first two touches
//! the network, and nothing after the second changes the verdict.

mod answer;
mod runs;

use std::sync::Arc;

use api::config::{self, ConfigError};
use api::{HasBrowsers, Routes, routes};
use ranking::{BrowserTokens, Referee};
use store::{Clock, Store};

/// What the handler needs.
#[derive(Debug)]
pub struct State {
    store: Store,
    browsers: BrowserTokens,
    referee: Referee,
}

impl State {
    /// A state of these parts.
    #[must_use]
    pub const fn new(store: Store, browsers: BrowserTokens, referee: Referee) -> Self {
        Self { store, browsers, referee }
    }

    /// The state that the environment describes.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] that names the variable which is missing or wrong.
    pub fn from_env() -> Result<Self, ConfigError> {
        let (browsers, referee) = (config::browsers()?, Referee::new(config::tickets()?, config::board_key()?));
        Ok(Self::new(config::store(Clock::system())?, browsers, referee))
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

/// The route of this function.
pub fn router<R: Routes<Arc<State>>>(state: Arc<State>) -> R::Finished {
    R::default().routes(routes!(runs::submit)).with_state(state)
}
