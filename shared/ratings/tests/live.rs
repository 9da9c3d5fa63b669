//! Uncertainty in time, what is shown of it, tiers, the ceiling: vectors and promises.

#![allow(clippy::unwrap_used)] // a test may stop on a broken vector

mod common;

use common::{assert_close, cases, deviation, ms, number, opponent, rating, score, vectors, volatility};
use proptest::prelude::*;
use ratings::constants::CEILING_MARGIN;
use ratings::{Deviation, RatedGame, RatingRecord, Score, Season, SeasonBlock, Shown, Tier, Unrated, Volatility};

const FILE: &str = "glicko_vectors.json";

#[test]
fn a_seasons_end_on_the_way_raises_the_deviation_as_in_the_vectors() {
    for case in cases(&vectors(FILE), "season_rd") {
        let to_boundary = ms(number(&case["days_to_boundary"]));
        let season = Season { id: "2026-S4".into(), ends_at_ms: to_boundary };
        let record = RatingRecord {
            rd: deviation(number(&case["rd"])),
            volatility: volatility(number(&case["sigma"])),
            season: SeasonBlock { games: 1, ..SeasonBlock::new(&season) },
            ..RatingRecord::newcomer(&season, 0)
        };
        let live = record.live_deviation(to_boundary + ms(number(&case["days_after"])));
        assert_close(&case.to_string(), live.get(), number(&case["live_rd"]), 1e-6);
    }
}

#[test]
fn a_rating_becomes_provisional_when_the_vectors_say() {
    for case in cases(&vectors(FILE), "provisional_after") {
        let after = deviation(number(&case["rd"])).provisional_after_ms(volatility(number(&case["sigma"])));
        // The vectors print six decimals of a day, 0.0864 s.
        assert!((after - ms(number(&case["days_until_110"]))).abs() <= 1_000, "{case}: {after}");
    }
}

#[test]
fn tiers_follow_the_exact_rating_and_need_a_certain_one() {
    for case in cases(&vectors(FILE), "tiers") {
        let shown = Shown::new(rating(number(&case["r"])), deviation(number(&case["rd"])));
        assert_eq!(shown.tier.map(Tier::as_str), case["label"].as_str(), "{case}");
        assert_eq!(shown.provisional, case["label"].is_null());
    }
}

#[test]
fn the_ceiling_stops_wins_beyond_400_points_and_nothing_else() {
    for case in cases(&vectors(FILE), "ai_ceiling") {
        let (own, strongest) = (rating(number(&case["r"])), rating(number(&case["ai_max"])));
        let stopped = ratings::above_ai_ceiling(own, strongest, score(&case["score"]));
        assert_eq!(!stopped, case["rated"].as_bool().unwrap(), "{case}");
    }
    assert_eq!(CEILING_MARGIN, 400.0);
}

#[test]
fn games_against_levels_match_their_vectors() {
    let season = Season { id: "2026-S4".into(), ends_at_ms: i64::MAX };
    for case in cases(&vectors(FILE), "ai_game") {
        let name = case["name"].as_str().unwrap();
        let record = RatingRecord {
            rating: rating(number(&case["p"][0])),
            rd: deviation(number(&case["p"][1])),
            volatility: volatility(number(&case["p"][2])),
            ..RatingRecord::newcomer(&season, 0)
        };
        let at_ms = ms(number(&case["days"]));
        assert_close(name, record.live_deviation(at_ms).get(), number(&case["live_rd"]), 1e-6);
        let level = opponent(number(&case["ai"][0]), number(&case["ai"][1]));
        let game =
            RatedGame { at_ms, season: &season, opponent: level, opponent_id: None, score: score(&case["score"]) };
        common::assert_strength(name, record.after(&game).unwrap().strength(at_ms), &case["out"]);
    }
}

#[test]
fn whole_careers_against_a_level_match_their_vectors() {
    let season = Season { id: "2026-S4".into(), ends_at_ms: i64::MAX };
    for case in cases(&vectors(FILE), "ai_sequences") {
        let level = opponent(number(&case["opp"][0]), number(&case["opp"][1]));
        let mut record = RatingRecord::newcomer(&season, 0);
        let gap = ms(number(&case["gap_days"]));
        let mut games = 0;
        for (index, step) in (0_i64..).zip(case["steps"].as_array().unwrap()) {
            let what = format!("step {index} every {gap} ms");
            // The gap lies between a game and the one before.
            let at_ms = index * gap;
            let score = score(&step["score"]);
            let rated = !ratings::above_ai_ceiling(record.rating, level.rating, score);
            assert_eq!(rated, step["rated"].as_bool().unwrap(), "{what}");
            if rated {
                assert_close(&what, record.live_deviation(at_ms).get(), number(&step["live_rd"]), 1e-6);
                let game = RatedGame { at_ms, season: &season, opponent: level, opponent_id: None, score };
                record = record.after(&game).unwrap();
                games += 1;
            }
            assert_close(&what, record.rating.get(), number(&step["r"]), 1e-6);
            assert_close(&what, record.rd.get(), number(&step["rd"]), 1e-6);
            assert_close(&what, record.volatility.get(), number(&step["sigma"]), 1e-7);
            if let Some(provisional) = step["provisional"].as_bool() {
                assert_eq!(record.shown(at_ms).provisional, provisional, "{what}");
            }
        }
        assert_eq!(record.games, games);
    }
}

#[test]
fn a_year_of_rest_takes_60_to_110() {
    // What the number of periods in a day was chosen for, on lichess.
    let year_ms = 365 * 86_400_000;
    let after = deviation(60.0).after(year_ms, volatility(0.06));
    assert!((after.get() - 110.0).abs() < 0.01);
}

#[test]
fn every_reason_and_tier_reads_back_and_is_named_in_both_languages() {
    assert_eq!(Unrated::ALL.len(), 8);
    for &reason in Unrated::ALL {
        assert_eq!(reason.as_str().parse(), Ok(reason));
        assert!(!reason.name().ko.is_empty() && !reason.name().en.is_empty());
        let json = serde_json::to_string(&reason).unwrap();
        assert_eq!(json, format!("\"{reason}\""));
        assert_eq!(serde_json::from_str::<Unrated>(&json).unwrap(), reason);
    }
    for &tier in Tier::ALL {
        assert_eq!(tier.as_str().parse(), Ok(tier));
        assert!(!tier.name().ko.is_empty() && !tier.name().en.is_empty());
    }
    assert!("wood".parse::<Tier>().is_err());
    assert!(serde_json::from_str::<Unrated>("\"bored\"").is_err());
}

fn any_rd() -> impl Strategy<Value = Deviation> {
    (45.0_f64..=350.0).prop_map(deviation)
}

fn any_sigma() -> impl Strategy<Value = Volatility> {
    (0.01_f64..=0.1).prop_map(volatility)
}

proptest! {
    #[test]
    fn resting_twice_is_resting_once(
        rd in any_rd(), sigma in any_sigma(), first in 0_i64..10_000_000_000, second in 0_i64..10_000_000_000,
    ) {
        let twice = rd.after(first, sigma).after(second, sigma);
        let once = rd.after(first + second, sigma);
        prop_assert!((twice.get() - once.get()).abs() < 1e-9);
        prop_assert!(twice >= rd);
    }

    #[test]
    fn time_of_any_sign_and_size_keeps_the_bounds(rd in any_rd(), sigma in any_sigma(), elapsed in any::<i64>()) {
        let after = rd.after(elapsed, sigma).get();
        prop_assert!((rd.get()..=350.0).contains(&after));
    }

    #[test]
    fn the_moment_of_becoming_provisional_is_exact(rd in any_rd(), sigma in any_sigma()) {
        let at = rd.provisional_after_ms(sigma);
        prop_assert!(rd.after(at, sigma).is_provisional());
        prop_assert!(at == 0 || !rd.after(at - 1, sigma).is_provisional());
    }

    #[test]
    fn a_tier_begins_where_it_says(points in 0.0_f64..=4000.0) {
        let tier = Tier::of(rating(points));
        prop_assert!(tier.from_rating().is_none_or(|least| points >= least));
        let next = Tier::ALL.iter().find(|other| **other > tier);
        prop_assert!(next.is_none_or(|next| points < next.from_rating().unwrap()));
    }
}

#[test]
fn the_other_side_of_a_score_is_its_mirror() {
    for score in Score::ALL {
        assert_eq!(score.points() + score.other().points(), 1.0);
        assert_eq!(Score::from_points(score.points()), Some(score));
    }
    assert_eq!(Score::from_points(0.7), None);
}
