//! The four set-ups and the position they begin.

use std::fmt;
use std::str::FromStr;

use super::position::{Kind, Position};
use super::square::{FILES, Square};
use crate::Side;

/// How a side sets up its horses and elephants: the pieces on files b, c, g and h of the back rank, read
/// from file a to file i for both sides, as on a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetUp {
    /// 마상마상: horse, elephant, horse, elephant.
    Nbnb,
    /// 상마상마: elephant, horse, elephant, horse.
    Bnbn,
    /// 마상상마: the horses outside.
    Nbbn,
    /// 상마마상: the elephants outside.
    Bnnb,
}

impl SetUp {
    /// Every set-up.
    pub const ALL: [Self; 4] = [Self::Nbnb, Self::Bnbn, Self::Nbbn, Self::Bnnb];

    /// The letters of the four pieces, N for 마 and B for 상.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nbnb => "NBNB",
            Self::Bnbn => "BNBN",
            Self::Nbbn => "NBBN",
            Self::Bnnb => "BNNB",
        }
    }

    /// The Korean name, read from file a to file i.
    #[must_use]
    pub const fn korean(self) -> &'static str {
        match self {
            Self::Nbnb => "마상마상",
            Self::Bnbn => "상마상마",
            Self::Nbbn => "마상상마",
            Self::Bnnb => "상마마상",
        }
    }

    const fn pieces(self) -> [Kind; 4] {
        const N: Kind = Kind::Horse;
        const B: Kind = Kind::Elephant;
        match self {
            Self::Nbnb => [N, B, N, B],
            Self::Bnbn => [B, N, B, N],
            Self::Nbbn => [N, B, B, N],
            Self::Bnnb => [B, N, N, B],
        }
    }
}

impl fmt::Display for SetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// No set-up has these letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a set-up is NBNB, BNBN, NBBN or BNNB")]
pub struct NoSetUp;

impl FromStr for SetUp {
    type Err = NoSetUp;

    fn from_str(text: &str) -> Result<Self, NoSetUp> {
        Self::ALL.into_iter().find(|set_up| set_up.as_str() == text).ok_or(NoSetUp)
    }
}

impl Position {
    /// The position before the first move. Cho, at the bottom, moves first.
    #[must_use]
    pub fn start(cho: SetUp, han: SetUp) -> Self {
        Self::of(army(Side::First, cho).chain(army(Side::Second, han)), Side::First)
    }
}

/// The sixteen pieces of one side.
fn army(side: Side, set_up: SetUp) -> impl Iterator<Item = (Side, Kind, Square)> {
    let [b, c, g, h] = set_up.pieces();
    let back = [Kind::Chariot, b, c, Kind::Guard, Kind::Guard, g, h, Kind::Chariot].into_iter();
    let back = back.zip([0, 1, 2, 3, 5, 6, 7, 8]).map(|(kind, file)| (kind, file, 0));
    let rest = [(Kind::General, 4, 1), (Kind::Cannon, 1, 2), (Kind::Cannon, 7, 2)];
    let soldiers = (0..FILES).step_by(2).map(|file| (Kind::Soldier, file, 3));
    back.chain(rest).chain(soldiers).filter_map(move |(kind, file, rank)| {
        let rank = if side == Side::First { rank } else { 9 - rank };
        Some((side, kind, Square::new(file, rank)?))
    })
}
