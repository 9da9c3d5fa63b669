//! Closing a period again. It takes two steps: a dry run shows what would change and names the plan, and only that plan is
//! carried out.

use std::sync::Arc;

use ::ratings::{Deviation, Pool, Shown};
use api::{Json, Path, Problem, ProblemBody};
use axum::extract::State as Shared;
use calendar::Period;
use games::GameId;
use ranking::{RatingTitle, Title};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Action, Order, Plan, Reclosed, SeasonPlan};
use utoipa::ToSchema;

use super::{Operator, observe};
use crate::{State, paths, ratings};

#[derive(Deserialize)]
pub struct PeriodPath {
    game: String,
    period: String,
}

/// The order to close a period again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reclose {
    /// 1 to 500 characters, for the audit.
    #[schema(min_length = 1, max_length = 500)]
    why: String,
    /// Only show what would change.
    #[serde(default)]
    dry_run: bool,
    /// The `plan` of the dry run that is to be carried out.
    #[serde(default)]
    plan: Option<String>,
    /// The titles of the rating season of this pool, `ai` or `human`, instead of the board's.
    #[serde(default)]
    pool: Option<String>,
}

/// What a re-close changes.
#[derive(Serialize, ToSchema)]
pub struct RecloseBody {
    game: String,
    period: String,
    /// Names this change by its content.
    plan: String,
    dry_run: bool,
    /// Whether titles or the number of participants differ.
    changed: bool,
    /// How many took part; of a rating season, how many qualified.
    participants_before: u64,
    participants: u64,
    /// The titles as they were.
    before: Vec<HolderBody>,
    /// The titles as they are to be.
    after: Vec<HolderBody>,
    /// The ranks whose holder or value differs; of a rating season, the titles that are withdrawn or new.
    difference: Vec<DifferenceBody>,
}

/// Who holds a rank, or a title of a rating season.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub struct HolderBody {
    /// The rank; of a rating season, the place in the order of the ratings.
    rank: u32,
    player: Option<String>,
    nickname: String,
    /// The value; of a rating season, the rating as it is shown.
    value: u64,
}

/// A rank that changes hands.
#[derive(Serialize, ToSchema)]
pub struct DifferenceBody {
    rank: u32,
    before: Option<HolderBody>,
    after: Option<HolderBody>,
}

fn holder(title: &Title) -> HolderBody {
    HolderBody {
        rank: title.rank,
        player: title.player.as_ref().map(ToString::to_string),
        nickname: title.nickname.clone(),
        value: title.value,
    }
}

fn rating_holders(titles: &[RatingTitle]) -> Vec<HolderBody> {
    let holder = |(rank, title): (u32, &RatingTitle)| HolderBody {
        rank,
        player: Some(title.player.to_string()),
        nickname: title.nickname.clone(),
        value: u64::try_from(Shown::new(title.title.rating, Deviation::START).rating).unwrap_or(0),
    };
    (1..).zip(titles).map(holder).collect()
}

/// SHA-256 of both lists and both counts of a rating season, hexadecimal.
fn season_digest(plan: &SeasonPlan) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{} {}\n", plan.qualified_before, plan.qualified));
    for (side, titles) in [("before", &plan.before), ("after", &plan.after)] {
        for title in titles {
            let (rating, peak) = (title.title.rating.get(), title.title.peak.get());
            hash.update(format!("{side} {} {rating} {peak} {} {}\n", title.player, title.qualified, title.nickname));
        }
    }
    hex(hash)
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of both lists and both counts, hexadecimal.
fn digest(plan: &Plan) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{} {}\n", plan.participants_before, plan.participants));
    for (side, titles) in [("before", &plan.before), ("after", &plan.after)] {
        for title in titles {
            let player = title.player.as_ref().map_or("-", |player| player.as_str());
            let participants = title.participants;
            hash.update(format!("{side} {} {player} {} {participants} {}\n", title.rank, title.value, title.nickname));
        }
    }
    hex(hash)
}

fn difference(before: &[HolderBody], after: &[HolderBody]) -> Vec<DifferenceBody> {
    let last = before.iter().chain(after).map(|holder| holder.rank).max().unwrap_or(0);
    let at = |list: &[HolderBody], rank| list.iter().find(|holder| holder.rank == rank).cloned();
    (1..=last)
        .map(|rank| DifferenceBody { rank, before: at(before, rank), after: at(after, rank) })
        .filter(|difference| difference.before != difference.after)
        .collect()
}

/// Hands out the titles of a closed period again, after runs were removed, restored or hidden. First with `dry_run`, then with the
/// `plan` that it answered. The replaced list stays in the audit. Needs the scope `ops`.
#[utoipa::path(post, path = "/v1/ops/periods/{game}/{period}/reclose", tag = "operators", request_body = Reclose, params(
    ("game" = String, Path, description = "The game."),
    ("period" = String, Path, description = "The period, such as `2026-W48`."),
), security(("machine" = ["ops"])), responses(
    (status = 200, description = "What has changed, or would.", body = RecloseBody),
    (status = 409, description = "The period is open, or the plan is another one by now; `plan` names it.", body = ProblemBody, content_type = "application/problem+json"),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn reclose(
    Shared(state): Shared<Arc<State>>,
    operator: Operator,
    Path(path): Path<PeriodPath>,
    Json(body): Json<Reclose>,
) -> Result<axum::Json<RecloseBody>, Problem> {
    let period = paths::period(&path.period, state.store.clock().now_ms())?;
    let order = operator.order(&body.why)?;
    match body.pool.as_deref() {
        None => reclose_board(&state, order, paths::game_with_boards(&path.game)?, period, &body).await,
        Some(pool) => {
            let (game, pool) = (paths::game(&path.game)?, ratings::pool(pool)?);
            reclose_season(&state, order, (game, pool), period, &body).await
        }
    }
}

/// The plan that was made or carried out, or why there is none.
fn planned<P>(reclosed: Reclosed<P>, dry_run: bool, digest: impl Fn(&P) -> String) -> Result<P, Problem> {
    match reclosed {
        Reclosed::Open => Err(Problem::conflict("the period is not closed yet")),
        Reclosed::Expired => {
            Err(Problem::refused("runs_expired", "what the titles of this period rest on is not kept any more"))
        }
        Reclosed::Planned(plan) if !dry_run => {
            Err(Problem::conflict("make a dry run first, and name its plan").with("plan", digest(&plan)))
        }
        Reclosed::Planned(plan) | Reclosed::Done(plan) => Ok(plan),
    }
}

async fn reclose_board(
    state: &State,
    order: Order<'_>,
    game: GameId,
    period: Period,
    body: &Reclose,
) -> Result<axum::Json<RecloseBody>, Problem> {
    let approved = |plan: &Plan| !body.dry_run && (plan.is_settled() || body.plan.as_ref() == Some(&digest(plan)));
    let store = state.store.metered();
    let reclosed = store.reclose(order, game, period, approved).await?;
    let plan = planned(reclosed, body.dry_run, digest)?;
    if !body.dry_run {
        observe(Action::Reclose, !plan.is_settled(), store.spent());
    }
    let before: Vec<HolderBody> = plan.before.iter().map(holder).collect();
    let after: Vec<HolderBody> = plan.after.iter().map(holder).collect();
    Ok(axum::Json(RecloseBody {
        game: game.to_string(),
        period: period.to_string(),
        plan: digest(&plan),
        dry_run: body.dry_run,
        changed: !plan.is_settled(),
        participants_before: plan.participants_before,
        participants: plan.participants,
        difference: difference(&before, &after),
        before,
        after,
    }))
}

async fn reclose_season(
    state: &State,
    order: Order<'_>,
    (game, pool): (GameId, Pool),
    season: Period,
    body: &Reclose,
) -> Result<axum::Json<RecloseBody>, Problem> {
    let approved =
        |plan: &SeasonPlan| !body.dry_run && (plan.is_settled() || body.plan.as_ref() == Some(&season_digest(plan)));
    let store = state.store.metered();
    let reclosed = store.reclose_season(order, game, pool, season, approved).await?;
    let plan = planned(reclosed, body.dry_run, season_digest)?;
    if !body.dry_run {
        observe(Action::Reclose, !plan.is_settled(), store.spent());
    }
    let (before, after) = (rating_holders(&plan.before), rating_holders(&plan.after));
    let among = |list: &[HolderBody], titles: &[&RatingTitle]| -> Vec<HolderBody> {
        let held =
            |holder: &&HolderBody| titles.iter().any(|title| holder.player.as_deref() == Some(title.player.as_str()));
        list.iter().filter(held).cloned().collect()
    };
    let withdrawn = among(&before, &plan.withdrawn()).into_iter();
    let granted = among(&after, &plan.granted()).into_iter();
    let difference = withdrawn
        .map(|holder| DifferenceBody { rank: holder.rank, before: Some(holder), after: None })
        .chain(granted.map(|holder| DifferenceBody { rank: holder.rank, before: None, after: Some(holder) }));
    Ok(axum::Json(RecloseBody {
        game: game.to_string(),
        period: season.to_string(),
        plan: season_digest(&plan),
        dry_run: body.dry_run,
        changed: !plan.is_settled(),
        participants_before: plan.qualified_before,
        participants: plan.qualified,
        difference: difference.collect(),
        before,
        after,
    }))
}
