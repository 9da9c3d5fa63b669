//! Nim (님): three piles of three, four and five; who takes the last object wins.
//!
//! A move takes one or more objects from one pile. The side to move wins exactly when the exclusive or of the
//! piles is not zero (Bouton, "Nim, a game with a complete mathematical theory", 1901).
//!
//! # Notation
//!
//! `i-k` takes `k` objects from pile `i`, counted from 1: `1-2` makes (1,4,5) of (3,4,5).
//!
//! # Opponent
//!
//! `easy` takes at random. `basic` does so too until five objects are left, and then plays perfectly. `strong`
//! always plays perfectly; every variation therefore leaves the player a position that can be won.

use serde_json::{Value as Json, json};

use crate::opponent::{any_move, any_of, opening_of, player_side};
use crate::{Choice, Draw, End, Level, Measure, Opponent, Side, TwoPlayer};

/// From here on `basic` sees to the end.
const BASIC_SEES: u8 = 5;

/// The piles and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piles {
    piles: [u8; 3],
    to_move: Side,
}

/// Takes `take` objects from the pile with index `pile`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Take {
    pile: u8,
    take: u8,
}

impl Piles {
    /// Objects in each pile at the start.
    pub const START: [u8; 3] = [3, 4, 5];

    /// A position with `piles`; `None` when one of them is larger than at the start.
    #[must_use]
    pub fn new(piles: [u8; 3], to_move: Side) -> Option<Self> {
        let fits = piles.iter().zip(Self::START).all(|(&pile, most)| pile <= most);
        fits.then_some(Self { piles, to_move })
    }

    /// Objects in each pile.
    #[must_use]
    pub const fn piles(&self) -> [u8; 3] {
        self.piles
    }

    /// Bouton's sum: the side to move wins unless it is 0.
    #[must_use]
    pub const fn nim_sum(&self) -> u8 {
        let [a, b, c] = self.piles;
        a ^ b ^ c
    }

    fn pile(&self, mv: Take) -> u8 {
        self.piles.get(usize::from(mv.pile)).copied().unwrap_or(0)
    }

    fn set(&mut self, pile: u8, objects: u8) {
        if let Some(held) = self.piles.get_mut(usize::from(pile)) {
            *held = objects;
        }
    }

    /// The moves that win against any play, in the fixed order; none in a lost position.
    pub fn winning_moves(&self, moves: &mut Vec<Take>) {
        let first = moves.len();
        self.legal_moves(moves);
        let mut at = 0;
        moves.retain(|&mv| {
            let mut after = *self;
            after.make(mv);
            at += 1;
            at <= first || after.nim_sum() == 0
        });
    }
}

impl TwoPlayer for Piles {
    type Move = Take;
    type Undo = Self;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        for (pile, &objects) in (0..).zip(&self.piles) {
            moves.extend((1..=objects).map(|take| Take { pile, take }));
        }
    }

    fn is_legal(&self, mv: Take) -> bool {
        (1..=self.pile(mv)).contains(&mv.take)
    }

    fn make(&mut self, mv: Take) -> Self {
        let before = *self;
        self.set(mv.pile, self.pile(mv).saturating_sub(mv.take));
        self.to_move = self.to_move.other();
        before
    }

    fn unmake(&mut self, before: Self) {
        *self = before;
    }

    fn end(&self) -> Option<End> {
        (self.piles == [0; 3]).then(|| End::won(self.to_move.other()))
    }

    fn key(&self) -> u64 {
        let [a, b, c] = self.piles.map(u64::from);
        a | b << 8 | c << 16 | u64::from(self.to_move == Side::Second) << 24
    }

    fn parse(&self, token: &str) -> Option<Take> {
        let &[pile @ b'1'..=b'3', b'-', take @ b'1'..=b'5'] = token.as_bytes() else { return None };
        let mv = Take { pile: pile - b'1', take: take - b'0' };
        let most = Self::START.get(usize::from(mv.pile))?;
        (mv.take <= *most).then_some(mv)
    }

    fn notation(&self, mv: Take) -> String {
        format!("{}-{}", mv.pile.saturating_add(1), mv.take)
    }
}

impl Opponent for Piles {
    const RULES: &'static str = "nim-3-4-5-last-wins";
    const MEASURE: Measure = Measure::Turns;

    fn start(_: u32) -> Self {
        Self { piles: Self::START, to_move: Side::First }
    }

    /// Leaves the player to move in a won position: (3,4,5), (3,3,4) or (2,4,4) when the player began, (2,4,5),
    /// (3,3,5) or (3,4,4) when the computer did.
    fn opening(variation: u32) -> &'static [&'static str] {
        match (player_side(variation), opening_of(variation)) {
            (Side::First, 0) => &[],
            (Side::First, 1) => &["3-1", "2-1"],
            (Side::First, _) => &["1-1", "3-1"],
            (Side::Second, 0) => &["1-1"],
            (Side::Second, 1) => &["2-1"],
            (Side::Second, _) => &["3-1"],
        }
    }

    fn setup(&self) -> Json {
        json!({ "piles": self.piles })
    }

    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Take> {
        let left: u8 = self.piles.iter().sum();
        let sees = match level {
            Level::Easy => false,
            Level::Basic => left <= BASIC_SEES,
            Level::Strong => true,
        };
        let mut moves = Vec::new();
        if sees {
            self.winning_moves(&mut moves);
        }
        let mv = any_of(&moves, draw).or_else(|| any_move(self, draw));
        Choice { mv, nodes: left.into() }
    }
}
