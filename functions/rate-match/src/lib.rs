//! Matches between people, and what others report: the closing ranking of an app that ranks by itself.
//!
//! | variable | what |
//! |---|---|
//! | `SUNWI_TABLE` | the table |
//! | `SUNWI_JWKS`, `SUNWI_ISSUER`, `SUNWI_AUDIENCE` | whose tokens of accounts and machines are believed |
//! | `SUNWI_BROWSER_KEYS` | keys of browser tokens; seat tokens are signed with them too |
//! | `SUNWI_BOARD_KEY` | the secret that public identifiers of accounts are made with |
//! | `SUNWI_ADDRESS_KEY` | the secret that addresses are hashed with |
//! | `SUNWI_CORS_ORIGINS` | front ends that browsers may call from |

mod body;
mod closings;
mod rooms;
mod turns;
mod who;

use std::sync::Arc;

use api::config::{self, ConfigError};
use api::{HasAccounts, Routes, routes};
use ranking::BrowserTokens;
use ranking::matches::{AccountKey, AddressKey, SeatTokens};
use store::{Clock, Store};
use tokens::Verifier;

/// What the handlers need.
#[derive(Debug)]
pub struct State {
    store: Store,
    accounts: Verifier,
    account_players: AccountKey,
    browsers: BrowserTokens,
    seats: SeatTokens,
    addresses: AddressKey,
}

impl State {
    /// A state of these parts.
    #[must_use]
    pub const fn new(
        store: Store,
        accounts: Verifier,
        account_players: AccountKey,
        browsers: BrowserTokens,
        seats: SeatTokens,
        addresses: AddressKey,
    ) -> Self {
        Self { store, accounts, account_players, browsers, seats, addresses }
    }

    /// The state that the environment describes.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] that names the variable which is missing or wrong.
    pub fn from_env() -> Result<Self, ConfigError> {
        let accounts = config::accounts()?;
        let players = AccountKey::new(config::board_key()?);
        let (browsers, seats, addresses) = (config::browsers()?, config::seats()?, config::addresses()?);
        Ok(Self::new(config::store(Clock::system())?, accounts, players, browsers, seats, addresses))
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
        .routes(routes!(closings::hand_over))
        .routes(routes!(rooms::open))
        .routes(routes!(rooms::show))
        .routes(routes!(rooms::write_down))
        .routes(routes!(rooms::sit))
        .routes(routes!(turns::play))
        .routes(routes!(turns::resign))
        .routes(routes!(turns::draw))
        .routes(routes!(turns::claim))
        .routes(routes!(turns::report))
        .with_state(state)
}
