//! What the people in a match do, and what a game server reports.

use std::sync::Arc;

use api::metrics::{FAULTS, Observation};
use api::{HasAccounts, Json, Path, Problem, ProblemBody};
use axum::extract::State as Shared;
use calendar::parse_rfc3339;
use games::Side;
use ranking::matches::{Change, Ended, Ending, Match, Refusal, Report, SeatClaim};
use serde::Deserialize;
use serde_json::json;
use store::{MatchItem, Spent};
use utoipa::ToSchema;

use crate::State;
use crate::body::{MatchBody, body, refused};
use crate::rooms::unknown;
use crate::who::{Account, MatchReporter};

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The number of the move, from 1.
    ply: usize,
    /// The move in the game's notation.
    #[schema(example = "h8")]
    r#move: String,
}

/// A result.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The seat that the rules call first.
    First,
    /// The other.
    Second,
    /// Nobody.
    Draw,
}

/// By what a match ended.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndingBody {
    /// The rules ended it.
    Played,
    /// Somebody resigned, or left.
    Resigned,
    /// Somebody's time was up.
    TimedOut,
    /// Both agreed to a draw.
    DrawAgreed,
}

/// What a game server reports of a match that was played there.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportBody {
    /// Every move, in the game's notation.
    moves: Vec<String>,
    winner: Winner,
    ending: EndingBody,
    /// Whether somebody was helped.
    assisted: Option<bool>,
    /// When the first move was made, RFC 3339. Seats that were taken later are missing.
    started_at: String,
    /// The seat token of the seat that the rules call first; without both the match is not rated.
    first_seat: Option<String>,
    /// The other seat's.
    second_seat: Option<String>,
}

/// Lets `decide` change the match and answers with what it has become.
async fn change(
    state: &State,
    id: &str,
    decide: impl FnMut(&mut Match) -> Result<Change, Refusal>,
) -> Result<axum::Json<MatchBody>, Problem> {
    let store = state.store.metered();
    let (item, change) = store.change_match(id, decide).await?.ok_or_else(unknown)?;
    let current = body(&item, state.now_ms())?;
    if let (Ok(Change::Made | Change::TooLate), Some(ended)) = (change, &item.game.ended) {
        observe(&item, ended, store.spent());
    }
    match change {
        Ok(Change::Made | Change::Nothing) => Ok(axum::Json(current)),
        Ok(Change::TooLate) => Err(refused(Refusal::Over, Some(current))),
        Err(refusal) => Err(refused(refusal, Some(current))),
    }
}

/// The one line the end of a match leaves in the log, with its metrics.
fn observe(item: &MatchItem, ended: &Ended, spent: Spent) {
    let line = Observation::of("a match ended").by("Game", item.game.game.as_str());
    let line = match ended.unrated {
        Some(reason) => line.by("Reason", reason.as_str()).count("MatchesUnrated", 1),
        None if ended.ratings.is_some() => line.count("MatchesRated", 1),
        None if item.game.rated => line.count(FAULTS, 1),
        None => line.count("MatchesUnrated", 1),
    };
    line.fact("ending", json!(ended.how)).fact("moves", item.game.plies()).spent(spent).write();
}

/// Makes a move. The same move once more is answered like the first time; one for another ply is 409 with the match as it is. A move
/// after its time ends the match.
#[utoipa::path(post, path = "/v1/matches/{id}/moves", tag = "matches", request_body = Move, security(("account" = [])),
    params(("id" = String, Path, description = "The match.")), responses(
    (status = 200, description = "The match after the move.", body = MatchBody),
    (status = 409, description = "The match is elsewhere; `match` shows it.", body = ProblemBody, content_type = "application/problem+json"),
    (status = 422, description = "The rules refuse the move.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn play(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Account(player): Account,
    Json(mv): Json<Move, { 4 * 1024 }>,
) -> Result<axum::Json<MatchBody>, Problem> {
    let now_ms = state.now_ms();
    change(&state, &id, |game| game.play(&player, mv.ply, &mv.r#move, now_ms)).await
}

/// Gives the game up: a loss. Once the time of the side to move is up this is 409, and the match ends by time.
#[utoipa::path(post, path = "/v1/matches/{id}/resign", tag = "matches", security(("account" = [])),
    params(("id" = String, Path, description = "The match.")), responses(
    (status = 200, description = "The match, which is over.", body = MatchBody),
    (status = 409, description = "It was over before, or by time; `match` shows it.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn resign(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Account(player): Account,
) -> Result<axum::Json<MatchBody>, Problem> {
    let now_ms = state.now_ms();
    change(&state, &id, |game| game.resign(&player, now_ms)).await
}

/// Offers a draw, or accepts the one that the other side offers. An offer stands until the other side moves. Once the time of the side to
/// move is up this is 409, and the match ends by time.
#[utoipa::path(post, path = "/v1/matches/{id}/draw", tag = "matches", security(("account" = [])),
    params(("id" = String, Path, description = "The match.")), responses(
    (status = 200, description = "The match.", body = MatchBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn draw(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Account(player): Account,
) -> Result<axum::Json<MatchBody>, Problem> {
    let now_ms = state.now_ms();
    change(&state, &id, |game| game.draw(&player, now_ms)).await
}

/// Claims that the time of the side to move is up, which then has lost.
#[utoipa::path(post, path = "/v1/matches/{id}/claim", tag = "matches", security(("account" = [])),
    params(("id" = String, Path, description = "The match.")), responses(
    (status = 200, description = "The match, which is over.", body = MatchBody),
    (status = 422, description = "There is time left.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn claim(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Account(player): Account,
) -> Result<axum::Json<MatchBody>, Problem> {
    let now_ms = state.now_ms();
    change(&state, &id, |game| game.claim(&player, now_ms)).await
}

/// Reports a match that was played on a game server. Its moves are replayed, and a result that the rules contradict is refused. The same
/// report once more is harmless, another one is 409. The match ends at the moment of the first report.
#[utoipa::path(post, path = "/v1/matches/{id}/result", tag = "matches", request_body = ReportBody, security(("machine" = ["match:report"])),
    params(("id" = String, Path, description = "The match.")), responses(
    (status = 200, description = "The match, which is over.", body = MatchBody),
    (status = 409, description = "Something else is recorded; `match` shows it.", body = ProblemBody, content_type = "application/problem+json"),
    (status = 422, description = "The rules contradict the report.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn report(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    _: MatchReporter,
    Json(report): Json<ReportBody>,
) -> Result<axum::Json<MatchBody>, Problem> {
    let now_ms = state.now_ms();
    let started_at_ms =
        parse_rfc3339(&report.started_at).map_err(|error| Problem::malformed(format!("started_at: {error}")))?;
    let seats = [seat(&state, report.first_seat.as_deref())?, seat(&state, report.second_seat.as_deref())?];
    let report = Report {
        moves: report.moves,
        how: match report.ending {
            EndingBody::Played => Ending::Played,
            EndingBody::Resigned => Ending::Resigned,
            EndingBody::TimedOut => Ending::TimedOut,
            EndingBody::DrawAgreed => Ending::DrawAgreed,
        },
        winner: match report.winner {
            Winner::First => Some(Side::First),
            Winner::Second => Some(Side::Second),
            Winner::Draw => None,
        },
        assisted: report.assisted.unwrap_or(false),
        started_at_ms,
        seats,
    };
    change(&state, &id, |game| game.report(&report, now_ms)).await
}

/// The seat of a token; one that we did not sign is refused.
fn seat(state: &State, token: Option<&str>) -> Result<Option<SeatClaim>, Problem> {
    match token.map(|token| state.seats.open(token)) {
        None => Ok(None),
        Some(Some(claim)) => Ok(Some(claim)),
        Some(None) => Err(refused(Refusal::WrongSeat, None)),
    }
}
