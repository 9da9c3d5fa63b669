//! Ratings: one item a player, game and pool, changed only from the version that was read.

use games::GameId;
use ranking::{AiRating, PlayerId, RankKey, rate_ai_game};
use ratings::{Pool, RatingRecord, Unrated};
use serde::{Deserialize, Serialize};

use crate::keys::{self, Key};
use crate::request::{Condition, Range, item, number};
use crate::run::{RunRecord, RunStatus};
use crate::{Store, StoreError};

/// A player's rating as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingItem {
    /// Who.
    #[serde(rename = "sk")]
    pub player: PlayerId,
    /// The rating.
    #[serde(rename = "r")]
    pub record: RatingRecord,
    /// The name shown in the list.
    #[serde(rename = "n")]
    pub nickname: String,
    /// From when on the rating is provisional if no game comes, unix milliseconds.
    #[serde(rename = "pf")]
    pub provisional_from_ms: i64,
    /// How often the item was written; a write names the version it was decided from.
    #[serde(rename = "ver")]
    pub version: u64,
    /// Orders the list; absent while provisional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rank: Option<String>,
}

impl RatingItem {
    /// The item after `before`, holding `record` at `at_ms`.
    pub(crate) fn next(
        before: Option<&Self>,
        player: &PlayerId,
        nickname: String,
        record: RatingRecord,
        at_ms: i64,
    ) -> Self {
        let provisional_from_ms = record.provisional_from_ms();
        let rank = (provisional_from_ms > at_ms).then(|| list_key(&record, player).to_string());
        let version = before.map_or(0, |before| before.version) + 1;
        Self { player: player.clone(), record, nickname, provisional_from_ms, version, rank }
    }

    /// That nobody has written the item since it was read.
    pub(crate) fn unchanged(&self) -> Condition {
        if self.version == 1 {
            return Condition::absent();
        }
        Condition::new("ver = :before").value(":before", number(self.version - 1))
    }
}

/// Higher ratings first, then who was there first. The bits of a positive number order as the number does.
fn list_key(record: &RatingRecord, player: &PlayerId) -> RankKey {
    RankKey::new(games::Better::More, record.rating.get().to_bits(), record.since_ms, player.as_str())
}

/// What a run did to the rating, kept with the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RunRating {
    /// The rating moved.
    Rated {
        /// Before the game.
        #[serde(rename = "b")]
        before: f64,
        /// After it.
        #[serde(rename = "a")]
        after: f64,
        /// The deviation after it.
        #[serde(rename = "rd")]
        rd: f64,
        /// The volatility after it.
        #[serde(rename = "vo")]
        volatility: f64,
        /// Rated games so far.
        #[serde(rename = "g")]
        games: u32,
    },
    /// The game was not rated.
    Unrated {
        /// Why.
        #[serde(rename = "u")]
        reason: Unrated,
    },
}

/// The rating that a run moves: its key, when the run is a game against the computer that ended.
pub(crate) fn key_of(run: &RunRecord) -> Option<Key> {
    let RunStatus::Accepted { outcome: Some(_), .. } = run.status else { return None };
    run.level.map(|_| keys::rating(run.game, Pool::Ai, &run.player))
}

/// What the run does to the rating that was found, and the item to be written for it.
pub(crate) fn rate(
    run: &RunRecord,
    before: Option<&RatingItem>,
    nickname: &str,
) -> Option<(RunRating, Option<RatingItem>)> {
    let RunStatus::Accepted { outcome: Some(outcome), .. } = run.status else { return None };
    let record = before.map(|before| &before.record);
    match rate_ai_game(record, run.game, run.level?, outcome, run.assisted, run.received_at_ms) {
        AiRating::Unrated(reason) => Some((RunRating::Unrated { reason }, None)),
        AiRating::Fault => {
            tracing::error!(game = run.game.as_str(), run = run.ticket_id, "a rating could not be computed");
            None
        }
        AiRating::Rated(after) => {
            let moved = RunRating::Rated {
                before: record.map_or(ratings::constants::START_RATING, |record| record.rating.get()),
                after: after.rating.get(),
                rd: after.rd.get(),
                volatility: after.volatility.get(),
                games: after.games,
            };
            let item = RatingItem::next(before, &run.player, nickname.to_owned(), *after, run.received_at_ms);
            Some((moved, Some(item)))
        }
    }
}

impl Store {
    /// A player's rating.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn rating(&self, game: GameId, pool: Pool, player: &PlayerId) -> Result<Option<RatingItem>, StoreError> {
        self.get(keys::rating(game, pool, player)).await
    }

    /// The list of a game and pool after the place `after`, best first, at most `limit`, and the place the page ends at when
    /// more follow. Who has become provisional by resting or is hidden is left out, so a page may be shorter.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn ratings(
        &self,
        game: GameId,
        pool: Pool,
        after: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<RatingItem>, Option<String>), StoreError> {
        let range = Range::ranked(keys::ratings_pk(game, pool));
        let range = match after {
            Some(after) => range.sort("#rank > :s", after),
            None => range,
        };
        let (items, more) = self.query::<RatingItem>(&range, limit).await?;
        let end = items.last().filter(|_| more).and_then(|last| last.rank.clone());
        let now_ms = self.clock.now_ms();
        let mut shown: Vec<RatingItem> = items.into_iter().filter(|item| item.provisional_from_ms > now_ms).collect();
        let players: Vec<_> = shown.iter().map(|item| &item.player).collect();
        let hidden = self.hidden_at(now_ms, &players).await?;
        shown.retain(|item| !hidden.contains(&item.player));
        Ok((shown, end))
    }

    /// The player's last runs of a game, newest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn last_runs(&self, game: GameId, player: &PlayerId, limit: u32) -> Result<Vec<RunRecord>, StoreError> {
        let range = Range::all(keys::player_pk(player)).sort("begins_with(sk, :s)", keys::runs(game)).backward();
        let (runs, _) = self.query::<RunRecord>(&range, limit).await?;
        // The database deletes late.
        let now_ms = self.clock.now_ms();
        Ok(runs.into_iter().filter(|run| run.is_kept(now_ms)).collect())
    }

    pub(crate) fn rating_part(
        &self,
        game: GameId,
        pool: Pool,
        after: &RatingItem,
    ) -> Result<aws_sdk_dynamodb::types::TransactWriteItem, StoreError> {
        self.put_part(item(keys::rating(game, pool, &after.player), after)?, after.unchanged())
    }
}
