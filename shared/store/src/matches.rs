//! Matches between people: one item a match, changed only from the version that was read.
//!
//! | request | reads | writes |
//! |---|---|---|
//! | a move that ends nothing | the match | the match |
//! | whatever ends it | the match | in one transaction the match, a line for each player, and when it is rated both ratings, the pair of the day and in baduk both players' points |
//!
//! Both players' ratings as they were when the second seat was taken are kept with the match. As long as neither has
//! played elsewhere since, they are what the transaction starts from, and an end costs two requests. Otherwise its conditions fail,
//! and everything is read and decided again.

use calendar::Date;
use games::{GameId, Side};
use ranking::matches::{Change, Match, Refusal, result};
use ranking::{PlayerId, season_of};
use ratings::baduk;
use ratings::{Pool, RatingRecord, rate_both};
use serde::{Deserialize, Serialize};

use crate::board::entry_key;
use crate::error::Cancelled;
use crate::history::Played;
use crate::keys::{self, Key};
use crate::rating::RatingItem;
use crate::request::{Condition, item, number};
use crate::verdict::{COMMIT_LIMIT_MS, with_ttl};
use crate::{ATTEMPTS, Store, StoreError};

/// A room waits this long for its second player; what is known of the first one's browser and network goes with it.
pub const WAITS_MS: i64 = 2 * 24 * 3600 * 1000;

/// A match that nobody goes on with, and nobody claims, is kept this long after its last move.
pub const ABANDONED_MS: i64 = 60 * 24 * 3600 * 1000;

/// The count of a pair is kept this long after its day.
const PAIR_KEPT_MS: i64 = 2 * 24 * 3600 * 1000;

/// No identifier of a match is longer, in bytes; the database refuses keys beyond 2048.
const LONGEST_ID: usize = 64;

/// A match as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchItem {
    /// The match.
    #[serde(rename = "m")]
    pub game: Match,
    /// How often it was written.
    #[serde(rename = "ver")]
    pub version: u64,
    /// Both ratings when the second seat was taken.
    #[serde(rename = "r", default)]
    ratings: [Option<RatingItem>; 2],
    /// Both players' baduk points then.
    #[serde(rename = "rp", default, skip_serializing_if = "none")]
    points: [Option<PointsItem>; 2],
}

fn none(points: &[Option<PointsItem>; 2]) -> bool {
    points.iter().all(Option::is_none)
}

/// A player's baduk points as they are stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointsItem {
    /// Who.
    #[serde(rename = "sk")]
    pub player: PlayerId,
    /// The points.
    #[serde(rename = "p")]
    pub record: baduk::Record,
    /// How often the item was written.
    #[serde(rename = "ver")]
    pub version: u64,
}

/// How many rated matches two people have ended on a day.
#[derive(Default, Deserialize)]
struct PairItem {
    n: u32,
}

/// What an end is decided from.
struct Before {
    ratings: [Option<RatingItem>; 2],
    points: [Option<PointsItem>; 2],
    pair_games: u32,
}

impl MatchItem {
    fn key(&self) -> Key {
        keys::matches(&self.game.id)
    }

    /// When the database may forget it; never once it has ended.
    fn ttl(&self) -> Option<i64> {
        if self.game.ended.is_some() {
            return None;
        }
        let kept = if self.game.seated_at_ms.is_some() { ABANDONED_MS } else { WAITS_MS };
        Some(self.game.turn_since_ms.saturating_add(kept) / 1000)
    }

    /// Whether the database has been allowed to forget it. It takes its time, up to days.
    fn is_forgotten(&self, now_ms: i64) -> bool {
        self.ttl().is_some_and(|until| until.saturating_mul(1000) <= now_ms)
    }

    fn item(&self) -> Result<crate::request::Item, StoreError> {
        let item = item(self.key(), self)?;
        Ok(match self.ttl() {
            Some(until) => with_ttl(item, until),
            None => item,
        })
    }

    /// That nobody has written the match since it was read.
    fn unchanged(&self) -> Condition {
        Condition::new("ver = :before").value(":before", number(self.version.saturating_sub(1)))
    }

    fn players(&self) -> Option<[PlayerId; 2]> {
        let [Some(first), Some(second)] = &self.game.seats else { return None };
        Some([first.player.clone(), second.player.clone()])
    }
}

impl Store {
    /// Writes a room that was opened now.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked, or the identifier is taken.
    pub async fn open_match(&self, game: Match) -> Result<MatchItem, StoreError> {
        let opened = MatchItem { game, version: 1, ratings: [None, None], points: [None, None] };
        // A request whose answer was lost is sent again by the client of the database, and finds its own room.
        if self.put(opened.item()?, Condition::absent()).await?
            || self.find_match(&opened.game.id).await?.as_ref() == Some(&opened)
        {
            Ok(opened)
        } else {
            Err(StoreError::Refused("the identifier of a match is taken".to_owned()))
        }
    }

    /// A match; `None` when there is none, or it was to be forgotten by now.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn find_match(&self, id: &str) -> Result<Option<MatchItem>, StoreError> {
        if id.len() > LONGEST_ID {
            return Ok(None);
        }
        let found: Option<MatchItem> = self.get(keys::matches(id)).await?;
        Ok(found.filter(|found| !found.is_forgotten(self.clock.now_ms())))
    }

    /// Lets `decide` change the match `id` and writes what it made of it, with all that an end brings. It is asked again, with the match
    /// as it is then, when somebody else was faster. `None` when there is no such match.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] after too many conflicts, [`StoreError::TooLate`] when an end could not be written soon enough for the close
    /// of its season, or a fault of the database; sending again tells what became of it.
    pub async fn change_match(
        &self,
        id: &str,
        mut decide: impl FnMut(&mut Match) -> Result<Change, Refusal>,
    ) -> Result<Option<(MatchItem, Result<Change, Refusal>)>, StoreError> {
        let mut again = false;
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.pause(attempt).await;
            }
            let Some(mut found) = self.find_match(id).await? else { return Ok(None) };
            let (went_on, seated) = (found.game.ended.is_none(), found.game.seated_at_ms.is_some());
            let change = decide(&mut found.game);
            if !matches!(change, Ok(Change::Made | Change::TooLate)) {
                return Ok(Some((found, change)));
            }
            found.version = found.version.saturating_add(1);
            if !seated && found.game.seated_at_ms.is_some() {
                let before = self.before(&found).await?;
                (found.ratings, found.points) = (before.ratings, before.points);
                // The seats tell the names, and whoever wants to be forgotten is forgotten there.
                found.ratings.iter_mut().flatten().for_each(|rating| rating.nickname.clear());
            }
            let written = if went_on && found.game.ended.is_some() {
                self.end_match(&mut found, again).await?
            } else {
                self.put(found.item()?, found.unchanged()).await?
            };
            if written {
                return Ok(Some((found, change)));
            }
            again = true;
        }
        Err(StoreError::Busy)
    }

    /// Writes the end of a match and all it brings. Whether nobody else was faster.
    async fn end_match(&self, ending: &mut MatchItem, again: bool) -> Result<bool, StoreError> {
        let ended_at_ms = ending.game.ended.as_ref().map_or(i64::MAX, |ended| ended.at_ms);
        if self.clock.now_ms().saturating_sub(ended_at_ms) > COMMIT_LIMIT_MS {
            return Err(StoreError::TooLate);
        }
        let before = if again && ending.game.rated {
            self.before(ending).await?
        } else {
            Before { ratings: ending.ratings.clone(), points: ending.points.clone(), pair_games: 0 }
        };
        let rated = self.rate_match(ending, &before)?;
        (ending.ratings, ending.points) = ([None, None], [None, None]);
        let mut parts = vec![self.put_part(ending.item()?, ending.unchanged())?];
        parts.extend(rated);
        if let Some(ended) = &ending.game.ended {
            for (key, line) in Played::of(&ending.game, ended) {
                parts.push(self.put_part(item(key, &line)?, Condition::default())?);
            }
        }
        match self.transact(parts).await {
            Ok(()) => Ok(true),
            Err(Cancelled::Condition | Cancelled::Conflict) => Ok(false),
            Err(Cancelled::Fault(fault)) => Err(fault),
        }
    }

    /// What both players had before the end, and how often they have met that day, in one consistent request.
    async fn before(&self, item: &MatchItem) -> Result<Before, StoreError> {
        let mut before = Before { ratings: [None, None], points: [None, None], pair_games: 0 };
        let Some(players) = item.players() else { return Ok(before) };
        let game = item.game.game;
        let at_ms = item.game.ended.as_ref().map_or(item.game.turn_since_ms, |ended| ended.at_ms);
        let pair = pair_key(at_ms, game, &players);
        let ratings = players.each_ref().map(|player| keys::rating(game, Pool::Human, player));
        let points = players.each_ref().map(keys::baduk_points);
        let mut wanted = vec![pair.clone()];
        for key in ratings.iter().chain(points.iter().filter(|_| game == GameId::Baduk)) {
            if !wanted.contains(key) {
                wanted.push(key.clone()); // both seats may be one account's
            }
        }
        for found in self.batch_get(wanted).await? {
            let Some(key) = entry_key(&found) else { continue };
            if key == pair {
                before.pair_games = serde_dynamo::from_item::<_, PairItem>(found)?.n;
            } else if let Some(at) = ratings.iter().position(|rating| *rating == key) {
                before.ratings[at] = Some(serde_dynamo::from_item(found)?);
            } else if let Some(at) = points.iter().position(|points| *points == key) {
                before.points[at] = Some(serde_dynamo::from_item(found)?);
            }
        }
        Ok(before)
    }

    /// Rates an ended match, writes into it what that did, and gives the parts of the transaction; none when it is not rated.
    fn rate_match(
        &self,
        ending: &mut MatchItem,
        before: &Before,
    ) -> Result<Vec<aws_sdk_dynamodb::types::TransactWriteItem>, StoreError> {
        let unrated = ending.game.unrated(before.pair_games);
        let players = ending.players();
        let Match { game, rated, seats, ended: Some(ended), .. } = &mut ending.game else { return Ok(Vec::new()) };
        ended.unrated = unrated.filter(|_| *rated);
        let (true, None, Some(players)) = (*rated, ended.unrated, players) else { return Ok(Vec::new()) };
        let (at_ms, season) = (ended.at_ms, season_of(ended.at_ms));
        let score = result(ended.winner, Side::First);
        let records = before.ratings.each_ref().map(|rating| match rating {
            Some(rating) => rating.record.clone(),
            None => RatingRecord::newcomer(&season, at_ms),
        });
        let [first, second] = &records;
        let Ok((first, second)) =
            rate_both((first, players[0].as_str()), (second, players[1].as_str()), at_ms, &season, score)
        else {
            tracing::error!(game = game.as_str(), "the ratings of a match could not be computed");
            return Ok(Vec::new());
        };
        let after = [first, second];
        ended.ratings = Some([0, 1].map(|at| [records[at].rating.get(), after[at].rating.get()]));

        let mut parts = Vec::new();
        for (at, record) in after.into_iter().enumerate() {
            let nickname = seats[at].as_ref().map(|seat| seat.nickname.clone()).unwrap_or_default();
            let item = RatingItem::next(before.ratings[at].as_ref(), &players[at], nickname, record, at_ms);
            parts.push(self.rating_part(*game, Pool::Human, &item)?);
        }
        if *game == GameId::Baduk {
            let newcomer = || baduk::Record::new(baduk::Points::LEAST);
            let records =
                before.points.each_ref().map(|points| points.as_ref().map_or_else(newcomer, |p| p.record.clone()));
            let (first, second) = baduk::Record::after(&records[0], &records[1], score);
            let after = [first, second];
            ended.points = Some([0, 1].map(|at| [records[at].points.get(), after[at].points.get()]));
            for (at, record) in after.into_iter().enumerate() {
                parts.push(self.points_part(before.points[at].as_ref(), &players[at], record)?);
            }
        }
        parts.push(self.pair_part(at_ms, *game, &players)?);
        Ok(parts)
    }

    fn points_part(
        &self,
        before: Option<&PointsItem>,
        player: &PlayerId,
        record: baduk::Record,
    ) -> Result<aws_sdk_dynamodb::types::TransactWriteItem, StoreError> {
        let version = before.map_or(0, |before| before.version);
        let unchanged = match before {
            None => Condition::absent(),
            Some(_) => Condition::new("ver = :before").value(":before", number(version)),
        };
        let after = PointsItem { player: player.clone(), record, version: version + 1 };
        self.put_part(item(keys::baduk_points(player), &after)?, unchanged)
    }

    /// One more rated match of the pair, unless the day's are used up.
    fn pair_part(
        &self,
        at_ms: i64,
        game: GameId,
        players: &[PlayerId; 2],
    ) -> Result<aws_sdk_dynamodb::types::TransactWriteItem, StoreError> {
        let until = Date::of(at_ms).end_ms().saturating_add(PAIR_KEPT_MS) / 1000;
        let left = Condition::new("attribute_not_exists(pk) OR n < :most")
            .name("#ttl", keys::TTL)
            .value(":most", number(Match::PAIR_DAILY))
            .value(":one", number(1))
            .value(":until", number(until));
        self.update_part(pair_key(at_ms, game, players), "ADD n :one SET #ttl = :until", left)
    }

    /// A player's baduk points.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot be asked.
    pub async fn baduk_points(&self, player: &PlayerId) -> Result<Option<PointsItem>, StoreError> {
        self.get(keys::baduk_points(player)).await
    }
}

/// The pair is the same whoever sat where.
fn pair_key(at_ms: i64, game: GameId, [first, second]: &[PlayerId; 2]) -> Key {
    let (a, b) = if first <= second { (first, second) } else { (second, first) };
    keys::pair(Date::of(at_ms), game, a, b)
}
