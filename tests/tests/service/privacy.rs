//! What is forgotten, and when.

use close_period::Request;
use games::GameId;
use serde_json::{Value, json};
use store::{Committed, RunRecord, RunStatus};
use tests::{Answer, Player, World};
use tokens::Scope;

#[tokio::test]
async fn a_player_who_leaves_is_a_guest_on_every_board_and_in_every_title() {
    let world = World::at("2026-12-06T12:00:00+09:00").await;
    let mut players = Vec::new();
    for name in ["김밥왕", "고구마", "한라산"] {
        let player = world.player().await;
        assert_eq!(player.put("/v1/players/me/nickname", &json!({ "nickname": name })).await.status, 200);
        let run = player.start(GameId::Kankani).await;
        world.pass(5_000);
        assert_eq!(player.submit(&run, "").await.status, 201);
        players.push(player);
    }
    world.set("2026-12-07T00:00:31+09:00");
    world.service.closer().handle(Request::Period { period: "2026-W49".parse().unwrap() }).await.unwrap();
    // The audit of a re-close keeps both lists of titles.
    let ops = world.bearer(&world.service.token("kim", &[Scope::Ops]).unwrap());
    let why = json!({ "why": "A program." });
    let reclose = "/v1/ops/periods/kankani/2026-W49/reclose";
    for order in ["hide", "unhide"] {
        let path = format!("/v1/ops/players/{}/{order}", players[2].id);
        assert_eq!(ops.post(&path, &why).await.status, 200);
        let dry = ops.post(reclose, &json!({ "why": "A program.", "dry_run": true })).await;
        let done = ops.post(reclose, &json!({ "why": "A program.", "plan": dry.body["plan"] })).await;
        assert_eq!(done.body["changed"], true, "{}", done.text);
    }

    let leaver = &players[0];
    assert_eq!(leaver.delete("/v1/players/me", &json!(null)).await.status, 204);

    let everything = world.dump().await.join("\n");
    assert!(!everything.contains("김밥왕"), "the name is nowhere in the table");
    assert!(everything.contains("고구마"), "other names stay");
    let guest = format!("손님{}", &leaver.id[22..]);
    for path in ["/v1/boards/kankani/2026-W49", "/v1/boards/kankani/month"] {
        let board = world.get(path).await;
        let entry = &board.body["entries"][0];
        assert_eq!((&entry["player"], &entry["nickname"]), (&json!(leaver.id), &json!(guest)), "{}", board.text);
    }
    let titles = world.get("/v1/titles/kankani/2026-W49").await;
    assert_eq!((&titles.body["titles"][0]["nickname"], &titles.body["titles"][0]["rank"]), (&json!(guest), &json!(1)));
}

/// Somebody with an account, in a browser with a name.
struct Person {
    account: Player,
    browser: Player,
    url: String,
    /// From an address of this machine that nobody else has.
    http: reqwest::Client,
}

impl Person {
    async fn new(world: &World, account: &str, name: &str, host: u8) -> Self {
        let address = std::net::Ipv4Addr::new(127, 0, 0, host);
        let http = reqwest::Client::builder().local_address(Some(address.into())).build().unwrap();
        let browser = world.player().await;
        assert_eq!(browser.put("/v1/players/me/nickname", &json!({ "nickname": name })).await.status, 200);
        let account = world.bearer(&world.service.token(account, &[]).unwrap());
        Self { account, browser, url: world.url.clone(), http }
    }

    /// Opens a room or takes a seat, which needs the browser's token too.
    async fn sit(&self, path: &str, body: &Value) -> (u16, Value) {
        let sent = self
            .http
            .post(format!("{}{path}", self.url))
            .bearer_auth(&self.account.token)
            .header("x-sunwi-browser", &self.browser.token)
            .json(body)
            .send()
            .await
            .unwrap();
        (sent.status().as_u16(), sent.json().await.unwrap())
    }

    /// A room, and what the other one needs to sit down there.
    async fn open(&self, game: &str) -> (String, Value) {
        let (status, opened) = self.sit("/v1/matches", &json!({ "game": game })).await;
        assert_eq!(status, 201, "{opened}");
        let id = opened["match"]["id"].as_str().unwrap().to_owned();
        (id, json!({ "invitation": opened["invitation"] }))
    }

    async fn make(&self, id: &str, ply: usize, mv: &str) -> Answer {
        self.account.post(&format!("/v1/matches/{id}/moves"), &json!({ "ply": ply, "move": mv })).await
    }
}

async fn seated(first: &Person, second: &Person) -> String {
    let (id, invitation) = first.open("omok").await;
    assert_eq!(second.sit(&format!("/v1/matches/{id}/seats"), &invitation).await.0, 201);
    id
}

/// The whole table is looked through: after a player has left it holds neither the name nor anything that leads from the browser
/// to the account, or back.
#[tokio::test]
async fn a_player_who_leaves_is_a_guest_at_every_seat_and_no_record_joins_browser_and_account() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let leaver = Person::new(&world, "a", "김밥왕", 2).await;
    let other = Person::new(&world, "b", "고구마", 3).await;

    // A rated match that is over, one that goes on in the second seat, and a room that waits.
    let over = seated(&leaver, &other).await;
    let five = ["d8", "d1", "e8", "e1", "f8", "f1", "g8", "g1", "h8"];
    for (ply, mv) in (1..).zip(five) {
        let who = if ply % 2 == 1 { &leaver } else { &other };
        assert_eq!(who.make(&over, ply, mv).await.status, 200);
    }
    let going_on = seated(&other, &leaver).await;
    assert_eq!(other.make(&going_on, 1, "h8").await.status, 200);
    let (waiting, invitation) = leaver.open("baduk").await;
    let shown = world.get(&format!("/v1/matches/{over}")).await.body;
    assert_eq!((&shown["result"]["rated"], &shown["seats"][0]["nickname"]), (&json!(true), &json!("김밥왕")));
    let account = shown["seats"][0]["player"].as_str().unwrap().to_owned();
    let opponent = shown["seats"][1]["player"].as_str().unwrap().to_owned();
    let rating = format!("/v1/ratings/omok/human/players/{account}");
    assert_eq!(world.get(&rating).await.body["rating"]["nickname"], "김밥왕");
    let joins = |line: &String| {
        let places = [&account, &over, &going_on, &waiting];
        line.contains(&leaver.browser.id) && places.iter().any(|place| line.contains(place.as_str()))
    };
    assert_eq!(world.dump().await.iter().filter(|line| joins(line)).count(), 4, "three notes, and the room that waits");

    assert_eq!(leaver.browser.delete("/v1/players/me", &json!(null)).await.status, 204);
    let table = world.dump().await;
    let named: Vec<_> = table.iter().filter(|line| line.contains("김밥왕")).collect();
    assert!(named.is_empty(), "{named:#?}");
    assert_eq!(table.iter().filter(|line| joins(line)).collect::<Vec<_>>(), Vec::<&String>::new());
    assert_eq!(
        table.iter().filter(|line| line.contains(&leaver.browser.id)).count(),
        1,
        "the mark that the player left"
    );
    assert!(table.iter().any(|line| line.contains("고구마")), "other names stay");

    let guest = format!("손님{}", &account[22..]);
    for (id, seat) in [(&over, 0), (&going_on, 1), (&waiting, 0)] {
        let shown = world.get(&format!("/v1/matches/{id}")).await.body;
        assert_eq!(shown["seats"][seat]["nickname"], guest.as_str(), "{shown}");
    }
    assert_eq!(world.get(&rating).await.body["rating"]["nickname"], guest.as_str());
    let played = world.get(&format!("/v1/players/{opponent}/matches")).await.body;
    assert_eq!(played["matches"][0]["opponent_nickname"], guest.as_str(), "{played}");
    let played = world.get(&format!("/v1/players/{account}/matches")).await.body;
    assert_eq!(played["matches"][0]["opponent_nickname"], "고구마", "{played}");
    let record = world.get(&format!("/v1/matches/{over}/record")).await.text;
    assert!(record.contains(&format!("PB[{guest}]PW[고구마]")), "{record}");

    // The account goes on; the browser is nobody any more.
    assert_eq!(leaver.make(&going_on, 2, "a1").await.status, 200);
    assert_eq!(leaver.sit("/v1/matches", &json!({ "game": "omok" })).await.0, 401);
    let (status, taken) = other.sit(&format!("/v1/matches/{waiting}/seats"), &invitation).await;
    assert_eq!((status, &taken["match"]["rated"]), (201, &json!(false)), "{taken}");
}

#[tokio::test]
async fn the_token_of_a_player_who_left_takes_no_name_and_records_no_run() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let player = world.player().await;
    let (before, after) = (player.start(GameId::Kankani).await, player.start(GameId::Kankani).await);
    world.pass(5_000);
    let kept = player.submit(&before, "").await;
    assert_eq!(kept.status, 201);
    assert_eq!(player.delete("/v1/players/me", &json!(null)).await.status, 204);
    let left = world.dump().await;
    let named = player.put("/v1/players/me/nickname", &json!({ "nickname": "고구마" })).await;
    assert_eq!((named.status, named.body["code"].as_str()), (401, Some("unauthorized")), "{}", named.text);
    let run = player.submit(&after, "").await;
    assert_eq!((run.status, run.body["code"].as_str()), (401, Some("unauthorized")), "{}", run.text);
    // What was recorded before is answered as before, and leaving twice is leaving once.
    assert_eq!(player.submit(&before, "").await.body["run"], kept.body["run"]);
    assert_eq!(player.delete("/v1/players/me", &json!(null)).await.status, 204);
    assert_eq!(world.dump().await, left);
    assert_eq!(world.get("/v1/boards/kankani/week").await.body["entries"][0]["value"], 5_000);
}

#[tokio::test]
async fn a_name_is_forgotten_on_boards_whose_runs_are_long_gone() {
    let world = World::at("2026-03-31T12:00:00+09:00").await;
    let player = world.player().await;
    assert_eq!(player.put("/v1/players/me/nickname", &json!({ "nickname": "김밥왕" })).await.status, 200);
    let run = player.start(GameId::Kankani).await;
    world.pass(5_000);
    assert_eq!(player.submit(&run, "").await.status, 201);
    // A year later the database has deleted the run; the boards stay.
    world.set("2027-03-31T12:00:00+09:00");
    let client = world.database().unwrap().client();
    let items = client.scan().table_name(local::TABLE).send().await.unwrap().items.unwrap();
    let expired = |item: &std::collections::HashMap<String, _>| item.contains_key("ttl");
    for item in items.into_iter().filter(expired) {
        let key = ["pk", "sk"].map(|name| (name.to_owned(), item[name].clone()));
        client.delete_item().table_name(local::TABLE).set_key(Some(key.into())).send().await.unwrap();
    }
    let board = "/v1/boards/kankani/2026-W14";
    assert_eq!(world.get(board).await.body["entries"][0]["nickname"], "김밥왕");
    assert_eq!(player.delete("/v1/players/me", &json!(null)).await.status, 204);
    assert!(!world.dump().await.join("\n").contains("김밥왕"));
    assert_eq!(world.get(board).await.body["entries"][0]["nickname"], format!("손님{}", &player.id[22..]));
}

#[tokio::test]
async fn a_room_nobody_comes_to_is_over_after_two_days_even_before_the_database_deletes_it() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let (first, second) = (Person::new(&world, "a", "고구마", 2).await, Person::new(&world, "b", "한라산", 3).await);
    let (id, invitation) = first.open("omok").await;
    let path = format!("/v1/matches/{id}");
    world.set("2026-12-02T11:59:59+09:00");
    assert_eq!(world.get(&path).await.status, 200);
    world.set("2026-12-02T12:00:00+09:00");
    // Tokens of accounts last for a day.
    let second = Person { account: world.bearer(&world.service.token("b", &[]).unwrap()), ..second };
    assert_eq!(world.get(&path).await.status, 404);
    assert_eq!(second.sit(&format!("{path}/seats"), &invitation).await.0, 404);
}

#[tokio::test]
async fn a_claim_on_moves_ends_with_its_time_even_before_the_database_deletes_it() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let store = &world.service.store;
    let (ann, ben) = (world.player().await, world.player().await);
    let date = "2026-11-30".parse().unwrap();
    let hand_in = async |player: &str, ticket: &str| {
        let now_ms = store.clock().now_ms();
        let run = RunRecord {
            player: player.parse().unwrap(),
            game: GameId::G2048,
            ticket_id: ticket.repeat(26),
            date,
            variation: 0,
            level: None,
            rules: 1,
            started_at_ms: now_ms - 60_000,
            received_at_ms: now_ms,
            claimed: None,
            assisted: false,
            digest: vec![0; 32],
            status: RunStatus::Accepted { value: Some(400), outcome: None, plies: 60 },
            rating: None,
            proof: None,
        };
        store.accept(run, "LDLD", Some([9; 32])).await.unwrap()
    };
    assert!(matches!(hand_in(&ann.id, "1").await, Committed::Now { .. }));
    // The claim lasts for seven days after the board's.
    world.set("2026-12-07T23:59:59+09:00");
    assert_eq!(hand_in(&ben.id, "2").await, Committed::Copied);
    world.set("2026-12-08T00:00:00+09:00");
    assert!(matches!(hand_in(&ben.id, "3").await, Committed::Now { .. }));
}
