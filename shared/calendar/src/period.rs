//! Periods: the weeks, months and seasons that boards are kept for.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::instant::{FIRST_MS, LAST_MS, digits, local, midnight};

/// How long a board is kept open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PeriodKind {
    /// Monday to Sunday, numbered as in ISO 8601.
    Week,
    /// A calendar month.
    Month,
    /// Three calendar months; season 1 is January to March.
    Season,
}

/// A word that is not a kind of period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a kind of period is week, month or season")]
pub struct UnknownPeriodKind;

impl PeriodKind {
    /// Every kind, the shortest first.
    pub const ALL: [Self; 3] = [Self::Week, Self::Month, Self::Season];

    /// The word used in addresses and events.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Week => "week",
            Self::Month => "month",
            Self::Season => "season",
        }
    }
}

impl fmt::Display for PeriodKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for PeriodKind {
    type Err = UnknownPeriodKind;

    fn from_str(text: &str) -> Result<Self, UnknownPeriodKind> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(UnknownPeriodKind)
    }
}

/// One week, month or season in Korea, half-open from [`start_ms`](Self::start_ms) to [`end_ms`](Self::end_ms).
///
/// Its id is `2026-W53`, `2026-11` or `2026-S4`; a week's year is the ISO 8601 week-year. Ordered by kind,
/// then by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    kind: PeriodKind,
    year: i32,
    number: u32,
    start_ms: i64,
    end_ms: i64,
}

/// A text that is not the id of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPeriod {
    /// The text has none of the three shapes, or another spelling of one.
    #[error("a period is written like 2026-W53, 2026-11 or 2026-S4")]
    Shape,
    /// The year is outside 1970 to 9999.
    #[error("a period is in the years 1970 to 9999")]
    Year,
    /// The year has no week, month or season of this number.
    #[error("the year has no such week, month or season")]
    Number,
}

impl Period {
    /// The period of a kind that contains an instant (unix milliseconds).
    ///
    /// An instant outside [`FIRST_MS`]`..=`[`LAST_MS`] counts as the nearest of the two.
    #[must_use]
    pub fn containing(kind: PeriodKind, ms: i64) -> Self {
        Self::around(kind, local(ms).date())
    }

    /// The period of a kind that contains a date in the years 1970 to 9999: no step below can leave the
    /// range of the library, which is 250,000 years wider.
    fn around(kind: PeriodKind, date: NaiveDate) -> Self {
        let month = || date - Days::new(u64::from(date.day0()));
        let (year, number, first, end) = match kind {
            PeriodKind::Week => {
                let week = date.iso_week();
                let monday = date - Days::new(u64::from(date.weekday().num_days_from_monday()));
                (week.year(), week.week(), monday, monday + Days::new(7))
            }
            PeriodKind::Month => (date.year(), date.month(), month(), month() + Months::new(1)),
            PeriodKind::Season => {
                let first = month() - Months::new(date.month0() % 3);
                (date.year(), date.month0() / 3 + 1, first, first + Months::new(3))
            }
        };
        Self { kind, year, number, start_ms: midnight(first), end_ms: midnight(end) }
    }

    /// The period of a kind with this number in this year.
    fn numbered(kind: PeriodKind, year: u32, number: u32) -> Result<Self, InvalidPeriod> {
        if !(1970..=9999).contains(&year) {
            return Err(InvalidPeriod::Year);
        }
        let year = i32::try_from(year).map_err(|_| InvalidPeriod::Year)?;
        let day = match kind {
            // Thursday decides an ISO week's year, so it is within the year even where Monday is not.
            PeriodKind::Week => NaiveDate::from_isoywd_opt(year, number, Weekday::Thu),
            PeriodKind::Month => NaiveDate::from_ymd_opt(year, number, 1),
            PeriodKind::Season if (1..=4).contains(&number) => NaiveDate::from_ymd_opt(year, 3 * number, 1),
            PeriodKind::Season => None,
        };
        day.map(|day| Self::around(kind, day)).ok_or(InvalidPeriod::Number)
    }

    /// Whether it is a week, a month or a season.
    #[must_use]
    pub const fn kind(self) -> PeriodKind {
        self.kind
    }

    /// The year in its id: the ISO 8601 week-year of a week.
    #[must_use]
    pub const fn year(self) -> i32 {
        self.year
    }

    /// The number of the week (1-53), month (1-12) or season (1-4) in its year.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The first instant of the period, 00:00 KST, in unix milliseconds.
    #[must_use]
    pub const fn start_ms(self) -> i64 {
        self.start_ms
    }

    /// The first instant after the period, 00:00 KST, in unix milliseconds.
    #[must_use]
    pub const fn end_ms(self) -> i64 {
        self.end_ms
    }

    /// Whether an instant (unix milliseconds) is in the period.
    #[must_use]
    pub const fn contains(self, ms: i64) -> bool {
        self.start_ms <= ms && ms < self.end_ms
    }

    /// The period of the same kind that ended when this one began; none before the first of 1970.
    #[must_use]
    pub fn previous(self) -> Option<Self> {
        (self.start_ms > FIRST_MS).then(|| Self::containing(self.kind, self.start_ms - 1))
    }

    /// The period of the same kind that begins when this one ends; none after the last of 9999.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        (self.end_ms <= LAST_MS).then(|| Self::containing(self.kind, self.end_ms))
    }

    /// The period as titles name it in Korean: `2026년 53주`, `2026년 11월`, `2026년 시즌 4`.
    #[must_use]
    pub fn title_ko(self) -> String {
        let Self { year, number, .. } = self;
        match self.kind {
            PeriodKind::Week => format!("{year}년 {number}주"),
            PeriodKind::Month => format!("{year}년 {number}월"),
            PeriodKind::Season => format!("{year}년 시즌 {number}"),
        }
    }

    /// The period as titles name it in English: `Week 53 of 2026`, `November 2026`, `Season 4 of 2026`.
    #[must_use]
    pub fn title_en(self) -> String {
        let Self { year, number, .. } = self;
        match self.kind {
            PeriodKind::Week => format!("Week {number} of {year}"),
            PeriodKind::Month => format!("{} {year}", local(self.start_ms).format("%B")),
            PeriodKind::Season => format!("Season {number} of {year}"),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, number, .. } = self;
        match self.kind {
            PeriodKind::Week => write!(f, "{year:04}-W{number:02}"),
            PeriodKind::Month => write!(f, "{year:04}-{number:02}"),
            PeriodKind::Season => write!(f, "{year:04}-S{number}"),
        }
    }
}

impl FromStr for Period {
    type Err = InvalidPeriod;

    fn from_str(text: &str) -> Result<Self, InvalidPeriod> {
        let (year, rest) = text.split_once('-').ok_or(InvalidPeriod::Shape)?;
        let (kind, number, width) = if let Some(week) = rest.strip_prefix('W') {
            (PeriodKind::Week, week, 2)
        } else if let Some(season) = rest.strip_prefix('S') {
            (PeriodKind::Season, season, 1)
        } else {
            (PeriodKind::Month, rest, 2)
        };
        if year.len() != 4 || number.len() != width {
            return Err(InvalidPeriod::Shape);
        }
        let year = digits(year).ok_or(InvalidPeriod::Shape)?;
        let number = digits(number).ok_or(InvalidPeriod::Shape)?;
        Self::numbered(kind, year, number)
    }
}

impl Serialize for Period {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Period {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
