//! `POST /v1/closings`: the final ranking of a month, as an app computed it.

use std::sync::Arc;

use api::{HasAccounts, Json, Problem, ProblemBody};
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use calendar::{Period, PeriodKind, rfc3339};
use games::{GameId, Kind};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{ExternalClosing, ExternalEntry, HandOver};
use utoipa::ToSchema;

use crate::State;
use crate::who::ClosingReporter;

/// Longest body: ten thousand names do not fit into what is enough elsewhere.
const LIMIT: usize = 1024 * 1024;

/// How many may take part in a month.
const PARTICIPANTS: std::ops::RangeInclusive<usize> = 2..=10_000;

/// Longest name, in characters. The app's names need not follow the rules of ours.
const LONGEST_NAME: usize = 40;

/// A month's final ranking.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// The app's game.
    #[schema(value_type = String, example = "stock-room")]
    game: GameId,
    /// The month; it must be over.
    #[schema(value_type = String, example = "2026-10")]
    month: Period,
    /// Who took part, best first: 2 to 10,000.
    #[schema(min_items = 2, max_items = 10_000)]
    ranking: Vec<ClosingEntry>,
}

/// One who took part.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClosingEntry {
    /// The name in the app.
    nickname: String,
    /// The app's value.
    value: u64,
}

/// What is recorded of a closing.
#[derive(Serialize, ToSchema)]
pub struct ClosingBody {
    game: String,
    month: String,
    /// How many took part.
    participants: u64,
    /// How many titles were granted.
    titles: u64,
    /// SHA-256 of the ranking, hexadecimal: the same ranking has the same digest.
    digest: String,
    /// When it was handed over first, RFC 3339 in Seoul.
    received_at: String,
    /// Whether this very ranking had been handed over before.
    repeated: bool,
}

/// Hands over the final ranking of a month. Ranks 1 to 100 receive month titles when three or more took part; nothing is recomputed.
#[utoipa::path(post, path = "/v1/closings", tag = "closings", request_body = Closing, security(("machine" = ["closing:report"])), responses(
    (status = 201, description = "Recorded, and the titles granted.", body = ClosingBody),
    (status = 200, description = "The same ranking was recorded before.", body = ClosingBody),
    (status = 409, description = "Another ranking is recorded; `recorded` shows it.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn hand_over(
    Shared(state): Shared<Arc<State>>,
    _: ClosingReporter,
    Json(closing): Json<Closing, LIMIT>,
) -> Result<Response, Problem> {
    check(&closing, state.now_ms())?;
    let Closing { game, month, ranking } = closing;
    let digest = digest(game, month, &ranking);
    let entries =
        ranking.into_iter().map(|entry| ExternalEntry { nickname: entry.nickname, value: entry.value }).collect();
    let body = |recorded: ExternalClosing, repeated| ClosingBody {
        game: game.to_string(),
        month: month.to_string(),
        participants: recorded.participants,
        titles: recorded.titles,
        digest: recorded.digest,
        received_at: rfc3339(recorded.received_at_ms),
        repeated,
    };
    match state.store.hand_over(game, month, digest, entries).await? {
        HandOver::Recorded(recorded) => Ok((StatusCode::CREATED, axum::Json(body(recorded, false))).into_response()),
        HandOver::Before(recorded) => Ok(axum::Json(body(recorded, true)).into_response()),
        HandOver::Other(recorded) => {
            let recorded = serde_json::to_value(body(recorded, false)).unwrap_or_default();
            Err(Problem::conflict("another ranking of this month is recorded").with("recorded", recorded))
        }
    }
}

fn check(closing: &Closing, now_ms: i64) -> Result<(), Problem> {
    if closing.game.game().kind != Kind::External {
        return Err(Problem::malformed("game: this game is ranked here, not by an app"));
    }
    if closing.month.kind() != PeriodKind::Month {
        return Err(Problem::malformed("month: a month such as 2026-10"));
    }
    if now_ms < closing.month.end_ms() {
        return Err(Problem::refused("month_not_over", "the month is not over in Seoul"));
    }
    if !PARTICIPANTS.contains(&closing.ranking.len()) {
        return Err(Problem::malformed("ranking: 2 to 10,000 entries"));
    }
    let nameless = |entry: &ClosingEntry| {
        let characters = entry.nickname.chars().count();
        entry.nickname.trim().is_empty() || characters > LONGEST_NAME || entry.nickname.chars().any(char::is_control)
    };
    match closing.ranking.iter().position(nameless) {
        Some(at) => Err(Problem::malformed(format!("ranking[{at}].nickname: 1 to {LONGEST_NAME} visible characters"))),
        None => Ok(()),
    }
}

/// SHA-256 over game, month and every entry, each part closed by a byte that no name holds.
fn digest(game: GameId, month: Period, ranking: &[ClosingEntry]) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{game}\n{month}\n"));
    for entry in ranking {
        hash.update(format!("{}\n{}\n", entry.nickname, entry.value));
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
