//! What is known of a player beside the runs: a name, and whether operators hide the player.

use calendar::PeriodKind;
use games::{GameId, Kind};
use ranking::PlayerId;
use ranking::names::guest_name;
use serde::{Deserialize, Serialize};

use crate::board::{Entry, entry_key};
use crate::keys;
use crate::request::{Condition, item, text};
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
}

impl Profile {
    /// What boards show: the chosen name, or the guest's.
    #[must_use]
    pub fn shown(&self, player: &PlayerId) -> String {
        self.nickname.clone().unwrap_or_else(|| guest_name(player.as_str()))
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

    /// Gives a player another name, on the profile and on every board that is still open. Titles keep the name of
    /// their day.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; sending the name again completes what was left.
    pub async fn rename(&self, player: &PlayerId, nickname: Option<&str>) -> Result<Profile, StoreError> {
        let now_ms = self.clock.now_ms();
        let known = self.profile(player).await?;
        let created_at_ms = if known.created_at_ms == 0 { now_ms } else { known.created_at_ms };
        let profile = Profile { nickname: nickname.map(str::to_owned), created_at_ms };
        self.put(item(keys::profile(player), &profile)?, Condition::default()).await?;

        let periods = PeriodKind::ALL.map(|kind| calendar::Period::containing(kind, now_ms));
        let boards = GameId::ALL.iter().filter(|game| game.game().kind != Kind::External);
        let open: Vec<_> = boards.flat_map(|&game| periods.map(|period| (game, period))).collect();
        let found = self.batch_get(open.iter().map(|&(game, period)| keys::entry(game, period, player))).await?;
        let shown = profile.shown(player);
        for found in found {
            let Some(key) = entry_key(&found) else { continue };
            let entry: Entry = serde_dynamo::from_item(found)?;
            if entry.nickname != shown {
                let there = Condition::new("attribute_exists(pk)").value(":n", text(&shown));
                self.update(key, "SET n = :n", there).await?;
            }
        }
        Ok(profile)
    }
}
