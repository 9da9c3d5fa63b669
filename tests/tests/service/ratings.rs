//! Games against the computer move a rating in the same transaction as the run.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes, PutRequest, WriteRequest};
use games::catalogue::nim;
use games::opponent::{OwnMoves, any_move, play_out};
use games::{Draw, GameId, Level, Outcome, Proof, Seed};
use ranking::season_of;
use ratings::{RatedGame, RatingRecord, Score, level_opponent};
use serde_json::json;
use tests::{Run, World};
use tokio::task::JoinSet;

const NOON: &str = "2026-11-30T12:00:00+09:00";

/// A whole game of nim that ends as `wanted`, found among random ones.
pub fn nim_game(run: &Run, wanted: Outcome) -> String {
    for taste in 0..10_000 {
        let mut draw = Draw::stream(&Seed([3; 32]), taste);
        let mut own = Vec::new();
        let game = play_out::<nim::Piles>(&run.board, |position| {
            let mv = any_move(position, &mut draw)?;
            own.push(mv);
            Some(mv)
        });
        if game.result().is_some_and(|(outcome, _)| outcome == wanted) {
            return OwnMoves::<nim::Piles>::new(own).encode();
        }
    }
    panic!("no random game ends as {wanted:?}")
}

#[tokio::test]
async fn the_answer_carries_the_rating_exactly_as_it_is_stored() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let run = player.start(GameId::Nim).await;
    let proof = nim_game(&run, Outcome::Win);
    world.pass(60_000);
    let answer = player.submit(&run, &proof).await;
    assert_eq!((answer.status, answer.body["outcome"].as_str()), (201, Some("win")), "{}", answer.text);

    let id = player.id.parse().unwrap();
    let stored = world.service.store.rating(GameId::Nim, ratings::Pool::Ai, &id).await.unwrap().unwrap();
    assert_eq!(answer.body["rating"]["rating"].as_f64(), Some(stored.record.rating.get()));
    assert_eq!(answer.body["rating"]["rd"].as_f64(), Some(stored.record.rd.get()));
    assert_eq!(answer.body["rating"]["volatility"].as_f64(), Some(stored.record.volatility.get()));
    assert_eq!((stored.record.games, stored.version), (1, 1));

    // The same again, computed apart from the service.
    let now_ms = world.clock.now_ms();
    let season = season_of(now_ms);
    let opponent = level_opponent("nim", "basic");
    let game = RatedGame { at_ms: now_ms, season: &season, opponent, opponent_id: None, score: Score::Win };
    assert_eq!(stored.record, RatingRecord::newcomer(&season, now_ms).after(&game).unwrap());

    let again = player.submit(&run, &proof).await;
    assert_eq!((again.status, &again.body["rating"]), (200, &answer.body["rating"]));
}

#[tokio::test]
async fn a_win_against_the_easy_level_is_rated_and_not_ranked() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    for (level, ranked) in [(Level::Easy, 0), (Level::Strong, 1)] {
        let run = player.start_against(GameId::Nim, level).await;
        world.pass(60_000);
        let proof = nim_game(&run, Outcome::Win);
        let own_moves = i64::try_from(proof.split(' ').count()).unwrap();
        // A front end may claim what it counted, whether it is ranked or not.
        let won = player.claim(&run, &proof, own_moves).await;
        assert_eq!((won.status, won.body["value"].is_null()), (201, ranked == 0), "{}", won.text);
        assert!(won.body["rating"]["rating"].is_number(), "{}", won.text);
        let board = world.get("/v1/boards/nim/week").await;
        assert_eq!(board.body["participants"], ranked, "{level}: {}", board.text);
    }
}

#[tokio::test]
async fn a_value_claimed_of_a_lost_game_is_a_mismatch() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let run = player.start(GameId::Nim).await;
    world.pass(60_000);
    let claimed = player.claim(&run, &nim_game(&run, Outcome::Loss), 5).await;
    assert_eq!((claimed.status, claimed.reason()), (422, Some("score_mismatch")), "{}", claimed.text);
}

#[tokio::test]
async fn a_loss_is_rated_and_not_ranked_and_help_is_ranked_and_not_rated() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let (lost, helped) = (player.start(GameId::Nim).await, player.start(GameId::Nim).await);
    world.pass(60_000);
    let loss = player.submit(&lost, &nim_game(&lost, Outcome::Loss)).await;
    assert_eq!((loss.body["outcome"].as_str(), &loss.body["standings"]), (Some("loss"), &json!([])), "{}", loss.text);
    assert!(loss.body["rating"]["rating"].as_f64().unwrap() < 1500.0);

    let proof = nim_game(&helped, Outcome::Win);
    let win = player.post("/v1/runs", &json!({ "ticket": helped.ticket, "proof": proof, "assisted": true })).await;
    assert_eq!((win.status, win.body["unrated"].as_str()), (201, Some("assisted")), "{}", win.text);
    assert_eq!(win.body["rating"], json!(null));
    assert_eq!(win.body["standings"][0]["rank"], 1);
    let id = player.id.parse().unwrap();
    let stored = world.service.store.rating(GameId::Nim, ratings::Pool::Ai, &id).await.unwrap().unwrap();
    assert_eq!(stored.record.games, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_rated_games_at_once_are_all_counted_in_some_order() {
    let world = World::at(NOON).await;
    let player = world.player().await;
    let mut runs = Vec::new();
    for _ in 0..50 {
        runs.push(player.start(GameId::Nim).await);
    }
    let proof = nim_game(&runs[0], Outcome::Win);
    world.pass(60_000);
    let mut sent = JoinSet::new();
    for run in runs {
        let (player, proof) = (player.clone(), proof.clone());
        sent.spawn(async move { player.submit_patiently(&run, &proof).await });
    }
    let mut counted = Vec::new();
    while let Some(done) = sent.join_next().await {
        let answer = done.unwrap();
        assert!(matches!(answer.status, 200 | 201), "{}", answer.text);
        counted.push(answer.body["rating"]["games"].as_u64().unwrap());
    }
    // Each of the fifty saw its own place in one serial order.
    counted.sort_unstable();
    assert_eq!(counted, (1..=50).collect::<Vec<_>>());

    // Fifty equal games have one serial result.
    let now_ms = world.clock.now_ms();
    let season = season_of(now_ms);
    let opponent = level_opponent("nim", "basic");
    let game = RatedGame { at_ms: now_ms, season: &season, opponent, opponent_id: None, score: Score::Win };
    let mut expected = RatingRecord::newcomer(&season, now_ms);
    for _ in 0..50 {
        // Wins far above the strongest level are not rated; fifty wins against 1500 stay below that.
        expected = expected.after(&game).unwrap();
    }
    let id = player.id.parse().unwrap();
    let stored = world.service.store.rating(GameId::Nim, ratings::Pool::Ai, &id).await.unwrap().unwrap();
    assert_eq!((stored.record, stored.version), (expected, 50));
}

#[tokio::test]
async fn ten_thousand_random_numbers_come_back_bit_for_bit() {
    let world = World::at(NOON).await;
    let client = world.database().unwrap().client();
    let mut draw = Draw::new(&Seed([4; 32]));
    // Ratings, deviations and volatilities: random mantissas over the exponents those have.
    let numbers: Vec<f64> = (0..10_000)
        .map(|_| {
            let mantissa = u64::from(draw.below(1 << 26)) << 26 | u64::from(draw.below(1 << 26));
            let exponent = 1023 - 7 + u64::from(draw.below(19));
            f64::from_bits(exponent << 52 | mantissa)
        })
        .collect();
    for (batch, numbers) in numbers.chunks(25).enumerate() {
        let key = |at: usize| {
            let text = |text: String| AttributeValue::S(text);
            HashMap::from([("pk".to_owned(), text("F".to_owned())), ("sk".to_owned(), text(format!("{batch}#{at}")))])
        };
        let writes = numbers.iter().enumerate().map(|(at, number)| {
            let mut item = key(at);
            item.insert("x".to_owned(), serde_dynamo::to_attribute_value(number).unwrap());
            WriteRequest::builder().put_request(PutRequest::builder().set_item(Some(item)).build().unwrap()).build()
        });
        client.batch_write_item().request_items(local::TABLE, writes.collect()).send().await.unwrap();
        let keys = (0..numbers.len()).map(key).collect();
        let wanted = KeysAndAttributes::builder().set_keys(Some(keys)).build().unwrap();
        let found = client.batch_get_item().request_items(local::TABLE, wanted).send().await.unwrap();
        let mut read = 0;
        for item in &found.responses.unwrap()[local::TABLE] {
            let (_, at) = item["sk"].as_s().unwrap().split_once('#').unwrap();
            let number: f64 = serde_dynamo::from_attribute_value(item["x"].clone()).unwrap();
            assert_eq!(number.to_bits(), numbers[at.parse::<usize>().unwrap()].to_bits());
            read += 1;
        }
        assert_eq!(read, numbers.len());
    }
}
