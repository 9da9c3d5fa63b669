//! The closing rankings of apps that rank by themselves.
//!
//! The record comes first and names the content by its digest, then the titles, then the mark that they are all there.
//! Whoever hands the same ranking over again completes what was left.

use calendar::Period;
use games::GameId;
use ranking::Title;
use ranking::title::{FEWEST_PARTICIPANTS, TITLED_RANKS};
use serde::{Deserialize, Serialize};

use crate::keys;
use crate::request::{Condition, item, yes};
use crate::{Store, StoreError};

/// One who took part, as the app says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalEntry {
    /// The name in the app.
    pub nickname: String,
    /// The app's value.
    pub value: u64,
}

/// What is recorded of a closing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalClosing {
    /// Names the ranking by its content.
    #[serde(rename = "d")]
    pub digest: String,
    /// How many took part.
    #[serde(rename = "np")]
    pub participants: u64,
    /// How many titles it grants.
    #[serde(rename = "nt")]
    pub titles: u64,
    /// When it was handed over first, unix milliseconds.
    #[serde(rename = "t")]
    pub received_at_ms: i64,
    /// Whether every title is written.
    #[serde(rename = "ok", default)]
    done: bool,
}

/// What became of a closing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandOver {
    /// It was recorded now.
    Recorded(ExternalClosing),
    /// The same ranking was recorded before.
    Before(ExternalClosing),
    /// Another ranking is recorded.
    Other(ExternalClosing),
}

impl Store {
    /// Records the final ranking of a month, best first, and grants its titles.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the same ranking again goes on from there.
    pub async fn hand_over(
        &self,
        app: GameId,
        month: Period,
        digest: String,
        ranking: Vec<ExternalEntry>,
    ) -> Result<HandOver, StoreError> {
        let participants = u64::try_from(ranking.len()).unwrap_or(u64::MAX);
        let titled = if participants < FEWEST_PARTICIPANTS { 0 } else { ranking.len().min(TITLED_RANKS) };
        let titles = u64::try_from(titled).unwrap_or(0);
        let received_at_ms = self.clock.now_ms();
        let closing = ExternalClosing { digest, participants, titles, received_at_ms, done: false };
        let key = keys::external_closing(app, month);
        let now = self.put(item(key.clone(), &closing)?, Condition::absent()).await?;
        let recorded =
            if now { closing.clone() } else { self.get(key.clone()).await?.unwrap_or_else(|| closing.clone()) };
        if recorded.digest != closing.digest {
            return Ok(HandOver::Other(recorded));
        }
        if !recorded.done {
            for (rank, entry) in (1..).zip(ranking.into_iter().take(titled)) {
                let ExternalEntry { nickname, value } = entry;
                self.grant(&Title { game: app, period: month, rank, player: None, nickname, value, participants })
                    .await?;
            }
            let there = Condition::new("attribute_exists(pk)").value(":yes", yes());
            self.update(key, "SET ok = :yes", there).await?;
        }
        Ok(if now { HandOver::Recorded(recorded) } else { HandOver::Before(recorded) })
    }
}
