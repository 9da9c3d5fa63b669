//! Matches between people over HTTP: rooms, moves, ends, and what they do to both ratings.

mod crowd;
mod endings;
mod networks;
mod rated;
mod records;
mod reports;

use std::net::Ipv4Addr;

use games::catalogue::{baduk, capture_go, checkers, dots_and_boxes, janggi, mu_torere, nim, ojeom, omok, reversi};
use games::opponent::any_move;
use games::{Draw, GameId, Seed, Side, TwoPlayer};
use ranking::season_of;
use ratings::{Pool, RatingRecord, Score, rate_both};
use serde_json::{Value, json};
use tests::World;

const NOON: &str = "2026-11-30T12:00:00+09:00";

/// Somebody with an account and a browser, at an address of this machine.
#[derive(Clone)]
struct Person {
    account: String,
    browser: String,
    url: String,
    http: reqwest::Client,
}

impl Person {
    async fn new(world: &World, account: &str, host: u8) -> Self {
        let http = reqwest::Client::builder().local_address(Some(Ipv4Addr::new(127, 0, 0, host).into()));
        Self {
            account: world.service.token(account, &[]).unwrap(),
            browser: world.player().await.token,
            url: world.url.clone(),
            http: http.build().unwrap(),
        }
    }

    /// Sends until it is answered for good, as a client does on 503.
    async fn send(&self, path: &str, body: &Value, headers: &[(&str, &str)]) -> (u16, Value) {
        for _ in 0..100 {
            let (status, answer) = self.send_once(path, body, headers).await;
            if status != 503 {
                return (status, answer);
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("a hundred times 503")
    }

    async fn send_once(&self, path: &str, body: &Value, headers: &[(&str, &str)]) -> (u16, Value) {
        let mut request = self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.account);
        request = request.header("x-sunwi-browser", &self.browser).json(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send(path, body, &[]).await
    }

    async fn make(&self, id: &str, ply: usize, mv: &str) -> (u16, Value) {
        self.post(&format!("/v1/matches/{id}/moves"), &json!({ "ply": ply, "move": mv })).await
    }

    async fn act(&self, id: &str, what: &str) -> (u16, Value) {
        self.post(&format!("/v1/matches/{id}/{what}"), &json!({})).await
    }
}

/// A room with both seats taken; its identifier and both seat tokens.
async fn seat_with(first: &Person, second: &Person, room: &Value) -> (String, [String; 2]) {
    let (status, opened) = first.post("/v1/matches", room).await;
    assert_eq!(status, 201, "{opened}");
    let id = opened["match"]["id"].as_str().unwrap().to_owned();
    let invitation = json!({ "invitation": opened["invitation"] });
    let (status, taken) = second.post(&format!("/v1/matches/{id}/seats"), &invitation).await;
    assert!(matches!(status, 200 | 201), "{taken}");
    let token = |answer: &Value| answer["seat_token"].as_str().unwrap().to_owned();
    (id, [token(&opened), token(&taken)])
}

async fn seat(first: &Person, second: &Person, game: &str) -> String {
    seat_with(first, second, &json!({ "game": game })).await.0
}

/// A whole game of any moves: who made each, and who won.
fn random_game<G: TwoPlayer>(mut position: G, taste: u64) -> (Vec<(Side, String)>, Option<Side>) {
    let mut draw = Draw::stream(&Seed([6; 32]), taste);
    let mut moves = Vec::new();
    while position.end().is_none() {
        assert!(moves.len() < 2000, "a random game does not end");
        let mv = any_move(&position, &mut draw).unwrap();
        moves.push((position.side_to_move(), position.notation(mv)));
        position.play(mv).unwrap();
    }
    (moves, position.end().unwrap().winner)
}

fn game_of(game: GameId, taste: u64) -> (Vec<(Side, String)>, Option<Side>) {
    match game {
        GameId::Reversi => random_game(reversi::Position::START, taste),
        GameId::Omok => random_game(omok::Omok::default(), taste),
        GameId::Ojeom => random_game(ojeom::Ojeom::default(), taste),
        GameId::CaptureGo => random_game(capture_go::CaptureGo::default(), taste),
        GameId::Baduk => random_game(baduk::Baduk::new(baduk::Setup::even(9)).unwrap(), taste),
        GameId::Janggi => random_game(janggi::Janggi::new(janggi::Settings::default()), taste),
        GameId::Checkers => random_game(checkers::Position::start(), taste),
        GameId::DotsAndBoxes => random_game(dots_and_boxes::Board::START, taste),
        GameId::Nim => random_game(nim::Piles::new(nim::Piles::START, Side::First).unwrap(), taste),
        _ => random_game(mu_torere::Position::new(mu_torere::Placement::START), taste),
    }
}

const GAMES: [GameId; 10] = [
    GameId::Reversi,
    GameId::Omok,
    GameId::Ojeom,
    GameId::CaptureGo,
    GameId::Baduk,
    GameId::Janggi,
    GameId::Checkers,
    GameId::DotsAndBoxes,
    GameId::Nim,
    GameId::MuTorere,
];

/// Five in a row for the first seat, at the ninth move.
const FIVE: [&str; 9] = ["d8", "d1", "e8", "e1", "f8", "f1", "g8", "g1", "h8"];

/// The same after a move of each elsewhere, so that the match is long enough to be rated before its last move.
const LONGER: [&str; 11] = ["a14", "a12", "d8", "d1", "e8", "e1", "f8", "f1", "g8", "g1", "h8"];

/// Plays `moves` in turn; the last answer.
async fn turns(id: &str, first: &Person, second: &Person, moves: &[&str]) -> Value {
    let mut last = Value::Null;
    for (ply, mv) in (1..).zip(moves) {
        let who = if ply % 2 == 1 { first } else { second };
        let (status, answer) = who.make(id, ply, mv).await;
        assert_eq!(status, 200, "{answer}");
        last = answer;
    }
    last
}

/// Plays the moves of `FIVE` from ply `from` to `to`; the last answer.
async fn five(id: &str, first: &Person, second: &Person, from: usize, to: usize) -> Value {
    let mut last = Value::Null;
    for ply in from..=to {
        let who = if ply % 2 == 1 { first } else { second };
        let (status, answer) = who.make(id, ply, FIVE[ply - 1]).await;
        assert_eq!(status, 200, "{answer}");
        last = answer;
    }
    last
}

async fn stored(world: &World, game: GameId, seat: &Value) -> Option<store::RatingItem> {
    let player = seat["player"].as_str().unwrap().parse().unwrap();
    world.service.store.rating(game, Pool::Human, &player).await.unwrap()
}

fn score(winner: Option<Side>) -> Score {
    ranking::matches::result(winner, Side::First)
}

/// The ratings of two newcomers after a game that ended at `at_ms`.
fn newcomers(seats: &Value, winner: Option<Side>, at_ms: i64) -> (RatingRecord, RatingRecord) {
    let season = season_of(at_ms);
    let newcomer = RatingRecord::newcomer(&season, at_ms);
    let name = |at: usize| seats[at]["player"].as_str().unwrap();
    rate_both((&newcomer, name(0)), (&newcomer, name(1)), at_ms, &season, score(winner)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_and_rated_as_computed_offline() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    for game in GAMES {
        let (moves, winner) = (0..)
            .map(|taste| game_of(game, taste))
            .find(|(moves, _)| moves.len() >= 50 || !matches!(game, GameId::Baduk | GameId::Janggi | GameId::Checkers))
            .unwrap();
        let size = if game == GameId::Baduk { json!(9) } else { Value::Null };
        let (id, _) = seat_with(&first, &second, &json!({ "game": game, "size": size })).await;
        let mut last = Value::Null;
        for (ply, (side, mv)) in (1..).zip(&moves) {
            let who = if *side == Side::First { &first } else { &second };
            let (status, answer) = who.make(&id, ply, mv).await;
            assert_eq!(status, 200, "{game} {ply} {mv}: {answer}");
            last = answer;
        }
        let won = winner.map(|side| if side == Side::First { "first" } else { "second" });
        assert_eq!((last["result"]["winner"].as_str(), last["result"]["ending"].as_str()), (won, Some("played")));
        let rated = last["result"]["rated"].as_bool().unwrap();
        let short = last["result"]["unrated"] == "too_short";
        assert!(rated || short || game == GameId::Nim, "{game}: {last}");
        if game == GameId::Nim {
            assert!(last["never_rated"]["ko"].is_string(), "{last}");
        }
        let (a, b) = newcomers(&last["seats"], winner, world.clock.now_ms());
        let both = [stored(&world, game, &last["seats"][0]).await, stored(&world, game, &last["seats"][1]).await];
        assert_eq!(
            both.map(|item| item.map(|item| item.record)),
            if rated { [Some(a), Some(b)] } else { [None, None] }
        );
        if game == GameId::Baduk {
            let newcomer = ratings::baduk::Record::new(ratings::baduk::Points::LEAST);
            let (a, _) = ratings::baduk::Record::after(&newcomer, &newcomer, score(winner));
            assert_eq!(last["result"]["points"][0], json!([1000, a.points.get()]));
        }
    }
}

#[tokio::test]
async fn a_room_is_polled_cheaply_and_requests_that_come_again_are_harmless() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let id = seat(&first, &second, "omok").await;
    let path = format!("{}/v1/matches/{id}", world.url);
    let shown = first.http.get(&path).send().await.unwrap();
    let tag = shown.headers()["etag"].clone();
    let poll = || first.http.get(&path).header("if-none-match", tag.clone()).send();
    assert_eq!(poll().await.unwrap().status(), 304);
    assert_eq!(first.make(&id, 1, "h8").await.0, 200);
    assert_eq!(poll().await.unwrap().status(), 200);
    let (status, again) = first.make(&id, 1, "h8").await;
    assert_eq!((status, again["ply"].as_u64()), (200, Some(2)), "{again}");
    let (status, stale) = first.make(&id, 1, "h9").await;
    assert_eq!((status, stale["match"]["moves"].clone()), (409, json!(["h8"])), "{stale}");
    assert_eq!(second.make(&id, 2, "h8").await.0, 422, "the point is taken");
    let stranger = Person::new(&world, "c", 4).await;
    assert_eq!(stranger.make(&id, 2, "h9").await.0, 403);
    assert_eq!(stranger.post(&format!("/v1/matches/{id}/seats"), &json!({ "invitation": "x" })).await.0, 409);
    let nobody = Person { account: second.browser.clone(), ..second.clone() };
    assert_eq!(nobody.make(&id, 2, "h9").await.0, 401, "a browser token is no account");
    let (_, offered) = first.act(&id, "draw").await;
    assert_eq!(offered["draw_offer"], "first");
    let (_, agreed) = second.act(&id, "draw").await;
    assert_eq!(agreed["result"]["ending"], "draw_agreed");
    assert_eq!(agreed["result"]["unrated"], "too_short");
}
