//! Tiers: names for ranges of ratings.

use crate::Rating;
use crate::named::named;

named! {
    /// A name for a range of ratings, lowest first. Nothing is collected in it: it follows the exact rating,
    /// down as well as up. Source: the site's rules.
    Tier {
        /// Below 1350.
        Bronze "bronze" "브론즈" "Bronze",
        /// From 1350.
        Silver "silver" "실버" "Silver",
        /// From 1550.
        Gold "gold" "골드" "Gold",
        /// From 1750.
        Platinum "platinum" "플래티넘" "Platinum",
        /// From 1950.
        Diamond "diamond" "다이아" "Diamond",
        /// From 2150.
        Master "master" "마스터" "Master",
    }
}

impl Tier {
    /// The least rating of the tier, in points; `None` for the lowest.
    #[must_use]
    pub const fn from_rating(self) -> Option<f64> {
        match self {
            Self::Bronze => None,
            Self::Silver => Some(1350.0),
            Self::Gold => Some(1550.0),
            Self::Platinum => Some(1750.0),
            Self::Diamond => Some(1950.0),
            Self::Master => Some(2150.0),
        }
    }

    /// The tier of a rating that is not provisional.
    #[must_use]
    pub fn of(rating: Rating) -> Self {
        let reached = |tier: &&Self| tier.from_rating().is_none_or(|least| rating.get() >= least);
        Self::ALL.iter().rev().find(reached).copied().unwrap_or(Self::Bronze)
    }
}
