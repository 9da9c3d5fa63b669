//! Glicko-2 against published numbers, vectors of an independent program, and another library.

#![allow(clippy::unwrap_used)] // a test may stop on a broken vector

mod common;

use common::{assert_close, assert_strength, cases, ms, number, opponent, score, strength, vectors};
use proptest::prelude::*;
use ratings::constants::MAX_ITERATIONS;
use ratings::{Deviation, Glicko2, Meeting, Rating, Score, Strength, Tau, Volatility};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2, glicko2_rating_period};

const FILE: &str = "glicko_vectors.json";

#[test]
fn glickmans_example_comes_out() {
    let games = [
        (opponent(1400.0, 30.0), Score::Win),
        (opponent(1550.0, 100.0), Score::Loss),
        (opponent(1700.0, 300.0), Score::Loss),
    ];
    let update = Glicko2::paper(Tau::new(0.5).unwrap()).period(strength(1500.0, 200.0, 0.06), &games).unwrap();
    // The paper prints 1464.06, 151.52 and 0.05999, with intermediate values rounded by hand.
    assert_close("rating", update.rating, 1_464.050_671, 5e-7);
    assert_close("deviation", update.deviation, 151.516_524, 5e-7);
    assert_close("volatility", update.volatility, 0.059_995_98, 5e-9);
    assert_close("v", update.variance, 1.7785, 5e-4);
    assert_close("delta", update.improvement, -0.4834, 1e-3);
    assert_close("phi*", update.phi_star, 1.152_862, 2e-5);
    assert_close("mu'", update.mu, -0.2069, 5e-5);
    assert_close("phi'", update.phi, 0.8722, 5e-5);
}

#[test]
fn the_paper_mode_matches_its_vectors() {
    for case in cases(&vectors(FILE), "paper") {
        let name = case["name"].as_str().unwrap();
        let games: Vec<_> = case["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| (opponent(number(&game[0]), number(&game[1])), score(&game[2])))
            .collect();
        let player = strength(number(&case["r"]), number(&case["rd"]), number(&case["sigma"]));
        let update = Glicko2::paper(Tau::new(number(&case["tau"])).unwrap()).period(player, &games).unwrap();
        assert_close(name, update.rating, number(&case["out"][0]), 1e-6);
        assert_close(name, update.deviation, number(&case["out"][1]), 1e-6);
        assert_close(name, update.volatility, number(&case["out"][2]), 1e-7);
    }
}

#[test]
fn the_calculators_example_and_table_come_out_to_every_printed_digit() {
    for case in cases(&vectors(FILE), "seed004_fixed_sigma") {
        let player = strength(number(&case["r"]), number(&case["rd"]), number(&case["sigma"]));
        let other = opponent(number(&case["rj"]), number(&case["rdj"]));
        let update = Glicko2::CALCULATOR.game(player, other, score(&case["s"])).unwrap();
        assert_close("rating", update.rating, number(&case["out"][0]), 1e-9);
        assert_close("deviation", update.deviation, number(&case["out"][1]), 1e-9);
        assert_eq!(update.volatility, number(&case["sigma"]), "the calculator holds the volatility fixed");
    }
    // The site's table, as printed: ten significant digits.
    let table = [
        (375.0, "603.3588093"),
        (750.0, "967.8345004"),
        (1_125.0, "1285.444542"),
        (1_500.0, "1563.564200"),
        (1_875.0, "1888.174058"),
        (2_250.0, "2251.731358"),
        (3_000.0, "3000.023952"),
    ];
    for (before, printed) in table {
        let player = strength(before, 200.0, 0.06);
        let update = Glicko2::CALCULATOR.game(player, opponent(1400.0, 30.0), Score::Win).unwrap();
        let decimals = printed.len() - printed.find('.').unwrap() - 1;
        assert_eq!(format!("{:.decimals$}", update.rating), printed);
    }
}

#[test]
fn the_calculators_intermediate_values_are_those_of_the_worked_example() {
    let player = strength(1500.0, 200.0, 0.06);
    let meeting = Meeting::new(player.rating, opponent(1400.0, 30.0));
    let update = Glicko2::CALCULATOR.game(player, opponent(1400.0, 30.0), Score::Win).unwrap();
    let shown = |value: f64| format!("{value:.5}");
    assert_eq!(shown(meeting.g), "0.99550");
    assert_eq!(shown(meeting.expected), "0.63947");
    assert_eq!(shown(update.variance), "4.37680");
    assert_eq!(shown(update.phi_star), "1.15285");
    assert_eq!(shown(update.phi), "1.00970");
    assert_eq!(shown(update.mu), "0.36590");
}

#[test]
fn single_games_after_a_rest_match_their_vectors() {
    for case in cases(&vectors(FILE), "lichess_single_game") {
        let name = case["name"].as_str().unwrap();
        let live = |player: &str, days: &str| {
            let stored = &case[player];
            let sigma = common::volatility(number(&stored[2]));
            let rd = common::deviation(number(&stored[1])).after(ms(number(&case[days])), sigma);
            Strength { rating: common::rating(number(&stored[0])), deviation: rd, volatility: sigma }
        };
        let (first, second) = (live("p1", "days1"), live("p2", "days2"));
        assert_close(name, first.deviation.get(), number(&case["live_rd1"]), 1e-6);
        assert_close(name, second.deviation.get(), number(&case["live_rd2"]), 1e-6);

        let score = score(&case["score1"]);
        for (player, other, score, out) in [(first, second, score, "out1"), (second, first, score.other(), "out2")] {
            let other = ratings::Opponent { rating: other.rating, deviation: other.deviation };
            let kept = Glicko2::SUNWI.game(player, other, score).unwrap().kept(player.rating);
            assert_strength(name, kept, &case[out]);
        }
    }
}

#[test]
fn one_game_moves_a_rating_by_at_most_700_points() {
    // A newcomer whose deviation is as large as the type allows, who beats somebody far above.
    let player = strength(1500.0, 1_000.0, 0.09);
    let update = Glicko2::SUNWI.game(player, opponent(3_000.0, 45.0), Score::Win).unwrap();
    assert!(update.rating > 2_200.0);
    assert_eq!(update.kept(player.rating).rating.get(), 2_200.0);
    let update = Glicko2::SUNWI.game(player, opponent(500.0, 45.0), Score::Loss).unwrap();
    assert!(update.rating < 800.0);
    assert_eq!(update.kept(player.rating).rating.get(), 800.0);
}

#[test]
fn a_period_without_games_changes_nothing_but_the_deviation_of_the_paper() {
    let player = strength(1500.0, 200.0, 0.06);
    let grown = Glicko2::paper(Tau::SUNWI).period(player, &[]).unwrap();
    assert_eq!((grown.rating, grown.volatility), (1500.0, 0.06));
    assert_close("RD", grown.deviation, (200.0_f64.powi(2) + (173.7178_f64 * 0.06).powi(2)).sqrt(), 1e-9);
    let same = Glicko2::SUNWI.period(player, &[]).unwrap();
    assert_eq!((same.rating, same.volatility), (1500.0, 0.06));
    assert_close("RD", same.deviation, 200.0, 1e-9);
}

/// Numbers that look random and are the same on every run: a linear congruential generator.
struct Mixed(u64);

impl Mixed {
    fn within(&mut self, least: f64, greatest: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = u32::try_from(self.0 >> 32).unwrap();
        least + (greatest - least) * f64::from(high) / f64::from(u32::MAX)
    }

    fn score(&mut self) -> Score {
        let at = self.within(0.0, 3.0);
        if at < 1.0 {
            Score::Win
        } else if at < 2.0 {
            Score::Draw
        } else {
            Score::Loss
        }
    }
}

fn theirs(player: Strength) -> Glicko2Rating {
    Glicko2Rating {
        rating: player.rating.get(),
        deviation: player.deviation.get(),
        volatility: player.volatility.get(),
    }
}

fn outcome(score: Score) -> Outcomes {
    match score {
        Score::Win => Outcomes::WIN,
        Score::Draw => Outcomes::DRAW,
        Score::Loss => Outcomes::LOSS,
    }
}

#[test]
fn the_paper_mode_agrees_with_skillratings_on_10_000_games() {
    let mut mixed = Mixed(1);
    for _ in 0..10_000 {
        let mut player = || strength(mixed.within(600.0, 2600.0), mixed.within(30.0, 350.0), mixed.within(0.03, 0.12));
        let (first, second) = (player(), player());
        let (tau, score) = (mixed.within(0.3, 1.2), mixed.score());
        let config = Glicko2Config { tau, convergence_tolerance: 0.000_001 };

        let (expected, _) = glicko2(&theirs(first), &theirs(second), &outcome(score), &config);

        let other = ratings::Opponent { rating: second.rating, deviation: second.deviation };
        let update = Glicko2::paper(Tau::new(tau).unwrap()).game(first, other, score).unwrap();
        assert_close("rating", update.rating, expected.rating, 1e-9);
        assert_close("deviation", update.deviation, expected.deviation, 1e-9);
        assert_close("volatility", update.volatility, expected.volatility, 1e-9);
    }
}

#[test]
fn the_paper_mode_agrees_with_skillratings_on_periods_of_many_games() {
    let mut mixed = Mixed(2);
    let config = Glicko2Config { tau: 0.75, convergence_tolerance: 0.000_001 };
    for games in 1..=200 {
        let player = strength(mixed.within(600.0, 2600.0), mixed.within(30.0, 350.0), mixed.within(0.03, 0.12));
        let games: Vec<_> = (0..games % 20 + 1)
            .map(|_| {
                let rd = mixed.within(30.0, 350.0);
                (opponent(mixed.within(600.0, 2600.0), rd), mixed.score())
            })
            .collect();
        let results: Vec<_> = games
            .iter()
            .map(|(other, score)| {
                let other =
                    Glicko2Rating { rating: other.rating.get(), deviation: other.deviation.get(), volatility: 0.06 };
                (other, outcome(*score))
            })
            .collect();
        let expected = glicko2_rating_period(&theirs(player), &results, &config);
        let update = Glicko2::paper(Tau::SUNWI).period(player, &games).unwrap();
        assert_close("rating", update.rating, expected.rating, 1e-9);
        assert_close("deviation", update.deviation, expected.deviation, 1e-9);
        assert_close("volatility", update.volatility, expected.volatility, 1e-9);
    }
}

#[test]
fn two_hundred_thousand_games_never_fail_and_never_need_a_hundred_steps() {
    let mut mixed = Mixed(3);
    let mut most = 0;
    for _ in 0..200_000 {
        let mut player = || strength(mixed.within(400.0, 4000.0), mixed.within(45.0, 350.0), mixed.within(0.01, 0.1));
        let (first, second) = (player(), player());
        let other = ratings::Opponent { rating: second.rating, deviation: second.deviation };
        let update = Glicko2::SUNWI.game(first, other, mixed.score()).unwrap();
        let kept = update.kept(first.rating);
        assert!((400.0..=4000.0).contains(&kept.rating.get()));
        assert!((45.0..=350.0).contains(&kept.deviation.get()));
        assert!((0.01..=0.1).contains(&kept.volatility.get()));
        most = most.max(update.iterations);
    }
    // The constant's documentation says that half the bound is never needed.
    assert!(most < MAX_ITERATIONS / 2, "{most} steps");
}

prop_compose! {
    /// Anything the argument types can hold.
    fn any_strength()(
        rating in Rating::LEAST..=Rating::GREATEST,
        rd in Deviation::LEAST..=Deviation::GREATEST,
        sigma in Volatility::LEAST..=Volatility::GREATEST,
    ) -> Strength {
        strength(rating, rd, sigma)
    }
}

fn any_mode() -> impl Strategy<Value = Glicko2> {
    let paper = (Tau::LEAST..=Tau::GREATEST).prop_map(|tau| Glicko2::paper(Tau::new(tau).unwrap()));
    prop_oneof![Just(Glicko2::SUNWI), Just(Glicko2::CALCULATOR), paper]
}

fn any_score() -> impl Strategy<Value = Score> {
    proptest::sample::select(&Score::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn whatever_the_types_hold_gives_finite_numbers_in_bounded_steps(
        mode in any_mode(), player in any_strength(), other in any_strength(), score in any_score(),
    ) {
        let other = ratings::Opponent { rating: other.rating, deviation: other.deviation };
        let update = mode.game(player, other, score).unwrap();
        prop_assert!(update.rating.is_finite() && update.deviation.is_finite() && update.volatility.is_finite());
        prop_assert!(update.deviation > 0.0 && update.volatility > 0.0);
        prop_assert!(update.iterations < MAX_ITERATIONS, "{} steps", update.iterations);
    }

    #[test]
    fn a_win_never_lowers_a_rating_and_a_loss_never_raises_one(player in any_strength(), other in any_strength()) {
        let other = ratings::Opponent { rating: other.rating, deviation: other.deviation };
        let after = |score| Glicko2::SUNWI.game(player, other, score).unwrap().rating;
        prop_assert!(after(Score::Loss) <= player.rating.get() + 1e-9);
        prop_assert!(after(Score::Win) >= player.rating.get() - 1e-9);
        prop_assert!(after(Score::Loss) <= after(Score::Draw) && after(Score::Draw) <= after(Score::Win));
    }

    #[test]
    fn a_game_makes_a_rating_more_certain_when_only_time_lets_it_fade(
        player in any_strength(), other in any_strength(), score in any_score(),
    ) {
        let other = ratings::Opponent { rating: other.rating, deviation: other.deviation };
        let update = Glicko2::SUNWI.game(player, other, score).unwrap();
        prop_assert!(update.deviation <= player.deviation.get() * (1.0 + 1e-12));
    }

    #[test]
    fn expected_scores_of_equally_certain_players_add_up_to_one(
        first in any_strength(), second in any_strength(), rd in Deviation::LEAST..=Deviation::GREATEST,
    ) {
        let expected = |a: Strength, b: Strength| {
            Meeting::new(a.rating, opponent(b.rating.get(), rd)).expected
        };
        prop_assert!((expected(first, second) + expected(second, first) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn the_types_hold_no_other_numbers() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 1e300] {
        assert!(Rating::new(value).is_err());
        assert!(Deviation::new(value).is_err());
        assert!(Volatility::new(value).is_err());
        assert!(Tau::new(value).is_err());
    }
    assert!(Deviation::new(0.0).is_err() && Volatility::new(0.0).is_err() && Tau::new(0.0).is_err());
    let error = Rating::new(-1.0).unwrap_err();
    assert_eq!(error.to_string(), "a rating must be from 0 to 5000");
}
