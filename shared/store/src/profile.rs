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
use crate::{AnyTitle, Store, StoreError, season};

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
}

impl Profile {
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
    /// the name of their day.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; sending the name again completes what was left.
    pub async fn rename(&self, player: &PlayerId, nickname: &str) -> Result<Profile, StoreError> {
        let now_ms = self.clock.now_ms();
        let new = Condition::default().value(":n", text(nickname)).value(":t", number(now_ms));
        self.update(keys::profile(player), "SET n = :n, t = if_not_exists(t, :t)", new).await?;

        let periods = PeriodKind::ALL.map(|kind| Period::containing(kind, now_ms));
        let open = games_with_boards().flat_map(|game| periods.map(|period| keys::entry(game, period, player)));
        self.show_as(open.chain(ratings(player)).collect(), nickname).await?;
        self.profile(player).await
    }

    /// Forgets the name of a player: on the profile, in the rating lists, and wherever it was recorded, on closed boards and
    /// in titles too. What was achieved stays, as a guest's.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the same again completes what was left.
    pub async fn forget(&self, player: &PlayerId) -> Result<(), StoreError> {
        self.update(keys::profile(player), "REMOVE n", Condition::new("attribute_exists(pk)")).await?;
        let guest = guest_name(player.as_str());
        let boards = self.boards_of(player).await?;
        let entries = boards.iter().map(|&(game, period)| keys::entry(game, period, player));
        self.show_as(entries.chain(ratings(player)).collect(), &guest).await?;

        let mut after: Option<String> = None;
        loop {
            let (titles, more) = self.player_titles(player, after.as_deref(), TITLES).await?;
            for title in &titles {
                self.rename_title(player, title, &guest).await?;
            }
            after = titles.last().map(AnyTitle::place);
            if !more {
                return Ok(());
            }
        }
    }

    /// Writes the name on a title, under the player and under the period.
    async fn rename_title(&self, player: &PlayerId, title: &AnyTitle, name: &str) -> Result<(), StoreError> {
        let (of_period, of_player) = match title {
            AnyTitle::Board(title) => (
                keys::period_title(title.game, title.period, title.rank),
                keys::player_title(player, title.game, title.period),
            ),
            AnyTitle::Rating(title) => (
                keys::period_rating_title(title.game, title.period, title.pool, season::order(title).as_str()),
                keys::player_rating_title(player, title.game, title.period, title.pool),
            ),
        };
        for key in [of_period, of_player] {
            let held = Condition::new("player = :u").value(":u", text(player.as_str())).value(":n", text(name));
            self.update(key, "SET nickname = :n", held).await?;
        }
        Ok(())
    }

    /// Writes the name on those of the items that exist and show another.
    async fn show_as(&self, items: Vec<Key>, shown: &str) -> Result<(), StoreError> {
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

/// Titles read at once.
const TITLES: u32 = 100;

fn games_with_boards() -> impl Iterator<Item = GameId> {
    GameId::ALL.iter().copied().filter(|game| game.game().kind.has_runs())
}

/// The ratings a player can have.
fn ratings(player: &PlayerId) -> impl Iterator<Item = Key> {
    games_with_boards().flat_map(move |game| Pool::ALL.iter().map(move |&pool| keys::rating(game, pool, player)))
}
