//! The computer at omok: the shapes of both sides are counted, the ten most promising points are searched, and fours
//! are followed beyond the last full ply.

use super::Omok;
use crate::catalogue::lines::Cell;
use crate::catalogue::points::Point;
use crate::catalogue::shapes::Shape;
use crate::catalogue::threats::{FOUR_NEXT, LOSS_NEXT, WIN_NEXT};
use crate::opponent::{any_of, opening_of};
use crate::search::{Budget, Evaluate, search};
use crate::{Choice, Draw, Level, Measure, Opponent};

/// How far `basic` looks: its own move and the answer.
const BASIC: Budget = Budget { depth: 2, quiescence: 0, nodes: 400 };

/// How far `strong` looks.
const STRONG: Budget = Budget { depth: 8, quiescence: 3, nodes: 8000 };

/// How far `strong` looks once [`LATE`] stones are on the board: few games last so long, and the referee has to
/// afford the longest.
const STRONG_LATE: Budget = Budget { nodes: 2500, ..STRONG };

/// Stones of both sides with which a game is late.
const LATE: u16 = 60;

/// Points that are searched where nothing is forced.
const WIDTH: usize = 10;

/// Fours that are followed from one position beyond the last full ply.
const FOURS: usize = 6;

/// `easy` plays one of its best points.
const EASY_WIDTH: usize = 4;

impl Omok {
    /// Appends those of `points` that are legal.
    fn keep(&self, points: impl Iterator<Item = (Point, Cell)>, most: usize, moves: &mut Vec<Point>) {
        moves.extend(points.filter(|&(_, cell)| self.allows(cell)).map(|(point, _)| point).take(most));
    }

    /// Appends the most promising legal points, the best first.
    fn best(&self, most: usize, moves: &mut Vec<Point>) {
        let first = moves.len();
        let ranked = self.lines.ranked(2 * most, |cell| self.lines.promise(self.to_move, cell));
        self.keep(ranked, most, moves);
        if moves.len() == first {
            // What looked best is all forbidden.
            self.keep(self.lines.open(), most, moves);
        }
    }

    /// Appends what the fours on the board leave to the side to move: its five, or the points that stop the other
    /// side's. Nothing when it is free to choose, or when the only point is forbidden.
    fn forced(&self, moves: &mut Vec<Point>) {
        let (own, other) = (self.to_move, self.to_move.other());
        if self.lines.count(own, Shape::Five) > 0 {
            self.keep(self.lines.making(own, Shape::Five), 1, moves);
        } else if self.lines.count(other, Shape::Five) > 0 {
            self.keep(self.lines.making(other, Shape::Five), usize::MAX, moves);
        }
    }
}

impl Evaluate for Omok {
    fn evaluate(&self) -> i32 {
        let (own, other) = (self.to_move, self.to_move.other());
        if self.lines.count(own, Shape::Five) > 0 {
            return WIN_NEXT;
        }
        match self.lines.count(other, Shape::Five) {
            0 if self.lines.has_straight_four(own) => FOUR_NEXT,
            // Whoever moves next makes more of the same shapes.
            0 | 1 => self.lines.potential(own) * 5 / 4 - self.lines.potential(other),
            _ => LOSS_NEXT,
        }
    }

    fn order(&self, point: Point) -> i32 {
        self.lines.cell(point).map_or(0, |cell| self.lines.promise(self.to_move, cell))
    }

    fn slot(point: Point) -> usize {
        usize::from(point.y) * 32 + usize::from(point.x)
    }

    fn candidates(&self, moves: &mut Vec<Point>) {
        let (own, other) = (self.to_move, self.to_move.other());
        let first = moves.len();
        self.forced(moves);
        if moves.len() > first {
            return;
        }
        if self.lines.has_straight_four(own) {
            self.keep(self.lines.making(own, Shape::DoubleFour), 1, moves);
        } else if self.lines.has_straight_four(other) {
            // A three has to be stopped, or answered by fours.
            let makes_four = |cell| {
                [own, other]
                    .into_iter()
                    .any(|side| self.lines.made(side, cell).into_iter().any(|shape| shape >= Shape::Four))
            };
            self.keep(self.lines.open().filter(|&(_, cell)| makes_four(cell)), usize::MAX, moves);
        }
        if moves.len() == first {
            self.best(WIDTH, moves);
        }
    }

    fn noisy(&self, moves: &mut Vec<Point>) {
        let first = moves.len();
        self.forced(moves);
        if moves.len() == first && self.lines.count(self.to_move, Shape::Four) > 0 {
            self.keep(self.lines.making(self.to_move, Shape::Four), FOURS, moves);
        }
    }

    fn is_forced(&self) -> bool {
        self.lines.count(self.to_move.other(), Shape::Five) > 0
    }
}

impl Opponent for Omok {
    const RULES: &'static str = "omok-kr-15";
    const MEASURE: Measure = Measure::Turns;

    fn start(_: u32) -> Self {
        Self::default()
    }

    /// The empty board, and the two ways to answer the centre that renju knows: directly and indirectly.
    fn opening(variation: u32) -> &'static [&'static str] {
        match opening_of(variation) {
            0 => &[],
            1 => &["h8", "h9"],
            _ => &["h8", "i9"],
        }
    }

    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Point> {
        match level {
            Level::Easy => {
                let mut moves = Vec::new();
                if self.end.is_none() {
                    self.forced(&mut moves);
                    if moves.is_empty() {
                        self.best(EASY_WIDTH, &mut moves);
                    }
                }
                Choice { mv: any_of(&moves, draw), nodes: 1 }
            }
            Level::Basic => search(self, BASIC, draw).into(),
            Level::Strong => {
                let area = u16::from(self.size()) * u16::from(self.size());
                let late = area - self.lines.empty() >= LATE;
                search(self, if late { STRONG_LATE } else { STRONG }, draw).into()
            }
        }
    }
}
