//! The games that have a computer opponent. A new one is a line here; a test compares with the catalogue.

use games::catalogue::{capture_go, checkers, dots_and_boxes, janggi, mu_torere, nim, ojeom, omok, reversi};
use games::opponent::VARIATIONS;
use games::{Board, GameId};
use ratings::Seat;

use crate::play::{Greedy, Played, best_looking, play};
use crate::races;

/// A game that is measured.
pub struct Entrant {
    /// Which.
    pub game: GameId,
    /// On how many dates of the year; all of them unless its opponent takes long.
    pub dates: u32,
    /// How many variations of each date are played.
    pub variations: u32,
    /// Whether it is clear what looks best at once.
    pub greedy: bool,
    /// Plays one game.
    pub play: fn(&Board, Seat) -> Played,
}

/// Dates of a game whose opponent answers in no time.
const ALL: u32 = 365;

/// Dates of a game whose opponent thinks a little: every third.
const THIRD: u32 = 122;

/// Dates of a game whose opponent thinks: with six variations a date, more than 300 games.
const WEEKLY: u32 = 52;

/// A game of positions and moves; `$greedy` is how to find what looks best at once.
macro_rules! board_game {
    ($game:ident, $dates:expr, $position:ty, $greedy:expr) => {{
        const GREEDY: Option<Greedy<$position>> = $greedy;
        Entrant {
            game: GameId::$game,
            dates: $dates,
            variations: VARIATIONS,
            greedy: GREEDY.is_some(),
            play: |board, seat| play::<$position>(board, seat, GREEDY),
        }
    }};
}

/// A race, whose luck makes every date another game.
const fn race(game: GameId, play: fn(&Board, Seat) -> Played) -> Entrant {
    Entrant { game, dates: ALL, variations: races::VARIATIONS, greedy: false, play }
}

/// Every game with a computer opponent, in the catalogue's order.
pub const ENTRANTS: &[Entrant] = &[
    board_game!(Reversi, THIRD, reversi::Position, Some(best_looking)),
    board_game!(Janggi, WEEKLY, janggi::Janggi, Some(best_looking)),
    board_game!(Checkers, THIRD, checkers::Position, Some(best_looking)),
    board_game!(Omok, WEEKLY, omok::Omok, Some(best_looking)),
    board_game!(Ojeom, WEEKLY, ojeom::Ojeom, Some(best_looking)),
    board_game!(CaptureGo, WEEKLY, capture_go::CaptureGo, Some(best_looking)),
    board_game!(DotsAndBoxes, WEEKLY, dots_and_boxes::Board, Some(best_looking)),
    board_game!(Nim, ALL, nim::Piles, None),
    board_game!(MuTorere, ALL, mu_torere::Position, None),
    race(GameId::Paldo, races::paldo),
    race(GameId::Yutnori, races::yutnori),
];

impl Entrant {
    /// Who sits in the player's seat: the two yardsticks, then the game's levels.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<'_> {
        let levels = self.game.game().levels.iter().filter_map(|level| level.as_str().parse().ok());
        [Seat::Random, Seat::Greedy].into_iter().filter(|seat| self.greedy || *seat != Seat::Greedy).chain(levels)
    }
}
