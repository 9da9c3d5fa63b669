//! The embedded table: complete, as written, and true of the opponents as they play now.

#![allow(clippy::unwrap_used)] // a test may stop on a missing row

use std::path::Path;

use calibrate::entrants::{ENTRANTS, Entrant};
use calibrate::plan;
use calibrate::table::{Block, jobs, source, tally};
use games::{GameId, Kind};
use ratings::{MeasuredGame, Seat, Tally};
use rayon::prelude::*;

#[test]
fn every_game_with_an_opponent_is_measured_at_every_level() {
    let opponents: Vec<_> = GameId::ALL.iter().filter(|game| game.game().kind == Kind::Opponent).collect();
    assert_eq!(ENTRANTS.iter().map(|entrant| &entrant.game).collect::<Vec<_>>(), opponents);
    for entrant in ENTRANTS {
        let measured = MeasuredGame::of(entrant.game.as_str()).unwrap();
        assert_eq!(measured.rules, entrant.game.game().rules, "{}", entrant.game);
        let seats: Vec<_> = measured.seats.iter().map(|row| row.seat).collect();
        assert_eq!(seats, entrant.seats().collect::<Vec<_>>(), "{}", entrant.game);
        for row in measured.seats {
            assert!(row.tally.games() >= 300, "{} {}: {:?}", entrant.game, row.seat, row.tally);
        }
    }
}

#[test]
fn the_table_is_exactly_what_the_calibration_writes() {
    let blocks: Vec<_> = ENTRANTS.iter().filter_map(|entrant| Block::embedded(entrant.game)).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/ratings/src/levels/measured.rs");
    assert_eq!(source(&blocks), std::fs::read_to_string(path).unwrap());
}

#[test]
fn the_year_is_covered_evenly() {
    let days = |count| plan::dates(count).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(days(365).len(), 365);
    assert_eq!((days(365)[0].as_str(), days(365)[364].as_str()), ("2026-01-01", "2026-12-31"));
    for count in [1, 2, 7, 52, 122, 364] {
        let days = plan::dates(count);
        assert_eq!(days.len(), usize::try_from(count).unwrap());
        let gaps: Vec<_> = days.windows(2).map(|pair| (pair[1].start_ms() - pair[0].start_ms()) / 86_400_000).collect();
        let (least, most) = (i64::from(365 / count), i64::from(365_u32.div_ceil(count)));
        assert!(gaps.iter().all(|gap| (least..=most).contains(gap)), "{count}: {gaps:?}");
    }
}

/// Games of a sample.
const SAMPLE: usize = 60;

/// Beyond this many standard errors, one table in some twenty would be refused by chance, its rows together.
const STANDARD_ERRORS: f64 = 3.3;

/// A part of the measured games, over the whole year.
fn sample(entrant: &Entrant, seat: Seat) -> Tally {
    let measured = MeasuredGame::of(entrant.game.as_str()).unwrap();
    let all: Vec<_> = jobs(entrant, seat, measured.dates).collect();
    let chosen: Vec<_> = (0..SAMPLE).map(|index| all[index * all.len() / SAMPLE]).collect();
    let play =
        |job: &calibrate::results::Job| (entrant.play)(&plan::board(job.game, job.date, job.variation), job.seat);
    tally(chosen.par_iter().map(play).collect::<Vec<_>>())
}

#[test]
fn a_sample_of_every_row_scores_what_the_table_says() {
    for entrant in ENTRANTS {
        let measured = MeasuredGame::of(entrant.game.as_str()).unwrap();
        for row in measured.seats {
            let sample = sample(entrant, row.seat);
            let games = f64::from(u32::try_from(sample.games()).unwrap());
            let all = f64::from(u32::try_from(row.tally.games()).unwrap());
            // The rule of succession: a level that won everything may lose one day.
            let p = (row.tally.points() + 1.0) / (all + 2.0);
            let tolerance = STANDARD_ERRORS * (p * (1.0 - p) / games).sqrt() + 0.5 / games;
            let (found, expected) = (sample.share().unwrap(), row.tally.share().unwrap());
            assert!(
                (found - expected).abs() <= tolerance,
                "{} {}: {found:.3} of {games} games, not {expected:.3} ± {tolerance:.3}",
                entrant.game,
                row.seat,
            );
        }
    }
}
