//! The three numbers of a Glicko-2 rating, each a type that is legal by construction.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::constants::{
    BASIC_LEVEL_RATING, CENTRE, LEVEL_DEVIATION, MAX_DEVIATION, MAX_RATING, MAX_VOLATILITY, MIN_DEVIATION, MIN_RATING,
    MIN_VOLATILITY, SCALE, START_DEVIATION, START_RATING, START_VOLATILITY,
};

/// A number outside the range of its type, or no number at all.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{what} must be from {least} to {greatest}")]
pub struct OutOfRange {
    /// What the number was meant to be.
    pub what: &'static str,
    /// The least accepted value.
    pub least: f64,
    /// The greatest accepted value.
    pub greatest: f64,
}

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident, $what:literal, $least:literal ..= $greatest:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[serde(try_from = "f64", into = "f64")]
        pub struct $name(f64);

        impl $name {
            /// The least value of the type.
            pub const LEAST: f64 = $least;
            /// The greatest value of the type.
            pub const GREATEST: f64 = $greatest;

            /// Checks `value`.
            ///
            /// # Errors
            ///
            /// [`OutOfRange`] when it is not finite or not within [`LEAST`](Self::LEAST) and
            /// [`GREATEST`](Self::GREATEST).
            pub const fn new(value: f64) -> Result<Self, OutOfRange> {
                // A NaN fails both comparisons.
                if value >= Self::LEAST && value <= Self::GREATEST {
                    Ok(Self(value))
                } else {
                    Err(OutOfRange { what: $what, least: Self::LEAST, greatest: Self::GREATEST })
                }
            }

            /// The number.
            #[must_use]
            pub const fn get(self) -> f64 {
                self.0
            }
        }

        impl TryFrom<f64> for $name {
            type Error = OutOfRange;

            fn try_from(value: f64) -> Result<Self, OutOfRange> {
                Self::new(value)
            }
        }

        impl From<$name> for f64 {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

quantity! {
    /// A rating, in points. The type holds what a calculator may be asked; the ratings that Sunwi keeps
    /// stay within 400 to 4000.
    Rating, "a rating", 0.0..=5_000.0
}

quantity! {
    /// A rating deviation (RD), in points: the standard deviation of what is believed about a strength.
    Deviation, "a rating deviation", 1.0..=1_000.0
}

quantity! {
    /// A volatility: how much a strength is expected to fluctuate, on the Glicko-2 scale per rating period.
    Volatility, "a volatility", 0.001..=1.0
}

quantity! {
    /// The system constant tau of Glicko-2. The paper recommends 0.3 to 1.2. Up to 2 the search for the
    /// new volatility has its bracket at once, see [`Glicko2`](crate::Glicko2).
    Tau, "tau", 0.1..=2.0
}

impl Rating {
    /// A newcomer's rating.
    pub const START: Self = Self(START_RATING);

    /// The rating of the computer level `basic`.
    pub(crate) const BASIC_LEVEL: Self = Self(BASIC_LEVEL_RATING);

    /// On the Glicko-2 scale: mu.
    pub(crate) fn mu(self) -> f64 {
        (self.0 - CENTRE) / SCALE
    }

    /// The rating that Sunwi keeps for this finite number of points.
    pub(crate) fn kept(points: f64) -> Self {
        Self(points.clamp(MIN_RATING, MAX_RATING))
    }
}

impl Deviation {
    /// A newcomer's deviation.
    pub const START: Self = Self(START_DEVIATION);

    /// The deviation of the computer level `basic`.
    pub(crate) const BASIC_LEVEL: Self = Self(LEVEL_DEVIATION);

    /// On the Glicko-2 scale: phi.
    pub(crate) fn phi(self) -> f64 {
        self.0 / SCALE
    }

    /// The deviation of a computer level whose rating is known to this standard error, a finite number of
    /// points: at least 30.
    pub(crate) fn level(error: f64) -> Self {
        Self(error.clamp(LEVEL_DEVIATION, MAX_DEVIATION))
    }

    /// The deviation that Sunwi keeps for this finite number of points.
    pub(crate) fn kept(points: f64) -> Self {
        Self(points.clamp(MIN_DEVIATION, MAX_DEVIATION))
    }
}

impl Volatility {
    /// A newcomer's volatility.
    pub const START: Self = Self(START_VOLATILITY);

    /// The volatility that Sunwi keeps for this finite number.
    pub(crate) fn kept(sigma: f64) -> Self {
        Self(sigma.clamp(MIN_VOLATILITY, MAX_VOLATILITY))
    }
}

impl Tau {
    /// The constant of Sunwi's ratings.
    pub const SUNWI: Self = Self(crate::constants::TAU);
}
