//! What every game for two has in common: sides, legal moves, an end, a notation.

use serde::{Deserialize, Serialize};

/// The two seats of a game, by who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Moves first: Black in reversi, omok, go and checkers, Cho in janggi.
    First,
    /// Moves second.
    Second,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The side that won; `None` is a draw.
    pub winner: Option<Side>,
    /// By how much, in games that are counted (discs, boxes, points); 0 elsewhere.
    pub margin: u32,
}

impl End {
    /// A draw.
    pub const DRAW: Self = Self { winner: None, margin: 0 };

    /// A win without a count.
    #[must_use]
    pub const fn won(side: Side) -> Self {
        Self { winner: Some(side), margin: 0 }
    }
}

/// A move the rules refuse in this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct IllegalMove {
    /// The rule that refuses it.
    pub why: &'static str,
}

/// A position of a game for two, with what of its past the rules need.
///
/// Listed legal moves are exactly the accepted ones. Forced passes are no moves: after a move the
/// position already belongs to the side that really has the next move. A pass that a player may
/// choose (go, janggi) is a move like any other.
pub trait TwoPlayer: Clone {
    /// A move; its order is the fixed order in which moves are listed and searched.
    type Move: Copy + Eq + Ord + std::fmt::Debug;

    /// What [`unmake`](Self::unmake) needs to take a move back.
    type Undo;

    /// The side that moves next.
    fn side_to_move(&self) -> Side;

    /// Appends every legal move, in a fixed order. None when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Whether `mv` is legal here; the same answer as a search in [`legal_moves`](Self::legal_moves).
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Plays a legal move. Playing another one is a fault of the caller and leaves any position,
    /// but never panics.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes the last move back.
    fn unmake(&mut self, undo: Self::Undo);

    /// How the game ended, or `None` while it goes on.
    fn end(&self) -> Option<End>;

    /// A key of everything that decides the rest of the game, for transposition tables. Equal
    /// positions have equal keys. A game may leave out how often a position has stood, and says so.
    fn key(&self) -> u64;

    /// Reads a move in the game's notation. `None` when the text names no move of the game.
    fn parse(&self, token: &str) -> Option<Self::Move>;

    /// Writes a move in the game's notation; [`parse`](Self::parse) reads it back.
    fn notation(&self, mv: Self::Move) -> String;

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when it is not, or the game is over; the position is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if self.end().is_some() {
            return Err(IllegalMove { why: "the game is over" });
        }
        if !self.is_legal(mv) {
            return Err(IllegalMove { why: "the rules do not allow this move here" });
        }
        self.make(mv);
        Ok(())
    }
}

/// Scatters the bits of `word` over all 64: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014). Different words
/// stay different, so `mix(n)` can stand for the `n`-th number of a Zobrist table.
#[must_use]
pub const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// Counts the ways to play `depth` moves from `position`: the usual test of a move generator. A game that ends
/// earlier does not count.
pub fn perft<G: TwoPlayer>(position: &mut G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    if position.end().is_none() {
        position.legal_moves(&mut moves);
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        let undo = position.make(mv);
        leaves += perft(position, depth - 1);
        position.unmake(undo);
    }
    leaves
}
