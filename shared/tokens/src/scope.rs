//! What a bearer may do beside being somebody.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A right that a token carries in its `scope` claim. An account's token carries none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// An operator: look into records, remove and restore runs, hide players, close periods again.
    Ops,
    /// A game server: report the result of a match.
    MatchReport,
    /// An outside app: hand over its final ranking of a month.
    ClosingReport,
}

/// A word that is not a scope of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a scope is ops, match:report or closing:report")]
pub struct UnknownScope;

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 3] = [Self::Ops, Self::MatchReport, Self::ClosingReport];

    /// The word in the `scope` claim.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ops => "ops",
            Self::MatchReport => "match:report",
            Self::ClosingReport => "closing:report",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text).ok_or(UnknownScope)
    }
}

impl Serialize for Scope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
