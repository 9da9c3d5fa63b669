//! Closing: once, whatever happens.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use calendar::{Period, parse_rfc3339};
use close_period::{Closer, Report, Request};
use games::GameId;
use ranking::PlayerId;
use store::{RunRecord, RunStatus, Store};
use tests::{FaultyDatabase, World};

const SUNDAY: &str = "2026-12-06T12:00:00+09:00";
const AFTER: &str = "2026-12-07T00:00:31+09:00";

fn week() -> Request {
    Request::Schedule { kind: calendar::PeriodKind::Week, time: "2026-12-06T15:00:00Z".to_owned() }
}

fn closed_week() -> Period {
    "2026-W49".parse().unwrap()
}

/// Puts `players` on the week's kankani board, the first being the best.
async fn fill(store: &Store, players: u64) {
    for number in 1..=players {
        store.accept(kankani(store, number), "", None).await.unwrap();
    }
}

fn kankani(store: &Store, number: u64) -> RunRecord {
    let now_ms = store.clock().now_ms();
    RunRecord {
        player: PlayerId::from_random(number.into()),
        game: GameId::Kankani,
        ticket_id: format!("{number:0>26}"),
        date: calendar::Date::of(now_ms),
        variation: 0,
        level: None,
        rules: 1,
        started_at_ms: now_ms - 60_000,
        received_at_ms: now_ms,
        claimed: None,
        assisted: false,
        digest: vec![0; 32],
        status: RunStatus::Accepted { value: Some(2_000 + number), outcome: None, plies: 0 },
        rating: None,
        proof: None,
    }
}

/// The titles of the closed week as `(rank, player)`.
async fn titles(store: &Store) -> Vec<(u32, String)> {
    let (titles, _) = store.period_titles(GameId::Kankani, closed_week(), 0, 100).await.unwrap();
    titles.into_iter().map(|title| (title.rank, title.player.unwrap().to_string())).collect()
}

fn expected(ranks: u64) -> Vec<(u32, String)> {
    (1..=ranks).map(|rank| (u32::try_from(rank).unwrap(), PlayerId::from_random(rank.into()).to_string())).collect()
}

fn kankani_closed(report: &Report) -> usize {
    report.closed.iter().filter(|board| board.game == GameId::Kankani).count()
}

#[tokio::test]
async fn a_close_grants_a_hundred_titles_with_the_wording_of_the_rules() {
    let world = World::at(SUNDAY).await;
    fill(&world.service.store, 120).await;
    world.set(AFTER);
    let report = world.service.closer().handle(week()).await.unwrap();
    let board = report.closed.iter().find(|board| board.game == GameId::Kankani).unwrap();
    assert_eq!((board.participants, board.titles), (120, 100));
    assert_eq!(titles(&world.service.store).await, expected(100));

    let best = PlayerId::from_random(1);
    let shown = world.get(&format!("/v1/players/{best}/titles")).await;
    assert_eq!(shown.body["titles"][0]["text"]["ko"], "2026년 49주 칸칸이 1위 (참가 120명)", "{}", shown.text);
    let board = world.get("/v1/boards/kankani/2026-W49").await;
    assert_eq!((board.body["closed"].as_bool(), board.body["participants"].as_u64()), (Some(true), Some(120)));
    let list = world.get("/v1/titles/kankani/2026-W49?limit=100").await;
    assert_eq!(list.body["titles"].as_array().unwrap().len(), 100);
    assert!(list.body["cursor"].is_null());
}

#[tokio::test]
async fn the_first_of_a_season_is_its_champion() {
    let world = World::at("2026-12-31T12:00:00+09:00").await;
    fill(&world.service.store, 3).await;
    world.set("2027-01-01T00:00:31+09:00");
    let season = Request::Period { period: "2026-S4".parse().unwrap() };
    world.service.closer().handle(season).await.unwrap();
    let list = world.get("/v1/titles/kankani/2026-S4").await;
    assert_eq!(list.body["titles"][0]["text"]["ko"], "2026년 시즌 4 칸칸이 우승 (참가 3명)", "{}", list.text);
    assert_eq!(list.body["titles"][1]["text"]["ko"], "2026년 시즌 4 칸칸이 2위 (참가 3명)");
}

#[tokio::test]
async fn fewer_than_three_participants_close_without_titles() {
    let world = World::at(SUNDAY).await;
    fill(&world.service.store, 2).await;
    world.set(AFTER);
    let report = world.service.closer().handle(week()).await.unwrap();
    let board = report.closed.iter().find(|board| board.game == GameId::Kankani).unwrap();
    assert_eq!((board.participants, board.titles), (2, 0));
    assert!(titles(&world.service.store).await.is_empty());
    assert_eq!(world.get("/v1/boards/kankani/2026-W49").await.body["closed"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_again_and_at_the_same_time_gives_the_same_titles_once() {
    let world = World::at(SUNDAY).await;
    fill(&world.service.store, 130).await;
    world.set(AFTER);
    let (one, two) = (world.service.closer(), world.service.closer());
    let (one, two) = tokio::join!(one.handle(week()), two.handle(week()));
    let together = kankani_closed(&one.unwrap()) + kankani_closed(&two.unwrap());
    assert_eq!(together, 1);
    assert_eq!(titles(&world.service.store).await, expected(100));
    let third = world.service.closer().handle(week()).await.unwrap();
    assert!(third.closed.is_empty());
    assert_eq!(titles(&world.service.store).await, expected(100));
}

#[tokio::test]
async fn a_closer_that_dies_after_57_titles_is_finished_by_the_next() {
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), SUNDAY).await;
    fill(&world.service.store, 120).await;
    world.set(AFTER);
    let straight = Store::new(database.direct(), local::TABLE, world.clock.clone());

    // Every title is one transaction, and the close of this board makes no other.
    let closer = world.service.closer();
    let alone = Request::Period { period: closed_week() };
    database.die_after(57);
    assert!(closer.handle(alone.clone()).await.is_err());
    let granted = titles(&straight).await;
    assert_eq!(granted, expected(57));
    assert_eq!(straight.closed(GameId::Kankani, closed_week()).await.unwrap(), None);

    database.plan([]);
    closer.handle(alone).await.unwrap();
    assert_eq!(titles(&straight).await, expected(100));
    let closed = straight.closed(GameId::Kankani, closed_week()).await.unwrap().unwrap();
    assert_eq!((closed.participants, closed.titles, closed.announced), (120, 100, true));
}

#[tokio::test]
async fn a_missed_close_is_made_up_for() {
    let world = World::at("2026-11-22T12:00:00+09:00").await;
    fill(&world.service.store, 4).await; // week 47
    world.set(AFTER); // nobody closed weeks 47 and 48
    let report = world.service.closer().handle(week()).await.unwrap();
    let weeks: Vec<String> = report
        .closed
        .iter()
        .filter(|board| board.game == GameId::Kankani)
        .map(|board| board.period.to_string())
        .collect();
    // An empty week after the first that was played is closed as well, or it would look open for ever.
    assert_eq!(weeks, ["2026-W47", "2026-W48", "2026-W49"]);
    let list = world.get("/v1/titles/kankani/2026-W47").await;
    assert_eq!(list.body["titles"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_board_that_cannot_be_closed_keeps_no_other_open() {
    let world = World::at(SUNDAY).await;
    let store = &world.service.store;
    fill(store, 4).await;
    let other = RunRecord { game: GameId::Troy, ..kankani(store, 9) };
    store.accept(other, "", None).await.unwrap();
    // Somebody has written something into an entry that is no number.
    let client = world.database().unwrap().client();
    let scanned = client.scan().table_name(local::TABLE).send().await.unwrap();
    let on_board = |item: &&HashMap<_, AttributeValue>| {
        let pk = item["pk"].as_s().unwrap();
        pk.contains("kankani") && pk.contains("2026-W49") && item.contains_key("rank")
    };
    let entry = scanned.items().iter().find(on_board).unwrap().clone();
    let mut broken = entry.clone();
    broken.insert("v".to_owned(), AttributeValue::S("two".to_owned()));
    client.put_item().table_name(local::TABLE).set_item(Some(broken)).send().await.unwrap();

    world.set(AFTER);
    let closer = world.service.closer();
    assert!(closer.handle(week()).await.is_err());
    assert!(store.closed(GameId::Troy, closed_week()).await.unwrap().is_some());
    assert_eq!(store.closed(GameId::Kankani, closed_week()).await.unwrap(), None);

    client.put_item().table_name(local::TABLE).set_item(Some(entry)).send().await.unwrap();
    assert_eq!(kankani_closed(&closer.handle(week()).await.unwrap()), 1);
    assert_eq!(titles(store).await, expected(4));
}

#[tokio::test]
async fn a_run_removed_after_a_closer_died_half_way_leaves_no_title_behind() {
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), SUNDAY).await;
    fill(&world.service.store, 110).await;
    world.set(AFTER);
    let straight = Store::new(database.direct(), local::TABLE, world.clock.clone());
    let closer = world.service.closer();
    let alone = Request::Period { period: closed_week() };
    database.die_after(57);
    assert!(closer.handle(alone.clone()).await.is_err());
    database.plan([]);

    let (cheater, ticket) = (PlayerId::from_random(10), format!("{:0>26}", 10));
    let ops = world.bearer(&world.service.token("kim", &[tokens::Scope::Ops]).unwrap());
    let path = format!("/v1/ops/runs/{cheater}/{ticket}");
    assert_eq!(ops.delete(&path, &serde_json::json!({ "why": "A program." })).await.status, 200);
    closer.handle(alone).await.unwrap();

    let rest = (1..=110).filter(|&player| player != 10).map(|player| PlayerId::from_random(player).to_string());
    let right: Vec<(u32, String)> = (1..=100).zip(rest).collect();
    assert_eq!(titles(&straight).await, right);
    let of_cheater = world.get(&format!("/v1/players/{cheater}/titles")).await;
    assert_eq!(of_cheater.body["titles"], serde_json::json!([]), "{}", of_cheater.text);
    let closed = straight.closed(GameId::Kankani, closed_week()).await.unwrap().unwrap();
    assert_eq!((closed.participants, closed.titles), (109, 100));
}

#[tokio::test]
async fn a_period_that_runs_is_not_closed() {
    let world = World::at(SUNDAY).await;
    fill(&world.service.store, 5).await;
    let early = world.service.closer().handle(Request::Period { period: closed_week() }).await;
    assert!(matches!(early, Err(close_period::CloseError::NotOver(_))), "{early:?}");
    assert_eq!(world.get("/v1/boards/kankani/2026-W49").await.body["closed"], false);
}

#[tokio::test]
async fn a_commit_delayed_past_the_limit_never_lands_in_the_closed_board() {
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), "2026-12-06T23:59:59.999+09:00").await;
    fill(&world.service.store, 3).await;
    // Received in the last millisecond; the transaction is held up until the closer has begun to read.
    let late = kankani(&world.service.store, 4);
    database.plan([tests::Fault::Late(std::time::Duration::from_millis(300))]);
    let (store, clock) = (world.service.store.clone(), world.clock.clone());
    let committing = tokio::spawn(async move { store.accept(late, "", None).await });
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    clock.set(parse_rfc3339(AFTER).unwrap());
    let closer =
        Closer::new(Store::new(database.direct(), local::TABLE, world.clock.clone()), close_period::Announcer::Log);
    let (closed, committed) = tokio::join!(closer.handle(week()), committing);
    closed.unwrap();
    assert!(matches!(committed.unwrap(), Err(store::StoreError::TooLate)));
    let board = world.get("/v1/boards/kankani/2026-W49").await;
    assert_eq!(board.body["participants"], 3);
    assert_eq!(board.body["entries"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_commit_that_hangs_longer_than_a_call_may_take_lands_nowhere() {
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), "2026-12-06T23:59:59.999+09:00").await;
    let store = &world.service.store;
    fill(store, 3).await;
    // The reading passes, the transaction hangs longer than one try of a call may take; the proxy's client retries none.
    database.plan([tests::Fault::None, tests::Fault::Late(std::time::Duration::from_secs(4))]);
    let hung = store.accept(kankani(store, 4), "", None).await;
    assert!(matches!(hung, Err(store::StoreError::Unavailable(_))), "{hung:?}");
    world.set(AFTER);
    world.service.closer().handle(week()).await.unwrap();
    let straight = Store::new(database.direct(), local::TABLE, world.clock.clone());
    assert_eq!(straight.closed(GameId::Kankani, closed_week()).await.unwrap().unwrap().participants, 3);
    assert_eq!(straight.run(&PlayerId::from_random(4), GameId::Kankani, &format!("{:0>26}", 4)).await.unwrap(), None);
}
