//! How the bots play: well enough to fill a board, differently enough not to copy each other.

use games::catalogue::{fifteen, g2048};
use games::{Board, Draw, GameId, Seed};

use super::sliding;

/// Moves of a 2048 bot: eight seconds for a person.
const MOVES_2048: usize = 200;

/// What bot number `bot` plays on `board`. `None` if it does not know the game.
#[must_use]
pub fn proof(game: GameId, board: &Board, bot: u64) -> Option<String> {
    match game {
        GameId::G2048 => Some(play_2048(board, bot)),
        GameId::Fifteen => sliding::solve(fifteen::Frame::deal(&mut Draw::new(&board.seed)), 2 + bot),
        _ if game.game().kind == games::Kind::Timed => Some(String::new()),
        _ => None,
    }
}

/// Keeps to one corner, and draws which way it prefers.
fn play_2048(board: &Board, bot: u64) -> String {
    let mut taste = Draw::stream(&Seed([0x5a; 32]), bot);
    let mut draw = Draw::new(&board.seed);
    let mut grid = g2048::Grid::start(&mut draw);
    let mut moves = String::new();
    while moves.len() < MOVES_2048 && !grid.is_over() {
        let order = if taste.below(2) == 0 { ['D', 'L', 'R', 'U'] } else { ['L', 'D', 'R', 'U'] };
        for letter in order {
            let direction = match letter {
                'D' => g2048::Direction::Down,
                'L' => g2048::Direction::Left,
                'R' => g2048::Direction::Right,
                _ => g2048::Direction::Up,
            };
            if grid.slide(direction) {
                grid.spawn(&mut draw);
                moves.push(letter);
                break;
            }
        }
    }
    moves
}
