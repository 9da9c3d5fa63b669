//! Which games against the computer move a rating, and how.

use calendar::{Period, PeriodKind};
use games::{GameId, Level, Outcome};
use ratings::{RatedGame, RatingRecord, Score, Season, Unrated, above_ai_ceiling, level_opponent, strongest_level};

/// What a game against the computer does to the player's rating.
#[derive(Clone, Debug, PartialEq)]
pub enum AiRating {
    /// The rating after the game.
    Rated(Box<RatingRecord>),
    /// The game is recorded and not rated, for a public reason.
    Unrated(Unrated),
    /// The computation gave no finite number: the game is recorded, the rating stays, and somebody should look.
    Fault,
}

/// The rating season that `at_ms` is in.
#[must_use]
pub fn season_of(at_ms: i64) -> Season {
    let season = Period::containing(PeriodKind::Season, at_ms);
    Season { id: season.to_string(), ends_at_ms: season.end_ms() }
}

/// Rates a game against `level` that ended at `at_ms`, from the rating `before` it. Help is looked at first, then the ceiling.
#[must_use]
pub fn rate_ai_game(
    before: Option<&RatingRecord>,
    game: GameId,
    level: Level,
    outcome: Outcome,
    assisted: bool,
    at_ms: i64,
) -> AiRating {
    if assisted {
        return AiRating::Unrated(Unrated::Assisted);
    }
    let season = season_of(at_ms);
    let before = before.cloned().unwrap_or_else(|| RatingRecord::newcomer(&season, at_ms));
    let score = match outcome {
        Outcome::Win => Score::Win,
        Outcome::Draw => Score::Draw,
        Outcome::Loss => Score::Loss,
    };
    if above_ai_ceiling(before.rating, strongest_level(game.as_str()), score) {
        return AiRating::Unrated(Unrated::AiCeiling);
    }
    let opponent = level_opponent(game.as_str(), level.as_str());
    let rated = RatedGame { at_ms, season: &season, opponent, opponent_id: None, score };
    before.after(&rated).map_or(AiRating::Fault, |after| AiRating::Rated(Box::new(after)))
}
