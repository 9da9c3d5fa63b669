//! The end of a match: exactly one, whatever comes at the same moment, and when it comes too late.

use std::pin::Pin;

use games::GameId;
use serde_json::{Value, json};
use store::{ABANDONED_MS, COMMIT_LIMIT_MS, StoreError, WAITS_MS};
use tests::World;
use tokio::task::JoinSet;

use super::{LONGER, NOON, Person, five, seat, stored, turns};

/// The usual time for a move.
const TEN_MINUTES_MS: i64 = 600_000;

/// What one of the two sends at that moment.
#[derive(Clone, Copy, Debug)]
enum Sent {
    /// The winning move.
    Last,
    /// A move that was made before, once more.
    Repeated,
    /// Another move in the place of one that was made before.
    Stale,
    /// A move out of turn.
    OutOfTurn,
    Resign,
    Draw,
    Claim,
}

const FIRST: [Sent; 6] = [Sent::Last, Sent::Last, Sent::Resign, Sent::Claim, Sent::Draw, Sent::Repeated];
const SECOND: [Sent; 6] = [Sent::Repeated, Sent::Stale, Sent::OutOfTurn, Sent::Resign, Sent::Claim, Sent::Draw];

impl Sent {
    async fn by(self, who: &Person, id: &str, own: usize) -> (u16, Value) {
        match self {
            Self::Last => who.make(id, 11, LONGER[10]).await,
            Self::Repeated => who.make(id, own, LONGER[own - 1]).await,
            Self::Stale => who.make(id, own, "o15").await,
            Self::OutOfTurn => who.make(id, 11, "o15").await,
            Self::Resign => who.act(id, "resign").await,
            Self::Draw => who.act(id, "draw").await,
            Self::Claim => who.act(id, "claim").await,
        }
    }

    /// Whether it is an answer only once the match is over.
    const fn ends(self) -> bool {
        matches!(self, Self::Last | Self::Resign | Self::Claim)
    }
}

/// Sends all at once, the `nth` first; each with its answer.
async fn all_at_once(first: &Person, second: &Person, id: &str, nth: usize) -> Vec<(Sent, u16, Value)> {
    type Sending<'a> = Pin<Box<dyn Future<Output = (Sent, u16, Value)> + Send + 'a>>;
    let send = |who, sent: Sent, own| -> Sending<'_> {
        Box::pin(async move {
            let (status, answer) = sent.by(who, id, own).await;
            (sent, status, answer)
        })
    };
    let mut sending: Vec<Sending<'_>> = FIRST.into_iter().map(|sent| send(first, sent, 9)).collect();
    sending.extend(SECOND.into_iter().map(|sent| send(second, sent, 10)));
    let at = nth % sending.len();
    sending.rotate_left(at);
    let mut answers = Vec::new();
    let mut waiting = sending;
    // Polled in turn, so that all are under way before the first is answered.
    std::future::poll_fn(|context| {
        waiting.retain_mut(|request| match request.as_mut().poll(context) {
            std::task::Poll::Ready(answer) => {
                answers.push(answer);
                false
            }
            std::task::Poll::Pending => true,
        });
        if waiting.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_both_send_at_the_same_moment_ends_a_match_once_and_rates_it_once() {
    const ROOMS: usize = 24;
    let world = World::at(NOON).await;
    let mut rooms = Vec::new();
    for nth in 0..ROOMS {
        let host = |seat: usize| u8::try_from(2 + 2 * nth + seat).unwrap();
        let first = Person::new(&world, &format!("a{nth}"), host(0)).await;
        let second = Person::new(&world, &format!("b{nth}"), host(1)).await;
        let id = seat(&first, &second, "omok").await;
        turns(&id, &first, &second, &LONGER[..10]).await;
        rooms.push((id, first, second));
    }
    // In the first half there is time left; in the other the clock stands just where the time is up.
    for (half, after_ms) in [(0, TEN_MINUTES_MS - 1), (1, 1)] {
        world.pass(after_ms);
        let mut playing = JoinSet::new();
        for (nth, (id, first, second)) in rooms.iter().cloned().enumerate().filter(|(nth, _)| nth * 2 / ROOMS == half) {
            playing.spawn(async move { (id.clone(), all_at_once(&first, &second, &id, nth).await) });
        }
        while let Some(played) = playing.join_next().await {
            let (id, answers) = played.unwrap();
            assert_eq!(answers.len(), FIRST.len() + SECOND.len());
            let ended = world.get(&format!("/v1/matches/{id}")).await.body;
            let result = &ended["result"];
            assert_eq!(result["rated"], true, "{ended}");
            if half == 1 {
                assert_eq!((&result["ending"], &result["winner"]), (&json!("timed_out"), &json!("second")));
            }
            for (sent, status, answer) in answers {
                match status {
                    200 => assert!(
                        answer["result"] == *result || !sent.ends() && answer["result"].is_null(),
                        "{sent:?} {answer}"
                    ),
                    409 => assert!(answer["match"].is_object(), "{sent:?} {answer}"),
                    // Nobody's time was up yet.
                    _ => {
                        assert!(half == 0 && status == 422 && matches!(sent, Sent::Claim), "{sent:?} {status} {answer}")
                    }
                }
                assert!(!matches!(sent, Sent::Stale | Sent::OutOfTurn) || status == 409, "{sent:?} {status} {answer}");
                assert!(!matches!(sent, Sent::Repeated) || status == 200, "{sent:?} {status} {answer}");
            }
            for at in 0..2 {
                let rating = stored(&world, GameId::Omok, &ended["seats"][at]).await.unwrap();
                assert_eq!((rating.record.games, rating.version), (1, 1));
                assert_eq!(rating.record.rating.get(), result["ratings"][at][1].as_f64().unwrap());
                let history = format!("/v1/players/{}/matches", ended["seats"][at]["player"].as_str().unwrap());
                assert_eq!(world.get(&history).await.body["matches"].as_array().unwrap().len(), 1);
            }
        }
    }
}

#[tokio::test]
async fn a_match_lapses_when_the_database_may_forget_it_and_not_when_it_does() {
    let world = World::at(NOON).await;
    let first = Person::new(&world, "a", 2).await;
    let (_, opened) = first.post("/v1/matches", &json!({ "game": "omok" })).await;
    let path = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    world.pass(WAITS_MS - 1);
    assert_eq!(world.get(&path).await.status, 200);
    world.pass(1);
    // The embedded database forgets nothing by itself, as DynamoDB may not for two days. The accounts' tokens are new ones by now.
    assert_eq!(world.get(&path).await.status, 404);
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let sit = json!({ "invitation": opened["invitation"] });
    assert_eq!(second.post(&format!("{path}/seats"), &sit).await.0, 404);

    let id = seat(&first, &second, "omok").await;
    assert_eq!(first.make(&id, 1, "h8").await.0, 200);
    world.pass(ABANDONED_MS - 1);
    assert_eq!(world.get(&format!("/v1/matches/{id}")).await.status, 200);
    world.pass(1);
    let first = Person::new(&world, "a", 2).await;
    assert_eq!(first.act(&id, "claim").await.0, 404);
    let long = format!("/v1/matches/{}", "m".repeat(3000));
    assert_eq!((world.get(&long).await.status, first.act(&"m".repeat(3000), "resign").await.0), (404, 404));
}

#[tokio::test]
async fn an_end_is_not_written_after_its_season_may_have_been_closed() {
    let world = World::at("2026-12-31T23:59:59.999+09:00").await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let id = seat(&first, &second, "omok").await;
    let shown = five(&id, &first, &second, 1, 8).await;
    let player = shown["seats"][0]["player"].as_str().unwrap().parse().unwrap();
    let received_at_ms = world.clock.now_ms();
    let store = &world.service.store;
    let last = |game: &mut ranking::matches::Match| game.play(&player, 9, "h8", received_at_ms);
    world.pass(COMMIT_LIMIT_MS + 1);
    assert!(matches!(store.change_match(&id, last).await, Err(StoreError::TooLate)));
    assert!(stored(&world, GameId::Omok, &shown["seats"][0]).await.is_none());
    world.pass(-1);
    store.change_match(&id, last).await.unwrap().unwrap().1.unwrap();
    let rating = stored(&world, GameId::Omok, &shown["seats"][0]).await.unwrap();
    assert_eq!((rating.record.season.id.as_str(), rating.record.season.games), ("2026-S4", 1));
}

#[tokio::test]
async fn the_fourth_match_of_a_pair_on_a_day_is_not_rated_and_midnight_begins_anew() {
    let world = World::at("2026-11-30T23:59:00+09:00").await;
    let (a, b) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let mut results = Vec::new();
    for nth in 0..5 {
        world.set("2026-11-30T23:59:00+09:00");
        let (first, second) = if nth % 2 == 0 { (&a, &b) } else { (&b, &a) };
        let id = seat(first, second, "omok").await;
        five(&id, first, second, 1, 8).await;
        world.set(if nth < 4 { "2026-11-30T23:59:59.999+09:00" } else { "2026-12-01T00:00:00.000+09:00" });
        let ended = five(&id, first, second, 9, 9).await;
        results.push((ended["result"]["rated"] == true, ended["result"]["unrated"].as_str().map(str::to_owned)));
    }
    let (rated, used_up) = ((true, None), (false, Some("pair_daily".to_owned())));
    assert_eq!(results, [rated.clone(), rated.clone(), rated.clone(), used_up, rated]);
}
