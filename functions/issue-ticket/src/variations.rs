//! Which variation each game plays today, found once a day and process.

use std::collections::BTreeMap;
use std::sync::Mutex;

use api::Problem;
use calendar::Date;
use games::GameId;
use ranking::BoardKey;

/// The variations found so far. Most are one draw; a deal that must be winnable takes a search.
#[derive(Debug, Default)]
pub struct Variations(Mutex<BTreeMap<(Date, GameId), u32>>);

impl Variations {
    /// The variation of `game` on `date`. The search runs beside the other requests.
    ///
    /// # Errors
    ///
    /// A 500 problem if the search ends early, which means a fault in the game.
    pub async fn of(&self, boards: &BoardKey, game: GameId, date: Date) -> Result<u32, Problem> {
        if let Some(known) = self.0.lock().ok().and_then(|known| known.get(&(date, game)).copied()) {
            return Ok(known);
        }
        let seed = boards.seed(game, date);
        let found = tokio::task::spawn_blocking(move || game.variation(&seed)).await.map_err(|error| {
            tracing::error!(%error, %game, "the day's variation could not be found");
            Problem::internal()
        })?;
        if let Ok(mut known) = self.0.lock() {
            known.retain(|(day, _), _| *day >= date);
            known.insert((date, game), found);
        }
        Ok(found)
    }
}
