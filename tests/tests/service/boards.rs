//! What boards show.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use games::{Better, GameId};
use ranking::{PlayerId, RankKey};
use serde_json::Value;
use tests::{World, solve_fifteen};

const NOON: &str = "2026-11-30T12:00:00+09:00";

/// Ten kankani times, one a player, in the order of their submission.
async fn ten_times(world: &World) -> Vec<(String, u64)> {
    let mut times = Vec::new();
    for nth in 0..10u64 {
        let player = world.player().await;
        let run = player.start(GameId::Kankani).await;
        let elapsed = 5_000 + (nth * 7 % 10) * 1_000;
        world.pass(i64::try_from(elapsed).unwrap());
        let answer = player.submit(&run, "").await;
        assert_eq!(answer.body["value"], elapsed, "{}", answer.text);
        times.push((player.id.clone(), elapsed));
    }
    times
}

#[tokio::test]
async fn a_board_is_ordered_with_badges_and_shows_each_player_the_own_rank_at_once() {
    let world = World::at(NOON).await;
    let mut expected = ten_times(&world).await;
    expected.sort_by_key(|&(_, elapsed)| elapsed);

    let board = world.get("/v1/boards/kankani/2026-W49").await;
    assert_eq!((board.status, board.body["closed"].as_bool()), (200, Some(false)));
    let shown: Vec<(String, u64)> = board.body["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["player"].as_str().unwrap().to_owned(), entry["value"].as_u64().unwrap()))
        .collect();
    assert_eq!(shown, expected);
    let badge = |at: usize| board.body["entries"][at]["badge"]["class"].as_str().unwrap().to_owned();
    assert_eq!([badge(0), badge(1), badge(2), badge(3)], ["first", "second", "third", "top10"]);

    let middle = &expected[4].0;
    let place = world.get(&format!("/v1/boards/kankani/week/players/{middle}")).await;
    assert_eq!(place.body["entry"]["rank"], 5, "{}", place.text);
    let ranks = |list: &str| -> Vec<u64> {
        place.body[list].as_array().unwrap().iter().map(|entry| entry["rank"].as_u64().unwrap()).collect()
    };
    assert_eq!((ranks("above"), ranks("below")), (vec![2, 3, 4], vec![6, 7, 8]));

    let player = world.player().await;
    let run = player.start(GameId::Kankani).await;
    world.pass(4_999);
    let first = player.submit(&run, "").await;
    assert_eq!(first.body["standings"][0]["rank"], 1, "{}", first.text);
    assert_eq!(first.body["standings"][0]["badge"]["class"], "first");
}

#[tokio::test]
async fn only_a_better_run_replaces_the_players_best() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let mut shown = Vec::new();
    for (elapsed, improved) in [(9_000, true), (9_001, false), (8_999, true)] {
        let run = player.start(GameId::Kankani).await;
        world.pass(elapsed);
        let answer = player.submit(&run, "").await;
        assert_eq!(answer.body["standings"][0]["improved"], improved, "{}", answer.text);
        shown.push(world.get("/v1/boards/kankani/month").await.body["entries"][0]["value"].as_u64().unwrap());
    }
    assert_eq!(shown, [9_000, 9_000, 8_999]);
}

#[tokio::test]
async fn equal_values_rank_the_earlier_submission_first() {
    let world = World::at(NOON).await;
    let (ann, ben) = (world.player().await, world.player().await);
    let (late, early) = (ann.start(GameId::Fifteen).await, ben.start(GameId::Fifteen).await);
    let solution = solve_fifteen(&early, 3);
    world.pass(60_000);
    assert_eq!(ben.submit(&early, &solution).await.status, 201);
    world.pass(1);
    assert_eq!(ann.submit(&late, &solution).await.status, 201);
    let board = world.get("/v1/boards/fifteen/season").await;
    assert_eq!(board.body["entries"][0]["player"], ben.id.as_str());
    assert_eq!(board.body["entries"][1]["player"], ann.id.as_str());
    assert_eq!(board.body["entries"][0]["value"], solution.len());
}

#[tokio::test]
async fn pages_follow_each_other_and_a_cursor_opens_no_other_list() {
    let world = World::at(NOON).await;
    let expected = ten_times(&world).await.len();
    let mut seen = 0;
    let mut path = "/v1/boards/kankani/week?limit=3".to_owned();
    loop {
        let page = world.get(&path).await;
        seen += page.body["entries"].as_array().unwrap().len();
        let Some(cursor) = page.body["cursor"].as_str() else { break };
        let elsewhere = world.get(&format!("/v1/boards/kankani/month?cursor={cursor}")).await;
        assert_eq!(elsewhere.status, 400, "{}", elsewhere.text);
        path = format!("/v1/boards/kankani/week?limit=3&cursor={cursor}");
    }
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn a_page_after_the_board_has_changed_shows_the_ranks_of_now() {
    let world = World::at(NOON).await;
    let mut expected = ten_times(&world).await;
    let page = world.get("/v1/boards/kankani/week?limit=6").await;
    // A newcomer is faster than everybody.
    let newcomer = world.player().await;
    let run = newcomer.start(GameId::Kankani).await;
    world.pass(4_000);
    assert_eq!(newcomer.submit(&run, "").await.status, 201);
    expected.push((newcomer.id, 4_000));
    expected.sort_by_key(|&(_, elapsed)| elapsed);

    let cursor = page.body["cursor"].as_str().unwrap();
    let rest = world.get(&format!("/v1/boards/kankani/week?limit=6&cursor={cursor}")).await;
    let shown: Vec<(u64, &str)> = rest.body["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["rank"].as_u64().unwrap(), entry["player"].as_str().unwrap()))
        .collect();
    let right: Vec<(u64, &str)> = (1..).zip(expected.iter().map(|(player, _)| player.as_str())).skip(7).collect();
    assert_eq!(shown, right);
    assert_eq!((&rest.body["participants"], &rest.body["participants_exact"]), (&11.into(), &true.into()));
}

#[tokio::test]
async fn ranks_are_exact_with_ten_thousand_better_entries_and_say_so_when_there_are_more() {
    let world = World::at(NOON).await;
    let (player, other) = (world.player().await, world.player().await);
    let (run, others) = (player.start(GameId::Kankani).await, other.start(GameId::Kankani).await);
    world.pass(3_600_000);
    assert_eq!(player.submit(&run, "").await.body["standings"][0]["rank"], 1);
    // Copies of the entry under other names, each a millisecond better.
    let client = world.database().unwrap().client();
    let scanned = client.scan().table_name(local::TABLE).send().await.unwrap();
    let of_week = |item: &&HashMap<String, AttributeValue>| {
        item.contains_key("rank") && item["pk"].as_s().unwrap().contains("2026-W49")
    };
    let entry = scanned.items().iter().find(of_week).unwrap().clone();
    let better = |number: u64| {
        let rank = RankKey::new(Better::Fewer, 3_600_000 - number, 0, "x");
        let mut item = entry.clone();
        item.insert("sk".to_owned(), AttributeValue::S(PlayerId::from_random(number.into()).to_string()));
        item.insert("rank".to_owned(), AttributeValue::S(rank.as_str().to_owned()));
        let put = PutRequest::builder().set_item(Some(item)).build().unwrap();
        WriteRequest::builder().put_request(put).build()
    };
    let add = async |numbers: std::ops::RangeInclusive<u64>| {
        let items: Vec<WriteRequest> = numbers.map(better).collect();
        for batch in items.chunks(25) {
            client.batch_write_item().request_items(local::TABLE, batch.to_vec()).send().await.unwrap();
        }
    };
    let place = async || world.get(&format!("/v1/boards/kankani/week/players/{}", player.id)).await.body;
    add(1..=9_999).await;
    let board = world.get("/v1/boards/kankani/week").await.body;
    assert_eq!((&board["participants"], &board["participants_exact"]), (&10_000.into(), &true.into()));
    add(10_000..=10_000).await;
    let shown = place().await;
    assert_eq!((&shown["entry"]["rank"], &shown["exact"]), (&10_001.into(), &true.into()));
    add(10_001..=10_001).await;
    let shown = place().await;
    assert_eq!((&shown["entry"]["rank"], &shown["exact"]), (&10_001.into(), &false.into()));
    let board = world.get("/v1/boards/kankani/week").await.body;
    assert_eq!((&board["participants"], &board["participants_exact"]), (&10_000.into(), &false.into()));
    // Later than everybody: the answer to a submission says the same.
    world.pass(1);
    let answer = other.submit(&others, "").await;
    let week = &answer.body["standings"][0];
    assert_eq!((&week["rank"], &week["exact"], &week["badge"]), (&10_001.into(), &false.into(), &Value::Null));
}

#[tokio::test]
async fn a_board_nobody_played_is_empty_and_unknown_ones_are_not_found() {
    let world = World::at(NOON).await;
    let empty = world.get("/v1/boards/2048/2026-S4").await;
    assert_eq!((empty.status, empty.body["participants"].as_u64()), (200, Some(0)));
    for path in ["/v1/boards/chess/week", "/v1/boards/2048/day", "/v1/boards/2048/2026-W54", "/v1/boards/2048/2026-13"]
    {
        let missing = world.get(path).await;
        assert_eq!((missing.status, missing.body["code"].as_str()), (404, Some("not_found")), "{path}");
        assert_eq!(missing.body["instance"], path);
    }
}

#[tokio::test]
async fn a_new_name_is_shown_on_open_boards_and_titles_keep_the_old_one() {
    let world = World::at("2026-12-06T12:00:00+09:00").await;
    let mut players = Vec::new();
    for nth in 0..3 {
        let player = world.player().await;
        let run = player.start(GameId::Kankani).await;
        world.pass(3_000 + nth);
        assert_eq!(player.submit(&run, "").await.status, 201);
        players.push(player);
    }
    let best = &players[0];
    let shown = async |period: &str| {
        let board = world.get(&format!("/v1/boards/kankani/{period}")).await;
        board.body["entries"][0]["nickname"].as_str().unwrap().to_owned()
    };
    assert_eq!(shown("week").await, format!("손님{}", &best.id[22..]));
    assert_eq!(best.put("/v1/players/me/nickname", &serde_json::json!({ "nickname": "김밥왕" })).await.status, 200);
    assert_eq!(shown("week").await, "김밥왕");
    let refused = best.put("/v1/players/me/nickname", &serde_json::json!({ "nickname": "김철수" })).await;
    assert_eq!((refused.status, refused.body["rule"].as_str()), (422, Some("real_name")), "{}", refused.text);

    world.set("2026-12-07T00:00:31+09:00");
    let week = close_period::Request::Period { period: "2026-W49".parse().unwrap() };
    world.service.closer().handle(week).await.unwrap();
    assert_eq!(best.put("/v1/players/me/nickname", &serde_json::json!({ "nickname": "고구마" })).await.status, 200);
    assert_eq!(shown("month").await, "고구마");
    let titles = world.get("/v1/titles/kankani/2026-W49").await;
    assert_eq!(titles.body["titles"][0]["nickname"], "김밥왕", "{}", titles.text);
}

#[tokio::test]
async fn a_whole_board_is_exported_as_csv_page_by_page() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    for elapsed in [5_000, 6_000, 7_000] {
        let player = world.player().await;
        let run = player.start(GameId::Kankani).await;
        world.pass(elapsed);
        assert_eq!(player.submit(&run, "").await.status, 201);
    }
    let http = reqwest::Client::new();
    let (mut path, mut values) = ("/v1/boards/kankani/week?limit=2".to_owned(), Vec::new());
    loop {
        let page = http.get(format!("{}{path}", world.url)).header("accept", "text/csv").send().await.unwrap();
        assert!(page.headers().get_all("vary").iter().any(|vary| vary == "accept"), "{:?}", page.headers());
        let link = page.headers().get("link").map(|link| link.to_str().unwrap().to_owned());
        let table = page.text().await.unwrap();
        let rows = table.lines().skip(1).map(|row| row.split(',').nth(3).unwrap().parse::<u64>().unwrap());
        values.extend(rows);
        let Some(link) = link else { break };
        path = link.strip_prefix('<').unwrap().strip_suffix(">; rel=\"next\"").unwrap().to_owned();
    }
    assert_eq!(values, [5_000, 6_000, 7_000]);
}
