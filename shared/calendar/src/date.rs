//! Dates: the boards' "today".

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::instant::{DAY_MS, FIRST_MS, LAST_MS, digits, local, midnight};

/// A calendar date in Korea, from 1970-01-01 to 9999-12-31, written `2026-11-30`. Ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(NaiveDate);

/// A text that is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDate {
    /// The text is not four digits, two digits and two digits with hyphens between.
    #[error("a date is written like 2026-11-30")]
    Shape,
    /// The year is outside 1970 to 9999.
    #[error("a date is in the years 1970 to 9999")]
    Year,
    /// The calendar has no such day, like 2026-02-29.
    #[error("there is no such day in the calendar")]
    NoSuchDay,
}

impl Date {
    /// The date in Korea at an instant (unix milliseconds); outside the bounds, the first or the last date.
    #[must_use]
    pub fn of(ms: i64) -> Self {
        Self(local(ms).date())
    }

    /// The first instant of the day, 00:00 KST, in unix milliseconds.
    #[must_use]
    pub fn start_ms(self) -> i64 {
        midnight(self.0)
    }

    /// The first instant of the day after, in unix milliseconds.
    #[must_use]
    pub fn end_ms(self) -> i64 {
        self.start_ms() + DAY_MS
    }

    /// Whether an instant (unix milliseconds) is on this day.
    #[must_use]
    pub fn contains(self, ms: i64) -> bool {
        (self.start_ms()..self.end_ms()).contains(&ms)
    }

    /// The day of the week: 0 is Monday, 6 is Sunday.
    #[must_use]
    pub fn weekday(self) -> u8 {
        // Seven days fit in any integer; the library counts them in u32.
        u8::try_from(self.0.weekday().num_days_from_monday()).unwrap_or(0)
    }

    /// The day before; none before 1970-01-01.
    #[must_use]
    pub fn previous(self) -> Option<Self> {
        (self.start_ms() > FIRST_MS).then(|| Self::of(self.start_ms() - 1))
    }

    /// The day after; none after 9999-12-31.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        (self.end_ms() <= LAST_MS).then(|| Self::of(self.end_ms()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0.year(), self.0.month(), self.0.day())
    }
}

impl FromStr for Date {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        let (year, rest) = text.split_once('-').ok_or(InvalidDate::Shape)?;
        let (month, day) = rest.split_once('-').ok_or(InvalidDate::Shape)?;
        if (year.len(), month.len(), day.len()) != (4, 2, 2) {
            return Err(InvalidDate::Shape);
        }
        let number = |part| digits(part).ok_or(InvalidDate::Shape);
        let (year, month, day) = (number(year)?, number(month)?, number(day)?);
        if year < 1970 {
            return Err(InvalidDate::Year);
        }
        let year = i32::try_from(year).map_err(|_| InvalidDate::Year)?;
        NaiveDate::from_ymd_opt(year, month, day).map(Self).ok_or(InvalidDate::NoSuchDay)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
