//! Errors as clients see them: RFC 9457 problem details with a stable code.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use problem_details::ProblemDetails;
use ranking::Reason;
use serde::Serialize;
use serde_json::{Map, Value};
use store::StoreError;

use crate::NameBody;

/// Seconds after which a client may send again.
const RETRY_AFTER_S: u16 = 2;

/// An error to be answered. Nothing internal is in it.
#[derive(Clone, Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    detail: String,
    reason: Option<Reason>,
    text: Option<NameBody>,
    extra: Map<String, Value>,
    retry_after_s: u16,
}

/// What a problem looks like, for the API description. An answer may carry more members.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ProblemBody {
    /// A reference that names the kind of problem.
    #[schema(example = "/problems/malformed")]
    pub r#type: String,
    /// The status in words.
    #[schema(example = "Bad Request")]
    pub title: String,
    /// The HTTP status.
    #[schema(example = 400)]
    pub status: u16,
    /// What is wrong with this request.
    pub detail: String,
    /// The path that was asked for.
    pub instance: String,
    /// The stable code of the problem.
    #[schema(example = "malformed")]
    pub code: String,
    /// The public reason, where a run is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Words for players, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<NameBody>,
}

#[derive(Serialize)]
struct Members {
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<NameBody>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            detail: detail.into(),
            reason: None,
            text: None,
            extra: Map::new(),
            retry_after_s: RETRY_AFTER_S,
        }
    }

    /// 400: the request cannot be understood.
    #[must_use]
    pub fn malformed(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", detail)
    }

    /// 401: no token, or one that is not valid.
    #[must_use]
    pub fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthorized", detail)
    }

    /// 401: the token of a player who left for good.
    #[must_use]
    pub fn left() -> Self {
        Self::unauthorized("this player has left; ask for a new identity")
    }

    /// 403: a valid token that does not allow this.
    #[must_use]
    pub fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", detail)
    }

    /// 404: there is no such thing.
    #[must_use]
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", detail)
    }

    /// 405: the path is known, the method is not.
    #[must_use]
    pub fn method_not_allowed() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "this path does not know the method")
    }

    /// 409: it contradicts what is recorded.
    #[must_use]
    pub fn conflict(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", detail)
    }

    /// 429: too many requests of one kind; the client may send again after `seconds`.
    #[must_use]
    pub fn too_many(detail: impl Into<String>, seconds: u16) -> Self {
        Self { retry_after_s: seconds, ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", detail) }
    }

    /// 413: the body is over the limit.
    #[must_use]
    pub fn too_large(limit: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", format!("a body has at most {limit} bytes"))
    }

    /// 415: not JSON.
    #[must_use]
    pub fn unsupported_media_type() -> Self {
        let detail = "the body must be application/json, without a content encoding";
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail)
    }

    /// 422: understood, and refused by a rule that is not one of the ten reasons.
    #[must_use]
    pub fn refused(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// 422: a run that is refused with a public reason.
    #[must_use]
    pub fn run_refused(reason: Reason, detail: impl Into<String>) -> Self {
        let problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "run_refused", detail);
        Self { reason: Some(reason), text: Some(reason.text().into()), ..problem }
    }

    /// 503: send again.
    #[must_use]
    pub fn unavailable() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "nothing was lost; send the same request again")
    }

    /// 500: a fault of ours. The log has the rest.
    #[must_use]
    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "a fault on our side; it is in the log")
    }

    /// The same problem with words for players.
    #[must_use]
    pub fn text(self, text: impl Into<NameBody>) -> Self {
        Self { text: Some(text.into()), ..self }
    }

    /// The same problem with one more member.
    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(member.to_owned(), value.into());
        self
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The public reason, where a run is refused.
    #[must_use]
    pub const fn reason(&self) -> Option<Reason> {
        self.reason
    }

    /// The answer to a request for `path`.
    pub(crate) fn answer(&self, path: &str) -> Response {
        let members =
            Members { code: self.code, reason: self.reason, text: self.text.clone(), extra: self.extra.clone() };
        let mut details = ProblemDetails::from_status_code(self.status).with_detail(self.detail.clone());
        if let Ok(kind) = format!("/problems/{}", self.code).parse::<http::Uri>() {
            details = details.with_type(kind);
        }
        if let Ok(instance) = path.parse::<http::Uri>() {
            details = details.with_instance(instance);
        }
        let body = serde_json::to_vec(&details.with_extensions(members)).unwrap_or_default();
        let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"))];
        let mut response = (self.status, json, body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE || self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, self.retry_after_s.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl IntoResponse for Problem {
    /// The body is written by the outermost layer, which knows the path.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        if error.is_retryable() {
            tracing::warn!(%error, "the store asks for patience");
            Self::unavailable()
        } else {
            tracing::error!(%error, "the store failed");
            Self::internal()
        }
    }
}
