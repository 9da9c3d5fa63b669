//! `/v1/players`: an anonymous identity for a browser, and its name.

use std::sync::Arc;

use api::{Browser, HasBrowsers, Problem, ProblemBody, random};
use axum::Json;
use axum::extract::State as Shared;
use http::StatusCode;
use ranking::PlayerId;
use ranking::names::Nickname;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::State;

/// A new identity.
#[derive(Serialize, ToSchema)]
pub struct Identity {
    /// The public identifier: random, safe to show.
    #[schema(example = "5m2rk8w0qj6v9y3t7b4c1x0hzd")]
    player: String,
    /// The browser token; keep it secret, it *is* the player.
    token: String,
}

/// Makes an anonymous player for this browser.
#[utoipa::path(post, path = "/v1/players", tag = "players", responses(
    (status = 201, description = "A new player.", body = Identity),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn create(Shared(state): Shared<Arc<State>>) -> Result<(StatusCode, Json<Identity>), Problem> {
    let player = PlayerId::from_random(random()?);
    let token = state.browsers.issue(&player, state.now_ms()).ok_or_else(Problem::internal)?;
    Ok((StatusCode::CREATED, Json(Identity { player: player.to_string(), token })))
}

/// A name to be taken.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Naming {
    /// 1 to 12 visible characters: Hangul, Latin letters, digits, space, `_`, `-`, `.`.
    #[schema(example = "김밥왕")]
    nickname: String,
}

/// A player with a name.
#[derive(Serialize, ToSchema)]
pub struct Named {
    player: String,
    /// The name as it is shown.
    nickname: String,
}

/// Takes a name. It is shown on every open board from then on; titles keep the name of their day.
#[utoipa::path(put, path = "/v1/players/me/nickname", tag = "players", request_body = Naming, security(("browser" = [])), responses(
    (status = 200, description = "The name is taken.", body = Named),
    (status = 422, description = "A rule refuses the name; `rule` names it.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn name(
    Shared(state): Shared<Arc<State>>,
    Browser(player): Browser,
    api::Json(naming): api::Json<Naming>,
) -> Result<Json<Named>, Problem> {
    let nickname: Nickname = naming.nickname.parse().map_err(|rule: ranking::names::NicknameError| {
        Problem::refused("nickname_refused", rule.text().en).with("rule", rule.as_str()).text(rule.text())
    })?;
    let profile = state.store.rename(&player, nickname.as_str()).await?.ok_or_else(Problem::left)?;
    Ok(Json(Named { nickname: profile.shown(&player), player: player.to_string() }))
}

/// Leaves for good: the name is forgotten wherever it was recorded, at seats of matches too, and the token takes no name, records no
/// run and takes no seat any more. What was achieved stays, as a guest's.
#[utoipa::path(delete, path = "/v1/players/me", tag = "players", security(("browser" = [])), responses(
    (status = 204, description = "The player has left. The browser throws its token away."),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn forget(Shared(state): Shared<Arc<State>>, Browser(player): Browser) -> Result<StatusCode, Problem> {
    state.store.forget(&player).await?;
    Ok(StatusCode::NO_CONTENT)
}
