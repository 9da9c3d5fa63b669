//! Titles: of a player, and of a period.

use std::sync::Arc;

use api::page::{Page, not_ours};
use api::{NameBody, Path, Problem, ProblemBody, Query, TitleBody, csv_table};
use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, Uri};
use ranking::{RatingTitle, Title};
use serde::{Deserialize, Serialize};
use store::AnyTitle;
use utoipa::{IntoParams, ToSchema};

use crate::ratings::TierBody;
use crate::{State, paths, ratings};

/// Titles.
#[derive(Serialize, ToSchema)]
pub struct TitlesBody {
    /// Of boards.
    titles: Vec<TitleBody>,
    /// Of rating seasons.
    rating_titles: Vec<RatingTitleBody>,
    /// Asks for the next page; absent on the last.
    cursor: Option<String>,
}

/// The title of a rating season.
#[derive(Serialize, ToSchema)]
pub struct RatingTitleBody {
    game: String,
    /// The season that ended.
    period: String,
    /// `ai` or `human`.
    pool: String,
    player: String,
    /// The holder's name on that day.
    nickname: String,
    /// The tier of the rating at the season's end.
    tier: TierBody,
    /// The rating at the season's end.
    rating: f64,
    /// The highest rating of the season.
    peak: f64,
    /// How many qualified.
    qualified: u64,
    /// The title in words.
    text: NameBody,
}

impl From<RatingTitle> for RatingTitleBody {
    fn from(title: RatingTitle) -> Self {
        Self {
            text: NameBody { ko: title.text_ko(), en: title.text_en() },
            game: title.game.to_string(),
            period: title.period.to_string(),
            pool: title.pool.to_string(),
            player: title.player.to_string(),
            nickname: title.nickname,
            tier: ratings::tier_body(title.title.tier),
            rating: title.title.rating.get(),
            peak: title.title.peak.get(),
            qualified: title.qualified,
        }
    }
}

#[derive(Deserialize)]
pub struct PlayerPath {
    player: String,
}

/// The titles of a player, by period and game. `Accept: text/csv` answers the boards' titles of the page as CSV, and the next page is in its `Link`.
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
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = paths::player(&path.player)?;
    let list = format!("titles/{player}");
    let after = page.after(&state.cursors, &list)?;
    let (all, more) = state.store.player_titles(&player, after.as_deref(), page.limit()?).await?;
    let last = all.last().filter(|_| more).map(AnyTitle::place);
    let (mut titles, mut rating_titles) = (Vec::new(), Vec::new());
    for title in all {
        match title {
            AnyTitle::Board(title) => titles.push(title),
            AnyTitle::Rating(title) => rating_titles.push(title),
        }
    }
    answer(&state, &list, titles, rating_titles, last, &uri, &headers)
}

/// Which titles of the period.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PeriodQuery {
    /// Titles of the rating season of this pool, `ai` or `human`, instead of the board's.
    pool: Option<String>,
    /// Titles of the page, 1 to 100 (20 when absent).
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Where the page before ended, as it was answered.
    cursor: Option<String>,
}

#[derive(Deserialize)]
pub struct PeriodPath {
    game: String,
    period: String,
}

/// The titles of a period, by rank. `Accept: text/csv` answers the page as CSV, and the next one is in its `Link`.
#[utoipa::path(get, path = "/v1/titles/{game}/{period}", tag = "titles", params(
    ("game" = String, Path, description = "The game."),
    ("period" = String, Path, description = "`week`, `month`, `season`, or an identifier such as `2026-W48`."),
    PeriodQuery,
), responses(
    (status = 200, description = "The titles; none while the period runs.", content((TitlesBody = "application/json"), (String = "text/csv"))),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn of_period(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<PeriodPath>,
    Query(query): Query<PeriodQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (game, period) = (paths::game(&path.game)?, paths::period(&path.period, state.store.clock().now_ms())?);
    let page = Page { limit: query.limit, cursor: query.cursor };
    let limit = page.limit()?;
    if let Some(pool) = query.pool {
        let pool = ratings::pool(&pool)?;
        let list = format!("titles/{game}/{period}/{pool}");
        let after = page.after(&state.cursors, &list)?;
        let (titles, end) = state.store.season_titles(game, pool, period, after.as_deref(), limit).await?;
        return if csv_table::wanted(&headers) {
            rating_table(titles)
        } else {
            answer(&state, &list, Vec::new(), titles, end, &uri, &headers)
        };
    }
    let list = format!("titles/{game}/{period}");
    let after = page.after(&state.cursors, &list)?;
    let after = after.map_or(Ok(0), |rank| rank.parse().map_err(|_| not_ours()))?;
    let (titles, more) = state.store.period_titles(game, period, after, limit).await?;
    let last = titles.last().filter(|_| more).map(|title| title.rank.to_string());
    answer(&state, &list, titles, Vec::new(), last, &uri, &headers)
}

fn rating_table(titles: Vec<RatingTitle>) -> Result<Response, Problem> {
    let head = ["game", "period", "pool", "player", "nickname", "tier", "rating", "peak", "qualified", "title"];
    let row = |title: RatingTitle| {
        let (rating, peak) = (title.title.rating.get().to_string(), title.title.peak.get().to_string());
        let (tier, qualified, text) = (title.title.tier.to_string(), title.qualified.to_string(), title.text_ko());
        let (game, period, pool) = (title.game.to_string(), title.period.to_string(), title.pool.to_string());
        [game, period, pool, title.player.to_string(), title.nickname, tier, rating, peak, qualified, text]
    };
    csv_table::answer(head, titles.into_iter().map(row))
}

fn answer(
    state: &State,
    list: &str,
    titles: Vec<Title>,
    rating_titles: Vec<RatingTitle>,
    last: Option<String>,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let cursor = last.and_then(|place| state.cursors.write(list, &place));
    let titles: Vec<TitleBody> = titles.into_iter().map(TitleBody::from).collect();
    if csv_table::wanted(headers) {
        let head = ["game", "period", "rank", "player", "nickname", "value", "participants", "title"];
        let row = |t: TitleBody| {
            let (rank, value, participants) = (t.rank.to_string(), t.value.to_string(), t.participants.to_string());
            [t.game, t.period, rank, t.player.unwrap_or_default(), t.nickname, value, participants, t.text.ko]
        };
        let table = csv_table::answer(head, titles.into_iter().map(row))?;
        return Ok(csv_table::followed(table, uri, cursor.as_deref()));
    }
    let rating_titles = rating_titles.into_iter().map(RatingTitleBody::from).collect();
    Ok(Json(TitlesBody { titles, rating_titles, cursor }).into_response())
}
