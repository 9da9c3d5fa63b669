//! Ratings: the list of a game and pool, and one player's.

use std::sync::Arc;

use ::ratings::{Pool, Shown, Tier, Unrated};
use api::page::Page;
use api::{NameBody, Path, Problem, ProblemBody, Query};
use axum::Json;
use axum::extract::State as Shared;
use calendar::rfc3339;
use games::{GameId, Outcome};
use serde::{Deserialize, Serialize};
use store::{RatingItem, RunRating, RunRecord, RunStatus};
use utoipa::ToSchema;

use crate::{State, paths};

/// Games shown of a player's history.
const HISTORY: usize = 100;

/// Runs looked through for them, since refused ones stand between.
const LOOKED_THROUGH: u32 = 300;

/// A rating list.
#[derive(Serialize, ToSchema)]
pub struct RatingsBody {
    game: String,
    pool: PoolBody,
    /// When this was read, RFC 3339 in Seoul. Who is provisional at that moment is not in the list.
    as_of: String,
    as_of_ms: i64,
    entries: Vec<RatingBody>,
    /// Asks for the next page; absent on the last.
    cursor: Option<String>,
}

/// Whom the ratings were earned against; the two never mix.
#[derive(Serialize, ToSchema)]
pub struct PoolBody {
    /// `ai` or `human`.
    id: String,
    name: NameBody,
}

/// A player's rating as it is at this moment.
#[derive(Serialize, ToSchema)]
pub struct RatingBody {
    /// The rank, from 1; absent while provisional.
    rank: Option<u64>,
    player: String,
    nickname: String,
    /// The rating as it is shown: rounded down, with a question mark while provisional.
    #[schema(example = "1674?")]
    shown: String,
    /// The rating as it is stored.
    rating: f64,
    /// The deviation at this moment.
    rd: f64,
    volatility: f64,
    /// Rated games so far.
    games: u32,
    provisional: bool,
    /// The tier; absent while provisional.
    tier: Option<TierBody>,
    /// The last rated game, RFC 3339 in Seoul.
    updated_at: String,
    updated_at_ms: i64,
}

/// A tier.
#[derive(Serialize, ToSchema)]
pub struct TierBody {
    /// `bronze`, `silver`, `gold`, `platinum`, `diamond`, `master`.
    id: String,
    name: NameBody,
}

fn pool_body(pool: Pool) -> PoolBody {
    PoolBody { id: pool.to_string(), name: pool.name().into() }
}

pub fn tier_body(tier: Tier) -> TierBody {
    TierBody { id: tier.to_string(), name: tier.name().into() }
}

fn rating_body(rank: Option<u64>, item: RatingItem, now_ms: i64) -> RatingBody {
    let RatingItem { player, record, nickname, .. } = item;
    let rd = record.live_deviation(now_ms);
    let shown = Shown::new(record.rating, rd);
    RatingBody {
        rank: rank.filter(|_| !shown.provisional),
        player: player.to_string(),
        nickname,
        shown: shown.to_string(),
        rating: record.rating.get(),
        rd: rd.get(),
        volatility: record.volatility.get(),
        games: record.games,
        provisional: shown.provisional,
        tier: shown.tier.map(tier_body),
        updated_at: rfc3339(record.updated_at_ms),
        updated_at_ms: record.updated_at_ms,
    }
}

/// The pool `text` names.
pub fn pool(text: &str) -> Result<Pool, Problem> {
    text.parse().map_err(|_| Problem::not_found("a pool is ai or human"))
}

#[derive(Deserialize)]
pub struct ListPath {
    game: String,
    pool: String,
}

/// The ratings of a game and pool, best first: those that are not provisional at this moment.
#[utoipa::path(get, path = "/v1/ratings/{game}/{pool}", tag = "ratings", params(
    ("game" = String, Path, description = "The game."),
    ("pool" = String, Path, description = "`ai` for games against the computer, `human` for games between people."),
    Page,
), responses(
    (status = 200, description = "The list.", body = RatingsBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn list(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<ListPath>,
    Query(page): Query<Page>,
) -> Result<Json<RatingsBody>, Problem> {
    let (game, pool) = (paths::game(&path.game)?, pool(&path.pool)?);
    let now_ms = state.store.clock().now_ms();
    let list = format!("ratings/{game}/{pool}");
    let (first, after) = page.numbered_after(&state.cursors, &list)?;
    let (items, end) = state.store.ratings(game, pool, after.as_deref(), page.limit()?).await?;
    let next = first + u64::try_from(items.len()).unwrap_or(0);
    let cursor = end.and_then(|end| state.cursors.write_numbered(&list, next, &end));
    Ok(Json(RatingsBody {
        game: game.to_string(),
        pool: pool_body(pool),
        as_of: rfc3339(now_ms),
        as_of_ms: now_ms,
        entries: (first..).zip(items).map(|(rank, item)| rating_body(Some(rank), item, now_ms)).collect(),
        cursor,
    }))
}

/// One player's rating.
#[derive(Serialize, ToSchema)]
pub struct PlayerRatingBody {
    game: String,
    pool: PoolBody,
    /// The rating at this moment.
    rating: RatingBody,
    /// The last games, newest first, at most 100.
    history: Vec<RatedGameBody>,
}

/// A game of the history.
#[derive(Serialize, ToSchema)]
pub struct RatedGameBody {
    /// Names the run.
    run: String,
    /// The opponent's level.
    level: Option<String>,
    /// `win`, `draw` or `loss`.
    #[schema(value_type = String)]
    outcome: Outcome,
    /// Before the game; absent when it was not rated.
    before: Option<f64>,
    /// After it; absent when it was not rated.
    after: Option<f64>,
    /// Why it was not rated.
    #[schema(value_type = Option<String>)]
    unrated: Option<Unrated>,
    ended_at: String,
    ended_at_ms: i64,
}

fn game_body(run: RunRecord) -> Option<RatedGameBody> {
    let RunStatus::Accepted { outcome: Some(outcome), .. } = run.status else { return None };
    let (before, after, unrated) = match run.rating? {
        RunRating::Rated { before, after, .. } => (Some(before), Some(after), None),
        RunRating::Unrated { reason } => (None, None, Some(reason)),
    };
    Some(RatedGameBody {
        run: run.ticket_id,
        level: run.level.map(|level| level.to_string()),
        outcome,
        before,
        after,
        unrated,
        ended_at: rfc3339(run.received_at_ms),
        ended_at_ms: run.received_at_ms,
    })
}

#[derive(Deserialize)]
pub struct PlayerPath {
    game: String,
    pool: String,
    player: String,
}

/// One player's rating, and the games that made it.
#[utoipa::path(get, path = "/v1/ratings/{game}/{pool}/players/{player}", tag = "ratings", params(
    ("game" = String, Path, description = "The game."),
    ("pool" = String, Path, description = "`ai` or `human`."),
    ("player" = String, Path, description = "The player."),
), responses(
    (status = 200, description = "The rating.", body = PlayerRatingBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn player(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<PlayerPath>,
) -> Result<Json<PlayerRatingBody>, Problem> {
    let (game, pool) = (paths::game(&path.game)?, pool(&path.pool)?);
    let player = paths::player(&path.player)?;
    let item = state.store.rating(game, pool, &player).await?;
    let item = item.ok_or_else(|| Problem::not_found("the player has no rating here"))?;
    let history = if pool == Pool::Ai { history(&state, game, &player).await? } else { Vec::new() };
    Ok(Json(PlayerRatingBody {
        game: game.to_string(),
        pool: pool_body(pool),
        rating: rating_body(None, item, state.store.clock().now_ms()),
        history,
    }))
}

async fn history(state: &State, game: GameId, player: &ranking::PlayerId) -> Result<Vec<RatedGameBody>, Problem> {
    let runs = state.store.last_runs(game, player, LOOKED_THROUGH).await?;
    let mut games: Vec<RatedGameBody> = runs.into_iter().filter_map(game_body).collect();
    // Runs are stored in the order of their tickets; ratings moved in that of their ends.
    games.sort_by_key(|game| std::cmp::Reverse(game.ended_at_ms));
    games.truncate(HISTORY);
    Ok(games)
}
