//! A player's points, as stored.

use serde::{Deserialize, Serialize};

use super::constants::{RECENT_GAMES, UNKNOWN_WIN_RATE, WIN_RATE_GAMES};
use super::{Game, Points, change};
use crate::Score;

/// A player's rating points with what the next game needs to know of the past.
///
/// ```
/// use ratings::Score;
/// use ratings::baduk::{Points, Record};
///
/// let newcomer = Record::new(Points::new(1_500));
/// let (winner, loser) = Record::after(&newcomer, &newcomer, Score::Win);
/// assert_eq!((winner.points.get(), loser.points.get()), (1_867, 1_133));
/// assert_eq!(winner.points.rank().to_string(), "25급");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The points.
    pub points: Points,
    /// How the last games ended, oldest first, at most 20.
    pub recent: Vec<Score>,
    /// How many of the last games in a row were won, or as a negative number lost; 0 after a draw.
    pub streak: i32,
}

impl Record {
    /// Somebody with these points and no rated game yet.
    #[must_use]
    pub const fn new(points: Points) -> Self {
        Self { points, recent: Vec::new(), streak: 0 }
    }

    /// The share of the last 20 games that were won; 60 % with fewer than 5 games. A draw is a game that
    /// was not won.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        let recent = self.recent.iter().rev().take(RECENT_GAMES);
        if recent.len() < WIN_RATE_GAMES {
            return UNKNOWN_WIN_RATE;
        }
        let (won, games) = recent
            .fold((0.0, 0.0), |(won, games), score| (won + if *score == Score::Win { 1.0 } else { 0.0 }, games + 1.0));
        won / games
    }

    /// Both records after a rated game, each from both players' values before it. `score` is the first
    /// player's.
    #[must_use]
    pub fn after(first: &Self, second: &Self, score: Score) -> (Self, Self) {
        (first.moved(second, score), second.moved(first, score.other()))
    }

    fn moved(&self, opponent: &Self, score: Score) -> Self {
        let streak = match score {
            Score::Win => self.streak.max(0).saturating_add(1),
            Score::Draw => 0,
            Score::Loss => self.streak.min(0).saturating_sub(1),
        };
        let change = change(&Game {
            own: self.points,
            opponent: opponent.points,
            score,
            own_win_rate: self.win_rate(),
            opponent_win_rate: opponent.win_rate(),
            streak: streak.unsigned_abs(),
        });
        let mut recent = self.recent.clone();
        recent.push(score);
        recent.drain(..recent.len().saturating_sub(RECENT_GAMES));
        Self { points: self.points.changed(change), recent, streak }
    }
}
