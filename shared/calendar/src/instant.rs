//! Instants: unix milliseconds, and their text form.

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta};

/// Milliseconds in a day. Korean standard time has no days of 23 or 25 hours, and unix time no leap seconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Korean standard time minus UTC, in milliseconds: +09:00.
pub const OFFSET_MS: i64 = 9 * 60 * 60 * 1000;

/// The first instant with a date: 1970-01-01 00:00 KST, in unix milliseconds.
pub const FIRST_MS: i64 = -OFFSET_MS;

/// The last instant with a date: 9999-12-31 23:59:59.999 KST, in unix milliseconds. RFC 3339 ends there too.
pub const LAST_MS: i64 = 253_402_300_800_000 - OFFSET_MS - 1;

/// A text that is not an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTime {
    /// The text is not an RFC 3339 date and time with an offset.
    #[error("a time is written as RFC 3339, like 2026-11-30T15:04:05.678+09:00")]
    Shape,
    /// The instant is before [`FIRST_MS`] or after [`LAST_MS`].
    #[error("a time is in the years 1970 to 9999 of Korean standard time")]
    Year,
}

/// Writes an instant (unix milliseconds) as RFC 3339 in Korean standard time, with milliseconds.
///
/// An instant outside [`FIRST_MS`]`..=`[`LAST_MS`] is written as the nearest of the two.
///
/// ```
/// assert_eq!(calendar::rfc3339(0), "1970-01-01T09:00:00.000+09:00");
/// ```
#[must_use]
pub fn rfc3339(ms: i64) -> String {
    format!("{}+09:00", local(ms).format("%Y-%m-%dT%H:%M:%S%.3f"))
}

/// Reads an RFC 3339 time, with any offset, into unix milliseconds.
///
/// What is finer than a millisecond is cut off. A leap second counts as the second after it, as in unix time.
///
/// # Errors
///
/// [`InvalidTime`] when the text is not RFC 3339, or is outside the years 1970 to 9999 in Korea.
pub fn parse_rfc3339(text: &str) -> Result<i64, InvalidTime> {
    let ms = DateTime::parse_from_rfc3339(text).map_err(|_| InvalidTime::Shape)?.timestamp_millis();
    if (FIRST_MS..=LAST_MS).contains(&ms) { Ok(ms) } else { Err(InvalidTime::Year) }
}

/// What clocks and calendars in Korea show at an instant, which is first brought within the bounds.
pub(crate) fn local(ms: i64) -> NaiveDateTime {
    let ms = ms.clamp(FIRST_MS, LAST_MS);
    // Neither addition can overflow: the bounds are within the library's range by 250,000 years.
    (DateTime::UNIX_EPOCH + TimeDelta::milliseconds(ms + OFFSET_MS)).naive_utc()
}

/// The instant at which a day begins in Korea, in unix milliseconds.
pub(crate) fn midnight(date: NaiveDate) -> i64 {
    i64::from(date.to_epoch_days()) * DAY_MS - OFFSET_MS
}

/// Reads exactly the text's ASCII digits, at most nine of them: no sign, no space, nothing else.
pub(crate) fn digits(text: &str) -> Option<u32> {
    if text.len() > 9 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}
