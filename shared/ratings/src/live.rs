//! How uncertainty grows while a player rests.

use crate::constants::{DAY_MS, MAX_DEVIATION, PERIODS_PER_DAY, PROVISIONAL_DEVIATION, SCALE, SEASON_DEVIATION};
use crate::{Deviation, Volatility};

impl Deviation {
    /// This deviation after `elapsed_ms` of rest: `sqrt(RD² + 0.21436 * days * (173.7178 * sigma)²)`, within
    /// 45 to 350. Negative times count as none.
    #[must_use]
    pub fn after(self, elapsed_ms: i64, volatility: Volatility) -> Self {
        if elapsed_ms <= 0 {
            return Self::kept(self.get());
        }
        let grown = self.get() * self.get() + growth_per_day(volatility) * days(elapsed_ms);
        Self::kept(grown.sqrt())
    }

    /// This deviation at the beginning of a season: at least 100.
    #[must_use]
    pub fn at_season_start(self) -> Self {
        Self::kept(self.get().max(SEASON_DEVIATION))
    }

    /// Whether a rating with this live deviation is provisional: at 110 and above.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.get() >= PROVISIONAL_DEVIATION
    }

    /// After how much rest a rating with this deviation is provisional, in milliseconds; 0 when it is
    /// already. It is exact: one millisecond earlier [`after`](Self::after) is still below 110.
    #[must_use]
    pub fn provisional_after_ms(self, volatility: Volatility) -> i64 {
        let missing = PROVISIONAL_DEVIATION * PROVISIONAL_DEVIATION - self.get() * self.get();
        let provisional_at = |elapsed_ms| self.after(elapsed_ms, volatility).is_provisional();
        if missing <= 0.0 || provisional_at(0) {
            return 0;
        }
        let (mut before, mut from) = bracket(missing / growth_per_day(volatility) * DAY_MS);
        if provisional_at(before) || !provisional_at(from) {
            // The rounding of the closed form was larger than its margin: look everywhere.
            (before, from) = (0, i64::MAX);
        }
        while from - before > 1 {
            let middle = before + (from - before) / 2;
            if provisional_at(middle) { from = middle } else { before = middle }
        }
        from
    }
}

/// What one day of rest adds to the square of a deviation, in points².
fn growth_per_day(volatility: Volatility) -> f64 {
    let per_period = SCALE * volatility.get();
    PERIODS_PER_DAY * per_period * per_period
}

/// Milliseconds as days. Beyond 2^53 ms, 285,000 years, it is rounded.
#[expect(clippy::cast_precision_loss, reason = "the loss is below a millisecond in any time anybody rests")]
fn days(elapsed_ms: i64) -> f64 {
    elapsed_ms as f64 / DAY_MS
}

/// Whole milliseconds around `ms`, a few to each side.
#[expect(clippy::cast_possible_truncation, reason = "a float beyond the range becomes its nearest end")]
fn bracket(ms: f64) -> (i64, i64) {
    const MARGIN_MS: i64 = 4;
    let middle = ms.round() as i64;
    (middle.saturating_sub(MARGIN_MS).max(0), middle.saturating_add(MARGIN_MS))
}

// The greatest deviation has to be provisional, or the search above would have no end to find.
const _: () = assert!(MAX_DEVIATION >= PROVISIONAL_DEVIATION);
