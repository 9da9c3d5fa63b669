//! `GET /v1/openapi.json`: the description of the whole API.

use axum::response::{IntoResponse, Response};
use http::header;

/// Generated from the handlers of every function; a test keeps it equal to them.
const DOCUMENT: &str = include_str!("../openapi.json");

/// The OpenAPI 3.1 description of this API.
#[utoipa::path(get, path = "/v1/openapi.json", tag = "service", responses(
    (status = 200, description = "The description.", body = Object),
))]
pub async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT).into_response()
}
