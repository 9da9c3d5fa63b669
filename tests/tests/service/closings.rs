//! The closing rankings of apps that rank by themselves.

use serde_json::{Value, json};
use tests::World;
use tokens::Scope;

const NOVEMBER: &str = "2026-11-30T12:00:00+09:00";
const DECEMBER: &str = "2026-12-01T00:00:00+09:00";

fn ranking(players: usize) -> Value {
    (0..players).map(|nth| json!({ "nickname": format!("손{nth}"), "value": 1_000_000 - nth })).collect()
}

fn closing(players: usize) -> Value {
    json!({ "game": "stock-room", "month": "2026-11", "ranking": ranking(players) })
}

#[tokio::test]
async fn a_month_is_handed_over_once_and_grants_its_titles() {
    let world = World::at(DECEMBER).await;
    let app = world.bearer(&world.service.token("app", &[Scope::ClosingReport]).unwrap());
    let first = app.post("/v1/closings", &closing(120)).await;
    assert_eq!((first.status, first.body["titles"].as_u64()), (201, Some(100)), "{}", first.text);
    let again = app.post("/v1/closings", &closing(120)).await;
    assert_eq!((again.status, again.body["repeated"].as_bool()), (200, Some(true)));
    assert_eq!(first.body["digest"], again.body["digest"]);

    let other = app.post("/v1/closings", &closing(119)).await;
    assert_eq!((other.status, other.body["recorded"]["participants"].as_u64()), (409, Some(120)), "{}", other.text);

    let titles = world.get("/v1/titles/stock-room/2026-11?limit=100").await;
    assert_eq!(titles.body["titles"].as_array().unwrap().len(), 100);
    assert_eq!(titles.body["titles"][0]["nickname"], "손0");
    assert_eq!(titles.body["titles"][0]["text"]["ko"], "2026년 11월 주식방 1위 (참가 120명)");
}

#[tokio::test]
async fn fewer_than_three_get_no_titles_and_ten_thousand_fit() {
    let world = World::at(DECEMBER).await;
    let app = world.bearer(&world.service.token("app", &[Scope::ClosingReport]).unwrap());
    let two = app.post("/v1/closings", &closing(2)).await;
    assert_eq!((two.status, two.body["titles"].as_u64()), (201, Some(0)), "{}", two.text);
    let gambitry = json!({ "game": "gambitry", "month": "2026-11", "ranking": ranking(10_000) });
    let many = app.post("/v1/closings", &gambitry).await;
    assert_eq!((many.status, many.body["participants"].as_u64()), (201, Some(10_000)), "{}", many.text);
}

#[tokio::test]
async fn what_is_not_a_closing_is_refused_and_changes_nothing() {
    let world = World::at(NOVEMBER).await;
    let app = world.bearer(&world.service.token("app", &[Scope::ClosingReport]).unwrap());
    let early = app.post("/v1/closings", &closing(5)).await;
    assert_eq!((early.status, early.body["code"].as_str()), (422, Some("month_not_over")), "{}", early.text);
    world.set(DECEMBER);
    for (what, body) in [
        ("one player", closing(1)),
        ("too many", closing(10_001)),
        ("a week", json!({ "game": "stock-room", "month": "2026-W48", "ranking": ranking(5) })),
        ("our own game", json!({ "game": "2048", "month": "2026-11", "ranking": ranking(5) })),
        (
            "no name",
            json!({ "game": "stock-room", "month": "2026-11", "ranking": [{"nickname":" ","value":1},{"nickname":"b","value":1}] }),
        ),
        (
            "no value",
            json!({ "game": "stock-room", "month": "2026-11", "ranking": [{"nickname":"a"},{"nickname":"b"}] }),
        ),
    ] {
        assert_eq!(app.post("/v1/closings", &body).await.status, 400, "{what}");
    }
    for (who, token, status) in [
        ("nobody", String::new(), 401),
        ("a browser", world.player().await.token, 401),
        ("an account", world.service.token("somebody", &[]).unwrap(), 403),
        ("an operator", world.service.token("operator", &[Scope::Ops]).unwrap(), 403),
    ] {
        assert_eq!(world.bearer(&token).post("/v1/closings", &closing(5)).await.status, status, "{who}");
    }
    assert_eq!(world.get("/v1/titles/stock-room/2026-11").await.body["titles"], json!([]));
}

#[tokio::test]
async fn only_operators_see_the_records_of_refusals() {
    let world = World::at(NOVEMBER).await;
    let player = world.player().await;
    for _ in 0..3 {
        let run = player.start(games::GameId::Kankani).await;
        world.pass(100);
        assert_eq!(player.submit(&run, "").await.reason(), Some("too_fast"));
    }
    let path = "/v1/ops/rejections?game=kankani&reason=too_fast&limit=2";
    let ops = format!("Bearer {}", world.service.token("operator", &[Scope::Ops]).unwrap());
    let page = world.get_with(path, &[("authorization", &ops)]).await;
    assert_eq!(page.body["rejections"].as_array().unwrap().len(), 2, "{}", page.text);
    assert_eq!(page.body["rejections"][0]["elapsed_ms"], 100);
    let next = format!("{path}&cursor={}", page.body["cursor"].as_str().unwrap());
    let last = world.get_with(&next, &[("authorization", &ops)]).await;
    assert_eq!((last.body["rejections"].as_array().unwrap().len(), &last.body["cursor"]), (1, &json!(null)));

    let account = format!("Bearer {}", world.service.token("somebody", &[Scope::ClosingReport]).unwrap());
    let browser = format!("Bearer {}", player.token);
    for (headers, status) in
        [(vec![], 401), (vec![("authorization", account.as_str())], 403), (vec![("authorization", &*browser)], 401)]
    {
        assert_eq!(world.get_with(path, &headers).await.status, status);
    }
}
