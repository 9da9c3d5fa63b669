//! What is shown: boards, titles, refusals, and the description of the API.
//!
//! | variable | what |
//! |---|---|
//! | `SUNWI_TABLE` | the table |
//! | `SUNWI_CURSOR_KEY` | the secret that authenticates cursors |
//! | `SUNWI_CORS_ORIGINS` | front ends that browsers may call from |
//!
//! Every number is read from the table when it is asked for; nothing here is computed ahead or kept.

mod boards;
mod description;
mod paths;
mod rejections;
mod titles;

use std::sync::Arc;

use api::config::{self, ConfigError};
use api::page::Cursors;
use store::{Clock, Store};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What the handlers need.
#[derive(Debug)]
pub struct State {
    store: Store,
    cursors: Cursors,
}

impl State {
    /// A state of these parts.
    #[must_use]
    pub const fn new(store: Store, cursors: Cursors) -> Self {
        Self { store, cursors }
    }

    /// The state that the environment describes.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] that names the variable which is missing or wrong.
    pub async fn from_env() -> Result<Self, ConfigError> {
        let cursors = config::cursors()?;
        Ok(Self::new(config::store(Clock::system()).await?, cursors))
    }

    fn now_ms(&self) -> i64 {
        self.store.clock().now_ms()
    }
}

/// The routes of this function.
pub fn router(state: Arc<State>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(boards::show))
        .routes(routes!(boards::player))
        .routes(routes!(titles::of_player))
        .routes(routes!(titles::of_period))
        .routes(routes!(rejections::counts))
        .routes(routes!(description::openapi))
        .with_state(state)
}
