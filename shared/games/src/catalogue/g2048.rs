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

use crate::{Board, Draw, Illegal, Malformed, Proof, Replay, Value};

/// Most moves in a proof.
pub const LIMIT: usize = 20_000;

/// The copy check begins with so many moves: shorter runs coincide honestly.
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

/// The grid and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Grid {
    /// The tiles' exponents of two, a byte each, row-major from the lowest; 0 is an empty cell.
    cells: u128,
    score: u32,
}

/// The exponent of 131072, the largest tile that sixteen cells allow.
const LARGEST: u8 = 17;

impl Grid {
    /// A grid from its tiles' exponents, row-major; 0 is an empty cell. `None` above exponent 17.
    #[must_use]
    pub fn from_exponents(exponents: [u8; 16]) -> Option<Self> {
        let known = exponents.iter().all(|&exponent| exponent <= LARGEST);
        known.then_some(Self { cells: u128::from_le_bytes(exponents), score: 0 })
    }

    /// The tiles' exponents, row-major.
    #[must_use]
    pub const fn exponents(self) -> [u8; 16] {
        self.cells.to_le_bytes()
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
        const TOPS: u128 = u128::MAX / 255 * 128; // the top bit of every byte
        let mut empty = ((TOPS - self.cells) & TOPS) >> 7;
        if empty == 0 {
            return;
        }
        for _ in 0..draw.below(empty.count_ones()) {
            empty &= empty - 1; // forget the lowest
        }
        let exponent: u128 = if draw.below(10) < 9 { 1 } else { 2 };
        self.cells |= exponent << empty.trailing_zeros();
    }

    /// Slides every tile. Whether anything moved.
    pub fn slide(&mut self, direction: Direction) -> bool {
        // Turns the grid so that the move goes up, and afterwards back; both turns are their own inverse.
        let (swap, flip) = match direction {
            Direction::Up => (false, false),
            Direction::Down => (false, true),
            Direction::Left => (true, false),
            Direction::Right => (true, true),
        };
        let before = self.cells;
        let mut cells = if swap { transpose(before) } else { before };
        cells = if flip { flip_rows(cells) } else { cells };
        let (slid, gain) = slide_up(cells);
        cells = if flip { flip_rows(slid) } else { slid };
        self.cells = if swap { transpose(cells) } else { cells };
        self.score = self.score.saturating_add(gain);
        self.cells != before
    }

    /// Whether no tile can move any more.
    #[must_use]
    pub fn is_over(self) -> bool {
        Direction::ALL.into_iter().all(|direction| !{ self }.slide(direction))
    }
}

/// Slides every tile of `cells` up; the cells afterwards, and the points.
///
/// The four columns slide side by side, a byte lane each, without a branch on any tile: a replay spends
/// its time here, and tiles are not predictable.
fn slide_up(cells: u128) -> (u128, u32) {
    let mut rows = [0, 4, 8, 12].map(|first| {
        let bytes = cells.to_le_bytes();
        u32::from_le_bytes([bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3]])
    });
    for row in [2, 1, 0, 2, 1, 2] {
        fill(&mut rows, row); // every gap, one row at a time
    }
    let mut gain: u32 = 0;
    for row in 0..3 {
        let mut merging = zero_lanes(rows[row] ^ rows[row + 1]) & !zero_lanes(rows[row]);
        let exponents = rows[row];
        rows[row] += merging;
        rows[row + 1] &= !(merging * 0xFF); // empty, so that it cannot merge with what follows
        while merging != 0 {
            gain = gain.saturating_add(2 << (exponents >> merging.trailing_zeros() & 0x1F));
            merging &= merging - 1;
        }
    }
    // Two merges of a column are never next to each other, so one sweep closes their gaps.
    fill(&mut rows, 1);
    fill(&mut rows, 2);
    let slid = rows.into_iter().rev().fold(0, |cells, row| cells << 32 | u128::from(row));
    (slid, gain)
}

/// Pulls the tiles below `row` up by one, in the columns where `row` is empty.
fn fill(rows: &mut [u32; 4], row: usize) {
    let gaps = zero_lanes(rows[row]) * 0xFF;
    rows[row] |= rows[row + 1] & gaps;
    rows[row + 1] &= !gaps;
}

/// 1 in each byte lane of `row` that is 0, and 0 in the others. Lanes are below 128.
const fn zero_lanes(row: u32) -> u32 {
    ((0x8080_8080 - row) & 0x8080_8080) >> 7
}

/// Swaps rows and columns.
const fn transpose(cells: u128) -> u128 {
    // Swap the cells off the diagonal of each 2x2 block, then the blocks off the diagonal.
    const CELLS: u128 = 0x0000_0000_FF00_FF00_0000_0000_FF00_FF00;
    const BLOCKS: u128 = 0x0000_0000_0000_0000_FFFF_0000_FFFF_0000;
    let differ = (cells ^ cells >> 24) & CELLS;
    let cells = cells ^ differ ^ differ << 24;
    let differ = (cells ^ cells >> 48) & BLOCKS;
    cells ^ differ ^ differ << 48
}

/// Turns the rows upside down.
const fn flip_rows(cells: u128) -> u128 {
    const EVEN: u128 = 0x0000_0000_FFFF_FFFF_0000_0000_FFFF_FFFF;
    let halves = cells.rotate_left(64);
    (halves >> 32 & EVEN) | (halves & EVEN) << 32
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
        letters(&self.0)
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut draw = Draw::new(&board.seed);
        let mut grid = Grid::start(&mut draw);
        let mut scoring = 0; // moves up to the last one that scored
        for (done, &direction) in self.0.iter().enumerate() {
            let before = grid.score();
            if !grid.slide(direction) {
                let at = u32::try_from(done + 1).unwrap_or(u32::MAX);
                return Err(Illegal { at, why: "no tile moves that way" });
            }
            if grid.score() > before {
                scoring = done + 1;
            }
            grid.spawn(&mut draw);
        }
        let replay = Replay::solo(Value::Counted(grid.score.into()), self.moves());
        // Moves after the last merge earn nothing: adding some does not make a copy look new. Only when that leaves
        // too little to tell two players apart, all moves count.
        let earning = self.0.get(..scoring).filter(|moves| moves.len() >= COPY_FLOOR);
        let long = self.0.len() >= COPY_FLOOR;
        Ok(if long { replay.copyable(letters(earning.unwrap_or(&self.0))) } else { replay })
    }
}

fn letters(moves: &[Direction]) -> String {
    moves.iter().map(|direction| direction.letter()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns_and_flipping_turns_the_rows() {
        let cells = u128::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        assert_eq!(transpose(cells).to_le_bytes(), [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]);
        assert_eq!(flip_rows(cells).to_le_bytes(), [12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3]);
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
