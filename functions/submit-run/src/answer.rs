//! The answer to a submission, built from what was committed.

use std::time::Duration;

use api::Problem;
use api::metrics::{FAULTS, Observation};
use axum::Json;
use axum::response::{IntoResponse, Response};
use calendar::{Period, rfc3339};
use games::Outcome as GameOutcome;
use http::StatusCode;
use ranking::{Badge, Reason};
use ratings::{Deviation, Pool, Rating, Shown, Tier, Unrated};
use serde::Serialize;
use store::{Entry, Placed, RunRating, RunRecord, RunStatus, Spent, Store};
use utoipa::ToSchema;

/// What became of a submission.
pub struct Outcome {
    /// The run as it is stored.
    pub run: RunRecord,
    /// Where it stands, when it was written now.
    pub placed: Option<Vec<Placed>>,
    /// Whether it was judged before.
    pub repeated: bool,
}

/// An accepted run.
#[derive(Serialize, ToSchema)]
pub struct RunBody {
    /// Names the run.
    run: String,
    #[schema(example = "2048")]
    game: String,
    /// The server's value, in the game's unit; absent for a game that was not won.
    value: Option<u64>,
    /// How a game against an opponent ended: `win`, `draw` or `loss`.
    #[schema(value_type = Option<String>)]
    outcome: Option<GameOutcome>,
    /// Moves, of both sides in games with an opponent.
    moves: u32,
    /// Milliseconds from ticket to submission, on the server's clock.
    elapsed_ms: u64,
    /// The receipt, RFC 3339 in Seoul.
    submitted_at: String,
    /// The receipt, unix milliseconds.
    submitted_at_ms: i64,
    /// Whether this submission had been judged before.
    repeated: bool,
    /// The player's best on each board, as it stands now; empty for a run that is not ranked.
    standings: Vec<StandingBody>,
    /// What a game against the computer did to the rating, exactly as it is stored; absent elsewhere.
    rating: Option<MovedRatingBody>,
    /// Why a game against the computer was not rated.
    #[schema(value_type = Option<String>)]
    unrated: Option<Unrated>,
}

/// A rating that moved.
#[derive(Serialize, ToSchema)]
pub struct MovedRatingBody {
    /// Always `ai`: games against the computer are never mixed with those between people.
    pool: &'static str,
    /// Before the game.
    before: f64,
    /// After it.
    rating: f64,
    /// The deviation after it.
    rd: f64,
    /// The volatility after it.
    volatility: f64,
    /// Rated games so far.
    games: u32,
    /// Whether the rating is still provisional, and so shown with a question mark and without a tier.
    provisional: bool,
    /// The tier, when not provisional: `bronze`, `silver`, `gold`, `platinum`, `diamond`, `master`.
    #[schema(value_type = Option<String>)]
    tier: Option<Tier>,
}

/// What a stored run says of the rating.
fn rating(run: &RunRecord) -> (Option<MovedRatingBody>, Option<Unrated>) {
    match run.rating {
        None => (None, None),
        Some(RunRating::Unrated { reason }) => (None, Some(reason)),
        Some(RunRating::Rated { before, after, rd, volatility, games }) => {
            let shown = Rating::new(after).and_then(|rating| Ok(Shown::new(rating, Deviation::new(rd)?)));
            let tier = shown.ok().and_then(|shown| shown.tier);
            let body = MovedRatingBody {
                pool: Pool::Ai.as_str(),
                before,
                rating: after,
                rd,
                volatility,
                games,
                provisional: tier.is_none(),
                tier,
            };
            (Some(body), None)
        }
    }
}

/// The player's best on one board.
#[derive(Serialize, ToSchema)]
pub struct StandingBody {
    /// `week`, `month` or `season`.
    kind: String,
    #[schema(example = "2026-W49")]
    period: String,
    /// Whether this run is the player's best there.
    improved: bool,
    /// The value of the player's best.
    value: u64,
    /// Its rank, from 1.
    rank: u64,
    /// Whether the rank is exact; otherwise it is at least this.
    exact: bool,
    /// The badge of the rank, within the first hundred.
    #[schema(value_type = Option<Object>)]
    badge: Option<Badge>,
}

/// The answer for a ticket that we did not sign. Metered in the log, never counted.
pub fn unsigned(judged_in: Duration) -> Problem {
    Observation::of("unsigned").count("Unsigned", 1).time("RefereeTime", judged_in).write();
    Problem::run_refused(Reason::BadProof, "this is not a start ticket of this service").with("repeated", false)
}

/// The one line a decision leaves in the log, with its metrics. A repeat decides nothing and is not counted.
pub fn observe(outcome: &Outcome, judged_in: Duration, spent: Spent) {
    let Outcome { run, repeated, .. } = outcome;
    let line = match &run.status {
        _ if *repeated => Observation::of("repeated"),
        RunStatus::Accepted { plies, outcome, .. } => {
            let line = Observation::of("accepted").count("Accepted", 1).fact("moves", *plies);
            // A game against the computer moves the rating, or there is a reason why not.
            let fault = outcome.is_some() && run.level.is_some() && run.rating.is_none();
            if fault { line.count(FAULTS, 1) } else { line }
        }
        RunStatus::Rejected { reason, .. } => {
            Observation::of("refused").by("Reason", reason.as_str()).count("Rejected", 1)
        }
    };
    line.by("Game", run.game.as_str())
        .time("RefereeTime", judged_in)
        .fact("elapsed_ms", run.elapsed_ms())
        .spent(spent)
        .write();
}

/// The answer to a judged submission.
pub async fn build(store: &Store, outcome: Outcome) -> Result<Response, Problem> {
    let Outcome { run, placed, repeated } = outcome;
    match &run.status {
        RunStatus::Rejected { reason, detail, .. } => Ok(Problem::run_refused(*reason, detail.clone())
            .with("run", run.ticket_id.clone())
            .with("game", run.game.as_str())
            .with("elapsed_ms", run.elapsed_ms())
            .with("repeated", repeated)
            .into_response()),
        RunStatus::Accepted { value, outcome, plies } => {
            let (rating, unrated) = rating(&run);
            let body = RunBody {
                rating,
                unrated,
                standings: standings(store, &run, *value, placed).await?,
                value: *value,
                outcome: *outcome,
                moves: *plies,
                elapsed_ms: run.elapsed_ms(),
                submitted_at: rfc3339(run.received_at_ms),
                submitted_at_ms: run.received_at_ms,
                game: run.game.to_string(),
                run: run.ticket_id,
                repeated,
            };
            Ok((if repeated { StatusCode::OK } else { StatusCode::CREATED }, Json(body)).into_response())
        }
    }
}

/// The ranks are counted now, after the commit; a repeat counts them again.
async fn standings(
    store: &Store,
    run: &RunRecord,
    value: Option<u64>,
    placed: Option<Vec<Placed>>,
) -> Result<Vec<StandingBody>, Problem> {
    if value.is_none() {
        return Ok(Vec::new());
    }
    let placed = match placed {
        Some(placed) => placed,
        None => stored(store, run).await?,
    };
    let mut standings = Vec::new();
    for Placed { period, improved, best } in placed {
        let rank = store.rank(run.game, period, &best.rank).await?;
        standings.push(StandingBody {
            kind: period.kind().to_string(),
            period: period.to_string(),
            improved,
            value: best.value,
            rank: rank.number,
            exact: rank.exact,
            badge: u32::try_from(rank.number).ok().filter(|_| rank.exact).and_then(Badge::of),
        });
    }
    Ok(standings)
}

/// The player's bests on the boards of a run that was judged before.
async fn stored(store: &Store, run: &RunRecord) -> Result<Vec<Placed>, Problem> {
    let mut entries = store.entries(run.game, &run.periods(), &run.player).await?;
    entries.sort_by_key(|(period, _)| period.kind());
    let placed = |(period, best): (Period, Entry)| Placed { period, improved: best.ticket_id == run.ticket_id, best };
    Ok(entries.into_iter().map(placed).collect())
}
