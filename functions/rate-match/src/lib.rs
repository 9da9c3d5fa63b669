//! What others report: the closing ranking of an app that ranks by itself.
//!
//! | variable | what |
//! |---|---|
//! | `SUNWI_TABLE` | the table |
//! | `SUNWI_JWKS`, `SUNWI_ISSUER`, `SUNWI_AUDIENCE` | whose machine tokens are believed |
//! | `SUNWI_CORS_ORIGINS` | front ends that browsers may call from |

mod closings;

use std::sync::Arc;

use api::HasAccounts;
use api::config::{self, ConfigError};
use store::{Clock, Store};
use tokens::Verifier;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What the handlers need.
#[derive(Debug)]
pub struct State {
    store: Store,
    accounts: Verifier,
}

impl State {
    /// A state of these parts.
    #[must_use]
    pub const fn new(store: Store, accounts: Verifier) -> Self {
        Self { store, accounts }
    }

    /// The state that the environment describes.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] that names the variable which is missing or wrong.
    pub async fn from_env() -> Result<Self, ConfigError> {
        let accounts = config::accounts()?;
        Ok(Self::new(config::store(Clock::system()).await?, accounts))
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
pub fn router(state: Arc<State>) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(closings::hand_over)).with_state(state)
}
