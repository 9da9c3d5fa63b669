//! The end of a rating season: titles from the snapshot, whoever rolls first.

use std::sync::atomic::{AtomicU32, Ordering};

use calendar::parse_rfc3339;
use close_period::Request;
use games::{GameId, Level, Outcome};
use ranking::{PlayerId, RatingTitle};
use ratings::Pool;
use serde_json::json;
use store::{RatingItem, RunRecord, RunStatus, Store};
use tests::World;

/// Every game has a ticket of its own.
static TICKETS: AtomicU32 = AtomicU32::new(0);

const GAME: GameId = GameId::Reversi;
/// The season ends with this moment.
const BOUNDARY: &str = "2027-01-01T00:00:00+09:00";
const SETTLED: &str = "2027-01-01T00:00:31+09:00";

/// Plays rated games of a player, now.
async fn play(store: &Store, player: u128, games: u32, outcome: Outcome) {
    for _ in 0..games {
        let now_ms = store.clock().now_ms();
        let value = (outcome == Outcome::Win).then_some(10);
        let run = RunRecord {
            player: PlayerId::from_random(player),
            game: GAME,
            ticket_id: format!("{:0>26}", TICKETS.fetch_add(1, Ordering::Relaxed)),
            date: calendar::Date::of(now_ms),
            variation: 0,
            level: Some(Level::Basic),
            rules: 1,
            started_at_ms: now_ms - 60_000,
            received_at_ms: now_ms,
            claimed: None,
            assisted: false,
            digest: vec![0; 32],
            status: RunStatus::Accepted { value, outcome: Some(outcome), plies: 60 },
            rating: None,
            proof: None,
        };
        store.accept(run, "f5", None).await.unwrap();
    }
}

async fn rating(store: &Store, player: u128) -> RatingItem {
    store.rating(GAME, Pool::Ai, &PlayerId::from_random(player)).await.unwrap().unwrap()
}

async fn sweep(world: &World) {
    let season = Request::Period { period: "2026-S4".parse().unwrap() };
    world.service.closer().handle(season).await.unwrap();
}

async fn titles(store: &Store) -> Vec<RatingTitle> {
    store.season_titles(GAME, Pool::Ai, "2026-S4".parse().unwrap(), None, 100).await.unwrap().0
}

/// Enough games, drawn against 1500, for a deviation far below 110 at a boundary that is near.
async fn three_qualified(store: &Store) {
    for player in 1..=3 {
        play(store, player, 20, Outcome::Draw).await;
        play(store, player, u32::try_from(player).unwrap(), Outcome::Win).await;
    }
}

#[tokio::test]
async fn the_sweep_grants_titles_by_tier_and_raises_the_deviation() {
    let world = World::at("2026-12-31T12:00:00+09:00").await;
    let store = &world.service.store;
    three_qualified(store).await;
    let before = rating(store, 3).await;
    assert!(before.record.rd.get() < 100.0);
    world.set(SETTLED);
    sweep(&world).await;

    let granted = titles(store).await;
    let order: Vec<String> = granted.iter().map(|title| title.player.to_string()).collect();
    assert_eq!(order, [3, 2, 1].map(|player| PlayerId::from_random(player).to_string()));
    assert!(granted.iter().all(|title| title.qualified == 3));
    assert_eq!(granted[0].title.rating, before.record.rating);
    let after = rating(store, 3).await;
    assert_eq!((after.record.rating, after.record.rd.get()), (before.record.rating, 100.0));
    assert_eq!(after.record.season.id, "2027-S1");

    let shown = world.get(&format!("/v1/players/{}/titles", granted[0].player)).await;
    assert_eq!(shown.body["rating_titles"][0]["pool"], "ai", "{}", shown.text);
    let text = shown.body["rating_titles"][0]["text"]["ko"].as_str().unwrap();
    assert!(text.starts_with("2026년 시즌 4 뒤집기 AI 대전 레이팅 실버"), "{text}");
    let list = world.get("/v1/titles/reversi/2026-S4?pool=ai").await;
    assert_eq!(list.body["rating_titles"].as_array().unwrap().len(), 3);

    // Again changes nothing.
    sweep(&world).await;
    assert_eq!(titles(store).await, granted);
    assert_eq!(rating(store, 3).await, after);
}

#[tokio::test]
async fn a_season_whose_end_was_missed_gets_its_titles_with_the_next() {
    let world = World::at("2026-12-31T12:00:00+09:00").await;
    let store = &world.service.store;
    let closer = world.service.closer();
    let sweep = || closer.handle(Request::Sweep { sweep: true });
    sweep().await.unwrap();
    three_qualified(store).await;
    // Nobody closes anything until the next season is over as well.
    world.set("2027-04-01T00:00:31+09:00");
    sweep().await.unwrap();
    assert_eq!(titles(store).await.len(), 3);
    let missed = store.closed_season(GAME, Pool::Ai, "2026-S4".parse().unwrap()).await.unwrap().unwrap();
    let next = store.closed_season(GAME, Pool::Ai, "2027-S1".parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((missed.qualified, missed.announced, next.qualified, next.announced), (3, true, 0, true));
    let list = world.get_with("/v1/titles/reversi/2026-S4?pool=ai", &[("accept", "text/csv")]).await;
    let lines: Vec<&str> = list.text.lines().collect();
    assert_eq!(lines.len(), 4, "{}", list.text);
    assert_eq!(lines[0], "game,period,pool,player,nickname,tier,rating,peak,qualified,title");
    let best = PlayerId::from_random(3);
    assert!(lines[1].starts_with(&format!("reversi,2026-S4,ai,{best},")), "{}", lines[1]);
}

#[tokio::test]
async fn a_game_before_the_sweep_and_a_sweep_before_the_game_end_alike() {
    let mut ended = Vec::new();
    for sweep_first in [true, false] {
        let world = World::at("2026-12-31T12:00:00+09:00").await;
        let store = &world.service.store;
        three_qualified(store).await;
        world.set(SETTLED);
        if sweep_first {
            sweep(&world).await;
            play(store, 1, 1, Outcome::Win).await;
        } else {
            play(store, 1, 1, Outcome::Win).await;
            sweep(&world).await;
        }
        ended.push((rating(store, 1).await.record, titles(store).await));
    }
    assert_eq!(ended[0], ended[1]);
    assert_eq!(ended[0].0.season.games, 1);
    assert_eq!(ended[0].1.len(), 3);
}

#[tokio::test]
async fn a_game_belongs_to_the_season_of_its_exact_millisecond() {
    let world = World::at("2026-12-31T23:59:59.999+09:00").await;
    let store = &world.service.store;
    play(store, 1, 1, Outcome::Win).await;
    assert_eq!(rating(store, 1).await.record.season.id, "2026-S4");
    world.set(BOUNDARY);
    play(store, 1, 1, Outcome::Win).await;
    let record = rating(store, 1).await.record;
    assert_eq!((record.season.id.as_str(), record.season.games), ("2027-S1", 1));
    assert_eq!(record.last_season.unwrap().games, 1);
}

#[tokio::test]
async fn nine_games_and_two_people_are_too_few() {
    let world = World::at("2026-12-31T12:00:00+09:00").await;
    let store = &world.service.store;
    // Ten games leave 1 and 2 below 110; the third has nine.
    for player in 1..=2 {
        play(store, player, 20, Outcome::Draw).await;
    }
    play(store, 3, 9, Outcome::Draw).await;
    world.set(SETTLED);
    sweep(&world).await;
    assert_eq!(titles(store).await, []);
    let closed = store.closed_season(GAME, Pool::Ai, "2026-S4".parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((closed.qualified, closed.titles), (2, 0));
}

#[tokio::test]
async fn three_seasons_of_rest_are_one_roll() {
    let world = World::at("2026-12-31T12:00:00+09:00").await;
    let store = &world.service.store;
    for player in [1, 2] {
        play(store, player, 20, Outcome::Draw).await;
    }
    // Player 1 is swept at every season's end, player 2 by the next game alone.
    let before = rating(store, 2).await;
    let swept = World::at("2026-12-31T12:00:00+09:00").await;
    play(&swept.service.store, 1, 20, Outcome::Draw).await;
    for (season, settled) in [
        ("2026-S4", "2027-01-01T00:00:31+09:00"),
        ("2027-S1", "2027-04-01T00:00:31+09:00"),
        ("2027-S2", "2027-07-01T00:00:31+09:00"),
    ] {
        swept.set(settled);
        let request = Request::Period { period: season.parse().unwrap() };
        swept.service.closer().handle(request).await.unwrap();
    }
    let back = "2027-08-15T12:00:00+09:00";
    for world in [&world, &swept] {
        world.clock.set(parse_rfc3339(back).unwrap());
        play(&world.service.store, 1, 1, Outcome::Win).await;
    }
    let (alone, swept) = (rating(store, 1).await.record, rating(&swept.service.store, 1).await.record);
    assert_eq!(alone, swept);
    assert!(alone.rating > before.record.rating);
}

#[tokio::test]
async fn the_list_holds_who_is_not_provisional_now_and_a_player_shows_a_question_mark_until_then() {
    let world = World::at("2026-12-01T12:00:00+09:00").await;
    let store = &world.service.store;
    three_qualified(store).await;
    play(store, 4, 1, Outcome::Win).await;
    let list = world.get("/v1/ratings/reversi/ai").await;
    let players: Vec<&str> =
        list.body["entries"].as_array().unwrap().iter().map(|e| e["player"].as_str().unwrap()).collect();
    let expected = [3, 2, 1].map(|player| PlayerId::from_random(player).to_string());
    assert_eq!(players, expected);
    assert_eq!(list.body["entries"][0]["rank"], 1);
    assert_eq!(list.body["entries"][0]["tier"]["name"]["ko"], "실버", "{}", list.text);

    let newcomer = world.get(&format!("/v1/ratings/reversi/ai/players/{}", PlayerId::from_random(4))).await;
    assert!(newcomer.body["rating"]["shown"].as_str().unwrap().ends_with('?'), "{}", newcomer.text);
    assert_eq!(
        (&newcomer.body["rating"]["tier"], newcomer.body["history"][0]["outcome"].as_str()),
        (&serde_json::Value::Null, Some("win"))
    );
    assert_eq!(newcomer.body["history"][0]["after"], newcomer.body["rating"]["rating"]);

    // With rest alone everybody becomes provisional at the stored moment, to the millisecond.
    let from = rating(store, 3).await.provisional_from_ms;
    world.clock.set(from - 1);
    assert!(world.get("/v1/ratings/reversi/ai").await.text.contains(&expected[0]));
    world.clock.set(from);
    assert!(!world.get("/v1/ratings/reversi/ai").await.text.contains(&expected[0]));
}

#[tokio::test]
async fn a_hidden_player_is_not_in_the_list_of_ratings_until_shown() {
    let world = World::at("2026-12-01T12:00:00+09:00").await;
    three_qualified(&world.service.store).await;
    let ops = world.bearer(&world.service.token("kim", &[tokens::Scope::Ops]).unwrap());
    let best = PlayerId::from_random(3);
    let listed = async || world.get("/v1/ratings/reversi/ai").await.text.contains(best.as_str());
    assert!(listed().await);
    for (order, shown) in [("hide", false), ("unhide", true)] {
        let path = format!("/v1/ops/players/{best}/{order}");
        assert_eq!(ops.post(&path, &serde_json::json!({ "why": "A program." })).await.status, 200);
        assert_eq!(listed().await, shown, "{order}");
    }
}

#[tokio::test]
async fn who_is_hidden_in_the_last_moment_of_a_season_gets_no_title_and_is_no_entrant() {
    let (day, boundary) = ("2026-12-31T00:00:00+09:00", BOUNDARY);
    let before = "2026-12-31T23:59:59.999+09:00";
    for (what, hidden, span, titled) in [
        ("nobody", None, (None, None), vec![4, 3, 2, 1]),
        ("for ever", Some(4), (None, None), vec![3, 2, 1]),
        ("for the last day", Some(4), (Some(day), Some(boundary)), vec![3, 2, 1]),
        ("up to before the last moment", Some(4), (None, Some(before)), vec![4, 3, 2, 1]),
        ("from the new season on", Some(4), (Some(boundary), None), vec![4, 3, 2, 1]),
        ("who has not qualified", Some(5), (None, None), vec![4, 3, 2, 1]),
    ] {
        let world = World::at("2026-12-31T12:00:00+09:00").await;
        let store = &world.service.store;
        three_qualified(store).await;
        play(store, 4, 20, Outcome::Draw).await;
        play(store, 4, 5, Outcome::Win).await;
        play(store, 5, 9, Outcome::Win).await;
        if let Some(player) = hidden {
            let ops = world.bearer(&world.service.token("kim", &[tokens::Scope::Ops]).unwrap());
            let path = format!("/v1/ops/players/{}/hide", PlayerId::from_random(player));
            let order = serde_json::json!({ "why": "A program.", "from": span.0, "until": span.1 });
            assert_eq!(ops.post(&path, &order).await.status, 200);
        }
        // The titles that the ended season gives those who are not hidden, computed without the table.
        let next = ranking::season_of(parse_rfc3339(BOUNDARY).unwrap());
        let mut ends = Vec::new();
        for &player in &titled {
            let end = rating(store, player).await.record.rolled_into(&next).last_season.unwrap();
            ends.push((PlayerId::from_random(player), end));
        }
        let expected = ratings::season_titles(Pool::Ai, ends);
        assert_eq!(expected.len(), titled.len(), "{what}");

        world.set(SETTLED);
        sweep(&world).await;
        let granted = titles(store).await;
        assert!(granted.iter().all(|title| title.qualified == expected.len() as u64), "{what}: {granted:?}");
        let granted: Vec<_> = granted.into_iter().map(|title| (title.player, title.title)).collect();
        assert_eq!(granted, expected, "{what}");
    }
}

/// Players and qualified as the public list of season titles tells them.
async fn shown(world: &World) -> (Vec<String>, Vec<u64>) {
    let list = world.get("/v1/titles/reversi/2026-S4?pool=ai").await;
    let titles = list.body["rating_titles"].as_array().unwrap().clone();
    let players = titles.iter().map(|title| title["player"].as_str().unwrap().to_owned()).collect();
    (players, titles.iter().map(|title| title["qualified"].as_u64().unwrap()).collect())
}

#[tokio::test]
async fn a_cheater_who_is_hidden_after_the_season_loses_the_title_and_gets_it_back_when_shown() {
    let world = World::at("2026-12-31T12:00:00+09:00").await;
    let store = &world.service.store;
    three_qualified(store).await;
    play(store, 4, 20, Outcome::Draw).await;
    play(store, 4, 5, Outcome::Win).await;
    let ops = || world.bearer(&world.service.token("kim", &[tokens::Scope::Ops]).unwrap());
    let path = "/v1/ops/periods/reversi/2026-S4/reclose";
    let dry_run = json!({ "why": "A program.", "dry_run": true, "pool": "ai" });
    let early = ops().post(path, &dry_run).await;
    assert_eq!((early.status, early.body["code"].as_str()), (409, Some("conflict")), "{}", early.text);
    world.set(SETTLED);
    sweep(&world).await;
    let name = |player: u128| PlayerId::from_random(player).to_string();
    let all = shown(&world).await;
    assert_eq!(all, ([4, 3, 2, 1].map(name).to_vec(), vec![4; 4]));
    let granted = titles(store).await;

    let reclose = async |order: &str, changed: bool| {
        world.pass(1_000);
        let why = json!({ "why": "A program." });
        let done = ops().post(&format!("/v1/ops/players/{}/{order}", name(4)), &why).await;
        assert_eq!((done.status, &done.body["changed"]), (200, &json!(changed)), "{}", done.text);
        let untouched = world.dump().await;
        let dry = ops().post(path, &dry_run).await;
        assert_eq!(world.dump().await, untouched);
        if changed {
            assert_eq!(ops().post(path, &json!({ "why": "A program.", "pool": "ai" })).await.status, 409);
        }
        let order = json!({ "why": "A program.", "pool": "ai", "plan": dry.body["plan"] });
        let done = ops().post(path, &order).await;
        assert_eq!((done.status, &done.body["changed"]), (200, &json!(changed)), "{}", done.text);
        dry.body
    };
    let dry = reclose("hide", true).await;
    assert_eq!((&dry["participants_before"], &dry["participants"]), (&json!(4), &json!(3)));
    let difference = dry["difference"].as_array().unwrap();
    assert_eq!((difference.len(), &difference[0]["before"]["player"]), (1, &json!(name(4))), "{dry}");
    assert_eq!(difference[0]["after"], serde_json::Value::Null);
    assert_eq!(shown(&world).await, ([3, 2, 1].map(name).to_vec(), vec![3; 3]));
    let own = format!("/v1/players/{}/titles", name(4));
    assert_eq!(world.get(&own).await.body["rating_titles"], json!([]));
    // The board of the season waits for a re-close of its own, and every order marks it anew.
    let kept = async || {
        let table = world.dump().await.into_iter();
        table.filter(|line| !line.contains("FIX#")).collect::<Vec<_>>()
    };
    let settled = kept().await;
    reclose("hide", false).await;
    assert!(kept().await == settled, "nothing changes");

    // Listeners hear of it with the next sweep, once.
    assert!(settled.iter().any(|line| line.contains("ANNOUNCE")));
    world.service.closer().handle(Request::Sweep { sweep: true }).await.unwrap();
    assert!(!world.dump().await.iter().any(|line| line.contains("ANNOUNCE")));

    // With one more hidden there are too few, and nobody keeps a title.
    world.pass(1_000);
    let hide = format!("/v1/ops/players/{}/hide", name(3));
    assert_eq!(ops().post(&hide, &json!({ "why": "A program." })).await.status, 200);
    let dry = ops().post(path, &dry_run).await;
    let order = json!({ "why": "A program.", "pool": "ai", "plan": dry.body["plan"] });
    assert_eq!(ops().post(path, &order).await.status, 200);
    assert_eq!(shown(&world).await, (vec![], vec![]));
    let unhide = format!("/v1/ops/players/{}/unhide", name(3));
    assert_eq!(ops().post(&unhide, &json!({ "why": "No program." })).await.status, 200);

    reclose("unhide", true).await;
    assert_eq!(shown(&world).await, all);
    assert_eq!(titles(store).await, granted);
    let audit = ops().get("/v1/ops/audit?month=2027-01").await;
    let recloses: Vec<_> = audit.body["records"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|record| record["what"] == "reclose")
        .map(|record| {
            let titles = |list: &serde_json::Value| list["titles"].as_array().unwrap().len();
            (titles(&record["before"]), titles(&record["after"]), record["after"]["qualified"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(recloses, [(0, 4, 4), (3, 0, 2), (1, 0, 3)], "newest first: {}", audit.text);

    // The next season's end overwrites what the titles rest on.
    world.set("2027-04-01T00:00:00+09:00");
    let late = ops().post(path, &dry_run).await;
    assert_eq!((late.status, late.body["code"].as_str()), (422, Some("runs_expired")), "{}", late.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sweep_while_the_players_play_loses_no_game_and_no_title() {
    let world = World::at("2026-12-31T12:00:00+09:00").await;
    let store = &world.service.store;
    for player in 1..=6 {
        play(store, player, 20, Outcome::Draw).await;
    }
    world.set(SETTLED);
    let mut playing = tokio::task::JoinSet::new();
    for player in 1..=6 {
        let store = store.clone();
        playing.spawn(async move { play(&store, player, 5, Outcome::Win).await });
    }
    let (one, two) = (world.service.closer(), world.service.closer());
    let season = || Request::Period { period: "2026-S4".parse().unwrap() };
    let (one, two) = tokio::join!(one.handle(season()), two.handle(season()));
    one.unwrap();
    two.unwrap();
    while let Some(done) = playing.join_next().await {
        done.unwrap();
    }
    assert_eq!(titles(store).await.len(), 6);
    for player in 1..=6 {
        let record = rating(store, player).await.record;
        assert_eq!((record.season.id.as_str(), record.season.games, record.games), ("2027-S1", 5, 25));
        assert_eq!(record.last_season.unwrap().games, 20);
    }
}
