//! `POST /v1/players`: an anonymous identity for a browser.

use std::sync::Arc;

use api::{HasBrowsers, Problem, ProblemBody, random};
use axum::Json;
use axum::extract::State as Shared;
use http::StatusCode;
use ranking::PlayerId;
use serde::Serialize;
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
