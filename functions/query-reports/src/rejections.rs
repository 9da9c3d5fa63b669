//! Refused runs: the public counts, and the records for operators.

use std::sync::Arc;

use api::page::Page;
use api::{NameBody, Problem, ProblemBody, Query, csv_table};
use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use calendar::{Period, PeriodKind, parse_rfc3339, rfc3339};
use games::GameId;
use http::{HeaderMap, Uri};
use ranking::{PlayerId, Reason};
use serde::{Deserialize, Serialize};
use store::RejectionRecord;
use utoipa::{IntoParams, ToSchema};

use crate::State;
use crate::ops::Operator;

/// The month to show.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MonthQuery {
    /// A month such as `2026-10`; the current one when absent.
    pub month: Option<String>,
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
    let month = month(query.month.as_deref(), state.store.clock().now_ms())?;
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

/// Which records an operator wants to see.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RecordsQuery {
    /// A month such as `2026-10`; the current one when absent.
    month: Option<String>,
    /// Only this game.
    #[param(value_type = Option<String>)]
    game: Option<GameId>,
    /// Only this reason.
    #[param(value_type = Option<String>)]
    reason: Option<Reason>,
    /// Only this player.
    #[param(value_type = Option<String>)]
    player: Option<PlayerId>,
    /// Only received at or after this, RFC 3339.
    from: Option<String>,
    /// Only received before this, RFC 3339.
    to: Option<String>,
    /// Records looked at for the page, 1 to 100 (20 when absent); a filter leaves fewer.
    limit: Option<u32>,
    /// Where the page before ended.
    cursor: Option<String>,
}

/// Records of refused runs, newest first.
#[derive(Serialize, ToSchema)]
pub struct RecordsBody {
    rejections: Vec<RecordBody>,
    /// Asks for the next page; absent on the last.
    cursor: Option<String>,
}

/// A refused run, as operators see it.
#[derive(Serialize, ToSchema)]
pub struct RecordBody {
    game: String,
    player: String,
    /// Names the run.
    run: String,
    reason: String,
    detail: String,
    elapsed_ms: u64,
    claimed: Option<i64>,
    replayed: Option<u64>,
    received_at: String,
    received_at_ms: i64,
}

impl From<RejectionRecord> for RecordBody {
    fn from(record: RejectionRecord) -> Self {
        Self {
            game: record.game.to_string(),
            player: record.player.to_string(),
            run: record.ticket_id,
            reason: record.reason.to_string(),
            detail: record.detail,
            elapsed_ms: record.elapsed_ms,
            claimed: record.claimed,
            replayed: record.replayed,
            received_at: rfc3339(record.received_at_ms),
            received_at_ms: record.received_at_ms,
        }
    }
}

/// The records of refused runs, newest first. `Accept: text/csv` answers the page as CSV, and the next one is in its `Link`. Needs the scope `ops`.
#[utoipa::path(get, path = "/v1/ops/rejections", tag = "operators", params(RecordsQuery), security(("machine" = ["ops"])), responses(
    (status = 200, description = "The records.", content((RecordsBody = "application/json"), (String = "text/csv"))),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn records(
    Shared(state): Shared<Arc<State>>,
    _: Operator,
    Query(query): Query<RecordsQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let month = month(query.month.as_deref(), state.store.clock().now_ms())?;
    let (from, to) = (moment("from", query.from.as_deref())?, moment("to", query.to.as_deref())?);
    let page = Page { limit: query.limit, cursor: query.cursor };
    let list = format!("rejections/{month}/{}", query.game.map_or("", GameId::as_str));
    let before = page.after(&state.cursors, &list)?;
    let games = query.game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game]);
    let (records, more) = newest(&state, month, &games, before.as_deref(), page.limit()?).await?;
    let cursor = records.last().filter(|_| more).and_then(|last| state.cursors.write(&list, &last.cursor));
    let wanted = |record: &RejectionRecord| {
        query.reason.is_none_or(|reason| record.reason == reason)
            && query.player.as_ref().is_none_or(|player| record.player == *player)
            && from.is_none_or(|from| record.received_at_ms >= from)
            && to.is_none_or(|to| record.received_at_ms < to)
    };
    let rejections: Vec<RecordBody> = records.into_iter().filter(wanted).map(RecordBody::from).collect();
    if csv_table::wanted(&headers) {
        let head = ["received_at", "game", "player", "run", "reason", "detail", "elapsed_ms", "claimed", "replayed"];
        let optional = |number: Option<String>| number.unwrap_or_default();
        let row = |r: RecordBody| {
            let (claimed, replayed) = (r.claimed.map(|n| n.to_string()), r.replayed.map(|n| n.to_string()));
            let elapsed = r.elapsed_ms.to_string();
            let (claimed, replayed) = (optional(claimed), optional(replayed));
            [r.received_at, r.game, r.player, r.run, r.reason, r.detail, elapsed, claimed, replayed]
        };
        let table = csv_table::answer(head, rejections.into_iter().map(row))?;
        return Ok(csv_table::followed(table, &uri, cursor.as_deref()));
    }
    Ok(Json(RecordsBody { rejections, cursor }).into_response())
}

/// The newest records of the games together. A record's sort key begins with its time, so one place serves all games.
async fn newest(
    state: &State,
    month: Period,
    games: &[GameId],
    before: Option<&str>,
    limit: u32,
) -> Result<(Vec<RejectionRecord>, bool), Problem> {
    let mut records = Vec::new();
    let mut more = false;
    for &game in games {
        let (page, follows) = state.store.rejections(month, game, before, limit).await?;
        records.extend(page);
        more |= follows;
    }
    records.sort_by(|a: &RejectionRecord, b| b.cursor.cmp(&a.cursor));
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    more |= records.len() > limit;
    records.truncate(limit);
    Ok((records, more))
}

fn moment(field: &str, text: Option<&str>) -> Result<Option<i64>, Problem> {
    let read = |text| parse_rfc3339(text).map_err(|_| Problem::malformed(format!("{field}: an RFC 3339 time")));
    text.map(read).transpose()
}
