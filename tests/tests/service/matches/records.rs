//! What somebody has played, and the records of it.

use serde_json::{Value, json};
use tests::World;

use super::{NOON, Person, five, seat};

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
