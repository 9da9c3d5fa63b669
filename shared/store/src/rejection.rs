//! Refused runs: a record for operators, and a public count by month, game and reason.

use calendar::Period;
use games::GameId;
use ranking::{PlayerId, Reason};
use serde::{Deserialize, Serialize};

use crate::keys;
use crate::request::Range;
use crate::run::{RunRecord, RunStatus};
use crate::{Store, StoreError};

/// Operators can look into a refusal this long.
pub const REJECTIONS_KEPT_MS: i64 = 90 * 24 * 3600 * 1000;

/// Different reasons a month and game can have; one page holds them all.
const MOST_COUNTS: u32 = 1000;

/// A refusal as operators see it. The proof is with the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectionRecord {
    /// Orders the records of a month and game by time.
    #[serde(rename = "sk", skip_serializing)]
    pub cursor: String,
    /// What was played.
    #[serde(rename = "g")]
    pub game: GameId,
    /// Who submitted.
    #[serde(rename = "u")]
    pub player: PlayerId,
    /// The ticket, which names the run.
    #[serde(rename = "k")]
    pub ticket_id: String,
    /// The receipt, unix milliseconds.
    #[serde(rename = "t")]
    pub received_at_ms: i64,
    /// Milliseconds between ticket and receipt.
    #[serde(rename = "e")]
    pub elapsed_ms: u64,
    /// What the submission claimed.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<i64>,
    /// The public reason.
    #[serde(rename = "r")]
    pub reason: Reason,
    /// More for the front-end developer.
    #[serde(rename = "rd")]
    pub detail: String,
    /// The value of the replay, when it came that far.
    #[serde(rename = "rv", default, skip_serializing_if = "Option::is_none")]
    pub replayed: Option<u64>,
}

impl RejectionRecord {
    /// The record of a refused run; `None` for one that was accepted.
    pub(crate) fn of(run: &RunRecord) -> Option<Self> {
        let RunStatus::Rejected { reason, detail, replayed } = &run.status else { return None };
        Some(Self {
            cursor: String::new(),
            game: run.game,
            player: run.player.clone(),
            ticket_id: run.ticket_id.clone(),
            received_at_ms: run.received_at_ms,
            elapsed_ms: run.elapsed_ms(),
            claimed: run.claimed,
            reason: *reason,
            detail: detail.clone(),
            replayed: *replayed,
        })
    }
}

/// How often one reason was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectionCount {
    /// The game.
    pub game: GameId,
    /// The reason.
    pub reason: Reason,
    /// How often.
    pub count: u64,
}

#[derive(Deserialize)]
struct CountItem {
    sk: String,
    n: u64,
}

impl Store {
    /// The public counts of a month, by game and reason.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn rejection_counts(&self, month: Period) -> Result<Vec<RejectionCount>, StoreError> {
        let (items, _) = self.query::<CountItem>(&Range::all(keys::rejection_counts_pk(month)), MOST_COUNTS).await?;
        let read = |item: CountItem| {
            let (game, reason) = item.sk.split_once('#')?;
            Some(RejectionCount { game: game.parse().ok()?, reason: reason.parse().ok()?, count: item.n })
        };
        Ok(items.into_iter().filter_map(read).collect())
    }

    /// The records of a month and game, newest first, at most `limit` of them older than `before`, and whether more
    /// follow.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn rejections(
        &self,
        month: Period,
        game: GameId,
        before: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<RejectionRecord>, bool), StoreError> {
        let range = Range::all(keys::rejections_pk(month, game)).backward();
        let range = match before {
            Some(before) => range.sort("sk < :s", before),
            None => range,
        };
        let (records, more) = self.query::<RejectionRecord>(&range, limit).await?;
        // The database deletes late; what is past its time is not shown any more.
        let oldest = self.clock.now_ms().saturating_sub(REJECTIONS_KEPT_MS);
        Ok((records.into_iter().filter(|record| record.received_at_ms > oldest).collect(), more))
    }
}
