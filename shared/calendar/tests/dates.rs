//! Dates and the text form of instants.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a helper of a test is a test

use calendar::{DAY_MS, Date, FIRST_MS, InvalidDate, InvalidTime, LAST_MS, parse_rfc3339, rfc3339};
use chrono_tz::Asia::Seoul;
use proptest::prelude::*;

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

proptest! {
    #[test]
    fn every_instant_is_on_exactly_one_date(ms in FIRST_MS..=LAST_MS) {
        let today = Date::of(ms);
        prop_assert!(today.contains(ms));
        prop_assert_eq!(today.end_ms() - today.start_ms(), DAY_MS);
        prop_assert_eq!(Date::of(today.start_ms()), today);
        prop_assert_eq!(Date::of(today.end_ms() - 1), today);
        if let Some(tomorrow) = today.next() {
            prop_assert!(!tomorrow.contains(ms) && today < tomorrow);
            prop_assert_eq!(tomorrow.start_ms(), today.end_ms());
            prop_assert_eq!(tomorrow.previous(), Some(today));
            prop_assert_eq!(tomorrow.weekday(), (today.weekday() + 1) % 7);
        }
    }

    #[test]
    fn a_date_reads_back_from_its_text(ms in FIRST_MS..=LAST_MS) {
        let today = Date::of(ms);
        prop_assert_eq!(today.to_string().parse(), Ok(today));
        let json = serde_json::to_string(&today).unwrap();
        prop_assert_eq!(&json, &format!("\"{today}\""));
        prop_assert_eq!(serde_json::from_str::<Date>(&json).unwrap(), today);
    }

    #[test]
    fn an_instant_reads_back_from_its_text(ms in FIRST_MS..=LAST_MS) {
        prop_assert_eq!(parse_rfc3339(&rfc3339(ms)), Ok(ms));
        prop_assert!(rfc3339(ms).starts_with(&Date::of(ms).to_string()));
    }

    #[test]
    fn no_instant_is_too_far_to_be_written(ms in any::<i64>()) {
        prop_assert_eq!(rfc3339(ms).len(), "2026-11-30T15:04:05.678+09:00".len());
        let _ = (Date::of(ms).start_ms(), Date::of(ms).previous(), Date::of(ms).next());
    }

    /// The time zone database is the outside authority; it has daylight saving time in 1987 and 1988 only.
    #[test]
    fn the_time_zone_database_agrees_from_1989_to_2400(ms in 599_583_600_000_i64..13_569_433_200_000) {
        let seoul = chrono::DateTime::from_timestamp_millis(ms).unwrap().with_timezone(&Seoul);
        prop_assert_eq!(rfc3339(ms), seoul.format("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string());
    }
}

#[test]
fn the_bounds_are_the_first_and_last_milliseconds_of_1970_and_9999_in_korea() {
    assert_eq!(rfc3339(FIRST_MS), "1970-01-01T00:00:00.000+09:00");
    assert_eq!(rfc3339(LAST_MS), "9999-12-31T23:59:59.999+09:00");
    assert_eq!((rfc3339(i64::MIN), rfc3339(i64::MAX)), (rfc3339(FIRST_MS), rfc3339(LAST_MS)));
    assert_eq!(Date::of(FIRST_MS).previous(), None);
    assert_eq!(Date::of(LAST_MS).next(), None);
}

#[test]
fn known_instants_are_written_in_korean_time() {
    // `date -u -d @N` and `TZ=Asia/Seoul date -d @N` show the same pairs.
    for (ms, text) in [
        (0, "1970-01-01T09:00:00.000+09:00"),
        (-1, "1970-01-01T08:59:59.999+09:00"),
        (1_000_000_000_000, "2001-09-09T10:46:40.000+09:00"),
        (1_796_050_800_000, "2026-12-01T00:00:00.000+09:00"),
    ] {
        assert_eq!(rfc3339(ms), text);
        assert_eq!(parse_rfc3339(text), Ok(ms));
    }
}

#[test]
fn times_with_any_offset_are_read() {
    let noon = parse_rfc3339("2026-11-30T12:00:00+09:00").unwrap();
    for text in ["2026-11-30T03:00:00Z", "2026-11-29T22:00:00-05:00", "2026-11-30T03:00:00.000999Z"] {
        assert_eq!(parse_rfc3339(text), Ok(noon), "{text}");
    }
}

#[test]
fn a_leap_second_counts_as_the_second_after_it() {
    assert_eq!(parse_rfc3339("2016-12-31T23:59:60Z"), parse_rfc3339("2017-01-01T00:00:00Z"));
}

#[test]
fn what_is_not_a_time_or_not_within_the_bounds_is_refused() {
    for text in [
        "",
        "2026-11-30",
        "2026-11-30T12:00:00",
        "2026-02-29T00:00:00Z",
        "2026-11-30T24:00:00Z",
        "1796050800000",
        "12026-11-30T00:00:00Z",
    ] {
        assert_eq!(parse_rfc3339(text), Err(InvalidTime::Shape), "{text:?}");
    }
    for text in ["1969-12-31T14:59:59.999Z", "9999-12-31T15:00:00Z", "0000-01-01T00:00:00Z"] {
        assert_eq!(parse_rfc3339(text), Err(InvalidTime::Year), "{text:?}");
    }
}

#[test]
fn only_real_days_written_in_full_are_dates() {
    use InvalidDate::{NoSuchDay, Shape, Year};
    for (text, why) in [
        ("", Shape),
        ("2026-11", Shape),
        ("2026-11-1", Shape),
        ("2026-11-001", Shape),
        ("2026-11-30 ", Shape),
        ("2026/11/30", Shape),
        ("+026-11-30", Shape),
        ("2026-+1-30", Shape),
        ("2026-11-30T00:00:00Z", Shape),
        ("1969-12-31", Year),
        ("0000-01-01", Year),
        ("2026-02-29", NoSuchDay),
        ("2026-11-31", NoSuchDay),
        ("2026-13-01", NoSuchDay),
        ("2026-00-10", NoSuchDay),
    ] {
        assert_eq!(text.parse::<Date>(), Err(why), "{text:?}");
    }
}

#[test]
fn weekdays_count_from_monday() {
    // 30 November 2026 is a Monday; 1 January 1970 was a Thursday; 29 February 2000 was a Tuesday.
    assert_eq!(["2026-11-30", "2026-12-06", "1970-01-01", "2000-02-29"].map(|day| date(day).weekday()), [0, 6, 3, 1]);
}
