//! `POST /v1/tickets`: the start of a run, on today's board.

use std::sync::Arc;

use api::{Browser, HasBrowsers, Json, Problem, ProblemBody, new_id};
use axum::extract::State as Shared;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use calendar::{Date, rfc3339};
use games::{GameId, Level};
use http::StatusCode;
use ranking::ticket::TICKETS_PER_MINUTE;
use ranking::{Ticket, day_board};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::State;

/// What to start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The game.
    #[schema(value_type = String, example = "2048")]
    game: GameId,
    /// The computer opponent's level, in games that have one; `basic` when absent.
    #[schema(value_type = Option<String>, example = "basic")]
    #[serde(default)]
    level: Option<Level>,
    /// Whether the run is meant to be ranked. Games that are played for fun by default start only with `true`.
    #[serde(default)]
    compete: Option<bool>,
}

/// A started run.
#[derive(Serialize, ToSchema)]
pub struct Started {
    /// The start ticket, to be handed in with the moves.
    ticket: String,
    /// The game.
    game: String,
    /// The board to play.
    board: DayBoardBody,
    /// The start, RFC 3339 in Seoul.
    issued_at: String,
    /// The start, unix milliseconds.
    issued_at_ms: i64,
    /// From when on the ticket is expired, RFC 3339 in Seoul.
    expires_at: String,
    /// From when on the ticket is expired, unix milliseconds.
    expires_at_ms: i64,
}

/// The board of the day, the same for everyone.
#[derive(Serialize, ToSchema)]
pub struct DayBoardBody {
    /// The day in Seoul.
    #[schema(example = "2026-11-30")]
    date: String,
    /// 32 bytes, base64: what every draw of the game comes from.
    seed: String,
    /// Version of the game's rules.
    rules: u16,
    /// The variation of the day, 0 in games with only one.
    variation: u32,
    /// The computer opponent's level.
    #[schema(value_type = Option<String>)]
    level: Option<Level>,
    /// What the game needs beside the seed to be shown, such as the frame, the deal or who moves first.
    #[schema(value_type = Object)]
    opening: Value,
}

/// Starts a run on today's board.
#[utoipa::path(post, path = "/v1/tickets", tag = "runs", request_body = Start, security(("browser" = [])), responses(
    (status = 201, description = "A start ticket and the board to play.", body = Started),
    (status = 429, description = "The player has asked for too many; `Retry-After` tells when to ask again.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn start(
    Shared(state): Shared<Arc<State>>,
    Browser(player): Browser,
    Json(start): Json<Start>,
) -> Result<(StatusCode, axum::Json<Started>), Problem> {
    let game = start.game;
    let row = game.game();
    if !row.kind.has_runs() {
        let detail = "this game is ranked by its own app or played in matches; there is nothing to start";
        return Err(Problem::refused("no_tickets", detail));
    }
    if row.compete_only && start.compete != Some(true) {
        return Err(Problem::refused("compete_only", "this game is ranked only with `compete: true`"));
    }
    let level = match (start.level, row.levels) {
        (None, []) => None,
        (Some(_), []) => return Err(Problem::malformed("level: this game has no computer opponent")),
        (level, levels) => Some(level.unwrap_or(Level::Basic)).filter(|level| levels.contains(level)),
    };
    if level.is_none() && !row.levels.is_empty() {
        return Err(Problem::malformed("level: this game has no such level"));
    }
    let now_ms = state.now_ms();
    state.quota.take(&player, now_ms).map_err(|seconds| {
        Problem::too_many(format!("a player gets {TICKETS_PER_MINUTE} tickets a minute"), seconds)
    })?;
    let variation = state.variations.of(&state.boards, game, Date::of(now_ms)).await?;
    let ticket = Ticket::start(new_id(now_ms)?, player, game, variation, level, now_ms);
    let board = day_board(&state.boards, game, ticket.date, variation, level);
    let started = Started {
        ticket: state.tickets.sign(&ticket).ok_or_else(Problem::internal)?,
        game: game.to_string(),
        board: DayBoardBody {
            date: ticket.date.to_string(),
            seed: STANDARD.encode(board.seed.0),
            rules: ticket.rules,
            variation,
            level,
            opening: game.opening(&board),
        },
        issued_at: rfc3339(ticket.iat_ms),
        issued_at_ms: ticket.iat_ms,
        expires_at: rfc3339(ticket.exp_ms),
        expires_at_ms: ticket.exp_ms,
    };
    Ok((StatusCode::CREATED, axum::Json(started)))
}
