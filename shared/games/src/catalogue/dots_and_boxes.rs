//! Dots and boxes (점과 상자): five by five dots, forty edges, sixteen boxes.
//!
//! A move draws one empty edge between neighbouring dots. Each box it closes is a point for who drew it, whoever drew
//! the other three, and who closes a box has to draw again while edges are left; otherwise the turn passes. When all
//! edges are drawn, more boxes win; eight each is a draw.
//!
//! # Notation
//!
//! `hrc` is the horizontal edge in row `r` of dots (0 to 4 from the top) and column `c` (0 to 3), `vrc` the vertical
//! one in row `r` of boxes (0 to 3) and column `c` of dots (0 to 4): `h03`, `v31`.

mod opponent;

use crate::{End, Side, TwoPlayer, mix};

/// A set of edges: the horizontal ones row by row, then the vertical ones row by row.
type Edges = u64;

/// Most boxes of a grid.
const MOST_BOXES: usize = 16;

/// The grid that is played: 4 by 4 boxes.
pub type Board = Grid<4, 4>;

/// A position on a grid of `ROWS` by `COLUMNS` boxes, sixteen at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid<const ROWS: usize, const COLUMNS: usize> {
    drawn: Edges,
    boxes: [u8; 2],
    to_move: Side,
}

/// An edge, by its place in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge(u8);

impl Edge {
    const fn bit(self) -> Edges {
        1 << (self.0 & 63)
    }

    fn lowest(edges: Edges) -> Self {
        Self(u8::try_from(edges.trailing_zeros()).unwrap_or(63))
    }
}

/// The edges of a set, lowest first.
fn each(mut edges: Edges) -> impl Iterator<Item = Edge> {
    std::iter::from_fn(move || {
        let edge = (edges != 0).then(|| Edge::lowest(edges));
        edges &= edges.wrapping_sub(1);
        edge
    })
}

impl<const ROWS: usize, const COLUMNS: usize> Grid<ROWS, COLUMNS> {
    /// How many boxes there are.
    pub const BOXES: usize = {
        assert!(ROWS * COLUMNS <= MOST_BOXES && ROWS > 0 && COLUMNS > 0);
        ROWS * COLUMNS
    };

    const HORIZONTAL: usize = (ROWS + 1) * COLUMNS;

    const ALL: Edges = (1 << (Self::HORIZONTAL + ROWS * (COLUMNS + 1))) - 1;

    /// The four edges of each box, row by row; none beyond the last box.
    const SIDES: [Edges; MOST_BOXES] = {
        let mut sides = [0; MOST_BOXES];
        let mut at = 0;
        while at < Self::BOXES {
            let (row, column) = (at / COLUMNS, at % COLUMNS);
            let above = row * COLUMNS + column;
            let left = Self::HORIZONTAL + row * (COLUMNS + 1) + column;
            sides[at] = 1 << above | 1 << (above + COLUMNS) | 1 << left | 1 << (left + 1);
            at += 1;
        }
        sides
    };

    /// The empty grid.
    pub const START: Self = Self { drawn: 0, boxes: [0; 2], to_move: Side::First };

    /// How many boxes a side has closed.
    #[must_use]
    pub const fn boxes(&self, side: Side) -> u8 {
        self.boxes[side.index()]
    }

    const fn empty(&self) -> Edges {
        Self::ALL & !self.drawn
    }

    /// How many boxes `edge` would close: 0, 1 or 2.
    fn closes(&self, edge: Edge) -> u8 {
        let drawn = self.drawn | edge.bit();
        let closed = |&&sides: &&Edges| sides & edge.bit() != 0 && sides & !drawn == 0;
        u8::try_from(Self::SIDES.iter().filter(closed).count()).unwrap_or(0)
    }
}

impl<const ROWS: usize, const COLUMNS: usize> TwoPlayer for Grid<ROWS, COLUMNS> {
    type Move = Edge;
    type Undo = Self;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Edge>) {
        moves.extend(each(self.empty()));
    }

    fn is_legal(&self, mv: Edge) -> bool {
        self.empty() & mv.bit() != 0
    }

    fn make(&mut self, mv: Edge) -> Self {
        let before = *self;
        let closed = self.closes(mv);
        self.drawn |= mv.bit();
        if closed == 0 {
            self.to_move = self.to_move.other();
        } else {
            let own = &mut self.boxes[self.to_move.index()];
            *own = own.saturating_add(closed);
        }
        before
    }

    fn unmake(&mut self, before: Self) {
        *self = before;
    }

    fn end(&self) -> Option<End> {
        if self.empty() != 0 {
            return None;
        }
        let [first, second] = self.boxes;
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Side::First,
            std::cmp::Ordering::Less => Side::Second,
            std::cmp::Ordering::Equal => return Some(End::DRAW),
        };
        Some(End { winner: Some(winner), margin: first.abs_diff(second).into() })
    }

    fn key(&self) -> u64 {
        let [first, _] = self.boxes;
        mix(self.drawn << 8 | u64::from(first) << 1 | u64::from(self.to_move == Side::Second))
    }

    fn parse(&self, token: &str) -> Option<Edge> {
        let &[direction, row @ b'0'..=b'9', column @ b'0'..=b'9'] = token.as_bytes() else { return None };
        let (row, column) = (usize::from(row - b'0'), usize::from(column - b'0'));
        let place = match direction {
            b'h' if row <= ROWS && column < COLUMNS => row * COLUMNS + column,
            b'v' if row < ROWS && column <= COLUMNS => Self::HORIZONTAL + row * (COLUMNS + 1) + column,
            _ => return None,
        };
        u8::try_from(place).ok().map(Edge)
    }

    fn notation(&self, mv: Edge) -> String {
        let place = usize::from(mv.0);
        match place.checked_sub(Self::HORIZONTAL) {
            None => format!("h{}{}", place / COLUMNS, place % COLUMNS),
            Some(place) => format!("v{}{}", place / (COLUMNS + 1), place % (COLUMNS + 1)),
        }
    }
}
