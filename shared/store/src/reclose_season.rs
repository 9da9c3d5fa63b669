//! Closing a rating season again, after players were hidden or shown.
//!
//! As with a board the plan is made first, and what is decided is written down before it is done. A rating keeps how its last
//! season ended and nothing before, so a season can be closed again until the next one is over.

use std::collections::HashMap;

use calendar::Period;
use games::GameId;
use ranking::{PlayerId, RatingTitle, season_of};
use ratings::Pool;
use ratings::constants::TITLE_QUALIFIED;
use serde_json::{Value, json};

use crate::announcement::Replaced;
use crate::audit::{Action, AuditRecord, Order};
use crate::keys;
use crate::rating::RatingItem;
use crate::reclose::{Reclosed, still};
use crate::request::{Condition, item, number};
use crate::season::{ClosedSeason, order as place};
use crate::{Store, StoreError};

/// Titles read at once.
const PAGE: u32 = 100;

/// What a re-close of a rating season changes. Both lists are in the order of the ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct SeasonPlan {
    /// The titles as they are.
    pub before: Vec<RatingTitle>,
    /// The titles as they should be.
    pub after: Vec<RatingTitle>,
    /// How many qualified, as it was counted at the close.
    pub qualified_before: u64,
    /// How many qualify who are not hidden.
    pub qualified: u64,
}

impl SeasonPlan {
    /// Whether everything is as it should be.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.before == self.after && self.qualified_before == self.qualified
    }

    /// Those of the titles in one list whose holders are not in the other.
    fn only<'a>(here: &'a [RatingTitle], there: &[RatingTitle]) -> Vec<&'a RatingTitle> {
        let held: std::collections::HashSet<&PlayerId> = there.iter().map(|title| &title.player).collect();
        here.iter().filter(|title| !held.contains(&title.player)).collect()
    }

    /// The titles that are taken away.
    #[must_use]
    pub fn withdrawn(&self) -> Vec<&RatingTitle> {
        Self::only(&self.before, &self.after)
    }

    /// The titles that are new.
    #[must_use]
    pub fn granted(&self) -> Vec<&RatingTitle> {
        Self::only(&self.after, &self.before)
    }
}

impl Store {
    /// Closes a closed rating season again if the plan is `approved`; otherwise it is only shown.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the plan of a new dry run goes on from there.
    pub async fn reclose_season(
        &self,
        order: Order<'_>,
        game: GameId,
        pool: Pool,
        season: Period,
        approved: impl Fn(&SeasonPlan) -> bool,
    ) -> Result<Reclosed<SeasonPlan>, StoreError> {
        let Some(closed) = self.closed_season(game, pool, season).await? else { return Ok(Reclosed::Open) };
        if self.clock.now_ms() >= season_of(season.end_ms()).ends_at_ms {
            return Ok(Reclosed::Expired);
        }
        let plan = self.plan_season(game, pool, season, &closed).await?;
        if !approved(&plan) {
            return Ok(Reclosed::Planned(plan));
        }
        if plan.is_settled() {
            return Ok(Reclosed::Done(plan));
        }
        let replaced = Replaced { game, period: season, pool: Some(pool) };
        self.decide_season(order, replaced, pool, &closed, &plan).await?;
        self.replace_season_titles(&plan).await?;
        self.note_done(&replaced, closed.reclosed.saturating_add(1)).await?;
        Ok(Reclosed::Done(plan))
    }

    async fn plan_season(
        &self,
        game: GameId,
        pool: Pool,
        season: Period,
        closed: &ClosedSeason,
    ) -> Result<SeasonPlan, StoreError> {
        let mut before = Vec::new();
        let mut end: Option<String> = None;
        loop {
            let (page, next) = self.season_titles(game, pool, season, end.as_deref(), PAGE).await?;
            before.extend(page);
            end = next;
            if end.is_none() {
                break;
            }
        }
        let names: HashMap<&PlayerId, &String> = before.iter().map(|title| (&title.player, &title.nickname)).collect();
        let mut after = Vec::new();
        let mut last = None;
        while let Some(page) = self.sweep_page(game, pool, &mut last).await? {
            for (RatingItem { player, nickname, .. }, title) in self.qualified(page, pool, season).await? {
                let nickname = names.get(&player).map_or(nickname, |&name| name.clone());
                after.push(RatingTitle { game, period: season, pool, player, nickname, title, qualified: 0 });
            }
        }
        let qualified = u64::try_from(after.len()).unwrap_or(u64::MAX);
        if after.len() < TITLE_QUALIFIED {
            after.clear();
        }
        after.iter_mut().for_each(|title| title.qualified = qualified);
        after.sort_by_cached_key(place);
        Ok(SeasonPlan { before, after, qualified_before: closed.qualified, qualified })
    }

    /// Writes down what is going to change, unless somebody else closes the season again at the same time.
    async fn decide_season(
        &self,
        order: Order<'_>,
        replaced: Replaced,
        pool: Pool,
        closed: &ClosedSeason,
        plan: &SeasonPlan,
    ) -> Result<(), StoreError> {
        let Replaced { game, period, .. } = replaced;
        let record = AuditRecord {
            game: Some(game),
            period: Some(period),
            ..AuditRecord::new(
                Action::Reclose,
                order,
                self.clock.now_ms(),
                list(pool, plan.qualified_before, &plan.withdrawn()),
                list(pool, plan.qualified, &plan.granted()),
            )
        };
        let alone = still(closed.reclosed).value(":nq", number(plan.qualified)).value(":nt", number(plan.after.len()));
        let key = keys::closed_season(game, pool, period);
        let parts = vec![
            self.update_part(key, "SET nq = :nq, nt = :nt, rc = :next", alone)?,
            self.audit_part(&record)?,
            self.note_part(&replaced, closed.reclosed.saturating_add(1))?,
        ];
        self.transact_decided(parts).await
    }

    /// Takes away what is withdrawn, then writes every title that is new or tells another number of people.
    async fn replace_season_titles(&self, plan: &SeasonPlan) -> Result<(), StoreError> {
        let keys = |title: &RatingTitle| {
            let RatingTitle { game, period, pool, player, .. } = title;
            [
                keys::player_rating_title(player, *game, *period, *pool),
                keys::period_rating_title(*game, *period, *pool, place(title).as_str()),
            ]
        };
        let mut changes = Vec::new();
        for title in plan.withdrawn() {
            let parts = keys(title).map(|key| self.delete_part(key, Condition::default()));
            changes.push(parts.into_iter().collect::<Result<Vec<_>, _>>()?);
        }
        for title in plan.after.iter().filter(|title| !plan.before.contains(title)) {
            let parts = keys(title).map(|key| self.put_part(item(key, title)?, Condition::default()));
            changes.push(parts.into_iter().collect::<Result<Vec<_>, _>>()?);
        }
        for parts in changes {
            self.transact_decided(parts).await?;
        }
        Ok(())
    }
}

/// What the audit keeps of a list: how many qualified, and the titles that the other list does not have.
fn list(pool: Pool, qualified: u64, titles: &[&RatingTitle]) -> Value {
    let title = |title: &&RatingTitle| {
        let (tier, rating) = (title.title.tier.to_string(), title.title.rating.get());
        json!({ "player": title.player.as_str(), "tier": tier, "rating": rating })
    };
    json!({ "pool": pool.to_string(), "qualified": qualified, "titles": titles.iter().map(title).collect::<Vec<_>>() })
}
