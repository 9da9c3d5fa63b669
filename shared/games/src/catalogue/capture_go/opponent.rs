//! The computer at capture go: liberties are counted, the most urgent points are searched, and ataris are followed to
//! their end beyond the last full ply, ladders included.

use std::cmp::Reverse;

use super::{CaptureGo, SIZE, W};
use crate::catalogue::go_board::Points;
use crate::catalogue::points::Point;
use crate::opponent::{any_of, opening_of};
use crate::search::{Budget, Evaluate, search};
use crate::{Choice, Draw, Level, Measure, Opponent, Side, TwoPlayer};

/// How far `basic` looks: its own move and the answer.
const BASIC: Budget = Budget { depth: 2, quiescence: 0, nodes: 600 };

/// How far `strong` looks.
const STRONG: Budget = Budget { depth: 6, quiescence: 12, nodes: 8000 };

/// Points that are searched where nothing is forced.
const WIDTH: usize = 14;

/// Ataris that are followed from one position beyond the last full ply.
const ATARIS: usize = 4;

/// `easy` plays one of its best points.
const EASY_WIDTH: usize = 6;

/// The side to move takes something with its next stone; more than any sum below.
const WIN_NEXT: i32 = 100_000;

/// The other side takes something, whatever is played.
const LOSS_NEXT: i32 = -90_000;

/// What a chain costs its side, by its liberties: the fewer, the sooner it is taken.
const IN_DANGER: [i32; 6] = [0, 150, 60, 22, 8, 2];

/// What a liberty of any chain is worth to its side.
const LIBERTY: i32 = 3;

/// What a point is worth that one side is nearer to: room to live in, and to move in when nothing else is left.
const ROOM: i32 = 3;

/// How urgent it is to fill a liberty of a chain of the other side, by the number of its liberties.
const ATTACK: [i32; 6] = [0, 0, 60, 36, 16, 6];

/// How urgent it is to play on a liberty of an own chain, by the number of its liberties.
const DEFEND: [i32; 6] = [0, 0, 50, 34, 14, 6];

type Set = Points<W>;

/// The chains of a side as the evaluation sees them.
struct Chains {
    /// Every liberty of the side.
    liberties: Set,
    /// The liberties of chains that have only that one.
    last: Set,
    /// The liberties of chains that have two.
    two: Set,
    danger: i32,
}

impl CaptureGo {
    fn chains(&self, side: Side) -> Chains {
        let mut chains = Chains { liberties: Set::NONE, last: Set::NONE, two: Set::NONE, danger: 0 };
        for (_, liberties) in self.stones.chains(side) {
            let count = liberties.count() as usize;
            chains.liberties = chains.liberties.or(liberties);
            chains.danger += IN_DANGER.get(count).copied().unwrap_or(0);
            match count {
                1 => chains.last = chains.last.or(liberties),
                2 => chains.two = chains.two.or(liberties),
                _ => {}
            }
        }
        chains
    }

    /// Whether a stone of the side to move on `bit` leaves its chain two liberties or more.
    fn is_safe(&self, bit: usize) -> bool {
        let (stone, empty) = (Set::one(bit), self.stones.empty());
        let own = self.stones.of(self.to_move).or(stone);
        let chain = self.stones.connected(stone, own);
        self.stones.beside(chain).and(empty).without(stone).count() > 1
    }

    fn points(&self, set: Set) -> impl Iterator<Item = Point> {
        set.bits().map(|bit| self.stones.point(bit))
    }

    /// Appends what chains in atari leave to the side to move: to take, or to save its own. Nothing when it is free
    /// to choose, or when nothing can be saved.
    fn forced(&self, own: &Chains, other: &Chains, moves: &mut Vec<Point>) {
        if let Some(bit) = other.last.first() {
            moves.push(self.stones.point(bit));
        } else if !own.last.is_empty() {
            moves.extend(self.points(own.last.and(self.stones.playable(self.to_move))));
        }
    }

    /// Appends the most urgent points, the best first, those that put the own chain in atari only when there are no
    /// others.
    fn urgent(&self, most: usize, moves: &mut Vec<Point>) {
        let mut urgency = [0i32; 64 * W];
        for (side, worth) in [(self.to_move, &DEFEND), (self.to_move.other(), &ATTACK)] {
            for (_, liberties) in self.stones.chains(side) {
                let worth = worth.get(liberties.count() as usize).copied().unwrap_or(2);
                for bit in liberties.bits() {
                    urgency[bit] += worth;
                }
            }
        }
        let near = self.stones.beside(self.stones.of(self.to_move.other()));
        for bit in self.stones.beside(near).bits() {
            urgency[bit] += 4;
        }
        let centre = SIZE / 2;
        let mut ranked: Vec<(Reverse<i32>, usize)> = self
            .stones
            .playable(self.to_move)
            .bits()
            .map(|bit| {
                let point = self.stones.point(bit);
                let off_centre = point.x.abs_diff(centre).max(point.y.abs_diff(centre));
                (Reverse(urgency[bit] - 2 * i32::from(off_centre)), bit)
            })
            .collect();
        ranked.sort_unstable();
        let first = moves.len();
        let safe = ranked.iter().filter(|&&(_, bit)| self.is_safe(bit)).take(most);
        moves.extend(safe.map(|&(_, bit)| self.stones.point(bit)));
        if moves.len() == first {
            moves.extend(ranked.into_iter().take(most).map(|(_, bit)| self.stones.point(bit)));
        }
    }

    /// The empty points within two steps of `side`'s stones.
    fn near(&self, side: Side) -> Set {
        let empty = self.stones.empty();
        let one = self.stones.beside(self.stones.of(side)).and(empty);
        one.or(self.stones.beside(one).and(empty))
    }
}

impl Evaluate for CaptureGo {
    fn evaluate(&self) -> i32 {
        let (own, other) = (self.chains(self.to_move), self.chains(self.to_move.other()));
        if !other.last.is_empty() {
            return WIN_NEXT;
        }
        if own.last.count() > 1 {
            return LOSS_NEXT;
        }
        let difference =
            |own: Set, other: Set| i32::try_from(own.count()).unwrap_or(0) - i32::try_from(other.count()).unwrap_or(0);
        let room = difference(self.near(self.to_move), self.near(self.to_move.other()));
        other.danger * 5 / 4 - own.danger + LIBERTY * difference(own.liberties, other.liberties) + ROOM * room
    }

    fn slot(point: Point) -> usize {
        usize::from(point.y) * 16 + usize::from(point.x)
    }

    fn candidates(&self, moves: &mut Vec<Point>) {
        let first = moves.len();
        self.forced(&self.chains(self.to_move), &self.chains(self.to_move.other()), moves);
        if moves.len() == first {
            self.urgent(WIDTH, moves);
        }
    }

    fn noisy(&self, moves: &mut Vec<Point>) {
        let first = moves.len();
        let other = self.chains(self.to_move.other());
        self.forced(&self.chains(self.to_move), &other, moves);
        if moves.len() == first {
            let ataris = other.two.and(self.stones.playable(self.to_move));
            moves.extend(ataris.bits().filter(|&bit| self.is_safe(bit)).take(ATARIS).map(|bit| self.stones.point(bit)));
        }
    }

    fn is_forced(&self) -> bool {
        self.stones.chains(self.to_move).any(|(_, liberties)| liberties.count() == 1)
    }
}

impl Opponent for CaptureGo {
    const RULES: &'static str = "capture-go-9";
    const MEASURE: Measure = Measure::Turns;

    fn start(_: u32) -> Self {
        Self::default()
    }

    /// The empty board, two stones apart in the middle, and the crosscut that capture go is usually taught with.
    fn opening(variation: u32) -> &'static [&'static str] {
        match opening_of(variation) {
            0 => &[],
            1 => &["E5", "F6"],
            _ => &["E5", "E4", "D4", "D5"],
        }
    }

    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Point> {
        match level {
            Level::Easy => {
                let mut moves = Vec::new();
                if self.end().is_none() {
                    self.forced(&self.chains(self.to_move), &self.chains(self.to_move.other()), &mut moves);
                    if moves.is_empty() {
                        self.urgent(EASY_WIDTH, &mut moves);
                    }
                }
                Choice { mv: any_of(&moves, draw), nodes: 1 }
            }
            Level::Basic => search(self, BASIC, draw).into(),
            Level::Strong => search(self, STRONG, draw).into(),
        }
    }
}
