//! Every number of the rating rules, with its unit and its source. `GET /v1/rules` shows these.
//!
//! "Paper" is M. E. Glickman, *Example of the Glicko-2 system* (2022 revision). "lichess" is the published
//! behaviour of lichess.org, whose settings the rules page of the site adopts by name.

/// Points of the shown scale in one unit of the Glicko-2 scale: 400 / ln 10, rounded as the paper rounds it.
pub const SCALE: f64 = 173.7178;

/// Where the two scales meet, in rating points (paper, step 2).
pub const CENTRE: f64 = 1500.0;

/// A newcomer's rating, in points (paper, step 1; the site's rules).
pub const START_RATING: f64 = 1500.0;

/// A newcomer's deviation, in points (paper, step 1; the site's rules: the upper bound).
pub const START_DEVIATION: f64 = 350.0;

/// A newcomer's volatility (the site's rules, as lichess).
pub const START_VOLATILITY: f64 = 0.09;

/// The system constant tau, which limits how fast a volatility changes (the site's rules, as lichess;
/// the paper recommends 0.3 to 1.2).
pub const TAU: f64 = 0.75;

/// The least deviation, in points (the site's rules, as lichess).
pub const MIN_DEVIATION: f64 = 45.0;

/// The greatest deviation, in points (the site's rules, as lichess).
pub const MAX_DEVIATION: f64 = 350.0;

/// The least volatility (lichess).
pub const MIN_VOLATILITY: f64 = 0.01;

/// The greatest volatility (lichess).
pub const MAX_VOLATILITY: f64 = 0.1;

/// The least rating, in points (lichess).
pub const MIN_RATING: f64 = 400.0;

/// The greatest rating, in points (lichess).
pub const MAX_RATING: f64 = 4000.0;

/// The most points one game moves a rating by (lichess).
pub const MAX_CHANGE: f64 = 700.0;

/// Rating periods in one day of rest: a deviation of 60 with volatility 0.06 reaches 110 in a year
/// (the site's rules, as lichess).
pub const PERIODS_PER_DAY: f64 = 0.21436;

/// From this live deviation on a rating is provisional, in points (the site's rules, as lichess).
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

/// What a season's end raises a smaller deviation to, in points (the site's rules).
pub const SEASON_DEVIATION: f64 = 100.0;

/// Where the search for the new volatility stops, in units of ln sigma² (paper, step 5.1).
pub const VOLATILITY_TOLERANCE: f64 = 0.000_001;

/// The most steps of that search. Ratings that Sunwi keeps need less than half of them, whatever else the
/// types of the arguments hold never needs all; see the tests.
pub const MAX_ITERATIONS: u32 = 100;

/// How far above the strongest level a won game against the computer still counts, in points (the site's
/// rules; the idea is FIDE's 400 point rule).
pub const CEILING_MARGIN: f64 = 400.0;

/// The rating of the level `basic`, by definition, in points (the site's rules).
pub const BASIC_LEVEL_RATING: f64 = 1500.0;

/// The deviation of the level `basic` and the least of any level, in points. Not raised to
/// [`MIN_DEVIATION`]: a level does not change (the site's rules).
pub const LEVEL_DEVIATION: f64 = 30.0;

/// How far from `basic` a level is taken to be at most, in points: what FIDE's table of rating differences gives
/// for scores of 0 and 100 % (FIDE Handbook B.02, 8.1.1).
pub const LEVEL_REACH: f64 = 800.0;

/// Rated games of a season that a season title needs (the site's rules).
pub const TITLE_GAMES: u32 = 10;

/// Different opponents of a season that a season title of the human pool needs (the site's rules).
pub const TITLE_OPPONENTS: usize = 5;

/// Qualified people below which a season has no titles (the site's rules).
pub const TITLE_QUALIFIED: usize = 3;

/// Rated games of the same two people in one day of Seoul; later ones are `pair_daily` (the site's rules).
pub const PAIR_GAMES_PER_DAY: u32 = 3;

/// Milliseconds in a day.
pub(crate) const DAY_MS: f64 = 86_400_000.0;
