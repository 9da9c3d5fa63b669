//! The trail of what operators did.

use std::sync::Arc;

use api::page::Page;
use api::{Problem, ProblemBody, Query};
use axum::Json;
use axum::extract::State as Shared;
use calendar::rfc3339;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::AuditRecord;
use utoipa::{IntoParams, ToSchema};

use super::Operator;
use crate::State;
use crate::rejections::month;

/// Which page of the audit.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// A month such as `2026-10`; the current one when absent.
    month: Option<String>,
    /// Records of the page, 1 to 100 (20 when absent).
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Where the page before ended.
    cursor: Option<String>,
}

/// What operators did in a month, newest first.
#[derive(Serialize, ToSchema)]
pub struct AuditBody {
    month: String,
    records: Vec<AuditRecordBody>,
    /// Asks for the next page; absent on the last.
    cursor: Option<String>,
}

/// One thing an operator did.
#[derive(Serialize, ToSchema)]
pub struct AuditRecordBody {
    at: String,
    at_ms: i64,
    /// The operator, as the issuer of the token says.
    who: String,
    /// `remove_run`, `restore_run`, `hide_player`, `unhide_player` or `reclose`.
    what: String,
    why: String,
    game: Option<String>,
    period: Option<String>,
    player: Option<String>,
    run: Option<String>,
    /// How it was before; a re-close has the whole list of titles.
    #[schema(value_type = Option<Object>)]
    before: Value,
    /// How it is since.
    #[schema(value_type = Option<Object>)]
    after: Value,
}

impl From<AuditRecord> for AuditRecordBody {
    fn from(record: AuditRecord) -> Self {
        Self {
            at: rfc3339(record.at_ms),
            at_ms: record.at_ms,
            who: record.who,
            what: record.action.as_str().to_owned(),
            why: record.why,
            game: record.game.map(|game| game.to_string()),
            period: record.period.map(|period| period.to_string()),
            player: record.player.map(|player| player.to_string()),
            run: record.run,
            before: record.before,
            after: record.after,
        }
    }
}

/// What operators did in a month. Needs the scope `ops`.
#[utoipa::path(get, path = "/v1/ops/audit", tag = "operators", params(AuditQuery), security(("machine" = ["ops"])), responses(
    (status = 200, description = "The records.", body = AuditBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn list(
    Shared(state): Shared<Arc<State>>,
    _: Operator,
    Query(query): Query<AuditQuery>,
) -> Result<Json<AuditBody>, Problem> {
    let month = month(query.month.as_deref(), state.store.clock().now_ms())?;
    let page = Page { limit: query.limit, cursor: query.cursor };
    let list = format!("audit/{month}");
    let before = page.after(&state.cursors, &list)?;
    let (records, more) = state.store.audit(month, before.as_deref(), page.limit()?).await?;
    let cursor = records.last().filter(|_| more).and_then(|last| state.cursors.write(&list, &last.cursor));
    let records = records.into_iter().map(AuditRecordBody::from).collect();
    Ok(Json(AuditBody { month: month.to_string(), records, cursor }))
}
