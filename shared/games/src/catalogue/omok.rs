//! Omok (오목) and its relatives: five in a row on a board of points.
//!
//! Black moves first; a stone once placed stays. One engine plays four rule sets:
//!
//! | | five | six or more | 3-3 | 4-4 |
//! |---|---|---|---|---|
//! | [`RuleSet::OMOK`], the rules of this catalogue | wins | nothing | forbidden to both | allowed |
//! | [`RuleSet::RENJU`], Black | wins | forbidden | forbidden | forbidden |
//! | [`RuleSet::RENJU`], White | wins | wins | allowed | allowed |
//! | [`RuleSet::STANDARD`] | wins | nothing | allowed | allowed |
//! | [`RuleSet::FREESTYLE`] | wins | wins | allowed | allowed |
//!
//! The first is what Korean players call the ordinary rule (일반룰). A forbidden point is no move at all, so playing
//! it is refused rather than lost, and a move that makes five is never forbidden.
//!
//! A *four* is a line that one more stone makes five. A *straight four* is four in a row with both ends
//! empty, either of which makes five. A *three* is a line in which one more stone makes a straight four,
//! at a point that makes no five and that is itself not forbidden to the side; the last clause makes the
//! rule recursive (Renju International Federation, rules of renju, chapter 9). 3-3 is a stone that makes threes
//! in two directions or more. Whether a point where five can be made still counts for a three, sources
//! differ; here it does not.
//!
//! A full board, or a side that has only forbidden points left, is a draw.
//!
//! # Proof
//!
//! The player's own stones, files `a` to `o` and rows from the bottom: `h8 g9 i7`.
//!
//! # Opponent
//!
//! Every level makes five and stops a four. `easy` then plays one of the four points that look best at once, `basic`
//! looks at its own move and the answer, `strong` up to eight plies of the ten best points.

use std::fmt;
use std::sync::LazyLock;

use super::lines::{Cell, Content, DIRECTIONS, Lines, MAX_SIZE, Supposed};
use super::points::{Files, Point};
use super::shapes::{Five, Shape, Shapes, offset};
use crate::{End, Name, Side, TwoPlayer};

mod opponent;

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "일반룰 15x15: 3-3은 흑백 모두 금수, 4-4는 허용, 여섯 이상은 이기지 못함",
    en: "the Korean ordinary rule on 15x15: 3-3 is forbidden to both, 4-4 is allowed, six or more win nothing",
};

/// Most points that are looked at to decide whether one point is forbidden. Positions built for the purpose have needed
/// about 500; should there be a worse one, what is left undecided is not forbidden, so that a three through it counts.
const LOOKS: u32 = 10_000;

/// Files and rows of the board of this catalogue.
pub const SIZE: u8 = 15;

/// What six in a row or more is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overline {
    /// A win like five.
    Wins,
    /// Neither a win nor forbidden.
    IsNothing,
    /// Forbidden to Black and a win for White.
    ForbiddenToBlack,
}

/// Whom a rule forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForbiddenTo {
    /// Nobody.
    Nobody,
    /// The side that moves first.
    Black,
    /// Both sides.
    Both,
}

impl ForbiddenTo {
    const fn binds(self, side: Side) -> bool {
        match self {
            Self::Nobody => false,
            Self::Black => matches!(side, Side::First),
            Self::Both => true,
        }
    }
}

/// The rules in which the relatives of omok differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// What six in a row or more is.
    pub overline: Overline,
    /// Who may not make two threes with one stone.
    pub double_three: ForbiddenTo,
    /// Who may not make two fours with one stone.
    pub double_four: ForbiddenTo,
}

impl RuleSet {
    /// The ordinary Korean rule.
    pub const OMOK: Self =
        Self { overline: Overline::IsNothing, double_three: ForbiddenTo::Both, double_four: ForbiddenTo::Nobody };
    /// Renju.
    pub const RENJU: Self = Self {
        overline: Overline::ForbiddenToBlack,
        double_three: ForbiddenTo::Black,
        double_four: ForbiddenTo::Black,
    };
    /// Standard gomoku: exactly five.
    pub const STANDARD: Self =
        Self { overline: Overline::IsNothing, double_three: ForbiddenTo::Nobody, double_four: ForbiddenTo::Nobody };
    /// Freestyle gomoku: five or more.
    pub const FREESTYLE: Self =
        Self { overline: Overline::Wins, double_three: ForbiddenTo::Nobody, double_four: ForbiddenTo::Nobody };

    const fn five(self, side: Side) -> Five {
        match (self.overline, side) {
            (Overline::Wins, _) | (Overline::ForbiddenToBlack, Side::Second) => Five::AtLeast,
            _ => Five::Exactly,
        }
    }
}

/// Why a point is forbidden; the first that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// Six in a row or more.
    Overline,
    /// Two fours.
    DoubleFour,
    /// Two threes.
    DoubleThree,
}

/// A game of omok.
#[derive(Clone, PartialEq)]
pub struct Omok {
    rules: RuleSet,
    lines: Lines,
    to_move: Side,
    end: Option<End>,
}

/// How to take a stone back.
#[derive(Clone, Copy, Debug)]
pub struct Undo(Option<Cell>);

impl Default for Omok {
    fn default() -> Self {
        static START: LazyLock<Omok> = LazyLock::new(|| Omok::start(RuleSet::OMOK, SIZE));
        START.clone()
    }
}

impl Omok {
    /// An empty board with `size` files. `None` unless there are 5 to 20.
    #[must_use]
    pub fn new(rules: RuleSet, size: u8) -> Option<Self> {
        (5..=MAX_SIZE).contains(&size).then(|| Self::start(rules, size))
    }

    fn start(rules: RuleSet, size: u8) -> Self {
        let shapes = [Side::First, Side::Second].map(|side| Shapes::table(rules.five(side)));
        Self { rules, lines: Lines::new(size, shapes), to_move: Side::First, end: None }
    }

    /// A position with stones already on the board: each point once, `to_move` to move and nobody with five.
    /// `None` when a point is taken twice or lies off the board.
    #[must_use]
    pub fn position(
        rules: RuleSet,
        size: u8,
        stones: impl IntoIterator<Item = (Side, Point)>,
        to_move: Side,
    ) -> Option<Self> {
        let mut game = Self { to_move, ..Self::new(rules, size)? };
        for (side, point) in stones {
            let cell = game.lines.cell(point)?;
            if game.lines.content(cell) != Content::Empty {
                return None;
            }
            game.lines.place(side, cell);
        }
        game.end = (!game.can_move()).then_some(End::DRAW);
        Some(game)
    }

    /// Files of the board.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.lines.size()
    }

    /// Whose stone is on `point`; `None` when it is empty or off the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        match self.lines.at(point) {
            Content::Stone(side) => Some(side),
            _ => None,
        }
    }

    /// Why `side` may not play on the empty `point`; `None` where it may, and where there is nothing to play on.
    #[must_use]
    pub fn forbidden(&self, side: Side, point: Point) -> Option<Forbidden> {
        let cell = self.lines.cell(point)?;
        if self.lines.content(cell) == Content::Empty {
            self.forbids(side, cell, None, &mut LOOKS.clone())
        } else {
            None
        }
    }

    /// Whether a stone of `side` on the empty `cell` makes five.
    fn makes_five(&self, side: Side, cell: Cell) -> bool {
        self.lines.made(side, cell).contains(&Shape::Five)
    }

    /// Why `side` may not play on the empty `cell`, had it the `supposed` stones too. Takes one of `looks` for
    /// itself and for each point it asks about.
    fn forbids(&self, side: Side, cell: Cell, supposed: Option<&Supposed<'_>>, looks: &mut u32) -> Option<Forbidden> {
        *looks = looks.checked_sub(1)?;
        let RuleSet { overline, double_three, double_four } = self.rules;
        if !double_three.binds(side) && !double_four.binds(side) {
            return None;
        }
        let table = self.lines.shapes(side);
        let keys: [u16; DIRECTIONS] = std::array::from_fn(|direction| self.lines.key(side, cell, direction, supposed));
        let made = keys.map(|key| table.made(key));
        if made.contains(&Shape::Five) {
            return None;
        }
        if overline == Overline::ForbiddenToBlack && made.contains(&Shape::Overline) {
            return Some(Forbidden::Overline);
        }
        if double_four.binds(side) && made.into_iter().map(Shape::fours).sum::<u8>() >= 2 {
            return Some(Forbidden::DoubleFour);
        }
        // Most points are decided by this look; the recursion below is for the rest.
        if !double_three.binds(side) || keys.into_iter().filter(|&key| table.is_three(key)).count() < 2 {
            return None;
        }
        let with = Supposed { cell, before: supposed };
        let is_three = |&(direction, key): &(usize, u16)| {
            table.straight_at(key).any(|i| {
                let next = self.lines.along(cell, direction, offset(i));
                !self.completes_five(side, next, &with) && self.forbids(side, next, Some(&with), looks).is_none()
            })
        };
        (keys.into_iter().enumerate().filter(is_three).nth(1)).map(|_| Forbidden::DoubleThree)
    }

    /// Whether a stone of `side` on `cell` makes five, had it the `supposed` stones too.
    fn completes_five(&self, side: Side, cell: Cell, supposed: &Supposed<'_>) -> bool {
        let table = self.lines.shapes(side);
        (0..DIRECTIONS)
            .any(|direction| table.made(self.lines.key(side, cell, direction, Some(supposed))) == Shape::Five)
    }

    fn allows(&self, cell: Cell) -> bool {
        self.lines.content(cell) == Content::Empty
            && self.forbids(self.to_move, cell, None, &mut LOOKS.clone()).is_none()
    }

    /// Whether the side to move has any legal move, the end of the game aside.
    fn can_move(&self) -> bool {
        // A forbidden point has an overline or two directions that make a three or a four, and there are rarely as
        // many of those as points.
        let tally = self.lines.tally(self.to_move);
        let threats: u16 = tally[Shape::Three as usize..=Shape::StraightFour as usize].iter().sum();
        let most_forbidden = tally[Shape::Overline as usize] + threats;
        most_forbidden < self.lines.empty()
            || Point::all(self.size()).any(|point| self.lines.cell(point).is_some_and(|cell| self.allows(cell)))
    }
}

impl TwoPlayer for Omok {
    type Move = Point;
    type Undo = Undo;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        if self.end.is_none() {
            moves.extend(Point::all(self.size()).filter(|&point| self.is_legal(point)));
        }
    }

    fn is_legal(&self, point: Point) -> bool {
        self.end.is_none() && self.lines.cell(point).is_some_and(|cell| self.allows(cell))
    }

    fn make(&mut self, point: Point) -> Undo {
        let empty = |&cell: &Cell| self.lines.content(cell) == Content::Empty;
        let Some(cell) = self.lines.cell(point).filter(empty) else { return Undo(None) };
        let side = self.to_move;
        let wins = self.makes_five(side, cell);
        self.lines.place(side, cell);
        self.to_move = side.other();
        self.end = if wins { Some(End::won(side)) } else { (!self.can_move()).then_some(End::DRAW) };
        Undo(Some(cell))
    }

    fn unmake(&mut self, Undo(cell): Undo) {
        let Some(cell) = cell else { return };
        self.to_move = self.to_move.other();
        self.lines.remove(self.to_move, cell);
        self.end = None;
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn key(&self) -> u64 {
        // The side to move is hashed as a stone on the rim.
        self.lines.hash() ^ super::lines::zobrist(self.to_move, 0)
    }

    fn parse(&self, token: &str) -> Option<Point> {
        Files::OMOK.parse(token, self.size())
    }

    fn notation(&self, point: Point) -> String {
        Files::OMOK.name(point)
    }
}

impl fmt::Debug for Omok {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} to move, {:?}", self.to_move, self.end)?;
        self.lines.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draw, Seed};

    /// The most looks that any empty point of a board with `stones` takes; 0 when two are on one point.
    fn most_looks(rules: RuleSet, stones: &[(Side, Point)]) -> u32 {
        let Some(game) = Omok::position(rules, SIZE, stones.iter().copied(), Side::First) else { return 0 };
        let looks = game.lines.open().map(|(_, cell)| {
            let mut left = LOOKS;
            game.forbids(Side::First, cell, None, &mut left);
            LOOKS - left
        });
        looks.max().unwrap_or(0)
    }

    #[test]
    fn the_recursion_of_the_double_three_stays_far_below_its_bound() {
        // Climbs to positions that are as hard as possible: stones come and go, and what is easier is undone.
        // Longer climbs, 20 of 20,000 steps, have reached 509.
        let mut draw = Draw::new(&Seed([9; 32]));
        let mut below = |bound: usize| draw.below(u32::try_from(bound).unwrap()) as usize;
        let points: Vec<Point> = Point::all(SIZE).collect();
        for rules in [RuleSet::OMOK, RuleSet::RENJU] {
            let (mut stones, mut most) = (Vec::new(), 0);
            for _ in 0..4000 {
                let mut changed = stones.clone();
                for _ in 0..=below(3) {
                    if below(5) < 2 && !changed.is_empty() {
                        changed.swap_remove(below(changed.len()));
                    } else {
                        let side = if below(6) == 0 { Side::Second } else { Side::First };
                        changed.push((side, points[below(points.len())]));
                    }
                }
                let looks = most_looks(rules, &changed);
                if looks >= most {
                    (stones, most) = (changed, looks);
                }
            }
            assert!((10..=1000).contains(&most), "{most} looks");
        }
    }
}
