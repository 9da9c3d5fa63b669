//! What is shown of a rating at one moment.

use std::fmt;

use serde::Serialize;

use crate::{Deviation, Rating, Tier};

/// What is shown of a rating: a whole number, with `?` and without a tier while it is provisional.
///
/// ```
/// use ratings::{Deviation, Rating, Shown};
///
/// let rating = Rating::new(1549.99).unwrap();
/// assert_eq!(Shown::new(rating, Deviation::new(110.0).unwrap()).to_string(), "1549?");
/// assert_eq!(Shown::new(rating, Deviation::new(109.9).unwrap()).to_string(), "1549");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The rating rounded down.
    pub rating: i64,
    /// Whether it is provisional at that moment.
    pub provisional: bool,
    /// The tier of the exact rating; `None` while provisional.
    pub tier: Option<Tier>,
}

impl Shown {
    /// What is shown of `rating` at the moment of the live deviation `rd`.
    #[must_use]
    pub fn new(rating: Rating, rd: Deviation) -> Self {
        let provisional = rd.is_provisional();
        Self { rating: floor(rating), provisional, tier: (!provisional).then(|| Tier::of(rating)) }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rating, if self.provisional { "?" } else { "" })
    }
}

/// Rounded down.
#[expect(clippy::cast_possible_truncation, reason = "a rating is from 0 to 5,000")]
fn floor(rating: Rating) -> i64 {
    rating.get().floor() as i64
}
