//! Rating points and the ranks that are their thousands.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::constants::{FLOOR, NO_BONUS_RANK, RANK_WIDTH, WIN_RATE_RANK};

/// Baduk rating points, 1,000 or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub struct Points(u32);

impl Points {
    /// The floor, and where a newcomer begins (both assumed).
    pub const LEAST: Self = Self(FLOOR);

    /// These points, or the floor when they are fewer.
    #[must_use]
    pub const fn new(points: u32) -> Self {
        if points < Self::LEAST.0 { Self::LEAST } else { Self(points) }
    }

    /// The number of points.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The points after a change; never below the floor.
    #[must_use]
    pub fn changed(self, by: i32) -> Self {
        Self::new(self.0.saturating_add_signed(by))
    }

    /// The rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::of(self)
    }
}

impl From<u32> for Points {
    fn from(points: u32) -> Self {
        Self::new(points)
    }
}

impl From<Points> for u32 {
    fn from(points: Points) -> Self {
        points.0
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A rank: the thousands of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u32);

impl Rank {
    /// 25급, from 1,000 points.
    pub const LOWEST: Self = Self(1);
    /// 1단, from 26,000 points.
    pub const FIRST_DAN: Self = Self(26);
    /// 6단, from 31,000 points: win rates matter from here on.
    pub const SIXTH_DAN: Self = Self(WIN_RATE_RANK);
    /// 7단★, from 33,000 points.
    pub const STAR: Self = Self(NO_BONUS_RANK);

    /// The rank of these points.
    #[must_use]
    pub const fn of(points: Points) -> Self {
        let thousands = points.get() / RANK_WIDTH;
        if thousands > Self::STAR.0 { Self::STAR } else { Self(thousands) }
    }

    /// Every rank, lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::LOWEST.0..=Self::STAR.0).map(Self)
    }

    /// The least points of the rank.
    #[must_use]
    pub const fn from_points(self) -> Points {
        Points::new(self.0 * RANK_WIDTH)
    }

    /// The English name; the Korean one is the rank's [`Display`](fmt::Display).
    #[must_use]
    pub fn english(self) -> String {
        match self.steps() {
            Steps::Kyu(kyu) => format!("{kyu} kyu"),
            Steps::Dan(dan) => format!("{dan} dan"),
            Steps::Star => "7 dan★".to_owned(),
        }
    }

    const fn steps(self) -> Steps {
        if self.0 >= Self::STAR.0 {
            Steps::Star
        } else if self.0 >= Self::FIRST_DAN.0 {
            Steps::Dan(self.0 - Self::FIRST_DAN.0 + 1)
        } else {
            Steps::Kyu(Self::FIRST_DAN.0 - self.0)
        }
    }
}

/// A rank as it is counted: 급 down, 단 up.
enum Steps {
    Kyu(u32),
    Dan(u32),
    Star,
}

impl fmt::Display for Rank {
    /// The Korean name: `25급`, `1단`, `7단★`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.steps() {
            Steps::Kyu(kyu) => write!(f, "{kyu}급"),
            Steps::Dan(dan) => write!(f, "{dan}단"),
            Steps::Star => f.write_str("7단★"),
        }
    }
}
