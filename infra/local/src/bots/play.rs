//! How the bots play: well enough to fill a board, differently enough not to copy each other, and short enough to watch.

mod against;
mod arcade;

use games::catalogue::{
    capture_go, checkers, dots_and_boxes, fifteen, janggi, mu_torere, nim, ojeom, omok, reversi, solitaire, sudoku,
    typing,
};
use games::{Board, Draw, GameId, Seed};

use super::sliding;

/// What makes bot number `bot` differ from the others.
pub(super) fn taste(bot: u64) -> Draw {
    Draw::stream(&Seed([0x5a; 32]), bot)
}

/// What bot number `bot` plays on `board`. `None` if it does not know the game or does not get to its end.
#[must_use]
pub fn proof(game: GameId, board: &Board, bot: u64) -> Option<String> {
    let mut taste = taste(bot);
    match game {
        GameId::G2048 => Some(arcade::play_2048(board, &mut taste)),
        GameId::Fifteen => sliding::solve(fifteen::Frame::deal(&mut Draw::new(&board.seed)), 2 + bot),
        GameId::Snake => Some(arcade::play_snake(board, &mut taste)),
        GameId::Breakout => Some(arcade::play_breakout(board, &mut taste)),
        GameId::Dungeon => Some(arcade::play_dungeon(board, &mut taste)),
        GameId::Yacht => Some(arcade::play_yacht(&mut taste)),
        GameId::Solitaire => solitaire::solve(&board.seed, board.variation),
        GameId::Sudoku => Some(sudoku::Puzzle::of(board).solution.to_string()),
        GameId::Typing => Some(typing::passage(board).text.to_owned()),
        GameId::Reversi => against::play::<reversi::Position>(board, bot, &mut taste),
        GameId::Janggi => against::play::<janggi::Janggi>(board, bot, &mut taste),
        GameId::Checkers => against::play::<checkers::Position>(board, bot, &mut taste),
        GameId::Omok => against::play::<omok::Omok>(board, bot, &mut taste),
        GameId::Ojeom => against::play::<ojeom::Ojeom>(board, bot, &mut taste),
        GameId::CaptureGo => against::play::<capture_go::CaptureGo>(board, bot, &mut taste),
        GameId::DotsAndBoxes => against::play::<dots_and_boxes::Board>(board, bot, &mut taste),
        GameId::MuTorere => against::play::<mu_torere::Position>(board, bot, &mut taste),
        GameId::Nim => against::play::<nim::Piles>(board, bot, &mut taste),
        GameId::Paldo => against::play_paldo(board, &mut taste),
        GameId::Yutnori => against::play_yutnori(board, &mut taste),
        _ if game.game().kind == games::Kind::Timed => Some(String::new()),
        _ => None,
    }
}
