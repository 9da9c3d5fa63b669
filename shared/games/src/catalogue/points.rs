//! Points of a square board and their names: a letter for the file, a number for the row from the bottom.
//!
//! Omok counts `a b c … h i j …`; the boards of go and pente leave the I out, so that it is not read as a 1.

use serde::{Deserialize, Serialize};

/// A point of a square board. The order is row by row from the bottom, each from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Row, 0 at the bottom.
    pub y: u8,
    /// File, 0 at the left.
    pub x: u8,
}

impl Point {
    /// The point of file `x` and row `y`, both from 0.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Self {
        Self { y, x }
    }

    /// Every point of a board with `size` files, in order.
    pub fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..size).flat_map(move |y| (0..size).map(move |x| Self { y, x }))
    }
}

/// How the files of a board are lettered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files {
    first: u8,
    without_i: bool,
}

impl Files {
    /// `a b c d e f g h i j …`, as omok and renju write them.
    pub const OMOK: Self = Self { first: b'a', without_i: false };
    /// `a b c d e f g h j …`, as pente writes them.
    pub const PENTE: Self = Self { first: b'a', without_i: true };
    /// `A B C D E F G H J …`, as go writes them.
    pub const GO: Self = Self { first: b'A', without_i: true };

    /// The ninth letter from `first`.
    const fn i(self) -> u8 {
        self.first + 8
    }

    /// The point that `token` names on a board with `size` files; `None` when it names none. A point has one
    /// name: no other case, no leading zero.
    #[must_use]
    pub fn parse(self, token: &str, size: u8) -> Option<Point> {
        let (&letter, row) = token.as_bytes().split_first()?;
        let x = match letter.checked_sub(self.first)? {
            8 if self.without_i => return None,
            x if self.without_i && x > 8 => x - 1,
            x => x,
        };
        let number = match *row {
            [units @ b'1'..=b'9'] => units - b'0',
            [tens @ b'1'..=b'9', units @ b'0'..=b'9'] => (tens - b'0') * 10 + (units - b'0'),
            _ => return None,
        };
        (x < size && number <= size).then(|| Point { y: number - 1, x })
    }

    /// The name of `point`, for boards of at most 25 files.
    #[must_use]
    pub fn name(self, point: Point) -> String {
        let plain = self.first.saturating_add(point.x);
        let letter = if self.without_i && plain >= self.i() { plain.saturating_add(1) } else { plain };
        format!("{}{}", char::from(letter), u16::from(point.y) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_reads_back() {
        for files in [Files::OMOK, Files::PENTE, Files::GO] {
            for point in Point::all(19) {
                assert_eq!(files.parse(&files.name(point), 19), Some(point));
            }
        }
    }

    #[test]
    fn go_boards_leave_the_i_out() {
        assert_eq!(Files::GO.name(Point::new(8, 0)), "J1");
        assert_eq!(Files::OMOK.name(Point::new(8, 0)), "i1");
        assert_eq!(Files::PENTE.parse("t19", 19), Some(Point::new(18, 18)));
        assert_eq!(Files::GO.parse("I5", 19), None);
    }

    #[test]
    fn other_spellings_name_no_point() {
        for token in ["", "a", "1", "A1", "a0", "a01", "a16", "p1", "a1 ", "a-1", "a100", "가1", "a１"] {
            assert_eq!(Files::OMOK.parse(token, 15), None, "{token:?}");
        }
    }
}
