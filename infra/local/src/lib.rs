//! The whole service on one laptop.
//!
//! The same routers that run on Lambda are merged into one server; the same store speaks to an embedded DynamoDB through the
//! same SDK. Only three things are this crate's own: the keys ([`keys`]), the schedules ([`schedule`]) and the bots of the
//! demonstration ([`bots`]).

pub mod bots;
pub mod database;
pub mod description;
pub mod keys;
pub mod schedule;

use std::net::SocketAddr;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use axum::Router;
use close_period::{Announcer, Closer};
use http::HeaderValue;
use ranking::PlayerId;
use store::{Clock, Store};
use tokens::{Scope, Verifier};
use tokio::net::TcpListener;
use utoipa_axum::router::OpenApiRouter;

use crate::keys::Keys;

/// The table's name on a laptop.
pub const TABLE: &str = "sunwi";

/// Front ends that may call from a browser: the usual development servers on this machine.
const ORIGINS: [&str; 4] =
    ["http://localhost:3000", "http://localhost:5173", "http://localhost:8080", "http://127.0.0.1:8080"];

/// How long a development token is good, in seconds.
const DAY_S: u32 = 24 * 3600;

/// Why the service does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A file cannot be read or written, or a port cannot be opened.
    #[error("{what}: {why}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        why: std::io::Error,
    },
    /// The embedded database.
    #[error("the database: {0}")]
    Database(String),
    /// The stored keys cannot be used.
    #[error("the keys: {0}")]
    Keys(#[from] ranking::KeyringError),
    /// The operating system has no randomness for keys.
    #[error("the operating system has no randomness: {0}")]
    Random(#[from] getrandom::Error),
    /// The development issuer.
    #[error(transparent)]
    Issuer(#[from] tokens::DevIssuerError),
    /// The table.
    #[error(transparent)]
    Store(#[from] store::StoreError),
}

/// The parts of a running service.
#[derive(Clone, Debug)]
pub struct Service {
    /// The table.
    pub store: Store,
    /// The keys.
    pub keys: Keys,
}

impl Service {
    /// A service on the database of `client`, with its table made.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the database cannot be reached.
    pub async fn new(client: Client, keys: Keys, clock: Clock) -> Result<Self, StartError> {
        let store = Store::new(client, TABLE, clock);
        store.create_table().await?;
        Ok(Self { store, keys })
    }

    /// Every route, with its description.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the keys cannot be used.
    pub fn routes(&self) -> Result<OpenApiRouter, StartError> {
        let issuer = keys::issuer(&self.keys.issuer)?;
        self.routes_trusting(|| issuer.verifier())
    }

    /// Every route, believing the tokens of another issuer than the one for development.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the keys cannot be used.
    pub fn routes_trusting(&self, accounts: impl Fn() -> Verifier) -> Result<OpenApiRouter, StartError> {
        let all = OpenApiRouter::with_openapi(description::head());
        Ok(self.functions(accounts)?.into_iter().fold(all, |all, (_, routes)| all.merge(routes)))
    }

    /// The routes of each function that answers requests, by its name.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the keys cannot be used.
    pub fn functions(&self, accounts: impl Fn() -> Verifier) -> Result<[(&'static str, OpenApiRouter); 4], StartError> {
        let Keys { tickets, browsers, boards, cursors, .. } = &self.keys;
        let issue = issue_ticket::State::new(
            self.store.clone(),
            keys::browsers(browsers)?,
            keys::tickets(tickets)?,
            keys::boards(boards)?,
        );
        let referee = ranking::Referee::new(keys::tickets(tickets)?, keys::boards(boards)?);
        let submit = submit_run::State::new(self.store.clone(), keys::browsers(browsers)?, referee);
        let reports =
            query_reports::State::new(self.store.clone(), keys::cursors(cursors)?, accounts(), keys::boards(boards)?);
        let matches = rate_match::State::new(
            self.store.clone(),
            accounts(),
            ranking::matches::AccountKey::new(keys::boards(boards)?),
            keys::browsers(browsers)?,
            keys::seats(browsers)?,
            keys::addresses(cursors)?,
        );
        Ok([
            ("issue-ticket", issue_ticket::router::<OpenApiRouter<_>>(Arc::new(issue))),
            ("submit-run", submit_run::router::<OpenApiRouter<_>>(Arc::new(submit))),
            ("query-reports", query_reports::router::<OpenApiRouter<_>>(Arc::new(reports))),
            ("rate-match", rate_match::router::<OpenApiRouter<_>>(Arc::new(matches))),
        ])
    }

    /// The router to be served.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the keys cannot be used.
    pub fn router(&self) -> Result<Router, StartError> {
        Ok(finished(self.routes()?))
    }

    /// A new player with a browser token.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the keys cannot be used or there is no randomness.
    pub fn new_player(&self) -> Result<(PlayerId, String), StartError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let player = PlayerId::from_random(u128::from_le_bytes(bytes));
        let token = keys::browsers(&self.keys.browsers)?.issue(&player, self.store.clock().now_ms());
        Ok((player, token.ok_or(ranking::KeyringError::Form)?))
    }

    /// A token of the development issuer for `subject`, with `scopes`, good for a day.
    ///
    /// # Errors
    ///
    /// [`StartError`] when the key cannot be used.
    pub fn token(&self, subject: &str, scopes: &[Scope]) -> Result<String, StartError> {
        token(&self.keys, subject, scopes, self.store.clock().now_ms())
    }

    /// The closer, which announces in the log.
    #[must_use]
    pub fn closer(&self) -> Closer {
        Closer::new(self.store.clone(), Announcer::Log)
    }
}

/// A token of the development issuer with these keys, as [`Service::token`] makes them.
///
/// # Errors
///
/// [`StartError`] when the key cannot be used.
pub fn token(keys: &Keys, subject: &str, scopes: &[Scope], now_ms: i64) -> Result<String, StartError> {
    Ok(keys::issuer(&keys.issuer)?.sign(subject, scopes, now_ms, DAY_S)?)
}

/// The layers of the deployed functions around these routes.
pub fn finished(routes: OpenApiRouter) -> Router {
    api::finish(routes.into(), &ORIGINS.map(HeaderValue::from_static))
}

/// Opens `port` on this machine only; 0 takes a free one.
///
/// # Errors
///
/// [`StartError`] when the port is taken.
pub async fn listen(port: u16) -> Result<(TcpListener, SocketAddr), StartError> {
    let io = |why| StartError::Io { what: format!("port {port}"), why };
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(io)?;
    let address = listener.local_addr().map_err(io)?;
    Ok((listener, address))
}
