//! What a stone makes along one line, for games of five in a row: fours, threes and their forerunners.
//!
//! The eleven cells around a stone, five to each side, decide everything that the rules ask of a line:
//! a five that contains the stone reaches four cells away, and the cell after it says whether it is
//! exactly five. The ten neighbours, three states each, are 59,049 lines; each is worked out once from the
//! lines with one stone more, straight from the definitions (Renju International Federation, rules of
//! renju, chapters 2, 3 and 9).

use std::sync::LazyLock;

/// Cells of a line that are looked at, to each side of the stone.
pub(crate) const REACH: usize = 5;

/// The place value of each neighbour in a line's key: `WEIGHT[0]` is five cells before the stone, `WEIGHT[9]`
/// five after it. A digit is 0 for an empty cell, 1 for an own stone, 2 for the other side's or the edge.
pub(crate) const WEIGHT: [u16; 2 * REACH] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];

/// Number of lines: 3^10.
const LINES: usize = 59_049;

/// How far, in cells, the `i`th neighbour lies from the stone; negative before it.
pub(crate) const fn offset(i: usize) -> isize {
    const OFFSETS: [isize; 2 * REACH] = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5];
    OFFSETS[i]
}

/// The best that a stone makes along one line, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Six or more where exactly five wins.
    Overline,
    /// Nothing that can grow.
    Nothing,
    /// Can become an open two.
    One,
    /// Two that can become a closed three.
    ClosedTwo,
    /// Two that can become a three.
    Two,
    /// Three that can become a four, but not a straight one.
    ClosedThree,
    /// Three that can become a straight four.
    Three,
    /// Four, of which one more stone makes five at one point.
    Four,
    /// Two fours along the same line, such as `X.XXX.X`.
    DoubleFour,
    /// Four in a row, of which one more stone makes five at either end.
    StraightFour,
    /// Five: a win.
    Five,
}

impl Shape {
    /// Number of shapes.
    pub const COUNT: usize = 11;

    /// How many fours of the double-four rule this is.
    pub(crate) const fn fours(self) -> u8 {
        match self {
            Self::Four | Self::StraightFour => 1,
            Self::DoubleFour => 2,
            _ => 0,
        }
    }

    /// What a line is that one more stone makes into `self`.
    const fn before(self) -> Self {
        match self {
            Self::Five => Self::Four,
            Self::StraightFour => Self::Three,
            Self::DoubleFour | Self::Four => Self::ClosedThree,
            Self::Three => Self::Two,
            Self::ClosedThree => Self::ClosedTwo,
            Self::Two => Self::One,
            _ => Self::Nothing,
        }
    }
}

/// What makes five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Five {
    /// Five and no more.
    Exactly,
    /// Five or more.
    AtLeast,
}

/// Every line's shape, by its key.
pub(crate) struct Shapes {
    /// What a stone in the middle makes. Longer than the lines are, so that any `u16` is an index.
    made: Vec<Shape>,
    /// Where one more stone makes a straight four: bit `i` is the neighbour `i + 1`.
    straight_at: Vec<u8>,
}

static EXACTLY: LazyLock<Shapes> = LazyLock::new(|| Shapes::of(Five::Exactly));
static AT_LEAST: LazyLock<Shapes> = LazyLock::new(|| Shapes::of(Five::AtLeast));

impl Shapes {
    /// The table of `five`, made once per process.
    pub(crate) fn table(five: Five) -> &'static Self {
        match five {
            Five::Exactly => &EXACTLY,
            Five::AtLeast => &AT_LEAST,
        }
    }

    /// What a stone makes on the line with this key.
    pub(crate) fn made(&self, key: u16) -> Shape {
        self.made.get(usize::from(key)).copied().unwrap_or(Shape::Nothing)
    }

    /// The neighbours, as indices of [`offset`], at which one more stone makes a straight four.
    pub(crate) fn straight_at(&self, key: u16) -> impl Iterator<Item = usize> + use<> {
        let mask = self.straight_mask(key);
        (0..8).filter(move |i| mask >> i & 1 == 1).map(|i| i + 1)
    }

    /// Whether the line with this key is a three as the rules define it, but for points forbidden otherwise.
    pub(crate) fn is_three(&self, key: u16) -> bool {
        self.straight_mask(key) != 0
    }

    fn straight_mask(&self, key: u16) -> u8 {
        self.straight_at.get(usize::from(key)).copied().unwrap_or(0)
    }

    fn of(five: Five) -> Self {
        let mut table = Self { made: vec![Shape::Nothing; LINES], straight_at: vec![0; LINES] };
        // A line with one stone more has a larger key, so it is already there.
        for key in (0..LINES).rev() {
            let digit = |i: usize| key / usize::from(WEIGHT[i]) % 3;
            let run = 1
                + (0..REACH).rev().take_while(|&i| digit(i) == 1).count()
                + (REACH..2 * REACH).take_while(|&i| digit(i) == 1).count();
            let made = match (run, five) {
                (..5, _) => None,
                (5, _) | (_, Five::AtLeast) => Some(Shape::Five),
                (_, Five::Exactly) => Some(Shape::Overline),
            };
            table.made[key] = made.unwrap_or_else(|| {
                let mut best = Shape::Nothing;
                let mut wins = Vec::new();
                for i in (0..2 * REACH).filter(|&i| digit(i) == 0) {
                    let then = table.made[key + usize::from(WEIGHT[i])];
                    best = best.max(then.before());
                    match then {
                        Shape::Five => wins.push(offset(i)),
                        // Where there is one already, the stone at `i` is not part of it.
                        Shape::StraightFour if run < 4 => table.straight_at[key] |= 1 << (i - 1),
                        _ => {}
                    }
                }
                match wins[..] {
                    [low, high] if high - low == 5 => Shape::StraightFour,
                    [_, _] => Shape::DoubleFour,
                    _ => best,
                }
            });
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of a line of eleven cells with the new stone in the middle.
    fn key(line: &str) -> u16 {
        assert_eq!((line.len(), line.as_bytes()[REACH]), (11, b'X'));
        let digit = |cell| match cell {
            b'.' => 0,
            b'X' => 1,
            _ => 2,
        };
        let cells = line.bytes().enumerate().filter(|&(i, _)| i != REACH).map(|(_, cell)| digit(cell));
        cells.zip(WEIGHT).map(|(digit, weight)| digit * weight).sum()
    }

    #[test]
    fn shapes_follow_the_definitions() {
        for (line, exactly, at_least) in [
            ("O.XXXXX.O..", Shape::Five, Shape::Five),
            ("..XXXXXX...", Shape::Overline, Shape::Five),
            ("...XXXX....", Shape::StraightFour, Shape::StraightFour),
            ("...OXXXX...", Shape::Four, Shape::Four),
            // The stone beyond the right end would make six there.
            ("..XXXX.X...", Shape::Four, Shape::StraightFour),
            ("..X.XXX.X..", Shape::DoubleFour, Shape::DoubleFour),
            ("....XX.XX..", Shape::Four, Shape::Four),
            ("....XXX....", Shape::Three, Shape::Three),
            ("...OXXX....", Shape::ClosedThree, Shape::ClosedThree),
            ("..O.XXX.O..", Shape::ClosedThree, Shape::ClosedThree),
            ("..O.XXX..O.", Shape::Three, Shape::Three),
            ("...X.XX....", Shape::Three, Shape::Three),
            ("....XX.....", Shape::Two, Shape::Two),
            (".....X.....", Shape::One, Shape::One),
            ("..OO.X.O...", Shape::Nothing, Shape::Nothing),
        ] {
            assert_eq!(Shapes::table(Five::Exactly).made(key(line)), exactly, "{line}");
            assert_eq!(Shapes::table(Five::AtLeast).made(key(line)), at_least, "{line}");
        }
    }

    #[test]
    fn any_key_is_looked_up() {
        assert_eq!(Shapes::table(Five::Exactly).made(u16::MAX), Shape::Nothing);
        assert!(!Shapes::table(Five::AtLeast).is_three(u16::MAX));
    }
}
