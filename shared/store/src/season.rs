//! The end of a rating season: every rating is rolled into the next one, and who qualifies gets the season's title.
//!
//! A rating rolls once, whoever comes first: the sweep here, or the player's next game. Both keep how the ended season
//! stood, so titles are decided from the same snapshot in either order. Like the close of a board, the sweep may run twice, at
//! once, or again after dying half way.

use calendar::Period;
use games::GameId;
use ranking::{RankKey, RatingTitle, season_of};
use ratings::constants::TITLE_QUALIFIED;
use ratings::{Pool, SeasonTitle};
use serde::{Deserialize, Serialize};

use crate::error::Cancelled;
use crate::keys;
use crate::rating::RatingItem;
use crate::request::{Condition, Range, item, yes};
use crate::{ATTEMPTS, Store, StoreError};

/// Ratings read at a time: the sweep's memory does not grow with their number.
const PAGE: u32 = 200;

/// A rating season that was closed for one game and pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedSeason {
    /// How many qualified for a title.
    #[serde(rename = "nq")]
    pub qualified: u64,
    /// How many titles were granted: as many, or none below three.
    #[serde(rename = "nt")]
    pub titles: u64,
    /// When, unix milliseconds.
    #[serde(rename = "t")]
    pub closed_at_ms: i64,
    /// Whether it was announced.
    #[serde(rename = "an", default)]
    pub announced: bool,
    /// How often it was closed again.
    #[serde(rename = "rc", default)]
    pub reclosed: u32,
}

impl Store {
    /// How a season was closed for a game and pool; `None` while it is open.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn closed_season(
        &self,
        game: GameId,
        pool: Pool,
        season: Period,
    ) -> Result<Option<ClosedSeason>, StoreError> {
        self.get(keys::closed_season(game, pool, season)).await
    }

    /// Closes a season for one game and pool. The caller sees to it that the season is over.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the next call goes on from there.
    pub async fn close_season(&self, game: GameId, pool: Pool, season: Period) -> Result<ClosedSeason, StoreError> {
        if let Some(closed) = self.closed_season(game, pool, season).await? {
            return Ok(closed);
        }
        let mut qualified = 0;
        let mut after = None;
        while let Some(page) = self.sweep_page(game, pool, &mut after).await? {
            let mut rolled = Vec::new();
            for rating in page {
                rolled.push(self.roll(game, pool, rating, season).await?);
            }
            qualified += u64::try_from(self.qualified(rolled, pool, season).await?.len()).unwrap_or(0);
        }
        let enough = usize::try_from(qualified).is_ok_and(|qualified| qualified >= TITLE_QUALIFIED);
        let mut titles = 0;
        let mut after = None;
        while enough && let Some(page) = self.sweep_page(game, pool, &mut after).await? {
            for (RatingItem { player, nickname, .. }, title) in self.qualified(page, pool, season).await? {
                let title = RatingTitle { game, period: season, pool, player, nickname, title, qualified };
                self.grant_rating_title(&title).await?;
                titles += 1;
            }
        }
        let closed =
            ClosedSeason { qualified, titles, closed_at_ms: self.clock.now_ms(), announced: false, reclosed: 0 };
        let key = keys::closed_season(game, pool, season);
        let now = self.put(item(key.clone(), &closed)?, Condition::absent()).await?;
        Ok(if now { closed } else { self.get(key).await?.unwrap_or(closed) })
    }

    /// The next page of a pool in the order of the players; `None` after the last.
    pub(crate) async fn sweep_page(
        &self,
        game: GameId,
        pool: Pool,
        after: &mut Option<String>,
    ) -> Result<Option<Vec<RatingItem>>, StoreError> {
        let range = Range::all(keys::ratings_pk(game, pool));
        let range = match after.as_deref() {
            Some(after) => range.sort("sk > :s", after),
            None => range,
        };
        let (page, _) = self.query::<RatingItem>(&range, PAGE).await?;
        *after = page.last().map(|last| last.player.to_string());
        Ok((!page.is_empty()).then_some(page))
    }

    /// Those of the ratings that qualified for a title of `season`. Who was hidden in the season's last moment is no entrant.
    pub(crate) async fn qualified(
        &self,
        ratings: Vec<RatingItem>,
        pool: Pool,
        season: Period,
    ) -> Result<Vec<(RatingItem, SeasonTitle)>, StoreError> {
        let with_title = |rating: RatingItem| title(&rating, pool, season).map(|title| (rating, title));
        let mut qualified: Vec<_> = ratings.into_iter().filter_map(with_title).collect();
        let players: Vec<_> = qualified.iter().map(|(rating, _)| &rating.player).collect();
        let hidden = self.hidden_at(season.end_ms().saturating_sub(1), &players).await?;
        qualified.retain(|(rating, _)| !hidden.contains(&rating.player));
        Ok(qualified)
    }

    /// Rolls a rating out of `season`, unless a game has done so already.
    async fn roll(
        &self,
        game: GameId,
        pool: Pool,
        mut rating: RatingItem,
        season: Period,
    ) -> Result<RatingItem, StoreError> {
        let next = season_of(season.end_ms());
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            if rating.record.season.ends_at_ms >= next.ends_at_ms {
                return Ok(rating);
            }
            let rolled = rating.record.rolled_into(&next);
            let nickname = rating.nickname.clone();
            let after = RatingItem::next(Some(&rating), &rating.player, nickname, rolled, self.clock.now_ms());
            let key = keys::rating(game, pool, &after.player);
            if self.put(item(key.clone(), &after)?, after.unchanged()).await? {
                return Ok(after);
            }
            match self.get(key).await? {
                Some(now) => rating = now,
                None => return Ok(rating),
            }
        }
        Err(StoreError::Busy)
    }

    /// Writes a season title unless it is there.
    async fn grant_rating_title(&self, title: &RatingTitle) -> Result<(), StoreError> {
        let RatingTitle { game, period, pool, player, .. } = title;
        let of_player = keys::player_rating_title(player, *game, *period, *pool);
        let of_period = keys::period_rating_title(*game, *period, *pool, order(title).as_str());
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let parts = vec![
                self.put_part(item(of_player.clone(), title)?, Condition::absent())?,
                self.put_part(item(of_period.clone(), title)?, Condition::absent())?,
            ];
            match self.transact(parts).await {
                Ok(()) | Err(Cancelled::Condition) => return Ok(()),
                Err(Cancelled::Conflict) => {}
                Err(Cancelled::Fault(fault)) => return Err(fault),
            }
        }
        Err(StoreError::Busy)
    }

    /// Marks a closed season as announced.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn mark_season_announced(&self, game: GameId, pool: Pool, season: Period) -> Result<(), StoreError> {
        let closed = Condition::new("attribute_exists(pk)").value(":yes", yes());
        self.update(keys::closed_season(game, pool, season), "SET an = :yes", closed).await?;
        Ok(())
    }

    /// The season titles of a game and pool, highest rating first, after the place `after`; the place the page ends at, when
    /// more follow.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn season_titles(
        &self,
        game: GameId,
        pool: Pool,
        season: Period,
        after: Option<&str>,
        limit: u32,
    ) -> Result<(Vec<RatingTitle>, Option<String>), StoreError> {
        let range = Range::all(keys::period_rating_titles_pk(game, season, pool));
        let range = match after {
            Some(after) => range.sort("sk > :s", after),
            None => range,
        };
        let (titles, more) = self.query::<RatingTitle>(&range, limit).await?;
        let end = titles.last().filter(|_| more).map(|last| order(last).to_string());
        Ok((titles, end))
    }
}

/// Higher ratings first.
pub(crate) fn order(title: &RatingTitle) -> RankKey {
    RankKey::new(games::Better::More, title.title.rating.get().to_bits(), 0, title.player.as_str())
}

/// The title that a rating gets for `season`, when enough others do too.
fn title(rating: &RatingItem, pool: Pool, season: Period) -> Option<SeasonTitle> {
    let end = rating.record.last_season.as_ref().filter(|end| end.id == season.to_string())?;
    end.title(pool)
}
