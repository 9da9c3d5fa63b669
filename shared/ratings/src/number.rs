//! The one way from a float to a whole number.

/// The whole part of `value`: toward zero, the nearest end of the range when it is beyond, 0 for no number.
#[expect(clippy::cast_possible_truncation, reason = "saturation is what is promised")]
pub(crate) fn whole(value: f64) -> i64 {
    value as i64
}

/// The nearest whole number, halves away from zero.
pub(crate) fn nearest(value: f64) -> i64 {
    whole(value.round())
}
