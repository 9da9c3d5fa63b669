//! What closing a large board costs: fills a board, closes it in a process of its own, and prints the peak memory of that.
//!
//! `cargo run --release -p tests --example close_at_size -- 10000 100000`

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement that cannot go on stops")]

use std::collections::HashMap;
use std::process::Command;
use std::time::Instant;

use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use calendar::{Period, parse_rfc3339};
use games::{Better, GameId};
use local::database::{Database, client};
use ranking::{PlayerId, RankKey};
use store::{Clock, Entry, Store};

const BEFORE: &str = "2026-12-06T12:00:00+09:00";
const AFTER: &str = "2026-12-07T00:01:00+09:00";
/// Items one batch may write (the database's limit).
const BATCH: usize = 25;

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

/// Writes the board's entries as they would stand after as many accepted runs.
async fn fill(database: &Database, entries: u64) {
    let received_at_ms = parse_rfc3339(BEFORE).unwrap();
    let client = database.client();
    Store::new(client.clone(), local::TABLE, Clock::manual(received_at_ms)).create_table().await.unwrap();
    let numbers: Vec<u64> = (0..entries).collect();
    for numbers in numbers.chunks(BATCH) {
        let writes = numbers.iter().map(|&number| {
            let ticket_id = format!("{number:0>26}");
            let entry = Entry {
                player: PlayerId::from_random(u128::from(number) << 64),
                rank: RankKey::new(Better::Fewer, 2_000 + number, received_at_ms, &ticket_id),
                nickname: "손님".to_owned(),
                value: 2_000 + number,
                received_at_ms,
                ticket_id,
            };
            let mut item: HashMap<String, AttributeValue> = serde_dynamo::to_item(entry).unwrap();
            item.insert("pk".to_owned(), AttributeValue::S("B#kankani#2026-W49#0".to_owned()));
            WriteRequest::builder().put_request(PutRequest::builder().set_item(Some(item)).build().unwrap()).build()
        });
        client.batch_write_item().request_items(local::TABLE, writes.collect()).send().await.unwrap();
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
