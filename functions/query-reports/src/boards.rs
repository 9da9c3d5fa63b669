//! Boards: the list, and one player's place.

use std::sync::Arc;

use api::page::Page;
use api::{Path, Problem, ProblemBody, Query, cached, csv_table};
use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use calendar::{Period, rfc3339};
use games::GameId;
use http::{HeaderMap, HeaderValue, Uri, header};
use ranking::Badge;
use serde::{Deserialize, Serialize};
use store::{Closed, EXACT_RANKS, Entry};
use utoipa::ToSchema;

use crate::{State, paths};

/// A closed board changes only when an operator closes it again.
const CLOSED_KEPT_S: u32 = 300;

/// Entries shown above and below a player.
const NEIGHBOURS: u32 = 3;

/// A board.
#[derive(Serialize, ToSchema)]
pub struct BoardBody {
    #[schema(example = "2048")]
    game: String,
    #[schema(example = "2026-W49")]
    period: String,
    /// How many took part.
    participants: u64,
    /// Whether that number is exact; otherwise it is at least this.
    participants_exact: bool,
    /// Whether the period is over and its titles are granted.
    closed: bool,
    /// When this was read, RFC 3339 in Seoul.
    as_of: String,
    /// When this was read, unix milliseconds.
    as_of_ms: i64,
    entries: Vec<EntryBody>,
    /// Asks for the next page; absent on the last.
    cursor: Option<String>,
}

/// A player's best run on a board.
#[derive(Serialize, ToSchema)]
pub struct EntryBody {
    /// The rank, from 1.
    rank: u64,
    player: String,
    nickname: String,
    /// The value, in the game's unit.
    value: u64,
    /// The receipt, RFC 3339 in Seoul.
    submitted_at: String,
    /// The receipt, unix milliseconds.
    submitted_at_ms: i64,
    /// The badge of the rank, within the first hundred.
    #[schema(value_type = Option<Object>)]
    badge: Option<Badge>,
}

fn entry_body(rank: u64, entry: Entry) -> EntryBody {
    EntryBody {
        rank,
        player: entry.player.to_string(),
        nickname: entry.nickname,
        value: entry.value,
        submitted_at: rfc3339(entry.received_at_ms),
        submitted_at_ms: entry.received_at_ms,
        badge: u32::try_from(rank).ok().and_then(Badge::of),
    }
}

#[derive(Deserialize)]
pub struct BoardPath {
    game: String,
    period: String,
}

/// A board, best first. `Accept: text/csv` answers the page as CSV, and the next one is in its `Link`.
#[utoipa::path(get, path = "/v1/boards/{game}/{period}", tag = "boards", params(
    ("game" = String, Path, description = "The game."),
    ("period" = String, Path, description = "`week`, `month`, `season`, or an identifier such as `2026-W49`, `2026-11`, `2026-S4`."),
    Page,
), responses(
    (status = 200, description = "The board.", content((BoardBody = "application/json"), (String = "text/csv"))),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn show(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<BoardPath>,
    Query(page): Query<Page>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let now_ms = state.store.clock().now_ms();
    let (game, period) = (paths::game_with_boards(&path.game)?, paths::period(&path.period, now_ms)?);
    let limit = page.limit()?;
    let list = format!("boards/{game}/{period}");
    let (mut first, after) = page.numbered_after(&state.cursors, &list)?;
    let closed = closed(&state, game, period, now_ms).await?;
    // An open board may have changed since the page before.
    if let (Some(after), None) = (&after, &closed) {
        let before = state.store.up_to(game, period, after).await?;
        first = if before.exact { before.number + 1 } else { first };
    }
    let (entries, more) = state.store.top(game, period, after.as_deref(), limit).await?;
    let next = first + u64::try_from(entries.len()).unwrap_or(0);
    let cursor = match entries.last() {
        Some(last) if more => state.cursors.write_numbered(&list, next, last.rank.as_str()),
        _ => None,
    };
    let (participants, participants_exact) = match closed {
        Some(closed) => (closed.participants, true),
        None if !more && next - 1 <= EXACT_RANKS => (next - 1, true),
        None => {
            let count = state.store.participants(game, period).await?;
            (count.number, count.exact)
        }
    };
    let entries: Vec<EntryBody> = (first..).zip(entries).map(|(rank, entry)| entry_body(rank, entry)).collect();
    let mut answer = if csv_table::wanted(&headers) {
        let head = ["rank", "player", "nickname", "value", "submitted_at"];
        let row = |e: EntryBody| [e.rank.to_string(), e.player, e.nickname, e.value.to_string(), e.submitted_at];
        csv_table::followed(csv_table::answer(head, entries.into_iter().map(row))?, &uri, cursor.as_deref())
    } else {
        let body = BoardBody {
            game: game.to_string(),
            period: period.to_string(),
            participants,
            participants_exact,
            closed: closed.is_some(),
            as_of: rfc3339(now_ms),
            as_of_ms: now_ms,
            entries,
            cursor,
        };
        Json(body).into_response()
    };
    // Whoever keeps the answer must not give the table to who wants JSON.
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    Ok(if closed.is_some() { cached(answer, CLOSED_KEPT_S) } else { answer })
}

/// A period that still runs cannot be closed, so its mark is not asked for.
async fn closed(state: &State, game: GameId, period: Period, now_ms: i64) -> Result<Option<Closed>, Problem> {
    if now_ms < period.end_ms() { Ok(None) } else { Ok(state.store.closed(game, period).await?) }
}

/// A player's place on a board.
#[derive(Serialize, ToSchema)]
pub struct PlaceBody {
    game: String,
    period: String,
    /// The player's entry.
    entry: EntryBody,
    /// Whether the rank is exact; otherwise it is at least this, and the neighbours' ranks count on from it.
    exact: bool,
    /// The entries just above, best first.
    above: Vec<EntryBody>,
    /// The entries just below, best first.
    below: Vec<EntryBody>,
}

#[derive(Deserialize)]
pub struct PlacePath {
    game: String,
    period: String,
    player: String,
}

/// A player's place on a board, with the neighbours.
#[utoipa::path(get, path = "/v1/boards/{game}/{period}/players/{player}", tag = "boards", params(
    ("game" = String, Path, description = "The game."),
    ("period" = String, Path, description = "`week`, `month`, `season`, or an identifier."),
    ("player" = String, Path, description = "The player."),
), responses(
    (status = 200, description = "The place.", body = PlaceBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn player(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<PlacePath>,
) -> Result<Json<PlaceBody>, Problem> {
    let (game, period) =
        (paths::game_with_boards(&path.game)?, paths::period(&path.period, state.store.clock().now_ms())?);
    let player = paths::player(&path.player)?;
    let entry = state.store.entry(game, period, &player).await?;
    let entry = entry.ok_or_else(|| Problem::not_found("the player is not on this board"))?;
    let rank = state.store.rank(game, period, &entry.rank).await?;
    let (above, below) = state.store.neighbours(game, period, &entry.rank, NEIGHBOURS).await?;
    // Somebody may have come in between the two questions: no rank is below 1.
    let first_above = rank.number.saturating_sub(u64::try_from(above.len()).unwrap_or(0)).max(1);
    let ranked =
        |first: u64, entries: Vec<Entry>| (first..).zip(entries).map(|(rank, e)| entry_body(rank, e)).collect();
    Ok(Json(PlaceBody {
        game: game.to_string(),
        period: period.to_string(),
        exact: rank.exact,
        above: ranked(first_above, above),
        below: ranked(rank.number + 1, below),
        entry: entry_body(rank.number, entry),
    }))
}
