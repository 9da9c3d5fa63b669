//! Calculators: what one game would do to a rating.

use ::ratings::baduk::{self, Chance, Points, Rank};
use ::ratings::{Deviation, Glicko2, Meeting, Opponent, Rating, Score, Strength, Tau, Update, Volatility};
use api::{Problem, ProblemBody, Query};
use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Own ratings of the table beside the result: those of the published calculator.
const TABLE: [f64; 7] = [375.0, 750.0, 1125.0, 1500.0, 1875.0, 2250.0, 3000.0];

/// One game of Glicko-2.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Glicko2Query {
    /// The player's rating, 0 to 5000.
    #[param(example = 1500)]
    rating: f64,
    /// The player's rating deviation, above 0.
    #[param(example = 200)]
    rd: f64,
    /// The player's volatility.
    #[param(example = 0.06)]
    volatility: f64,
    /// The opponent's rating.
    #[param(example = 1400)]
    opponent_rating: f64,
    /// The opponent's rating deviation.
    #[param(example = 30)]
    opponent_rd: f64,
    /// The result: 1 for a win, 0.5 for a draw, 0 for a loss.
    #[param(example = 1)]
    score: f64,
    /// Whether the volatility follows the result; it is held fixed when absent.
    update_volatility: Option<bool>,
    /// How fast it may follow, 0.3 to 1.2 as Glickman advises; needed with `update_volatility`, and only then.
    tau: Option<f64>,
}

/// What one game of Glicko-2 does.
#[derive(Serialize, ToSchema)]
pub struct Glicko2Body {
    /// E: the expected score of the player.
    expected: f64,
    /// The rating after the game.
    rating: f64,
    /// The deviation after the game.
    rd: f64,
    /// The volatility after the game.
    volatility: f64,
    /// g: how much the result weighs.
    g: f64,
    /// v: the variance of the rating as the game alone gives it, on the Glicko-2 scale.
    variance: f64,
    /// The improvement the game alone suggests, on the Glicko-2 scale.
    improvement: f64,
    /// The deviation before the game, grown by the volatility, on the Glicko-2 scale.
    phi_star: f64,
    /// The deviation after the game, on the Glicko-2 scale.
    phi: f64,
    /// The rating after the game, on the Glicko-2 scale.
    mu: f64,
    /// Steps the search for the volatility took.
    iterations: u32,
    /// The same game for other ratings of the player.
    table: Vec<RowBody>,
}

/// A row of the table.
#[derive(Serialize, ToSchema)]
pub struct RowBody {
    /// The player's rating before the game.
    own_rating: f64,
    /// And after it.
    new_rating: f64,
}

/// What one game does to a rating by Glicko-2, taken as a rating period of its own.
#[utoipa::path(get, path = "/v1/calculators/glicko2", tag = "calculators", params(Glicko2Query), responses(
    (status = 200, description = "The result.", body = Glicko2Body),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn glicko2(Query(query): Query<Glicko2Query>) -> Result<Json<Glicko2Body>, Problem> {
    let player = Strength {
        rating: named("rating", Rating::new(query.rating))?,
        deviation: named("rd", Deviation::new(query.rd))?,
        volatility: named("volatility", Volatility::new(query.volatility))?,
    };
    let opponent = Opponent {
        rating: named("opponent_rating", Rating::new(query.opponent_rating))?,
        deviation: named("opponent_rd", Deviation::new(query.opponent_rd))?,
    };
    let score = score(query.score)?;
    let way = match (query.update_volatility.unwrap_or(false), query.tau) {
        (true, Some(tau)) => Glicko2::paper(named("tau", Tau::new(tau))?),
        (true, None) => return Err(Problem::malformed("tau: needed to update the volatility")),
        (false, _) => Glicko2::CALCULATOR,
    };
    let play = |rating| way.game(Strength { rating, ..player }, opponent, score);
    let not_finite = |error: ::ratings::NotRatable| Problem::malformed(error.to_string());
    let Meeting { g, expected, .. } = Meeting::new(player.rating, opponent);
    let Update { variance, improvement, phi_star, phi, mu, volatility, rating, deviation, iterations } =
        play(player.rating).map_err(not_finite)?;
    let mut table = Vec::new();
    for own_rating in TABLE {
        let own = named("rating", Rating::new(own_rating))?;
        table.push(RowBody { own_rating, new_rating: play(own).map_err(not_finite)?.rating });
    }
    Ok(Json(Glicko2Body {
        expected,
        rating,
        rd: deviation,
        volatility,
        g,
        variance,
        improvement,
        phi_star,
        phi,
        mu,
        iterations,
        table,
    }))
}

fn named<T, E: std::fmt::Display>(field: &str, value: Result<T, E>) -> Result<T, Problem> {
    value.map_err(|error| Problem::malformed(format!("{field}: {error}")))
}

fn score(points: f64) -> Result<Score, Problem> {
    Score::from_points(points).ok_or_else(|| Problem::malformed("score: 1, 0.5 or 0"))
}

/// One game for baduk rating points.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BadukQuery {
    /// The player's points, 1,000 or more.
    #[param(example = 30500)]
    points: u32,
    /// The opponent's points.
    #[param(example = 30500)]
    opponent_points: u32,
    /// The result: 1 for a win, 0.5 for a draw, 0 for a loss.
    #[param(example = 1)]
    score: f64,
    /// The player's win rate over the last 20 games, 0 to 1; 0.6, as for fewer than five games, when absent.
    win_rate: Option<f64>,
    /// The opponent's, likewise.
    opponent_win_rate: Option<f64>,
    /// Games won or lost in a row, this one included; 1 when absent.
    streak: Option<u32>,
}

/// What one game does to baduk rating points.
#[derive(Serialize, ToSchema)]
pub struct BadukBody {
    /// The points after the game.
    points: u32,
    /// What the game gave or took.
    change: i32,
    /// The rank after the game, as `1급`, `1단`.
    rank: String,
    /// C: the most points that the chance alone moves at these points.
    c: f64,
    /// P: the player's chance to win.
    expected: f64,
    /// What a win against somebody with the same points gives, for the ranks of the published table.
    table: Vec<BadukRowBody>,
}

/// A row of the published table.
#[derive(Serialize, ToSchema)]
pub struct BadukRowBody {
    rank: String,
    /// Between two with the least points of the rank.
    lowest: i32,
    /// Between two in its middle.
    middle: i32,
    /// Between two with its most points.
    highest: i32,
}

/// What one game does to baduk rating points (급/단).
#[utoipa::path(get, path = "/v1/calculators/baduk", tag = "calculators", params(BadukQuery), responses(
    (status = 200, description = "The result.", body = BadukBody),
    (status = "default", description = "A problem.", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn baduk(Query(query): Query<BadukQuery>) -> Result<Json<BadukBody>, Problem> {
    let own = points("points", query.points)?;
    let opponent = points("opponent_points", query.opponent_points)?;
    let game = baduk::Game {
        own,
        opponent,
        score: score(query.score)?,
        own_win_rate: win_rate("win_rate", query.win_rate)?,
        opponent_win_rate: win_rate("opponent_win_rate", query.opponent_win_rate)?,
        streak: query.streak.unwrap_or(1),
    };
    let change = baduk::change(&game);
    let after = own.changed(change);
    let Chance { c, p, .. } = Chance::new(own, opponent);
    Ok(Json(BadukBody {
        points: after.get(),
        change,
        rank: after.rank().to_string(),
        c,
        expected: p,
        table: Rank::all().map(row).collect(),
    }))
}

fn points(field: &str, value: u32) -> Result<Points, Problem> {
    let points = Points::new(value);
    if points.get() == value {
        Ok(points)
    } else {
        Err(Problem::malformed(format!("{field}: {} or more", Points::LEAST)))
    }
}

fn win_rate(field: &str, value: Option<f64>) -> Result<f64, Problem> {
    match value.unwrap_or(baduk::constants::UNKNOWN_WIN_RATE) {
        rate if (0.0..=1.0).contains(&rate) => Ok(rate),
        _ => Err(Problem::malformed(format!("{field}: from 0 to 1"))),
    }
}

/// A win between two with the same points, at the bottom, in the middle and at the top of a rank.
fn row(rank: Rank) -> BadukRowBody {
    let first = rank.from_points().get();
    let win = |points| {
        let points = Points::new(points);
        let rate = baduk::constants::UNKNOWN_WIN_RATE;
        let game = baduk::Game {
            own: points,
            opponent: points,
            score: Score::Win,
            own_win_rate: rate,
            opponent_win_rate: rate,
            streak: 1,
        };
        baduk::change(&game)
    };
    let width = baduk::constants::RANK_WIDTH;
    BadukRowBody {
        rank: rank.to_string(),
        lowest: win(first),
        middle: win(first + width / 2),
        highest: win(first + width - 1),
    }
}
