//! Snake (스네이크): a walled 20x20 field, one direction a tick.
//!
//! There is no standard, so these rules are ours. `x` runs right and `y` down, both from 0. The snake begins
//! three cells long with its head at (10, 10), its tail to the left, heading right. Food lies on the
//! `below(free)`-th free cell in row-major order, drawn before the first tick and after each meal.
//!
//! A tick, in this order:
//!
//! 1. The heading becomes the tick's direction, unless that is the way back: then it stays.
//! 2. The head goes on by one cell. Outside the field, the run is over.
//! 3. On food, the snake is one longer and scores one; when it now fills the field the run is over, else new food
//!    is drawn.
//! 4. Without food, the last cell of the tail is left first, so the head may enter it. On the snake itself,
//!    the run is over.
//!
//! A run is also over after 400 ticks in a row without food. It may be handed in before its end: the score so far
//! counts.
//!
//! # Proof
//!
//! The directions of all ticks, run by run, each with its length: `R12U3L7`. Neighbouring runs differ, so a run
//! of ticks is written in one way only. At most 40,000 ticks, and none after the end.

use std::collections::VecDeque;
use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::text::Reader;
use crate::{Board, Draw, Illegal, Malformed, Name, Proof, Replay, Value};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "정해진 규칙이 없어 우리 규칙을 씀: 벽이 있는 20x20, 바로 뒤로 도는 방향은 무시, 꼬리가 떠나는 칸에는 들어갈 수 있음, 400틱 동안 먹지 못하면 끝",
    en: "no standard exists, so ours: a walled 20x20 field, turning straight back is ignored, the cell the tail leaves may be entered, 400 ticks without food end the run",
};

/// Cells along a side of the field.
pub const SIDE: u16 = 20;

/// Cells of the field.
const CELLS: u16 = SIDE * SIDE;

/// Cells of the snake at the start.
const START_LENGTH: u16 = 3;

/// Most ticks in a proof.
pub const MAX_TICKS: u32 = 40_000;

/// So many ticks in a row without food end the run.
pub const STARVED_AFTER: u32 = 400;

/// The best score: the snake fills the field.
pub const MAX_SCORE: u64 = (CELLS - START_LENGTH) as u64;

/// The copy check begins with so many ticks ...
const COPY_FLOOR_TICKS: usize = 100;

/// ... and so many turns among them.
const COPY_FLOOR_TURNS: usize = 20;

/// The way the head goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Heading {
    Up,
    Right,
    Down,
    Left,
}

impl Heading {
    const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Right => 'R',
            Self::Down => 'D',
            Self::Left => 'L',
        }
    }

    const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            b'U' => Some(Self::Up),
            b'R' => Some(Self::Right),
            b'D' => Some(Self::Down),
            b'L' => Some(Self::Left),
            _ => None,
        }
    }

    const fn reversed(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
        }
    }
}

/// What a tick did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// The snake went on.
    Moved,
    /// The snake ate and goes on.
    Ate,
    /// The snake ate and fills the field: the run is over.
    Filled,
    /// The head left the field or met the snake: the run is over.
    Crashed,
    /// There was no food for too long: the run is over.
    Starved,
}

impl Tick {
    /// Whether the run goes on.
    #[must_use]
    pub const fn goes_on(self) -> bool {
        matches!(self, Self::Moved | Self::Ate)
    }
}

/// The field in the middle of a run.
#[derive(Clone, Debug)]
pub struct Field {
    /// The snake's cells, `y * SIDE + x`, tail first.
    snake: VecDeque<u16>,
    taken: [bool; CELLS as usize],
    head: u16,
    heading: Heading,
    food: u16,
    score: u32,
    hungry: u32,
    draw: Draw,
}

impl Field {
    /// The start of a run, the first food drawn.
    #[must_use]
    pub fn start(draw: Draw) -> Self {
        let head = 10 * SIDE + 10;
        let snake: VecDeque<u16> = (head + 1 - START_LENGTH..=head).collect();
        let mut taken = [false; CELLS as usize];
        for &cell in &snake {
            taken[usize::from(cell)] = true;
        }
        let mut field = Self { snake, taken, head, heading: Heading::Right, food: 0, score: 0, hungry: 0, draw };
        field.feed();
        field
    }

    /// Lays food on a free cell. Whether there was one.
    fn feed(&mut self) -> bool {
        let free = u32::from(CELLS) - u32::try_from(self.snake.len()).unwrap_or(u32::from(CELLS));
        if free == 0 {
            return false;
        }
        let nth = self.draw.below(free) as usize;
        let food = (0..CELLS).filter(|&cell| !self.taken[usize::from(cell)]).nth(nth);
        self.food = food.unwrap_or(0);
        true
    }

    /// The cell the head would enter; `None` outside the field.
    const fn ahead(&self) -> Option<u16> {
        let (x, y) = (self.head % SIDE, self.head / SIDE);
        match self.heading {
            Heading::Up if y > 0 => Some(self.head - SIDE),
            Heading::Right if x + 1 < SIDE => Some(self.head + 1),
            Heading::Down if y + 1 < SIDE => Some(self.head + SIDE),
            Heading::Left if x > 0 => Some(self.head - 1),
            _ => None,
        }
    }

    /// Plays one tick. Not to be called again after one that ended the run.
    pub fn tick(&mut self, direction: Heading) -> Tick {
        if direction != self.heading.reversed() {
            self.heading = direction;
        }
        let Some(next) = self.ahead() else { return Tick::Crashed };
        let ate = next == self.food;
        if !ate && let Some(tail) = self.snake.pop_front() {
            self.taken[usize::from(tail)] = false;
        }
        if self.taken[usize::from(next)] {
            return Tick::Crashed;
        }
        self.taken[usize::from(next)] = true;
        self.snake.push_back(next);
        self.head = next;
        if ate {
            self.score += 1;
            self.hungry = 0;
            return if self.feed() { Tick::Ate } else { Tick::Filled };
        }
        self.hungry += 1;
        if self.hungry == STARVED_AFTER { Tick::Starved } else { Tick::Moved }
    }

    /// Meals so far.
    #[must_use]
    pub const fn score(&self) -> u32 {
        self.score
    }

    /// The way the head goes now.
    #[must_use]
    pub const fn heading(&self) -> Heading {
        self.heading
    }

    /// Where the food lies, `(x, y)`.
    #[must_use]
    pub const fn food(&self) -> (u16, u16) {
        (self.food % SIDE, self.food / SIDE)
    }

    /// The snake's cells `(x, y)`, head first.
    pub fn snake(&self) -> impl Iterator<Item = (u16, u16)> {
        self.snake.iter().rev().map(|&cell| (cell % SIDE, cell / SIDE))
    }
}

/// Ticks in a row with the same direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    direction: Heading,
    ticks: u32,
}

/// The directions of a run, neighbouring ones joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticks(Vec<Run>);

impl Ticks {
    fn join(directions: &[Heading]) -> Self {
        let runs = directions.chunk_by(|a, b| a == b);
        let run = |run: &[Heading]| {
            let ticks = u32::try_from(run.len()).unwrap_or(MAX_TICKS);
            run.first().map(|&direction| Run { direction, ticks })
        };
        Self(runs.filter_map(run).collect())
    }
}

impl Proof for Ticks {
    fn opening(board: &Board) -> Json {
        let (x, y) = Field::start(Draw::new(&board.seed)).food();
        json!({ "food": [x, y] })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        let mut reader = Reader::new(text);
        let mut runs: Vec<Run> = Vec::new();
        let mut left = MAX_TICKS;
        while reader.peek().is_some() || runs.is_empty() {
            let refusal = reader.refuse("a run of ticks begins with U, R, D or L, other than the run before");
            let direction = reader.take().and_then(Heading::from_byte).ok_or(refusal)?;
            if runs.last().is_some_and(|run| run.direction == direction) {
                return Err(refusal);
            }
            let refusal = reader.refuse("a run of ticks is 1 or longer, all runs together at most 40,000");
            let ticks = reader.number(left).ok().filter(|&ticks| ticks > 0).ok_or(refusal)?;
            left -= ticks;
            runs.push(Run { direction, ticks });
        }
        Ok(Self(runs))
    }

    fn encode(&self) -> String {
        let mut text = String::new();
        for run in &self.0 {
            let _ = write!(text, "{}{}", run.direction.letter(), run.ticks); // a String never refuses
        }
        text
    }

    fn moves(&self) -> u32 {
        self.0.iter().map(|run| run.ticks).sum()
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut field = Field::start(Draw::new(&board.seed));
        let mut headings = Vec::new();
        let mut last_meal = 0;
        let mut over = false;
        for direction in self.0.iter().flat_map(|run| (0..run.ticks).map(|_| run.direction)) {
            if over {
                let at = u32::try_from(headings.len() + 1).unwrap_or(u32::MAX);
                return Err(Illegal { at, why: "the run was over before this tick" });
            }
            let tick = field.tick(direction);
            headings.push(field.heading());
            over = !tick.goes_on();
            if matches!(tick, Tick::Ate | Tick::Filled) {
                last_meal = headings.len();
            }
        }
        let replay = Replay::solo(Value::Counted(field.score().into()), self.moves());
        // Headings instead of directions, and none after the last meal: neither a reversal that is ignored nor
        // ticks that earn nothing make a copy look new. Only when that leaves too little to tell two players
        // apart, all headings count.
        let tells_apart = |headings: &&[Heading]| {
            let turns = headings.windows(2).filter(|pair| pair[0] != pair[1]).count();
            headings.len() >= COPY_FLOOR_TICKS && turns >= COPY_FLOOR_TURNS
        };
        let parts = [headings.get(..last_meal).unwrap_or_default(), &headings];
        let canonical = parts.into_iter().find(tells_apart);
        Ok(match canonical {
            Some(headings) => replay.copyable(Self::join(headings).encode()),
            None => replay,
        })
    }
}
