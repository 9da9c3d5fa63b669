//! What is shown: boards, titles, refusals, and the description of the API.
//!
//! | variable | what |
//! |---|---|
//! | `SUNWI_TABLE` | the table |
//! | `SUNWI_CURSOR_KEY` | the secret that authenticates cursors |
//! | `SUNWI_BOARD_KEY` | the secret the boards are drawn from, to look at a run again |
//! | `SUNWI_JWKS`, `SUNWI_ISSUER`, `SUNWI_AUDIENCE` | whose operators are believed |
//! | `SUNWI_CORS_ORIGINS` | front ends that browsers may call from |
//!
//! Every number is read from the table when it is asked for; nothing here is computed ahead or kept.

mod boards;
mod calculators;
mod description;
mod ops;
mod paths;
mod played;
mod ratings;
mod rejections;
mod rules;
mod titles;

use std::sync::Arc;

use api::config::{self, ConfigError};
use api::page::Cursors;
use api::{HasAccounts, Routes, routes};
use ranking::BoardKey;
use store::{Clock, Store};
use tokens::Verifier;

/// What the handlers need.
#[derive(Debug)]
pub struct State {
    store: Store,
    cursors: Cursors,
    accounts: Verifier,
    boards: BoardKey,
}

impl State {
    /// A state of these parts.
    #[must_use]
    pub const fn new(store: Store, cursors: Cursors, accounts: Verifier, boards: BoardKey) -> Self {
        Self { store, cursors, accounts, boards }
    }

    /// The state that the environment describes.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] that names the variable which is missing or wrong.
    pub fn from_env() -> Result<Self, ConfigError> {
        let (cursors, accounts, boards) = (config::cursors()?, config::accounts()?, config::board_key()?);
        Ok(Self::new(config::store(Clock::system())?, cursors, accounts, boards))
    }
}

impl HasAccounts for State {
    fn accounts(&self) -> &Verifier {
        &self.accounts
    }

    fn now_ms(&self) -> i64 {
        self.store.clock().now_ms()
    }
}

/// The routes of this function.
pub fn router<R: Routes<Arc<State>>>(state: Arc<State>) -> R::Finished {
    R::default()
        .routes(routes!(boards::show))
        .routes(routes!(boards::player))
        .routes(routes!(calculators::glicko2))
        .routes(routes!(calculators::baduk))
        .routes(routes!(ratings::list))
        .routes(routes!(ratings::player))
        .routes(routes!(titles::of_player))
        .routes(routes!(titles::of_period))
        .routes(routes!(played::of_player))
        .routes(routes!(rejections::counts))
        .routes(routes!(rejections::records))
        .routes(routes!(rules::show))
        .routes(routes!(ops::runs::show, ops::runs::remove))
        .routes(routes!(ops::runs::restore))
        .routes(routes!(ops::players::hide))
        .routes(routes!(ops::players::unhide))
        .routes(routes!(ops::periods::reclose))
        .routes(routes!(ops::audit::list))
        .routes(routes!(ops::figures::show))
        .routes(routes!(description::openapi))
        .with_state(state)
}
