//! How a match is shown.

use api::{NameBody, Problem};
use calendar::rfc3339;
use games::Side;
use http::StatusCode;
use ranking::matches::{Clock, Ending, Match, Refusal, unrated_because};
use serde::Serialize;
use store::MatchItem;
use utoipa::ToSchema;

/// A match as anybody may see it.
#[derive(Serialize, ToSchema)]
pub struct MatchBody {
    id: String,
    game: String,
    /// Files of the board, for baduk.
    size: Option<u8>,
    /// The handicap, for baduk: 1 is 정선, 2 to 9 are stones.
    handicap: Option<u8>,
    /// Whether it moves the ratings unless one of the public reasons applies.
    rated: bool,
    /// Whether a game server plays and reports it; nothing can be done here then.
    game_server: bool,
    /// Why matches of this kind are never rated.
    never_rated: Option<NameBody>,
    /// The seat that the rules call first (Black, Cho), then the other; null while it is open.
    seats: [Option<SeatedBody>; 2],
    /// Every move so far, in the game's notation.
    moves: Vec<String>,
    /// The number of the next move, from 1.
    ply: usize,
    /// Who moves next: `first` or `second`; null once it is over.
    #[schema(value_type = Option<String>)]
    turn: Option<Side>,
    /// `move` or `game`: what the time is for.
    clock: &'static str,
    /// What both have left at `now_ms`, in milliseconds.
    left_ms: [i64; 2],
    /// When the time of the side to move is up, unix milliseconds.
    deadline_ms: Option<i64>,
    /// Who offers a draw.
    #[schema(value_type = Option<String>)]
    draw_offer: Option<Side>,
    opened_at: String,
    opened_at_ms: i64,
    result: Option<ResultBody>,
}

/// Who sits in a seat.
#[derive(Serialize, ToSchema)]
pub struct SeatedBody {
    player: String,
    nickname: String,
    at: String,
}

/// How a match ended.
#[derive(Serialize, ToSchema)]
pub struct ResultBody {
    /// `first`, `second`, or null for a draw.
    #[schema(value_type = Option<String>)]
    winner: Option<Side>,
    /// `played`, `resigned`, `timed_out`, `draw_agreed`.
    #[schema(value_type = String)]
    ending: Ending,
    /// By how much, in games that are counted; in baduk in half points.
    margin: u32,
    ended_at: String,
    ended_at_ms: i64,
    /// Whether it moved the ratings.
    rated: bool,
    /// The public reason why it did not.
    unrated: Option<String>,
    /// The reason in words.
    unrated_text: Option<NameBody>,
    /// Both ratings, before and after.
    ratings: Option<[[f64; 2]; 2]>,
    /// Both players' baduk points, before and after.
    points: Option<[[u32; 2]; 2]>,
}

/// What `GET` answers at `now_ms`.
pub fn body(item: &MatchItem, now_ms: i64) -> Result<MatchBody, Problem> {
    let game: &Match = &item.game;
    let to_move = game.position().map_err(|error| refused(error, None))?.side_to_move();
    let goes_on = game.ended.is_none();
    let left_ms = game.left_at(to_move, now_ms);
    let seats = game.seats.each_ref().map(|seat| {
        seat.as_ref().map(|seat| SeatedBody {
            player: seat.player.to_string(),
            nickname: seat.nickname.clone(),
            at: rfc3339(seat.at_ms),
        })
    });
    let result = game.ended.as_ref().map(|ended| ResultBody {
        winner: ended.winner,
        ending: ended.how,
        margin: ended.margin,
        ended_at: rfc3339(ended.at_ms),
        ended_at_ms: ended.at_ms,
        rated: ended.ratings.is_some(),
        unrated: ended.unrated.map(|reason| reason.to_string()),
        unrated_text: ended.unrated.map(|reason| reason.name().into()),
        ratings: ended.ratings,
        points: ended.points,
    });
    Ok(MatchBody {
        id: game.id.clone(),
        game: game.game.to_string(),
        size: game.options.size,
        handicap: game.options.handicap,
        rated: game.rated,
        game_server: game.elsewhere,
        never_rated: unrated_because(game.game, game.options).map(NameBody::from),
        seats,
        moves: game.moves().map(str::to_owned).collect(),
        ply: game.plies() + 1,
        turn: goes_on.then_some(to_move),
        clock: match game.clock {
            Clock::PerMove(_) => "move",
            Clock::PerGame(_) => "game",
        },
        left_ms,
        deadline_ms: game.is_running().then(|| game.turn_since_ms.saturating_add(game.left_ms[to_move.index()])),
        draw_offer: game.draw_offer,
        opened_at: rfc3339(game.opened_at_ms),
        opened_at_ms: game.opened_at_ms,
        result,
    })
}

/// The problem of a refused request, with the match as it is where that helps.
pub fn refused(refusal: Refusal, current: Option<MatchBody>) -> Problem {
    let status = match refusal {
        Refusal::WrongInvitation | Refusal::NotSeated => StatusCode::FORBIDDEN,
        Refusal::SeatTaken
        | Refusal::SeatOpen
        | Refusal::NotYourTurn
        | Refusal::Stale
        | Refusal::Over
        | Refusal::PlayedHere
        | Refusal::PlayedElsewhere => StatusCode::CONFLICT,
        Refusal::Illegal(_)
        | Refusal::TimeLeft
        | Refusal::IllegalReport { .. }
        | Refusal::Contradiction
        | Refusal::WrongSeat => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let code = match refusal {
        Refusal::Illegal(_) | Refusal::IllegalReport { .. } => "illegal_move",
        Refusal::TimeLeft => "time_left",
        Refusal::Contradiction => "contradiction",
        Refusal::WrongSeat => "wrong_seat",
        _ => "refused",
    };
    let detail = refusal.to_string();
    let problem = match status {
        StatusCode::FORBIDDEN => Problem::forbidden(detail),
        StatusCode::CONFLICT => Problem::conflict(detail),
        StatusCode::UNPROCESSABLE_ENTITY => Problem::refused(code, detail),
        _ => {
            tracing::error!("the moves of a match cannot be replayed");
            Problem::internal()
        }
    };
    match current.and_then(|current| serde_json::to_value(current).ok()) {
        Some(current) if status == StatusCode::CONFLICT => problem.with("match", current),
        _ => problem,
    }
}
