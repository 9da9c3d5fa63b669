//! Portable Draughts Notation, PDN 3.0 (<https://github.com/wiegerw/pdn>).
//!
//! English draughts is game type 21: 8 by 8 squares, Black begins. For the meaning of a result the standard refers to PDN 2.0
//! (section 6.1.1.1.1.5), where `1-0` is a win of Black, the first player - unlike in chess. A move is its first and last square;
//! only where two jumps share both, every square between is written too.

use calendar::Date;
use games::catalogue::checkers::Position;
use games::{Side, TwoPlayer};

use super::name;
use crate::matches::{Ending, Match};

/// Game type, who begins, files, rows, numbered squares from the bottom right of who begins, and that the bottom left is one.
const GAME_TYPE: &str = "21,B,8,8,N1,0";

/// A line of movetext is ended before it is longer, as PGN does (section 8.2.1).
const LINE: usize = 79;

/// The record of a match of checkers.
pub(super) fn write(game: &Match) -> String {
    // PDN dates a game by its start.
    let [year, month, day] = date(game.seated_at_ms.unwrap_or(game.opened_at_ms));
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text += &format!("[{name} \"{}\"]\n", value.replace('"', "\\\""));
    };
    tag("Event", "Sunwi");
    tag("Site", "?");
    tag("Date", &format!("{year}.{month}.{day}"));
    tag("Round", "?");
    tag("White", name(game, Side::Second));
    tag("Black", name(game, Side::First));
    tag("Result", result(game));
    tag("GameType", GAME_TYPE);
    if game.ended.as_ref().is_some_and(|ended| ended.how == Ending::TimedOut) {
        tag("Termination", "time forfeit"); // PGN, section 9.8.1
    }
    text.push('\n');
    let mut line = 0;
    for word in moves(game).into_iter().chain(["*".to_owned()]) {
        if line > 0 && line + 1 + word.len() > LINE {
            text.push('\n');
            line = 0;
        } else if line > 0 {
            text.push(' ');
            line += 1;
        }
        line += word.len();
        text += &word;
    }
    text + "\n"
}

/// Year, month and day, with leading zeros.
fn date(at_ms: i64) -> [String; 3] {
    let date = Date::of(at_ms).to_string();
    let mut parts = date.split('-').map(str::to_owned);
    [0; 3].map(|_| parts.next().unwrap_or_default())
}

fn result(game: &Match) -> &'static str {
    match game.ended.as_ref().map(|ended| ended.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Side::First)) => "1-0",
        Some(Some(Side::Second)) => "0-1",
    }
}

/// The words of the movetext: a number before each move of Black.
fn moves(game: &Match) -> Vec<String> {
    let mut position = Position::start();
    let mut words = Vec::new();
    for (ply, token) in game.moves().enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(short(&position, token).unwrap_or_else(|| token.to_owned()));
        if let Some(mv) = position.parse(token) {
            position.make(mv);
        }
    }
    words
}

/// First and last square of a move with its path; `None` when another legal move has the same.
fn short(position: &Position, token: &str) -> Option<String> {
    let ends = |token: &str| {
        let mark = if token.contains('x') { 'x' } else { '-' };
        Some(format!("{}{mark}{}", token.split(mark).next()?, token.split(mark).next_back()?))
    };
    let written = ends(token)?;
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let same = legal.into_iter().filter(|&mv| ends(&position.notation(mv)).as_ref() == Some(&written));
    (same.count() == 1).then_some(written)
}
