//! The layers around a finished router.

use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, Method, StatusCode, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::Problem;
use crate::metrics::{FAULTS, Observation};

/// Longest body where a handler names no other, in bytes.
pub const BODY_LIMIT: usize = 256 * 1024;

/// A browser may keep the answer to a preflight this long.
const PREFLIGHT_KEPT: std::time::Duration = std::time::Duration::from_secs(3600);

/// Puts the shared layers around `router`. `origins` are the front ends that browsers may call from.
pub fn finish(router: Router, origins: &[HeaderValue]) -> Router {
    router
        .fallback(|| async { Problem::not_found("there is no such path") })
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .layer(from_fn(answer_problems))
        .layer(cors(origins))
}

/// Writes the body of a problem, and one log line an answer: never a token, a proof or an address. The line names the route and
/// not the path, in which a client may have put anything.
async fn answer_problems(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let mut response = next.run(request).await;
    let problem = response.extensions_mut().remove::<Problem>();
    let status = response.status().as_u16();
    let (code, reason) = problem.as_ref().map_or(("", ""), |p| (p.code(), p.reason().map_or("", |r| r.as_str())));
    let elapsed_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    tracing::info!(%method, route, status, code, reason, elapsed_us, "answered");
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
        Observation::of("fault").count(FAULTS, 1).fact("route", route).write();
    }
    problem.map_or(response, |problem| problem.answer(&path))
}

fn cors(origins: &[HeaderValue]) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins.iter().cloned()))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, HeaderName::from_static("x-sunwi-browser")])
        .expose_headers([header::RETRY_AFTER, header::ETAG, header::LINK])
        .max_age(PREFLIGHT_KEPT)
}

/// A response that may be kept by anybody for `seconds`, for requests that accept the same format.
#[must_use]
pub fn cached(body: impl IntoResponse, seconds: u32) -> Response {
    let mut response = body.into_response();
    if let Ok(value) = HeaderValue::try_from(format!("public, max-age={seconds}")) {
        response.headers_mut().insert(header::CACHE_CONTROL, value);
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    }
    response
}
