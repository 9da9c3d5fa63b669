//! Matches between people over HTTP: rooms, moves, ends, and what they do to both ratings.

use std::net::Ipv4Addr;

use games::catalogue::{baduk, capture_go, checkers, dots_and_boxes, janggi, mu_torere, nim, ojeom, omok, reversi};
use games::opponent::any_move;
use games::{Draw, GameId, Seed, Side, TwoPlayer};
use ranking::season_of;
use ratings::{Pool, RatingRecord, Score, rate_both};
use serde_json::{Value, json};
use tests::{Fault, FaultyDatabase, World};
use tokens::Scope;
use tokio::task::JoinSet;

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

#[tokio::test(flavor = "multi_thread")]
async fn endings_at_the_same_moment_end_a_match_once() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let mut seats = Value::Null;
    let mut ids = Vec::new();
    for _ in 0..3 {
        let id = seat(&first, &second, "omok").await;
        turns(&id, &first, &second, &LONGER[..10]).await;
        ids.push(id);
    }
    world.pass(1_000);
    // The clock stands in the last match just where the time is up.
    for (nth, id) in ids.iter().enumerate() {
        if nth == 2 {
            world.pass(600_000);
        }
        let (last, resign, claim) =
            tokio::join!(first.make(id, 11, "h8"), second.act(id, "resign"), second.act(id, "claim"));
        let ended = world.get(&format!("/v1/matches/{id}")).await.body;
        assert_eq!(ended["result"]["rated"], true, "{ended}");
        for (status, answer) in [last, resign, claim] {
            assert!(matches!(status, 200 | 409 | 422), "{status} {answer}");
            if status == 200 {
                assert_eq!(answer["result"], ended["result"]);
            }
        }
        seats = ended["seats"].clone();
    }
    for at in 0..2 {
        let rating = stored(&world, GameId::Omok, &seats[at]).await.unwrap();
        assert_eq!((rating.record.games, rating.version), (3, 3));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_matches_of_one_player_that_end_together_are_both_rated_in_some_order() {
    let world = World::at(NOON).await;
    let busy = Person::new(&world, "a", 2).await;
    let others = [Person::new(&world, "b", 3).await, Person::new(&world, "c", 4).await];
    let ids = [seat(&busy, &others[0], "omok").await, seat(&busy, &others[1], "omok").await];
    for (id, other) in ids.iter().zip(&others) {
        five(id, &busy, other, 1, 8).await;
    }
    let (one, two) = tokio::join!(busy.make(&ids[0], 9, "h8"), busy.make(&ids[1], 9, "h8"));
    assert_eq!((one.0, two.0), (200, 200));
    let (seats, at_ms) = (one.1["seats"].clone(), world.clock.now_ms());
    let item = stored(&world, GameId::Omok, &seats[0]).await.unwrap();
    assert_eq!((item.version, item.record.games, item.record.season.opponents.len()), (2, 2, 2));

    // Both are newcomers, so that either order gives the same numbers.
    let season = season_of(at_ms);
    let newcomer = RatingRecord::newcomer(&season, at_ms);
    let (after, _) = rate_both((&newcomer, "a"), (&newcomer, "b"), at_ms, &season, Score::Win).unwrap();
    let (after, _) = rate_both((&after, "a"), (&newcomer, "c"), at_ms, &season, Score::Win).unwrap();
    assert_eq!((item.record.rating, item.record.rd), (after.rating, after.rd));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_survives_any_single_fault_and_is_rated_once() {
    const FAULTS: [Fault; 4] = [Fault::Lost, Fault::AnswerLost, Fault::Repeated, Fault::Throttled];
    let database = FaultyDatabase::start().await;
    let world = World::on(database.client(), NOON).await;
    let mut pair = 0;
    // Opening asks the database twice, and so does the last move.
    for at in 0..2 {
        for fault in FAULTS {
            pair += 1;
            let name = |who: &str| format!("{who}{pair}");
            let (first, second) = (Person::new(&world, &name("a"), 2).await, Person::new(&world, &name("b"), 3).await);
            let plan = || [vec![Fault::None; at], vec![fault]].concat();
            database.plan(plan());
            let id = seat(&first, &second, "omok").await;
            five(&id, &first, &second, 1, 8).await;
            database.plan(plan());
            let (status, ended) = first.make(&id, 9, "h8").await;
            assert_eq!((status, &ended["result"]["rated"]), (200, &json!(true)), "{fault:?} at {at}: {ended}");
            database.plan([]);
            for at in 0..2 {
                let rating = stored(&world, GameId::Omok, &ended["seats"][at]).await.unwrap();
                assert_eq!((rating.version, rating.record.games), (1, 1), "{fault:?}");
            }
        }
    }
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

#[tokio::test]
async fn a_forged_address_changes_nothing_and_no_address_is_stored() {
    let world = World::at(NOON).await;
    let alone = |account: &'static str, host| Person::new(&world, account, host);
    for (hosts, forged, expected) in [
        ([5, 5], ["198.51.100.1", "198.51.100.2"], Some("same_network")),
        ([5, 6], ["198.51.100.1", "198.51.100.1"], None),
    ] {
        let (first, second) = (alone("a", hosts[0]).await, alone("b", hosts[1]).await);
        let forge = |address: &'static str| [("x-forwarded-for", address), ("forwarded", address)];
        let (_, opened) = first.send("/v1/matches", &json!({ "game": "omok" }), &forge(forged[0])).await;
        let id = opened["match"]["id"].as_str().unwrap();
        let client = world.database().unwrap().client();
        let waiting = format!("{:?}", client.scan().table_name(local::TABLE).send().await.unwrap().items());
        assert!(waiting.contains(id) && !waiting.contains("127.0.0.") && !waiting.contains("198.51.100"));
        let item = client.scan().table_name(local::TABLE).send().await.unwrap();
        let room = item.items().iter().find(|item| item["pk"].as_s().unwrap().ends_with(id)).unwrap();
        let days_s = room["ttl"].as_n().unwrap().parse::<i64>().unwrap() - world.clock.now_ms() / 1000;
        assert_eq!(days_s, 2 * 24 * 3600, "what is known of the network expires");

        let sit = json!({ "invitation": opened["invitation"] });
        let (status, _) = second.send(&format!("/v1/matches/{id}/seats"), &sit, &forge(forged[1])).await;
        assert_eq!(status, 201);
        let ended = five(id, &first, &second, 1, 9).await;
        assert_eq!(ended["result"]["unrated"].as_str(), expected, "{ended}");
    }
    let (one, other) = (alone("c", 7).await, alone("d", 8).await);
    for (second, expected) in [
        (Person { account: one.account.clone(), ..other.clone() }, "same_account"),
        (Person { browser: one.browser.clone(), ..other.clone() }, "same_browser"),
    ] {
        let id = seat(&one, &second, "omok").await;
        assert_eq!(five(&id, &one, &second, 1, 9).await["result"]["unrated"], expected);
    }
}

#[tokio::test]
async fn a_game_server_reports_a_match_once_and_only_with_its_own_seats() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let server = world.bearer(&world.service.token("server", &[Scope::MatchReport]).unwrap());
    let (id, tokens) = seat_with(&first, &second, &json!({ "game": "omok" })).await;
    let (other, others) = seat_with(&first, &second, &json!({ "game": "omok" })).await;
    let report = |winner: &str, first: &str, second: &str| {
        json!({ "moves": FIVE, "winner": winner, "ending": "played", "started_at": NOON,
            "first_seat": first, "second_seat": second })
    };
    let path = format!("/v1/matches/{id}/result");
    for (what, body, code) in [
        ("the other won", report("second", &tokens[0], &tokens[1]), "contradiction"),
        ("the seats are swapped", report("first", &tokens[1], &tokens[0]), "wrong_seat"),
        ("another match", report("first", &others[0], &tokens[1]), "wrong_seat"),
        ("one token twice", report("first", &tokens[0], &tokens[0]), "wrong_seat"),
        ("no token of ours", report("first", &first.browser, &tokens[1]), "wrong_seat"),
    ] {
        let answer = server.post(&path, &body).await;
        assert_eq!((answer.status, answer.body["code"].as_str()), (422, Some(code)), "{what}: {}", answer.text);
    }
    let right = report("first", &tokens[0], &tokens[1]);
    assert_eq!(world.bearer(&first.account).post(&path, &right).await.status, 403);
    let ended = server.post(&path, &right).await;
    assert_eq!((ended.status, &ended.body["result"]["rated"]), (200, &json!(true)), "{}", ended.text);
    world.pass(60_000);
    let again = server.post(&path, &right).await;
    assert_eq!((again.status, &again.body["result"]), (200, &ended.body["result"]));
    let mut different = right.clone();
    different["assisted"] = json!(true);
    let conflict = server.post(&path, &different).await;
    assert_eq!((conflict.status, &conflict.body["match"]["result"]), (409, &ended.body["result"]));

    let used = report("first", &tokens[0], &others[1]);
    assert_eq!(server.post(&format!("/v1/matches/{other}/result"), &used).await.status, 422);
    let mut missing = report("first", &others[0], &others[1]);
    missing.as_object_mut().unwrap().remove("second_seat");
    let unrated = server.post(&format!("/v1/matches/{other}/result"), &missing).await;
    assert_eq!(unrated.body["result"]["unrated"], "seat_missing", "{}", unrated.text);
}

#[tokio::test]
async fn a_move_costs_two_requests_even_when_it_ends_a_rated_match() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let id = seat(&first, &second, "omok").await;
    let shown = five(&id, &first, &second, 1, 7).await;
    let players = [0, 1].map(|at: usize| shown["seats"][at]["player"].as_str().unwrap().parse().unwrap());
    for (ply, mv) in [(8, "g1"), (9, "h8")] {
        let store = world.service.store.metered();
        let now_ms = world.clock.now_ms();
        let player = &players[(ply + 1) % 2];
        let changed = store.change_match(&id, |game| game.play(player, ply, mv, now_ms)).await.unwrap().unwrap();
        assert_eq!(changed.0.game.ended.is_some(), ply == 9);
        assert_eq!(store.spent().requests, 2, "ply {ply}");
    }
}

#[tokio::test]
async fn a_player_has_a_history_in_pages_and_a_match_a_record() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let mut ids = Vec::new();
    let mut seats = Value::Null;
    for _ in 0..3 {
        let id = seat(&first, &second, "omok").await;
        assert_eq!(world.get(&format!("/v1/matches/{id}/record")).await.status, 409, "it is not over");
        world.pass(1_000);
        seats = five(&id, &first, &second, 1, 9).await["seats"].clone();
        ids.insert(0, id);
    }
    let record = world.get(&format!("/v1/matches/{}/record", ids[0])).await;
    assert!(record.text.starts_with("(;FF[4]") && record.text.contains("RE[B+]"), "{}", record.text);

    let list = format!("/v1/players/{}/matches?limit=2", seats[1]["player"].as_str().unwrap());
    let page = world.get(&list).await.body;
    let next = world.get(&format!("{list}&cursor={}", page["cursor"].as_str().unwrap())).await.body;
    assert_eq!(next["cursor"], Value::Null);
    let all = [page["matches"].as_array().unwrap().clone(), next["matches"].as_array().unwrap().clone()].concat();
    assert_eq!(all.iter().map(|played| played["id"].as_str().unwrap()).collect::<Vec<_>>(), ids);
    for played in &all {
        assert_eq!(
            (&played["result"], &played["seat"], &played["plies"]),
            (&json!("loss"), &json!("second"), &json!(9))
        );
        assert_eq!(played["opponent"], seats[0]["player"]);
    }
    assert_eq!(all[1]["rating"][1], all[0]["rating"][0], "the ratings follow each other");
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_rooms_at_once_all_come_to_their_end() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let mut rooms = JoinSet::new();
    for taste in 0..500 {
        let (first, second) = (first.clone(), second.clone());
        rooms.spawn(async move {
            let (moves, _) = game_of(GameId::Nim, taste);
            let id = seat(&first, &second, "nim").await;
            let mut last = Value::Null;
            for (ply, (side, mv)) in (1..).zip(&moves) {
                let who = if *side == Side::First { &first } else { &second };
                let (status, answer) = who.make(&id, ply, mv).await;
                assert_eq!(status, 200, "{answer}");
                last = answer;
            }
            last["result"]["ending"] == "played"
        });
    }
    let mut ended = 0;
    while let Some(room) = rooms.join_next().await {
        ended += u32::from(room.unwrap());
    }
    assert_eq!(ended, 500);
}
