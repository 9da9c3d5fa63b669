//! The record of a match as other programs read it.
//!
//! Baduk, capture go and omok are written in the Smart Game Format, checkers in Portable Draughts Notation. The others are their moves
//! in turn, one blank between, as they were made.

mod pdn;
mod sgf;

use games::{GameId, Side};

use super::Match;

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The media type.
    pub kind: &'static str,
    /// The text.
    pub text: String,
}

/// Text of which nobody has registered a type of its own; none is registered for PDN.
const PLAIN: &str = "text/plain; charset=utf-8";

/// The record of a match, finished or not.
#[must_use]
pub fn record(game: &Match) -> Record {
    match (sgf::write(game), game.game) {
        (Some(text), _) => Record { kind: "application/x-go-sgf", text },
        (None, GameId::Checkers) => Record { kind: PLAIN, text: pdn::write(game) },
        (None, _) => Record { kind: PLAIN, text: format!("{}\n", game.moves) },
    }
}

/// The name of who sits there; empty while nobody does.
fn name(game: &Match, side: Side) -> &str {
    game.seats[side.index()].as_ref().map_or("", |seat| &seat.nickname)
}
