//! Every day of 2000 to 2050 against a table of ISO weeks that another program wrote.
//!
//! `iso_weeks.csv` is from Python: `date.fromisocalendar(year, 1, 1)` and the week of each 28 December by
//! `date.isocalendar()`.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a helper of a test is a test

use std::collections::BTreeMap;

use calendar::{DAY_MS, Date, Period, PeriodKind, parse_rfc3339};

const TABLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/calendar/iso_weeks.csv"));

/// The first Monday (its midnight in Korea) of each ISO year, with the year and its number of weeks.
fn table() -> BTreeMap<i64, (i64, i64)> {
    let mut years = BTreeMap::new();
    for line in TABLE.lines().skip(1) {
        let [year, monday, weeks] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let midnight = parse_rfc3339(&format!("{monday}T00:00:00+09:00")).unwrap();
        years.insert(midnight, (year.parse().unwrap(), weeks.parse().unwrap()));
    }
    years
}

#[test]
fn every_day_of_2000_to_2050_is_in_the_week_of_the_table() {
    let years = table();
    let mut midnight = parse_rfc3339("2000-01-01T00:00:00+09:00").unwrap();
    let end = parse_rfc3339("2051-01-01T00:00:00+09:00").unwrap();
    let mut days = 0;
    while midnight < end {
        let (first_monday, (year, weeks)) = years.range(..=midnight).next_back().unwrap();
        let since = (midnight - first_monday) / DAY_MS;
        let week = since / 7 + 1;
        assert!(week <= *weeks, "the table has a hole in {year}");
        let expected = format!("{year}-W{week:02}");
        for ms in [midnight, midnight + DAY_MS / 2, midnight + DAY_MS - 1] {
            assert_eq!(Period::containing(PeriodKind::Week, ms).to_string(), expected, "{}", Date::of(ms));
            assert_eq!(i64::from(Date::of(ms).weekday()), since % 7, "{}", Date::of(ms));
        }
        midnight += DAY_MS;
        days += 1;
    }
    // 51 years with the leap days of 2000, 2004, ..., 2048.
    assert_eq!(days, 51 * 365 + 13);
}

#[test]
fn only_the_long_years_of_the_table_have_a_week_53() {
    for (year, weeks) in table().into_values() {
        assert_eq!(format!("{year}-W53").parse::<Period>().is_ok(), weeks == 53, "{year}");
        assert!(format!("{year}-W52").parse::<Period>().is_ok(), "{year}");
    }
}
