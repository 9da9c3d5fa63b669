//! Counts the solutions of a grid, up to as many as matter.

/// 81 cells, row by row; 0 is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid([u8; 81]);

impl Grid {
    /// No cell is filled.
    pub const EMPTY: Self = Self([0; 81]);

    /// Reads 81 cells: `1` to `9`, and `.` or `0` for an empty one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut cells = <[u8; 81]>::try_from(text.as_bytes()).ok()?;
        for cell in &mut cells {
            *cell = match *cell {
                digit @ b'1'..=b'9' => digit - b'0',
                b'.' | b'0' => 0,
                _ => return None,
            };
        }
        Some(Self(cells))
    }

    /// The cells, row by row; 0 is empty.
    #[must_use]
    pub const fn cells(&self) -> &[u8; 81] {
        &self.0
    }

    /// How many cells are filled.
    #[must_use]
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&cell| cell != 0).count()
    }

    /// The grid with `digit` in `cell`, 0 to empty it; the same grid for a cell that is not there.
    #[must_use]
    pub fn with(mut self, cell: usize, digit: u8) -> Self {
        if let Some(slot) = self.0.get_mut(cell).filter(|_| digit <= 9) {
            *slot = digit;
        }
        self
    }

    /// Whether each row, column and box holds each digit once.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        UNITS.iter().all(|unit| unit.iter().fold(0, |digits, &cell| digits | 1_u16 << self.0[cell]) == 0b11_1111_1110)
    }
}

impl std::fmt::Display for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = |&cell: &u8| if cell == 0 { '.' } else { char::from(b'0' + cell) };
        f.write_str(&self.0.iter().map(sign).collect::<String>())
    }
}

/// The cells of the nine rows, the nine columns and the nine boxes.
pub const UNITS: [[usize; 9]; 27] = {
    let mut units = [[0; 9]; 27];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, square] = unit_of(cell);
        units[row][column] = cell;
        units[9 + column][row] = cell;
        units[18 + square][row % 3 * 3 + column % 3] = cell;
        cell += 1;
    }
    units
};

/// The row, the column and the box of a cell, each 0 to 8.
const fn unit_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, column, row / 3 * 3 + column / 3]
}

/// What a search for solutions found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// How many, up to the number asked for.
    pub count: u32,
    /// The first one.
    pub first: Option<Grid>,
    /// Partly filled grids that were looked at: 1 when no digit had to be guessed.
    pub nodes: u32,
    /// Whether the search was ended by its bound, so that there may be more.
    pub cut_off: bool,
}

/// Looks for up to `at_most` solutions of `givens`, at up to `most_nodes` partly filled grids.
///
/// Each grid is first filled where only one digit fits a cell or only one cell fits a digit (naked and hidden
/// singles); then the cell with the fewest candidates is guessed, digits in the order of `digits`.
#[must_use]
pub fn solve(givens: &Grid, digits: [u8; 9], at_most: u32, most_nodes: u32) -> Solutions {
    let mut found = Solutions { count: 0, first: None, nodes: 0, cut_off: false };
    let mut open = Vec::from_iter(Filling::new(givens));
    while let Some(mut filling) = open.pop() {
        if found.nodes == most_nodes {
            return Solutions { cut_off: true, ..found };
        }
        found.nodes += 1;
        if !filling.fill_singles() {
            continue;
        }
        let Some(cell) = filling.tightest() else {
            found.count += 1;
            found.first = found.first.or(Some(filling.grid));
            if found.count == at_most {
                break;
            }
            continue;
        };
        for &digit in digits.iter().rev() {
            let mut guess = filling;
            if guess.place(cell, digit) {
                open.push(guess);
            }
        }
    }
    found
}

/// A grid and the digits that are used up: bit `d` is digit `d`.
#[derive(Clone, Copy)]
struct Filling {
    grid: Grid,
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
}

impl Filling {
    /// `None` when a digit is given twice in a unit.
    fn new(givens: &Grid) -> Option<Self> {
        let mut filling = Self { grid: Grid::EMPTY, rows: [0; 9], columns: [0; 9], boxes: [0; 9] };
        let all = givens.0.iter().enumerate().filter(|&(_, &digit)| digit != 0);
        all.fold(true, |fits, (cell, &digit)| fits && filling.place(cell, digit)).then_some(filling)
    }

    /// The digits that fit an empty cell.
    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, square] = unit_of(cell);
        0b11_1111_1110 & !(self.rows[row] | self.columns[column] | self.boxes[square])
    }

    /// Fills an empty cell. Whether the digit fits.
    fn place(&mut self, cell: usize, digit: u8) -> bool {
        let bit = 1 << digit;
        if self.candidates(cell) & bit == 0 {
            return false;
        }
        let [row, column, square] = unit_of(cell);
        self.grid.0[cell] = digit;
        self.rows[row] |= bit;
        self.columns[column] |= bit;
        self.boxes[square] |= bit;
        true
    }

    /// Fills whatever is forced. Whether no contradiction came up.
    fn fill_singles(&mut self) -> bool {
        loop {
            let before = self.grid;
            for cell in 0..81 {
                if self.grid.0[cell] == 0 {
                    match only_bit(self.candidates(cell)) {
                        Bits::None => return false,
                        Bits::One(digit) => _ = self.place(cell, digit),
                        Bits::More => {}
                    }
                }
            }
            if !UNITS.iter().all(|unit| self.fill_hidden(unit)) {
                return false;
            }
            if self.grid == before {
                return true;
            }
        }
    }

    /// Fills the cells of `unit` that alone fit a digit. Whether every digit has a cell.
    fn fill_hidden(&mut self, unit: &[usize; 9]) -> bool {
        let (mut once, mut twice, mut placed) = (0_u16, 0_u16, 0_u16);
        for &cell in unit {
            match self.grid.0[cell] {
                0 => {
                    let candidates = self.candidates(cell);
                    twice |= once & candidates;
                    once |= candidates;
                }
                digit => placed |= 1 << digit,
            }
        }
        if once | placed != 0b11_1111_1110 {
            return false;
        }
        let hidden = once & !twice;
        for &cell in unit.iter().filter(|_| hidden != 0) {
            if self.grid.0[cell] == 0 {
                match only_bit(self.candidates(cell) & hidden) {
                    Bits::One(digit) => _ = self.place(cell, digit),
                    Bits::None => {}
                    Bits::More => return false, // one cell cannot hold two digits
                }
            }
        }
        true
    }

    /// The empty cell with the fewest candidates; `None` when every cell is filled.
    fn tightest(&self) -> Option<usize> {
        (0..81).filter(|&cell| self.grid.0[cell] == 0).min_by_key(|&cell| self.candidates(cell).count_ones())
    }
}

enum Bits {
    None,
    One(u8),
    More,
}

/// The digit of a set that has only one.
fn only_bit(digits: u16) -> Bits {
    match digits.count_ones() {
        0 => Bits::None,
        1 => u8::try_from(digits.trailing_zeros()).map_or(Bits::None, Bits::One),
        _ => Bits::More,
    }
}
