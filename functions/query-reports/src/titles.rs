//! Titles: of a player, and of a period.

use std::sync::Arc;

use api::page::Page;
use api::{Path, Problem, ProblemBody, Query, TitleBody, csv_table};
use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use ranking::Title;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{State, paths};

/// Titles.
#[derive(Serialize, ToSchema)]
pub struct TitlesBody {
    titles: Vec<TitleBody>,
    /// Asks for the next page; absent on the last.
    cursor: Option<String>,
}

#[derive(Deserialize)]
pub struct PlayerPath {
    player: String,
}

/// The titles of a player, by period and game. `Accept: text/csv` answers the page as CSV.
#[utoipa::path(get, path = "/v1/players/{player}/titles", tag = "titles", params(
    ("player" = String, Path, description = "The player."),
    Page,
), responses(
    (status = 200, description = "The titles.", content((TitlesBody = "application/json"), (String = "text/csv"))),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn of_player(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<PlayerPath>,
    Query(page): Query<Page>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = paths::player(&path.player)?;
    let list = format!("titles/{player}");
    let after = match &page.cursor {
        None => None,
        Some(cursor) => Some(place(&state.cursors.read(&list, cursor)?)?),
    };
    let (titles, more) = state.store.player_titles(&player, after, page.limit()?).await?;
    let last = titles.last().filter(|_| more).map(|title| format!("{}|{}", title.period, title.game));
    answer(&state, &list, titles, last, &headers)
}

fn place(place: &str) -> Result<(calendar::Period, games::GameId), Problem> {
    let read = || {
        let (period, game) = place.split_once('|')?;
        Some((period.parse().ok()?, game.parse().ok()?))
    };
    read().ok_or_else(|| Problem::malformed("cursor: not a cursor of this list"))
}

#[derive(Deserialize)]
pub struct PeriodPath {
    game: String,
    period: String,
}

/// The titles of a period, by rank. `Accept: text/csv` answers the page as CSV.
#[utoipa::path(get, path = "/v1/titles/{game}/{period}", tag = "titles", params(
    ("game" = String, Path, description = "The game."),
    ("period" = String, Path, description = "`week`, `month`, `season`, or an identifier such as `2026-W48`."),
    Page,
), responses(
    (status = 200, description = "The titles; none while the period runs.", content((TitlesBody = "application/json"), (String = "text/csv"))),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn of_period(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<PeriodPath>,
    Query(page): Query<Page>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (game, period) = (paths::game(&path.game)?, paths::period(&path.period, state.store.clock().now_ms())?);
    let list = format!("titles/{game}/{period}");
    let after = match &page.cursor {
        None => 0,
        Some(cursor) => {
            let place = state.cursors.read(&list, cursor)?;
            place.parse().map_err(|_| Problem::malformed("cursor: not a cursor of this list"))?
        }
    };
    let (titles, more) = state.store.period_titles(game, period, after, page.limit()?).await?;
    let last = titles.last().filter(|_| more).map(|title| title.rank.to_string());
    answer(&state, &list, titles, last, &headers)
}

fn answer(
    state: &State,
    list: &str,
    titles: Vec<Title>,
    last: Option<String>,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let titles: Vec<TitleBody> = titles.into_iter().map(TitleBody::from).collect();
    if csv_table::wanted(headers) {
        let head = ["game", "period", "rank", "player", "nickname", "value", "participants", "title"];
        let row = |t: TitleBody| {
            let (rank, value, participants) = (t.rank.to_string(), t.value.to_string(), t.participants.to_string());
            [t.game, t.period, rank, t.player.unwrap_or_default(), t.nickname, value, participants, t.text.ko]
        };
        return csv_table::answer(head, titles.into_iter().map(row));
    }
    let cursor = last.and_then(|place| state.cursors.write(list, &place));
    Ok(Json(TitlesBody { titles, cursor }).into_response())
}
