//! The computer levels of every game and what they were measured at.
//!
//! `basic` is 1500 in every game, by definition. Every other level took the player's seat against it over the
//! boards of many dates, as did somebody who moves at random and somebody who takes what looks best at once;
//! so did `basic` itself, which says how much the seat is worth. Ratings of different games cannot be compared.

mod evidence;
mod measured;

use serde::Serialize;

use crate::named::named;
use crate::{Opponent, Rating, Tally};

named! {
    /// Who sat in the player's seat against `basic`.
    Seat {
        /// Any legal move, each as likely.
        Random "random" "무작위로 두는 사람 자리" "Random moves",
        /// The move that looks best at once.
        Greedy "greedy" "당장 가장 이득인 수만 두는 자리" "The best-looking move at once",
        /// The level `easy`.
        Easy "easy" "쉬운 AI 를 사람 자리에" "The level easy",
        /// The level `basic`, against itself.
        Basic "basic" "기본 AI 를 사람 자리에" "The level basic",
        /// The level `strong`.
        Strong "strong" "강한 AI 를 사람 자리에" "The level strong",
    }
}

/// What was measured in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MeasuredGame {
    /// The game's identifier in the catalogue.
    pub game: &'static str,
    /// The version of the rules and the opponent that played.
    pub rules: u16,
    /// The first date whose board was played.
    pub from: &'static str,
    /// The last one.
    pub to: &'static str,
    /// How many dates, evenly spread.
    pub dates: u32,
    /// How many variations of each date.
    pub variations: u32,
    /// Who sat in the player's seat, and what it scored.
    pub seats: &'static [MeasuredSeat],
}

/// What one occupant of the player's seat scored against `basic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MeasuredSeat {
    /// Who sat there.
    pub seat: Seat,
    /// The finished games.
    pub tally: Tally,
}

/// A row of the table that the calibration writes.
const fn seat(seat: Seat, [wins, draws, losses]: [u32; 3], distinct: u32) -> MeasuredSeat {
    MeasuredSeat { seat, tally: Tally { wins, draws, losses, distinct } }
}

/// Everything that was measured, in the catalogue's order.
#[must_use]
pub const fn measured_games() -> &'static [MeasuredGame] {
    measured::GAMES
}

impl MeasuredGame {
    /// What was measured in the game with this identifier.
    #[must_use]
    pub fn of(game: &str) -> Option<&'static Self> {
        measured_games().iter().find(|measured| measured.game == game)
    }

    /// What the occupant scored.
    #[must_use]
    pub fn tally(&self, seat: Seat) -> Option<Tally> {
        self.seats.iter().find(|measured| measured.seat == seat).map(|measured| measured.tally)
    }
}

/// The other side of a rated game against `level` of `game`, both by their identifiers.
///
/// A level that was not measured is taken for 1500 ± 350; a test keeps every level of the catalogue measured.
#[must_use]
pub fn level_opponent(game: &str, level: &str) -> Opponent {
    match level.parse() {
        Ok(Seat::Basic) => Opponent::BASIC,
        Ok(seat) => MeasuredGame::of(game).and_then(|measured| measured.tally(seat)).unwrap_or_default().as_opponent(),
        Err(_) => Tally::default().as_opponent(),
    }
}

/// The rating of the strongest level of `game`, which the ceiling is measured from.
#[must_use]
pub fn strongest_level(game: &str) -> Rating {
    let rating = |seat: Seat| level_opponent(game, seat.as_str()).rating;
    [Seat::Easy, Seat::Basic, Seat::Strong]
        .into_iter()
        .map(rating)
        .fold(Opponent::BASIC.rating, |strongest, rating| if rating > strongest { rating } else { strongest })
}
