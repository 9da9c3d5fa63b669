//! Seasons: their ends to the millisecond, sweeps, idle players, titles; and what a record promises.

#![allow(clippy::unwrap_used)] // a test may stop on a broken vector

mod common;

use common::{deviation, opponent, rating, volatility};
use proptest::prelude::*;
use ratings::{Pool, RatedGame, RatingRecord, Score, Season, SeasonBlock, SeasonEnd, Tier, rate_both, season_titles};

const DAY: i64 = 86_400_000;
/// The first boundary of these tests; seasons of 90 days follow one another from there.
const BOUNDARY: i64 = 1_798_729_200_000;

/// The season number `index`, where 0 ends at [`BOUNDARY`].
fn season(index: i64) -> Season {
    Season { id: format!("S{index}"), ends_at_ms: BOUNDARY + index * 90 * DAY }
}

/// The season that `at_ms` is in.
fn season_at(at_ms: i64) -> Season {
    season((at_ms - BOUNDARY).div_euclid(90 * DAY) + 1)
}

/// Somebody who has played in season 0 and has `rd` at `at_ms`.
fn player(rd: f64, at_ms: i64) -> RatingRecord {
    RatingRecord {
        rating: rating(1_640.5),
        rd: deviation(rd),
        games: 40,
        season: SeasonBlock { games: 12, peak: Some(rating(1_700.0)), ..SeasonBlock::new(&season(0)) },
        ..RatingRecord::newcomer(&season(0), at_ms)
    }
}

fn play(record: &RatingRecord, at_ms: i64, score: Score) -> RatingRecord {
    let season = season_at(at_ms);
    let game = RatedGame { at_ms, season: &season, opponent: opponent(1_500.0, 30.0), opponent_id: None, score };
    record.after(&game).unwrap()
}

#[test]
fn a_season_ends_at_its_very_millisecond() {
    let record = player(60.0, BOUNDARY - 1_000);
    assert!(record.live_deviation(BOUNDARY - 1).get() < 61.0);
    assert_eq!(record.live_deviation(BOUNDARY).get(), 100.0);

    let before = play(&record, BOUNDARY - 1, Score::Win);
    assert_eq!((before.season.id.as_str(), before.season.games, before.last_season), ("S0", 13, None));
    let after = play(&record, BOUNDARY, Score::Win);
    assert_eq!((after.season.id.as_str(), after.season.games), ("S1", 1));
    assert_eq!(after.last_season.as_ref().map(|end| (end.id.as_str(), end.games)), Some(("S0", 12)));
    assert!(after.rating > before.rating, "the raised deviation moves the rating further");
}

#[test]
fn the_end_of_a_season_keeps_the_live_deviation_from_before_it_was_raised() {
    let record = player(60.0, BOUNDARY - 30 * DAY);
    let end = record.rolled_into(&season(1)).last_season.unwrap();
    // 60² + 0.21436 * 30 * (173.7178 * 0.09)², by hand: 5171.886.
    assert!((end.rd.get() - 5_171.886_f64.sqrt()).abs() < 1e-3, "{}", end.rd);
    assert_eq!((end.rating, end.peak), (record.rating, record.season.peak));
}

#[test]
fn the_sweep_before_or_after_the_next_game_gives_the_same_record() {
    let record = player(60.0, BOUNDARY - 5 * DAY);
    let game_at = BOUNDARY + 3 * DAY;
    let game_only = play(&record, game_at, Score::Win);
    let sweep_then_game = play(&record.rolled_into(&season(1)), game_at, Score::Win);
    let game_then_sweep = play(&record, game_at, Score::Win).rolled_into(&season(1));
    let swept_twice = record.rolled_into(&season(1)).rolled_into(&season(1));
    assert_eq!(game_only, sweep_then_game);
    assert_eq!(game_only, game_then_sweep);
    assert_eq!(swept_twice, record.rolled_into(&season(1)));
}

#[test]
fn three_idle_seasons_take_one_roll() {
    let record = player(60.0, BOUNDARY - 5 * DAY);
    let at_once = record.rolled_into(&season(3));
    let one_by_one = record.rolled_into(&season(1)).rolled_into(&season(2)).rolled_into(&season(3));
    assert_eq!(at_once, one_by_one);
    assert_eq!(at_once.last_season.as_ref().map(|end| end.id.as_str()), Some("S0"), "the last season played in");
    let game_at = BOUNDARY + 200 * DAY;
    assert_eq!(play(&record, game_at, Score::Loss), play(&at_once, game_at, Score::Loss));
    assert_eq!(record.live_deviation(game_at), at_once.live_deviation(game_at));
}

#[test]
fn a_roll_backwards_changes_nothing() {
    let record = player(60.0, BOUNDARY - DAY).rolled_into(&season(2));
    assert_eq!(record.rolled_into(&season(1)), record);
    assert_eq!(record.rolled_into(&season(2)), record);
}

#[test]
fn a_game_of_the_ended_season_that_comes_after_the_roll_is_counted_there() {
    let record = player(60.0, BOUNDARY - DAY).rolled_into(&season(1));
    let season_0 = season(0);
    let late = RatedGame {
        at_ms: BOUNDARY - 1,
        season: &season_0,
        opponent: opponent(1_500.0, 30.0),
        opponent_id: Some("late"),
        score: Score::Win,
    };
    let after = record.after(&late).unwrap();
    assert_eq!((after.games, after.season.games), (41, 0));
    let end = after.last_season.unwrap();
    assert_eq!((end.games, end.opponents), (13, vec!["late".to_owned()]));
    assert!(after.rating > record.rating);
}

#[test]
fn a_rating_of_109_99_at_the_boundary_may_have_a_title_and_one_of_110_may_not() {
    for (rd, qualified) in [(109.99, true), (110.0, false)] {
        // The record's deviation is that of the boundary itself: no time passes.
        let end = player(rd, BOUNDARY).rolled_into(&season(1)).last_season.unwrap();
        assert_eq!(end.rd.get(), rd);
        assert_eq!(end.qualifies(Pool::Ai), qualified);
    }
}

fn end(games: u32, opponents: usize) -> SeasonEnd {
    SeasonEnd {
        id: "S0".into(),
        games,
        peak: Some(rating(1_801.0)),
        opponents: (0..opponents).map(|number| format!("p{number}")).collect(),
        rating: rating(1_749.9),
        rd: deviation(80.0),
    }
}

#[test]
fn a_title_needs_ten_games_and_among_people_five_opponents() {
    assert!(end(10, 0).qualifies(Pool::Ai) && !end(9, 0).qualifies(Pool::Ai));
    assert!(end(10, 5).qualifies(Pool::Human) && !end(10, 4).qualifies(Pool::Human));
    assert!(!end(9, 5).qualifies(Pool::Human));
    let title = end(10, 5).title(Pool::Human).unwrap();
    assert_eq!((title.tier, title.peak.get()), (Tier::Gold, 1_801.0));
}

#[test]
fn a_season_with_two_qualified_people_has_no_title_and_one_with_three_has_three() {
    let titles = |qualified: usize| {
        let people = (0..qualified).map(|number| (number, end(10, 5))).chain([(99, end(9, 5)), (98, end(10, 4))]);
        season_titles(Pool::Human, people).len()
    };
    assert_eq!((titles(2), titles(3), titles(4)), (0, 3, 4));
}

#[test]
fn opponents_are_counted_once_and_no_more_than_five_are_kept() {
    let season = season(0);
    let mut me = RatingRecord::newcomer(&season, BOUNDARY - DAY);
    for (game, them) in ["a", "b", "a", "c", "d", "a", "e", "f", "g"].into_iter().enumerate() {
        let other = RatingRecord::newcomer(&season, BOUNDARY - DAY);
        let at_ms = BOUNDARY - DAY + i64::try_from(game).unwrap();
        me = rate_both((&me, "me"), (&other, them), at_ms, &season, Score::Draw).unwrap().0;
    }
    assert_eq!(me.season.opponents, ["a", "b", "c", "d", "e"]);
    assert_eq!(me.season.games, 9);
}

#[test]
fn the_peak_of_a_season_counts_only_ratings_that_are_not_provisional() {
    let season_0 = season(0);
    let mut record = RatingRecord::newcomer(&season_0, BOUNDARY - DAY);
    let mut highest_certain: Option<f64> = None;
    for game in 0..30 {
        record = play(&record, BOUNDARY - DAY + game, if game < 20 { Score::Win } else { Score::Loss });
        if record.rd.get() < 110.0 {
            highest_certain = Some(highest_certain.unwrap_or(0.0).max(record.rating.get()));
        } else {
            assert_eq!(record.season.peak, None);
        }
    }
    assert!(highest_certain.is_some());
    assert_eq!(record.season.peak.map(|peak| peak.get()), highest_certain);
    assert!(record.season.peak.unwrap() > record.rating, "ten losses came after it");
}

#[test]
fn both_players_are_rated_from_what_they_were_before_the_game() {
    let (first, second) = (player(60.0, BOUNDARY - 3 * DAY), player(200.0, BOUNDARY - 2 * DAY));
    let at_ms = BOUNDARY - DAY;
    let (won, lost) = rate_both((&first, "a"), (&second, "b"), at_ms, &season(0), Score::Win).unwrap();
    let (lost_first, won_second) = rate_both((&second, "b"), (&first, "a"), at_ms, &season(0), Score::Loss).unwrap();
    assert_eq!((won, lost), (won_second, lost_first));
}

#[test]
fn who_reached_a_rating_first_is_remembered_until_it_changes() {
    let start = BOUNDARY - DAY;
    let season_0 = season(0);
    let record = RatingRecord::newcomer(&season_0, start);
    let draw = |record: &RatingRecord, at_ms| {
        let game = RatedGame {
            at_ms,
            season: &season_0,
            opponent: opponent(record.rating.get(), 30.0),
            opponent_id: None,
            score: Score::Draw,
        };
        record.after(&game).unwrap()
    };
    let first = draw(&record, start + 1);
    let second = draw(&first, start + 2);
    assert_eq!((first.rating, second.rating), (record.rating, record.rating));
    assert_eq!((first.since_ms, second.since_ms), (start + 1, start + 1));
    assert_eq!(play(&second, start + 3, Score::Win).since_ms, start + 3);
    assert_eq!(second.rolled_into(&season(1)).since_ms, start + 1, "a season's end moves no rating");
}

#[test]
fn a_game_older_than_the_last_one_is_rated_without_growth_and_turns_no_clock_back() {
    let record = player(60.0, BOUNDARY - DAY);
    let older = play(&record, BOUNDARY - 2 * DAY, Score::Win);
    assert_eq!(older.updated_at_ms, BOUNDARY - DAY);
    assert_eq!(older.rating, play(&record, BOUNDARY - DAY, Score::Win).rating);
}

#[test]
fn a_record_survives_storage_to_the_last_bit() {
    let record = play(&player(60.0, BOUNDARY - DAY), BOUNDARY + DAY, Score::Win);
    assert!(record.last_season.is_some() && record.season.peak.is_some());
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<RatingRecord>(&json).unwrap(), record);
    assert!(serde_json::from_str::<RatingRecord>(&json.replace("\"rd\":", "\"rd\":-")).is_err());
}

prop_compose! {
    fn any_record()(
        points in 400.0_f64..=4000.0, rd in 45.0_f64..=350.0, sigma in 0.01_f64..=0.1,
        age in 0..200 * DAY, games in 0_u32..30,
    ) -> RatingRecord {
        RatingRecord {
            rating: rating(points),
            // Before its first game of a season a record has been raised already.
            rd: deviation(if games == 0 { rd.max(100.0) } else { rd }),
            volatility: volatility(sigma),
            season: SeasonBlock { games, ..SeasonBlock::new(&season(0)) },
            ..RatingRecord::newcomer(&season(0), BOUNDARY - age)
        }
    }
}

fn any_score() -> impl Strategy<Value = Score> {
    proptest::sample::select(&Score::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn reading_a_record_does_not_depend_on_whether_it_was_rolled(
        record in any_record(), seasons in 1_i64..6, later in 0..90 * DAY,
    ) {
        let at_ms = BOUNDARY + (seasons - 1) * 90 * DAY + later;
        let lazily = record.live_deviation(at_ms);
        let rolled = record.rolled_into(&season_at(at_ms));
        let swept = (1..=seasons).fold(record.clone(), |record, index| record.rolled_into(&season(index)));
        prop_assert_eq!(&rolled, &swept);
        prop_assert_eq!(lazily, rolled.live_deviation(at_ms));
        prop_assert!(lazily.get() >= 100.0);
    }

    #[test]
    fn a_list_loses_a_player_at_the_millisecond_that_is_stored(record in any_record()) {
        let from = record.provisional_from_ms();
        prop_assert!(record.live_deviation(from).is_provisional());
        if !record.rd.is_provisional() {
            prop_assert!(!record.live_deviation(from - 1).is_provisional());
        } else {
            prop_assert!(from <= record.updated_at_ms);
        }
    }

    #[test]
    fn any_career_stays_within_the_bounds_and_ends_with_a_peak_when_it_earns_a_title(
        games in prop::collection::vec((any_score(), 0..20 * DAY, 800.0_f64..2_400.0), 1..60),
    ) {
        let mut at_ms = BOUNDARY - 400 * DAY;
        let mut record = RatingRecord::newcomer(&season_at(at_ms), at_ms);
        let mut ends = Vec::new();
        for (count, (score, rest, level)) in (1..).zip(games) {
            at_ms += rest;
            let season = season_at(at_ms);
            let before = record.clone();
            let game =
                RatedGame { at_ms, season: &season, opponent: opponent(level, 30.0), opponent_id: None, score };
            record = before.after(&game).unwrap();
            prop_assert_eq!(record.games, count);
            prop_assert!((400.0..=4000.0).contains(&record.rating.get()));
            prop_assert!((45.0..=350.0).contains(&record.rd.get()));
            prop_assert!((record.rating.get() - before.rating.get()).abs() <= 700.0);
            prop_assert!(record.rd <= before.live_deviation(at_ms));
            if record.last_season != before.last_season {
                ends.extend(record.last_season.clone());
            }
        }
        let seasons_played: u32 = ends.iter().map(|end| end.games).sum();
        prop_assert_eq!(seasons_played + record.season.games, record.games);
        for end in ends.iter().filter(|end| end.qualifies(Pool::Ai)) {
            prop_assert!(end.peak.is_some_and(|peak| peak >= end.rating));
        }
    }
}
