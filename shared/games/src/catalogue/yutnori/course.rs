//! The board of yutnori: 29 stations and the ways through them.
//!
//! Stations 1 to 19 and 0 (참먹이) lie around; 5 (모), 10 (뒷모) and 15 (찌모) are the other corners. The diagonal from 5 leads
//! over 21 and 22 to the centre 23 (방) and on over 24 and 25 to 15; that from 10 over 26 and 27 to the centre and on
//! over 28 and 29 to 0. Who stops on 5, 10 or the centre turns off there; who passes goes straight on.

use std::fmt;

/// A way from the start to 0. A piece is always on the way that its next step forward follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Route {
    /// All around.
    Outer,
    /// Turning off at 5 and straight on over the centre to 15.
    Via5,
    /// Turning off at 5 and again at the centre, to 0.
    Via5Centre,
    /// Turning off at 10, over the centre to 0.
    Via10,
}

impl Route {
    /// Every route.
    pub const ALL: [Self; 4] = [Self::Outer, Self::Via5, Self::Via5Centre, Self::Via10];

    const fn stations(self) -> &'static [u8] {
        match self {
            Self::Outer => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0],
            Self::Via5 => &[1, 2, 3, 4, 5, 21, 22, 23, 24, 25, 15, 16, 17, 18, 19, 0],
            Self::Via5Centre => &[1, 2, 3, 4, 5, 21, 22, 23, 28, 29, 0],
            Self::Via10 => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 26, 27, 23, 28, 29, 0],
        }
    }

    /// The route of a piece that stops at `station` on this one. Routes share their beginnings, so a piece keeps its
    /// place in the count of steps.
    const fn turn(self, station: u8) -> Self {
        match (self, station) {
            (_, 5 | 21 | 22) => Self::Via5,
            (_, 10) => Self::Via10,
            (_, 1..=4 | 6..=9) => Self::Outer,
            (Self::Via5, 23) => Self::Via5Centre,
            _ => self,
        }
    }
}

/// Steps of the longest route, short of home.
const STEPS: usize = 20;

/// Numbers of places, some of them of no place.
pub(super) const PLACES: usize = 4 * STEPS;

/// A station, and the way a piece came to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    route: Route,
    /// Steps from the start, less one.
    step: u8,
}

impl Place {
    /// The place at `station` on `route`. `None` when a piece that stops there is on another route, or never.
    #[must_use]
    pub fn new(route: Route, station: u8) -> Option<Self> {
        let step = route.stations().iter().position(|&on_route| on_route == station)?;
        let place = Self { route, step: u8::try_from(step).ok()? };
        (route.turn(station) == route).then_some(place)
    }

    /// The station, 0 to 29.
    #[must_use]
    pub fn station(self) -> u8 {
        self.route.stations().get(usize::from(self.step)).copied().unwrap_or(0)
    }

    /// A number below [`PLACES`] of its own.
    pub(super) const fn index(self) -> usize {
        self.route as usize * STEPS + self.step as usize
    }

    fn stop(route: Route, step: u8) -> Option<Self> {
        let &station = route.stations().get(usize::from(step))?;
        Some(Self { route: route.turn(station), step })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let route = match self.route {
            Route::Outer => "outer",
            Route::Via5 => "via5",
            Route::Via5Centre => "via5c",
            Route::Via10 => "via10",
        };
        write!(f, "{route}:{}", self.station())
    }
}

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// Not on the board yet, or sent back.
    Waiting,
    /// On the board.
    On(Place),
    /// Past 0, for good.
    Home,
}

impl Piece {
    /// The piece after `steps`, -1 being one back. `None` when it cannot move so: it is home, or waits and would
    /// go back. Station 0 is not yet home, and back from station 1 is 0.
    #[must_use]
    pub fn moved(self, steps: i8) -> Option<Self> {
        match self {
            Self::Home => None,
            Self::Waiting => {
                let step = u8::try_from(steps).ok()?.checked_sub(1)?;
                Place::stop(Route::Outer, step).map(Self::On)
            }
            Self::On(place) => Some(match place.step.checked_add_signed(steps) {
                Some(step) => Place::stop(place.route, step).map_or(Self::Home, Self::On),
                None => Self::On(Place { route: Route::Outer, step: 19 }),
            }),
        }
    }

    /// The place, of a piece on the board.
    #[must_use]
    pub const fn place(self) -> Option<Place> {
        match self {
            Self::On(place) => Some(place),
            _ => None,
        }
    }
}
