//! Matches that a game server plays and reports.

use serde_json::json;
use tests::World;
use tokens::Scope;

use super::{FIVE, NOON, Person, seat_with};

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
async fn who_is_losing_on_a_game_server_cannot_end_the_match_here_first() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let server = world.bearer(&world.service.token("server", &[Scope::MatchReport]).unwrap());
    let (id, tokens) = seat_with(&first, &second, &json!({ "game": "omok", "game_server": true })).await;
    world.pass(3_600_000);
    for (who, what) in [(&first, "resign"), (&second, "resign"), (&second, "draw"), (&second, "claim")] {
        assert_eq!(who.act(&id, what).await.0, 409, "{what}");
    }
    let (status, answer) = first.make(&id, 1, "h8").await;
    assert_eq!((status, &answer["match"]["deadline_ms"]), (409, &json!(null)), "{answer}");
    let report = json!({ "moves": FIVE, "winner": "first", "ending": "played", "started_at": NOON,
        "first_seat": tokens[0], "second_seat": tokens[1] });
    let ended = server.post(&format!("/v1/matches/{id}/result"), &report).await;
    assert_eq!((ended.status, &ended.body["result"]["rated"]), (200, &json!(true)), "{}", ended.text);
}

#[tokio::test]
async fn a_room_whose_second_seat_stayed_empty_can_be_reported_and_is_not_rated() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let server = world.bearer(&world.service.token("server", &[Scope::MatchReport]).unwrap());
    let (_, opened) = first.post("/v1/matches", &json!({ "game": "omok", "game_server": true })).await;
    let id = opened["match"]["id"].as_str().unwrap();
    assert_eq!(first.act(id, "resign").await.0, 409);
    let report = json!({ "moves": FIVE, "winner": "first", "ending": "played", "started_at": NOON,
        "first_seat": opened["seat_token"] });
    let ended = server.post(&format!("/v1/matches/{id}/result"), &report).await;
    assert_eq!(ended.body["result"]["unrated"], "seat_missing", "{}", ended.text);
    let sit = json!({ "invitation": opened["invitation"] });
    assert_eq!(second.post(&format!("/v1/matches/{id}/seats"), &sit).await.0, 409, "it is over");
    let player = opened["match"]["seats"][0]["player"].as_str().unwrap();
    let history = world.get(&format!("/v1/players/{player}/matches")).await.body;
    assert_eq!((&history["matches"][0]["opponent"], &history["matches"][0]["result"]), (&json!(null), &json!("win")));
}

#[tokio::test]
async fn the_longest_report_is_as_long_as_a_body_and_its_moves_end_with_the_game() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let server = world.bearer(&world.service.token("server", &[Scope::MatchReport]).unwrap());
    let (id, _) = seat_with(&first, &second, &json!({ "game": "baduk", "size": 9 })).await;
    let report =
        |moves: Vec<&str>| json!({ "moves": moves, "winner": "second", "ending": "played", "started_at": NOON });
    let path = format!("/v1/matches/{id}/result");
    let after_the_end = server.post(&path, &report(vec!["pass"; 30_000])).await;
    assert_eq!((after_the_end.status, &after_the_end.body["code"]), (422, &json!("illegal_move")));
    assert!(after_the_end.text.contains("move 3 "), "{}", after_the_end.text);
    assert_eq!(server.post(&path, &report(vec!["pass"; 40_000])).await.status, 413);
    assert_eq!(server.post(&path, &report(vec!["pass"; 2])).await.status, 200);
}
