//! What a front end does over HTTP.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use calendar::Date;
use games::{Board, GameId, Seed};
use serde_json::{Value, json};

/// A bot that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The server does not answer.
    #[error("the server does not answer: {0}")]
    Http(#[from] reqwest::Error),
    /// The server answers something unexpected.
    #[error("the server answers {0}")]
    Answer(Value),
    /// No bot knows how to play this.
    #[error("no bot plays {0}")]
    NoPlay(GameId),
}

/// A player with a browser token.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    token: String,
    /// The public identifier.
    pub player: String,
}

/// A run that was started.
#[derive(Clone, Debug)]
pub struct Started {
    /// The start ticket.
    pub ticket: String,
    /// The day of the board.
    pub date: String,
    /// The board.
    pub board: Board,
    at: Instant,
}

impl Client {
    /// A new player.
    ///
    /// # Errors
    ///
    /// [`BotError`] when the server gives none.
    pub async fn new_player(url: &str) -> Result<Self, BotError> {
        let http = reqwest::Client::new();
        let answer: Value = http.post(format!("{url}/v1/players")).send().await?.json().await?;
        match (answer["player"].as_str(), answer["token"].as_str()) {
            (Some(player), Some(token)) => {
                Ok(Self { http, url: url.to_owned(), token: token.to_owned(), player: player.to_owned() })
            }
            _ => Err(BotError::Answer(answer)),
        }
    }

    /// Sends `body` and reads the answer, whatever its status.
    ///
    /// # Errors
    ///
    /// [`BotError`] when the server does not answer in JSON.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Value, BotError> {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.token).json(body);
        Ok(request.send().await?.json().await?)
    }

    /// Starts a run.
    ///
    /// # Errors
    ///
    /// [`BotError`] when the server gives no ticket.
    pub async fn start(&self, game: GameId) -> Result<Started, BotError> {
        let mut body = json!({ "game": game });
        if game.game().compete_only {
            body["compete"] = true.into();
        }
        let answer = self.post("/v1/tickets", &body).await?;
        started(&answer).ok_or(BotError::Answer(answer))
    }

    /// Hands in a run.
    ///
    /// # Errors
    ///
    /// [`BotError`] when the server does not answer in JSON.
    pub async fn submit(&self, run: &Started, proof: &str, claimed: Option<i64>) -> Result<Value, BotError> {
        let mut body = json!({ "ticket": run.ticket, "proof": proof });
        if let Some(claimed) = claimed {
            body["claimed"] = claimed.into();
        }
        self.post("/v1/runs", &body).await
    }
}

fn started(answer: &Value) -> Option<Started> {
    let board = &answer["board"];
    let date = board["date"].as_str()?;
    let seed: [u8; 32] = STANDARD.decode(board["seed"].as_str()?).ok()?.try_into().ok()?;
    Some(Started {
        ticket: answer["ticket"].as_str()?.to_owned(),
        date: date.to_owned(),
        board: Board {
            seed: Seed(seed),
            weekday: date.parse::<Date>().ok()?.weekday(),
            variation: board["variation"].as_u64()?.try_into().ok()?,
            level: board["level"].as_str().and_then(|level| level.parse().ok()),
        },
        at: Instant::now(),
    })
}

impl Started {
    /// Waits as long as a person needs for `proof`, and `more`.
    ///
    /// # Errors
    ///
    /// [`BotError`] when the proof cannot be read.
    pub async fn wait_as_a_person(&self, game: GameId, proof: &str, more: Duration) -> Result<(), BotError> {
        // The two clocks start a moment apart.
        let until = self.time_needed(game, proof)? + more + Duration::from_millis(50);
        tokio::time::sleep(until.saturating_sub(self.at.elapsed())).await;
        Ok(())
    }

    /// How long a person needs for `proof`.
    ///
    /// # Errors
    ///
    /// [`BotError`] when the proof cannot be read.
    pub fn time_needed(&self, game: GameId, proof: &str) -> Result<Duration, BotError> {
        let read = game.read(&self.board, proof).map_err(|error| BotError::Answer(error.to_string().into()))?;
        let least = Duration::from_micros(read.least_elapsed_us());
        Ok(least.max(Duration::from_millis(game.game().limits.min_ms)))
    }
}
