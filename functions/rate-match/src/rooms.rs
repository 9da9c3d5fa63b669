//! Rooms: open one, take the second seat, look in.

use std::sync::Arc;

use api::{HasAccounts, Json, Path, Problem, ProblemBody, new_id, random};
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use calendar::Date;
use games::{GameId, Side};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use ranking::PlayerId;
use ranking::matches::{Change, Clock, Match, Options, Private, Record, Seat, SeatClaim, record};
use ranking::names::guest_name;
use serde::{Deserialize, Serialize};
use store::MatchItem;
use utoipa::ToSchema;

use crate::State;
use crate::body::{MatchBody, body, refused};
use crate::who::{Account, Address, browser};

/// Letters of an invitation: 50 random bits, which nobody guesses in two days.
const INVITATION: usize = 10;

/// A room to be opened.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// reversi, omok, ojeom, capture-go, baduk, janggi, checkers, dots-and-boxes, nim or mu-torere.
    #[schema(value_type = String, example = "omok")]
    game: GameId,
    /// Whether the ratings of both are to move; yes when absent. Nim is never rated: it is solved.
    rated: Option<bool>,
    /// Which seat the opener takes: the one that the rules call first (Black, Cho) when absent.
    seat: Option<Chair>,
    /// Seconds for every move, 10 to 604,800; 600 when no time is named.
    seconds_per_move: Option<u32>,
    /// Seconds for all moves of one player, 60 to 604,800, instead.
    seconds_per_game: Option<u32>,
    /// Whether a game server plays the match and reports it. Nobody can move, resign or claim time here then.
    game_server: Option<bool>,
    /// Files of the board, for baduk: 9, 13 or 19, which is usual.
    size: Option<u8>,
    /// The handicap, for baduk: 1 is 정선 (Black without 덤), 2 to 9 are stones, which is never rated.
    handicap: Option<u8>,
}

/// A choice of seat.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Chair {
    /// The one that the rules call first.
    First,
    /// The other.
    Second,
    /// Either, by chance.
    Random,
}

/// The second seat, for who was invited.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// The invitation code.
    invitation: String,
}

/// A seat that was taken.
#[derive(Serialize, ToSchema)]
pub struct SeatTaken {
    /// `first` or `second`.
    #[schema(value_type = String)]
    seat: Side,
    /// For the other player; absent once both sit.
    invitation: Option<String>,
    /// For an outside game server that is to report the match; good for one report.
    seat_token: String,
    r#match: MatchBody,
}

fn taken(state: &State, item: &MatchItem, player: &PlayerId, seat: Side) -> Result<SeatTaken, Problem> {
    let claim = SeatClaim { id: item.game.id.clone(), player: player.clone(), side: seat };
    let seat_token = state.seats.sign(&claim).ok_or_else(Problem::internal)?;
    let r#match = body(item, state.now_ms())?;
    Ok(SeatTaken { seat, invitation: item.game.invitation.clone(), seat_token, r#match })
}

/// The seat of `player` now; the name is the browser's, as it is at this moment.
async fn seat(state: &State, player: &PlayerId, browser: &PlayerId) -> Result<Seat, Problem> {
    let profile = state.store.profile(browser).await?;
    if profile.left_at_ms.is_some() {
        return Err(Problem::left());
    }
    let nickname = profile.nickname.unwrap_or_else(|| guest_name(player.as_str()));
    Ok(Seat { player: player.clone(), nickname, at_ms: state.now_ms() })
}

/// Notes that the browser's name is shown at the seat, so that it is forgotten there when the browser's player leaves. A guest's is
/// the account's own.
async fn note(state: &State, browser: &PlayerId, id: &str, seat: &Seat) -> Result<(), Problem> {
    if seat.nickname != guest_name(seat.player.as_str()) {
        state.store.lend_name(browser, id, &seat.player).await?;
    }
    Ok(())
}

/// Opens a private room.
#[utoipa::path(post, path = "/v1/matches", tag = "matches", request_body = Open, security(("account" = [])),
    params(("x-sunwi-browser" = String, Header, description = "The browser token.")), responses(
    (status = 201, description = "The room; the first seat is taken.", body = SeatTaken),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn open(
    Shared(state): Shared<Arc<State>>,
    Account(player): Account,
    Address(address): Address,
    headers: HeaderMap,
    Json(open): Json<Open>,
) -> Result<(StatusCode, axum::Json<SeatTaken>), Problem> {
    let browser = browser(&state, &headers)?;
    let clock = match (open.seconds_per_move, open.seconds_per_game) {
        (None, None) => Clock::USUAL,
        (Some(seconds), None) => Clock::PerMove(i64::from(seconds) * 1000),
        (None, Some(seconds)) => Clock::PerGame(i64::from(seconds) * 1000),
        (Some(_), Some(_)) => return Err(Problem::malformed("seconds_per_game: or seconds_per_move, not both")),
    };
    let random = random()?;
    let side = match open.seat.unwrap_or(Chair::First) {
        Chair::First => Side::First,
        Chair::Second => Side::Second,
        Chair::Random if random.is_multiple_of(2) => Side::First,
        Chair::Random => Side::Second,
    };
    // The letters do not overlap the bit that the seat is drawn from.
    let invitation: String = PlayerId::from_random(random).as_str().chars().take(INVITATION).collect();
    let now_ms = state.now_ms();
    let network = address.map(|address| state.addresses.network(address, Date::of(now_ms)));
    let options = Options { size: open.size, handicap: open.handicap };
    let seat = seat(&state, &player, &browser).await?;
    let id = new_id(now_ms)?.to_lowercase();
    note(&state, &browser, &id, &seat).await?;
    let rated = open.rated.unwrap_or(true);
    let private = Private { browser, network };
    let mut room = Match::open(id, open.game, options, rated, clock, invitation, (side, seat), private)
        .map_err(|error| Problem::refused("not_playable", error.to_string()))?;
    room.elsewhere = open.game_server.unwrap_or(false);
    let room = state.store.open_match(room).await?;
    tracing::info!(game = room.game.game.as_str(), rated = room.game.rated, "a room was opened");
    Ok((StatusCode::CREATED, axum::Json(taken(&state, &room, &player, side)?)))
}

/// Takes the second seat. Both may play from then on, and the first clock runs.
#[utoipa::path(post, path = "/v1/matches/{id}/seats", tag = "matches", request_body = Sit, security(("account" = [])),
    params(("id" = String, Path, description = "The match."), ("x-sunwi-browser" = String, Header, description = "The browser token.")),
    responses(
    (status = 201, description = "The seat is taken.", body = SeatTaken),
    (status = 200, description = "You have a seat already.", body = SeatTaken),
    (status = 409, description = "Somebody else sits there.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn sit(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Account(player): Account,
    Address(address): Address,
    headers: HeaderMap,
    Json(sit): Json<Sit>,
) -> Result<Response, Problem> {
    let browser = browser(&state, &headers)?;
    let seat = seat(&state, &player, &browser).await?;
    let mut side = None;
    let changed = state
        .store
        .change_match(&id, |room| {
            side = room.open_side();
            let day = Date::of(room.opened_at_ms); // hashes of one day can be compared
            let network = address.map(|address| state.addresses.network(address, day));
            room.sit(&sit.invitation, seat.clone(), &Private { browser: browser.clone(), network })
        })
        .await?;
    let (item, change) = changed.ok_or_else(unknown)?;
    let change = change.map_err(|refusal| refused(refusal, body(&item, state.now_ms()).ok()))?;
    // A lost answer is asked for again, and the seat is found.
    note(&state, &browser, &item.game.id, &seat).await?;
    let own = |side: &Side| item.game.seats[side.index()].as_ref().is_some_and(|seat| seat.player == player);
    let side = side.or_else(|| [Side::First, Side::Second].into_iter().find(own)).unwrap_or(Side::Second);
    let status = if change == Change::Made { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, axum::Json(taken(&state, &item, &player, side)?)).into_response())
}

/// A match as it is. It has an `ETag`: ask with `If-None-Match`, and as long as nobody has moved the answer is 304 without a body.
#[utoipa::path(get, path = "/v1/matches/{id}", tag = "matches", params(("id" = String, Path, description = "The match.")), responses(
    (status = 200, description = "The match.", body = MatchBody),
    (status = 304, description = "Nothing has changed."),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn show(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let item = state.store.find_match(&id).await?.ok_or_else(unknown)?;
    let tag = HeaderValue::try_from(format!("\"{}\"", item.version)).map_err(|_| Problem::internal())?;
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|known| known == tag);
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        axum::Json(body(&item, state.now_ms())?).into_response()
    };
    response.headers_mut().insert(header::ETAG, tag);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// The record of a match as other programs read it: SGF for baduk, capture-go and omok, PDN for checkers (as plain text, for nobody has
/// registered a media type), and the moves with blanks between for the others.
#[utoipa::path(get, path = "/v1/matches/{id}/record", tag = "matches", params(("id" = String, Path, description = "The match.")), responses(
    (status = 200, description = "The record.", content((String = "application/x-go-sgf"), (String = "text/plain"))),
    (status = 409, description = "The match is not over.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn write_down(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let item = state.store.find_match(&id).await?.ok_or_else(unknown)?;
    if item.game.ended.is_none() {
        return Err(Problem::conflict("the match is not over"));
    }
    let Record { kind, text } = record(&item.game);
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

pub fn unknown() -> Problem {
    Problem::not_found("there is no such match")
}
