//! Closing a period again, after runs were removed, restored or hidden: the titles go to the right people.
//!
//! The plan is made first and can be looked at without being carried out. Then the order is: the audit record with both lists
//! of titles, together with the new count on the board's mark; the entries; the titles, one transaction a rank; the marks. Whoever
//! dies on the way leaves the marks: a new dry run shows what is left to do, and its plan does it. A list of titles that was replaced stays in
//! the audit.

use std::collections::HashMap;

use calendar::{Period, PeriodKind};
use games::GameId;
use ranking::title::{FEWEST_PARTICIPANTS, TITLED_RANKS};
use ranking::{PlayerId, Title};
use serde_json::{Value, json};

use crate::announcement::Replaced;
use crate::audit::{Action, AuditRecord, Order};
use crate::board::Entry;
use crate::close::Closed;
use crate::keys;
use crate::next_best::Mark;
use crate::request::{Condition, number};
use crate::run::KEPT_AFTER_SEASON_MS;
use crate::{Store, StoreError};

/// Ranks of a page while the best of a board are gathered.
const PAGE: u32 = 100;

/// What a re-close changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The titles as they are.
    pub before: Vec<Title>,
    /// The titles as they should be.
    pub after: Vec<Title>,
    /// How many took part, as it was counted at the close.
    pub participants_before: u64,
    /// How many took part, without those whose runs do not count.
    pub participants: u64,
}

impl Plan {
    /// Whether everything is as it should be.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.before == self.after && self.participants_before == self.participants
    }
}

/// What became of a re-close.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reclosed<P = Plan> {
    /// The period has not been closed yet.
    Open,
    /// The runs of the period are not kept any more, so nobody's next best is known.
    Expired,
    /// The plan, not carried out.
    Planned(P),
    /// The plan, carried out; one that is settled has changed nothing.
    Done(P),
}

impl Store {
    /// Closes a closed period again if the plan is `approved`; otherwise it is only shown.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the plan of a new dry run goes on from there.
    pub async fn reclose(
        &self,
        order: Order<'_>,
        game: GameId,
        period: Period,
        approved: impl Fn(&Plan) -> bool,
    ) -> Result<Reclosed, StoreError> {
        let Some(closed) = self.closed(game, period).await? else { return Ok(Reclosed::Open) };
        let first_season = Period::containing(PeriodKind::Season, period.start_ms());
        if self.clock.now_ms() >= first_season.end_ms().saturating_add(KEPT_AFTER_SEASON_MS) {
            return Ok(Reclosed::Expired);
        }
        let marks = self.marks(game, period).await?;
        let plan = self.plan(game, period, &closed, &marks).await?;
        if !approved(&plan) {
            return Ok(Reclosed::Planned(plan));
        }
        if !plan.is_settled() {
            self.decide(order, game, period, &closed, &plan).await?;
        }
        for mark in &marks {
            self.refresh(game, period, &mark.player).await?;
        }
        self.replace_titles(game, period, &plan.before, &plan.after).await?;
        if !plan.is_settled() || !marks.is_empty() {
            let reclosed = closed.reclosed.saturating_add(u32::from(!plan.is_settled()));
            self.note_done(&Replaced { game, period, pool: None }, reclosed).await?;
        }
        for mark in &marks {
            self.unmark(game, period, mark).await?;
        }
        Ok(Reclosed::Done(plan))
    }

    async fn plan(&self, game: GameId, period: Period, closed: &Closed, marks: &[Mark]) -> Result<Plan, StoreError> {
        let mut participants = self.count_all(game, period).await?;
        let mut best: Vec<Entry> = Vec::new();
        for mark in marks {
            let entry = self.entry(game, period, &mark.player).await?;
            participants = participants.saturating_sub(u64::from(entry.is_some()));
            if let Some(next) = self.best(game, period, &mark.player, entry.as_ref()).await? {
                participants += 1;
                best.push(next);
            }
        }
        best.extend(self.best_unmarked(game, period, marks).await?);
        best.sort_by(|a, b| a.rank.cmp(&b.rank));
        best.truncate(if participants < FEWEST_PARTICIPANTS { 0 } else { TITLED_RANKS });

        let (before, _) = self.period_titles(game, period, 0, u32::try_from(TITLED_RANKS).unwrap_or(u32::MAX)).await?;
        let names: HashMap<&PlayerId, &str> =
            before.iter().filter_map(|title| Some((title.player.as_ref()?, title.nickname.as_str()))).collect();
        let after = (1..)
            .zip(best)
            .map(|(rank, entry)| Title {
                game,
                period,
                rank,
                nickname: names.get(&entry.player).map_or(entry.nickname, |&name| name.to_owned()),
                value: entry.value,
                player: Some(entry.player),
                participants,
            })
            .collect();
        Ok(Plan { after, before, participants_before: closed.participants, participants })
    }

    /// The best hundred of a board whose entries are as they should be.
    async fn best_unmarked(&self, game: GameId, period: Period, marks: &[Mark]) -> Result<Vec<Entry>, StoreError> {
        let mut best: Vec<Entry> = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let (page, more) = self.top(game, period, after.as_deref(), PAGE).await?;
            after = page.last().map(|last| last.rank.to_string());
            best.extend(page.into_iter().filter(|entry| marks.iter().all(|mark| mark.player != entry.player)));
            if !more || best.len() >= TITLED_RANKS {
                return Ok(best);
            }
        }
    }

    /// Writes down what is going to change, unless somebody else closes the period again at the same time.
    async fn decide(
        &self,
        order: Order<'_>,
        game: GameId,
        period: Period,
        closed: &Closed,
        plan: &Plan,
    ) -> Result<(), StoreError> {
        let record = AuditRecord {
            game: Some(game),
            period: Some(period),
            ..AuditRecord::new(
                Action::Reclose,
                order,
                self.clock.now_ms(),
                list(plan.participants_before, &plan.before),
                list(plan.participants, &plan.after),
            )
        };
        let alone =
            still(closed.reclosed).value(":np", number(plan.participants)).value(":nt", number(plan.after.len()));
        let parts = vec![
            self.update_part(keys::closed(game, period), "SET np = :np, nt = :nt, rc = :next", alone)?,
            self.audit_part(&record)?,
            self.note_part(&Replaced { game, period, pool: None }, closed.reclosed.saturating_add(1))?,
        ];
        self.transact_decided(parts).await
    }
}

/// That nobody has closed it again since it was closed again for the time number `reclosed`. `:next` is the next number.
pub(crate) fn still(reclosed: u32) -> Condition {
    let condition = match reclosed {
        0 => Condition::new("attribute_exists(pk) AND (attribute_not_exists(rc) OR rc = :rc)"),
        _ => Condition::new("rc = :rc"),
    };
    condition.value(":rc", number(reclosed)).value(":next", number(reclosed.saturating_add(1)))
}

/// A list of titles as the audit keeps it: without the names, which their players may want forgotten.
fn list(participants: u64, titles: &[Title]) -> Value {
    let title = |title: &Title| {
        let player = title.player.as_ref().map(PlayerId::as_str);
        json!({ "rank": title.rank, "player": player, "value": title.value })
    };
    json!({ "participants": participants, "titles": titles.iter().map(title).collect::<Vec<_>>() })
}
