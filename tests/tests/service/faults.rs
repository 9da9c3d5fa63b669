//! One fault between us and the database, at every request of a submission: after the client sends again, everything is as if
//! nothing had happened.

use std::time::Duration;

use games::GameId;
use serde_json::Value;
use tests::{Answer, Fault, FaultyDatabase, Player, Run, World};

const NOON: &str = "2026-11-30T12:00:00+09:00";
const FAULTS: [Fault; 5] =
    [Fault::Lost, Fault::AnswerLost, Fault::Repeated, Fault::Throttled, Fault::Late(Duration::from_millis(50))];

/// What a submission leaves behind, as anybody can see it.
async fn state(world: &World) -> (Value, Value) {
    let board = world.get("/v1/boards/2048/week").await;
    let entries: Vec<Value> = board.body["entries"].as_array().unwrap().iter().map(|e| e["value"].clone()).collect();
    let counts = world.get("/v1/rejections").await;
    (entries.into(), counts.body["rejections"].clone())
}

/// Sends until it is answered for good, as a client does on 503.
async fn send(player: &Player, run: &Run, proof: &str) -> Answer {
    for _ in 0..50 {
        let answer = player.submit(run, proof).await;
        if answer.status != 503 {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("fifty times 503")
}

/// Submits `proof` with `fault` at the request number `at`; what is left behind, and how many requests it took.
async fn submit_with(fault: Option<(usize, Fault)>, legal: bool) -> (u16, (Value, Value), u32) {
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), NOON).await;
    // The moves do not depend on the board's seed: they are refused or accepted all the same.
    let player = world.player().await;
    let run = player.start(GameId::G2048).await;
    let proof = if legal { run.play_2048(1, 1) } else { "LLLLLLLLLLLLLLLLLLLLLLLLLLLLLL".to_owned() };
    world.pass(60_000);
    let faults = fault.map_or_else(Vec::new, |(at, fault)| {
        let mut faults = vec![Fault::None; at];
        faults.push(fault);
        faults
    });
    database.plan(faults);
    let answer = send(&player, &run, &proof).await;
    let requests = database.requests();
    database.plan([]);
    (answer.status, state(&world).await, requests)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_run_survives_any_single_fault() {
    let (status, (entries, counts), requests) = submit_with(None, true).await;
    assert_eq!(status, 201);
    assert_eq!(entries.as_array().unwrap().len(), 1);
    for at in 0..usize::try_from(requests).unwrap() {
        for fault in FAULTS {
            let (status, (faulty, faulty_counts), _) = submit_with(Some((at, fault)), true).await;
            assert!(matches!(status, 200 | 201), "{fault:?} at {at}: {status}");
            assert_eq!(faulty.as_array().unwrap().len(), 1, "{fault:?} at {at}");
            assert_eq!(faulty_counts, counts, "{fault:?} at {at}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_run_is_counted_once_whatever_single_fault() {
    let (status, state, requests) = submit_with(None, false).await;
    assert_eq!(status, 422);
    assert_eq!(state.1[0]["count"], 1);
    for at in 0..usize::try_from(requests).unwrap() {
        for fault in FAULTS {
            let (status, faulty, _) = submit_with(Some((at, fault)), false).await;
            assert_eq!((status, &faulty), (422, &state), "{fault:?} at {at}");
        }
    }
}
