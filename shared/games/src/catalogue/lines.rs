//! The board of the games of five in a row: stones, and what a stone of either side would make at every
//! empty point along each of the four directions.
//!
//! Placing a stone changes forty lines by one digit each; nothing is ever scanned. The rules read fives, fours
//! and threes from it, the opponents their evaluation.

use std::fmt;

use super::points::Point;
use super::shapes::{REACH, Shape, Shapes, WEIGHT, offset};
use crate::Side;

/// The four directions: along the row, up the file, and the two diagonals.
pub(crate) const DIRECTIONS: usize = 4;

/// Largest board: [`Lines`] tells apart the lines through a point as long as a row is longer than the reach.
pub(crate) const MAX_SIZE: u8 = 20;

/// The index of a point in a board with a rim as wide as the lines' reach.
pub(crate) type Cell = usize;

/// What is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Rim,
    Empty,
    Stone(Side),
}

#[derive(Clone, Copy)]
struct Spot {
    content: Content,
    /// The line through this cell in each direction, as each side sees it; see [`WEIGHT`].
    keys: [[u16; DIRECTIONS]; 2],
    /// What a stone of each side would make here; meaningful on empty cells.
    made: [[Shape; DIRECTIONS]; 2],
}

/// A stone that is not there, placed only in the mind while a three is judged.
#[derive(Clone, Copy)]
pub(crate) struct Supposed<'a> {
    pub(crate) cell: Cell,
    pub(crate) before: Option<&'a Supposed<'a>>,
}

/// Stones and the shapes they make.
#[derive(Clone)]
pub(crate) struct Lines {
    size: u8,
    steps: [isize; DIRECTIONS],
    spots: Vec<Spot>,
    shapes: [&'static Shapes; 2],
    /// How many (empty point, direction) pairs would make each shape, by side.
    tally: [[u16; Shape::COUNT]; 2],
    /// How many (empty point, ray) pairs would close two enemy stones between the point and an own stone, by side.
    open_pairs: [u16; 2],
    empty: u16,
    hash: u64,
}

impl Lines {
    /// An empty board with `size` files, at most [`MAX_SIZE`], and the table of shapes each side plays by.
    pub(crate) fn new(size: u8, shapes: [&'static Shapes; 2]) -> Self {
        let size = size.min(MAX_SIZE);
        let stride = usize::from(size) + REACH;
        let rim = Spot { content: Content::Rim, keys: [[0; DIRECTIONS]; 2], made: [[Shape::Nothing; DIRECTIONS]; 2] };
        // The rim right of a row is also the rim left of the next.
        let spots = vec![rim; stride * (usize::from(size) + 2 * REACH) + 2 * REACH];
        let row = isize::try_from(stride).unwrap_or(0);
        let steps = [1, row, row + 1, row - 1];
        let mut lines =
            Self { size, steps, spots, shapes, tally: [[0; Shape::COUNT]; 2], open_pairs: [0; 2], empty: 0, hash: 0 };
        let cells: Vec<Cell> = Point::all(size).filter_map(|point| lines.cell(point)).collect();
        for &cell in &cells {
            lines.spots[cell].content = Content::Empty;
        }
        for &cell in &cells {
            for (direction, step) in steps.into_iter().enumerate() {
                let blocked = (0..2 * REACH).filter(|&i| lines.content(shift(cell, step * offset(i))) == Content::Rim);
                let key = blocked.map(|i| 2 * WEIGHT[i]).sum();
                for side in 0..2 {
                    lines.spots[cell].keys[side][direction] = key;
                }
            }
            lines.count_in(cell);
        }
        lines
    }

    /// Number of files.
    pub(crate) fn size(&self) -> u8 {
        self.size
    }

    /// The cell of a point; `None` off the board.
    pub(crate) fn cell(&self, point: Point) -> Option<Cell> {
        let stride = usize::from(self.size) + REACH;
        let on = point.x < self.size && point.y < self.size;
        on.then(|| (usize::from(point.y) + REACH) * stride + usize::from(point.x) + REACH)
    }

    /// The cell `distance` steps from `cell` in one of the four directions; on the rim when `distance` leads off
    /// the board by no more than the reach.
    pub(crate) fn along(&self, cell: Cell, direction: usize, distance: isize) -> Cell {
        shift(cell, self.steps[direction] * distance)
    }

    /// What is on `cell`.
    pub(crate) fn content(&self, cell: Cell) -> Content {
        self.spots.get(cell).map_or(Content::Rim, |spot| spot.content)
    }

    /// What is on `point`; the rim off the board.
    pub(crate) fn at(&self, point: Point) -> Content {
        self.cell(point).map_or(Content::Rim, |cell| self.content(cell))
    }

    /// Number of empty points.
    pub(crate) fn empty(&self) -> u16 {
        self.empty
    }

    /// A hash of the stones; equal boards have equal hashes, however they came about.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// What a stone of `side` on the empty `cell` would make in each direction.
    pub(crate) fn made(&self, side: Side, cell: Cell) -> [Shape; DIRECTIONS] {
        self.spots[cell].made[side.index()]
    }

    /// How many (empty point, direction) pairs would make each shape for `side`, by the shape's order.
    pub(crate) fn tally(&self, side: Side) -> &[u16; Shape::COUNT] {
        &self.tally[side.index()]
    }

    /// How many pairs of enemy stones a stone of `side` on the empty `cell` would close in.
    pub(crate) fn pairs_at(&self, side: Side, cell: Cell) -> u8 {
        self.spots[cell].keys[side.index()].into_iter().map(pairs).sum()
    }

    /// How many pairs of enemy stones `side` could close in, counted once for each point and way.
    pub(crate) fn open_pairs(&self, side: Side) -> u16 {
        self.open_pairs[side.index()]
    }

    /// The key of the line through `cell` for `side`, had `side` the `supposed` stones too.
    pub(crate) fn key(&self, side: Side, cell: Cell, direction: usize, supposed: Option<&Supposed<'_>>) -> u16 {
        let mut key = self.spots[cell].keys[side.index()][direction];
        let mut next = supposed;
        while let Some(stone) = next {
            for (i, weight) in WEIGHT.into_iter().enumerate() {
                if self.along(cell, direction, offset(i)) == stone.cell {
                    key = key.wrapping_add(weight);
                }
            }
            next = stone.before;
        }
        key
    }

    /// The table of shapes `side` plays by.
    pub(crate) fn shapes(&self, side: Side) -> &'static Shapes {
        self.shapes[side.index()]
    }

    /// Puts a stone on an empty cell.
    pub(crate) fn place(&mut self, side: Side, cell: Cell) {
        debug_assert_eq!(self.content(cell), Content::Empty);
        self.count_out(cell);
        self.spots[cell].content = Content::Stone(side);
        self.hash ^= zobrist(side, cell);
        self.turn_lines(cell, side, u16::wrapping_add);
    }

    /// Takes the stone of `side` off `cell`.
    pub(crate) fn remove(&mut self, side: Side, cell: Cell) {
        debug_assert_eq!(self.content(cell), Content::Stone(side));
        self.spots[cell].content = Content::Empty;
        self.hash ^= zobrist(side, cell);
        self.turn_lines(cell, side, u16::wrapping_sub);
        self.count_in(cell);
    }

    /// Adds or takes the digit of a stone in every line that sees `cell`.
    fn turn_lines(&mut self, cell: Cell, side: Side, apply: fn(u16, u16) -> u16) {
        let (own, other) = (side.index(), side.other().index());
        for (direction, step) in self.steps.into_iter().enumerate() {
            for (i, weight) in WEIGHT.into_iter().enumerate() {
                // Who sees `cell` as its `i`th neighbour lies the other way.
                let spot = &mut self.spots[shift(cell, -step * offset(i))];
                if spot.content == Content::Rim {
                    continue;
                }
                for (seat, digit) in [(own, 1), (other, 2)] {
                    let before = spot.keys[seat][direction];
                    let key = apply(before, digit * weight);
                    spot.keys[seat][direction] = key;
                    if spot.content == Content::Empty {
                        self.open_pairs[seat] += u16::from(pairs(key));
                        self.open_pairs[seat] -= u16::from(pairs(before));
                        let (was, is) = (spot.made[seat][direction], self.shapes[seat].made(key));
                        spot.made[seat][direction] = is;
                        self.tally[seat][was as usize] -= 1;
                        self.tally[seat][is as usize] += 1;
                    }
                }
            }
        }
    }

    /// Works out the shapes of a cell that has become empty.
    fn count_in(&mut self, cell: Cell) {
        self.empty += 1;
        let spot = &mut self.spots[cell];
        for seat in 0..2 {
            for direction in 0..DIRECTIONS {
                let key = spot.keys[seat][direction];
                self.open_pairs[seat] += u16::from(pairs(key));
                let is = self.shapes[seat].made(key);
                spot.made[seat][direction] = is;
                self.tally[seat][is as usize] += 1;
            }
        }
    }

    /// Forgets the shapes of a cell that is about to be taken.
    fn count_out(&mut self, cell: Cell) {
        self.empty -= 1;
        for seat in 0..2 {
            self.open_pairs[seat] -=
                self.spots[cell].keys[seat].into_iter().map(|key| u16::from(pairs(key))).sum::<u16>();
            for was in self.spots[cell].made[seat] {
                self.tally[seat][was as usize] -= 1;
            }
        }
    }
}

impl PartialEq for Spot {
    /// What would be made follows from the lines on an empty cell, and means nothing on another.
    fn eq(&self, other: &Self) -> bool {
        self.content == other.content && self.keys == other.keys
    }
}

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        let same_tables = self.shapes.iter().zip(other.shapes).all(|(own, other)| std::ptr::eq(*own, other));
        same_tables
            && self.size == other.size
            && self.spots == other.spots
            && self.tally == other.tally
            && self.hash == other.hash
    }
}

impl fmt::Debug for Lines {
    /// The board as text, the top row first: `X` the first side's stones, `O` the second's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.size).rev() {
            for x in 0..self.size {
                f.write_str(match self.at(Point::new(x, y)) {
                    Content::Stone(Side::First) => "X",
                    Content::Stone(Side::Second) => "O",
                    _ => ".",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// How many pairs of enemy stones a stone in the middle of the line with this key closes in: none, one or two.
fn pairs(key: u16) -> u8 {
    const AFTER: u16 = 2 + 2 * 3 + 9; // enemy, enemy, own
    const BEFORE: u16 = 1 + 2 * 3 + 2 * 9; // own, enemy, enemy
    u8::from(key / WEIGHT[5] % 27 == AFTER) + u8::from(key / WEIGHT[2] % 27 == BEFORE)
}

/// `cell` moved by `distance` cells.
fn shift(cell: Cell, distance: isize) -> Cell {
    cell.wrapping_add_signed(distance)
}

/// The hash of one stone: SplitMix64 of its number (Steele, Lea and Flood, 2014).
pub(crate) const fn zobrist(side: Side, cell: Cell) -> u64 {
    let number = (cell * 2 + side.index()) as u64 + 1;
    let x = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;
    use crate::catalogue::shapes::Five;

    #[test]
    fn what_is_kept_equals_what_is_counted_afresh() {
        let tables = [Shapes::table(Five::Exactly), Shapes::table(Five::AtLeast)];
        for size in [5, 15, 19, 20] {
            let mut draw = Draw::new(&crate::Seed([size; 32]));
            let mut lines = Lines::new(size, tables);
            let cells: Vec<Cell> = Point::all(size).map(|point| lines.cell(point).unwrap()).collect();
            for _ in 0..600 {
                let cell = cells[draw.below(u32::try_from(cells.len()).unwrap()) as usize];
                match lines.content(cell) {
                    Content::Stone(side) => lines.remove(side, cell),
                    _ => lines.place(if draw.below(2) == 0 { Side::First } else { Side::Second }, cell),
                }
            }
            let mut fresh = Lines::new(size, tables);
            for &cell in &cells {
                if let Content::Stone(side) = lines.content(cell) {
                    fresh.place(side, cell);
                }
            }
            assert_eq!((lines.tally, lines.open_pairs, lines.empty), (fresh.tally, fresh.open_pairs, fresh.empty));
            assert_eq!(lines.hash, fresh.hash);
            for &cell in &cells {
                assert_eq!(lines.spots[cell].keys, fresh.spots[cell].keys);
                for side in [Side::First, Side::Second] {
                    for direction in 0..DIRECTIONS {
                        assert_eq!(lines.key(side, cell, direction, None), scanned(&lines, side, cell, direction));
                    }
                }
            }
        }
    }

    /// The key of a line read from the board.
    fn scanned(lines: &Lines, side: Side, cell: Cell, direction: usize) -> u16 {
        let digit = |i| match lines.content(lines.along(cell, direction, offset(i))) {
            Content::Empty => 0,
            Content::Stone(owner) if owner == side => 1,
            _ => 2,
        };
        (0..10).map(|i| digit(i) * WEIGHT[i]).sum()
    }
}
