//! Closing a period again. It takes two steps: a dry run shows what would change and names the plan, and only that plan is
//! carried out.

use std::sync::Arc;

use api::{Json, Path, Problem, ProblemBody};
use axum::extract::State as Shared;
use ranking::Title;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Plan, Reclosed};
use utoipa::ToSchema;

use super::Operator;
use crate::{State, paths};

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
    participants_before: u64,
    participants: u64,
    /// The titles as they were.
    before: Vec<HolderBody>,
    /// The titles as they are to be.
    after: Vec<HolderBody>,
    /// The ranks whose holder or value differs.
    difference: Vec<DifferenceBody>,
}

/// Who holds a rank.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub struct HolderBody {
    rank: u32,
    player: Option<String>,
    nickname: String,
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
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
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
    let game = paths::game_with_boards(&path.game)?;
    let period = paths::period(&path.period, state.store.clock().now_ms())?;
    let order = operator.order(&body.why)?;
    let approved = |plan: &Plan| !body.dry_run && (plan.is_settled() || body.plan.as_ref() == Some(&digest(plan)));
    let plan = match state.store.reclose(order, game, period, approved).await? {
        Reclosed::Open => return Err(Problem::conflict("the period is not closed yet")),
        Reclosed::Expired => {
            return Err(Problem::refused("runs_expired", "the runs of this period are not kept any more"));
        }
        Reclosed::Planned(plan) if !body.dry_run => {
            return Err(Problem::conflict("make a dry run first, and name its plan").with("plan", digest(&plan)));
        }
        Reclosed::Planned(plan) | Reclosed::Done(plan) => plan,
    };
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
