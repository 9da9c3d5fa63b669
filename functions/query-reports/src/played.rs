//! What a player has played against others.

use std::sync::Arc;

use api::page::Page;
use api::{NameBody, Path, Problem, ProblemBody, Query};
use axum::Json;
use axum::extract::State as Shared;
use calendar::rfc3339;
use serde::{Deserialize, Serialize};
use store::Played;
use utoipa::ToSchema;

use crate::{State, paths};

/// A page of a player's matches.
#[derive(Serialize, ToSchema)]
pub struct MatchesBody {
    player: String,
    /// The latest first.
    matches: Vec<PlayedBody>,
    /// Asks for the next page; absent on the last.
    cursor: Option<String>,
}

/// A match from the player's side.
#[derive(Serialize, ToSchema)]
pub struct PlayedBody {
    /// The match, as in `/v1/matches/{id}`.
    id: String,
    game: String,
    /// The player's seat, `first` or `second`.
    #[schema(value_type = String)]
    seat: games::Side,
    /// The other player; absent when nobody sat there.
    opponent: Option<String>,
    /// The other player's name on that day.
    opponent_nickname: Option<String>,
    /// `win`, `draw` or `loss`.
    #[schema(value_type = String)]
    result: ::ratings::Score,
    /// `played`, `resigned`, `timed_out` or `draw_agreed`.
    #[schema(value_type = String)]
    ending: ranking::matches::Ending,
    /// Moves of both.
    plies: u32,
    /// The rating before and after, when it moved.
    rating: Option<[f64; 2]>,
    /// The public reason why it did not.
    unrated: Option<String>,
    /// The reason in words.
    unrated_text: Option<NameBody>,
    ended_at: String,
    ended_at_ms: i64,
}

impl From<Played> for PlayedBody {
    fn from(played: Played) -> Self {
        Self {
            id: played.id,
            game: played.game.to_string(),
            seat: played.side,
            opponent: played.opponent.map(|opponent| opponent.to_string()),
            opponent_nickname: played.nickname,
            result: played.score,
            ending: played.how,
            plies: played.plies,
            rating: played.rating,
            unrated: played.unrated.map(|reason| reason.to_string()),
            unrated_text: played.unrated.map(|reason| reason.name().into()),
            ended_at: rfc3339(played.ended_at_ms),
            ended_at_ms: played.ended_at_ms,
        }
    }
}

#[derive(Deserialize)]
pub struct PlayerPath {
    player: String,
}

/// The finished matches of a player against others, the latest first.
#[utoipa::path(get, path = "/v1/players/{player}/matches", tag = "matches", params(
    ("player" = String, Path, description = "The player."),
    Page,
), responses(
    (status = 200, description = "The matches.", body = MatchesBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn of_player(
    Shared(state): Shared<Arc<State>>,
    Path(path): Path<PlayerPath>,
    Query(page): Query<Page>,
) -> Result<Json<MatchesBody>, Problem> {
    let player = paths::player(&path.player)?;
    let list = format!("matches/{player}");
    let after = page.after(&state.cursors, &list)?;
    let (played, more) = state.store.played(&player, after.as_deref(), page.limit()?).await?;
    let last = played.last().filter(|_| more).map(Played::place);
    let cursor = last.and_then(|place| state.cursors.write(&list, &place));
    let matches = played.into_iter().map(PlayedBody::from).collect();
    Ok(Json(MatchesBody { player: player.to_string(), matches, cursor }))
}
