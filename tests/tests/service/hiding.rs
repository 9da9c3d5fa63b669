//! Hidden players are no entrants.

use close_period::Request;
use games::GameId;
use serde_json::json;
use tests::{Player, World};
use tokens::Scope;

const MONDAY: &str = "2026-11-30T12:00:00+09:00";
const AFTER: &str = "2026-12-07T00:00:31+09:00";

async fn play(world: &World, player: &Player, elapsed_ms: i64) -> tests::Answer {
    let run = player.start(GameId::Kankani).await;
    world.pass(elapsed_ms);
    let answer = player.submit(&run, "").await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer
}

/// An operator whose token is fresh: a token lasts for a day.
fn operator(world: &World) -> Player {
    world.bearer(&world.service.token("kim", &[Scope::Ops]).unwrap())
}

async fn entrants(world: &World) -> Vec<String> {
    let board = world.get("/v1/boards/kankani/2026-W49").await;
    board.body["entries"].as_array().unwrap().iter().map(|row| row["player"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_hidden_player_leaves_open_boards_and_comes_back_when_shown() {
    let world = World::at(MONDAY).await;
    let (ann, ben) = (world.player().await, world.player().await);
    play(&world, &ann, 5_000).await;
    play(&world, &ben, 6_000).await;
    let hide = format!("/v1/ops/players/{}/hide", ann.id);
    let why = json!({ "why": "The name insults." });
    let hidden = operator(&world).post(&hide, &why).await;
    assert_eq!((hidden.status, &hidden.body["changed"]), (200, &json!(true)), "{}", hidden.text);
    assert_eq!(operator(&world).post(&hide, &why).await.body["changed"], false);
    assert_eq!(entrants(&world).await, [ben.id.as_str()]);
    assert_eq!(world.get(&format!("/v1/boards/kankani/week/players/{}", ann.id)).await.status, 404);

    // A run while hidden is judged and kept, and does not count.
    let unseen = play(&world, &ann, 4_000).await;
    assert_eq!(unseen.body["standings"], json!([]), "{}", unseen.text);
    assert_eq!(entrants(&world).await, [ben.id.as_str()]);

    let shown = operator(&world).post(&format!("/v1/ops/players/{}/unhide", ann.id), &why).await;
    assert_eq!((shown.status, &shown.body["hidden"]), (200, &json!(false)), "{}", shown.text);
    assert_eq!(entrants(&world).await, [ann.id.as_str(), ben.id.as_str()]);
    let board = world.get("/v1/boards/kankani/week").await;
    assert_eq!(board.body["entries"][0]["value"], 4_000, "the best of all runs");
    let audit = operator(&world).get("/v1/ops/audit").await;
    let what: Vec<_> = audit.body["records"].as_array().unwrap().iter().map(|r| r["what"].as_str().unwrap()).collect();
    assert_eq!(what, ["unhide_player", "hide_player"]);
}

#[tokio::test]
async fn a_span_hides_the_runs_received_in_it_and_no_others() {
    let world = World::at(MONDAY).await;
    let ann = world.player().await;
    play(&world, &ann, 8_000).await;
    world.set("2026-12-01T12:00:00+09:00");
    play(&world, &ann, 5_000).await;
    let span = json!({ "why": "A stolen browser.", "from": "2026-12-01T00:00:00.000+09:00", "until": "2026-12-02T00:00:00.000+09:00" });
    let hidden = operator(&world).post(&format!("/v1/ops/players/{}/hide", ann.id), &span).await;
    assert_eq!((hidden.status, hidden.body["from"].as_str()), (200, span["from"].as_str()), "{}", hidden.text);
    let value = async || world.get("/v1/boards/kankani/2026-W49").await.body["entries"][0]["value"].as_u64();
    assert_eq!(value().await, Some(8_000));
    world.set("2026-12-02T00:00:00+09:00");
    play(&world, &ann, 7_000).await;
    assert_eq!(value().await, Some(7_000));
    let backwards = json!({ "why": "x", "from": span["until"], "until": span["from"] });
    assert_eq!(operator(&world).post(&format!("/v1/ops/players/{}/hide", ann.id), &backwards).await.status, 400);
}

#[tokio::test]
async fn a_hidden_winner_gets_no_title_and_too_few_entrants_close_without_titles() {
    let world = World::at(MONDAY).await;
    let players = [world.player().await, world.player().await, world.player().await];
    for (player, elapsed) in players.iter().zip([5_000, 6_000, 7_000]) {
        play(&world, player, elapsed).await;
    }
    world.set(AFTER);
    world.service.closer().handle(Request::Period { period: "2026-W49".parse().unwrap() }).await.unwrap();
    let titles = async || world.get("/v1/titles/kankani/2026-W49").await.body["titles"].as_array().unwrap().len();
    assert_eq!(titles().await, 3);
    let why = json!({ "why": "A program." });
    assert_eq!(operator(&world).post(&format!("/v1/ops/players/{}/hide", players[0].id), &why).await.status, 200);
    assert_eq!(titles().await, 3, "the re-close decides");
    let path = "/v1/ops/periods/kankani/2026-W49/reclose";
    let dry = operator(&world).post(path, &json!({ "why": "A program.", "dry_run": true })).await;
    assert_eq!((&dry.body["participants"], &dry.body["after"]), (&json!(2), &json!([])), "{}", dry.text);
    let done = operator(&world).post(path, &json!({ "why": "A program.", "plan": dry.body["plan"] })).await;
    assert_eq!(done.status, 200, "{}", done.text);
    assert_eq!(titles().await, 0);
    assert_eq!(world.get(&format!("/v1/players/{}/titles", players[1].id)).await.body["titles"], json!([]));

    // Shown again and closed again, everything is as it was; both once more changes nothing.
    let unhide = format!("/v1/ops/players/{}/unhide", players[0].id);
    assert_eq!(operator(&world).post(&unhide, &why).await.body["changed"], true);
    let dry = operator(&world).post(path, &json!({ "why": "We were wrong.", "dry_run": true })).await;
    let order = json!({ "why": "We were wrong.", "plan": dry.body["plan"] });
    assert_eq!(operator(&world).post(path, &order).await.body["changed"], true);
    let holders = world.get("/v1/titles/kankani/2026-W49").await;
    let holders = holders.body["titles"].as_array().unwrap().iter().map(|title| title["player"].as_str().unwrap());
    assert_eq!(holders.collect::<Vec<_>>(), players.each_ref().map(|player| player.id.as_str()));
    let settled = world.dump().await;
    assert_eq!(operator(&world).post(&unhide, &why).await.body["changed"], false);
    assert_eq!(operator(&world).post(path, &order).await.body["changed"], false);
    assert_eq!(world.dump().await, settled);
}
