//! The system's time zone changes nothing: the same results under three of them.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a helper of a test is a test

use std::process::Command;

use calendar::{Date, Period, PeriodKind, parse_rfc3339, rfc3339};

const LINE: &str = "calendar: ";

/// One line about instants around every boundary, as this process sees them.
fn picture() -> String {
    let mut line = String::from(LINE);
    for text in [
        "2026-11-29T15:00:00Z",
        "2026-11-30T15:00:00Z",
        "2026-12-31T14:59:59.999Z",
        "2027-01-03T15:00:00Z",
        "2026-07-01T03:30:00-04:00",
    ] {
        let ms = parse_rfc3339(text).unwrap();
        let [week, month, season] = PeriodKind::ALL.map(|kind| Period::containing(kind, ms));
        line += &format!(
            "{} {} {week} {month} {season} {} {};",
            rfc3339(ms),
            Date::of(ms),
            week.start_ms(),
            month.end_ms()
        );
    }
    line
}

#[test]
fn prints_its_picture() {
    println!("{}", picture());
}

#[test]
fn the_results_do_not_change_with_the_time_zone_of_the_system() {
    let here = picture();
    for zone in ["UTC", "Asia/Seoul", "America/New_York"] {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "prints_its_picture", "--nocapture"])
            .env("TZ", zone)
            .output()
            .unwrap();
        let printed = String::from_utf8(child.stdout).unwrap();
        let there = printed.lines().find_map(|line| line.find(LINE).map(|at| &line[at..]));
        assert_eq!(there, Some(here.as_str()), "{zone}");
    }
}
