//! 스도쿠: a day's grid with exactly one solution.
//!
//! 81 cells in nine rows, nine columns and nine boxes; each of them holds each digit from 1 to 9 once. The day's
//! givens stay as they are. The value is the time on the server's clock.
//!
//! # The day's grid
//!
//! Drawn from the seed. The first, the fifth and the ninth box are filled row by row with three shuffles of the digits,
//! and the rest by backtracking: whatever is forced first, then the first of the cells with the fewest candidates, its digits
//! tried in a fourth shuffle's order. The 41 pairs of cells that face each other across the centre (the centre faces itself)
//! are shuffled and, in that order, emptied where the solution stays the only one and enough clues are left for the
//! [grade](Grade), which goes by the day of the week. On hard days the cells that are left are then tried one by one, both of
//! a pair in turn.
//!
//! # Proof
//!
//! The filled grid: 81 digits, row by row.

use serde_json::{Value as Json, json};

use crate::{Board, Draw, Illegal, Malformed, Proof, Replay, Value};

pub mod solver;

pub use solver::Grid;

/// Length of a proof.
pub const CELLS: usize = 81;

/// Partly filled grids that one count of solutions looks at, when a day's grid is drawn. A pair of cells whose removal
/// takes more to check is kept; 2 to 50 are usual.
pub const NODES: u32 = 2000;

/// How hard a day's grid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Monday to Wednesday: 40 clues, and singles solve it: a cell that fits one digit, or a digit that fits one cell.
    Easy,
    /// Thursday and Friday: 32 clues, and singles solve it.
    Medium,
    /// Saturday and Sunday: 26 clues, and whatever it takes.
    Hard,
}

impl Grade {
    /// The grade of a day of the week, 0 = Monday.
    #[must_use]
    pub const fn of(weekday: u8) -> Self {
        match weekday {
            0..=2 => Self::Easy,
            3 | 4 => Self::Medium,
            _ => Self::Hard,
        }
    }

    /// The stable identifier.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// Clues at which no more cells are emptied.
    #[must_use]
    pub const fn clues(self) -> usize {
        match self {
            Self::Easy => 40,
            Self::Medium => 32,
            Self::Hard => 26,
        }
    }

    /// Whether `givens` have one solution, and how it is found is not too hard.
    fn allows(self, givens: &Grid) -> bool {
        let found = solver::solve(givens, DIGITS, 2, NODES);
        found.count == 1 && !found.cut_off && (found.nodes == 1 || self == Self::Hard)
    }
}

/// A day's grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What the player is given.
    pub givens: Grid,
    /// How the givens are filled, in only one way.
    pub solution: Grid,
}

impl Puzzle {
    /// The puzzle of `board`.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let grade = Grade::of(board.weekday);
        let mut draw = Draw::new(&board.seed);
        let solution = full_grid(&mut draw);
        let mut order: [usize; CELLS.div_ceil(2)] = std::array::from_fn(|cell| cell);
        draw.shuffle(&mut order);

        let mut givens = solution;
        let mut empty = |cells: [usize; 2]| {
            let fewer = cells.iter().fold(givens, |grid, &cell| grid.with(cell, 0));
            if fewer.clues() >= grade.clues() && fewer != givens && grade.allows(&fewer) {
                givens = fewer;
            }
        };
        let opposite = |cell| CELLS - 1 - cell;
        for cell in order {
            empty([cell, opposite(cell)]);
        }
        if grade == Grade::Hard {
            for cell in order.into_iter().flat_map(|cell| [cell, opposite(cell)]) {
                empty([cell; 2]);
            }
        }
        Self { givens, solution }
    }
}

const DIGITS: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/// A grid filled at random.
fn full_grid(draw: &mut Draw) -> Grid {
    loop {
        let mut grid = Grid::EMPTY;
        for square in [18, 22, 26] {
            let mut digits = DIGITS;
            draw.shuffle(&mut digits);
            grid = solver::UNITS[square].iter().zip(digits).fold(grid, |grid, (&cell, digit)| grid.with(cell, digit));
        }
        // Boxes of the diagonal share no unit, so there is a way to complete them; the bound is never met.
        let mut digits = DIGITS;
        draw.shuffle(&mut digits);
        if let Some(full) = solver::solve(&grid, digits, 1, NODES).first {
            return full;
        }
    }
}

/// The grid as the player filled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled(Grid);

impl Proof for Filled {
    fn opening(board: &Board) -> Json {
        json!({ "givens": Puzzle::of(board).givens.to_string(), "grade": Grade::of(board.weekday).as_str() })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        if let Some(at) = text.bytes().position(|byte| !byte.is_ascii_digit() || byte == b'0') {
            return Err(Malformed { at, why: "a cell is a digit from 1 to 9" });
        }
        Grid::parse(text).map(Self).ok_or(Malformed { at: text.len().min(CELLS), why: "a grid has 81 cells" })
    }

    fn encode(&self) -> String {
        self.0.to_string()
    }

    fn moves(&self) -> u32 {
        u32::try_from(CELLS).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        if !self.0.is_complete() {
            return Err(Illegal { at: self.moves(), why: "a row, a column or a box lacks a digit" });
        }
        let puzzle = Puzzle::of(board);
        let given = |(&cell, &given): (&u8, &u8)| given == 0 || cell == given;
        if let Some(cell) = self.0.cells().iter().zip(puzzle.givens.cells()).position(|pair| !given(pair)) {
            let at = u32::try_from(cell + 1).unwrap_or(u32::MAX);
            return Err(Illegal { at, why: "a digit that was given is changed" });
        }
        Ok(Replay::solo(Value::Elapsed, self.moves()))
    }
}
