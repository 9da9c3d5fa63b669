//! Bots that play every game through the public API, as a front end would: identity, ticket, time to play, submission.
//!
//! Honest bots fill the boards. The others cheat, each in one way, and show what the referee makes of it. Two with accounts play matches
//! against each other.

mod cheats;
mod client;
mod play;
mod rooms;
mod sliding;

use std::sync::Arc;
use std::time::Duration;

use games::GameId;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

pub use cheats::Cheat;
pub use client::{BotError, Client, Started};
pub use play::proof;
pub use rooms::play_all as play_rooms;
pub use sliding::solve as solve_fifteen;

/// Honest bots for each game: more than three, so that a close grants titles.
const HONEST: u64 = 5;

/// Bots that play at once; they wait most of the time, as people do.
const AT_ONCE: usize = 100;

/// Lets the bots play every game, and tells of each how it went. The tokens are of the two accounts that play against each other.
pub async fn play(url: String, accounts: [String; 2]) {
    println!(
        "\nThe bots begin: five honest ones for every game, one for each way of cheating, and two that play every match game against \
         each other in a room. It takes about a minute."
    );
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut games = JoinSet::new();
    for game in GameId::with_runs() {
        games.spawn(play_game(url.clone(), game, Arc::clone(&room)));
    }
    match play_rooms(&url, accounts).await {
        Ok(rooms) => tell_all(rooms).await,
        Err(error) => println!("  no rooms: {error}"),
    }
    tell_all(games).await;
    println!("The bots have finished. See {url}/v1/boards/2048/week and {url}/v1/rejections");
}

/// Tells each line as it comes.
async fn tell_all(mut games: JoinSet<String>) {
    while let Some(told) = games.join_next().await {
        match told {
            Ok(line) => println!("  {line}"),
            Err(error) => println!("  a bot fell over: {error}"),
        }
    }
}

/// Everything the bots do in one game; the line that tells of it.
async fn play_game(url: String, game: GameId, room: Arc<Semaphore>) -> String {
    let mut running = JoinSet::new();
    for bot in 0..HONEST {
        let (url, room) = (url.clone(), Arc::clone(&room));
        running.spawn(async move {
            let _place = room.acquire().await;
            honest(&url, game, bot).await
        });
    }
    for &cheat in Cheat::ALL.iter().filter(|cheat| cheat.applies_to(game)) {
        let (url, room) = (url.clone(), Arc::clone(&room));
        running.spawn(async move {
            let _place = room.acquire().await;
            let reason = cheat.attempt(&url, game).await?;
            let expected = cheat.reason().as_str();
            Ok(if reason == expected { reason } else { format!("{reason} (not {expected}!)") })
        });
    }
    let mut lines = Vec::new();
    while let Some(done) = running.join_next().await {
        lines.push(match done {
            Ok(Ok(line)) => line,
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        });
    }
    lines.sort();
    format!("{:<14} {}", game.as_str(), lines.join(", "))
}

/// One honest run: what it was worth, or why it was refused.
async fn honest(url: &str, game: GameId, bot: u64) -> Result<String, BotError> {
    let client = Client::new_player(url).await?;
    let started = client.start(game).await?;
    let proof = play_in_peace(game, &started, bot).await?;
    started.wait_as_a_person(game, &proof, Duration::ZERO).await?;
    let answer = client.submit(&started, &proof, None).await?;
    Ok(match (answer["reason"].as_str(), answer["value"].as_u64(), answer["outcome"].as_str()) {
        (Some(reason), ..) => format!("an honest run: {reason}!"),
        (None, Some(value), _) => value.to_string(),
        (None, None, Some(outcome)) => outcome.to_owned(),
        (None, None, None) => answer.to_string(),
    })
}

/// Thinks on a thread where nobody waits.
async fn play_in_peace(game: GameId, started: &Started, bot: u64) -> Result<String, BotError> {
    let board = started.board;
    let proof = tokio::task::spawn_blocking(move || play::proof(game, &board, bot)).await;
    proof.ok().flatten().ok_or(BotError::NoPlay(game))
}
