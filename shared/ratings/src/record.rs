//! A player's rating in one game and pool: what the store keeps, and what one game makes of it.

use serde::{Deserialize, Serialize};

use crate::constants::SEASON_DEVIATION;
use crate::{
    Deviation, Glicko2, NotRatable, Opponent, Rating, Score, Season, SeasonBlock, SeasonEnd, Shown, Strength,
    Volatility,
};

/// A player's rating in one game and pool, as stored.
///
/// The deviation in it is that of `updated_at_ms`; everything shown or computed later uses the live one,
/// [`live_deviation`](Self::live_deviation). All methods are pure: they take the time and the season it is
/// in, and give a new record.
///
/// ```
/// use ratings::{RatedGame, RatingRecord, Score, Season, level_opponent};
///
/// let season = Season { id: "2026-S4".into(), ends_at_ms: 1_798_729_200_000 }; // 2027-01-01 00:00 in Seoul
/// let now = 1_796_000_000_000;
///
/// let newcomer = RatingRecord::newcomer(&season, now);
/// let level = level_opponent("reversi", "basic");
/// let game = RatedGame { at_ms: now, season: &season, opponent: level, opponent_id: None, score: Score::Win };
/// let after = newcomer.after(&game)?;
///
/// assert_eq!(after.games, 1);
/// assert_eq!(after.shown(now).to_string(), "1674?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingRecord {
    /// The rating.
    pub rating: Rating,
    /// The deviation at `updated_at_ms`.
    pub rd: Deviation,
    /// The volatility.
    pub volatility: Volatility,
    /// Rated games ever.
    pub games: u32,
    /// The moment `rd` is of, in unix milliseconds: the end of the last rated game, or the beginning of
    /// the season that raised the deviation since.
    pub updated_at_ms: i64,
    /// When the rating reached its present value, in unix milliseconds: who was there first stands higher.
    pub since_ms: i64,
    /// The season that the record is in, and what was done in it.
    pub season: SeasonBlock,
    /// How the last season with a game in it ended, once that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_season: Option<SeasonEnd>,
}

/// One rated game, from the side of the player whose record it moves.
#[derive(Clone, Copy, Debug)]
pub struct RatedGame<'a> {
    /// When it ended, in unix milliseconds.
    pub at_ms: i64,
    /// The season that `at_ms` is in.
    pub season: &'a Season,
    /// The opponent before the game: a level, or [`RatingRecord::as_opponent`] of a person at `at_ms`.
    pub opponent: Opponent,
    /// Who that is, among people; it counts for the season title. `None` against the computer.
    pub opponent_id: Option<&'a str>,
    /// How it ended for the player.
    pub score: Score,
}

impl RatingRecord {
    /// Somebody who has no rated game yet.
    #[must_use]
    pub fn newcomer(season: &Season, at_ms: i64) -> Self {
        Self {
            rating: Rating::START,
            rd: Deviation::START,
            volatility: Volatility::START,
            games: 0,
            updated_at_ms: at_ms,
            since_ms: at_ms,
            season: SeasonBlock::new(season),
            last_season: None,
        }
    }

    /// The record after `game`: rolled into the game's season first, then rated from the live values.
    ///
    /// A game that comes late, after the record has moved to a later season, moves the rating now and is
    /// counted in the season it ended in, if that is the last one; a game that ended before the last one
    /// that was rated finds the deviation as that left it.
    ///
    /// # Errors
    ///
    /// [`NotRatable`] when the result is not a finite number; the record then stays as it is.
    pub fn after(&self, game: &RatedGame<'_>) -> Result<Self, NotRatable> {
        let mut record = self.rolled_into(game.season);
        let before = record.strength(game.at_ms);
        let kept = Glicko2::SUNWI.game(before, game.opponent, game.score)?.kept(before.rating);

        if kept.rating != record.rating || record.games == 0 {
            record.since_ms = game.at_ms;
        }
        record.rating = kept.rating;
        record.rd = kept.deviation;
        record.volatility = kept.volatility;
        record.games = record.games.saturating_add(1);
        record.updated_at_ms = record.updated_at_ms.max(game.at_ms);

        if game.season.ends_at_ms >= record.season.ends_at_ms {
            record.season.count(record.rating, record.rd.is_provisional(), game.opponent_id);
        } else if let Some(last) = record.last_season.as_mut().filter(|last| last.id == game.season.id) {
            last.count_late(game.opponent_id);
        }
        Ok(record)
    }

    /// The record in `season`: once the season it was in is over, its end is kept and the deviation is
    /// raised to at least 100 at that moment. The rating stays.
    ///
    /// One roll does, however many seasons the player was away; rolling at every season's end gives the
    /// same record to the last bit. A season that is not later changes nothing.
    #[must_use]
    pub fn rolled_into(&self, season: &Season) -> Self {
        let mut record = self.clone();
        if season.ends_at_ms <= self.season.ends_at_ms {
            return record;
        }
        let boundary_ms = self.season.ends_at_ms;
        if self.season.games > 0 {
            record.last_season = Some(self.season.ended(self.rating, self.deviation_within_season(boundary_ms)));
        }
        (record.rd, record.updated_at_ms) = self.settled(boundary_ms);
        record.season = SeasonBlock::new(season);
        record
    }

    /// The deviation at `at_ms`, whether or not the record was rolled since.
    #[must_use]
    pub fn live_deviation(&self, at_ms: i64) -> Deviation {
        let (rd, of_ms) = self.settled(at_ms);
        rd.after(at_ms.saturating_sub(of_ms), self.volatility)
    }

    /// The record's values at `at_ms`.
    #[must_use]
    pub fn strength(&self, at_ms: i64) -> Strength {
        Strength { rating: self.rating, deviation: self.live_deviation(at_ms), volatility: self.volatility }
    }

    /// What the other side of a game that ended at `at_ms` is rated against.
    #[must_use]
    pub fn as_opponent(&self, at_ms: i64) -> Opponent {
        Opponent { rating: self.rating, deviation: self.live_deviation(at_ms) }
    }

    /// What is shown at `at_ms`.
    #[must_use]
    pub fn shown(&self, at_ms: i64) -> Shown {
        Shown::new(self.rating, self.live_deviation(at_ms))
    }

    /// From when on the rating is provisional if no game comes, in unix milliseconds. It is exact: the
    /// live deviation is below 110 until the millisecond before. A season's end on the way is minded.
    ///
    /// A rating that is provisional now gives a moment that is not later than `updated_at_ms`.
    #[must_use]
    pub fn provisional_from_ms(&self) -> i64 {
        let within = self.updated_at_ms.saturating_add(self.rd.provisional_after_ms(self.volatility));
        let boundary_ms = self.season.ends_at_ms;
        if within < boundary_ms {
            return within;
        }
        let (rd, of_ms) = self.settled(boundary_ms);
        of_ms.saturating_add(rd.provisional_after_ms(self.volatility))
    }

    /// The deviation at `at_ms`, as if no season ended.
    fn deviation_within_season(&self, at_ms: i64) -> Deviation {
        self.rd.after(at_ms.saturating_sub(self.updated_at_ms), self.volatility)
    }

    /// The deviation to grow from at `at_ms`, and the moment it is of. Only the first season's end after a
    /// game changes it: the deviation is at least 100 from then on.
    fn settled(&self, at_ms: i64) -> (Deviation, i64) {
        let boundary_ms = self.season.ends_at_ms;
        let raised_before = self.season.games == 0 && self.rd.get() >= SEASON_DEVIATION;
        if at_ms < boundary_ms || raised_before {
            return (self.rd, self.updated_at_ms);
        }
        (self.deviation_within_season(boundary_ms).at_season_start(), boundary_ms)
    }
}

/// One rated game between two people: both records after it, each rated from both players' values before
/// it.
///
/// `score` is the first player's. The records' owners are named so that season titles can count different
/// opponents.
///
/// # Errors
///
/// [`NotRatable`] when either result is not a finite number; neither record changes then.
pub fn rate_both(
    first: (&RatingRecord, &str),
    second: (&RatingRecord, &str),
    at_ms: i64,
    season: &Season,
    score: Score,
) -> Result<(RatingRecord, RatingRecord), NotRatable> {
    let against_second =
        RatedGame { at_ms, season, opponent: second.0.as_opponent(at_ms), opponent_id: Some(second.1), score };
    let against_first = RatedGame {
        opponent: first.0.as_opponent(at_ms),
        opponent_id: Some(first.1),
        score: score.other(),
        ..against_second
    };
    Ok((first.0.after(&against_second)?, second.0.after(&against_first)?))
}
