//! Dishonest bots, one for each way of cheating that does not take hours. What they come to hear is the demonstration.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use calendar::Date;
use games::GameId;
use serde_json::{Value, json};

use super::{BotError, Client, Started, play};

type Attempt<'a> = Pin<Box<dyn Future<Output = Result<String, BotError>> + Send + 'a>>;

/// A way of cheating.
pub struct Cheat {
    /// What is tried.
    pub what: &'static str,
    /// Tries it, and answers the reason it was refused with.
    pub run: fn(&str) -> Attempt<'_>,
}

/// Every way, in the order of the demonstration.
pub const ALL: [Cheat; 9] = [
    Cheat { what: "a ticket that nobody signed", run: |url| Box::pin(forged_ticket(url)) },
    Cheat { what: "somebody else's ticket", run: |url| Box::pin(stolen_ticket(url)) },
    Cheat { what: "a move that changes nothing", run: |url| Box::pin(illegal_move(url)) },
    Cheat { what: "yesterday's board", run: |url| Box::pin(other_board(url)) },
    Cheat { what: "a score no game can have", run: |url| Box::pin(impossible_score(url)) },
    Cheat { what: "a whole game at once", run: |url| Box::pin(at_once(url)) },
    Cheat { what: "two hundred moves in five seconds", run: |url| Box::pin(fast_moves(url)) },
    Cheat { what: "four points more than were made", run: |url| Box::pin(inflated_score(url)) },
    Cheat { what: "another player's moves, then the ticket again", run: |url| Box::pin(copied_and_used(url)) },
];

const GAME: GameId = GameId::G2048;

fn reason(answer: &Value) -> String {
    answer["reason"].as_str().map_or_else(|| "accepted".to_owned(), str::to_owned)
}

async fn begin(url: &str, taste: u64) -> Result<(Client, Started, String), BotError> {
    let client = Client::new_player(url).await?;
    let started = client.start(GAME).await?;
    let proof = play::proof(GAME, &started.board, taste).ok_or(BotError::NoPlay(GAME))?;
    Ok((client, started, proof))
}

async fn forged_ticket(url: &str) -> Result<String, BotError> {
    let (client, mut started, proof) = begin(url, 100).await?;
    started.ticket.pop();
    Ok(reason(&client.submit(&started, &proof, None).await?))
}

async fn stolen_ticket(url: &str) -> Result<String, BotError> {
    let (_, started, proof) = begin(url, 101).await?;
    let thief = Client::new_player(url).await?;
    Ok(reason(&thief.submit(&started, &proof, None).await?))
}

async fn illegal_move(url: &str) -> Result<String, BotError> {
    let (client, started, _) = begin(url, 102).await?;
    // No board lets one direction change something this often in a row.
    let proof = "L".repeat(100);
    started.wait_as_a_person(GAME, &proof, Duration::ZERO).await?;
    Ok(reason(&client.submit(&started, &proof, None).await?))
}

async fn other_board(url: &str) -> Result<String, BotError> {
    let (client, started, proof) = begin(url, 103).await?;
    let yesterday = started.date.parse::<Date>().ok().and_then(Date::previous).map(|date| date.to_string());
    let body = json!({ "ticket": started.ticket, "proof": proof, "board": yesterday });
    Ok(reason(&client.post("/v1/runs", &body).await?))
}

async fn impossible_score(url: &str) -> Result<String, BotError> {
    let (client, started, proof) = begin(url, 104).await?;
    Ok(reason(&client.submit(&started, &proof, Some(-1)).await?))
}

async fn at_once(url: &str) -> Result<String, BotError> {
    let (client, started, proof) = begin(url, 105).await?;
    Ok(reason(&client.submit(&started, &proof, None).await?))
}

async fn fast_moves(url: &str) -> Result<String, BotError> {
    let (client, started, proof) = begin(url, 106).await?;
    tokio::time::sleep(Duration::from_millis(GAME.game().limits.min_ms + 100)).await;
    Ok(reason(&client.submit(&started, &proof, None).await?))
}

async fn inflated_score(url: &str) -> Result<String, BotError> {
    let (client, started, proof) = begin(url, 107).await?;
    started.wait_as_a_person(GAME, &proof, Duration::ZERO).await?;
    let replay = GAME.read(&started.board, &proof).ok().and_then(|proof| proof.replay().ok());
    let claimed = match replay.map(|replay| replay.value) {
        Some(games::Value::Counted(score)) => i64::try_from(score + 4).unwrap_or(4),
        _ => 4,
    };
    Ok(reason(&client.submit(&started, &proof, Some(claimed)).await?))
}

async fn copied_and_used(url: &str) -> Result<String, BotError> {
    let (honest, first, proof) = begin(url, 108).await?;
    let copier = Client::new_player(url).await?;
    let second = copier.start(GAME).await?;
    second.wait_as_a_person(GAME, &proof, Duration::from_millis(200)).await?;
    honest.submit(&first, &proof, None).await?;
    let copied = reason(&copier.submit(&second, &proof, None).await?);
    let shorter = &proof[..proof.len() - 1];
    let used = reason(&copier.submit(&second, shorter, None).await?);
    Ok(format!("{copied}, {used}"))
}
