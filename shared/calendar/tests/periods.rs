//! Periods: partition of time, ids, titles and bounds.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a helper of a test is a test

use calendar::{DAY_MS, Date, FIRST_MS, InvalidPeriod, LAST_MS, Period, PeriodKind, parse_rfc3339, rfc3339};
use proptest::prelude::*;

fn period(id: &str) -> Period {
    id.parse().unwrap()
}

fn at(text: &str) -> i64 {
    parse_rfc3339(text).unwrap()
}

fn kinds() -> impl Strategy<Value = PeriodKind> {
    prop::sample::select(PeriodKind::ALL.to_vec())
}

proptest! {
    #[test]
    fn every_instant_is_in_exactly_one_period_of_each_kind(kind in kinds(), ms in FIRST_MS..=LAST_MS) {
        let here = Period::containing(kind, ms);
        prop_assert!(here.contains(ms));
        for neighbour in [here.previous(), here.next()].into_iter().flatten() {
            prop_assert!(!neighbour.contains(ms));
        }
    }

    #[test]
    fn periods_of_a_kind_touch_and_do_not_overlap(kind in kinds(), ms in FIRST_MS..=LAST_MS) {
        let here = Period::containing(kind, ms);
        prop_assert!(here.start_ms() < here.end_ms());
        if let Some(next) = here.next() {
            prop_assert_eq!(next.start_ms(), here.end_ms());
            prop_assert_eq!(next.previous(), Some(here));
            prop_assert!(here < next);
        }
    }

    #[test]
    fn a_period_holds_its_first_millisecond_and_not_its_end(kind in kinds(), ms in FIRST_MS..=LAST_MS) {
        let here = Period::containing(kind, ms);
        prop_assert!(here.contains(here.start_ms()));
        prop_assert!(here.contains(here.end_ms() - 1));
        prop_assert!(!here.contains(here.end_ms()));
        prop_assert!(!here.contains(here.start_ms() - 1));
    }

    #[test]
    fn an_id_reads_back_as_its_period(kind in kinds(), ms in FIRST_MS..=LAST_MS) {
        let here = Period::containing(kind, ms);
        prop_assert_eq!(here.to_string().parse(), Ok(here));
        let json = serde_json::to_string(&here).unwrap();
        prop_assert_eq!(&json, &format!("\"{here}\""));
        prop_assert_eq!(serde_json::from_str::<Period>(&json).unwrap(), here);
    }

    #[test]
    fn a_text_that_is_read_at_all_is_already_in_its_one_spelling(text in "(1969|1970|2026|9999|\\+202)-[WSws]?[+ 0-9]{1,2}") {
        if let Ok(read) = text.parse::<Period>() {
            prop_assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn no_text_is_too_odd_to_be_refused(text in "\\PC{0,12}") {
        let _ = text.parse::<Period>();
        let _ = text.parse::<Date>();
        let _ = parse_rfc3339(&text);
    }

    #[test]
    fn every_period_is_whole_days_from_midnight_to_midnight(kind in kinds(), ms in FIRST_MS..=LAST_MS) {
        let here = Period::containing(kind, ms);
        prop_assert!(rfc3339(here.start_ms().max(FIRST_MS)).ends_with("T00:00:00.000+09:00"));
        prop_assert_eq!((here.end_ms() - here.start_ms()) % DAY_MS, 0);
        let days = (here.end_ms() - here.start_ms()) / DAY_MS;
        let lengths = match kind {
            PeriodKind::Week => 7..=7,
            PeriodKind::Month => 28..=31,
            PeriodKind::Season => 90..=92,
        };
        prop_assert!(lengths.contains(&days));
    }
}

#[test]
fn week_53_of_2026_ends_on_4_january_2027_at_midnight_in_korea() {
    let week = period("2026-W53");
    assert_eq!(rfc3339(week.start_ms()), "2026-12-28T00:00:00.000+09:00");
    assert_eq!(rfc3339(week.end_ms()), "2027-01-04T00:00:00.000+09:00");
    assert_eq!(week.end_ms(), at("2027-01-03T15:00:00Z"));
    assert_eq!(week.next(), Some(period("2027-W01")));
}

#[test]
fn new_years_day_of_2027_is_in_week_53_of_2026_and_in_the_new_month_and_season() {
    let ids = |ms| PeriodKind::ALL.map(|kind| Period::containing(kind, ms).to_string());
    assert_eq!(ids(at("2027-01-01T00:00:00+09:00")), ["2026-W53", "2027-01", "2027-S1"]);
    assert_eq!(ids(at("2026-12-31T23:59:59.999+09:00")), ["2026-W53", "2026-12", "2026-S4"]);
}

#[test]
fn periods_change_at_midnight_in_korea_which_is_three_in_the_afternoon_utc() {
    let month = |text| Period::containing(PeriodKind::Month, at(text)).to_string();
    assert_eq!(month("2026-11-30T14:59:59.999Z"), "2026-11");
    assert_eq!(month("2026-11-30T15:00:00Z"), "2026-12");
}

#[test]
fn seasons_begin_in_january_april_july_and_october() {
    for (id, first, end) in [
        ("2026-S1", "2026-01-01", "2026-04-01"),
        ("2026-S2", "2026-04-01", "2026-07-01"),
        ("2026-S3", "2026-07-01", "2026-10-01"),
        ("2026-S4", "2026-10-01", "2027-01-01"),
    ] {
        let season = period(id);
        assert_eq!(Date::of(season.start_ms()).to_string(), first, "{id}");
        assert_eq!(Date::of(season.end_ms()).to_string(), end, "{id}");
    }
}

#[test]
fn february_has_a_29th_day_only_in_leap_years() {
    let days = |id: &str| (period(id).end_ms() - period(id).start_ms()) / DAY_MS;
    assert_eq!([days("2000-02"), days("2024-02"), days("2026-02"), days("2100-02")], [29, 29, 28, 28]);
}

#[test]
fn titles_name_the_period_as_the_public_rules_do() {
    assert_eq!(period("2026-W53").title_ko(), "2026년 53주");
    assert_eq!(period("2026-W07").title_ko(), "2026년 7주");
    assert_eq!(period("2026-11").title_ko(), "2026년 11월");
    assert_eq!(period("2026-S4").title_ko(), "2026년 시즌 4");
    assert_eq!(period("2026-W53").title_en(), "Week 53 of 2026");
    assert_eq!(period("2026-11").title_en(), "November 2026");
    assert_eq!(period("2026-S4").title_en(), "Season 4 of 2026");
}

#[test]
fn only_the_one_spelling_of_an_id_is_read() {
    use InvalidPeriod::{Number, Shape, Year};
    for (text, why) in [
        ("", Shape),
        ("week", Shape),
        ("2026", Shape),
        ("2026-", Shape),
        ("2026-1", Shape),
        ("2026-011", Shape),
        ("2026-W1", Shape),
        ("2026-W001", Shape),
        ("2026-w01", Shape),
        ("2026W01", Shape),
        ("2026-S04", Shape),
        ("2026-s4", Shape),
        ("2026-S", Shape),
        (" 2026-11", Shape),
        ("2026-11 ", Shape),
        ("2026-11\n", Shape),
        ("26-11", Shape),
        ("+026-11", Shape),
        ("-2026-11", Shape),
        ("12026-11", Shape),
        ("2026-+1", Shape),
        ("2026-1١", Shape),
        ("２０２６-11", Shape),
        ("2026-11-30", Shape),
        ("1969-W53", Year),
        ("1969-12", Year),
        ("0000-S1", Year),
        ("2026-00", Number),
        ("2026-13", Number),
        ("2026-W00", Number),
        ("2025-W53", Number),
        ("2026-W54", Number),
        ("2026-S0", Number),
        ("2026-S5", Number),
    ] {
        assert_eq!(text.parse::<Period>(), Err(why), "{text:?}");
    }
}

#[test]
fn the_first_and_last_periods_have_no_neighbour_beyond() {
    for (kind, first, last) in [
        (PeriodKind::Week, "1970-W01", "9999-W52"),
        (PeriodKind::Month, "1970-01", "9999-12"),
        (PeriodKind::Season, "1970-S1", "9999-S4"),
    ] {
        assert_eq!(Period::containing(kind, FIRST_MS), period(first));
        assert_eq!(Period::containing(kind, LAST_MS), period(last));
        assert_eq!(period(first).previous(), None);
        assert_eq!(period(last).next(), None);
    }
}

#[test]
fn instants_outside_the_bounds_count_as_the_nearest_bound() {
    for kind in PeriodKind::ALL {
        for (outside, bound) in
            [(i64::MIN, FIRST_MS), (FIRST_MS - 1, FIRST_MS), (LAST_MS + 1, LAST_MS), (i64::MAX, LAST_MS)]
        {
            assert_eq!(Period::containing(kind, outside), Period::containing(kind, bound));
        }
    }
}

#[test]
fn kinds_have_one_word_each() {
    for kind in PeriodKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{kind}\""));
    }
    assert_eq!(PeriodKind::ALL.map(PeriodKind::as_str), ["week", "month", "season"]);
    assert!("Week".parse::<PeriodKind>().is_err());
}
