//! How the computer chooses between two dice.

use std::sync::LazyLock;

use super::{Die, FACES, HOME, Race};
use crate::{Level, Side};

/// A way to choose one die of a roll.
pub type Choose = fn(Race, [u8; 2]) -> Die;

/// How the computer chooses at `level`.
pub(super) const fn of(level: Level) -> Choose {
    match level {
        Level::Easy => larger,
        Level::Basic => greedy,
        Level::Strong => best,
    }
}

/// The larger die; the first of two equal ones.
#[must_use]
pub const fn larger(_: Race, roll: [u8; 2]) -> Die {
    if roll[1] > roll[0] { Die::Second } else { Die::First }
}

/// What an extra roll is worth in stops, about the mean of a die.
const EXTRA_ROLL: u8 = 3;

/// The die that wins, or that gains most: the stops gone, those the other is sent back, and an extra roll. Among
/// equals the larger one.
#[must_use]
pub fn greedy(race: Race, roll: [u8; 2]) -> Die {
    let gain = |die: Die| {
        let (side, other) = (race.side_to_move(), race.side_to_move().other());
        let after = race.after(die.of(roll));
        let gone = after.stop(side).saturating_sub(race.stop(side));
        let taken = race.stop(other).saturating_sub(after.stop(other));
        let extra = if after.is_extra() && !race.is_extra() { EXTRA_ROLL } else { 0 };
        (after.winner().is_some(), gone.saturating_add(taken).saturating_add(extra), die.of(roll))
    };
    if gain(Die::Second) > gain(Die::First) { Die::Second } else { Die::First }
}

/// The die after which the side to move wins most often under best play of both.
#[must_use]
pub fn best(race: Race, roll: [u8; 2]) -> Die {
    let chance = |die: Die| CHANCES.after(race, die.of(roll));
    if chance(Die::Second) > chance(Die::First) { Die::Second } else { Die::First }
}

/// The chance, in units of 2^-30, that the side to move wins under best play of both, before it rolls.
#[must_use]
pub fn chance(race: Race) -> u32 {
    CHANCES.of(race)
}

/// A probability in units of 2^-30.
type Chance = u32;

/// A probability of one.
const CERTAIN: Chance = 1 << 30;

/// Passes over all races. Being sent back is what makes races depend on one another in a circle; each pass makes the
/// error about three times smaller, so that after these nothing is left of it in units of [`CERTAIN`].
const PASSES: u32 = 32;

/// Stops from which a traveller rolls.
const STOPS: usize = HOME as usize;

/// The chance of the side to move in every race, by its own stop, the other's, and whether the roll is extra.
struct Chances(Vec<[[Chance; 2]; STOPS]>);

/// Computed once a process, in some milliseconds.
static CHANCES: LazyLock<Chances> = LazyLock::new(Chances::iterate);

impl Chances {
    /// Value iteration (Bellman, 1957), from the races nearest to the end backwards.
    fn iterate() -> Self {
        let mut chances = Self(vec![[[CERTAIN / 2; 2]; STOPS]; STOPS]);
        for _ in 0..PASSES {
            for (own, other) in (0..HOME).rev().flat_map(|own| (0..HOME).rev().map(move |other| (own, other))) {
                for extra in [true, false] {
                    if let Some(race) = Race::new([own, other], Side::First, extra) {
                        chances.0[usize::from(own)][usize::from(other)][usize::from(extra)] = chances.before_roll(race);
                    }
                }
            }
        }
        chances
    }

    /// The chance of the side to move, who takes the better die of each of the 25 rolls.
    fn before_roll(&self, race: Race) -> Chance {
        let faces: Vec<u64> = (1..=FACES).map(|steps| self.after(race, steps).into()).collect();
        let better = faces.iter().flat_map(|&first| faces.iter().map(move |&second| first.max(second)));
        let sum: u64 = better.sum();
        let rolls = u64::from(FACES) * u64::from(FACES);
        u32::try_from(sum / rolls).unwrap_or(CERTAIN)
    }

    /// The chance of the side to move once it has gone `steps`.
    fn after(&self, race: Race, steps: u8) -> Chance {
        let (side, after) = (race.side_to_move(), race.after(steps));
        if after.winner().is_some() {
            CERTAIN
        } else if after.side_to_move() == side {
            self.of(after)
        } else {
            CERTAIN - self.of(after)
        }
    }

    /// The chance of the side to move before it rolls; nothing is left to it once the race is over.
    fn of(&self, race: Race) -> Chance {
        let mover = race.side_to_move();
        let [own, other] = [mover, mover.other()].map(|side| usize::from(race.stop(side)));
        let extra = usize::from(race.is_extra());
        self.0.get(own).and_then(|row| row.get(other)).map_or(0, |chances| chances[extra])
    }
}
