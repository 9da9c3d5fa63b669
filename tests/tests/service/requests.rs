//! Bad input: a clear problem with a stable code, and nothing changed.

use games::GameId;
use serde_json::{Value, json};
use tests::World;

const NOON: &str = "2026-11-30T12:00:00+09:00";

#[tokio::test]
async fn a_malformed_request_is_a_problem_and_uses_no_ticket() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let run = player.start(GameId::G2048).await;
    let moves = run.play_2048(60, 1);
    world.pass(60_000);
    let ticket = run.ticket.as_str();
    let bodies: Vec<(&str, Value)> = vec![
        ("an unknown field", json!({ "ticket": ticket, "proof": moves, "score": 4 })),
        ("no proof", json!({ "ticket": ticket })),
        ("a claim in a string", json!({ "ticket": ticket, "proof": moves, "claimed": "4" })),
        ("a fraction", json!({ "ticket": ticket, "proof": moves, "claimed": 4.5 })),
        ("a list for a proof", json!({ "ticket": ticket, "proof": ["L"] })),
        ("no game of ours", json!({ "ticket": ticket, "proof": moves, "game": "chess" })),
        ("no date", json!({ "ticket": ticket, "proof": moves, "board": "2026-11-31" })),
        ("a list", json!([])),
    ];
    for (what, body) in bodies {
        let answer = player.post("/v1/runs", &body).await;
        assert_eq!((answer.status, answer.body["code"].as_str()), (400, Some("malformed")), "{what}: {}", answer.text);
    }
    let repeated = [
        format!(r#"{{"ticket":"{ticket}","ticket":"{ticket}","proof":"{moves}"}}"#),
        format!(r#"{{"ticket":"{ticket}","proof":{{"won":true,"won":false}}}}"#),
        format!(r#"{{"ticket":"{ticket}","proof":{{"\u0077on":true,"won":true}}}}"#),
    ];
    // Numbers are whole and written so, and within 64 bits.
    let numbers = ["1.0", "1e3", "-0", "-0.0", "9223372036854775808", "1e999", "NaN", "Infinity", "01", "+1", "0x10"]
        .map(|claimed| format!(r#"{{"ticket":"{ticket}","proof":"{moves}","claimed":{claimed}}}"#));
    let http = reqwest::Client::new();
    let send = |kind: &'static str, body: String| {
        http.post(format!("{}/v1/runs", world.url))
            .bearer_auth(&player.token)
            .header("content-type", kind)
            .body(body)
            .send()
    };
    for body in repeated.into_iter().chain(numbers) {
        assert_eq!(send("application/json", body.clone()).await.unwrap().status(), 400, "{body}");
    }
    assert_eq!(send("text/plain", "{}".to_owned()).await.unwrap().status(), 415);
    assert_eq!(send("application/json", "[".repeat(100_000)).await.unwrap().status(), 400);
    let large = send("application/json", format!("\"{}\"", "L".repeat(256 * 1024))).await.unwrap();
    assert_eq!(large.status(), 413);
    assert_eq!(large.headers()["content-type"], "application/problem+json");

    // After all of that the ticket is as good as new.
    assert_eq!(player.submit(&run, &moves).await.status, 201);
}

#[tokio::test]
async fn the_same_submission_again_is_answered_as_the_first_time() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let accepted = player.start(GameId::G2048).await;
    let refused = player.start(GameId::G2048).await;
    let moves = accepted.play_2048(60, 1);
    world.pass(60_000);
    let first = player.submit(&accepted, &moves).await;
    world.pass(5_000);
    let again = player.submit(&accepted, &moves).await;
    assert_eq!((first.status, again.status), (201, 200));
    for field in ["run", "value", "elapsed_ms", "submitted_at_ms", "standings"] {
        assert_eq!(first.body[field], again.body[field], "{field}");
    }
    assert_eq!((first.body["repeated"].as_bool(), again.body["repeated"].as_bool()), (Some(false), Some(true)));

    let first = player.claim(&refused, &moves, 1).await;
    world.pass(5_000);
    let again = player.claim(&refused, &moves, 1).await;
    assert_eq!((first.status, first.reason()), (422, Some("score_mismatch")));
    assert_eq!((again.status, again.reason(), &again.body["repeated"]), (422, Some("score_mismatch"), &json!(true)));
    assert_eq!(first.body["elapsed_ms"], again.body["elapsed_ms"]);
    assert_eq!(world.get("/v1/rejections").await.body["rejections"][0]["count"], 1);
}

#[tokio::test]
async fn a_request_without_a_good_token_is_refused_before_anything_else() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let run = player.start(GameId::G2048).await;
    let http = reqwest::Client::new();
    let tokens = ["", "x", &run.ticket, &player.token[..player.token.len() - 1], "eyJhbGciOiJub25lIn0.e30."];
    for path in ["/v1/tickets", "/v1/runs"] {
        let bare = http.post(format!("{}{path}", world.url)).json(&json!({})).send().await.unwrap();
        assert_eq!(bare.status(), 401, "{path} without a token");
        for token in tokens {
            let sent =
                http.post(format!("{}{path}", world.url)).bearer_auth(token).json(&json!({})).send().await.unwrap();
            assert_eq!(sent.status(), 401, "{path} with {token:?}");
            assert_eq!(sent.headers()["www-authenticate"], "Bearer");
        }
    }
    // 400 days later the browser token has had its time.
    world.pass(400 * 24 * 3_600_000);
    assert_eq!(player.post("/v1/tickets", &json!({ "game": "2048" })).await.status, 401);
}

#[tokio::test]
async fn a_ticket_needs_a_game_that_can_be_started() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let ask = async |body: Value| {
        let answer = player.post("/v1/tickets", &body).await;
        (answer.status, answer.body["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(ask(json!({ "game": "chess" })).await, (400, "malformed".to_owned()));
    assert_eq!(ask(json!({ "game": "2048", "level": "basic" })).await, (400, "malformed".to_owned()));
    assert_eq!(ask(json!({ "game": "2048", "date": "2026-12-01" })).await, (400, "malformed".to_owned()));
    assert_eq!(ask(json!({ "game": "stock-room" })).await, (422, "no_tickets".to_owned()));
    assert_eq!(ask(json!({ "game": "troy" })).await, (422, "compete_only".to_owned()));
    assert_eq!(ask(json!({ "game": "troy", "compete": true })).await.0, 201);
    assert_eq!(world.get("/v1/tickets").await.status, 405);
    assert_eq!(world.get("/v2/games").await.status, 404);
}

#[tokio::test]
async fn everybody_gets_the_same_board_on_a_day_and_another_one_tomorrow() {
    let world = World::at("2026-11-30T23:59:59.999+09:00").await;
    let (ann, ben) = (world.player().await, world.player().await);
    let today = (ann.start(GameId::Fifteen).await, ben.start(GameId::Fifteen).await);
    assert_eq!(today.0.board, today.1.board);
    world.pass(1);
    let tomorrow = ann.start(GameId::Fifteen).await;
    assert_eq!(tomorrow.date.to_string(), "2026-12-01");
    assert_ne!(today.0.board.seed, tomorrow.board.seed);
    let other_game = ann.start(GameId::G2048).await;
    assert_ne!(other_game.board.seed, tomorrow.board.seed);
}

#[tokio::test]
async fn a_body_of_256_kib_is_read_and_one_byte_more_is_not() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let limit = 256 * 1024;
    for (bytes, status) in [(limit, 400), (limit + 1, 413)] {
        let body = format!("{{\"ticket\":\"{}\"}}", "x".repeat(bytes - 13));
        assert_eq!(body.len(), bytes);
        let sent = reqwest::Client::new()
            .post(format!("{}/v1/runs", world.url))
            .bearer_auth(&player.token)
            .header("content-type", "application/json")
            .body(body)
            .send();
        assert_eq!(sent.await.unwrap().status(), status, "{bytes} bytes");
    }
}

#[tokio::test]
async fn a_player_gets_sixty_tickets_a_minute_and_hears_when_to_ask_again() {
    let world = World::at("2026-11-30T12:00:15+09:00").await;
    let (hoarder, other) = (world.player().await, world.player().await);
    let body = json!({ "game": "2048" });
    for _ in 0..60 {
        assert_eq!(hoarder.post("/v1/tickets", &body).await.status, 201);
    }
    let sent = reqwest::Client::new().post(format!("{}/v1/tickets", world.url)).bearer_auth(&hoarder.token).json(&body);
    let refused = sent.send().await.unwrap();
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (429, &"46".parse().unwrap()));
    assert_eq!(refused.headers()["content-type"], "application/problem+json");
    assert_eq!(other.post("/v1/tickets", &body).await.status, 201);
    world.pass(45_000);
    assert_eq!(hoarder.post("/v1/tickets", &body).await.status, 201);
}

#[tokio::test]
async fn a_compressed_body_is_not_unpacked() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let sent = reqwest::Client::new()
        .post(format!("{}/v1/runs", world.url))
        .bearer_auth(&player.token)
        .header("content-type", "application/json")
        .header("content-encoding", "gzip")
        .body("{}");
    assert_eq!(sent.send().await.unwrap().status(), 415);
}

#[tokio::test]
async fn a_page_of_another_origin_may_not_read_answers() {
    let world = World::at(NOON).await;
    let http = reqwest::Client::new();
    let ours = "http://localhost:5173";
    for (origin, allowed) in [(ours, Some(ours)), ("https://evil.example", None), ("null", None)] {
        let asked = http.get(format!("{}/v1/games", world.url)).header("origin", origin).send().await.unwrap();
        let header = |name: &str| asked.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(header("access-control-allow-origin").as_deref(), allowed, "{origin}");
        assert_eq!(header("access-control-allow-credentials"), None, "{origin}");
        assert_eq!(header("set-cookie"), None, "who asks is in a header, never in a cookie");
    }
}

#[tokio::test]
async fn a_path_that_is_longer_than_any_key_names_nothing() {
    let world = World::at(NOON).await;
    for long in ["x".repeat(26), "0".repeat(3000), "%00".repeat(26), "%F0%9F%8E%B2".repeat(26)] {
        for path in [
            format!("/v1/games/{long}"),
            format!("/v1/boards/{long}/week"),
            format!("/v1/boards/2048/{long}"),
            format!("/v1/boards/2048/week/players/{long}"),
            format!("/v1/ratings/reversi/{long}"),
            format!("/v1/ratings/reversi/ai/players/{long}"),
            format!("/v1/players/{long}/titles"),
            format!("/v1/players/{long}/matches"),
            format!("/v1/titles/2048/{long}"),
            format!("/v1/matches/{long}"),
            format!("/v1/matches/{long}/record"),
        ] {
            let answer = world.get(&path).await;
            let empty = answer.status == 200 && long.starts_with('x') && path.contains("/players/");
            assert!(answer.status == 404 || empty, "{path}: {}", answer.text);
        }
    }
}
