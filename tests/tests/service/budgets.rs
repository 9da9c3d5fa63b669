//! What operations may cost, held against what the database reports as consumed.

use calendar::{Date, Period, parse_rfc3339};
use games::GameId;
use ranking::{PlayerId, Reason};
use store::{Committed, RunRecord, RunStatus, Spent, Store};
use tests::World;

const NOON: &str = "2026-11-30T12:00:00+09:00";

fn player(number: u128) -> PlayerId {
    PlayerId::from_random(number)
}

fn run(store: &Store, player: u128, ticket: &str, status: RunStatus) -> RunRecord {
    let now_ms = store.clock().now_ms();
    RunRecord {
        player: self::player(player),
        game: GameId::G2048,
        ticket_id: format!("{ticket:0>26}"),
        date: Date::of(now_ms),
        variation: 0,
        level: None,
        rules: 1,
        started_at_ms: now_ms - 60_000,
        received_at_ms: now_ms,
        claimed: Some(4096),
        assisted: false,
        digest: vec![7; 32],
        status,
        rating: None,
        proof: None,
    }
}

fn accepted(value: u64) -> RunStatus {
    RunStatus::Accepted { value: Some(value), outcome: None, plies: 1000 }
}

/// A proof of 1,000 moves that does not deflate better than a played one: two bits a move.
fn thousand_moves() -> String {
    let mut draw = games::Draw::new(&games::Seed([3; 32]));
    (0..1000).map(|_| ['U', 'R', 'D', 'L'][draw.below(4) as usize]).collect()
}

async fn cost<T>(store: &Store, operation: impl AsyncFnOnce(Store) -> T) -> (T, Spent) {
    let metered = store.metered();
    let outcome = operation(metered.clone()).await;
    (outcome, metered.spent())
}

#[tokio::test]
async fn an_accepted_run_that_improves_everything_stays_within_its_budget() {
    let world = World::at(NOON).await;
    let store = &world.service.store;
    let copy = Some([9; 32]);
    for (ticket, value) in [("a", 1000), ("b", 2000)] {
        // The second improves entries that are there, which moves them in the index.
        let (committed, spent) = cost(store, async |s| {
            s.accept(run(&s, 1, ticket, accepted(value)), &thousand_moves(), copy).await.unwrap()
        })
        .await;
        assert!(matches!(committed, Committed::Now { placed, .. } if placed.iter().all(|p| p.improved)));
        assert_eq!(spent.requests, 2, "{spent:?}");
        assert!(spent.write_units > 0.0 && spent.write_units <= 20.0, "{spent:?}");
        assert!(spent.read_units > 0.0 && spent.read_units <= 8.0, "{spent:?}");
    }
}

#[tokio::test]
async fn a_rated_win_that_improves_everything_stays_within_the_same_budget() {
    let world = World::at(NOON).await;
    let store = &world.service.store;
    for (ticket, value) in [("a", 20), ("b", 30)] {
        let status = RunStatus::Accepted { value: Some(value), outcome: Some(games::Outcome::Win), plies: 60 };
        let level = Some(games::Level::Basic);
        let won = |s: &Store| RunRecord { game: GameId::Reversi, level, ..run(s, 1, ticket, status.clone()) };
        let (committed, spent) = cost(store, async |s| s.accept(won(&s), "f5 d6 c3", None).await.unwrap()).await;
        assert!(matches!(committed, Committed::Now { run, .. } if run.rating.is_some()));
        assert_eq!(spent.requests, 2, "{spent:?}");
        assert!(spent.write_units > 0.0 && spent.write_units <= 20.0, "{spent:?}");
        assert!(spent.read_units > 0.0 && spent.read_units <= 8.0, "{spent:?}");
    }
}

#[tokio::test]
async fn an_accepted_run_that_improves_nothing_stays_within_its_budget() {
    let world = World::at(NOON).await;
    let store = &world.service.store;
    store.accept(run(store, 1, "a", accepted(2000)), "LDLD", None).await.unwrap();
    let (committed, spent) = cost(store, async |s| {
        s.accept(run(&s, 1, "b", accepted(1000)), &thousand_moves(), Some([9; 32])).await.unwrap()
    })
    .await;
    assert!(matches!(committed, Committed::Now { placed, .. } if placed.iter().all(|p| !p.improved)));
    assert_eq!(spent.requests, 2, "{spent:?}");
    assert!(spent.write_units > 0.0 && spent.write_units <= 8.0, "{spent:?}");
    assert!(spent.read_units <= 8.0, "{spent:?}");
}

#[tokio::test]
async fn a_refused_run_stays_within_its_budget() {
    let world = World::at(NOON).await;
    let status = RunStatus::Rejected {
        reason: Reason::ScoreMismatch,
        detail: "the replay gives 2000".to_owned(),
        replayed: Some(2000),
    };
    let (_, spent) =
        cost(&world.service.store, async |s| s.reject(run(&s, 1, "a", status), &thousand_moves()).await.unwrap()).await;
    assert_eq!(spent.requests, 1, "{spent:?}");
    assert!(spent.write_units > 0.0 && spent.write_units <= 6.0, "{spent:?}");
    assert!(spent.read_units == 0.0, "{spent:?}");
}

#[tokio::test]
async fn a_body_full_of_rubbish_costs_no_more_than_another_refusal() {
    let world = World::at(NOON).await;
    let mut draw = games::Draw::new(&games::Seed([4; 32]));
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let rubbish: String = (0..250_000).map(|_| char::from(letters.as_bytes()[draw.below(64) as usize])).collect();
    let player = world.player().await;
    let run = player.start(GameId::G2048).await;
    world.pass(60_000);
    assert_eq!(player.submit(&run, &rubbish).await.reason(), Some("bad_proof"));
    let status = RunStatus::Rejected { reason: Reason::BadProof, detail: "too long".to_owned(), replayed: None };
    let (_, spent) =
        cost(&world.service.store, async |s| s.reject(self::run(&s, 1, "a", status), &rubbish).await.unwrap()).await;
    assert!(spent.write_units > 0.0 && spent.write_units <= 6.0, "{spent:?}");
}

#[tokio::test]
async fn the_top_hundred_is_one_request_within_its_budget() {
    let world = World::at(NOON).await;
    let store = &world.service.store;
    for number in 0..101u32 {
        let run = run(store, number.into(), &number.to_string(), accepted(number.into()));
        store.accept(run, "LDLD", None).await.unwrap();
    }
    let week: Period = "2026-W49".parse().unwrap();
    let ((entries, more), spent) = cost(store, async |s| s.top(GameId::G2048, week, None, 100).await.unwrap()).await;
    assert_eq!((entries.len(), more), (100, true));
    assert_eq!(spent.requests, 1, "{spent:?}");
    assert!(spent.read_units > 0.0 && spent.read_units <= 8.0, "{spent:?}");
}

#[tokio::test]
async fn a_ticket_costs_nothing() {
    let world = World::at(NOON).await;
    let before = world.service.store.spent();
    let player = world.player().await;
    player.start(GameId::G2048).await;
    assert_eq!(world.service.store.spent(), before);
}

#[tokio::test]
async fn a_commit_that_comes_too_late_is_refused_and_writes_nothing() {
    let world = World::at("2026-12-06T23:59:59.999+09:00").await;
    let store = &world.service.store;
    let late = run(store, 1, "a", accepted(1000));
    world.clock.set(parse_rfc3339("2026-12-07T00:00:05+09:00").unwrap());
    let refused = store.accept(late.clone(), "LDLD", None).await;
    assert!(matches!(refused, Err(store::StoreError::TooLate)), "{refused:?}");
    assert_eq!(store.run(&late.player, late.game, &late.ticket_id).await.unwrap(), None);
    assert!(store.top(late.game, "2026-W49".parse().unwrap(), None, 1).await.unwrap().0.is_empty());
}
