//! Every number of the baduk points, and whether it is published, reconstructed or assumed.

/// The least points, and where a newcomer begins (assumed).
pub const FLOOR: u32 = 1_000;

/// Points of one rank (published).
pub const RANK_WIDTH: u32 = 1_000;

/// Moves from which a game is rated (published).
pub const MIN_MOVES: u32 = 50;

/// The greatest rated handicap, in stones: 정선, Black without 덤 (published).
pub const MAX_HANDICAP: u32 = 1;

/// The least points a win gives (published).
pub const MIN_GAIN: i32 = 3;

/// The most a win gives, in multiples of C (assumed).
pub const MAX_GAIN: f64 = 2.0;

/// Games a win rate looks back on (published).
pub const RECENT_GAMES: usize = 20;

/// Games from which a win rate is taken as it is (published).
pub const WIN_RATE_GAMES: usize = 5;

/// The win rate of somebody with fewer games (published).
pub const UNKNOWN_WIN_RATE: f64 = 0.60;

/// The rank, in thousands of points, from which win rates matter: 6단 (published).
pub const WIN_RATE_RANK: u32 = 31;

/// The rank, in thousands of points, that has no streak bonus: 7단★ (published).
pub const NO_BONUS_RANK: u32 = 33;

/// The game of a streak from which it matters (published).
pub const STREAK_FROM: u32 = 3;

/// What each game of a streak from there on adds, as a share (assumed).
pub const STREAK_STEP: f64 = 0.10;

/// What a streak adds at most, as a share (published).
pub const STREAK_MOST: f64 = 1.0;

/// The points at which d is 0, see [`C`] (reconstructed).
pub const CURVE_CENTRE: f64 = 19_000.0;

/// The points beyond which the curve stays as it is (reconstructed).
pub const CURVE_END: u32 = 36_000;

/// C = 376 - 22.22 d + 0.0056 d³, with d in thousands of points: the factors of 1, d and d³ (reconstructed).
pub const C: [f64; 3] = [376.0, -22.22, 0.0056];

/// a = 2000 - 92.5 d: the factors of 1 and d (reconstructed).
pub const A: [f64; 2] = [2_000.0, -92.5];

/// From 6단 on a gain is multiplied with `3.15 (mean - 0.47)` of both win rates: the two numbers
/// (reconstructed).
pub const WIN_RATE_FACTOR: [f64; 2] = [3.15, 0.47];

/// What cutting toward zero must not lose to rounding, in points (reconstructed).
pub const EPSILON: f64 = 1e-9;
