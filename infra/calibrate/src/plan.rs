//! Which boards are played: dates of 2026, and their boards.

use calendar::Date;
use games::{Board, GameId, Level, Seed};
use sha2::{Digest, Sha256};

/// The first date.
const FIRST: &str = "2026-01-01";

/// Days of 2026.
pub const DAYS: u32 = 365;

/// `count` dates of the year at even distances, the first of January among them; all when there are no more.
#[must_use]
pub fn dates(count: u32) -> Vec<Date> {
    let count = count.clamp(1, DAYS);
    let mut chosen = Vec::new();
    let mut date = FIRST.parse().ok();
    for day in 0..DAYS {
        let Some(today) = date else { break };
        if day * count % DAYS < count {
            chosen.push(today);
        }
        date = Date::next(today);
    }
    chosen
}

/// A board of `game` against the level `basic`.
///
/// Its seed is public, so that everybody can repeat the measurement; the boards that people play are drawn
/// from a secret and are other ones.
#[must_use]
pub fn board(game: GameId, date: Date, variation: u32) -> Board {
    let seed = Seed(Sha256::digest(format!("calibration|{game}|{date}")).into());
    Board { seed, weekday: date.weekday(), variation, level: Some(Level::Basic) }
}
