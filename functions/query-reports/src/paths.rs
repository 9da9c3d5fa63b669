//! What paths name.

use api::Problem;
use calendar::{Period, PeriodKind};
use games::GameId;
use ranking::PlayerId;

/// The game `text` names.
pub fn game(text: &str) -> Result<GameId, Problem> {
    text.parse().map_err(|_| Problem::not_found("there is no such game"))
}

/// The game `text` names, if it has boards of its own.
pub fn game_with_boards(text: &str) -> Result<GameId, Problem> {
    let game = game(text)?;
    if !game.game().kind.has_runs() {
        return Err(Problem::not_found("this game has no boards here; it has titles"));
    }
    Ok(game)
}

/// The period `text` names: an identifier, or `week`, `month`, `season` for the one that runs at `now_ms`.
pub fn period(text: &str, now_ms: i64) -> Result<Period, Problem> {
    if let Ok(kind) = text.parse::<PeriodKind>() {
        return Ok(Period::containing(kind, now_ms));
    }
    text.parse()
        .map_err(|_| Problem::not_found("a period is week, month, season, or such as 2026-W49, 2026-11, 2026-S4"))
}

/// The player `text` names.
pub fn player(text: &str) -> Result<PlayerId, Problem> {
    text.parse().map_err(|_| Problem::not_found("there is no such player"))
}
