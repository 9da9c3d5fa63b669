//! Titles, written twice: under the player and under the period.

use calendar::Period;
use games::GameId;
use ranking::{PlayerId, RatingTitle, Title};
use serde::Deserialize;

use crate::error::Cancelled;
use crate::keys::{self, Key};
use crate::request::{Condition, Range, item, number, text};
use crate::{ATTEMPTS, Store, StoreError};

impl Store {
    /// Writes a title unless it is there. A title that is there stays as it is.
    pub(crate) async fn grant(&self, title: &Title) -> Result<(), StoreError> {
        let of_period = keys::period_title(title.game, title.period, title.rank);
        let of_player = title.player.as_ref().map(|player| keys::player_title(player, title.game, title.period));
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let mut parts = Vec::new();
            for key in std::iter::once(of_period.clone()).chain(of_player.clone()) {
                parts.push(self.put_part(item(key, title)?, Condition::absent())?);
            }
            match self.transact(parts).await {
                Ok(()) | Err(Cancelled::Condition) => return Ok(()),
                Err(Cancelled::Conflict) => {}
                Err(Cancelled::Fault(fault)) => return Err(fault),
            }
        }
        Err(StoreError::Busy)
    }

    /// Replaces the titles of a board rank by rank: each rank is either as before or as after. A rank that somebody else has
    /// made as it is after is left alone.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] when a rank is neither; the caller reads again and decides again.
    pub(crate) async fn replace_titles(
        &self,
        game: GameId,
        period: Period,
        before: &[Title],
        after: &[Title],
    ) -> Result<(), StoreError> {
        let keeps = |player: &PlayerId| after.iter().any(|title| title.player.as_ref() == Some(player));
        let ranks = before.iter().chain(after).map(|title| title.rank).max().unwrap_or(0);
        for rank in 1..=ranks {
            let at = |titles: &[Title]| titles.iter().find(|title| title.rank == rank).cloned();
            let (before, after) = (at(before), at(after));
            if before != after {
                let lost = before.as_ref().and_then(|title| title.player.as_ref()).filter(|player| !keeps(player));
                let key = keys::period_title(game, period, rank);
                self.replace_title(key, before.as_ref(), after.as_ref(), lost).await?;
            }
        }
        Ok(())
    }

    /// Replaces the title `before` at `key`; `lost` is who has none of the board any more.
    async fn replace_title(
        &self,
        key: Key,
        before: Option<&Title>,
        after: Option<&Title>,
        lost: Option<&PlayerId>,
    ) -> Result<(), StoreError> {
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let unchanged = match before {
                Some(title) => {
                    let holder = title.player.as_ref().map_or("", PlayerId::as_str);
                    Condition::new("player = :u AND participants = :np")
                        .value(":u", text(holder))
                        .value(":np", number(title.participants))
                }
                None => Condition::absent(),
            };
            let mut parts = vec![match after {
                Some(title) => self.put_part(item(key.clone(), title)?, unchanged)?,
                None => self.delete_part(key.clone(), unchanged)?,
            }];
            if let Some(title) = after
                && let Some(player) = &title.player
            {
                let own = keys::player_title(player, title.game, title.period);
                parts.push(self.put_part(item(own, title)?, Condition::default())?);
            }
            if let (Some(player), Some(title)) = (lost, before) {
                let own = keys::player_title(player, title.game, title.period);
                parts.push(self.delete_part(own, Condition::default())?);
            }
            match self.transact(parts).await {
                Ok(()) => return Ok(()),
                Err(Cancelled::Condition) if self.get::<Title>(key.clone()).await?.as_ref() == after => return Ok(()),
                Err(Cancelled::Condition) => return Err(StoreError::Busy),
                Err(Cancelled::Conflict) => {}
                Err(Cancelled::Fault(fault)) => return Err(fault),
            }
        }
        Err(StoreError::Busy)
    }

    /// The titles of a period and game by rank, after the rank `after`, and whether more follow.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn period_titles(
        &self,
        game: GameId,
        period: Period,
        after: u32,
        limit: u32,
    ) -> Result<(Vec<Title>, bool), StoreError> {
        let range = Range::all(keys::period_titles_pk(game, period)).sort("sk > :s", format!("{after:03}"));
        self.query(&range, limit).await
    }

    /// The titles of a player by period and game, after the place `after`, and whether more follow.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn player_titles(
        &self,
        player: &PlayerId,
        after: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<AnyTitle>, bool), StoreError> {
        let pk = keys::player_pk(player);
        let range = match after {
            // Nothing of a player sorts after the titles, so a lower bound is enough.
            Some(after) => Range::all(pk).sort("sk > :s", format!("{}{after}", keys::TITLE)),
            None => Range::all(pk).sort("begins_with(sk, :s)", keys::TITLE),
        };
        self.query(&range, limit).await
    }
}

/// A title of either kind, as a player holds them side by side.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum AnyTitle {
    /// Of a board.
    Board(Title),
    /// Of a rating season.
    Rating(RatingTitle),
}

impl AnyTitle {
    /// Where it stands among the player's titles.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Self::Board(title) => format!("{}#{}", title.period, title.game),
            Self::Rating(title) => format!("{}#{}#{}", title.period, title.game, title.pool),
        }
    }
}
