//! Capture go (잡기 바둑): go on 9 files in which the first capture wins.
//!
//! Black moves first, there is no passing and no komi. A stone that leaves a chain of the other side without
//! liberties takes it and wins, whatever its own liberties; a stone that takes nothing must leave its own
//! chain a liberty. Since the first capture ends the game, a ko cannot arise. A side without a legal move
//! loses.
//!
//! # Proof
//!
//! The player's own stones, files `A` to `J` without `I` and rows from the bottom: `E5 D4 E3`.
//!
//! # Opponent
//!
//! Every level takes what is in atari and saves its own. `easy` then plays one of the six points that look most urgent,
//! `basic` looks at its own move and the answer, `strong` up to six plies of the fourteen most urgent points and ataris
//! beyond them.

use std::fmt;

use super::go_board::Stones;
use super::points::{Files, Point};
use crate::{End, Name, Side, TwoPlayer};

mod opponent;

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "9줄: 먼저 따내면 이기고, 쉬기와 덤이 없으며, 둘 곳이 없으면 짐",
    en: "9 files: the first capture wins, no passing and no komi, a side without a move loses",
};

/// Files and rows.
pub const SIZE: u8 = 9;

/// Words of the board's sets: 9 rows of 10 bits.
const W: usize = 2;

/// A game of capture go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CaptureGo {
    stones: Stones<W>,
    to_move: Side,
    end: Option<End>,
}

impl Default for CaptureGo {
    fn default() -> Self {
        Self { stones: Stones::new(SIZE), to_move: Side::First, end: None }
    }
}

impl CaptureGo {
    /// Whose stone is on `point`; `None` when it is empty or off the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        self.stones.at(self.stones.bit(point)?)
    }

    /// Whether `side` could put a stone anywhere, had it to move.
    fn can_move(&self, side: Side) -> bool {
        let empty = self.stones.empty();
        // Nearly always two empty points lie side by side, and either is playable.
        !self.stones.beside(empty).and(empty).is_empty() || !self.stones.playable(side).is_empty()
    }
}

impl TwoPlayer for CaptureGo {
    type Move = Point;
    type Undo = Self;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        if self.end.is_none() {
            moves.extend(self.stones.playable(self.to_move).bits().map(|bit| self.stones.point(bit)));
        }
    }

    fn is_legal(&self, point: Point) -> bool {
        self.end.is_none() && self.stones.bit(point).is_some_and(|bit| self.stones.playable(self.to_move).has(bit))
    }

    fn make(&mut self, point: Point) -> Self {
        let before = *self;
        let Some(bit) = self.stones.bit(point) else { return before };
        let side = self.to_move;
        let taken = self.stones.takes(side, bit);
        self.stones.put(side, bit, taken);
        self.to_move = side.other();
        let wins = !taken.is_empty() || !self.can_move(self.to_move);
        self.end = wins.then_some(End::won(side));
        before
    }

    fn unmake(&mut self, before: Self) {
        *self = before;
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn key(&self) -> u64 {
        self.stones.digest() ^ u64::from(self.to_move == Side::Second)
    }

    fn parse(&self, token: &str) -> Option<Point> {
        Files::GO.parse(token, SIZE)
    }

    fn notation(&self, point: Point) -> String {
        Files::GO.name(point)
    }
}

impl fmt::Debug for CaptureGo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} to move, {:?}", self.to_move, self.end)?;
        self.stones.fmt(f)
    }
}
