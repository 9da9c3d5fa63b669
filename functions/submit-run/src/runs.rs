//! The flow of a submission.

use std::sync::Arc;
use std::time::Instant;

use api::{Browser, HasBrowsers, Json, Problem, ProblemBody};
use axum::extract::State as Shared;
use axum::response::Response;
use calendar::Date;
use games::GameId;
use ranking::{Judgement, Reason, Refusal, Submission, Ticket, Verdict};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use store::{Committed, RunRecord, RunStatus, Store};
use utoipa::ToSchema;

use crate::State;
use crate::answer::{self, RunBody};

/// A run to be judged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RunRequest {
    /// The start ticket.
    ticket: String,
    /// The moves, in the game's proof format; where that is a JSON object, it may be given as one.
    #[schema(value_type = String, example = "LDLDRU")]
    #[serde(deserialize_with = "proof_text")]
    proof: String,
    /// The value the front end counted. Optional; when given it must be the server's.
    #[serde(default)]
    claimed: Option<i64>,
    /// Whether the player had help, such as taking back or hints. Such a run is ranked but not rated.
    #[serde(default)]
    assisted: bool,
    /// The game the front end believes to be playing. Optional.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    game: Option<GameId>,
    /// The date of the board the front end believes to be playing. Optional.
    #[schema(value_type = Option<String>, example = "2026-11-30")]
    #[serde(default)]
    board: Option<Date>,
}

/// A text, or an object in its compact form.
fn proof_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) => Ok(text),
        object @ Value::Object(_) => Ok(object.to_string()),
        _ => Err(serde::de::Error::custom("proof: a text or an object")),
    }
}

/// Hands in a run. The same submission again is answered as the first time, with `repeated: true`.
#[utoipa::path(post, path = "/v1/runs", tag = "runs", request_body = RunRequest, security(("browser" = [])), responses(
    (status = 201, description = "Accepted.", body = RunBody),
    (status = 200, description = "Accepted before; the same submission again.", body = RunBody),
    (status = 422, description = "Refused, with one of the ten reasons.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem; nothing was judged.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn submit(
    Shared(state): Shared<Arc<State>>,
    Browser(player): Browser,
    Json(request): Json<RunRequest>,
) -> Result<Response, Problem> {
    let submission = Submission {
        player: &player,
        ticket: &request.ticket,
        game: request.game,
        board: request.board,
        claimed: request.claimed,
        proof: &request.proof,
        received_at_ms: state.now_ms(),
    };
    let began = Instant::now();
    let judgement = state.referee.judge(&submission);
    let judged_in = began.elapsed();
    let (ticket, verdict) = match judgement {
        Judgement::Unsigned => return Err(answer::unsigned(judged_in)),
        Judgement::Judged { ticket, verdict, .. } => (ticket, verdict),
    };
    let store = state.store.metered();
    let committed = commit(&store, &submission, &ticket, request.assisted, verdict).await?;
    answer::observe(&committed, judged_in, store.spent());
    answer::build(&store, committed).await
}

/// Writes the verdict. What the store knows better than the referee (a used ticket, somebody else's moves) becomes the
/// verdict here.
async fn commit(
    store: &Store,
    submission: &Submission<'_>,
    ticket: &Ticket,
    assisted: bool,
    verdict: Verdict,
) -> Result<answer::Outcome, Problem> {
    let record = |status| record(submission, ticket, assisted, status);
    let again = used(&verdict);
    let committed = match verdict {
        Verdict::Accepted(run) => {
            let status = RunStatus::Accepted { value: run.value, outcome: run.outcome, plies: run.plies };
            store.accept(record(status), submission.proof, run.copy_digest).await?
        }
        Verdict::Rejected(refusal) => store.reject(record(rejected(refusal)), submission.proof).await?,
    };
    let committed = match committed {
        Committed::Copied => {
            let copied = refusal(Reason::CopiedRun, "another player handed in the same moves first");
            store.reject(record(rejected(copied)), submission.proof).await?
        }
        committed => committed,
    };
    match committed {
        Committed::Now { run, placed } => Ok(answer::Outcome { run: *run, placed: Some(placed), repeated: false }),
        Committed::Before(run) if run.digest == submission.digest() => {
            Ok(answer::Outcome { run: *run, placed: None, repeated: true })
        }
        Committed::Left => Err(Problem::left()),
        Committed::Before(_) | Committed::Copied => {
            let run = record(rejected(again));
            store.reject_again(&run).await?;
            Ok(answer::Outcome { run, placed: None, repeated: false })
        }
    }
}

/// The refusal of something else with a ticket that was judged before. Checks that come before `used` keep their reason.
fn used(verdict: &Verdict) -> Refusal {
    match verdict {
        Verdict::Rejected(earlier) if earlier.before_used => earlier.clone(),
        _ => refusal(Reason::Used, "this ticket was already judged, with something else"),
    }
}

fn refusal(reason: Reason, detail: &str) -> Refusal {
    Refusal { reason, detail: detail.to_owned(), replayed: None, before_used: false }
}

fn rejected(refusal: Refusal) -> RunStatus {
    RunStatus::Rejected { reason: refusal.reason, detail: refusal.detail, replayed: refusal.replayed }
}

fn record(submission: &Submission<'_>, ticket: &Ticket, assisted: bool, status: RunStatus) -> RunRecord {
    RunRecord {
        player: submission.player.clone(),
        game: ticket.game,
        ticket_id: ticket.id.clone(),
        date: ticket.date,
        variation: ticket.variation,
        level: ticket.level,
        rules: ticket.rules,
        started_at_ms: ticket.iat_ms,
        received_at_ms: submission.received_at_ms,
        claimed: submission.claimed,
        assisted,
        digest: submission.digest().to_vec(),
        status,
        rating: None,
        proof: None,
    }
}
