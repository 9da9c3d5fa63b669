//! Bots that play every game through the public API, as a front end would: identity, ticket, time to play, submission.
//!
//! Honest bots fill the boards. The others cheat, each in one way, and show what the referee makes of it.

mod cheats;
mod client;
mod play;
mod sliding;

use std::time::Duration;

use games::{GameId, Kind};
use tokio::task::JoinSet;

pub use client::{BotError, Client, Started};
pub use play::proof;
pub use sliding::solve as solve_fifteen;

/// Honest bots for each game: more than three, so that a close grants titles.
const HONEST: u64 = 5;

/// Games that are played at once; the bots wait most of the time, as people do.
const AT_ONCE: usize = 64;

/// Plays every game once with every bot, then lets the cheats try, and tells how it went.
pub async fn play(url: String) {
    println!("\nThe bots begin; the shortest games are over in a few seconds, the longest in about half a minute.");
    let mut running = JoinSet::new();
    let played = GameId::ALL.iter().filter(|game| game.game().kind != Kind::External);
    for (game, bot) in played.flat_map(|&game| (0..HONEST).map(move |bot| (game, bot))) {
        if running.len() >= AT_ONCE {
            tell(running.join_next().await);
        }
        running.spawn(honest(url.clone(), game, bot));
    }
    while let Some(done) = running.join_next().await {
        tell(Some(done));
    }
    for cheat in cheats::ALL {
        let refused = match (cheat.run)(&url).await {
            Ok(reason) => reason,
            Err(error) => format!("({error})"),
        };
        println!("  cheat: {:<44} -> {refused}", cheat.what);
    }
    println!("The bots have finished. See {url}/v1/boards/2048/week and {url}/v1/rejections");
}

fn tell(done: Option<Result<Result<String, BotError>, tokio::task::JoinError>>) {
    match done {
        Some(Ok(Ok(line))) => println!("  {line}"),
        Some(Ok(Err(error))) => println!("  a bot gave up: {error}"),
        Some(Err(error)) => println!("  a bot fell over: {error}"),
        None => {}
    }
}

/// One honest run; the line that tells of it.
async fn honest(url: String, game: GameId, bot: u64) -> Result<String, BotError> {
    let client = Client::new_player(&url).await?;
    let started = client.start(game).await?;
    let proof = play::proof(game, &started.board, bot);
    let proof = proof.ok_or(BotError::NoPlay(game))?;
    started.wait_as_a_person(game, &proof, Duration::ZERO).await?;
    let answer = client.submit(&started, &proof, None).await?;
    Ok(match answer["reason"].as_str() {
        None => {
            let rank = &answer["standings"][0]["rank"];
            format!(
                "{game}: {} {}",
                answer["value"],
                if rank.is_null() { String::new() } else { format!("(rank {rank})") }
            )
        }
        Some(reason) => format!("{game}: refused, {reason}"),
    })
}
