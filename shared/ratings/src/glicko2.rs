//! Glicko-2: what games do to one player's rating.
//!
//! Source: M. E. Glickman, *Example of the Glicko-2 system*. Steps are numbered as there.

use std::f64::consts::PI;

use crate::constants::{CENTRE, MAX_CHANGE, SCALE};
use crate::volatility::{self, Evidence};
use crate::{Deviation, Rating, Score, Tau, Volatility};

/// A player as Glicko-2 sees one at the moment of a game: the deviation is the live one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating.
    pub rating: Rating,
    /// The deviation at that moment.
    pub deviation: Deviation,
    /// The volatility.
    pub volatility: Volatility,
}

/// The other side of a game, before it. Its volatility plays no part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opponent {
    /// The rating.
    pub rating: Rating,
    /// The deviation at that moment.
    pub deviation: Deviation,
}

impl Opponent {
    /// The computer level `basic` of any game, by definition.
    pub const BASIC: Self = Self { rating: Rating::BASIC_LEVEL, deviation: Deviation::BASIC_LEVEL };
}

/// When uncertainty grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Growth {
    /// Every update is a rating period and begins with growth by the volatility (the paper, and the
    /// site's calculator).
    PerPeriod,
    /// Only rest lets it grow; the deviation that goes in has grown already (Sunwi, and lichess).
    OnlyInTime,
}

/// What becomes of the volatility.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Volatile {
    /// It follows the results, as fast as tau lets it (step 5).
    Updated(Tau),
    /// It is held fixed, as in the site's calculator.
    Fixed,
}

/// A way to apply Glicko-2.
///
/// ```
/// use ratings::{Deviation, Glicko2, Opponent, Rating, Score, Strength, Volatility};
///
/// // The example of the site's calculator: 1500 ± 200 beats 1400 ± 30.
/// let player = Strength {
///     rating: Rating::new(1500.0)?,
///     deviation: Deviation::new(200.0)?,
///     volatility: Volatility::new(0.06)?,
/// };
/// let opponent = Opponent { rating: Rating::new(1400.0)?, deviation: Deviation::new(30.0)? };
/// let update = Glicko2::CALCULATOR.game(player, opponent, Score::Win)?;
/// assert_eq!(format!("{:.2} ± {:.2}", update.rating, update.deviation), "1563.56 ± 175.40");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What is promised
///
/// For every value of the argument types: the answer is finite, and it comes within
/// [`MAX_ITERATIONS`](crate::constants::MAX_ITERATIONS) steps. Property tests and 200,000 random games hold
/// it to that. Why the search always has its bracket: its function at `a - tau` is at least `1/tau - 1/2`,
/// which is not negative for any [`Tau`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko2 {
    /// When uncertainty grows.
    pub growth: Growth,
    /// What becomes of the volatility.
    pub volatile: Volatile,
}

/// One player against one opponent, before the game (step 3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// g: how much the result weighs, from 0 to 1; less against an uncertain opponent.
    pub g: f64,
    /// E: the expected score of the player, from 0 to 1. A draw is half a point of it.
    pub expected: f64,
    /// 1 - E, computed apart because the difference would lose its digits near 1.
    pub(crate) unexpected: f64,
}

/// What an update found. Unprimed Greek letters of the paper are before it, primed ones after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Update {
    /// v: the variance of the rating as the games alone give it, on the Glicko-2 scale. Infinite without games.
    pub variance: f64,
    /// Delta: the improvement the games alone suggest, on the Glicko-2 scale.
    pub improvement: f64,
    /// phi*: the deviation before the games, grown if the mode says so.
    pub phi_star: f64,
    /// phi': the deviation after the games, on the Glicko-2 scale.
    pub phi: f64,
    /// mu': the rating after the games, on the Glicko-2 scale.
    pub mu: f64,
    /// sigma': the volatility after the games.
    pub volatility: f64,
    /// The rating after the games, in points.
    pub rating: f64,
    /// The deviation after the games, in points.
    pub deviation: f64,
    /// Steps the search for the volatility took.
    pub iterations: u32,
}

/// A rating cannot be computed. No player changes; the game stays recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRatable {
    /// A number on the way was infinite or none.
    #[error("the rating of the game is not a finite number")]
    NotFinite,
    /// The search for the volatility did not end.
    #[error("the volatility of the game was not found within the bound of steps")]
    NoConvergence,
}

impl Meeting {
    /// What is expected of a player with `rating` against `opponent`.
    #[must_use]
    pub fn new(rating: Rating, opponent: Opponent) -> Self {
        let phi = opponent.deviation.phi();
        let g = 1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt();
        let lead = g * (rating.mu() - opponent.rating.mu());
        // With the smaller exponential both E and 1 - E keep all their digits.
        let odds = libm::exp(-lead.abs());
        let (strong, weak) = (1.0 / (1.0 + odds), odds / (1.0 + odds));
        let (expected, unexpected) = if lead >= 0.0 { (strong, weak) } else { (weak, strong) };
        Self { g, expected, unexpected }
    }

    /// s - E.
    fn surprise(self, score: Score) -> f64 {
        match score {
            Score::Win => self.unexpected,
            Score::Draw => 0.5 - self.expected,
            Score::Loss => -self.expected,
        }
    }
}

impl Glicko2 {
    /// Sunwi's own ratings: each game at once, uncertainty grows only in time. An approximation, as the
    /// site says: the paper gathers several games in a period.
    pub const SUNWI: Self = Self { growth: Growth::OnlyInTime, volatile: Volatile::Updated(Tau::SUNWI) };

    /// The site's calculator: one game is one period, the volatility is fixed.
    pub const CALCULATOR: Self = Self { growth: Growth::PerPeriod, volatile: Volatile::Fixed };

    /// The paper with this tau.
    #[must_use]
    pub const fn paper(tau: Tau) -> Self {
        Self { growth: Growth::PerPeriod, volatile: Volatile::Updated(tau) }
    }

    /// One game.
    ///
    /// # Errors
    ///
    /// [`NotRatable`] when the result is not a finite number. No argument is known for which it is not.
    pub fn game(&self, player: Strength, opponent: Opponent, score: Score) -> Result<Update, NotRatable> {
        let meeting = Meeting::new(player.rating, opponent);
        let mut evidence = Sums::default();
        evidence.add(meeting, score);
        self.update(player, evidence)
    }

    /// All games of one period against the same starting values. Without games the deviation grows or not
    /// as the mode says, and nothing else changes.
    ///
    /// # Errors
    ///
    /// [`NotRatable`] as for [`game`](Self::game).
    pub fn period(&self, player: Strength, games: &[(Opponent, Score)]) -> Result<Update, NotRatable> {
        let mut evidence = Sums::default();
        for &(opponent, score) in games {
            evidence.add(Meeting::new(player.rating, opponent), score);
        }
        self.update(player, evidence)
    }

    fn update(&self, player: Strength, sums: Sums) -> Result<Update, NotRatable> {
        let (mu, phi) = (player.rating.mu(), player.deviation.phi());
        let sigma = player.volatility.get();
        let variance = 1.0 / sums.precision;
        let improvement = if sums.precision > 0.0 { variance * sums.surprise } else { 0.0 };

        let (sigma, iterations) = match self.volatile {
            Volatile::Updated(tau) if sums.precision > 0.0 => {
                volatility::search(sigma, tau.get(), Evidence { phi, variance, improvement })?
            }
            _ => (sigma, 0),
        };

        let phi_star_squared = match self.growth {
            Growth::PerPeriod => phi * phi + sigma * sigma,
            Growth::OnlyInTime => phi * phi,
        };
        let phi_squared = phi_star_squared / (1.0 + phi_star_squared * sums.precision);
        let mu = mu + phi_squared * sums.surprise;

        let update = Update {
            variance,
            improvement,
            phi_star: phi_star_squared.sqrt(),
            phi: phi_squared.sqrt(),
            mu,
            volatility: sigma,
            rating: CENTRE + SCALE * mu,
            deviation: SCALE * phi_squared.sqrt(),
            iterations,
        };
        if (update.rating + update.deviation + update.volatility).is_finite() {
            Ok(update)
        } else {
            Err(NotRatable::NotFinite)
        }
    }
}

impl Update {
    /// The strength that Sunwi keeps: at most 700 points away from `before`, and within the bounds of
    /// rating, deviation and volatility.
    #[must_use]
    pub fn kept(&self, before: Rating) -> Strength {
        let change = (self.rating - before.get()).clamp(-MAX_CHANGE, MAX_CHANGE);
        // Not `before + change` when nothing is cut: the sum may differ from the rating in its last bit.
        let rating = if change.abs() < MAX_CHANGE { self.rating } else { before.get() + change };
        Strength {
            rating: Rating::kept(rating),
            deviation: Deviation::kept(self.deviation),
            volatility: Volatility::kept(self.volatility),
        }
    }
}

/// The two sums over a period's games that everything else follows from (steps 3 and 4).
#[derive(Clone, Copy, Default)]
struct Sums {
    /// 1/v.
    precision: f64,
    /// The sum of g (s - E).
    surprise: f64,
}

impl Sums {
    fn add(&mut self, meeting: Meeting, score: Score) {
        self.precision += meeting.g * meeting.g * meeting.expected * meeting.unexpected;
        self.surprise += meeting.g * meeting.surprise(score);
    }
}
