//! A player who leaves: the name is forgotten wherever it was recorded, and the browser's token opens nothing any more. What
//! was achieved stays, as a guest's.
//!
//! The mark that the player has left comes first, and whoever writes a name looks at it; then the names go, and last the note
//! that all of them are gone. Whoever dies on the way is sent again and goes on from there.
//!
//! A browser lends its name to the seats that an account takes from it. Nothing else connects the two for longer than a room
//! waits, so each named seat is noted under the browser, and the notes go with the names. A guest leaves no note.
//!
//! Known weakness: a run or a seat that is being recorded in the very moment its player leaves may still carry the name.

use std::collections::BTreeSet;
use std::iter::successors;

use calendar::{Period, PeriodKind};
use games::GameId;
use ranking::matches::Change;
use ranking::names::guest_name;
use ranking::player::LIFETIME_MS;
use ranking::{PlayerId, RatingTitle, Title};
use serde::{Deserialize, Serialize};

use crate::history::Played;
use crate::keys;
use crate::profile::ratings;
use crate::request::{Condition, Range, item, number, text, yes};
use crate::{AnyTitle, Store, StoreError, season};

/// Titles or seats read at once.
const PAGE: u32 = 100;

/// That a browser's name is shown at a seat.
#[derive(Serialize, Deserialize)]
struct Lent {
    /// `SEAT#<match>`.
    #[serde(rename = "sk", skip_serializing)]
    place: String,
    /// The account that has the seat.
    #[serde(rename = "u")]
    account: PlayerId,
}

impl Lent {
    fn id(&self) -> &str {
        self.place.strip_prefix(keys::SEAT).unwrap_or_default()
    }
}

impl Store {
    /// Notes that the name of `browser` is shown at the seat of `account` in the match `id`, so that it can be forgotten there.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn lend_name(&self, browser: &PlayerId, id: &str, account: &PlayerId) -> Result<(), StoreError> {
        let lent = Lent { place: String::new(), account: account.clone() };
        self.put(item(keys::seat(browser, id), &lent)?, Condition::default()).await?;
        Ok(())
    }

    /// Lets a player leave: on the profile, in the rating lists, on open and closed boards, in titles and at seats of matches
    /// nothing tells the name any more.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked; the same again completes what was left.
    pub async fn forget(&self, player: &PlayerId) -> Result<(), StoreError> {
        let before = self.profile(player).await?;
        if before.forgotten {
            return Ok(());
        }
        let now_ms = self.clock.now_ms();
        let left = Condition::default().value(":t", number(now_ms));
        let change = "SET l = if_not_exists(l, :t), t = if_not_exists(t, :t) REMOVE n";
        self.update(keys::profile(player), change, left).await?;

        let guest = guest_name(player.as_str());
        // A token lives no longer than this, so no name is older.
        let named_since_ms = before.created_at_ms.max(now_ms.saturating_sub(LIFETIME_MS));
        let periods: Vec<Period> = periods(named_since_ms, now_ms).collect();
        let entries = GameId::with_runs()
            .flat_map(|game| periods.iter().map(move |&period| keys::entry(game, period, player)))
            .chain(ratings(player));
        self.show_as(entries.collect(), &guest).await?;
        self.forget_titles(player, &guest).await?;
        self.forget_seats(player).await?;

        self.update(keys::profile(player), "SET f = :yes", Condition::default().value(":yes", yes())).await?;
        Ok(())
    }

    async fn forget_titles(&self, player: &PlayerId, guest: &str) -> Result<(), StoreError> {
        let mut after: Option<String> = None;
        loop {
            let (titles, more) = self.player_titles(player, after.as_deref(), PAGE).await?;
            for title in &titles {
                self.rename_title(player, title, guest).await?;
            }
            after = titles.last().map(AnyTitle::place);
            if !more {
                return Ok(());
            }
        }
    }

    /// Writes the name on a title, under the player and under the period.
    async fn rename_title(&self, player: &PlayerId, title: &AnyTitle, name: &str) -> Result<(), StoreError> {
        let (of_period, of_player) = match title {
            AnyTitle::Board(Title { game, period, rank, .. }) => {
                (keys::period_title(*game, *period, *rank), keys::player_title(player, *game, *period))
            }
            AnyTitle::Rating(title) => {
                let RatingTitle { game, period, pool, .. } = title;
                let place = season::order(title);
                (
                    keys::period_rating_title(*game, *period, *pool, place.as_str()),
                    keys::player_rating_title(player, *game, *period, *pool),
                )
            }
        };
        for key in [of_period, of_player] {
            let held = Condition::new("player = :u").value(":u", text(player.as_str())).value(":n", text(name));
            self.update(key, "SET nickname = :n", held).await?;
        }
        Ok(())
    }

    /// Takes the name of `browser` off every seat it was lent to, and off the ratings and titles of the accounts that sat there.
    async fn forget_seats(&self, browser: &PlayerId) -> Result<(), StoreError> {
        let noted = Range::all(keys::player_pk(browser)).sort("begins_with(sk, :s)", keys::SEAT);
        loop {
            let (seats, more) = self.query::<Lent>(&noted, PAGE).await?;
            for lent in &seats {
                self.forget_seat(browser, lent).await?;
            }
            for account in seats.iter().map(|lent| &lent.account).collect::<BTreeSet<_>>() {
                let guest = guest_name(account.as_str());
                self.show_as(ratings(account).collect(), &guest).await?;
                self.forget_titles(account, &guest).await?;
            }
            for lent in &seats {
                self.delete(keys::seat(browser, lent.id()), Condition::default()).await?;
            }
            if !more {
                return Ok(());
            }
        }
    }

    async fn forget_seat(&self, browser: &PlayerId, lent: &Lent) -> Result<(), StoreError> {
        let guest = guest_name(lent.account.as_str());
        let forget = |game: &mut ranking::matches::Match| {
            let mut change = Change::Nothing;
            for seat in game.seats.iter_mut().flatten() {
                if seat.player == lent.account && seat.nickname != guest {
                    seat.nickname.clone_from(&guest);
                    change = Change::Made;
                }
            }
            // Without the browser nobody can tell whether the other one will come from the same, so the match is not rated.
            if game.private.as_ref().is_some_and(|private| private.browser == *browser) {
                (game.private, game.rated) = (None, false);
                change = Change::Made;
            }
            Ok(change)
        };
        let Some((found, _)) = self.change_match(lent.id(), forget).await? else { return Ok(()) };
        let Some(ended) = &found.game.ended else { return Ok(()) };
        for (key, line) in Played::of(&found.game, ended) {
            if line.opponent.as_ref() == Some(&lent.account) {
                let there = Condition::new("attribute_exists(pk)").value(":n", text(&guest));
                self.update(key, "SET n = :n", there).await?;
            }
        }
        Ok(())
    }
}

/// Every period that the time from one moment to another touches.
fn periods(from_ms: i64, to_ms: i64) -> impl Iterator<Item = Period> {
    PeriodKind::ALL.into_iter().flat_map(move |kind| {
        successors(Some(Period::containing(kind, from_ms)), |period| period.next())
            .take_while(move |period| period.start_ms() <= to_ms)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_life_of_a_token_touches_a_few_hundred_boards_a_game() {
        let now_ms = 1_796_007_600_000; // 2026-11-30 12:00 in Seoul
        let names = |from_ms| periods(from_ms, now_ms).map(|period| period.to_string()).collect::<Vec<_>>();
        assert_eq!(names(now_ms), ["2026-W49", "2026-11", "2026-S4"]);
        assert_eq!(names(now_ms - 24 * 3600 * 1000), ["2026-W48", "2026-W49", "2026-11", "2026-S4"]);
        // 400 days back is 26 October 2025, a Sunday of week 43: weeks 43 to 52 and 1 to 49, 14 months, five seasons.
        let year = names(now_ms - LIFETIME_MS);
        assert_eq!(year.len(), 10 + 49 + 14 + 5);
        assert_eq!(year[0], "2025-W43");
        assert!(GameId::ALL.len() * year.len() < 4_000);
    }
}
