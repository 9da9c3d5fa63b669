//! One run: with its moves and a second look at them, removed, and restored.

use std::sync::Arc;

use api::{Json, Path, Problem, ProblemBody};
use axum::extract::State as Shared;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use calendar::rfc3339;
use games::{Level, Outcome};
use ranking::{PlayerId, Review, Reviewed, Verdict, day_board, review};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Action, Corrected, Removed, RunFile, RunStatus, Worth};
use utoipa::ToSchema;

use super::{Operator, Why, observe};
use crate::{State, paths};

/// A run's identifier has this many letters and digits.
const RUN_LENGTH: usize = 26;

#[derive(Deserialize)]
pub struct RunPath {
    player: String,
    run: String,
}

impl RunPath {
    fn read(&self) -> Result<(PlayerId, &str), Problem> {
        let right = self.run.len() == RUN_LENGTH && self.run.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if right { Ok((paths::player(&self.player)?, &self.run)) } else { Err(unknown()) }
    }
}

fn unknown() -> Problem {
    Problem::not_found("there is no such run, or its time is over")
}

/// A run as it is recorded.
#[derive(Serialize, ToSchema)]
pub struct RecordedBody {
    game: String,
    player: String,
    run: String,
    /// The day of the board.
    date: String,
    variation: u32,
    #[schema(value_type = Option<String>)]
    level: Option<Level>,
    /// Version of the rules it was judged by.
    rules: u16,
    started_at: String,
    received_at: String,
    received_at_ms: i64,
    elapsed_ms: u64,
    claimed: Option<i64>,
    assisted: bool,
    /// `accepted` or `rejected`.
    status: String,
    /// The ranked value of an accepted run.
    value: Option<u64>,
    #[schema(value_type = Option<String>)]
    outcome: Option<Outcome>,
    /// The public reason of a refused run.
    reason: Option<String>,
    detail: Option<String>,
    /// The value of the replay of a refused run, when it came that far.
    replayed: Option<u64>,
    /// Set when an operator has removed it.
    removed: Option<RemovedBody>,
}

/// That a run was removed.
#[derive(Serialize, ToSchema)]
pub struct RemovedBody {
    at: String,
    by: String,
    why: String,
}

impl From<Removed> for RemovedBody {
    fn from(removed: Removed) -> Self {
        Self { at: rfc3339(removed.at_ms), by: removed.who, why: removed.why }
    }
}

impl From<RunFile> for RecordedBody {
    fn from(RunFile { run, removed }: RunFile) -> Self {
        let elapsed_ms = run.elapsed_ms();
        let mut body = Self {
            game: run.game.to_string(),
            player: run.player.to_string(),
            run: run.ticket_id,
            date: run.date.to_string(),
            variation: run.variation,
            level: run.level,
            rules: run.rules,
            started_at: rfc3339(run.started_at_ms),
            received_at: rfc3339(run.received_at_ms),
            received_at_ms: run.received_at_ms,
            elapsed_ms,
            claimed: run.claimed,
            assisted: run.assisted,
            status: String::new(),
            value: None,
            outcome: None,
            reason: None,
            detail: None,
            replayed: None,
            removed: removed.map(RemovedBody::from),
        };
        match run.status {
            RunStatus::Accepted { value, outcome, .. } => {
                body.status = "accepted".to_owned();
                (body.value, body.outcome) = (value, outcome);
            }
            RunStatus::Rejected { reason, detail, replayed } => {
                body.status = "rejected".to_owned();
                (body.reason, body.detail, body.replayed) = (Some(reason.to_string()), Some(detail), replayed);
            }
        }
        body
    }
}

/// A run with everything that is needed to replay it.
#[derive(Serialize, ToSchema)]
pub struct RunFileBody {
    recorded: RecordedBody,
    /// The board's seed, base64.
    seed: String,
    /// What the game needs beside the seed to be shown.
    #[schema(value_type = Object)]
    opening: Value,
    /// The moves; kept of runs that became a best and of refused ones.
    proof: Option<String>,
    /// What the referee says of the moves today; absent when they were not kept.
    review: Option<ReviewBody>,
}

/// What the referee says of a run by the rules of today.
#[derive(Serialize, ToSchema)]
pub struct ReviewBody {
    /// Version of the rules of today.
    rules: u16,
    /// Whether the moves, the time and the claim hold.
    holds: bool,
    /// The reason for which it would be refused.
    reason: Option<String>,
    detail: Option<String>,
    /// Whether the moves can be replayed, whatever else speaks against the run: only then can a refused one be restored.
    replays: bool,
    /// The value the replay gives.
    value: Option<u64>,
    #[schema(value_type = Option<String>)]
    outcome: Option<Outcome>,
    /// Moves, of both sides in games with an opponent.
    moves: Option<u32>,
}

/// Looks at the kept moves of a run again.
fn look(state: &State, file: &RunFile) -> Option<(String, Review)> {
    let run = &file.run;
    let proof = run.proof_text()?;
    let reviewed = Reviewed {
        game: run.game,
        date: run.date,
        variation: run.variation,
        level: run.level,
        claimed: run.claimed,
        elapsed_ms: run.elapsed_ms(),
        proof: &proof,
    };
    let review = review(&state.boards, &reviewed);
    Some((proof, review))
}

fn review_body(rules: u16, review: Review) -> ReviewBody {
    let (reason, detail) = match review.verdict {
        Verdict::Accepted(_) => (None, None),
        Verdict::Rejected(refusal) => (Some(refusal.reason.to_string()), Some(refusal.detail)),
    };
    ReviewBody {
        rules,
        holds: reason.is_none(),
        reason,
        detail,
        replays: review.worth.is_some(),
        value: review.worth.as_ref().and_then(|worth| worth.value),
        outcome: review.worth.as_ref().and_then(|worth| worth.outcome),
        moves: review.worth.map(|worth| worth.plies),
    }
}

/// A run with its moves, and what the referee says of them today. Needs the scope `ops`.
#[utoipa::path(get, path = "/v1/ops/runs/{player}/{run}", tag = "operators", params(
    ("player" = String, Path, description = "The player."),
    ("run" = String, Path, description = "The run."),
), security(("machine" = ["ops"])), responses(
    (status = 200, description = "The run.", body = RunFileBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn show(
    Shared(state): Shared<Arc<State>>,
    _: Operator,
    Path(path): Path<RunPath>,
) -> Result<axum::Json<RunFileBody>, Problem> {
    let (player, run) = path.read()?;
    let file = state.store.run_file(&player, run).await?.ok_or_else(unknown)?;
    let board = day_board(&state.boards, file.run.game, file.run.date, file.run.variation, file.run.level);
    let (proof, review) = look(&state, &file).unzip();
    let rules = file.run.game.game().rules;
    Ok(axum::Json(RunFileBody {
        seed: STANDARD.encode(board.seed.0),
        opening: file.run.game.opening(&board),
        review: review.map(|review| review_body(rules, review)),
        recorded: file.into(),
        proof,
    }))
}

/// What became of an order about a run.
#[derive(Serialize, ToSchema)]
pub struct CorrectedBody {
    /// Whether this order changed something; the same again does not.
    changed: bool,
    recorded: RecordedBody,
}

impl From<Corrected<RunFile>> for CorrectedBody {
    fn from(corrected: Corrected<RunFile>) -> Self {
        Self { changed: corrected.changed, recorded: corrected.now.into() }
    }
}

/// Removes an accepted run. The player's next best takes its place on every open board at once, on closed ones when they are
/// closed again. A rating it has moved stays. Needs the scope `ops`.
#[utoipa::path(delete, path = "/v1/ops/runs/{player}/{run}", tag = "operators", request_body = Why, params(
    ("player" = String, Path, description = "The player."),
    ("run" = String, Path, description = "The run."),
), security(("machine" = ["ops"])), responses(
    (status = 200, description = "The run is removed.", body = CorrectedBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn remove(
    Shared(state): Shared<Arc<State>>,
    operator: Operator,
    Path(path): Path<RunPath>,
    Json(Why { why }): Json<Why>,
) -> Result<axum::Json<CorrectedBody>, Problem> {
    let (player, run) = path.read()?;
    let order = operator.order(&why)?;
    let store = state.store.metered();
    if let Some(corrected) = store.remove_run(order, &player, run).await? {
        observe(Action::RemoveRun, corrected.changed, store.spent());
        return Ok(axum::Json(corrected.into()));
    }
    match state.store.run_file(&player, run).await? {
        Some(_) => Err(Problem::conflict("the run was refused; there is nothing to remove")),
        None => Err(unknown()),
    }
}

/// Restores a removed run, or a refused one whose moves can be replayed: it counts with the value of the replay. The public
/// count of refusals stays. Needs the scope `ops`.
#[utoipa::path(post, path = "/v1/ops/runs/{player}/{run}/restore", tag = "operators", request_body = Why, params(
    ("player" = String, Path, description = "The player."),
    ("run" = String, Path, description = "The run."),
), security(("machine" = ["ops"])), responses(
    (status = 200, description = "The run counts.", body = CorrectedBody),
    (status = 422, description = "The moves cannot be replayed by the rules of today.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn restore(
    Shared(state): Shared<Arc<State>>,
    operator: Operator,
    Path(path): Path<RunPath>,
    Json(Why { why }): Json<Why>,
) -> Result<axum::Json<CorrectedBody>, Problem> {
    let (player, run) = path.read()?;
    let order = operator.order(&why)?;
    let file = state.store.run_file(&player, run).await?.ok_or_else(unknown)?;
    let worth = match file.run.status {
        RunStatus::Accepted { .. } => None,
        RunStatus::Rejected { .. } => {
            let worth = look(&state, &file).and_then(|(_, review)| review.worth);
            let worth = worth.ok_or_else(|| {
                Problem::refused("does_not_replay", "the moves cannot be replayed by the rules of today")
            })?;
            Some(Worth { value: worth.value, outcome: worth.outcome, plies: worth.plies })
        }
    };
    let store = state.store.metered();
    let corrected = store.restore_run(order, &player, run, worth).await?.ok_or_else(unknown)?;
    observe(Action::RestoreRun, corrected.changed, store.spent());
    Ok(axum::Json(corrected.into()))
}
