//! The checkers opponent: what a position looks like to it, and how far it looks.

use super::{BOARD, BOTTOM_ROW, Move, Position, Squares, TOP_ROW};
use crate::opponent::{any_move, opening_of};
use crate::search::search;
use crate::{Budget, Choice, Draw, Evaluate, Level, Measure, Opponent, Side, TwoPlayer};

// A man is 100.
const MAN: i32 = 100;
const KING: i32 = 140;
/// A man on 1 or 3 (30 or 32 for White) keeps enemy men from being crowned.
const GUARD: i32 = 12;
const CENTRE: i32 = 4;
/// For each row a man has gone.
const ADVANCE: i32 = 3;
/// For each row and file between the stronger side's pieces and an enemy king, once few pieces are left.
const DISTANCE: i32 = 2;
/// What the stronger side gains with every piece that leaves the board.
const TRADE: i32 = 4;

const BLACK_GUARDS: Squares = 1 | 1 << 2;
const WHITE_GUARDS: Squares = 1 << 32 | 1 << 34;

/// Squares 10, 11, 14, 15, 18, 19, 22 and 23.
const MIDDLE: Squares = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 24;

fn count(squares: Squares) -> i32 {
    i32::try_from(squares.count_ones()).unwrap_or(0)
}

/// The row, 0 to 7 from Black's side, and the file, 0 to 7, of the lowest square of a set.
fn place(squares: Squares) -> (i32, i32) {
    let bit = squares.trailing_zeros();
    let index = bit - bit / 9;
    let (row, nth) = (index / 4, index % 4);
    (i32::try_from(row).unwrap_or(0), i32::try_from(2 * nth + (1 - row % 2)).unwrap_or(0))
}

fn each(mut squares: Squares, mut found: impl FnMut(Squares)) {
    while squares != 0 {
        found(squares & squares.wrapping_neg());
        squares &= squares - 1;
    }
}

/// How far the pieces of `hunters` stand from the nearest of `kings`, in all.
fn distance(hunters: Squares, kings: Squares) -> i32 {
    let mut sum = 0;
    each(hunters, |hunter| {
        let (row, file) = place(hunter);
        let mut nearest = 8;
        each(kings, |king| {
            let (other_row, other_file) = place(king);
            nearest = nearest.min((row - other_row).abs().max((file - other_file).abs()));
        });
        sum += nearest;
    });
    sum
}

impl Evaluate for Position {
    fn evaluate(&self) -> i32 {
        let [black, white] = self.pieces;
        let (black_men, white_men) = (black & !self.kings, white & !self.kings);
        let (black_kings, white_kings) = (black & self.kings, white & self.kings);
        let material = MAN * (count(black_men) - count(white_men)) + KING * (count(black_kings) - count(white_kings));
        let mut score = material;
        score += GUARD * (count(black_men & BLACK_GUARDS) - count(white_men & WHITE_GUARDS));
        score += CENTRE * (count(black & MIDDLE) - count(white & MIDDLE));
        for row in 1..7 {
            let squares = TOP_ROW << (4 * row + row / 2);
            score += ADVANCE * (row * count(black_men & squares) - (7 - row) * count(white_men & squares));
        }
        // Ahead, exchange and come closer; behind, keep away.
        let left = count(black | white);
        score += TRADE * material.signum() * (24 - left);
        if left <= 8 && material > 0 && white_kings != 0 {
            score -= DISTANCE * distance(black_kings, white_kings);
        } else if left <= 8 && material < 0 && black_kings != 0 {
            score += DISTANCE * distance(white_kings, black_kings);
        }
        if self.side_to_move() == Side::First { score } else { -score }
    }

    /// The longest jump first, then steps that crown.
    fn order(&self, mv: Move) -> i32 {
        let jumped = count(mv.taken());
        let last = mv.0.squares().last().unwrap_or(0);
        let crown = last & (TOP_ROW | BOTTOM_ROW) & BOARD != 0;
        2 * jumped + i32::from(crown)
    }

    fn slot(mv: Move) -> usize {
        let mut squares = mv.0.squares().map(Squares::trailing_zeros);
        let (from, to) = (squares.next().unwrap_or(0), squares.last().unwrap_or(0));
        (from << 6 | to) as usize
    }

    /// Jumps have to be made, so they are played out before the pieces are counted.
    fn noisy(&self, moves: &mut Vec<Move>) {
        if self.must_jump() {
            self.legal_moves(moves);
        }
    }

    fn is_forced(&self) -> bool {
        self.must_jump()
    }
}

/// One move in four is any at all.
const EASY_SLIPS: u32 = 4;
const EASY: Budget = Budget { depth: 1, quiescence: 0, nodes: 200 };
const BASIC: Budget = Budget { depth: 4, quiescence: 12, nodes: 3_000 };
const STRONG: Budget = Budget { depth: 30, quiescence: 24, nodes: 15_000 };

impl Opponent for Position {
    const RULES: &'static str = "english-draughts";
    const MEASURE: Measure = Measure::Turns;

    fn start(_: u32) -> Self {
        Self::start()
    }

    /// The Single Corner, the Cross and the Denny, as players call them.
    fn opening(variation: u32) -> &'static [&'static str] {
        match opening_of(variation) {
            0 => &["11-15", "22-18"],
            1 => &["11-15", "23-18"],
            _ => &["10-14", "22-18"],
        }
    }

    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Move> {
        match level {
            Level::Easy if draw.below(EASY_SLIPS) == 0 => Choice { mv: any_move(self, draw), nodes: 0 },
            Level::Easy => search(self, EASY, draw).into(),
            Level::Basic => search(self, BASIC, draw).into(),
            Level::Strong => search(self, STRONG, draw).into(),
        }
    }
}
