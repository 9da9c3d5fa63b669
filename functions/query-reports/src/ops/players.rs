//! Hiding players, and showing them again.

use std::sync::Arc;

use api::{Json, Path, Problem, ProblemBody};
use axum::extract::State as Shared;
use calendar::{parse_rfc3339, rfc3339};
use ranking::PlayerId;
use serde::{Deserialize, Serialize};
use store::{Action, Corrected, Hidden, Profile};
use utoipa::ToSchema;

use super::{Operator, Why, observe};
use crate::{State, paths};

#[derive(Deserialize)]
pub struct PlayerPath {
    player: String,
}

/// Whom to hide, and which runs.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Hide {
    /// 1 to 500 characters, for the audit.
    #[schema(min_length = 1, max_length = 500)]
    why: String,
    /// Runs received at or after this are hidden, RFC 3339; all earlier ones too when absent.
    #[serde(default)]
    from: Option<String>,
    /// Runs received before this are hidden, RFC 3339; all later ones too when absent.
    #[serde(default)]
    until: Option<String>,
}

/// Which runs of a player are hidden.
#[derive(Serialize, ToSchema)]
pub struct HiddenBody {
    player: String,
    /// Whether this order changed something; the same again does not.
    changed: bool,
    /// Whether runs are hidden.
    hidden: bool,
    /// Runs received at or after this; all earlier ones too when absent.
    from: Option<String>,
    /// Runs received before this; all later ones too when absent.
    until: Option<String>,
}

fn body(player: &PlayerId, corrected: &Corrected<Profile>) -> HiddenBody {
    let hidden = corrected.now.hidden;
    HiddenBody {
        player: player.to_string(),
        changed: corrected.changed,
        hidden: hidden.is_some(),
        from: hidden.and_then(|hidden| hidden.from_ms).map(rfc3339),
        until: hidden.and_then(|hidden| hidden.until_ms).map(rfc3339),
    }
}

fn moment(field: &str, text: Option<&str>) -> Result<Option<i64>, Problem> {
    let read = |text| parse_rfc3339(text).map_err(|_| Problem::malformed(format!("{field}: an RFC 3339 time")));
    text.map(read).transpose()
}

/// Hides a player: runs received in the span are no entrants, on open boards at once, on closed ones when they are closed again.
/// Needs the scope `ops`.
#[utoipa::path(post, path = "/v1/ops/players/{player}/hide", tag = "operators", request_body = Hide, params(
    ("player" = String, Path, description = "The player."),
), security(("machine" = ["ops"])), responses(
    (status = 200, description = "The runs are hidden.", body = HiddenBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn hide(
    Shared(state): Shared<Arc<State>>,
    operator: Operator,
    Path(path): Path<PlayerPath>,
    Json(Hide { why, from, until }): Json<Hide>,
) -> Result<axum::Json<HiddenBody>, Problem> {
    let player = paths::player(&path.player)?;
    let order = operator.order(&why)?;
    let hidden = Hidden { from_ms: moment("from", from.as_deref())?, until_ms: moment("until", until.as_deref())? };
    if let (Some(from), Some(until)) = (hidden.from_ms, hidden.until_ms)
        && from >= until
    {
        return Err(Problem::malformed("until: after from"));
    }
    let store = state.store.metered();
    let corrected = store.hide(order, &player, Some(hidden)).await?;
    observe(Action::HidePlayer, corrected.changed, store.spent());
    Ok(axum::Json(body(&player, &corrected)))
}

/// Shows a hidden player again. Needs the scope `ops`.
#[utoipa::path(post, path = "/v1/ops/players/{player}/unhide", tag = "operators", request_body = Why, params(
    ("player" = String, Path, description = "The player."),
), security(("machine" = ["ops"])), responses(
    (status = 200, description = "Nothing of the player is hidden.", body = HiddenBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn unhide(
    Shared(state): Shared<Arc<State>>,
    operator: Operator,
    Path(path): Path<PlayerPath>,
    Json(Why { why }): Json<Why>,
) -> Result<axum::Json<HiddenBody>, Problem> {
    let player = paths::player(&path.player)?;
    let order = operator.order(&why)?;
    let store = state.store.metered();
    let corrected = store.hide(order, &player, None).await?;
    observe(Action::UnhidePlayer, corrected.changed, store.spent());
    Ok(axum::Json(body(&player, &corrected)))
}
