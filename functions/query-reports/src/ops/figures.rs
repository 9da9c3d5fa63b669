//! The figures of a month: who took part, what was refused, what operators did.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::{NameBody, Problem, ProblemBody, Query, csv_table};
use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use calendar::Period;
use games::GameId;
use http::HeaderMap;
use serde::Serialize;
use store::Action;
use utoipa::ToSchema;

use super::Operator;
use crate::State;
use crate::rejections::{MonthQuery, month};

/// Records of the audit read at once.
const PAGE: u32 = 100;

/// The figures of a month.
#[derive(Serialize, ToSchema)]
pub struct FiguresBody {
    #[schema(example = "2026-11")]
    month: String,
    /// Every game with boards of its own.
    games: Vec<GameFiguresBody>,
    /// What operators did, by the word for it.
    actions: BTreeMap<&'static str, u64>,
}

/// One game in a month.
#[derive(Serialize, ToSchema)]
pub struct GameFiguresBody {
    game: String,
    name: NameBody,
    /// How many are on the board of the month.
    participants: u64,
    /// Whether that number is exact; otherwise it is at least this.
    participants_exact: bool,
    /// Whether the month is closed.
    closed: bool,
    /// Titles that were granted.
    titles: u64,
    /// How many runs were refused.
    refused: u64,
    /// How many, by the public reason.
    refusals: BTreeMap<String, u64>,
}

/// The figures of a month, by game. `Accept: text/csv` answers the games as CSV. Needs the scope `ops`.
#[utoipa::path(get, path = "/v1/ops/figures", tag = "operators", params(MonthQuery), security(("machine" = ["ops"])), responses(
    (status = 200, description = "The figures.", content((FiguresBody = "application/json"), (String = "text/csv"))),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn show(
    Shared(state): Shared<Arc<State>>,
    _: Operator,
    Query(query): Query<MonthQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let month = month(query.month.as_deref(), state.store.clock().now_ms())?;
    let games = games(&state, month).await?;
    if csv_table::wanted(&headers) {
        let head = ["month", "game", "participants", "titles", "refused"];
        let row = |game: &GameFiguresBody| {
            let numbers = [game.participants, game.titles, game.refused].map(|number| number.to_string());
            let [participants, titles, refused] = numbers;
            [month.to_string(), game.game.clone(), participants, titles, refused]
        };
        return csv_table::answer(head, games.iter().map(row));
    }
    let actions = actions(&state, month).await?;
    Ok(Json(FiguresBody { month: month.to_string(), games, actions }).into_response())
}

async fn games(state: &State, month: Period) -> Result<Vec<GameFiguresBody>, Problem> {
    let counts = state.store.rejection_counts(month).await?;
    let mut games = Vec::new();
    for game in GameId::with_runs() {
        let closed = state.store.closed(game, month).await?;
        let (participants, participants_exact) = match closed {
            Some(closed) => (closed.participants, true),
            None => {
                let count = state.store.participants(game, month).await?;
                (count.number, count.exact)
            }
        };
        let of_game = counts.iter().filter(|count| count.game == game);
        let refusals: BTreeMap<String, u64> = of_game.map(|count| (count.reason.to_string(), count.count)).collect();
        games.push(GameFiguresBody {
            game: game.to_string(),
            name: game.game().name.into(),
            participants,
            participants_exact,
            closed: closed.is_some(),
            titles: closed.map_or(0, |closed| closed.titles),
            refused: refusals.values().sum(),
            refusals,
        });
    }
    Ok(games)
}

async fn actions(state: &State, month: Period) -> Result<BTreeMap<&'static str, u64>, Problem> {
    let mut actions: BTreeMap<&'static str, u64> = Action::ALL.map(|action| (action.as_str(), 0)).into();
    let mut before: Option<String> = None;
    loop {
        let (records, more) = state.store.audit(month, before.as_deref(), PAGE).await?;
        for record in &records {
            *actions.entry(record.action.as_str()).or_default() += 1;
        }
        before = records.last().map(|last| last.cursor.clone());
        if !more {
            return Ok(actions);
        }
    }
}
