//! What is forgotten, and when.

use close_period::Request;
use games::GameId;
use serde_json::json;
use store::{Committed, RunRecord, RunStatus};
use tests::World;

#[tokio::test]
async fn a_player_who_leaves_is_a_guest_on_every_board_and_in_every_title() {
    let world = World::at("2026-12-06T12:00:00+09:00").await;
    let mut players = Vec::new();
    for name in ["김밥왕", "고구마", "한라산"] {
        let player = world.player().await;
        assert_eq!(player.put("/v1/players/me/nickname", &json!({ "nickname": name })).await.status, 200);
        let run = player.start(GameId::Kankani).await;
        world.pass(5_000);
        assert_eq!(player.submit(&run, "").await.status, 201);
        players.push(player);
    }
    world.set("2026-12-07T00:00:31+09:00");
    world.service.closer().handle(Request::Period { period: "2026-W49".parse().unwrap() }).await.unwrap();
    let leaver = &players[0];
    assert_eq!(leaver.delete("/v1/players/me", &json!(null)).await.status, 204);

    let everything = world.dump().await.join("\n");
    assert!(!everything.contains("김밥왕"), "the name is nowhere in the table");
    assert!(everything.contains("고구마"), "other names stay");
    let guest = format!("손님{}", &leaver.id[22..]);
    for path in ["/v1/boards/kankani/2026-W49", "/v1/boards/kankani/month"] {
        let board = world.get(path).await;
        let entry = &board.body["entries"][0];
        assert_eq!((&entry["player"], &entry["nickname"]), (&json!(leaver.id), &json!(guest)), "{}", board.text);
    }
    let titles = world.get("/v1/titles/kankani/2026-W49").await;
    assert_eq!((&titles.body["titles"][0]["nickname"], &titles.body["titles"][0]["rank"]), (&json!(guest), &json!(1)));
}

#[tokio::test]
async fn a_claim_on_moves_ends_with_its_time_even_before_the_database_deletes_it() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let store = &world.service.store;
    let (ann, ben) = (world.player().await, world.player().await);
    let date = "2026-11-30".parse().unwrap();
    let hand_in = async |player: &str, ticket: &str| {
        let now_ms = store.clock().now_ms();
        let run = RunRecord {
            player: player.parse().unwrap(),
            game: GameId::G2048,
            ticket_id: ticket.repeat(26),
            date,
            variation: 0,
            level: None,
            rules: 1,
            started_at_ms: now_ms - 60_000,
            received_at_ms: now_ms,
            claimed: None,
            assisted: false,
            digest: vec![0; 32],
            status: RunStatus::Accepted { value: Some(400), outcome: None, plies: 60 },
            rating: None,
            proof: None,
        };
        store.accept(run, "LDLD", Some([9; 32])).await.unwrap()
    };
    assert!(matches!(hand_in(&ann.id, "1").await, Committed::Now { .. }));
    // The claim lasts for seven days after the board's.
    world.set("2026-12-07T23:59:59+09:00");
    assert_eq!(hand_in(&ben.id, "2").await, Committed::Copied);
    world.set("2026-12-08T00:00:00+09:00");
    assert!(matches!(hand_in(&ben.id, "3").await, Committed::Now { .. }));
}
