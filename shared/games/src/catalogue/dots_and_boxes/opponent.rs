//! The opponent at dots and boxes: chains, and the art of leaving two boxes behind.
//!
//! A box with three sides can be taken. When no edge is left that gives none away, every region of boxes with two
//! sides is a chain or a loop, and who has to open one gives it away whole, unless the taker declines its last two
//! boxes (four of a loop) to keep the other side on the move. Berlekamp, "The Dots and Boxes Game" (2000), proves what
//! the list of candidates uses: any other box on offer may as well be taken at once, and of a chain only its first edge
//! has to be tried.

use super::{Board, Edge, Edges, Grid, MOST_BOXES, each};
use crate::opponent::{any_move, opening_of};
use crate::search::search;
use crate::{Budget, Choice, Draw, Evaluate, Level, Measure, Opponent, Side, TwoPlayer};

/// A box is 100.
const BOX: i32 = 100;

/// Boxes that can be taken one after the other, beginning with one that has three sides.
struct Run {
    /// The edges to draw in turn; the one that would end the run elsewhere is not among them.
    edges: [Edge; MOST_BOXES],
    boxes: usize,
    /// Whether the far end has three sides as well, as in a loop that was opened.
    closed: bool,
    /// The empty edge through which the run goes on to a box with fewer sides, or off the grid.
    way_out: Option<Edge>,
}

impl Run {
    /// The edge that declines the rest of the run and hands the other side the move with it, when declining can
    /// be right: two boxes of a chain, four of a loop.
    fn refusal(&self) -> Option<Edge> {
        match (self.boxes, self.closed) {
            (2, false) => self.way_out,
            (4, true) => self.edges.get(1).copied(),
            _ => None,
        }
    }
}

/// A region of boxes with two sides each, joined by empty edges.
struct Region {
    boxes: usize,
    /// The edge to open it with: the middle one of two boxes, so that nothing can be declined.
    opening: Edge,
}

impl<const ROWS: usize, const COLUMNS: usize> Grid<ROWS, COLUMNS> {
    /// The empty edges of box `at`.
    fn open(&self, at: usize) -> Edges {
        Self::SIDES.get(at).copied().unwrap_or(0) & !self.drawn
    }

    /// The box on the other side of `edge`, seen from box `at`.
    fn beyond(at: usize, edge: Edge) -> Option<usize> {
        (0..Self::BOXES)
            .find(|&other| other != at && Self::SIDES.get(other).is_some_and(|sides| sides & edge.bit() != 0))
    }

    /// Follows the boxes that fall when box `at`, which has three sides, is taken.
    fn run(&self, at: usize) -> Run {
        let mut edge = Edge::lowest(self.open(at));
        let mut run = Run { edges: [edge; MOST_BOXES], boxes: 1, closed: false, way_out: None };
        let mut from = at;
        while run.boxes < Self::BOXES {
            let Some(next) = Self::beyond(from, edge) else { break };
            let open = self.open(next);
            match open.count_ones() {
                1 => {
                    run.boxes += 1;
                    run.closed = true;
                    return run;
                }
                2 => {
                    edge = Edge::lowest(open & !edge.bit());
                    if let Some(place) = run.edges.get_mut(run.boxes) {
                        *place = edge;
                    }
                    run.boxes += 1;
                    from = next;
                }
                _ => break,
            }
        }
        run.way_out = Some(edge);
        run
    }

    /// The region of boxes with two sides around box `at`; `seen` collects its boxes.
    fn region(&self, at: usize, seen: &mut u32) -> Region {
        let mut region = Region { boxes: 0, opening: Edge::lowest(self.open(at)) };
        let mut waiting = 1_u32 << at;
        while waiting != 0 {
            let from = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            *seen |= 1 << from;
            region.boxes += 1;
            for edge in each(self.open(from)) {
                if let Some(next) = Self::beyond(from, edge)
                    && self.open(next).count_ones() == 2
                    && *seen >> next & 1 == 0
                {
                    region.opening = edge;
                    waiting |= 1 << next;
                }
            }
        }
        region
    }

    /// Empty edges of boxes that have two sides or three.
    fn unsafe_edges(&self) -> Edges {
        let crowded = |sides: &&Edges| **sides != 0 && (**sides & !self.drawn).count_ones() <= 2;
        Self::SIDES.iter().filter(crowded).fold(0, |edges, sides| edges | sides & !self.drawn)
    }

    /// Boxes that can be taken at once, with what follows from each.
    fn runs(&self) -> impl Iterator<Item = Run> {
        (0..Self::BOXES).filter(|&at| self.open(at).count_ones() == 1).map(|at| self.run(at))
    }

    /// The regions that give boxes away when they are opened, the shortest first.
    fn regions(&self) -> Vec<Region> {
        let mut seen = 0;
        let mut regions = Vec::new();
        for at in 0..Self::BOXES {
            if seen >> at & 1 == 0 && self.open(at).count_ones() == 2 {
                regions.push(self.region(at, &mut seen));
            }
        }
        regions.sort_by_key(|region| region.boxes);
        regions
    }
}

impl<const ROWS: usize, const COLUMNS: usize> Evaluate for Grid<ROWS, COLUMNS> {
    fn evaluate(&self) -> i32 {
        let [first, second] = self.boxes.map(i32::from);
        BOX * if self.side_to_move() == Side::First { first - second } else { second - first }
    }

    fn slot(mv: Edge) -> usize {
        mv.0.into()
    }

    fn candidates(&self, moves: &mut Vec<Edge>) {
        let listed = moves.len();
        for run in self.runs() {
            let [take, ..] = run.edges;
            match run.refusal() {
                None => {
                    moves.truncate(listed);
                    moves.push(take);
                    return;
                }
                Some(refusal) => moves.extend([take, refusal]),
            }
        }
        if moves.len() > listed {
            return;
        }
        moves.extend(each(self.empty() & !self.unsafe_edges()));
        moves.extend(self.regions().iter().map(|region| region.opening));
    }
}

/// One move in four is any at all.
const EASY_SLIPS: u32 = 4;
const STRONG: Budget = Budget { depth: 40, quiescence: 0, nodes: 20_000 };

impl Board {
    /// Takes what is free, gives nothing away while it can, and then as little as it can.
    fn simple(&self, draw: &mut Draw) -> Option<Edge> {
        if let Some(Run { edges: [take, ..], .. }) = self.runs().next() {
            return Some(take);
        }
        let safe: Vec<Edge> = each(self.empty() & !self.unsafe_edges()).collect();
        let any = draw.below(u32::try_from(safe.len()).unwrap_or(u32::MAX));
        safe.get(any as usize).copied().or_else(|| self.regions().first().map(|region| region.opening))
    }
}

impl Opponent for Board {
    const RULES: &'static str = "dots-and-boxes-5x5";
    const MEASURE: Measure = Measure::Margin;

    fn start(_: u32) -> Self {
        Self::START
    }

    /// A first edge by each side: about the middle, across the grid, or along its border.
    fn opening(variation: u32) -> &'static [&'static str] {
        match opening_of(variation) {
            0 => &["h21", "v12"],
            1 => &["v11", "h33"],
            _ => &["h01", "v24"],
        }
    }

    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Edge> {
        match level {
            Level::Easy if draw.below(EASY_SLIPS) == 0 => Choice { mv: any_move(self, draw), nodes: 0 },
            Level::Easy | Level::Basic => Choice { mv: self.simple(draw), nodes: 1 },
            Level::Strong => search(self, STRONG, draw).into(),
        }
    }
}
