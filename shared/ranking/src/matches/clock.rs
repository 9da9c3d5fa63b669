//! How long a player may think.

use std::ops::RangeInclusive;

use games::Side;
use serde::{Deserialize, Serialize};

/// Shortest and longest time for one move: ten seconds to a week, in milliseconds.
pub const PER_MOVE_MS: RangeInclusive<i64> = 10_000..=7 * 24 * 3600 * 1000;

/// Shortest and longest time for a whole game: a minute to a week, in milliseconds.
pub const PER_GAME_MS: RangeInclusive<i64> = 60_000..=7 * 24 * 3600 * 1000;

/// The time for one move in a room that names none: ten minutes.
pub const USUAL_PER_MOVE_MS: i64 = 600_000;

/// The time a player has, on the server's clock. Without any, leaving would be no loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// For every move anew, in milliseconds.
    PerMove(i64),
    /// For all moves of one player together, in milliseconds.
    PerGame(i64),
}

impl Clock {
    /// The clock of a room that names none: ten minutes a move.
    pub const USUAL: Self = Self::PerMove(USUAL_PER_MOVE_MS);

    /// Whether the time is within its bounds: ten seconds to a week for a move, a minute to a week for a game.
    #[must_use]
    pub fn is_playable(self) -> bool {
        match self {
            Self::PerMove(ms) => PER_MOVE_MS.contains(&ms),
            Self::PerGame(ms) => PER_GAME_MS.contains(&ms),
        }
    }

    /// What each player has at the beginning.
    #[must_use]
    pub const fn full(self) -> [i64; 2] {
        match self {
            Self::PerMove(ms) | Self::PerGame(ms) => [ms; 2],
        }
    }

    /// What is left to both after `side` has thought for `ms` and moved.
    #[must_use]
    pub fn after(self, mut left_ms: [i64; 2], side: Side, ms: i64) -> [i64; 2] {
        if let Self::PerGame(_) = self
            && let Some(left) = left_ms.get_mut(side.index())
        {
            *left = left.saturating_sub(ms.max(0)).max(0);
        }
        left_ms
    }
}
