//! Who asks.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;
use http::{HeaderMap, header};
use ranking::{BrowserTokens, PlayerId};
use tokens::{Scope, Verifier};

use crate::Problem;

/// State that can open browser tokens.
pub trait HasBrowsers {
    /// The browser tokens' keys.
    fn browsers(&self) -> &BrowserTokens;

    /// The server's time, unix milliseconds.
    fn now_ms(&self) -> i64;
}

/// The text of a bearer token.
#[derive(Clone, Copy, Debug)]
pub struct Bearer<'a>(pub &'a str);

/// The bearer token of a request.
///
/// # Errors
///
/// A 401 problem when there is none, or more than one.
pub fn bearer(headers: &HeaderMap) -> Result<Bearer<'_>, Problem> {
    let missing = || Problem::unauthorized("this needs `Authorization: Bearer <token>`");
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return Err(missing()) };
    let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(missing)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(Bearer(token.trim())) } else { Err(missing()) }
}

/// The player of the browser token in `Authorization`.
#[derive(Clone, Debug)]
pub struct Browser(pub PlayerId);

impl<S: HasBrowsers + Send + Sync> FromRequestParts<Arc<S>> for Browser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, Problem> {
        let Bearer(token) = bearer(&parts.headers)?;
        let player = state.browsers().open(token, state.now_ms());
        player.map(Self).map_err(|error| Problem::unauthorized(error.to_string()))
    }
}

/// State that can verify the tokens of accounts, machines and operators.
pub trait HasAccounts {
    /// Whose tokens are believed.
    fn accounts(&self) -> &Verifier;

    /// The server's time, unix milliseconds.
    fn now_ms(&self) -> i64;
}

/// The bearer of the token in `Authorization`, who must have `scope`.
///
/// # Errors
///
/// A 401 problem without a valid token, 403 without the scope, 503 when the issuer's keys cannot be had.
pub async fn authorize(state: &impl HasAccounts, headers: &HeaderMap, scope: Scope) -> Result<tokens::Bearer, Problem> {
    let Bearer(token) = bearer(headers)?;
    let bearer = state.accounts().verify(token, state.now_ms()).await.map_err(|error| {
        if error.is_retryable() { Problem::unavailable() } else { Problem::unauthorized(error.to_string()) }
    })?;
    if bearer.may(scope) { Ok(bearer) } else { Err(Problem::forbidden(format!("this needs the scope {scope}"))) }
}
