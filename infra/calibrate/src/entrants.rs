//! The games that have a computer opponent. A new one is a line here; a test compares with the catalogue.

use games::catalogue::{checkers, janggi, nim, reversi};
use games::{Board, GameId};
use ratings::Seat;

use crate::play::{Greedy, Played, best_looking, play};

/// A game that is measured.
pub struct Entrant {
    /// Which.
    pub game: GameId,
    /// On how many dates of the year; all of them unless its opponent takes long.
    pub dates: u32,
    /// Whether it is clear what looks best at once.
    pub greedy: bool,
    /// Plays one game.
    pub play: fn(&Board, Seat) -> Played,
}

/// Dates of a game whose opponent answers in no time.
const ALL: u32 = 365;

/// Dates of a game whose opponent thinks: with six variations a date, more than 300 games.
const WEEKLY: u32 = 52;

macro_rules! entrants {
    ($($game:ident $dates:ident $position:ty, $greedy:expr;)*) => {
        /// Every game with a computer opponent, in the catalogue's order.
        pub const ENTRANTS: &[Entrant] = &[$({
            const GREEDY: Option<Greedy<$position>> = $greedy;
            Entrant {
                game: GameId::$game,
                dates: $dates,
                greedy: GREEDY.is_some(),
                play: |board, seat| play::<$position>(board, seat, GREEDY),
            }
        },)*];
    };
}

entrants! {
    Reversi ALL reversi::Position, Some(best_looking);
    Janggi WEEKLY janggi::Janggi, Some(best_looking);
    Checkers ALL checkers::Position, Some(best_looking);
    Nim ALL nim::Piles, None;
}

impl Entrant {
    /// Who sits in the player's seat: the two yardsticks, then the game's levels.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<'_> {
        let levels = self.game.game().levels.iter().filter_map(|level| level.as_str().parse().ok());
        [Seat::Random, Seat::Greedy].into_iter().filter(|seat| self.greedy || *seat != Seat::Greedy).chain(levels)
    }
}
