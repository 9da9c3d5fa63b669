//! Runs that operators look into, take off the boards, and give back. The run's item is marked, never deleted.

use games::{GameId, Outcome};
use ranking::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::audit::{Action, AuditRecord, Order};
use crate::error::Cancelled;
use crate::keys;
use crate::request::{Condition, Item, number, text};
use crate::run::{RunRecord, RunStatus};
use crate::{ATTEMPTS, Store, StoreError};

/// That an operator has removed a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// When, unix milliseconds.
    #[serde(rename = "t")]
    pub at_ms: i64,
    /// The operator.
    #[serde(rename = "by")]
    pub who: String,
    /// Why.
    #[serde(rename = "w")]
    pub why: String,
}

/// A run as operators see it.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFile {
    /// The run.
    pub run: RunRecord,
    /// Whether it was removed.
    pub removed: Option<Removed>,
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Corrected<T> {
    /// As it is now.
    pub now: T,
    /// Whether this order changed it; the same order again does not.
    pub changed: bool,
}

/// What a restored run is worth, by the rules of today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The ranked value; none for a game that was not won.
    pub value: Option<u64>,
    /// How a game against an opponent ended.
    pub outcome: Option<Outcome>,
    /// Moves of both sides.
    pub plies: u32,
}

#[derive(Deserialize)]
struct Mark {
    #[serde(rename = "rm", default)]
    removed: Option<Removed>,
}

/// How a run stands, for the audit.
fn standing(file: &RunFile) -> Value {
    let removed = file.removed.is_some();
    match &file.run.status {
        RunStatus::Accepted { value, .. } => json!({ "status": "accepted", "value": value, "removed": removed }),
        RunStatus::Rejected { reason, detail, replayed } => json!({
            "status": "rejected", "reason": reason.as_str(), "detail": detail, "replayed": replayed, "removed": removed,
        }),
    }
}

impl Store {
    /// The run that a player's ticket names, whatever the game; one request. `None` too when its time is over.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn run_file(&self, player: &PlayerId, ticket_id: &str) -> Result<Option<RunFile>, StoreError> {
        let keys = GameId::ALL.iter().map(|&game| keys::run(player, game, ticket_id));
        let Some(found) = self.batch_get(keys).await?.into_iter().next() else { return Ok(None) };
        let Mark { removed } = serde_dynamo::from_item(found.clone())?;
        let run: RunRecord = serde_dynamo::from_item(found)?;
        Ok(run.is_kept(self.clock.now_ms()).then_some(RunFile { run, removed }))
    }

    /// Takes an accepted run off the boards; the player's next best takes its place on every open one, and closed ones wait
    /// for their re-close. `None` when there is no such accepted run.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the same order again completes what was left.
    pub async fn remove_run(
        &self,
        order: Order<'_>,
        player: &PlayerId,
        ticket_id: &str,
    ) -> Result<Option<Corrected<RunFile>>, StoreError> {
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let Some(before) = self.run_file(player, ticket_id).await? else { return Ok(None) };
            if matches!(before.run.status, RunStatus::Rejected { .. }) {
                return Ok(None);
            }
            if before.removed.is_some() {
                self.settle(before.run.game, &before.run.periods(), player).await?;
                return Ok(Some(Corrected { now: before, changed: false }));
            }
            let removed = Removed { at_ms: self.clock.now_ms(), who: order.who.to_owned(), why: order.why.to_owned() };
            let there = Condition::new("attribute_exists(pk) AND attribute_not_exists(rm) AND s = :s")
                .value(":s", text("accepted"))
                .value(":rm", serde_dynamo::to_attribute_value(&removed)?);
            let after = RunFile { run: before.run.clone(), removed: Some(removed) };
            if self.correct(Action::RemoveRun, order, &before, &after, "SET rm = :rm", there).await? {
                return Ok(Some(Corrected { now: after, changed: true }));
            }
        }
        Err(StoreError::Busy)
    }

    /// Lets a removed run count again, or a refused one for what it is `worth`. `None` when there is no such run; unchanged
    /// when it counts already.
    ///
    /// # Errors
    ///
    /// As for [`remove_run`](Self::remove_run).
    pub async fn restore_run(
        &self,
        order: Order<'_>,
        player: &PlayerId,
        ticket_id: &str,
        worth: Option<Worth>,
    ) -> Result<Option<Corrected<RunFile>>, StoreError> {
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let Some(before) = self.run_file(player, ticket_id).await? else { return Ok(None) };
            let mut after = RunFile { removed: None, ..before.clone() };
            let (change, there) = match (&before.run.status, &before.removed, worth) {
                (RunStatus::Accepted { .. }, Some(_), _) => {
                    ("REMOVE rm".to_owned(), Condition::new("attribute_exists(rm)"))
                }
                (RunStatus::Rejected { .. }, _, Some(worth)) => {
                    after.run.status =
                        RunStatus::Accepted { value: worth.value, outcome: worth.outcome, plies: worth.plies };
                    let status: Item = serde_dynamo::to_item(&after.run.status)?;
                    let refused = Condition::new("s = :before").value(":before", text("rejected"));
                    let mut refused = refused.value(":s", text("accepted")).value(":n", number(worth.plies));
                    let mut change = vec!["s = :s", "n = :n"];
                    for (name, value, part) in [("v", ":v", "v = :v"), ("o", ":o", "o = :o")] {
                        if let Some(known) = status.get(name) {
                            refused = refused.value(value, known.clone());
                            change.push(part);
                        }
                    }
                    (format!("SET {}", change.join(", ")), refused)
                }
                _ => {
                    self.settle(before.run.game, &before.run.periods(), player).await?;
                    return Ok(Some(Corrected { now: before, changed: false }));
                }
            };
            if self.correct(Action::RestoreRun, order, &before, &after, &change, there).await? {
                return Ok(Some(Corrected { now: after, changed: true }));
            }
        }
        Err(StoreError::Busy)
    }

    /// Changes a run's item with its audit record and the marks of its boards, then looks for the bests. Whether it did;
    /// otherwise read again and decide again.
    async fn correct(
        &self,
        action: Action,
        order: Order<'_>,
        before: &RunFile,
        after: &RunFile,
        change: &str,
        there: Condition,
    ) -> Result<bool, StoreError> {
        let RunRecord { game, player, ticket_id, .. } = &before.run;
        let periods = before.run.periods();
        let record = AuditRecord {
            game: Some(*game),
            player: Some(player.clone()),
            run: Some(ticket_id.clone()),
            ..AuditRecord::new(action, order, self.clock.now_ms(), standing(before), standing(after))
        };
        let mut parts = vec![self.update_part(before.run.key(), change, there)?, self.audit_part(&record)?];
        for period in periods {
            parts.push(self.mark_part(*game, period, player)?);
        }
        match self.transact(parts).await {
            Ok(()) => {}
            Err(Cancelled::Condition | Cancelled::Conflict) => return Ok(false),
            Err(Cancelled::Fault(fault)) => return Err(fault),
        }
        self.settle(*game, &periods, player).await?;
        Ok(true)
    }
}
