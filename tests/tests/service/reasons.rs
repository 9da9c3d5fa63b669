//! All ten reasons over HTTP, each counted once, and each recorded for operators.

use games::GameId;
use serde_json::json;
use tests::{World, solve_fifteen};

const NOON: &str = "2026-11-30T12:00:00+09:00";
const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

#[tokio::test]
async fn each_reason_is_given_for_what_it_says_and_counted_once() {
    let world = World::at(NOON).await;
    let (ann, ben) = (world.player().await, world.player().await);

    // An honest run, whose moves somebody copies below.
    let honest = ann.start(GameId::G2048).await;
    let copied = ben.start(GameId::G2048).await;
    let used = ann.start(GameId::G2048).await;
    let moves = honest.play_2048(100, 1);
    world.pass(MINUTE);
    assert_eq!(ann.submit(&honest, &moves).await.status, 201);
    let refused = ben.submit(&copied, &moves).await;
    assert_eq!((refused.status, refused.reason()), (422, Some("copied_run")));

    assert_eq!(ann.submit(&used, &used.play_2048(60, 2)).await.status, 201);
    let refused = ann.submit(&used, &used.play_2048(60, 3)).await;
    assert_eq!((refused.status, refused.reason()), (422, Some("used")));

    let run = ann.start(GameId::G2048).await;
    let other_day = json!({ "ticket": run.ticket, "proof": run.play_2048(60, 4), "board": "2026-11-29" });
    assert_eq!(ann.post("/v1/runs", &other_day).await.reason(), Some("bad_seed"));

    let run = ann.start(GameId::G2048).await;
    assert_eq!(ann.submit(&run, "not a proof").await.reason(), Some("bad_proof"));

    let run = ann.start(GameId::Kankani).await;
    assert_eq!(ann.claim(&run, "", -1).await.reason(), Some("bad_value"));

    let run = ann.start(GameId::Kankani).await;
    world.pass(1_999);
    assert_eq!(ann.submit(&run, "").await.reason(), Some("too_fast"));

    let run = ann.start(GameId::Fifteen).await;
    let slow_enough = solve_fifteen(&run, 5);
    world.pass(2_000);
    assert!(slow_enough.len() > 50, "the frame of the day takes more than 50 moves of 40 ms");
    assert_eq!(ann.submit(&run, &slow_enough).await.reason(), Some("moves_too_fast"));

    let run = ann.start(GameId::Fifteen).await;
    let solution = solve_fifteen(&run, 5);
    world.pass(MINUTE);
    let wrong = i64::try_from(solution.len()).unwrap() - 1;
    assert_eq!(ann.claim(&run, &solution, wrong).await.reason(), Some("score_mismatch"));

    // The long ones last: two hours of kankani, and an hour more until the ticket expires.
    let slow = ann.start(GameId::Kankani).await;
    let expired = ann.start(GameId::Kankani).await;
    world.pass(2 * HOUR + 1);
    assert_eq!(ann.submit(&slow, "").await.reason(), Some("too_slow"));
    world.pass(HOUR - 1);
    assert_eq!(ann.submit(&expired, "").await.reason(), Some("expired"));

    let counts = world.get("/v1/rejections?month=2026-11").await;
    let count = |game: &str, reason: &str| {
        let rows = counts.body["rejections"].as_array().unwrap();
        rows.iter().find(|row| row["game"] == game && row["reason"] == reason).map(|row| row["count"].as_u64().unwrap())
    };
    for (game, reason) in [
        ("2048", "copied_run"),
        ("2048", "used"),
        ("2048", "bad_seed"),
        ("2048", "bad_proof"),
        ("kankani", "bad_value"),
        ("kankani", "too_fast"),
        ("fifteen", "moves_too_fast"),
        ("fifteen", "score_mismatch"),
        ("kankani", "too_slow"),
        ("kankani", "expired"),
    ] {
        assert_eq!(count(game, reason), Some(1), "{game} {reason}: {}", counts.text);
    }
    assert_eq!(counts.body["rejections"].as_array().unwrap().len(), 10);

    let csv = world.get_with("/v1/rejections?month=2026-11", &[("accept", "text/csv")]).await;
    assert!(csv.text.starts_with("month,game,reason,count\r\n"), "{}", csv.text);
    assert!(csv.text.contains("2026-11,kankani,too_slow,1\r\n"), "{}", csv.text);
}

#[tokio::test]
async fn a_ticket_that_nobody_signed_is_refused_and_not_counted() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let mut run = player.start(GameId::G2048).await;
    run.ticket.replace_range(0..1, "f");
    world.pass(MINUTE);
    let refused = player.submit(&run, "LDLD").await;
    assert_eq!((refused.status, refused.reason()), (422, Some("bad_proof")));
    assert_eq!(world.get("/v1/rejections").await.body["rejections"], json!([]));
}

#[tokio::test]
async fn a_ticket_sent_a_thousand_times_moves_the_public_count_by_one() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let run = player.start(GameId::G2048).await;
    world.pass(MINUTE);
    assert_eq!(player.submit(&run, &run.play_2048(50, 1)).await.status, 201);
    for taste in 2..32 {
        assert_eq!(player.submit(&run, &run.play_2048(50, taste)).await.reason(), Some("used"));
    }
    let counts = world.get("/v1/rejections").await;
    assert_eq!(counts.body["rejections"].as_array().unwrap().len(), 1, "{}", counts.text);
    assert_eq!(counts.body["rejections"][0]["count"], 1);
}

#[tokio::test]
async fn a_stolen_ticket_neither_helps_the_thief_nor_costs_the_owner_anything() {
    let world = World::at(NOON).await;
    let (owner, thief) = (world.player().await, world.player().await);
    let run = owner.start(GameId::G2048).await;
    let moves = run.play_2048(60, 1);
    world.pass(MINUTE);
    assert_eq!(thief.submit(&run, &moves).await.reason(), Some("bad_proof"));
    assert_eq!(owner.submit(&run, &moves).await.status, 201);
}

#[tokio::test]
async fn a_run_that_crosses_midnight_keeps_its_board_until_half_past_and_counts_on_the_new_day() {
    let world = World::at("2026-11-30T23:59:00+09:00").await;
    let player = world.player().await;
    let (first, second) = (player.start(GameId::G2048).await, player.start(GameId::G2048).await);
    assert_eq!(first.date.to_string(), "2026-11-30");
    world.set("2026-12-01T00:30:00+09:00");
    let accepted = player.submit(&first, &first.play_2048(60, 1)).await;
    assert_eq!(accepted.status, 201, "{}", accepted.text);
    let periods: Vec<&str> =
        accepted.body["standings"].as_array().unwrap().iter().map(|s| s["period"].as_str().unwrap()).collect();
    assert_eq!(periods, ["2026-W49", "2026-12", "2026-S4"]);
    world.set("2026-12-01T00:30:00.001+09:00");
    assert_eq!(player.submit(&second, &second.play_2048(60, 2)).await.reason(), Some("bad_seed"));
}
