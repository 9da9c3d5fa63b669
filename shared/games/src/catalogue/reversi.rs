//! Reversi (뒤집기), with Othello's rules: bracket the other side's discs and turn them.
//!
//! An 8x8 board, Black first, White on d4 and e5 and Black on d5 and e4 at the start. A disc goes on an empty
//! square where it brackets a row of enemy discs in at least one of eight directions; every bracketed disc
//! turns. Who has no move passes, which is no move of the game: the other side simply moves again. When neither
//! can move the game is over, and more discs win. The margin counts empty squares for the winner, as the
//! French federation's database does.
//!
//! # Notation
//!
//! The file's letter and the row counted from the top: Black may begin `d3`, `c4`, `f5` or `e6`. Passes are not
//! written.

mod opponent;

use crate::{End, Name, Side, TwoPlayer, mix};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "오델로 규칙: 둘 곳이 없으면 저절로 쉬고, 빈칸은 이긴 쪽에 더해 셈",
    en: "Othello's rules: who has no move passes by itself, and empty squares count for the winner",
};

/// A set of squares: bit 0 is a1, bit 7 h1, bit 63 h8.
type Squares = u64;

/// Files b to g: a row of discs that goes sideways must not run around the edge.
const INNER: Squares = 0x7E7E_7E7E_7E7E_7E7E;

/// How far apart the squares of a line lie, and which enemy discs can be in its middle.
const LINES: [(u32, Squares); 4] = [(1, INNER), (8, Squares::MAX), (7, INNER), (9, INNER)];

/// The discs of `between` that follow on `from` without a gap along one line, upwards and downwards.
///
/// Parallel prefix steps (Kogge and Stone, 1973) follow at most the six discs that fit between two others.
const fn followed(from: Squares, between: Squares, step: u32) -> (Squares, Squares) {
    let up = between & between << step;
    let down = between & between >> step;
    let mut rising = between & from << step;
    let mut falling = between & from >> step;
    rising |= between & rising << step;
    falling |= between & falling >> step;
    rising |= up & rising << (2 * step);
    falling |= down & falling >> (2 * step);
    rising |= up & rising << (2 * step);
    falling |= down & falling >> (2 * step);
    (rising, falling)
}

/// The empty squares where `own` can bracket discs of `enemy`.
const fn mobility(own: Squares, enemy: Squares) -> Squares {
    let mut reached = 0;
    let mut line = 0;
    while line < LINES.len() {
        let (step, middle) = LINES[line];
        let (rising, falling) = followed(own, enemy & middle, step);
        reached |= rising << step | falling >> step;
        line += 1;
    }
    reached & !(own | enemy)
}

/// The discs of `enemy` that turn when `own` puts a disc on the square `disc`.
const fn turned(own: Squares, enemy: Squares, disc: Squares) -> Squares {
    let mut turned = 0;
    let mut line = 0;
    while line < LINES.len() {
        let (step, middle) = LINES[line];
        let (rising, falling) = followed(disc, enemy & middle, step);
        if rising << step & own != 0 {
            turned |= rising;
        }
        if falling >> step & own != 0 {
            turned |= falling;
        }
        line += 1;
    }
    turned
}

/// Counts the ways to play `depth` plies, where a pass is one ply and a finished game one way: the counting of the
/// published numbers.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let [own, enemy] = position.own_and_enemy();
    count(own, enemy, depth)
}

fn count(own: Squares, enemy: Squares, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = mobility(own, enemy);
    if moves == 0 {
        return if depth == 1 || mobility(enemy, own) == 0 { 1 } else { count(enemy, own, depth - 1) };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    let mut ways = 0;
    while moves != 0 {
        let disc = moves & moves.wrapping_neg();
        let turned = turned(own, enemy, disc);
        ways += count(enemy ^ turned, own | disc | turned, depth - 1);
        moves ^= disc;
    }
    ways
}

/// A square, a1 = 0, b1 = 1, to h8 = 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    const fn bit(self) -> Squares {
        1 << (self.0 & 63)
    }
}

/// The discs, who moves, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    discs: [Squares; 2],
    to_move: Side,
    /// Where the side to move can play; nowhere when the game is over.
    moves: Squares,
}

impl Position {
    /// The start: White on d4 and e5, Black on d5 and e4.
    pub const START: Self = Self::of(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, Side::First);

    /// A position with the discs `black` and `white`, sets of squares with a1 as bit 0. When `to_move` cannot
    /// move, the other side does; a square in both sets is black.
    #[must_use]
    pub const fn of(black: u64, white: u64, to_move: Side) -> Self {
        let white = white & !black;
        let (black_moves, white_moves) = (mobility(black, white), mobility(white, black));
        let (moves, other_moves) = match to_move {
            Side::First => (black_moves, white_moves),
            Side::Second => (white_moves, black_moves),
        };
        let discs = [black, white];
        if moves == 0 && other_moves != 0 {
            Self { discs, to_move: to_move.other(), moves: other_moves }
        } else {
            Self { discs, to_move, moves }
        }
    }

    /// How many discs a side has.
    #[must_use]
    pub const fn discs(&self, side: Side) -> u32 {
        self.discs[side.index()].count_ones()
    }

    /// The discs of a side, a1 as bit 0.
    #[must_use]
    pub const fn squares(&self, side: Side) -> u64 {
        self.discs[side.index()]
    }

    const fn own_and_enemy(&self) -> [Squares; 2] {
        [self.discs[self.to_move.index()], self.discs[self.to_move.other().index()]]
    }

    const fn empty(&self) -> Squares {
        !(self.discs[0] | self.discs[1])
    }
}

impl TwoPlayer for Position {
    type Move = Square;
    type Undo = Self;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Square>) {
        let mut rest = self.moves;
        while rest != 0 {
            moves.push(Square(u8::try_from(rest.trailing_zeros()).unwrap_or(0)));
            rest &= rest - 1;
        }
    }

    fn is_legal(&self, mv: Square) -> bool {
        self.moves & mv.bit() != 0
    }

    fn make(&mut self, mv: Square) -> Self {
        let before = *self;
        let [own, enemy] = self.own_and_enemy();
        let turned = turned(own, enemy, mv.bit());
        let (own, enemy) = (own | mv.bit() | turned, enemy & !turned & !mv.bit());
        self.discs[self.to_move.index()] = own;
        self.discs[self.to_move.other().index()] = enemy;
        let replies = mobility(enemy, own);
        if replies == 0 {
            self.moves = mobility(own, enemy);
        } else {
            self.to_move = self.to_move.other();
            self.moves = replies;
        }
        before
    }

    fn unmake(&mut self, before: Self) {
        *self = before;
    }

    fn end(&self) -> Option<End> {
        if self.moves != 0 {
            return None;
        }
        let (black, white) = (self.discs(Side::First), self.discs(Side::Second));
        let winner = match black.cmp(&white) {
            std::cmp::Ordering::Greater => Side::First,
            std::cmp::Ordering::Less => Side::Second,
            std::cmp::Ordering::Equal => return Some(End::DRAW),
        };
        Some(End { winner: Some(winner), margin: black.abs_diff(white) + self.empty().count_ones() })
    }

    fn key(&self) -> u64 {
        let [own, enemy] = self.own_and_enemy();
        mix(own ^ mix(enemy ^ mix(self.to_move.index() as u64)))
    }

    fn parse(&self, token: &str) -> Option<Square> {
        let &[file @ b'a'..=b'h', row @ b'1'..=b'8'] = token.as_bytes() else { return None };
        Some(Square((row - b'1') * 8 + (file - b'a')))
    }

    fn notation(&self, mv: Square) -> String {
        let (file, row) = (char::from(b'a' + mv.0 % 8), char::from(b'1' + mv.0 / 8 % 8));
        format!("{file}{row}")
    }
}
