//! 2048, after Gabriele Cirulli's original.
//!
//! A 4x4 grid, two tiles to begin with. A move slides every tile; scanning from the wall the move goes to,
//! a tile merges with the next equal one unless it was itself made by this move, and each merge scores
//! the new tile. A move that changes nothing is not a move. The game goes on after 2048, and a run may be
//! handed in before its end: the score so far counts.
//!
//! Our choice where the original leaves room: a spawn draws the cell first, among the empty cells in
//! row-major order, and then the tile, 2 in nine of ten. (The original draws the value first and lists
//! the cells by column.)
//!
//! # Proof
//!
//! One letter a move, `U R D L`, nothing between: `LDLDRU`.

use std::sync::LazyLock;

use crate::{Board, Draw, Illegal, Malformed, Proof, Replay, Value};

/// Most moves in a proof.
pub const LIMIT: usize = 20_000;

/// The copy check begins here: shorter runs coincide honestly.
const COPY_FLOOR: usize = 40;

/// No game can score more: the whole staircase from 131072, the largest tile the grid allows, down to 4.
pub const MAX_SCORE: u64 = 3_932_156;

/// The way the tiles slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Right,
    Down,
    Left,
}

impl Direction {
    /// Every direction, clockwise.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Right => 'R',
            Self::Down => 'D',
            Self::Left => 'L',
        }
    }

    const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            b'U' => Some(Self::Up),
            b'R' => Some(Self::Right),
            b'D' => Some(Self::Down),
            b'L' => Some(Self::Left),
            _ => None,
        }
    }
}

/// Four exponents packed in a row, four bits each, the leftmost lowest; 0 is an empty cell.
type Row = u16;

/// What sliding one packed row to the left makes of it.
#[derive(Clone, Copy, Default)]
struct Slid {
    row: Row,
    gain: u32,
}

/// All 65,536 rows slid to the left, once per process: a move is then four look-ups.
static LEFT: LazyLock<Vec<Slid>> = LazyLock::new(|| (0..=Row::MAX).map(slide_left).collect());

/// Slides one row towards its lowest cell.
fn slide_left(row: Row) -> Slid {
    let mut slid = Slid::default();
    let mut filled = 0;
    let mut open = 0; // exponent that may still merge, 0 when none
    for cell in 0..4 {
        let tile = row >> (4 * cell) & 0xF;
        if tile == 0 {
            continue;
        }
        // Two 2^15 never meet: together they are 65,536, and a run's 20,000 spawns add up to about 44,000.
        if tile == open && tile < 15 {
            slid.row += 1 << (4 * (filled - 1));
            slid.gain += 2 << tile;
            open = 0;
        } else {
            slid.row |= tile << (4 * filled);
            filled += 1;
            open = tile;
        }
    }
    slid
}

fn mirror(row: Row) -> Row {
    row >> 12 | row >> 4 & 0x00F0 | row << 4 & 0x0F00 | row << 12
}

/// The grid and its score. Sixteen exponents of two, row-major, four bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Grid {
    cells: u64,
    score: u32,
}

impl Grid {
    /// A grid from its tiles' exponents, row-major; 0 is an empty cell. `None` above exponent 15.
    #[must_use]
    pub fn from_exponents(exponents: [u8; 16]) -> Option<Self> {
        let mut cells = 0;
        for (cell, &exponent) in exponents.iter().enumerate() {
            if exponent > 15 {
                return None;
            }
            cells |= u64::from(exponent) << (4 * cell);
        }
        Some(Self { cells, score: 0 })
    }

    /// The tiles' exponents, row-major.
    #[must_use]
    pub fn exponents(self) -> [u8; 16] {
        std::array::from_fn(|cell| u8::try_from(self.cells >> (4 * cell) & 0xF).unwrap_or(0))
    }

    /// Points so far.
    #[must_use]
    pub const fn score(self) -> u32 {
        self.score
    }

    /// Puts two tiles on an empty grid.
    #[must_use]
    pub fn start(draw: &mut Draw) -> Self {
        let mut grid = Self::default();
        grid.spawn(draw);
        grid.spawn(draw);
        grid
    }

    /// Puts a new tile on an empty cell; nothing when there is none.
    pub fn spawn(&mut self, draw: &mut Draw) {
        let empty = self.exponents().iter().filter(|&&e| e == 0).count();
        let Ok(empty @ 1..) = u32::try_from(empty) else { return };
        let nth = draw.below(empty) as usize;
        let exponent = if draw.below(10) < 9 { 1 } else { 2 };
        if let Some(cell) = (0..16).filter(|cell| self.cells >> (4 * cell) & 0xF == 0).nth(nth) {
            self.cells |= exponent << (4 * cell);
        }
    }

    /// Slides every tile. Whether anything moved.
    pub fn slide(&mut self, direction: Direction) -> bool {
        let before = self.cells;
        match direction {
            Direction::Left => self.slide_rows(|row| row),
            Direction::Right => self.slide_rows(mirror),
            Direction::Up => {
                self.cells = transpose(self.cells);
                self.slide_rows(|row| row);
                self.cells = transpose(self.cells);
            }
            Direction::Down => {
                self.cells = transpose(self.cells);
                self.slide_rows(mirror);
                self.cells = transpose(self.cells);
            }
        }
        self.cells != before
    }

    /// Slides each row left as seen through `view`, which is its own inverse.
    fn slide_rows(&mut self, view: fn(Row) -> Row) {
        let rows = [0, 16, 32, 48].map(|shift| {
            let [low, high, ..] = (self.cells >> shift).to_le_bytes();
            let slid = LEFT[usize::from(view(Row::from_le_bytes([low, high])))];
            self.score += slid.gain;
            u64::from(view(slid.row)) << shift
        });
        self.cells = rows.into_iter().fold(0, |cells, row| cells | row);
    }

    /// Whether no tile can move any more.
    #[must_use]
    pub fn is_over(self) -> bool {
        Direction::ALL.into_iter().all(|direction| !{ self }.slide(direction))
    }
}

/// Swaps rows and columns.
const fn transpose(x: u64) -> u64 {
    // Swap the 1x1 cells off the diagonal of each 2x2 block, then the 2x2 blocks.
    let a = x & 0xF0F0_0F0F_F0F0_0F0F | (x & 0x0000_F0F0_0000_F0F0) << 12 | (x & 0x0F0F_0000_0F0F_0000) >> 12;
    a & 0xFF00_FF00_00FF_00FF | (a & 0x0000_0000_FF00_FF00) << 24 | (a & 0x00FF_00FF_0000_0000) >> 24
}

/// The moves of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves(Vec<Direction>);

impl Proof for Moves {
    fn decode(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() {
            return Err(Malformed { at: 0, why: "a run has at least one move" });
        }
        if text.len() > LIMIT {
            return Err(Malformed { at: LIMIT, why: "a run has at most 20,000 moves" });
        }
        let read = |(at, byte)| Direction::from_byte(byte).ok_or(Malformed { at, why: "a move is U, R, D or L" });
        text.bytes().enumerate().map(read).collect::<Result<_, _>>().map(Self)
    }

    fn encode(&self) -> String {
        self.0.iter().map(|direction| direction.letter()).collect()
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut draw = Draw::new(&board.seed);
        let mut grid = Grid::start(&mut draw);
        for (at, &direction) in (1..).zip(&self.0) {
            if !grid.slide(direction) {
                return Err(Illegal { at, why: "no tile moves that way" });
            }
            grid.spawn(&mut draw);
        }
        let replay = Replay::solo(Value::Counted(grid.score.into()), self.moves());
        // Every move changes the grid, so the text is canonical as it is.
        Ok(if self.0.len() >= COPY_FLOOR { replay.copyable(self.encode()) } else { replay })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let exponents = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        let grid = Grid::from_exponents(exponents).unwrap();
        let swapped = Grid { cells: transpose(grid.cells), score: 0 };
        assert_eq!(swapped.exponents(), [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]);
    }

    #[test]
    fn a_proof_is_letters_and_nothing_else() {
        for (text, at) in [("", 0), ("LD LD", 2), ("LDl", 2), ("LDLD\n", 4), ("좌", 0)] {
            assert_eq!(Moves::decode(text).unwrap_err().at, at, "{text:?}");
        }
        assert!(Moves::decode(&"L".repeat(LIMIT)).is_ok());
        assert_eq!(Moves::decode(&"L".repeat(LIMIT + 1)).unwrap_err().at, LIMIT);
    }
}
