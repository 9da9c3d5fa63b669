//! The 90 points of the board, and sets of them.

use std::fmt;
use std::str::FromStr;

/// Files, a to i.
pub(super) const FILES: u8 = 9;

/// Ranks, 1 to 10; rank 1 is Cho's back rank.
pub(super) const RANKS: u8 = 10;

/// Points of the board.
pub(super) const POINTS: usize = 90;

/// A point of the board, `a1` to `i10`, seen from Cho's side. Points are ordered by rank, then by file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The point on `file` (0 is a) and `rank` (0 is rank 1). `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS { Some(Self(rank * FILES + file)) } else { None }
    }

    /// The file, 0 for a to 8 for i.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, 0 for rank 1 to 9 for rank 10.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// 0 for a1, 1 for b1, and so on to 89 for i10.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point at `index`, which must be below [`POINTS`].
    pub(super) const fn at(index: usize) -> Self {
        debug_assert!(index < POINTS);
        #[expect(clippy::cast_possible_truncation, reason = "an index of the board is below 90")]
        Self(index as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a point is a file a to i and a rank 1 to 10")]
pub struct NoSquare;

impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        let (file, rank) = match *text.as_bytes() {
            [file, rank @ b'1'..=b'9'] => (file, rank - b'1'),
            [file, b'1', b'0'] => (file, 9),
            _ => return Err(NoSquare),
        };
        let file = file.checked_sub(b'a').ok_or(NoSquare)?;
        Self::new(file, rank).ok_or(NoSquare)
    }
}

/// A set of points: bit `n` is the point with index `n`.
pub(super) type Set = u128;

/// The set of `square` alone.
pub(super) const fn only(square: Square) -> Set {
    1 << square.0
}

/// Whether `square` is in `set`.
pub(super) const fn has(set: Set, square: Square) -> bool {
    set >> square.0 & 1 != 0
}

/// The lowest point of a set that is not empty.
pub(super) const fn lowest(set: Set) -> Square {
    Square::at(set.trailing_zeros() as usize)
}

/// The highest point of a set that is not empty.
pub(super) const fn highest(set: Set) -> Square {
    Square::at(127 - set.leading_zeros() as usize)
}

/// The points of `set`, ascending.
pub(super) fn each(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = lowest(set);
        set &= set - 1;
        Some(square)
    })
}
