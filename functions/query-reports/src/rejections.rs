//! Refused runs: the public counts.

use std::sync::Arc;

use api::{NameBody, Problem, ProblemBody, Query, csv_table};
use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use calendar::{Period, PeriodKind};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::State;

/// The month to show.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MonthQuery {
    /// A month such as `2026-10`; the current one when absent.
    month: Option<String>,
}

/// Refused runs of a month.
#[derive(Serialize, ToSchema)]
pub struct CountsBody {
    #[schema(example = "2026-10")]
    month: String,
    rejections: Vec<CountBody>,
}

/// How often one reason was given for one game.
#[derive(Serialize, ToSchema)]
pub struct CountBody {
    month: String,
    game: String,
    name: NameBody,
    #[schema(example = "too_fast")]
    reason: String,
    text: NameBody,
    count: u64,
}

/// How many runs were refused, by month, game and reason. `Accept: text/csv` answers the table as CSV.
#[utoipa::path(get, path = "/v1/rejections", tag = "rejections", params(MonthQuery), responses(
    (status = 200, description = "The counts.", content((CountsBody = "application/json"), (String = "text/csv"))),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn counts(
    Shared(state): Shared<Arc<State>>,
    Query(query): Query<MonthQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let month = month(query.month.as_deref(), state.now_ms())?;
    let counts = state.store.rejection_counts(month).await?;
    if csv_table::wanted(&headers) {
        let rows = counts
            .iter()
            .map(|row| [month.to_string(), row.game.to_string(), row.reason.to_string(), row.count.to_string()]);
        return csv_table::answer(["month", "game", "reason", "count"], rows);
    }
    let row = |row: store::RejectionCount| CountBody {
        month: month.to_string(),
        game: row.game.to_string(),
        name: row.game.game().name.into(),
        reason: row.reason.to_string(),
        text: row.reason.text().into(),
        count: row.count,
    };
    Ok(Json(CountsBody { month: month.to_string(), rejections: counts.into_iter().map(row).collect() }).into_response())
}

/// The month `text` names, or the one that runs at `now_ms`.
pub fn month(text: Option<&str>, now_ms: i64) -> Result<Period, Problem> {
    let Some(text) = text else { return Ok(Period::containing(PeriodKind::Month, now_ms)) };
    let month = text.parse::<Period>().ok().filter(|period| period.kind() == PeriodKind::Month);
    month.ok_or_else(|| Problem::malformed("month: a month such as 2026-10"))
}
