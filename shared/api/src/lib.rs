//! What every HTTP function shares.
//!
//! A function is an axum router; this crate gives it the parts that must be the same everywhere:
//!
//! * [`Problem`]: every error is `application/problem+json` (RFC 9457) with a stable `code`;
//! * [`Json`], [`Path`], [`Query`]: strict extractors, whose refusals are problems that name the field;
//! * [`Browser`]: who plays, from the browser token;
//! * [`page`]: limits and opaque, authenticated cursors;
//! * [`config`]: environment variables, with a message that names the one that is wrong;
//! * [`metrics`]: what CloudWatch counts and plots;
//! * [`routes!`] and [`Routes`]: a function's routes, with their description or, deployed, without;
//! * [`finish`]: the layers around a finished router: body limit, CORS, `instance`, one log line an answer.

pub mod config;
pub mod csv_table;
mod extract;
mod identity;
mod layers;
pub mod metrics;
pub mod page;
mod problem;
mod routing;
mod shapes;
mod strict_json;

pub use extract::{Json, Path, Query};
pub use identity::{Bearer, Browser, HasAccounts, HasBrowsers, authorize, bearer};
pub use layers::{BODY_LIMIT, cached, finish};
pub use problem::{Problem, ProblemBody};
pub use routing::{Handlers, Routes, route};
pub use shapes::{NameBody, TitleBody};

/// A new unique identifier that orders by time.
///
/// # Errors
///
/// A 500 problem when the operating system has no randomness.
pub fn new_id(now_ms: i64) -> Result<String, Problem> {
    Ok(ulid::Ulid::from_parts(u64::try_from(now_ms).unwrap_or(0), random()?).to_string())
}

/// 128 bits from the operating system.
///
/// # Errors
///
/// A 500 problem when it has none.
pub fn random() -> Result<u128, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the operating system has no randomness");
        Problem::internal()
    })?;
    Ok(u128::from_le_bytes(bytes))
}
