//! Titles: what ranks 1 to 100 of a closed period receive.

use calendar::{Period, PeriodKind};
use games::GameId;
use serde::{Deserialize, Serialize};

use crate::player::PlayerId;

/// Lowest rank that receives a title.
pub const TITLED_RANKS: usize = 100;

/// A period with fewer participants closes without titles.
pub const FEWEST_PARTICIPANTS: u64 = 3;

/// A title: a record, never edited, sold or moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// The game.
    pub game: GameId,
    /// The period that closed.
    pub period: Period,
    /// The rank, from 1. (Stored as `r`: the table's index takes `rank` for a rank key.)
    #[serde(rename = "r")]
    pub rank: u32,
    /// Who holds it; absent when an app ranks by itself and names its players in its own way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The holder's name on that day; it stays when the player takes another.
    pub nickname: String,
    /// The record, in the game's unit.
    pub value: u64,
    /// How many took part.
    pub participants: u64,
}

impl Title {
    /// Whether this is the season's champion.
    #[must_use]
    pub fn is_champion(&self) -> bool {
        self.period.kind() == PeriodKind::Season && self.rank == 1
    }

    /// The wording in Korean: year and period, game, rank (우승 for a season's first) and participants.
    #[must_use]
    pub fn text_ko(&self) -> String {
        let rank = if self.is_champion() { "우승".to_owned() } else { format!("{}위", self.rank) };
        format!("{} {} {rank} (참가 {}명)", self.period.title_ko(), self.game.game().name.ko, self.participants)
    }

    /// The wording in English.
    #[must_use]
    pub fn text_en(&self) -> String {
        let rank = if self.is_champion() { "champion".to_owned() } else { format!("rank {}", self.rank) };
        format!("{} {} {rank} ({} took part)", self.period.title_en(), self.game.game().name.en, self.participants)
    }
}
