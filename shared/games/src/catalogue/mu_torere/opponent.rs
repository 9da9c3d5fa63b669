//! The mu torere opponent: the whole game as a table, and how much of it a level looks up.
//!
//! Best play draws from the start, and no forced win takes more than five plies. An opponent that knew all of them would
//! never lose, and only wins rank; so even `strong` does not see the longest traps laid for it. In an even game
//! it steers to where someone who only avoids the loss in front of him is likeliest to go wrong.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::{Placement, Position, Step};
use crate::opponent::{any_move, any_of, opening_of};
use crate::{Choice, Draw, Level, Measure, Opponent, TwoPlayer};

/// What best play makes of a placement, repetition left aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forecast {
    /// The side to move wins in this many plies.
    Win(u8),
    /// The side to move loses in this many plies.
    Loss(u8),
    /// Neither side can force anything.
    Draw,
}

/// Certainty of winning, in millionths.
const CERTAIN: u32 = 1_000_000;

/// Rounds of looking ahead for chances: more than the plies of most even games.
const ROUNDS: u32 = 32;

/// Everything that can happen.
struct Table {
    /// Every placement that can arise, in order.
    placements: Vec<Placement>,
    /// What each is worth.
    forecasts: Vec<Forecast>,
    /// The chance in millionths that the side to move wins an even game against someone who moves at random, except
    /// that he does not let it win at once.
    chances: Vec<u32>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let placements = reach();
    // Where each placement leads to, by place in the table.
    let index = |placement| placements.binary_search(&placement).unwrap_or(0);
    let next: Vec<Vec<usize>> =
        placements.iter().map(|placement| placement.moves().map(|mv| index(placement.after(mv))).collect()).collect();
    let forecasts = forecasts(&next);
    let chances = chances(&next, &forecasts);
    Table { placements, forecasts, chances }
});

/// Every placement that can arise from the start.
fn reach() -> Vec<Placement> {
    let mut seen = BTreeSet::from([Placement::START]);
    let mut waiting = vec![Placement::START];
    while let Some(placement) = waiting.pop() {
        for mv in placement.moves() {
            let after = placement.after(mv);
            if seen.insert(after) {
                waiting.push(after);
            }
        }
    }
    seen.into_iter().collect()
}

fn at<T: Copy>(list: &[T], index: usize, or: T) -> T {
    list.get(index).copied().unwrap_or(or)
}

/// Works backwards from the lost placements: in round n everything that is decided in n plies becomes known.
fn forecasts(next: &[Vec<usize>]) -> Vec<Forecast> {
    let mut known = vec![Forecast::Draw; next.len()];
    for plies in 0..=u8::MAX {
        let before = known.clone();
        let forecast = |index: usize| at(&before, index, Forecast::Draw);
        for (place, answers) in known.iter_mut().zip(next).filter(|(place, _)| **place == Forecast::Draw) {
            if answers.iter().any(|&answer| matches!(forecast(answer), Forecast::Loss(_))) {
                *place = Forecast::Win(plies);
            } else if answers.iter().all(|&answer| matches!(forecast(answer), Forecast::Win(_))) {
                *place = Forecast::Loss(plies);
            }
        }
        if known == before && plies > 0 {
            break;
        }
    }
    known
}

/// Looks ahead one round of two plies after the other; a chance is worth a little less each round, so that the way to it
/// is taken and not put off.
fn chances(next: &[Vec<usize>], forecasts: &[Forecast]) -> Vec<u32> {
    let forecast = |index: usize| at(forecasts, index, Forecast::Draw);
    let mut chances = vec![0; next.len()];
    for _ in 0..ROUNDS {
        let own = |index: usize| match forecast(index) {
            Forecast::Win(_) => CERTAIN,
            Forecast::Loss(_) => 0,
            Forecast::Draw => at(&chances, index, 0),
        };
        let answered = |index: usize| {
            let answers = next.get(index).map_or(&[][..], Vec::as_slice);
            let careful = |&&answer: &&usize| forecast(answer) != Forecast::Win(1);
            let count = answers.iter().filter(careful).count();
            let sum: u64 = answers.iter().filter(careful).map(|&answer| u64::from(own(answer))).sum();
            u32::try_from(sum.checked_div(count as u64).unwrap_or(CERTAIN.into())).unwrap_or(CERTAIN)
        };
        chances = next.iter().map(|moves| moves.iter().map(|&mv| answered(mv)).max().unwrap_or(0) / 16 * 15).collect();
    }
    chances
}

impl Placement {
    /// What best play makes of this placement; `None` for one that no game reaches.
    #[must_use]
    pub fn forecast(self) -> Option<Forecast> {
        let place = TABLE.placements.binary_search(&self).ok()?;
        TABLE.forecasts.get(place).copied()
    }

    /// The chance of the side that has just moved here: the mean over the answers of someone careful for one ply.
    fn chance(self) -> u32 {
        let chance = |mv| {
            let after = self.after(mv);
            match after.forecast() {
                Some(Forecast::Win(1)) => None,
                Some(Forecast::Win(_)) => Some(CERTAIN),
                Some(Forecast::Loss(_)) | None => Some(0),
                Some(Forecast::Draw) => {
                    let place = TABLE.placements.binary_search(&after).ok()?;
                    TABLE.chances.get(place).copied()
                }
            }
        };
        let answers: Vec<u32> = self.moves().filter_map(chance).collect();
        let count = u32::try_from(answers.len()).unwrap_or(u32::MAX);
        answers.iter().sum::<u32>().checked_div(count).unwrap_or(CERTAIN)
    }
}

/// How many placements can arise, with the side to move.
#[must_use]
pub fn reachable() -> usize {
    TABLE.placements.len()
}

/// How many plies ahead each level sees: a win of its own in one; a loss by the answer; and all but the traps of six plies.
const fn sees(level: Level) -> u8 {
    match level {
        Level::Easy => 1,
        Level::Basic => 2,
        Level::Strong => 5,
    }
}

/// How good a move is that leaves `after` to the other side, to someone who sees `sees` plies from before the move.
fn worth(after: Placement, sees: u8) -> i32 {
    match after.forecast() {
        Some(Forecast::Loss(plies)) if plies < sees => 100 - i32::from(plies),
        Some(Forecast::Win(plies)) if plies < sees => i32::from(plies) - 100,
        _ => 0,
    }
}

impl Opponent for Position {
    const RULES: &'static str = "mu-torere-free-opening";
    const MEASURE: Measure = Measure::Turns;

    fn start(_: u32) -> Self {
        Self::new(Placement::START)
    }

    /// From the start, and after the first side has gone to the centre from either end of its row and been followed.
    fn opening(variation: u32) -> &'static [&'static str] {
        match opening_of(variation) {
            0 => &[],
            1 => &["1", "8"],
            _ => &["4", "5"],
        }
    }

    fn choose(&self, level: Level, draw: &mut Draw) -> Choice<Step> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let nodes = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        let hunts = match level {
            Level::Easy => false,
            Level::Basic => draw.below(2) == 0, // half of the time it is content not to lose
            Level::Strong => true,
        };
        let promise = |mv: Step| {
            let after = self.placement().after(mv);
            // A chance that a player has already let pass once is not offered to him again and again.
            let been = u32::try_from(self.past.iter().filter(|&&past| past == after).count()).unwrap_or(u32::MAX);
            let chance = if hunts { after.chance() / (been + 1) } else { 0 };
            (worth(after, sees(level)), chance)
        };
        if let Some(best) = moves.iter().map(|&mv| promise(mv)).max() {
            moves.retain(|&mv| promise(mv) == best);
        }
        let mv = any_of(&moves, draw).or_else(|| any_move(self, draw));
        Choice { mv, nodes }
    }
}
