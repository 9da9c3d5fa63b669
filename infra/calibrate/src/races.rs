//! One race with dice or sticks: there the player chooses among throws, not among moves of a position.

use games::catalogue::{paldo, yutnori};
use games::{Board, Draw, Level};
use ratings::{Score, Seat};

use crate::play::{PLAYER, Played, digest};

/// Variations of a date that differ: who begins.
pub const VARIATIONS: u32 = 2;

/// A proof of either game is over long before.
const MOST_CHOICES: u32 = 2_000;

/// Plays a race of paldo-yuram.
#[must_use]
pub fn paldo(board: &Board, seat: Seat) -> Played {
    let mut draw = Draw::stream(&board.seed, PLAYER);
    let mut duel = paldo::Duel::new(board);
    let mut moves = Vec::new();
    for _ in 0..MOST_CHOICES {
        let (race, roll) = (duel.race(), duel.roll());
        if race.winner().is_some() {
            break;
        }
        let die = match seat {
            Seat::Random if draw.below(2) == 0 => paldo::Die::First,
            Seat::Random => paldo::Die::Second,
            Seat::Easy => paldo::larger(race, roll),
            Seat::Greedy | Seat::Basic => paldo::greedy(race, roll),
            Seat::Strong => paldo::best(race, roll),
        };
        moves.push((roll, die));
        if duel.play(die).is_err() {
            break;
        }
    }
    let score = duel.race().winner().map(|side| if side == duel.player() { Score::Win } else { Score::Loss });
    Played { score, digest: digest(&(duel.player(), moves, duel.race())) }
}

/// Plays a game of yutnori.
#[must_use]
pub fn yutnori(board: &Board, seat: Seat) -> Played {
    let mut draw = Draw::stream(&board.seed, PLAYER);
    let mut duel = yutnori::Duel::new(board);
    let mut moves = Vec::new();
    for _ in 0..MOST_CHOICES {
        let position = duel.position();
        if position.winner().is_some() {
            break;
        }
        let level = match seat {
            // Its level `easy` moves at random.
            Seat::Random | Seat::Easy => Level::Easy,
            Seat::Greedy | Seat::Basic => Level::Basic,
            Seat::Strong => Level::Strong,
        };
        let Some(mv) = yutnori::choose(position, level, &mut draw) else { break };
        moves.push((position.throws().to_vec(), mv));
        if duel.play(mv).is_err() {
            break;
        }
    }
    let winner = duel.position().winner();
    let score = winner.map(|side| if side == duel.player() { Score::Win } else { Score::Loss });
    Played { score, digest: digest(&(duel.player(), moves, duel.position())) }
}
