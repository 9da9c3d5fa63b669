//! The computer at ojeom: the shapes of both sides and the pairs open to capture are counted, the most promising
//! points are searched, and fours and decisive captures are followed beyond the last full ply.

use super::{AREA, CAPTURES_TO_WIN, Ojeom};
use crate::catalogue::lines::Cell;
use crate::catalogue::points::Point;
use crate::catalogue::shapes::Shape;
use crate::catalogue::threats::{FOUR_NEXT, LOSS_NEXT, WIN_NEXT};
use crate::opponent::{any_of, opening_of};
use crate::search::{Budget, Evaluate, search};
use crate::{Choice, Draw, Level, Measure, Opponent, Side};

/// How far `basic` looks: its own move and the answer.
const BASIC: Budget = Budget { depth: 2, quiescence: 0, nodes: 400 };

/// How far `strong` looks.
const STRONG: Budget = Budget { depth: 6, quiescence: 4, nodes: 4000 };

/// How far `strong` looks once [`LATE`] stones are on the board: few games last so long, and the referee has to
/// afford the longest.
const STRONG_LATE: Budget = Budget { nodes: 1000, ..STRONG };

/// Stones of both sides with which a game is late.
const LATE: u16 = 60;

/// Points that are searched where nothing is forced.
const WIDTH: usize = 10;

/// Fours that are followed from one position beyond the last full ply.
const FOURS: usize = 4;

/// `easy` plays one of its best points.
const EASY_WIDTH: usize = 4;

/// What the pairs a side has captured are worth, by their number; five win.
const CAPTURED: [i32; 5] = [0, 40, 90, 160, 280];

/// What a pair that can be captured is worth.
const OPEN_PAIR: i32 = 16;

/// How promising a point is where the side to move captures, for each pair and by the pairs it already has.
const TAKES: [i32; 5] = [60, 70, 90, 130, 20_000];

/// The same where the other side would capture.
const SAVES: [i32; 5] = [40, 45, 60, 110, 10_000];

impl Ojeom {
    fn pairs(&self, side: Side) -> usize {
        usize::from(self.captured(side) / 2).min(4)
    }

    /// Whether `side` wins with its next capture.
    fn captures_win(&self, side: Side) -> bool {
        self.captured(side) + 2 >= CAPTURES_TO_WIN
    }

    fn promise(&self, cell: Cell) -> i32 {
        let pairs = |side: Side, worth: &[i32; 5]| match self.lines.pairs_at(side, cell) {
            0 => 0,
            open => i32::from(open) * worth[self.pairs(side)],
        };
        let (own, other) = (self.to_move, self.to_move.other());
        self.lines.promise(own, cell) + pairs(own, &TAKES) + pairs(other, &SAVES)
    }

    fn best(&self, most: usize, moves: &mut Vec<Point>) {
        // The centre is first on the empty board, the only position in which it matters.
        let legal =
            self.lines.ranked(most, |cell| self.promise(cell)).filter(|&(point, cell)| self.allows(point, cell));
        moves.extend(legal.map(|(point, _)| point));
    }

    /// Whether `side` wins with its next stone.
    fn threatens(&self, side: Side) -> bool {
        self.lines.count(side, Shape::Five) > 0 || (self.captures_win(side) && self.lines.open_pairs(side) > 0)
    }

    /// Whether a stone of `side` on the empty `cell` wins.
    fn wins_at(&self, side: Side, cell: Cell) -> bool {
        self.lines.made(side, cell).contains(&Shape::Five)
            || self.captured(side) + 2 * self.lines.pairs_at(side, cell) >= CAPTURES_TO_WIN
    }

    /// Appends what threats to win at once leave to the side to move: its own win, or what may stop the other's, which
    /// is to play there or to take stones. Nothing when it is free to choose.
    fn forced(&self, moves: &mut Vec<Point>) {
        let (own, other) = (self.to_move, self.to_move.other());
        let first = moves.len();
        if self.threatens(own) {
            moves.extend(self.lines.open().find(|&(_, cell)| self.wins_at(own, cell)).map(|(point, _)| point));
        }
        if moves.len() == first && self.threatens(other) {
            let stops = |cell| self.wins_at(other, cell) || self.lines.pairs_at(own, cell) > 0;
            moves.extend(self.lines.open().filter(|&(_, cell)| stops(cell)).map(|(point, _)| point));
        }
    }

    /// What shapes and captures are worth to `side`.
    fn worth(&self, side: Side) -> i32 {
        let open = i32::from(self.lines.open_pairs(side));
        self.lines.potential(side) + CAPTURED[self.pairs(side)] + OPEN_PAIR * open
    }
}

impl Evaluate for Ojeom {
    fn evaluate(&self) -> i32 {
        let (own, other) = (self.to_move, self.to_move.other());
        if self.threatens(own) {
            return WIN_NEXT;
        }
        let captures = self.lines.open_pairs(own) > 0;
        match self.lines.count(other, Shape::Five) {
            0 if !self.threatens(other) && self.lines.open_pairs(other) == 0 && self.lines.has_straight_four(own) => {
                FOUR_NEXT
            }
            2.. if !captures => LOSS_NEXT,
            // Whoever moves next makes more of the same.
            _ => self.worth(own) * 5 / 4 - self.worth(other),
        }
    }

    fn order(&self, point: Point) -> i32 {
        self.lines.cell(point).map_or(0, |cell| self.promise(cell))
    }

    fn slot(point: Point) -> usize {
        usize::from(point.y) * 32 + usize::from(point.x)
    }

    fn candidates(&self, moves: &mut Vec<Point>) {
        let first = moves.len();
        self.forced(moves);
        if moves.len() == first {
            self.best(WIDTH, moves);
        }
    }

    fn noisy(&self, moves: &mut Vec<Point>) {
        let first = moves.len();
        self.forced(moves);
        if moves.len() == first && self.lines.count(self.to_move, Shape::Four) > 0 {
            moves.extend(self.lines.making(self.to_move, Shape::Four).map(|(point, _)| point).take(FOURS));
        }
    }

    fn is_forced(&self) -> bool {
        self.threatens(self.to_move.other())
    }
}

impl Opponent for Ojeom {
    const RULES: &'static str = "pente-19";
    const MEASURE: Measure = Measure::Turns;

    fn start(_: u32) -> Self {
        Self::default()
    }

    /// The empty board, whose first stone is given, and an answer beside the centre or at a knight's move.
    fn opening(variation: u32) -> &'static [&'static str] {
        match opening_of(variation) {
            0 => &[],
            1 => &["k10", "l11"],
            _ => &["k10", "l12"],
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
                let late = AREA - self.lines.empty() >= LATE;
                search(self, if late { STRONG_LATE } else { STRONG }, draw).into()
            }
        }
    }
}
