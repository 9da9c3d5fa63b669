//! Players whose runs do not count, for a span of time, until an operator decides otherwise.

use ranking::PlayerId;
use serde_json::{Value, json};

use crate::audit::{Action, AuditRecord, Order};
use crate::board::entry_key;
use crate::error::Cancelled;
use crate::profile::{Hidden, Profile};
use crate::removal::Corrected;
use crate::request::{Condition, number};
use crate::{ATTEMPTS, Store, StoreError, keys};

fn span(hidden: Option<Hidden>) -> Value {
    hidden.map_or(Value::Null, |hidden| json!({ "from_ms": hidden.from_ms, "until_ms": hidden.until_ms }))
}

impl Store {
    /// Hides the runs that a player handed in, or will, in the span `hidden`; none of them with `None`. Open boards follow
    /// at once, closed ones with their re-close.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the same order again completes what was left.
    pub async fn hide(
        &self,
        order: Order<'_>,
        player: &PlayerId,
        hidden: Option<Hidden>,
    ) -> Result<Corrected<Profile>, StoreError> {
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let before = self.profile(player).await?;
            if before.hidden == hidden {
                self.settle_all(player, true).await?;
                return Ok(Corrected { now: before, changed: false });
            }
            let now_ms = self.clock.now_ms();
            let mut unchanged = match before.hidden {
                None => Condition::new("attribute_not_exists(h)"),
                Some(before) => {
                    Condition::new("h = :before").value(":before", serde_dynamo::to_attribute_value(before)?)
                }
            };
            let (action, change) = match hidden {
                Some(hidden) => {
                    unchanged =
                        unchanged.value(":h", serde_dynamo::to_attribute_value(hidden)?).value(":t", number(now_ms));
                    (Action::HidePlayer, "SET h = :h, t = if_not_exists(t, :t)")
                }
                None => (Action::UnhidePlayer, "REMOVE h"),
            };
            let record = AuditRecord {
                player: Some(player.clone()),
                ..AuditRecord::new(action, order, now_ms, span(before.hidden), span(hidden))
            };
            let parts = vec![self.update_part(keys::profile(player), change, unchanged)?, self.audit_part(&record)?];
            match self.transact(parts).await {
                Ok(()) => {
                    self.settle_all(player, false).await?;
                    return Ok(Corrected { now: Profile { hidden, ..before }, changed: true });
                }
                Err(Cancelled::Condition | Cancelled::Conflict) => {}
                Err(Cancelled::Fault(fault)) => return Err(fault),
            }
        }
        Err(StoreError::Busy)
    }

    /// Those of the players who are hidden at the moment `at_ms`; one request for a hundred.
    pub(crate) async fn hidden_at(&self, at_ms: i64, players: &[&PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        let mut hidden = Vec::new();
        for found in self.batch_get(players.iter().map(|player| keys::profile(player))).await? {
            let Some(key) = entry_key(&found) else { continue };
            let profile: Profile = serde_dynamo::from_item(found)?;
            let of = players.iter().find(|player| keys::player_pk(player) == key.pk);
            hidden.extend(of.filter(|_| profile.hides(at_ms)).map(|&player| player.clone()));
        }
        Ok(hidden)
    }
}
