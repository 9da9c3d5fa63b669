//! The pieces of both sides, and the throws of the turn.

use std::fmt;
use std::str::FromStr;

use super::course::Piece;
use crate::Side;

/// A throw of the four sticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Throw {
    /// 백도: the marked stick alone lies flat.
    Backdo,
    /// 도: one flat side.
    Do,
    /// 개: two.
    Gae,
    /// 걸: three.
    Geol,
    /// 윷: four.
    Yut,
    /// 모: none.
    Mo,
}

impl Throw {
    /// Every throw.
    pub const ALL: [Self; 6] = [Self::Backdo, Self::Do, Self::Gae, Self::Geol, Self::Yut, Self::Mo];

    /// The throw that four sticks make: one bit each, set for a flat side, the lowest being the marked stick.
    #[must_use]
    pub const fn of_sticks(sticks: u32) -> Self {
        match (sticks & 0xF).count_ones() {
            0 => Self::Mo,
            1 if sticks & 1 != 0 => Self::Backdo,
            1 => Self::Do,
            2 => Self::Gae,
            3 => Self::Geol,
            _ => Self::Yut,
        }
    }

    /// Steps of a piece.
    #[must_use]
    pub const fn steps(self) -> i8 {
        match self {
            Self::Backdo => -1,
            Self::Do => 1,
            Self::Gae => 2,
            Self::Geol => 3,
            Self::Yut => 4,
            Self::Mo => 5,
        }
    }

    /// In how many of sixteen throws it comes.
    #[must_use]
    pub const fn sixteenths(self) -> u32 {
        match self {
            Self::Backdo | Self::Yut | Self::Mo => 1,
            Self::Do => 3,
            Self::Gae => 6,
            Self::Geol => 4,
        }
    }

    /// Whether it gives one more throw.
    #[must_use]
    pub const fn throws_again(self) -> bool {
        matches!(self, Self::Yut | Self::Mo)
    }
}

/// Pieces of a side.
pub(super) const PIECES: u8 = 4;

/// One throw used on one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use {
    /// The number of the throw in its turn, from 0.
    pub throw: u8,
    /// The piece, 0 to 3 for a to d.
    pub piece: u8,
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.throw, char::from(b'a'.saturating_add(self.piece)))
    }
}

/// The text names no use of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a use is the number of a throw, from 0, and a piece, a to d")]
pub struct NoUse;

impl FromStr for Use {
    type Err = NoUse;

    fn from_str(text: &str) -> Result<Self, NoUse> {
        let piece = text.bytes().last().and_then(|letter| letter.checked_sub(b'a'));
        let piece = piece.filter(|&piece| piece < PIECES).ok_or(NoUse)?;
        let throw = text.get(..text.len().saturating_sub(1)).and_then(|digits| digits.parse().ok()).ok_or(NoUse)?;
        let read = Self { throw, piece };
        if read.to_string() == text { Ok(read) } else { Err(NoUse) }
    }
}

/// The pieces, the side to move, and its throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pieces: [[Piece; PIECES as usize]; 2],
    to_move: Side,
    /// The throws of the turn, in their order; `None` once used.
    throws: Vec<Option<Throw>>,
}

impl Position {
    /// Every piece waits, and nothing is thrown yet.
    pub const START: Self = Self::new([[Piece::Waiting; PIECES as usize]; 2], Side::First);

    /// A game under way, before a throw.
    #[must_use]
    pub const fn new(pieces: [[Piece; PIECES as usize]; 2], to_move: Side) -> Self {
        Self { pieces, to_move, throws: Vec::new() }
    }

    /// The pieces of `side`, a to d.
    #[must_use]
    pub const fn pieces(&self, side: Side) -> &[Piece; PIECES as usize] {
        &self.pieces[side.index()]
    }

    /// The side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.to_move
    }

    /// The throws of the turn, in their order; `None` once used.
    #[must_use]
    pub fn throws(&self) -> &[Option<Throw>] {
        &self.throws
    }

    /// The side whose pieces are all home.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let is_home = |side: Side| self.pieces(side).iter().all(|&piece| piece == Piece::Home);
        [Side::First, Side::Second].into_iter().find(|&side| is_home(side))
    }

    /// Adds a throw of the side to move.
    pub fn add(&mut self, throw: Throw) -> Throw {
        self.throws.push(Some(throw));
        throw
    }

    /// Hands the turn over; throws that are left are lost.
    pub fn pass_turn(&mut self) {
        self.throws.clear();
        self.to_move = self.to_move.other();
    }

    fn throw(&self, mv: Use) -> Option<Throw> {
        *self.throws.get(usize::from(mv.throw))?
    }

    fn piece(&self, mv: Use) -> Option<Piece> {
        self.pieces(self.to_move).get(usize::from(mv.piece)).copied()
    }

    /// Appends the ways to use the throws that are left, by throw and piece.
    pub fn uses(&self, uses: &mut Vec<Use>) {
        for (throw, _) in (0..=u8::MAX).zip(&self.throws) {
            uses.extend((0..PIECES).map(|piece| Use { throw, piece }).filter(|&mv| self.target(mv).is_some()));
        }
    }

    /// Whether a throw that is left can be used.
    #[must_use]
    pub fn can_use(&self) -> bool {
        let movable = |throw: Throw| self.pieces(self.to_move).iter().any(|piece| piece.moved(throw.steps()).is_some());
        self.throws.iter().flatten().any(|&throw| movable(throw))
    }

    /// Where `mv` brings its piece. `None` when there is no such throw left or the piece cannot move by it.
    #[must_use]
    pub fn target(&self, mv: Use) -> Option<Piece> {
        self.piece(mv)?.moved(self.throw(mv)?.steps())
    }

    /// How many enemies `mv` sends back.
    #[must_use]
    pub fn captures(&self, mv: Use) -> usize {
        let target = self.target(mv).and_then(Piece::place);
        let enemies = self.pieces(self.to_move.other()).iter();
        target.map_or(0, |target| {
            enemies.filter(|enemy| enemy.place().is_some_and(|place| place.station() == target.station())).count()
        })
    }

    /// Moves the piece and its stack, and sends back whom they meet. Whether that earns one more throw; `None` when
    /// there is no such throw left or the piece cannot move by it.
    pub fn play(&mut self, mv: Use) -> Option<bool> {
        let (piece, throw, target) = (self.piece(mv)?, self.throw(mv)?, self.target(mv)?);
        let captures = self.captures(mv) > 0;
        let [own, enemies] = match self.to_move {
            Side::First => [0, 1],
            Side::Second => [1, 0],
        };
        let at = |piece: &Piece| piece.place().map(super::Place::station);
        let (from, to) = (at(&piece), at(&target));
        for (number, other) in (0..).zip(&mut self.pieces[own]) {
            // Those it stood with go along, and those it meets go on by the way it came.
            if number == mv.piece || at(other).is_some_and(|station| Some(station) == from || Some(station) == to) {
                *other = target;
            }
        }
        for enemy in &mut self.pieces[enemies] {
            if captures && at(enemy) == to {
                *enemy = Piece::Waiting;
            }
        }
        if let Some(used) = self.throws.get_mut(usize::from(mv.throw)) {
            *used = None;
        }
        Some(captures && !throw.throws_again())
    }
}
