//! The verdict on a run, written in one transaction.
//!
//! | verdict | reads | writes, all or none |
//! |---|---|---|
//! | accepted | the run, the copy check, the profile, three entries and the rating, in one batch | run, copy check, the entries that improve, the rating of a rated game |
//! | refused | - | run, record, public count |
//!
//! The run's item is only ever created, never overwritten: it *is* the used-ticket marker. Whoever finds it there gets the
//! stored run back and answers from it.

use calendar::Period;
use ranking::RankKey;
use ratings::Pool;

use crate::board::{Entry, entry_key};
use crate::error::Cancelled;
use crate::keys::{self, RANK, TTL};
use crate::profile::Profile;
use crate::rating::{RatingItem, key_of, rate};
use crate::rejection::{REJECTIONS_KEPT_MS, RejectionRecord};
use crate::request::{Condition, Item, item, number, text};
use crate::run::{RunRecord, RunStatus, deflate};
use crate::{ATTEMPTS, Store, StoreError};

/// A submission is not committed later than this after its receipt, so that none lands in a board whose close has begun
/// to read.
pub const COMMIT_LIMIT_MS: i64 = 5_000;

/// The longest one call of the database may take, retries included.
pub const CALL_LIMIT_MS: i64 = 10_000;

/// The closer begins to read this long after the boundary. Everything received before the boundary has landed by then.
pub const SETTLE_MS: i64 = 30_000;

const _: () = assert!(COMMIT_LIMIT_MS + CALL_LIMIT_MS < SETTLE_MS);

/// A copy check is kept this long after its board.
const COPY_KEPT_MS: i64 = 7 * 24 * 3600 * 1000;

/// What became of a commit.
#[derive(Clone, Debug, PartialEq)]
pub enum Committed {
    /// The run was written now.
    Now {
        /// As it was written.
        run: Box<RunRecord>,
        /// Where it stands; empty for a run that is not ranked.
        placed: Vec<Placed>,
    },
    /// The ticket had been judged before: the stored run.
    Before(Box<RunRecord>),
    /// Somebody else has handed in the same moves.
    Copied,
    /// The player has left for good. Nothing is written.
    Left,
}

/// A player's best on one board, after a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The board's period.
    pub period: Period,
    /// Whether the run became the player's best there.
    pub improved: bool,
    /// The player's best.
    pub best: Entry,
}

/// What a commit finds.
#[derive(Default)]
struct Found {
    run: Option<RunRecord>,
    copied: bool,
    profile: Profile,
    entries: Vec<(Period, Entry)>,
    rating: Option<RatingItem>,
}

impl Store {
    /// Writes an accepted run with its `proof` text, and puts it on every board where it is the player's best.
    /// `copy_digest` marks moves that nobody else may hand in again.
    ///
    /// # Errors
    ///
    /// [`StoreError::TooLate`] past the commit limit, [`StoreError::Busy`] after too many conflicts, or a fault of the
    /// database. Nothing is written then, or everything; sending again tells.
    pub async fn accept(
        &self,
        run: RunRecord,
        proof: &str,
        copy_digest: Option<[u8; 32]>,
    ) -> Result<Committed, StoreError> {
        let RunStatus::Accepted { value, .. } = run.status else {
            return Err(StoreError::Refused("a refused run is not accepted".to_owned()));
        };
        let copy = copy_digest.map(|digest| keys::copy(run.game, run.date, &hex(&digest)));
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let found = self.find(&run, copy.clone()).await?;
            if let Some(before) = found.run {
                return Ok(Committed::Before(Box::new(before)));
            }
            if found.profile.left_at_ms.is_some() {
                return Ok(Committed::Left);
            }
            if found.copied {
                return Ok(Committed::Copied);
            }
            let hidden = found.profile.hides(run.received_at_ms);
            let placed = value
                .filter(|_| !hidden)
                .map_or_else(Vec::new, |value| place(&run, value, &found.profile, &found.entries));
            let improved = placed.iter().any(|placed| placed.improved);
            let (rating, rated) = rate(&run, found.rating.as_ref(), &found.profile.shown(&run.player)).unzip();
            let run = RunRecord { proof: (improved || hidden).then(|| deflate(proof)), rating, ..run.clone() };

            let mut parts = vec![self.put_part(with_ttl(item(run.key(), &run)?, run.ttl()), Condition::absent())?];
            if let Some(copy) = copy.clone() {
                parts.push(self.copy_part(copy, &run)?);
            }
            for placed in placed.iter().filter(|placed| placed.improved) {
                let better = Condition::new("attribute_not_exists(pk) OR attribute_not_exists(#rank) OR #rank > :rank")
                    .name("#rank", RANK)
                    .value(":rank", text(placed.best.rank.as_str()));
                let key = keys::entry(run.game, placed.period, &run.player);
                parts.push(self.put_part(item(key, &placed.best)?, better)?);
            }
            if let Some(rated) = rated.flatten() {
                parts.push(self.rating_part(run.game, Pool::Ai, &rated)?);
            }
            self.in_time(&run)?;
            match self.transact(parts).await {
                Ok(()) => return Ok(Committed::Now { run: Box::new(run), placed }),
                Err(Cancelled::Condition | Cancelled::Conflict) => {}
                Err(Cancelled::Fault(fault)) => return Err(fault),
            }
        }
        Err(StoreError::Busy)
    }

    /// Writes a refused run with its `proof` text as evidence, a record for operators, and one more in the public count. A
    /// text that is too long to be a proof of the game is no evidence of anything and is not kept.
    ///
    /// # Errors
    ///
    /// As for [`accept`](Self::accept).
    pub async fn reject(&self, run: RunRecord, proof: &str) -> Result<Committed, StoreError> {
        let kept = proof.len() <= run.game.game().proof_limit;
        let run = RunRecord { proof: kept.then(|| deflate(proof)), ..run };
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let mut parts = vec![self.put_part(with_ttl(item(run.key(), &run)?, run.ttl()), Condition::absent())?];
            parts.extend(self.rejection_parts(&run, "")?);
            self.in_time(&run)?;
            match self.transact(parts).await {
                Ok(()) => return Ok(Committed::Now { run: Box::new(run), placed: Vec::new() }),
                Err(Cancelled::Condition) => {
                    if let Some(before) = self.get(run.key()).await? {
                        return Ok(Committed::Before(Box::new(before)));
                    }
                }
                Err(Cancelled::Conflict) => {}
                Err(Cancelled::Fault(fault)) => return Err(fault),
            }
        }
        Err(StoreError::Busy)
    }

    /// Records that a ticket which was judged before came again with something else. Once a ticket: a script that sends
    /// the same ticket a million times moves the public count by one.
    ///
    /// # Errors
    ///
    /// As for [`accept`](Self::accept).
    pub async fn reject_again(&self, run: &RunRecord) -> Result<(), StoreError> {
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let first = Condition::new("attribute_not_exists(again)").value(":t", number(run.received_at_ms));
            let mut parts = vec![self.update_part(run.key(), "SET again = :t", first)?];
            parts.extend(self.rejection_parts(run, "#again")?);
            match self.transact(parts).await {
                Ok(()) | Err(Cancelled::Condition) => return Ok(()),
                Err(Cancelled::Conflict) => {}
                Err(Cancelled::Fault(fault)) => return Err(fault),
            }
        }
        Err(StoreError::Busy)
    }

    fn in_time(&self, run: &RunRecord) -> Result<(), StoreError> {
        let late = self.clock.now_ms().saturating_sub(run.received_at_ms) > COMMIT_LIMIT_MS;
        if late { Err(StoreError::TooLate) } else { Ok(()) }
    }

    /// Everything the decision rests on, in one consistent request.
    async fn find(&self, run: &RunRecord, copy: Option<keys::Key>) -> Result<Found, StoreError> {
        let periods = run.periods();
        let entry_keys = periods.map(|period| keys::entry(run.game, period, &run.player));
        let profile = keys::profile(&run.player);
        let mut wanted = vec![run.key(), profile.clone()];
        let rating = key_of(run);
        wanted.extend(copy.clone());
        wanted.extend(rating.clone());
        wanted.extend(entry_keys.clone());

        let mut found = Found::default();
        for item in self.batch_get(wanted).await? {
            let Some(key) = entry_key(&item) else { continue };
            if key == run.key() {
                found.run = Some(serde_dynamo::from_item(item)?);
            } else if key == profile {
                found.profile = serde_dynamo::from_item(item)?;
            } else if Some(&key) == copy.as_ref() {
                found.copied = is_claimed(&item, run, self.clock.now_ms());
            } else if Some(&key) == rating.as_ref() {
                found.rating = Some(serde_dynamo::from_item(item)?);
            } else if let Some(at) = entry_keys.iter().position(|entry| *entry == key) {
                found.entries.push((periods[at], serde_dynamo::from_item(item)?));
            }
        }
        Ok(found)
    }

    /// Claims the moves for the player, unless somebody else has.
    fn copy_part(
        &self,
        copy: keys::Key,
        run: &RunRecord,
    ) -> Result<aws_sdk_dynamodb::types::TransactWriteItem, StoreError> {
        let owner = text(run.player.as_str());
        let mut claim = Item::from(copy);
        claim.insert("u".to_owned(), owner.clone());
        let until = run.date.end_ms().saturating_add(COPY_KEPT_MS) / 1000;
        let mine = Condition::new("attribute_not_exists(pk) OR u = :u OR #ttl <= :now")
            .name("#ttl", TTL)
            .value(":u", owner)
            .value(":now", number(self.clock.now_ms() / 1000));
        self.put_part(with_ttl(claim, until), mine)
    }

    /// `nth` tells the two records apart that one ticket can have.
    fn rejection_parts(
        &self,
        run: &RunRecord,
        nth: &str,
    ) -> Result<Vec<aws_sdk_dynamodb::types::TransactWriteItem>, StoreError> {
        let Some(record) = RejectionRecord::of(run) else { return Ok(Vec::new()) };
        let until = run.received_at_ms.saturating_add(REJECTIONS_KEPT_MS) / 1000;
        let key = keys::rejection(run.game, run.received_at_ms, &format!("{}{nth}", run.ticket_id));
        let one = Condition::default().value(":one", number(1));
        let count = keys::rejection_count(run.game, run.received_at_ms, record.reason);
        Ok(vec![
            self.put_part(with_ttl(item(key, &record)?, until), Condition::default())?,
            self.update_part(count, "ADD n :one", one)?,
        ])
    }
}

/// Whether somebody else was first with these moves. The database deletes late, so the claim's end is looked at.
fn is_claimed(claim: &Item, run: &RunRecord, now_ms: i64) -> bool {
    let until_s = claim.get(TTL).and_then(|until| until.as_n().ok()).and_then(|until| until.parse::<i64>().ok());
    let owner = claim.get("u").and_then(|owner| owner.as_s().ok());
    until_s.is_none_or(|until| now_ms / 1000 < until) && owner != Some(&run.player.to_string())
}

/// The player's best on each board, with the run counted in.
fn place(run: &RunRecord, value: u64, profile: &Profile, entries: &[(Period, Entry)]) -> Vec<Placed> {
    let better = run.game.game().measure.better();
    let rank = RankKey::new(better, value, run.received_at_ms, &run.ticket_id);
    let candidate = Entry {
        player: run.player.clone(),
        rank,
        nickname: profile.shown(&run.player),
        value,
        received_at_ms: run.received_at_ms,
        ticket_id: run.ticket_id.clone(),
    };
    let on = |period| match entries.iter().find(|(known, _)| *known == period) {
        Some((_, best)) if best.rank <= candidate.rank => Placed { period, improved: false, best: best.clone() },
        _ => Placed { period, improved: true, best: candidate.clone() },
    };
    run.periods().map(on).into()
}

pub(crate) fn with_ttl(mut item: Item, until_s: i64) -> Item {
    item.insert(TTL.to_owned(), number(until_s));
    item
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
