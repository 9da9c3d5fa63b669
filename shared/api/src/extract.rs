//! Strict extractors: what a request says is read into types, or refused with a problem that names what is wrong.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::extract::{Path as AxumPath, Query as AxumQuery};
use http::header;
use http::request::Parts;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use crate::{BODY_LIMIT, Problem, strict_json};

/// A JSON body of at most `LIMIT` bytes. Repeated fields are refused at every depth, unknown ones where the type says so
/// (`deny_unknown_fields`).
#[derive(Debug)]
pub struct Json<T, const LIMIT: usize = BODY_LIMIT>(pub T);

impl<T: DeserializeOwned, S: Sync, const LIMIT: usize> FromRequest<S> for Json<T, LIMIT> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") || request.headers().contains_key(header::CONTENT_ENCODING)
        {
            return Err(Problem::unsupported_media_type());
        }
        let body = Limited::new(request.into_body(), LIMIT).collect().await.map_err(|error| {
            if error.is::<LengthLimitError>() {
                Problem::too_large(LIMIT)
            } else {
                Problem::malformed("the body did not arrive whole")
            }
        })?;
        let body = body.to_bytes();
        let malformed = |error: serde_json::Error| Problem::malformed(error.to_string());
        let read = serde_json::from_slice(&body).map_err(malformed)?;
        strict_json::check(&body).map_err(malformed)?;
        Ok(Self(read))
    }
}

/// The parameters of the path. One that names nothing is answered 404.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = AxumPath::from_request_parts(parts, state).await;
        path.map(|AxumPath(value)| Self(value)).map_err(|error| Problem::not_found(error.body_text()))
    }
}

/// The query string.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = AxumQuery::from_request_parts(parts, state).await;
        query.map(|AxumQuery(value)| Self(value)).map_err(|error| Problem::malformed(error.body_text()))
    }
}
