//! Ratings of computer levels, from the games they played against the level `basic`.

use std::f64::consts::LN_10;

use serde::{Deserialize, Serialize};

use crate::constants::{BASIC_LEVEL_RATING, LEVEL_REACH};
use crate::number::nearest;
use crate::{Deviation, Opponent, Rating, Score};

/// Half the width of a 95 % interval, in standard errors (the normal distribution).
const Z95: f64 = 1.96;

/// Rating points per factor of ten in the odds (Elo's logistic curve, the same that Glicko-2 uses).
const POINTS_PER_DECADE: f64 = 400.0;

/// What one player scored in a number of finished games against `basic`.
///
/// ```
/// use ratings::Tally;
///
/// // Of 3,285 games, 809 points.
/// let random = Tally { wins: 800, draws: 18, losses: 2_467, distinct: 3_285 };
/// assert_eq!(random.rating(), Some(1306));
/// assert_eq!(random.interval(), Some(14));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// How many of them differ: equal games are no more evidence than one of them.
    pub distinct: u32,
}

impl Tally {
    /// Counts one more game.
    pub const fn add(&mut self, score: Score) {
        let count = match score {
            Score::Win => &mut self.wins,
            Score::Draw => &mut self.draws,
            Score::Loss => &mut self.losses,
        };
        *count = count.saturating_add(1);
    }

    /// Finished games.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Wins and half the draws.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points per game, from 0 to 1; `None` without games.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let games = f64::from(self.wins) + f64::from(self.draws) + f64::from(self.losses);
        (games > 0.0).then(|| self.points() / games)
    }

    /// The rating against a `basic` of 1500: `1500 + 400 log10(p / (1 - p))`, rounded. `None` when no game
    /// was finished, none was won or drawn, or none was lost or drawn: nothing can be measured then.
    #[must_use]
    pub fn rating(&self) -> Option<i64> {
        let p = self.measurable()?;
        Some(nearest(rating(p)))
    }

    /// Half the width of the rating's 95 % interval: `1.96 (400 / ln 10) / sqrt(n p (1 - p))`, rounded.
    /// `None` when there is no rating, and when games repeat each other.
    #[must_use]
    pub fn interval(&self) -> Option<i64> {
        let independent = u64::from(self.distinct) == self.games();
        let p = self.measurable().filter(|_| independent)?;
        Some(nearest(Z95 * standard_error(p, f64::from(self.distinct))))
    }

    /// The level's side of a rated game: at most 800 points from `basic`, also when it took all of the points
    /// or none. The deviation is the standard error, with equal games counted once, and at least 30. Without
    /// games a level is 1500 ± 350: nothing is known of it.
    #[must_use]
    pub fn as_opponent(&self) -> Opponent {
        let Some(p) = self.share() else {
            return Opponent { rating: Rating::kept(BASIC_LEVEL_RATING), deviation: Deviation::START };
        };
        let least = 1.0 / (1.0 + libm::exp10(LEVEL_REACH / POINTS_PER_DECADE));
        let p = p.clamp(least, 1.0 - least);
        let error = standard_error(p, f64::from(self.distinct.max(1)));
        Opponent { rating: Rating::kept(rating(p).round()), deviation: Deviation::level(error.round()) }
    }

    /// The share, when it is neither 0 nor 1.
    fn measurable(&self) -> Option<f64> {
        self.share().filter(|p| *p > 0.0 && *p < 1.0)
    }
}

/// The rating of somebody who takes the share `p` of the points against 1500.
fn rating(p: f64) -> f64 {
    BASIC_LEVEL_RATING + POINTS_PER_DECADE * libm::log10(p / (1.0 - p))
}

/// The standard error of that rating after `games` independent games, in points.
fn standard_error(p: f64, games: f64) -> f64 {
    POINTS_PER_DECADE / LN_10 / (games * p * (1.0 - p)).sqrt()
}
