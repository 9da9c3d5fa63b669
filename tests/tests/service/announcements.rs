//! What listeners hear of closes, and of titles that were replaced since.

use close_period::Request;
use games::GameId;
use serde_json::{Value, json};
use tests::{Player, World};
use tokens::Scope;

use crate::logs::Log;

const MONDAY: &str = "2026-11-30T12:00:00+09:00";
const AFTER: &str = "2026-12-07T00:00:31+09:00";

/// Wakes the closer, and gives what it announces: on a laptop it does so in the log.
async fn wake(world: &World, request: Request) -> Vec<(String, Value)> {
    let log = Log::default();
    let subscriber =
        tracing_subscriber::fmt().json().flatten_event(true).with_env_filter("info").with_writer(log.clone()).finish();
    let guard = tracing::subscriber::set_default(subscriber);
    tracing::callsite::rebuild_interest_cache();
    world.service.closer().handle(request).await.unwrap();
    drop(guard);
    let heard = log.text();
    let lines = heard.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let events = lines.filter(|line| line["message"] == "event").map(|line| {
        let detail = serde_json::from_str(line["detail"].as_str().unwrap()).unwrap();
        (line["kind"].as_str().unwrap().to_owned(), detail)
    });
    events.filter(|(_, detail): &(_, Value)| detail["game"] == "kankani" && detail["period"] == "2026-W49").collect()
}

fn operator(world: &World) -> Player {
    world.bearer(&world.service.token("kim", &[Scope::Ops]).unwrap())
}

/// The holders of titles in an announcement, from the first.
fn holders(detail: &Value) -> Vec<&str> {
    detail["titles"].as_array().unwrap().iter().map(|title| title["player"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn titles_that_were_replaced_are_announced_once_more_and_tell_so() {
    let world = World::at(MONDAY).await;
    let mut players = Vec::new();
    for elapsed in [5_000, 6_000, 7_000, 8_000] {
        let player = world.player().await;
        let run = player.start(GameId::Kankani).await;
        world.pass(elapsed);
        assert_eq!(player.submit(&run, "").await.status, 201);
        players.push(player.id);
    }
    world.set(AFTER);
    let week = || Request::Period { period: "2026-W49".parse().unwrap() };
    // What a test beside this one logs first is known by now.
    assert_eq!(wake(&world, Request::Period { period: "2026-W48".parse().unwrap() }).await, []);
    let first = wake(&world, week()).await;
    let kinds: Vec<_> = first.iter().map(|(kind, detail)| (kind.as_str(), detail["reclosed"].as_u64())).collect();
    assert_eq!(kinds, [("PeriodClosed", Some(0)), ("TitlesGranted", Some(0))], "{first:?}");
    assert_eq!(holders(&first[1].1), players.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(wake(&world, week()).await, [], "once");

    for (nth, hidden, titled) in [(1, 0, vec![1, 2, 3]), (2, 1, vec![])] {
        let why = json!({ "why": "A program." });
        let hide = format!("/v1/ops/players/{}/hide", players[hidden]);
        assert_eq!(operator(&world).post(&hide, &why).await.status, 200);
        let path = "/v1/ops/periods/kankani/2026-W49/reclose";
        let dry = operator(&world).post(path, &json!({ "why": "A program.", "dry_run": true })).await;
        assert_eq!(wake(&world, Request::Sweep { sweep: true }).await, [], "a dry run is nothing to hear of");
        let order = json!({ "why": "A program.", "plan": dry.body["plan"] });
        assert_eq!(operator(&world).post(path, &order).await.body["changed"], true);

        let again = wake(&world, Request::Sweep { sweep: true }).await;
        let kinds: Vec<_> = again.iter().map(|(kind, detail)| (kind.as_str(), detail["reclosed"].as_u64())).collect();
        assert_eq!(kinds, [("PeriodClosed", Some(nth)), ("TitlesGranted", Some(nth))], "{again:?}");
        assert_eq!(again[0].1["participants"], 4 - nth);
        let expected: Vec<&str> = titled.into_iter().map(|player: usize| players[player].as_str()).collect();
        assert_eq!(holders(&again[1].1), expected);
        assert_eq!(wake(&world, Request::Sweep { sweep: true }).await, [], "once");
    }
}
