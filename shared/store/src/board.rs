//! Boards: the best run of each player, in the order of their rank keys.

use calendar::Period;
use games::GameId;
use ranking::{PlayerId, RankKey};
use serde::{Deserialize, Serialize};

use crate::keys::{self, Key, PK, SK};
use crate::request::{Item, Range};
use crate::{Store, StoreError};

/// Ranks are counted exactly while no more than this many entries are above. Counting reads them: about 500 read units
/// at the limit. A board that needs exact ranks beyond wants a snapshot, and [`Store::rank`] is the one place to ask it.
pub const EXACT_RANKS: u64 = 10_000;

/// One player's best run on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Who.
    #[serde(rename = "sk")]
    pub player: PlayerId,
    /// Where it stands.
    #[serde(with = "rank_key")]
    pub rank: RankKey,
    /// The name shown.
    #[serde(rename = "n")]
    pub nickname: String,
    /// The value, in the game's unit.
    #[serde(rename = "v")]
    pub value: u64,
    /// The receipt, unix milliseconds.
    #[serde(rename = "t")]
    pub received_at_ms: i64,
    /// The run's ticket.
    #[serde(rename = "k")]
    pub ticket_id: String,
}

/// The rank key is stored as its text.
mod rank_key {
    use ranking::RankKey;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(rank: &RankKey, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rank.as_str())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RankKey, D::Error> {
        String::deserialize(deserializer).map(RankKey::from_stored)
    }
}

/// A number that is exact, or the limit at which counting stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The number.
    pub number: u64,
    /// Whether it is exact; otherwise it is at least this.
    pub exact: bool,
}

/// The key of an entry that was read as an item.
pub(crate) fn entry_key(item: &Item) -> Option<Key> {
    let part = |name| item.get(name)?.as_s().ok().cloned();
    Some(Key { pk: part(PK)?, sk: part(SK)? })
}

fn shards(game: GameId, period: Period) -> impl Iterator<Item = String> {
    (0..game.game().shards).map(move |shard| keys::board_pk(game, period, shard))
}

impl Store {
    /// The best `limit` entries, or those after the rank key `after`, and whether more follow. One request a shard.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn top(
        &self,
        game: GameId,
        period: Period,
        after: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<Entry>, bool), StoreError> {
        let range = |pk| match after {
            Some(after) => Range::ranked(pk).sort("#rank > :s", after),
            None => Range::ranked(pk),
        };
        self.merge(game, period, limit, range).await
    }

    /// Merges the shards' pages of a range, best first.
    async fn merge(
        &self,
        game: GameId,
        period: Period,
        limit: u32,
        range: impl Fn(String) -> Range,
    ) -> Result<(Vec<Entry>, bool), StoreError> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut more = false;
        for pk in shards(game, period) {
            let (page, follows) = self.query(&range(pk), limit).await?;
            entries.extend(page);
            more |= follows;
        }
        entries.sort_by(|a, b| a.rank.cmp(&b.rank));
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        more |= entries.len() > limit;
        entries.truncate(limit);
        Ok((entries, more))
    }

    /// A player's entry.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn entry(&self, game: GameId, period: Period, player: &PlayerId) -> Result<Option<Entry>, StoreError> {
        self.get(keys::entry(game, period, player)).await
    }

    /// A player's entries of several periods, in one request and in no order.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn entries(
        &self,
        game: GameId,
        periods: &[Period],
        player: &PlayerId,
    ) -> Result<Vec<(Period, Entry)>, StoreError> {
        let found = self.batch_get(periods.iter().map(|&period| keys::entry(game, period, player))).await?;
        let mut entries = Vec::new();
        for item in found {
            let key = entry_key(&item);
            let entry = serde_dynamo::from_item(item)?;
            let period = periods.iter().find(|&&period| Some(keys::entry(game, period, player)) == key);
            entries.extend(period.map(|&period| (period, entry)));
        }
        Ok(entries)
    }

    /// The rank of the key `rank`, from 1: one more than the entries above it, exact to [`EXACT_RANKS`].
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn rank(&self, game: GameId, period: Period, rank: &RankKey) -> Result<Count, StoreError> {
        let above = self.tally(game, period, |pk| Range::ranked(pk).sort("#rank < :s", rank.as_str())).await?;
        Ok(Count { number: above.number + 1, ..above })
    }

    /// How many entries a board has up to the rank key `last`, the entry that has it included, exact to [`EXACT_RANKS`].
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn up_to(&self, game: GameId, period: Period, last: &str) -> Result<Count, StoreError> {
        self.tally(game, period, |pk| Range::ranked(pk).sort("#rank <= :s", last)).await
    }

    /// How many entries a board has, exact to [`EXACT_RANKS`].
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn participants(&self, game: GameId, period: Period) -> Result<Count, StoreError> {
        self.tally(game, period, Range::ranked).await
    }

    async fn tally(&self, game: GameId, period: Period, range: impl Fn(String) -> Range) -> Result<Count, StoreError> {
        let mut number = 0;
        for pk in shards(game, period) {
            number += self.count(&range(pk), EXACT_RANKS - number).await?;
            if number > EXACT_RANKS {
                return Ok(Count { number: EXACT_RANKS, exact: false });
            }
        }
        Ok(Count { number, exact: true })
    }

    /// The entries just above and just below a rank key, at most `each` of either, best first.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn neighbours(
        &self,
        game: GameId,
        period: Period,
        rank: &RankKey,
        each: u32,
    ) -> Result<(Vec<Entry>, Vec<Entry>), StoreError> {
        let (below, _) = self.top(game, period, Some(rank.as_str()), each).await?;
        let mut above: Vec<Entry> = Vec::new();
        for pk in shards(game, period) {
            let range = Range::ranked(pk).sort("#rank < :s", rank.as_str()).backward();
            above.extend(self.query::<Entry>(&range, each).await?.0);
        }
        above.sort_by(|a, b| a.rank.cmp(&b.rank));
        let surplus = above.len().saturating_sub(usize::try_from(each).unwrap_or(usize::MAX));
        above.drain(..surplus);
        Ok((above, below))
    }

    /// Every entry of one page of a board with full items, for a close: exact however many there are.
    pub(crate) async fn count_all(&self, game: GameId, period: Period) -> Result<u64, StoreError> {
        let mut number = 0;
        for pk in shards(game, period) {
            number += self.count(&Range::ranked(pk), u64::MAX).await?;
        }
        Ok(number)
    }
}
