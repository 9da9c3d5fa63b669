//! What a ticket fixes: the board that everybody plays on that day.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The 32 bytes from which a day's board of one game is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl fmt::Debug for Seed {
    /// Never prints the bytes: a log must not tell a board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// One day's board of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Where every draw of the game comes from.
    pub seed: Seed,
    /// Day of the week of the board's date in Seoul, 0 = Monday to 6 = Sunday.
    pub weekday: u8,
    /// Which of the game's variations is played that day, as [`GameId::variation`] chose it.
    ///
    /// [`GameId::variation`]: crate::GameId::variation
    pub variation: u32,
    /// The computer opponent, for games that have one.
    pub level: Option<Level>,
}

/// How strong the computer opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Plays without looking far.
    Easy,
    /// The yardstick: rated 1500 by definition.
    Basic,
    /// The strongest the referee can afford to replay.
    Strong,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Basic, Self::Strong];

    /// The stable identifier.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Basic => "basic",
            Self::Strong => "strong",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|level| level.as_str() == text).ok_or(())
    }
}
