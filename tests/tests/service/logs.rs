//! What the functions log: enough to see what happens, and nothing that is a secret or tells who somebody is.

use std::io::Write;
use std::sync::{Arc, Mutex};

use games::GameId;
use serde_json::json;
use tests::World;
use tokens::Scope;
use tracing_subscriber::fmt::MakeWriter;

/// Keeps what is logged.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// What was logged so far.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

const ADDRESS: &str = "203.0.113.77";

#[tokio::test]
async fn no_log_line_holds_a_token_a_proof_or_an_address() {
    let log = Log::default();
    // As the deployed functions log: JSON at the level `info`.
    let subscriber = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter("info")
        .with_target(false)
        .with_writer(log.clone())
        .finish();
    // Other tests run beside this one and listen to nothing. What they log first is asked for again once this one listens.
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    assert_eq!(world.get("/v1/health").await.status, 200);
    let guard = tracing::subscriber::set_default(subscriber);
    tracing::callsite::rebuild_interest_cache();

    let player = world.player().await;
    let accepted = player.start(GameId::G2048).await;
    let refused = player.start(GameId::G2048).await;
    let moves = accepted.play_2048(80, 1);
    let other = refused.play_2048(70, 2);
    world.pass(60_000);
    let run = player.submit(&accepted, &moves).await;
    assert_eq!(run.status, 201);
    assert_eq!(player.claim(&refused, &other, 1).await.reason(), Some("score_mismatch"));
    assert_eq!(player.submit(&accepted, "not a proof of ours").await.status, 422);
    assert_eq!(player.post("/v1/runs", &json!({ "ticket": accepted.ticket })).await.status, 400);
    assert_eq!(player.put("/v1/players/me/nickname", &json!({ "nickname": "김철수" })).await.status, 422);
    let forwarded = [("x-forwarded-for", ADDRESS), ("forwarded", "for=203.0.113.77"), ("x-real-ip", ADDRESS)];
    assert_eq!(world.get_with("/v1/games", &forwarded).await.status, 200);
    // A token where it does not belong.
    assert_eq!(world.get(&format!("/v1/players/{}/titles", player.token)).await.status, 404);
    assert_eq!(world.get(&format!("/v1/rejections?month={}", player.token)).await.status, 400);
    assert_eq!(world.get(&format!("/{}", player.token)).await.status, 404);
    let ops = world.bearer(&world.service.token("kim", &[Scope::Ops]).unwrap());
    let path = format!("/v1/ops/runs/{}/{}", player.id, run.body["run"].as_str().unwrap());
    assert_eq!(ops.get(&path).await.status, 200);
    assert_eq!(ops.delete(&path, &json!({ "why": "A program." })).await.status, 200);
    let wrong = world.bearer("eyJhbGciOiJub25lIn0.eyJzdWIiOiJ3cm9uZyJ9.");
    assert_eq!(wrong.get(&path).await.status, 401);
    drop(guard);

    let log = log.text();
    assert_eq!(log.matches("\"message\":\"answered\"").count(), 15, "{log}");
    let secrets = [
        ("the browser token", player.token.as_str()),
        ("the operator's token", &ops.token),
        ("a wrong token", &wrong.token),
        ("a ticket", &accepted.ticket),
        ("a ticket", &refused.ticket),
        ("a proof", &moves),
        ("a proof", &other),
        ("a malformed proof", "not a proof of ours"),
        ("an address", ADDRESS),
        ("a refused name", "김철수"),
    ];
    for (what, secret) in secrets {
        assert!(!log.contains(secret), "{what} is in the log:\n{log}");
    }
    // Not even a part: the signature is what makes a token one.
    for token in [&player.token, &ops.token, &accepted.ticket] {
        let signature = token.rsplit('.').next().unwrap();
        assert!(!log.contains(signature));
    }
}
