//! Mu torere (무 토레레), the Māori game on a ring of eight points around a centre.
//!
//! The points of the ring are numbered 1 to 8 in order; the first side has its four pieces on 1 to 4, the second on 5 to
//! 8, and the centre, 0, is empty. A move takes one piece to the only empty point: along the ring to a neighbour, from
//! the centre to any point of the ring, or from the ring to the centre if at least one of the two neighbours on the ring
//! is an enemy. Nothing is captured. Who cannot move loses. The game is drawn at the third appearance of a position with
//! the same side to move, and after 120 plies.
//!
//! The older rule that restricts the first two moves is not played; here no side can be shut in at once.
//!
//! # Notation
//!
//! The point whose piece moves, `0` to `8`: there is only one empty point to go to.

mod opponent;

pub use opponent::{Forecast, reachable};

use crate::{End, Side, TwoPlayer};

/// Plies after which the game is drawn.
const MOST_PLIES: u8 = 120;

/// Appearances of a position that draw the game.
const REPETITIONS: usize = 3;

/// The centre, as an index of a point; the ring is 0 to 7.
const CENTRE: u32 = 8;

/// The pieces and who moves, without the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// Points of each side: bit 0 is the point 1, bit 7 the point 8, bit 8 the centre.
    pieces: [u16; 2],
    to_move: Side,
}

/// Moves the piece on a point to the empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step(u32);

impl Placement {
    /// The start.
    pub const START: Self = Self { pieces: [0x0F, 0xF0], to_move: Side::First };

    /// The placement with the points `first` and `second`, bit 0 for point 1 to bit 8 for the centre. `None`
    /// unless each side has four pieces on points of its own.
    #[must_use]
    pub const fn new(first: u16, second: u16, to_move: Side) -> Option<Self> {
        let fits = first.count_ones() == 4 && second.count_ones() == 4 && first & second == 0 && (first | second) < 512;
        if fits { Some(Self { pieces: [first, second], to_move }) } else { None }
    }

    /// The points of a side, bit 0 for point 1 to bit 8 for the centre.
    #[must_use]
    pub const fn points(self, side: Side) -> u16 {
        self.pieces[side.index()]
    }

    /// The side that moves next.
    #[must_use]
    pub const fn side_to_move(self) -> Side {
        self.to_move
    }

    /// The only empty point.
    const fn empty(self) -> u32 {
        (self.pieces[0] | self.pieces[1]).trailing_ones()
    }

    /// The two neighbours on the ring of a point of the ring.
    const fn neighbours(point: u32) -> u16 {
        1 << ((point + 1) % 8) | 1 << ((point + 7) % 8)
    }

    /// The points whose piece can move.
    #[must_use]
    pub const fn movable(self) -> u16 {
        let (own, enemy) = (self.points(self.to_move), self.points(self.to_move.other()));
        let empty = self.empty();
        if empty < CENTRE {
            return own & (Self::neighbours(empty) | 1 << CENTRE);
        }
        let mut movable = 0;
        let mut point = 0;
        while point < CENTRE {
            if own & 1 << point != 0 && enemy & Self::neighbours(point) != 0 {
                movable |= 1 << point;
            }
            point += 1;
        }
        movable
    }

    /// The placement after the piece on `from` has moved.
    const fn after(self, from: Step) -> Self {
        let change = 1 << from.0 | 1 << self.empty();
        let mut pieces = self.pieces;
        pieces[self.to_move.index()] ^= change;
        Self { pieces, to_move: self.to_move.other() }
    }

    fn moves(self) -> impl Iterator<Item = Step> {
        let movable = self.movable();
        (0..=CENTRE).filter(move |&point| movable & 1 << point != 0).map(Step)
    }

    const fn key(self) -> u64 {
        (self.pieces[0] as u64) << 10 | (self.pieces[1] as u64) << 1 | self.to_move.index() as u64
    }
}

/// A position: every placement so far, the last one on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    now: Placement,
    past: Vec<Placement>,
}

impl Position {
    /// A game that begins with `placement`.
    #[must_use]
    pub const fn new(placement: Placement) -> Self {
        Self { now: placement, past: Vec::new() }
    }

    /// What is on the board.
    #[must_use]
    pub const fn placement(&self) -> Placement {
        self.now
    }
}

impl TwoPlayer for Position {
    type Move = Step;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        self.now.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        moves.extend(self.now.moves());
    }

    fn is_legal(&self, mv: Step) -> bool {
        mv.0 <= CENTRE && self.now.movable() & 1 << mv.0 != 0
    }

    fn make(&mut self, mv: Step) {
        self.past.push(self.now);
        self.now = self.now.after(mv);
    }

    fn unmake(&mut self, (): ()) {
        if let Some(before) = self.past.pop() {
            self.now = before;
        }
    }

    fn end(&self) -> Option<End> {
        if self.now.movable() == 0 {
            return Some(End::won(self.now.to_move.other()));
        }
        let seen = 1 + self.past.iter().filter(|&&past| past == self.now).count();
        (seen >= REPETITIONS || self.past.len() >= usize::from(MOST_PLIES)).then_some(End::DRAW)
    }

    /// The placement alone; the past is left out.
    fn key(&self) -> u64 {
        self.now.key()
    }

    fn parse(&self, token: &str) -> Option<Step> {
        match token.as_bytes() {
            b"0" => Some(Step(CENTRE)),
            &[point @ b'1'..=b'8'] => Some(Step((point - b'1').into())),
            _ => None,
        }
    }

    fn notation(&self, mv: Step) -> String {
        if mv.0 >= CENTRE { "0".to_owned() } else { mv.0.saturating_add(1).to_string() }
    }
}
