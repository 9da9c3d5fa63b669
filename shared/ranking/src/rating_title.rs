//! Season titles: what a rating receives when its season ends.

use calendar::Period;
use games::GameId;
use ratings::{Pool, SeasonTitle};
use serde::{Deserialize, Serialize};

use crate::player::PlayerId;

/// The title of a rating season: the tier at its end and the highest rating in it. A record like every title.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingTitle {
    /// The game.
    pub game: GameId,
    /// The season that ended.
    pub period: Period,
    /// Whom the rating was earned against.
    pub pool: Pool,
    /// Who holds it.
    pub player: PlayerId,
    /// The holder's name on that day.
    pub nickname: String,
    /// Tier, rating and peak.
    #[serde(flatten)]
    pub title: SeasonTitle,
    /// How many qualified.
    pub qualified: u64,
}

impl RatingTitle {
    /// The wording in Korean: season, game, pool, tier and peak.
    #[must_use]
    pub fn text_ko(&self) -> String {
        let (game, pool) = (self.game.game().name.ko, self.pool.name().ko);
        let (tier, peak) = (self.title.tier.name().ko, self.title.peak.get().floor());
        format!("{} {game} {pool} 레이팅 {tier} (최고 {peak})", self.period.title_ko())
    }

    /// The wording in English.
    #[must_use]
    pub fn text_en(&self) -> String {
        let (game, pool) = (self.game.game().name.en, self.pool.name().en);
        let (tier, peak) = (self.title.tier.name().en, self.title.peak.get().floor());
        format!("{} {game} {pool} rating {tier} (peak {peak})", self.period.title_en())
    }
}
