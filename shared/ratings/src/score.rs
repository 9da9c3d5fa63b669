//! How a game ended for one player.

use serde::{Deserialize, Serialize};

/// How a game ended for the player whose rating is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Won: 1 point.
    Win,
    /// Drawn: half a point.
    Draw,
    /// Lost: no point.
    Loss,
}

impl Score {
    /// Every score, best first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// The points: 1, 0.5 or 0.
    #[must_use]
    pub const fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }

    /// The score of these points; `None` unless they are exactly 1, 0.5 or 0.
    #[must_use]
    pub fn from_points(points: f64) -> Option<Self> {
        Self::ALL.into_iter().find(|score| score.points() == points)
    }

    /// The same game from the other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}
