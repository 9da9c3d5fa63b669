//! What closing a large board costs: fills a board, closes it in a process of its own, and prints the peak memory of that.
//!
//! `cargo run --release -p tests --example close_at_size -- 10000 100000`

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement that cannot go on stops")]

use std::process::Command;
use std::time::Instant;

use calendar::{Period, parse_rfc3339};
use games::GameId;
use local::database::{Database, client};
use ranking::PlayerId;
use store::{Clock, RunRecord, RunStatus, Store};
use tokio::task::JoinSet;

const BEFORE: &str = "2026-12-06T12:00:00+09:00";
const AFTER: &str = "2026-12-07T00:01:00+09:00";
const AT_ONCE: u64 = 32;

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [endpoint] = arguments.as_slice()
        && endpoint.starts_with("http")
    {
        return close(endpoint).await;
    }
    for entries in arguments {
        let entries: u64 = entries.parse().unwrap();
        let database = Database::in_memory().await.unwrap();
        let began = Instant::now();
        fill(&database, entries).await;
        println!("{entries} entries, filled in {:.0?}", began.elapsed());
        let itself = std::env::current_exe().unwrap();
        let endpoint = database.endpoint();
        let closed = tokio::task::spawn_blocking(move || Command::new(itself).arg(endpoint).status().unwrap());
        assert!(closed.await.unwrap().success());
    }
}

async fn fill(database: &Database, entries: u64) {
    let store = Store::new(database.client(), local::TABLE, Clock::manual(parse_rfc3339(BEFORE).unwrap()));
    store.create_table().await.unwrap();
    let mut running = JoinSet::new();
    for lane in 0..AT_ONCE {
        let store = store.clone();
        running.spawn(async move {
            for number in (lane..entries).step_by(AT_ONCE.try_into().unwrap()) {
                store.accept(run(&store, number), "", None).await.unwrap();
            }
        });
    }
    while let Some(done) = running.join_next().await {
        done.unwrap();
    }
}

fn run(store: &Store, number: u64) -> RunRecord {
    let now_ms = store.clock().now_ms();
    RunRecord {
        player: PlayerId::from_random(u128::from(number) << 64),
        game: GameId::Kankani,
        ticket_id: format!("{number:0>26}"),
        date: calendar::Date::of(now_ms),
        variation: 0,
        level: None,
        rules: 1,
        started_at_ms: now_ms - 60_000,
        received_at_ms: now_ms,
        claimed: None,
        assisted: false,
        digest: vec![0; 32],
        status: RunStatus::Accepted { value: Some(2_000 + number), outcome: None, plies: 0 },
        rating: None,
        proof: None,
    }
}

async fn close(endpoint: &str) {
    let clock = Clock::manual(parse_rfc3339(AFTER).unwrap());
    let store = Store::new(client(endpoint), local::TABLE, clock);
    let week: Period = "2026-W49".parse().unwrap();
    let began = Instant::now();
    let closing = store.close(GameId::Kankani, week).await.unwrap();
    let took = began.elapsed();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM: unknown here");
    println!(
        "  closed: {} took part, {} titles, {took:.1?}, {peak}",
        closing.closed.participants, closing.closed.titles
    );
}
