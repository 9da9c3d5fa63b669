//! `/v1/rules` shows the numbers of the code that uses them, and those of the public rules.

use games::{GameId, Side};
use ranking::PlayerId;
use ranking::matches::{Clock, Ended, Ending, Match, Options, Private, Seat};
use ratings::Unrated;
use serde_json::json;
use tests::World;

#[tokio::test]
async fn every_number_is_the_one_of_the_public_rules() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let rules = world.get("/v1/rules").await.body;
    // The site's rules, one line each.
    for (pointer, expected) in [
        ("/titles/ranks", json!(100)),
        ("/titles/fewest_participants", json!(3)),
        ("/titles/champion/ko", json!("우승")),
        ("/titles/badges/3/label/ko", json!("10위 안")),
        ("/runs/midnight_grace_ms", json!(30 * 60 * 1000)),
        ("/runs/tickets_per_minute", json!(60)),
        ("/names/max_characters", json!(12)),
        ("/names/refusals/0/code", json!("empty")),
        ("/runs/commit_limit_ms", json!(5_000)),
        ("/runs/settle_ms", json!(30_000)),
        ("/runs/body_limit", json!(256 * 1024)),
        ("/ratings/start_rating", json!(1500.0)),
        ("/ratings/tau", json!(0.75)),
        ("/ratings/start_volatility", json!(0.09)),
        ("/ratings/min_rd", json!(45.0)),
        ("/ratings/max_rd", json!(350.0)),
        ("/ratings/provisional_rd", json!(110.0)),
        ("/ratings/season_rd", json!(100.0)),
        ("/ratings/periods_per_day", json!(0.21436)),
        ("/ratings/title_games", json!(10)),
        ("/ratings/title_opponents", json!(5)),
        ("/ratings/title_qualified", json!(3)),
        ("/ratings/pair_games_per_day", json!(3)),
        ("/matches/pair_games_per_day", json!(3)),
        ("/ratings/ai_ceiling", json!(400.0)),
        ("/ratings/tiers/1/from", json!(1350.0)),
        ("/ratings/tiers/5/from", json!(2150.0)),
        ("/ratings/tiers/5/name/ko", json!("마스터")),
        ("/baduk/min_moves", json!(50)),
        ("/baduk/min_gain", json!(3)),
        ("/baduk/recent_games", json!(20)),
        ("/baduk/unknown_win_rate", json!(0.6)),
    ] {
        assert_eq!(rules.pointer(pointer), Some(&expected), "{pointer}");
    }
    let codes = |list: &str| -> Vec<String> {
        rules
            .pointer(list)
            .unwrap()
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["code"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        codes("/reasons"),
        [
            "too_fast",
            "too_slow",
            "moves_too_fast",
            "bad_seed",
            "bad_proof",
            "score_mismatch",
            "copied_run",
            "expired",
            "used",
            "bad_value"
        ]
    );
    assert_eq!(
        codes("/ratings/unrated"),
        [
            "same_account",
            "same_browser",
            "same_network",
            "pair_daily",
            "too_short",
            "assisted",
            "seat_missing",
            "ai_ceiling"
        ]
    );
}

#[tokio::test]
async fn the_least_plies_of_a_rated_match_and_the_order_of_the_reasons_are_those_that_are_used() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let rules = world.get("/v1/rules").await.body;
    let order: Vec<_> = rules["matches"]["unrated"].as_array().unwrap().iter().map(|row| row["code"].clone()).collect();
    let fixed = ["seat_missing", "same_account", "same_browser", "same_network", "assisted", "too_short", "pair_daily"];
    assert_eq!(order, fixed);
    let games = rules["matches"]["games"].as_array().unwrap();
    assert_eq!(games.len(), 10);
    for game in games {
        let id: GameId = game["id"].as_str().unwrap().parse().unwrap();
        let rated = id != GameId::Nim;
        assert_eq!((&game["rated"], game["never_rated"].is_null()), (&json!(rated), rated), "{id}");
        if !rated {
            continue;
        }
        // A match with that many moves is rated, and one move fewer is too short.
        let least = usize::try_from(game["least_plies"].as_u64().unwrap()).unwrap();
        assert!(least > 0, "{id}");
        assert_eq!(unrated_after(id, least), None, "{id}");
        assert_eq!(unrated_after(id, least - 1), Some(Unrated::TooShort), "{id}");
    }
    let least = |id: &str| games.iter().find(|game| game["id"] == id).unwrap()["least_plies"].clone();
    // Published for baduk; five stones against four, the shortest win there is, in omok.
    assert_eq!((least("baduk"), least("omok")), (json!(50), json!(9)));
}

/// Why a match that is resigned after `plies` moves is not rated.
fn unrated_after(game: GameId, plies: usize) -> Option<Unrated> {
    let player = |number| PlayerId::from_random(number);
    let seat = |number| Seat { player: player(number), nickname: String::new(), at_ms: 0 };
    let private = |number| Private { browser: player(number), network: None };
    let options = Options::default();
    let room =
        Match::open("m".into(), game, options, true, Clock::USUAL, "c".into(), (Side::First, seat(1)), private(3));
    let mut room = room.unwrap();
    room.sit("c", seat(2), &private(4)).unwrap();
    room.moves = vec!["x"; plies].join(" ");
    room.ended = Some(Ended {
        how: Ending::Resigned,
        winner: Some(Side::First),
        margin: 0,
        at_ms: 0,
        assisted: false,
        seat_missing: false,
        unrated: None,
        ratings: None,
        points: None,
    });
    room.unrated(0)
}

#[tokio::test]
async fn the_rules_and_the_catalogue_tell_the_same_of_every_game() {
    let world = World::at("2026-11-30T12:00:00+09:00").await;
    let rules = world.get("/v1/rules").await.body;
    let games = world.get("/v1/games").await.body;
    let (rules, games) = (rules["games"].as_array().unwrap(), games["games"].as_array().unwrap());
    assert_eq!((rules.len(), games.len()), (GameId::ALL.len(), GameId::ALL.len()));
    for (rule, game) in rules.iter().zip(games) {
        assert_eq!(rule["id"], game["id"]);
        assert_eq!(rule["min_ms"], game["limits"]["min_ms"]);
        assert_eq!(rule["max_ms"], game["limits"]["max_ms"]);
        assert_eq!(rule["max_value"], game["measure"]["max"]);
        let levels = game["levels"].as_array().unwrap().len();
        assert_eq!(rule["levels"].as_array().unwrap().len(), levels, "{}", rule["id"]);
    }
    let basic =
        rules.iter().flat_map(|rule| rule["levels"].as_array().unwrap()).filter(|level| level["level"] == "basic");
    assert!(basic.clone().count() > 5);
    assert!(basic.into_iter().all(|level| level["rating"] == 1500.0 && level["rd"] == 30.0));
}
