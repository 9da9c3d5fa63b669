//! What is known of a player beside the runs: a name, and whether operators hide the player.

use calendar::{Period, PeriodKind};
use games::GameId;
use ranking::PlayerId;
use ranking::names::guest_name;
use ratings::Pool;
use serde::{Deserialize, Serialize};

use crate::board::entry_key;
use crate::keys::{self, Key};
use crate::request::{Condition, number, text};
use crate::{Store, StoreError};

/// A player's profile. A player who never chose a name has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The chosen name.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    /// When the profile was made, unix milliseconds.
    #[serde(rename = "t", default)]
    pub created_at_ms: i64,
    /// Which of the player's runs do not count, by an operator's decision.
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Hidden>,
    /// When the player left for good, unix milliseconds: the browser token opens nothing since.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub left_at_ms: Option<i64>,
    /// Whether the name of a player who left is gone everywhere.
    #[serde(rename = "f", default)]
    pub(crate) forgotten: bool,
}

/// The span of time whose runs of a player do not count. A run is in it by its receipt, so nothing has to happen when
/// the span begins or ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// From this on, unix milliseconds; since ever when absent.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub from_ms: Option<i64>,
    /// Up to before this, unix milliseconds; until an operator ends it when absent.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
}

impl Hidden {
    /// Whether the moment `at_ms` is in the span.
    #[must_use]
    pub fn covers(&self, at_ms: i64) -> bool {
        self.from_ms.is_none_or(|from| at_ms >= from) && self.until_ms.is_none_or(|until| at_ms < until)
    }
}

impl Profile {
    /// What boards show: the chosen name, or the guest's.
    #[must_use]
    pub fn shown(&self, player: &PlayerId) -> String {
        self.nickname.clone().unwrap_or_else(|| guest_name(player.as_str()))
    }

    /// Whether a run received at `at_ms` does not count.
    #[must_use]
    pub fn hides(&self, at_ms: i64) -> bool {
        self.hidden.is_some_and(|hidden| hidden.covers(at_ms))
    }
}

impl Store {
    /// A player's profile, empty when there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn profile(&self, player: &PlayerId) -> Result<Profile, StoreError> {
        Ok(self.get(keys::profile(player)).await?.unwrap_or_default())
    }

    /// Gives a player another name, on the profile, in the rating lists and on every board that is still open. Titles keep
    /// the name of their day. `None` for a player who left.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; sending the name again completes what was left.
    pub async fn rename(&self, player: &PlayerId, nickname: &str) -> Result<Option<Profile>, StoreError> {
        let now_ms = self.clock.now_ms();
        let here = Condition::new("attribute_not_exists(l)").value(":n", text(nickname)).value(":t", number(now_ms));
        if !self.update(keys::profile(player), "SET n = :n, t = if_not_exists(t, :t)", here).await? {
            return Ok(None);
        }

        let periods = PeriodKind::ALL.map(|kind| Period::containing(kind, now_ms));
        let open = GameId::with_runs().flat_map(|game| periods.map(|period| keys::entry(game, period, player)));
        self.show_as(open.chain(ratings(player)).collect(), nickname).await?;
        Ok(Some(self.profile(player).await?))
    }

    /// Writes the name on those of the items that exist and show another.
    pub(crate) async fn show_as(&self, items: Vec<Key>, shown: &str) -> Result<(), StoreError> {
        for found in self.batch_get(items).await? {
            let Some(key) = entry_key(&found) else { continue };
            if found.get("n").and_then(|name| name.as_s().ok()).is_some_and(|name| name != shown) {
                let there = Condition::new("attribute_exists(pk)").value(":n", text(shown));
                self.update(key, "SET n = :n", there).await?;
            }
        }
        Ok(())
    }
}

/// The ratings a player can have.
pub(crate) fn ratings(player: &PlayerId) -> impl Iterator<Item = Key> {
    GameId::ALL.iter().flat_map(move |game| Pool::ALL.iter().map(move |&pool| keys::rating(*game, pool, player)))
}
