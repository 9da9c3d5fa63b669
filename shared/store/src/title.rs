//! Titles, written twice: under the player and under the period.

use calendar::Period;
use games::GameId;
use ranking::{PlayerId, RatingTitle, Title};
use serde::Deserialize;

use crate::error::Cancelled;
use crate::keys;
use crate::request::{Condition, Range, item};
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
