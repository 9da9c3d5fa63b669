//! Counts the finished games and writes the table that the crate `ratings` embeds.

use std::collections::HashSet;
use std::fmt::Write;

use games::GameId;
use ratings::{MeasuredGame, Seat, Tally};

use crate::entrants::Entrant;
use crate::plan;
use crate::play::Played;
use crate::results::{Job, Results};

/// What one occupant of the player's seat scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Who sat there.
    pub seat: Seat,
    /// The finished games.
    pub tally: Tally,
}

/// What was measured in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The game's identifier.
    pub game: String,
    /// The version of its rules.
    pub rules: u16,
    /// The first date.
    pub from: String,
    /// The last date.
    pub to: String,
    /// How many dates.
    pub dates: u32,
    /// How many variations of each.
    pub variations: u32,
    /// Every occupant of the player's seat.
    pub rows: Vec<Row>,
}

/// Counts games.
#[must_use]
pub fn tally(games: impl IntoIterator<Item = Played>) -> Tally {
    let mut tally = Tally::default();
    let mut digests = HashSet::new();
    for played in games {
        if let Some(score) = played.score {
            tally.add(score);
            digests.insert(played.digest);
        }
    }
    Tally { distinct: u32::try_from(digests.len()).unwrap_or(u32::MAX), ..tally }
}

/// Every job of `seat`, by date and variation.
pub fn jobs(entrant: &Entrant, seat: Seat, dates: u32) -> impl Iterator<Item = Job> {
    let (game, rules) = (entrant.game, entrant.game.game().rules);
    let variations = entrant.variations;
    plan::dates(dates)
        .into_iter()
        .flat_map(move |date| (0..variations).map(move |variation| Job { game, rules, seat, date, variation }))
}

impl Block {
    /// What the finished games say of `entrant`; `None` unless all of its games over `dates` are there.
    #[must_use]
    pub fn measured(entrant: &Entrant, dates: u32, results: &Results) -> Option<Self> {
        let row = |seat| {
            let games: Option<Vec<_>> = jobs(entrant, seat, dates).map(|job| results.get(&job)).collect();
            games.map(|games| Row { seat, tally: tally(games) })
        };
        let rows = entrant.seats().map(row).collect::<Option<_>>()?;
        let played = plan::dates(dates);
        let end = |date: Option<&calendar::Date>| date.map(ToString::to_string).unwrap_or_default();
        Some(Self {
            game: entrant.game.to_string(),
            rules: entrant.game.game().rules,
            from: end(played.first()),
            to: end(played.last()),
            dates: u32::try_from(played.len()).unwrap_or(u32::MAX),
            variations: entrant.variations,
            rows,
        })
    }

    /// What is embedded of `game` already.
    #[must_use]
    pub fn embedded(game: GameId) -> Option<Self> {
        MeasuredGame::of(game.as_str()).map(|measured| Self {
            game: measured.game.to_owned(),
            rules: measured.rules,
            from: measured.from.to_owned(),
            to: measured.to.to_owned(),
            dates: measured.dates,
            variations: measured.variations,
            rows: measured.seats.iter().map(|row| Row { seat: row.seat, tally: row.tally }).collect(),
        })
    }
}

/// The source text of the table, as `rustfmt` would have it.
#[must_use]
pub fn source(blocks: &[Block]) -> String {
    let mut text = String::from(
        "//! Written by `cargo run --release -p calibrate`; not edited by hand.\n\n\
         use super::{MeasuredGame, Seat, seat};\n\n\
         /// Everything that was measured. A row: who sat in the player's seat; wins, draws and losses; distinct games.\n\
         pub(super) const GAMES: &[MeasuredGame] = &[\n",
    );
    for Block { game, rules, from, to, dates, variations, rows } in blocks {
        // Writing to a text does not fail.
        let _ = write!(
            text,
            "    MeasuredGame {{\n        game: \"{game}\",\n        rules: {rules},\n        from: \"{from}\",\n        \
             to: \"{to}\",\n        dates: {dates},\n        variations: {variations},\n        seats: &[\n"
        );
        for Row { seat, tally: Tally { wins, draws, losses, distinct } } in rows {
            let _ = writeln!(text, "            seat(Seat::{seat:?}, [{wins}, {draws}, {losses}], {distinct}),");
        }
        text.push_str("        ],\n    },\n");
    }
    text.push_str("];\n");
    text
}
