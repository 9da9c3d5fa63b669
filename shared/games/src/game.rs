//! What the catalogue says of a game: the columns of its rows.

use std::ops::RangeInclusive;

use serde::Serialize;

use crate::Level;

/// A game as the catalogue describes it.
#[derive(Clone, Debug)]
pub struct Game {
    /// What players see.
    pub name: Name,
    /// Which rules are played where players know several; `None` where there is one set.
    pub choices: Option<Name>,
    /// How much of a run the server checks.
    pub kind: Kind,
    /// What is measured.
    pub measure: Measure,
    /// The proof's text form in one line, for front-end developers.
    pub proof_format: &'static str,
    /// Longest proof accepted, in bytes.
    pub proof_limit: usize,
    /// Only tickets asked for with `compete: true` exist.
    pub compete_only: bool,
    /// Bounds on the time between ticket and submission.
    pub limits: Limits,
    /// The values the game can give; a claim outside is refused unseen.
    pub values: RangeInclusive<u64>,
    /// Whether the same moves are accepted from one player only.
    pub copy_check: Option<CopyCheck>,
    /// The computer opponent's levels, weakest first; empty without an opponent.
    pub levels: &'static [Level],
    /// Version of the rules; a ticket carries it and is replayed with it.
    pub rules: u16,
    /// How many partition keys one board is spread over. One takes about 500 improvements a second.
    pub shards: u16,
}

/// A name in Korean and English.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Name {
    /// Korean.
    pub ko: &'static str,
    /// English.
    pub en: &'static str,
}

/// How much of a run the server checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The proof is replayed from the beginning.
    Replayed,
    /// The proof is replayed, the opponent's moves included.
    Opponent,
    /// Only the time is measured; the rest is the app's word.
    Timed,
    /// The app ranks by itself and hands over a month's final order; no tickets, no runs.
    External,
    /// Two people play; their matches are rated, and there are no tickets, no runs and no boards.
    Match,
}

impl Kind {
    /// Whether there are tickets, runs and boards.
    #[must_use]
    pub const fn has_runs(self) -> bool {
        matches!(self, Self::Replayed | Self::Opponent | Self::Timed)
    }
}

/// What is measured, and so which of two values is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Points; more is better.
    Score,
    /// Floors passed times 1,000 plus hit points left; more is better.
    Depth,
    /// Discs, boxes or points ahead of the opponent; more is better.
    Margin,
    /// Moves; fewer is better.
    Moves,
    /// Own moves to the win; fewer is better.
    Turns,
    /// Milliseconds on the server's clock; fewer is better.
    Time,
    /// The order an external app handed over.
    Rank,
}

impl Measure {
    /// Which of two values is better.
    #[must_use]
    pub const fn better(self) -> Better {
        match self {
            Self::Score | Self::Depth | Self::Margin => Better::More,
            Self::Moves | Self::Turns | Self::Time | Self::Rank => Better::Fewer,
        }
    }
}

/// Which of two values is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// The larger.
    More,
    /// The smaller.
    Fewer,
}

/// Bounds on the time between ticket and submission, on the server's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Faster is `too_fast`, in milliseconds.
    pub min_ms: u64,
    /// Slower is `too_slow`, in milliseconds.
    pub max_ms: u64,
    /// Faster a move is `moves_too_fast`, in microseconds; 0 where moves have no floor.
    pub min_us_per_move: u32,
}

/// From which length on a run must not equal another player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyCheck {
    /// The floor in words; below it, two people may honestly play alike.
    pub floor: &'static str,
}
