//! Ratings of computer levels: the numbers that the site publishes, from their counts.

#![allow(clippy::unwrap_used)] // a test may stop on a broken vector

mod common;

use common::{number, vectors};
use proptest::prelude::*;
use ratings::{Score, Tally};

/// A tally of `games` with this many points, in halves.
fn tally(half_points: u32, games: u32) -> Tally {
    let (wins, draws) = (half_points / 2, half_points % 2);
    Tally { wins, draws, losses: games - wins - draws, distinct: games }
}

#[test]
fn every_published_row_comes_out_of_the_points_that_its_percentage_allows() {
    let file = vectors("ai_calibration_vectors.json");
    for row in file.as_array().unwrap() {
        let games = u32::try_from(row["n"].as_u64().unwrap()).unwrap();
        let halves = |at: usize| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
            let halves = (number(&row["points_consistent"][at]) * 2.0) as u32;
            halves
        };
        for half_points in halves(0)..=halves(1) {
            let tally = tally(half_points, games);
            assert_eq!(tally.rating(), row["rating"].as_i64(), "{row} with {half_points} halves");
            if let Some(interval) = row["pm"].as_i64() {
                assert_eq!(tally.interval(), Some(interval), "{row} with {half_points} halves");
            }
        }
    }
}

#[test]
fn the_worked_rows_come_out_of_their_counts() {
    assert_eq!((tally(2 * 809, 3285).rating(), tally(2 * 809, 3285).interval()), (Some(1306), Some(14)));
    assert_eq!((tally(2 * 91, 3285).rating(), tally(2 * 91, 3285).interval()), (Some(882), Some(36)));
    assert_eq!(tally(1373, 1095).rating(), Some(1590));
}

#[test]
fn nothing_is_measured_without_games_or_at_either_end() {
    for nothing in [Tally::default(), tally(0, 300), tally(600, 300)] {
        assert_eq!((nothing.rating(), nothing.interval()), (None, None));
    }
    assert_eq!(Tally::default().share(), None);
}

#[test]
fn no_interval_is_given_when_games_repeat() {
    let repeated = Tally { distinct: 6, ..tally(300, 300) };
    assert_eq!((repeated.rating(), repeated.interval()), (Some(1500), None));
}

#[test]
fn a_level_that_lost_or_won_every_game_is_800_points_away() {
    let lost = tally(0, 300).as_opponent();
    assert_eq!(lost.rating.get(), 700.0);
    // 400 / ln 10 / sqrt(300 p (1 - p)) with p = 1/101, by hand: 101.3.
    assert_eq!(lost.deviation.get(), 101.0);
    let won = tally(600, 300).as_opponent();
    assert_eq!((won.rating.get(), won.deviation.get()), (2_300.0, 101.0));
}

#[test]
fn a_level_measured_well_has_the_deviation_of_basic() {
    let level = tally(2 * 809, 3285).as_opponent();
    assert_eq!((level.rating.get(), level.deviation.get()), (1_306.0, 30.0));
    let repeated = Tally { distinct: 6, ..tally(300, 300) }.as_opponent();
    // 400 / ln 10 / sqrt(6 / 4), by hand: 141.8.
    assert_eq!(repeated.deviation.get(), 142.0);
}

#[test]
fn basic_is_1500_everywhere_and_an_unknown_level_is_unknown() {
    for game in ["reversi", "a game that does not exist"] {
        let basic = ratings::level_opponent(game, "basic");
        assert_eq!((basic.rating.get(), basic.deviation.get()), (1500.0, 30.0));
        assert!(ratings::strongest_level(game) >= basic.rating);
    }
    let unknown = ratings::level_opponent("reversi", "godlike");
    assert_eq!((unknown.rating.get(), unknown.deviation.get()), (1500.0, 350.0));
}

proptest! {
    #[test]
    fn both_sides_of_a_tally_lie_equally_far_from_basic(wins in 1_u32..5_000, draws in 0_u32..5_000, losses in 1_u32..5_000) {
        let mine = Tally { wins, draws, losses, distinct: wins + draws + losses };
        let theirs = Tally { wins: losses, losses: wins, ..mine };
        prop_assert_eq!(mine.rating().unwrap() + theirs.rating().unwrap(), 3_000);
        prop_assert_eq!(mine.interval(), theirs.interval());
    }

    #[test]
    fn counting_games_one_by_one_gives_the_same_tally(scores in prop::collection::vec(0_usize..3, 0..200)) {
        let mut tally = Tally::default();
        scores.iter().for_each(|index| tally.add(Score::ALL[*index]));
        let points: f64 = scores.iter().map(|index| Score::ALL[*index].points()).sum();
        prop_assert_eq!(tally.points(), points);
        prop_assert_eq!(tally.games(), u64::try_from(scores.len()).unwrap());
    }
}
