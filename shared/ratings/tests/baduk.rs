//! Baduk rating points: the published numbers, vectors of an independent program, and promises.

#![allow(clippy::unwrap_used)] // a test may stop on a broken vector

mod common;

use common::{assert_close, cases, number, score, vectors};
use proptest::prelude::*;
use ratings::Score;
use ratings::baduk::{Chance, Game, Points, Rank, Record, change, constants, is_rated};
use serde_json::Value;

fn points(value: &Value) -> Points {
    Points::new(u32::try_from(value.as_u64().unwrap()).unwrap())
}

fn count(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap_or(0)).unwrap()
}

#[test]
fn all_published_numbers_and_all_vectors_come_out() {
    let file = vectors("baduk_vectors.json");
    let mut published = 0;
    for case in cases(&file, "vectors") {
        let score = score(&case["s"]);
        let streak = match score {
            Score::Win => count(&case["win_streak"]),
            Score::Draw => 0,
            Score::Loss => count(&case["lose_streak"]),
        };
        let win_rate = |key: &str| case[key].as_f64().unwrap_or(constants::UNKNOWN_WIN_RATE);
        let game = Game {
            own: points(&case["own"]),
            opponent: points(&case["opp"]),
            score,
            own_win_rate: win_rate("own_w"),
            opponent_win_rate: win_rate("opp_w"),
            streak,
        };
        assert_eq!(i64::from(change(&game)), case["expect"].as_i64().unwrap(), "{case}");
        if case["kind"] == "published" {
            published += 1;
        } else {
            let chance = Chance::new(game.own, game.opponent);
            assert_close("C", chance.c, number(&case["C"]), 1e-8);
            assert_close("a", chance.a, number(&case["a"]), 1e-8);
            assert_close("P", chance.p, number(&case["P"]), 1e-9);
        }
    }
    assert_eq!(published, 40);
}

#[test]
fn ranks_are_the_thousands_of_the_points() {
    let rank = |points| Points::new(points).rank();
    for (points, korean, english) in [
        (0, "25급", "25 kyu"),
        (1_000, "25급", "25 kyu"),
        (1_999, "25급", "25 kyu"),
        (2_000, "24급", "24 kyu"),
        (25_999, "1급", "1 kyu"),
        (26_000, "1단", "1 dan"),
        (30_500, "5단", "5 dan"),
        (32_999, "7단", "7 dan"),
        (33_000, "7단★", "7 dan★"),
        (u32::MAX, "7단★", "7 dan★"),
    ] {
        assert_eq!(rank(points).to_string(), korean);
        assert_eq!(rank(points).english(), english);
    }
    let all: Vec<_> = Rank::all().collect();
    assert_eq!(all.len(), 25 + 7 + 1);
    assert!(all.iter().all(|rank| rank.from_points().rank() == *rank));
}

#[test]
fn only_games_of_fifty_moves_with_at_most_jeongseon_are_rated() {
    assert!(is_rated(50, 0) && is_rated(50, 1));
    assert!(!is_rated(49, 0) && !is_rated(50, 2));
}

fn equals(own: u32, score: Score, streak: u32) -> Game {
    let own = Points::new(own);
    Game { own, opponent: own, score, own_win_rate: 0.6, opponent_win_rate: 0.6, streak }
}

#[test]
fn streaks_of_wins_pay_from_the_third_game_on_and_never_at_the_top() {
    let gain = |own, streak| change(&equals(own, Score::Win, streak));
    // 5단 among equals: C (1 - P) is 64 and some; twice that at most.
    assert_eq!(gain(30_500, 1), 64);
    assert_eq!(gain(30_500, 2), gain(30_500, 1));
    assert!(gain(30_500, 3) > gain(30_500, 2));
    assert_eq!(gain(30_500, 12), gain(30_500, 100));
    assert!((127..=130).contains(&gain(30_500, 12)), "100 % of the base at most");
    assert_eq!(gain(33_500, 1), gain(33_500, 12));
}

#[test]
fn streaks_of_losses_cost_at_every_rank() {
    for own in [1_500, 30_500, 33_500] {
        let loss = |streak| change(&equals(own, Score::Loss, streak));
        assert_eq!(loss(2), loss(1));
        assert!(loss(3) < loss(2));
        assert_eq!(loss(12), loss(500));
    }
}

#[test]
fn a_win_rate_looks_back_on_twenty_games_and_needs_five() {
    let mut record = Record::new(Points::new(20_000));
    let other = Record::new(Points::new(20_000));
    for games in 1..=4 {
        record = Record::after(&record, &other, Score::Win).0;
        assert_eq!(record.win_rate(), 0.6, "after {games} games");
    }
    record = Record::after(&record, &other, Score::Win).0;
    assert_eq!(record.win_rate(), 1.0);
    for _ in 0..15 {
        record = Record::after(&record, &other, Score::Loss).0;
    }
    assert_eq!((record.win_rate(), record.recent.len()), (0.25, 20));
    assert_eq!(record.streak, -15);
    for _ in 0..5 {
        record = Record::after(&record, &other, Score::Draw).0;
    }
    assert_eq!((record.win_rate(), record.recent.len(), record.streak), (0.0, 20, 0));
}

#[test]
fn a_record_survives_storage() {
    let (winner, _) = Record::after(&Record::new(Points::new(31_234)), &Record::new(Points::new(30_000)), Score::Win);
    let json = serde_json::to_string(&winner).unwrap();
    assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), winner);
}

fn any_points() -> impl Strategy<Value = Points> {
    prop_oneof![1_000_u32..40_000, any::<u32>()].prop_map(Points::new)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn wins_give_at_least_three_and_losses_take_nothing_back(
        own in any_points(), opponent in any_points(), own_win_rate in 0.0_f64..=1.0,
        opponent_win_rate in 0.0_f64..=1.0, streak in any::<u32>(),
    ) {
        let game = Game { own, opponent, score: Score::Win, own_win_rate, opponent_win_rate, streak };
        let most = 2.0 * Chance::new(own, opponent).c + 1e-6;
        let gain = change(&game);
        prop_assert!(gain >= 3 && f64::from(gain) <= most.max(3.0));
        let loss = change(&Game { score: Score::Loss, ..game });
        prop_assert!(loss <= 0 && f64::from(-loss) <= most);
    }

    #[test]
    fn points_never_fall_below_the_floor(own in any_points(), opponent in any_points()) {
        let (_, loser) = Record::after(&Record::new(opponent), &Record::new(own), Score::Win);
        prop_assert!(loser.points >= Points::LEAST);
        prop_assert!(loser.points <= own);
    }
}
