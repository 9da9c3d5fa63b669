//! Ojeom (오점): five in a row or five captures, played by the rules of pente as on pente.org.
//!
//! Black moves first, on the centre of 19 files and rows. A stone that closes two enemy stones between
//! itself and another own stone, along a row, a file or a diagonal, captures the two; one stone can do so in all
//! eight directions. Exactly two are captured, never one and never three, and moving between two enemy
//! stones is safe. Five or more in a row win, and so do ten captured stones; captures come before the
//! five. A five wins at once even where a capture could break it.
//!
//! No Korean game of this name has a written rule set, so the best known game that the name describes is played. The
//! tournament rule that keeps the first side's second stone away from the centre is not in force. A full board is a
//! draw; since a side wins with its tenth captured stone, a game has at most 361 + 16 moves.
//!
//! # Proof
//!
//! The player's own stones, files `a` to `t` without `i` and rows from the bottom: `k10 l11 k7`.
//!
//! # Opponent
//!
//! Every level wins at once where it can and stops the other side's win. `easy` then plays one of the four points that
//! look best at once, `basic` looks at its own move and the answer, `strong` up to six plies of the ten best points.

use std::fmt;
use std::sync::LazyLock;

use super::lines::{Cell, Content, DIRECTIONS, Lines, zobrist};
use super::points::{Files, Point};
use super::shapes::{Five, Shape, Shapes};
use crate::{End, Name, Side, TwoPlayer};

mod opponent;

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "펜테 규칙 19x19: 첫 돌은 한가운데, 다섯 이상이나 열 점 따냄이 이김, 따냄이 다섯보다 먼저",
    en: "pente on 19x19: the first stone on the centre, five or more or ten captured stones win, captures come before the five",
};

/// Files and rows.
pub const SIZE: u8 = 19;

/// Captured stones that win.
pub const CAPTURES_TO_WIN: u8 = 10;

/// Most moves a game can have: the board filled, after every capture that does not win yet.
pub const MOST_PLIES: u32 = 361 + 2 * (CAPTURES_TO_WIN as u32 - 2);

const CENTRE: Point = Point::new(SIZE / 2, SIZE / 2);

/// A game of ojeom.
#[derive(Clone, PartialEq)]
pub struct Ojeom {
    lines: Lines,
    to_move: Side,
    /// Stones each side has captured.
    captured: [u8; 2],
    end: Option<End>,
}

/// How to take a stone back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    cell: Option<Cell>,
    /// The directions in which the stone captured; see [`rays`].
    rays: u8,
}

impl Default for Ojeom {
    fn default() -> Self {
        static START: LazyLock<Ojeom> = LazyLock::new(|| Ojeom {
            lines: Lines::new(SIZE, [Shapes::table(Five::AtLeast); 2]),
            to_move: Side::First,
            captured: [0; 2],
            end: None,
        });
        START.clone()
    }
}

/// The eight ways to go from a cell, each with its number: the four directions there and back.
fn rays() -> impl Iterator<Item = (u8, usize, isize)> {
    (0..DIRECTIONS).flat_map(|direction| [(direction, 1), (direction, -1)]).zip(0..).map(|((d, way), n)| (n, d, way))
}

impl Ojeom {
    /// A position with stones on the board and nothing captured: each point once, nobody with five. `None` when a
    /// point is taken twice or lies off the board.
    #[must_use]
    pub fn position(stones: impl IntoIterator<Item = (Side, Point)>, to_move: Side) -> Option<Self> {
        let mut game = Self { to_move, ..Self::default() };
        for (side, point) in stones {
            let cell = game.lines.cell(point)?;
            if game.lines.content(cell) != Content::Empty {
                return None;
            }
            game.lines.place(side, cell);
        }
        Some(game)
    }

    /// Whose stone is on `point`; `None` when it is empty or off the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        match self.lines.at(point) {
            Content::Stone(side) => Some(side),
            _ => None,
        }
    }

    /// How many stones `side` has captured.
    #[must_use]
    pub const fn captured(&self, side: Side) -> u8 {
        self.captured[side.index()]
    }

    /// The directions in which a stone of `side` on `cell` captures; bit `n` is the ray with number `n`.
    fn captures(&self, side: Side, cell: Cell) -> u8 {
        let (own, other) = (Content::Stone(side), Content::Stone(side.other()));
        let content = |direction, distance| self.lines.content(self.lines.along(cell, direction, distance));
        rays().fold(0, |mask, (n, direction, way)| {
            let closed = content(direction, way) == other
                && content(direction, 2 * way) == other
                && content(direction, 3 * way) == own;
            mask | u8::from(closed) << n
        })
    }

    /// The two cells that a capture along each ray of `mask` empties.
    fn captured_cells(&self, cell: Cell, mask: u8) -> impl Iterator<Item = Cell> + use<> {
        let steps = [0, 1, 2, 3].map(|direction| [1, 2, -1, -2].map(|d| self.lines.along(cell, direction, d)));
        rays().filter(move |&(n, ..)| mask >> n & 1 == 1).flat_map(move |(_, direction, way)| {
            let [one, two, back, back_two] = steps[direction];
            if way > 0 { [one, two] } else { [back, back_two] }
        })
    }

    fn allows(&self, point: Point, cell: Cell) -> bool {
        self.lines.content(cell) == Content::Empty && (point == CENTRE || self.lines.empty() < AREA)
    }
}

/// Points of the board.
const AREA: u16 = SIZE as u16 * SIZE as u16;

impl TwoPlayer for Ojeom {
    type Move = Point;
    type Undo = Undo;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        if self.end.is_none() {
            moves.extend(Point::all(SIZE).filter(|&point| self.is_legal(point)));
        }
    }

    fn is_legal(&self, point: Point) -> bool {
        self.end.is_none() && self.lines.cell(point).is_some_and(|cell| self.allows(point, cell))
    }

    fn make(&mut self, point: Point) -> Undo {
        let empty = |&cell: &Cell| self.lines.content(cell) == Content::Empty;
        let cell = self.lines.cell(point).filter(empty);
        let Some(at) = cell else { return Undo { cell, rays: 0 } };
        let side = self.to_move;
        // Only enemy stones are captured, so a five is the same before and after.
        let five = self.lines.made(side, at).contains(&Shape::Five);
        let rays = self.captures(side, at);
        self.lines.place(side, at);
        for taken in self.captured_cells(at, rays) {
            self.lines.remove(side.other(), taken);
            self.captured[side.index()] = self.captured[side.index()].saturating_add(1);
        }
        self.to_move = side.other();
        self.end = if five || self.captured[side.index()] >= CAPTURES_TO_WIN {
            Some(End::won(side))
        } else {
            (self.lines.empty() == 0).then_some(End::DRAW)
        };
        Undo { cell, rays }
    }

    fn unmake(&mut self, Undo { cell, rays }: Undo) {
        let Some(cell) = cell else { return };
        let side = self.to_move.other();
        for taken in self.captured_cells(cell, rays) {
            self.lines.place(side.other(), taken);
            self.captured[side.index()] = self.captured[side.index()].saturating_sub(1);
        }
        self.lines.remove(side, cell);
        self.to_move = side;
        self.end = None;
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn key(&self) -> u64 {
        // The side to move and the captures are hashed as stones on the rim, where no stone is.
        let [first, second] = self.captured.map(usize::from);
        self.lines.hash()
            ^ zobrist(self.to_move, 0)
            ^ zobrist(Side::First, 1 + first)
            ^ zobrist(Side::Second, 1 + second)
    }

    fn parse(&self, token: &str) -> Option<Point> {
        Files::PENTE.parse(token, SIZE)
    }

    fn notation(&self, point: Point) -> String {
        Files::PENTE.name(point)
    }
}

impl fmt::Debug for Ojeom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} to move, captured {:?}, {:?}", self.to_move, self.captured, self.end)?;
        self.lines.fmt(f)
    }
}
