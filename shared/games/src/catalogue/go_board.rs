//! Stones and captures as go has them: chains, liberties, and the points on which a stone may be put.
//!
//! A board is two sets of bits, one a side, with one bit more a row than the board has files, so that a shift never
//! carries a stone from one row to the next. A chain is grown by shifting it one step each way and keeping
//! what is its own, until it grows no more.

use std::fmt;

use super::points::Point;
use crate::Side;

/// A set of points, `W` words of 64 bits: 2 for 9 files, 6 for 19.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Points<const W: usize>([u64; W]);

impl<const W: usize> Points<W> {
    pub(crate) const NONE: Self = Self([0; W]);

    pub(crate) const fn one(bit: usize) -> Self {
        let mut words = [0; W];
        if bit < 64 * W {
            words[bit / 64] = 1 << (bit % 64);
        }
        Self(words)
    }

    pub(crate) const fn has(&self, bit: usize) -> bool {
        bit < 64 * W && self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest bit; `None` when there is none.
    pub(crate) fn first(&self) -> Option<usize> {
        (0..).zip(&self.0).find(|&(_, &word)| word != 0).map(|(i, word)| 64 * i + word.trailing_zeros() as usize)
    }

    /// Every bit, from the lowest.
    pub(crate) fn bits(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let bit = left.first()?;
            left = left.without(Self::one(bit));
            Some(bit)
        })
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Every bit moved up by `n`, 1 to 63.
    fn up(self, n: u32) -> Self {
        Self(std::array::from_fn(|i| self.0[i] << n | if i > 0 { self.0[i - 1] >> (64 - n) } else { 0 }))
    }

    /// Every bit moved down by `n`, 1 to 63.
    fn down(self, n: u32) -> Self {
        Self(std::array::from_fn(|i| self.0[i] >> n | if i + 1 < W { self.0[i + 1] << (64 - n) } else { 0 }))
    }
}

/// Both sides' stones on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stones<const W: usize> {
    size: u8,
    board: Points<W>,
    sides: [Points<W>; 2],
}

impl<const W: usize> Stones<W> {
    /// An empty board with `size` files, or as many of them as fit in `W` words.
    pub(crate) fn new(size: u8) -> Self {
        let fits = |&size: &u8| usize::from(size) * (usize::from(size) + 1) <= 64 * W;
        let size = (1..=size).rev().find(fits).unwrap_or(1);
        let mut stones = Self { size, board: Points::NONE, sides: [Points::NONE; 2] };
        let bits = Point::all(size).filter_map(|point| stones.bit(point));
        stones.board = bits.fold(Points::NONE, |board, bit| board.or(Points::one(bit)));
        stones
    }

    pub(crate) const fn size(&self) -> u8 {
        self.size
    }

    /// The bit of `point`; `None` off the board.
    pub(crate) fn bit(&self, point: Point) -> Option<usize> {
        let on = point.x < self.size && point.y < self.size;
        on.then(|| usize::from(point.y) * (usize::from(self.size) + 1) + usize::from(point.x))
    }

    /// The point of `bit`.
    pub(crate) fn point(&self, bit: usize) -> Point {
        let stride = usize::from(self.size) + 1;
        let [y, x] = [bit / stride, bit % stride].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
        Point { y, x }
    }

    /// The stones of `side`.
    pub(crate) const fn of(&self, side: Side) -> Points<W> {
        self.sides[side.index()]
    }

    /// Whose stone is on `bit`.
    pub(crate) fn at(&self, bit: usize) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| self.of(side).has(bit))
    }

    /// The empty points.
    pub(crate) fn empty(&self) -> Points<W> {
        self.board.without(self.sides[0]).without(self.sides[1])
    }

    /// The points next to `points`, one step along a row or a file, on and off `points` themselves.
    pub(crate) fn beside(&self, points: Points<W>) -> Points<W> {
        let row = u32::from(self.size) + 1;
        points.up(1).or(points.down(1)).or(points.up(row)).or(points.down(row)).and(self.board)
    }

    /// All of `within` that is connected with `from`, which is part of it.
    pub(crate) fn connected(&self, from: Points<W>, within: Points<W>) -> Points<W> {
        let mut chain = from;
        loop {
            let grown = chain.or(self.beside(chain).and(within));
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    /// A hash of the stones, worked out afresh: every word is folded in and scattered (the finaliser of SplitMix64).
    pub(crate) fn digest(&self) -> u64 {
        let words = self.sides.iter().flat_map(|points| points.0);
        words.fold(0, |hash, word| {
            let x = (hash ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
            let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            x ^ (x >> 31)
        })
    }

    /// Each chain of `side` with its liberties.
    pub(crate) fn chains(&self, side: Side) -> impl Iterator<Item = (Points<W>, Points<W>)> {
        let (own, empty) = (self.of(side), self.empty());
        let mut left = own;
        std::iter::from_fn(move || {
            let chain = self.connected(Points::one(left.first()?), own);
            left = left.without(chain);
            Some((chain, self.beside(chain).and(empty)))
        })
    }

    /// The empty points on which `side` may put a stone without suicide: with a liberty of its own, next to an own
    /// chain that keeps one, or taking something.
    pub(crate) fn playable(&self, side: Side) -> Points<W> {
        let empty = self.empty();
        let mut playable = self.beside(empty).and(empty);
        for (_, liberties) in self.chains(side) {
            if liberties.count() > 1 {
                playable = playable.or(liberties);
            }
        }
        for (_, liberties) in self.chains(side.other()) {
            if liberties.count() == 1 {
                playable = playable.or(liberties);
            }
        }
        playable
    }

    /// What a stone of `side` on the empty `bit` takes.
    pub(crate) fn takes(&self, side: Side, bit: usize) -> Points<W> {
        let stone = Points::one(bit);
        let enemies = self.of(side.other());
        let empty = self.empty().without(stone);
        let mut taken = Points::NONE;
        let mut left = self.beside(stone).and(enemies);
        while let Some(next) = left.first() {
            let chain = self.connected(Points::one(next), enemies);
            if self.beside(chain).and(empty).is_empty() {
                taken = taken.or(chain);
            }
            left = left.without(chain);
        }
        taken
    }

    /// Puts a stone of `side` on `bit` and takes `taken` off the other side.
    pub(crate) fn put(&mut self, side: Side, bit: usize, taken: Points<W>) {
        let [own, other] = [side.index(), side.other().index()];
        self.sides[own] = self.sides[own].or(Points::one(bit));
        self.sides[other] = self.sides[other].without(taken);
    }

    /// The area of `side`: its stones, and the empty regions that touch its stones and no others
    /// (Tromp and Taylor, "The logical rules of go"). Every stone counts as alive.
    pub(crate) fn area(&self, side: Side) -> u32 {
        let empty = self.empty();
        let reached = |side| {
            let stones = self.of(side);
            self.connected(self.beside(stones).and(empty), empty)
        };
        self.of(side).count() + reached(side).without(reached(side.other())).count()
    }
}

impl<const W: usize> fmt::Debug for Stones<W> {
    /// The board as text, the top row first: `X` the first side's stones, `O` the second's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.size).rev() {
            for x in 0..self.size {
                f.write_str(match self.bit(Point::new(x, y)).and_then(|bit| self.at(bit)) {
                    Some(Side::First) => "X",
                    Some(Side::Second) => "O",
                    None => ".",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
