//! What the test files share: vectors, and short ways to write a strength.

#![allow(dead_code)] // not every test file needs everything

use std::path::Path;

use ratings::{Deviation, Opponent, Rating, Score, Strength, Volatility};
use serde_json::Value;

/// A file of tests/vectors/ratings.
pub fn vectors(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/ratings").join(file);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The cases of one list, of which there must be some.
pub fn cases<'a>(file: &'a Value, list: &str) -> &'a [Value] {
    let cases = file[list].as_array().unwrap();
    assert!(!cases.is_empty());
    cases
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

pub fn rating(points: f64) -> Rating {
    Rating::new(points).unwrap()
}

pub fn deviation(points: f64) -> Deviation {
    Deviation::new(points).unwrap()
}

pub fn volatility(sigma: f64) -> Volatility {
    Volatility::new(sigma).unwrap()
}

pub fn score(value: &Value) -> Score {
    Score::from_points(number(value)).unwrap()
}

pub fn strength(points: f64, rd: f64, sigma: f64) -> Strength {
    Strength { rating: rating(points), deviation: deviation(rd), volatility: volatility(sigma) }
}

pub fn opponent(points: f64, rd: f64) -> Opponent {
    Opponent { rating: rating(points), deviation: deviation(rd) }
}

/// Days as milliseconds, rounded.
pub fn ms(days: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "the vectors stay within some years")]
    let ms = (days * 86_400_000.0).round() as i64;
    ms
}

/// Ratings and deviations of the vectors hold to 1e-6, volatilities to 1e-7.
pub fn assert_close(what: &str, got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "{what}: {got} instead of {expected}");
}

pub fn assert_strength(what: &str, got: Strength, expected: &Value) {
    assert_close(what, got.rating.get(), number(&expected[0]), 1e-6);
    assert_close(what, got.deviation.get(), number(&expected[1]), 1e-6);
    assert_close(what, got.volatility.get(), number(&expected[2]), 1e-7);
}
