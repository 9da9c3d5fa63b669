//! Days, weeks, months and seasons in Korean standard time.
//!
//! The only crate that knows a calendar. Everything else carries instants as **unix milliseconds** in
//! an `i64`, and asks here which [`Date`] or [`Period`] an instant belongs to. Nothing here reads a
//! clock or the system's time zone.
//!
//! ```
//! use calendar::{Date, Period, PeriodKind, parse_rfc3339, rfc3339};
//!
//! let new_year = parse_rfc3339("2027-01-01T00:00:00+09:00").unwrap();
//! let week = Period::containing(PeriodKind::Week, new_year);
//! assert_eq!(week.to_string(), "2026-W53");
//! assert_eq!(week.title_ko(), "2026년 53주");
//! assert_eq!(rfc3339(week.end_ms()), "2027-01-04T00:00:00.000+09:00");
//! assert_eq!(Date::of(new_year).to_string(), "2027-01-01");
//! ```
//!
//! # What is promised
//!
//! * Every instant between [`FIRST_MS`] and [`LAST_MS`] is in exactly one date, week, month and season.
//! * Periods and dates are half-open: the first millisecond is in, [`Period::end_ms`] is already the next one.
//! * An id has one spelling: what [`std::fmt::Display`] writes is all that [`std::str::FromStr`] reads.
//! * No instant and no text makes a function panic. Instants outside the bounds count as the nearest bound.
//!
//! # The offset
//!
//! Korean standard time is [`OFFSET_MS`], nine hours ahead of UTC, on every day, and no rule of the time
//! zone database is consulted: an id must mean the same instants whatever version of it is installed.
//! The database's `Asia/Seoul` agrees from 9 October 1988 on; it has daylight saving time in the summers
//! of 1987 and 1988, when nobody played here.

mod date;
mod instant;
mod period;

pub use date::{Date, InvalidDate};
pub use instant::{DAY_MS, FIRST_MS, InvalidTime, LAST_MS, OFFSET_MS, parse_rfc3339, rfc3339};
pub use period::{InvalidPeriod, Period, PeriodKind, UnknownPeriodKind};
