//! The calculators give the published numbers.

use tests::World;

const NOON: &str = "2026-11-30T12:00:00+09:00";
const EXAMPLE: &str =
    "/v1/calculators/glicko2?rating=1500&rd=200&volatility=0.06&opponent_rating=1400&opponent_rd=30&score=1";

fn close(found: &serde_json::Value, expected: f64, within: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() <= within, "{found} is not {expected}");
}

#[tokio::test]
async fn the_glicko2_calculator_gives_the_published_example_and_table() {
    let world = World::at(NOON).await;
    let answer = world.get(EXAMPLE).await;
    close(&answer.body["expected"], 0.63947, 5e-6);
    close(&answer.body["rating"], 1563.56420022, 5e-9);
    close(&answer.body["rd"], 175.40266409, 5e-9);
    close(&answer.body["volatility"], 0.06, 0.0);
    close(&answer.body["g"], 0.99550, 5e-6);
    close(&answer.body["variance"], 4.37680, 5e-6);
    close(&answer.body["phi_star"], 1.15285, 5e-6);
    close(&answer.body["phi"], 1.00970, 5e-6);
    close(&answer.body["mu"], 0.36590, 5e-6);
    let published = [
        (375.0, 603.3588093, 5e-8),
        (750.0, 967.8345004, 5e-8),
        (1125.0, 1285.444542, 5e-7),
        (1500.0, 1563.5642, 5e-5),
        (1875.0, 1888.174058, 5e-7),
        (2250.0, 2251.731358, 5e-7),
        (3000.0, 3000.023952, 5e-7),
    ];
    for (row, (own, new, within)) in answer.body["table"].as_array().unwrap().iter().zip(published) {
        close(&row["own_rating"], own, 0.0);
        close(&row["new_rating"], new, within);
    }
}

#[tokio::test]
async fn the_volatility_follows_only_when_asked_to() {
    let world = World::at(NOON).await;
    let updated = world.get(&format!("{EXAMPLE}&update_volatility=true&tau=0.5")).await;
    assert_eq!(updated.status, 200, "{}", updated.text);
    assert_ne!(updated.body["volatility"], 0.06);
    assert!(updated.body["iterations"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn a_calculator_names_the_parameter_that_is_wrong() {
    let world = World::at(NOON).await;
    for (change, field) in [
        ("score=1|score=0.7", "score"),
        ("rating=1500|rating=-1", "rating"),
        ("rd=200|rd=0", "rd"),
        ("rd=200|rd=NaN", "rd"),
        ("volatility=0.06|volatility=inf", "volatility"),
        ("&score=1|", "score"),
        ("&score=1|&score=1&update_volatility=true", "tau"),
        ("&score=1|&score=1&colour=red", "colour"),
    ] {
        let (from, to) = change.split_once('|').unwrap();
        let answer = world.get(&EXAMPLE.replacen(from, to, 1)).await;
        assert_eq!(answer.status, 400, "{change}: {}", answer.text);
        assert!(answer.body["detail"].as_str().unwrap().contains(field), "{change}: {}", answer.text);
    }
}

#[tokio::test]
async fn the_baduk_calculator_gives_the_published_points() {
    let world = World::at(NOON).await;
    for (points, opponent, score, rates, expected) in [
        (30_500, 30_500, 1, "", 64),
        (30_500, 30_500, 0, "", -64),
        (30_000, 30_999, 1, "", 102),
        (30_000, 30_999, 0, "", -36),
        (30_999, 30_000, 1, "", 29),
        (30_999, 30_000, 0, "", -89),
        (32_500, 32_500, 1, "&win_rate=0.5&opponent_win_rate=0.5", 4),
        (32_500, 32_500, 0, "&win_rate=0.5&opponent_win_rate=0.5", -44),
        (32_100, 32_600, 1, "&win_rate=0.7&opponent_win_rate=0.9", 66),
        (32_600, 32_100, 1, "&win_rate=0.9&opponent_win_rate=0.7", 30),
    ] {
        let path = format!("/v1/calculators/baduk?points={points}&opponent_points={opponent}&score={score}{rates}");
        let answer = world.get(&path).await;
        assert_eq!(answer.body["change"], expected, "{path}: {}", answer.text);
    }
    let table = world.get("/v1/calculators/baduk?points=1000&opponent_points=1000&score=1").await;
    let rows = table.body["table"].as_array().unwrap();
    for (rank, points) in
        [("25급", [371, 367, 363]), ("18급", [306, 301, 296]), ("10급", [221, 215, 210]), ("1급", [121, 116, 111])]
    {
        let row = rows.iter().find(|row| row["rank"] == rank).unwrap();
        assert_eq!(
            [&row["lowest"], &row["middle"], &row["highest"]],
            points.map(serde_json::Value::from).each_ref(),
            "{rank}"
        );
    }
    let low = world.get("/v1/calculators/baduk?points=999&opponent_points=1000&score=1").await;
    assert_eq!(low.status, 400);
}
