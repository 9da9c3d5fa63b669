//! Who asks, from which browser, and from where.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use api::{HasAccounts, Problem, authorize, bearer};
use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use http::{HeaderMap, HeaderName};
use lambda_http::request::RequestContext;
use ranking::PlayerId;
use tokens::Scope;

use crate::State;

/// The header that carries the browser token beside an account's.
const BROWSER: HeaderName = HeaderName::from_static("x-sunwi-browser");

/// The player of the account token in `Authorization`.
#[derive(Clone, Debug)]
pub struct Account(pub PlayerId);

impl FromRequestParts<Arc<State>> for Account {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?;
        let account = state.accounts.verify(token.0, state.now_ms()).await.map_err(|error| {
            if error.is_retryable() { Problem::unavailable() } else { Problem::unauthorized(error.to_string()) }
        })?;
        Ok(Self(state.account_players.player(state.accounts.issuer(), account.subject())))
    }
}

/// The player of the browser token in `X-Sunwi-Browser`.
pub fn browser(state: &State, headers: &HeaderMap) -> Result<PlayerId, Problem> {
    let missing = || Problem::unauthorized("this needs the browser token in `X-Sunwi-Browser`");
    let mut values = headers.get_all(BROWSER).iter();
    let (Some(token), None) = (values.next(), values.next()) else { return Err(missing()) };
    let token = token.to_str().map_err(|_| missing())?;
    state.browsers.open(token, state.now_ms()).map_err(|error| Problem::unauthorized(error.to_string()))
}

/// The client's address as API Gateway saw it, or on a laptop the other end of the connection. No header is asked.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub Option<IpAddr>);

impl<S: Sync> FromRequestParts<S> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let address = match parts.extensions.get::<RequestContext>() {
            Some(RequestContext::ApiGatewayV2(context)) => {
                context.http.source_ip.as_deref().and_then(|address| address.parse().ok())
            }
            _ => parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip()),
        };
        Ok(Self(address))
    }
}

/// A game server whose token has the scope `match:report`. Asked for before the body is read.
#[derive(Clone, Copy, Debug)]
pub struct MatchReporter;

impl FromRequestParts<Arc<State>> for MatchReporter {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Self, Problem> {
        authorize(&**state, &parts.headers, Scope::MatchReport).await.map(|_| Self)
    }
}

/// An app whose token has the scope `closing:report`. Asked for before the body is read.
#[derive(Clone, Copy, Debug)]
pub struct ClosingReporter;

impl FromRequestParts<Arc<State>> for ClosingReporter {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Self, Problem> {
        authorize(&**state, &parts.headers, Scope::ClosingReport).await.map(|_| Self)
    }
}
