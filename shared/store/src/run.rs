//! Runs: the used-ticket marker, the answer to a repeat, and an operator's evidence, all in one item.

use std::io::{Read, Write};

use calendar::{Date, Period, PeriodKind};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use games::{GameId, Level, Outcome};
use ranking::{PlayerId, Reason};
use serde::{Deserialize, Serialize};

use crate::keys;
use crate::rating::RunRating;
use crate::{Store, StoreError};

const DAY_MS: i64 = 24 * 3600 * 1000;

/// A run stays this long after its season has ended.
pub(crate) const KEPT_AFTER_SEASON_MS: i64 = 30 * DAY_MS;

/// A stored proof that inflates to more than this was not written by us.
const LONGEST_PROOF: u64 = 256 * 1024;

/// A judged run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Who played.
    #[serde(rename = "u")]
    pub player: PlayerId,
    /// What was played.
    #[serde(rename = "g")]
    pub game: GameId,
    /// The ticket, which names the run.
    #[serde(rename = "k")]
    pub ticket_id: String,
    /// The day of the board.
    #[serde(rename = "b")]
    pub date: Date,
    /// The variation of that day.
    #[serde(rename = "bv")]
    pub variation: u32,
    /// The opponent's level.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Version of the rules the run was replayed with.
    #[serde(rename = "ru")]
    pub rules: u16,
    /// The start, unix milliseconds.
    #[serde(rename = "i")]
    pub started_at_ms: i64,
    /// The receipt, unix milliseconds.
    #[serde(rename = "t")]
    pub received_at_ms: i64,
    /// What the submission claimed.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<i64>,
    /// Whether the player says to have had help.
    #[serde(rename = "as", default)]
    pub assisted: bool,
    /// Tells whether a later submission with the same ticket is the same one.
    #[serde(rename = "d", with = "serde_bytes")]
    pub digest: Vec<u8>,
    /// The decision.
    #[serde(flatten)]
    pub status: RunStatus,
    /// What it did to the player's rating, for a game against the computer.
    #[serde(rename = "ra", default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RunRating>,
    /// The proof, deflated: of runs that became a best, and of refused ones as evidence.
    #[serde(rename = "p", with = "serde_bytes", default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Vec<u8>>,
}

/// The decision on a run, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "s", rename_all = "lowercase")]
pub enum RunStatus {
    /// The run counts.
    Accepted {
        /// The ranked value; none for a game that was not won.
        #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
        value: Option<u64>,
        /// How a game against an opponent ended.
        #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// Moves of both sides.
        #[serde(rename = "n")]
        plies: u32,
    },
    /// The run does not count.
    Rejected {
        /// The public reason.
        #[serde(rename = "r")]
        reason: Reason,
        /// More for the front-end developer.
        #[serde(rename = "rd")]
        detail: String,
        /// The value of the replay, when it came that far.
        #[serde(rename = "rv", default, skip_serializing_if = "Option::is_none")]
        replayed: Option<u64>,
    },
}

impl RunRecord {
    /// Milliseconds between ticket and receipt.
    #[must_use]
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.received_at_ms.saturating_sub(self.started_at_ms)).unwrap_or(0)
    }

    /// The periods the run belongs to, by its receipt: week, month, season.
    #[must_use]
    pub fn periods(&self) -> [Period; 3] {
        PeriodKind::ALL.map(|kind| Period::containing(kind, self.received_at_ms))
    }

    /// The proof's text, when it was kept.
    #[must_use]
    pub fn proof_text(&self) -> Option<String> {
        let mut text = String::new();
        DeflateDecoder::new(self.proof.as_deref()?).take(LONGEST_PROOF).read_to_string(&mut text).ok()?;
        Some(text)
    }

    /// Whether the run's time is not over at `now_ms`. The database deletes late.
    pub(crate) fn is_kept(&self, now_ms: i64) -> bool {
        now_ms / 1000 < self.ttl()
    }

    pub(crate) fn key(&self) -> keys::Key {
        keys::run(&self.player, self.game, &self.ticket_id)
    }

    pub(crate) fn ttl(&self) -> i64 {
        let season = Period::containing(PeriodKind::Season, self.received_at_ms);
        season.end_ms().saturating_add(KEPT_AFTER_SEASON_MS) / 1000
    }
}

/// The compact form of a proof.
#[must_use]
pub(crate) fn deflate(proof: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector cannot fail.
    let _ = encoder.write_all(proof.as_bytes());
    encoder.finish().unwrap_or_default()
}

impl Store {
    /// A run by its player, game and ticket.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn run(&self, player: &PlayerId, game: GameId, ticket_id: &str) -> Result<Option<RunRecord>, StoreError> {
        let run: Option<RunRecord> = self.get(keys::run(player, game, ticket_id)).await?;
        Ok(run.filter(|run| run.is_kept(self.clock.now_ms())))
    }
}
