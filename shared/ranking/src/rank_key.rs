//! One string whose ascending order is the ranking.

use std::fmt;

use games::Better;

/// Where a run stands: value better-first, then the earlier submission, then the ticket's identifier.
///
/// Fixed width, so that the order of the strings is the order of the runs: 16 hexadecimal digits of the value (its
/// complement when more is better), 12 of the moment in unix milliseconds, then the ticket.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RankKey(String);

impl RankKey {
    /// The key of a run worth `value`, received at `received_at_ms` with the ticket `ticket_id`.
    #[must_use]
    pub fn new(better: Better, value: u64, received_at_ms: i64, ticket_id: &str) -> Self {
        let value = match better {
            Better::More => !value,
            Better::Fewer => value,
        };
        // 12 digits hold every millisecond to the year 10889; before 1970 there are no runs.
        let moment = u64::try_from(received_at_ms).unwrap_or(0).min(0xFFFF_FFFF_FFFF);
        Self(format!("{value:016x}{moment:012x}{ticket_id}"))
    }

    /// A key as it was stored.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The text form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RankKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_of_the_keys_is_the_order_of_the_runs(
            (v1, t1, k1) in (any::<u64>(), 0i64..253_402_268_400_000, "[0-9a-z]{26}"),
            (v2, t2, k2) in (any::<u64>(), 0i64..253_402_268_400_000, "[0-9a-z]{26}"),
            same_value in any::<bool>(),
            same_time in any::<bool>(),
        ) {
            let (v2, t2) = (if same_value { v1 } else { v2 }, if same_time { t1 } else { t2 });
            let fewer = RankKey::new(Better::Fewer, v1, t1, &k1).cmp(&RankKey::new(Better::Fewer, v2, t2, &k2));
            prop_assert_eq!(fewer, v1.cmp(&v2).then(t1.cmp(&t2)).then(k1.cmp(&k2)));
            let more = RankKey::new(Better::More, v1, t1, &k1).cmp(&RankKey::new(Better::More, v2, t2, &k2));
            prop_assert_eq!(more, v2.cmp(&v1).then(t1.cmp(&t2)).then(k1.cmp(&k2)));
        }
    }
}
