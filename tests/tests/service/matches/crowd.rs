//! Many rooms at once, and what a move costs.

use std::time::Instant;

use games::{GameId, Side};
use serde_json::Value;
use tests::World;
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
async fn five_hundred_rooms_at_once_all_come_to_their_end() {
    let world = World::at(NOON).await;
    let (first, second) = (Person::new(&world, "a", 2).await, Person::new(&world, "b", 3).await);
    let began = Instant::now();
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
    println!("500 rooms in {:?}", began.elapsed());
    assert_eq!(ended, 500);
}
