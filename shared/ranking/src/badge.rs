//! What is shown beside a rank. A colour never stands alone: a letter and a shape go with it.

use games::Name;
use serde::Serialize;

/// The badge of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Badge {
    /// Stable name, also meant as a CSS class.
    pub class: &'static str,
    /// What players read.
    pub label: Name,
    /// One letter, for where the label does not fit.
    pub letter: &'static str,
    /// A shape that can be told apart without colour.
    pub shape: &'static str,
    /// An sRGB colour that has a contrast of at least 4.5 to 1 against white.
    pub colour: &'static str,
}

const BADGES: [(u32, Badge); 5] = [
    (1, badge("first", "1위", "1st", "1", "star", "#8a6100")),
    (2, badge("second", "2위", "2nd", "2", "diamond", "#5b6470")),
    (3, badge("third", "3위", "3rd", "3", "triangle", "#8f4a1f")),
    (10, badge("top10", "10위 안", "top 10", "T", "circle", "#1b5fa8")),
    (100, badge("top100", "100위 안", "top 100", "C", "square", "#2f6b3a")),
];

const fn badge(
    class: &'static str,
    ko: &'static str,
    en: &'static str,
    letter: &'static str,
    shape: &'static str,
    colour: &'static str,
) -> Badge {
    Badge { class, label: Name { ko, en }, letter, shape, colour }
}

impl Badge {
    /// The badge of `rank`, counted from 1; none beyond 100.
    #[must_use]
    pub fn of(rank: u32) -> Option<Self> {
        if rank == 0 {
            return None;
        }
        BADGES.iter().find(|&&(last, _)| rank <= last).map(|&(_, badge)| badge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_has_the_badge_of_the_public_rules() {
        let class = |rank| Badge::of(rank).map(|badge| badge.class);
        let cases =
            [(1, "first"), (2, "second"), (3, "third"), (4, "top10"), (10, "top10"), (11, "top100"), (100, "top100")];
        for (rank, expected) in cases {
            assert_eq!(class(rank), Some(expected), "rank {rank}");
        }
        assert_eq!((class(0), class(101)), (None, None));
    }
}
