//! A measurement that is interrupted, and one whose opponents have changed since.

#![allow(clippy::unwrap_used)] // a test may stop on a missing file

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use calibrate::entrants::{ENTRANTS, Entrant};
use calibrate::plan;
use calibrate::results::{Job, Results, ResultsError};
use calibrate::table::{Block, jobs};
use games::GameId;
use ratings::Seat;

/// A game that takes no time.
fn nim() -> &'static Entrant {
    ENTRANTS.iter().find(|entrant| entrant.game == GameId::Nim).unwrap()
}

/// A file that does not exist yet.
fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("calibrate-{}-{name}.jsonl", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn play(results: &mut Results, jobs: impl Iterator<Item = Job>) {
    for job in jobs {
        let played = (nim().play)(&plan::board(job.game, job.date, job.variation), job.seat);
        results.add(job, played).unwrap();
    }
}

#[test]
fn an_interrupted_measurement_goes_on_where_it_stopped() {
    let (whole, parts) = (file("whole"), file("parts"));
    let all = || nim().seats().flat_map(|seat| jobs(nim(), seat, 2));
    let mut at_once = Results::open(&whole).unwrap();
    play(&mut at_once, all());

    play(&mut Results::open(&parts).unwrap(), all().take(7));
    // It died in the middle of a line.
    OpenOptions::new().append(true).open(&parts).unwrap().write_all(b"{\"game\":\"nim\",\"ru").unwrap();
    let mut resumed = Results::open(&parts).unwrap();
    assert_eq!(Block::measured(nim(), 2, &resumed), None, "not everything is played yet");
    let missing: Vec<_> = all().filter(|job| resumed.get(job).is_none()).collect();
    assert_eq!(missing.len(), all().count() - 7);
    play(&mut resumed, missing.into_iter());

    let reopened = Results::open(&parts).unwrap();
    let block = Block::measured(nim(), 2, &reopened);
    assert!(block.is_some());
    assert_eq!(block, Block::measured(nim(), 2, &at_once));
    assert_eq!(fs::read(&parts).unwrap(), fs::read(&whole).unwrap());
    fs::remove_file(whole).unwrap();
    fs::remove_file(parts).unwrap();
}

#[test]
fn results_of_an_opponent_that_plays_differently_now_are_refused() {
    let path = file("changed");
    let mut results = Results::open(&path).unwrap();
    let job = jobs(nim(), Seat::Basic, 1).next().unwrap();
    let played = (nim().play)(&plan::board(job.game, job.date, job.variation), job.seat);
    results.add(job, calibrate::play::Played { digest: played.digest ^ 1, ..played }).unwrap();
    assert!(matches!(Results::open(&path), Err(ResultsError::Changed(GameId::Nim))));
    fs::remove_file(path).unwrap();
}

#[test]
fn a_file_of_something_else_is_refused_by_its_line() {
    let path = file("other");
    fs::write(&path, "a shopping list\n").unwrap();
    assert!(matches!(Results::open(&path), Err(ResultsError::Line(1))));
    fs::remove_file(path).unwrap();
}
