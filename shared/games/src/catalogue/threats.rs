//! What shapes are worth to the computer, in the games of five in a row.
//!
//! The numbers are ours, found by playing the levels against each other; a shape is worth about three times the
//! one before it, and a four with a second threat wins by itself.

use std::cmp::Reverse;

use super::lines::{Cell, Content, DIRECTIONS, Lines};
use super::points::Point;
use super::shapes::Shape;
use crate::Side;

/// What an empty point is worth in the evaluation, by what a stone there would make; a lone stone is the unit.
const POTENTIAL: [i32; Shape::COUNT] = [0, 0, 1, 2, 6, 8, 20, 30, 60, 60, 150];

/// How promising a point is to the side that moves, by what its own stone would make there.
const ATTACK: [i32; Shape::COUNT] = [0, 0, 1, 3, 9, 11, 36, 40, 2000, 2000, 20_000];

/// How promising it is because the other side would make that there.
const DEFENCE: [i32; Shape::COUNT] = [0, 0, 1, 2, 6, 8, 24, 26, 600, 600, 10_000];

/// What a four with a second threat adds to the promise of an own point.
const ATTACK_TWICE: i32 = 1000;

/// What it adds where it is the other side's.
const DEFENCE_TWICE: i32 = 300;

/// The side to move wins with its next stone; more than any sum of potentials.
pub(crate) const WIN_NEXT: i32 = 100_000;

/// The other side wins with its next stone, whatever is played.
pub(crate) const LOSS_NEXT: i32 = -90_000;

/// The side to move makes a four that cannot be stopped.
pub(crate) const FOUR_NEXT: i32 = 80_000;

impl Lines {
    /// How many (empty point, direction) pairs would make `shape` for `side`.
    pub(crate) fn count(&self, side: Side, shape: Shape) -> u16 {
        self.tally(side)[shape as usize]
    }

    /// Whether `side` could make a four with two ways to five.
    pub(crate) fn has_straight_four(&self, side: Side) -> bool {
        self.count(side, Shape::StraightFour) + self.count(side, Shape::DoubleFour) > 0
    }

    /// What all the empty points together are worth to `side`.
    pub(crate) fn potential(&self, side: Side) -> i32 {
        self.tally(side).iter().zip(POTENTIAL).map(|(&points, worth)| i32::from(points) * worth).sum()
    }

    /// How promising the empty `cell` is to `side`.
    pub(crate) fn promise(&self, side: Side, cell: Cell) -> i32 {
        let sum = |shapes: [Shape; DIRECTIONS], worth: &[i32; Shape::COUNT], twice: i32| {
            let (mut sum, mut fours, mut threats) = (0, 0, 0);
            for shape in shapes {
                sum += worth[shape as usize];
                fours += u8::from(shape >= Shape::Four);
                threats += u8::from(shape == Shape::Three || shape >= Shape::Four);
            }
            if fours >= 1 && threats >= 2 { sum + twice } else { sum }
        };
        sum(self.made(side, cell), &ATTACK, ATTACK_TWICE) + sum(self.made(side.other(), cell), &DEFENCE, DEFENCE_TWICE)
    }

    /// Every empty point with its cell, in the order of the points.
    pub(crate) fn open(&self) -> impl Iterator<Item = (Point, Cell)> {
        let cells = Point::all(self.size()).filter_map(|point| self.cell(point).map(|cell| (point, cell)));
        cells.filter(|&(_, cell)| self.content(cell) == Content::Empty)
    }

    /// The empty points at which a stone of `side` would make `least` or more.
    pub(crate) fn making(&self, side: Side, least: Shape) -> impl Iterator<Item = (Point, Cell)> {
        self.open().filter(move |&(_, cell)| self.made(side, cell).into_iter().any(|shape| shape >= least))
    }

    /// The `most` empty points with the highest `promise`, the best first; nearer the centre among equals.
    pub(crate) fn ranked(&self, most: usize, promise: impl Fn(Cell) -> i32) -> impl Iterator<Item = (Point, Cell)> {
        let centre = self.size() / 2;
        let off_centre = |point: Point| point.x.abs_diff(centre).max(point.y.abs_diff(centre));
        let mut ranked: Vec<_> =
            self.open().map(|(point, cell)| (Reverse(promise(cell)), off_centre(point), point, cell)).collect();
        if most < ranked.len() {
            // Putting all of them in order would take longer than everything else.
            ranked.select_nth_unstable(most);
            ranked.truncate(most);
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, _, point, cell)| (point, cell))
    }
}
