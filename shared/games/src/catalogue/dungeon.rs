//! Puzzle dungeon (퍼즐던전): forty floors with a puzzle each, counter-attacks, and relics.
//!
//! The floors, the counter-attacks and the relics are replayed. What happened inside a puzzle, how much was
//! answered right and wrong, is the app's word; only what that puzzle cannot give is refused.
//!
//! # Rules
//!
//! The hero enters with 30 of 30 hit points. Every floor holds one puzzle:
//!
//! | puzzle | right answers that pass it |
//! |---|---|
//! | `quiz` | 5 questions |
//! | `match` | 6 pairs |
//! | `path` | 1 path |
//! | `sums` | 8 sums |
//! | `memory` | 4 rounds |
//!
//! Each wrong answer on floor `f` costs `2 + f / 5` hit points (rounded down). At 0 the run is over on that floor, passed
//! or not. A floor on which everything was answered right is passed.
//!
//! After each passed floor divisible by 3 the hero takes one of three relics, drawn from those not owned yet; when
//! fewer are left, of those, and when none is left, nothing. A run that stops there may leave the relic.
//!
//! | relic | effect |
//! |---|---|
//! | `shield` | a wrong answer costs 1 less, but at least 1 |
//! | `herb` | 2 hit points after each passed floor |
//! | `ward` | the first wrong answer on a floor costs nothing |
//! | `heart` | 8 hit points more at most, and 8 hit points at once |
//! | `mirror` | 1 hit point after a passed floor without a wrong answer |
//! | `lantern` | 5 hit points at once |
//!
//! Nothing heals beyond the maximum. A run ends with defeat, with a floor that is not passed (the hero retreats), after any
//! passed floor, or after the fortieth. It is worth 1,000 for each passed floor and its hit points at the end.
//!
//! # Draws
//!
//! First, for each of the forty floors, `below(5)` for the puzzle and `below(3)` for its grade, so that what a floor can
//! give does not depend on what was played before. Then, whenever a relic is due, a shuffle of those not owned, in
//! the order of the table; the first three are offered.
//!
//! # Proof
//!
//! `right.wrong` for each floor and `r0`, `r1` or `r2` for each relic taken, one blank between: `5.1 6.0 8.2 r1 1.0`.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::text::Reader;
use crate::{Board, Draw, Illegal, Malformed, OutOfRange, Proof, Replay, Value};

/// Floors of the dungeon.
pub const FLOORS: usize = 40;

/// Longest proof, in bytes: two numbers a floor and six relics, with room for numbers that are refused as values
/// rather than as a text.
pub const LIMIT: usize = FLOORS * "4294967295.4294967295 ".len() + 6 * "r0 ".len();

const START_HP: u32 = 30;
const POINTS_PER_FLOOR: u32 = 1000;
const RELIC_EVERY: usize = 3;
const OFFERED: usize = 3;
/// So many times the right answers that pass it can be answered wrong in a puzzle.
const MOST_WRONG: u32 = 3;
/// Grades of a puzzle, for the front end.
const GRADES: u32 = 3;

/// No run can be worth more: every floor passed, with the most hit points.
pub const MAX_VALUE: u64 = FLOORS as u64 * POINTS_PER_FLOOR as u64 + (START_HP + HEART) as u64;

/// The copy check begins with so many passed floors ...
const COPY_FLOORS: usize = 12;

/// ... and so many of them with a wrong answer: flawless runs coincide honestly.
const COPY_FLAWED: usize = 4;

const HERB: u32 = 2;
const HEART: u32 = 8;
const MIRROR: u32 = 1;
const LANTERN: u32 = 5;

/// What has to be solved on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Puzzle {
    Quiz,
    Match,
    Path,
    Sums,
    Memory,
}

impl Puzzle {
    /// Every puzzle with its name and the right answers that pass it, in the order it is drawn by.
    const TABLE: [(Self, &'static str, u32); 5] = [
        (Self::Quiz, "quiz", 5),
        (Self::Match, "match", 6),
        (Self::Path, "path", 1),
        (Self::Sums, "sums", 8),
        (Self::Memory, "memory", 4),
    ];

    /// The stable identifier.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// Right answers that pass it.
    #[must_use]
    pub const fn count(self) -> u32 {
        Self::TABLE[self as usize].2
    }
}

/// A floor of the day's dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// What has to be solved.
    pub puzzle: Puzzle,
    /// How hard it is, 1 to 3; it changes nothing in the replay.
    pub grade: u32,
}

/// Draws every floor of a dungeon: what all draws begin with.
#[must_use]
pub fn floors(draw: &mut Draw) -> [Floor; FLOORS] {
    std::array::from_fn(|_| {
        let drawn = draw.below(5) as usize;
        let puzzle = Puzzle::TABLE.get(drawn).map_or(Puzzle::Quiz, |&(puzzle, ..)| puzzle);
        Floor { puzzle, grade: draw.below(GRADES) + 1 }
    })
}

/// What helps the hero. One of each at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the table above says it")]
pub enum Relic {
    Shield,
    Herb,
    Ward,
    Heart,
    Mirror,
    Lantern,
}

impl Relic {
    /// Every relic, in the order they are shuffled from.
    pub const ALL: [Self; 6] = [Self::Shield, Self::Herb, Self::Ward, Self::Heart, Self::Mirror, Self::Lantern];
}

/// How a floor ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloorEnd {
    /// Everything was answered right.
    Passed,
    /// Not everything was answered right: the run is over.
    Retreat,
    /// No hit points are left: the run is over.
    Defeat,
}

/// A hero in the dungeon.
#[derive(Clone, Debug)]
pub struct Hero {
    floors: [Floor; FLOORS],
    draw: Draw,
    passed: usize,
    hp: u32,
    max_hp: u32,
    relics: Vec<Relic>,
}

impl Hero {
    /// Enters the dungeon that `draw` gives.
    #[must_use]
    pub fn enter(mut draw: Draw) -> Self {
        let floors = floors(&mut draw);
        Self { floors, draw, passed: 0, hp: START_HP, max_hp: START_HP, relics: Vec::new() }
    }

    /// Floors passed so far.
    #[must_use]
    pub const fn passed(&self) -> usize {
        self.passed
    }

    /// Hit points left.
    #[must_use]
    pub const fn hp(&self) -> u32 {
        self.hp
    }

    /// The floor that comes next; `None` after the last.
    #[must_use]
    pub fn next_floor(&self) -> Option<Floor> {
        self.floors.get(self.passed).copied()
    }

    fn owns(&self, relic: Relic) -> bool {
        self.relics.contains(&relic)
    }

    fn heal(&mut self, hp: u32) {
        self.hp = (self.hp + hp).min(self.max_hp);
    }

    /// Plays the next floor with so many right and wrong answers. After the last floor every floor is a
    /// retreat.
    pub fn play(&mut self, right: u32, wrong: u32) -> FloorEnd {
        let Some(floor) = self.next_floor() else { return FloorEnd::Retreat };
        let number = u32::try_from(self.passed + 1).unwrap_or(u32::MAX);
        let attack = 2 + number / 5;
        let cost = if self.owns(Relic::Shield) { (attack - 1).max(1) } else { attack };
        let costly = if self.owns(Relic::Ward) { wrong.saturating_sub(1) } else { wrong };
        self.hp = self.hp.saturating_sub(costly.saturating_mul(cost));
        if self.hp == 0 {
            return FloorEnd::Defeat;
        }
        if right < floor.puzzle.count() {
            return FloorEnd::Retreat;
        }
        self.passed += 1;
        if self.owns(Relic::Herb) {
            self.heal(HERB);
        }
        if self.owns(Relic::Mirror) && wrong == 0 {
            self.heal(MIRROR);
        }
        FloorEnd::Passed
    }

    /// Draws what the hero may choose from. To be called once after each passed floor divisible by 3; empty when
    /// every relic is owned.
    #[must_use]
    pub fn offer(&mut self) -> Vec<Relic> {
        let mut left: Vec<Relic> = Relic::ALL.into_iter().filter(|&relic| !self.owns(relic)).collect();
        self.draw.shuffle(&mut left);
        left.truncate(OFFERED);
        left
    }

    /// Takes `relic`; one that is owned already changes nothing.
    pub fn take(&mut self, relic: Relic) {
        if self.owns(relic) {
            return;
        }
        self.relics.push(relic);
        match relic {
            Relic::Heart => {
                self.max_hp += HEART;
                self.heal(HEART);
            }
            Relic::Lantern => self.heal(LANTERN),
            Relic::Shield | Relic::Herb | Relic::Ward | Relic::Mirror => {}
        }
    }
}

/// What the app reports of a floor, and the relic taken after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Report {
    right: u32,
    wrong: u32,
    relic: Option<u8>,
}

/// The floors of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reports(Vec<Report>);

fn write_reports(reports: &[Report]) -> String {
    let mut text = String::new();
    for Report { right, wrong, relic } in reports {
        let blank = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{blank}{right}.{wrong}"); // a String never refuses
        if let Some(relic) = relic {
            let _ = write!(text, " r{relic}");
        }
    }
    text
}

impl Proof for Reports {
    fn opening(board: &Board) -> Json {
        let floor = |floor: &Floor| json!({ "puzzle": floor.puzzle.as_str(), "right": floor.puzzle.count(), "grade": floor.grade });
        let floors = floors(&mut Draw::new(&board.seed));
        json!({ "floors": floors.iter().map(floor).collect::<Vec<_>>() })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        let mut reader = Reader::new(text);
        let mut reports: Vec<Report> = Vec::new();
        loop {
            if reader.eat(b'r') {
                let refusal = reader.refuse("a relic follows a floor");
                let relic = reader.number(2)?;
                let floor = reports.last_mut().filter(|report| report.relic.is_none()).ok_or(refusal)?;
                floor.relic = u8::try_from(relic).ok();
            } else {
                if reports.len() == FLOORS {
                    return Err(reader.refuse("the dungeon has forty floors"));
                }
                let right = reader.number(u32::MAX)?;
                reader.expect(b'.', "expected a dot between right and wrong")?;
                let wrong = reader.number(u32::MAX)?;
                reports.push(Report { right, wrong, relic: None });
            }
            if !reader.eat(b' ') {
                reader.finish()?;
                return Ok(Self(reports));
            }
        }
    }

    fn encode(&self) -> String {
        write_reports(&self.0)
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn check_trusted(&self, board: &Board) -> Result<(), OutOfRange> {
        let floors = floors(&mut Draw::new(&board.seed));
        for (at, (report, floor)) in self.0.iter().zip(floors).enumerate() {
            let count = floor.puzzle.count();
            if report.right > count {
                return Err(OutOfRange { why: "more right answers than the puzzle has" });
            }
            if report.wrong > MOST_WRONG * count {
                return Err(OutOfRange { why: "more wrong answers than the puzzle allows" });
            }
            if report.right < count && at + 1 < self.0.len() {
                return Err(OutOfRange { why: "a floor before the last was not passed" });
            }
        }
        Ok(())
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut hero = Hero::enter(Draw::new(&board.seed));
        let mut over = false;
        let mut canonical = Vec::new();
        for (number, report) in (1..).zip(&self.0) {
            let at = u32::try_from(number).unwrap_or(u32::MAX);
            if over {
                return Err(Illegal { at, why: "the run was over before this floor" });
            }
            // Where the first wrong answer changes nothing, it does not make a copy look new either.
            let free = u32::from(hero.owns(Relic::Ward) && !hero.owns(Relic::Mirror));
            canonical.push(Report { wrong: report.wrong.saturating_sub(free), ..*report });
            over = hero.play(report.right, report.wrong) != FloorEnd::Passed;
            let due = !over && number % RELIC_EVERY == 0;
            let offer = if due { hero.offer() } else { Vec::new() };
            match report.relic {
                Some(chosen) => match offer.get(usize::from(chosen)) {
                    Some(&relic) => hero.take(relic),
                    None => return Err(Illegal { at, why: "this relic is not offered after this floor" }),
                },
                None if offer.is_empty() || number == self.0.len() => {}
                None => return Err(Illegal { at, why: "a relic has to be chosen after this floor" }),
            }
        }
        let passed = u32::try_from(hero.passed).unwrap_or(0);
        let replay = Replay::solo(Value::Counted((passed * POINTS_PER_FLOOR + hero.hp).into()), self.moves());
        // A floor that is not passed and a relic taken at the very end do not make a copy look new.
        canonical.truncate(hero.passed);
        if let Some(last) = canonical.last_mut() {
            last.relic = None;
        }
        let flawed = canonical.iter().filter(|report| report.wrong > 0).count();
        let long = canonical.len() >= COPY_FLOORS && flawed >= COPY_FLAWED;
        Ok(if long { replay.copyable(write_reports(&canonical)) } else { replay })
    }
}
