//! Configuration from environment variables. What is missing or wrong stops the function at its start, with one line that
//! names the variable.

use aws_config::environment::EnvironmentVariableCredentialsProvider;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::config::SharedCredentialsProvider;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use http::HeaderValue;
use ranking::matches::{AddressKey, SeatTokens};
use ranking::{BoardKey, BrowserTokens, Keyring, KeyringError, Tickets, decode_key};
use std::time::Duration;
use store::{Clock, Store};
use tokens::{KeySource, Verifier};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::page::Cursors;

/// The table's name.
pub const TABLE: &str = "SUNWI_TABLE";
/// Keys of start tickets, `kid:base64,...`, the signing one first.
pub const TICKET_KEYS: &str = "SUNWI_TICKET_KEYS";
/// Keys of browser tokens, written alike.
pub const BROWSER_KEYS: &str = "SUNWI_BROWSER_KEYS";
/// The secret the boards are drawn from, base64.
pub const BOARD_KEY: &str = "SUNWI_BOARD_KEY";
/// The secret that authenticates cursors, base64.
pub const CURSOR_KEY: &str = "SUNWI_CURSOR_KEY";
/// The secret that addresses are hashed with, base64.
pub const ADDRESS_KEY: &str = "SUNWI_ADDRESS_KEY";
/// Front ends that browsers may call from, with commas between.
pub const CORS_ORIGINS: &str = "SUNWI_CORS_ORIGINS";
/// Where the issuer's keys are: a URL, a file, or the document itself.
pub const JWKS: &str = "SUNWI_JWKS";
/// Who issues the tokens of accounts, machines and operators.
pub const ISSUER: &str = "SUNWI_ISSUER";
/// What those tokens must be meant for.
pub const AUDIENCE: &str = "SUNWI_AUDIENCE";
/// The event bus that closes are announced on.
pub const EVENT_BUS: &str = "SUNWI_EVENT_BUS";

/// The region the function runs in; Lambda sets it.
const AWS_REGION: &str = "AWS_REGION";

/// The longest one database call may take, retries included.
const CALL_LIMIT: Duration = Duration::from_millis(store::CALL_LIMIT_MS.unsigned_abs());

/// The longest one try of a call may take.
const TRY_LIMIT: Duration = Duration::from_secs(3);

/// The longest it may take to connect.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);

/// A variable that is missing or wrong.
#[derive(thiserror::Error)]
#[error("environment variable {variable}: {why}")]
pub struct ConfigError {
    variable: &'static str,
    why: String,
}

impl std::fmt::Debug for ConfigError {
    /// The same line as for people: a `main` that ends with this error prints it so.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl ConfigError {
    /// `variable` is wrong because of `why`.
    pub fn new(variable: &'static str, why: impl ToString) -> Self {
        Self { variable, why: why.to_string() }
    }
}

/// The text of a variable.
///
/// # Errors
///
/// [`ConfigError`] when it is missing or empty.
pub fn required(variable: &'static str) -> Result<String, ConfigError> {
    match std::env::var(variable) {
        Ok(text) if !text.trim().is_empty() => Ok(text),
        Ok(_) => Err(ConfigError::new(variable, "is empty")),
        Err(std::env::VarError::NotPresent) => Err(ConfigError::new(variable, "is missing")),
        Err(error) => Err(ConfigError::new(variable, error)),
    }
}

fn key<T>(variable: &'static str, parse: impl Fn(&str) -> Result<T, KeyringError>) -> Result<T, ConfigError> {
    parse(&required(variable)?).map_err(|error| ConfigError::new(variable, error))
}

/// The start tickets' keys.
///
/// # Errors
///
/// [`ConfigError`] when [`TICKET_KEYS`] is missing or wrong.
pub fn tickets() -> Result<Tickets, ConfigError> {
    key(TICKET_KEYS, Keyring::parse).map(Tickets::new)
}

/// The browser tokens' keys.
///
/// # Errors
///
/// [`ConfigError`] when [`BROWSER_KEYS`] is missing or wrong.
pub fn browsers() -> Result<BrowserTokens, ConfigError> {
    key(BROWSER_KEYS, Keyring::parse).map(BrowserTokens::new)
}

/// The seat tokens' keys: the browser tokens'.
///
/// # Errors
///
/// [`ConfigError`] when [`BROWSER_KEYS`] is missing or wrong.
pub fn seats() -> Result<SeatTokens, ConfigError> {
    key(BROWSER_KEYS, Keyring::parse).map(SeatTokens::new)
}

/// The secret that addresses are hashed with.
///
/// # Errors
///
/// [`ConfigError`] when [`ADDRESS_KEY`] is missing or wrong.
pub fn addresses() -> Result<AddressKey, ConfigError> {
    key(ADDRESS_KEY, AddressKey::parse)
}

/// The secret the boards are drawn from.
///
/// # Errors
///
/// [`ConfigError`] when [`BOARD_KEY`] is missing or wrong.
pub fn board_key() -> Result<BoardKey, ConfigError> {
    key(BOARD_KEY, BoardKey::parse)
}

/// The secret that authenticates cursors.
///
/// # Errors
///
/// [`ConfigError`] when [`CURSOR_KEY`] is missing or wrong.
pub fn cursors() -> Result<Cursors, ConfigError> {
    key(CURSOR_KEY, decode_key).map(Cursors::new)
}

/// Whose tokens of accounts, machines and operators are believed.
///
/// # Errors
///
/// [`ConfigError`] when [`ISSUER`], [`AUDIENCE`] or [`JWKS`] is missing or wrong.
pub fn accounts() -> Result<Verifier, ConfigError> {
    let (issuer, audience) = (required(ISSUER)?, required(AUDIENCE)?);
    let keys = KeySource::parse(&required(JWKS)?).map_err(|error| ConfigError::new(JWKS, error))?;
    Ok(Verifier::new(issuer, audience, keys))
}

/// The front ends that browsers may call from.
///
/// # Errors
///
/// [`ConfigError`] when [`CORS_ORIGINS`] is missing or names something that is no origin.
pub fn origins() -> Result<Vec<HeaderValue>, ConfigError> {
    let text = required(CORS_ORIGINS)?;
    let origin = |origin: &str| {
        let origin = origin.trim();
        let right = origin.starts_with("https://") || origin.starts_with("http://");
        HeaderValue::try_from(origin).ok().filter(|_| right)
    };
    let origins: Option<Vec<_>> = text.split(',').map(origin).collect();
    origins.ok_or_else(|| ConfigError::new(CORS_ORIGINS, "a list of origins such as https://play.example"))
}

/// What a client of the AWS service `service` (`DYNAMODB`, `EVENTBRIDGE`) needs. In Lambda all of it is in the environment. Looking
/// for it elsewhere too, in files and on the network, would make every binary larger and every cold start longer.
///
/// # Errors
///
/// [`ConfigError`] when `AWS_REGION` is missing; Lambda sets it.
pub fn aws(service: &str) -> Result<SdkConfig, ConfigError> {
    let endpoint = std::env::var(format!("AWS_ENDPOINT_URL_{service}")).or_else(|_| std::env::var("AWS_ENDPOINT_URL"));
    let mut config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(required(AWS_REGION)?))
        .credentials_provider(SharedCredentialsProvider::new(EnvironmentVariableCredentialsProvider::new()));
    config.set_endpoint_url(endpoint.ok());
    Ok(config.build())
}

/// The table, through the client that the environment describes.
///
/// # Errors
///
/// [`ConfigError`] when [`TABLE`] is missing.
pub fn store(clock: Clock) -> Result<Store, ConfigError> {
    let table = required(TABLE)?;
    Ok(Store::new(client(&aws("DYNAMODB")?), table, clock))
}

/// A client with the time limits that closing relies on.
#[must_use]
pub fn client(aws: &SdkConfig) -> aws_sdk_dynamodb::Client {
    let limits = TimeoutConfig::builder()
        .connect_timeout(CONNECT_LIMIT)
        .operation_attempt_timeout(TRY_LIMIT)
        .operation_timeout(CALL_LIMIT)
        .build();
    aws_sdk_dynamodb::Client::from_conf(aws_sdk_dynamodb::config::Builder::from(aws).timeout_config(limits).build())
}

/// Starts the log: one JSON object a line on standard output, as CloudWatch reads it. `RUST_LOG` names levels, `info` when it is
/// absent; it may name targets, and no spans: reading those takes longer than all else at a cold start.
pub fn log_json() {
    let asked = std::env::var("RUST_LOG").ok().and_then(|levels| levels.parse().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let lines = tracing_subscriber::fmt::layer().json().flatten_event(true).with_target(false);
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
}
