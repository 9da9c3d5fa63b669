//! Where the pieces stand and who moves: a position without its past.

use super::Move;
use super::square::{POINTS, Set, Square, only};
use crate::Side;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 졸 or 병.
    Soldier,
    /// 사.
    Guard,
    /// 상.
    Elephant,
    /// 마.
    Horse,
    /// 포.
    Cannon,
    /// 차.
    Chariot,
    /// 궁, also 장 or 왕.
    General,
}

impl Kind {
    /// Every kind, cheapest first.
    pub const ALL: [Self; 7] =
        [Self::Soldier, Self::Guard, Self::Elephant, Self::Horse, Self::Cannon, Self::Chariot, Self::General];

    /// The letter in a FEN, a capital as Cho writes it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Soldier => 'P',
            Self::Guard => 'A',
            Self::Elephant => 'B',
            Self::Horse => 'N',
            Self::Cannon => 'C',
            Self::Chariot => 'R',
            Self::General => 'K',
        }
    }

    /// Points of the Korea Janggi Association: 차 13, 포 7, 마 5, 상 3, 사 3, 졸 2.
    #[must_use]
    pub const fn points(self) -> u16 {
        match self {
            Self::Soldier => 2,
            Self::Guard | Self::Elephant => 3,
            Self::Horse => 5,
            Self::Cannon => 7,
            Self::Chariot => 13,
            Self::General => 0,
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

/// The 덤 of Han, who moves second: one and a half points, in half points.
pub const COMPENSATION: u16 = 3;

/// A random number for each side, kind and point, and one for the side to move: the key of a position is
/// the exclusive or of those that apply (A. Zobrist, "A New Hashing Method", 1970).
struct Keys {
    pieces: [[[u64; POINTS]; 7]; 2],
    second_to_move: u64,
}

static KEYS: Keys = {
    let mut keys = Keys { pieces: [[[0; POINTS]; 7]; 2], second_to_move: 0 };
    let mut state = 0;
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < 7 {
            let mut point = 0;
            while point < POINTS {
                (state, keys.pieces[side][kind][point]) = split_mix(state);
                point += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    (_, keys.second_to_move) = split_mix(state);
    keys
};

/// SplitMix64 (Steele, Lea and Flood, 2014): the next state and number.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ z >> 31)
}

/// The pieces on the board and the side to move.
///
/// Made by [`SetUp`](super::SetUp)s or read from a FEN, and always legal: each side has one general, and
/// the side that just moved is not in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// What stands on each point; whose it is, `sides` tells.
    board: [Option<Kind>; POINTS],
    kinds: [Set; 7],
    sides: [Set; 2],
    generals: [Square; 2],
    to_move: Side,
    key: u64,
}

impl Position {
    /// A position of these pieces, no two of them on one point. Whether it is a legal one is the caller's to see to.
    pub(super) fn of(pieces: impl IntoIterator<Item = (Side, Kind, Square)>, to_move: Side) -> Self {
        let nowhere = Square::at(0);
        let key = if to_move == Side::Second { KEYS.second_to_move } else { 0 };
        let mut position =
            Self { board: [None; POINTS], kinds: [0; 7], sides: [0; 2], generals: [nowhere; 2], to_move, key };
        for (side, kind, square) in pieces {
            position.put(side, kind, square);
        }
        position
    }

    /// The side that moves next.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.to_move
    }

    /// The piece on `square`.
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<(Side, Kind)> {
        match self.board[square.index()] {
            Some(kind) if self.sides[0] & only(square) != 0 => Some((Side::First, kind)),
            Some(kind) => Some((Side::Second, kind)),
            None => None,
        }
    }

    /// The key of the pieces and the side to move, kept up to date move by move.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Points of `side` in half points, Han's compensation included.
    #[must_use]
    pub fn half_points(&self, side: Side) -> u16 {
        let compensation = if side == Side::Second { COMPENSATION } else { 0 };
        let of = |kind: Kind| 2 * kind.points() * u16::try_from(self.pieces(side, kind).count_ones()).unwrap_or(0);
        Kind::ALL.into_iter().map(of).sum::<u16>() + compensation
    }

    pub(super) const fn pieces(&self, side: Side, kind: Kind) -> Set {
        self.sides[side.index()] & self.kinds[kind.index()]
    }

    pub(super) const fn all(&self, kind: Kind) -> Set {
        self.kinds[kind.index()]
    }

    pub(super) const fn of_side(&self, side: Side) -> Set {
        self.sides[side.index()]
    }

    pub(super) const fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// Where the general of `side` stands.
    #[must_use]
    pub const fn general(&self, side: Side) -> Square {
        self.generals[side.index()]
    }

    pub(super) const fn kind_at(&self, square: Square) -> Option<Kind> {
        self.board[square.index()]
    }

    fn put(&mut self, side: Side, kind: Kind, square: Square) {
        self.board[square.index()] = Some(kind);
        self.kinds[kind.index()] |= only(square);
        self.sides[side.index()] |= only(square);
        self.key ^= KEYS.pieces[side.index()][kind.index()][square.index()];
        if kind == Kind::General {
            self.generals[side.index()] = square;
        }
    }

    fn lift(&mut self, side: Side, kind: Kind, square: Square) {
        self.board[square.index()] = None;
        self.kinds[kind.index()] &= !only(square);
        self.sides[side.index()] &= !only(square);
        self.key ^= KEYS.pieces[side.index()][kind.index()][square.index()];
    }

    fn turn(&mut self) {
        self.to_move = self.to_move.other();
        self.key ^= KEYS.second_to_move;
    }

    /// The key after a move that captures nothing, without making it.
    pub(super) fn key_after_quiet(&self, mv: Move) -> u64 {
        let mut key = self.key ^ KEYS.second_to_move;
        if let Move::Step { from, to } = mv
            && let Some(kind) = self.board[from.index()]
        {
            let of_kind = &KEYS.pieces[self.to_move.index()][kind.index()];
            key ^= of_kind[from.index()] ^ of_kind[to.index()];
        }
        key
    }

    /// Plays a legal move and returns the kind that it captured.
    pub(super) fn make(&mut self, mv: Move) -> Option<Kind> {
        let mut captured = None;
        if let Move::Step { from, to } = mv
            && let Some(kind) = self.board[from.index()]
        {
            captured = self.board[to.index()];
            if let Some(captured) = captured {
                self.lift(self.to_move.other(), captured, to);
            }
            self.lift(self.to_move, kind, from);
            self.put(self.to_move, kind, to);
        }
        self.turn();
        captured
    }

    /// Takes back the last move, which captured `captured`.
    pub(super) fn unmake(&mut self, mv: Move, captured: Option<Kind>) {
        self.turn();
        if let Move::Step { from, to } = mv
            && let Some(kind) = self.board[to.index()]
        {
            self.lift(self.to_move, kind, to);
            self.put(self.to_move, kind, from);
            if let Some(captured) = captured {
                self.put(self.to_move.other(), captured, to);
            }
        }
    }
}
