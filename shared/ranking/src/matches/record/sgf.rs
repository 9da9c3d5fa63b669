//! The Smart Game Format (SGF, FF[4], <https://www.red-bean.com/sgf/>), for games on a board of points.

use calendar::Date;
use games::catalogue::points::{Files, Point};
use games::catalogue::{baduk, capture_go, omok};
use games::{GameId, Side};

use super::name;
use crate::matches::rules::baduk_setup;
use crate::matches::{Ending, Match};

/// The board of a game that SGF knows: the number of the game there, files, how they are lettered, and rules by name.
fn board(game: &Match) -> Option<(u8, u8, Files, &'static str)> {
    match game.game {
        GameId::Baduk => Some((1, game.options.size.unwrap_or(19), Files::GO, "Tromp-Taylor, no suicide")),
        GameId::CaptureGo => Some((1, capture_go::SIZE, Files::GO, "capture")),
        GameId::Omok => Some((4, omok::SIZE, Files::OMOK, "omok")),
        _ => None,
    }
}

/// The record of a match; `None` when SGF does not know the game.
pub(super) fn write(game: &Match) -> Option<String> {
    board(game).map(|(number, size, files, rules)| sgf(game, number, size, files, rules))
}

fn sgf(game: &Match, number: u8, size: u8, files: Files, rules: &str) -> String {
    let point = |point: Point| {
        let letter = |at: u8| char::from(b'a'.saturating_add(at));
        format!("{}{}", letter(point.x), letter(size.saturating_sub(1).saturating_sub(point.y)))
    };
    let name = |side: Side| escaped(name(game, side));
    let date = Date::of(game.ended.as_ref().map_or(game.opened_at_ms, |ended| ended.at_ms));
    let mut text = format!("(;FF[4]CA[UTF-8]GM[{number}]SZ[{size}]RU[{rules}]DT[{date}]");
    text += &format!("PB[{}]PW[{}]", name(Side::First), name(Side::Second));
    let mut to_move = Side::First;
    if game.game == GameId::Baduk {
        let setup = baduk_setup(game.options);
        text += &format!("KM[{}.{}]", setup.komi_halves / 2, if setup.komi_halves % 2 == 1 { 5 } else { 0 });
        if setup.handicap > 0 {
            to_move = Side::Second;
            let stones = baduk::Baduk::new(setup);
            let black = |at: &Point| stones.as_ref().is_some_and(|board| board.stone(*at) == Some(Side::First));
            let points: String = Point::all(size).filter(black).map(|at| format!("[{}]", point(at))).collect();
            text += &format!("HA[{}]AB{points}", setup.handicap);
        }
    }
    if let Some(result) = result(game) {
        text += &format!("RE[{result}]");
    }
    for token in game.moves() {
        let at = files.parse(token, size).map(point).unwrap_or_default(); // a pass is an empty value
        text += &format!("\n;{}[{at}]", colour(to_move));
        to_move = to_move.other();
    }
    text + ")\n"
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

fn result(game: &Match) -> Option<String> {
    let ended = game.ended.as_ref()?;
    let Some(winner) = ended.winner else { return Some("0".to_owned()) };
    let by = match ended.how {
        Ending::Resigned => "R".to_owned(),
        Ending::TimedOut => "T".to_owned(),
        Ending::Played if game.game == GameId::Baduk => {
            format!("{}.{}", ended.margin / 2, if ended.margin % 2 == 1 { 5 } else { 0 })
        }
        _ => String::new(),
    };
    Some(format!("{}+{by}", colour(winner)))
}

/// Text as a value: brackets, colons and backslashes have a backslash before them.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
        escaped
    })
}
