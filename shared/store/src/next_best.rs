//! A player's best on a board, looked for again among the runs.
//!
//! A board holds one entry a player and forgets the runs that were not the best. When an operator takes a run away, gives one
//! back, hides or shows a player, the runs themselves are asked: the best of those that count becomes the entry.
//!
//! What has to be looked for is marked first. On a board that is open the player's best is looked for at once, and once more
//! when the board closes, which takes the mark away: a run that was being committed in the moment of the deed, or a deed that
//! died half way, is found then. On a closed board the mark waits for the re-close, so that a board and its titles never disagree;
//! a deed in the middle of a close leaves its mark for the re-close too.

use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem};
use calendar::{Period, PeriodKind};
use games::GameId;
use ranking::{PlayerId, RankKey};
use serde::Deserialize;

use crate::audit::random_word;
use crate::board::Entry;
use crate::keys::{self, RANK};
use crate::profile::Profile;
use crate::request::{Condition, Item, Range, item, text};
use crate::{ATTEMPTS, Store, StoreError};

/// What of a run decides whether it counts, and where.
const COUNTED: &str = "sk, s, v, t, k, rm";

/// A run without its proof.
#[derive(Deserialize)]
pub(crate) struct Counted {
    /// `RUN#<game>#<ticket>`.
    sk: String,
    #[serde(rename = "s")]
    status: String,
    #[serde(rename = "v", default)]
    value: Option<u64>,
    #[serde(rename = "t")]
    received_at_ms: i64,
    #[serde(rename = "k")]
    ticket_id: String,
    #[serde(rename = "rm", default)]
    removed: Option<serde::de::IgnoredAny>,
}

impl Counted {
    /// The ranked value, if the run was accepted and nobody removed it.
    fn value(&self) -> Option<u64> {
        self.value.filter(|_| self.status == "accepted" && self.removed.is_none())
    }

    /// The game, and the periods that the run is in.
    fn boards(&self) -> Option<(GameId, [Period; 3])> {
        let game = self.sk.strip_prefix(keys::RUN)?.split('#').next()?.parse().ok()?;
        Some((game, PeriodKind::ALL.map(|kind| Period::containing(kind, self.received_at_ms))))
    }
}

/// That a player's best on a board has to be looked for again.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Mark {
    #[serde(rename = "sk")]
    pub(crate) player: PlayerId,
    /// Changes with every deed: only what was seen is taken away.
    #[serde(rename = "m")]
    word: String,
}

fn mark_item(game: GameId, period: Period, player: &PlayerId) -> Item {
    let mut mark = Item::from(keys::amended(game, period, player));
    mark.insert("m".to_owned(), text(random_word()));
    mark
}

impl Store {
    /// A mark as part of the transaction of a deed.
    pub(crate) fn mark_part(
        &self,
        game: GameId,
        period: Period,
        player: &PlayerId,
    ) -> Result<TransactWriteItem, StoreError> {
        self.put_part(mark_item(game, period, player), Condition::default())
    }

    /// The marks of a board.
    pub(crate) async fn marks(&self, game: GameId, period: Period) -> Result<Vec<Mark>, StoreError> {
        let mut marks = Vec::new();
        self.each(&Range::all(keys::amended_pk(game, period)), "sk, m", |mark: Mark| marks.push(mark)).await?;
        Ok(marks)
    }

    /// Takes a mark away unless another deed has renewed it.
    pub(crate) async fn unmark(&self, game: GameId, period: Period, mark: &Mark) -> Result<(), StoreError> {
        let seen = Condition::new("m = :m").value(":m", text(&mark.word));
        self.delete(keys::amended(game, period, &mark.player), seen).await?;
        Ok(())
    }

    /// Looks for the bests of a player on those of the boards that are open. The marks stay.
    pub(crate) async fn settle(&self, game: GameId, periods: &[Period], player: &PlayerId) -> Result<(), StoreError> {
        for &period in periods {
            if self.closed(game, period).await?.is_none() {
                self.refresh(game, period, player).await?;
            }
        }
        Ok(())
    }

    /// Does what was left on a board, before it closes.
    pub(crate) async fn settle_marks(&self, game: GameId, period: Period) -> Result<(), StoreError> {
        for mark in self.marks(game, period).await? {
            self.refresh(game, period, &mark.player).await?;
            self.unmark(game, period, &mark).await?;
        }
        Ok(())
    }

    /// Marks every board that a run of the player is on, and looks for the bests there. A new deed renews the marks that are
    /// there, the same order again (`again`) does not.
    pub(crate) async fn settle_all(&self, player: &PlayerId, again: bool) -> Result<(), StoreError> {
        for (game, period) in self.boards_of(player).await? {
            let condition = if again { Condition::absent() } else { Condition::default() };
            self.put(mark_item(game, period, player), condition).await?;
            self.settle(game, &[period], player).await?;
        }
        Ok(())
    }

    /// Every board that a ranked run of the player belongs to, as long as the runs are kept.
    pub(crate) async fn boards_of(&self, player: &PlayerId) -> Result<Vec<(GameId, Period)>, StoreError> {
        let mut boards: Vec<(GameId, Period)> = Vec::new();
        let runs = Range::all(keys::player_pk(player)).sort("begins_with(sk, :s)", keys::RUN);
        self.each(&runs, COUNTED, |run: Counted| {
            if run.value.is_some()
                && let Some((game, periods)) = run.boards()
            {
                let new = periods.map(|period| (game, period)).into_iter().filter(|board| !boards.contains(board));
                let new: Vec<_> = new.collect();
                boards.extend(new);
            }
        })
        .await?;
        Ok(boards)
    }

    /// Makes the entry of a player on a board the best run that counts, or takes it away when none does.
    pub(crate) async fn refresh(&self, game: GameId, period: Period, player: &PlayerId) -> Result<(), StoreError> {
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let entry = self.entry(game, period, player).await?;
            let best = self.best(game, period, player, entry.as_ref()).await?;
            let unchanged = match &entry {
                Some(entry) => Condition::new("#rank = :rank").name("#rank", RANK).value(":rank", rank(&entry.rank)),
                None => Condition::absent(),
            };
            let key = keys::entry(game, period, player);
            let written = match (entry, best) {
                (entry, best) if entry == best => true,
                (_, Some(best)) => self.put(item(key, &best)?, unchanged).await?,
                (_, None) => self.delete(key, unchanged).await?,
            };
            if written {
                return Ok(());
            }
        }
        Err(StoreError::Busy)
    }

    /// The best run of a player that counts on a board, as an entry. It keeps the name of the entry that is there: a closed
    /// board shows the names of its day.
    pub(crate) async fn best(
        &self,
        game: GameId,
        period: Period,
        player: &PlayerId,
        entry: Option<&Entry>,
    ) -> Result<Option<Entry>, StoreError> {
        let profile: Profile = self.profile(player).await?;
        let better = game.game().measure.better();
        let nickname = entry.map_or_else(|| profile.shown(player), |entry| entry.nickname.clone());
        let mut best: Option<Entry> = None;
        let runs = Range::all(keys::player_pk(player)).sort("begins_with(sk, :s)", keys::runs(game));
        self.each(&runs, COUNTED, |run: Counted| {
            let Some(value) = run.value() else { return };
            if !period.contains(run.received_at_ms) || profile.hides(run.received_at_ms) {
                return;
            }
            let rank = RankKey::new(better, value, run.received_at_ms, &run.ticket_id);
            if best.as_ref().is_none_or(|best| rank < best.rank) {
                best = Some(Entry {
                    player: player.clone(),
                    rank,
                    nickname: nickname.clone(),
                    value,
                    received_at_ms: run.received_at_ms,
                    ticket_id: run.ticket_id,
                });
            }
        })
        .await?;
        Ok(best)
    }
}

fn rank(rank: &RankKey) -> AttributeValue {
    text(rank.as_str())
}
