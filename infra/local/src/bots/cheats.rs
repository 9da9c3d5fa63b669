//! Dishonest bots, one for each way of cheating that does not take hours (`expired` and `too_slow` do).

use std::time::Duration;

use calendar::Date;
use games::{GameId, Value};
use ranking::Reason;
use serde_json::{Value as Json, json};

use super::{BotError, Client, Started, play_in_peace};

/// A way of cheating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cheat {
    /// A ticket that nobody signed.
    ForgedTicket,
    /// Somebody else's ticket.
    StolenTicket,
    /// Something that is no proof.
    Nonsense,
    /// Yesterday's board.
    OtherBoard,
    /// A value the game cannot give.
    ImpossibleValue,
    /// More of what the app is believed than there is.
    ImpossibleTrust,
    /// A whole run at once.
    AtOnce,
    /// The shortest possible time for the run, for more moves than fit into it.
    FastMoves,
    /// One more than the replay gives.
    InflatedScore,
    /// Another player's moves.
    Copy,
    /// A used ticket with something else.
    UsedTicket,
}

/// Games in which there are runs whose moves take longer than the shortest run.
const LONG_GAMES: [GameId; 7] =
    [GameId::G2048, GameId::Fifteen, GameId::Snake, GameId::Breakout, GameId::Typing, GameId::Janggi, GameId::Checkers];

impl Cheat {
    /// Every way.
    pub const ALL: [Self; 11] = [
        Self::ForgedTicket,
        Self::StolenTicket,
        Self::Nonsense,
        Self::OtherBoard,
        Self::ImpossibleValue,
        Self::ImpossibleTrust,
        Self::AtOnce,
        Self::FastMoves,
        Self::InflatedScore,
        Self::Copy,
        Self::UsedTicket,
    ];

    /// The reason it has to be refused with.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Self::ForgedTicket | Self::StolenTicket | Self::Nonsense => Reason::BadProof,
            Self::OtherBoard => Reason::BadSeed,
            Self::ImpossibleValue | Self::ImpossibleTrust => Reason::BadValue,
            Self::AtOnce => Reason::TooFast,
            Self::FastMoves => Reason::MovesTooFast,
            Self::InflatedScore => Reason::ScoreMismatch,
            Self::Copy => Reason::CopiedRun,
            Self::UsedTicket => Reason::Used,
        }
    }

    /// Whether it makes sense in `game`.
    #[must_use]
    pub fn applies_to(self, game: GameId) -> bool {
        let row = game.game();
        match self {
            Self::Copy => row.copy_check.is_some(),
            Self::ImpossibleTrust => game == GameId::Dungeon,
            // In other games the moves of a usual run fit into the shortest time of one.
            Self::FastMoves => LONG_GAMES.contains(&game),
            Self::InflatedScore => matches!(game, GameId::G2048 | GameId::Fifteen | GameId::Snake | GameId::Yacht),
            // Any text can be typed, and only its strokes say how long that takes.
            Self::Nonsense | Self::AtOnce => game != GameId::Typing,
            _ => true,
        }
    }

    /// Tries it, and answers the reason it was refused with.
    ///
    /// # Errors
    ///
    /// [`BotError`] when the server does not answer as expected.
    pub async fn attempt(self, url: &str, game: GameId) -> Result<String, BotError> {
        let client = Client::new_player(url).await?;
        let mut run = client.start(game).await?;
        let bot = 100 + self as u64;
        let proof = play_in_peace(game, &run, bot).await?;
        let answer = match self {
            Self::ForgedTicket => {
                run.ticket.pop();
                client.submit(&run, &proof, None).await?
            }
            Self::StolenTicket => Client::new_player(url).await?.submit(&run, &proof, None).await?,
            Self::Nonsense => client.submit(&run, "!", None).await?,
            Self::OtherBoard => {
                let yesterday = run.date.parse::<Date>().ok().and_then(Date::previous).map(|date| date.to_string());
                let body = json!({ "ticket": run.ticket, "proof": proof, "board": yesterday });
                client.post("/v1/runs", &body).await?
            }
            Self::ImpossibleValue => client.submit(&run, &proof, Some(-1)).await?,
            // No puzzle asks as much.
            Self::ImpossibleTrust => client.submit(&run, "1000.0", None).await?,
            Self::AtOnce => client.submit(&run, &proof, None).await?,
            Self::FastMoves => {
                let proof = long_play(game, &run, bot).await?;
                tokio::time::sleep(Duration::from_millis(game.game().limits.min_ms + 100)).await;
                client.submit(&run, &proof, None).await?
            }
            Self::InflatedScore => {
                run.wait_as_a_person(game, &proof, Duration::ZERO).await?;
                client.submit(&run, &proof, Some(value(game, &run, &proof) + 1)).await?
            }
            Self::Copy => {
                let copier = Client::new_player(url).await?;
                let second = copier.start(game).await?;
                second.wait_as_a_person(game, &proof, Duration::from_millis(200)).await?;
                client.submit(&run, &proof, None).await?;
                copier.submit(&second, &proof, None).await?
            }
            Self::UsedTicket => {
                run.wait_as_a_person(game, &proof, Duration::ZERO).await?;
                client.submit(&run, &proof, None).await?;
                let claimed = i64::try_from(*game.game().values.end()).unwrap_or(i64::MAX);
                client.submit(&run, &proof, Some(claimed)).await?
            }
        };
        Ok(reason(&answer))
    }
}

/// Moves that take a person clearly longer than the shortest run. A game may end early, so several are tried.
async fn long_play(game: GameId, run: &Started, bot: u64) -> Result<String, BotError> {
    let shortest = Duration::from_millis(game.game().limits.min_ms + 500);
    for other in bot..bot + 20 {
        let proof = play_in_peace(game, run, other).await?;
        if run.time_needed(game, &proof)? > shortest {
            return Ok(proof);
        }
    }
    Err(BotError::NoPlay(game))
}

fn reason(answer: &Json) -> String {
    answer["reason"].as_str().map_or_else(|| format!("accepted: {answer}"), str::to_owned)
}

/// What the replay gives.
fn value(game: GameId, run: &Started, proof: &str) -> i64 {
    let replay = game.read(&run.board, proof).ok().and_then(|proof| proof.replay().ok());
    match replay.map(|replay| replay.value) {
        Some(Value::Counted(value)) => i64::try_from(value).unwrap_or(0),
        _ => 0,
    }
}
