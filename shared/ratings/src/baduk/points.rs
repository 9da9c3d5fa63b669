//! What one game gives or takes.

use super::constants::{
    A, C, CURVE_CENTRE, CURVE_END, EPSILON, MAX_GAIN, MAX_HANDICAP, MIN_GAIN, MIN_MOVES, STREAK_FROM, STREAK_MOST,
    STREAK_STEP, WIN_RATE_FACTOR,
};
use super::{Points, Rank};
use crate::Score;
use crate::number::whole;

/// One game, from the side of the player whose points it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    /// The player's points before it.
    pub own: Points,
    /// The opponent's points before it.
    pub opponent: Points,
    /// How it ended for the player.
    pub score: Score,
    /// The player's win rate over the last 20 games before it, from 0 to 1.
    pub own_win_rate: f64,
    /// The opponent's.
    pub opponent_win_rate: f64,
    /// How many games the player has won (or lost) in a row, this one included; 0 after a draw.
    pub streak: u32,
}

/// The curve at one player's points, against one opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// C: the most points that the chance alone moves; smaller for the strong.
    pub c: f64,
    /// a: how many points make how much of a difference; smaller for the strong.
    pub a: f64,
    /// P: the player's chance to win. With its own a, so that both players' chances do not add up to 1.
    pub p: f64,
}

impl Chance {
    /// The curve for a player with `own` points against `opponent`.
    #[must_use]
    pub fn new(own: Points, opponent: Points) -> Self {
        let d = (f64::from(own.get().min(CURVE_END)) - CURVE_CENTRE) / 1_000.0;
        let c = C[0] + C[1] * d + C[2] * d * d * d;
        let a = A[0] + A[1] * d;
        let ahead = f64::from(opponent.get()) - f64::from(own.get());
        Self { c, a, p: 1.0 / (1.0 + libm::exp(ahead / a)) }
    }
}

/// Whether a game is rated: at least 50 moves, and no more handicap than 정선 (Black without 덤), which is
/// `handicap_stones` of 0 or 1.
#[must_use]
pub const fn is_rated(moves: u32, handicap_stones: u32) -> bool {
    moves >= MIN_MOVES && handicap_stones <= MAX_HANDICAP
}

/// The points the game gives (positive) or takes (negative).
///
/// ```
/// use ratings::Score;
/// use ratings::baduk::{Game, Points, change};
///
/// // 7단, both at 32,500 with a win rate of 50 %: 4 points to win, 44 to lose.
/// let game = Game {
///     own: Points::new(32_500),
///     opponent: Points::new(32_500),
///     score: Score::Win,
///     own_win_rate: 0.5,
///     opponent_win_rate: 0.5,
///     streak: 1,
/// };
/// assert_eq!(change(&game), 4);
/// assert_eq!(change(&Game { score: Score::Loss, ..game }), -44);
/// ```
#[must_use]
pub fn change(game: &Game) -> i32 {
    let Chance { c, p, .. } = Chance::new(game.own, game.opponent);
    match game.score {
        Score::Win => {
            let bonus = if game.own.rank() < Rank::STAR { streak_share(game.streak) } else { 0.0 };
            let gain = c * (1.0 - p) * (win_rate_factor(game) + bonus);
            cut(gain.min(MAX_GAIN * c)).max(MIN_GAIN)
        }
        Score::Draw => {
            let change = c * (0.5 - p);
            if change < 0.0 { -cut(-change) } else { cut(change) }
        }
        Score::Loss => -cut(c * p * (1.0 + streak_share(game.streak))),
    }
}

/// What both win rates make of a gain, from 6단 on.
fn win_rate_factor(game: &Game) -> f64 {
    if game.own.rank() < Rank::SIXTH_DAN {
        return 1.0;
    }
    let mean = (game.own_win_rate + game.opponent_win_rate) / 2.0;
    let [slope, nothing_at] = WIN_RATE_FACTOR;
    (slope * (mean - nothing_at)).max(0.0)
}

/// What a streak of `games` adds, as a share.
fn streak_share(games: u32) -> f64 {
    if games < STREAK_FROM {
        return 0.0;
    }
    (STREAK_STEP * f64::from(games - (STREAK_FROM - 1))).min(STREAK_MOST)
}

/// Whole points of a change that is not negative, cut toward zero.
fn cut(change: f64) -> i32 {
    i32::try_from(whole(change + EPSILON)).unwrap_or(i32::MAX)
}
