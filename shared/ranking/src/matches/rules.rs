//! The games that people play against each other here, each from its first position.

use games::catalogue::{baduk, capture_go, checkers, dots_and_boxes, janggi, mu_torere, nim, ojeom, omok, reversi};
use games::{End, GameId, Name, Side, TwoPlayer};
use serde::{Deserialize, Serialize};

/// A game that people can play here, and from how many plies on it is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The game.
    pub game: GameId,
    /// Fewest plies of a rated match; a shorter one is `too_short` whoever won. 50 moves of baduk are published; the others are ours: five
    /// plies each where a game can be over soon, ten where it cannot, and beyond the set-up in janggi.
    pub least_plies: u32,
    /// Whether it is rated at all.
    pub rated: bool,
}

const fn setting(game: GameId, least_plies: u32) -> Setting {
    Setting { game, least_plies, rated: true }
}

const SETTINGS: [Setting; 10] = [
    setting(GameId::Reversi, 20),
    setting(GameId::Omok, 9), // the shortest win there is: five stones against four
    setting(GameId::Ojeom, 9),
    setting(GameId::CaptureGo, 10),
    setting(GameId::Baduk, ratings::baduk::constants::MIN_MOVES),
    setting(GameId::Janggi, 22), // two of them are set-ups
    setting(GameId::Checkers, 20),
    setting(GameId::DotsAndBoxes, 10),
    Setting { game: GameId::Nim, least_plies: 0, rated: false },
    setting(GameId::MuTorere, 10),
];

/// The setting of a game, when people can play it against each other.
#[must_use]
pub fn playable(game: GameId) -> Option<Setting> {
    SETTINGS.into_iter().find(|setting| setting.game == game)
}

/// What can be chosen of a game when a room is opened. Only baduk has anything to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Files of the board: 9, 13 or 19, which is usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u8>,
    /// 0 is an even game, 1 is 정선 (Black without 덤), 2 to 9 are stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<u8>,
}

/// Options that the game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadOptions(pub &'static str);

/// Why matches with these options are never rated, when they are not.
#[must_use]
pub fn unrated_because(game: GameId, options: Options) -> Option<Name> {
    if game == GameId::Nim {
        return Some(Name {
            ko: "님은 이기는 법이 모두 알려져 있어 레이팅 대국이 없습니다",
            en: "nim is solved, so it is not rated",
        });
    }
    let handicap = u32::from(options.handicap.unwrap_or(0));
    (handicap > ratings::baduk::constants::MAX_HANDICAP).then_some(Name {
        ko: "정선보다 큰 접바둑은 레이팅 대국이 아닙니다",
        en: "handicaps beyond Black without komi are not rated",
    })
}

/// A position of any of the games.
pub struct Position(Box<dyn Play + Send>);

/// What a match needs of a game, whatever its type of move.
trait Play {
    fn side_to_move(&self) -> Side;
    fn end(&self) -> Option<End>;
    /// Plays the move that `token` names; its one spelling.
    fn play(&mut self, token: &str) -> Result<String, &'static str>;
}

impl<G: TwoPlayer> Play for G {
    fn side_to_move(&self) -> Side {
        TwoPlayer::side_to_move(self)
    }

    fn end(&self) -> Option<End> {
        TwoPlayer::end(self)
    }

    fn play(&mut self, token: &str) -> Result<String, &'static str> {
        let mv = self.parse(token).ok_or("this is no move of the game")?;
        let spelling = self.notation(mv);
        TwoPlayer::play(self, mv).map_err(|illegal| illegal.why)?;
        Ok(spelling)
    }
}

impl Position {
    /// The first position of a game that people can play.
    ///
    /// # Errors
    ///
    /// [`BadOptions`] when there is no such game here, or it has no such options.
    pub fn start(game: GameId, options: Options) -> Result<Self, BadOptions> {
        if game != GameId::Baduk && options != Options::default() {
            return Err(BadOptions("only baduk has options"));
        }
        let position: Box<dyn Play + Send> = match game {
            GameId::Reversi => Box::new(reversi::Position::START),
            GameId::Omok => Box::new(omok::Omok::default()),
            GameId::Ojeom => Box::new(ojeom::Ojeom::default()),
            GameId::CaptureGo => Box::new(capture_go::CaptureGo::default()),
            GameId::Baduk => Box::new(start_baduk(options)?),
            GameId::Janggi => Box::new(janggi::Janggi::new(janggi::Settings::default())),
            GameId::Checkers => Box::new(checkers::Position::start()),
            GameId::DotsAndBoxes => Box::new(dots_and_boxes::Board::START),
            GameId::Nim => {
                let piles = nim::Piles::new(nim::Piles::START, Side::First);
                Box::new(piles.ok_or(BadOptions("nim has no first position"))?)
            }
            GameId::MuTorere => Box::new(mu_torere::Position::new(mu_torere::Placement::START)),
            _ => return Err(BadOptions("people do not play this game against each other here")),
        };
        Ok(Self(position))
    }

    /// Who moves next.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    /// How the game ended by its rules; `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.0.end()
    }

    /// Plays the move that `token` names; its one spelling.
    ///
    /// # Errors
    ///
    /// The rule that refuses it.
    pub fn play(&mut self, token: &str) -> Result<String, &'static str> {
        self.0.play(token)
    }
}

fn start_baduk(options: Options) -> Result<baduk::Baduk, BadOptions> {
    let size = options.size.unwrap_or(19);
    if !matches!(size, 9 | 13 | 19) {
        return Err(BadOptions("size: 9, 13 or 19"));
    }
    baduk::Baduk::new(baduk_setup(options)).ok_or(BadOptions("handicap: 0 to 9"))
}

/// How a game of baduk with these options begins.
pub(super) fn baduk_setup(options: Options) -> baduk::Setup {
    let size = options.size.unwrap_or(19);
    match options.handicap.unwrap_or(0) {
        0 => baduk::Setup::even(size),
        1 => baduk::Setup { komi_halves: 0, ..baduk::Setup::even(size) },
        handicap => baduk::Setup::with_handicap(size, handicap),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_ten_games_for_people_have_a_first_position() {
        for &game in GameId::ALL {
            assert_eq!(playable(game).is_some(), Position::start(game, Options::default()).is_ok(), "{game}");
        }
        assert_eq!(GameId::ALL.iter().filter(|game| playable(**game).is_some()).count(), 10);
    }

    #[test]
    fn only_baduk_has_options_and_they_are_bounded() {
        let options = |size, handicap| Options { size, handicap };
        for (size, handicap, right) in [(9, 0, true), (13, 1, true), (19, 9, true), (11, 0, false), (19, 10, false)] {
            assert_eq!(Position::start(GameId::Baduk, options(Some(size), Some(handicap))).is_ok(), right);
        }
        assert!(Position::start(GameId::Reversi, options(Some(8), None)).is_err());
        assert!(unrated_because(GameId::Baduk, options(None, Some(2))).is_some());
        assert!(unrated_because(GameId::Baduk, options(None, Some(1))).is_none());
        assert!(unrated_because(GameId::Nim, Options::default()).is_some());
    }
}
