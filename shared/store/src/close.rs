//! Closing a board: count it, grant the titles, mark it closed. Safe to run twice, at once, or again after dying half way.
//!
//! The order makes it so. A title is written once, on the condition of what was there before; the mark that the board is closed comes after the last of
//! them, and the mark that it was announced after the announcement. Whoever comes again finds how far it went.

use calendar::Period;
use games::GameId;
use ranking::Title;
use ranking::title::{FEWEST_PARTICIPANTS, TITLED_RANKS};
use serde::{Deserialize, Serialize};

use crate::board::Entry;
use crate::keys;
use crate::request::{Condition, item, yes};
use crate::{Store, StoreError};

/// A closed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closed {
    /// How many took part.
    #[serde(rename = "np")]
    pub participants: u64,
    /// How many titles were granted.
    #[serde(rename = "nt")]
    pub titles: u64,
    /// When, unix milliseconds.
    #[serde(rename = "t")]
    pub closed_at_ms: i64,
    /// Whether the close was announced to the event bus.
    #[serde(rename = "an", default)]
    pub announced: bool,
    /// How often it was closed again.
    #[serde(rename = "rc", default)]
    pub reclosed: u32,
}

/// What a close did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The board as it is now.
    pub closed: Closed,
    /// Whether this call closed it.
    pub now: bool,
}

impl Store {
    /// How a board was closed; `None` while it is open.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn closed(&self, game: GameId, period: Period) -> Result<Option<Closed>, StoreError> {
        self.get(keys::closed(game, period)).await
    }

    /// Closes a board, in bounded memory however many took part. The caller sees to it that the period is over.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the next call goes on from there.
    pub async fn close(&self, game: GameId, period: Period) -> Result<Closing, StoreError> {
        if let Some(closed) = self.closed(game, period).await? {
            return Ok(Closing { closed, now: false });
        }
        self.settle_marks(game, period).await?;
        let participants = self.count_all(game, period).await?;
        let titles = self.grant_all(game, period, participants).await?;
        let closed = Closed { participants, titles, closed_at_ms: self.clock.now_ms(), announced: false, reclosed: 0 };
        let now = self.put(item(keys::closed(game, period), &closed)?, Condition::absent()).await?;
        let closed = if now { closed } else { self.closed(game, period).await?.unwrap_or(closed) };
        Ok(Closing { closed, now })
    }

    /// Grants the titles of a board that nobody changes any more. What an earlier close has left before it died is put right
    /// where the board has changed since.
    async fn grant_all(&self, game: GameId, period: Period, participants: u64) -> Result<u64, StoreError> {
        let most = u32::try_from(TITLED_RANKS).unwrap_or(u32::MAX);
        let best =
            if participants < FEWEST_PARTICIPANTS { Vec::new() } else { self.top(game, period, None, most).await?.0 };
        let title = |(rank, entry): (u32, Entry)| Title {
            game,
            period,
            rank,
            player: Some(entry.player),
            nickname: entry.nickname,
            value: entry.value,
            participants,
        };
        let titles: Vec<Title> = (1..).zip(best).map(title).collect();
        let (left, _) = self.period_titles(game, period, 0, most).await?;
        self.replace_titles(game, period, &left, &titles).await?;
        Ok(u64::try_from(titles.len()).unwrap_or(u64::MAX))
    }

    /// Marks a closed board as announced.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn mark_announced(&self, game: GameId, period: Period) -> Result<(), StoreError> {
        let closed = Condition::new("attribute_exists(pk)").value(":yes", yes());
        self.update(keys::closed(game, period), "SET an = :yes", closed).await?;
        Ok(())
    }
}
