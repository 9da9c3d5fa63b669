//! What operators do: the whole story of a cheater who is found after the season has closed.

use calendar::{Date, Period};
use close_period::Request;
use games::GameId;
use ranking::PlayerId;
use serde_json::{Value, json};
use store::{RunRecord, RunStatus, Store};
use tests::{Player, World};
use tokens::Scope;

const LAST_DAY: &str = "2026-12-31T12:00:00+09:00";
const AFTER: &str = "2027-01-01T00:00:31+09:00";
const SEASON: &str = "2026-S4";

/// An accepted kankani run of `value` milliseconds, put into the table as `submit-run` does.
async fn put(store: &Store, player: &PlayerId, ticket: u32, value: u64) -> String {
    let now_ms = store.clock().now_ms();
    let ticket_id = format!("{ticket:0>26}");
    let run = RunRecord {
        player: player.clone(),
        game: GameId::Kankani,
        ticket_id: ticket_id.clone(),
        date: Date::of(now_ms),
        variation: 0,
        level: None,
        rules: 1,
        started_at_ms: now_ms - i64::try_from(value).unwrap(),
        received_at_ms: now_ms,
        claimed: None,
        assisted: false,
        digest: vec![0; 32],
        status: RunStatus::Accepted { value: Some(value), outcome: None, plies: 0 },
        rating: None,
        proof: None,
    };
    store.accept(run, "", None).await.unwrap();
    ticket_id
}

fn operator(world: &World) -> Player {
    world.bearer(&world.service.token("kim", &[Scope::Ops]).unwrap())
}

/// `(rank, player, value)` of a list in an answer.
fn ranks(list: &Value) -> Vec<(u64, String, u64)> {
    let rank = |row: &Value| {
        let player = row["player"].as_str().unwrap().to_owned();
        (row["rank"].as_u64().unwrap(), player, row["value"].as_u64().unwrap())
    };
    list.as_array().unwrap().iter().map(rank).collect()
}

/// Ranks from 1 of the hundred best of `runs`.
fn hundred(runs: &[(String, u64)]) -> Vec<(u64, String, u64)> {
    let mut sorted = runs.to_vec();
    sorted.sort_by_key(|&(_, value)| value);
    (1..).zip(sorted).take(100).map(|(rank, (player, value))| (rank, player, value)).collect()
}

async fn titles(world: &World) -> Value {
    world.get(&format!("/v1/titles/kankani/{SEASON}?limit=100")).await.body["titles"].clone()
}

#[tokio::test]
async fn a_cheater_found_after_the_close_loses_the_title_and_everybody_else_moves_up() {
    let world = World::at(LAST_DAY).await;
    let store = &world.service.store;
    // 148 honest players, one cheater with an honest run for place 50 beside, and one with nothing else.
    let mut honest = Vec::new();
    for number in 1..=148_u32 {
        let player = PlayerId::from_random(number.into());
        put(store, &player, number, 10_000 + u64::from(number) * 10).await;
        honest.push((player.to_string(), 10_000 + u64::from(number) * 10));
    }
    let (ann, ben) = (PlayerId::from_random(1_001), PlayerId::from_random(1_002));
    put(store, &ann, 901, 10_495).await;
    let cheat_of_ann = put(store, &ann, 902, 2_000).await;
    let cheat_of_ben = put(store, &ben, 903, 2_001).await;
    world.set(AFTER);
    let season: Period = SEASON.parse().unwrap();
    world.service.closer().handle(Request::Period { period: season }).await.unwrap();

    let mut before = honest.clone();
    before.extend([(ann.to_string(), 2_000), (ben.to_string(), 2_001)]);
    let before = hundred(&before);
    let granted = titles(&world).await;
    assert_eq!(ranks(&granted), before);
    assert_eq!(granted[0]["text"]["ko"], "2026년 시즌 4 칸칸이 우승 (참가 150명)");

    // Both runs are removed; the closed board and its titles wait for the re-close.
    let ops = operator(&world);
    let why = json!({ "why": "The times are a program's." });
    let paths = [format!("/v1/ops/runs/{ann}/{cheat_of_ann}"), format!("/v1/ops/runs/{ben}/{cheat_of_ben}")];
    for path in &paths {
        let removed = ops.delete(path, &why).await;
        assert_eq!((removed.status, &removed.body["changed"]), (200, &json!(true)), "{}", removed.text);
        assert_eq!(removed.body["recorded"]["removed"]["by"], "kim");
        world.pass(1_000);
    }
    assert_eq!(titles(&world).await, granted);
    assert_eq!(world.get(&format!("/v1/boards/kankani/{SEASON}")).await.body["participants"], 150);

    // The dry run shows both lists and changes nothing.
    let mut after = honest.clone();
    after.push((ann.to_string(), 10_495));
    let after = hundred(&after);
    assert_eq!(after[49], (50, ann.to_string(), 10_495));
    let path = format!("/v1/ops/periods/kankani/{SEASON}/reclose");
    let untouched = world.dump().await;
    let dry = ops.post(&path, &json!({ "why": "Two removals.", "dry_run": true })).await;
    assert_eq!(dry.status, 200, "{}", dry.text);
    assert_eq!((ranks(&dry.body["before"]), ranks(&dry.body["after"])), (before.clone(), after.clone()));
    assert_eq!((&dry.body["participants_before"], &dry.body["participants"]), (&json!(150), &json!(149)));
    assert_eq!(dry.body["difference"].as_array().unwrap().len(), 100, "every rank changes hands");
    assert_eq!(dry.body["difference"][0]["before"]["player"], ann.as_str());
    assert_eq!(dry.body["difference"][0]["after"]["player"], honest[0].0);
    let blind = ops.post(&path, &json!({ "why": "Two removals." })).await;
    assert_eq!((blind.status, &blind.body["plan"]), (409, &dry.body["plan"]), "{}", blind.text);
    assert_eq!(world.dump().await, untouched);

    // The re-close.
    let order = json!({ "why": "Two removals.", "plan": dry.body["plan"] });
    let done = ops.post(&path, &order).await;
    assert_eq!((done.status, &done.body["changed"]), (200, &json!(true)), "{}", done.text);
    let replaced = titles(&world).await;
    assert_eq!(ranks(&replaced), after);
    assert_eq!(replaced[0]["text"]["ko"], "2026년 시즌 4 칸칸이 우승 (참가 149명)");
    let own = |player: String| {
        let path = format!("/v1/players/{player}/titles");
        let world = &world;
        async move { world.get(&path).await.body["titles"].clone() }
    };
    assert_eq!(own(ben.to_string()).await, json!([]));
    assert_eq!(own(ann.to_string()).await[0]["rank"], 50);
    assert_eq!(own(honest[98].0.clone()).await[0]["rank"], 100);
    let board = world.get(&format!("/v1/boards/kankani/{SEASON}?limit=100")).await;
    assert_eq!(board.body["participants"], 149);
    assert_eq!(ranks(&board.body["entries"]), after);

    // The audit tells who, when, what, why, before and after; newest first.
    let audit = ops.get("/v1/ops/audit?month=2027-01").await;
    let records = audit.body["records"].as_array().unwrap();
    let told: Vec<_> =
        records.iter().map(|record| (record["what"].as_str().unwrap(), record["why"].as_str().unwrap())).collect();
    let removal = ("remove_run", "The times are a program's.");
    assert_eq!(told, [("reclose", "Two removals."), removal, removal]);
    assert!(records.iter().all(|record| record["who"] == "kim" && record["at_ms"].is_i64()), "{}", audit.text);
    assert_eq!((&records[2]["player"], &records[2]["run"]), (&json!(ann), &json!(cheat_of_ann)));
    assert_eq!((&records[2]["before"]["removed"], &records[2]["after"]["removed"]), (&json!(false), &json!(true)));
    assert_eq!(ranks(&records[0]["before"]["titles"]), before);
    assert_eq!(ranks(&records[0]["after"]["titles"]), after);
    assert_eq!(
        (&records[0]["before"]["participants"], &records[0]["after"]["participants"]),
        (&json!(150), &json!(149))
    );

    // All of it again changes nothing more.
    let settled = world.dump().await;
    for path in &paths {
        let again = ops.delete(path, &why).await;
        assert_eq!((again.status, &again.body["changed"]), (200, &json!(false)), "{}", again.text);
    }
    let again = ops.post(&path, &order).await;
    assert_eq!((again.status, &again.body["changed"]), (200, &json!(false)), "{}", again.text);
    assert_eq!(world.dump().await, settled);

    // Nothing is destroyed: the runs are there, and restored they win again.
    for path in &paths {
        let restored = ops.post(&format!("{path}/restore"), &json!({ "why": "We were wrong." })).await;
        assert_eq!((restored.status, &restored.body["changed"]), (200, &json!(true)), "{}", restored.text);
    }
    let dry = ops.post(&path, &json!({ "why": "We were wrong.", "dry_run": true })).await;
    let back = json!({ "why": "We were wrong.", "plan": dry.body["plan"] });
    assert_eq!(ops.post(&path, &back).await.status, 200);
    assert_eq!(titles(&world).await, granted);
}

#[tokio::test]
async fn on_open_boards_the_next_best_takes_the_place_at_once_and_gives_it_back() {
    let world = World::at(LAST_DAY).await;
    let player: PlayerId = world.player().await.id.parse().unwrap();
    put(&world.service.store, &player, 1, 9_000).await;
    let best = put(&world.service.store, &player, 2, 5_000).await;
    put(&world.service.store, &player, 3, 7_000).await;
    let ops = operator(&world);
    let shown = async || {
        let mut values = Vec::new();
        for period in ["week", "month", "season"] {
            let board = world.get(&format!("/v1/boards/kankani/{period}")).await;
            values.push(board.body["entries"][0]["value"].as_u64());
        }
        values
    };
    let path = format!("/v1/ops/runs/{player}/{best}");
    assert_eq!(shown().await, [Some(5_000); 3]);
    assert_eq!(ops.delete(&path, &json!({ "why": "A mistake." })).await.status, 200);
    assert_eq!(shown().await, [Some(7_000); 3]);
    assert_eq!(ops.post(&format!("{path}/restore"), &json!({ "why": "No mistake." })).await.status, 200);
    assert_eq!(shown().await, [Some(5_000); 3]);
}

#[tokio::test]
async fn a_run_is_shown_with_its_moves_and_judged_again_by_the_rules_of_today() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let player = world.player().await;
    let run = player.start(GameId::G2048).await;
    let moves = run.play_2048(60, 1);
    world.pass(60_000);
    let accepted = player.submit(&run, &moves).await;
    let id = accepted.body["run"].as_str().unwrap();
    let ops = operator(&world);
    let file = ops.get(&format!("/v1/ops/runs/{}/{id}", player.id)).await;
    assert_eq!((file.status, &file.body["proof"]), (200, &json!(moves)), "{}", file.text);
    assert_eq!(file.body["review"]["holds"], true);
    assert_eq!(file.body["review"]["value"], accepted.body["value"]);
    assert_eq!(file.body["recorded"]["status"], "accepted");

    for unknown in [format!("{}/{}", player.id, "0".repeat(26)), format!("{}/x", player.id), format!("x/{id}")] {
        assert_eq!(ops.get(&format!("/v1/ops/runs/{unknown}")).await.status, 404, "{unknown}");
    }
    // A season and thirty days later its time is over, whether the database has deleted it or not.
    world.set("2027-01-31T00:00:00+09:00");
    assert_eq!(operator(&world).get(&format!("/v1/ops/runs/{}/{id}", player.id)).await.status, 404);
}

#[tokio::test]
async fn an_honest_run_that_was_refused_is_restored_and_one_that_cannot_be_replayed_is_not() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let player = world.player().await;
    let quick = player.start(GameId::Kankani).await;
    let broken = player.start(GameId::G2048).await;
    world.pass(1_999);
    let quick = player.submit(&quick, "").await;
    assert_eq!(quick.reason(), Some("too_fast"));
    world.pass(60_000);
    let broken = player.submit(&broken, "LLLLX").await;
    assert_eq!(broken.reason(), Some("bad_proof"));

    let ops = operator(&world);
    let path = |answer: &tests::Answer| format!("/v1/ops/runs/{}/{}", player.id, answer.body["run"].as_str().unwrap());
    let file = ops.get(&path(&quick)).await;
    let review = &file.body["review"];
    assert_eq!(
        (&review["holds"], &review["reason"], &review["replays"]),
        (&json!(false), &json!("too_fast"), &json!(true))
    );
    let why = json!({ "why": "The clock was ours." });
    let refused = ops.delete(&path(&quick), &why).await;
    assert_eq!((refused.status, refused.body["code"].as_str()), (409, Some("conflict")), "nothing to remove");
    let restored = ops.post(&format!("{}/restore", path(&quick)), &why).await;
    assert_eq!((restored.status, &restored.body["recorded"]["value"]), (200, &json!(1_999)), "{}", restored.text);
    assert_eq!(world.get("/v1/boards/kankani/week").await.body["entries"][0]["value"], 1_999);
    let again = ops.post(&format!("{}/restore", path(&quick)), &why).await;
    assert_eq!(again.body["changed"], false);

    let impossible = ops.post(&format!("{}/restore", path(&broken)), &why).await;
    assert_eq!((impossible.status, impossible.body["code"].as_str()), (422, Some("does_not_replay")));
    let audit = ops.get("/v1/ops/audit").await;
    assert_eq!(audit.body["records"].as_array().unwrap().len(), 1, "{}", audit.text);
    assert_eq!(audit.body["records"][0]["before"]["reason"], "too_fast");
}

#[tokio::test]
async fn operators_see_refusals_of_all_games_and_the_figures_of_a_month_as_json_and_csv() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let player = world.player().await;
    for game in [GameId::Kankani, GameId::G2048, GameId::Kankani] {
        let run = player.start(game).await;
        world.pass(100);
        assert_eq!(player.submit(&run, if game == GameId::Kankani { "" } else { "L" }).await.status, 422);
    }
    put(&world.service.store, &player.id.parse().unwrap(), 1, 9_000).await;
    let ops = operator(&world);
    let mut seen = Vec::new();
    let mut path = "/v1/ops/rejections?limit=2".to_owned();
    loop {
        let page = ops.get(&path).await;
        let games =
            page.body["rejections"].as_array().unwrap().iter().map(|row| row["game"].as_str().unwrap().to_owned());
        seen.extend(games);
        let Some(cursor) = page.body["cursor"].as_str() else { break };
        path = format!("/v1/ops/rejections?limit=2&cursor={cursor}");
    }
    assert_eq!(seen, ["kankani", "2048", "kankani"]);
    let bearer = format!("Bearer {}", ops.token);
    let csv = [("authorization", bearer.as_str()), ("accept", "text/csv")];
    let table = world.get_with("/v1/ops/rejections?game=kankani", &csv).await;
    let head = "received_at,game,player,run,reason,detail,elapsed_ms,claimed,replayed\r\n";
    assert!(table.text.starts_with(head), "{}", table.text);
    assert_eq!(table.text.matches(",too_fast,").count(), 2, "{}", table.text);

    let figures = ops.get("/v1/ops/figures?month=2026-11").await;
    let kankani = figures.body["games"].as_array().unwrap().iter().find(|row| row["game"] == "kankani").unwrap();
    assert_eq!((&kankani["participants"], &kankani["refused"]), (&json!(1), &json!(2)), "{}", figures.text);
    assert_eq!((&kankani["refusals"]["too_fast"], &kankani["closed"]), (&json!(2), &json!(false)));
    let table = world.get_with("/v1/ops/figures?month=2026-11", &csv).await;
    assert!(table.text.contains("2026-11,kankani,1,0,2\r\n"), "{}", table.text);
}

#[tokio::test]
async fn an_order_needs_a_reason_and_a_period_that_is_closed() {
    let world = World::at(LAST_DAY).await;
    let player = world.player().await;
    let run = put(&world.service.store, &player.id.parse().unwrap(), 1, 9_000).await;
    let ops = operator(&world);
    let untouched = world.dump().await;
    let path = format!("/v1/ops/runs/{}/{run}", player.id);
    for why in [json!({}), json!({ "why": " " }), json!({ "why": "a\nb" }), json!({ "why": "x".repeat(501) })] {
        assert_eq!(ops.delete(&path, &why).await.status, 400, "{why}");
    }
    let unknown = json!({ "why": "x", "force": true });
    assert_eq!(ops.delete(&path, &unknown).await.status, 400);
    let open = ops.post("/v1/ops/periods/kankani/2026-S4/reclose", &json!({ "why": "x", "dry_run": true })).await;
    assert_eq!((open.status, open.body["code"].as_str()), (409, Some("conflict")), "{}", open.text);
    assert_eq!(world.dump().await, untouched);
}
