//! Rating seasons: what is counted in one, what is kept of it, and who gets its title.

use serde::{Deserialize, Serialize};

use crate::constants::{TITLE_GAMES, TITLE_OPPONENTS, TITLE_QUALIFIED};
use crate::{Deviation, Pool, Rating, Tier};

/// A season, as the calendar gives it: half-open, a game belongs to the season in which it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    /// The calendar's identifier, such as `2026-S4`.
    pub id: String,
    /// The first moment that is no longer in it, in unix milliseconds.
    pub ends_at_ms: i64,
}

/// What one player has done in a season so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeasonBlock {
    /// The season's identifier.
    pub id: String,
    /// The first moment that is no longer in it, in unix milliseconds.
    pub ends_at_ms: i64,
    /// Rated games in it.
    pub games: u32,
    /// The highest rating after a game of it, while not provisional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak: Option<Rating>,
    /// Different opponents in it, the first five; empty against the computer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
}

/// How one player ended a season: all that its titles are decided from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeasonEnd {
    /// The season's identifier.
    pub id: String,
    /// Rated games in it.
    pub games: u32,
    /// The highest rating after a game of it, while not provisional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak: Option<Rating>,
    /// Different opponents in it, the first five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
    /// The rating at its end.
    pub rating: Rating,
    /// The live deviation at its end, before the new season raised it.
    pub rd: Deviation,
}

/// What a season title says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeasonTitle {
    /// The tier of the rating at the season's end.
    pub tier: Tier,
    /// The rating at the season's end.
    pub rating: Rating,
    /// The highest rating of the season.
    pub peak: Rating,
}

impl SeasonBlock {
    /// A season in which nothing was played yet.
    #[must_use]
    pub fn new(season: &Season) -> Self {
        let Season { id, ends_at_ms } = season.clone();
        Self { id, ends_at_ms, games: 0, peak: None, opponents: Vec::new() }
    }

    /// Counts a game that left `rating`, and whether it is still provisional.
    pub(crate) fn count(&mut self, rating: Rating, provisional: bool, opponent: Option<&str>) {
        self.games = self.games.saturating_add(1);
        if !provisional {
            self.peak = Some(self.peak.map_or(rating, |peak| if rating > peak { rating } else { peak }));
        }
        remember(&mut self.opponents, opponent);
    }

    /// What is kept when the season is over for a player with `rating` and, at its end, `rd`.
    pub(crate) fn ended(&self, rating: Rating, rd: Deviation) -> SeasonEnd {
        SeasonEnd {
            id: self.id.clone(),
            games: self.games,
            peak: self.peak,
            opponents: self.opponents.clone(),
            rating,
            rd,
        }
    }
}

impl SeasonEnd {
    /// Whether the player may have the season's title: at least 10 rated games, not provisional at the
    /// end, and among people at least 5 different opponents.
    #[must_use]
    pub fn qualifies(&self, pool: Pool) -> bool {
        self.games >= TITLE_GAMES
            && !self.rd.is_provisional()
            && (pool == Pool::Ai || self.opponents.len() >= TITLE_OPPONENTS)
    }

    /// The title the player gets when enough others qualify too.
    #[must_use]
    pub fn title(&self, pool: Pool) -> Option<SeasonTitle> {
        // The last game of a season in whose end one is not provisional left a peak.
        let peak = self.peak.unwrap_or(self.rating);
        self.qualifies(pool).then(|| SeasonTitle { tier: Tier::of(self.rating), rating: self.rating, peak })
    }

    /// Counts a game of this season that comes after its end was taken. The rating and the deviation of
    /// the end stay: a title is decided from what was known then.
    pub(crate) fn count_late(&mut self, opponent: Option<&str>) {
        self.games = self.games.saturating_add(1);
        remember(&mut self.opponents, opponent);
    }
}

/// The titles of one season, game and pool, from everybody's end of that season: none when fewer than
/// three people qualify.
pub fn season_titles<K>(pool: Pool, ends: impl IntoIterator<Item = (K, SeasonEnd)>) -> Vec<(K, SeasonTitle)> {
    let titles: Vec<_> =
        ends.into_iter().filter_map(|(player, end)| end.title(pool).map(|title| (player, title))).collect();
    if titles.len() >= TITLE_QUALIFIED { titles } else { Vec::new() }
}

/// Adds an opponent that is not known yet, while there is room.
fn remember(opponents: &mut Vec<String>, opponent: Option<&str>) {
    if let Some(opponent) = opponent
        && opponents.len() < TITLE_OPPONENTS
        && !opponents.iter().any(|known| known == opponent)
    {
        opponents.push(opponent.to_owned());
    }
}
