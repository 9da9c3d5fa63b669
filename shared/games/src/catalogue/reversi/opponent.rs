//! The reversi opponent: what a position looks like to it, and how far it looks.

use super::{Position, Square, Squares, mobility, turned};
use crate::opponent::{any_move, opening_of};
use crate::search::search;
use crate::{Budget, Choice, Draw, Evaluate, Level, Measure, Opponent};

const CORNERS: Squares = 1 | 1 << 7 | 1 << 56 | 1 << 63;

/// A corner with the squares that lose it: the one diagonally next to it and the two beside it.
const CORNER_PLACES: [(Squares, Squares, Squares); 4] = [
    (1, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
];

/// The top and the bottom row, and the leftmost and the rightmost file.
const ROWS: Squares = 0xFF00_0000_0000_00FF;
const FILES: Squares = 0x8181_8181_8181_8181;

// Hundredths of a disc, roughly; tuned by letting the levels play each other.
const CORNER: i32 = 600;
const DIAGONAL: i32 = 250;
const BESIDE: i32 = 90;
const STABLE: i32 = 120;
const MOBILITY: i32 = 45;
const FRONTIER: i32 = 18;
const PARITY: i32 = 60;

/// How many moves a side has; the first three count twice.
fn freedom(moves: Squares) -> i32 {
    count(moves) + (count(moves) - 3).min(0)
}

/// The squares next to any of `squares`.
const fn around(squares: Squares) -> Squares {
    const NOT_A: Squares = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: Squares = 0x7F7F_7F7F_7F7F_7F7F;
    let sideways = squares | squares << 1 & NOT_A | squares >> 1 & NOT_H;
    sideways | sideways << 8 | sideways >> 8
}

/// Discs on the edges that hang on an own corner and can never turn again; a corner itself is not counted.
fn anchored(own: Squares) -> i32 {
    let corners = own & CORNERS;
    let (mut along_rows, mut along_files) = (corners, corners);
    for _ in 0..6 {
        along_rows |= (along_rows << 1 | along_rows >> 1) & own & ROWS;
        along_files |= (along_files << 8 | along_files >> 8) & own & FILES;
    }
    count((along_rows | along_files) & !CORNERS)
}

fn count(squares: Squares) -> i32 {
    i32::try_from(squares.count_ones()).unwrap_or(0)
}

impl Evaluate for Position {
    fn evaluate(&self) -> i32 {
        let [own, enemy] = self.own_and_enemy();
        let empty = self.empty();
        let mut score = MOBILITY * (freedom(self.moves) - freedom(mobility(enemy, own)));
        let open = around(empty);
        score -= FRONTIER * (count(own & open) - count(enemy & open));
        for (corner, diagonal, beside) in CORNER_PLACES {
            if empty & corner != 0 {
                score -= DIAGONAL * (count(own & diagonal) - count(enemy & diagonal));
                score -= BESIDE * (count(own & beside) - count(enemy & beside));
            }
        }
        score += CORNER * (count(own & CORNERS) - count(enemy & CORNERS));
        if (own | enemy) & CORNERS != 0 {
            score += STABLE * (anchored(own) - anchored(enemy));
        }
        // Who moves with an odd number of empty squares left expects the last move.
        score + if empty.count_ones() % 2 == 1 { PARITY } else { -PARITY }
    }

    /// A corner first; otherwise whatever leaves the other side least to do.
    fn order(&self, mv: Square) -> i32 {
        let [own, enemy] = self.own_and_enemy();
        let turned = turned(own, enemy, mv.bit());
        let replies = mobility(enemy & !turned, own | mv.bit() | turned);
        let corner = if CORNERS & mv.bit() != 0 { 8 } else { 0 };
        corner - count(replies) - 6 * count(replies & CORNERS)
    }

    fn slot(mv: Square) -> usize {
        mv.0.into()
    }
}

/// One move in four is any at all.
const EASY_SLIPS: u32 = 4;
const EASY: Budget = Budget { depth: 1, quiescence: 0, nodes: 200 };
const BASIC: Budget = Budget { depth: 3, quiescence: 0, nodes: 3_000 };
/// No ply limit of its own: near the end the nodes reach to the last disc.
const STRONG: Budget = Budget { depth: 60, quiescence: 0, nodes: 20_000 };

impl Opponent for Position {
    const RULES: &'static str = "othello";
    const MEASURE: Measure = Measure::Margin;

    fn start(_: u32) -> Self {
        Self::START
    }

    /// The perpendicular, the diagonal and the parallel opening, as players call White's three replies.
    fn opening(variation: u32) -> &'static [&'static str] {
        match opening_of(variation) {
            0 => &["f5", "d6"],
            1 => &["f5", "f6"],
            _ => &["f5", "f4"],
        }
    }

    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Square> {
        match level {
            Level::Easy if draw.below(EASY_SLIPS) == 0 => Choice { mv: any_move(self, draw), nodes: 0 },
            Level::Easy => search(self, EASY, draw).into(),
            Level::Basic => search(self, BASIC, draw).into(),
            Level::Strong => search(self, STRONG, draw).into(),
        }
    }
}
