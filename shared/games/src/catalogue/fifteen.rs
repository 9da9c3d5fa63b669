//! The 15 puzzle (15퍼즐): slide the tiles of a 4x4 frame into order.
//!
//! The goal is `1..15` and then the blank. The day's frame is a shuffle of all sixteen; when its parity is
//! the wrong one, the first two tiles change places, and the solved frame itself is shuffled again. A
//! frame of width 4 can be solved exactly when the number of inversions among the tiles plus the blank's
//! row, counted from the bottom and from 1, is odd (Johnson and Story, 1879).
//!
//! # Proof
//!
//! One letter a move: the way the *blank* goes, `U R D L`. Sliding a row of three tiles is three moves. The last
//! letter, and none before it, must reach the goal.

use serde_json::{Value as Json, json};

use crate::{Board, Draw, Illegal, Malformed, Proof, Replay, Value};

/// Most moves in a proof. Every frame can be solved in 80 (Brüngger and others, 1999).
pub const LIMIT: usize = 20_000;

/// Sixteen tiles, row-major; 0 is the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame([u8; 16]);

impl Frame {
    /// The goal.
    pub const SOLVED: Self = Self([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]);

    /// The frame of `tiles`. `None` unless each of 0 to 15 is there once.
    #[must_use]
    pub fn new(tiles: [u8; 16]) -> Option<Self> {
        (0..16).all(|tile| tiles.contains(&tile)).then_some(Self(tiles))
    }

    /// The day's frame: solvable, and not solved already.
    #[must_use]
    pub fn deal(draw: &mut Draw) -> Self {
        loop {
            let mut frame = Self::SOLVED;
            draw.shuffle(&mut frame.0);
            if !frame.is_solvable() {
                let [a, b, c, ..] = frame.0;
                match (a, b) {
                    (0, _) => frame.0.swap(1, 2),
                    (_, 0) => (frame.0[0], frame.0[2]) = (c, a),
                    _ => frame.0.swap(0, 1),
                }
            }
            if frame != Self::SOLVED {
                return frame;
            }
        }
    }

    /// The tiles, row-major; 0 is the blank.
    #[must_use]
    pub const fn tiles(&self) -> &[u8; 16] {
        &self.0
    }

    fn blank(&self) -> usize {
        self.0.iter().position(|&tile| tile == 0).unwrap_or(0)
    }

    /// Whether the goal can be reached.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        let inversions: usize =
            (0..16).map(|i| self.0[i + 1..].iter().filter(|&&later| 0 < later && later < self.0[i]).count()).sum();
        let blank_row_from_bottom = 4 - self.blank() / 4;
        (inversions + blank_row_from_bottom) % 2 == 1
    }

    /// Moves the blank by one cell. Whether it could.
    pub fn step(&mut self, step: Step) -> bool {
        let from = self.blank();
        let to = match step {
            Step::Up if from >= 4 => from - 4,
            Step::Down if from < 12 => from + 4,
            Step::Left if !from.is_multiple_of(4) => from - 1,
            Step::Right if from % 4 < 3 => from + 1,
            _ => return false,
        };
        self.0.swap(from, to);
        true
    }
}

/// The way the blank goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Step {
    Up,
    Right,
    Down,
    Left,
}

impl Step {
    const TABLE: [(Self, char); 4] = [(Self::Up, 'U'), (Self::Right, 'R'), (Self::Down, 'D'), (Self::Left, 'L')];
}

/// The moves of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves(Vec<Step>);

impl Proof for Moves {
    fn opening(board: &Board) -> Json {
        json!({ "tiles": Frame::deal(&mut Draw::new(&board.seed)).tiles() })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() {
            return Err(Malformed { at: 0, why: "a run has at least one move" });
        }
        if text.len() > LIMIT {
            return Err(Malformed { at: LIMIT, why: "a run has at most 20,000 moves" });
        }
        let read = |(at, letter)| {
            let found = Step::TABLE.iter().find(|&&(_, name)| name == letter);
            found.map(|&(step, _)| step).ok_or(Malformed { at, why: "a move is U, R, D or L" })
        };
        text.char_indices().map(read).collect::<Result<_, _>>().map(Self)
    }

    fn encode(&self) -> String {
        let letter = |step| Step::TABLE.iter().find(|&&(known, _)| known == step).map(|&(_, name)| name);
        self.0.iter().filter_map(|&step| letter(step)).collect()
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut frame = Frame::deal(&mut Draw::new(&board.seed));
        for (at, &step) in (1..).zip(&self.0) {
            if frame == Frame::SOLVED {
                return Err(Illegal { at, why: "the puzzle was solved before this move" });
            }
            if !frame.step(step) {
                return Err(Illegal { at, why: "the blank is at the frame's edge" });
            }
        }
        if frame != Frame::SOLVED {
            return Err(Illegal { at: self.moves() + 1, why: "the puzzle is not solved" });
        }
        Ok(Replay::solo(Value::Counted(self.moves().into()), self.moves()))
    }
}
