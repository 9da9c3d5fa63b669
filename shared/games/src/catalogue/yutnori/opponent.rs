//! How the computer uses its throws.

use std::sync::LazyLock;

use super::course::{PLACES, Piece, Place, Route};
use super::position::{Position, Throw, Use};
use crate::opponent::any_of;
use crate::{Draw, Level, Side};

/// What the computer plays at `level`; `None` only when no throw can be used. Only [`Level::Easy`] draws.
#[must_use]
pub fn choose(position: &Position, level: Level, draw: &mut Draw) -> Option<Use> {
    let mut uses = Vec::new();
    position.uses(&mut uses);
    match level {
        Level::Easy => any_of(&uses, draw),
        Level::Basic => first_best(&uses, |mv| gain(position, mv)),
        Level::Strong => first_best(&uses, |mv| outlook(position, mv)),
    }
}

/// The first of the uses that are worth most.
fn first_best<T: Ord>(uses: &[Use], worth: impl Fn(Use) -> T) -> Option<Use> {
    let mut best: Option<(T, Use)> = None;
    for &mv in uses {
        let worth = worth(mv);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Stations where a piece that stops takes a short way.
const TURNS: [u8; 3] = [5, 10, 23];

/// What a use brings at once: captures, then pieces home, then a stack, then a short way, then steps.
fn gain(position: &Position, mv: Use) -> (usize, bool, bool, bool, i8) {
    let own = position.pieces(position.side_to_move());
    let from = own.get(usize::from(mv.piece)).and_then(|piece| piece.place());
    let target = position.target(mv);
    let station = target.and_then(Piece::place).map(|place| place.station());
    let met = |piece: &Piece| {
        let place = piece.place();
        place.is_some_and(|place| {
            Some(place.station()) == station && from.is_none_or(|from| from.station() != place.station())
        })
    };
    let steps = position.throws().get(usize::from(mv.throw)).copied().flatten().map_or(0, Throw::steps);
    (
        position.captures(mv),
        target == Some(Piece::Home),
        own.iter().any(met),
        station.is_some_and(|station| TURNS.contains(&station)),
        steps,
    )
}

/// One throw, in the unit of the outlook.
const ONE_THROW: i32 = 1024;

/// Throws come in sixteenths.
const SIXTEENTHS: i32 = 16;

/// The mean number of throws that bring a piece home if nobody else were on the board, in units of [`ONE_THROW`].
struct Throws {
    places: [i32; PLACES],
    waiting: i32,
}

/// Computed once a process, in less than a millisecond.
static THROWS: LazyLock<Throws> = LazyLock::new(Throws::iterate);

impl Throws {
    /// Iterates to the means: 백도 lets places depend on one another in a circle, but it is rare. 윷 and 모 are free,
    /// since they are thrown again.
    fn iterate() -> Self {
        const PASSES: u32 = 40; // more than the throws of nearly every way home
        let mut throws = Self { places: [0; PLACES], waiting: 0 };
        for _ in 0..PASSES {
            for route in Route::ALL {
                for place in (0..30).filter_map(|station| Place::new(route, station)) {
                    throws.places[place.index()] = throws.from(Piece::On(place));
                }
            }
            throws.waiting = throws.from(Piece::Waiting);
        }
        throws
    }

    fn from(&self, piece: Piece) -> i32 {
        let mut mean = 0;
        for throw in Throw::ALL {
            let cost = if throw.throws_again() { 0 } else { ONE_THROW };
            let moved = piece.moved(throw.steps()).unwrap_or(piece);
            mean += sixteenths(throw) * (cost + self.of(moved));
        }
        mean / SIXTEENTHS
    }

    const fn of(&self, piece: Piece) -> i32 {
        match piece {
            Piece::Waiting => self.waiting,
            Piece::On(place) => self.places[place.index()],
            Piece::Home => 0,
        }
    }
}

fn sixteenths(throw: Throw) -> i32 {
    throw.sixteenths().try_into().unwrap_or(0)
}

/// Most throws that are looked through in every order; with more, each is weighed by itself.
const ORDERED_THROWS: usize = 3;

/// What `mv` is worth with the best use of the throws that are left.
fn outlook(position: &Position, mv: Use) -> i32 {
    let side = position.side_to_move();
    let mut after = position.clone();
    let bonus = if after.play(mv) == Some(true) { SIXTEENTHS * ONE_THROW } else { 0 };
    let left = after.throws().iter().flatten().count();
    let mut uses = Vec::new();
    if (1..ORDERED_THROWS).contains(&left) && after.winner().is_none() {
        after.uses(&mut uses);
    }
    bonus + uses.iter().map(|&next| outlook(&after, next)).max().unwrap_or_else(|| standing(&after, side))
}

/// How far `side` is ahead when the enemy throws next, in sixteenths. What the enemy can take now counts in full, what
/// can be taken from it a throw later by a half.
fn standing(position: &Position, side: Side) -> i32 {
    let enemy = side.other();
    SIXTEENTHS * (way(position, enemy) - way(position, side)) - danger(position, side) + danger(position, enemy) / 2
}

/// The stacks of a side: each place once, with the number of pieces there, and each waiting piece by itself.
fn stacks(position: &Position, side: Side) -> impl Iterator<Item = (Piece, i32)> {
    let pieces = position.pieces(side);
    pieces.iter().enumerate().filter_map(move |(at, &piece)| match piece {
        Piece::Home => None,
        Piece::Waiting => Some((piece, 1)),
        Piece::On(_) if pieces.iter().take(at).any(|&before| before == piece) => None,
        Piece::On(_) => Some((piece, pieces.iter().map(|&other| i32::from(other == piece)).sum())),
    })
}

/// Throws that bring every stack of `side` home.
fn way(position: &Position, side: Side) -> i32 {
    stacks(position, side).map(|(piece, _)| THROWS.of(piece)).sum()
}

/// What the next throw of the other side takes from `side` in the mean, in sixteenths: for each throw, the dearest stack
/// that it can stop on, and the throw that it earns.
fn danger(position: &Position, side: Side) -> i32 {
    let mut danger = 0;
    for throw in Throw::ALL {
        let stops = |station: u8| {
            stacks(position, side.other()).any(|(enemy, _)| {
                let target = enemy.moved(throw.steps()).and_then(Piece::place);
                target.is_some_and(|target| target.station() == station)
            })
        };
        let earned = if throw.throws_again() { 0 } else { ONE_THROW };
        let loss = |(piece, count): (Piece, i32)| match piece {
            Piece::On(place) if stops(place.station()) => count * THROWS.waiting - THROWS.of(piece) + earned,
            _ => 0,
        };
        danger += sixteenths(throw) * stacks(position, side).map(loss).max().unwrap_or(0);
    }
    danger
}
