//! Games of which only the time is measured, through the catalogue as the referee sees them.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use games::{GameId, Kind, Measure, Seed, Value};
use support::{board, judge_a_million, referee};

/// The games whose time alone is measured, and whether only competing runs are recorded.
const TIMED: [(&str, &str, bool); 10] = [
    ("troy", "트로이 전술", true),
    ("odyssey", "오디세이 퀴즈", true),
    ("catch-move", "잡는 수", true),
    ("warmup", "손풀기", true),
    ("kankani", "칸칸이", false),
    ("stamp", "도장", false),
    ("gwageo", "과거", false),
    ("jogakbo", "조각보", false),
    ("samsam", "삼삼오오", false),
    ("typing-game", "타자 게임", false),
];

#[test]
fn every_timed_game_is_in_the_catalogue_with_its_name_and_its_shortest_time() {
    for (id, name, compete_only) in TIMED {
        let game = id.parse::<GameId>().unwrap().game();
        assert_eq!((game.name.ko, game.kind, game.measure), (name, Kind::Timed, Measure::Time));
        assert_eq!(game.compete_only, compete_only, "{id}");
        assert_eq!(game.limits.min_ms, if id == "warmup" { 400 } else { 2000 }, "{id}");
        assert_eq!(game.limits.max_ms, 7_200_000, "{id}");
    }
    assert_eq!(GameId::ALL.iter().filter(|id| id.game().kind == Kind::Timed).count(), TIMED.len());
}

#[test]
fn a_timed_run_is_worth_its_time_with_and_without_counters() {
    for (id, ..) in TIMED {
        let game = id.parse::<GameId>().unwrap();
        for proof in ["", r#"{"won":true}"#, r#"{"right": 12}"#, r#"{"strokes":300}"#] {
            assert_eq!(referee(game, &board(Seed([1; 32])), proof).unwrap().value, Value::Elapsed, "{id} {proof}");
        }
    }
}

#[test]
fn only_the_typing_game_has_a_pace_for_its_strokes() {
    for (id, ..) in TIMED {
        let game = id.parse::<GameId>().unwrap();
        let reading = game.read(&board(Seed([1; 32])), r#"{"strokes":100}"#).unwrap();
        assert_eq!(reading.least_elapsed_us(), if id == "typing-game" { 3_000_000 } else { 0 }, "{id}");
    }
}

#[test]
fn a_game_that_ranks_by_itself_takes_no_proof() {
    for id in ["stock-room", "gambitry"] {
        let game = id.parse::<GameId>().unwrap();
        assert_eq!((game.game().kind, game.game().measure), (Kind::External, Measure::Rank));
        for proof in ["", "{}", r#"{"won":true}"#] {
            assert!(game.read(&board(Seed([1; 32])), proof).is_err(), "{id} {proof:?}");
        }
    }
}

#[test]
fn a_million_random_proofs_are_judged() {
    let good = r#"{"won":true,"right":7,"strokes":250}"#;
    // Two hours at 30 ms a stroke.
    let most = 240_000;
    let tally = judge_a_million(GameId::TypingGame, &board(Seed([5; 32])), good, "{}:,\"wonrighst0123456789 ", most);
    assert!(tally.accepted > 1000 && tally.out_of_range > 10 && tally.malformed > 1000, "{tally:?}");
}
