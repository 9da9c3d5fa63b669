//! Many rooms at once, and what a move costs.

use std::time::Instant;

use games::{GameId, Side};
use serde_json::{Value, json};
use tests::{FaultyDatabase, World};
use tokio::task::JoinSet;

use super::{NOON, Person, five, game_of, seat};

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

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_of_the_demonstration_play_every_game_in_a_room() {
    let world = World::at(NOON).await;
    let accounts = ["one", "other"].map(|bot| world.service.token(bot, &[]).unwrap());
    let told = local::bots::play_rooms(&world.url, accounts).await.unwrap().join_all().await;
    assert_eq!(told.len(), super::GAMES.len(), "{told:#?}");
    for game in super::GAMES {
        let line = told.iter().find(|line| line.split(' ').next() == Some(game.as_str()));
        assert!(line.is_some_and(|line| line.contains(" moves, played, ")), "{game}: {told:#?}");
        assert_eq!(line.is_some_and(|line| line.contains("not rated")), game == GameId::Nim, "{told:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_rooms_at_once_all_come_to_their_end_with_two_requests_a_move() {
    let database = FaultyDatabase::start().await; // without a fault; it counts
    let world = World::on(database.client(), NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let began = Instant::now();
    let mut opening = JoinSet::new();
    for taste in 0..500 {
        let (first, second) = (first.clone(), second.clone());
        opening.spawn(async move { (seat(&first, &second, "nim").await, game_of(GameId::Nim, taste).0) });
    }
    let rooms = opening.join_all().await;
    let moves: usize = rooms.iter().map(|(_, moves)| moves.len()).sum();

    database.plan([]);
    let mut playing = JoinSet::new();
    for (id, moves) in rooms {
        let (first, second) = (first.clone(), second.clone());
        playing.spawn(async move {
            let (mut sent, mut last) = (0, Value::Null);
            for (ply, (side, mv)) in (1..).zip(&moves) {
                let who = if *side == Side::First { &first } else { &second };
                let mut answered = false;
                // On a machine that is busy the database may take too long, and a move is sent again.
                while !answered {
                    sent += 1;
                    assert!(sent <= 100 * moves.len(), "a room is stuck");
                    let body = json!({ "ply": ply, "move": mv });
                    let (status, answer) = who.send_once(&format!("/v1/matches/{id}/moves"), &body, &[]).await;
                    assert!(matches!(status, 200 | 503), "{status} {answer}");
                    (answered, last) = (status == 200, answer);
                }
            }
            assert_eq!(last["result"]["ending"], "played", "{last}");
            sent
        });
    }
    let sent = playing.join_all().await;
    let (rooms, sent) = (sent.len(), sent.into_iter().sum::<usize>());
    let requests = usize::try_from(database.requests()).unwrap();
    println!("{rooms} rooms: {moves} moves sent {sent} times, {requests} requests, {:?} in all", began.elapsed());
    assert_eq!(rooms, 500);
    assert!(requests <= 2 * sent, "{requests} requests for {sent}");
}
